"""Decide on a card: a verdict is certain only if independent verifiers agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from vision.reading import Verdict

# Penalties: each unit beyond the free amount costs this much trust.

# A picture may lean this far towards a confusable card without a penalty; 1 is all the way.
LEAN_FREE = 0.6
LEAN_COSTS = 0.3  # Leaning beyond that.
BLUR_FREE = 1.4  # A blur up to this sigma, in pixels, costs no trust.
BLUR_COSTS = 0.03

# Limits of the pair verifier. Blur makes a card's signs look more like those of its confusable
# partner, so a softer picture must agree better.

MIN_WORST_PLACE = 0.74  # Minimum score of the worst small place in a picture without blur.
# The same for the places in which the deck's own confusable pairs differ.
MIN_BETWEEN_PAIRS = 0.78
AGREEMENT_PER_BLUR = 0.05  # Both limits rise by this much for each pixel of blur.
# The worst place may be this many times worse than the worst tenth, unless it is good by itself.
MAX_WORST_RATIO = 3.3
GOOD_PLACE = 0.83  # Such a score, without blur, is good by itself.
AGREEMENT_SLACK = 0.012  # Any place may lack this much agreement.
MAX_TINT = 0.32  # Maximum difference between the colours of two prints, as directions.
MAX_DEPTH = 0.22  # Maximum difference of the contrast from the template's, as a logarithm.


@dataclass(frozen=True)
class Agreement:
    """How well a picture agrees with a template at small places, from -1 to 1.

    The values are those of the worst place, of nine tenths of the places with print, and of the
    worst place where the deck's confusable pairs differ.
    """

    anywhere: float = 1.0
    nearly_everywhere: float = 1.0
    between_pairs: float = 1.0


@dataclass(frozen=True)
class Tint:
    """How a picture's print differs from a template's.

    `colour` is the distance between the directions of their contrasts in the three channels, up to
    1.4. `depth` is the logarithm of the ratio of these contrasts: a paler print, such as stripes
    instead of a fill, is negative.
    """

    colour: float = 0.0
    depth: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """The verifiers' results for one template; its `card` is None for a back.

    `correlation` is over the whole card, and `worst` is over its worst tiles. `blur` is the sigma
    in pixels by which the picture is softer than the template. `lean` is how far the picture leans
    towards a confusable card at the worst place: 1 is all the way, None means not checked.
    `agreement` is the result of the pair verifier, and `tint` that of the tint verifier; both come
    last. `ahead_of` contains other cards that the neighbour verifier finds less likely.
    """

    card: str | None
    correlation: float
    worst: float
    blur: float
    lean: float | None = None
    agreement: Agreement = Agreement()
    ahead_of: frozenset[str | None] = frozenset()
    tint: Tint = Tint()

    @property
    def similarity(self) -> float:
        """Return the mean of both correlations, by which templates are ranked."""
        return (self.correlation + self.worst) / 2

    @property
    def trust(self) -> float:
        """Return how strongly both verifiers support the template, from about 0 to 1.

        Blur costs trust because it makes cards look the same. A picture that leans towards a
        confusable card at one place must fit better everywhere else.
        """
        lean = 1.0 if self.lean is None else self.lean
        against = LEAN_COSTS * max(0.0, lean - LEAN_FREE) + BLUR_COSTS * max(
            0.0, self.blur - BLUR_FREE
        )
        return self.worst - against


@dataclass(frozen=True, kw_only=True)
class Limits:
    """A deck's limits for a reading; enrolment can only make them stricter.

    `pairs` maps two confusable cards to the trust that each of them needs. The field names are the
    keys in a deck's file.
    """

    trust: float = 0.63  # The trust that a certain reading needs.
    # The largest lean of a certain reading. A picture that leans all the way towards a confusable
    # card is never certain.
    lean: float = 1.05
    # Minimum similarity lead over the next card, unless the neighbour verifier puts the card ahead.
    margin: float = 0.2
    alike: float = 0.42  # Minimum score of the worst tiles of a card of the deck.
    close: float = 0.80  # A correlation of the whole card this high also makes it such a card.
    # Minimum score of the worst small place, and of that where confusable pairs differ. Blur raises
    # both.
    anywhere: float = MIN_WORST_PLACE
    between_twins: float = MIN_BETWEEN_PAIRS
    pairs: Mapping[frozenset[str], float] = field(default_factory=dict)
    # Whether cards of another pack, or untaught ones, may be nearly like the deck's own.
    twins: bool = True

    @classmethod
    def from_deck(cls, measured: Mapping[str, Any], *, twins: bool = True) -> Limits:
        """Return the default limits, made stricter by the measurements of a deck's enrolment.

        `measured` has the form of a deck's file, in which `pairs` is a list of tables. Without
        `twins`, the pair and tint verifiers are not heard.
        """
        floor = cls(twins=twins)
        known: dict[str, Any] = {
            item.name: float(measured[item.name])
            for item in fields(cls)
            if item.name not in ("pairs", "twins") and item.name in measured
        }
        known["pairs"] = {
            frozenset(pair["cards"]): float(pair["trust"]) for pair in measured.get("pairs", ())
        }
        result = replace(floor, **known)
        return replace(
            result,
            trust=max(floor.trust, result.trust),
            lean=min(floor.lean, result.lean),
            margin=max(floor.margin, result.margin),
            anywhere=max(floor.anywhere, result.anywhere),
            between_twins=max(floor.between_twins, result.between_twins),
        )

    def forbids_certainty(self, evidence: Evidence) -> bool:
        """Whether the pair or tint verifier's result means that the reading cannot be certain."""
        if not self.twins:
            return False
        found, more = evidence.agreement, AGREEMENT_PER_BLUR * max(0.0, evidence.blur)
        return (
            found.anywhere < self.anywhere + more
            or found.between_pairs < self.between_twins + more
            or evidence.tint.colour > MAX_TINT
            or abs(evidence.tint.depth) > MAX_DEPTH
            or (
                found.anywhere < GOOD_PLACE + more
                and 1 - found.anywhere
                > MAX_WORST_RATIO * (1 + AGREEMENT_SLACK - found.nearly_everywhere)
            )
        )

    def trust_for(self, card: str | None) -> float:
        """Return the trust that a reading of this card needs; None stands for a back."""
        return max(self.trust, *(trust for pair, trust in self.pairs.items() if card in pair), 0.0)


