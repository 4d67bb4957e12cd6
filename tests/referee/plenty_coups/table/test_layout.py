"""The layout of a table of Plenty Coups, with its counted pieces."""

from __future__ import annotations

from msgspec.structs import replace

from referee.pending import Draw
from referee.plenty_coups import GAME
from referee.table import Card, CardStatus, Zone
from tests.referee.plenty_coups.changes import pieces, zone
from tests.referee.plenty_coups.playing import Match, proposal, raid
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
    stays = [
        (card.name, str(card.zone), card.seat) for card in cards if card.zone != Zone("market")
    ]
    assert stays == [
        ("bee_1", "raid:1", 2),
        ("bee_2", "raid:1", 2),
        ("heron_4", "raid:3", 0),
        ("moth_1", "alliance:2", 2),
        ("lynx_3", "proposal:0", 0),
        ("coup_stick", "stick:1", 1),
    ]
    assert {item.status for item in cards} == {CardStatus.STAYS}
    assert [card.edge for card in cards if card.zone == zone("raid:3")] == [0]
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


def test_pc6_a_used_card_that_was_drawn_again_does_not_lie_where_it_was_used() -> None:
    match = Match(3, phase="take", left=2, market=("bee_1", "horse", "horse", "lynx_2"))
    before = (Card("bee_1", zone("hunt"), status=CardStatus.TO_CLEAR, seat=1),)
    match.state = replace(match.state, deck=replace(match.state.deck, before=before, away=before))
    match.do("take", "bee_1", "horse")  # into a hand
    assert "bee_1" not in [card.name for card in GAME.table.layout(match.state).cards]


def test_a_hand_holds_no_card_that_waits_for_another_or_is_to_be_drawn() -> None:
    match = Match(3, raids={1: raid(2, "bee_4")}, hands=(5, 3, 3))
    match.do("raid", "bee_3", camp=1)
    assert GAME.table.layout(match.state).held == (4, 3, 3)  # It lies there, and may be taken back.
    match = Match(3, hands=(5, 3, 3))
    match.do("hunt", "horse")
    assert GAME.table.layout(match.state).held == (4, 3, 3)
    assert [draw.count for draw in GAME.table.pending(match.state) if isinstance(draw, Draw)] == [2]
