"""Past matches in words: date, game, players, result and rulings."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import msgspec
from markupsafe import Markup

from referee import words
from referee.contract import Message
from referee.match.journal.trimming import Dropped
from referee.match.past.history import PastSummary
from referee.match.running import Entry, PlayedMatch
from referee.words import Voice
from webui.page.border import ReadCard
from webui.page.games import game_title, picture_of
from webui.page.log import LogLine, log_html, log_lines
from webui.page.past.chart import sparkline
from webui.page.rulings import cards_read
from webui.page.seats import SeatName, bot_mark, place_voice, seat_name
from webui.page.times import mark_time, time_element


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
    keys = ("past.stopped", "past.stopped.leads", "past.stopped.lead")
    key = keys[min(2, len(summary.leaders))]
    return Message(key, {"count": summary.moves, "seats": summary.leaders})


def history_log(past: PlayedMatch, locale: str, kept: Collection[str], rules: str) -> Markup:
    """Return the log of a match as HTML, with the pictures that are `kept`.

    `rules` is the address of the page of rules.
    """
    voice, entries = voice_for(past, locale), {entry.seq: entry for entry in past.log}

    def pictures(line: LogLine) -> list[ReadCard]:
        labels = proof_labels(voice, entries[line.seq]).items()
        return [ReadCard("", label, proof) for proof, label in labels if proof in kept]

    lines = log_lines(voice, past.players, past.log)[::-1]
    return log_html(voice, lines, pictures=pictures, rules=rules)


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


def winner_names(past: PlayedMatch, locale: str) -> list[str]:
    """Return the names of the players who take the winners' place."""
    voice = place_voice(voice_for(past, locale), past.players)
    return [seat_name(voice, seat).name for seat in (past.outcome.winners if past.outcome else ())]


def _player_text(summary: PastSummary, seat: int, locale: str) -> str:
    """Return the names of all players who had a seat, in order."""
    first, *others = summary.players[seat]
    later = (words.isolated(name, locale) for name in others)
    names = (words.seat(seat, locale, {seat: first}), *later)
    levels = summary.levels[seat] if summary.levels else ("",) * len(names)
    answer = (
        f"{name} ({bot_mark(Voice(locale), level)})" if level else name
        for name, level in zip(names, levels, strict=True)
    )
    return f" {words.onward(locale)} ".join(filter(None, answer))


def iso_day(at_s: float) -> str:
    """Return the date of a Unix time for a file's name."""
    try:
        return datetime.fromtimestamp(at_s).strftime("%Y-%m-%d")
    except (OverflowError, OSError, ValueError):  # The time is out of range.
        return "0000-00-00"


def proof_labels(voice: Voice, entry: Entry) -> dict[str, str]:
    """Return the ids of the pictures on which an entry rests, each with its card, if known."""
    labels = {card.proof: card.label for card in cards_read(voice, entry) if card.proof}
    proofs = (proof for ruling in entry.rulings for proof in ruling.proof)
    return {proof: labels.get(proof, "") for proof in proofs}
