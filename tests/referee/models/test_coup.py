"""The model of Coup, held against the example game of the rule file."""

from __future__ import annotations

from typing import Any

from tests.referee.models.coup import Match, Options

A, B, C = range(3)


def test_the_example_of_the_sheet() -> None:
    match = Match(Options(), 3)

    def do(move: str, **fields: Any) -> None:
        match.play({"move": move, **fields})

    def declare(seat: int, action: str, target: int | None = None) -> None:
        do("declare", seat=seat, action=action, target=target)

    declare(A, "tax")
    do("move_on", seat=A)
    declare(B, "exchange")
    do("move_on", seat=B)
    do("exchanged", seat=B)
    declare(C, "tax")
    do("challenge", seat=B)
    do("card_shown", cards=["duke"])
    do("card_turned", cards=["assassin"])
    do("card_returned")
    assert match.purse == [5, 2, 5]
    declare(A, "tax")
    do("move_on", seat=A)
    declare(B, "income")
    declare(C, "assassinate", A)
    do("move_on", seat=C)
    do("block", seat=A)
    do("move_on", seat=C)
    assert match.purse == [8, 3, 2]
    declare(A, "coup", C)
    do("card_turned", cards=["contessa"])
    declare(B, "extort", C)
    do("move_on", seat=B)
    do("block", seat=C, card="ambassador")
    do("challenge", seat=B)
    do("concede", seat=C)
    do("card_turned", cards=["contessa", "assassin"])
    assert match.purse == [1, 5, 0]
    assert match.treasury == 44
    assert match.faces == [[], ["assassin"], ["assassin", "contessa"]]
    assert (match.actor, match.moment.what, match.winner) == (A, "turn", None)
