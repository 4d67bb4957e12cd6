"""The offers that ask for cards, or that a button makes: for tests of the rules."""

from __future__ import annotations

from referee.contract import AskCards, AskPlace, By, Cue, Offer, Offers


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


def presses_differ(offers: Offers) -> bool:
    """Whether each press means one thing for a seat."""
    presses = [(offer.seat, offer.shown.press) for offer in offers if offer.shown.press]
    return len(presses) == len(set(presses))


def presses_are_lit(offers: Offers) -> bool:
    """Whether each seat that may press has a light."""
    unlit = (Cue.IDLE, Cue.WAIT, Cue.OUT)
    return not any(
        offer.shown.press and (offer.seat is None or offers.cues[offer.seat] in unlit)
        for offer in offers
    )
