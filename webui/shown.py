"""The pieces of a page's state: what the referee and the table say, as plain data in words.

Nothing here knows a game. Every text is said in the reader's language and every secret is
left out, so what these functions return may go to that reader as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec
from babel.dates import format_time

from referee.contract import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskPlace,
    AskSeat,
    By,
    Cue,
    Message,
    Offer,
    SeatView,
    Token,
    View,
)
from referee.desk import Entry, Snapshot
from webui import words
from webui.port import Item, Question, Scene, Status

Plain = dict[str, Any]

LOG_LINES = 40
WAITING = {Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK, Cue.MAY_ANSWER}


@dataclass(frozen=True)
class Reader:
    """For whom things are said: a language, and the names that players gave themselves."""

    locale: str
    names: Mapping[int, str]
    seat: int | None = None

    def say(self, message: Message) -> str:
        """Return a message in the reader's words."""
        return words.say(message, self.locale, self.names)

    def key(self, key: str, **params: Any) -> str:
        """Return the words of a key."""
        return self.say(Message(key, params))

    def card(self, card: str) -> str:
        """Return a card's name."""
        return words.card(card, self.locale)


def seats(
    reader: Reader, snapshot: Snapshot | None, status: Status, held: frozenset[int], many: int
) -> list[Plain]:
    """Return every seat in table order; before the first match, all that the table has."""
    views = view(snapshot, reader).seats if snapshot else _empty(many)
    acting = {offer.seat for offer in snapshot.offers if not offer.press} if snapshot else set()
    denied = dict(status.denied)
    return [
        {
            **_name(reader, one.seat),
            "held": one.seat in held,
            "cue": one.cue.value,
            "cueText": _cue(reader, one, one.seat in acting),
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


def _cue(reader: Reader, seat: SeatView, acts: bool) -> str:
    if seat.cue in WAITING:
        return reader.key("cue.turn" if acts else f"cue.{seat.cue.value}")
    if seat.notes:
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


def offers(reader: Reader, snapshot: Snapshot | None, host: bool) -> list[Plain]:
    """Return what the reader may do: as host everything, else their seat's and the table's."""
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
        }
        for offer in snapshot.offers
        if offer.by is not By.CLOCK and (host or concerns(offer, reader.seat))
    ]


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
                "now": _cards(reader, counted(snapshot, reader.seat)),
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


# -- rulings and the log -----------------------------------------------------------------


def standing(snapshot: Snapshot, seat: int | None) -> list[Entry]:
    """Return the moves that stand and that a seat may hear of, as far back as the log goes."""
    heard = snapshot.heard(seat)
    return [entry for entry in heard if entry.kind == "move" and not entry.undone]


def counted(snapshot: Snapshot, seat: int | None) -> Entry | None:
    """Return the newest standing entry with arithmetic or pictures to show, or None."""
    shows = (
        entry
        for entry in reversed(standing(snapshot, seat))
        if any(ruling.steps or ruling.proof for ruling in entry.rulings)
    )
    return next(shows, None)


def count(reader: Reader, snapshot: Snapshot | None) -> Plain | None:
    """Return the last count as a ruling sheet shows it; `fresh` until something follows."""
    entry = counted(snapshot, reader.seat) if snapshot else None
    if entry is None or snapshot is None:
        return None
    rulings = entry.rulings
    rules = dict.fromkeys(ruling.rule for ruling in rulings)
    return {
        "id": entry.seq,
        "texts": [reader.say(ruling.message) for ruling in rulings],
        "rules": [
            {"id": rule, "text": reader.key(f"rule.{rule}")}
            for rule in rules
            if words.known(f"rule.{rule}", reader.locale)
        ],
        "cards": _cards(reader, entry),
        "steps": [
            {
                "text": reader.say(step.message),
                "sum": words.arithmetic(step, reader.locale),
                "terms": [
                    {
                        "card": term.card,
                        "label": reader.card(term.card),
                        "was": term.was,
                        "now": term.now,
                    }
                    for term in step.terms
                ],
                "total": step.total,
            }
            for ruling in rulings
            for step in ruling.steps
        ],
        "fresh": entry.seq == standing(snapshot, reader.seat)[-1].seq,
    }


def _cards(reader: Reader, entry: Entry | None) -> list[Plain]:
    """Return the cards that a move names, each with the picture that it was read from."""
    if entry is None:
        return []
    cards = tuple(getattr(entry.move, "cards", ()))
    proof = next((one.proof for one in entry.rulings if one.proof), ())
    pictures = proof if len(proof) == len(cards) else (None,) * len(cards)
    return [
        {"card": card, "label": reader.card(card), "proof": picture}
        for card, picture in zip(cards, pictures, strict=True)
    ]


def log(reader: Reader, snapshot: Snapshot | None) -> list[Plain]:
    """Return the log, newest first."""
    if snapshot is None:
        return []
    heard = snapshot.heard(reader.seat)
    by_seq = {entry.seq: entry for entry in heard}
    return [
        {
            "seq": entry.seq,
            "at": _clock(int(entry.at_s // 60), reader.locale),
            "text": entry_text(reader, entry, by_seq),
            "undone": entry.undone,
        }
        for entry in heard[: -LOG_LINES - 1 : -1]
    ]


@lru_cache(maxsize=1024)
def _clock(minute: int, locale: str) -> str:
    return str(format_time(datetime.fromtimestamp(minute * 60), "short", locale=locale))


def entry_text(reader: Reader, entry: Entry, by_seq: Mapping[int, Entry]) -> str:
    """Return one entry of the log in words."""
    if entry.kind == "move":
        return " ".join(reader.say(one.message) for one in entry.rulings)
    if entry.kind == "begin":
        return reader.key("page.log.begin")
    of = by_seq.get(entry.of or 0)
    what = entry_text(reader, of, by_seq) if of else ""
    return reader.key(f"page.log.{entry.kind}", what=what, who=actor(reader, entry.by))


def actor(reader: Reader, by: str) -> str:
    """Return who did something, from what the journal keeps of it: ``seat:2`` or ``host``."""
    kind, _, number = by.partition(":")
    if kind == "seat" and number.isdecimal():
        return words.seat(int(number), reader.locale, reader.names)
    return reader.key("page.by.table")


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
