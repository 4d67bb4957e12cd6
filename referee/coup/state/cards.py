"""The characters and actions of Coup, from the table on the rule sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, get_args

from referee.coup.state.moves import ActionName, refuse
from referee.kit import known_card

DUKE = "duke"
ASSASSIN = "assassin"
CAPTAIN = "captain"
AMBASSADOR = "ambassador"
CONTESSA = "contessa"
CHARACTERS = (DUKE, ASSASSIN, CAPTAIN, AMBASSADOR, CONTESSA)

ASSASSINATE = "assassinate"

COINS = 50  # Number of coins in play at all times (CP-2).
DRAWN = 2  # Number of cards that an exchange takes from the Court (CP-16).
INFLUENCE = 2  # Number of cards that each player has at the start (CP-1).
MUST_COUP = 10  # With this many coins, a player must choose Coup (CP-5).
EXTORTED = 2  # An extortion takes this many coins, or all if there are fewer (CP-15).


class Action(NamedTuple):
    """An action with its rule, cost and pay, and the character that it `claims`.

    `targets` says whether the action needs a target. `blocks` are the characters that block it.
    Only the target may claim them or, if there is no target, anybody.
    """

    name: str
    rule: str
    cost: int = 0
    pays: int = 0
    targets: bool = False
    claims: str = ""
    blocks: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The message key of its name."""
        return f"coup.action.{self.name}"


ACTIONS = {
    action.name: action
    for action in (
        Action("income", "CP-10", pays=1),
        Action("foreign_aid", "CP-11", pays=2, blocks=(DUKE,)),
        Action("coup", "CP-12", cost=7, targets=True),
        Action("tax", "CP-13", pays=3, claims=DUKE),
        Action(ASSASSINATE, "CP-14", 3, targets=True, claims=ASSASSIN, blocks=(CONTESSA,)),
        Action("extort", "CP-15", targets=True, claims=CAPTAIN, blocks=(CAPTAIN, AMBASSADOR)),
        Action("exchange", "CP-16", claims=AMBASSADOR),
    )
}
assert tuple(ACTIONS) == get_args(ActionName)


def canonical(card: str) -> str:
    """Return the one name of a character; raise `ValueError` for an unknown one.

    >>> canonical(" Duke ")
    'duke'
    """
    return known_card(card, CHARACTERS)


def deck_counts(given: Mapping[str, int]) -> dict[str, int]:
    """Return the number of copies of each character. Raise `BadOptions`."""
    for card, number in given.items():
        if card not in CHARACTERS:
            refuse.bad_options("CP-40", "card", given=card)
        if not 0 <= number <= 9:
            refuse.bad_options("CP-40", "count", card=card, given=number)
    return {card: given[card] for card in CHARACTERS if given.get(card)}
