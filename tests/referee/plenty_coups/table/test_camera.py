"""What the table tells the camera: PC-80 … PC-84."""

from __future__ import annotations

from referee import words
from referee.plenty_coups import GAME
from referee.table import Laid, Zone
from tests.referee.asks import reads
from tests.referee.plenty_coups.playing import Match, raid


def why_not(match: Match, zone: str, card: str) -> str:
    """Return the refusal of a card in a zone."""
    (refusal,) = GAME.table.judge(match.state, (Laid(card, Zone.parse(zone)),)).refusals
    return words.say(refusal.message)


def test_pc80_what_a_card_may_not_mean_is_told_with_the_reason() -> None:
    match = Match(3, raids={1: raid(2, "bee_3")}, left=1, plain=0, horses=(6, 6, 6))
    assert why_not(match, "raid:1", "moth_2") == (
        "Moth 2, strength 2, cannot drive off ■\xa0Green’s raid of strength 3. Play more strength."
    )
    assert why_not(match, "raid:1", "weapon_2") == "Weapon 2 is not a warrior. Play a warrior."
    assert why_not(match, "breed", "horse").startswith("The plain has no horse left.")
    assert why_not(match, "defence:0", "weapon_4").startswith(
        "There is no raid at ●\xa0Blue’s camp."
    )
    few = "Alliances between players need 4 players or more."
    assert why_not(match, "alliance:0", "lynx_2") == few
    assert why_not(match, "proposal:0", "lynx_2") == few
    assert why_not(match, "raid:0", "coup_stick").startswith("A coup in defence must follow")
    winter = Match(3, round=10)
    assert "come home" in why_not(winter, "raid:1", "coup_stick")
    assert "winter" in why_not(winter, "stick:1", "coup_stick")
    taking = Match(3, phase="take", hands=(3, 3, 3))
    assert why_not(taking, "raid:1", "bee_1") == "Now ●\xa0Blue must take cards from the market."


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
