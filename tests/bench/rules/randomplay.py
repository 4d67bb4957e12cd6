"""A player who knows no rule: it does any one of the things that are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from referee import library
from referee.contract import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskPlace,
    AskSeat,
    By,
    Game,
    Offer,
    Offers,
    Ruling,
)

NUMBER_SPREAD = 6  # how far above the least number this player goes
OPTIONAL_SHARE = 0.2  # how often a question is answered that needs no answer
BROUGHT_SHARE = 0.5  # how often what a card brings lies there at once
AGREED_SHARE = 0.02  # how often people agree to what all must agree to: it ends much, and is rare
HOST_SHARE = 0.02  # how often the host steps in, where anybody else could go on
LEAVE = "leave"  # in every game the host's move by which a player leaves: it ends much, and is rare
LEAVE_SHARE = 0.2  # of those times


@dataclass(frozen=True)
class Transition:
    """A move that was made: the state before it, and what came of it."""

    before: Any
    move: Any
    after: Any
    rulings: tuple[Ruling, ...]


def play(
    game: Game[Any, Any, Any], options: Any, seats: int, random: Random, most: int = 10_000
) -> Iterator[Transition]:
    """Play a whole match at random, at most `most` moves of it."""
    state = game.rules.begin(options, seats)
    for _ in range(most):
        if game.rules.outcome(state) is not None:
            return
        move = library.move(game, choose(game.rules.offers(state), random))
        after, rulings = game.rules.apply(state, move)
        yield Transition(state, move, after, rulings)
        state = after


def choose(offers: Offers, random: Random) -> dict[str, Any]:
    """Return one of the moves offered, as plain data."""
    host = [offer for offer in offers if offer.by is By.HOST]
    others = [offer for offer in offers if offer.by is not By.HOST]
    free = [offer for offer in others if not offer.needs_all]
    if len(free) < len(others) and random.random() >= AGREED_SHARE:
        others = free
    if host and (not others or random.random() < HOST_SHARE):
        leave = [offer for offer in host if offer.move == LEAVE]
        leaves = bool(leave) and random.random() < LEAVE_SHARE
        right = [offer for offer in host if offer.move != LEAVE]
        others = leave if leaves else right or others or leave
    return fill(random.choice(others), random)


def fill(offer: Offer, random: Random) -> dict[str, Any]:
    """Return the move of an offer, its questions answered at random, some optional ones too."""
    some = [ask for ask in offer.optional if random.random() < OPTIONAL_SHARE]
    return offer.fill(**{ask.field: _answer(ask, random) for ask in (*offer.ask, *some)})


def _answer(ask: Ask, random: Random) -> Any:
    match ask:
        case AskNumber():
            most = ask.least + NUMBER_SPREAD * ask.step
            last = most if ask.most is None else min(most, ask.most)
            return random.randrange(ask.least, last + 1, ask.step)
        case AskChoice():
            return random.choice(ask.choices).value
        case AskSeat():
            return random.choice(ask.seats)
        case AskCards():
            return _cards(ask, random)
        case AskPlace():
            card = random.choice([card for card, cells in ask.places.items() if cells])
            row, column = random.choice(ask.places[card])
            return {"card": card, "row": row, "column": column}


def _cards(ask: AskCards, random: Random) -> list[str]:
    """Deal cards from those that are possible; what a card brings may lie there or not yet."""
    known, possible = Counter(ask.known), Counter(ask.possible)
    again = Counter(ask.discards) - (known - possible)
    pile = [*_shuffled(again, random), *_shuffled(possible - known, random)]  # dealt from the end
    cards = list(known.elements())
    number = random.randint(ask.least, max(ask.least, ask.most))
    while pile and (
        len(cards) < number
        or (len(cards) < ask.max_count(cards) and random.random() < BROUGHT_SHARE)
    ):
        cards.append(pile.pop())
    return cards


def _shuffled(counts: Mapping[str, int], random: Random) -> list[str]:
    pile = [card for card, number in counts.items() for _ in range(number)]
    random.shuffle(pile)
    return pile
