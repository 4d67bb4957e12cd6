"""Naming the card in a patch: shortlist, registration, two witnesses, decision."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from vision.deck import Deck
from vision.geometry import Floats, Matrix
from vision.match.cache import CacheWriter
from vision.match.confusables import ConfusableVerifier, confusables_part_name
from vision.match.decide import LEAN_FREE, Decision, Evidence, Limits, best_index, decide
from vision.match.pairs import PairVerifier
from vision.match.register import Patch
from vision.match.shortlist import COARSE, Hypothesis, Shortlist, Template, levels_part_name
from vision.match.tiles import Fit, TileVerifier, blurs_part_name
from vision.reading import BACK, Corners, Image, Verdict

# Below each number: what halving and doubling it changed as the README has it measured; where
# nothing is said, they changed nothing.
MIN_COARSE_SCORE = 0.2  # of coarse correlation: nothing in the deck is even roughly like that
RESTARTED = 2  # templates that are registered anew, from other starts, where all is in doubt
GLARE = 0.15  # of the print, seen through sheen: from there it is why a card is doubtful
#   of 136 cards in ordinary light none that is doubtful, of 12 under sheen 11
CLEAR_LEAD = 0.2  # of coarse correlation: no other card need be looked at closely


@dataclass(frozen=True, eq=False)
class Registration:
    """A template registered to a patch: the template's number, the patch the same way up, and
    the homography from card coordinates to those that the patch was cut by."""

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
        """Return the card as registered, at the size of the templates."""
        return self.patch.warp_card(self.matrix)


@dataclass(frozen=True, eq=False)
class Match:
    """What a patch shows: a decision, and how the best template lies in it, if any was tried.

    `evidence` is what the witnesses said of that template.
    """

    decision: Decision
    best: Registration | None = None
    evidence: Evidence | None = None

    @property
    def named(self) -> Registration | None:
        """Return the registration of the card that is certain or doubtful, else None."""
        known = self.decision.verdict in (Verdict.CERTAIN, Verdict.DOUBTFUL)
        return self.best if known else None

    @property
    def card(self) -> str | None:
        """Return the card that is certain or doubtful, ``BACK`` face down, else None."""
        return None if self.named is None else self.named.template.card or BACK

    @classmethod
    def unclear(cls, reason: str) -> Match:
        """Return what is said of a place that cannot be one card."""
        return cls(Decision(Verdict.UNCLEAR, None, 0.0, 0.0, reason=reason))


class Matcher:
    """Names cards of one deck."""

    def __init__(self, deck: Deck) -> None:
        self.limits = Limits.from_deck(deck.limits, deck.complete)
        self._shortlist = Shortlist(deck)
        kept, place = self._shortlist.cache, self._shortlist.cache_path
        self._tiles = [
            TileVerifier(template.image, kept.loader(blurs_part_name(number)))
            for number, template in enumerate(self.templates)
        ]
        self._confusables = ConfusableVerifier(self._tiles, kept, self._shortlist.stands_for)
        self._pairs = PairVerifier(self._tiles, self._shortlist.similarities)
        self._cache_writer = None if place is None or kept.names else CacheWriter(place)
        self._precomputed = 0  # templates, in their order

    @property
    def templates(self) -> tuple[Template, ...]:
        """Return the deck's faces and backs, by number."""
        return self._shortlist.templates

    def cut(self, picture: Image, quad: Corners) -> Patch:
        """Cut the card with these corners (TL, TR, BR, BL) out of a picture, to be matched."""
        return Patch.cut(picture, quad, self._shortlist.size)

    def precompute(self) -> bool:
        """Precompute one template, in idle time; return False where none was left.

        What is not precomputed is computed when the template is first compared, which then
        takes longer.
        """
        if self._precomputed == len(self.templates):
            return False
        number = self._precomputed
        template = self.templates[number]
        self._confusables.precompute(number)
        self._tiles[number].compare(template.image)
        _ = template.registrar
        self._precomputed += 1
        self._cache_template(number)
        return True

    def _cache_template(self, number: int) -> None:
        """Keep what is worked out of a template; of the last one, all that is worked out."""
        if self._cache_writer is not None:
            self._cache_writer.add(
                confusables_part_name(number), self._confusables.template_part(number)
            )
            self._cache_writer.add(blurs_part_name(number), self._tiles[number].blur_part())
            self._cache_writer.add(
                levels_part_name(number), self.templates[number].registrar.arrays
            )
            if number == len(self.templates) - 1:
                self._cache_writer.add(COARSE, self._shortlist.arrays)
                for name, arrays in self._confusables.shared_parts().items():
                    self._cache_writer.add(name, arrays)
                self._cache_writer.close()
                self._cache_writer = None

    def match(self, patch: Patch) -> Match:
        """Ask the witnesses about the likeliest card, and about others unless all is clear."""
        return self._match(self._start(patch), frozenset())

    def match_excluding(self, patch: Patch, excluded: Sequence[Collection[str]]) -> list[Match]:
        """Match a patch by the deck as it is without each of some sets of cards.

        The verdicts are those of the smaller decks under this one's limits. No template is
        compared twice, and the rival witness is asked only where nothing else forbids certainty:
        the score of what is not certain is one that it was not heard on.
        """
        hearing = self._start(patch, sparing=True)
        numbers = [
            frozenset(n for n, template in enumerate(self.templates) if template.card in cards)
            for cards in excluded
        ]
        return [self._match(hearing, gone) for gone in numbers]

    def _start(self, patch: Patch, sparing: bool = False) -> _PatchResults:
        return _PatchResults(patch, self._shortlist.scores(patch), sparing)

    def _match(self, hearing: _PatchResults, gone: frozenset[int]) -> Match:
        short = self._shortlist.best(hearing.scores, gone)
        if not short or short[0][0].score < MIN_COARSE_SCORE:
            return Match(decide([], self.limits))
        ahead = short[0][0].score - (short[1][0].score if len(short) > 1 else 0.0)
        if ahead >= CLEAR_LEAD:
            others = [
                Evidence(
                    card=self.templates[h.number].card, correlation=h.score, worst=0.0, blur=0.0
                )
                for (h, *_) in short[1:]
            ]
            match = self._decide(hearing, short[:1], others, gone)
            clear = match.decision.verdict is Verdict.CERTAIN or match.decision.face_down
            if clear and match.best is not None:
                return match
        short = self._shortlist.with_same_cards(hearing.scores, short)
        match = self._decide(hearing, short, [], gone)
        if match.decision.verdict is Verdict.CERTAIN:
            return match
        likeliest = [h for hypotheses in short[:RESTARTED] for h in hypotheses]
        anew = {h: self._register_restarts(hearing, h) for h in likeliest}
        if all(anew[h] is self._register(hearing, h) for h in likeliest):
            return match
        return self._decide(replace(hearing, heard={**hearing.heard, **anew}), short, [], gone)

    def _decide(
        self,
        hearing: _PatchResults,
        short: Sequence[Sequence[Hypothesis]],
        others: Sequence[Evidence],
        gone: frozenset[int],
    ) -> Match:
        """Decide by the tile witness on all hypotheses and the rival witness on the best one."""
        heard = [self._register(hearing, h) for hypotheses in short for h in hypotheses]
        evidence = [
            Evidence(
                card=registered.template.card,
                correlation=fit.correlation,
                worst=fit.worst,
                blur=fit.blur,
            )
            for registered, fit in heard
        ]
        best = best_index(evidence)
        if best is not None:
            registered, fit = heard[best]
            evidence[best] = replace(evidence[best], lean=0.0)
            unopposed = hearing.sparing and decide([*evidence, *others], self.limits)
            if not unopposed or unopposed.verdict is Verdict.CERTAIN:
                free = min(LEAN_FREE, self.limits.lean)
                lean = self._confusables.lean(registered.number, fit.seen, fit.blur, free, gone)
                evidence[best] = replace(evidence[best], lean=lean)
        decision = decide([*evidence, *others], self.limits)
        first = decision.best
        if first is None or first >= len(heard):
            return Match(decision)
        registered, fit = heard[first]
        if decision.verdict is Verdict.CERTAIN and self._asks_pair_verifier(registered):
            agreement = self._pairs.agreement(registered.number, fit.seen, fit.blur)
            evidence[first] = replace(evidence[first], **agreement._asdict())
            decision = decide([*evidence, *others], self.limits)
        if decision.verdict is Verdict.DOUBTFUL and fit.paled >= GLARE:
            decision = replace(decision, reason=decision.reason or "glare")
        return Match(decision, registered, evidence[first])

    def _asks_pair_verifier(self, registered: Registration) -> bool:
        return self.limits.asks_pair_verifier and registered.template.card is not None

    def _register(self, hearing: _PatchResults, hypothesis: Hypothesis) -> tuple[Registration, Fit]:
        """Return how a template lies in the patch and how it fits, worked out once."""
        if hypothesis not in hearing.heard:
            template = self.templates[hypothesis.number]
            seen = hearing.patch.turned if hypothesis.upside_down else hearing.patch
            matrix = template.registrar.register(seen)
            registered = Registration(template, hypothesis.number, seen, matrix)
            fit = self._tiles[hypothesis.number].compare(registered.straight)
            hearing.heard[hypothesis] = registered, fit
        return hearing.heard[hypothesis]

    def _register_restarts(
        self, hearing: _PatchResults, hypothesis: Hypothesis
    ) -> tuple[Registration, Fit]:
        """Return how a template lies from other starts too, where it fits better so."""
        if hypothesis not in hearing.anew:
            registered, fit = self._register(hearing, hypothesis)
            registrar = registered.template.registrar
            matrix = registrar.register_multistart(registered.patch, registered.matrix)
            hearing.anew[hypothesis] = registered, fit
            if matrix is not None:
                again = replace(registered, matrix=matrix)
                other = self._tiles[hypothesis.number].compare(again.straight)
                if other.correlation + other.worst > fit.correlation + fit.worst:
                    hearing.anew[hypothesis] = again, other
        return hearing.anew[hypothesis]


@dataclass(eq=False)
class _PatchResults:
    """A patch, its coarse scores, and what was worked out on it so far.

    `sparing` leaves the rival witness out where it cannot change the verdict: it only lowers trust.
    """

    patch: Patch
    scores: Floats
    sparing: bool
    heard: dict[Hypothesis, tuple[Registration, Fit]] = field(default_factory=dict)
    anew: dict[Hypothesis, tuple[Registration, Fit]] = field(default_factory=dict)
