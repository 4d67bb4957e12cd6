"""The optional actions against an independent model with a real pile, by random legal play.

Where the two differ, the rule file decides, not either of them. `COYOTE_MATCHES` says how many
matches of each edition are played; a thousand need `--timeout 0`.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.referee.coyote.beside_actions import FACES, BesideActions, Differs, Plain, word
from tests.referee.models.coyote import DRAW, EDITIONS
from tests.referee.models.coyote_actions import ACTIONS

MATCHES = max(30, int(os.environ.get("COYOTE_MATCHES", "30")))  # of each edition


def settings(edition: str, random: Random) -> tuple[Plain, int]:
    """Return options that the sheet allows, and seats: often all actions, or a deck that runs out.

    A table agrees on the actions of `kidult` and `tomahawk`; the eight tokens of `oliphante` are
    of any kinds.
    """
    rules = EDITIONS[edition]
    seats = random.choice([*rules.players, 3, 4])
    limit = random.choice([1, 2, 3, 3, 4, 5])
    if not rules.allows(seats, limit):
        limit = 3
    words = [word(name) for name in ACTIONS[edition]]
    plain: Plain = {"edition": edition, "strikes": limit, "starter": random.randrange(seats)}
    plain["actions"] = True
    if random.random() < 0.5:
        if edition == "oliphante":
            mixed = Counter(random.choice(words) for _ in range(8))
            plain["tokens"] = {name: mixed[name] for name in words}
        else:
            plain["tokens"] = {name: int(random.random() < 0.7) for name in words}
    if random.random() < 0.5:
        faces = FACES if edition == "kidult" else (*FACES, "max-")
        size = seats + random.randint(0, 8)
        deck = Counter(random.choice(faces) for _ in range(size))
        deck["2"] += max(0, deck[DRAW] - 4)  # no deck has more draw cards
        deck[DRAW] = min(4, deck[DRAW])
        plain["deck"] = dict(+deck)
    return plain, seats


@cache
def played(edition: str) -> tuple[Counter[str], list[tuple[int, str]]]:
    """Play all matches of an edition once; return what was done, and the matches that differ."""
    did: Counter[str] = Counter()
    differ: list[tuple[int, str]] = []
    for number in range(MATCHES):
        random = Random(f"{edition} {number}")
        match = BesideActions(*settings(edition, random), random, did)
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
