"""Name the card in a patch: list likely templates, register them, verify them, and decide."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from vision.decks.deck import Deck
from vision.geometry import Floats, Matrix
from vision.match.decide import LEAN_FREE, Decision, Evidence, Limits, best_index, decide
from vision.match.patch import Patch
from vision.match.precomputed import Precomputed
from vision.match.shortlist import Hypothesis, Template
from vision.match.turns import RoundPatch
from vision.match.verifiers.tiles import Fit
from vision.reading import BACK, Corners, Image, Verdict

MIN_COARSE_SCORE = 0.2  # With a lower coarse correlation, nothing in the deck is similar.
RESTARTS = 2  # If all templates are doubtful, this many are registered again from other starts.
GLARE = 0.15  # If sheen covers this share of the print, it explains why a card is doubtful.
# With this lead in coarse correlation over all other cards, the others need not be examined.
CLEAR_LEAD = 0.2


@dataclass(frozen=True, eq=False)
class Registration:
    """A template registered to a patch.

    `number` is the template's number, `patch` is the patch turned the same way up, and `matrix` is
    the homography from card coordinates to those of the cut patch.
    """

    template: Template
    number: int
    patch: Patch
    matrix: Matrix

    @property
    def corners(self) -> Corners:
        """Return the upright card's corners (4 x 2) in pixels of the picture."""
        return self.patch.corners(self.matrix)

    @cached_property
    def straight(self) -> Image:
        """Return the registered card's picture at the size of the templates."""
        return self.patch.warp_card(self.matrix)


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A registered template, and how well it fits the patch."""

    registered: Registration
    fit: Fit

    @property
    def evidence(self) -> Evidence:
        """Return what the tile verifier found for the template."""
        return Evidence(
            card=self.registered.template.card,
            correlation=self.fit.correlation,
            worst=self.fit.worst,
            blur=self.fit.blur,
        )


@dataclass(frozen=True, eq=False)
class Match:
    """The decision on a patch, and the registration of the best template that was tried.

    `best` is None if no template was tried. `evidence` is what the verifiers found for that
    template.
    """

    decision: Decision
    best: Registration | None = None
    evidence: Evidence | None = None

    @property
    def named(self) -> Registration | None:
        """Return the registration of a certain or doubtful card, else None."""
        known = self.decision.verdict in (Verdict.CERTAIN, Verdict.DOUBTFUL)
        return self.best if known else None

    @property
    def card(self) -> str | None:
        """Return the name of a certain or doubtful card, ``BACK`` if face down, else None."""
        return None if self.named is None else self.named.template.card or BACK

    @classmethod
    def unclear(cls, reason: str) -> Match:
        """Return a match without a card, for a place that cannot be one card."""
        return cls(Decision(Verdict.UNCLEAR, None, 0.0, 0.0, reason=reason))


class Matcher:
    """Names the cards of one deck."""

    def __init__(self, deck: Deck) -> None:
        self.limits = Limits.from_deck(deck.limits, twins=not (deck.drawn and deck.complete))
        self._steps = Precomputed(deck)

    @property
    def templates(self) -> tuple[Template, ...]:
        """Return the deck's faces and backs, in the order of their numbers."""
        return self._steps.shortlist.templates

    @property
    def is_round(self) -> bool:
        """Whether the deck's cards are round."""
        return self._steps.shortlist.is_round

    def cut(self, picture: Image, quad: Corners) -> Patch:
        """Cut a card with these corners (TL, TR, BR, BL) out of a picture, for matching."""
        kind = RoundPatch if self.is_round else Patch
        return kind.cut(picture, quad, self._steps.shortlist.size)

    def likeness(self, picture: Image, quad: Corners, above: Floats | None = None) -> float:
        """Return the best coarse correlation of a card with these corners, without registration.

        Parts under the quads `above` (n, 4, 2) do not count.
        """
        return self._steps.shortlist.likeness(picture, quad, above)

    def precompute(self) -> bool:
        """Precompute one template in idle time; return False if none was left."""
        return self._steps.compute_next()

    def match(self, patch: Patch) -> Match:
        """Compare a patch with the most likely card, and with others unless the result is clear."""
        return self._match(self._start(patch), frozenset())

    def match_excluding(self, patch: Patch, excluded: Sequence[Collection[str]]) -> list[Match]:
        """Match a patch as if the deck lacked each of several sets of cards.

        The verdicts are those of the smaller decks with this deck's limits. No template is compared
        twice. The confusable verifier runs only if nothing else forbids certainty, so the score of
        an uncertain reading does not include it.
        """
        results = self._start(patch, sparing=True)
        numbers = [
            frozenset(n for n, template in enumerate(self.templates) if template.card in cards)
            for cards in excluded
        ]
        return [self._match(results, excluded) for excluded in numbers]

    def _start(self, patch: Patch, sparing: bool = False) -> _PatchResults:
        return _PatchResults(patch, self._steps.shortlist.scores(patch), sparing)

    def _match(self, results: _PatchResults, excluded: frozenset[int]) -> Match:
        short = self._steps.shortlist.best(results.scores, excluded)
        if not short or short[0][0].score < MIN_COARSE_SCORE:
            return Match(decide([], self.limits))
        ahead = short[0][0].score - (short[1][0].score if len(short) > 1 else 0.0)
        if ahead >= CLEAR_LEAD:
            match = self._match_leader(results, short, excluded)
            clear = match.decision.certain or match.decision.face_down
            if clear and match.best is not None:
                return match
        return self._match_all(
            results, self._steps.shortlist.with_same_cards(results.scores, short), excluded
        )

    def _match_leader(
        self,
        results: _PatchResults,
        short: Sequence[Sequence[Hypothesis]],
        excluded: frozenset[int],
    ) -> Match:
        """Return the match if only the leading card is registered, and the others only compared."""
        others = [
            Evidence(card=self.templates[h.number].card, correlation=h.score, worst=0.0, blur=0.0)
            for (h, *_) in short[1:]
        ]
        leader = [self._register(results, hypothesis) for hypothesis in short[0]]
        return self._decide(results, leader, others, excluded)

    def _match_all(
        self,
        results: _PatchResults,
        short: Sequence[Sequence[Hypothesis]],
        excluded: frozenset[int],
    ) -> Match:
        """Return the match if all cards are registered, the likeliest again if none is certain."""
        candidates = {h: self._register(results, h) for hypotheses in short for h in hypotheses}
        match = self._decide(results, list(candidates.values()), [], excluded)
        if match.decision.certain:
            return match
        likeliest = (h for hypotheses in short[:RESTARTS] for h in hypotheses)
        restarted = {h: self._register_restarts(results, h) for h in likeliest}
        if all(restarted[h] is candidates[h] for h in restarted):
            return match
        return self._decide(results, list((candidates | restarted).values()), [], excluded)

    def _decide(
        self,
        results: _PatchResults,
        candidates: Sequence[_Candidate],
        others: Sequence[Evidence],
        excluded: frozenset[int],
    ) -> Match:
        """Decide by the tile verifier on all candidates and by the confusable verifier on the best.

        `others` are cards that were not registered.
        """
        evidence = self._compare_neighbours(results, candidates)
        best = best_index(evidence)
        if best is not None:
            evidence[best] = replace(evidence[best], lean=0.0)
            if not results.sparing or decide([*evidence, *others], self.limits).certain:
                lean = self._lean(candidates[best], excluded)
                evidence[best] = replace(evidence[best], lean=lean)
        decision = decide([*evidence, *others], self.limits)
        first = decision.best
        if first is None or first >= len(candidates):
            return Match(decision)
        registered, fit = candidates[first].registered, candidates[first].fit
        is_face = registered.template.card is not None
        if decision.certain and is_face and self.limits.twins:
            agreement = self._steps.pairs.agreement(registered.number, fit.seen, fit.blur)
            tint = self._steps.tints.tint(registered.number, fit)
            evidence[first] = replace(evidence[first], agreement=agreement, tint=tint)
            decision = decide([*evidence, *others], self.limits)
        card = registered.template.card
        if decision.vetoed:
            results.vetoed.add(card)
        elif decision.certain and card in results.vetoed:  # It was vetoed in another fit.
            decision = replace(decision, verdict=Verdict.DOUBTFUL, vetoed=True)
        if decision.verdict is Verdict.DOUBTFUL and fit.paled >= GLARE:
            decision = replace(decision, reason=decision.reason or "glare")
        return Match(decision, registered, evidence[first])

    def _compare_neighbours(
        self, results: _PatchResults, candidates: Sequence[_Candidate]
    ) -> list[Evidence]:
        """Return the tile verifier's evidence, and which of the most similar cards are ahead."""
        evidence = [candidate.evidence for candidate in candidates]
        first = best_index(evidence)
        if first is None or evidence[first].card is None:
            return evidence
        least = evidence[first].similarity - self.limits.margin
        cards: dict[str | None, int] = {}
        for index in sorted(range(len(evidence)), key=lambda i: -evidence[i].similarity):
            if evidence[index].similarity > least:
                cards.setdefault(evidence[index].card, index)
        for number in cards.values():
            ahead = frozenset(
                card
                for card, other in cards.items()
                if other != number
                and self._is_ahead(results, candidates[number], candidates[other])
            )
            evidence[number] = replace(evidence[number], ahead_of=ahead)
        return evidence

    def _is_ahead(self, results: _PatchResults, one: _Candidate, other: _Candidate) -> bool:
        """Whether the neighbour verifier puts a candidate ahead of another, computed once."""
        pair = frozenset((one, other))
        if pair not in results.leaders:
            fits = ((which.registered.number, which.fit) for which in pair)
            results.leaders[pair] = self._steps.neighbours.leader(*fits)
        return results.leaders[pair] == one.registered.number

    def _lean(self, candidate: _Candidate, excluded: frozenset[int]) -> float:
        """Return how far the patch leans towards a card that is confusable with the candidate."""
        number, fit = candidate.registered.number, candidate.fit
        free = min(LEAN_FREE, self.limits.lean)
        return self._steps.confusables.lean(number, fit.seen, fit.blur, free, excluded)

    def _register(self, results: _PatchResults, hypothesis: Hypothesis) -> _Candidate:
        """Return the registration of a template on the patch and its fit, computed once."""
        if hypothesis not in results.registered:
            template = self.templates[hypothesis.number]
            seen = results.patch.way(hypothesis.way)
            matrix = template.registrar.register(seen)
            registered = Registration(template, hypothesis.number, seen, matrix)
            fit = self._steps.tiles[hypothesis.number].compare(registered.straight)
            results.registered[hypothesis] = _Candidate(registered, fit)
        return results.registered[hypothesis]

    def _register_restarts(self, results: _PatchResults, hypothesis: Hypothesis) -> _Candidate:
        """Return the registration and fit of a template, from other starts if those fit better."""
        if hypothesis not in results.restarted:
            first = self._register(results, hypothesis)
            registered, fit = first.registered, first.fit
            registrar = registered.template.registrar
            matrix = registrar.register_multistart(registered.patch, registered.matrix)
            results.restarted[hypothesis] = first
            if matrix is not None:
                again = replace(registered, matrix=matrix)
                other = self._steps.tiles[hypothesis.number].compare(again.straight)
                if other.correlation + other.worst > fit.correlation + fit.worst:
                    results.restarted[hypothesis] = _Candidate(again, other)
        return results.restarted[hypothesis]


@dataclass(eq=False)
class _PatchResults:
    """A patch, its coarse scores and the results so far.

    With `sparing`, the confusable verifier is skipped if it cannot change the verdict, since it can
    only lower trust. A `vetoed` card stays so in all fits: the best of several tries proves little.
    """

    patch: Patch
    scores: Floats
    sparing: bool
    registered: dict[Hypothesis, _Candidate] = field(default_factory=dict)
    restarted: dict[Hypothesis, _Candidate] = field(default_factory=dict)
    leaders: dict[frozenset[_Candidate], int | None] = field(default_factory=dict)
    vetoed: set[str | None] = field(default_factory=set)
