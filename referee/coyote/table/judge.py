"""Judges changes on the table: a reading, a refusal, or cards that are still missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from referee import judging, table
from referee.contract import AskCards, IllegalMove, Message
from referee.coyote.flow import FLOW, apply
from referee.coyote.rules.actions import why_unusable
from referee.coyote.rules.reveal import must_be_in_deck
from referee.coyote.state.cards import canonical_names
from referee.coyote.state.moves import CardsRead
from referee.coyote.state.phases import Alone, Look, Open, Replaced, Talk
from referee.coyote.state.state import State, cards_held
from referee.coyote.table.layout import MIDDLE
from referee.coyote.table.pending import cards_to_reveal, still_missing, waits_for_one_swap
from referee.judge import Judge
from referee.pending import Lay, PendingAction

_FACE_UP = ("open", "know")  # These actions lay a card face up.


def judge(state: State, changes: table.Changes) -> judging.Judgement:
    """Return the judgement on the changes. A count is read once all its cards are there (SL-6)."""
    if (refusal := _open_cards_refusal(state, changes)) is not None:
        return judging.Judgement(refusals=(refusal,), pending=_pending(state, changes))
    misplaced = partial(_misplaced, changes)
    judgement = Judge(apply, _meanings, misplaced, _seats_concerned, _pending)(state, changes)
    hidden = tuple(_face_down_refusals(state, changes))
    return replace(judgement, refusals=(*judgement.refusals, *hidden)) if hidden else judgement


def _awaited(state: State) -> Lay | None:
    """Return the cards that must be laid face up now, or None while people talk."""
    for action in FLOW.pending(state):
        assert isinstance(action, Lay)
        return action
    return None


def _pending(state: State, left: table.Changes) -> tuple[PendingAction, ...]:
    lay = _awaited(state)
    return () if lay is None else tuple(still_missing(state, lay, table.laid_face_up(left)))


def _question(lay: Lay) -> AskCards:
    """Return the question that the cards answer."""
    assert isinstance(lay.ask, AskCards)
    return lay.ask


def _meanings(
    state: State, change: table.Change, left: table.Changes
) -> tuple[judging.Meaning, ...] | judging.Ambiguity:
    lay = _awaited(state)
    if lay is None or not table.is_face_up(change):
        return ()
    if isinstance(state.phase, Alone):
        return (_reading(state, lay, [change]),) if _is_in_zone(change, lay.zone) else ()
    new = table.laid_face_up(left)
    if _is_card_missing(left) or len(new) < _least_new(lay):
        return ()
    if waits_for_one_swap(state) and 1 < len(new) <= _all_new(state, lay):
        return _swapped_meanings(state, lay, new)
    return (_reading(state, lay, new),)


def _swapped_meanings(
    state: State, lay: Lay, new: Sequence[table.Laid]
) -> tuple[judging.Meaning, ...] | judging.Ambiguity:
    """Return the question which card was swapped out, once all cards are there (CY-78).

    If the seat that swapped has both its cards in front of it, it is one of these. Of equal cards,
    it does not matter which.
    """
    cards = _cards_with(lay, new)
    if len(new) < _all_new(state, lay) or _deck_refusal(state, cards) is not None:
        return ()
    (seat,) = _swappers(state)
    own = [change for change in new if table.seat_of_change(change, len(state.strikes)) == seat]
    ways = {
        laid.card: replace(
            _reading(state, lay, (laid,)),
            label=Message("table.way.cards", {"cards": (laid.card,)}),
        )
        for laid in (own if len(own) > 1 else new)
    }
    if len(ways) == 1:
        return tuple(ways.values())
    message = Message("coyote.ask.swapped", {"seat": seat})
    return judging.Ambiguity(seat, tuple(ways.values()), tuple(new), message, "CY-78")


def _swappers(state: State) -> tuple[int, ...]:
    """Return the seats of the swapped-out cards that are not known yet."""
    seats = [use.seat for use in state.acts.used if use.action == "swap"]
    for face in state.acts.up:
        if face.out:
            seats.remove(face.seat)
    return tuple(seats)


def _all_new(state: State, lay: Lay) -> int:
    """Return how many cards the players still hold, including the swapped-out ones."""
    return cards_held(state) - len(_question(lay).known)


def _reading(state: State, lay: Lay, new: Sequence[table.Laid]) -> judging.Meaning:
    proof = (*state.phase.proof, *table.picture_ids(new))
    return judging.Meaning(CardsRead(_cards_with(lay, new), proof), tuple(new))


def _cards_with(lay: Lay, new: Sequence[table.Laid]) -> tuple[str, ...]:
    """Return the cards that are already there, and the new ones."""
    return (*_question(lay).known, *(change.card for change in new))


def _least_new(lay: Lay) -> int:
    """Return how many new cards make a reading. After a draw card, one is enough."""
    ask = _question(lay)
    return ask.least - len(ask.known)


def _seats_concerned(state: State, change: table.Change) -> tuple[int, ...]:
    """Return the seats that a change concerns: the seat to move and the card's seat (SL-3)."""
    seats = (state.turn,) if isinstance(state.phase, Talk | Alone) else ()
    seat = table.seat_of_change(change, len(state.strikes))
    return seats if seat is None or seat in seats else (*seats, seat)


