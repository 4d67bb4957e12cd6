"""The offers of each phase that no pending action makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from referee.contract import AskPlace, By, Offer, Press, Typed
from referee.kit import GRACE_S
from referee.ogallala.rules.ending import may_leave
from referee.ogallala.rules.sliding import pushing_cards, slides
from referee.ogallala.state import phases
from referee.ogallala.state.moves import offer
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.state import TERRITORIES, State, drawable_card, own_territory
from referee.ogallala.state.territory import Territory, cells

_LATER: dict[str, Any] = {"press": Press.LONG, "after_s": GRACE_S}


# -- a turn --------------------------------------------------------------------------------------


def draw_offers(state: State, _phase: Phase) -> Iterator[Offer]:
    """Yield the slides, and the offer to lay the top discard back (OG-1, OG-3, OG-16).

    The host may let a player leave.
    """
    there = drawable_card(state)
    yield from _slide_offers(state, state.stock, "pile")
    if there:
        yield from _slide_offers(state, (there,), "grounds")
        yield offer("lay_back", state.turn, card=there, effect="turn_ends", aside=True, **_LATER)
    yield from map(offer.leave, may_leave(state))


def held_offers(state: State, phase: phases.Lassoed | phases.Spoils) -> tuple[Offer, ...]:
    """Return the slides for a card that was captured or taken by the lasso (OG-16)."""
    return _slide_offers(state, dict.fromkeys(phase.held), phase.source)


def _slide_offers(state: State, cards: Iterable[str], source: str) -> tuple[Offer, ...]:
    """Return the offers to lay one of the cards so that others move aside (OG-16)."""
    mine = own_territory(state)
    pushing = pushing_cards(mine)
    pushed = tuple([card for card in cards if card in pushing]) if pushing else ()
    return _offers_to_push(state.turn, mine, pushed, state.options.tribes, source) if pushed else ()


@lru_cache(maxsize=256)
def _offers_to_push(
    seat: int, mine: Territory, cards: tuple[str, ...], tribes: bool, source: str
) -> tuple[Offer, ...]:
    zone, offered = str(TERRITORIES[seat]), []
    for card in cards:
        for cell, side, after in slides(mine, card, tribes):
            at = (cell.row, cell.column)
            known = tuple(cell for cell in cells(after) if (cell.row, cell.column) != at)
            ask = AskPlace("laid", zone, known, {card: (at,)})
            beside = after.card_at(cell.row, cell.column + (1 if side == "right" else -1))
            says: dict[str, Any] = {"card": card, "beside_card": beside, "aside": True}
            laid = {"card": card, "row": cell.row, "column": cell.column}
            # `side` and `laid` identify this slide.
            given = {"player": seat, "source": source, "side": side, "laid": laid}
            fixed: dict[str, Any] = {"given": given, "by": By.CAMERA, "typed": Typed.READING}
            offered.append(offer("place", None, ask, key=f"push_{side}", **fixed, **says))
    return tuple(offered)


def spare_offers(state: State, _phase: Phase) -> tuple[Offer, ...]:
    """Return the offer to attack none (OG-30)."""
    return (offer("spare", state.turn, **_LATER),)


# -- the rest ------------------------------------------------------------------------------------


def end_offers(state: State, _phase: Phase) -> tuple[Offer, ...]:
    """Return the offers to end the match or play on, after a third canoe (OG-40)."""
    ends = offer("end", state.turn, effect="end", press=Press.SHORT, after_s=GRACE_S)
    return ends, offer("play_on", state.turn, **_LATER)
