"""The record of a match of Plenty Coups adds up with its moves."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from referee.contract import Figure, Record
from referee.plenty_coups import GAME
from referee.records import sum_figures
from tests.referee.enough import matches
from tests.referee.plenty_coups.dealing import Table, settings
from tests.referee.plenty_coups.playing import Match, raid


def figure(record: Record, name: str, seat: int) -> tuple[int, int]:
    (found,) = (one for one in sum_figures(record.figures) if (one.name, one.seat) == (name, seat))
    return found.count, found.of


def told(match: Match, *moves: tuple[str, ...], **fields: int) -> Record:
    """Return the record of some moves of the seat on turn."""
    states: list[Any] = [match.state]
    for move, *cards in moves:
        camp = {"camp": fields["camp"]} if move in ("raid", "reinforce", "coup", "gift") else {}
        states.append(match.do(move, *cards, **camp))
    return GAME.record(states)


def test_a_defence_left_out_is_told_where_everybody_saw_the_weapon() -> None:
    stands = {0: raid(1, "bee_2")}
    left_out = Match(3, raids=stands, known={0: ("weapon_3",)})
    assert figure(told(left_out, ("breed", "horse"), ("breed", "horse")), "undefended", 0) == (1, 1)
    too_weak = Match(3, raids={0: raid(1, "bee_4")}, known={0: ("weapon_3",)})
    assert figure(told(too_weak, ("breed", "horse"), ("breed", "horse")), "undefended", 0) == (0, 1)
    unseen = Match(3, raids=stands)
    assert figure(told(unseen, ("breed", "horse"), ("breed", "horse")), "undefended", 0) == (0, 1)
    spent = Match(3, raids=stands, known={0: ("weapon_3",)})  # seen, and discarded on a hunt
    hunted = (("hunt", "weapon_3"), ("hunted", "horse", "horse"), ("breed", "horse"))
    assert figure(told(spent, *hunted), "undefended", 0) == (1, 1)
    defended = Match(3, raids=stands, known={0: ("weapon_3",)})
    assert figure(told(defended, ("breed", "horse"), ("defend", "weapon_3")), "undefended", 0) == (
        0,
        0,
    )
    proposed = Match(4, raids=stands, known={0: ("weapon_3",)})
    assert figure(told(proposed, ("breed", "horse"), ("propose", "lynx_1")), "undefended", 0) == (
        0,
        0,
    )


@pytest.mark.verify
def test_records_add_up_with_the_moves() -> None:
    random = Random("records of plenty coups")
    seen: Counter[str] = Counter()
    names = {"raids", "defences", "undefended", "coups", "allied_raids", "ally_prestige"}
    for _ in matches(6, lambda: names <= set(seen)):
        plain, seats = settings(random)
        table = Table(plain, seats, random)
        states = [table.state]
        made: Counter[tuple[str, int]] = Counter()
        stages: Counter[str] = Counter()
        while GAME.rules.outcome(table.state) is None:
            tribe = table.shown.turn
            for ruling in table.make(table.choose()):
                made[ruling.message.key.partition(".")[2], tribe] += 1
                stages[ruling.message.key.partition(".")[2]] += 1
            states.append(table.state)
        record = GAME.record(states)
        for seat in range(seats):
            assert figure(record, "raids", seat)[1] == sum(
                made[f"raid.{how}", seat] for how in ("launched", "turned")
            )
            assert figure(record, "defences", seat)[0] == sum(
                made[f"defence.{how}", seat] for how in ("repels", "double")
            )
            assert figure(record, "coups", seat)[0] == sum(
                made[f"coup.{how}", seat] for how in ("marked", "in_defence")
            )
        if seats > 2:
            home = sum(figure(record, "raids", seat)[0] for seat in range(seats))
            assert home == stages["raid.home"] + stages["raid.home_without"]
        prestige, honour = record.series
        assert prestige.rounds == honour.rounds == tuple(range(1, 13))
        ends = GAME.shown.view(states[-1], None)
        tokens = [*(one.tokens for one in ends.seats), *(one.tokens for one in ends.others)]
        assert [row[-1] for row in prestige.values] == [one[0].count for one in tokens]
        assert [row[-1] for row in honour.values] == [one[1].count for one in tokens]
        seen.update(one.name for one in sum_figures(record.figures) if _telling(one))


def _telling(one: Figure) -> bool:
    return 0 < one.count <= one.of
