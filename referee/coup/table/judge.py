"""Judges changes on the table: a card was shown, turned up or taken back, or is refused."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from referee import judging, table
from referee.contract import Message
from referee.coup.flow import FLOW, acting_seat, apply
from referee.coup.state import phases
from referee.coup.state.cards import ASSASSINATE
from referee.coup.state.moves import Block, CardReturned, CardShown, CardTurned, Concede, Move, Pass
from referee.coup.state.state import (
    MIDDLE,
    EventKind,
    State,
    claimer,
    hidden_cards,
    is_in,
    seat_zone,
)
from referee.coup.table.hand_counts import count_refusals, has_begun
from referee.judge import Judge
from referee.pending import CardAction

_PROOF = Message("coup.way.proof")
_CONCEDE = Message("coup.offer.concede")
_LOST = Message("coup.way.lost")
_STAYS_RULE = "CP-41"  # Face-up influence must stay before its player.


def judge(state: State, changes: table.Changes) -> judging.Judgement:
    """Return the judgement on the changes. The place of a card tells its purpose."""
    misplaced = partial(_misplaced, changes)
    judgement = Judge(
        apply,
        _meanings,
        misplaced,
        _seats_concerned,
        stays_rule=_STAYS_RULE,
        actions=FLOW.pending,
        moves=Move,
        spare_copies=lambda now, card: hidden_cards(now).get(card, 0) - (now.phase.shown == card),
    )(state, changes)
    hidden = (*_face_down_refusals(state, changes), *count_refusals(state, changes))
    return replace(judgement, refusals=(*judgement.refusals, *hidden)) if hidden else judgement


def _meanings(
    state: State, change: table.Change, left: table.Changes
) -> tuple[judging.Meaning, ...] | None:
    """Return the special meanings of a change, or None if it makes the pending action, if any."""
    if isinstance(state.phase, phases.Return):
        return () if any(_is_turned_down(change) for change in left) else None  # It is still there.
    if not table.is_face_up(change):
        return ()
    match state.phase:
        case phases.Show(play):
            return _shown_meanings(state, play, change, left)
        case phases.Lose(loser) if _turns_both(state, loser, change, left):
            return ()
        case phases.Blockable(play):
            return _early_turn_meanings(play, change)
    return None


def _shown_meanings(
    state: State, play: phases.Play, change: table.Laid, left: table.Changes
) -> tuple[judging.Meaning, ...]:
    """Return the moves that a card may mean while the claimer must show one (CP-24, SL-21).

    If several cards are shown, the claimed one counts. A card at the claimer's own place is either
    the proof or, as lost influence, a concession.
    """
    seat, claim = play.claimer(state.turn), play.claims
    places = (MIDDLE, seat_zone(seat))
    if change.zone not in places:
        return ()
    claims = [
        change
        for zone in places
        for change in table.laid_face_up(left, zone)
        if change.card in claim
    ]
    if claims and change != claims[0]:
        return ()
    shown = CardShown((change.card,), table.picture_ids([change]))
    if change.zone == MIDDLE or judging.why_illegal(apply, state, shown) is not None:
        return (judging.Meaning(shown, (change,)),)
    return (
        judging.Meaning(shown, (change,), _PROOF),
        judging.Meaning(Concede(seat), (change,), _CONCEDE),
    )


def _turns_both(state: State, seat: int, change: table.Laid, left: table.Changes) -> bool:
    """Whether a card is the second of two that a player turns up at once."""
    laid = table.laid_face_up(left, seat_zone(seat))
    if change not in laid[1:]:
        return False
    first = CardTurned((*state.faces[seat], laid[0].card))
    return _must_turn_again(state, seat, first)


def _must_turn_again(state: State, seat: int, move: CardTurned) -> bool:
    """Whether a player who turns up a card must turn up the other at once (CP-30, CP-52)."""
    if judging.why_illegal(apply, state, move) is not None:
        return False
    after = apply(state, move)[0].phase
    return isinstance(after, phases.Lose) and after.loser == seat


def _early_turn_meanings(play: phases.Play, change: table.Laid) -> tuple[judging.Meaning, ...]:
    """Return the moves for a card that the target of an assassin turns up early (SL-21).

    The target may still block (CP-30). So the card means either a pass or the claim of a Contessa.
    """
    seat = play.target
    if seat is None or change.zone != seat_zone(seat) or play.name != ASSASSINATE:
        return ()
    (card,) = play.action.blocks
    named = Message("coup.offer.name_card", {"card": card})
    return (
        judging.Meaning(Pass(seat), (change,), _LOST),
        judging.Meaning(Block(seat, card), (change,), named),
    )


def _seats_concerned(state: State, change: table.Change) -> tuple[int, ...]:
    """Return the seats that a change concerns: the awaited seat and the seat of the card (SL-3).

    If a shown card lies in the middle, its seat is the claimer.
    """
    seat = table.seat_of_change(change, len(state.faces))
    if seat is None and state.phase.shown:
        seat = claimer(state)
    phase = state.phase
    awaited = acting_seat(state)
    if seat is not None and isinstance(phase, phases.Blockable) and phase.play.target == seat:
        awaited = seat
    return (awaited,) if seat is None or seat == awaited else (awaited, seat)


# -- refusals ---------------------------------------------------------------------------


def _misplaced(left: table.Changes, state: State, change: table.Change) -> judging.Refusal | None:
    if not table.is_face_up(change) or isinstance(state.phase, phases.Over):
        return None
    seats, actions = _seats_concerned(state, change), FLOW.pending(state)
    own, awaited = table.seat_of_change(change, len(state.faces)), acting_seat(state)
    elsewhere = None if own == awaited else judging.refuse_elsewhere(actions, change, seats)
    if elsewhere is not None:
        return elsewhere
    waits = any(isinstance(action, CardAction) for action in actions)
    if not waits and change.zone == MIDDLE:
        return _middle_refusal(state, change)
    if isinstance(state.phase, phases.Exchange):
        return judging.refuse_face_up(change, seats)
    why = judging.why_illegal(apply, state, _closest_move(state, change, left))
    if own not in (None, state.turn) and not has_begun(state):
        dealt = Message("coup.refused.dealt_open", {"card": change.card})
        return judging.Refusal("CP-1", dealt, (change,), (own,))
    if not waits and own is not None and is_in(state, own):  # the card concerns no other seat
        seats = (own,)
    return None if why is None else judging.Refusal(why.rule, why.message, (change,), seats)


def _middle_refusal(state: State, change: table.Laid) -> judging.Refusal:
    """Return the refusal of a card that is face up in the middle though nobody must show one.

    It may be a player's, or one of the Court. A player's card must never stay on the Court.
    """
    if isinstance(state.phase, phases.Exchange):
        message = Message("coup.refused.exchange_hidden")
        return judging.Refusal("CP-16", message, (change,), (state.turn,))
    seats = _seats_to_tell(state)
    if change.turned:
        message = Message("coup.refused.turned_in_middle")
        return judging.Refusal("CP-51", message, (change,), seats)
    why = judging.why_illegal(apply, state, CardShown((change.card,)))
    assert why is not None
    return judging.Refusal(why.rule, why.message, (change,), seats)


def _seats_to_tell(state: State) -> tuple[int, ...]:
    """Return the seats whose card may lie in the middle: the claimer, or a seat that may block.

    The last claim may be shown late, in the next turn.
    """
    match state.phase:
        case phases.Turn() if state.history and state.history[-1].what is EventKind.CLAIMED:
            return tuple(dict.fromkeys((state.turn, state.history[-1].seat)))
        case phases.Blockable(play):
            return () if play.target is None else (state.turn, play.target)
    return (claimer(state),)


def _closest_move(state: State, change: table.Laid, left: table.Changes) -> Move:
    """Return the move that a wrong card would make. The rules of that move explain the refusal."""
    if isinstance(state.phase, phases.Show):  # the card lies next to the right one
        cards = [
            *table.laid_face_up(left, MIDDLE),
            *table.laid_face_up(left, seat_zone(claimer(state))),
        ]
        return CardShown(tuple(card.card for card in cards))
    seat = table.seat_of_change(change, len(state.faces))
    if seat is not None:
        return CardTurned((*state.faces[seat], change.card))
    if isinstance(state.phase, phases.Return):
        return CardReturned((change.card,))
    return CardShown((change.card,))


def _is_turned_down(change: table.Change) -> bool:
    if not isinstance(change, table.Laid) or change.zone != MIDDLE:
        return False
    return change.down and change.turned


def _face_down_refusals(state: State, changes: table.Changes) -> Iterator[judging.Refusal]:
    """Yield a refusal if the card to be shown lies face down (SL-12), or a shown card still lies.

    The Court may also lie face down next to it.
    """
    if isinstance(state.phase, phases.Return):
        back, *_ = FLOW.pending(state)
        for change in filter(_is_turned_down, changes):
            yield judging.Refusal(back.rule, back.message, (change,), (claimer(state),))
        return
    if not isinstance(state.phase, phases.Show) or table.laid_face_up(changes, MIDDLE):
        return
    downs = [laid for laid in changes if isinstance(laid, table.Laid) and laid.down]
    there = [down for down in downs if down.zone == MIDDLE]
    if len(there) == 1:
        yield judging.refuse_face_down("CP-24", there[0], (claimer(state),))
