"""How a match of the model of Coup, with real cards, is one of the code's."""

from __future__ import annotations

from dataclasses import asdict
from random import Random
from typing import Any

from referee.contract import By
from tests.referee.asks import presses_are_lit
from tests.referee.models import driver
from tests.referee.models.coup import DECK, READINGS, Match, Options, Table, bare
from tests.referee.models.driver import Places, Plain, answers

HOST_SHARE = 0.05  # how often the host sets a purse
MISREAD_SHARE = 0.1  # of the readings
HOST = ("coins_set", "cards_corrected")


class Comparison(driver.Comparison):
    """Players who bluff, a camera that misreads, a host who sets purses.

    What is read wrongly is corrected before the next reading, or after the end.
    """

    GAME = "coup"

    def __init__(self, rng: Random) -> None:
        seats = rng.randint(2, 6)
        options = some_options(rng, seats)
        self.correction = Plain()
        self.match = Match(options, seats)
        self.table = Table(self.match, rng)
        super().__init__(asdict(options), seats, rng)

    @property
    def over(self) -> bool:
        return self.match.winner is not None and not self.correction

    def places(self) -> Places | None:
        return None if self.match.winner is None else ((self.match.winner,),)

    def sees(self) -> dict[str, object]:
        match = self.match
        seen: dict[str, object] = {
            "CP-2: purses": match.purse,
            "CP-2: Treasury": match.treasury,
            "CP-26: faces": match.faces,
            "CP-21: what is awaited": match.moment.what,
        }
        if match.winner is None:
            seen["CP-3: whose turn"] = match.actor
            seen["CP-20: who is awaited"] = set(match.moment.seats)
        return seen

    def step(self) -> None:
        """Correct what was misread, or do anything that is legal and true."""
        rng, match, table = self.rng, self.match, self.table
        due = match.moment.what in ("show", "lose", "return", "over")
        if self.correction and (due or self.chance(0.5)):
            match.play(self.correction)
            self.took(self.correction)
            self.correction = {}
            return
        if self.chance(HOST_SHARE):
            seat = rng.choice(match.alive())
            least, most = match.purse_limits(seat) or (0, 0)
            coins = rng.choice([least, most, rng.randint(least, min(12, most))])
            purse = {"move": "coins_set", "seat": seat, "coins": coins}
            match.play(purse)
            self.took(purse)
        move = read = rng.choice(
            [move for move in match.legal() if move["move"] not in READINGS] + table.readings()
        )
        if move["move"] in ("card_shown", "card_turned") and self.chance(MISREAD_SHARE):
            read = rng.choice([other for other in match.legal() if other["move"] == move["move"]])
            self.correction = {"move": "cards_corrected", "cards": move["cards"]}
        table.play(move, read)
        self.took(read)
        self.met[f"{move['move']} {move.get('action', '')}"] += 1

    def took(self, move: Plain) -> None:
        """Make a move in the game that the model has taken, and compare what it led to."""
        rulings = self.do(**move)
        if move["move"] not in HOST:
            short = any(ruling.rule == "CP-2" for ruling in rulings)
            self.same(f"CP-2: says after {move} that coins are short", self.match.short, short)
        self.compare()

    def compare(self) -> None:
        """Compare what is offered too; a block may name its card, which is not asked."""
        super().compare()
        self.same("who may press is lit", True, presses_are_lit(self.offers))
        legal = {
            frozen({**move, "card": ""} if move["move"] == "block" else move)
            for move in self.match.legal()
        }
        mine = [offer for offer in self.offers if offer.by is not By.HOST]
        self.same("offers", legal, {frozen(move) for offer in mine for move in answers(offer)})


def frozen(move: Plain) -> tuple[tuple[str, Any], ...]:
    """Return a move as something that a set can hold."""
    items = bare(move).items()
    return tuple(sorted((k, tuple(v) if isinstance(v, list) else v) for k, v in items))


def some_options(rng: Random, seats: int) -> Options:
    """Return options as a table might choose them, or a strange deck."""
    options = Options(
        starter=rng.randrange(seats),
        most_s=rng.choice([0, 20]),
        strict_contessa=rng.random() < 0.5,
        named_block=rng.random() < 0.5,
        two_players=rng.choice(["sheet", "one_coin", "sets"]),
    )
    if rng.random() < 0.2 and options.two_players != "sets":
        options.deck = {card: rng.randint(1, 4) for card in DECK}
        while sum(options.deck.values()) < 2 * seats + 2:
            options.deck[rng.choice(list(DECK))] += 1
    return options
