"""The log on a page: one line for each entry that its viewer may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from markupsafe import Markup

from referee.match.journal.bodies import BEGIN, MOVE, STEPS
from referee.match.people.players import Players
from referee.match.running import Entry, Snapshot
from referee.words import Voice
from webui.page import rulings
from webui.page.border import ReadCard, Shape
from webui.page.html import render
from webui.page.seats import seat_name
from webui.page.times import time_element


class LogLine(Shape):
    """A line of the log. Its `note` says who undid or corrected the move. It cites the `rules`.

    * `round`: its round in words, or an empty text; `seat`: who made the move, or None.
    * `cards`: the cards that the move named; `of`: their entry, if users can still correct it.
    * `counts`: whether the match can go back to just before this line.
    """

    seq: int
    at_s: float
    round: str
    seat: int | None
    text: str
    note: str
    undone: bool
    counts: bool
    cards: tuple[ReadCard, ...]
    of: int | None
    rules: tuple[str, ...]


def newest_text(voice: Voice, snapshot: Snapshot) -> tuple[str, tuple[str, ...]]:
    """Return the log entry that best describes the current situation, and the rules it cites.

    Pauses are skipped once the match goes on. The beginning of a match is no news to its players.
    """
    entries = snapshot.log_for(voice.seat)
    skipped = {BEGIN, *(() if snapshot.paused else rulings.HALTS)}
    newest = next((entry for entry in reversed(entries) if entry.kind not in skipped), None)
    if newest is None:
        return "", ()
    by_seq, then = (
        {entry.seq: entry for entry in entries},
        voice_at(voice, snapshot.players, newest),
    )
    return rulings.entry_text(then, newest, by_seq), rulings.cited_rules(voice, newest)


def log_lines(
    voice: Voice, players: Players, entries: Sequence[Entry], most: int | None = None
) -> tuple[LogLine, ...]:
    """Return the entries as log lines, newest first; `most` limits their number."""
    by_seq = {entry.seq: entry for entry in entries}
    newest = [*zip(entries, rounds_of(entries), strict=True)][::-1][:most]
    return tuple(_line(voice, players, entry, number, by_seq) for entry, number in newest)


def entry_lines(voice: Voice, players: Players, entries: Sequence[Entry]) -> list[str]:
    """Return the texts of entries as log lines, oldest first."""
    return [line.text for line in reversed(log_lines(voice, players, entries))]


def rounds_of(entries: Sequence[Entry]) -> list[int]:
    """Return the round of each entry. An entry that is no move belongs to the round before it."""
    now = next((entry.round for entry in entries if entry.round), 0)
    return [now := entry.round or now for entry in entries]


def log_html(voice: Voice, lines: Sequence[LogLine], **how: Any) -> Markup:
    """Return log lines as HTML, in turns: what one player did in a row, in one round.

    `how` has what the template needs to know of the page: the `pictures` of a line, the address of
    the `rules`, and if it does so, that it goes `back` to a line, `corrects` cards, or has `more`.
    """
    turns = groupby(lines, key=lambda line: (line.round, line.seat))
    return render(
        "parts/log.html",
        voice,
        turns=[(*turn, [*same]) for turn, same in turns],
        symbol=lambda seat: seat_name(voice, seat).symbol,
        time=lambda line: time_element(line.at_s, voice.locale, "time"),
        **how,
    )


def _line(
    voice: Voice, players: Players, entry: Entry, number: int, by_seq: Mapping[int, Entry]
) -> LogLine:
    """Return an entry of round `number` as a log line."""
    return LogLine(
        seq=entry.seq,
        at_s=entry.at_s,
        round=voice.key("end.round", number=number) if number else "",
        seat=entry.move.mover if entry.kind == MOVE and entry.move is not None else None,
        text=rulings.entry_text(voice_at(voice, players, entry), entry, by_seq),
        note=correction_note(voice, entry),
        undone=entry.undone,
        counts=entry.kind in STEPS and not entry.undone,
        cards=rulings.cards_read(voice, entry),
        of=rulings.reading_of(entry, by_seq),
        rules=rulings.cited_rules(voice, entry),
    )


def voice_at(voice: Voice, players: Players, entry: Entry) -> Voice:
    """Return a voice with the names that the players had at the time of an entry.

    A player who still plays has the name that their phone shows now.
    """
    now = dict(enumerate(players.names))
    names = {
        seat: voice.names.get(seat, name) if name == now.get(seat) else name
        for seat, name in enumerate(players.names_at(entry.seq))
    }
    return replace(voice, names=names)


def correction_note(voice: Voice, entry: Entry) -> str:
    """Return who undid or corrected an entry, or an empty text."""
    if entry.undone:
        taken = entry.undone_by
        return voice.key("page.log.undone", who=rulings.actor_name(voice, taken)) if taken else ""
    if entry.corrected_by is not None:
        return voice.key("page.log.corrected", who=rulings.actor_name(voice, entry.corrected_by))
    return ""
