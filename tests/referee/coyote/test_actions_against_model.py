"""The optional actions against an independent model with a real pile, by random legal play.

Where the two differ, the rule file decides, not either of them. `COYOTE_MATCHES` says how many
matches of each edition are played; a thousand need `--timeout 0`.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache, partial

import pytest

from tests.referee.beside import played
from tests.referee.coyote.beside_actions import begun
from tests.referee.models.coyote import EDITIONS
from tests.referee.models.coyote_actions import ACTIONS

MATCHES = max(30, int(os.environ.get("COYOTE_MATCHES", "30")))  # of each edition


@cache
def met(edition: str) -> Counter[str]:
    """Play all matches of an edition once; return what was done."""
    seeds = (f"{edition} {number}" for number in range(MATCHES))
    return played(partial(begun, edition=edition), *seeds)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_referee_offers_and_rules_what_the_rules_list(edition: str) -> None:
    """CY-40 to CY-78: who may do what, who takes how many strikes, who starts, what is dealt."""
    did = met(edition)
    for name in ("announce", "challenge", *ACTIONS[edition]):
        assert did[f"{edition} {name}"] > MATCHES / 2, name
    assert did["out"] > MATCHES / 2
    if edition == "oliphante":
        assert did["not counted"] > MATCHES / 2
        assert did["oliphante sit out"] > MATCHES / 10
    else:
        assert did["doubled"] > MATCHES / 10
