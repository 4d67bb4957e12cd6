"""A made-up game with a secret: each seat vows a number, and a laid card opens a race."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.contract import (
    AskNumber,
    Behind,
    Cards,
    Cue,
    Focus,
    Frozen,
    Game,
    IllegalMove,
    Message,
    Offer,
    Offers,
    OnTable,
    Presentation,
    Press,
    Rules,
    Ruling,
    SeatView,
    Shown,
    View,
)
from referee.kit import SeatMove

LABEL = Message("label")


class Lay(SeatMove, tag="lay"):
    pass


class Snatch(SeatMove, tag="snatch"):
    behind: tuple[Behind, ...] = ()


class Vow(SeatMove, tag="vow"):
    number: int


class State(Frozen):
    seats: int
    vows: dict[int, int] = {}  # noqa: RUF012  msgspec copies it
    races: bool = False


class NoOptions(Frozen):
    pass


def offers(state: State) -> Offers:
    if state.races:
        shown = Presentation(LABEL, press=Press.SHORT, race=True)
        items = [Offer("snatch", shown, seat) for seat in range(state.seats)]
    else:
        number = AskNumber("number", 1, 9)
        items = [
            Offer("vow", Presentation(LABEL), seat, ask=(number,), secret=True)
            for seat in range(state.seats)
            if seat not in state.vows
        ]
        items.insert(0, Offer("lay", Presentation(LABEL), 0))
    return Offers(tuple(items), (Cue.IDLE,) * state.seats)


def apply(state: State, move: Any) -> tuple[State, tuple[Ruling, ...]]:
    if move not in offers(state):
        raise IllegalMove("VO-1", Message("vows.refused"))
    if isinstance(move, Vow):
        vows = {**state.vows, move.seat: move.number}
        return replace(state, vows=vows), (Ruling("VO-2", Message("vows.vow"), only=move.seat),)
    return replace(state, races=isinstance(move, Lay)), (Ruling("VO-3", Message("vows.race")),)


def view(state: State, seat: int | None) -> View:
    secret = {} if seat is None else {"number": state.vows.get(seat, 0)}
    seats = tuple(
        SeatView(seat, Cue.IDLE, notes=(Message("vow", {**secret}),)) for seat in range(state.seats)
    )
    return View("vows", 1, LABEL, Focus(LABEL), seats, seat)


VOWS: Game[NoOptions, State, Any] = Game(
    name="vows",
    seats=range(2, 6),
    rules=Rules(
        options=NoOptions,
        state=State,
        move=Lay | Snatch | Vow,
        begin=lambda _options, seats: State(seats),
        apply=apply,
        offers=offers,
        outcome=lambda _state: None,
    ),
    table=OnTable(cards=Cards(str.lower, lambda _options: {"fur": 1})),
    shown=Shown(view=view),
)
