"""The games by name: options made complete, garbage refused in one clear sentence."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee import library, words
from referee.contract import BadOptions, IllegalMove
from referee.library import locations
from referee.library.data import FILES


def test_a_game_of_the_table_that_lacks_a_file_is_left_out_and_the_file_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ours,) = (place for place in locations.places() if place.name == "coyote")
    assert ours.folder is not None
    for name in FILES:
        folder = tmp_path / name / "coyote"
        shutil.copytree(ours.folder, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        (folder / f"{name}.toml").unlink()
        place = ours._replace(folder=folder)
        monkeypatch.setattr(locations, "places", lambda place=place: (place,))
        assert library.names() == ()
        (fault,) = library.faults()
        assert fault.reason == f"FileNotFoundError: there is no coyote/{name}.toml"


def test_options_left_out_get_their_default() -> None:
    game = library.game("coyote")
    options = library.options(game)
    assert (options.edition, options.strikes, options.starter) == ("tomahawk", 3, 0)
    assert library.options(game, {"edition": None, "deck": {}}) == options
    assert library.options(game, {"strikes": 5}).strikes == 5
    assert library.options(game, {"deck": {"1": 30}}).deck == {"1": 30}
    complete = msgspec.to_builtins(options)
    assert set(complete) == {"edition", "strikes", "starter", "deck", "actions", "tokens"}
    assert library.options(game, complete) == options


@pytest.mark.parametrize(
    ("name", "withdrawn"),
    [("coyote", "boldness"), ("coup_detat", "analysis"), ("ogallala", "analysis")],
)
def test_an_older_match_may_name_an_option_that_was_withdrawn(name: str, withdrawn: str) -> None:
    game = library.game(name)
    assert library.options(game, {withdrawn: False}) == library.options(game)


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ({"strikes": 2.5}, "Strikes until out: “2.5” is not possible. Give a whole number."),
        ({"colour": "red"}, "There is no “colour” here, only edition, strikes, starter, deck"),
        (
            {"deck": {"1": "many"}},
            "Cards of the deck: “{'1': 'many'}” is not possible. Give a number",
        ),
        ({"edition": 7}, "Edition: “7” is not possible. Give a name."),
        ("kidult", "Options are a list of names and values, like {"),
    ],
)
def test_options_that_cannot_be_understood_are_refused_by_their_names(
    plain: Any, said: str
) -> None:
    with pytest.raises(BadOptions) as refusal:
        library.options(library.game("coyote"), plain)
    assert refusal.value.rule == library.FORM
    assert words.say(refusal.value.message).startswith(said)


def test_an_unknown_edition_is_refused_by_the_game_itself() -> None:
    game = library.game("coyote")
    with pytest.raises(BadOptions) as refusal:
        game.rules.begin(library.options(game, {"edition": "heidelbar", "deck": {"1": 9}}), 3)
    assert refusal.value.message.key == "coyote.options.edition"
    assert library.editions(game) == ("kidult", "tomahawk", "oliphante")


HALF = "\ud800"  # of a character: nothing that can be written down


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        (None, "A move is a list of names and values, like {"),
        ({}, "There is no move “None” in this game. Choose one of announce, challenge,"),
        ({"move": "announce", "seat": 0}, "Something is missing: Number."),
        ({"move": "announce", "seat": "0", "number": 5}, "Seat: “0” is not possible. Give a whole"),
        ({"move": "announce", "seat": 0, "number": True}, "Number: “True” is not possible. Give a"),
        ({"move": "announce", "seat": 0, "number": 10**30}, f"Number: “{10**30}” is not possible."),
        (
            {"move": "announce", "seat": 0, "number": 10**5000},
            "Number: “…” is not possible. Give a",
        ),
        ({"move": "announce", "seat": 0, "number": float("nan")}, "Number: “nan” is not possible."),
        (
            {"move": "announce", "seat": 0, "number": 5, "hurry": 1},
            "There is no “hurry” here, only",
        ),
        ({"move": "announce", "seat": 0, "number": 5, 7: 1}, "There is no “7” here, only"),
        ({"move": "fold", "seat": 0}, "There is no move “fold” in this game."),
        ({"move": ["announce"]}, "There is no move “['announce']” in this game."),
        (
            {"move": "cards_read", "cards": [20]},
            "Cards: “[20]” is not possible. Give a list of names.",
        ),
        ({"move": "cards_read", "cards": [HALF]}, "Cards: “['\\ud800']” is not possible."),
    ],
)
def test_garbage_is_no_move_and_is_told_which_field_is_wrong(plain: Any, said: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        library.move(library.game("coyote"), plain)
    assert refusal.value.rule == library.FORM
    assert words.say(refusal.value.message).startswith(said)


def test_the_schema_describes_every_move_and_option_and_each_field_has_a_name_in_words() -> None:
    for name in library.names():
        schema = library.schema(name)
        game = library.game(name)
        text = msgspec.json.encode(schema).decode()
        assert schema["$schema"].startswith("https://json-schema.org/")
        options = [field.name for field in msgspec.structs.fields(game.rules.options)]
        assert all(f'"{option}"' in text for option in options)
        asked = {f"option.{option}" for option in options}
        for move in game.rules.moves.values():
            asked |= {f"field.{field.name}" for field in msgspec.structs.fields(move)}
        for locale in words.LOCALES:
            assert {key for key in asked if not words.has_key(key, locale)} == set()
    moves = library.schema("coyote")["properties"]["move"]["discriminator"]["mapping"]
    assert {"announce", "challenge", "cards_read", "cards_corrected", "sit_out"} <= set(moves)
    for reference in moves.values():
        assert reference.removeprefix("#/$defs/") in library.schema("coyote")["$defs"]


@pytest.mark.parametrize("name", library.names())
def test_every_game_says_what_its_cards_are_called_and_how_many_there_are(name: str) -> None:
    game = library.game(name)
    for edition in library.editions(game) or (None,):
        counts = game.table.cards.counts(library.options(game, {"edition": edition}))
        assert sum(counts.values()) >= 10
        assert [game.table.cards.name(card) for card in counts] == list(counts)
        assert [game.table.cards.name(f" {card.upper()} ") for card in counts] == list(counts)
    with pytest.raises(ValueError, match="banana"):
        game.table.cards.name("banana")
    with pytest.raises(BadOptions):
        game.table.cards.counts(library.options(game, {"deck": {"banana": 1}}))


def test_counts_go_by_the_one_name_of_a_card() -> None:
    game = library.game("coyote")
    options = library.options(game, {"deck": {"Tipi": 1, "?": 1, "−5": 2, "7": 0}})
    assert game.table.cards.counts(options) == {"?": 2, "-5": 2}


def test_cards_can_be_scored_outside_a_match() -> None:
    game = library.game("coyote")
    assert game.table.score is not None
    options = library.options(game, {"edition": "oliphante"})
    score = game.table.score(options, ["20", "Squaw", "chief", "dusk", "tipi"], ["5"])
    assert (score.total, score.reshuffle) == (10, True)
    plain = msgspec.to_builtins(score)
    assert set(plain) == {"total", "steps", "reshuffle"}
    with pytest.raises(IllegalMove) as refusal:
        game.table.score(options, ["banana"], [])
    assert refusal.value.message.params == {"given": "banana"}
    with pytest.raises(BadOptions):
        game.table.score(library.options(game, {"edition": "none", "deck": {"1": 9}}), ["1"], [])
