"""How bold it was: what is told after a count, and of whom after a match."""

from __future__ import annotations

from collections import Counter
from math import fsum
from random import Random
from typing import Any

import pytest

from referee import library
from referee.contract import sum_figures
from referee.coyote.state.editions import EDITIONS
from referee.coyote.state.state import State
from referee.coyote.view.boldness import ChanceRange, chance_of, round_figures
from tests.bench.rules.randomplay import play
from tests.referee.coyote.summary import summary_of
from tests.referee.coyote.test_chances import listed

GAME = library.game("coyote")
DECK = {"1": 2, "5": 2, "10": 1, "-5": 1, "x2": 1, "?": 1}
BOLD = {"coyote.remark.chance", "coyote.remark.chance_between"}
DARED = {"coyote.note.risk", "coyote.note.bluffs", "coyote.note.doubts"}


def after(moves: list[dict[str, Any]], seats: int = 3, **plain: Any) -> State:
    state: State = GAME.rules.begin(
        library.options(GAME, {"deck": DECK, "strikes": 3, **plain}), seats
    )
    for move in moves:
        state, _ = GAME.rules.apply(state, library.move(GAME, move))
    return state


def says(seat: int, number: int) -> dict[str, Any]:
    return {"move": "announce", "seat": seat, "number": number}


def does(seat: int, move: str, **more: Any) -> dict[str, Any]:
    return {"move": move, "seat": seat, **more}


def reads(*cards: str) -> dict[str, Any]:
    return {"move": "cards_read", "cards": list(cards)}


def last(state: State) -> ChanceRange:
    found = chance_of(state.setup, state.story[-1])
    assert found is not None
    return found


def by_each_card(
    state: State, base: list[str], discards: list[str], always: tuple[str, ...] = ()
) -> ChanceRange:
    """Let each card of the base be the announcer's in turn, and list every order of the rest."""
    chances = []
    for at in range(len(base)):
        others = [*base[:at], *base[at + 1 :]]
        unseen = Counter(DECK) - Counter(discards) - Counter(others) - Counter(always)
        cards = list(unseen.elements())
        edition = EDITIONS[state.setup.edition]
        seen, pile = [*others, *always], len(cards) - 1
        chances.append(listed(edition, state.number, seen, cards, 1, pile, discards))
    return ChanceRange(min(chances), max(chances), fsum(chances) / len(chances))


def near(one: ChanceRange, other: ChanceRange) -> bool:
    return all(abs(a - b) < 1e-12 for a, b in zip(one, other, strict=True))


# -- after a count ------------------------------------------------------------------------


def test_the_chance_lies_between_those_of_each_card_that_may_be_the_announcers() -> None:
    first = [says(0, 3), says(1, 8), does(2, "challenge"), reads("1", "5", "x2")]
    state = after(first)
    assert near(last(state), by_each_card(state, ["1", "5", "x2"], []))
    assert last(state).least < last(state).mean < last(state).most


def test_the_discards_are_known_and_a_draw_card_turns_up_one_of_the_rest() -> None:
    first = [says(0, 3), says(1, 12), does(2, "challenge"), reads("1", "5", "-5")]
    then = [says(1, 4), does(2, "challenge"), reads("1", "?", "5"), reads("1", "?", "5", "10")]
    state = after([*first, *then])
    assert state.story[-1].base == ("1", "?", "5"), "without the card that was drawn"
    assert near(last(state), by_each_card(state, ["1", "?", "5"], ["1", "5", "-5"]))


def test_an_open_card_is_seen_by_its_player_too() -> None:
    moves = [does(0, "open"), reads("10"), says(0, 12), does(1, "challenge")]
    state = after([*moves, reads("10", "1", "5", "-5")], edition="oliphante", actions=True)
    assert near(last(state), by_each_card(state, ["1", "5", "-5"], [], ("10",)))


def test_two_cards_of_ones_own_are_both_unseen() -> None:
    moves = [says(0, 3), does(0, "extra", target=1), says(1, 9), does(2, "challenge")]
    state = after([*moves, reads("1", "5", "x2", "10")], actions=True)
    base = ["1", "5", "x2", "10"]
    chances = []
    for one in range(4):
        for two in range(one):
            others = [card for at, card in enumerate(base) if at not in (one, two)]
            cards = list((Counter(DECK) - Counter(others)).elements())
            chances.append(listed(EDITIONS["tomahawk"], 9, others, cards, 2, len(cards) - 2, []))
    mean = fsum(chances) / len(chances)
    assert near(last(state), ChanceRange(min(chances), max(chances), mean))


def test_a_card_swapped_out_unseen_may_be_any_of_those_that_the_announcer_does_not_see() -> None:
    moves = [does(0, "swap"), says(0, 7), does(1, "challenge"), reads("10")]
    state = after([*moves, reads("10", "1", "5", "-5")], edition="oliphante", actions=True)
    assert near(last(state), by_each_card(state, ["1", "5", "-5"], []))


def test_who_has_looked_at_their_card_knew_the_total() -> None:
    moves = [does(0, "know", card="10"), reads("10"), says(0, 12), does(1, "challenge")]
    state = after([*moves, reads("10", "1", "5")], edition="oliphante", actions=True)
    assert last(state) == ChanceRange(1.0, 1.0, 1.0)


def test_nothing_is_said_where_what_lies_there_does_not_tell_which_card_was_turned_up() -> None:
    state = after([says(0, 3), does(1, "challenge"), reads("1", "?", "5", "10")])
    assert chance_of(state.setup, state.story[-1]) is None
    assert not BOLD & {remark.key for remark in GAME.shown.remarks(state)}
    assert counts(state, 0)["boldness"] == (0, 1)


def test_a_correction_is_weighed_in_place_of_what_was_read() -> None:
    first = [says(0, 3), says(1, 8), does(2, "challenge"), reads("1", "5", "5")]
    state = after([*first, {"move": "cards_corrected", "cards": ["1", "5", "x2"]}])
    assert state.story == after([*first[:-1], reads("1", "5", "x2")]).story


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


def test_who_takes_an_announcement_over_has_announced_it() -> None:
    moves = [says(0, 30), does(1, "approve"), does(2, "challenge"), reads("1", "5", "5")]
    state = after(moves, actions=True)
    assert (counts(state, 0)["bluffs"], counts(state, 0)["caught"]) == ((1, 1), (0, 1))
    assert (counts(state, 1)["bluffs"], counts(state, 1)["caught"]) == ((1, 1), (1, 1))


# -- to whom and when ---------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("boldness", [True, False])
def test_it_is_told_after_the_count_alone_to_all_alike_and_not_where_it_is_off(
    edition: str, *, boldness: bool
) -> None:
    plain = {"edition": edition, "actions": True, "boldness": boldness}
    options = library.options(GAME, plain)
    told: Counter[str] = Counter()
    for seed in range(6):
        for step in play(GAME, options, 4, Random(f"bold {edition} {seed}")):
            state = step.after
            view = GAME.shown.view(state, None)
            remarks = {remark.key for remark in GAME.shown.remarks(state)} & BOLD
            notes = {note.key for seat in view.seats for note in seat.notes} & DARED
            assert bool(notes) == (boldness and summary_of(state).phase == "over")
            if remarks:
                told[summary_of(state).phase] += 1
            if not boldness:
                assert not state.story
    assert set(told) == ({"counted", "over"} if boldness else set())
