"""A match with a bot, its real cards, and a camera that reads them without a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from firmware.bots import bots
from firmware.bots.bot_process import Answer, Decision, MoveRequest, NothingToDo
from firmware.bots.bot_worker import answer
from firmware.bots.real_hands import RealHands
from firmware.reading.asker import Asker
from referee import library
from referee.actor import TABLE
from referee.bots.sample import sampler_of
from referee.match.commands import Begin, Command, HandOver, Level, Move
from referee.match.desk import Desk
from referee.pending import PendingAction
from referee.words.sentences import say
from tests.bench.table.lain import Loose, SightedLain
from tests.bench.table.seen import FRAME_S
from tests.live import WithDesk
from vision.synthetic.scene import PlacedCard

BOT = 1
TERRITORY = f"territory:{BOT}"
ASIDE_MM = (-60.0, 40.0)  # beside every mat
LATER_S = 30.0  # By then a bot has thought and people have been told.


def laid(player: int, card: str, row: int, column: int) -> dict[str, Any]:
    """Return the move of a card from a pile, laid in a cell."""
    cell = {"card": card, "row": row, "column": column}
    return {"move": "place", "player": player, "source": "pile", "laid": cell}


FIRST = (laid(0, "fur", 1, 0), {"move": "discard", "player": 0, "cards": ["mad_axe"]})


def likes(asked: MoveRequest) -> Answer:
    """Return what a known bot does: it draws from a pile and lays the card in the last cell."""
    game = library.game(asked.game)
    state = library.state(game, asked.state)
    world = sampler_of(game)(state, asked.seat, asked.visible_cards, Random(0))
    if world.mover != asked.seat:
        return NothingToDo()
    acts = world.legal_actions()
    drawn = next((act for act in acts if act.move is None), acts[-1])
    places = [act for act in acts if getattr(act.move, "laid", None) is not None]
    act = places[-1] if places and asked.visible_cards.get(asked.seat) else drawn
    return Decision(None if act.move is None else library.to_plain(act.move), act.kept)


class Evening(WithDesk):
    """Ogallala for two, the second a bot; a person shows, lays and takes cards as it asks."""

    def __init__(self, folder: Path, think: Callable[[MoveRequest], Answer] = answer) -> None:
        self.lain = SightedLain("ogallala", "ogallala", 2, Random(4))
        self.folder, self.now_s, self._think = folder, 0.0, think
        self.desk = Desk.open(folder / "evening.sqlite")
        self.blind = False
        self.sit_down()

    def sit_down(self) -> None:
        """Begin as the table does once it is switched on."""
        self.hands = RealHands(self._clock)  # what the bot knows of its cards
        self.bots = bots.Bots(
            self.desk.snapshot, self.desk.do, self.hands, clock=self._clock, think=self._think
        )
        self.asker = Asker(judges=lambda: self.hands)

    def restart(self) -> None:
        """Pull the plug, and begin again from the journal."""
        self.desk.close()
        self.desk = Desk.open(self.folder / "evening.sqlite")
        self.sit_down()

    def _clock(self) -> float:
        return self.now_s

    @property
    def wanted(self) -> PendingAction | None:
        """What the bot waits for."""
        return self.hands.wanted(self.match)

    @property
    def says(self) -> str:
        """What it says that it waits for."""
        return "" if self.wanted is None else say(self.wanted.message)

    @property
    def questions(self) -> list[str]:
        """What people are told, and asked, about what lies there."""
        return [say(question.message) for question in self.asker.questions]

    def begin(self, *moves: dict[str, Any], level: Level = "gentle") -> None:
        """Begin a match, make some moves, and lay the cards to match."""
        self.desk.do(Begin("ogallala", {}, 2, levels=("", level)))
        for move in moves:
            self.desk.do(Move(move))
        self.follow()

    def do(self, command: Command) -> None:
        """Do something as the host does."""
        self.desk.do(command, TABLE)

    def looks(self, for_s: float = LATER_S) -> None:
        """Let time go by: bots think, the camera looks, and each move that it reads is made."""
        until_s = self.now_s + for_s
        while self.now_s < until_s:
            self.bots.step()
            if not self.blind:
                seen = self.lain.look()
                made = self.asker.consider(self.match, seen, self.now_s, self.lain.grids)
                if made is not None:
                    self.desk.do(Move(made.move, made.seen), made.by, dict(made.proofs))
                    self.follow()
            self.now_s += FRAME_S

    def hand_over(self, seat: int = BOT) -> None:
        """Give a seat to a person."""
        self.do(HandOver(seat, "Ada"))

    def follow(self) -> None:
        """Lay all cards as the match has them."""
        self.lain.follow(self.match.layout)

    def show(self, card: str, zone: str | None = "drawn") -> None:
        """Lay a card where it is no move, or in another zone; None is beside the mats."""
        if zone is None:
            aside = PlacedCard(self.lain.deck, card, *ASIDE_MM, 0.0)
            self.lain.loose.append(Loose(aside, ""))
        else:
            self.lain.lay(card, zone)

    def take_up(self) -> None:
        """Take up all cards that were shown."""
        self.lain.loose.clear()

    def lay(self, card: str, row: int, column: int, zone: str = TERRITORY) -> None:
        """Lay a card in a cell, by the match's own columns."""
        at = row, column + self.lain.shifts[zone]
        self.lain.cells[zone][at] = self.lain.in_cell(card, zone, at)

    def take(self, row: int, column: int, zone: str = TERRITORY) -> None:
        """Take a card out of a cell."""
        del self.lain.cells[zone][row, column + self.lain.shifts[zone]]

    def lay_as_wanted(self) -> None:
        """Take up the cards that were shown, and lay them where the bot wants them."""
        wanted = self.wanted
        assert wanted is not None
        self.take_up()
        for card, (row, column) in zip(wanted.cards, wanted.at, strict=True):
            self.lay(card, row, column, str(wanted.zone))
