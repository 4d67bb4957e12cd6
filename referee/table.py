"""Zones, the layout that a game expects on the table, and changes to that layout.

A `Change` is a card that was laid, taken or moved. The camera may have seen it, or a person may
have reported it. A game's `judge` decides what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypeGuard

import msgspec

from referee.values import Frozen, Message

Position = tuple[int, int]  # A cell of a grid: row from the top, column from any origin.

ROW_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COUNTED = frozenset({"pile"})  # Zones of these kinds have an index and no seat.


class Zone(Frozen):
    """A part of the mat. It has a kind, and either a seat or an index.

    >>> Zone.parse("camp:2"), str(Zone("pile", index=1)), Zone.parse("middle").seat
    (Zone(kind='camp', seat=2, index=None), 'pile:1', None)
    """

    kind: str
    seat: int | None = None
    index: int | None = None

    @classmethod
    def parse(cls, name: str) -> Zone:
        """Return the zone with this name from a mat file. Raise `ValueError` for a bad number."""
        kind, colon, number = name.partition(":")
        if not colon:
            return cls(kind)
        return cls(kind, index=int(number)) if kind in _COUNTED else cls(kind, int(number))

    def __str__(self) -> str:
        number = self.index if self.seat is None else self.seat
        return self.kind if number is None else f"{self.kind}:{number}"

    def covers(self, other: Zone | None) -> bool:
        """Whether this zone is the same as the other one or covers the whole mat."""
        return self in (ANYWHERE, other)


ANYWHERE = Zone("mat")


class CardStatus(StrEnum):
    """How long a card stays in its place."""

    STAYS = "stays"  # The card must stay.
    FREE = "free"  # Somebody may take the card, as a move. If it comes back, it is the same card.
    USED = "used"  # The card has had its effect. It may stay or go.
    TO_CLEAR = "goes"  # Somebody must take the card away.


class Card(Frozen):
    """A card on the table. A card without a name lies face down.

    `at` is its cell in a grid, `seat` its owner, and `proof` the id of the picture that it was read
    from. Screens draw its border in the colour of the seat `edge`, such as the winner of a trick.
    """

    name: str
    zone: Zone
    at: Position | None = None
    status: CardStatus = msgspec.field(default=CardStatus.STAYS, name="lies")
    seat: int | None = None
    proof: str = ""
    edge: int | None = None

    @property
    def down(self) -> bool:
        """Whether the card lies face down, so that nobody can tell its name."""
        return not self.name


class Pile(Frozen):
    """A pile of cards: its `count` (None if nobody counts them), and the face-up card on `top`.

    `under` names the cards that may be under the top one. `leaves` says that the top card may be
    taken.
    """

    zone: Zone
    count: int | None = None
    top: str = ""
    under: tuple[str, ...] = ()
    leaves: bool = False


class Backs(Frozen):
    """The `count` cards of a hand that lies face down in a zone. The virtual table holds it.

    A card that was laid face down, and is in no hand any more, is a `Card` without a name.
    """

    zone: Zone
    count: int
    seat: int | None = None


class Piece(Frozen):
    """The pieces of one kind that the referee counts in a zone: coins, markers, strikes.

    Their name in the catalogue is ``token.<kind>``. `of` is the limit, if any, and `seat` the
    owner.
    """

    kind: str
    zone: Zone
    count: int
    of: int | None = None
    seat: int | None = None


class Outline(Frozen):
    """A group of cells in a grid inside a common outline. Screens draw `pieces` on it.

    `whole` says whether the group is complete.
    """

    zone: Zone
    cells: tuple[Position, ...]
    pieces: tuple[Piece, ...] = ()
    whole: bool = False


class Layout(Frozen):
    """The expected place of every card and piece. Each state of a game has one layout.

    `cards` are in the order in which they were laid. A card in the zone ``ANYWHERE`` may lie in any
    zone. In a zone of `floats`, columns have no fixed origin, so people may shift all its cards
    together.

    `around` are the zones around the middle in which each seat lays a card, in order of seats.
    There, a card's position shows its owner. `words` are texts to draw in a zone, such as the value
    of a trick. Moving a used card to a zone of `discards` does not count as laying it there. The
    cards `set_aside` are at hand but not part of the match, and in no pile.
    """

    cards: tuple[Card, ...] = ()
    piles: tuple[Pile, ...] = ()
    backs: tuple[Backs, ...] = ()
    pieces: tuple[Piece, ...] = ()
    outlines: tuple[Outline, ...] = ()
    floats: tuple[Zone, ...] = ()
    around: tuple[Zone, ...] = ()
    words: tuple[tuple[Zone, Message], ...] = ()
    discards: tuple[Zone, ...] = ()
    set_aside: tuple[str, ...] = msgspec.field(default=(), name="without")
    held: tuple[int, ...] = ()

    def cards_in(self, zone: Zone) -> tuple[Card, ...]:
        """Return the cards in a zone."""
        return tuple(card for card in self.cards if card.zone == zone)

    def pile(self, zone: Zone) -> Pile | None:
        """Return the pile in a zone, or None."""
        return next((pile for pile in self.piles if pile.zone == zone), None)


EMPTY = Layout()

# -- changes -------------------------------------------------------------------------------------


class Laid(Frozen, tag=True, tag_field="kind"):
    """A card that was laid but is not in the layout. A card that lies face `down` has no name.

    `id` is the id of its picture, empty if a person reported it. `zone` is None if it is unknown.
    `turned` says that a card lay in this very place the other way up before: the card was probably
    turned over and not laid. `turn` is the turn (`OnTable.turn`) in which it was laid, if another
    one has begun since.
    """

    card: str
    zone: Zone | None = None
    at: Position | None = None
    id: str = ""
    down: bool = False
    turned: bool = False
    turn: int | None = None


class Taken(Frozen, tag=True, tag_field="kind"):
    """A card of the layout was taken away. `id` is the id of the picture that showed it last."""

    was: Card
    id: str = ""


class Moved(Frozen, tag=True, tag_field="kind"):
    """A card that must stay was moved to `zone`, or to the cell `at` of a grid."""

    was: Card
    zone: Zone
    at: Position | None = None
    id: str = ""


Change = Laid | Taken | Moved
Changes = Sequence[Change]


def card_of(change: Change) -> str:
    """Return the name of the card that a change is about."""
    return change.card if isinstance(change, Laid) else change.was.name


def is_face_up(change: Change) -> TypeGuard[Laid]:
    """Whether a card was laid face up."""
    return isinstance(change, Laid) and not change.down


def laid_face_up(changes: Iterable[Change], *zones: Zone | None) -> tuple[Laid, ...]:
    """Return the cards that were laid face up in the given zones or, without zones, anywhere."""
    return tuple(
        change for change in changes if is_face_up(change) and (not zones or change.zone in zones)
    )


def laid_face_down(changes: Iterable[Change], zone: Zone) -> tuple[Laid, ...]:
    """Return the cards that were laid face down in a zone."""
    laid = (change for change in changes if isinstance(change, Laid) and change.down)
    return tuple(change for change in laid if change.zone == zone)


def cards_taken_from(changes: Iterable[Change], *zones: Zone) -> tuple[Taken, ...]:
    """Return the cards that somebody took from the given zones."""
    return tuple(
        change for change in changes if isinstance(change, Taken) and change.was.zone in zones
    )


def picture_ids(changes: Iterable[Change]) -> tuple[str, ...]:
    """Return the ids of the pictures that show these changes."""
    return tuple(change.id for change in changes if change.id)


def seat_of_change(change: Change, seats: int) -> int | None:
    """Return the seat in front of which a changed card lies or lay, or None.

    `seats` is the number of seats.
    """
    zone = change.zone if isinstance(change, Laid) else change.was.zone
    if zone is None or zone.kind != "seat" or zone.seat is None:
        return None
    return zone.seat if zone.seat < seats else None


def diff_layouts(before: Layout, after: Layout) -> tuple[Change, ...]:
    """Return the changes that turn layout `before` into `after`.

    A card that `after` does not mention was taken away. A card that must be cleared is not the same
    as an equal card that stays. A face-down card that is now face up in the same place was turned
    over. In a zone of `floats`, both layouts must count columns from the same origin.
    """
    gone, new = list(before.cards), []
    for card in after.cards:
        lay = [item for item in gone if _is_in_place(item, card)]
        if lay:
            gone.remove(next((item for item in lay if item.zone == card.zone), lay[0]))
        else:
            new.append(card)
    results: list[Change] = []
    for card in gone:
        ways = (item for item in new if _is_turned_up(card, item) or _is_moved(card, item))
        to = next(ways, None)
        if to is None:
            results.append(Taken(card))
            continue
        new.remove(to)
        if card.down:
            results.append(Laid(to.name, to.zone, to.at, turned=True))
        else:
            results.append(Moved(card, to.zone, to.at))
    results += (Laid(card.name, card.zone, card.at, down=card.down) for card in new)
    for pile in after.piles:
        was = before.pile(pile.zone)
        if was is not None and was.top and _is_uncovered(was, pile):
            lies = CardStatus.FREE if was.leaves else CardStatus.STAYS
            results.append(Taken(Card(was.top, pile.zone, status=lies)))
        elif pile.top and (was is None or (was.top, was.count) != (pile.top, pile.count)):
            results.append(Laid(pile.top, pile.zone))
    return tuple(results)


def _is_uncovered(was: Pile, now: Pile) -> bool:
    """Whether somebody took the top card: the pile now shows no card, or one from below."""
    had, has = was.count or 0, now.count or 0
    return (had > has and now.top in was.under) if now.top else had >= has


def cell_name(at: Position, left: int = 0) -> str:
    """Return the name of a cell: a letter for its row, and its column counted from column `left`.

    >>> cell_name((1, 2)), cell_name((0, -1), left=-1)
    ('B3', 'A1')
    """
    row, column = at
    return f"{ROW_NAMES[row]}{column - left + 1}".replace("-", "−")


def _is_in_place(was: Card, card: Card) -> bool:
    same = was.name == card.name and was.at == card.at and card.zone.covers(was.zone)
    return same and (was.status is not CardStatus.TO_CLEAR or card.status is CardStatus.TO_CLEAR)


def _is_turned_up(was: Card, card: Card) -> bool:
    """Whether a face-down card that must not be cleared is now face up in the same place."""
    stays = was.status is not CardStatus.TO_CLEAR
    return was.down and stays and not card.down and (was.zone, was.at) == (card.zone, card.at)


def _is_moved(was: Card, card: Card) -> bool:
    """Whether a card lies in another cell of the same grid. A card to clear does not
    count, nor does a face-down card, which nobody can identify.
    """
    same = was.name == card.name != "" and was.zone == card.zone
    return same and was.at != card.at and was.status is not CardStatus.TO_CLEAR
