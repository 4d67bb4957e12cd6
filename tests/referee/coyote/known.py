"""What the tests of any game must know of Coyote."""

from __future__ import annotations

from random import Random

from referee.coyote.state.editions import EDITIONS
from referee.coyote.state.phases import Shuffle
from tests.referee.known import Known, Settings
from tests.referee.test_random_play import settings as of_edition

COMMON = {*range(1, 12), 20, 21, 22, 24, 25, 28, 29, 79}
RULES: dict[str | None, set[int]] = {
    "kidult": COMMON | {*range(40, 47), 70, 72, 74, 75},
    "tomahawk": COMMON | {23, 26, *range(50, 57), 70, 72, 74, 75},
    "oliphante": COMMON | {23, 27, *range(60, 69), 71, 73, 76, 77, 78},
}


def settings(random: Random) -> Settings:
    """As a table might choose them, often with actions; or so few cards that the pile runs out."""
    plain, seats = of_edition(random.choice(tuple(EDITIONS)), random)
    plain["actions"] = random.random() < 0.7
    if random.random() < 0.3:
        draws = random.randint(1, 4)
        plain["deck"] = {"?": draws, "3": seats, "-5": random.randint(0, 2), "x2": 1}
    return plain, seats


def keys() -> dict[str, frozenset[str] | None]:
    """Return the keys of actions, of why the cards are shuffled, and of what matters now."""
    actions = {action for edition in EDITIONS.values() for action in edition.actions}
    said = {f"coyote.{kind}.{action}" for kind in ("action", "effect") for action in actions}
    said |= {f"coyote.shuffle_{why.value}" for why in Shuffle if why.value}
    focus = ("again", "counted", "declare", "draw", "guessed", "look", "open", "uncounted")
    return {
        **dict.fromkeys(said, frozenset[str]()),
        **{f"coyote.focus.{one}": None for one in focus},
    }


KNOWN = Known(settings, RULES, {"kidult": 6, "tomahawk": 6, "oliphante": 5}, keys=keys)
