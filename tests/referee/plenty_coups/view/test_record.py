"""The record of a match of Plenty Coups adds up with its moves."""

from __future__ import annotations

from typing import Any

from referee.contract import Record
from referee.plenty_coups import GAME
from referee.records import sum_figures
from tests.referee.plenty_coups.playing import Match, raid


def figure(record: Record, name: str, seat: int) -> tuple[int, int]:
    (result,) = (
        sum_figure
        for sum_figure in sum_figures(record.figures)
        if (sum_figure.name, sum_figure.seat) == (name, seat)
    )
    return result.count, result.of


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
