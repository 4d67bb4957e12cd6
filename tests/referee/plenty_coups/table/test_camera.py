"""What the table tells the camera: PC-80 … PC-84."""

from __future__ import annotations

from referee.plenty_coups import GAME
from tests.referee.asks import reads
from tests.referee.plenty_coups.playing import Match, raid


def test_pc81_the_market_is_read_as_it_lies_and_three_alike_are_told_at_once() -> None:
    match = Match(3, left=1)
    match.do("breed", "horse")
    ((_, ask),) = reads(GAME.rules.offers(match.state))
    assert (ask.zone, ask.least, ask.most, ask.known) == ("market", 4, 4, ("horse", "horse"))
    match.fill("horse", "bee_1")
    assert match.phase == "sweep"
    ((_, sweep),) = reads(GAME.rules.offers(match.state))
    assert (sweep.zone, sweep.most) == ("market", 0)


def test_pc82_there_are_four_of_a_weapon_and_never_five() -> None:
    match = Match(
        3, used={"weapon_3": 3}, market=("horse", "weapon_2"), raids={0: raid(1, "bee_1")}
    )
    match.do("defend", "weapon_3")
    match.state = Match(
        3, used={"weapon_3": 4}, market=("horse", "weapon_2"), raids={0: raid(1, "bee_1")}
    ).state
    assert match.refused("defend", "weapon_3") == "PC-82 lies_open"
    assert match.refused("hunt", "axe") == "PC-82 no_such_card"
    turned = Match(3, phase="market", market=("bee_1", "bee_2"), used={"weapon_3": 4})
    assert turned.refused("market_read", "bee_1", "bee_2", "weapon_3", "horse") == "PC-82 lies_open"
