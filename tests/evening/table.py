"""The table of the evening, and matches of Coyote at it, in which seats change hands."""

from __future__ import annotations

import signal
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from tests.club_site import Site, join
from tests.evening import count
from tests.evening.count import Played, Round, Said
from tests.process import Process, eventually

CHILD = "Quendolin"

# The clock of the day before, on a machine that was switched off since.
YESTERDAY = """
import pathlib, time
import referee.match.journal.clock as clock
now = time.time
time.time = lambda: now() - 86400
clock.BOOT = pathlib.Path({boot!r})
from firmware.cli import main
main()
"""


class Table:
    """The table of the evening; `Site` and `Process` are new after each start."""

    def __init__(self, folder: Path, hub: Site) -> None:
        self.folder = folder / "table"
        boot = folder / "boot"
        boot.write_text("the day before")
        self.start("-c", YESTERDAY.format(boot=str(boot)))
        join(self.site, hub, "Table 1")

    def start(self, *program: str) -> None:
        options: dict[str, Any] = {"program": program} if program else {}
        self.process = Process(self.folder, "--quiet", "--seed", "11", **options)
        self.site = Site(self.process)

    def pull_the_plug(self) -> None:
        self.process.kill(signal.SIGKILL)
        self.start()

    def begin(self, game: str, people: tuple[str, ...], **options: Any) -> int:
        """Begin a match; return its number."""
        seats, names = len(people), list(people)
        begun = {"game": game, "options": options, "seats": seats, "names": names}
        return int(self.process.post("/api/match", begun)["seq"])

    def post(self, path: str, **body: Any) -> Any:
        """Let the host give a command about the match as it is now."""
        return self.process.post(path, {"seen": self.process.state()["seq"], **body})


class Coyote:
    """A match of Coyote: it plays each act at the table, and writes down who did it."""

    def __init__(self, table: Table, *people: str, strikes: int = 1) -> None:
        options = {"edition": "tomahawk", "strikes": strikes}
        self.number = table.begin("coyote", people, **options)
        self.table, self.strikes = table, strikes
        self.who, self.takers = list(people), list(people)
        self.left: dict[int, int] = dict.fromkeys(range(len(people)), strikes)
        self.turn: int = 0
        self.bids: list[Said] = []
        self.rounds: list[Round] = []
        self.names: dict[str, str] = {}

    def after(self, seat: int) -> int:
        """Return the next seat that is still in."""
        seats = [*range(seat + 1, len(self.who)), *range(seat + 1)]
        here: list[int] = [seat for seat in seats if seat in self.left]
        return here[0]

    def say(self, *numbers: int) -> None:
        for number in numbers:
            if not self.bids:
                self.table.process.post("/virtual/deal")
            self.table.process.move(move="announce", seat=self.turn, number=number)
            self.wrote(number)

    def wrote(self, number: int) -> None:
        """Write down a number that somebody has said."""
        self.bids.append(Said(self.turn, number, self.who[self.turn]))
        self.turn = self.after(self.turn)

    def doubt(self, cards: str) -> None:
        """Challenge the last number, and count the cards."""
        self.table.process.move(move="challenge", seat=self.turn)
        self.count(cards)

    def count(self, cards: str) -> None:
        """Count the cards after a challenge. The loser starts, or else who threw them out."""
        self.table.process.move(move="cards_read", cards=cards.split())
        round_ = Round(tuple(self.bids), self.turn, self.who[self.turn], tuple(cards.split()))
        self.rounds.append(round_)
        loser = count.loser(round_)
        (other,) = {self.bids[-1].seat, self.turn} - {loser}
        self.left[loser] -= 1
        if not self.left[loser]:
            del self.left[loser]
        self.turn = loser if loser in self.left else other
        self.bids = []

    def finish(self) -> None:
        """Let the player to move say too much until one player is left."""
        while len(self.left) > 1:
            self.say(90)
            self.doubt(self._low_cards())

    def _low_cards(self) -> str:
        """Return a low card for each player from those that are not discarded."""
        gone = count.discards(self.rounds)
        pile = (card for value in range(1, 11) for card in [str(value)] * (2 - gone[str(value)]))
        return " ".join(islice(pile, len(self.left)))

    def hand_over(self, seat: int, name: str, place: str, level: str = "") -> None:
        """Give a seat to another person, or to a bot: of those nobody keeps a record."""
        to = {"level": level} if level else {"name": name}
        self.table.process.post("/api/seat/over", {"seat": seat, "place": place, **to})
        taker = {"keeps": self.takers[seat], "leaves": self.who[seat], "comes": name, "nobody": ""}
        self.who[seat], self.takers[seat] = name, taker[place]

    def corrected(self, cards: str, names: dict[str, str]) -> None:
        """Write down how the last cards really lay, and who really sat where."""
        *others, last = self.rounds
        self.rounds = [*others, replace(last, cards=tuple(cards.split()))]
        self.names = names

    def counted(self) -> Played:
        """Return what the match comes to by the rules."""
        return count.coyote(self.rounds, self.strikes, self.takers).renamed(self.names)

    def order(self) -> tuple[int, ...]:
        """Return the seats by place."""
        return count.order(self.rounds, self.strikes, len(self.who))


