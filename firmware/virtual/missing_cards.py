"""Missing cards: they were put away but belong on the mat or in a hand, as after an undo."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from firmware.virtual.brief import Brief
from firmware.virtual.placement import next_spot
from firmware.virtual.state import TableState
from firmware.virtual.tapping import MIDDLE, TALON
from referee.table import CardStatus, Zone
from vision.spread import Spread


@dataclass(frozen=True)
class MissingCards:
    """Compares the table with the match to find missing cards, and brings them back."""

    brief: Brief
    state: TableState
    spread: Spread
    card_mm: tuple[float, float]

    @property
    def any_missing(self) -> bool:
        """Whether a card that was put away is missing."""
        return any((self.missing_on_mat, self.missing_in_hand, self._missing_face_down))

    def bring_back(self, chance: random.Random) -> None:
        """Bring back one missing card or, if none is missing, the one that was put away last.

        Raise `LookupError` if nothing was put away since the last deal.
        """
        state = self.state
        if (card := self.missing_on_mat) is not None:
            state.recall(card)
        elif (card := self.missing_in_hand) is not None:
            state.return_to_hand(card, chance)
        elif (card := self._missing_face_down) is not None:
            state.recall(card)
            state.lift(card)
            state.put(
                card, next_spot(self.spread, self.card_mm, state.placed, TALON, chance), False
            )
        elif away := state.recallable():
            state.recall(away[0])
        else:
            raise LookupError("discards")

    @property
    def missing_on_mat(self) -> str | None:
        """The id of a card that must be on the mat, or None.

        A card that may be taken up counts as missing only if no hand holds it.
        """
        names, cards = self.state.pile.faces, self.brief.layout.cards
        there = Counter(one.card for one in self.state.placed)
        stay = Counter(one.name for one in cards if one.status is CardStatus.STAYS)
        free = Counter(one.name for one in cards if one.status is CardStatus.FREE)
        held = Counter(names[card] for _, card in self.state.held_cards())
        lacks = (stay - there) | ((stay + free) - (there + held))
        return next(
            (
                one
                for one in self.state.recallable()
                if lacks[names[one]] and self._lay_where_expected(one)
            ),
            None,
        )

    def _lay_where_expected(self, card: str) -> bool:
        """Whether the layout has such a card in the zone where this card lay before.

        Also True for a card that came from a hand.
        """
        if (state := self.state.left.get(card)) is None:
            return True
        at = Zone.parse(self.spread.zone_of(state.x_mm, state.y_mm) or MIDDLE)
        there = [one for one in self.brief.layout.cards if one.name == state.card]
        free = [
            one for one in there if one.at is not None or str(one.zone) not in self.spread.zones
        ]
        return bool(free) or any(one.zone.covers(at) for one in there)

    @property
    def missing_in_hand(self) -> str | None:
        """The id of a card to return to the hand that it came from, because the match counts more
        cards there than it holds. None if there is none.
        """
        state, known = self.state, {one.name for one in self.brief.layout.cards}
        names = state.pile.faces
        play = {*names.values()}.difference(self.brief.layout.set_aside)
        lying = [state.came.get(one.id) for one in state.placed if one.card not in known]
        for seat, many in enumerate(self.brief.layout.held[: len(state.hands)]):
            if many > len(state.hands[seat]) + lying.count(seat):
                own = (
                    one
                    for one in state.recallable()
                    if state.came.get(one) == seat and names[one] in play
                )
                if (card := next(own, None)) is not None:
                    return card
        return None

    @property
    def _missing_face_down(self) -> str | None:
        """The id of the card dealt to nobody, if it must lie face down again.

        It never was in a hand, and it was not set aside.
        """
        if not any(pile.zone.kind == TALON for pile in self.brief.layout.piles):
            return None
        zones = [self.spread.zone_of(one.x_mm, one.y_mm) for one in self.state.placed]
        names, known = self.state.pile.faces, [one.name for one in self.brief.layout.cards]
        known += self.brief.layout.set_aside
        away = (one for one in self.state.recallable() if one not in self.state.came)
        card = next((one for one in away if names[one] not in known), None)
        return None if TALON in zones or TALON not in self.spread.zones else card
