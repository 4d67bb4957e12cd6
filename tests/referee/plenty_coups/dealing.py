"""Tables of Plenty Coups with real hands, dealt from a shuffled pile.

The referee never sees the hands. `Table` holds them to check what the referee works out.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from referee import library
from referee.contract import AskCards, By, Offer, Ruling
from referee.kit import compare_cards
from referee.plenty_coups import GAME
from referee.plenty_coups.state.cards import CLANS, COUNTS
from tests.referee.plenty_coups.public_state import PublicState

HAND = 3
Move = dict[str, Any]
OPEN = ("market_read", "swept", "leave")  # moves that take nothing from a hand
RARE = {"take_back": 0.2, "gift": 0.25, "disdain": 0.2, "give_horses": 0.5, "hunt": 0.3}
OFTEN = {
    "coup": 6.0,
    "defend": 3.0,
    "propose": 3.0,
    "accept": 30.0,
    "support": 4.0,
    "reinforce": 2.0,
}


def settings(random: Random) -> tuple[dict[str, Any], int]:
    """Return random options and a number of seats."""
    seats = random.randint(2, 6)
    options: dict[str, Any] = {"elder": random.randrange(seats)}
    if random.random() < 0.5:
        options["clans"] = random.sample(CLANS, len(CLANS))
    return options, seats


class Table:
    """A match whose players hold cards: `hands` by tribe, a `pile` and the `discards`.

    A player leaves before the share `leaves` of the moves. The others then play that hand.
    """

    def __init__(
        self, plain: dict[str, Any], seats: int, random: Random, leaves: float = 0.0
    ) -> None:
        self.leaves = leaves
        self.options, self.seats, self.random = library.options(GAME, plain), seats, random
        self.state: Any = GAME.rules.begin(self.options, seats)
        self.pile = [card for card, many in COUNTS.items() for _ in range(many)]
        random.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(HAND)] for _ in self.shown.camps]
        self.moves: list[Move] = []

    @property
    def shown(self) -> PublicState:
        return PublicState(self.state)

    def play(self, most: int = 5_000) -> Any:
        """Play the match to its end."""
        while GAME.rules.outcome(self.state) is None and len(self.moves) < most:
            self.make(self.choose())
        return self.state

    def choose(self) -> Move:
        """Return a random move that the hands allow. Interesting moves are more likely."""
        if self.shown.phase == "market":
            return {"move": "market_read", "cards": self._turned()}
        gone = [offer for offer in GAME.rules.offers(self.state) if offer.move == "leave"]
        if self.leaves and gone and self.random.random() < self.leaves:
            return self.random.choice(gone).fill()
        ways = [
            (offer, cards)
            for offer in GAME.rules.offers(self.state)
            if offer.by is not By.HOST and (cards := self._cards(offer)) is not None
        ]
        weights = [OFTEN.get(offer.move, RARE.get(offer.move, 1.0)) for offer, _ in ways]
        offer, cards = self.random.choices(ways, weights)[0]
        return offer.fill(**({"cards": cards} if offer.ask else {}))

    def make(self, plain: Move) -> tuple[Ruling, ...]:
        """Make a move and update the hands."""
        before = self.state
        self.state, rulings = GAME.rules.apply(before, library.move(GAME, plain))
        self.moves.append(plain)
        self._follow(PublicState(before), plain)
        return rulings

    def _turned(self) -> list[str]:
        market, used = self.shown.market, self.shown.kept.used
        many = min(4, len(market) + len(self.pile) + used.total())
        return [*market, *self._draw(many - len(market), used)]

    def _draw(self, many: int, discards: Counter[str]) -> list[str]:
        """Draw from the pile. If it runs out, the discards are shuffled (PC-6)."""
        if many > len(self.pile):
            again = list(discards.elements())
            self.random.shuffle(again)
            self.pile = [*again, *self.pile]
        return [self.pile.pop() for _ in range(many)]

    def _cards(self, offer: Offer) -> list[str] | None:
        """Return cards of the hand that answer an offer, or None."""
        given = offer.given.get("cards")
        hand = self.hands[self.shown.kept.acting]
        if not offer.ask:
            return hand if given is None or given[0] in hand else None
        (ask,) = offer.ask
        assert isinstance(ask, AskCards)
        if offer.move == "swept":
            return []
        if offer.move == "take":
            return self.random.sample(list(self.shown.market), ask.least)
        new = ask.least - len(ask.known)
        may = [card for card in hand if card in ask.possible]
        if offer.move == "support":
            may.remove(self.shown.kept.waits)
            may = [card for card in may if ask.fits([*ask.known, card])]
        else:
            may = [card for card in may if card not in ask.known]
        if len(may) < new:
            return None
        return [*ask.known, *self.random.sample(may, new)]

    def _follow(self, before: PublicState, plain: Move) -> None:
        """Take the played cards from the hand, exchange, and draw."""
        after, tribe, move = self.shown, before.kept.acting, plain["move"]
        hand, cards = self.hands[tribe], plain.get("cards", [])
        if move == "take":
            hand += cards
        elif move == "exchange":
            bond = before.bonds[tribe]
            assert bond is not None
            assert bond.partner is not None
            self._swap(tribe, bond.partner)
        elif move not in OPEN and len(after.kept.waits) <= len(before.kept.waits):
            for card in _new(before, plain):
                hand.remove(card)
        if move == "gift":
            self._swap(tribe, plain["camp"])
        for seat, count in enumerate(after.hands):
            drawn = count - len(self.hands[seat])
            self.hands[seat] += self._draw(drawn, self._hidden() - Counter(self.pile))

    def _swap(self, seat: int, other: int) -> None:
        mine, theirs = self.hands[seat], self.hands[other]
        given, back = self.random.randrange(len(mine)), self.random.randrange(len(theirs))
        mine[given], theirs[back] = theirs[back], mine[given]

    def _hidden(self) -> Counter[str]:
        """Return the cards that are in no hand and not face up."""
        held = Counter(card for hand in self.hands for card in hand)
        return Counter(COUNTS) - held - self.shown.kept.used - self.shown.open


def _new(before: PublicState, plain: Move) -> list[str]:
    """Return the cards of a move that come from the hand, not from a raid on the table."""
    cards = plain.get("cards", [])
    raid = before.raids[plain["camp"]] if plain["move"] in ("raid", "reinforce") else None
    if raid is None:
        return list(cards)
    new, gone = compare_cards(cards, raid.cards)
    return list(cards) if gone else new
