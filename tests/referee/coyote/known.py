"""What the tests of any game must know of Coyote."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from referee.coyote.state.editions import EDITIONS
from referee.coyote.state.phases import Shuffle
from tests.referee.known import Known, Settings

COMMON = {*range(1, 12), 20, 21, 22, 24, 25, 28, 29, 79}
RULES: dict[str | None, set[int]] = {
    "kidult": COMMON | {*range(40, 47), 70, 72, 74, 75},
    "tomahawk": COMMON | {23, 26, *range(50, 57), 70, 72, 74, 75},
    "oliphante": COMMON | {23, 27, *range(60, 69), 71, 73, 76, 77, 78},
}


CARDS = ("1", "5", "20", "-5", "-10", "0", "?", "max0", "max-", "x2", "night")


def settings(random: Random) -> Settings:
    """Return options and seats as a table might choose them, often with actions.

    Sometimes the pile runs out.
    """
    edition, actions = random.choice(tuple(EDITIONS)), random.random() < 0.7
    seats = random.randint(3 if edition == "oliphante" else 2, 6)
    starter = random.randrange(seats)
    plain: dict[str, Any] = {"edition": edition, "starter": starter, "actions": actions}
    if edition == "tomahawk":
        plain["strikes"] = random.randint(1, 4)
    if random.random() < 0.4:
        deck = Counter(random.choice(CARDS) for _ in range(seats + random.randint(0, 8)))
        deck["?"] = min(deck["?"], 4)
        deck["3"] += 1 + seats // 2
        plain["deck"] = dict(deck)
    return plain, seats


def keys() -> dict[str, frozenset[str] | None]:
    """Return the keys of actions, of why the cards are shuffled, and of what matters now."""
    actions = {action for edition in EDITIONS.values() for action in edition.actions}
    texts = {f"coyote.{kind}.{action}" for kind in ("action", "effect") for action in actions}
    texts |= {f"coyote.shuffle_{why.value}" for why in Shuffle if why.value}
    focus = ("again", "counted", "declare", "draw", "guessed", "look", "open", "uncounted")
    return {
        **dict.fromkeys(texts, frozenset[str]()),
        **{f"coyote.focus.{name}": None for name in focus},
    }


KNOWN = Known(settings, RULES, {"kidult": 6, "tomahawk": 6, "oliphante": 5}, keys=keys)
