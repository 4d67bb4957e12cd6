"""The layout of a table of Plenty Coups, with its counted pieces."""

from __future__ import annotations

from referee.plenty_coups import GAME
from referee.table import CardStatus, Zone
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