# -- refusals ---------------------------------------------------------------------------


def _misplaced(left: table.Changes, state: State, change: table.Change) -> judging.Refusal | None:
    if not table.is_face_up(change):
        return None
    lay = _awaited(state)
    if lay is None:
        return _talk_refusal(state, change) if isinstance(state.phase, Talk) else None
    if isinstance(state.phase, Alone):
        return judging.refuse_elsewhere([lay], change, _seats_concerned(state, change))
    said_once = _count_refusal(state, lay, left)
    return said_once if said_once is not None and said_once.changes[0] == change else None


def _talk_refusal(state: State, change: table.Laid) -> judging.Refusal:
    """Return the refusal of a card that is face up during talk (CY-6) or too early (SL-20)."""
    seat = table.seat_of_change(change, len(state.strikes))
    seat = state.turn if seat is None else seat
    seats = _seats_concerned(state, change)
    actions = {
        action: why_unusable(state, seat, action)
        for action in _FACE_UP
        if action in state.setup.tokens
    }
    may = tuple(action for action, why in actions.items() if why is None)
    if may:
        words = tuple(f"coyote.action.{action}" for action in may)
        answer = Message("coyote.refused.token_first", {"seat": seat, "words": words})
        return judging.Refusal(state.setup.rules.actions[may[0]], answer, (change,), seats)
    if change.turned and change.zone == MIDDLE:  # it may be the top of the pile
        return judging.Refusal("SL-12", Message("coyote.refused.turned_in_middle"), (change,))
    why = None if change.zone == MIDDLE else next(iter(actions.values()), None)
    why = why or judging.why_illegal(apply, state, CardsRead((change.card,)))
    assert why is not None
    return judging.Refusal(why.rule, why.message, (change,), seats)


def _count_refusal(state: State, lay: Lay, left: table.Changes) -> judging.Refusal | None:
    """Return the refusal of a count with cards that the deck lacks, or with too many cards."""
    new = table.laid_face_up(left)
    if _is_card_missing(left):
        return None
    cards = _cards_with(lay, new)
    beyond = _deck_refusal(state, cards)
    if beyond is not None:
        name = beyond.message.params.get("card", beyond.message.params.get("given"))
        return _refusal(state, beyond, [change for change in new if change.card == name] or new)
    if len(new) < _least_new(lay):
        return None
    why = judging.why_illegal(apply, state, CardsRead(cards))
    if why is None:
        return None
    if waits_for_one_swap(state) and len(new) < _all_new(state, lay):
        return None  # the others follow, and then people are asked
    if isinstance(state.phase, Replaced):  # the swapped-out cards are read before the others
        return judging.Refusal("CY-78", lay.message, new, tuple(dict.fromkeys(_swappers(state))))
    over = [
        zone for zone in dict.fromkeys(laid.zone for laid in new) if _too_many(state, zone, new)
    ]
    if not over:
        return _refusal(state, why, new)
    params = {**why.message.params, "zones": tuple(str(zone) for zone in over)}
    said = Message("coyote.refused.too_many_at", params)
    why = IllegalMove(why.rule, said)
    return _refusal(state, why, [item for item in new if item.zone in over])


