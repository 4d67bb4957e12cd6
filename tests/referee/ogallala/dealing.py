"""Tables of Ogallala whose cards come from three shuffled piles, and players with some sense."""

from __future__ import annotations

from random import Random
from typing import Any

from referee import library
from referee.contract import AskPlace, By, Offer, Ruling
from referee.ogallala import GAME
from referee.ogallala.rules.scoring import total
from referee.ogallala.state import phases
from referee.ogallala.state.cards import BOW_CARDS, COUNTS, MAD_AXE, PRIZES, STERN_CARDS
from referee.ogallala.state.state import State
from referee.ogallala.state.territory import Territory, each_canoe

Move = dict[str, Any]
LEAVES = 0.003  # how often somebody leaves rather than draws


def promise(territory: Territory) -> float:
    """Return about what a territory is worth to these players: points, and what may become some."""
    result = float(total(territory) * 3)
    for _, canoe in each_canoe(territory):
        if not canoe.complete:
            many = sum(map(bool, canoe.cards))
            ends = sum(card in BOW_CARDS or card in STERN_CARDS for card in canoe.cards)
            prizes = sum(card in PRIZES for card in canoe.cards)
            result += many + 3 * ends * (many > 1) + 3 * prizes - canoe.cards.count("")
    return result


def settings(random: Random) -> tuple[dict[str, Any], int]:
    """Options and seats as a table might choose them."""
    seats = random.randint(2, 5)
    options = {
        "starter": random.randrange(seats),
        "tribes": random.random() < 0.4,
        "amigo": random.random() < 0.2,
    }
    return options, seats


class Table:
    """A match whose cards lie in shuffled piles; `sense` is how often players think."""

    def __init__(self, plain: dict[str, Any], seats: int, random: Random, sense: float = 0.9):
        self.options, self.seats = library.options(GAME, plain), seats
        self.random, self.sense = random, sense
        self.state: State = GAME.rules.begin(self.options, seats)
        self.moves: list[Move] = []
        self.pile = [card for card, many in COUNTS.items() for _ in range(many)]
        random.shuffle(self.pile)

    def play(self, most: int = 5_000) -> State:
        """Play the match to its end."""
        while GAME.rules.outcome(self.state) is None and len(self.moves) < most:
            self.make(self.choose())
        return self.state

    def make(self, plain: Move) -> tuple[Ruling, ...]:
        """Make a move."""
        before = self.state
        self.state, rulings = GAME.rules.apply(before, library.move(GAME, plain))
        self.moves.append(plain)
        if sum(before.stock.values()) > sum(self.state.stock.values()):
            self.pile.pop()
        elif sum(before.stock.values()) < sum(self.state.stock.values()):
            self.pile = [card for card, many in self.state.stock.items() for _ in range(many)]
            self.random.shuffle(self.pile)
        return rulings

    def choose(self) -> Move:
        """Return a move: of the card that is drawn, where it is best or anywhere."""
        state = self.state
        every = tuple(GAME.rules.offers(state))
        leaves = [offer for offer in every if offer.by is By.HOST]
        if leaves and self.random.random() < LEAVES:
            return self.random.choice(leaves).fill()
        offers = tuple(item for item in every if item not in leaves)
        if not isinstance(state.phase, phases.Draw):
            return self._best(offers, None)
        tops = [offer for offer in offers if offer.given.get("source") == "grounds"]
        if tops and (not self.pile or self.random.random() < 0.15):
            return self._best(tuple(tops), None)
        if not self.pile:
            return {"move": "lay_back", "seat": state.turn}
        return self._best(tuple(offer for offer in offers if offer not in tops), self.pile[-1])

    def _best(self, offers: tuple[Offer, ...], card: str | None) -> Move:
        ways: list[Move] = []
        for offer in offers:
            for ask in offer.ask:
                if isinstance(ask, AskPlace):
                    ways += [
                        offer.fill(**{ask.field: {"card": name, "row": row, "column": column}})
                        for name, cells in ask.places.items()
                        if card is None or name == card
                        for row, column in cells
                    ]
                elif card is None:
                    ways += [offer.fill(cards=[item]) for item in ask.possible]  # type: ignore[union-attr]
                else:
                    ways.append(offer.fill(cards=[card]))
            if not offer.ask and offer.move != "lay_back":
                ways.append(offer.fill())
        if len(ways) > 1 and self.random.random() < self.sense:
            return max(ways, key=self._value)
        return self.random.choice(ways)

    def _value(self, way: Move) -> float:
        """Return how good a move looks: points, long canoes with ends, few discards."""
        if way["move"] in ("spare", "end"):
            return -1.0 if way["move"] == "spare" else self.random.uniform(-1, 1) * 500
        if way["move"] == "discard":
            return -5.0 if way["cards"] != [MAD_AXE] else 0.0
        after, _ = GAME.rules.apply(self.state, library.move(GAME, way))
        mine = promise(after.territories[self.state.turn])
        theirs = max(
            promise(territory)
            for seat, territory in enumerate(after.territories)
            if seat != self.state.turn
        )
        return mine - theirs - promise(self.state.territories[self.state.turn]) + 0.1
