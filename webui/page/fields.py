"""View models that several sections share: cards, banners, form fields, prompts."""

from __future__ import annotations

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Shape(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """Base class of the view models: frozen structs with camelCase names in JSON."""


class CardName(Shape):
    """A card and its name in words."""

    card: str
    label: str


class CardFace(CardName):
    """A card and the address of its picture, empty if there is none."""

    picture: str


class TokenCount(Shape):
    """Counters of one kind in front of a player; `of` is the possible maximum."""

    kind: str
    count: int
    of: int | None
    text: str


class PartyPanel(Shape):
    """A party that plays without a seat."""

    name: str
    tokens: tuple[TokenCount, ...]
    cards: tuple[CardFace, ...]
    notes: tuple[str, ...]


class ReadCard(Shape):
    """A card of a move, and the id of the picture from which it was read."""

    card: str
    label: str
    proof: str | None


class ChoiceLabel(Shape):
    """A value to choose, its label, and its effect if the label does not say it."""

    value: str
    label: str
    effect: str = ""


class HandCard(Shape):
    """A card in a hand of the virtual table.

    For a viewer who may not see it, `card` is empty and the picture is the back. `lays` has the
    zones in which a tap can lay it, and the effect of that.
    """

    id: str
    card: str
    label: str
    picture: str
    lays: tuple[ChoiceLabel, ...]


class HandCards(Shape):
    """A hand of the virtual table. The viewer may play it (`plays`) or only see it (`sees`)."""

    hand: int
    plays: bool
    sees: bool
    cards: tuple[HandCard, ...]


# -- banners ----------------------------------------------------------------------------


class BannerAct(Shape):
    """One banner: large words, the seats `who` did it, and the seat `whom` it hit.

    `under` is a word below that seat, `line` a sentence. The `cards` turn over one by one. `sums`
    has the total after each card, and after each further step of the arithmetic. `who` has several
    seats if several have won.
    """

    kind: str
    words: str
    who: tuple[int, ...]
    whom: int | None
    under: str
    line: str
    cards: tuple[CardFace, ...]
    sums: tuple[int, ...]


class PageBanner(Shape):
    """The banner of log entry `seq`; a second act follows if somebody is out or wins."""

    seq: int
    acts: tuple[BannerAct, ...]


# -- fields of an offer ------------------------------------------------------------------


class NumberField(Shape, tag_field="kind", tag="number"):
    """Asks for a number: `least`, or any number of `step` more, up to `most` (None: no limit)."""

    field: str
    least: int
    most: int | None
    step: int


class SeatField(Shape, tag_field="kind", tag="seat"):
    """Asks for a seat."""

    field: str
    seats: tuple[int, ...]


class ChoiceField(Shape, tag_field="kind", tag="choice"):
    """Asks for one of several words."""

    field: str
    choices: tuple[ChoiceLabel, ...]


class PossibleName(CardName):
    """A card that can be named, and how many of it can be left."""

    left: int


class CardsField(Shape, tag_field="kind", tag="cards"):
    """Asks for cards. `known` must be among them; the form starts with the cards of `now`.

    `brings` says how many more cards a card allows. If the cards left the table, any of the cards
    that were there is possible.
    """

    field: str
    least: int
    most: int
    known: tuple[str, ...]
    brings: dict[str, int]
    now: tuple[ReadCard, ...]
    possible: tuple[PossibleName, ...]


class CellCard(CardName):
    """A card in a cell of a grid."""

    row: int
    column: int


class CardCells(CardName):
    """A card, the cells (row, column) it can go to, and the names of these cells."""

    cells: tuple[tuple[int, int], ...]
    names: tuple[str, ...]


class PlaceField(Shape, tag_field="kind", tag="place"):
    """Asks for a card and its cell in a zone: a new card, or a leaving one."""

    field: str
    zone: str
    leaves: bool
    known: tuple[CellCard, ...]
    places: tuple[CardCells, ...]


Field = NumberField | SeatField | ChoiceField | CardsField | PlaceField


# -- prompts -----------------------------------------------------------------------------


class Prompt(Shape):
    """A sentence with up to two buttons: a pending approval, or a notice.

    `yes` and `no` label the viewer's buttons. `due` is the end of the waiting time, in milliseconds
    of the table's clock, or None if it has none.
    """

    id: str
    text: str
    yes: str | None
    no: str | None
    due: int | None


class SitDownStep(Shape):
    """A player's step of sitting down at a seat with this symbol and colour.

    With a `due` time, the table has not agreed yet. Without one, the player is asked for a name;
    `name` is the known player at that seat, or empty.
    """

    id: str
    seat: int
    symbol: str
    colour: str
    text: str
    name: str
    due: int | None


class ClubNote(Shape):
    """The table's club; `round` says who plays here next, or is empty."""

    name: str
    round: str
