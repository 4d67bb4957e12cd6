"""The log lines of a kept match whose cards a host can set right."""

from __future__ import annotations

from collections.abc import Iterator

from referee.match.journal.bodies import MOVE
from referee.match.running import PlayedMatch
from referee.words import Voice
from webui.page.log import voice_at
from webui.page.rulings import cards_read, entry_text


def readings(past: PlayedMatch, voice: Voice) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the number and the text of each log line that read cards, and their names."""
    for entry in past.log:
        if entry.kind == MOVE and not entry.undone and (read := cards_read(voice, entry)):
            text = entry_text(voice_at(voice, past.players, entry), entry, {})
            yield entry.seq, text, [card.label for card in read]
