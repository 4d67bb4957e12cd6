"""How changes are judged: the seats to tell, the message, and the zones allowed for a card."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from referee import judging, table
from referee.contract import IllegalMove, Message, Value
from referee.judge import Judge
from referee.pending import Draw, MissingCard, PendingAction, progress
from referee.plenty_coups.flow import FLOW, apply
from referee.plenty_coups.rules.market import spare_copies
from referee.plenty_coups.state import phases
from referee.plenty_coups.state.cards import HORSE, STICK, WEAPONS
from referee.plenty_coups.state.hands import may_hold
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import (
    ALLIANCES,
    BREED,
    DISCARD,
    HERDS,
    HUNT,
    LAID_AWAY,
    MARKET,
    PILE,
    RAIDS,
    SHIELDS,
    STICKS,
)
from referee.plenty_coups.table.double_actions import barred_pair
from referee.plenty_coups.table.late_cards import late_card_refusal, turn
from referee.plenty_coups.table.layout import layout
from referee.plenty_coups.table.meanings import meanings
from referee.plenty_coups.table.pending import CLEAR_MARKET

# In each phase, these zones accept only face-up cards. Hands may lie next to the herd and the
# shield.
FACE_UP_ZONES: dict[type[phases.Phase], tuple[table.Zone, ...]] = {
    phases.Turning: (MARKET,),
    phases.Acting: (BREED, HUNT, DISCARD, *RAIDS, *STICKS, *ALLIANCES),
    phases.Hunting: (HUNT, DISCARD),
    phases.Answering: (DISCARD,),
}
# In these phases, a player must do something first.
DUTIES = (phases.Hunting, phases.Answering)


def misplaced(state: State, change: table.Change) -> judging.Refusal | None:
    """Return the refusal of a change that is no move, or None if it is one (PC-80, SL-12)."""
    if isinstance(state.phase, phases.Over):
        return None
    if isinstance(change, table.Moved):
        return _unmoved_proposal_refusal(state, change)
    if isinstance(change, table.Taken):  # Perhaps the market was cleared only in part (PC-4).
        partly = isinstance(state.phase, phases.Sweeping) and change.was.zone == MARKET
        about = (CLEAR_MARKET, (change,), (state.seat,), (DISCARD,))
        return judging.Refusal("PC-4", *about) if partly else None
    return _face_down_refusal(state, change) if change.down else _no_meaning_refusal(state, change)


def _unmoved_proposal_refusal(state: State, moved: table.Moved) -> judging.Refusal | None:
    """Return the request to move an accepted proposal under the camp (PC-34, SL-11)."""
    was, seats = moved.was, seats_concerned(state, moved)
    for tribe in state.camps:
        if (was.zone, moved.zone) == (ALLIANCES[tribe], HERDS[tribe]):
            answer = Message("plenty_coups.alliance.moves", {"tribe_seat": tribe, "card": was.name})
            return judging.Refusal("PC-34", answer, (moved,), seats, (was.zone,))
    return None


def _face_down_refusal(state: State, laid: table.Laid) -> judging.Refusal | None:
    """Return the refusal of a face-down card in a zone that only accepts face-up cards.

    Other zones may hold hands.
    """
    if laid.zone not in FACE_UP_ZONES.get(type(state.phase), ()):
        return None
    rule = "PC-4" if laid.zone == MARKET else "SL-12"
    return judging.refuse_face_down(rule, laid, seats_concerned(state, laid))


def _no_meaning_refusal(state: State, laid: table.Laid) -> judging.Refusal | None:
    """Return the refusal of a card that means nothing in its zone.

    Return None if the zone needs more cards, or if the card alone is legal.
    """
    zone, phase = laid.zone, state.phase
    due = isinstance(phase, phases.Turning) and zone == MARKET
    if zone == PILE:
        return judging.refuse_face_up(laid, seats_concerned(state, laid))
    if due or zone == LAID_AWAY or (isinstance(phase, phases.Hunting) and zone in (HUNT, DISCARD)):
        return None
    if meanings(state, laid, (laid,)):
        return None
    values: dict[str, Value] = {"card": laid.card}
    if zone in HERDS:
        rule, message = "SL-4", Message("plenty_coups.amiss.own_herd", values)
    elif zone != MARKET:
        rule, message = "PC-80", Message("plenty_coups.refused.nowhere", values)
    elif isinstance(phase, phases.Sweeping):
        rule, message = "PC-4", CLEAR_MARKET
    elif not state.take_count:
        rule, message = "PC-50", Message("plenty_coups.refused.market_closed", values)
    elif len(state.market) < state.market_target:
        rule, message = "PC-6", Message("plenty_coups.refused.market_later", values)
    else:
        rule, message = "PC-6", Message("plenty_coups.refused.market_full", values)
    seats, allowed = seats_concerned(state, laid), allowed_zones(state, laid)
    return judging.Refusal(rule, message, (laid,), seats, allowed)


def seats_concerned(state: State, change: table.Change) -> tuple[int, ...]:
    """Return the seats to tell about a change: the player to move, and the owner of the place."""
    now, phase = state.player_of(state.acting), state.phase
    if not isinstance(change, table.Laid):
        return (now if change.was.seat is None else change.was.seat,)
    if isinstance(phase, phases.Turning | phases.Sweeping) and change.zone == MARKET:
        return ()  # anybody may turn up cards
    if isinstance(phase, phases.Answering) and change.zone != DISCARD:
        return tuple(dict.fromkeys((state.seat, now)))
    at = {place[tribe]: tribe for place in (SHIELDS, HERDS, ALLIANCES) for tribe in state.camps}
    if change.zone not in at:
        return (now,)
    return tuple(dict.fromkeys((now, state.player_of(at[change.zone]))))


# -- allowed zones -----------------------------------------------------------------------------


def allowed_zones(state: State, change: table.Change) -> tuple[table.Zone, ...]:
    """Return the zones in which a card may lie: the zones of its action, or else the discards."""
    if not isinstance(change, table.Laid) or change.down:
        return ()
    if isinstance(state.phase, phases.Hunting):
        return (DISCARD,)
    others = state.other_camps
    pays = (HUNT, DISCARD, *(place[camp] for place in (SHIELDS, HERDS) for camp in others))
    card = change.card
    return _legal_zones(state, card, _zones_for(state, card)) or _legal_zones(state, card, pays)


def _zones_for(state: State, card: str) -> tuple[table.Zone, ...]:
    """Return the zones in which a card is an action, legal or not."""
    own, raids = state.turn, tuple(RAIDS[camp] for camp in state.camps)
    if card == HORSE:
        return (BREED,)
    if card == STICK:
        return (*raids, *(STICKS[camp] for camp in state.camps))
    if card in WEAPONS:
        return (RAIDS[own], SHIELDS[own])
    return (*raids, HERDS[own], ALLIANCES[own])


def _legal_zones(state: State, card: str, zones: tuple[table.Zone, ...]) -> tuple[table.Zone, ...]:
    return tuple(zone for zone in zones if _is_legal(state, table.Laid(card, zone)))


def _is_legal(state: State, laid: table.Laid) -> bool:
    result = meanings(state, laid, (laid,))
    if isinstance(result, judging.Ambiguity):
        return True
    return any(judging.why_illegal(apply, state, meaning.move) is None for meaning in result)


# -- pending actions ---------------------------------------------------------------------------


def pending_actions(state: State, left: table.Changes) -> Iterator[PendingAction]:
    """Yield the pending actions, each with the number of cards laid so far (SL-6)."""
    for action in FLOW.pending(state):
        match action, state.phase:
            case Draw(), _:
                pass
            case _, phases.Hunting():
                yield replace(action, have=len(table.laid_face_up(left, DISCARD, HUNT)))
            case _, phases.Raiding() | phases.Defending():
                yield action  # a second card that is no move does not count
            case _:
                yield progress(action, left)


def missing_market_card(state: State, taken: table.Taken) -> MissingCard:
    """Return the pending action for a missing card that must lie on the table.

    If it is a market card, the message says why it must stay.
    """
    card = taken.was.name
    match state.phase:
        case _ if taken.was.zone == MARKET and not state.take_count:
            rule, message = "PC-50", Message("plenty_coups.amiss.none_taken", {"card": card})
        case phases.Acting() if taken.was.zone == MARKET:
            params: dict[str, Value] = {"card": card, "tribe_seat": state.turn}
            params["count"] = state.actions.left
            rule, message = "PC-5", Message("plenty_coups.amiss.acts_first", params)
        case phases.Turning() if taken.was.zone == MARKET:
            rule, message = "PC-6", Message("plenty_coups.amiss.not_full", {"card": card})
        case _:
            return judging.missing_card(taken)
    return MissingCard(message, MARKET, state.seat, cards=(card,), rule=rule)


def cited_rule(state: State, error: IllegalMove) -> str:
    """Return the rule that a refusal cites: a pending duty, the turn, or the rule of the error."""
    if error.rule == "PC-1" and isinstance(state.phase, DUTIES):
        return FLOW.pending(state)[-1].rule
    return "SL-3" if error.rule == "PC-1" else error.rule


_JUDGE = Judge(
    apply,
    meanings,
    misplaced,
    seats_concerned,
    pending_actions,
    allowed_zones=allowed_zones,
    missing_card=missing_market_card,
    layout=layout,
    cited_rule=cited_rule,
    turn=turn,
    late_card=late_card_refusal,
    spare_copies=spare_copies,
)


def judge(state: State, changes: table.Changes) -> judging.Judgement:
    """Return the judgement of all changes.

    The judge ignores a used card that a player moved to the discards.
    """
    judgement = _JUDGE(
        state, [change for change in changes if not _is_moved_used_card(state, change, changes)]
    )
    return _join_pair(state, judgement) if len(judgement.refusals) > 1 else judgement


def _join_pair(state: State, judgement: judging.Judgement) -> judging.Judgement:
    """Refuse two cards of a double action together, for the reason that forbids it (PC-16)."""
    for way in judgement.moves:
        state, _ = apply(state, way.move)
    refused = chain.from_iterable(refusal.changes for refusal in judgement.refusals)
    laid = table.laid_face_up(refused)
    for card in laid:
        pair = barred_pair(state, card, laid)
        for way in pair if isinstance(pair, tuple) else ():
            if (why := judging.why_illegal(apply, state, way.move)) is not None:
                seats = seats_concerned(state, card)
                both = judging.Refusal(why.rule, why.message, way.changes, seats)
                others = (item for item in judgement.refusals if item.changes[0] not in way.changes)
                return replace(judgement, refusals=(both, *others))
    return judgement


def _is_moved_used_card(state: State, change: table.Change, changes: table.Changes) -> bool:
    """Whether a player moved a used card to the discards, since no hand can hold another copy."""
    if not isinstance(change, table.Laid) or change.zone != DISCARD:
        return False
    taken = [item.was for item in changes if isinstance(item, table.Taken)]
    alike = [was for was in taken if was.name == change.card and was.seat is not None]
    used = any(was.status is table.CardStatus.TO_CLEAR for was in alike)
    return used and not any(may_hold(state, tribe, change.card) for tribe in state.camps)
