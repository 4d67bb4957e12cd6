"""A player who leaves in the midst of a match."""

from __future__ import annotations

import pytest

from referee.contract import By, Cue
from tests.referee.conftest import Match
from tests.referee.coyote.summary import summary_of


@pytest.fixture
def table() -> Match:
    return Match("coyote", {"edition": "tomahawk"}, 3)


def leaves(table: Match) -> list[int | None]:
    """Return who may leave now."""
    offers = [offer for offer in table.game.rules.offers(table.state) if offer.move == "leave"]
    assert {offer.by for offer in offers} <= {By.HOST}
    return [offer.seat for offer in offers]


def test_cy_79_who_leaves_is_out_at_once_and_the_round_ends_without_a_count(table: Match) -> None:
    table.say(4, 9)
    state = table.do("leave", seat=1)
    assert state.strikes == (0, 3, 0)
    assert (state.turn, state.number, state.announcer, state.round) == (2, 0, None, 2)
    assert [ruling.rule for ruling in table.rulings] == ["CY-79", "CY-8", "CY-1"]
    view = table.game.shown.view(state, None)
    assert view.deal is not None
    assert view.deal.cards == (1, 0, 1)
    assert view.deal.shuffle
    assert view.seats[1].out
    assert leaves(table) == [0, 2]
    table.round(5, cards=["1", "2"])
    assert table.state.strikes == (0, 3, 1)


def test_cy_79_between_two_rounds_strikes_stay_and_all_cards_are_shuffled(table: Match) -> None:
    table.round(30, cards=["1", "2", "3"])
    assert table.state.strikes == (1, 0, 0)
    state = table.do("leave", seat=2)
    assert state.strikes == (1, 0, 3)
    assert (state.turn, state.discards, summary_of(state).cards) == (0, {}, ())
    assert table.refused("cards_corrected", cards=["1", "2", "4"]).rule == "CY-11"


def test_cy_79_of_two_players_the_other_one_wins() -> None:
    table = Match("coyote", {}, 2)
    table.say(3)
    state = table.do("leave", seat=1)
    outcome = table.game.rules.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert table.game.shown.view(state, None).focus.seat == 0
    offers = table.game.rules.offers(state)
    assert not offers.items
    assert offers.cues == (Cue.WON, Cue.OUT)


def test_cy_79_a_round_that_was_challenged_is_counted_first(table: Match) -> None:
    table.round(9)
    assert leaves(table) == []
    assert table.refused("leave", seat=0).rule == "CY-6"
    table.do("cards_read", cards=["1", "2", "3"])
    assert leaves(table) == [0, 1, 2]


def test_cy_79_what_actions_made_of_the_round_is_over_too() -> None:
    table = Match("coyote", {"edition": "oliphante", "actions": True}, 4)
    table.turn("reverse")
    table.say(4)
    table.turn("open")
    assert table.refused("leave", seat=1).rule == "CY-60"  # its card must be read
    table.do("cards_read", cards=["5"])
    state = table.turn("leave")
    assert not state.acts.used
    assert not state.acts.reversed
