"""What is said for a move of Plenty Coups is certain, and not true of the move that was made."""

from __future__ import annotations

from referee import words
from referee.plenty_coups import GAME
from referee.plenty_coups.state.moves import Move
from tests.referee.plenty_coups.playing import Match, raid


def why(match: Match, better: Move, made: Move) -> str:
    found = GAME.require_bot().explain([match.state], [made], 0, better)
    return "" if found is None else words.say(found)


def test_a_weapon_repels_a_raid() -> None:
    match = Match(raids={0: raid(1, "lynx_2")})
    defend, hunt = match.move("defend", "weapon_3"), match.move("hunt", "weapon_3")
    assert "repels" in why(match, defend, hunt)
    assert why(match, defend, match.move("defend", "weapon_4")) == ""
    assert why(match, hunt, defend) == ""


def test_no_single_weapon_repels_a_raid_of_strength_five() -> None:
    match = Match()
    strong = match.move("raid", "heron_4", camp=1)  # One's own tribe: 1 more.
    assert "strength 5" in why(match, strong, match.move("hunt", "weapon_3"))
    weaker = match.move("raid", "lynx_4", camp=2)
    assert why(match, weaker, strong) == ""
    assert "strength 4, not 2" in why(match, weaker, match.move("raid", "lynx_2", camp=2))


def test_a_coup_stick_marks_a_coup_of_a_raid_that_comes_home() -> None:
    market = ("coup_stick", "horse", "weapon_2", "weapon_3")
    sticks, horses = ("coup_stick", "horse"), ("horse", "weapon_2")
    match = Match(phase="take", raids={1: raid(0, "heron_2")}, market=market)
    take, other = match.move("take", *sticks), match.move("take", *horses)
    assert "marks a coup" in why(match, take, other)
    assert why(match, other, take) == ""
    turned = Match(phase="take", raids={1: raid(0, "heron_2", turned=True)}, market=market)
    assert why(turned, take, other) == ""
