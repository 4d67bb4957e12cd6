"""Winter, the end, two players, and a tribe without a player: PC-50 … PC-53."""

from __future__ import annotations

import pytest

from referee.contract import By, Press
from referee.plenty_coups import GAME
from tests.referee.plenty_coups.playing import Match, raid
from tests.referee.plenty_coups.public_state import Bond, Proposal


def test_pc50_a_turn_has_one_action_or_none() -> None:
    match = Match(3, round=10)
    ends = match.offered("done")
    assert ends is not None
    assert ends.shown.press is Press.LONG
    match.do("done")
    assert (match.turn, match.hands) == (2, (4, 3, 3))  # three cards no longer bind


def test_pc8_each_horse_beyond_the_fifth_counts_one_and_an_empty_herd_loses_one() -> None:
    match = Match(3, turn=1, round=12, horses=(7, 5, 0), prestige=(1, 2, 2), plain=0)
    match.do("done")
    assert [ruling.steps[-1].total for ruling in match.rulings if ruling.steps] == [3, 2, 1]


def test_pc50_what_is_too_early_or_too_often_in_winter_is_refused_by_it() -> None:
    bonds = {0: Bond("bee_2", 1), 1: Bond("moth_3", 0)}
    match = Match(4, round=10, bonds=bonds, left=1)
    assert match.refused("take", "horse") == "PC-50 not_now"
    match.do("breed", "horse")
    assert (match.turn, match.left) == (0, 0)  # it may still exchange gifts
    assert match.refused("breed", "horse") == "PC-50 no_action_left"
    taking = Match(3, round=10, phase="take", left=1, hands=(3, 3, 3))
    assert taking.refused("take", "horse", "weapon_2") == "PC-50 takes"


def test_pc51_a_raid_that_stands_at_the_end_is_lost() -> None:
    match = Match(3, turn=1, round=12, raids={0: raid(1, "bee_2")})
    match.do("done")
    assert "is lost" in match.says("PC-51")[0]
    assert (match.horses, match.prestige) == ((1, 1, 1), (0, 0, 0))


@pytest.mark.parametrize(
    ("prestige", "horses", "places", "why"),
    [
        ((3, 2, 1), (1, 1, 1), ((0,), (1,), (2,)), ()),
        ((3, 2, 1), (5, 6, 7), ((0,), (1,), (2,)), ("3 against 2", "2 against 1")),  # off the herd
        ((2, 2, 2), (4, 5, 3), ((1,), (0,), (2,)), ("5 against 4", "4 against 3")),  # horses
        ((2, 2, 1), (4, 4, 5), ((0, 1), (2,)), ()),  # a tie
    ],
)
def test_pc52_the_ranking_and_what_puts_one_of_equals_ahead(
    prestige: tuple[int, ...],
    horses: tuple[int, ...],
    places: tuple[tuple[int, ...], ...],
    why: tuple[str, ...],
) -> None:
    match = Match(3, turn=1, round=12, prestige=prestige, horses=horses, plain=0)
    match.do("done")
    ended = GAME.rules.outcome(match.state)
    assert ended is not None
    assert (ended.ranking, ended.winners) == (places, places[0])
    says = match.says("PC-52")
    assert len(says) == len(why)
    assert all(one in text for one, text in zip(why, says, strict=True))
    totals = [step.steps[-1].total for step in match.rulings if step.steps]
    assert totals == [off + max(0, herd - 5) for off, herd in zip(prestige, horses, strict=True)]


@pytest.mark.parametrize(
    ("prestige", "key", "places"),
    [
        ((1, 2, 4), "most", ((1,), (0,))),
        ((2, 1, 2), "equal", ((0,), (1,))),
        ((3, 1, 2), "", ((0,), (1,))),
        ((1, 1, 4), "most", ((0, 1),)),
    ],
)
def test_pc53_it_takes_no_place(
    prestige: tuple[int, ...], key: str, places: tuple[tuple[int, ...], ...]
) -> None:
    match = Match(2, turn=1, round=12, prestige=prestige)
    match.do("done")
    assert match.places == places
    texts = match.says("PC-53")
    assert len(texts) == bool(key)
    assert not key or key in texts[0]


# -- a player who leaves ---------------------------------------------------------------------------


def leaves(match: Match) -> list[int | None]:
    """Return the players whom the host may remove."""
    offers = GAME.rules.offers(match.state)
    return [offer.seat for offer in offers if offer.move == "leave" and offer.by is By.HOST]


def test_pc53_those_who_stay_play_the_tribe_of_one_who_left_by_turns() -> None:
    match = Match(4, turn=1, elder=2, round=2, moved=True)
    assert leaves(match) == [0, 1, 2, 3]
    match.do("leave", seat=1)
    (text,) = match.says("PC-53")
    assert text.endswith(
        "leaves the match. The others take turns to play that tribe, round by round."
    )
    assert match.refused("hunt", "horse", seat=1) == "PC-53 gone"
    assert [match.player(tribe) for tribe in range(4)] == [0, 0, 2, 3]  # after the elder
    assert match.offered("hunt") is not None
    match.do("hunt", "horse", seat=0)  # amid the same turn
    assert match.turn == 1
    turned = GAME.shown.view(match.state, None).seats[1]
    assert turned.out
    assert [cue.value for cue in GAME.rules.offers(match.state).cues] == [
        "turn",
        "idle",
        "idle",
        "idle",
    ]
    assert leaves(match) == []  # the hunt is not over
    assert match.refused("leave", seat=2) == "PC-21 not_now"


def test_pc53_who_left_comes_last_and_whoever_stays_alone_has_won() -> None:
    match = Match(3, prestige=(1, 4, 2), moved=True)
    match.do("leave", seat=1)
    assert leaves(match) == [0, 2]
    assert match.refused("leave", seat=1) == "PC-53 gone"
    match.do("leave", seat=0)
    outcome = GAME.rules.outcome(match.state)
    assert outcome is not None
    assert outcome.ranking == ((2,), (1,), (0,))
    assert any("has the most" in text for text in match.says("PC-53"))


def test_pc53_what_a_tribe_agreed_on_with_players_ends_as_its_player_leaves() -> None:
    match = Match(
        5,
        bonds={0: Bond("lynx_1", 1), 1: Bond("heron_1", 0)},
        proposals=(Proposal(3, 1, "lynx_3"), Proposal(2, 3, "bee_2")),
        left=0,
        done=2,
        moved=True,
        hands=(3, 3, 3, 3, 3),
    )
    match.do("leave", seat=1)
    assert match.bonds == (None,) * 5
    assert match.prestige == (0,) * 5
    assert [proposal.tribe for proposal in match.proposals] == [2]
    assert set(match.used) == {"lynx_1", "heron_1", "lynx_3"}
    assert match.turn == 4  # there was only the ally left to exchange gifts with
    market = ("moth_1", "moth_2")
    match.fill(*market)
    match.do("take", *match.market[:2], seat=4)
    assert match.refused("propose", "lynx_4") == "PC-53 no_player"
