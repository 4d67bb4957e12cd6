"""What lies on the table: zones, the layout that a game expects, and changes of it.

A physical act is a value of its own, between the eye and the rules: a `Change` says what was laid,
taken or moved, by whichever way it is known, and no more. What it means, a game's `judge` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypeGuard

import msgspec

from referee.values import Frozen, Message

Position = tuple[int, int]  # a cell of a grid: its row from the top, its column from any origin

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COUNTED = frozenset({"pile"})  # kinds of zones that are numbered, whoever sits where


class Zone(Frozen):
    """A part of the mat: its kind, and whose it is or which of several.

    >>> Zone.parse("camp:2"), str(Zone("pile", index=1)), Zone.parse("middle").seat
    (Zone(kind='camp', seat=2, index=None), 'pile:1', None)
    """

    kind: str
    seat: int | None = None
    index: int | None = None

    @classmethod
    def parse(cls, name: str) -> Zone:
        """Return the zone of a name as mats have it; raises `ValueError` for no number."""
        kind, colon, number = name.partition(":")
        if not colon:
            return cls(kind)
        return cls(kind, index=int(number)) if kind in _COUNTED else cls(kind, int(number))

    def __str__(self) -> str:
        number = self.index if self.seat is None else self.seat
        return self.kind if number is None else f"{self.kind}:{number}"

    def covers(self, other: Zone | None) -> bool:
        """Tell whether this zone is another, or the whole mat, on which all others lie."""
        return self in (ANYWHERE, other)


ANYWHERE = Zone("mat")


class CardStatus(StrEnum):
    """For how long a card lies where it does."""

    STAYS = "stays"  # it must stay there
    FREE = "free"  # it may be taken, which is a move; laid back, it is the same card
    USED = "used"  # it has done what it does: it may lie or go
    TO_CLEAR = "goes"  # it is to be taken away


class Card(Frozen):
    """A card that lies face up, by its `name`.

    `at` is its cell in a grid, `seat` whose it is, `proof` the id of the picture that it was read
    from. Where it is drawn, it is edged in the colour of the seat `edge`, such as a trick's winner.
    """

    name: str
    zone: Zone
    at: Position | None = None
    status: CardStatus = msgspec.field(default=CardStatus.STAYS, name="lies")
    seat: int | None = None
    proof: str = ""
    edge: int | None = None


class Pile(Frozen):
    """Cards upon each other: how many there are (None: nobody counts), the one face up on `top`.

    `under` names the cards that may show where the top is taken; a top that `leaves` may be.
    `seat` is who owes cards from it, where some are to be drawn now: so many `draws`, in hand or
    turned up `into` a zone; without a seat whoever turns them up.
    """

    zone: Zone
    count: int | None = None
    top: str = ""
    under: tuple[str, ...] = ()
    leaves: bool = False
    seat: int | None = None
    draws: int = 1
    into: Zone | None = None


class Backs(Frozen):
    """So many cards face down in a zone, beside each other."""

    zone: Zone
    count: int
    seat: int | None = None


class Piece(Frozen):
    """Pieces of one kind that the referee counts in a zone: coins, markers, strikes.

    Called ``token.<kind>``; `of` is their limit, where there is one, `seat` whose they are.
    """

    kind: str
    zone: Zone
    count: int
    of: int | None = None
    seat: int | None = None


class Outline(Frozen):
    """Cells of a grid that belong together and are outlined as one; `pieces` stand upon it.

    A `whole` one lacks nothing.
    """

    zone: Zone
    cells: tuple[Position, ...]
    pieces: tuple[Piece, ...] = ()
    whole: bool = False


class Layout(Frozen):
    """What lies where: one value for each state of a game.

    `cards` are in the order in which they were laid; those that are ``ANYWHERE`` may lie in any
    zone. In a zone that `floats` columns count from any origin: people may move all its cards
    along. Where each seat lays a card before it, `around` a middle, these are their zones in the
    order of seats: a card's side tells whose it is. `words` say what lies in a zone, where it is
    drawn, such as what a trick costs. A used card that is moved to one of the `discards` is no card
    that was laid there. Cards `without` which is played are at hand, and in no pile.
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
        """Return the cards of a zone."""
        return tuple(card for card in self.cards if card.zone == zone)

    def pile(self, zone: Zone) -> Pile | None:
        """Return the pile of a zone."""
        return next((pile for pile in self.piles if pile.zone == zone), None)


