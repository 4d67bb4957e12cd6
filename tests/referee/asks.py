"""The offers that ask for cards, or for a card of a grid: for tests of the rules."""

from __future__ import annotations

from referee.contract import AskCards, AskPlace, By, Offer, Offers


def reads(offers: Offers) -> tuple[tuple[Offer, AskCards], ...]:
    """Return the offers of players and the camera that ask for cards, each with what it asks."""
    return tuple(
        (offer, ask)
        for offer in offers
        for ask in offer.ask
        if isinstance(ask, AskCards) and offer.by is not By.HOST
    )


def places(offers: Offers) -> tuple[tuple[Offer, AskPlace], ...]:
    """Return the offers that ask for a card of a grid, each with what it asks."""
    return tuple((offer, ask) for offer in offers for ask in offer.ask if isinstance(ask, AskPlace))
