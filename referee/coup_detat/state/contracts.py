"""The six contracts as data: which cards cost money, how much, and what a coup d'État earns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.coup_detat.state.cards import CONTRACT_CARDS, PACK

FINE = 800  # Fine in francs for a failed attempt at any contract, paid to the bank (CE-38).


class Contract(NamedTuple):
    """A contract: its rule id and its amounts in francs.

    `price` is the cost of each card for the player who takes it. `ends` is the cost of the first
    trick, and also of the last one. `last` is paid by the last player to hold cards. `gain` is paid
    by each opponent for a successful attempt. The suits in `bars` may not be led first (CE-22).
    `secret` allows a secret coup.
    """

    name: str
    rule: str
    gain: int
    price: Mapping[str, int] = {}
    ends: int = 0
    last: int = 0
    bars: str = ""
    secret: bool = False

    @property
    def word(self) -> str:
        """The message key of the contract's name."""
        return f"card.{self.name}"

    def costly(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Return those of `cards` that have a price in this contract."""
        return tuple([card for card in cards if card in self.price])

    def is_free(self, cards: Iterable[str]) -> bool:
        """Whether none of `cards` has a price in this contract."""
        return self.price.keys().isdisjoint(cards)

    def cost(self, cards: Iterable[str], ends: int = 0) -> int:
        """Return what taking `cards` costs. `ends` counts the first and the last trick in it."""
        return sum([self.price.get(card, 0) for card in cards]) + ends * self.ends


_KING = {"KH": 800}
_QUEENS = {card: 200 for card in PACK if card[:-1] == "Q"}
_SPADES = {card: 100 for card in PACK if card[-1] == "S"}
_ALL = dict(Counter(_KING) + Counter(_QUEENS) + Counter(_SPADES))

CONTRACTS = {
    contract.name: contract
    for contract in (
        Contract("barbu", "CE-30", 600, _KING, bars="H"),
        Contract("victory", "CE-31", 1000, _QUEENS, secret=True),
        Contract("siege", "CE-32", 1000, _SPADES, bars="S", secret=True),
        Contract("prison", "CE-33", 600, ends=400),
        Contract("guillotine", "CE-34", 1500, _ALL, ends=400, bars="HS", secret=True),
        Contract("dominoes", "CE-35", 600, last=800),
    )
}
assert tuple(CONTRACTS) == CONTRACT_CARDS
