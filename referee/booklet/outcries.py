"""The words of a bot that calls, is caught or was wrongly doubted; they fit its temper."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from referee import library
from referee.contract import Message, Ruling
from referee.determinization import Temper

VARIANTS = 2  # Number of texts for each temper and occasion.


class Outcry(NamedTuple):
    """The words of the bot at a seat about the move of a log entry."""

    seq: int
    seat: int
    words: Message

    @property
    def line(self) -> Message:
        """The words with the name of the bot before them."""
        return Message("bot.says", {"seat": self.seat, "word": self.words.key})


def outcry(game: str, seq: int, rulings: Sequence[Ruling], bots: Container[int]) -> Outcry | None:
    """Return what one of the `bots` says about the rulings of an entry, or None.

    It depends only on the rulings that everybody may see, so all pages show the same.
    """
    banners = library.data(game).banners
    for ruling in rulings:
        spec = banners.for_ruling(ruling.message.key)
        if spec is None or spec.says is None or ruling.only is not None:
            continue
        seat = ruling.message.params[spec.speaker]
        if isinstance(seat, int) and seat in bots:
            temper = Temper.of(seat).name.lower()
            words = Message(f"bot.{spec.says}.{temper}.{seq % VARIANTS}")
            return Outcry(seq, seat, words)
    return None
