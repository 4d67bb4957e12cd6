"""The cards that must be laid face up in each phase: how many, where, and from which seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from referee.contract import AskCards, Message
from referee.coyote.rules.reveal import new_cards
from referee.coyote.state.action_effects import MAT, zone_name
from referee.coyote.state.cards import DRAW
from referee.coyote.state.moves import offer
from referee.coyote.state.phases import Alone, Draw, Look, Open, Replaced, Reveal, Uncounted
from referee.coyote.state.state import (
    State,
    cards_held,
    draws_pending,
    is_in,
    returnable_discards,
    swapped_out_draws,
    undiscarded,
)
from referee.coyote.table.layout import MIDDLE, zone_of
from referee.pending import Lay, PendingAction, TurnUp
from referee.table import ANYWHERE, Laid, Zone, seat_of_change

_MOVE = "cards_read"
_ALL = Message("coyote.want.reveal")
_REST = Message("coyote.want.rest")
_WITH_SWAPPED = Message("coyote.want.all_replaced")


# -- before the reveal -----------------------------------------------------------------------


def card_to_open(state: State, _phase: Open) -> tuple[PendingAction, ...]:
    """Return the top card of the pile, which the active player turns up next to theirs (CY-60)."""
    seat = state.turn
    at = (Message("coyote.focus.open", {"seat": seat}), zone_of(seat), seat, _one_more(state, seat))
    return (offer.by_hand(TurnUp, _MOVE, "CY-60", *at, source=MIDDLE),)


def card_to_look_at(state: State, _phase: Look) -> tuple[PendingAction, ...]:
    """Return the own card of the active player, who has named it (CY-64)."""
    seat = state.turn
    at = (Message("coyote.want.look", {"seat": seat}), zone_of(seat), seat, _one_more(state, seat))
    return (offer.by_hand(Lay, _MOVE, "CY-64", *at),)


def _one_more(state: State, seat: int) -> AskCards:
    """Return the question for one more card in front of a seat."""
    known = state.acts.face_up_at(seat)
    elsewhere = new_cards(known, state.acts.open_cards())
    return ask_exactly(state, len(known) + 1, known, zone_name(seat), elsewhere)


# -- the reveal ------------------------------------------------------------------------------


def swapped_cards(state: State, _phase: Replaced) -> tuple[PendingAction, ...]:
    """Return the swapped-out cards, which are laid before all others (CY-78)."""
    known, more = state.acts.open_cards(), state.acts.unread_swaps()
    prompt = Message("coyote.want.replaced", {"count": more})
    ask = ask_exactly(state, len(known) + more, known)
    return (_anywhere(prompt, "CY-78", ask, len(known) + more),)


def cards_to_count(state: State, _phase: Reveal) -> tuple[PendingAction, ...]:
    """Return all cards that the players hold (CY-6)."""
    prompt = _REST if state.acts.replaced else _ALL
    ask = ask_count(state, state.acts.open_cards())
    return (_anywhere(prompt, "CY-6", ask, cards_held(state)),)


def cards_to_draw(state: State, phase: Draw) -> tuple[PendingAction, ...]:
    """Return the cards of the pile that draw cards must still turn up. One may come first."""
    more, known, have = draws_pending(state), phase.cards, len(phase.cards)
    prompt, ask = Message("coyote.focus.draw", {"count": more}), ask_count(state, known, have + 1)
    fixed: dict[str, Any] = {"have": have, "count": have + more, "source": MIDDLE}
    return (offer.by_hand(TurnUp, _MOVE, "CY-21", prompt, ANYWHERE, None, ask, **fixed),)


def cards_not_counted(state: State, _phase: Uncounted) -> tuple[PendingAction, ...]:
    """Return all cards that the players hold after a wrong guess (CY-77)."""
    count = cards_held(state)
    return (_anywhere(_ALL, "CY-77", ask_exactly(state, count, state.acts.open_cards()), count),)


def _anywhere(prompt: Message, rule: str, ask: AskCards, count: int) -> Lay:
    """Return the cards that players lay anywhere on the mat. The known ones are among them."""
    have = len(ask.known)
    return offer.by_hand(Lay, _MOVE, rule, prompt, ANYWHERE, None, ask, have=have, count=count)


# -- what is still missing -------------------------------------------------------------------


def still_missing(state: State, lay: Lay, new: Sequence[Laid]) -> Iterator[PendingAction]:
    """Yield what players must still do after they laid `new` cards.

    If these lie in front of their owners, also yield what each of the others must do.
    """
    if isinstance(state.phase, Alone):
        yield lay
        return
    have = lay.have + len(new)
    if waits_for_one_swap(state) and len(new) > 1:
        yield replace(lay, message=_WITH_SWAPPED, have=have, count=cards_held(state))
        return
    if new and have >= lay.count:
        return
    yield replace(lay, have=have)
    if new and isinstance(state.phase, Reveal | Uncounted):
        yield from _missing_by_seat(state, lay, new)


def _missing_by_seat(state: State, lay: Lay, new: Sequence[Laid]) -> Iterator[PendingAction]:
    """Yield the missing cards of each seat, if all other cards lie in front of their owners."""
    lie = dict.fromkeys(range(len(state.strikes)), 0)
    for change in new:
        if (seat := seat_of_change(change, len(state.strikes))) is not None:
            lie[seat] += 1
    lacking = {seat: cards_to_reveal(state, seat) - there for seat, there in lie.items()}
    missing = lay.count - lay.have - len(new)
    if sum(max(0, lacks) for lacks in lacking.values()) != missing:
        return
    for seat, lacks in lacking.items():
        if lacks > 0:
            message = Message("coyote.want.own", {"seat": seat, "count": lacks})
            have, count = lie[seat], cards_to_reveal(state, seat)
            yield PendingAction(message, Zone("seat", seat), seat, have, count, rule=lay.rule)


def waits_for_one_swap(state: State) -> bool:
    """Whether the table waits for exactly one swapped-out card."""
    return isinstance(state.phase, Replaced) and state.acts.unread_swaps() == 1


def cards_to_reveal(state: State, seat: int) -> int:
    """Return how many cards a seat must still lay face up at the reveal.

    A mat may have places for more seats than play.
    """
    result = state.phase.result
    loser = None if result is None else result.loser
    plays = seat < len(state.strikes) and (is_in(state, seat) or seat == loser)
    if not plays:
        return 0
    acts = state.acts
    up = sum(face.is_own_of(seat) for face in acts.up)
    more = sum(use.action == "extra" and use.target == seat for use in acts.used)
    return 1 - up + more


# -- the questions ---------------------------------------------------------------------------


def ask_exactly(
    state: State,
    count: int,
    known: tuple[str, ...],
    zone: str = MAT,
    elsewhere: Sequence[str] = (),
) -> AskCards:
    """Return the question for `count` cards in a zone. Those that lie `elsewhere` are not there."""
    possible = undiscarded(state)
    if elsewhere:
        possible = dict(Counter(possible) - Counter(elsewhere))
    return AskCards("cards", zone, count, count, possible, known)


def ask_count(state: State, known: tuple[str, ...], least: int = 0) -> AskCards:
    """Return the question for the players' cards and the cards that draw cards turned up.

    A swapped-out draw card is among them, but draws nothing.
    """
    cards = cards_held(state)
    most = cards - swapped_out_draws(state)
    possible, again = undiscarded(state), returnable_discards(state)
    return AskCards("cards", MAT, least or cards, most, possible, known, {DRAW: 1}, again)
