"""Random matches of Ogallala: what must hold after every move.

``COYOTE_MATCHES=10000`` plays as many.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace

from referee import library
from referee.contract import By, Cue, Offers, Ruling
from referee.ogallala import GAME
from referee.ogallala.state import phases
from referee.ogallala.state.cards import COUNTS, MAD_AXE
from referee.ogallala.state.moves import Move
from referee.table import (
    CardStatus,
    Change,
    Changes,
    Laid,
    Layout,
    Moved,
    Taken,
    Zone,
    diff_layouts,
)
from tests.bench.rules.promises import check_table
from tests.bench.rules.randomplay import Transition
from tests.breadth import breadth
from tests.referee.enough import matches
from tests.referee.ogallala.dealing import Table, settings
from tests.referee.ogallala.invariants import check

MATCHES = int(os.environ.get("COYOTE_MATCHES", "6"))
FEW = min(2, MATCHES - 1)  # for the gate, which need not see all
RULES = {f"OG-{n}" for n in (1, 2, 3, 5, 16, 17, 20, 21, 22, 24, 30, 31, 40, 41)}


def check_judged(step: Transition, offers: Offers, random: Random) -> None:
    """What people do for a move is that move and no other, wherever a territory was moved to."""
    check_table(GAME, COUNTS, step, offers)
    before, after = GAME.table.layout(step.before), GAME.table.layout(step.after)
    changes = diff_layouts(before, after)
    if not changes or not any(offer.by is By.CAMERA for offer in offers.matching(step.move)):
        return
    along = {zone: random.randint(-3, 3) for zone in before.floats}
    for seen in (changes, moved_along(before, changes, along)):
        said = GAME.table.judge(step.before, seen)
        assert not said.refusals
        assert len(said.moves) == (said.choice is None)
        assert not said.missing


def moved_along(before: Layout, changes: Changes, along: dict[Zone, int]) -> list[Change]:
    """Return changes as they are seen where nobody knows that whole territories were moved."""
    found: list[Change] = []
    told = {one.was for one in changes if not isinstance(one, Laid)}
    for card in before.cards:
        by = 0 if card in told or card.status is CardStatus.TO_CLEAR else along[card.zone]
        if by and card.at is not None:
            found.append(Moved(card, card.zone, (card.at[0], card.at[1] + by)))
    for one in changes:
        if isinstance(one, Taken) or one.at is None or one.zone is None:
            found.append(one)
        else:
            found.append(replace(one, at=(one.at[0], one.at[1] + along[one.zone])))
    Random(len(found)).shuffle(found)
    return found


@pytest.mark.parametrize("least", breadth([FEW, MATCHES]))
def test_matches_with_three_piles_keep_every_promise(least: int) -> None:
    random = Random("matches of ogallala")
    rules: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    wanted = {one.__struct_config__.tag for one in get_args(Move)}

    def seen() -> bool:
        return least < MATCHES or (wanted <= set(moves) and set(rules) >= RULES)

    for number in matches(least, seen):
        plain, seats = settings(random)
        table = Table(plain, seats, random, sense=random.choice([0.2, 0.9]))
        while GAME.rules.outcome(table.state) is None and len(table.moves) < 800:
            before = table.state
            rulings = table.make(table.choose())
            made = library.move(GAME, table.moves[-1])
            step = Transition(before, made, table.state, rulings)
            check_judged(step, GAME.rules.offers(before), random)
            rules.update(one.rule for one in rulings)
            check(step)
            lit = [cue for cue in GAME.rules.offers(table.state).cues if cue is Cue.TURN]
            assert len(lit) == (not isinstance(table.state.phase, phases.Over))
            if number % 10 == 0 and not isinstance(table.state.phase, phases.Over):
                assert Counter(table.pile) == Counter(table.state.stock)
        moves.update(move["move"] for move in table.moves)


def test_what_a_match_came_to_adds_up() -> None:
    random = Random("records of ogallala")
    seen: Counter[str] = Counter()
    for _ in matches(6, lambda: {"attacks", "discarded", "paid", "gave_away"} <= set(seen)):
        table = Table({}, 3, random)
        states = [table.state]
        while GAME.rules.outcome(table.state) is None:
            table.make(table.choose())
            states.append(table.state)
        found = GAME.record(states)
        made = Counter(move["move"] for move in table.moves)
        attacks = [one for one in found.figures if one.name == "attacks"]
        assert sum(one.of for one in attacks) == made["attack"]
        aimed = made["attack"] + made["lasso"] + made["shoot"]
        assert sum(one.count for one in found.against) == aimed
        discarded = [one for one in found.figures if one.name == "discarded"]
        axes = sum(move.get("cards") == [MAD_AXE] for move in table.moves)
        laid_back = sum(
            1
            for before, move in zip(states, table.moves, strict=False)
            if move["move"] == "lay_back" and before.grounds[-1] != (MAD_AXE,)
        )
        tops = sum(move == {"move": "top_read", "cards": [MAD_AXE]} for move in table.moves)
        assert sum(one.count for one in discarded) == made["discard"] + laid_back - axes + tops
        (points,) = found.series
        assert [row[-1] for row in points.values] == [
            step.message.params["count"] for step in table_points(table)
        ]
        seen.update(one.name for one in found.figures if one.of)
        seen["paid"] += any(one.count for one in attacks)
        remarks = GAME.shown.remarks(table.state)
        seen["gave_away"] += any(one.key.endswith("gave_away") for one in remarks)


def table_points(table: Table) -> list[Ruling]:
    """Return the rulings of each seat's points at the end of a match."""
    state = GAME.rules.begin(table.options, table.seats)
    rulings: tuple[Ruling, ...] = ()
    for move in table.moves:
        state, rulings = GAME.rules.apply(state, library.move(GAME, move))
    said = (one for one in rulings if one.message.key == "ogallala.points")
    return sorted(said, key=lambda one: one.seats)
