"""What announcements and challenges were worth, against an enumeration by the rule file alone.

Nothing of the game's own counting is used here: cards are counted as CY-20 to CY-25 say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from statistics import fmean, pstdev
from typing import Any

import pytest

from referee import library
from referee.contract import Message
from referee.coyote.state.moves import Announce, Challenge
from referee.determinization import MoveAnalysis

DECK = {"2": 2, "5": 1, "10": 1, "20": 1, "-5": 1, "0": 1, "max0": 1, "max-": 1, "x2": 1, "?": 1}


def total(cards: Sequence[str], drawn: Sequence[str], edition: str) -> int:
    """Count cards by the rule file: ?, MAX→0, MAX→−, ×2, in that order (CY-20)."""
    every = [*cards, *drawn]
    values = [int(card) for card in every if card.lstrip("-").isdecimal()]
    ups = sorted((value for value in values if value > 0), reverse=True)
    downs = sum(value for value in values if value < 0)
    for _ in range(every.count("max0")):  # CY-22: one of the highest counts 0
        ups = ups[1:]
    turned = [ups.pop(0) for _ in range(every.count("max-")) if ups]  # CY-23
    whole = sum(ups) * (2 ** every.count("x2") if edition != "tomahawk" else 1)
    whole += downs - sum(turned)
    return whole * 2 ** every.count("x2") if edition == "tomahawk" else whole  # CY-24


def totals(seen: Sequence[str], unseen: Sequence[str], edition: str) -> Iterator[int]:
    """Yield what the cards come to, for each own card and each draw: all as likely (CY-21).

    One draw card is in the deck: with it, the top of the pile is turned up.
    """
    for own in range(len(unseen)):
        rest = [*unseen[:own], *unseen[own + 1 :]]
        base = [*seen, unseen[own]]
        if "?" in base:
            yield from (total(base, [drawn], edition) for drawn in rest)
        else:
            yield from (total(base, [], edition) for _ in rest)


def reached(number: int, cards: Sequence[str], edition: str) -> list[float]:
    """Return the chance to reach a number, for each card of the table that may be the own one."""
    found = []
    for own in range(len(cards)):
        seen = [*cards[:own], *cards[own + 1 :]]
        unseen = [card for card, many in DECK.items() for _ in range(many)]
        for card in seen:
            unseen.remove(card)
        every = list(totals(seen, unseen, edition))
        found.append(float(Fraction(sum(one >= number for one in every), len(every))))
    return found


def looked_at(cards: Sequence[str], said: Sequence[int], edition: str) -> list[MoveAnalysis]:
    """Play one round in which numbers are said and the last is challenged; look back at it."""
    game: Any = library.game("coyote")
    return list(game.bot.analyse_moves(*played(cards, said, edition)))


def played(cards: Sequence[str], said: Sequence[int], edition: str) -> tuple[list[Any], list[Any]]:
    """Return the states and the moves of such a round."""
    game: Any = library.game("coyote")
    plain = {"edition": edition, "deck": DECK, "boldness": False}
    seats = len(cards)
    states = [game.rules.begin(library.options(game, plain), seats)]
    moves: list[Any] = [Announce(at % seats, number) for at, number in enumerate(said)]
    moves.append(Challenge(len(said) % seats))
    reading = library.move(game, {"move": "cards_read", "cards": list(cards)})
    for move in (*moves, reading):
        states.append(game.rules.apply(states[-1], move)[0])
    return states, [*moves, reading]


@pytest.mark.parametrize("edition", ["kidult", "tomahawk", "oliphante"])
def test_each_figure_is_that_of_all_ways_in_which_the_unseen_cards_may_lie(edition: str) -> None:
    random = Random(edition)
    deck = [card for card, many in DECK.items() for _ in range(many) if card != "?"]
    compared = exact = 0
    for _ in range(25):
        cards = random.sample(deck, random.choice((3, 4)))
        said = sorted(random.sample(range(1, 26), random.choice((1, 2, 3))))
        for one in looked_at(cards, said, edition):
            now, instead = states_of(one, said)
            made, best = (each(cards, edition) for each in (now, instead))
            assert one.made == pytest.approx(fmean(made), abs=1e-9)
            assert one.best == pytest.approx(fmean(best), abs=1e-9)
            off = pstdev(high - low for low, high in zip(made, best, strict=True))
            assert one.error == pytest.approx(off, abs=1e-7)
            compared += 1
            exact += one.error == 0.0
    assert compared > 30
    assert exact < compared


def states_of(one: MoveAnalysis, said: Sequence[int]) -> tuple[Any, Any]:
    """Return what a move and the better one were worth, as functions of cards and edition."""
    if one.at == len(said):
        return _doubt(said[-1]), _number(said[-1] + 1)
    standing = said[one.at - 1] if one.at else 0
    better = one.better.move
    instead = _doubt(standing) if isinstance(better, Challenge) else _number(int(better.number))
    return _number(said[one.at]), instead


def _number(number: int) -> Any:
    return lambda cards, edition: reached(number, cards, edition)


def _doubt(number: int) -> Any:
    return lambda cards, edition: [1 - one for one in reached(number, cards, edition)]


def test_a_number_that_cannot_be_there_is_exact() -> None:
    """No deck of this size comes to 500."""
    found = looked_at(["2", "5", "10"], [1, 500], "oliphante")
    raised = next(one for one in found if one.at == 1)
    assert raised.made == 0.0
    assert raised.why is not None
    assert raised.why.params["made"] == 0
    doubted = next(one for one in found if one.at == 2)
    assert (doubted.made, doubted.best, doubted.error) == (1.0, 0.0, 0.0)


def test_what_is_better_than_a_raise_is_the_better_of_less_and_a_challenge() -> None:
    raised = next(one for one in looked_at(["-5", "0", "2"], [18, 19], "oliphante") if one.at == 1)
    assert isinstance(raised.better.move, Challenge)
    assert raised.why is not None
    assert raised.why.key == "coyote.weighed.doubt"
    less = next(one for one in looked_at(["20", "10", "5"], [1, 60], "oliphante") if one.at == 1)
    assert less.better.move == Announce(1, 2)


def test_who_opens_is_compared_with_the_highest_number_that_was_as_likely_as_not() -> None:
    (opened, _) = looked_at(["20", "10", "5"], [60], "oliphante")
    number = int(opened.better.move.number)
    assert opened.best >= 0.5
    assert fmean(reached(number + 1, ["20", "10", "5"], "oliphante")) < 0.5


def test_a_round_that_was_not_counted_is_not_told() -> None:
    game: Any = library.game("coyote")
    states = [game.rules.begin(library.options(game, {}), 3)]
    moves = [Announce(0, 3), Announce(1, 90)]
    for move in moves:
        states.append(game.rules.apply(states[-1], move)[0])
    assert list(game.bot.analyse_moves(states, moves)) == []


def test_a_reason_says_what_the_number_needed_from_the_own_card_and_waits_for_the_count() -> None:
    explain = library.game("coyote").require_bot().explain
    cards = ["2", "5", "10"]
    states, moves = played(cards, [14, 20], "oliphante")
    seen: dict[str, Any] = {"seat": 0, "number": 14, "low": 7, "high": 15, "least": -1, "most": 7}
    every = [round(100 * one) for one in reached(14, cards, "oliphante")]
    chances = {"low_chance": min(every), "high_chance": max(every)}
    told = Message("coyote.reason.range", {**seen, **chances})
    assert explain(states, moves, 0, moves[0]) == told
    assert explain(states[:2], moves[:1], 0, moves[0]) == Message(
        "coyote.reason.later", {"seat": 0}
    )
    same = explain(*played(["2", "2"], [1, 9], "tomahawk"), 1, Challenge(1))
    assert same is not None
    assert (same.key, same.params["sum"], same.params["need"]) == ("coyote.reason.seen", 2, -1)