@dataclass(frozen=True)
class Decision:
    """A verdict on the evidence for one place; `best` is its index in the evidence, or None.

    `score` is the trust of the best evidence, and `margin` is its similarity lead over the next
    card. `runners_up` are the next cards with their similarity. A `vetoed` reading would be certain
    without the pair and tint verifiers.
    """

    verdict: Verdict
    best: int | None
    score: float
    margin: float
    runners_up: tuple[tuple[str, float], ...] = ()
    face_down: bool = False
    reason: str = ""
    vetoed: bool = False

    @property
    def certain(self) -> bool:
        """Whether the verdict is certain."""
        return self.verdict is Verdict.CERTAIN


def best_index(evidence: Sequence[Evidence]) -> int | None:
    """Return the index of the template most similar to the picture, or None.

    A card that the neighbour verifier puts ahead of the most similar one comes before it.
    """
    if not evidence:
        return None
    order = sorted(range(len(evidence)), key=lambda i: -evidence[i].similarity)
    first = evidence[order[0]].card
    return next((i for i in order if first in evidence[i].ahead_of), order[0])


def decide(evidence: Sequence[Evidence], limits: Limits) -> Decision:
    """Return the verdict on one place.

    The best evidence must include the result of the confusable verifier.
    """
    first = best_index(evidence)
    if first is None:
        return Decision(Verdict.UNKNOWN, None, 0.0, 0.0)
    best = evidence[first]
    others = _other_cards(evidence, best.card)
    margin = best.similarity - (others[0].similarity if others else 0.0)
    unsettled = [other for other in others if other.card not in best.ahead_of]
    lead = best.similarity - (unsettled[0].similarity if unsettled else 0.0)
    runners = tuple((e.card, round(e.similarity, 4)) for e in others if e.card is not None)
    scores = (round(best.trust, 4), round(margin, 4))
    lean = 1.0 if best.lean is None else best.lean
    trusted = (
        best.trust >= limits.trust_for(best.card) and lean <= limits.lean and lead >= limits.margin
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
    """Return the best evidence for each card except `card`, the most similar first."""
    by_card: dict[str | None, Evidence] = {}
    for item in sorted(evidence, key=lambda e: -e.similarity):
        if item.card != card:
            by_card.setdefault(item.card, item)
    return list(by_card.values())
