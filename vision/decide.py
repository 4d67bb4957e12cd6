"""The verdict on a card: certain only where independent witnesses agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from vision.match import Candidate
from vision.reading import Verdict
from vision.witness import Fit


@dataclass(frozen=True)
class Limits:
    """What a deck demands before a reading counts; enrolment may only tighten them."""

    worst: float = 0.80  # of the worst tenth of the tiles, for certain
    known: float = 0.45  # below this worst tenth, and below `alike`, it is no card of the deck
    alike: float = 0.60  # whole-card correlation
    margin: float = 0.02  # of whole-card correlation over the next card

    @classmethod
    def of(cls, learned: Mapping[str, Any]) -> Limits:
        """Return the limits with those that a deck's enrolment learned put in."""
        known = {k: float(v) for k, v in learned.items() if k in cls.__dataclass_fields__}
        return replace(cls(), **known)


@dataclass(frozen=True)
class Decision:
    """A verdict on the candidates of one place; `best` is an index into them, None if none."""

    verdict: Verdict
    best: int | None
    score: float
    margin: float
    runners_up: tuple[tuple[str, float], ...] = ()
    face_down: bool = False
    reason: str = ""


def decide(candidates: list[Candidate], fits: list[Fit], limits: Limits) -> Decision:
    """Weigh the candidates of one place."""
    if not candidates:
        return Decision(Verdict.UNKNOWN, None, 0.0, 0.0)
    order = sorted(range(len(fits)), key=lambda i: -fits[i].correlation)
    first = order[0]
    best, fit = candidates[first].template, fits[first]
    others = [i for i in order[1:] if candidates[i].template.card != best.card]
    margin = fit.correlation - (fits[others[0]].correlation if others else 0.0)
    runners = tuple(
        (card, round(fits[i].correlation, 4))
        for i in others
        if (card := candidates[i].template.card) is not None
    )
    scores = (round(fit.correlation, 4), round(margin, 4))
    trusted = fit.worst >= limits.worst and margin >= limits.margin
    if best.card is None:
        down = trusted or fit.correlation >= limits.alike
        return Decision(Verdict.UNKNOWN, first, *scores, runners, down, "face_down" if down else "")
    if trusted:
        return Decision(Verdict.CERTAIN, first, *scores, runners)
    if fit.correlation >= limits.alike and fit.worst >= limits.known:
        return Decision(Verdict.DOUBTFUL, first, *scores, runners)
    return Decision(Verdict.UNKNOWN, first, *scores, runners)
