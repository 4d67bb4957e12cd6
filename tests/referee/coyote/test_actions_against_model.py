"""The optional actions against an independent model with a real pile, by random legal play.

Where the two differ, the rule file decides, not either of them. `COYOTE_MATCHES` says how many
matches of each edition are played.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.referee.coyote.beside_actions import BesideActions, Differs
from tests.referee.models.coyote import EDITIONS
from tests.referee.models.coyote_actions import ACTIONS

MATCHES = max(30, int(os.environ.get("COYOTE_MATCHES", "80")))  # of each edition


@cache
def played(edition: str) -> tuple[Counter[str], list[tuple[int, str]]]:
    """Play all matches of an edition once; return what was done, and the matches that differ."""
    did: Counter[str] = Counter()
    differ: list[tuple[int, str]] = []
    for number in range(MATCHES):
        match = BesideActions(edition, Random(f"{edition} {number}"), did)
        try:
            match.play()
        except Differs as difference:
            differ.append((len(match.match), str(difference)))
    return did, differ


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_referee_offers_and_rules_what_the_rules_list(edition: str) -> None:
    """CY-40 to CY-78: who may do what, who takes how many strikes, who starts, what is dealt."""
    _did, differ = played(edition)
    if differ:
        told = f"{len(differ)} of {MATCHES} matches differ; the shortest: {min(differ)[1]}"
        pytest.fail(told, pytrace=False)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_action_was_tried(edition: str) -> None:
    did, _differ = played(edition)
    for name in ("announce", "challenge", *ACTIONS[edition]):
        assert did[f"{edition} {name}"] > MATCHES / 2, name
    assert did["out"] > MATCHES / 2
    if edition == "oliphante":
        assert did["not counted"] > MATCHES / 2
        assert did["oliphante sit out"] > MATCHES / 10
    else:
        assert did["doubled"] > MATCHES / 10
