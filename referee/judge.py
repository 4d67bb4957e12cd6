"""Judges changes on the table: finds the moves, choices, refusals and pending actions in them.

For each change, a game lists the moves that it could be (`Meaning`). The game's `apply` decides
which of these are legal. So neither this module nor a game's `judge` repeats a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, TypeGuard, TypeVar

from msgspec.structs import replace

from referee.judging import (
    Ambiguity,
    Judgement,
    Meaning,
    Refusal,
    join_moved_cards,
    missing_card,
    refuse_elsewhere,
    refuse_face_up,
    refuse_moved_card,
    why_illegal,
)
from referee.offers import by_tag
from referee.pending import (
    CardAction,
    LayDown,
    MissingCard,
    PendingAction,
    awaited,
    made_by,
    progress,
)
from referee.table import (
    CardStatus,
    Change,
    Changes,
    Laid,
    Layout,
    Moved,
    Taken,
    Zone,
    card_of,
    is_face_up,
    laid_face_down,
    laid_face_up,
)
from referee.values import IllegalMove, Message, Value

S = TypeVar("S")


@dataclass(frozen=True)
class Judge(Generic[S]):
    """Judges changes one by one by trying the moves that each change could be.

    A game that says which `actions` are pending (`OnTable.pending`), and has these `moves`, needs
    nothing else: a card laid in the zone of an action is that action, at another seat's place it is
    the action of that seat, and elsewhere it is refused. A game states only its special parts:

    - `meanings` returns the moves that a change could be, legal or not, the likeliest first. Each
      has the other changes that belong to it. If people must always be asked, `meanings` returns
      an `Ambiguity` of legal moves instead. For a change without special meanings, it returns None.
    - `misplaced` returns the refusal of a change that could not be any move, or None.
    - `seats_concerned` returns the seats that a change concerns.
    - `pending` returns the pending actions, with what the changes did for them. It is asked only if
      the changes made no move.
    - `stays_rule`: the rule to cite if a card was moved.
    - `allowed_zones` returns the zones in which a refused card may lie.
    - `missing_card` returns the request to put back a card that was removed but must stay.
    - `layout`, if given, returns the layout of a state. A card that need not stay after a move is
      then neither reported as missing nor refused.
    - `cited_rule` returns the rule to cite for a refused card: out of turn (SL-3), or while
      something else must be done first (SL-11).
    - `turn` returns whose turn it is (`OnTable.turn`).
    - `spare_copies` returns how many copies of a card may still be laid. If there are more,
      some are misread, so they do not count (SL-1).
    - `late_card` returns the refusal of a card that was laid in a turn, if that turn is over and
      the place of the card does not show that it is somebody else's. Such a card is no move.
    """

    apply: Callable[[S, Any], tuple[S, Any]]
    meanings: Callable[[S, Change, Changes], Sequence[Meaning] | Ambiguity | None] | None = None
    misplaced: Callable[[S, Change], Refusal | None] | None = None
    seats_concerned: Callable[[S, Change], tuple[int, ...]] | None = None
    pending: Callable[[S, Changes], Iterable[PendingAction]] | None = None
    stays_rule: str = "SL-8"
    allowed_zones: Callable[[S, Change], tuple[Zone, ...]] = lambda _state, _change: ()
    missing_card: Callable[[S, Taken], MissingCard] = lambda _state, change: missing_card(change)
    layout: Callable[[S], Layout] | None = None
    cited_rule: Callable[[S, IllegalMove], str] = lambda _state, error: error.rule
    turn: Callable[[S], int | None] = lambda _state: None
    late_card: Callable[[S, Laid, int], Refusal | None] = lambda _state, _laid, _turn: None
    actions: Callable[[S], Iterable[PendingAction]] = lambda _state: ()
    moves: Any = None
    spare_copies: Callable[[S, str], int] | None = None

    def __call__(self, state: S, changes: Changes) -> Judgement:
        """Return the judgement of all changes.

        A legal change is a move; the order of the changes does not matter. If two moves exclude
        each other, the judgement asks which is meant (SL-5). Everything else is refused.
        """
        if not changes:  # The camera asks so after nearly every pass.
            return Judgement(pending=tuple(self._pending(state, ())))
        surplus = (*self._surplus(state, changes), *self._surplus_backs(state, changes))
        left = [change for change in changes if not any(change in why.changes for why in surplus)]
        moves, choice = list[Meaning](), None
        now, turn = state, self.turn(state)
        while choice is None:
            late = self._late_cards(now, left, turn)
            result = self._first_legal(now, [item for item in left if item not in late])
            if result is None:
                break
            if isinstance(result, Ambiguity):
                choice = result
            else:
                moves.append(result)
                now, _ = self.apply(now, result.move)
            left = [change for change in left if change not in result.changes]
        if moves and self.layout is not None:
            after = self.layout(now)
            left = [change for change in left if not _is_settled(after, change)]
        late = self._late_cards(now, left, turn)
        left = [change for change in left if change not in late]
        refusals = (*surplus, *late.values(), *self._refusals(now, left, alone=True))
        if not refusals and choice is None:
            refusals = self._refusals(now, left, alone=False)
        missing = tuple(self.missing_card(now, taken) for taken in left if _is_missing(taken))
        pending = () if moves or choice else tuple(self._pending(now, left))
        return Judgement(tuple(moves), choice, refusals, pending, missing)

    # -- what follows from the pending actions, unless the game says otherwise ----------

    def _meanings(self, state: S, change: Change, left: Changes) -> Sequence[Meaning] | Ambiguity:
        found = None if self.meanings is None else self.meanings(state, change, left)
        if found is not None:
            return found
        actions = (action for action in self.actions(state) if isinstance(action, CardAction))
        made = (made_by(card_action, change, left, by_tag(self.moves)) for card_action in actions)
        return [Meaning(*item) for item in made if item is not None]

    def _misplaced(self, state: S, change: Change) -> Refusal | None:
        if self.misplaced is not None:
            return self.misplaced(state, change)
        seats = self._seats_concerned(state, change)
        why = refuse_elsewhere(self.actions(state), change, seats)
        if why is None and is_face_up(change) and change.turned:
            return refuse_face_up(change, seats)
        return why

    def _seats_concerned(self, state: S, change: Change) -> tuple[int, ...]:
        if self.seats_concerned is not None:
            return self.seats_concerned(state, change)
        zone = change.zone if isinstance(change, Laid) else change.was.zone
        seats = [action.seat for action in self.actions(state)] + [zone.seat if zone else None]
        return tuple(dict.fromkeys(seat for seat in seats if seat is not None))

    def _pending(self, state: S, left: Changes) -> Iterable[PendingAction]:
        if self.pending is not None:
            return self.pending(state, left)
        actions = [progress(action, left) for action in awaited(self.actions(state))]
        return [action for action in actions if action.have < action.count]

    # -- moves --------------------------------------------------------------------------

    def _surplus(self, state: S, changes: Changes) -> Iterator[Refusal]:
        """Yield the refusals of cards with more copies on the table than in the deck (SL-1)."""
        if self.spare_copies is None:
            return
        laid = [change for change in laid_face_up(changes) if change.zone is not None]
        for card, count in Counter(item.card for item in laid).items():
            if count == 1 or not 0 < (most := self.spare_copies(state, card)) < count:
                continue  # A rule of the game refuses a card of which no copy is left.
            copies = tuple(change for change in laid if change.card == card)
            whose = (self._seats_concerned(state, copy) for copy in copies)
            seats = dict.fromkeys(chain.from_iterable(whose))
            zones = tuple(dict.fromkeys(str(laid.zone) for laid in copies))
            params: dict[str, Value] = {"card": card, "given": count, "most": most, "zones": zones}
            yield Refusal("SL-1", Message("table.surplus", params), copies, tuple(seats))

    def _surplus_backs(self, state: S, changes: Changes) -> Iterator[Refusal]:
        """Yield the refusals of zones in which too many cards lie face down (SL-12)."""
        downs = [action for action in self.actions(state) if isinstance(action, LayDown)]
        lying = () if self.layout is None else self.layout(state).cards
        lie = Counter(card.zone for card in lying if card.down)
        for zone in dict.fromkeys((*(down.zone for down in downs), *lie)):
            most = sum(lay_down.count for lay_down in downs if lay_down.zone == zone)
            laid = laid_face_down(changes, zone)
            if len(laid) <= most:
                continue
            rule = next((item.rule for item in downs if item.zone == zone), "SL-12")
            seats = self._seats_concerned(state, laid[0])
            params: dict[str, Value] = {"zone": str(zone), "most": lie[zone] + most}
            params["count"] = lie[zone] + len(laid)
            yield Refusal(rule, Message("table.surplus_backs", params), laid, seats)

    def _late_cards(
        self, state: S, left: Sequence[Change], turn: int | None
    ) -> dict[Change, Refusal]:
        """Return the cards that were laid in a turn that is over, each with its refusal.

        A card was laid in the current `turn` unless it says otherwise.
        """
        found = {}
        for change in left:
            laid_in = change.turn if isinstance(change, Laid) and change.turn is not None else turn
            if isinstance(change, Laid) and laid_in is not None:
                found[change] = self.late_card(state, change, laid_in)
        return {change: why for change, why in found.items() if why is not None}

    def _first_legal(self, state: S, left: Sequence[Change]) -> Meaning | Ambiguity | None:
        """Return the first legal change, as a move or a choice."""
        for change in left:
            means = self._meanings(state, change, left)
            if isinstance(means, Ambiguity):
                return means
            legal = self._legal(state, means)
            if len(legal) > 1:
                return Ambiguity(self._seat_to_ask(state, legal), legal, legal[0].changes)
            if legal:
                return self._move_or_choice(state, legal[0], left)
        return None

    def _move_or_choice(
        self, state: S, first: Meaning, left: Sequence[Change], tried: tuple[Meaning, ...] = ()
    ) -> Meaning | Ambiguity:
        """Return a legal move, or a choice between this move and the moves that exclude it (SL-5).

        If another move is legal only before this one, return that one: cards that were laid at the
        same time have no order.
        """
        exclude = [first]
        for change in left:
            if change in first.changes:
                continue
            means = self._meanings(state, change, left)
            legal = () if isinstance(means, Ambiguity) else self._legal(state, means)
            for other in legal:
                if _is_same_move(first.move, other.move):  # Equal cards: it does not matter which.
                    continue
                if set(first.changes) & set(other.changes) or self._is_legal_after(
                    state, other, first
                ):
                    continue
                if not self._is_legal_after(state, first, other):
                    exclude.append(other)
                elif len(legal) == 1 and other not in tried:  # Otherwise, it is another question.
                    return self._move_or_choice(state, other, left, (*tried, first))
        if len(exclude) == 1:
            return first
        labels = [meaning.label for meaning in exclude]  # Equal labels do not tell moves apart.
        ways = tuple(
            item
            if item.label and labels.count(item.label) == 1
            else replace(item, label=_cards_label(item.changes))
            for item in exclude
        )
        changes = tuple(dict.fromkeys(change for meaning in exclude for change in meaning.changes))
        return Ambiguity(self._seat_to_ask(state, ways), ways, changes)

    def _legal(self, state: S, means: Sequence[Meaning]) -> tuple[Meaning, ...]:
        return tuple(mean for mean in means if why_illegal(self.apply, state, mean.move) is None)

    def _is_legal_after(self, state: S, one: Meaning, other: Meaning) -> bool:
        """Whether the move `one` is still legal after the move `other`."""
        after, _ = self.apply(state, other.move)
        return why_illegal(self.apply, after, one.move) is None

    def _seat_to_ask(self, state: S, ways: Sequence[Meaning]) -> int | None:
        """Return the seat to ask: the player of the moves, or the seat that the change concerns."""
        mover = _only(tuple({way.move.mover for way in ways} - {None}))
        concerned = self._seats_concerned(state, ways[0].changes[0])
        return _only(concerned) if mover is None else mover

    def _refusals(self, state: S, left: Changes, alone: bool) -> tuple[Refusal, ...]:
        """Return the refusals of the changes, each judged `alone` or together with the others."""
        results: list[Refusal] = []
        for change in left:
            if not any(change in refusal.changes for refusal in results):
                why = self._refusal_of(state, change, (change,) if alone else left)
                results += [why] if why else []
        return join_moved_cards(results)

    def _refusal_of(self, state: S, change: Change, left: Changes) -> Refusal | None:
        """Return the refusal of a change that is no legal move, or None if it is not refused."""
        means = self._meanings(state, change, left)
        whose = self._seats_concerned(state, change)
        for mean in () if isinstance(means, Ambiguity) else means:
            error = why_illegal(self.apply, state, mean.move)
            if error is not None:
                where = self.allowed_zones(state, change)
                rule = self.cited_rule(state, error)
                return Refusal(rule, error.message, mean.changes, whose, where)
        if _is_missing(change):
            return None
        why = self._misplaced(state, change)
        if why is None and isinstance(change, Moved):
            owner = change.was.seat
            return refuse_moved_card(change, whose if owner is None else (owner,), self.stays_rule)
        return why


def _is_same_move(one: Any, other: Any) -> bool:
    """Whether two moves differ at most in the pictures that show them."""
    return type(one) is type(other) and _without_proof(one) == _without_proof(other)


def _without_proof(move: Any) -> Any:
    return replace(move, proof=()) if getattr(move, "proof", ()) else move


def _is_settled(after: Layout, change: Change) -> bool:
    """Whether a card that had to stay may go after the move, or is already in its new place."""
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


def _is_missing(change: Change) -> TypeGuard[Taken]:
    """Whether a change removed a card that must stay."""
    return isinstance(change, Taken) and change.was.status is CardStatus.STAYS


def _only(seats: tuple[int, ...]) -> int | None:
    return seats[0] if len(seats) == 1 else None


def _cards_label(changes: Sequence[Change]) -> Message:
    return Message("table.way.cards", {"cards": tuple(map(card_of, changes))})
