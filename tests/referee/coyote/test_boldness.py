"""How bold it was: the chance of an announcement, what is told after a count, and of whom."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import fsum
from random import Random
from typing import Any

import pytest

from referee import library
from referee.contract import sum_figures
from referee.coyote.rules.counting import count
from referee.coyote.state.cards import DRAW
from referee.coyote.state.editions import EDITIONS, Edition
from referee.coyote.state.state import State
from referee.coyote.view.boldness import ChanceRange, chance_of, round_figures
from referee.coyote.view.chances import Odds

GAME = library.game("coyote")
FACES = ["1", "5", "20", "-5", "-10", "0", "max0", "max-", "x2", "night"]
DECK = {"1": 2, "5": 2, "10": 1, "-5": 1, "x2": 1, "?": 1}
DARED = {"coyote.note.risk", "coyote.note.bluffs", "coyote.note.doubts"}


def listed(
    edition: Edition,
    number: int,
    seen: list[str],
    unseen: list[str],
    own: int,
    pile: int,
    discards: list[str],
) -> float:
    """Deal the unseen cards, and the discards under the pile, in every order: nothing is clever."""
    reached = orders = 0
    for first in permutations(unseen):
        for second in permutations(discards):
            base = [*seen, *first[:own]]
            below = [*first[own : own + pile], *second]
            drawn: list[str] = []
            while len(drawn) < (*base, *drawn).count(DRAW) and len(drawn) < len(below):
                drawn.append(below[len(drawn)])
            reached += count(base, edition, drawn).total >= number
            orders += 1
    return reached / orders


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.name)
def test_the_chance_is_that_of_all_orders_of_the_unseen_cards(edition: Edition) -> None:
    random = Random(edition.name)
    kinds: Counter[str] = Counter()
    for _ in range(50):
        own = random.choice((0, 1, 1, 2))
        unseen = random.choices(FACES, k=random.randint(max(own, 1), 4))
        unseen += [DRAW] * random.randint(0, 1)
        seen = random.choices(FACES, k=random.randint(1, 4)) + [DRAW] * random.randint(0, 2)
        discards = random.choices(FACES, k=random.randint(0, 2))
        pile = random.randint(0, len(unseen) - own)
        number = count([*seen, *unseen[:own]], edition).total + random.randint(0, 3)
        exact = listed(edition, number, seen, unseen, own, pile, discards)
        odds = Odds(edition, number, Counter(unseen), Counter(discards))
        assert abs(odds.chance(tuple(seen), (), own, pile) - exact) < 1e-12
        kinds["between"] += 0 < exact < 1
        kinds["short pile"] += pile < seen.count(DRAW)
    assert min(kinds["between"], kinds["short pile"]) > 5


# -- after a count ------------------------------------------------------------------------


def after(moves: list[dict[str, Any]], seats: int = 3, **plain: Any) -> State:
    options = library.options(GAME, {"deck": DECK, "strikes": 3, **plain})
    state: State = GAME.rules.begin(options, seats)
    for move in moves:
        state, _ = GAME.rules.apply(state, library.move(GAME, move))
    return state


def says(seat: int, number: int) -> dict[str, Any]:
    return {"move": "announce", "seat": seat, "number": number}


def does(seat: int, move: str, **more: Any) -> dict[str, Any]:
    return {"move": move, "seat": seat, **more}


def reads(*cards: str) -> dict[str, Any]:
    return {"move": "cards_read", "cards": list(cards)}


CHALLENGED = [says(0, 3), says(1, 8), does(2, "challenge")]
LOOK = [says(0, 12), does(1, "challenge")]
ACTIONS: dict[str, Any] = {"edition": "oliphante", "actions": True}


@pytest.mark.parametrize(
    ("moves", "options", "base", "discards", "always"),
    [
        ([*CHALLENGED, reads("1", "5", "x2")], {}, ["1", "5", "x2"], [], []),
        pytest.param(
            [
                *(*CHALLENGED, reads("1", "5", "-5"), says(1, 4), does(2, "challenge")),
                *(reads("1", "?", "5"), reads("1", "?", "5", "10")),
            ],
            {},
            ["1", "?", "5"],
            ["1", "5", "-5"],
            [],
            id="the discards are known, and a draw card turns up one of the rest",
        ),
        pytest.param(
            [does(0, "open"), reads("10"), *LOOK, reads("10", "1", "5", "-5")],
            ACTIONS,
            ["1", "5", "-5"],
            [],
            ["10"],
            id="an open card is seen by its player too",
        ),
        pytest.param(
            [does(0, "swap"), *LOOK, reads("10"), reads("10", "1", "5", "-5")],
            ACTIONS,
            ["1", "5", "-5"],
            [],
            [],
            id="a card swapped out unseen may be any that the announcer does not see",
        ),
    ],
)
def test_the_chance_lies_between_those_of_each_card_that_may_be_the_announcers(
    moves: list[dict[str, Any]],
    options: dict[str, Any],
    base: list[str],
    discards: list[str],
    always: list[str],
) -> None:
    state, chances = after(moves, **options), []
    for at in range(len(base)):
        seen = [*base[:at], *base[at + 1 :], *always]
        unseen = list((Counter(DECK) - Counter(discards) - Counter(seen)).elements())
        edition = EDITIONS[state.setup.edition]
        chances.append(listed(edition, state.number, seen, unseen, 1, len(unseen) - 1, discards))
    exact = ChanceRange(min(chances), max(chances), fsum(chances) / len(chances))
    found = chance_of(state.setup, state.story[-1])
    assert found is not None
    assert all(abs(a - b) < 1e-12 for a, b in zip(found, exact, strict=True))


def test_who_has_looked_at_their_card_knew_the_total() -> None:
    moves = [does(0, "know", card="10"), reads("10"), says(0, 12), does(1, "challenge")]
    state = after([*moves, reads("10", "1", "5")], **ACTIONS)
    assert chance_of(state.setup, state.story[-1]) == ChanceRange(1.0, 1.0, 1.0)


def test_nothing_is_told_where_the_cards_do_not_tell_which_was_turned_up() -> None:
    state = after([says(0, 3), does(1, "challenge"), reads("1", "?", "5", "10")])
    assert chance_of(state.setup, state.story[-1]) is None
    assert GAME.shown.remarks(state) == ()


def test_a_correction_is_weighed_in_place_of_what_was_read() -> None:
    correction = {"move": "cards_corrected", "cards": ["1", "5", "x2"]}
    state = after([*CHALLENGED, reads("1", "5", "5"), correction])
    assert state.story == after([*CHALLENGED, reads("1", "5", "x2")]).story


# -- over a match -------------------------------------------------------------------------


def counts(state: State, seat: int) -> dict[str, tuple[int, int]]:
    """The figures of a seat in the counted rounds: how many, out of how many."""
    figures = [one for told in state.story for one in round_figures(state.setup, told)]
    return {one.name: (one.count, one.of) for one in sum_figures(figures) if one.seat == seat}


def test_bluffs_doubts_and_risks_are_counted_for_each_seat() -> None:
    first = [says(0, 3), says(1, 8), says(2, 30), does(0, "challenge"), reads("1", "5", "5")]
    then = [says(2, 1), does(0, "challenge"), reads("1", "10", "x2")]
    state = after([*first, *then])
    assert [told.total for told in state.story] == [11, 22]
    assert counts(state, 0) == {"bluffs": (0, 1), "right": (1, 2)}
    assert counts(state, 1) == {"bluffs": (0, 1)}
    assert counts(state, 2) == {"bluffs": (1, 2), "caught": (1, 1), "boldness": (2, 2)}
    taken_over = [says(0, 30), does(1, "approve"), does(2, "challenge"), reads("1", "5", "5")]
    state = after(taken_over, actions=True)
    assert (counts(state, 0)["bluffs"], counts(state, 0)["caught"]) == ((1, 1), (0, 1))
    assert (counts(state, 1)["bluffs"], counts(state, 1)["caught"]) == ((1, 1), (1, 1))


@pytest.mark.parametrize("boldness", [True, False])
def test_it_is_told_after_a_count_and_the_match_and_not_where_it_is_off(*, boldness: bool) -> None:
    talk = after(CHALLENGED, boldness=boldness, strikes=1)
    counted = after([*CHALLENGED, reads("1", "5", "x2")], boldness=boldness, strikes=1)
    ends = [says(1, 30), does(0, "challenge"), reads("10", "-5")]
    over = after([*CHALLENGED, reads("1", "5", "x2"), *ends], boldness=boldness, strikes=1)
    found = []
    for state in (talk, counted, over):
        view = GAME.shown.view(state, None)
        notes = {note.key for seat in view.seats for note in seat.notes}
        remarks = GAME.shown.remarks(state)
        found.append((bool(remarks), bool(notes & DARED), bool(state.story)))
    told = [(False, False, False), (True, False, True), (True, True, True)]
    assert found == (told if boldness else [(False, False, False)] * 3)