# -- the matches ---------------------------------------------------------------------------------


def of_yesterday(table: Table) -> Coyote:
    """Play a match in which a card is misread, a name misspelt, and two sit the other way round."""
    match = Coyote(table, "Ada", "Boo", "Cy")
    match.say(10, 60)
    match.doubt("1 2 3")
    match.say(20)
    match.doubt("10 9")
    return match


def with_a_child(table: Table) -> Coyote:
    match = Coyote(table, CHILD, "Ada")
    match.say(60)
    match.doubt("4 5")
    return match


def the_leaver_keeps_the_place(table: Table) -> Coyote:
    """Di bluffs and leaves; Eve plays the rest for Di's place."""
    match = Coyote(table, "Ada", "Bo", "Cy", "Di", strikes=2)
    match.say(3, 5, 8, 60)
    match.hand_over(3, "Eve", "keeps")
    match.doubt("1 2 3 4")
    match.say(12, 13)
    match.doubt("5 6 7 8")
    match.say(40, 41)
    match.doubt("night 9 10 -5")
    match.finish()
    return match


def the_newcomer_takes_the_place(table: Table) -> Coyote:
    """Fay takes Cy's place. Di plays for Bo's, whom Eve follows for Di's. The power fails."""
    match = Coyote(table, "Ada", "Bo", "Cy", strikes=2)
    match.say(5, 70)
    match.hand_over(1, "Di", "keeps")
    match.doubt("1 2 3")
    match.say(6)
    table.pull_the_plug()
    match.hand_over(2, "Fay", "comes")
    match.doubt("4 5 6")
    match.hand_over(1, "Eve", "leaves")
    match.finish()
    return match


def nobody_takes_the_place(table: Table) -> Coyote:
    match = Coyote(table, "Ada", "Bo", "Cy")
    match.say(30, 31)
    match.hand_over(0, "Eve", "nobody")
    match.doubt("10 15 -10")
    match.say(2)
    match.doubt("1 2")
    return match


def bot_and_back(table: Table) -> Coyote:
    """A bot plays for Cy, who has gone out for a moment, and then Fay for her own place."""
    match = Coyote(table, "Ada", "Bo", "Cy", strikes=2)
    match.say(9)
    match.hand_over(2, "", "keeps", level="gentle")
    match.say(10)
    seen = table.process.state()["seq"]
    eventually(lambda: table.process.state()["seq"] > seen)
    answer = table.process.state()["focus"]
    if answer["value"] == "10":  # the bot has challenged
        match.count("1 2 3")
    else:
        match.wrote(int(answer["value"]))
        match.doubt("1 2 3")
    match.hand_over(2, "Fay", "comes")
    match.finish()
    return match