EMPTY = Layout()

# -- changes -------------------------------------------------------------------------------------


class Laid(Frozen, tag=True, tag_field="kind"):
    """A card was laid down that is not in the layout; one face `down` has no name.

    `id` is that of the picture, empty where somebody said so. Without a `zone` nothing tells where.
    """

    card: str
    zone: Zone | None = None
    at: Position | None = None
    id: str = ""
    down: bool = False


class Taken(Frozen, tag=True, tag_field="kind"):
    """A card of the layout lies there no more; `id` is that of the picture that showed it last."""

    was: Card
    id: str = ""


class Moved(Frozen, tag=True, tag_field="kind"):
    """A card of the layout that must stay lies elsewhere: in `zone`, in the cell `at` of a grid."""

    was: Card
    zone: Zone
    at: Position | None = None
    id: str = ""


Change = Laid | Taken | Moved
Changes = Sequence[Change]


def is_face_up(change: Change) -> TypeGuard[Laid]:
    """Tell whether a card was laid face up."""
    return isinstance(change, Laid) and not change.down


def laid_face_up(changes: Iterable[Change], *zones: Zone | None) -> tuple[Laid, ...]:
    """Return the cards that were laid face up: in some zones, or wherever."""
    return tuple(one for one in changes if is_face_up(one) and (not zones or one.zone in zones))


def picture_ids(changes: Iterable[Change]) -> tuple[str, ...]:
    """Return the ids of the pictures that changes were seen on."""
    return tuple(one.id for one in changes if one.id)


def seat_of_change(change: Change, seats: int) -> int | None:
    """Return before which of so many seats a card was laid, or lay."""
    zone = change.zone if isinstance(change, Laid) else change.was.zone
    if zone is None or zone.kind != "seat" or zone.seat is None:
        return None
    return zone.seat if zone.seat < seats else None


def diff_layouts(before: Layout, after: Layout) -> tuple[Change, ...]:
    """Return what people do at the table so that it lies as `after` says, where it lay as `before`.

    A card that `after` says nothing of was taken away; one that was to be taken away is not the
    equal one that stays. In a zone that floats the columns of both count from one origin.
    """
    gone, new = list(before.cards), []
    for card in after.cards:
        lay = [one for one in gone if _lies_so(one, card)]
        if lay:
            gone.remove(next((one for one in lay if one.zone == card.zone), lay[0]))
        else:
            new.append(card)
    found: list[Change] = []
    for card in gone:
        to = next((one for one in new if _moved(card, one)), None)
        if to is None:
            found.append(Taken(card))
        else:
            new.remove(to)
            found.append(Moved(card, to.zone, to.at))
    found += (Laid(card.name, card.zone, card.at) for card in new)
    for pile in after.piles:
        was = before.pile(pile.zone)
        if was is not None and was.top and _is_uncovered(was, pile):
            lies = CardStatus.FREE if was.leaves else CardStatus.STAYS
            found.append(Taken(Card(was.top, pile.zone, status=lies)))
        elif pile.top and (was is None or (was.top, was.count) != (pile.top, pile.count)):
            found.append(Laid(pile.top, pile.zone))
    return tuple(found)


def _is_uncovered(was: Pile, now: Pile) -> bool:
    """Tell whether the top of a pile was taken: nothing shows, or what may lie under it does."""
    had, has = was.count or 0, now.count or 0
    return (had > has and now.top in was.under) if now.top else had >= has


def cell_name(at: Position, left: int = 0) -> str:
    """Return what a cell is called: its row's letter and its column, from the column `left` on.

    >>> cell_name((1, 2)), cell_name((0, -1), left=-1)
    ('B3', 'A1')
    """
    row, column = at
    return f"{_LETTERS[row]}{column - left + 1}".replace("-", "−")


def _lies_so(was: Card, card: Card) -> bool:
    """Tell whether a card lies already as it is expected to."""
    same = was.name == card.name and was.at == card.at and card.zone.covers(was.zone)
    return same and (was.status is not CardStatus.TO_CLEAR or card.status is CardStatus.TO_CLEAR)


def _moved(was: Card, card: Card) -> bool:
    """Tell whether a card lies elsewhere in the same grid."""
    return was.name == card.name and was.zone == card.zone and was.at != card.at
