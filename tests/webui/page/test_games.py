"""What a host chooses a game by: a picture, how many and how long, one sentence, from its data."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from referee import examples, library, words
from referee.library import locations
from referee.library.data import read_about
from webui.page.games import games

LARGEST = 16_000  # bytes of a game's picture: all of them are one page
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "title", "g", "path", "rect", "circle", "ellipse"}


@pytest.fixture(params=library.names())
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("locale", words.LOCALES)
def test_each_game_says_itself_in_a_picture_minutes_and_one_sentence(
    client: FlaskClient, game: str, locale: str
) -> None:
    (shown,) = (one for one in games(locale, {}) if one["name"] == game)
    assert shown["sentence"].endswith(".")
    assert shown["sentence"].count(".") == 1
    least, most = shown["minutes"]
    assert 0 < least <= most
    assert (shown["least"], shown["most"]) == (
        library.game(game).seats[0],
        library.game(game).seats[-1],
    )
    answer = client.get(shown["picture"])
    assert answer.mimetype == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]


def test_a_games_picture_is_drawn_of_shapes_alone(game: str) -> None:
    text = (library.folder(game) / library.data(game).about.picture).read_text("utf-8")
    assert len(text.encode()) <= LARGEST
    tree = ElementTree.fromstring(text)
    assert {one.tag.removeprefix(SVG) for one in tree.iter()} <= DRAWN
    ground = next(iter(tree.iter(f"{SVG}rect")))  # its own, for light and dark pages alike
    assert (ground.get("width"), ground.get("height")) == tuple(tree.attrib["viewBox"].split()[2:])


def test_values_of_options_have_the_pictures_that_the_data_name(
    client: FlaskClient, game: str
) -> None:
    (shown,) = (one for one in games("en", {}) if one["name"] == game)
    options = {one["name"]: one.get("values", []) for one in shown["options"]}
    for option, pictures in library.data(game).about.pictures.items():
        values = {value["value"]: value["picture"] for value in options[option]}
        assert set(pictures) == set(values), option  # all of them, or none
        assert all(client.get(address).status_code == 200 for address in values.values())


@pytest.mark.parametrize("file", ["options.toml", "../coup/about.svg", "none.svg"])
def test_nothing_of_a_games_folder_is_served_but_the_pictures_it_names(
    client: FlaskClient, file: str
) -> None:
    assert client.get(f"/game/coyote/{file}").status_code == 404
    assert client.get("/game/poker/about.svg").status_code == 404


def test_a_game_from_elsewhere_without_any_of_it_is_offered(
    client: FlaskClient,
) -> None:
    locations.use_owner_games(Path(examples.__file__).parent / "high_card")
    try:
        shown = {one["name"]: one for one in games("en", {})}["high_card"]
        assert (shown["picture"], shown["minutes"], shown["sentence"]) == ("", None, "")
        assert client.get("/game/high_card/about.svg").status_code == 404
    finally:
        locations.use_owner_games()


