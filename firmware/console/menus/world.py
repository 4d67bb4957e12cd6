"""Everything that the console's menus show: the match, the state of the table, and the language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from referee import words
from referee.contract import Message
from referee.match.back.correcting import Correction, Corrector
from referee.match.running import Snapshot
from referee.offers import Press
from referee.reports.questions import Question
from referee.reports.status import Part, PendingApproval, Sound
from referee.words import Voice

# The available games with their words, as plain data: `webui.page.games.games`.
Games = list[dict[str, Any]]


@dataclass(frozen=True)
class World:
    """Everything that a menu shows at one moment.

    `voice` speaks for no seat, so it tells only what everybody may know. `seats` is the number of
    seats at the table, and `phone_seats` are those with a phone. `known` are the names used here
    before. `untried` means that nobody has played here yet, so the menu offers a teach-in. `past`
    are the cards read so far. `names` are the players' own names by seat; `voice` spells them with
    letters that the display has. `without_bots` maps games to the reason why bots cannot play them.
    `waiting` are the pending approvals, and `yes` the press by which each seat approves
    (`Status.yes`). `wanted` is a bot's request. `undealt` means that a deal comes before all moves.
    `invitation` tells how phones join the table, and the host's code. `lot` is a number drawn by
    chance.
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
    undealt: bool = False
    invitation: tuple[Message, ...] = ()
    lot: int = 0

    def seat(self, seat: int) -> str:
        """Return the symbol and name of a seat."""
        return words.seat(seat, self.voice.locale, self.voice.names)

    def labelled(self, label: str, value: object) -> str:
        """Return a label and its value as one line."""
        return self.voice.key("console.is", label=label, value=str(value))

    def face(self, card: str) -> str:
        """Return the name of a card and, for a special card, the card's effect."""
        return f"{self.voice.card(card)} {self.voice.about(card)}".rstrip()


class PastReadings:
    """The public readings of a match, newest first. They are computed when first needed.

    `visible` returns the numbers of those journal entries that everybody may see.
    """

    def __init__(self, corrector: Callable[[], Corrector], visible: Callable[[], set[int]]) -> None:
        self._make = corrector
        self._visible = visible
        self._possible: dict[tuple[int, int], tuple[Correction, ...]] = {}

    @cached_property
    def _corrector(self) -> Corrector:
        return self._make()

    @cached_property
    def readings(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The entry number of each reading, with the cards read."""
        visible = self._visible()
        return tuple(
            reading for reading in self._corrector.readings()[::-1] if reading[0] in visible
        )

    def possible(self, of: int, at: int) -> tuple[Correction, ...]:
        """Return a correction for each card that may be at place `at` of entry `of`."""
        if (of, at) not in self._possible:
            self._possible[of, at] = self._corrector.possible(of, at)
        return self._possible[of, at]
