"""A table of phases: each phase takes its own moves, and says why it takes no other."""

from __future__ import annotations

from typing import Any

import pytest

from referee.contract import Cue, Frozen, IllegalMove, Message, Ruling
from referee.flow import Flow, Lamps, Row
from referee.kit import MoveBase, SeatMove, Speaking


class Lit(Frozen, tag="lit"):
    """The lamp is on, and its `owner` may put it out."""

    owner: int


class Dark(Frozen, tag="dark"):
    """The lamp is off."""


class Now(Speaking):
    phase: Lit | Dark


class Light(SeatMove, tag="light"):
    pass


class PutOut(MoveBase, tag="put_out"):
    pass


class Wait(MoveBase, tag="wait"):
    pass


def light(_now: Now, _dark: Dark, move: Light) -> Now:
    return Now(Lit(move.seat)).say("T-4", "lit", seat=move.seat)


def put_out(_now: Now, _lit: Lit, _move: PutOut) -> Now:
    return Now(Dark())


def wait(now: Now, _phase: object, _move: Wait) -> Now:
    return now


def no_such_seat(_now: Now, move: Any) -> None:
    if isinstance(move, Light) and move.seat > 2:
        raise IllegalMove("T-1", Message("no_such_seat"))


ROWS: dict[type, Row[Now]] = {
    Dark: Row(
        moves={Light: light},
        answers=lambda _now, _dark: (1,),
        early=lambda _now, _dark: IllegalMove("T-2", Message("dark")),
    ),
    Lit: Row(
        moves={PutOut: put_out},
        actors=lambda _now, lit: (lit.owner,),
        lamps=Lamps(idle=Cue.WAIT),
    ),
}


def flow(**other: Any) -> Flow[Now]:
    given: dict[str, Any] = {
        "moves": Light | PutOut | Wait,
        "phases": (Lit, Dark),
        "rows": ROWS,
        "seats": lambda _now: 3,
        "always": {Wait: wait},
        "check": no_such_seat,
        "early": lambda _now, move: IllegalMove("T-3", Message(type(move).__name__)),
    }
    return Flow(**{**given, **other})


def test_a_phase_takes_its_own_moves_and_those_of_every_phase() -> None:
    dark = Now(Dark())
    lit, rulings = flow().apply(dark, Light(2))
    assert lit == Now(Lit(2)), "it carries the rulings no longer"
    assert rulings == (Ruling("T-4", Message("lit", {"seat": 2}), (), (2,)),)
    assert flow().apply(lit, PutOut()) == (dark, ())
    assert [flow().apply(now, Wait())[0] for now in (dark, lit)] == [dark, lit]


@pytest.mark.parametrize(
    ("phase", "move", "rule"),
    [
        (Lit(0), Light(3), "T-1"),
        (Dark(), PutOut(), "T-2"),
        (Lit(0), Light(1), "T-3"),
    ],
)
def test_another_move_is_refused_by_the_check_then_the_row_then_the_game(
    phase: Lit | Dark, move: Any, rule: str
) -> None:
    with pytest.raises(IllegalMove) as refused:
        flow().apply(Now(phase), move)
    assert refused.value.rule == rule


def test_a_lamp_says_who_must_act_who_may_answer_and_who_is_out() -> None:
    assert flow(out=lambda _now: (2,)).cues(Now(Lit(0))) == (Cue.TURN, Cue.WAIT, Cue.OUT)
    assert flow().cues(Now(Dark())) == (Cue.IDLE, Cue.MAY_ANSWER, Cue.IDLE)


@pytest.mark.parametrize(
    "other",
    [
        {"moves": Light | PutOut},  # a row takes a move that is none of the game's
        {"always": {}},  # no row takes a move of the game
        {"phases": (Lit,)},
        {"early": None},  # the row of `Lit` has no reason
    ],
)
def test_a_table_that_leaves_something_out_is_refused_at_once(other: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        flow(**other)
