"""What may be seen and done: seats, offers, questions and the table, as plain data in words.

Nothing here knows a game. Every text is said in the viewer's language and every secret is
left out, so what these functions return may go to that viewer as it is.
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
from referee.reports.tabletop import Tabletop
from referee.words import Voice
from webui.page import rulings

Plain = dict[str, Any]
WAITING = {Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK, Cue.MAY_ANSWER}


def seats(
    voice: Voice, snapshot: Snapshot | None, status: Status, held: frozenset[int], many: int
) -> list[Plain]:
    """Return every seat in table order; before the first match, all that the table has."""
    views = view(snapshot, voice).seats if snapshot else _empty(many)
    offers = snapshot.offers if snapshot else ()
    over = snapshot is not None and snapshot.outcome is not None
    acting = {offer.seat for offer in offers if offer.by is By.SEAT and not offer.press}
    denied = dict(status.denied)
    return [
        {
            **_name(voice, one.seat),
            "held": one.seat in held,
            "cue": one.cue.value,
            "cueText": _cue(voice, one, one.seat in acting, over),
            "tokens": [_token(voice, token) for token in one.tokens],
            "cards": [{"card": card, "label": voice.card(card)} for card in one.cards],
            "notes": [voice.say(note) for note in one.notes],
            "out": one.out,
            "light": status.lights[one.seat] if one.seat < len(status.lights) else "off",
            "denied": voice.say(denied[one.seat]) if one.seat in denied else None,
        }
        for one in views
    ]


def everybody(voice: Voice, many: int) -> list[Plain]:
    """Return the names of all seats that the table has."""
    return [_name(voice, seat) for seat in range(many)]


def view(snapshot: Snapshot, voice: Voice) -> View:
    """Return what the viewer's seat may see; one who sits at no seat of it is a stranger."""
    mine = voice.seat if voice.seat is not None and voice.seat < snapshot.seats else None
    return snapshot.view(mine)


def _empty(many: int) -> tuple[SeatView, ...]:
    return tuple(SeatView(seat, Cue.IDLE) for seat in range(many))


def _name(voice: Voice, seat: int) -> Plain:
    label = words.seat(seat, voice.locale, voice.names)
    known = seat < len(words.SYMBOLS)
    return {
        "seat": seat,
        "label": label,
        "symbol": words.SYMBOLS[seat] if known else str(seat + 1),
        "name": label.split("\N{NO-BREAK SPACE}", 1)[-1] if known else label,
        "given": voice.names.get(seat, ""),
    }


def _cue(voice: Voice, seat: SeatView, acts: bool, over: bool) -> str:
    if seat.cue in WAITING:
        return voice.key("cue.turn" if acts else f"cue.{seat.cue.value}")
    if seat.notes and not over:  # after the end they are a record, read as a whole
        return voice.say(seat.notes[0])
    return voice.key(f"cue.{seat.cue.value}")


def _token(voice: Voice, token: Token) -> Plain:
    params: dict[str, Any] = {"count": token.count}
    key = f"token.{token.kind}"
    if token.of is not None:
        key, params["of"] = f"{key}.of", token.of
    return {
        "kind": token.kind,
        "count": token.count,
        "of": token.of,
        "text": voice.key(key, **params),
    }


# -- offers ------------------------------------------------------------------------------


Due = Callable[[Offer], int]


def offers(voice: Voice, snapshot: Snapshot | None, host: bool, due: Due) -> list[Plain]:
    """Return what the viewer may do: as host everything, else their seat's and the table's.

    `due` tells from when an offer may be taken, in milliseconds of the table's clock.
    """
    if snapshot is None:
        return []
    return [
        {
            "move": offer.move,
            "label": voice.say(offer.label),
            "seat": offer.seat,
            "given": offer.given,
            "ask": [_ask(voice, ask, snapshot) for ask in offer.ask],
            "by": offer.by.value,
            "press": offer.press.value if offer.press else None,
            "due": due(offer) if offer.after_s else None,
        }
        for offer in snapshot.offers
        if offer.by is not By.CLOCK and (host or concerns(offer, voice.seat))
    ]


