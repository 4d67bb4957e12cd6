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
    found = list(spread(made, plans, processes, "mistakes"))
    rows = []
    for game in dict.fromkeys(game for game, _ in plans):
        told = [one for (name, _), one in zip(plans, found, strict=True) if name == game]
        counts = {what: sum(one.what == what for one in told) for what in FAULTS}
        faults = tuple(one.text for one in told if one.text)
        right = len(told) - sum(counts.values())
        rows.append(MistakeRow(game=game, kinds=len(told), right=right, **counts, faults=faults))
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
    told = bed.told()
    found = [
        ("right", "")
        if what == "asked" and not told and bed.asks(slip)
        else _judged(what, slip, told, bed.booked)
        for what in slip.expect
    ]
    best = min(found, key=lambda one: one[0] != "right")
    if best[0] != "right":
        return Verdict(best[0], f"{best[0].upper()} {where}: {best[1]}; {_said(told)}")
    for act in slip.cure:
        bed.do(act)
    left = [one for one in bed.told() if not one.choices] if slip.cure else []
    if left:
        return Verdict("false", f"FALSE {where}: after the cure {_said(left)}")
    return Verdict("right")


def _judged(
    what: str, slip: Slip, told: Sequence[Question], booked: Sequence[str]
) -> tuple[str, str]:
    """Hold what was told and booked against one thing that was expected."""
    if tuple(booked) != slip.booked:
        return "wrong", f"booked {list(booked)}, not {list(slip.booked)}"
    if what in ("progress", "nothing", "taken"):
        return (
            ("false", "nothing is amiss") if any(not one.choices for one in told) else ("right", "")
        )
    if not told:
        return "silent", f"expected {what} {slip.rule}"
    if what == "asked":
        return ("right", "")
    if slip.rule and not any(one.rule in slip.rule for one in told):
        return "false", f"expected {slip.rule}"
    if slip.to and not any(set(one.seats) == set(slip.to) for one in told):
        return "wrong", f"told to {[one.seats for one in told]}, not {slip.to}"
    return "right", ""


def _said(told: Sequence[Question]) -> list[str]:
    return [f"{one.rule} {one.message.key} {one.message.params} to {one.seats}" for one in told]
