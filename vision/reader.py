"""Reading a picture: where cards lie, which they are, and how far that can be trusted."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.deck import Deck
from vision.find.free import find_free
from vision.find.markers import MatFinder, Plane
from vision.find.on_mat import find_on_mat
from vision.find.select import choose, unexplained
from vision.geometry import apply, clockwise, turn_deg
from vision.mat import Mat
from vision.match.decide import Decision, Evidence, Limits, best_of, decide
from vision.match.register import Patch
from vision.match.rivals import RivalWitness
from vision.match.shortlist import Candidate, Guess, Matcher
from vision.match.tiles import TileWitness
from vision.quality import judge_quality
from vision.reading import BACK, CardReading, Found, Image, Quality, Reading, Verdict

UNLIKE_ANY = 0.2  # of coarse correlation: nothing in the deck is even roughly like that
CLEARLY_AHEAD = 0.2  # of coarse correlation: no other card need be looked at closely


class Reader:
    """Reads cards of one deck, on a mat where there is one.

    What the game expects is none of its business: the same picture always reads alike.
    """

    def __init__(self, deck: Deck, mat: Mat | None = None) -> None:
        self.deck = deck
        self.mat = mat
        self.matcher = Matcher(deck)
        self.limits = Limits.of(deck.limits)
        self._tiles = [TileWitness(t.image) for t in self.matcher.templates]
        self._rivals = RivalWitness(self._tiles)
        self._mat_finder = MatFinder(mat) if mat is not None else None

    def read(self, picture: Image) -> Reading:
        """Read a whole picture (height x width x 3, BGR)."""
        start = time.perf_counter()
        plane = self.plane(picture)
        found = self.find(picture, plane)
        cards = self.read_found(picture, found, plane)
        quality = self.quality(picture, plane, found)
        height, width = picture.shape[:2]
        ms = (time.perf_counter() - start) * 1e3
        return Reading(width, height, cards, quality, plane is not None, ms)

    def learn(self) -> bool:
        """Learn one more card by heart, in an idle moment; tell whether there was one.

        What is not learned in time is learned when the card is first read, which takes longer.
        """
        number = self._rivals.learn()
        if number is not None:
            template = self.matcher.templates[number]
            self._tiles[number].compare(template.image)
            _ = template.registrar
        return number is not None

    def plane(self, picture: Image) -> Plane | None:
        """Return where the mat lies in a picture, or None where there is none."""
        return None if self._mat_finder is None else self._mat_finder.find(picture)

    @property
    def mat_searches(self) -> int:
        """Return how often a whole frame was searched for the mat."""
        return 0 if self._mat_finder is None else self._mat_finder.searches

    def find(self, picture: Image, plane: Plane | None) -> tuple[Found, ...]:
        """Find the cards' places in a picture."""
        if self.mat is None:
            return find_free(picture, self.deck.size_mm)
        if plane is None:
            return ()
        return find_on_mat(picture, self.mat, plane, self.deck.size_mm)

    def quality(self, picture: Image, plane: Plane | None, found: Sequence[Found] = ()) -> Quality:
        """Judge whether a picture is fit for reading."""
        return judge_quality(picture, plane, self.mat, found)

    def read_places(
        self, picture: Image, found: Sequence[Found], plane: Plane | None = None
    ) -> tuple[CardReading, ...]:
        """Read the cards at known places, each by itself."""
        return tuple(self._read_place(picture, place, plane) for place in found)

    def read_found(
        self, picture: Image, found: Sequence[Found], plane: Plane | None
    ) -> tuple[CardReading, ...]:
        """Read the places found; return what can be true together, and the heaps left over."""

        def read(place: Found) -> CardReading:
            if place.known is not None:
                return replace(place.known, remembered=True)
            return self._read_place(picture, place, plane)

        cards = choose([place for place in found if not place.reason], read)
        heaps = unexplained([place for place in found if place.reason == "overlap"], cards)
        return cards + self.read_places(picture, heaps, plane)

    def _read_place(self, picture: Image, place: Found, plane: Plane | None) -> CardReading:
        patch = Patch.cut(picture, place.corners, self.matcher.size)
        if place.reason:
            nothing = Decision(Verdict.UNCLEAR, None, 0.0, 0.0, reason=place.reason)
            return self._told(place, patch, None, nothing, plane)
        chosen, decision = self._decide(patch)
        return self._told(place, patch, chosen, decision, plane)

    def _decide(self, patch: Patch) -> tuple[Candidate | None, Decision]:
        """Hear the witnesses on the likeliest card, and on others unless all is clear already."""
        short = self.matcher.shortlist(patch)
        if not short or short[0][0].score < UNLIKE_ANY:
            return None, decide([], self.limits)
        ahead = short[0][0].score - (short[1][0].score if len(short) > 1 else 0.0)
        if ahead >= CLEARLY_AHEAD:
            heard = self._heard(patch, short[:1])
            others = [
                Evidence(self.matcher.templates[g.number].card, g.score, 0.0, 0.0)
                for (g, *_) in short[1:]
            ]
            decision = decide([e for _, e in heard] + others, self.limits)
            clear = decision.verdict is Verdict.CERTAIN or decision.face_down
            if clear and decision.best is not None:
                return heard[decision.best][0], decision
        heard = self._heard(patch, short)
        decision = decide([e for _, e in heard], self.limits)
        return None if decision.best is None else heard[decision.best][0], decision

    def _heard(
        self, patch: Patch, short: Sequence[Sequence[Guess]]
    ) -> list[tuple[Candidate, Evidence]]:
        """Hear the tile witness on all guesses, the rival witness on the best of them."""
        candidates = [self.matcher.register(patch, g) for guesses in short for g in guesses]
        fits = [self._tiles[c.number].compare(c.straight) for c in candidates]
        evidence = [
            Evidence(c.template.card, f.correlation, f.worst, f.blur)
            for c, f in zip(candidates, fits, strict=True)
        ]
        best = best_of(evidence)
        if best is not None:
            number, fit = candidates[best].number, fits[best]
            lean = self._rivals.lean(number, fit.seen, fit.blur).most
            evidence[best] = replace(evidence[best], lean=lean)
        return list(zip(candidates, evidence, strict=True))

    def _told(
        self,
        place: Found,
        patch: Patch,
        chosen: Candidate | None,
        decision: Decision,
        plane: Plane | None,
    ) -> CardReading:
        known = decision.verdict in (Verdict.CERTAIN, Verdict.DOUBTFUL)
        trusted = chosen is not None and known
        corners = chosen.corners if chosen is not None and trusted else place.corners
        crop = chosen.straight if chosen is not None and trusted else patch.card
        middle = None
        if plane is not None:
            x, y = apply(plane.to_mm, clockwise(corners)).mean(0)
            middle = (round(float(x), 1), round(float(y), 1))
        return CardReading(
            card=(chosen.template.card or BACK) if chosen is not None and known else None,
            verdict=decision.verdict,
            score=decision.score,
            margin=decision.margin,
            runners_up=decision.runners_up,
            corners=corners,
            turn_deg=round(turn_deg(corners), 1),
            crop=np.ascontiguousarray(crop),
            place_mm=middle,
            zone=self.mat.zone_of(*middle) if middle is not None and self.mat else None,
            face_down=decision.face_down,
            reason=decision.reason,
        )
