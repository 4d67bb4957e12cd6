"""Worlds for the console's menus, and a hand on its knob."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from firmware.console.glyphs import legible
from firmware.console.menus.menu import Menu
from firmware.console.menus.screen import Screen
from firmware.console.menus.world import World
from referee.actor import HOST
from referee.contract import Message
from referee.match.commands import Begin, Command, Move, Pause
from referee.match.desk import Desk
from referee.match.running import Snapshot
from referee.reports.commands import TableCommand
from referee.reports.questions import Item, PossibleCard, Question
from referee.reports.status import Part, Status
from referee.reports.virtual_acts import VirtualAct
from referee.words import Voice

ILL = (Part("panel", False, Message("table.panel.stuck", {"seats": (2,)})),)


def world(
    match: Snapshot | None = None,
    locale: str = "en",
    question: Question | None = None,
    parts: tuple[Part, ...] = (),
    **more: Any,
) -> World:
    """Return what a console is shown, as nobody in particular."""
    names = {seat: legible(name) for seat, name in enumerate(match.names)} if match else {}
    status = Status(parts, (), questions=() if question is None else (question,))
    return World(Voice(locale, names), match, **({"status": status} | more))


def begin(game: str, seats: int | tuple[str, ...], **options: Any) -> Begin:
    """Return the command that begins a match of so many, or by their names."""
    if isinstance(seats, int):
        return Begin(game, options, seats)
    return Begin(game, options, len(seats), seats)


def played(
    folder: Path,
    game: str,
    *moves: Mapping[str, Any],
    seats: int | tuple[str, ...] = 3,
    options: Mapping[str, Any] | None = None,
) -> Snapshot:
    """Return a match after some moves."""
    desk = Desk.open(folder / "match.sqlite")
    try:
        match = desk.do(begin(game, seats, **(options or {})))
        for move in moves:
            match = desk.do(Move(move))
        return match
    finally:
        desk.close()


def resting(folder: Path) -> Snapshot:
    """Return a match that is paused, between two of its moves."""
    desk = Desk.open(folder / "match.sqlite")
    try:
        desk.do(Begin("coyote", {}, 3, ("Ada", "Zoé", "Björn")))
        desk.do(Move({"move": "announce", "seat": 0, "number": 12}))
        return desk.do(Pause(), HOST)
    finally:
        desk.close()


def doubt(*, cards: int = 1) -> Question:
    """Return a question of the camera about some cards, of which the last is certain."""
    six, nine = PossibleCard("6", 0.71, 2), PossibleCard("9", 0.69, 2)
    items = tuple(
        Item(f"i{n}", f"p{n}", (six, nine), guess="6", certain=0 < n == cards - 1)
        for n in range(cards)
    )
    return Question("7:mat", "mat", Message("table.ask.which", {"count": cards}), items)


class Hand:
    """A hand on the knob: goes where a label says, and counts its pushes."""

    def __init__(self, world: World, refusal: Message | None = None) -> None:
        self.menu = Menu(world, refusal=refusal)
        self.clicks = 0

    @property
    def labels(self) -> list[str]:
        """What there is to choose from, or to read."""
        return [entry.label for entry in self.menu.page.entries]

    @property
    def text(self) -> str:
        """What there is to read."""
        assert self.menu.page.is_text
        return " ".join(self.labels)

    def turn(self, steps: int) -> Hand:
        """Turn the knob."""
        self.menu = self.menu.turn(steps)
        return self

    def to(self, label: str) -> Hand:
        """Turn to the first entry whose label has these words in it."""
        place = next(n for n, shown in enumerate(self.labels) if label in shown)
        return self.turn(-len(self.labels)).turn(place)

    def push(self) -> Command | TableCommand | VirtualAct | None:
        """Push; return what is said, `by` whom."""
        self.clicks += 1
        self.menu, menu_command = self.menu.push()
        self.by = None if menu_command is None else menu_command.by
        return None if menu_command is None else menu_command.command

    def take(self, *labels: str) -> Command | TableCommand | VirtualAct | None:
        """Turn to each of these and push it; return what is said in the end."""
        command = None
        for label in labels:
            assert command is None, command
            command = self.to(label).push()
        return command

    def back(self) -> Hand:
        """Push for long."""
        self.menu = self.menu.back()
        return self

    @property
    def screen(self) -> Screen:
        """What the display shows."""
        return self.menu.screen

    @property
    def marked(self) -> str:
        """What is chosen, as it is shown."""
        return " ".join(line.text for line in self.screen.lines if line.marked)
