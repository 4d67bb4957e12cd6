"""Stopping for the night: everybody is asked, and the standings are the result (SL-25's kin)."""

from __future__ import annotations

from typing import Any

import pytest

from referee import library
from referee.actor import HOST, at_seat
from referee.contract import Cue, IllegalMove
from referee.match import matchfile
from referee.match.commands import Again, Begin, Move, StopMatch, Undo
from referee.match.desk import Desk, StaleMove
from referee.match.ending import stopped_outcome
from referee.match.past.ended import ended_matches
from referee.match.past.history import past_match
from tests.matches import match_of

NAMES = ("Ada", "Bo", "Cy")


def agree(seat: int) -> Move:
    return Move({"move": "agree_to_proposal", "seat": seat})


def object_(seat: int) -> Move:
    return Move({"move": "object_to_proposal", "seat": seat})


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A match of Coup in which Ada has turned up one card."""
    desk.do(Begin("coup", {}, 3, NAMES))
    for move in (
        {"move": "declare", "seat": 0, "action": "tax"},
        {"move": "challenge", "seat": 1},
        {"move": "concede", "seat": 0},
    ):
        desk.do(Move(move))
    turned = {"move": "card_turned", "cards": ["duke"]}
    desk.do(Move(turned))
    return desk


def refused(desk: Desk, command: Any) -> str:
    with pytest.raises(IllegalMove) as refusal:
        desk.do(command)
    return refusal.value.message.key


def test_a_match_stops_once_all_agree_and_the_standings_are_the_result(desk: Desk) -> None:
    before = match_of(desk)
    asked = desk.do(StopMatch(1, before.seq), at_seat(1))
    assert asked.proposal is not None
    assert asked.proposal.missing == (0, 2)
    assert [(offer.move, offer.seat) for offer in asked.offers] == [
        ("agree_to_proposal", 0),
        ("object_to_proposal", 0),
        ("agree_to_proposal", 2),
        ("object_to_proposal", 2),
    ]
    assert asked.offers.cues == (Cue.MAY_ANSWER, Cue.IDLE, Cue.MAY_ANSWER)
    assert (asked.pending, asked.rests) == ((), True)
    # Nothing else is played meanwhile, and nobody answers twice.
    assert refused(desk, Move(before.offers.items[0].fill(action="tax"))) == "desk.proposal.first"
    assert refused(desk, agree(1)) == "desk.proposal.answered"
    # Two phones may answer on the same screen. The host answers for an absent one.
    desk.do(Move(agree(0).move, asked.seq), at_seat(0))
    stopped = desk.do(Move(agree(2).move, asked.seq), HOST)
    assert stopped.outcome is not None
    assert stopped.outcome.stopped
    assert stopped.outcome.ranking == ((1, 2), (0,))
    assert stopped.outcome.winners == (1, 2)
    assert stopped.ending is not None
    assert stopped.ending.places == ((1, 2), (0,))
    assert not stopped.offers
    assert refused(desk, Move({"move": "declare", "seat": 1, "action": "tax"})) == "desk.over"
    # It survives a restart, counts among the ended matches, and can be played again.
    again = Desk(desk.journal)
    assert match_of(again).outcome == stopped.outcome
    (ended,), _ = ended_matches(again)
    assert ended.ranking == ((1, 2), (0,))
    past = past_match(again, stopped.match)
    assert past.outcome == stopped.outcome
    # The match file tells it, too.
    replayed = matchfile.replay(desk.export())
    assert (replayed.outcome, replayed.state) == (stopped.outcome, stopped.state)
    assert desk.do(Again(stopped.seq)).outcome is None


def test_a_stop_is_undone_and_a_proposal_taken_back_by_one_undo(desk: Desk) -> None:
    before = match_of(desk)
    desk.do(StopMatch(), HOST)
    back = desk.do(Undo(), HOST)
    assert (back.proposal, back.state, back.outcome) == (None, before.state, None)
    desk.do(StopMatch(), HOST)
    for seat in range(3):
        last = desk.do(agree(seat))
    assert last.outcome is not None
    back = desk.do(Undo(), HOST)
    assert (back.outcome, back.state, back.proposal) == (None, before.state, None)
    assert back.offers == before.offers


def test_one_objection_ends_the_proposal_and_play_goes_on(desk: Desk) -> None:
    before = match_of(desk)
    asked = desk.do(StopMatch(0), at_seat(0))
    desk.do(object_(2), at_seat(2))
    after = match_of(desk)
    assert (after.proposal, after.state, after.outcome) == (None, before.state, None)
    assert after.offers == before.offers
    with pytest.raises(StaleMove):
        desk.do(Move(agree(1).move, asked.seq))
    assert refused(desk, agree(1)) == "desk.proposal.over"


def test_alone_with_bots_the_match_stops_at_once(desk: Desk) -> None:
    desk.do(Begin("coup", {}, 3, ("Ada",), ("", "gentle", "fair")))
    assert refused(desk, StopMatch(0)) == "desk.nothing_to_stop"
    desk.do(Move({"move": "declare", "seat": 0, "action": "income"}))
    stopped = desk.do(StopMatch(0), at_seat(0))
    assert stopped.outcome is not None
    assert stopped.outcome.ranking == ((0, 1, 2),)


@pytest.mark.parametrize("name", library.names())
def test_every_game_has_standings_at_any_time(name: str) -> None:
    """Before the first move nobody leads; the seats are all placed once."""
    game = library.game(name)
    for seats in game.seats[:3]:
        begun = game.rules.begin(library.options(game, {}), seats)
        outcome = stopped_outcome(game, (begun,), seats)
        assert outcome.ranking == (tuple(range(seats)),)
