"""Missing cards: they were put away but belong on the mat or in a hand, as after an undo."""

from __future__ import annotations

import random
from collections import Counter

from firmware.virtual.placement import MIDDLE, TALON, next_spot
from firmware.virtual.situation import Situation
from firmware.virtual.state import TableState
from referee.table import CardStatus, Zone


def any_missing(now: Situation) -> bool:
    """Whether a card that was put away is missing. Before a deal, none is."""
    missing = _missing_on_mat, _missing_in_hand, _missing_face_down
    return not now.must_deal and any(look(now) for look in missing)


def bring_back(now: Situation, card_mm: tuple[float, float], chance: random.Random) -> None:
    """Bring back one missing card or, if none is missing, the one that was put away last.

    Raise `LookupError` if nothing was put away since the last deal.
    """
    state = now.state
    if (card := _missing_on_mat(now)) is not None:
        state.recall(card)
    elif (card := _missing_in_hand(now)) is not None:
        state.return_to_hand(card, chance)
    elif (card := _missing_face_down(now)) is not None:
        state.recall(card)
        state.lift(card)
        state.put(card, next_spot(now.spread, card_mm, state.placed, TALON, chance), False)
    elif away := state.recallable():
        state.recall(away[0])
    else:
        raise LookupError("discards")


def _missing_on_mat(now: Situation) -> str | None:
    """The id of a card that must be on the mat, or None.

    A card that may be taken up counts as missing only if no hand holds it.
    """
    names, cards = now.state.pile.faces, now.layout.cards
    there = Counter(one.face for one in now.state.placed)
    stay = Counter(one.name for one in cards if one.status is CardStatus.STAYS)
    free = Counter(one.name for one in cards if one.status is CardStatus.FREE)
    held = Counter(names[card] for _, card in now.state.held_cards())
    lacks = (stay - there) | ((stay + free) - (there + held))
    return next(
        (
            one
            for one in now.state.recallable()
            if lacks[_face_of(now.state, one)] and _lay_where_expected(now, one)
        ),
        None,
    )


def _face_of(state: TableState, card: str) -> str:
    """Return the visible name that a card that was put away has if it comes back."""
    return state.left[card].face if card in state.left else state.pile.faces[card]


def _lay_where_expected(now: Situation, card: str) -> bool:
    """Whether the layout has such a card in the zone where this card lay before.

    Also True for a card that came from a hand.
    """
    if (state := now.state.left.get(card)) is None:
        return True
    at = Zone.parse(now.spread.zone_of(state.x_mm, state.y_mm) or MIDDLE)
    there = [one for one in now.layout.cards if one.name == state.face]
    free = [one for one in there if one.at is not None or str(one.zone) not in now.spread.zones]
    return bool(free) or any(one.zone.covers(at) for one in there)


def _missing_in_hand(now: Situation) -> str | None:
    """The id of a card to return to the hand that it came from, because the match counts more
    cards there than it holds. None if there is none.
    """
    state, known = now.state, {one.name for one in now.layout.cards}
    names = state.pile.faces
    play = {*names.values()}.difference(now.layout.set_aside)
    lying = [state.came.get(one.id) for one in state.placed if one.card not in known]
    for seat, many in enumerate(now.layout.held[: len(state.hands)]):
        if many > len(state.hands[seat]) + lying.count(seat):
            own = (
                one
                for one in state.recallable()
                if state.came.get(one) == seat and names[one] in play
            )
            if (card := next(own, None)) is not None:
                return card
    return None


def _missing_face_down(now: Situation) -> str | None:
    """The id of the card dealt to nobody, if it must lie face down again.

    It never was in a hand, and it was not set aside.
    """
    if not any(pile.zone.kind == TALON for pile in now.layout.piles):
        return None
    zones = [now.spread.zone_of(one.x_mm, one.y_mm) for one in now.state.placed]
    names, known = now.state.pile.faces, [one.name for one in now.layout.cards]
    known += now.layout.set_aside
    away = (one for one in now.state.recallable() if one not in now.state.came)
    card = next((one for one in away if names[one] not in known), None)
    return None if TALON in zones or TALON not in now.spread.zones else card
