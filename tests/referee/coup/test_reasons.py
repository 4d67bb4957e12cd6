"""Why a move was good: a fact that everybody could see by then, and never a hidden card."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee import library
from referee.coup.state.moves import Block, CardTurned, Challenge, Declare, Pass
from referee.coup.view.reasons import explain
from tests.referee.recorded import recorded

GAME: Any = library.game("coup")


def played(moves: list[Any], **before: Any) -> list[Any]:
    """Return the states of a match that begins with these coins and cards face up."""
    states = [replace(GAME.rules.begin(library.options(GAME, {}), 3), **before)]
    for move in moves:
        states.append(GAME.rules.apply(states[-1], move)[0])
    return states


def key(states: list[Any], made: list[Any], at: int, move: Any) -> str:
    found = explain(states, made, at, move)
    return "" if found is None else found.key.removeprefix("coup.reason.")


def test_two_dukes_face_up_and_one_held_leave_none_and_this_is_told_once_it_was_shown() -> None:
    made: list[Any] = [
        Declare(1, "tax"),
        Pass(0),
        Pass(2),
        Declare(2, "coup", 0),
        CardTurned(("duke",)),
    ]
    up = ((), ("duke",), ("duke",))
    states = played(made, turn=1, coins=(2, 2, 7), faces=up)
    assert key(states, made, 1, Challenge(0)) == "gone"
    assert key(states[:-1], made[:-1], 1, Challenge(0)) == "stake_out"
    assert key(states, made, 1, Pass(0)) == "wrong_challenge"
    assert key(states, made, 3, Declare(2, "coup", 1)) == "coup_out"
    assert key(states, made, 3, Declare(2, "coup", 0)) == "coup"
    assert key(states, made, 3, Declare(2, "extort", 0)) == "extort"


def test_a_claim_made_three_times_and_a_last_card_are_facts_too() -> None:
    taxes: list[Any] = [Declare(0, "tax"), Pass(1), Pass(2)]
    others: list[Any] = [Declare(1, "income"), Declare(2, "income")]
    made = [*taxes, *others, *taxes, *others, *taxes]
    states = played(made, faces=((), ("duke",), ()))
    found = explain(states, made, 11, Pass(1))
    assert found is not None
    assert (found.key, found.params["number"]) == ("coup.reason.repeated", 3)
    assert key(states, made, 6, Pass(1)) == "last_card"
    aimed: list[Any] = [Declare(0, "assassinate", 1), Pass(1), Pass(2)]
    states = played(aimed, coins=(3, 2, 2), faces=((), ("duke",), ()))
    assert key(states, aimed, 3, Block(1, "contessa")) == "saves_out"
    assert key(states, aimed, 1, Pass(1)) == "last_card"


def test_each_move_of_a_recorded_match_gets_the_same_reason_each_time_or_none() -> None:
    match = recorded("coup", "four")
    states = [match.begun, *(one.state for one in match.played)]
    made = [one.move for one in match.played]
    found = [explain(states, made, at, move) for at, move in enumerate(made)]
    assert sum(one is not None for one in found) > len(found) / 3
    assert found == [explain(states, made, at, move) for at, move in enumerate(made)]
