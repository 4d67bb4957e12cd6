"""A match with a player of the table's own, the real cards that it lies with, and their camera."""

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
from referee.match.commands import Begin, Command, HandOver, Level
from referee.match.desk import Desk, Snapshot
from referee.pending import PendingAction
from referee.words.sentences import say
from tests.firmware.reading.territories import PILE, Lying
from tests.matches import match_of
from vision.observation import SettledCard

BOT = 1
DRAWN_MM = (190.0, 137.0)  # where a card that was drawn may be shown
ASIDE_MM = (-60.0, 40.0)  # beside every mat
LATER_S = 30.0  # by then a bot has thought, and people were told


def laid(player: int, card: str, row: int, column: int) -> dict[str, Any]:
    """Return the move of a card from a pile, laid in a cell."""
    cell = {"card": card, "row": row, "column": column}
    return {"move": "place", "player": player, "source": "pile", "laid": cell}


FIRST = (laid(0, "fur", 1, 0), {"move": "discard", "player": 0, "cards": ["mad_axe"]})


def likes(asked: MoveRequest) -> Answer:
    """Return what a known bot does: it draws from a pile, and lays the card in the last cell."""
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


class Evening:
    """Ogallala for two, the second of them the table's; `person` is a hand with cards."""

    def __init__(self, folder: Path, think: Callable[[MoveRequest], Answer] = answer) -> None:
        self.folder, self.now_s, self._think = folder, 0.0, think
        self.desk = Desk.open(folder / "evening.sqlite")
        self.lying = Lying(2)
        self.more: list[SettledCard] = []  # shown, and in no territory
        self.moving: tuple[str, ...] = ()
        self.blind = False
        self.sit_down()

    def sit_down(self) -> None:
        """Begin as the table does once it is switched on."""
        self.hands = RealHands(self._clock)
        self.bots = bots.Bots(
            self.desk.snapshot, self.desk.do, self.hands, clock=self._clock, think=self._think
        )
        self.asker = Asker(judges=self.hands)

    def restart(self) -> None:
        """Pull the plug, and begin anew from the journal."""
        self.desk.close()
        self.desk = Desk.open(self.folder / "evening.sqlite")
        self.sit_down()

    def _clock(self) -> float:
        return self.now_s

    @property
    def match(self) -> Snapshot:
        """The match as it stands."""
        return match_of(self.desk)

    @property
    def wanted(self) -> PendingAction | None:
        """What the bot waits for."""
        return self.hands.wanted(self.match)

    @property
    def says(self) -> str:
        """What it says that it waits for."""
        return "" if self.wanted is None else say(self.wanted.message)

    @property
    def told(self) -> list[str]:
        """What people are told, and asked, about what lies there."""
        return [say(one.message) for one in self.asker.questions]

    def begin(self, *moves: dict[str, Any], level: Level = "gentle") -> None:
        """Begin a match, in which some moves were made, and have the table lie so."""
        self.desk.do(Begin("ogallala", {}, 2, levels=("", level)))
        for move in moves:
            self.desk.submit(move)
        self.lying.follow(self.match.state)

    def do(self, command: Command) -> None:
        """Do something as the host does."""
        self.desk.do(command, TABLE)

    def looks(self, for_s: float = LATER_S) -> None:
        """Let time go by, in which bots think and the camera looks; each move is made."""
        until_s = self.now_s + for_s
        while self.now_s < until_s:
            self.bots.step()
            if not self.blind:
                seen = self.lying.seen(self.moving, tuple(self.more))
                made = self.asker.consider(self.match, seen, self.now_s, self.lying.grids)
                if made is not None:
                    self.desk.submit(made.move, made.seen, made.by, dict(made.proofs))
                    self.lying.follow(self.match.state)
            self.now_s += 0.5

    # -- what a person does ----------------------------------------------------------------------

    def show(self, card: str, at_mm: tuple[float, float] = DRAWN_MM, zone: str = "drawn") -> None:
        """Lay a card face up where it counts for nothing."""
        self.more.append(self.lying.made(card, at_mm, zone))

    def take_up(self) -> None:
        """Take up all cards that are shown."""
        self.more.clear()

    def lay(self, card: str, row: int, column: int, seat: int = BOT) -> None:
        """Lay a card in a territory, by the match's own columns."""
        at = row, column + self.lying.shifts[seat]
        self.lying.cards[seat][at] = self.lying.card(card, seat, *at)

    def take(self, row: int, column: int, seat: int = BOT) -> None:
        """Take a card of a territory up."""
        del self.lying.cards[seat][row, column + self.lying.shifts[seat]]

    def discard(self, card: str) -> None:
        """Lay a card on the hunting grounds."""
        self.lying.discard(card)

    def lay_as_wanted(self) -> None:
        """Take up what was shown, and lay it where it is wanted."""
        wanted = self.wanted
        assert wanted is not None
        assert wanted.zone is not None
        self.take_up()
        if str(wanted.zone) == PILE:
            self.discard(wanted.cards[0])
        else:
            for card, (row, column) in zip(wanted.cards, wanted.at, strict=True):
                self.lay(card, row, column)

    def do_as_wanted(self) -> None:
        """Do what the bot wants, whatever that is, by where its move leads."""
        wants = self.hands._wish
        assert wants is not None
        state, _ = self.match.game.rules.apply(self.match.state, wants.move)
        top = wants.wanted.cards[0] if str(wants.wanted.zone) == PILE else ""
        self.take_up()
        before = len(self.lying.pile)
        self.lying.follow(state, top)
        if top and len(self.lying.pile) <= before:
            self.discard(top)  # what it does comes first

    def hand_over(self, seat: int = BOT) -> None:
        """Give a seat to a person."""
        self.do(HandOver(seat, "Ada"))

    def close(self) -> None:
        """Go home."""
        self.desk.close()
