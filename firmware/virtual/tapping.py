"""The effect of a tap at the virtual table, derived from the pending actions and the layout."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.virtual import used_cards as used
from firmware.virtual.chores import must_put_back, pile_to_top
from firmware.virtual.placement import MIDDLE, TALON
from firmware.virtual.situation import Situation
from referee import pending
from referee.contract import IllegalMove, Message
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE, Placed
from referee.reports.virtual_acts import VirtualAct
from referee.table import ANYWHERE, Card, CardStatus, Zone
from vision.mat import WHOLE


def act_on_card(now: Situation, card_id: str) -> VirtualAct | None:
    """Return the act that a tap on a card performs, or None.

    Raise `IllegalMove` if the card is in a hand, but other seats must act now.
    """
    lying = next((one for one in now.state.placed if one.id == card_id), None)
    if lying is not None:
        return _act_on_lying(now, lying)
    holder = now.state.holder(card_id)
    if holder is not None and must_put_back(now, holder):
        return virtual_acts.PutBack(card_id)
    if holder is not None and (back := _zone_to_refill(now, card_id, holder)) is not None:
        return virtual_acts.Show(card_id, str(back))
    zone = _zone_for(now, now.state.pile.faces[card_id], holder)
    if zone is None and holder is not None:
        zone = _only_cell(now, now.state.pile.faces[card_id], holder)
    if zone is not None:
        return virtual_acts.Show(card_id, zone)
    if holder is not None and (action := _others_action(now, holder)) is not None:
        raise IllegalMove("table", action.message)
    return None


# -- lying cards ---------------------------------------------------------------------------------


def _act_on_lying(now: Situation, lying: Placed) -> VirtualAct | None:
    where = now.zone_of(lying)
    if where is None:
        return _return_to_hand(now, lying)
    pile = now.layout.pile(where)
    if not lying.face_up and (turn_up := _turn_up_in(now, where)) is not None:
        return _turn_up(lying, turn_up)
    if pile is None and not lying.face_up and where.kind == TALON:
        return _take_up(now, lying)
    if pile is not None and not lying.face_up:
        return None
    if pile is not None and pile.leaves and now.cards_in(where)[-1].id == lying.id:
        return _take_top(now, lying)
    if pile is not None and pile.top and len(now.cards_in(where)) <= (pile.count or 0):
        return None  # The match has counted all cards of this pile.
    known = [one for one in now.layout.cards if used.matches_card(one, lying, where)]
    if not known and (elsewhere := _missing_card(now, lying)) is not None:
        return virtual_acts.Show(lying.id, str(elsewhere.zone), face_up=not elsewhere.down)
    if not known:
        lays = {now.brief.hand_of(one.seat) for one in now.brief.lays if one.zone == where}
        others = pile is not None and lays and not lays & {None, now.state.came.get(lying.id)}
        return None if others else _return_to_hand(now, lying)
    if any(one.status is CardStatus.TO_CLEAR for one in known):
        in_cell = all(one.at is not None for one in known)
        stays = in_cell and lying.id not in used.cards_to_clear(now)
        return None if stays else _take_away(now, lying, where)
    if any(one.status is CardStatus.FREE for one in known):
        return _take(now, lying, where)
    return None


def check_hold(now: Situation, lying: Placed, seat: int) -> None:
    """Raise `IllegalMove` if a lying card stays on the mat, or goes into another hand."""
    act, where = _act_on_lying(now, lying), now.zone_of(lying)
    if where is None or not _is_counted(now, lying, where):
        return
    if act is None or (isinstance(act, virtual_acts.Hold) and act.seat != seat):
        raise IllegalMove("table", Message("table.virtual.no_hand"))


def _is_counted(now: Situation, lying: Placed, where: Zone) -> bool:
    """Whether the match knows this card here, and nobody may choose to take it."""
    if (pile := now.layout.pile(where)) is not None:
        return lying.face_up and len(now.cards_in(where)) <= (pile.count or 0)
    known = [
        one
        for one in now.layout.cards
        if one.status is not CardStatus.FREE
        and one.zone != ANYWHERE
        and used.matches_card(one, lying, where)
    ]
    if any(one.at is not None for one in known):
        return any(now.grids.card_at(one) == lying.id for one in known)
    return 0 < sum(one.face == lying.face for one in now.cards_in(where)) <= len(known)


def _turn_up_in(now: Situation, where: Zone) -> pending.TurnUp | None:
    """Return the action that turns up a card of this zone, or None."""
    turn_ups = (one for one in now.brief.draws if isinstance(one, pending.TurnUp))
    return next((one for one in turn_ups if one.source == where), None)


def _turn_up(lying: Placed, action: pending.TurnUp) -> VirtualAct:
    """Return the act that turns a card up: in its place, or in the zone where it belongs."""
    if action.zone != action.source:
        return virtual_acts.Show(lying.id, str(action.zone))
    return virtual_acts.Place(lying.id, lying.x_mm, lying.y_mm, lying.turn_deg, face_up=True)


def _take_top(now: Situation, lying: Placed) -> VirtualAct | None:
    """Return the act by which the seat that draws, or must lay this card, takes it."""
    takes = (
        one.seat
        for one in (*now.brief.draws, *now.brief.waits)
        if isinstance(one, pending.Draw) or lying.card in one.cards
    )
    taker = next((seat for seat in takes if seat is not None), None)
    return None if taker is None else virtual_acts.Hold(lying.id, taker)


def _take(now: Situation, lying: Placed, where: Zone) -> VirtualAct | None:
    """Return the act that takes a card: onto its pile, or into the hand of the seat that takes.

    Return None once as many cards are gone as may be taken.
    """
    gone = used.taken_count(now)
    for one in now.brief.waits:
        if isinstance(one, pending.Take) and one.zone == where and one.seat is not None:
            if gone >= one.count:
                return None
            if one.into is not None:
                return virtual_acts.Show(lying.id, str(one.into))
            return virtual_acts.Hold(lying.id, now.brief.hand_of(one.seat))
    return None


def _missing_card(now: Situation, lying: Placed) -> Card | None:
    """Return the card of the layout, outside all grids, that is missing there, or None."""
    for one in now.layout.cards:
        stays = one.status is CardStatus.STAYS and one.at is None and one.zone != ANYWHERE
        there = now.cards_in(one.zone) if stays and one.name in (lying.card, lying.face) else None
        if there is not None and all(one.name not in (card.card, card.face) for card in there):
            return one
    return None


def _take_up(now: Situation, lying: Placed) -> VirtualAct | None:
    """Return the act that gives the card dealt to nobody to the seat with the fewest cards."""
    held = [len(hand) for hand in now.state.hands]
    least = min(held, default=0)
    return virtual_acts.Hold(lying.id, held.index(least)) if held.count(least) == 1 else None


def _return_to_hand(now: Situation, lying: Placed) -> VirtualAct | None:
    """Return the act that puts a meaningless card back into its hand, or away if it is used."""
    seat = now.state.came.get(lying.id)
    zone = str(now.zone_of(lying) or MIDDLE)
    if seat is None or now.brief.pending_anywhere is not None:
        return None
    if lying.id in used.left_behind(now):
        return virtual_acts.Take(lying.id)
    opens = now.brief.open_zones(lying.card, seat, (zone,)) or now.grids.may_lie(lying)
    stays = lying.face_up and opens and lying.id not in now.stale
    return None if stays else virtual_acts.Hold(lying.id, seat)


def _take_away(now: Situation, lying: Placed, where: Zone) -> VirtualAct:
    """Return the act that clears a card.

    A shown card goes back into the pile if its seat must draw another one from there. Otherwise
    it returns to the seat's hand if that is short of cards. Other cards go on the pile where the
    match has them or waits for them, or away.
    """
    if (taker := _taker_of(now, lying, where)) is not None:
        return virtual_acts.Hold(lying.id, taker)
    seat = now.state.shown.get(lying.id)
    draw = None if seat is None else now.brief.draw_of(seat)
    if draw is not None and draw.zone == where:
        return virtual_acts.PutBack(lying.id)
    if seat is not None and now.hand_size(seat) > len(now.state.hands[seat]):
        return virtual_acts.Hold(lying.id, seat)
    due = None if lying.id in used.left_behind(now) else _awaiting_pile(now)
    top = used.pile_without_top(now, lying.card) or (due and due.zone)
    return virtual_acts.Show(lying.id, str(top)) if top else virtual_acts.Take(lying.id)


def _awaiting_pile(now: Situation) -> pending.PendingAction | None:
    """Return the action that lays cards on a pile, or None."""
    return next((one for one in now.brief.lays if now.layout.pile(one.zone) is not None), None)


def _taker_of(now: Situation, lying: Placed, where: Zone) -> int | None:
    """Return the seat that must take a card to clear into its hand, or None.

    The card goes back into that hand, or its seat must lay it elsewhere, as it does with
    spoils.
    """
    for one in now.brief.waits:
        if one.seat is None or lying.card not in one.cards:
            continue
        taker = now.brief.hand_of(one.seat)
        if isinstance(one, pending.Return) and one.into is None:
            return taker
        lays = now.brief.places or now.brief.open_zones(lying.card, taker, (str(one.zone),))
        if one.zone != where and lays:
            return taker
    return None


def gather_acts(now: Situation, zone: str = WHOLE) -> Iterator[VirtualAct]:
    """Yield an act for each card to clear in a zone: into a hand, onto a discard pile, or away.

    If the match waits for a discard pile, its seat also lays the surplus cards of its hand
    there.
    """
    discard_pile = _awaiting_pile(now)
    left = used.left_behind(now)
    for card in used.cards_to_clear(now, zone):
        act = act_on_card(now, card)
        if isinstance(act, virtual_acts.Hold):
            yield act
        elif discard_pile is None or card in left:
            yield virtual_acts.Take(card)
        else:
            yield virtual_acts.Show(card, str(discard_pile.zone))
    if discard_pile is not None and discard_pile.seat is not None:
        for card in now.state.hands[discard_pile.seat][now.hand_size(discard_pile.seat) :]:
            yield virtual_acts.Show(card, str(discard_pile.zone))


# -- held cards ----------------------------------------------------------------------------------


def lay_zones(now: Situation, card_id: str, holder: int) -> tuple[str, ...]:
    """Return the zone in which a tap lays a held card, in a tuple, or an empty tuple."""
    if must_put_back(now, holder):
        return (PILE,)
    back = _zone_to_refill(now, card_id, holder)
    return () if back is None else (str(back),)


def _zone_to_refill(now: Situation, card_id: str, holder: int) -> Zone | None:
    """Return the pile or zone that a held card must go back to, or None.

    Also return None if its holder must lay a card elsewhere, or if another seat may have taken
    the card.
    """
    if (discard_pile := pile_to_top(now, card_id, holder)) is not None:
        return discard_pile
    card, waits = now.state.pile.faces[card_id], now.brief.waits
    for one in now.layout.cards:
        if one.name != card and not (one.down and one.seat == holder):
            continue
        if one.at is not None or one.status not in (CardStatus.STAYS, CardStatus.FREE):
            continue
        if not one.down and any(
            (wait.seat == holder) is not (wait.zone == one.zone) for wait in waits
        ):
            continue
        if str(one.zone) in now.spread.zones and now.lacks(one):
            return one.zone
    return None


def _zone_for(now: Situation, card: str, holder: int | None) -> str | None:
    """Return the only zone for a card that is held or (holder None) set aside, or None."""
    own = f"seat:{holder}"
    if now.brief.pending_anywhere is not None:
        return MIDDLE if holder is None or own not in now.spread.zones else own
    open_to = now.brief.open_zones(card, holder, now.spread.zones)
    asked = [
        one
        for one in now.brief.lays
        if holder is None or now.brief.hand_of(one.seat) in (None, holder)
    ]
    if asked and all(now.is_fulfilled(one) for one in asked):
        return None
    there = [str(one.zone) for one in asked if str(one.zone) in now.spread.zones]
    wanted = [zone for zone in there if zone in open_to]
    if wanted:
        return wanted[0]
    if len(open_to) == 1:  # A tap throws no card away that could be laid in a cell.
        return None if now.grids.open_cells(card) else open_to[0]
    if own in open_to:
        return own
    return there[0] if there and not open_to and holder is not None else None


def _only_cell(now: Situation, card: str, holder: int) -> str | None:
    """Return the grid with the only cell for a held card, or None if a zone can take it too."""
    due = {str(one.zone) for one in now.brief.lays if now.brief.hand_of(one.seat) == holder}
    grids = now.grids
    if len(grids.open_cells(card)) != 1 or now.brief.open_zones(card, holder, now.spread.zones):
        return None
    return next((zone for zone in grids.open_grids(card) if zone in due), None)


def _others_action(now: Situation, holder: int) -> pending.PendingAction | None:
    """Return the first pending action if all of them are for other seats, or None."""
    waits = now.brief.waits
    is_asked = any(now.brief.hand_of(one.seat) in (None, holder) for one in waits)
    return None if is_asked or not waits else waits[0]
