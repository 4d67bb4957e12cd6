"""Matches the cards on the table with the layout, and remembers how each card was last seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Set
from typing import NamedTuple

from firmware.reading.seen_cards import SeenCard, TablePass, shift_of
from referee.table import ANYWHERE, Card, CardStatus, Position, Zone
from vision.observation import SettledCard


class Key(NamedTuple):
    """Identifies a card of a layout. Equal cards in one place have different numbers."""

    name: str
    zone: Zone
    at: Position | None
    number: int

    def fits(self, card: Card) -> bool:
        """Whether a card has this name and place."""
        return (self.name, self.zone, self.at) == (card.name, card.zone, card.at)


class Matching:
    """Matches the cards on the table with cards of the layout.

    `cards` are the cards of the layout by key. `last` has each of them as it was last seen.
    """

    def __init__(self) -> None:
        self.cards: dict[Key, Card] = {}
        self.last: dict[Key, SettledCard] = {}
        self._keys: dict[str, Key] = {}  # Of matched cards, by id.
        self._gone: set[Key] = set()  # Used cards that are known to be gone.
        self._shifts: dict[Zone, int] = {}
        self._is_fresh: Callable[[str], bool] = lambda _: False  # Of cards, by id.

    def follow(self, table_pass: TablePass, new: Set[str]) -> None:
        """Keep the matches that are still valid, then match the other cards with the layout.

        Cards whose ids are `new` match nothing. A fresh card is no used card.
        """
        self._is_fresh = table_pass.is_fresh
        self.cards = dict(keyed(table_pass.layout.cards))
        self._follow_shifts(table_pass)
        self._gone = {
            key for key in self._gone if key in self.cards and is_new_once_gone(self.cards[key])
        }
        self.last = {key: card for key, card in self.last.items() if key in self.cards}
        there = {seen.id: seen for seen in table_pass.seen if seen.id not in new}
        self._keys = {
            id_: key
            for id_, key in self._keys.items()
            if id_ in there and key in self.cards and self._still_fits(there[id_], self.cards[key])
        }
        left = [key for key in self.unseen() if key not in self._gone]
        free = [card for card in there.values() if card.id not in self._keys]
        # Certain names come first.
        for seen_card in sorted(free, key=lambda card: card.name is None):
            fits = (key for key in left if self._fits(seen_card, self.cards[key]))
            if (key := next(fits, None)) is not None:
                self._keys[seen_card.id] = key
                left.remove(key)

    def note_seen(self, table_pass: TablePass) -> dict[str, SettledCard]:
        """Note how the matched cards look now. Return how each was last seen, by its id now."""
        before = {id_: self.last[key] for id_, key in self._keys.items() if key in self.last}
        matched = (seen for seen in table_pass.seen if seen.id in self._keys)
        self.last |= {self._keys[seen.id]: seen.card for seen in matched}
        return before

    def matches(self) -> dict[str, Card]:
        """Return the matched cards of the layout, by the id of the card on the table."""
        return {id_: self.cards[key] for id_, key in self._keys.items()}

    def unseen(self) -> list[Key]:
        """Return the keys of the cards of the layout that no card on the table matches."""
        matched = set(self._keys.values())
        return [key for key in self.cards if key not in matched]

    def gone(self, table_pass: TablePass) -> dict[Key, Card]:
        """Return the cards of the layout that are gone, and note the used ones among them.

        A card that may be an unreadable one in the same zone is not gone.
        """
        free = [seen for seen in table_pass.seen if seen.id not in self._keys]
        unsure = Counter(seen.zone for seen in free if seen.doubtful)
        gone: dict[Key, Card] = {}
        for key in self.unseen():
            card = self.cards[key]
            if not table_pass.zones.is_seen_whole(card.zone):
                continue
            if unsure[card.zone] > 0:
                unsure[card.zone] -= 1
                continue
            gone[key] = card
        self._gone |= {key for key, card in gone.items() if is_new_once_gone(card)}
        return gone

    def last_seen(self, card: Card) -> SettledCard | None:
        """Return a card of the layout as it was last seen, or None."""
        return next((seen for key, seen in self.last.items() if key.fits(card)), None)

    def in_place(self, seen: SeenCard, card: Card) -> bool:
        """Whether a seen card is in the place of a card of the layout."""
        if card.zone == ANYWHERE:
            return True
        return seen.zone == card.zone and (card.at is None or self.cell_of(seen) == card.at)

    def cell_of(self, seen: SeenCard) -> Position | None:
        """Return a card's cell with the column as the game counts it, or None."""
        if seen.at is None or seen.zone is None:
            return None
        return seen.at[0], seen.at[1] - self.column_shift(seen.zone)

    def column_shift(self, zone: Zone) -> int:
        """Return by how many columns the cards of a grid are shifted on the mat."""
        return self._shifts.get(zone, 0)

    def _follow_shifts(self, table_pass: TablePass) -> None:
        for zone in table_pass.grids:
            if zone in table_pass.layout.floats:
                known = [
                    (card.name, card.at) for card in table_pass.layout.cards_in(zone) if card.at
                ]
                there = [seen for seen in table_pass.seen if seen.zone == zone]
                self._shifts[zone] = shift_of(known, there, self.column_shift(zone))

    def _still_fits(self, seen: SeenCard, card: Card) -> bool:
        """Whether a match is still valid. A used card may slide anywhere (SL-8)."""
        if not self._may_be(seen, card):
            return False
        if card.status is CardStatus.FREE:
            return seen.zone == card.zone
        return is_new_once_gone(card) or self.in_place(seen, card)

    def _fits(self, seen: SeenCard, card: Card) -> bool:
        return self._may_be(seen, card) and self.in_place(seen, card)

    def _may_be(self, seen: SeenCard, card: Card) -> bool:
        return seen.may_be(card.name) and not (self._is_fresh(seen.id) and is_new_once_gone(card))


def keyed(cards: Iterable[Card]) -> Iterator[tuple[Key, Card]]:
    """Yield each card of a layout with its key."""
    often: Counter[tuple[str, Zone, Position | None]] = Counter()
    for card in cards:
        place = (card.name, card.zone, card.at)
        yield Key(*place, often[place]), card
        often[place] += 1


def is_new_once_gone(card: Card) -> bool:
    """Whether an equal card counts as new after this card has disappeared."""
    return card.status in (CardStatus.USED, CardStatus.TO_CLEAR)
