"""Counts the cards of a grid in a picture by the game's own appraisal, and asks about doubtful
ones.

This code knows no rules: the game says what the cards are worth.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from firmware.errors import BadData
from firmware.pictures.cells import Doubt, Doubtful, cells_of, from_origin
from firmware.pictures.grid_rows import join_rows, on_mat
from firmware.pictures.preview import Preview, new_id, sent
from firmware.pictures.reader import PictureReader
from firmware.reading.evidence import png
from firmware.reading.questions import doubt_message, likeliest_cards
from firmware.reading.seen_cards import Names
from referee.actor import Actor
from referee.contract import Appraisal, Cell, Game, IllegalMove, Message
from referee.match.desk import Desk
from referee.reports.picture import PhotoOutcome
from referee.reports.questions import PossibleCard
from vision.follow.rows import ObservedRows
from vision.mat import Grid, Mat
from vision.observation import Observation, SettledCard
from vision.reading import UNFIT, Verdict
from webui.port import GridReading, UncertainCard


@dataclass(frozen=True)
class Unsure:
    """A card that people must name, with its possible names. If it has none, they must move the
    card.

    `cell` is its row and column on the mat, if these are certain.
    """

    card: SettledCard
    reason: Message
    candidates: tuple[PossibleCard, ...] = ()
    cell: tuple[int, int] | None = None


@dataclass(frozen=True)
class Count:
    """The cells of a grid, what they are worth, and the cards that people must be asked about.

    If no deck can have the certain cards, `refused` says why, and `worth` is missing.
    """

    cells: tuple[Cell, ...]
    unsure: tuple[Unsure, ...]
    worth: Appraisal | None = None
    refused: Message | None = None


def grids_in_view(mats: Sequence[Mat], observed: Observation, seat: int | None) -> list[Grid]:
    """Return the grids in a picture: the seat's own ones first, then those with most cards."""

    def rank(pair: tuple[Mat, Grid]) -> tuple[bool, int]:
        mat, grid = pair
        lying = sum(card.reading.zone == grid.zone for card in observed.settled)
        return mat.seat is not None and mat.seat == seat, lying

    there = [
        (mat, grid) for mat in mats if mat.name in observed.planes for grid in mat.grids.values()
    ]
    return [grid for _, grid in sorted(there, key=rank, reverse=True)]


def grid_to_count(
    mats: Sequence[Mat], observed: Observation, rows: ObservedRows | None, seat: int | None
) -> tuple[Observation, Grid, ObservedRows | None]:
    """Return the observation of the grid to count, the grid, and its rows if no mat is in view.

    Raise `BadData` if the cards are in no grid and form no rows that fit into a grid.
    """
    grids = grids_in_view(mats, observed, seat)
    if grids:
        return observed, grids[0], None
    own = sorted(
        ((mat, grid) for mat in mats for grid in mat.grids.values()),
        key=lambda pair: pair[0].seat != seat,
    )
    if rows is None or not own:
        unfit = (reason for reason in observed.quality.by_weight if reason in UNFIT)
        raise BadData(next((f"table.quality.{name}" for name in unfit), "table.photo.needs_grid"))
    mat, grid = own[0]
    if not rows.sure_up:
        raise BadData("table.photo.upright")
    known = [at for at in rows.cells.values() if at is not None]
    deep, broad = (max((at[n] for at in known), default=0) + 1 for n in (0, 1))
    if deep > grid.rows or broad > grid.columns:
        sizes = {"rows": deep, "columns": broad, "most_rows": grid.rows, "most": grid.columns}
        raise BadData("table.photo.too_wide", **sizes)
    return on_mat(rows, mat, grid, (0, 0)), grid, rows


def count(
    game: Game[Any, Any, Any],
    options: Any,
    cards: Sequence[SettledCard],
    grid: Grid,
    answers: Names,
) -> Count:
    """Count the cards of a grid. `answers` maps card ids to people's answers."""
    there = [_named(card, answers) for card in cards if answers.get(card.id, "") is not None]
    by_reading = {id(card.reading): card for card in there}
    read = cells_of([card.reading for card in there], grid)
    left = _remaining(game, options, read.cells)
    unsure = tuple(
        _unsure_card(by_reading[id(doubtful.reading)], doubtful, left) for doubtful in read.doubtful
    )
    cells = from_origin(read.cells)
    if game.table.appraise is None:
        return Count(cells, unsure)
    try:
        return Count(cells, unsure, game.table.appraise(options, cells))
    except IllegalMove as error:
        return Count(cells, unsure, refused=error.message)


def _named(card: SettledCard, answers: Names) -> SettledCard:
    """Return a card with the name that a person gave it."""
    name = answers.get(card.id)
    if name is None:
        return card
    sure = replace(card.reading, card=name, verdict=Verdict.CERTAIN, face_down=False)
    return replace(card, reading=sure)


