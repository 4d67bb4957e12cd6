"""Evenings played from frames to moves: what was wrong, stale, lost, doubled or late, by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from firmware.bench import Judged
from firmware.bench.spread import spread
from firmware.reading.asking import Asker, Submission
from hardware import MAT
from referee.actor import TABLE
from referee.contract import AskCards, By, Cue, Message, Offer, Offers
from referee.match.desk import Entry, Snapshot
from referee.match.entries import BEGIN
from referee.match.players import Players
from referee.match.standing import Standing
from vision.art import COYOTE_NAMES
from vision.bench.evening import FAULTS, Evenings, Judge, Plan, Played, plans
from vision.deck import load_deck
from vision.mat import Mat
from vision.observation import Observation
from vision.synthetic.evenings import KINDS, TRICK_SEATS, trick
from vision.synthetic.script import Instant

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
    """Play so many evenings, kinds and Coyote decks in turn; return a row a kind, and of all."""
    planned = plans(count, seed, COYOTE_NAMES, kinds)
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


@dataclass
class _TrickTable:
    """A match in which each seat in turn lays one card in its zone: four moves, in order."""

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
        turn = len(self.moves)
        offers = Offers((), (Cue.WAIT,))
        if turn < len(TRICK_SEATS):
            zone = f"seat:{TRICK_SEATS[turn]}"
            ask = AskCards("cards", zone, 1, 1, self.possible)
            offers = Offers((Offer("play", Message("trick"), ask=(ask,), by=By.CAMERA),), ())
        return Snapshot(
            seq=turn,
            match=1,
            game=cast(Any, None),  # no game: what it would offer stands above
            options=None,
            seats=6,
            players=Players.begun(6, ()),
            state=None,
            standing=Standing.anew(offers, turn),
            wanted=(),
            rulings=(),
            log=(Entry(turn, BEGIN, TABLE, 0.0),),
            outcome=None,
            can_undo=False,
            can_redo=False,
        )
