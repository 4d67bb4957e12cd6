"""The layout of a table of Plenty Coups, with its counted pieces."""

from __future__ import annotations

from referee.pending import draw
from referee.plenty_coups import GAME
from referee.plenty_coups.state.setup import Options
from referee.table import CardStatus, Pile, Zone
from tests.referee.plenty_coups.changes import lying, pieces, zone
from tests.referee.plenty_coups.playing import Match, proposal, raid, worn
from tests.referee.plenty_coups.public_state import Bond


def test_what_stands_at_the_camps_stays_and_is_its_players() -> None:
    match = Match(
        4,
        raids={1: raid(2, "bee_1", "bee_2"), 3: raid(0, "heron_4", turned=True)},
        bonds={2: Bond("moth_1")},
        proposals=(proposal(0, 1, "lynx_3"),),
        sticks=(None, zone("stick:1"), None, None),
        prestige=(2, 0, 1, 0),
    )
    cards = GAME.table.layout(match.state).cards
    stays = [(one.name, str(one.zone), one.seat) for one in cards if one.zone != Zone("market")]
    assert stays == [
        ("bee_1", "raid:1", 2),
        ("bee_2", "raid:1", 2),
        ("heron_4", "raid:3", 0),
        ("moth_1", "alliance:2", 2),
        ("lynx_3", "proposal:0", 0),
        ("coup_stick", "stick:1", 1),
    ]
    assert {one.status for one in cards} == {CardStatus.STAYS}
    assert [one.edge for one in cards if one.zone == zone("raid:3")] == [0]
    assert pieces(match, "raid:1") == {"raid": 1, "strength": 3}
    assert pieces(match, "raid:3") == {"honour": 1, "strength": 5}  # its own clan (PC-11)
    assert pieces(match, "alliance:0") == {"raid": 2, "honour": 1}
    assert pieces(match, "alliance:2") == {"raid": 2, "honour": 1}
    assert pieces(match, "proposal:0") == {"horse": 1}
    assert pieces(match, "breed") == {"horse": match.plain}


def test_pc84_a_raid_is_drawn_as_strong_as_it_is_now() -> None:
    allied = Match(3, raids={1: raid(0, "bee_3")}, bonds={0: Bond("bee_1")})
    assert pieces(allied, "raid:1")["strength"] == 4
    assert pieces(Match(3, raids={1: raid(0, "bee_3")}), "raid:1")["strength"] == 3


def test_the_market_stays_but_while_cards_are_taken_from_it() -> None:
    def lies(match: Match) -> set[CardStatus]:
        return {how for _, how in lying(match, "market")}

    four = ("horse", "horse", "weapon_2", "weapon_3")
    assert lies(Match(3)) == {CardStatus.STAYS}
    assert lies(Match(3, phase="take", hands=(3, 3, 3), market=four)) == {CardStatus.FREE}
    assert lies(Match(3, phase="market", hands=(3, 3, 3), market=four[:2])) == {CardStatus.STAYS}
    assert lies(Match(3, phase="sweep", hands=(3, 3, 3), market=four)) == {CardStatus.TO_CLEAR}
    assert lies(Match(3, round=11)) == {CardStatus.STAYS}  # nobody may take one (PC-50)


def test_used_cards_go_from_where_they_lie_in_that_turn_and_the_next() -> None:
    match = Match(3, raids={0: raid(1, "bee_2")}, left=2)
    match.do("defend", "weapon_3")
    match.do("hunt", "horse")
    match.do("hunted", "lynx_1", "moth_2")
    used = [("bee_2", "raid:0"), ("weapon_3", "defence:0"), ("horse", "hunt")]
    used += [("lynx_1", "discard"), ("moth_2", "discard")]

    def goes() -> list[tuple[str, str]]:
        cards = GAME.table.layout(match.state).cards
        return [(one.name, str(one.zone)) for one in cards if one.status is CardStatus.TO_CLEAR]

    assert goes() == used
    match.fill("bee_3", "lynx_4")
    match.do("take", "bee_3", "lynx_4")
    assert goes() == used
    match.do("breed", "horse")
    match.do("breed", "horse")
    assert goes() == [*used, ("horse", "breed"), ("horse", "breed")]
    match.fill("bee_4", "swallow_1")
    match.do("take", "bee_4", "swallow_1")
    assert goes() == [("horse", "breed"), ("horse", "breed")]


def test_what_was_shuffled_lies_there_no_more() -> None:
    match = Match(3, raids={0: raid(1, "bee_2")}, left=2)
    match.do("defend", "weapon_3")
    worn(match, 1, "horse", "lynx_1", "moth_1")
    match.do("hunt", "horse")
    assert lying(match, "defence:0") == []
    assert lying(match, "hunt") == [("horse", CardStatus.TO_CLEAR)]
    match.do("hunted", "horse", "lynx_1")
    assert lying(match, "discard") == [
        ("horse", CardStatus.TO_CLEAR),
        ("lynx_1", CardStatus.TO_CLEAR),
    ]


def test_piles_are_counted_and_a_hunt_draws_from_one() -> None:
    match = Match(3)
    pile = match.pile
    assert GAME.table.layout(match.state).piles == (
        Pile(Zone("pile", index=0), pile),
        Pile(Zone("laid_away"), 0),
    )
    match.do("hunt", "horse")
    assert GAME.table.layout(match.state).pile(Zone("pile", index=0)) == Pile(
        Zone("pile", index=0), pile - 2
    )
    first, *_ = GAME.table.pending(match.state)
    assert first == draw(Zone("pile", index=0), 0, 2)
    two = Match(2, turn=2, round=2)  # whose cards the second plays
    two.do("hunt", "horse", seat=1)
    first, *_ = GAME.table.pending(two.state)
    assert first.seat == 1


def test_pc22_who_was_disdained_draws_from_the_pile_before_taking() -> None:
    sticks = (None, Zone("stick", 1), None)
    match = Match(3, turn=2, left=1, sticks=sticks, hands=(3, 1, 4), horses=(1, 1, 1))
    match.do("breed", "horse")
    match.fill("bee_1", "bee_2")
    where = Zone("pile", index=0)
    assert GAME.table.layout(match.state).pile(where) == Pile(where, match.pile)
    first, *_ = GAME.table.pending(match.state)
    assert first == draw(where, 1, 2)
    counted = match.state
    match.do("horses_set", camp=0, horses=2)  # what lies in the hands by then was drawn
    assert GAME.table.layout(match.state).pile(where) == Pile(where, match.pile)
    match.state = counted
    match.do("take", "bee_1", "bee_2")
    assert GAME.table.layout(match.state).pile(where) == Pile(where, match.pile)


def test_nothing_must_stay_once_a_match_is_over() -> None:
    match = Match(3, turn=1, round=12, raids={1: raid(0, "bee_2")}, bonds={2: Bond("moth_1")})
    match.do("done")
    assert match.phase == "over"
    cards = GAME.table.layout(match.state).cards
    assert {one.status for one in cards} == {CardStatus.USED, CardStatus.TO_CLEAR}
    assert GAME.table.judge(match.state, ()).pending == ()


def test_a_match_begins_with_an_empty_market_and_horses_in_the_plain() -> None:
    begun = GAME.table.layout(GAME.rules.begin(Options(), 2))
    assert begun.cards == ()
    horses = {str(one.zone): one.count for one in begun.pieces if one.kind == "horse"}
    assert horses == {"breed": 15, "proposal:0": 1, "proposal:1": 1, "proposal:2": 1}
