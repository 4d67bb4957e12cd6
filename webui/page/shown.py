"""What may be seen and done: seats, offers, questions and the table, as plain data in words.

Nothing here knows a game. Every text is said in the reader's language and every secret is
left out, so what these functions return may go to that reader as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from referee import words
from referee.contract import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskPlace,
    AskSeat,
    By,
    Cue,
    Offer,
    SeatView,
    Token,
    View,
)
from referee.match.running import Snapshot
from referee.reports.status import Item, Question, Status
from referee.reports.tabletop import Scene
from referee.words.voice import Reader
from webui.page import told

Plain = dict[str, Any]
WAITING = {Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK, Cue.MAY_ANSWER}


def seats(
    reader: Reader, snapshot: Snapshot | None, status: Status, held: frozenset[int], many: int
) -> list[Plain]:
    """Return every seat in table order; before the first match, all that the table has."""
    views = view(snapshot, reader).seats if snapshot else _empty(many)
    offers = snapshot.offers if snapshot else ()
    over = snapshot is not None and snapshot.outcome is not None
    acting = {offer.seat for offer in offers if offer.by is By.SEAT and not offer.press}
    denied = dict(status.denied)
    return [
        {
            **_name(reader, one.seat),
            "held": one.seat in held,
            "cue": one.cue.value,
            "cueText": _cue(reader, one, one.seat in acting, over),
            "tokens": [_token(reader, token) for token in one.tokens],
            "cards": [{"card": card, "label": reader.card(card)} for card in one.cards],
            "notes": [reader.say(note) for note in one.notes],
            "out": one.out,
            "light": status.lights[one.seat] if one.seat < len(status.lights) else "off",
            "denied": reader.say(denied[one.seat]) if one.seat in denied else None,
        }
        for one in views
    ]


def everybody(reader: Reader, many: int) -> list[Plain]:
    """Return the names of all seats that the table has."""
    return [_name(reader, seat) for seat in range(many)]


def view(snapshot: Snapshot, reader: Reader) -> View:
    """Return what the reader's seat may see; one who sits at no seat of it is a stranger."""
    mine = reader.seat if reader.seat is not None and reader.seat < snapshot.seats else None
    return snapshot.view(mine)


def _empty(many: int) -> tuple[SeatView, ...]:
    return tuple(SeatView(seat, Cue.IDLE) for seat in range(many))


def _name(reader: Reader, seat: int) -> Plain:
    label = words.seat(seat, reader.locale, reader.names)
    known = seat < len(words.SYMBOLS)
    return {
        "seat": seat,
        "label": label,
        "symbol": words.SYMBOLS[seat] if known else str(seat + 1),
        "name": label.split("\N{NO-BREAK SPACE}", 1)[-1] if known else label,
        "given": reader.names.get(seat, ""),
    }


def _cue(reader: Reader, seat: SeatView, acts: bool, over: bool) -> str:
    if seat.cue in WAITING:
        return reader.key("cue.turn" if acts else f"cue.{seat.cue.value}")
    if seat.notes and not over:  # after the end they are a record, read as a whole
        return reader.say(seat.notes[0])
    return reader.key(f"cue.{seat.cue.value}")


def _token(reader: Reader, token: Token) -> Plain:
    params: dict[str, Any] = {"count": token.count}
    key = f"token.{token.kind}"
    if token.of is not None:
        key, params["of"] = f"{key}.of", token.of
    return {
        "kind": token.kind,
        "count": token.count,
        "of": token.of,
        "text": reader.key(key, **params),
    }


# -- offers ------------------------------------------------------------------------------


Due = Callable[[Offer], int]


def offers(reader: Reader, snapshot: Snapshot | None, host: bool, due: Due) -> list[Plain]:
    """Return what the reader may do: as host everything, else their seat's and the table's.

    `due` tells from when an offer may be taken, in milliseconds of the table's clock.
    """
    if snapshot is None:
        return []
    return [
        {
            "move": offer.move,
            "label": reader.say(offer.label),
            "seat": offer.seat,
            "given": offer.given,
            "ask": [_ask(reader, ask, snapshot) for ask in offer.ask],
            "by": offer.by.value,
            "press": offer.press.value if offer.press else None,
            "due": due(offer) if offer.after_s else None,
        }
        for offer in snapshot.offers
        if offer.by is not By.CLOCK and (host or concerns(offer, reader.seat))
    ]


