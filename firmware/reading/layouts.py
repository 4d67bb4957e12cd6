"""Grids from look to look: how far each was moved along, and so: a move, a question or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware.reading.grids import lying_in
from firmware.reading.piles import Piles, Top
from firmware.reading.placing import Due, Placed, answers_to, at_rest, question
from firmware.reading.trying import wanted_after
from referee.contract import Message
from referee.match.desk import Snapshot
from referee.reports.status import Question
from vision.mat import Grid
from vision.observation import Observation, SettledCard


class Layouts:
    """Judges the grids of the mats; `piles` tells where a card came from that lay on one."""

    def __init__(self, piles: Piles) -> None:
        self._piles = piles
        self._shifts: dict[str, int] = {}  # by how many columns each floating grid was moved along

    def judge(
        self,
        match: Snapshot,
        due: Due,
        grid: Grid,
        cards: Sequence[SettledCard],
        observed: Observation,
        names: Mapping[str, str | None],
        refused: Message | None = None,
    ) -> Placed | Question | None:
        """Return what answers an offer in a grid, or what lies wrong in it; None where nothing is.

        Where a part of it is out of sight, nothing is missing in it.
        """
        before = self._shifts.get(due.zone, 0)
        lying = lying_in(grid, cards, names)
        seen = at_rest(due, lying, before)
        if seen.equal:
            self._shifts[due.zone] = seen.shift
            return None
        whole = observed.whole_in(grid.zone)
        if seen.missing and not whole:
            return None
        found = answers_to(due, lying, before, lambda move: wanted_after(match, move))
        placed = self._of_source(found, observed)
        if isinstance(placed, Placed) and refused is None:
            return placed
        why = refused or (placed if isinstance(placed, Message) else None)
        return question(
            due,
            grid,
            seen,
            names,
            f"{match.seq}:{due.zone}",
            lambda move: wanted_after(match, move),
            why,
        )

    def _of_source(self, found: Sequence[Placed], observed: Observation) -> Placed | Message | None:
        """Return which of several answers is meant, by what became of the pile that one is from."""
        lifted = next((one for one in found if one.ask.source), None)
        other = next((one for one in found if not one.ask.source), None)
        if lifted is None:
            return other
        top = self._piles.top(lifted.ask.source, observed)
        if top is Top.GONE or (top is Top.UNSEEN and other is None):
            return lifted
        if top is Top.STAYS and other is not None:
            return other
        return Message("table.ask.place.source", {"card": lifted.cell.card})