def _open_cards_refusal(state: State, changes: table.Changes) -> judging.Refusal | None:
    """Refuse open cards if any one of them could count, but not all (CY-11, SL-1)."""
    lay = _awaited(state)
    if lay is None or not isinstance(state.phase, Alone):
        return None
    new = [change for change in table.laid_face_up(changes) if _is_in_zone(change, lay.zone)]
    known = state.acts.open_cards()
    if any(_deck_refusal(state, (*known, laid.card)) for laid in new):
        return None
    why = _deck_refusal(state, (*known, *(item.card for item in new)))
    if why is None:
        return None
    return _refusal(
        state, why, [change for change in new if change.card == why.message.params["card"]]
    )


def _refusal(state: State, why: IllegalMove, those: Sequence[table.Laid]) -> judging.Refusal:
    seats = dict.fromkeys(seat for change in those for seat in _seats_concerned(state, change))
    return judging.Refusal(why.rule, why.message, tuple(those), tuple(seats))


def _deck_refusal(state: State, cards: tuple[str, ...]) -> IllegalMove | None:
    """Return why the deck cannot hold the cards, even if more cards will follow (CY-11, SL-1)."""
    return judging.why_illegal(_must_be_in_deck, state, cards)


def _must_be_in_deck(state: State, cards: tuple[str, ...]) -> None:
    names = canonical_names(cards, state.setup.rules.instead)
    must_be_in_deck(state, names, len(cards) - cards_held(state))


def _too_many(state: State, zone: table.Zone | None, new: Sequence[table.Laid]) -> bool:
    """Whether more cards lie in front of a seat than it holds (SL-6)."""
    if zone is None or zone.seat is None:
        return False
    return sum(change.zone == zone for change in new) > cards_to_reveal(state, zone.seat)


def _face_down_refusals(state: State, changes: table.Changes) -> Iterator[judging.Refusal]:
    """Yield refusals of cards that must be turned over (SL-12).

    If more cards lie face down than are missing, they are hands that were put down, or the pile.
    The same is true of a face-down card among other players' cards while an open card is pending.
    """
    lay, phase = _awaited(state), state.phase
    if lay is None:
        return
    downs = [change for change in changes if isinstance(change, table.Laid) and change.down]
    up = table.laid_face_up(changes)
    missing = lay.count - lay.have - len(up)
    for down in downs:
        there = sum(other.zone == down.zone for other in downs)
        seat = table.seat_of_change(down, len(state.strikes))
        if isinstance(phase, Look):
            told = _is_in_zone(down, lay.zone) and there == 1
        elif isinstance(phase, Open):
            told = _is_in_zone(down, lay.zone) and len(downs) == 1
        else:
            lacks = (
                0
                if seat is None
                else cards_to_reveal(state, seat) - sum(o.zone == down.zone for o in up)
            )
            told = len(downs) <= missing or 0 < there <= lacks
        if told:
            yield judging.refuse_face_down(lay.rule, down, () if seat is None else (seat,))


# -- places ----------------------------------------------------------------------------


def _is_card_missing(changes: table.Changes) -> bool:
    """Whether a card that must stay is gone. It must come back before any card is read (SL-9)."""
    return any(
        isinstance(change, table.Taken) and change.was.status is table.CardStatus.STAYS
        for change in changes
    )


def _is_in_zone(change: table.Laid, zone: table.Zone) -> bool:
    return zone.covers(change.zone) or change.zone == table.ANYWHERE
