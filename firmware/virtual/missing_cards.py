"""What lacks on the mat, or in a hand, of what was laid away: undone, or taken back."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from firmware.virtual.brief import Brief
from firmware.virtual.placement import beside
from firmware.virtual.state import Layout
from firmware.virtual.tapping import MIDDLE, TALON
from referee.table import Lies, Zone
from vision.spread import Spread


@dataclass(frozen=True)
class Lacking:
    """A table as it lies, and what its match says of it."""

    brief: Brief
    lay: Layout
    spread: Spread
    card_mm: tuple[float, float]

    @property
    def anything(self) -> bool:
        """Whether anything that was laid away lacks."""
        return any((self.on_the_mat, self.in_a_hand, self._face_down))

    def bring(self, chance: random.Random) -> None:
        """Bring one card back to where it lacks, or else the one that was laid away last.

        Raises `LookupError` where nothing was laid away since the last deal.
        """
        lay = self.lay
        if (card := self.on_the_mat) is not None:
            lay.recall(card)
        elif (card := self.in_a_hand) is not None:
            lay.regain(card, chance)
        elif (card := self._face_down) is not None:
            lay.recall(card)
            lay.lift(card)
            lay.put(card, beside(self.spread, self.card_mm, lay.placed, TALON, chance), False)
        elif away := lay.away():
            lay.recall(away[0])
        else:
            raise LookupError("discards")

    @property
    def on_the_mat(self) -> str | None:
        """Which card must lie on the mat, by its id; one that may be taken is in no hand either."""
        names, cards = self.lay.pile.faces, self.brief.layout.cards
        there = Counter(one.card for one in self.lay.placed)
        stay = Counter(one.name for one in cards if one.lies is Lies.STAYS)
        free = Counter(one.name for one in cards if one.lies is Lies.FREE)
        held = Counter(names[card] for _, card in self.lay.held())
        lacks = (stay - there) | ((stay + free) - (there + held))
        return next((one for one in self.lay.away() if lacks[names[one]] and self._lay(one)), None)

    def _lay(self, card: str) -> bool:
        """Tell whether a card lay where such a one must lie; also of one out of a hand."""
        if (lay := self.lay.left.get(card)) is None:
            return True
        at = Zone.parse(self.spread.zone_of(lay.x_mm, lay.y_mm) or MIDDLE)
        there = [one for one in self.brief.layout.cards if one.name == lay.card]
        free = [
            one for one in there if one.at is not None or str(one.zone) not in self.spread.zones
        ]
        return bool(free) or any(one.zone.covers(at) for one in there)

    @property
    def in_a_hand(self) -> str | None:
        """Which card belongs into the hand it came from, as the match counts more there."""
        lay, known = self.lay, {one.name for one in self.brief.layout.cards}
        names = lay.pile.faces
        play = {*names.values()}.difference(self.brief.layout.without)
        lying = [lay.came.get(one.id) for one in lay.placed if one.card not in known]
        for seat, many in enumerate(self.brief.layout.held[: len(lay.hands)]):
            if many > len(lay.hands[seat]) + lying.count(seat):
                own = (
                    one for one in lay.away() if lay.came.get(one) == seat and names[one] in play
                )
                if (card := next(own, None)) is not None:
                    return card
        return None

    @property
    def _face_down(self) -> str | None:
        """Which card was dealt to nobody, where it is to lie so again; none was in a hand before.

        Nor is it one of those that were at hand.
        """
        if not any(pile.zone.kind == TALON for pile in self.brief.layout.piles):
            return None
        zones = [self.spread.zone_of(one.x_mm, one.y_mm) for one in self.lay.placed]
        names, known = self.lay.pile.faces, [one.name for one in self.brief.layout.cards]
        known += self.brief.layout.without
        away = (one for one in self.lay.away() if one not in self.lay.came)
        card = next((one for one in away if names[one] not in known), None)
        return None if TALON in zones or TALON not in self.spread.zones else card
