"""The list of the referee's values that may leave the table, field by field.

A field that is not named here stays, even if the type gets it later: the hidden cards of an offer,
the seat of a secret ruling. A type that is not listed does not leave at all (`border`). A value
made for a page (`Shape`) leaves whole. The list is one module, so that one look shows all of it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import msgspec

from referee import contract as c
from referee import library, words
from referee.booklet import rulebook
from referee.booklet.lessons import LessonTexts
from referee.reports.picture import CameraView, ReadPhoto, Spot
from referee.reports.questions import Item, Missing, Question, Way
from referee.reports.status import Denied, Part, Sound
from referee.reports.tabletop import HeldCard, Placed, TableDuty
from referee.table import Piece
from referee.values import Message, Term
from webui.page.border import Border, CardFace, CardName, Fields, ReadCard, Shape, Words
from webui.port import UncertainCard


def _same(*names: str) -> dict[str, str]:
    """Return the fields that have the same name on the page."""
    return {name: name for name in names}


# -- cards on the table --------------------------------------------------------------------------


def card_label(value: c.Cell | Term, words: Words) -> str:
    """Return the name of a card in words."""
    return words.voice.card(value.card)


def token_text(token: c.Token | Piece, words: Words) -> str:
    """Return counters with their name."""
    params: dict[str, Any] = {"count": token.count}
    key = f"token.{token.kind}"
    if token.of is not None:
        key, params["of"] = f"{key}.of", token.of
    return words.voice.key(key, **params)


def _token_shape(token: c.Token | Piece, _: Words) -> str | None:
    return library.token_shapes().get(token.kind)


def _party_cards(party: c.Party, words: Words) -> tuple[CardFace, ...]:
    return words.cards(party.cards)


# -- what the referee says -----------------------------------------------------------------------


def _sum_line(step: c.Step, to: Words) -> str:
    return words.say_sum(step, to.voice.locale)


def _rule_with_page(denied: Denied, _: Words) -> str | None:
    return denied.rule if rulebook.rule_pages(denied.rule) else None


# -- offers --------------------------------------------------------------------------------------


class PossibleName(CardName):
    """A card that a form can name, and the number of such cards that are possible."""

    left: int


class CardCells(CardName):
    """A card, the cells (row, column) that can take it, and the names of these cells."""

    cells: tuple[tuple[int, int], ...]
    names: tuple[str, ...]


def _given(offer: c.Offer, _: Words) -> dict[str, Any]:
    given: dict[str, Any] = msgspec.to_builtins(offer.given)
    return given


def _due(offer: c.Offer, words: Words) -> int | None:
    return next((at_ms for waiting, at_ms in words.due_ms if waiting == offer), None)


def _known_cards(ask: c.AskCards, words: Words) -> tuple[ReadCard, ...]:
    return tuple(ReadCard(card, words.voice.card(card), None) for card in ask.known)


def _possible_names(ask: c.AskCards, words: Words) -> tuple[PossibleName, ...]:
    limit = ask.limit().items()
    return tuple(PossibleName(card, words.voice.card(card), left) for card, left in limit)


def _card_cells(ask: c.AskPlace, words: Words) -> tuple[CardCells, ...]:
    names = ask.names()
    return tuple(
        CardCells(card, words.voice.card(card), cells, names[card])
        for card, cells in ask.places.items()
    )


# -- the table's parts, and the questions of the camera ------------------------------------------


def part_name(part: Part, words: Words) -> str:
    return words.voice.key(f"part.{part.name}")


def _count_text(asked: Question, words: Words) -> str:
    return words.voice.key("page.question.missing", count=1) if isinstance(asked, Missing) else ""


def _candidates(item: Item, words: Words) -> tuple[CardName, ...]:
    yes = words.voice.say(item.yes) if item.yes else ""
    cards = (candidate.card for candidate in item.candidates)
    return tuple(CardName(card, yes or words.voice.card(card)) for card in cards)


def _no_card(item: Item, words: Words) -> str:
    return words.voice.say(item.none or Message("page.question.none"))


def _reading(item: Item, words: Words) -> str:
    card = item.answer or item.guess
    return words.voice.card(card) if card else ""


# -- pictures ------------------------------------------------------------------------------------


class ZoneOption(Shape):
    """A possible place of the cards in question: a zone, or another choice."""

    zone: str
    label: str


def _photo_data(photo: ReadPhoto, _: Words) -> str:
    return f"data:image/jpeg;base64,{b64encode(photo.jpeg).decode()}"


def _card_data(card: UncertainCard, _: Words) -> str:
    return f"data:image/png;base64,{b64encode(card.png).decode()}"


def _possible_cards(card: UncertainCard, words: Words) -> tuple[CardName, ...]:
    cards = (may.card for may in card.candidates)
    return tuple(CardName(card, words.voice.card(card)) for card in cards)


def _spot_label(spot: Spot, words: Words) -> str:
    if spot.card is None:
        return "?"
    label = words.voice.key("page.photo.back") if spot.face_down else words.voice.card(spot.card)
    return label if spot.verdict == "certain" else f"{label} ?"


def _zone_options(photo: ReadPhoto, words: Words) -> tuple[ZoneOption, ...]:
    zones = [(zone, Message("page.photo.zone", {"zone": zone})) for zone in photo.zones]
    ways = [(way.id, way.label) for way in photo.ways if way.label]
    texts = [(answer, words.voice.say(label)) for answer, label in (*zones, *ways)]
    return tuple(ZoneOption(answer, text[:1].upper() + text[1:]) for answer, text in texts)


# -- the list --------------------------------------------------------------------------------

LEAVES: Mapping[type[msgspec.Struct], Fields] = {
    # Cards on the table.
    c.Token: {**_same("kind", "count", "of"), "text": token_text, "shape": _token_shape},
    Piece: {**_same("kind", "count", "of"), "text": token_text, "shape": _token_shape},
    c.Party: {**_same("name", "tokens", "notes"), "cards": _party_cards},
    Placed: _same("id", "card", "x_mm", "y_mm", "turn_deg", "face_up"),
    TableDuty: {"text": "message", **_same("id", "seat", "cards", "count", "chooses", "lies")},
    HeldCard: _same("fits", "opens"),
    # What the referee says.
    Term: {**_same("card", "was", "now"), "label": card_label},
    c.Step: {"text": "message", "sum": _sum_line, **_same("terms", "total")},
    Denied: {"text": "why", "rule": _rule_with_page},
    LessonTexts: _same("texts", "last"),
    # Offers.
    c.Offer: {**_same("move", "shown", "seat", "ask", "by", "typed"), "given": _given, "due": _due},
    c.Presentation: _same("label", "effect", "press", "aside", "among"),
    c.AskNumber: _same("field", "least", "most", "step"),
    c.AskSeat: _same("field", "seats"),
    c.AskChoice: _same("field", "choices"),
    c.Choice: _same("value", "label", "effect"),
    c.AskCards: {
        **_same("field", "least", "most", "known", "brings"),
        "now": _known_cards,
        "possible": _possible_names,
    },
    c.AskPlace: {**_same("field", "zone", "leaves", "known"), "places": _card_cells},
    c.Cell: {**_same("card", "row", "column"), "label": card_label},
    # The table's parts, and the questions of the camera.
    Part: {"name": part_name, "well": "well", "text": "message"},
    Sound: _same("buzzer", "voice"),
    Question: {
        **_same("id", "items"),
        "text": "message",
        "countText": _count_text,
        "ways": "choices",
        "seat": "chooser",
    },
    Way: {**_same("id", "label", "effect", "press"), "on": "marked"},
    Item: {
        **_same("id", "proof", "guess", "answer", "certain", "reason"),
        "candidates": _candidates,
        "none": _no_card,
        "label": _reading,
    },
    # Pictures.
    Spot: {**_same("corners", "verdict"), "label": _spot_label},
    CameraView: _same("id", "size", "spots"),
    ReadPhoto: {
        **_same("id", "size", "spots", "came", "said", "question"),
        "picture": _photo_data,
        "zones": _zone_options,
    },
    UncertainCard: {
        "id": "id",
        "picture": _card_data,
        "text": "reason",
        "candidates": _possible_cards,
    },
}
BORDER = Border(LEAVES)
tell, form = BORDER.tell, BORDER.form
