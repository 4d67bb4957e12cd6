"""The facts about Hearts that tests of all games need."""

from __future__ import annotations

from functools import partial

from referee import library
from referee.hearts.state import STEPS
from tests.bench.rules.moves import at_random
from tests.referee.known import Known

WANTS = ("take_up", "first", "lead", "play", "gather", *STEPS)


def keys() -> dict[str, frozenset[str] | None]:
    """Return the message keys that are put together."""
    texts = {f"hearts.want.{want}" for want in WANTS if want != "hold"}
    texts |= {f"hearts.fact.{way}" for way in STEPS}
    texts |= {"hearts.only_hearts", "hearts.only_costly"}
    return dict.fromkeys(texts)


KNOWN = Known(
    partial(at_random, library.game("hearts")), {None: range(1, 15)}, {None: 0}, keys=keys
)
