"""What a change of the table comes to: moves, a choice, refusals, what is still missing.

A game says which moves a change would be (`Meaning`); which of them are legal its `apply` says, and
why the others are not. So no condition of a rule stands here, nor twice in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from referee.table import Change, Changes, Laid, Lies, Moved, Taken, Zone
from referee.values import Frozen, IllegalMove, Message

S = TypeVar("S")


class Meaning(Frozen):
    """A move that some changes would be together; `label` calls it, where several are possible."""

    move: Any
    changes: tuple[Change, ...]
    label: Message | None = None
    effect: Message | None = None


class Choice(Frozen):
    """Changes that may be one of several things: asked of `seat`, or (None) of the table.

    `says` is what is asked; None: which of `ways` is meant.
    """

    seat: int | None
    ways: tuple[Meaning, ...]
    changes: tuple[Change, ...]
    says: Message | None = None


class Refusal(Frozen):
    """Changes that no rule allows: which says so, in words, to whom, and where they may lie."""

    rule: str
    message: Message
    changes: tuple[Change, ...]
    seats: tuple[int, ...] = ()
    where: tuple[Zone, ...] = ()


class Missing(Frozen):
    """What the table waits for in a zone, and from whom: `have` of `count` cards lie there.

    `cards` are named where it is known which; `gone` ones lay there and must.
    """

    message: Message
    zone: Zone
    seat: int | None = None
    have: int = 0
    count: int = 1
    cards: tuple[str, ...] = ()
    gone: bool = False


class Judgement(Frozen):
    """What the difference between the layout and the table comes to.

    One difference may have moves, in the order in which they were made, and refusals beside them.
    """

    moves: tuple[Meaning, ...] = ()
    choice: Choice | None = None
    refusals: tuple[Refusal, ...] = ()
    missing: tuple[Missing, ...] = ()


@dataclass(frozen=True)
class Judge(Generic[S]):
    """Judges changes one by one, by what each would be in a game.

    `means` returns the moves that a change would be, legal or not, the likeliest first, with those
    of the other changes that belong to it. `amiss` returns what to say of a change that would be
    no move at all; None: nothing. `whose` returns whom a change concerns. `due` returns what the
    table waits for while the changes that are left came to no move.
    """

    apply: Callable[[S, Any], tuple[S, Any]]
    means: Callable[[S, Change, Changes], Sequence[Meaning]]
    amiss: Callable[[S, Change], Refusal | None]
    whose: Callable[[S, Change], tuple[int, ...]]
    due: Callable[[S, Changes], Iterable[Missing]]

    def __call__(self, state: S, changes: Changes) -> Judgement:
        """Return what all changes come to.

        What is legal is a move, however the changes are ordered; of two that exclude each other
        neither is (SL-5). What is left is refused.
        """
        left, moves, choice = list(changes), list[Meaning](), None
        now = state
        while choice is None:
            found = self._next(now, left)
            if found is None:
                break
            if isinstance(found, Choice):
                choice = found
            else:
                moves.append(found)
                now, _ = self.apply(now, found.move)
            left = [one for one in left if one not in found.changes]
        gone = [one for one in left if isinstance(one, Taken) and one.was.lies is Lies.STAYS]
        refusals = [why for one in left if one not in gone and (why := self._why(now, one))]
        missing = [missing_card(one) for one in gone]
        if not moves and choice is None:
            missing += self.due(now, left)
        return Judgement(tuple(moves), choice, tuple(refusals), tuple(missing))

    def _next(self, state: S, left: Sequence[Change]) -> Meaning | Choice | None:
        """Return the first of the changes that is legal, as a move or a choice."""
        for change in left:
            legal = self._legal(state, change, left)
            if len(legal) > 1:
                return Choice(_one(self.whose(state, change)), legal, legal[0].changes)
            if legal:
                return self._one_of(state, legal[0], left)
        return None

    def _one_of(self, state: S, first: Meaning, left: Sequence[Change]) -> Meaning | Choice:
        """Return a legal move, or the choice between it and one that excludes it (SL-5)."""
        exclude = [first]
        for change in left:
            if change in first.changes:
                continue
            for other in self._legal(state, change, left):
                if self._exclude(state, first, other):
                    exclude.append(other)
        if len(exclude) == 1:
            return first
        ways = tuple(
            one if one.label else replace(one, label=_called(one.changes)) for one in exclude
        )
        changes = tuple(dict.fromkeys(change for one in exclude for change in one.changes))
        return Choice(_one(self.whose(state, changes[0])), ways, changes)

    def _legal(self, state: S, change: Change, left: Sequence[Change]) -> tuple[Meaning, ...]:
        means = self.means(state, change, left)
        return tuple(one for one in means if refused(self.apply, state, one.move) is None)

    def _exclude(self, state: S, one: Meaning, other: Meaning) -> bool:
        """Tell whether of two moves only one can be made."""
        if set(one.changes) & set(other.changes):
            return False
        after_one, after_other = (self.apply(state, each.move)[0] for each in (one, other))
        return (
            refused(self.apply, after_one, other.move) is not None
            and refused(self.apply, after_other, one.move) is not None
        )

    def _why(self, state: S, change: Change) -> Refusal | None:
        """Return why a change is no move: what a rule says of the likeliest, else what is amiss."""
        for one in self.means(state, change, (change,)):
            error = refused(self.apply, state, one.move)
            if error is not None:
                return Refusal(error.rule, error.message, one.changes, self.whose(state, change))
        if isinstance(change, Moved):
            return moved_card(change, self.whose(state, change))
        return self.amiss(state, change)


def refused(apply: Callable[[S, Any], Any], state: S, move: Any) -> IllegalMove | None:
    """Return why a move is refused, or None where it is legal."""
    try:
        apply(state, move)
    except IllegalMove as error:
        return error
    return None


def missing_card(change: Taken) -> Missing:
    """Return that a card which must stay is gone (SL-7)."""
    was = change.was
    said = Message("table.gone", {"card": was.name, "zone": str(was.zone)})
    return Missing(said, was.zone, was.seat, cards=(was.name,), gone=True)


def moved_card(change: Moved, seats: tuple[int, ...]) -> Refusal:
    """Return that a card which must stay lies elsewhere (SL-4, SL-8)."""
    was = change.was
    said = Message("table.moved", {"card": was.name, "to_zone": str(was.zone)})
    return Refusal("SL-4", said, (change,), seats, (was.zone,))


def _one(seats: tuple[int, ...]) -> int | None:
    return seats[0] if len(seats) == 1 else None


def _called(changes: Sequence[Change]) -> Message:
    cards = tuple(one.card if isinstance(one, Laid) else one.was.name for one in changes)
    return Message("table.way.cards", {"cards": cards})
