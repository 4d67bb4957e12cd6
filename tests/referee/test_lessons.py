"""A teach-in plays one open round by the rules as they are, and says at each step what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from referee import lessons, library, words
from referee.contract import BadOptions
from referee.lessons import Told

Move = dict[str, Any]

COYOTE: list[Move] = [
    {"move": "announce", "seat": 0, "number": 5},
    {"move": "challenge", "seat": 1},
    {"move": "cards_read", "cards": ["?", "1", "2"]},
    {"move": "cards_read", "cards": ["?", "1", "2", "x2"]},
]
COUP: list[Move] = [
    {"move": "declare", "seat": 0, "action": "exchange"},
    *({"move": "pass", "seat": seat} for seat in (1, 2)),
    {"move": "exchanged", "seat": 0},
    {"move": "declare", "seat": 1, "action": "extort", "target": 2},
    *({"move": "pass", "seat": seat} for seat in (0, 2)),
    {"move": "block", "seat": 2},
    {"move": "name_card", "seat": 2, "card": "captain"},
    {"move": "challenge", "seat": 1},
    {"move": "card_shown", "cards": ["captain"]},
    {"move": "card_turned", "cards": ["duke"]},
    {"move": "card_returned"},
]
COUP_DETAT: list[Move] = [
    {"move": "card_drawn", "player": 0, "cards": ["AC"]},
    {"move": "card_drawn", "player": 1, "cards": ["9C"]},
    {"move": "card_drawn", "player": 2, "cards": ["KC"]},
    {"move": "cleared"},
    {"move": "attempt", "seat": 1},
    {"move": "name_contract", "seat": 1, "contract": "victory"},
    {"move": "card_played", "player": 1, "cards": ["9C"]},
    {"move": "card_played", "player": 2, "cards": ["AS"]},
    {"move": "card_played", "player": 0, "cards": ["10C"]},
    {"move": "table_card_turned", "cards": ["10C", "9D"]},
    {"move": "cleared"},
]


def lay(player: int, card: str, column: int, source: str = "pile", row: int = 0) -> Move:
    cell = {"card": card, "row": row, "column": column}
    return {"move": "place", "player": player, "source": source, "laid": cell}


def take(move: str, player: int, target: int, card: str, column: int) -> Move:
    cell = {"card": card, "row": 0, "column": column}
    return {"move": move, "player": player, "target": target, "taken": cell}


OGALLALA: list[Move] = [
    lay(0, "eagle", 0),
    lay(0, "warrior_b_red", 1),
    {"move": "discard", "player": 0, "cards": ["empty_bow"]},
    lay(1, "warrior_c_red", 0),
    lay(1, "lasso_red", 1),
    take("lasso", 1, 0, "eagle", 0),
    lay(1, "eagle", 2, "lasso"),
    lay(2, "archer_red", 0),
    take("shoot", 2, 0, "warrior_b_red", 1),
    lay(0, "bow_red", 0),
    lay(0, "warrior_g_red", 1),
    lay(0, "stern_red", 2),
    take("attack", 0, 1, "eagle", 2),
    lay(0, "eagle", 0, "spoils", row=1),
    {"move": "top_read", "cards": ["lasso_red"]},
]


def play(move: str, seat: int, *cards: str, **fields: Any) -> Move:
    return {"move": move, "seat": seat, **({"cards": list(cards)} if cards else {}), **fields}


def market(*cards: str) -> Move:
    return {"move": "market_read", "cards": list(cards)}


PLENTY_COUPS: list[Move] = [
    market("coup_stick", "horse", "bee_2", "weapon_2"),
    play("take", 0, "coup_stick", "horse"),
    play("raid", 0, "heron_2", camp=2),
    play("breed", 0, "horse"),
    market("bee_2", "weapon_2", "horse", "horse"),
    play("take", 2, "weapon_2", "bee_2"),
    play("defend", 2, "weapon_2"),
    play("take_back", 2),
    play("hunt", 2, "bee_2"),
    play("hunted", 2, "horse", "weapon_2"),
    play("disdain", 2, "coup_stick", camp=1),
    play("prove", 1, "moth_4"),
    market("horse", "horse", "horse", "coup_stick"),
    {"move": "swept", "cards": []},
    market("heron_1", "lynx_2", "weapon_3", "horse"),
    play("take", 1, "heron_1", "horse"),
    play("breed", 1, "horse"),
    play("breed", 1, "horse"),
    market("lynx_2", "weapon_3", "lynx_1", "moth_1"),
    play("take", 0, "lynx_1", "moth_1"),
    play("coup", 0, "coup_stick", camp=2),
]
ROUNDS = {"coyote": COYOTE, "coup": COUP, "coup_detat": COUP_DETAT, "ogallala": OGALLALA}
ROUNDS["plenty_coups"] = PLENTY_COUPS
STEPS = [(game, step) for game in library.names() for step in library.lesson(game).steps]


def said(game: str, *, dealt: bool | None = True) -> Iterator[Told]:
    """Play a round of a game; yield what is said before its first move and after each."""
    played = library.game(game)
    options = library.options(played, library.lesson(game).options)
    state, made = played.begin(options, 3), set[str]()
    yield lessons.told(game, played.view(state, None), made, dealt)
    for plain in ROUNDS[game]:
        state, _ = played.apply(state, library.move(played, plain))
        made.add(plain["move"])
        yield lessons.told(game, played.view(state, None), made, dealt)


@pytest.mark.parametrize("game", library.names())
def test_a_round_comes_to_every_step_and_ends_with_the_last(game: str) -> None:
    told = [*said(game, dealt=False), *said(game)]
    keys = {text.key for one in told for text in one.texts}
    assert keys == {f"lesson.{game}.{step.text}" for step in library.lesson(game).steps}
    assert [one.last for one in said(game)].index(True) == len(ROUNDS[game])


@pytest.mark.parametrize("game", library.names())
@pytest.mark.parametrize("locale", words.LOCALES)
def test_every_step_is_said_whole_in_one_or_two_sentences(game: str, locale: str) -> None:
    for one in (*said(game, dealt=False), *said(game)):
        assert len(one.texts) == 1
        text = words.say(one.texts[0], locale)
        assert "%(" not in text
        assert not text.startswith("lesson.")
        assert 1 <= len(re.findall(r"\.(?: |$)", text)) <= 2


@pytest.mark.parametrize("game", library.names())
def test_a_table_that_cannot_tell_of_the_deal_says_it_with_the_first_step(game: str) -> None:
    deal, first = (next(iter(said(game, dealt=dealt))).texts for dealt in (False, True))
    assert next(iter(said(game, dealt=None))).texts == deal + first
    assert [one.texts for one in said(game, dealt=None)][1:] == [one.texts for one in said(game)][
        1:
    ]


@pytest.mark.parametrize(("game", "step"), STEPS, ids=[f"{game}-{one.text}" for game, one in STEPS])
def test_a_step_names_what_the_game_has(game: str, step: lessons.Step) -> None:
    phases = {phase.value for phase in import_module(f"referee.{game}.state").Phase}
    dealing = {key for key in ("deal", "shuffle") if words.known(f"{game}.phase.{key}")}
    assert set(step.phases) <= phases | dealing
    moves = library.schema(game)["properties"]["move"]["discriminator"]["mapping"]
    assert step.after in {"", *moves}


@pytest.mark.parametrize("game", library.names())
def test_its_options_are_those_of_the_game(game: str) -> None:
    played, own = library.game(game), library.lesson(game).options
    for edition in library.editions(played) or (None,):
        given = {**own, **({"edition": edition} if edition else {})}
        played.begin(library.options(played, given), 3)


def test_what_is_no_game_has_no_teach_in() -> None:
    with pytest.raises(BadOptions):
        library.lesson("chess")


def test_one_more_open_round_is_told_as_the_first() -> None:
    played = library.game("coyote")
    state, made = played.begin(library.options(played, {"boldness": False}), 3), set[str]()
    for plain in (*COYOTE, {"move": "announce", "seat": 1, "number": 1}):
        state, _ = played.apply(state, library.move(played, plain))
        made.add(plain["move"])
    told = lessons.told("coyote", played.view(state, None), made, True)
    assert [text.key for text in told.texts] == ["lesson.coyote.raise"]
    assert not told.last
