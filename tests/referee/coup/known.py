"""What the tests of any game must know of Coup."""

from __future__ import annotations

from random import Random

from referee.coup.state.cards import ACTIONS
from tests.referee.known import Known, Settings

FOCUS = (
    *("turn", "challenge", "challenge_target", "block", "block_target"),
    *("lose", "return", "exchange", "over", "show", "name", "counter"),
)


def settings(random: Random) -> Settings:
    """Return options and seats as a table might choose them."""
    seats = random.randint(2, 6)
    return {
        "starter": random.randrange(seats),
        "most_s": random.choice([0, 20]),
        "least_s": 0,
        "strict_contessa": random.random() < 0.3,
        "named_block": random.random() < 0.7,
        "two_players": random.choice(["sheet", "one_coin", "sets"]),
    }, seats


def keys() -> dict[str, frozenset[str] | None]:
    """Return the keys of actions, and of what matters now."""
    kinds = ("action", "effect", "offer")
    values = {f"coup.{kind}.{name}": frozenset[str]() for kind in kinds for name in ACTIONS}
    return {**values, **{f"coup.focus.{phase}": None for phase in FOCUS}}


KNOWN = Known(
    settings,
    {None: {*range(1, 8), *range(10, 19), *range(20, 34), 40, 41, 42, 50, 51, 52}},
    {None: 7},
    frozenset({"contessa"}),  # which no action claims: CP-14 tells of it
    keys,
)
