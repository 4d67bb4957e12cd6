"""The log on a page: one line for each entry that its viewer may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee import words
from referee.match.journal.bodies import BEGIN, MOVE, STEPS
from referee.match.people.players import Players
from referee.match.running import Entry, Snapshot
from referee.words import Voice
from webui.page import rulings
from webui.page.border import ReadCard, Shape, Words

LOG_LINES = 40


class LogLine(Shape):
    """A line of the log. Its `note` says who undid or corrected the move. It cites the `rules`.

    * `round`: its round in words, or an empty text; `seat`: who made the move, or None.
    * `cards`: the cards that the move named; `of`: their entry, if users can still correct it.
    * `counts`: whether the match can go back to just before this line.
    """

    seq: int
    at: str
    round: str
    seat: int | None
    text: str
    note: str
    undone: bool
    counts: bool
    cards: tuple[ReadCard, ...]
    of: int | None
    rules: tuple[str, ...]


class LogSection(Shape):
    """The newest log lines, newest first."""

    log: tuple[LogLine, ...]


# Cached log lines, by entry, language and seat, each with the values from which it was made.
MOST_CACHED = 1024  # 2 kB each; enough for six seats and for screens in two languages
_Source = tuple[Voice, Players, list[Entry], int]
_line_cache: dict[tuple[int, str, int | None, int | None], tuple[_Source, LogLine]] = {}


def log_section(words: Words, snapshot: Snapshot | None) -> LogSection:
    """Return the newest log lines that the viewer may see."""
    return LogSection(newest_log_lines(words.voice, snapshot))


def newest_log_lines(voice: Voice, snapshot: Snapshot | None) -> tuple[LogLine, ...]:
    """Return the newest log lines, newest first."""
    if snapshot is None:
        return ()
    return log_lines(voice, snapshot.players, snapshot.log_for(voice.seat), LOG_LINES)


def status_line(
    snapshot: Snapshot | None, seat: int | None, log: Sequence[LogLine]
) -> LogLine | None:
    """Return the log line that best describes the current situation.

    Pauses are skipped once the match goes on. The beginning of a match is no news to its players.
    """
    if snapshot is None:
        return None
    answer = zip(log, reversed(snapshot.log_for(seat)), strict=False)
    skipped = {BEGIN, *(() if snapshot.paused else rulings.HALTS)}
    return next((line for line, of in answer if of.kind not in skipped), None)


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


def round_text(voice: Voice, number: int) -> str:
    """Return a round in words, or an empty text before the first move."""
    return voice.key("end.round", number=number) if number else ""


def mover_of(entry: Entry) -> int | None:
    """Return the seat whose move an entry is. None if it belongs to nobody's turn."""
    return entry.move.mover if entry.kind == MOVE and entry.move is not None else None


def _line(
    voice: Voice, players: Players, entry: Entry, number: int, by_seq: Mapping[int, Entry]
) -> LogLine:
    """Return an entry as a log line. Uncached lines took half the time of a whole state."""
    of = [entry]
    while (earlier := by_seq.get(of[-1].of or 0)) is not None and earlier not in of:
        of.append(earlier)
    key = entry.seq, voice.locale, voice.seat, voice.you
    kept = _line_cache.get(key)
    source = (voice, players, of, number)
    if kept is None or kept[0] != source:  # Fast: usually the same objects.
        line = LogLine(
            seq=entry.seq,
            at=words.iso_time(entry.at_s),
            round=round_text(voice, number),
            seat=mover_of(entry),
            text=rulings.entry_text(voice_at(voice, players, entry), entry, by_seq),
            note=correction_note(voice, entry),
            undone=entry.undone,
            counts=entry.kind in STEPS and not entry.undone,
            cards=rulings.cards_read(voice, entry),
            of=rulings.reading_of(entry, by_seq),
            rules=rulings.cited_rules(voice, entry),
        )
        if len(_line_cache) >= MOST_CACHED:
            _line_cache.clear()
        kept = _line_cache[key] = (source, line)
    return kept[1]


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
