"""Compares the face-down cards before each player with the number that the player holds.

Cards are counted after the deal (CP-1, SL-16), and after somebody drew from the Court (CP-16 to
CP-18, CP-25). At other times a player may hold them in the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.contract import Message, Value
from referee.coup.state.cards import DRAWN, INFLUENCE
from referee.coup.state.phases import Exchange, Turn
from referee.coup.state.state import EventKind, State, clockwise, influence, is_in
from referee.judging import Refusal
from referee.table import Changes, Laid, seat_of_change


def count_refusals(state: State, changes: Changes) -> Iterator[Refusal]:
    """Yield a refusal for each player with too many or too few face-down cards.

    A card is missing only if all other players have theirs before them: a player may hold it.
    """
    backs = _face_down(state, changes)
    there = Counter({seat: len(cards) for seat, cards in backs.items()})
    for seat, cards in backs.items():
        if (rule := _rule(state, seat)) is None:
            continue
        count = influence(state, seat)
        most = count + DRAWN if isinstance(state.phase, Exchange) else count
        if len(cards) > most:
            key = "coup.refused.drawn_too_many" if most > count else "coup.refused.too_many_held"
            key = key if has_begun(state) else "coup.refused.misdealt"
            yield _refusal(rule, key, seat, cards[most:], len(cards), most)
        elif len(cards) < count and _may_lack(state) and _all_others_there(state, seat, there):
            begun = has_begun(state)
            key = "coup.refused.too_few_held" if begun else "coup.refused.dealt_too_few"
            yield _refusal(rule, key, seat, cards, len(cards), count)


def has_begun(state: State) -> bool:
    """Whether somebody has acted."""
    return state.window > 0


def _refusal(rule: str, key: str, seat: int, cards: list[Laid], given: int, count: int) -> Refusal:
    params: dict[str, Value] = {"seat": seat, "given": given, "count": count}
    return Refusal(rule, Message(key, params), tuple(cards), (seat,))


def _face_down(state: State, changes: Changes) -> dict[int, list[Laid]]:
    """Return the face-down cards before each player who is still in."""
    results: dict[int, list[Laid]] = {}
    for change in changes:
        seat = seat_of_change(change, len(state.faces))
        if isinstance(change, Laid) and change.down and seat is not None and is_in(state, seat):
            results.setdefault(seat, []).append(change)
    return results


def _rule(state: State, seat: int) -> str | None:
    """Return the rule by which a seat's cards are counted now, or None if they are not."""
    if not has_begun(state):
        return "SL-16"
    exchange = "CP-16" if influence(state, seat) == INFLUENCE else "CP-18"
    if isinstance(state.phase, Exchange):
        return exchange if seat == state.turn else None
    last = state.history[-1] if state.history else None
    if (
        last is None
        or last.seat != seat
        or last.what not in (EventKind.EXCHANGED, EventKind.REPLACED)
    ):
        return None
    return exchange if last.what is EventKind.EXCHANGED else "CP-25"


def _may_lack(state: State) -> bool:
    """Whether cards may be missing now: after the deal, and in the turn after a draw."""
    if not has_begun(state):
        return True
    return isinstance(state.phase, Turn) and (
        state.history[-1].what is EventKind.REPLACED
        or clockwise(state, state.history[-1].seat)[0] == state.turn
    )


def _all_others_there(state: State, seat: int, there: Counter[int]) -> bool:
    return all(there[other] >= influence(state, other) for other in clockwise(state, seat))