def _remaining(game: Game[Any, Any, Any], options: Any, cells: Sequence[Cell]) -> dict[str, int]:
    """Return how many of each card remain in the deck, without the certain ones."""
    counts: Mapping[str, int] = game.table.cards.counts(options)
    sure = Counter(cell.card for cell in cells)
    return {name: many - sure[name] for name, many in counts.items()}


def _unsure_card(card: SettledCard, doubtful: Doubtful, left: Mapping[str, int]) -> Unsure:
    if doubtful.doubt is Doubt.CARD:
        return Unsure(card, doubt_message(card.reading), likeliest_cards(card, left), doubtful.cell)
    return Unsure(card, Message(f"table.photo.{doubtful.doubt.value}"), (), doubtful.cell)


class OpenCount:
    """A picture that is being counted, with people's answers about its cards."""

    def __init__(
        self,
        photo: str,
        game: Game[Any, Any, Any],
        options: Any,
        look: Preview,
        observed: Observation,
        grid: Grid,
        rows: ObservedRows | None = None,
    ) -> None:
        self.id = photo
        self._rows = rows
        self._game = game
        self._options = options
        self._look = look
        self._observed = observed
        self._grid = grid
        self._answers: dict[str, str | None] = {}

    def joined_with(self, rows: ObservedRows | None) -> ObservedRows:
        """Return this picture's rows joined with another's, with the answers given so far.

        Raise `BadData` if they cannot be joined.
        """
        if self._rows is None or rows is None or (both := join_rows(self._named(), rows)) is None:
            raise BadData("table.photo.apart")
        return both

    def _named(self) -> ObservedRows:
        """Return the rows with the names that people gave, and without what they say is no card."""
        assert self._rows is not None
        there = self._rows.observed.settled
        left = [card for card in there if self._answers.get(card.id, "") is not None]
        settled = tuple(_named(card, self._answers) for card in left)
        return replace(self._rows, observed=replace(self._rows.observed, settled=settled))

    def answer(self, item: str, card: str | None) -> None:
        """Take an answer about one card. Raise `LookupError` or `ValueError`."""
        asked = next(
            (unsure for unsure in self._count_now().unsure if unsure.card.id == item), None
        )
        if asked is None:
            raise LookupError(item)
        if card is not None and card not in {candidate.card for candidate in asked.candidates}:
            raise ValueError(card)
        self._answers[item] = card

    def counted(self) -> GridReading:
        """Return the count as pages show it."""
        counted = self._count_now()
        messages = () if counted.refused is None else (counted.refused,)
        return GridReading(
            sent(self.id, self._look, self._observed, PhotoOutcome.NOTHING, *messages),
            counted.cells,
            counted.worth,
            tuple(
                UncertainCard(
                    unsure.card.id, png(unsure.card.reading.crop), unsure.reason, unsure.candidates
                )
                for unsure in counted.unsure
            ),
            joins=self._rows is not None,
        )

    def _count_now(self) -> Count:
        cards = self._observed.settled
        return count(self._game, self._options, cards, self._grid, self._answers)


class Counts:
    """The last count of each sender. A count has no effect on the match. Safe from any thread."""

    def __init__(self, desk: Desk, reader: PictureReader) -> None:
        self._desk, self._reader = desk, reader
        self._lock = threading.Lock()
        self._open: dict[str, OpenCount] = {}  # By sender.

    def count(self, data: bytes, sender: Actor, beside: str | None = None) -> GridReading:
        """Count the cards in front of a seat on a JPEG, or on two: this and the last, `beside`.

        Raise `BadData` if the picture shows no grid, `IllegalMove` if the game does not count
        grids, and `LookupError` if `beside` is not the sender's last picture.
        """
        return self._reader.do(lambda: self._count(data, sender, beside))

    def answer(self, photo: str, item: str, card: str | None, sender: Actor) -> GridReading:
        """Take an answer about a card of the sender's last count, and count again.

        Raise `LookupError` if that is no longer asked, and `ValueError` for an impossible card.
        """
        with self._lock:
            held = self._last(sender, photo)
            held.answer(item, card)
            return held.counted()

    def _count(self, data: bytes, sender: Actor, beside: str | None) -> GridReading:
        match = self._desk.snapshot()
        if match is None or match.game.table.appraise is None:
            raise IllegalMove("table", Message("table.photo.not_counted"))
        look, observed, rows = self._reader.read(match, data, by_cells=True)
        with self._lock:
            if beside is not None:
                rows = self._last(sender, beside).joined_with(rows)
            mats = self._reader.mats_of(match)
            observed, grid, rows = grid_to_count(mats, observed, rows, sender.seat)
            held = OpenCount(new_id(), match.game, match.options, look, observed, grid, rows)
            self._open[str(sender)] = held
            return held.counted()

    def _last(self, sender: Actor, photo: str) -> OpenCount:
        """Return a sender's last count. Raise `LookupError` if it is not of this photo."""
        held = self._open.get(str(sender))
        if held is None or held.id != photo:
            raise LookupError(photo)
        return held
