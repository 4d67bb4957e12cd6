"""The flow of a turn on one page: at each stage the moves that may come, and where they lead.

A stage is a phase and, while a challenge is being settled, what follows it. No rule asks the table:
random play holds the rules to it, no way that is not in it, and none in it that is never taken. Its
moves must be the ones that the rows of `referee/coup/flow.py` take.

`Leave`, the host's, may come between two turns (CP-52): whoever leaves turns up all influence.
The host's other moves may come at any stage. `CoinsSet` changes none. `CardsCorrected` changes one
only where the card that was shown last is judged anew: then it leads where `CardShown` does.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.coup.state.moves import (
    Block,
    CardReturned,
    CardShown,
    CardTurned,
    Challenge,
    Concede,
    Declare,
    Exchanged,
    Leave,
    MoveOn,
    NameCard,
    Pass,
    WindowClosed,
)
from referee.coup.state.state import State
from tests.referee.coup.summary import summary_of


class Stage(NamedTuple):
    """Where a match stands; `then` counts while a card is to be turned up or taken back."""

    phase: str
    then: str | None = None


def stage(state: State) -> Stage:
    """Return the stage of a state."""
    now = summary_of(state)
    return Stage(now.phase, now.then)


TURN = Stage("turn")
CHALLENGE = Stage("challenge")
BLOCK = Stage("block")
NAME = Stage("name")
COUNTER = Stage("counter")
SHOW = Stage("show")
EXCHANGE = Stage("exchange")
OVER = Stage("over")
LOSE_END = Stage("lose", "end")
LOSE_FAILED = Stage("lose", "failed")
LOSE_BLOCK = Stage("lose", "block")
LOSE_BLOCKED = Stage("lose", "blocked")
LOSE_EFFECT = Stage("lose", "effect")
LOSE_LEFT = Stage("lose", "left")
RETURN_FAILED = Stage("return", "failed")
RETURN_BLOCK = Stage("return", "block")
RETURN_BLOCKED = Stage("return", "blocked")
RETURN_EFFECT = Stage("return", "effect")

Ways = dict[type, tuple[Stage, ...]]

FLOW: dict[Stage, Ways] = {
    # An action is declared; a claim may be challenged, the action blocked (CP-21).
    TURN: {Declare: (TURN, CHALLENGE, BLOCK, LOSE_END), Leave: (LOSE_LEFT,)},
    CHALLENGE: {
        Challenge: (SHOW,),
        Pass: (CHALLENGE, BLOCK, EXCHANGE, TURN),
        MoveOn: (BLOCK, EXCHANGE, TURN),
        WindowClosed: (BLOCK, EXCHANGE, TURN),
    },
    BLOCK: {
        Block: (NAME, COUNTER),
        Pass: (BLOCK, LOSE_END, TURN),
        MoveOn: (LOSE_END, TURN),
        WindowClosed: (LOSE_END, TURN),
    },
    NAME: {NameCard: (COUNTER,)},
    COUNTER: {
        Challenge: (SHOW,),
        Pass: (COUNTER, TURN),
        MoveOn: (TURN,),
        WindowClosed: (TURN,),
    },
    EXCHANGE: {Exchanged: (TURN,)},
    # A challenge: of an action, or of a block (CP-24). Who loses it turns up a card (CP-26).
    SHOW: {
        CardShown: (LOSE_BLOCK, LOSE_BLOCKED, RETURN_FAILED, RETURN_EFFECT),
        Concede: (LOSE_FAILED, LOSE_EFFECT),
    },
    # The action's claim held: it may be blocked yet, or happens (CP-29).
    LOSE_BLOCK: {CardTurned: (RETURN_BLOCK, OVER)},
    RETURN_BLOCK: {CardReturned: (BLOCK, EXCHANGE, LOSE_END, TURN)},
    # The block's claim held: the action fails (CP-28).
    LOSE_BLOCKED: {CardTurned: (RETURN_BLOCKED, OVER)},
    RETURN_BLOCKED: {CardReturned: (TURN,)},
    # The action's claim did not hold: it fails (CP-27). Another card shown is first taken back.
    RETURN_FAILED: {CardReturned: (LOSE_FAILED,)},
    LOSE_FAILED: {CardTurned: (TURN, OVER)},
    # The block's claim did not hold: the action takes effect (CP-28).
    RETURN_EFFECT: {CardReturned: (LOSE_EFFECT,)},
    LOSE_EFFECT: {CardTurned: (LOSE_END, TURN, OVER)},
    # The action itself costs the target an influence.
    LOSE_END: {CardTurned: (TURN, OVER)},
    LOSE_LEFT: {CardTurned: (LOSE_LEFT, TURN, OVER)},
    OVER: {},
}
