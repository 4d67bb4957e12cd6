"""Chores: what people must do with piles and held cards before the match can go on."""

from __future__ import annotations

from collections import Counter

from firmware.virtual import used_cards as used
from firmware.virtual.placement import MIDDLE, TALON
from firmware.virtual.situation import Situation
from referee import pending
from referee.contract import Message
from referee.reports.tabletop import PILE, Draw
from referee.table import ANYWHERE, Zone


def unfinished_chore(now: Situation) -> Message | None:
    """Return what people must do with cards before a player can go on, or None."""
    if now.must_deal:
        return Message("table.virtual.deal_first")
    wrong = _misdealt(now)
    return wrong or _put_back_chore(now) or _lay_drawn_chore(now)


def urgent_chore(now: Situation) -> Message | None:
    """Return what a seat must do with cards that it holds, even out of turn, or None."""
    return _top_chore(now) or _put_back_chore(now)


def _misdealt(now: Situation) -> Message | None:
    """Return which hand was dealt wrongly, or None (SL-16).

    Cards that it has laid count for it, and cards that it has drawn since do not.
    """
    due, state = now.brief.deal, now.state
    if due is None:
        return None
    laid = Counter(state.came.get(one.id) for one in state.placed)
    for seat, (count, hand) in enumerate(zip(due.cards, state.hands, strict=False)):
        drawn = state.drawn_after(now.brief.seq) if now.brief.draw_of(seat) else 0
        given = len(hand) + laid[seat] - drawn
        if given != count:
            return Message(
                "table.virtual.misdealt", {"seat": seat, "given": given, "number": count}
            )
    return None


def _top_chore(now: Situation) -> Message | None:
    """Return the message that a seat must lay a card on a pile before any card is drawn."""
    for seat, card in now.state.held_cards():
        if (discard_pile := pile_to_top(now, card, seat)) is not None:
            name = now.state.pile.faces[card]
            return Message(
                "table.virtual.lay_first",
                {"seat": seat, "card": name, "zone": str(discard_pile)},
            )
    return None


def _put_back_chore(now: Situation) -> Message | None:
    for seat, hand in enumerate(now.state.hands):
        if must_put_back(now, seat):
            count = len(hand) - now.hand_size(seat)
            return Message("table.virtual.put_back_first", {"seat": seat, "count": count})
    return None


def must_put_back(now: Situation, seat: int) -> bool:
    """Whether a seat has drawn and must now put back the cards that it does not keep."""
    has_drawn = now.brief.draw_of(seat) is not None and not draws(now)
    lays = any(now.brief.hand_of(one.seat) == seat for one in now.brief.lays)
    return has_drawn and not lays and 0 < now.hand_size(seat) < len(now.state.hands[seat])


def _lay_drawn_chore(now: Situation) -> Message | None:
    """Return the message that a seat must lay the cards it has drawn if it holds no others."""
    drawn = now.state.drawn_after(now.brief.seq)
    for seat in range(len(now.state.hands)) if drawn else ():
        hand = now.brief.hand_of(seat)
        held = len(now.state.hands[hand])
        if now.brief.draw_of(seat) and held == drawn > now.hand_size(hand):
            return Message("table.virtual.lay_drawn_first", {"seat": seat, "count": drawn})
    return None


def pile_to_top(now: Situation, card_id: str, holder: int) -> Zone | None:
    """Return the pile on which a held card must be laid, or None."""
    if any(one.seat == holder for one in now.brief.waits):
        return None
    card = now.state.pile.faces[card_id]
    return used.pile_without_top(now, card)


def due_instead(now: Situation) -> Message:
    """Return what people must do now, for somebody who taps a pile from which nobody draws."""
    for one in now.brief.lays:
        if now.is_fulfilled(one):
            return now.why_unread(one.zone)
    chore = urgent_chore(now) or _lay_drawn_chore(now) or unfinished_chore(now)
    if chore is not None:
        return chore
    if draws(now):
        return Message("table.virtual.other_pile")
    return now.brief.focus or Message("table.virtual.nobody_draws")


# -- draws ---------------------------------------------------------------------------------------


def draws(now: Situation) -> dict[str, Draw]:
    """Return the draw that a tap on each pile makes now, by pile id. Empty if nobody draws."""
    draw = _next_draw(now)
    left = now.state.pile.any_left or used.used_up_cards(now)
    if draw is None or not left or _top_chore(now) is not None:
        return {}
    if not now.piles:
        return {PILE: draw}
    owing = {str(one.source) for one in now.brief.draws}
    high = dict(zip(now.piles, now.state.pile.heights, strict=False))
    return {
        pile: draw for pile in now.piles if pile in owing and (high[pile] or not any(high.values()))
    }


def _next_draw(now: Situation) -> Draw | None:
    state, brief = now.state, now.brief
    if now.must_deal:
        return None
    if state.owed:
        seat = state.owed[0]
        return Draw(seat, state.owed.count(seat), seat)
    if (count := brief.pending_anywhere) is not None:
        lacks = count.count - len(state.placed)
        return Draw(None, lacks, zone=MIDDLE) if lacks > 0 and not state.held_cards() else None
    one = next((one for one in brief.draws if _comes_from_pile(one)), None)
    return _draw_for_seat(now) if one is None else _draw_from_pile(now, one)


def _draw_from_pile(now: Situation, one: pending.Draw | pending.TurnUp) -> Draw | None:
    """Return the draw of the cards that must still come from a pile, or None."""
    if isinstance(one, pending.TurnUp):
        lies = len(now.cards_in(one.zone)) - len(now.layout.cards_in(one.zone))
        lacks = one.count - one.have - lies
        zone = MIDDLE if one.zone == ANYWHERE else str(one.zone)
        return Draw(one.seat, lacks, zone=zone) if lacks > 0 else None
    hand = now.brief.hand_of(one.seat)
    lacks = one.count - max(now.state.drawn_after(now.brief.seq), _taken_instead(now, hand))
    lying = now.cards_in(one.zone)  # A card shown on the pile must go back first.
    gives_back = any(now.state.shown.get(card.id) == one.seat for card in lying)
    return None if gives_back or lacks <= 0 else Draw(one.seat, lacks, hand)


def _taken_instead(now: Situation, hand: int | None) -> int:
    """Return how many cards a seat has in its hand, or has laid unread, instead of drawn ones.

    That is known only where each card goes into a grid, and nobody holds cards between turns.
    """
    if hand is None or now.layout.backs or not now.brief.places:
        return 0
    mine = (one for one in now.brief.lays if now.brief.hand_of(one.seat) == hand)
    return len(now.state.hands[hand]) + sum(one.count for one in mine if now.is_fulfilled(one))


def _draw_for_seat(now: Situation) -> Draw | None:
    """Return the draw of a seat that must lay a card but holds none, or None."""
    for one in now.brief.lays:
        seat = one.seat
        if seat is None or one.zone != Zone("seat", seat) or now.state.hands[seat]:
            continue
        if any(back.seat == seat for back in now.layout.backs):
            continue  # The seat has cards, but not in its virtual hand.
        if now.state.pile.draw and not now.cards_in(one.zone):
            return Draw(seat, 1, zone=str(one.zone))
    return None


def _comes_from_pile(one: pending.Draw | pending.TurnUp) -> bool:
    """Whether cards come from a draw pile, and not from a card that lies face down on its own."""
    return isinstance(one, pending.Draw) or (one.source != one.zone and one.source.kind != TALON)
