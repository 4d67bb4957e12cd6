"""What is said for a move is what happens after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.contract import Message
from referee.ogallala.state.moves import End, PlayOn
from referee.ogallala.state.territory import each_canoe
from tests.referee.recorded import recorded


def reasons(name: str, of: str) -> Iterator[tuple[Message, int, list[Any], Any]]:
    """Yield what speaks for each move of a recorded match, with its number and all states."""
    match = recorded(name, of)
    states = [match.begun, *(one.state for one in match.played)]
    made = [one.move for one in match.played]
    explain = match.game.require_bot().explain
    for at, move in enumerate(made):
        if (found := explain(states, made, at, move)) is not None:
            yield found, at, states, match.game


def test_a_card_that_cannot_take_the_trick_does_not_and_one_that_does_takes_it() -> None:
    told = 0
    for of in ("simpler", "secret"):
        for found, at, states, _ in reasons("coup_detat", of):
            number = len(states[at].phase.deal.tricks)
            later = (one.phase.deal for one in states[at:] if one.phase.deal is not None)
            trick = next(
                deal.all_tricks[number]
                for deal in later
                if len(deal.all_tricks) > number and deal.all_tricks[number].is_full
            )
            takes = found.key == "coup_detat.reason.takes"
            assert (trick.winner == found.params["seat"]) == takes
            told += 1
    assert told > 50


def test_points_that_a_move_brings_or_costs_are_those_of_the_standing() -> None:
    told = 0
    for found, at, states, game in reasons("ogallala", "five"):
        params: Any = found.params
        if found.key not in ("ogallala.reason.gains", "ogallala.reason.costs"):
            continue
        gains = found.key == "ogallala.reason.gains"
        seat = params["seat"] if gains else params["other_seat"]
        before, after = (game.rules.standing(states[one], seat)[0] for one in (at, at + 1))
        assert after - before == (params["count"] if gains else -params["count"])
        told += 1
    assert told > 3


def test_a_canoe_that_is_said_to_lack_one_end_needs_no_other_card() -> None:
    told = 0
    for found, at, states, _ in reasons("ogallala", "five"):
        end = found.key.rpartition(".")[2]
        if end not in ("bow", "stern"):
            continue
        turn = states[at].turn
        crews = [canoe.crew for _, canoe in each_canoe(states[at + 1].territories[turn])]
        assert any((one.stern if end == "bow" else one.bow) and not one.complete for one in crews)
        told += 1
    assert told > 3


def test_whoever_should_have_ended_the_match_was_in_the_lead() -> None:
    match = recorded("ogallala", "five")
    states = [match.begun, *(one.state for one in match.played)]
    made = [one.move for one in match.played]
    at = next(n for n, one in enumerate(made) if isinstance(one, PlayOn))
    points = [match.game.rules.standing(states[at], seat)[0] for seat in range(5)]
    found = match.game.require_bot().explain(states, made, at, End(made[at].mover))
    lead = points.pop(made[at].mover) - max(points)
    assert lead > 0
    assert found is not None
    assert (found.key, found.params["count"]) == ("ogallala.reason.leads", lead)
