"""The verdict on a card: certain only where independent witnesses agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from vision.reading import Verdict

# Below each number: what halving and doubling it changed as the README has it measured; where
# nothing is said, they changed nothing.

# What speaks against a candidate: so much of its trust for each unit beyond what is free.
LEAN_FREE = 0.6  # of a rival's side
#   halved: least trust 0.70, surest error 0.00; doubled: least trust 0.94, surest error 0.25
LEAN_COSTS = 0.3
#   halved: least trust 0.89, surest error 0.20; doubled: least trust 0.59, surest error 0.00
BLUR_FREE = 1.4  # pixels of sigma
#   halved: mean trust 0.960
BLUR_COSTS = 0.03
# What a deck asks for besides, unless it is known to hold all cards that may lie there. Measured
# as `twins` says: of two decks' photographs 4 of 432 right readings are lost, of two more decks' 5
# of 40, of another printing's of one of those 56 of 68.
TOGETHER = 1.545  # of trust and the worst small place
#   the right have 1.56 at least, twins that nobody taught 1.53 at most
ANYWHERE = 0.82  # of the worst small place
STANDS_OUT = 3.1  # times as unlike as the worst tenth of places the worst may be
#   without it, of 247 pictures of twins that differ in a sign alone 71 are certain
EVEN = 0.012  # of agreement that any place may lack
#   0.010: 55 of 1,961 right readings by smaller photographed decks are lost, not 46; 0.005: of
#   150 twins that differ in a sign alone 9 are certain, not 16
BETWEEN_PAIRS = 0.935  # of the worst of the places where the deck's own twins differ
#   worn pictures of a pack whose courts share their art have 0.945 at least where they are right,
#   0.915 at most where another suit's is shown that nobody taught


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What the witnesses say of one template; `card` None is a back.

    `correlation` is over the whole card, `worst` over the worst of its tiles, `blur` the sigma in
    pixels by which the picture is softer than the template. `lean` is how far the picture takes
    a rival's side where it does so most, 1 being wholly; None where the rival witness was not
    asked. `anywhere`, `nearly_everywhere` and `between_twins` are the twin witness's
    `Agreement`, which is asked last.
    """

    card: str | None
    correlation: float
    worst: float
    blur: float
    lean: float | None = None
    anywhere: float = 1.0
    nearly_everywhere: float = 1.0
    between_pairs: float = 1.0

    @property
    def similarity(self) -> float:
        """Return what templates are ranked by: the mean of both correlations."""
        return (self.correlation + self.worst) / 2

    @property
    def trust(self) -> float:
        """Return how far both witnesses speak for the template, from about 0 to 1.

        Blur makes cards alike, and a picture that takes a rival's side anywhere has to
        fit the better everywhere else.
        """
        lean = 1.0 if self.lean is None else self.lean
        against = LEAN_COSTS * max(0.0, lean - LEAN_FREE) + BLUR_COSTS * max(
            0.0, self.blur - BLUR_FREE
        )
        return self.worst - against


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a deck demands before a reading counts; enrolment may only tighten them.

    `pairs` maps two cards that are alike to the trust that either of them needs.
    """

    trust: float = 0.63  # of the witnesses, for certain
    #   doubled: 25 cards less certain
    lean: float = 1.05  # a picture that wholly takes a rival's side is never certain
    #   doubled: 1 card more certain
    margin: float = 0.05  # of likeness over the next card
    alike: float = 0.42  # of the worst tiles, from which a card may be one of the deck
    close: float = 0.80  # of the whole card, the same
    #   halved: 2 cards more named, least trust -0.27; doubled: surest error 0.00
    together: float = 0.0  # of trust and the worst small place
    anywhere: float = -1.0  # of the worst small place
    between_twins: float = -1.0  # of the worst place where twins differ
    pairs: Mapping[frozenset[str], float] = field(default_factory=dict)

    @classmethod
    def from_deck(cls, measured: Mapping[str, Any], complete: bool = True) -> Limits:
        """Return the limits with what a deck's enrolment measured, where that is stricter.

        `measured` is as in a deck's file, where `pairs` is a list of tables. A deck that is not
        known to be `complete` may be shown the twins of its cards.
        """
        floor = cls()
        if not complete:
            floor = cls(together=TOGETHER, anywhere=ANYWHERE, between_twins=BETWEEN_PAIRS)
        known: dict[str, Any] = {
            one.name: float(measured[one.name])
            for one in fields(cls)
            if one.name != "pairs" and one.name in measured
        }
        known["pairs"] = {
            frozenset(pair["cards"]): float(pair["trust"]) for pair in measured.get("pairs", ())
        }
        found = replace(floor, **known)
        return replace(
            found,
            trust=max(floor.trust, found.trust),
            lean=min(floor.lean, found.lean),
            margin=max(floor.margin, found.margin),
            together=max(floor.together, found.together),
            anywhere=max(floor.anywhere, found.anywhere),
            between_twins=max(floor.between_twins, found.between_twins),
        )

    @property
    def asks_pair_verifier(self) -> bool:
        """Tell whether the twin witness is to be asked."""
        return max(self.together, self.anywhere, self.between_twins) > 0

    def forbids_certainty(self, evidence: Evidence) -> bool:
        """Tell whether what the twin witness says forbids to be certain."""
        if not self.asks_pair_verifier:
            return False
        return (
            evidence.trust + evidence.anywhere < self.together
            or evidence.anywhere < self.anywhere
            or 1 - evidence.anywhere > STANDS_OUT * (1 + EVEN - evidence.nearly_everywhere)
            or evidence.between_pairs < self.between_twins
        )

    def trust_for(self, card: str | None) -> float:
        """Return the trust that a reading of a card needs; of a back, None."""
        return max(self.trust, *(trust for pair, trust in self.pairs.items() if card in pair), 0.0)


@dataclass(frozen=True)
class Decision:
    """A verdict on the evidence for one place; `best` is an index into it, None if there is none.

    `score` is the best one's trust, `margin` its likeness over the next card's; `runners_up` are
    the next cards and their likeness. What is `held` would be certain, but for the twin witness.
    """

    verdict: Verdict
    best: int | None
    score: float
    margin: float
    runners_up: tuple[tuple[str, float], ...] = ()
    face_down: bool = False
    reason: str = ""
    vetoed: bool = False


def best_index(evidence: Sequence[Evidence]) -> int | None:
    """Return the index of the template that the picture is most like, None if there is none."""
    return max(range(len(evidence)), key=lambda i: evidence[i].similarity, default=None)


def decide(evidence: Sequence[Evidence], limits: Limits) -> Decision:
    """Return the verdict on one place; the best evidence includes what the rival witness says."""
    first = best_index(evidence)
    if first is None:
        return Decision(Verdict.UNKNOWN, None, 0.0, 0.0)
    best = evidence[first]
    others = _other_cards(evidence, best.card)
    margin = best.similarity - (others[0].similarity if others else 0.0)
    runners = tuple((e.card, round(e.similarity, 4)) for e in others if e.card is not None)
    scores = (round(best.trust, 4), round(margin, 4))
    lean = 1.0 if best.lean is None else best.lean
    trusted = (
        best.trust >= limits.trust_for(best.card)
        and lean <= limits.lean
        and margin >= limits.margin
    )
    may_be = best.worst >= limits.alike or best.correlation >= limits.close
    if best.card is None:
        if not (trusted or may_be):
            return Decision(Verdict.UNKNOWN, first, *scores)
        verdict = Verdict.CERTAIN if trusted else Verdict.DOUBTFUL
        return Decision(verdict, first, *scores, runners, True, "face_down")
    if trusted and limits.forbids_certainty(best):
        return Decision(Verdict.DOUBTFUL, first, *scores, runners, vetoed=True)
    if trusted:
        return Decision(Verdict.CERTAIN, first, *scores, runners)
    if may_be:
        return Decision(Verdict.DOUBTFUL, first, *scores, runners)
    return Decision(Verdict.UNKNOWN, first, *scores, runners)


def _other_cards(evidence: Sequence[Evidence], card: str | None) -> list[Evidence]:
    """Return the best evidence for each other card, most like first."""
    by_card: dict[str | None, Evidence] = {}
    for one in sorted(evidence, key=lambda e: -e.similarity):
        if one.card != card:
            by_card.setdefault(one.card, one)
    return list(by_card.values())
