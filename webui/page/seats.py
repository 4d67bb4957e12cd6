"""The players as everyone sees them: seats, parties without a seat, and a note from the club."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee import rulebook, words
from referee.contract import By, Cue, SeatView, Token, View
from referee.match.running import Snapshot
from referee.reports.status import Denied, Status
from referee.table import Piece
from referee.words import Voice
from webui.page.fields import (
    CardFace,
    ClubNote,
    DeniedPress,
    PartyPanel,
    SeatName,
    SeatPanel,
    TokenCount,
)
from webui.page.pictures import Face, face_url
from webui.page.places import place_choices
from webui.port import Club

WAITING = {Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK, Cue.MAY_ANSWER}


def seats(
    voice: Voice,
    snapshot: Snapshot | None,
    view: View | None,
    status: Status,
    held: frozenset[int],
    count: int,
    face: Face,
    asked: frozenset[int] = frozenset(),
) -> tuple[SeatPanel, ...]:
    """Return all seats in table order. Before the first match, these are the seats of the table."""
    views = view.seats if view else _empty(count)
    offers = snapshot.offers if snapshot else ()
    over = snapshot is None or snapshot.outcome is not None
    said = (one for one in offers if one.by is By.SEAT and not (one.press or one.aside))
    acting = {offer.seat for offer in said}
    denied = {one.seat: _denied(voice, one) for one in status.denied}
    levels = snapshot.players.levels if snapshot else {}
    return tuple(
        SeatPanel(
            **_name(voice, one.seat),
            level=levels.get(one.seat, ""),
            bot=bot_mark(voice, levels.get(one.seat, "")),
            played=bot_words(voice, levels.get(one.seat, "")),
            held=one.seat in held,
            asked=one.seat in asked,
            cue=one.cue.value,
            cue_text=_cue(voice, one, one.seat in acting, over),
            noted=_is_noted(one, over),
            tokens=tuple(token_count(voice, token) for token in one.tokens),
            cards=_cards(voice, one.cards, face),
            notes=tuple(voice.say(note) for note in one.notes),
            out=one.out,
            light=status.lights[one.seat] if one.seat < len(status.lights) else "off",
            denied=denied.get(one.seat),
            places=place_choices(voice, snapshot, one.seat),
        )
        for one in views
    )


def others(voice: Voice, view: View | None, face: Face) -> tuple[PartyPanel, ...]:
    """Return the parties that have no seat."""
    return tuple(
        PartyPanel(
            voice.say(one.name),
            tuple(token_count(voice, token) for token in one.tokens),
            _cards(voice, one.cards, face),
            tuple(voice.say(note) for note in one.notes),
        )
        for one in (view.others if view else ())
    )


def _cards(voice: Voice, cards: Sequence[str], face: Face) -> tuple[CardFace, ...]:
    return tuple(CardFace(card, voice.card(card), face_url(face, card)) for card in cards)


def _denied(voice: Voice, one: Denied) -> DeniedPress:
    return DeniedPress(voice.say(one.why), one.rule if rulebook.rule_pages(one.rule) else None)


def bot_mark(voice: Voice, level: str) -> str:
    """Return the mark of a bot, or an empty string for a person."""
    return voice.key(f"bot.mark.{level}") if level else ""


def bot_words(voice: Voice, level: str) -> str:
    """Return the mark of a bot in words, for screen readers."""
    return voice.key(f"bot.played.{level}") if level else ""


def everybody(voice: Voice, count: int) -> tuple[SeatName, ...]:
    """Return the names of the first `count` seats."""
    return tuple(SeatName(**_name(voice, seat)) for seat in range(count))


def _empty(count: int) -> tuple[SeatView, ...]:
    return tuple(SeatView(seat, Cue.IDLE) for seat in range(count))


def _name(voice: Voice, seat: int) -> dict[str, Any]:
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
    if _is_noted(seat, over):
        return voice.say(seat.notes[0])
    if over and seat.cue is Cue.IDLE:
        return ""  # Without a match, nobody waits.
    return voice.key(f"cue.{seat.cue.value}")


def _is_noted(seat: SeatView, over: bool) -> bool:
    """Whether the seat's first note replaces its cue. After the end, the notes stay as a record."""
    return bool(seat.notes) and not over and seat.cue not in WAITING


def token_count(voice: Voice, token: Token | Piece) -> TokenCount:
    """Return counters as the page shows them, with their name."""
    params: dict[str, Any] = {"count": token.count}
    key = f"token.{token.kind}"
    if token.of is not None:
        key, params["of"] = f"{key}.of", token.of
    return TokenCount(token.kind, token.count, token.of, voice.key(key, **params))


def club_note(voice: Voice, club: Club | None, snapshot: Snapshot | None) -> ClubNote | None:
    """Return a note about the table's club. Between matches, it names the next players."""
    standing = None if club is None else club.status()
    if standing is None:
        return None
    found = standing.round
    goes_on = snapshot is not None and snapshot.outcome is None
    if found is None or goes_on:
        return ClubNote(standing.club, "")
    seats = " ".join(
        f"{words.SYMBOLS[seat % len(words.SYMBOLS)]} {name}"
        for seat, name in enumerate(found.players)
    )
    table = voice.key("hub.round.table", number=found.number)
    drawn = voice.key("hub.round.number", number=found.round)
    return ClubNote(standing.club, f"{found.event} · {drawn} · {table}: {seats}")
