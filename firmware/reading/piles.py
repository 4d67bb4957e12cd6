"""Piles that lie face up: whether the card on top is the one that lay there, or a new one.

Only the top of a pile is seen, and the next card may read alike; so it is told by the card's id,
where it lies, and by what the game says of the card beneath. What none of these tells is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from firmware.reading.judging import Answers, in_zone, sure_name
from referee.contract import AskCards, Message, Want, Watch
from referee.reports.status import Item, PossibleCard, Question
from vision.observation import Observation, SettledCard

MOVED_MM = 6.0  # from so far on a card may be another that reads alike: a sleeve moves it less
MOVED_DEG = 8.0
NUDGED_MM = 1.0  # the same after a hand was there: few hands lay a card upon another so true
NUDGED_DEG = 1.5
#   A card that lies still was read within 0.1 mm and 0.1 degrees of itself, 16 times.
OVERLAP = "overlap"  # the reason of a reading of which another card hides a part
NEW = "new:"  # items that ask whether a card is one


class Top(Enum):
    """What became of the card on top of a pile."""

    STAYS = auto()
    MOVED = auto()  # it reads alike and lies elsewhere: it was pushed, or another lies on it
    GONE = auto()
    UNSEEN = auto()


@dataclass
class _Known:
    """The card that is known to be on top, as it was first seen."""

    name: str
    card: SettledCard | None = None
    left: bool = False  # it was out of sight for a while
    hidden: bool = False  # something moved over it, or hid it
    twin: bool = False  # one that reads alike may lie beneath
    uncovered: bool = False  # it was pushed, or it is the one beneath: nothing tells which

    def is_moved(self, card: SettledCard) -> bool:
        """Tell whether what reads as this card lies elsewhere: it may be another."""
        return self.card is not None and is_moved(self.card, card, self.hidden)


class Piles:
    """Follows the top of each pile whose top must stay, while the match goes on."""

    def __init__(self) -> None:
        self._tops: dict[str, _Known] = {}
        self._old: set[str] = set()  # ids of cards that people say are not new
        self.said_new = ""  # the question to which people said that a card is

    def forget(self) -> None:
        """Forget all cards: anything may have happened meanwhile."""
        self._tops.clear()

    def follow(self, wants: Sequence[Want], observed: Observation, names: Answers) -> None:
        """Take what lies on the piles now."""
        tops = {
            want.zone: want.cards[0]
            for want in wants
            if want.watch is Watch.KEEP and len(want.cards) == 1 and not want.cells
        }
        self._tops = {zone: one for zone, one in self._tops.items() if zone in tops}
        for zone, name in tops.items():
            known = self._tops.get(zone)
            if known is None or known.name != name:
                known = self._tops[zone] = _Known(name)
            there = in_zone(observed.settled, zone)
            alike = [card for card in there if sure_name(card, names) == name]
            if known.card is None:
                known.card = alike[-1] if alike and observed.steady_in(zone) else None
                known.hidden = False
            elif not self._is_clear(zone, observed):
                known.hidden = True
            elif not alike:
                known.left = True

    def say(self, question: str, item: str, is_new: bool) -> None:
        """Take a person's word on whether a card is new; that it is holds for this question.

        The next one may lie so close to it that it has the same id.
        """
        if is_new:
            self.said_new = question
            return
        id_ = item.removeprefix(NEW)
        self._old.add(id_)
        for known in self._tops.values():
            if known.card is not None and known.card.id == id_:
                known.card, known.uncovered = None, known.twin  # as it lies now

    def top(self, zone: str, observed: Observation) -> Top:
        """Return what became of the top of a pile."""
        known = self._tops.get(zone)
        if known is None or known.card is None or not self._is_clear(zone, observed):
            return Top.UNSEEN
        for card in in_zone(observed.settled, zone):
            if card.id == known.card.id:
                return Top.MOVED if known.uncovered or known.is_moved(card) else Top.STAYS
        return Top.GONE

    def new(
        self, ask: AskCards, cards: Sequence[SettledCard], names: Answers
    ) -> tuple[list[SettledCard], bool]:
        """Return the cards of a pile that may lie upon its top, and whether that is sure.

        What may have lain beneath the top is no new card while the top may have been taken.
        """
        known, there = self._tops.get(ask.zone), uppermost(in_zone(cards, ask.zone), names)
        if known is None or not ask.covers:
            return there, True
        known.twin = ask.covers in ask.beneath
        there = [card for card in there if card.id not in self._old or card is known.card]
        if known.card is None:
            new = [card for card in there if sure_name(card, names) != ask.covers]
            return new, not self._may_be_beneath(ask, new, names)
        old = next((card for card in there if card.id == known.card.id), None)
        new = [card for card in there if card is not old]
        if old is not None:
            return (new, True) if new or not known.is_moved(old) else ([old], False)
        back = known.left and any(sure_name(card, names) == known.name for card in new)
        return new, not back and not self._may_be_beneath(ask, new, names)

    @staticmethod
    def _may_be_beneath(ask: AskCards, new: Sequence[SettledCard], names: Answers) -> bool:
        return any(sure_name(card, names) in ask.beneath for card in new)

    @staticmethod
    def _is_clear(zone: str, observed: Observation) -> bool:
        return observed.steady_in(zone) and observed.whole_in(zone)


def uppermost(pile: Sequence[SettledCard], names: Answers) -> list[SettledCard]:
    """Return the cards of a pile without such as peep out beneath one that is sure."""
    sure = any(sure_name(card, names) is not None for card in pile)
    return [
        card
        for card in pile
        if not (sure and card.reading.reason == OVERLAP and card.id not in names)
    ]


def is_moved(one: SettledCard, other: SettledCard, hidden: bool) -> bool:
    """Tell whether a card lies elsewhere than before; `hidden` where a hand was over it since."""
    by_mm, by_deg = (NUDGED_MM, NUDGED_DEG) if hidden else (MOVED_MM, MOVED_DEG)
    a, b = one.reading, other.reading
    turned = abs((a.turn_deg - b.turn_deg + 180.0) % 360.0 - 180.0)
    if a.place_mm is None or b.place_mm is None:
        return False
    away = float(np.hypot(a.place_mm[0] - b.place_mm[0], a.place_mm[1] - b.place_mm[1]))
    return away > by_mm or turned > by_deg


def ask_new(question_id: str, zone: str, card: SettledCard, name: str, on_pile: bool) -> Question:
    """Return the question whether a card came to lie in a zone, or was seen before."""
    item = Item(
        f"{NEW}{card.id}",
        card.id,
        (PossibleCard(name, 1.0, 1),),
        guess=name,
        none=Message("table.ask.pile.old"),
    )
    why = Message("table.ask.pile.new" if on_pile else "table.ask.new", {"card": name})
    return Question(question_id, zone, why, (item,))
