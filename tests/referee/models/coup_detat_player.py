"""Hands given as text, and somebody who plays a match at random, mostly by the rules."""

from __future__ import annotations

import random

from tests.referee.models.coup_detat import Match
from tests.referee.models.coup_detat_deal import (
    COUP,
    DominoDeal,
    Play,
    Step,
    pack,
)


def dealt(players: int, rng: random.Random) -> tuple[list[frozenset[str]], str]:
    """Return shuffled hands and the table card."""
    cards = [*pack(players), COUP]
    rng.shuffle(cards)
    hands = [frozenset(cards[8 * seat : 8 * seat + 8]) for seat in range(players)]
    return hands, cards[-1]


def wrong_acts(match: Match) -> list[Play | Step]:
    """Return what whoever's turn it is could do against the rules and nobody notice."""
    deal = match.deal
    assert deal is not None
    seat = deal.turn
    if isinstance(deal, DominoDeal):
        able = any(step.what == "lay" for step in deal.legal())
        return [Step(seat, "pass")] if able and deal.acts and deal.going_on() is None else []
    hand = sorted(deal.hand(seat))
    ways = [play for card in hand for play in deal.ways(seat, card)]
    return [play for play in ways if deal.wrong(play)]


def some_act(match: Match, rng: random.Random, mischief: float) -> Play | Step:
    """Return an act; a wrong one with the chance `mischief` where there is one."""
    assert match.deal is not None
    wrong = wrong_acts(match)
    if wrong and rng.random() < mischief:
        return rng.choice(wrong)
    legal: list[Play | Step] = [*match.deal.legal()]
    return rng.choice(legal)
