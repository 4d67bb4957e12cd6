"""Evenings played from frames to moves: what was wrong, stale, lost, doubled or late, by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

from firmware.reading.asker import Asker
from firmware.reading.submission import Submission
from hardware import MAT
from referee.actor import HOST, TABLE
from referee.contract import Frozen, Offers
from referee.judge import Judge as TableJudge
from referee.judging import Meaning
from referee.kit import MoveBase
from referee.match.desk import Entry, Snapshot
from referee.match.journal.bodies import BEGIN
from referee.match.open_offers import OpenOffers
from referee.match.people.players import Players
from referee.table import Card, Change, Changes, Laid, Layout, Zone
from tests.bench import Judged
from tests.bench.evening.decks import Dealt, cards_of, dealt_of, is_own, is_taught, strange, teach
from tests.bench.evening.judge import FAULTS, Judge, Played, is_at
from tests.bench.evening.results import Results
from tests.bench.evening.watching import Evenings, Plan, Wanted, plan_of, plans
from tests.bench.games import read_decks
from tests.bench.scenes.evenings import KINDS, TRICK_SEATS, trick
from tests.bench.scenes.hardships import SOME
from tests.bench.scenes.script import Instant
from tests.bench.spread import spread
from vision.mat_file import read_mat
from vision.observation import Observation

MOVE_S = 0.4  # from a card in full view to its move


class EveningRow(Judged, frozen=True):
    """All evenings of one kind, or with one hardship: how often each fault came about.

    `late` cards were known, or moves made, later than they should; `asked` ones are no fault, nor
    are those `unreadable` in single pictures too, places asked about `anew`, nor cards `without` a
    template, which were asked about as they should be. `steady` and `idle` are shares of the
    frames; `ms` is for reading one, `cpu_s` for an evening, with its rendering.
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
    anew: int
    known: int
    without: int
    moves: int
    steady: float
    idle: float
    ms: float
    cpu_s: float


def evenings(
    wanted: Wanted,
    processes: int,
    photos: Path | None = None,
    results: Path | None = None,
    again: str | None = None,
) -> list[EveningRow]:
    """Play evenings; return a row a kind, a row a hardship, and one of all.

    `photos` holds photographed decks. What is in the file `results` already is not played again,
    and each evening is added to it when it is over; the decks taught are kept beside it.
    Of all, only the one found by the words `again` is played, where they are given; raises
    `LookupError` where they name none.
    """
    decks = dealt_of(read_decks(), strange(photos))
    planned = plans(wanted, decks) if again is None else [plan_of(again, decks)]
    kept = Results(results)
    left = [plan for plan in planned if kept.of(plan) is None]
    with TemporaryDirectory() as for_now:
        folder = Path(for_now) if results is None else results.with_suffix(".decks")
        dealt = dict.fromkeys(plan.deck for plan in left)
        to_teach = [deck for deck in dealt if not is_own(deck.name) and not is_taught(deck, folder)]
        if to_teach:
            jobs = [(deck, folder) for deck in to_teach]
            list(spread(_teach, jobs, processes, "decks taught"))
        if left:
            evenings_left = [(plan, folder) for plan in left]
            done = spread(_play, evenings_left, processes, "evenings")
            for plan, played in zip(left, done, strict=True):
                kept.add(plan, played)
    return rows([(plan, what) for plan in planned if (what := kept.of(plan)) is not None])


def rows(done: Sequence[tuple[Plan, Played]]) -> list[EveningRow]:
    """Return a row a kind, a row a hardship, and one of all evenings."""
    sums: dict[str, tuple[int, Played]] = {}
    for plan, played in done:
        plain = () if plan.hardships else ("no hardship",)
        for part in (plan.kind, *(f"+ {name}" for name in plan.hardships or plain)):
            number, sum_ = sums.get(part, (0, Played()))
            sum_ += played
            sums[part] = number + 1, sum_
    total = Played()
    for _, played in done:
        total += played
    order = [*KINDS, "+ no hardship", *(f"+ {name}" for name in SOME)]
    made = [_row(part, *sums[part]) for part in order if part in sums]
    return [*made, _row("all", len(done), total)]


def play(plan: Plan, folder: Path) -> Played:
    """Play one evening, with decks taught into a folder; where each card is a move, to the move."""
    if plan.kind != trick.__name__:
        return _evenings(folder).play(plan)
    table = _TrickTable(dict.fromkeys(cards_of(plan.deck.name), 1))
    played = _evenings(folder).play(plan, table.see)
    table.count(plan, played)
    return played


def _play(job: tuple[Plan, Path]) -> Played:
    return play(*job)


def _teach(job: tuple[Dealt, Path]) -> None:
    teach(*job)


@lru_cache(maxsize=1)
def _evenings(folder: Path) -> Evenings:
    return Evenings(read_mat(MAT), folder)


def _row(kind: str, number: int, played: Played) -> EveningRow:
    counts = played.counts
    names = ("late", "asked", "unreadable", "stray", "anew", "known", "without", "moves")
    frames = max(1, counts["frames"])
    return EveningRow(
        kind,
        number,
        **{name: counts[name] for name in (*FAULTS, *names)},
        steady=round(counts["steady"] / frames, 3),
        idle=round(counts["idle"] / frames, 3),
        ms=round(played.ms / frames, 2),
        cpu_s=round(played.cpu_s / max(1, number), 2),
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
        self.rules = self.table = self  # One object is all parts of this game.
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
    def turn(_state: _Trick) -> None:
        """Return None: every place has an owner."""

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
    """The table of a trick: what the asker makes of it, and what was really laid.

    Whoever is asked which card it is says so at once.
    """

    possible: dict[str, int]
    asker: Asker = field(default_factory=Asker)
    moves: list[tuple[Submission, float]] = field(default_factory=list)
    laid: list[tuple[str, float]] = field(default_factory=list)  # cards, and since when in view
    asked: set[str] = field(default_factory=set)  # cards that somebody had to name
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
        self._answer(instant, observed)

    def _answer(self, instant: Instant, observed: Observation) -> None:
        """Say of each card that is asked about which one lies there."""
        lies = {c.id: at for c in observed.settled if (at := c.reading.place_mm) is not None}
        for question in self.asker.questions:
            for item in question.items:
                near = [p for p in instant.pieces if item.id in lies and is_at(p, lies[item.id])]
                may_be = {candidate.card for candidate in item.candidates}
                if len(near) == 1 and (card := near[0].card.card) in may_be and not item.answer:
                    self.asker.answer(question.id, item.id, card, HOST)
                    self.asked.add(card)

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
        asked_s = 0.0  # until when somebody was asked: what was laid meanwhile waits for it
        for (_, moved_s), (card, laid_s) in zip(self.moves, self.laid, strict=False):
            if card in self.asked:
                asked_s = moved_s
            elif moved_s - max(laid_s, asked_s) > MOVE_S:
                played.counts["late"] += 1
                after = f"{moved_s - laid_s:.2f} s after it lay in full view"
                played.faults.append(f"LATE     {plan.where}: the move of {card}, {after}")

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
            players=Players.at_start(6, ()),
            state=_Trick(laid),
            open_offers=OpenOffers.fresh(Offers((), ()), seq),
            rulings=(),
            log=(Entry(seq, BEGIN, TABLE, 0.0),),
            outcome=None,
            can_undo=False,
            can_redo=False,
            cited_pictures=frozenset(proofs),
        )
