"""What the table says of mistakes, held against what it should: by camera, or known at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from referee.contract import IllegalMove
from referee.reports.questions import Question
from tests.bench.spread import spread
from tests.bench.table.bed import Bed, FilmedBed
from tests.bench.table.mistakes import Slip, games, slips

FAULTS = ("silent", "wrong", "false")


class MistakeRow(msgspec.Struct, frozen=True):
    """What came of a game's mistakes: `silent` ones were not told within three seconds.

    `wrong` were booked, or told to somebody else; `false` gave another reason than the rule's.
    """

    game: str
    kinds: int
    right: int
    silent: int
    wrong: int
    false: int
    faults: tuple[str, ...]

    @property
    def failed(self) -> bool:
        """Whether a mistake was not told as it should be."""
        return self.right < self.kinds


def mistakes(only: Sequence[str], processes: int) -> list[MistakeRow]:
    """Make every mistake of some games, or of all; return a row a game."""
    plans = [(game, slip) for game in only or games() for slip in slips(game)]
    results = list(spread(made, plans, processes, "mistakes"))
    rows = []
    for game in dict.fromkeys(game for game, _ in plans):
        tried = zip(plans, results, strict=True)
        verdicts = [verdict for (name, _), verdict in tried if name == game]
        counts = {what: sum(item.what == what for item in verdicts) for what in FAULTS}
        faults = tuple(item.text for item in verdicts if item.text)
        right = len(verdicts) - sum(counts.values())
        rows.append(
            MistakeRow(game=game, kinds=len(verdicts), right=right, **counts, faults=faults)
        )
    return rows


@dataclass(frozen=True)
class Verdict:
    """What a mistake came to: ``right``, or a fault and what it was."""

    what: str
    text: str = ""


def made(plan: tuple[str, Slip]) -> Verdict:
    """Make a mistake at a rendered table; return what it came to."""
    game, slip = plan
    try:
        return verdict(slip, FilmedBed(game, slip))
    except (LookupError, IllegalMove) as error:
        return Verdict("wrong", f"WRONG {game} {slip.id}: it ended in {error!r}")


def verdict(slip: Slip, bed: Bed) -> Verdict:
    """Make a mistake on a bed, look what is said of it, and cure it."""
    where = f"{bed.game.name} {slip.id}"
    bed.rest()
    for act in slip.acts:
        bed.do(act)
    questions = bed.questions()
    judged = [
        ("right", "")
        if what == "asked" and not questions and bed.asks(slip)
        else _judged(what, slip, questions, bed.booked)
        for what in slip.expect
    ]
    best = min(judged, key=lambda verdict: verdict[0] != "right")
    if best[0] != "right":
        return Verdict(best[0], f"{best[0].upper()} {where}: {best[1]}; {_said(questions)}")
    for act in slip.cure:
        bed.do(act)
    left = [question for question in bed.questions() if not question.choices] if slip.cure else []
    if left:
        return Verdict("false", f"FALSE {where}: after the cure {_said(left)}")
    return Verdict("right")


def _judged(
    what: str, slip: Slip, questions: Sequence[Question], booked: Sequence[str]
) -> tuple[str, str]:
    """Hold what was told and booked against one thing that was expected."""
    if tuple(booked) != slip.booked:
        return "wrong", f"booked {list(booked)}, not {list(slip.booked)}"
    if what in ("progress", "nothing", "taken"):
        return (
            ("false", "nothing is amiss")
            if any(not question.choices for question in questions)
            else ("right", "")
        )
    if not questions:
        return "silent", f"expected {what} {slip.rule}"
    if what == "asked":
        return ("right", "")
    if slip.rule and not any(item.rule in slip.rule for item in questions):
        return "false", f"expected {slip.rule}"
    if slip.to and not any(set(question.seats) == set(slip.to) for question in questions):
        return "wrong", f"told to {[question.seats for question in questions]}, not {slip.to}"
    return "right", ""


def _said(questions: Sequence[Question]) -> list[str]:
    return [
        f"{question.rule} {question.message.key} {question.message.params} to {question.seats}"
        for question in questions
    ]
