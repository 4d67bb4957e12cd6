"""CSV files for a spreadsheet, such as a past match with a row for each ruling.

The file is UTF-8 with a byte order mark, by which spreadsheets recognise the encoding. Lines end in
CRLF, and quotes are doubled (RFC 4180). If the language has decimal commas, semicolons separate the
fields, as spreadsheets then expect. A cell that looks like a formula starts with an apostrophe.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import datetime, timezone

from babel.numbers import get_decimal_symbol

from referee import words
from referee.match.running import Entry, PlayedMatch
from referee.words import Voice, join_list, unmarked
from webui.page.log import voice_at
from webui.page.past.history import voice_for
from webui.page.rulings import actor_name, cards_read, entry_text

COLUMNS = ("number", "time", "who", "rule", "ruling", "cards", "undone")

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def match_csv(past: PlayedMatch, locale: str) -> bytes:
    """Return a match as a CSV file."""
    voice = voice_for(past, locale)
    zone = words.time_zone(past.began_s)
    head = {column: voice.key(f"past.csv.{column}") for column in COLUMNS}
    head["time"] += f" ({zone})"
    return csv_file((head.values(), *_rows(past, voice, zone)), locale)


def csv_file(rows: Iterable[Iterable[str]], locale: str) -> bytes:
    """Return rows of cells as a CSV file."""
    text = io.StringIO()
    comma = get_decimal_symbol(locale) == ","
    writer = csv.writer(text, delimiter=";" if comma else ",", quoting=csv.QUOTE_ALL)
    for row in rows:
        writer.writerow(escape_cell(unmarked(cell)) for cell in row)
    return text.getvalue().encode("utf-8-sig")


def escape_cell(cell: str) -> str:
    """Return a cell that no spreadsheet mistakes for a formula.

    >>> escape_cell("=1+1"), escape_cell(" @now"), escape_cell("Ada")
    ("'=1+1", "' @now", 'Ada')
    """
    return f"'{cell}" if cell.lstrip(" \N{NO-BREAK SPACE}").startswith(_FORMULA) else cell


def _rows(past: PlayedMatch, last: Voice, zone: timezone) -> Iterator[tuple[str, ...]]:
    by_seq = {entry.seq: entry for entry in past.log}
    for number, entry in enumerate(past.log, start=1):
        voice = voice_at(last, past.players, entry)
        first = (str(number), _time(entry, zone), actor_name(voice, entry.by))
        undone = voice.key("past.csv.yes") if entry.undone else ""
        read = join_list([card.label for card in cards_read(voice, entry)], voice.locale)
        if not entry.rulings:
            yield (*first, "", entry_text(voice, entry, by_seq), read, undone)
        for ruling in entry.rulings:
            yield (*first, ruling.rule, voice.say(ruling.message), read, undone)


def _time(entry: Entry, zone: timezone) -> str:
    """Return the time of an entry in a format that every spreadsheet can read."""
    try:
        return datetime.fromtimestamp(entry.at_s, zone).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, OSError, ValueError):
        return ""
