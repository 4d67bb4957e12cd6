"""The facts about Hearts that tests of all games need."""

from __future__ import annotations

from functools import partial

from referee import library
from referee.hearts.flow import EARLY
from referee.hearts.rules import BROKEN, COSTS, LEAD, TURN
from referee.hearts.state import STEPS
from tests.bench.rules.moves import at_random
from tests.referee.known import Known


def keys() -> dict[str, frozenset[str] | None]:
    """Return the message keys that are put together."""
    seats = frozenset({"seat", "other_seat"})
    passes = {f"hearts.want.{way}": seats for way in ("take_up", *STEPS) if way != "hold"}
    texts = {f"hearts.want.{want}" for want in ("first", "lead", "play", "gather")}
    texts |= {f"hearts.fact.{way}" for way in STEPS}
    texts |= {"hearts.only_hearts", "hearts.only_costly"}
    texts |= {f"hearts.offer.{tag}" for tag in ("pass", "take_up")}
    reasons = (*EARLY.values(), TURN, LEAD, BROKEN, COSTS)
    texts |= {f"hearts.refused.{key}" for _, key in reasons}
    return {**dict.fromkeys(texts), **passes}


KNOWN = Known(
    partial(at_random, library.game("hearts")),
    {None: range(1, 15)},
    {None: 0},
    keys=keys,
    all_new=True,
)
