"""Everything the console's menus show: the match, the table's state, and the language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware.console.menus.readings import PastReadings
from referee import words
from referee.contract import Message
from referee.match.running import Snapshot
from referee.offers import Press
from referee.reports.status import Part, PendingApproval, Question, Sound
from referee.words import Voice

# The games of a new match as plain data with their words: `webui.page.games.games`.
Games = list[dict[str, Any]]


@dataclass(frozen=True)
class World:
    """Everything that a menu shows at one moment.

    `voice` speaks for no seat, so it says only what everybody may see. `seats` is the number of
    seats at the table, and `phone_seats` are those with a phone. `known` are names used here
    before. `untried` means that nobody has played here yet, so a teach-in is offered. `past` are
    the cards read so far. `names` are the players' own names by seat; `voice` uses them in letters
    that the display has. `without_bots` maps games to the reason why bots cannot play them.
    `waiting` are the pending approvals, and `yes` the presses by which each seat gives them
    (`Status.yes`). `wanted` is a bot's request.
    """

    voice: Voice
    match: Snapshot | None = None
    question: Question | None = None
    parts: tuple[Part, ...] = ()
    games: Games = field(default_factory=list)
    seats: int = 6
    phone_seats: tuple[int, ...] = ()
    languages: Mapping[str, str] = field(default_factory=dict)
    sound: Sound = field(default_factory=Sound)
    untried: bool = False
    known: tuple[str, ...] = ()
    past: PastReadings | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    waiting: tuple[PendingApproval, ...] = ()
    yes: Mapping[int, Press | None] = field(default_factory=dict)
    without_bots: Mapping[str, Message] = field(default_factory=dict)
    wanted: Message | None = None

    def seat(self, seat: int) -> str:
        """Return a seat's symbol and name."""
        return words.seat(seat, self.voice.locale, self.voice.names)

    def face(self, card: str) -> str:
        """Return a card's name and, for a special card, its effect."""
        return f"{self.voice.card(card)} {self.voice.about(card)}".rstrip()
