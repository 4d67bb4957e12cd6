"""View models that several sections share: cards, banners, form fields, prompts."""

from __future__ import annotations

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Shape(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """Base class of the view models: frozen structs whose JSON names are in camelCase."""


class CardName(Shape):
    """A card and its name in words."""

    card: str
    label: str


class CardFace(CardName):
    """A card and the address of its picture; the address is empty if there is no picture."""

    picture: str


class TokenCount(Shape):
    """A player's counters of one kind. `of` is the maximum number, or None if there is none."""

    kind: str
    count: int
    of: int | None
    text: str


class PartyPanel(Shape):
    """A party in the game that has no seat."""

    name: str
    tokens: tuple[TokenCount, ...]
    cards: tuple[CardFace, ...]
    notes: tuple[str, ...]


class ReadCard(Shape):
    """A card in a move, and the id of the picture from which the card was read, or None."""

    card: str
    label: str
    proof: str | None


class ChoiceLabel(Shape):
    """A value to choose, its label, and its effect if the label does not explain it."""

    value: str
    label: str
    effect: str = ""


class HandCard(Shape):
    """A card in a hand of the virtual table.

    If the viewer may not see the card, `card` is empty and `picture` shows the back. Each choice in
    `lays` is a zone where a tap can lay the card, with what that does.
    """

    id: str
    card: str
    label: str
    picture: str
    lays: tuple[ChoiceLabel, ...]


class HandCards(Shape):
    """A hand of the virtual table. The viewer may play it (`plays`), and see it (`sees`)."""

    hand: int
    plays: bool
    sees: bool
    cards: tuple[HandCard, ...]


# -- banners ----------------------------------------------------------------------------


class BannerAct(Shape):
    """One banner: large words, the seats `who` that acted, and the seat `whom` that they hit.

    `under` is a word that appears below the seat `whom`, and `line` is a sentence. The `cards` turn
    over one by one. `sums` contains the total after each card and after each further step of the
    arithmetic. If several players have won, `who` contains all of them.
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
    """The banner of log entry `seq`. A second act follows if a player is out or has won."""

    seq: int
    acts: tuple[BannerAct, ...]


# -- fields of an offer ------------------------------------------------------------------


class NumberField(Shape, tag_field="kind", tag="number"):
    """Asks for a number from `least` to `most` in steps of `step`; None means no upper limit."""

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
    """A card that the form can name, and the number of such cards that are possible."""

    left: int


class CardsField(Shape, tag_field="kind", tag="cards"):
    """Asks for cards. The cards `known` must be among them; the form starts with the cards `now`.

    `brings` maps a card to the number of further cards that the form may name because of it. If the
    cards have left the table, each card that was there is possible.
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
    """A card, the cells (row, column) that can take it, and the names of these cells."""

    cells: tuple[tuple[int, int], ...]
    names: tuple[str, ...]


class PlaceField(Shape, tag_field="kind", tag="place"):
    """Asks for a card and its cell in a zone. If `leaves` is true, the card leaves that cell."""

    field: str
    zone: str
    leaves: bool
    known: tuple[CellCard, ...]
    places: tuple[CardCells, ...]


Field = NumberField | SeatField | ChoiceField | CardsField | PlaceField


# -- prompts -----------------------------------------------------------------------------


class Prompt(Shape):
    """A sentence with up to two buttons: a pending approval, or a notice.

    `yes` and `no` are the labels of the viewer's buttons. `due` is the time at which the request
    expires, in milliseconds of the table's clock, and `of` how long it is open; None means never.
    """

    id: str
    text: str
    yes: str | None
    no: str | None
    due: int | None = None
    of: int | None = None


# -- the seats ---------------------------------------------------------------------------


class PlaceChoice(Shape):
    """An answer to the question who takes the place at the end: its `value`, and its words."""

    value: str
    label: str


class SeatName(Shape):
    """A seat's symbol and its player's name. `given` is the name that the player chose."""

    seat: int
    label: str
    symbol: str
    name: str
    given: str


class DeniedPress(Shape):
    """Why a press did nothing, and the rule behind it if that rule has a page."""

    text: str
    rule: str | None


class SeatPanel(SeatName):
    """A seat for everyone to see: its cue, light, cards and counters.

    * `held`: whether a phone has this seat; `asked`: whether a phone requests it.
    * `noted`: whether the page shows the first of the seat's notes instead of its cue.
    * `denied`: why the seat's last press did nothing.
    * `level`, `bot`, `played`: a bot's level, its mark, and the mark in words.
    * `places`: who can take the place and the rating at the end, if the seat is handed over now.
    """

    level: str
    bot: str
    played: str
    held: bool
    asked: bool
    cue: str
    cue_text: str
    tokens: tuple[TokenCount, ...]
    cards: tuple[CardFace, ...]
    notes: tuple[str, ...]
    noted: bool
    out: bool
    light: str
    denied: DeniedPress | None
    places: tuple[PlaceChoice, ...]


class SitDownStep(Shape):
    """The step that a player must take to sit down at the seat with this symbol and colour.

    If `due` is set, the request waits for approval, for `of` milliseconds in all. Otherwise the
    page asks the player for a name; `name` is then the known player at this seat, or empty. If
    `drawn` is true, the club drew that player, and everybody else should leave the seat. `places`
    are the answers to the question who takes the place of a seat that changes hands, if anybody
    must say so.
    """

    id: str
    seat: int
    symbol: str
    colour: str
    text: str
    name: str
    due: int | None
    of: int | None
    drawn: bool
    places: tuple[PlaceChoice, ...]


class ClubNote(Shape):
    """The table's club. `round` names the players of the next match here, or is empty."""

    name: str
    round: str
