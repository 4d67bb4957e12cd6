"""The base of all shapes of a page's state; its cards, parties, moments; what offers ask; waits."""

from __future__ import annotations

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Shape(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """Base of all shapes here."""


class CardName(Shape):
    """A card and its name in words."""

    card: str
    label: str


class CardFace(CardName):
    """A card to be drawn: the address of its picture, empty where there is none."""

    picture: str


class TokenCount(Shape):
    """Counters of one kind before a player; `of` is how many there can be."""

    kind: str
    count: int
    of: int | None
    text: str


class PartyPanel(Shape):
    """One that plays without a seat, as it is drawn beside the seats."""

    name: str
    tokens: tuple[TokenCount, ...]
    cards: tuple[CardFace, ...]
    notes: tuple[str, ...]


class ReadCard(Shape):
    """A card that a move names, and the picture (a proof id) that it was read from."""

    card: str
    label: str
    proof: str | None


class ChoiceLabel(Shape):
    """A value that may be chosen, its words, and what it does: empty where its name says it."""

    value: str
    label: str
    effect: str = ""


class HandCard(Shape):
    """A card in a hand of the virtual table; without a name, and its back, for whom it is hidden.

    `lays` are the zones where a tap lays it, and what the tap does in words.
    """

    id: str
    card: str
    label: str
    picture: str
    lays: tuple[ChoiceLabel, ...]


class HandCards(Shape):
    """A hand of the virtual table, by its number: whether the viewer `plays` it, or `sees` it."""

    hand: int
    plays: bool
    sees: bool
    cards: tuple[HandCard, ...]


# -- moments ----------------------------------------------------------------------------


class BannerAct(Shape):
    """What is shown over the whole screen: large words, by `who` to `whom`, and what is `under` it.

    The `cards` turn over one by one; `sums` has what they come to after each, and then after each
    further step of the arithmetic. `who` are several where several have won.
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
    """What was earned by entry `seq`: one act, or two where somebody goes out or wins by it."""

    seq: int
    acts: tuple[BannerAct, ...]


# -- what an offer asks for --------------------------------------------------------------


class NumberField(Shape, tag_field="kind", tag="number"):
    """A number is asked for, `least` or so many steps more; `most` None is no limit."""

    field: str
    least: int
    most: int | None
    step: int


class SeatField(Shape, tag_field="kind", tag="seat"):
    """A seat is asked for."""

    field: str
    seats: tuple[int, ...]


class ChoiceField(Shape, tag_field="kind", tag="choice"):
    """One of some words is asked for."""

    field: str
    choices: tuple[ChoiceLabel, ...]


class PossibleName(CardName):
    """A card that may be named, and how many of it there can still be."""

    left: int


class CardsField(Shape, tag_field="kind", tag="cards"):
    """Cards are asked for: `known` must be among them; a form begins with those of `now`.

    Where they are to have left, it is any of those that lay there.
    """

    field: str
    least: int
    most: int
    known: tuple[str, ...]
    brings: dict[str, int]
    now: tuple[ReadCard, ...]
    possible: tuple[PossibleName, ...]


class CellCard(CardName):
    """A card that lies in a cell of a grid."""

    row: int
    column: int


class CardCells(CardName):
    """A card, and the cells (row, column) where it may lie, with what each is called."""

    cells: tuple[tuple[int, int], ...]
    names: tuple[str, ...]


class PlaceField(Shape, tag_field="kind", tag="place"):
    """A card and its cell in a zone are asked for: a new one, or one that leaves."""

    field: str
    zone: str
    leaves: bool
    known: tuple[CellCard, ...]
    places: tuple[CardCells, ...]


Field = NumberField | SeatField | ChoiceField | CardsField | PlaceField


# -- what waits for a yes -----------------------------------------------------------------


class Prompt(Shape):
    """What waits for a yes, and the words of the buttons that this viewer has for it.

    `due` is until when it waits, in milliseconds of the table's clock; None: for as long as
    nothing else happens.
    """

    id: str
    text: str
    yes: str | None
    no: str | None
    due: int | None


class SitDownStep(Shape):
    """A phone's player sits down at a seat, by its `symbol` and `colour`: what they are to do.

    The table has not agreed yet where there is a `due`, until when it may. Else they are asked what
    they are called; `name` is who plays or played there, if anybody is known.
    """

    id: str
    seat: int
    symbol: str
    colour: str
    text: str
    name: str
    due: int | None


class ClubNote(Shape):
    """The club that the table is of; `round` says who is to play here, empty where none is."""

    name: str
    round: str
