"""A move that cards on the table make, on its way to the desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from firmware.reading.evidence import Confirmation
from firmware.reading.waiting import ChangeKey
from referee import library, notation
from referee.actor import Actor
from referee.contract import IllegalMove
from referee.match.desk import Snapshot


class ReadingKey(NamedTuple):
    """The key of a reading of the cards: the match's state, the changes, and their move."""

    seq: int
    changes: tuple[ChangeKey, ...]
    move: object


@dataclass(frozen=True)
class Submission:
    """A move made with cards, as plain data, with its pictures (PNG, by card id).

    `seen` is the number of the last move before the cards were seen. `confirmed` are the doubtful
    readings whose cards people named.
    """

    move: dict[str, Any]
    seen: int
    by: Actor
    proofs: Mapping[str, bytes]
    key: ReadingKey
    confirmed: tuple[Confirmation, ...] = ()

    def public_line(self, match: Snapshot | None) -> str:
        """Return the move in one line, for the log. It is empty if it could tell a secret."""
        if match is None:
            return ""
        try:
            move = library.move(match.game, self.move)
        except IllegalMove:
            return ""
        offers = [offer for offer in match.offers if offer.move == self.move["move"]]
        if not offers or any(offer.secret for offer in offers):
            return ""
        return notation.write(move)
