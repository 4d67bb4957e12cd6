"""What a change of the table comes to in a match of Ogallala (OG-60).

What lies there is compared with where each move would lead: a card laid, one for which others move
aside, one taken. Whether that is legal, `apply` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.contract import Cell, IllegalMove, Message
from referee.judging import Choice, Judge, Judgement, Meaning, Missing
from referee.ogallala.rules.play import apply
from referee.ogallala.rules.sliding import slides
from referee.ogallala.rules.specials import open_to
from referee.ogallala.state import moves
from referee.ogallala.state.cards import MAD_AXE
from referee.ogallala.state.moves import Move, Side, Source
from referee.ogallala.state.state import Phase, State, others, own, top
from referee.ogallala.state.territory import EMPTY, canoe_at, complete
from referee.ogallala.table.amiss import Amiss, gone, is_kept, where, whose
from referee.ogallala.table.due import due
from referee.ogallala.table.layout import GROUNDS, grounds_of, takes_top, territory_zone
from referee.ogallala.table.lying import Difference, Lying, One, alike, difference, seat_of
from referee.ogallala.table.together import MOST, Order, orders
from referee.table import At, Change, Changes, Laid, Lies, Moved, Taken, proof_of

Means = Sequence[Meaning] | Choice
Gone = set[tuple[int | None, At | None, str]]  # cards that are gone: whose, from which cell
NOTHING: Means = ()
SOURCES: dict[Phase, Source] = {Phase.SET: "lasso", Phase.SPOILS: "spoils"}


def judge(state: State, changes: Changes) -> Judgement:
    """Return what changes come to: cards laid and taken first, then those discarded."""
    lying = Lying.there(state, changes)
    reader = Reader(state, lying, changes)
    drawn = lying.uncovered if grounds_of(state).leaves else None
    amiss = [one for one in lying.amiss(state, changes) if one != drawn]

    def waits(now: State, _left: Changes) -> Iterable[Missing]:
        return due(now, drawn is not None and takes_top(now))

    judged = Judge(
        apply, reader.means, Amiss(lying), whose, waits, where=where, gone=gone, cites=cites
    )
    return judged(state, sorted(amiss, key=_is_upon))


def cites(_state: State, error: IllegalMove) -> str:
    """Return the rule that is told of a refused card: out of turn it is SL-3."""
    return "SL-3" if error.rule == "OG-5" else error.rule


def _is_upon(change: Change) -> bool:
    return not isinstance(change, Taken) and change.zone == GROUNDS


@dataclass(frozen=True)
class Reader:
    """Reads the moves that changes would be from all that lies there.

    `begun` is the state whose layout the changes are of.
    """

    begun: State
    lying: Lying
    changes: Changes

    def means(self, state: State, change: Change, _left: Changes) -> Means:
        """Return the moves that a change would be, with the others that belong to it."""
        if state.phase is Phase.OVER:
            return NOTHING
        taken = NOTHING if isinstance(change, Laid) else self._taken(state, change)
        if taken or isinstance(change, Taken):
            return taken
        if change in self.lying.upon:
            return self._discarded(state, change)
        return self._laid(state, change)

    # -- cards laid ------------------------------------------------------------------------------

    def _laid(self, state: State, change: Laid | Moved) -> Means:
        seat = seat_of(state, change.zone)
        if seat is None:
            return NOTHING
        seen = self.lying.seen(state, seat)
        one = next((one for one in seen.new if change in one.by), None)
        if one is None or self.lying.is_stray(state, one.card) or is_kept(state, change):
            return NOTHING
        if seat != state.turn:
            move = moves.Place(seat, "pile", Cell(one.card, *one.at), "", proof_of(one.by))
            return (Meaning(move, one.by),)
        if self.lying.to_sweep(state, seat):
            return NOTHING
        new = [other for other in seen.new if not self.lying.is_stray(state, other.card)]
        if len(new) > 1 and state.phase in (Phase.DRAW, Phase.SPOILS):
            found = orders(state, self.lying.ones(state, seat), seen.back(new), self._place)
            laid = {by for order in found for one in order.cards for by in one.by}
            if change in laid and len(found[0].cards) > 1:
                return self._together(state, change, found)
            if len(new) > MOST and state.phase is Phase.DRAW:
                return NOTHING
        return (self._alone(state, seen, one),)

    def _alone(self, state: State, seen: Difference, one: One) -> Meaning:
        """Return the move of one new card: others moved aside for it, or none did."""
        mine, lying = own(state), self.lying.ones(state, state.turn)
        aside = slides(mine, one.card, state.setup.tribes) if seen.away else ()
        found = [slide for slide in aside if alike(slide.after, lying)]
        row, column = one.at
        cell = Cell(one.card, row, column if mine != EMPTY else 0)
        by, side = one.by, _pushes(seen, one)
        if found:
            slide = min(found, key=lambda slide: abs(difference(slide.after, lying).shift))
            by, cell, side = self._moved_for(state, by), slide.cell, slide.side
        elif side:
            by += tuple(by for away in seen.away if away.to for by in away.to.by)
        move = self._place(state, one, cell, side)
        if move.source == "grounds" and self.lying.uncovered is not None:
            by = (*by, self.lying.uncovered)
        return Meaning(move, by)

    def _place(self, state: State, one: One, cell: Cell, side: Side) -> moves.Place:
        """Return the move that lays a card in a cell, from wherever it comes."""
        source = SOURCES.get(state.phase, "pile")
        if self.lying.uncovered is not None and state.grounds == self.begun.grounds:
            source = "grounds" if state.phase is Phase.DRAW and top(state) == one.card else source
        return moves.Place(state.turn, source, cell, side, proof_of(one.by))

    def _moved_for(self, state: State, by: tuple[Change, ...]) -> tuple[Change, ...]:
        """Return the changes by which a card came to lie, and those of the cards moved for it."""
        mine = territory_zone(state.turn)
        moved = (one for one in self.changes if isinstance(one, Moved) and one.was.zone == mine)
        return (*by, *(one for one in moved if one.zone == mine and one not in by))

    def _together(self, state: State, change: Change, found: Sequence[Order]) -> Means:
        """Return the move of the card that was laid first, or which order it may have been.

        Captured cards are laid in any order, where all come to the same; of those that are drawn
        one is laid before the next is known, so that an order is a question.
        """
        if state.phase is Phase.SPOILS and len(found) == 1:
            ((first, *_), (move, *_), _) = found[0]
            by = self._moved_for(state, first.by)
            return (Meaning(move, by),) if change in first.by else NOTHING
        cards = dict.fromkeys(one for order in found for one in order.cards)
        by = self._moved_for(state, tuple(by for one in cards for by in one.by))
        ways = tuple(
            Meaning(
                order.moves[0],
                by,
                Message("ogallala.way.order", {"cards": tuple(one.card for one in order.cards)}),
            )
            for order in found
        )
        says = Message("ogallala.ask.order", {"seat": state.turn, "count": len(cards)})
        return Choice(state.turn, ways, by, says)

    # -- cards taken -----------------------------------------------------------------------------

    def _taken(self, state: State, change: Taken | Moved) -> Means:
        """Return the move that a card taken out of a territory is, with those that go with it."""
        seat, at, card = seat_of(state, change.was.zone), change.was.at, change.was.name
        if change.was.lies is Lies.GOES:
            return self._axe_on_top(state)
        groups = self._groups(state)
        mine = next((cells for cells in groups if (seat, at, card) in cells), None)
        if mine is None or seat is None or at is None:
            return NOTHING
        if is_kept(state, change):
            return NOTHING
        laid = self._laid_next(state)
        if any(_brings(cells, laid) for cells in groups) and not _brings(mine, laid):
            return NOTHING
        left = (one for one in self.changes if not isinstance(one, Laid))
        by: tuple[Change, ...] = tuple(
            one for one in left if (seat_of(state, one.was.zone), one.was.at, one.was.name) in mine
        )
        if state.phase is Phase.ARCHER:
            by += tuple(one for one, name in self.lying.upon.items() if name == card)
        return (Meaning(self._takes(state, seat, Cell(card, *at), proof_of(by)), by),)

    def _groups(self, state: State) -> list[Gone]:
        """Return the cards that are gone from where some may be taken: those that go together."""
        found: dict[tuple[int, int, int], Gone] = {}
        whole = state.phase in (Phase.AXE, Phase.ATTACK)
        for (seat, at), card in self.lying.gone(state).items():
            if not self._aims_at(state, seat):
                continue
            canoe = canoe_at(state.territories[seat], *at) if whole else None
            key = (seat, at[0], canoe.left if canoe else at[1])
            found.setdefault(key, set()).add((seat, at, card))
        return list(found.values())

    @staticmethod
    def _aims_at(state: State, seat: int) -> bool:
        """Tell whether a card of a seat may be what is taken now."""
        if state.phase is Phase.AXE:
            return seat == state.turn
        return state.phase in (Phase.LASSO, Phase.ARCHER, Phase.ATTACK) and seat != state.turn

    def _laid_next(self, state: State) -> frozenset[str]:
        """Return the cards that lie where one that was taken is to be laid next."""
        upon = frozenset(self.lying.upon.values())
        new = frozenset(one.card for one in self.lying.seen(state, state.turn).new)
        return {Phase.LASSO: new, Phase.ATTACK: new | upon}.get(state.phase, upon)

    @staticmethod
    def _takes(state: State, seat: int, cell: Cell, proof: tuple[str, ...]) -> Move:
        match state.phase:
            case Phase.LASSO:
                return moves.Lasso(state.turn, seat, cell, proof)
            case Phase.ARCHER:
                return moves.Shoot(state.turn, seat, cell, proof)
            case Phase.ATTACK:
                return moves.Attack(state.turn, seat, cell, proof)
        return moves.Wreck(state.turn, cell, proof)

    # -- cards discarded -------------------------------------------------------------------------

    def _discarded(self, state: State, change: Change) -> Means:
        card = self.lying.upon[change]
        if self._waits(state, card):
            return NOTHING
        read = proof_of((change,))
        if state.phase is Phase.TOP:
            return (Meaning(moves.TopRead((card,), read), (change,)),)
        return (Meaning(moves.Discard(state.turn, (card,), read), (change,)),)

    def _waits(self, state: State, card: str) -> bool:
        """Tell whether a card on the hunting grounds belongs there by other moves than its own.

        It was shot, captured or wrecked: what it goes with is still to be seen, or was booked.
        """
        was, now = grounds_of(self.begun), grounds_of(state)
        if now.top == card and (now.count or 0) > (was.count or 0):
            return True
        match state.phase:
            case Phase.TOP:
                return bool(self.lying.to_sweep(state)) and card in state.grounds[-1]
            case Phase.ARCHER:
                aims = (one for seat in others(state) for one in open_to(state, seat, state.phase))
                return any(one.card == card for one in aims)
            case Phase.AXE:
                return any(card in canoe.cards for _, canoe in complete(own(state)))
            case Phase.DRAW:
                return self.lying.is_stray(state, card)
        return card in state.going

    def _axe_on_top(self, state: State) -> Means:
        """Ask whether Mad Axe lies on top, once the canoe that it took is gone (OG-31).

        Cards of the canoe may be in a hand still, to be laid upon it.
        """
        if state.phase is not Phase.TOP or self.lying.to_sweep(state) or self.lying.upon:
            return NOTHING
        if grounds_of(state).top != MAD_AXE:
            return NOTHING
        by = tuple(
            one for one in self.changes if isinstance(one, Taken) and one.was.lies is Lies.GOES
        )
        way = Meaning(moves.TopRead((MAD_AXE,)), by, Message("ogallala.top", {"card": MAD_AXE}))
        says = Message("ogallala.ask.top", {"seat": state.turn, "card": MAD_AXE})
        return Choice(state.turn, (way,), by, says)


def _pushes(seen: Difference, one: One) -> Side:
    """Return to which side a card moved that lay where a new one lies, in the same row."""
    for away in seen.away:
        if away.at == one.at and away.to is not None and away.to.at[0] == one.at[0]:
            return "right" if away.to.at > one.at else "left"
    return ""


def _brings(cells: Gone, laid: frozenset[str]) -> bool:
    return any(card in laid for _, _, card in cells)
