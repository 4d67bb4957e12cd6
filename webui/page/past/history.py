"""Past matches in words: date, game, players, result and rulings."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from itertools import groupby

import msgspec

from referee import words
from referee.contract import Message
from referee.match.journal.trimming import Dropped
from referee.match.past.history import PastSummary
from referee.match.running import Entry, PlayedMatch
from referee.words import Voice
from webui.page.games import game_title, picture_of
from webui.page.log import correction_note, mover_of, round_text, rounds_of, voice_at
from webui.page.past.chart import sparkline
from webui.page.rulings import cards_read, entry_text
from webui.page.seats import SeatName, bot_mark, seat_name
from webui.page.times import mark_time, time_element


class ProofPicture(msgspec.Struct, frozen=True):
    """A picture on which a ruling rests, and the card that was read from it, if known."""

    id: str
    label: str


class HistoryLine(msgspec.Struct, frozen=True):
    """A log line of a past match, with those pictures that the table still keeps."""

    seq: int
    text: str
    undone: bool
    pictures: tuple[ProofPicture, ...] = ()
    note: str = ""


class HistoryTurn(msgspec.Struct, frozen=True):
    """The moves of one player in a row; `seat` is None for entries of nobody's turn.

    `round` is empty if the round is that of the turn before.
    """

    round: str
    seat: int | None
    symbol: str
    at: str
    lines: tuple[HistoryLine, ...]


class MatchRow(msgspec.Struct, frozen=True):
    """A past match. `result` says how it ended, or how far it came; the latter has no `winners`.

    `picture` is the address of the game's picture, and `course` a small curve as SVG. Both may be
    empty.
    """

    match: int
    when: str
    title: str
    players: tuple[str, ...]
    result: str
    picture: str
    winners: tuple[SeatName, ...]
    course: str


def match_row(summary: PastSummary, locale: str) -> MatchRow:
    """Return a match as a row in the list of past matches."""
    voice = Voice(locale, dict(enumerate(summary.names)))
    return MatchRow(
        match=summary.match,
        when=time_element(summary.began_s, locale),
        title=game_title(summary.game, locale),
        players=tuple(_player_text(summary, seat, locale) for seat in range(len(summary.players))),
        result=voice.say(summary.reason or _stopped(summary)),
        picture=picture_of(summary.game),
        winners=tuple(seat_name(voice, seat) for seat in summary.winners),
        course=sparkline(summary.course, summary.winners),
    )


def _stopped(summary: PastSummary) -> Message:
    """Return what became of a match that was left early: its moves, and who was ahead."""
    if summary.is_empty:
        return Message("past.stopped.none")
    key = ("past.stopped", "past.stopped.leads")[len(summary.leaders) == 1]
    key = "past.stopped.lead" if len(summary.leaders) > 1 else key
    return Message(key, {"count": summary.moves, "seats": summary.leaders})


def history_turns(past: PlayedMatch, locale: str, kept: Collection[str]) -> tuple[HistoryTurn, ...]:
    """Return all entries of a match in order, by the turns in which they were made.

    Each has its pictures if they are in `kept`.
    """
    voice, log = voice_for(past, locale), past.log
    by_seq = {entry.seq: entry for entry in log}

    def line(entry: Entry) -> HistoryLine:
        return HistoryLine(
            seq=entry.seq,
            text=entry_text(voice_at(voice, past.players, entry), entry, by_seq),
            undone=entry.undone,
            note=correction_note(voice, entry),
            pictures=tuple(shown for shown in _pictures(voice, entry) if shown.id in kept),
        )

    turns, before = [], 0
    made = zip(log, rounds_of(log), map(mover_of, log), strict=True)
    for (number, seat), group in groupby(made, lambda turn: turn[1:]):
        entries = [entry for entry, *_ in group]
        turns.append(
            HistoryTurn(
                round="" if number == before else round_text(voice, number),
                seat=seat,
                symbol="" if seat is None else seat_name(voice, seat).symbol,
                at=time_element(entries[0].at_s, locale, "time"),
                lines=tuple(map(line, entries)),
            )
        )
        before = number
    return tuple(turns)


def cited_pictures(past: PlayedMatch) -> frozenset[str]:
    """Return the ids of all pictures on which a match's rulings rest."""
    return frozenset(
        proof for entry in past.log for ruling in entry.rulings for proof in ruling.proof
    )


def dropped_note(dropped: Dropped | None, locale: str) -> str:
    """Return a sentence about matches and pictures deleted to save space, or an empty text."""
    if dropped is None:
        return ""
    params = {"pictures": dropped.pictures, "matches": dropped.matches}
    note = Voice(locale).key("past.dropped", **params, date=words.day(dropped.at_s, locale))
    return mark_time(note, dropped.at_s, locale, "day")


def voice_for(past: PlayedMatch, locale: str) -> Voice:
    """Return a voice that uses the names of a match's players."""
    return Voice(locale, dict(enumerate(past.players.names)))


def _player_text(summary: PastSummary, seat: int, locale: str) -> str:
    """Return the names of all players who had a seat, in order."""
    first, *others = summary.players[seat]
    later = (words.isolated(name, locale) for name in others)
    names = (words.seat(seat, locale, {seat: first}), *later)
    levels = summary.levels[seat] if summary.levels else ("",) * len(names)
    answer = (
        _with_bot_mark(name, level, locale) for name, level in zip(names, levels, strict=True)
    )
    return f" {words.onward(locale)} ".join(filter(None, answer))


def _with_bot_mark(name: str, level: str, locale: str) -> str:
    """Return a player's name, followed by a mark if the player is a bot."""
    mark = bot_mark(Voice(locale), level)
    return f"{name} ({mark})" if mark else name


def iso_day(at_s: float) -> str:
    """Return the date of a Unix time for a file's name."""
    try:
        return datetime.fromtimestamp(at_s).strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):  # The time is out of range.
        return "0000-00-00"


def _pictures(voice: Voice, entry: Entry) -> list[ProofPicture]:
    """Return each picture on which an entry rests, without duplicates."""
    labels = {card.proof: card.label for card in cards_read(voice, entry) if card.proof}
    proofs = dict.fromkeys(proof for ruling in entry.rulings for proof in ruling.proof)
    return [ProofPicture(proof, labels.get(proof, "")) for proof in proofs]
