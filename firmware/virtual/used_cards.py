"""Cards to remove from the table: those that the match wants cleared, and the used ones on the mat.

In the match, a used card is back in the pile even while it still lies on the mat, because players
gather used cards only when a pile runs out. So when a pile has run out, the table shuffles these
cards into it.
"""

from __future__ import annotations

from collections import Counter

from firmware.virtual.situation import Situation
from firmware.virtual.state import is_pile
from referee.reports import virtual_acts
from referee.reports.tabletop import Placed
from referee.reports.virtual_acts import VirtualAct
from referee.table import ANYWHERE, Card, CardStatus, Zone
from vision.mat import WHOLE, covers


def used_up_cards(now: Situation) -> tuple[str, ...]:
    """Return the ids of face-up cards that need not stay and that the match does not wait for."""
    cards = now.layout.cards
    if now.brief.pending_anywhere is not None or any(one.zone == ANYWHERE for one in cards):
        return ()
    stay = Counter((one.name, one.zone) for one in cards if one.status is not CardStatus.TO_CLEAR)
    due = [str(one.zone) for one in now.brief.waits]
    found = []
    for lying, zone in now.lying_in(WHOLE):
        if not lying.face_up or any(covers(one, str(zone)) for one in due):
            continue
        key = next((one for one in +stay if one[0] == lying.card and one[1].covers(zone)), None)
        if key is not None:
            stay[key] -= 1
        elif now.layout.pile(zone) is None:
            found.append(lying.id)
    return tuple(found)


def cards_to_clear(now: Situation, zone: str = WHOLE) -> tuple[str, ...]:
    """Return the ids of the cards that must be taken away from a zone.

    A card in a cell is found by its position. It stays until it goes into a hand or onto a pile. Of
    equal cards in a zone, those that were laid first stay. A card that came since the match's last
    step is none of them: it has not counted yet.
    """
    cards = now.layout.cards
    go = [one for one in cards if one.status is CardStatus.TO_CLEAR]
    grids = now.grids
    gone = {grids.card_at(one) for one in go if one.at is not None and _leaves_cell(now, one)}
    gone.update(left_behind(now))
    go = [one for one in go if one.at is None]
    stay = [one for one in cards if one.status is not CardStatus.TO_CLEAR]
    return tuple(
        lying.id
        for lying, where in now.lying_in(zone)
        if lying.id in gone
        or (
            not (_remove_one(stay, lying.face, where) or lying.id in now.fresh)
            and _remove_one(go, lying.face, where)
        )
    )


def _leaves_cell(now: Situation, card: Card) -> bool:
    """Whether the match waits for this card elsewhere, or for cards on a pile."""
    return any(card.name in one.cards or now.layout.pile(one.zone) for one in now.brief.lays)


def pile_without_top(now: Situation, card: str) -> Zone | None:
    """Return the pile that has this card on top in the match but not on the table, or None."""
    for pile in now.layout.piles:
        there = now.cards_in(pile.zone)
        if pile.top == card and not (there and there[-1].card == card):
            return pile.zone
    return None


def left_behind(now: Situation) -> tuple[str, ...]:
    """Return the ids of used cards without a meaning whose hand already has all its cards.

    They can be taken away. A misplaced card cannot, because its hand is one card short and gets it
    back.
    """
    counted = {one.seat: one.count for one in now.layout.backs if one.seat is not None}
    drawn, used_up = now.state.drawn_after(now.brief.seq), used_up_cards(now)

    def is_left(lying: Placed, zone: Zone) -> bool:
        seat = now.state.came.get(lying.id)
        if seat not in counted or len(now.state.hands[seat]) - drawn < counted[seat]:
            return False
        known = any(matches_card(one, lying, zone) for one in now.layout.cards)
        return not known and not now.brief.open_zones(lying.card, seat, (str(zone),))

    there = now.lying_in(WHOLE)
    return tuple(one.id for one, zone in there if one.id in used_up and is_left(one, zone))


def taken_count(now: Situation) -> int:
    """Return how many of the cards that may be taken have been, as far as the table shows it."""
    free = Counter(
        (one.name, one.zone) for one in now.layout.cards if one.status is CardStatus.FREE
    )
    lying = Counter((one.face, zone) for one, zone in now.lying_in(WHOLE))
    return (free - lying).total()


def gather_used_up(act: VirtualAct, now: Situation) -> None:
    """Discard the used cards if an act is about to draw from a pile that has run out."""
    if (
        not isinstance(act, virtual_acts.Tap)
        and is_pile(getattr(act, "id", ""))
        and not now.state.pile.draw
    ):
        for card in used_up_cards(now):
            now.state.discard(card)


def matches_card(card: Card, lying: Placed, where: Zone) -> bool:
    """Whether a card that lies in `where` may be this card of the layout, perhaps turned over."""
    return card.name in (lying.card, lying.face) and card.zone.covers(where)


def _remove_one(cards: list[Card], name: str, where: Zone) -> bool:
    """Remove one card with that name and zone from the list. Return False if there is none."""
    known = next((one for one in cards if one.name == name and one.zone.covers(where)), None)
    if known is not None:
        cards.remove(known)
    return known is not None