def timer(reader: Reader, snapshot: Snapshot | None, due: Due) -> Plain | None:
    """Return what the clock will do next: when, and how long it gives for that in all."""
    offers = snapshot.offers if snapshot else ()
    ours = [(due(offer), offer) for offer in offers if offer.by is By.CLOCK]
    if not ours:
        return None
    at_ms, offer = min(ours, key=lambda one: one[0])
    return {"label": reader.say(offer.label), "due": at_ms, "of": round(offer.after_s * 1000)}


def concerns(offer: Offer, seat: int | None) -> bool:
    """Tell whether a phone at `seat` may take up an offer: its own, or one to the table."""
    if seat is None:
        return False
    return offer.seat == seat if offer.by is By.SEAT else offer.seat is None


def _ask(reader: Reader, ask: Ask, snapshot: Snapshot) -> Plain:
    match ask:
        case AskNumber():
            return {"kind": "number", "field": ask.field, "least": ask.least, "most": ask.most}
        case AskSeat():
            return {"kind": "seat", "field": ask.field, "seats": ask.seats}
        case AskChoice():
            choices = [
                {"value": choice.value, "label": reader.say(choice.label)} for choice in ask.choices
            ]
            return {"kind": "choice", "field": ask.field, "choices": choices}
        case AskCards():
            return {
                "kind": "cards",
                "field": ask.field,
                "least": ask.least,
                "most": ask.most,
                "known": ask.known,
                "brings": ask.brings,
                "now": told.cards(reader, told.counted(snapshot, reader.seat)),
                "possible": [
                    {"card": card, "label": reader.card(card), "left": left}
                    for card, left in ask.possible.items()
                ],
            }
        case AskPlace():
            return {
                "kind": "place",
                "field": ask.field,
                "known": [
                    {"label": reader.card(cell.card), "row": cell.row, "column": cell.column}
                    for cell in ask.known
                ],
                "places": [
                    {"card": card, "label": reader.card(card), "cells": cells}
                    for card, cells in ask.places.items()
                ],
            }


# -- the table itself --------------------------------------------------------------------


def question(reader: Reader, asked: Question | None) -> Plain | None:
    """Return what the camera asks the table."""
    if asked is None:
        return None
    missing = asked.missing
    count_key = "page.question.missing" if missing > 0 else "page.question.extra"
    return {
        "id": asked.id,
        "text": reader.say(asked.message),
        "countText": reader.key(count_key, count=abs(missing)) if missing else "",
        "items": [_item(reader, item) for item in asked.items],
    }


def _item(reader: Reader, item: Item) -> Plain:
    plain: Plain = msgspec.to_builtins(item)
    card = item.settled or item.guess
    return {
        **plain,
        "label": reader.card(card) if card else "",
        "reason": reader.say(item.reason) if item.reason else "",
        "none": reader.say(item.none) if item.none else reader.key("page.question.none"),
        "candidates": [
            {"card": one.card, "label": reader.card(one.card), "score": one.score}
            for one in item.candidates
        ],
    }


def parts(reader: Reader, status: Status) -> list[Plain]:
    """Return how each part of the table is."""
    return [
        {
            "name": reader.key(f"part.{part.name}"),
            "well": part.well,
            "text": reader.say(part.message),
        }
        for part in status.parts
    ]


def scene(reader: Reader, lies: Scene) -> Plain:
    """Return the virtual table as it lies."""
    plain: Plain = msgspec.to_builtins(lies)
    return {
        **plain,
        "labels": {card: reader.card(card) for card in sorted(set(lies.faces.values()))},
        "faults": [
            {"name": name, "label": reader.key(f"fault.{name}"), "on": on}
            for name, on in lies.faults.items()
        ],
    }
