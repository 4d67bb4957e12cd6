"""Judging one more card of a grid: it lies where it may, or there is a question.

No rule of any game is known here: which card may lie in which cell is in `AskPlace`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from firmware.reading.judging import Answers, doubt, likeliest, sure_name
from referee.contract import AskPlace, Cell, Message
from referee.reports.status import Item, Question
from vision.mat import Grid
from vision.observation import SettledCard


@dataclass(frozen=True)
class Placed:
    """The one new card that fits, and the cell that it lies in."""

    card: SettledCard
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

    `refused` is what the referee said of this very card, if it was submitted before.
    """
    known = Counter((cell.card, (cell.row, cell.column)) for cell in ask.known)
    new: list[tuple[SettledCard, str | None, tuple[int, int] | None]] = []
    for card in cards:
        if answers.get(card.id, "") is None or card.reading.place_mm is None:
            continue
        name, at = sure_name(card, answers), grid.cell(*card.reading.place_mm)
        if name is not None and at is not None and known[name, at] > 0:
            known[name, at] -= 1
        elif not card.reading.face_down or card.id in answers:
            new.append((card, name, at))
    astray = {name for name, _ in known.elements()} & {name for _, name, _ in new if name}
    if not new:
        return None
    items = tuple(_item(ask, card, name, answers) for card, name, _ in new)
    if astray:
        why = Message("table.ask.place.back", {"cards": tuple(sorted(astray))})
        return Question(question_id, ask.zone, refused or why, items)
    if len(new) > 1:
        why = Message("table.ask.too_many", {"count": len(new) - 1})
        return Question(question_id, ask.zone, refused or why, items, 1 - len(new))
    card, name, at = new[0]
    if name is None:
        why = Message("table.ask.which", {"count": 1})
    elif name not in ask.places:
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
