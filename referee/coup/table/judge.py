"""What a change of the table comes to: a card shown, turned up or taken back, or why not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from referee.contract import Message, Value
from referee.coup.rules.due import IN_THE_MIDDLE, before, card_due
from referee.coup.rules.play import apply
from referee.coup.state.cards import ASSASSINATE, INFLUENCE
from referee.coup.state.moves import Block, CardReturned, CardShown, CardTurned, Concede, Move, Pass
from referee.coup.state.phases import (
    Blockable,
    Exchange,
    Lose,
    Over,
    Phase,
    Play,
    Return,
    Show,
)
from referee.coup.state.state import State, claimer, is_in
from referee.judging import Judge, Judgement, Meaning, Missing, Refusal, face_down, face_up, refused
from referee.table import (
    Change,
    Changes,
    Laid,
    Lies,
    Taken,
    Zone,
    is_up,
    laid_up,
    proof_of,
    seat_before,
)

_PROOF = Message("coup.way.proof")
_CONCEDE = Message("coup.offer.concede")
_LOST = Message("coup.way.lost")
_STAYS = "CP-41"  # influence that is face up lies before its player, and stays there
_ELSEWHERE: dict[type[Phase], str] = {
    Show: "CP-24",
    Lose: "CP-26",
}  # by which rule one place is the right one


def judge(state: State, changes: Changes) -> Judgement:
    """Return what changes come to: where a card lies says what it is for."""
    amiss = partial(_amiss, changes)
    said = Judge(apply, _means, amiss, _whose, _due, stays=_STAYS)(state, changes)
    hidden = (*_face_down(state, changes), *_misdealt(state, changes))
    return replace(said, refusals=(*said.refusals, *hidden)) if hidden else said


def _means(state: State, change: Change, left: Changes) -> tuple[Meaning, ...]:
    if isinstance(change, Taken):
        return _taken_back(state, change, left)
    if not is_up(change):
        return ()
    match state.phase:
        case Show(play):
            return _shown(state, play, change, left)
        case Lose(loser):
            return _turned(state, loser, change, left)
        case Blockable(play):
            return _with_the_block_open(play, change)
    return ()


def _taken_back(state: State, change: Taken, left: Changes) -> tuple[Meaning, ...]:
    """The shown card is taken off the table; another may lie there in its stead (CP-42)."""
    if not isinstance(state.phase, Return) or change.was.lies is not Lies.GOES:
        return ()
    others = laid_up(left, IN_THE_MIDDLE)
    move = CardReturned(tuple(one.card for one in others), proof_of(others))
    return (Meaning(move, (change, *others)),)


def _shown(state: State, play: Play, change: Laid, left: Changes) -> tuple[Meaning, ...]:
    """A card is shown for a claim: of several, the claimed one (CP-24, SL-21).

    One that is turned up at the own place may be meant as a proof, or the claim is conceded.
    """
    seat, claim = play.claimer(state.turn), play.claims
    places = (IN_THE_MIDDLE, before(seat))
    if change.zone not in places:
        return ()
    claims = [one for zone in places for one in laid_up(left, zone) if one.card in claim]
    if claims and change != claims[0]:
        return ()
    shown = CardShown((change.card,), proof_of([change]))
    if change.zone == IN_THE_MIDDLE or refused(apply, state, shown) is not None:
        return (Meaning(shown, (change,)),)
    return (
        Meaning(shown, (change,), _PROOF),
        Meaning(Concede(seat), (change,), _CONCEDE),
    )


def _turned(state: State, seat: int, change: Laid, left: Changes) -> tuple[Meaning, ...]:
    """A card is turned up for an influence that is lost (CP-26)."""
    if change.zone != before(seat):
        return ()
    first = laid_up(left, before(seat))[0]
    if change != first and _loses_on(state, seat, _turning(state, seat, first)):
        return ()  # both are lost: the other is turned up next
    return (Meaning(_turning(state, seat, change), (change,)),)


def _turning(state: State, seat: int, change: Laid) -> CardTurned:
    return CardTurned((*state.faces[seat], change.card), proof_of([change]))


def _loses_on(state: State, seat: int, move: CardTurned) -> bool:
    """Tell whether who turns up a card is to turn up the other at once (CP-30, CP-52)."""
    if refused(apply, state, move) is not None:
        return False
    after = apply(state, move)[0].phase
    return isinstance(after, Lose) and after.loser == seat


def _with_the_block_open(play: Play, change: Laid) -> tuple[Meaning, ...]:
    """The target of an assassin turns a card up, and may block yet: no Contessa (CP-30, SL-21)?"""
    seat = play.target
    if seat is None or change.zone != before(seat) or play.name != ASSASSINATE:
        return ()
    (card,) = play.action.blocks
    named = Message("coup.offer.name_card", {"card": card})
    return (
        Meaning(Pass(seat), (change,), _LOST),
        Meaning(Block(seat, card), (change,), named),
    )


def _whose(state: State, change: Change) -> tuple[int, ...]:
    """Return whom a change concerns: who is waited for, and before whom it is (SL-3).

    Beside a shown card that is who has shown it.
    """
    seat = seat_before(change, len(state.faces))
    if seat is None and state.phase.shown:
        seat = claimer(state)
    phase = state.phase
    due = phase.acting(state.turn)
    if seat is not None and isinstance(phase, Blockable) and phase.play.target == seat:
        due = seat
    return (due,) if seat is None or seat == due else (due, seat)


# -- why it is none ---------------------------------------------------------------------------


def _amiss(left: Changes, state: State, change: Change) -> Refusal | None:
    if not is_up(change) or isinstance(state.phase, Over):
        return None
    seats, due = _whose(state, change), card_due(state)
    rule = _ELSEWHERE.get(type(state.phase))
    if rule is not None and due is not None and change.zone not in (due.zone, before(due.seat)):
        place = str(due.zone)
        params: dict[str, Value] = {"card": change.card, "seat": due.seat, "to_zone": place}
        said = Message("coup.refused.elsewhere", params)
        return Refusal(rule, said, (change,), seats, (due.zone,))
    if isinstance(state.phase, Exchange) or (due is None and change.zone == IN_THE_MIDDLE):
        return face_up(change, seats if due is None else (due.seat,))
    why = refused(apply, state, _as_if(state, change, left))
    own = seat_before(change, len(state.faces))
    if own not in (None, state.turn) and not _begun(state):
        dealt = Message("coup.refused.dealt_open", {"card": change.card})
        return Refusal("CP-1", dealt, (change,), (own,))
    if due is None and own is not None and is_in(state, own):  # nobody else has to do with it
        seats = (own,)
    return None if why is None else Refusal(why.rule, why.message, (change,), seats)


def _as_if(state: State, change: Laid, left: Changes) -> Move:
    """Return the move that a card would be if it were one: the rules tell why it is none."""
    if isinstance(state.phase, Show):  # beside the one that counts
        cards = [*laid_up(left, IN_THE_MIDDLE), *laid_up(left, before(claimer(state)))]
        return CardShown(tuple(one.card for one in cards))
    seat = seat_before(change, len(state.faces))
    if seat is not None:
        return CardTurned((*state.faces[seat], change.card))
    if isinstance(state.phase, Return):
        return CardReturned((change.card,))
    return CardShown((change.card,))


def _face_down(state: State, changes: Changes) -> Iterator[Refusal]:
    """Yield where a card that is to be shown lies face down (SL-12); the Court may lie beside."""
    if not isinstance(state.phase, Show) or laid_up(changes, IN_THE_MIDDLE):
        return
    downs = [one for one in changes if isinstance(one, Laid) and one.down]
    there = [one for one in downs if one.zone == IN_THE_MIDDLE]
    if len(there) == 1:
        yield face_down("CP-24", there[0], (claimer(state),))


def _misdealt(state: State, changes: Changes) -> Iterator[Refusal]:
    """Yield before whom too many cards lie face down, until somebody has acted (CP-1, SL-16)."""
    dealt: dict[Zone | None, list[Laid]] = {}
    for one in () if _begun(state) else changes:
        if isinstance(one, Laid) and one.down:
            dealt.setdefault(one.zone, []).append(one)
    for cards in dealt.values():
        seat = seat_before(cards[0], len(state.faces))
        if seat is not None and len(cards) > INFLUENCE:
            params: dict[str, Value] = {"seat": seat, "given": len(cards), "count": INFLUENCE}
            said = Message("coup.refused.misdealt", params)
            yield Refusal("SL-16", said, tuple(cards[INFLUENCE:]), (seat,))


def _begun(state: State) -> bool:
    """Tell whether somebody has acted."""
    return state.window > 0


# -- what is still to come ----------------------------------------------------------------------


def _due(state: State, left: Changes) -> Iterator[Missing]:
    del left
    due = card_due(state)
    if due is not None:
        cards = (state.phase.shown,) if isinstance(state.phase, Return) else ()
        yield Missing(due.prompt, due.zone, due.seat, cards=cards)