def timer(voice: Voice, snapshot: Snapshot | None, due: Due) -> Plain | None:
    """Return what the clock will do next: when, and how long it gives for that in all."""
    offers = snapshot.offers if snapshot else ()
    ours = [(due(offer), offer) for offer in offers if offer.by is By.CLOCK]
    if not ours:
        return None
    at_ms, offer = min(ours, key=lambda one: one[0])
    return {"label": voice.say(offer.label), "due": at_ms, "of": round(offer.after_s * 1000)}


def concerns(offer: Offer, seat: int | None) -> bool:
    """Tell whether a phone at `seat` may take up an offer: its own, or one to the table."""
    if seat is None:
        return False
    return offer.seat == seat if offer.by is By.SEAT else offer.seat is None


def _ask(voice: Voice, ask: Ask, snapshot: Snapshot) -> Plain:
    match ask:
        case AskNumber():
            return {"kind": "number", "field": ask.field, "least": ask.least, "most": ask.most}
        case AskSeat():
            return {"kind": "seat", "field": ask.field, "seats": ask.seats}
        case AskChoice():
            choices = [
                {"value": choice.value, "label": voice.say(choice.label)} for choice in ask.choices
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
                "now": rulings.cards(voice, rulings.counted(snapshot, voice.seat)),
                "possible": [
                    {"card": card, "label": voice.card(card), "left": left}
                    for card, left in ask.possible.items()
                ],
            }
        case AskPlace():
            return {
                "kind": "place",
                "field": ask.field,
                "known": [
                    {"label": voice.card(cell.card), "row": cell.row, "column": cell.column}
                    for cell in ask.known
                ],
                "places": [
                    {"card": card, "label": voice.card(card), "cells": cells}
                    for card, cells in ask.places.items()
                ],
            }


def wants(voice: Voice, snapshot: Snapshot) -> list[Plain]:
    """Return what the camera is to read, and what must stay or go."""
    reads = [
        (ask.zone, "read", ask.least, ask.prompt or offer.label)
        for offer, ask in snapshot.offers.reads()
        if ask.most
    ]
    watched = [(want.zone, want.watch.value, 0, want.label) for want in snapshot.wanted]
    return [
        {"zone": zone, "watch": watch, "least": least, "text": voice.say(label)}
        for zone, watch, least, label in (*reads, *watched)
    ]


# -- the table itself --------------------------------------------------------------------


def question(voice: Voice, asked: Question | None) -> Plain | None:
    """Return what the camera asks the table."""
    if asked is None:
        return None
    missing = asked.missing
    count_key = "page.question.missing" if missing > 0 else "page.question.extra"
    return {
        "id": asked.id,
        "text": voice.say(asked.message),
        "countText": voice.key(count_key, count=abs(missing)) if missing else "",
        "items": [_item(voice, item) for item in asked.items],
    }


def _item(voice: Voice, item: Item) -> Plain:
    plain: Plain = msgspec.to_builtins(item)
    card = item.answer or item.guess
    return {
        **plain,
        "label": voice.card(card) if card else "",
        "reason": voice.say(item.reason) if item.reason else "",
        "none": voice.say(item.none) if item.none else voice.key("page.question.none"),
        "candidates": [
            {"card": one.card, "label": voice.card(one.card), "score": one.score}
            for one in item.candidates
        ],
    }


def parts(voice: Voice, status: Status) -> list[Plain]:
    """Return how each part of the table is."""
    return [
        {
            "name": voice.key(f"part.{part.name}"),
            "well": part.well,
            "text": voice.say(part.message),
        }
        for part in status.parts
    ]


def scene(voice: Voice, lies: Tabletop) -> Plain:
    """Return the virtual table as it lies."""
    plain: Plain = msgspec.to_builtins(lies)
    return {
        **plain,
        "labels": {card: voice.card(card) for card in sorted(set(lies.faces.values()))},
        "faults": [
            {"name": name, "label": voice.key(f"fault.{name}"), "on": on}
            for name, on in lies.faults.items()
        ],
    }
