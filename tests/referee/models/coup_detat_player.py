"""Hands given as text, and somebody who plays a match at random, mostly by the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.referee.models.coup_detat import Match
from tests.referee.models.coup_detat_deal import (
    COUP,
    DominoDeal,
    Fault,
    Play,
    Step,
    TrickDeal,
    pack,
)

FOUR = {
    0: "AH 10H KH QH JH 9H 8H 7H",
    1: "AS 10S KS QS JS 9S 8S 7S",
    2: "AD 10D KD QD JD 9D 8D 7D",
    3: "AC 10C KC QC JC 9C 8C 7C",
}


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


def play_on(match: Match, rng: random.Random, mischief: float = 0.0) -> Iterator[Fault]:
    """Play a deal until it can be closed; yield what shows, and then let it stand or correct it."""
    assert match.deal is not None
    while not match.paid or match.books.waiting:
        for seat in range(match.players):
            if match.may_lodge(seat) and rng.random() < 0.05:
                match.lodge(seat)
        if not match.shown():
            match.pay()
        if match.books.waiting:
            borrow(match, rng)
        elif match.shown():
            fault = rng.choice(match.shown())
            yield fault
            if rng.random() < 0.5:
                match.stand(fault)
                match.pay_prices()
            else:
                match.correct(fault)
        elif not match.paid:
            match.act(some_act(match, rng, mischief))


def borrow(match: Match, rng: random.Random) -> None:
    """Ask the next for the oldest payment that waits; once all were asked the payee lends."""
    books = match.books
    lender = books.next_lender()
    if lender is None:
        books.payee_lends()
    else:
        books.share(rng.randrange(0, books.most_of(lender) + 1, 100))
