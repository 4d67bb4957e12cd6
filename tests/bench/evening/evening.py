"""Evenings played from frames to moves: what was wrong, stale, lost, doubled or late, by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from firmware.reading.asking import Asker, Submission
from hardware import MAT
from referee.actor import TABLE
from referee.contract import Frozen, Offers
from referee.judging import Judge as TableJudge
from referee.judging import Meaning
from referee.kit import MoveBase
from referee.match.desk import Entry, Snapshot
from referee.match.journal.bodies import BEGIN
from referee.match.players import Players
from referee.match.standing import Standing
from referee.table import Card, Change, Changes, Laid, Layout, Zone
from tests.bench import Judged
from tests.bench.evening.watching import FAULTS, Evenings, Judge, Plan, Played, plans
from tests.bench.games import read_decks
from tests.bench.scenes.evenings import KINDS, TRICK_SEATS, trick
from tests.bench.scenes.script import Instant
from tests.bench.spread import spread
from vision.deck import load_deck
from vision.mat import Mat
from vision.observation import Observation

MOVE_S = 0.4  # from a card in full view to its move


class EveningRow(Judged, frozen=True):
    """All evenings of one kind: how often each fault came about; `ms` is for one frame.

    `late` cards were known, or moves made, later than they should; `asked` ones are no fault, nor
    are those `unreadable` in single pictures too. `steady` and `idle` are shares of the frames.
    """

    NEVER = FAULTS

    kind: str
    evenings: int
    wrong: int
    stale: int
    lost: int
    doubled: int
    late: int
    asked: int
    unreadable: int
    stray: int
    known: int
    moves: int
    steady: float
    idle: float
    ms: float


def evenings(count: int, seed: int, processes: int, kinds: Sequence[str] = ()) -> list[EveningRow]:
    """Play so many evenings, kinds and decks in turn; return a row a kind, and of all."""
    planned = plans(count, seed, read_decks(), kinds)
    by_kind = {kind: (0, Played()) for kind in kinds or KINDS}
    total = Played()
    for plan, played in zip(planned, spread(play, planned, processes, "evenings"), strict=True):
        number, sum_ = by_kind[plan.kind]
        sum_ += played
        total += played
        by_kind[plan.kind] = (number + 1, sum_)
    rows = [_row(kind, number, sum_) for kind, (number, sum_) in by_kind.items() if number]
    return [*rows, _row("all", len(planned), total)]


def play(plan: Plan) -> Played:
    """Play one evening; where each card is a move, to the move."""
    if plan.kind != trick.__name__:
        return _evenings().play(plan)
    table = _TrickTable(dict.fromkeys(load_deck(plan.deck, pictures=False).names, 1))
    played = _evenings().play(plan, table.see)
    table.count(plan, played)
    return played


@cache
def _evenings() -> Evenings:
    return Evenings(Mat.load(MAT))


def _row(kind: str, number: int, played: Played) -> EveningRow:
    counts = played.counts
    names = ("late", "asked", "unreadable", "stray", "known", "moves")
    frames = max(1, counts["frames"])
    return EveningRow(
        kind,
        number,
        **{name: counts[name] for name in (*FAULTS, *names)},
        steady=round(counts["steady"] / frames, 3),
        idle=round(counts["idle"] / frames, 3),
        ms=round(played.ms / frames, 2),
        faults=tuple(played.faults),
    )


class _Play(MoveBase, tag="play"):
    """A card is laid before whose turn it is."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class _Trick(Frozen):
    """The cards of one trick, in the order of the seats that lay them."""

    laid: tuple[str, ...] = ()


class _TrickGame:
    """A made-up game: each seat in turn lays one card in its zone, four moves in order."""

    name = "trick"

    def __init__(self, deck: dict[str, int]) -> None:
        self.cards = SimpleNamespace(counts=lambda _options: deck)
        self.judge = TableJudge(self.apply, self.means, _nothing, _nobody, _nothing_due)

    @staticmethod
    def apply(state: _Trick, move: _Play) -> tuple[_Trick, tuple[()]]:
        return _Trick((*state.laid, *move.cards)), ()

    @staticmethod
    def layout(state: _Trick) -> Layout:
        laid = zip(TRICK_SEATS, state.laid, strict=False)
        return Layout(tuple(Card(card, Zone("seat", seat)) for seat, card in laid))

    @staticmethod
    def means(state: _Trick, change: Change, _left: Changes) -> tuple[Meaning, ...]:
        turn = len(state.laid)
        if not isinstance(change, Laid) or turn >= len(TRICK_SEATS):
            return ()
        if change.zone != Zone("seat", TRICK_SEATS[turn]):
            return ()
        return (Meaning(_Play((change.card,), (change.id,)), (change,)),)


def _nothing(_state: _Trick, _change: Change) -> None:
    return None


def _nobody(_state: _Trick, _change: Change) -> tuple[int, ...]:
    return ()


def _nothing_due(_state: _Trick, _left: Changes) -> tuple[()]:
    return ()


@dataclass
class _TrickTable:
    """The table of a trick: what the asker makes of it, and what was really laid."""

    possible: dict[str, int]
    asker: Asker = field(default_factory=Asker)
    moves: list[tuple[Submission, float]] = field(default_factory=list)
    laid: list[tuple[str, float]] = field(default_factory=list)  # cards, and since when in view
    _known: dict[int, int] = field(default_factory=dict)

    def see(self, instant: Instant, observed: Observation, judge: Judge) -> None:
        """Take an observation, and make the move that follows from it."""
        for piece in instant.pieces:
            free_s = judge.free_s(piece.number)
            if free_s is not None and piece.number not in self._known:
                self._known[piece.number] = len(self.laid)
                self.laid.append((piece.card.card, free_s))
        submission = self.asker.consider(self._match(), observed, instant.stamp_s)
        if submission is not None:
            self.moves.append((submission, instant.stamp_s))

    def count(self, plan: Plan, played: Played) -> None:
        """Hold the moves against the cards as they were laid."""
        made = [submission.move["cards"][0] for submission, _ in self.moves]
        meant = [card for card, _ in self.laid]
        played.counts["moves"] += len(made)
        if made != meant[: len(made)]:
            played.counts["wrong"] += 1
            played.faults.append(f"WRONG    {plan.where}: moves {made}, laid {meant}")
        elif len(made) < len(meant):
            played.counts["lost"] += len(meant) - len(made)
            played.faults.append(f"LOST     {plan.where}: no move of {meant[len(made) :]}")
        for (_, moved_s), (_, laid_s) in zip(self.moves, self.laid, strict=False):
            played.counts["late"] += moved_s - laid_s > MOVE_S

    def _match(self) -> Snapshot:
        seq = len(self.moves)
        laid = tuple(card for told, _ in self.moves for card in told.move["cards"])
        proofs = (id_ for told, _ in self.moves for id_ in told.move["proof"])
        return Snapshot(
            seq=seq,
            steps_seq=seq,
            match=1,
            game=cast(Any, _TrickGame(self.possible)),
            options=None,
            seats=6,
            players=Players.begun(6, ()),
            state=_Trick(laid),
            standing=Standing.anew(Offers((), ()), seq),
            rulings=(),
            log=(Entry(seq, BEGIN, TABLE, 0.0),),
            outcome=None,
            can_undo=False,
            can_redo=False,
            proven=frozenset(proofs),
        )
