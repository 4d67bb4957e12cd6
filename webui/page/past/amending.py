"""The parts of a kept match that a host can set right: names, cards and the last move."""

from __future__ import annotations

import msgspec

from referee import words
from referee.match.journal.bodies import MOVE
from referee.match.running import PlayedMatch
from referee.words import Voice
from webui.page.log import voice_at
from webui.page.rulings import cards_read, entry_text, undone_text


class NamedPlayer(msgspec.Struct, frozen=True):
    """A player of a seat. `earlier` counts the players who came after this one."""

    seat: int
    earlier: int
    name: str


class NamedSeat(msgspec.Struct, frozen=True):
    """A seat with its symbol and colour, and the people who played there, in order."""

    seat: int
    title: str
    players: tuple[NamedPlayer, ...]


class Reading(msgspec.Struct, frozen=True):
    """A log line that read cards, and the names of these cards."""

    of: int
    text: str
    cards: tuple[str, ...]


def named_seats(past: PlayedMatch, locale: str) -> tuple[NamedSeat, ...]:
    """Return the seats of a match with the people who can be named. Bots are left out."""
    return tuple(
        NamedSeat(seat, words.seat(seat, locale, {}), tuple(_people(past, seat)))
        for seat in range(past.seats)
    )


def _people(past: PlayedMatch, seat: int) -> list[NamedPlayer]:
    tenures = past.players.tenures[seat]
    return [
        NamedPlayer(seat, earlier, tenure.name)
        for earlier, tenure in zip(reversed(range(len(tenures))), tenures, strict=True)
        if not tenure.level
    ]


def readings(past: PlayedMatch, voice: Voice) -> tuple[Reading, ...]:
    """Return the log lines whose cards can be set right, in order."""
    results = []
    for entry in past.log:
        if entry.kind == MOVE and not entry.undone and (read := cards_read(voice, entry)):
            text = entry_text(voice_at(voice, past.players, entry), entry, {})
            results.append(Reading(entry.seq, text, tuple(card.label for card in read)))
    return tuple(results)


def undo_texts(past: PlayedMatch, voice: Voice) -> tuple[str | None, str | None]:
    """Return descriptions of the moves that an undo and a redo would change, or None."""
    return (
        entry_text(voice, past.last_step, {}) if past.last_step else None,
        undone_text(voice, past.undone) if past.undone else None,
    )
