"""What a change of the table comes to: moves, a choice, refusals, what is still missing.

A game says which moves a change would be (`Meaning`); which of them are legal its `apply` says, and
why the others are not. So no condition of a rule stands here, nor twice in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeGuard, TypeVar

from msgspec.structs import replace

from referee.table import CardStatus, Change, Changes, Laid, Layout, Moved, Taken, Zone
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

    `says` is what is asked, by a `rule`; None: which of `ways` is meant.
    """

    seat: int | None
    meanings: tuple[Meaning, ...]
    changes: tuple[Change, ...]
    question: Message | None = None
    rule: str = ""


class Refusal(Frozen):
    """Changes that no rule allows: which says so, in words, to whom, and where they may lie.

    What was laid too `early`, or out of turn, counts later only where people say that it stands.
    """

    rule: str
    message: Message
    changes: tuple[Change, ...]
    seats: tuple[int, ...] = ()
    allowed_zones: tuple[Zone, ...] = ()
    early: bool = False


class PendingAction(Frozen):
    """What the table waits for in a zone, and from whom: `have` of `count` cards lie there.

    `cards` are named where it is known which; `gone` ones lay there and must, by a `rule`.
    """

    message: Message
    zone: Zone
    seat: int | None = None
    have: int = 0
    count: int = 1
    cards: tuple[str, ...] = ()
    removed: bool = False
    rule: str = "SL-7"


class Judgement(Frozen):
    """What the difference between the layout and the table comes to.

    One difference may have moves, in the order in which they were made, and refusals beside them.
    """

    moves: tuple[Meaning, ...] = ()
    choice: Choice | None = None
    refusals: tuple[Refusal, ...] = ()
    pending: tuple[PendingAction, ...] = ()


@dataclass(frozen=True)
class Judge(Generic[S]):
    """Judges changes one by one, by what each would be in a game.

    `means` returns the moves that a change would be, legal or not, the likeliest first, with those
    of the other changes that belong to it; or a choice of legal ones that must be asked. `amiss`
    returns what to say of a change that would be no move at all; None: nothing. `whose` returns
    whom a change concerns. `due` returns what the table waits for while the changes that are left
    came to no move. `where` returns where a refused card may lie, `gone` what to say of a card
    that must stay and is gone, `stays` is the rule by which one lies where it does, `cites`
    returns the one that is told of a card that a rule refuses: out of turn (SL-3), or while a duty
    is open (SL-11). By the
    `layout` what a move lets go is not missed, nor sent back.
    """

    apply: Callable[[S, Any], tuple[S, Any]]
    meanings: Callable[[S, Change, Changes], Sequence[Meaning] | Choice]
    misplaced: Callable[[S, Change], Refusal | None]
    seats_concerned: Callable[[S, Change], tuple[int, ...]]
    pending: Callable[[S, Changes], Iterable[PendingAction]]
    stays_rule: str = "SL-8"
    allowed_zones: Callable[[S, Change], tuple[Zone, ...]] = lambda _state, _change: ()
    missing_card: Callable[[S, Taken], PendingAction] = lambda _state, change: missing_card(change)
    layout: Callable[[S], Layout] | None = None
    cited_rule: Callable[[S, IllegalMove], str] = lambda _state, error: error.rule

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
        if moves and self.layout is not None:
            after = self.layout(now)
            left = [one for one in left if not _let_go(after, one)]
        refusals = self._refusals(now, left, alone=True)
        if not refusals and choice is None:
            refusals = self._refusals(now, left, alone=False)
        missing = [self.missing_card(now, one) for one in left if _is_gone(one)]
        if not moves and choice is None:
            missing += self.pending(now, left)
        return Judgement(tuple(moves), choice, refusals, tuple(missing))

    def _next(self, state: S, left: Sequence[Change]) -> Meaning | Choice | None:
        """Return the first of the changes that is legal, as a move or a choice."""
        for change in left:
            means = self.meanings(state, change, left)
            if isinstance(means, Choice):
                return means
            legal = self._legal(state, means)
            if len(legal) > 1:
                return Choice(self._asked(state, legal), legal, legal[0].changes)
            if legal:
                return self._one_of(state, legal[0], left)
        return None

    def _one_of(
        self, state: S, first: Meaning, left: Sequence[Change], tried: tuple[Meaning, ...] = ()
    ) -> Meaning | Choice:
        """Return a legal move, or the choice between it and one that excludes it (SL-5).

        One that stands only before the first is the first: cards laid at once are in no order.
        """
        exclude = [first]
        for change in left:
            if change in first.changes:
                continue
            means = self.meanings(state, change, left)
            legal = () if isinstance(means, Choice) else self._legal(state, means)
            for other in legal:
                if set(first.changes) & set(other.changes) or self._stands(state, other, first):
                    continue
                if not self._stands(state, first, other):
                    exclude.append(other)
                elif len(legal) == 1 and other not in tried:  # else it is a question of its own
                    return self._one_of(state, other, left, (*tried, first))
        if len(exclude) == 1:
            return first
        labels = [one.label for one in exclude]  # those that are alike tell nothing
        ways = tuple(
            one
            if one.label and labels.count(one.label) == 1
            else replace(one, label=_called(one.changes))
            for one in exclude
        )
        changes = tuple(dict.fromkeys(change for one in exclude for change in one.changes))
        return Choice(self._asked(state, ways), ways, changes)

    def _legal(self, state: S, means: Sequence[Meaning]) -> tuple[Meaning, ...]:
        return tuple(one for one in means if why_illegal(self.apply, state, one.move) is None)

    def _stands(self, state: S, one: Meaning, other: Meaning) -> bool:
        """Tell whether a move can still be made after another."""
        after, _ = self.apply(state, other.move)
        return why_illegal(self.apply, after, one.move) is None

    def _asked(self, state: S, ways: Sequence[Meaning]) -> int | None:
        """Return who is asked which is meant: whose moves they are, or whom the change concerns."""
        seats = {getattr(way.move, "seat", None) for way in ways} - {None}
        return (
            seats.pop()
            if len(seats) == 1
            else _one(self.seats_concerned(state, ways[0].changes[0]))
        )

    def _refusals(self, state: S, left: Changes, alone: bool) -> tuple[Refusal, ...]:
        """Return why changes are no moves, each `alone` or beside all others; told once each."""
        found: list[Refusal] = []
        for change in left:
            if not any(change in one.changes for one in found):
                why = self._why(state, change, (change,) if alone else left)
                found += [why] if why else []
        return tuple(found)

    def _why(self, state: S, change: Change, left: Changes) -> Refusal | None:
        """Return why a change is no move: what a rule says of the likeliest, else what is amiss."""
        means = self.meanings(state, change, left)
        whose = self.seats_concerned(state, change)
        for one in () if isinstance(means, Choice) else means:
            error = why_illegal(self.apply, state, one.move)
            if error is not None:
                where = self.allowed_zones(state, change)
                rule = self.cited_rule(state, error)
                return Refusal(rule, error.message, one.changes, whose, where)
        if _is_gone(change):
            return None
        why = self.misplaced(state, change)
        if why is None and isinstance(change, Moved):
            owner = change.was.seat
            return refuse_moved_card(change, whose if owner is None else (owner,), self.stays_rule)
        return why


