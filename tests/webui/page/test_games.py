"""What a host chooses a game by: a picture, how many and how long, one sentence, from its data."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from referee import examples, library, words
from referee.library import locations
from referee.options import AsksChoice, option_questions
from webui.page.games import game_cards, option_picture

LARGEST = 16_000  # bytes of a game's picture: all of them are one page
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "title", "g", "path", "rect", "circle", "ellipse"}


@pytest.mark.parametrize("game", library.names())
def test_each_game_says_itself_in_a_picture_minutes_and_one_sentence(
    client: FlaskClient, game: str
) -> None:
    about, seats = library.data(game).about, library.game(game).seats
    for locale in words.LOCALES:
        shown = game_cards(locale)[game]
        assert shown["sentence"].endswith(".")
        assert shown["sentence"].count(".") == 1
    least, most = shown["minutes"]
    assert 0 < least <= most
    assert (shown["least"], shown["most"]) == (seats[0], seats[-1])
    answer = client.get(shown["picture"])
    assert answer.mimetype == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]
    assert len(answer.data) <= LARGEST
    assert {
        element.tag.removeprefix(SVG) for element in ElementTree.fromstring(answer.data).iter()
    } <= DRAWN
    played = library.game(game)
    asked = option_questions(played, library.editions(played))
    options = {asks.name: asks.values for asks in asked if isinstance(asks, AsksChoice)}
    for option, pictures in about.pictures.items():
        values = {value: option_picture(game, option, value) for value in options[option]}
        assert set(pictures) == set(values), f"all values of {option} have a picture, or none"
        assert all(client.get(address).status_code == 200 for address in values.values())


def test_nothing_of_a_games_folder_is_served_but_the_pictures_it_names(client: FlaskClient) -> None:
    for file in ("coyote/options.toml", "coyote/../coup/about.svg", "coyote/none.svg"):
        assert client.get(f"/game/{file}").status_code == 404
    assert client.get("/game/poker/about.svg").status_code == 404
    locations.use_owner_games(Path(examples.__file__).parent / "high_card")
    try:
        shown = game_cards("en")["high_card"]
        assert (shown["picture"], shown["minutes"], shown["sentence"]) == ("", None, "")
        assert client.get("/game/high_card/about.svg").status_code == 404
        assert "gets one card" in client.get("/rules/high_card").text
    finally:
        locations.use_owner_games()
