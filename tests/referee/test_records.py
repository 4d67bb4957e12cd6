"""What a match came to in numbers: of every game by the contract, of each in a match by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from referee import library, words
from referee.contract import Against, Figure, Message, Record
from referee.records import sum_against, sum_figures
from tests.bench.rules.randomplay import play
from tests.breadth import breadth
from tests.referee.coup.playing import Coup
from tests.referee.known import known


def states(game: str, moves: list[dict[str, Any]], seats: int, **options: Any) -> list[Any]:
    """Return the states of a match of these moves, from the first on."""
    result = library.game(game)
    all_ = [result.rules.begin(library.options(result, options), seats)]
    for move in moves:
        all_.append(result.rules.apply(all_[-1], library.move(result, move))[0])
    return all_


def say(seat: int, number: int) -> dict[str, Any]:
    return {"move": "announce", "seat": seat, "number": number}


def reveal(seat: int, *cards: str) -> list[dict[str, Any]]:
    return [{"move": "challenge", "seat": seat}, {"move": "cards_read", "cards": list(cards)}]


@pytest.mark.parametrize("matches", breadth([4, 12]))
@pytest.mark.parametrize("name", library.names())
def test_a_record_fits_its_match_in_every_game(name: str, matches: int) -> None:
    game, random = library.game(name), Random(7)
    for _ in range(matches):
        plain, seats = known(name).settings(random)
        steps = list(play(game, library.options(game, plain), seats, random))
        record = game.record([steps[0].before, *(step.after for step in steps)])
        assert msgspec.json.decode(msgspec.json.encode(record), type=Record) == record
        parties = len(game.shown.view(steps[0].before, None).others)
        at = [item.state for item in record.figures] + [against.state for against in record.against]
        assert all(state is None or 0 < state <= len(steps) for state in at)
        for figure in sum_figures(record.figures):
            assert 0 <= figure.seat < seats
            assert 0 <= figure.count <= figure.of
            assert words.has_key(f"figure.{figure.name}", "en")
        for against in sum_against(record.against):
            assert against.count > 0
            assert against.seat != against.other
            assert {against.seat, against.other} <= set(range(seats))
        for series in record.series:
            assert list(series.rounds) == sorted(set(series.rounds))
            assert len(series.values) in (seats, seats + parties)
            assert {len(row) for row in series.values} == {len(series.rounds)}
            assert all(v >= 0 for row in series.values for v in row if v is not None)
            assert words.has_key(f"series.{series.name}", "en")
        for highlight in record.highlights:
            assert 0 <= highlight.state <= len(steps)
            texts = {words.say(highlight.message, locale) for locale in words.LOCALES}
            assert not any(highlight.message.key in text for text in texts), (
                "its sentence asks for more"
            )


COYOTE = [
    *(say(0, 3), say(1, 30), *reveal(2, "1", "2", "3")),  # 6 < 30: seat 1 is caught
    *(say(1, 2), *reveal(2, "1", "2", "4")),  # 7 ≥ 2: seat 2 is wrong
    *(say(2, 4), say(0, 50), *reveal(1, "3", "4", "5")),  # 12 < 50: seat 0 is caught
    *(say(0, 60), *reveal(1, "5", "10", "15")),  # 30 < 60: seat 0 is out
    *(say(1, 70), *reveal(2, "10", "-5")),  # 5 < 70: seat 1 is out
]  # fmt: skip


def figure(record: Record, name: str, seat: int) -> Figure:
    return next(
        sum_figure
        for sum_figure in sum_figures(record.figures)
        if (sum_figure.name, sum_figure.seat) == (name, seat)
    )


def test_coyote_tells_bluffs_and_challenges_of_each_seat() -> None:
    record = library.game("coyote").record(states("coyote", COYOTE, 3, strikes=2))
    assert figure(record, "bluffs", 0) == Figure("bluffs", 0, 2, 3)
    assert figure(record, "caught", 0) == Figure("caught", 0, 2, 2)
    assert figure(record, "bluffs", 1) == Figure("bluffs", 1, 2, 3)
    assert figure(record, "right", 1) == Figure("right", 1, 2, 2)
    assert figure(record, "right", 2) == Figure("right", 2, 2, 3)
    assert sum_against(record.against) == (Against(1, 0, 2), Against(2, 1, 3))


def test_coyotes_curve_ends_with_the_round_in_which_a_seat_went_out() -> None:
    (strikes,) = library.game("coyote").record(states("coyote", COYOTE, 3, strikes=2)).series
    assert strikes.rounds == (1, 2, 3, 4, 5)
    assert strikes.values == ((0, 0, 1, 2, None), (1, 1, 1, 1, 2), (0, 1, 1, 1, 1))


def test_coyote_tells_the_highest_number_that_held_before_all_others() -> None:
    game, calm = library.game("coyote"), [say(0, 3), say(1, 4), *reveal(2, "4", "4", "3")]
    (held, *_) = game.record(states("coyote", calm, 3)).highlights
    assert held.message == Message("coyote.highlight.held", {"seat": 1, "number": 4, "total": 11})
    bold = [*calm, say(2, 6), say(0, 25), *reveal(1, "10", "10", "5")]
    first, *others = game.record(states("coyote", bold, 3)).highlights
    assert (first.message.key, first.state) == ("coyote.highlight.held", len(bold))
    assert first.message.params["number"] == 25
    assert held not in others, "4 was no greater number than 25"


def test_coup_tells_claims_challenges_targets_and_the_cards_left() -> None:
    match = Coup(3)
    all_ = [match.state]

    def does(name: str, **fields: Any) -> None:
        match.do(name, **fields)
        all_.append(match.state)

    does("declare", seat=0, action="tax")
    does("challenge", seat=1)
    does("concede", seat=0)
    does("card_turned", cards=["captain"])
    does("declare", seat=1, action="extort", target=2)
    for seat in (2, 0):
        does("pass", seat=seat)
    does("pass", seat=2)
    does("coins_set", seat=2, coins=7)
    does("declare", seat=2, action="coup", target=0)
    does("card_turned", cards=["captain", "contessa"])
    record = library.game("coup").record(all_)
    assert figure(record, "bluffs", 0) == Figure("bluffs", 0, 1, 1)
    assert figure(record, "caught", 0) == Figure("caught", 0, 1, 1)
    assert figure(record, "right", 1) == Figure("right", 1, 1, 1)
    assert sum_against(record.against) == (Against(1, 0, 1), Against(1, 2, 1), Against(2, 0, 1))
    (left,) = record.series
    assert left.values == ((1, 0), (2, 2), (2, 2))
