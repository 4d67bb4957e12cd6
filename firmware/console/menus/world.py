"""What the console's menus are made of: the match, the table's state, and whom it speaks to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware.console.menus.readings import PastReadings
from referee import words
from referee.contract import Message
from referee.match.running import Snapshot
from referee.offers import Press
from referee.reports.status import Part, Question, Sound, Waiting
from referee.words import Voice

# What a new match may be, a game each, as plain data with its words: `webui.page.games.games`.
Games = list[dict[str, Any]]


@dataclass(frozen=True)
class World:
    """All that a menu shows at one moment.

    `voice` sits at no seat: what it is shown, everybody may see. `seats` is how many the table has,
    `phone_seats`: whose player holds a phone, `known` the names used here before. `untried`:
    nobody has played here yet, so a teach-in is offered. `past` are the cards read so far. `names`
    are what players call themselves, by seat, where the voice has them as the display writes them.
    `without_bots` says by game why the table's own do not play it, where they do not.
    `waiting` is what waits for a yes, which seats' buttons say by a press each (`Status.yes`);
    `wanted` is what people are to do for a player of the table's own.
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
    waiting: tuple[Waiting, ...] = ()
    yes: Mapping[int, Press | None] = field(default_factory=dict)
    without_bots: Mapping[str, Message] = field(default_factory=dict)
    wanted: Message | None = None

    def seat(self, seat: int) -> str:
        """Return a seat's symbol and name."""
        return words.seat(seat, self.voice.locale, self.voice.names)

    def face(self, card: str) -> str:
        """Return a card's name and, of a special one, what it does."""
        return f"{self.voice.card(card)} {self.voice.about(card)}".rstrip()
