"""What the tests of any game must know of Ogallala."""

from __future__ import annotations

from random import Random

from tests.referee.known import Known, Settings
from tests.referee.phase import phases

RULES = {*range(1, 6), *range(10, 18), *range(20, 25), *range(30, 33), *range(40, 44)}
RULES |= {50, 51, 52, 60, 61}


def settings(random: Random) -> Settings:
    """Return random options and a number of seats."""
    seats = random.randint(2, 5)
    options = {
        "starter": random.randrange(seats),
        "tribes": random.random() < 0.4,
        "amigo": random.random() < 0.2,
    }
    return options, seats


def keys() -> dict[str, frozenset[str] | None]:
    """Return the keys of what matters now, of what comes first, and of what cards do."""
    every = phases("ogallala")
    texts = {f"ogallala.focus.{phase}" for phase in every}
    texts |= {f"ogallala.offer.push_{side}" for side in ("left", "right")}
    texts |= {"ogallala.phase.deal"}
    texts |= {f"ogallala.laid.{source}" for source in ("pile", "grounds", "lasso", "spoils")}
    return dict.fromkeys(texts | {f"ogallala.does.{phase}" for phase in every - {"over"}})


KNOWN = Known(settings, {None: RULES}, {None: 2}, keys=keys, all_new=True)
