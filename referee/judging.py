"""The meaning of changes on the table: moves, choices, refusals, and missing cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.pending import Lay, LayDown, MissingCard, PendingAction
from referee.table import (
    Change,
    Laid,
    Moved,
    Taken,
    Zone,
    is_face_up,
)
from referee.values import Frozen, IllegalMove, Message, Value


class Meaning(Frozen):
    """A move, and the changes on the table that make it. Its `label` is shown in an `Ambiguity`."""

    move: Any
    changes: tuple[Change, ...]
    label: Message | None = None
    effect: Message | None = None


class Ambiguity(Frozen):
    """Changes with several possible meanings. `seat` must choose one, or anyone if it is None.

    `question` is the question to ask, and `rule` the rule behind it. Without a `question`, people
    are asked which of the `meanings` is right.
    """

    seat: int | None
    meanings: tuple[Meaning, ...]
    changes: tuple[Change, ...]
    question: Message | None = None
    rule: str = ""


class Refusal(Frozen):
    """Changes that the rules forbid. It says which rule, why, whom to tell and where cards may lie.

    `early` marks a card that was laid too early or out of turn. It counts later only if people
    confirm it.
    """

    rule: str
    message: Message
    changes: tuple[Change, ...]
    seats: tuple[int, ...] = ()
    allowed_zones: tuple[Zone, ...] = ()
    early: bool = False


class Judgement(Frozen):
    """The meaning of the difference between the layout and the table.

    It may have moves, in the order in which they were made, together with refusals. `missing` cards
    must be put back.
    """

    moves: tuple[Meaning, ...] = ()
    choice: Ambiguity | None = None
    refusals: tuple[Refusal, ...] = ()
    pending: tuple[PendingAction, ...] = ()
    missing: tuple[MissingCard, ...] = ()

    @property
    def meanings(self) -> tuple[Meaning, ...]:
        """All that the changes may mean: the moves, and those of which people choose one."""
        return self.moves if self.choice is None else (*self.moves, *self.choice.meanings)

    @property
    def to_do(self) -> tuple[PendingAction, ...]:
        """The actions by hand: first of all, put missing cards back."""
        return (*self.missing, *self.pending)


def why_illegal(apply: Callable[..., Any], state: Any, *move: Any) -> IllegalMove | None:
    """Return why a move is illegal, or None if it is legal."""
    try:
        apply(state, *move)
    except IllegalMove as error:
        return error
    return None


def missing_card(change: Taken) -> MissingCard:
    """Return the request to put back a card that was removed but must stay (SL-7)."""
    was = change.was
    if was.down:
        return MissingCard(Message("table.gone.back", {"zone": str(was.zone)}), was.zone, was.seat)
    answer = Message("table.gone", {"card": was.name, "zone": str(was.zone)})
    return MissingCard(answer, was.zone, was.seat, cards=(was.name,))


def refuse_moved_card(change: Moved, seats: tuple[int, ...], rule: str) -> Refusal:
    """Return the refusal of a card that was moved but must stay (SL-4, SL-8)."""
    was = change.was
    said = Message("table.moved", {"card": was.name, "to_zone": str(was.zone)})
    return Refusal(rule, said, (change,), seats, (was.zone,))


def join_moved_cards(refusals: Sequence[Refusal]) -> tuple[Refusal, ...]:
    """Join the refusals of cards that were moved in one zone, as when a row is pushed (SL-8)."""
    by_zone = dict[tuple[Zone, ...], list[Refusal]]()
    results = [refusal for refusal in refusals if refusal.message.key != "table.moved"]
    for refusal in refusals:
        if refusal not in results:
            by_zone.setdefault(refusal.allowed_zones, []).append(refusal)
    for moved in by_zone.values():
        first, *others = moved
        if others:
            changes = tuple(change for refusal in moved for change in refusal.changes)
            cards = tuple(change.was.name for change in changes if isinstance(change, Moved))
            params: dict[str, Value] = {"cards": cards, "to_zone": first.message.params["to_zone"]}
            seats = first.seats if all(other.seats == first.seats for other in others) else ()
            said = Message("table.moved.several", params)
            first = Refusal(first.rule, said, changes, seats, first.allowed_zones)
        results.append(first)
    return tuple(results)


def refuse_elsewhere(
    actions: Iterable[PendingAction], change: Change, seats: tuple[int, ...]
) -> Refusal | None:
    """Return the refusal of a card that lies elsewhere than the cards to be laid, or the wrong way
    up.
    """
    actions = tuple(actions)
    lays = [action for action in actions if isinstance(action, Lay)]
    if isinstance(change, Laid) and change.down and change.zone in {lay.zone for lay in lays}:
        return refuse_face_down("SL-12", change, seats)
    if not is_face_up(change):
        return None
    hiding = [action for action in actions if isinstance(action, LayDown)]
    if any(action.zone.covers(change.zone) for action in hiding):
        return refuse_face_up(change, seats)
    zones = tuple(dict.fromkeys(item.zone for item in lays))
    if not lays or any(zone.covers(change.zone) for zone in zones):
        return None
    if len(lays) == 1 and lays[0].seat is not None:
        said = Message("table.elsewhere", {"seat": lays[0].seat, "to_zone": str(zones[0])})
    else:
        said = Message("table.elsewhere.anyone", {"zones": tuple(map(str, zones))})
    return Refusal(lays[0].rule, said, (change,), seats, zones)


def refuse_face_down(rule: str, change: Laid, seats: tuple[int, ...]) -> Refusal:
    """Return the refusal of a card that is face down but must be face up (SL-12)."""
    said = Message("table.face_down", {"zone": str(change.zone)})
    return Refusal(rule, said, (change,), seats)


def refuse_face_up(change: Laid, seats: tuple[int, ...]) -> Refusal:
    """Return the refusal of a card that is face up but must be face down (SL-12)."""
    said = Message("table.face_up", {"zone": str(change.zone)})
    return Refusal("SL-12", said, (change,), seats)
