"""Judging one card more or less of a grid: it may lie there, or leave, or there is a question.

No rule of any game is known here: which card may lie in which cell is in `AskPlace`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from firmware.reading.judging import Answers, doubt, in_zone, likeliest, sure_name
from referee.contract import AskPlace, Cell, Message, Want
from referee.reports.status import Item, Question
from vision.mat import Grid
from vision.observation import SettledCard

At = tuple[int, int]  # row and column


@dataclass(frozen=True)
class Placed:
    """The one new card that fits, and the cell that it lies in; None for one that left it."""

    card: SettledCard | None
    cell: Cell


def judge_place(
    ask: AskPlace,
    grid: Grid,
    cards: Sequence[SettledCard],
    answers: Answers,
    question_id: str,
    refused: Message | None = None,
) -> Placed | Question | None:
    """Judge what is new in a grid: one card that fits, else a question; None while nothing is.

    Where cards are asked for that leave it, one that does is enough. `refused` is what the referee
    said of this very card, if it was submitted before.
    """
    lying: list[tuple[SettledCard, str | None, At | None]] = [
        (card, sure_name(card, answers), grid.cell(*card.reading.place_mm))
        for card in cards
        if answers.get(card.id, "") is not None and card.reading.place_mm is not None
    ]
    origin = _origin(ask, [(name, at) for _, name, at in lying])
    known = Counter((cell.card, (cell.row, cell.column)) for cell in ask.known)
    new: list[tuple[SettledCard, str | None, At | None]] = []
    for card, name, on_mat in lying:
        at = None if on_mat is None else (on_mat[0], on_mat[1] - origin)
        if name is not None and at is not None and known[name, at] > 0:
            known[name, at] -= 1
        elif not card.reading.face_down or card.id in answers:
            new.append((card, name, at))
    missing = list(known.elements())
    if not new and ask.leaves and missing and refused is None:
        if all(at in ask.places.get(name, ()) for name, at in missing):
            return Placed(None, Cell(missing[0][0], *missing[0][1]))
        why = Message("table.ask.place.back", {"cards": tuple(name for name, _ in missing)})
        return Question(question_id, ask.zone, why, ())
    return _asked_about(ask, new, missing, answers, question_id, refused) if new else None


def moved(
    wants: Iterable[Want],
    grids: Mapping[str, Grid],
    cards: Sequence[SettledCard],
    answers: Answers,
    question_id: str,
) -> Question | None:
    """Ask about cards of a grid in which nothing is to change, where one lies elsewhere in it."""
    for want in wants:
        ask = AskPlace("", want.zone, want.cells, {}, floating=want.floating)
        grid = grids[want.zone]
        judged = judge_place(ask, grid, in_zone(cards, grid.zone), answers, question_id)
        if isinstance(judged, Question):
            return judged
    return None


def _origin(ask: AskPlace, lying: Sequence[tuple[str | None, At | None]]) -> int:
    """Return the column of the mat from which a floating grid's columns count.

    Most of the known cards lie in their cells then; of as many, those that were laid first.
    """
    if not ask.floating:
        return 0
    there = [(name, *at) for name, at in lying if name is not None and at is not None]
    meant = [(cell.card, cell.row, cell.column) for cell in ask.known] or [
        (name, *at) for name, cells in ask.places.items() for at in cells
    ]
    origins = Counter(
        column - whose
        for name, row, column in there
        for card, its_row, whose in meant
        if (card, its_row) == (name, row)
    )
    return max(origins, key=origins.__getitem__, default=0)


def _asked_about(
    ask: AskPlace,
    new: Sequence[tuple[SettledCard, str | None, At | None]],
    missing: Sequence[tuple[str, At]],
    answers: Answers,
    question_id: str,
    refused: Message | None,
) -> Placed | Question:
    """Judge cards that are new in a grid, in which some are missing."""
    items = tuple(_item(ask, card, name, answers) for card, name, _ in new)
    astray = {name for name, _ in missing} & {name for _, name, _ in new if name}
    if astray:
        why = Message("table.ask.place.back", {"cards": tuple(sorted(astray))})
        return Question(question_id, ask.zone, refused or why, items)
    if len(new) > 1:
        why = Message("table.ask.too_many", {"count": len(new) - 1})
        return Question(question_id, ask.zone, refused or why, items, 1 - len(new))
    card, name, at = new[0]
    if name is None:
        why = Message("table.ask.which", {"count": 1})
    elif name not in ask.places or ask.leaves:
        why = Message("table.ask.place.unfit", {"card": name})
    elif at is None:
        why = Message("table.ask.place.between", {"card": name})
    elif at not in ask.places[name]:
        why = Message("table.ask.place.elsewhere", {"card": name})
    elif refused is None:
        return Placed(card, Cell(name, *at))
    return Question(question_id, ask.zone, refused or why, items)


def _item(ask: AskPlace, card: SettledCard, name: str | None, answers: Answers) -> Item:
    return Item(
        id=card.id,
        proof=card.id,
        candidates=likeliest(card, dict.fromkeys(ask.places, 1)),
        guess=card.reading.card if card.reading.card in ask.places else None,
        answer=answers.get(card.id),
        certain=name is not None and card.id not in answers,
        reason=None if name is not None else doubt(card.reading),
    )
