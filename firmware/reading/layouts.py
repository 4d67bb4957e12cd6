"""Grids from look to look: how far each was moved along, and so: a move, a question or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware.reading.grids import At, Comparison, Lying, lying_in
from firmware.reading.piles import Piles, Top
from firmware.reading.placing import Due, Placed, answers_to, at_rest, question
from firmware.reading.proofs import picture_of, png
from firmware.reading.together import first_of, may_have_left, which_left
from firmware.reading.trying import Trial
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
        self._lay: dict[str, dict[At, SettledCard]] = {}  # what lies in each cell, or lay there
        self._taken = ("", "")  # question and item of a card that people say was taken

    def was_taken(self, question: str, item: str) -> None:
        """Take a person's word that the card of an item was taken, of several that are gone."""
        self._taken = (question, item)

    def proofs(self, placed: Placed, grid: Grid, observed: Observation) -> dict[str, bytes]:
        """Return the picture (PNG by id) of the card that was laid, or of the one that left."""
        if placed.lying is not None:
            card = placed.lying.card
            return {card.id: png(card.reading.crop)}
        was = self._lay.get(placed.ask.zone, {}).get(placed.at)
        if was is None:
            return {}
        return {f"{was.id}-left": png(picture_of(was, grid, placed.at, observed))}

    def judge(
        self,
        match: Snapshot,
        due: Due,
        grid: Grid,
        cards: Sequence[SettledCard],
        observed: Observation,
        names: Mapping[str, str | None],
        grids: Mapping[str, Grid],
        refused: Message | None = None,
    ) -> Placed | Question | None:
        """Return what answers an offer in a grid, or what lies wrong in it; None where nothing is.

        Where a part of it is out of sight, nothing is missing in it.
        """

        def in_grid(zone: str) -> Sequence[Lying]:
            there = observed.steady_in(grids[zone].zone)
            return lying_in(grids[zone], observed.settled, names) if there else ()

        before = self._shifts.get(due.zone, 0)
        lying = lying_in(grid, cards, names)
        seen = at_rest(due, lying, before)
        self._keep(due, lying, seen)
        if seen.equal:
            self._shifts[due.zone] = seen.shift
            return None
        whole = observed.whole_in(grid.zone)
        if seen.missing and not whole:
            return None
        trial = Trial.of(match)
        found = answers_to(due, lying, before, trial)
        placed = self._of_source(found, observed) or first_of(due, lying, before, trial)
        gone = () if found else may_have_left(due, lying, before)
        id_ = f"{match.seq}:{due.zone}"
        if gone:
            said = [one for one in gone if (id_, one.item) == self._taken]
            placed = said[0].placed(said=True) if said else None
            placed = placed or which_left(gone, len(seen.missing), trial, in_grid)
        if isinstance(placed, Placed) and refused is None:
            return placed
        why = refused or (placed if isinstance(placed, Message) else None)
        taken = {one.item: one.cell for one in gone}
        return question(due, grid, seen, names, id_, trial, why, taken)

    def _keep(self, due: Due, lying: Sequence[Lying], seen: Comparison) -> None:
        """Keep which card lies where, and of those that are missing which lay there."""
        lay = self._lay.get(due.zone, {})
        left = [(cell.row, cell.column + seen.shift) for cell in seen.missing]
        kept = {at: lay[at] for at in left if at in lay}
        self._lay[due.zone] = kept | {one.at: one.card for one in lying if one.at is not None}

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