def why_illegal(apply: Callable[[S, Any], Any], state: S, move: Any) -> IllegalMove | None:
    """Return why a move is refused, or None where it is legal."""
    try:
        apply(state, move)
    except IllegalMove as error:
        return error
    return None


def _let_go(after: Layout, change: Change) -> bool:
    """Tell whether a card that stayed until a move was made need not any more, or lies right."""
    if isinstance(change, Laid):
        return False
    name, zone, at = change.was.name, change.was.zone, change.was.at
    stays = any(
        (card.name, card.zone, card.at, card.status) == (name, zone, at, CardStatus.STAYS)
        for card in after.cards
    )
    if isinstance(change, Taken):
        return not stays
    return any(
        (card.name, card.zone, card.at) == (name, change.zone, change.at) for card in after.cards
    )


def missing_card(change: Taken) -> PendingAction:
    """Return that a card which must stay is gone (SL-7)."""
    was = change.was
    said = Message("table.gone", {"card": was.name, "zone": str(was.zone)})
    return PendingAction(said, was.zone, was.seat, cards=(was.name,), removed=True)


def refuse_moved_card(change: Moved, seats: tuple[int, ...], rule: str) -> Refusal:
    """Return that a card which must stay lies elsewhere (SL-4, SL-8)."""
    was = change.was
    said = Message("table.moved", {"card": was.name, "to_zone": str(was.zone)})
    return Refusal(rule, said, (change,), seats, (was.zone,))


def refuse_face_down(rule: str, change: Laid, seats: tuple[int, ...]) -> Refusal:
    """Return that a card lies face down which must be open (SL-12)."""
    said = Message("table.face_down", {"zone": str(change.zone)})
    return Refusal(rule, said, (change,), seats)


def refuse_face_up(change: Laid, seats: tuple[int, ...]) -> Refusal:
    """Return that a card lies open where all lie face down (SL-12)."""
    said = Message("table.face_up", {"zone": str(change.zone)})
    return Refusal("SL-12", said, (change,), seats)


def _is_gone(change: Change) -> TypeGuard[Taken]:
    """Tell whether a change is a card that must stay and is gone."""
    return isinstance(change, Taken) and change.was.status is CardStatus.STAYS


def _one(seats: tuple[int, ...]) -> int | None:
    return seats[0] if len(seats) == 1 else None


def _called(changes: Sequence[Change]) -> Message:
    cards = tuple(one.card if isinstance(one, Laid) else one.was.name for one in changes)
    return Message("table.way.cards", {"cards": cards})
