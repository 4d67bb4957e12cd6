"""The acts of hands at the virtual table: they move cards, and carry out duties."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.virtual.duty import Duty, PutBack, TakeBack
from firmware.virtual.moves import Moves
from firmware.virtual.placement import MIDDLE
from firmware.virtual.reasons import due_instead
from firmware.virtual.situation import Situation
from referee.asks import AskPlace
from referee.contract import IllegalMove, Message
from referee.pending import (
    Clear,
    ClearAway,
    Draw,
    Lay,
    LayDown,
    PendingAction,
    Return,
    Take,
    TurnUp,
)
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE, Placed
from referee.reports.virtual_acts import VirtualAct
from referee.table import ANYWHERE, Zone


class Acts:
    """Does acts by `moves` of single cards."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._state = moves, moves.state

    @property
    def _now(self) -> Situation:
        return self._moves.now

    def do(self, act: VirtualAct, *, follows: bool = False) -> None:
        """Do an act. Raise `LookupError` or `IllegalMove` if it is not possible.

        One that `follows` from a move waits for no card that is still unread.
        """
        state, chance = self._state, self._moves.chance
        match act:
            case virtual_acts.Place():
                self._moves.place(act)
            case virtual_acts.Take(card):
                self._moves.put_away(card)
            case virtual_acts.Hold(card, seat, lay):
                if not 0 <= seat < len(state.hands):
                    raise LookupError(seat)
                if lay is not None:
                    self._moves.check_held(card, seat, lay)
                self._moves.hold(card, seat)
            case virtual_acts.PutBack(card):
                state.put_back(card, chance)
            case virtual_acts.Show(card, zone, at, face_up):
                if face_up is not False and not follows:
                    self._moves.check_read(card, zone)
                self._moves.show(card, zone, at, face_up)
            case virtual_acts.Tap(card, sure):
                self._tap(card, sure)
            case virtual_acts.CarryOut(id_, cards):
                self._carry_out(self._duty(id_), cards)
            case virtual_acts.Recall():
                state.recall()
            case virtual_acts.Along(zone, columns):
                self._moves.shift_grid(zone, columns)
            case virtual_acts.Deal(again):
                self._moves.deal(again)
            case virtual_acts.Lay(name, face_up):
                state.put(state.pile.take_named(name), self._moves.next_spot(MIDDLE), face_up)
            case virtual_acts.Clear():
                state.clear(chance)

    # -- duties -----------------------------------------------------------------------------

    def _duty(self, id_: str) -> Duty:
        for duty in self._now.duties:
            if duty.id == id_:
                return duty
        raise LookupError(id_)

    def _tap(self, card: str, sure: bool) -> None:
        """Carry out the only duty that a card or pile can do now."""
        duties = [duty for duty in self._now.duties if duty.is_open and card in duty.cards]
        lying = self._now.on_mat(card)
        if len(duties) == 1:
            if not sure:
                self._ask_about(duties[0].action, card)
            self._carry_out(duties[0], (card,))
        elif not duties and lying is not None:
            self._take_back(lying)
        elif not duties:
            raise IllegalMove("table", due_instead(self._now))

    def _ask_about(self, action: PendingAction, card: str) -> None:
        """Raise `Unsure` if the hand has a card that must be laid instead of this one."""
        state, hand = self._state, self._state.holder(card)
        if isinstance(action, Lay) and hand is not None:
            honest = action.honest_cards([state.pile.faces[held] for held in state.hands[hand]])
            if state.pile.faces[card] not in honest:
                first = tuple(dict.fromkeys(face for face in honest if face in action.first))
                message = Message("table.virtual.first", {"cards": first})
                raise virtual_acts.Unsure(action.rule, message)

    def _take_back(self, lying: Placed) -> None:
        """Take a card that means nothing in its place back into the hand that it came from."""
        now, hand = self._now, self._state.came.get(lying.id)
        zone = now.zone_of(lying) or Zone(MIDDLE)
        if hand is None or lying not in now.standing.extra or now.brief.pending_anywhere:
            return
        laying = [now.brief.hand_of(lay.seat) for lay in now.brief.lays if lay.zone == zone]
        others = laying and not {None, hand} & {*laying} and now.layout.pile(zone) is not None
        opens = now.brief.open_zones(lying.card, hand, (str(zone),)) or now.grids.may_lie(lying)
        if not others and not (lying.face_up and opens and not now.is_stale(lying)):
            self._moves.hold(lying.id, hand)

    def _carry_out(self, duty: Duty, chosen: Sequence[str]) -> None:
        """Do a duty as hands would. Only if people choose, they must have `chosen` cards."""
        if not duty.is_open:
            raise IllegalMove("table", due_instead(self._now))
        if not {*chosen} <= {*duty.cards}:
            raise LookupError(chosen)
        if duty.chooses and not chosen:
            raise IllegalMove("table", Message("table.virtual.choose"))
        cards = [*(chosen if duty.chooses else duty.cards)]
        if cards == [PILE]:
            cards *= duty.count if not chosen or isinstance(duty.action, TurnUp) else 1
        for card in cards:
            self._do_duty(duty, card)

    def _do_duty(self, duty: Duty, card: str) -> None:
        action, state = duty.action, self._state
        match action:
            case Draw() | TakeBack() | Return(into=None) | Take(into=None) if duty.hand is not None:
                self._moves.hold(card, duty.hand)
            case TurnUp(zone=zone, source=source) if zone == source:
                lying = self._now.on_mat(card)
                assert lying is not None
                state.lift(card)
                state.put(card, (lying.x_mm, lying.y_mm, lying.turn_deg))
            case Return(into=Zone() as into):
                self._onto(into, card)
            case Take(into=Zone() as into):
                self._moves.show(card, str(into))
            case Clear() | ClearAway():
                self._clear(card)
            case PutBack():
                state.put_back(card, self._moves.chance)
            case LayDown(zone=zone):
                self._moves.show(card, str(zone), face_up=False)
            case _:
                self._lay(duty, card)

    def _lay(self, duty: Duty, card: str) -> None:
        """Lay a card as an action says. A card with several cells is taken up first."""
        action, hand, state, zone = duty.action, duty.hand, self._state, duty.action.zone
        if zone == ANYWHERE:
            holder = state.holder(card)
            spot = self._moves.next_spot(MIDDLE if holder is None else f"seat:{holder}")
            state.put(self._moves.pick(card), spot)
            return
        in_cell = isinstance(action, Lay) and isinstance(action.ask, AskPlace) and not action.at
        if in_cell and len(self._now.grids.open_cells(state.pile.faces[card])) != 1:
            if hand is None or state.holder(card) == hand:
                raise IllegalMove("table", Message("table.virtual.choose"))
            self._moves.hold(card, hand)
            return
        if self._now.layout.pile(zone) is not None:
            self._sweep_onto(duty, card)
        self._moves.show(card, str(zone), next(iter(action.at), None))

    def _sweep_onto(self, duty: Duty, last: str) -> None:
        """Lay all cards to clear onto a pile, except the `last` card, which will be the top."""
        to_clear = {lying.id: None for lying in self._now.to_clear}
        for card in to_clear | dict.fromkeys(duty.cards if duty.sweeps else ()):
            if card != last:
                self._moves.show(card, str(duty.action.zone))

    def _clear(self, card: str) -> None:
        """Take a card away: back into the hand that lacks it, onto its pile, or off the table."""
        lying, state, now = self._now.on_mat(card), self._state, self._now
        if lying is None:
            raise LookupError(card)
        hand = state.came.get(card)
        draws = [action for action in now.brief.actions if isinstance(action, Draw)]
        if any(now.zone_of(lying) == draw.zone and draw.seat == hand for draw in draws):
            state.put_back(card, self._moves.chance)
        elif hand is not None and now.is_lacking(lying):
            self._moves.hold(card, hand)
        else:
            state.discard(card)

    def _onto(self, zone: Zone, card: str) -> None:
        """Put a card onto a pile: into the draw pile, or face up onto a pile on the mat."""
        pile = self._now.layout.pile(zone)
        if pile is not None and (pile.top or pile.under):
            self._moves.show(card, str(zone))
        else:
            self._state.put_back(card, self._moves.chance)
