"""Hands given as text, and somebody who plays a match at random, mostly by the rules."""

from __future__ import annotations

import random

from tests.referee.models.coup_detat import Match
from tests.referee.models.coup_detat_deal import (
    COUP,
    DominoDeal,
    Play,
    Step,
    TrickDeal,
    pack,
)


def hands(texts: dict[int, str]) -> list[frozenset[str]]:
    """Return what each seat holds, given as text."""
    return [frozenset(texts[seat].split()) for seat in sorted(texts)]


def tricks(texts: dict[int, str], contract: str, leader: int = 0, cards: str = "") -> TrickDeal:
    """Return a deal in which `cards` are played, each by whoever's turn it is."""
    deal = TrickDeal(hands(texts), contract, leader)
    for card in cards.split():
        deal.acts.append(Play(deal.turn, card))
    return deal


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


def begin_deal(match: Match, rng: random.Random, attempts: float = 0.4) -> None:
    """Deal until the Coup card is in a hand; attempt or decline, and name a contract."""
    while not match.give(*dealt(match.players, rng)):
        pass
    contract = rng.choice(match.open_contracts())
    if rng.random() < attempts:
        match.attempt(contract)
    else:
        match.decline(contract)
