"""What people must do by hand is what is offered, and what cards on the table mean."""

from __future__ import annotations

from typing import Any

import pytest

from referee.contract import (
    AskCards,
    AskPlace,
    By,
    Cell,
    IllegalMove,
    Message,
    Presentation,
    by_tag,
)
from referee.judge import Judge
from referee.judging import Judgement
from referee.kit import MoveBase, SeatMove
from referee.pending import (
    CardAction,
    Clear,
    Lay,
    PendingAction,
    Return,
    Take,
    TurnUp,
    draw,
    free_cells,
    made_by,
    offers_of,
    progress,
)
from referee.table import Card, CardStatus, Change, Laid, Taken, Zone

SAID = Message("said")
MIDDLE, GRID, MARKET = Zone("middle"), Zone("grid"), Zone("market")


class Show(MoveBase, tag="show"):
    cards: tuple[str, ...]
    player: int | None = None
    proof: tuple[str, ...] = ()


class Put(MoveBase, tag="put"):
    at: Cell


class Ask(SeatMove, tag="ask"):
    cards: tuple[str, ...]


MOVES = by_tag(Show | Put | Ask)


def seat(number: int) -> Zone:
    return Zone("seat", number)


def cards(zone: Zone, least: int = 1, most: int = 1, known: tuple[str, ...] = ()) -> AskCards:
    return AskCards("cards", str(zone), least, most, {"duke": 3, "king": 3}, known)


def action(
    kind: type[CardAction], zone: Zone, ask: Any = None, move: str = "show", **more: Any
) -> Any:
    return kind(SAID, zone, move=move, ask=ask or cards(zone), shown=Presentation(SAID), **more)


def up(card: str, zone: Zone, at: tuple[int, int] | None = None) -> Laid:
    return Laid(card, zone, at, id=f"photo of {card}")


def off(card: str, zone: Zone, at: tuple[int, int] | None = None, clear: bool = False) -> Taken:
    status = CardStatus.TO_CLEAR if clear else CardStatus.FREE
    return Taken(Card(card, zone, at, status=status))


LAY = action(Lay, MIDDLE)
SECOND = action(Lay, MIDDLE, cards(MIDDLE, 2, 2, known=("duke",)))
TWO = action(Lay, MIDDLE, cards(MIDDLE, 2, 2), count=2)
CELL = AskPlace("at", "grid", (), {"duke": ((0, 1),)})
CLEAR = action(Clear, MIDDLE, cards(MIDDLE, 0, 0), cards=("duke", "king"))
OWN = action(Lay, seat(1), given={"player": 1})
BY_SEAT = action(Lay, seat(1), move="ask", by=By.SEAT, seat=1)


@pytest.mark.parametrize(
    ("one", "changes", "made"),
    [
        (LAY, [up("duke", MIDDLE)], Show(("duke",), proof=("photo of duke",))),
        (LAY, [up("duke", MARKET)], None),
        (LAY, [Laid("", MIDDLE, down=True)], None),
        (SECOND, [up("king", MIDDLE)], Show(("duke", "king"), proof=("photo of king",))),
        (TWO, [up("king", MIDDLE)], None),  # one is still missing
        (
            TWO,
            [up("king", MIDDLE), up("duke", MIDDLE)],
            Show(("king", "duke"), proof=("photo of king", "photo of duke")),
        ),
        (action(Lay, GRID, CELL, "put"), [up("duke", GRID, (0, 1))], Put(Cell("duke", 0, 1))),
        (action(Lay, GRID, CELL, "put"), [up("duke", GRID)], None),
        (
            action(TurnUp, MIDDLE, source=MIDDLE),
            [up("duke", MIDDLE)],
            Show(("duke",), proof=("photo of duke",)),
        ),
        # At another seat's place, it is that seat's move, so that the game can refuse it.
        (OWN, [up("duke", seat(2))], Show(("duke",), 2, ("photo of duke",))),
        (BY_SEAT, [up("duke", seat(1))], Ask(1, ("duke",))),
        (BY_SEAT, [up("duke", seat(2))], Ask(2, ("duke",))),
        (action(Lay, seat(1)), [up("duke", seat(2))], None),  # the move names no seat
        (action(Take, MARKET), [off("duke", MARKET)], Show(("duke",))),
        (action(Take, MARKET, cards(MARKET, 2, 2)), [off("duke", MARKET)], None),
        (action(Take, GRID, CELL, "put"), [off("duke", GRID, (0, 1))], Put(Cell("duke", 0, 1))),
        (CLEAR, [off("duke", MIDDLE, clear=True)], None),
        (CLEAR, [off("duke", MIDDLE, clear=True), off("king", MIDDLE, clear=True)], Show(())),
        (
            action(Return, MIDDLE, cards(MIDDLE, 0, 0), cards=("duke",)),
            [off("duke", MIDDLE, clear=True), up("king", MIDDLE)],
            Show(("king",), proof=("photo of king",)),  # which the game refuses
        ),
        (CLEAR, [up("king", MIDDLE)], None),
        (CLEAR, [off("king", MIDDLE, clear=True), off("duke", MIDDLE)], None),  # that one stays
    ],
)
def test_cards_that_do_what_is_pending_make_its_move(
    one: CardAction, changes: list[Change], made: Any
) -> None:
    result = made_by(one, changes[0], changes, MOVES)
    assert (result and result[0]) == made
    assert result is None or set(result[1]) == set(changes)


def test_what_becomes_a_move_is_offered_to_the_camera_or_to_its_seat() -> None:
    shown, asked = offers_of([draw(MIDDLE, 0), OWN, BY_SEAT])
    assert (shown.by, shown.seat, shown.given) == (By.CAMERA, None, {"player": 1})
    assert (asked.by, asked.seat, asked.ask) == (By.SEAT, 1, (cards(seat(1)),))


def test_of_several_cards_those_that_are_done_are_counted() -> None:
    assert progress(TWO, [up("duke", MIDDLE)]).have == 1
    taken = action(Clear, MARKET, cards(MARKET, 0, 0), count=3)
    assert progress(taken, [off("duke", MARKET), up("king", MARKET)]).have == 1
    assert progress(LAY, [up("duke", MIDDLE)]).have == 0  # it lies there, but is refused


def judged(*actions: PendingAction, changes: list[Change]) -> Judgement:
    def apply(state: int, move: Any) -> tuple[int, tuple[()]]:
        if "king" in move.cards:
            raise IllegalMove("T-1", Message("no_king"))
        return state, ()

    judge = Judge[int](apply, actions=lambda _state: actions, moves=Show | Put | Ask)
    return judge(0, changes)


def test_a_judge_needs_nothing_but_what_is_pending() -> None:
    show = action(Lay, MIDDLE, seat=2, rule="T-2")
    assert [move.move.cards for move in judged(show, changes=[up("duke", MIDDLE)]).moves] == [
        ("duke",)
    ]
    (illegal,) = judged(show, changes=[up("king", MIDDLE)]).refusals
    assert (illegal.rule, illegal.seats) == ("T-1", (2,))
    (elsewhere,) = judged(show, changes=[up("duke", seat(1))]).refusals
    assert (elsewhere.rule, elsewhere.message.key) == ("T-2", "table.elsewhere")
    assert (elsewhere.seats, elsewhere.allowed_zones) == ((2, 1), (MIDDLE,))
    (any_seat,) = judged(action(Lay, MIDDLE), changes=[up("duke", seat(1))]).refusals
    assert any_seat.message.key == "table.elsewhere.anyone"
    (two,) = judged(show, action(Lay, MARKET), changes=[up("duke", seat(1))]).refusals
    assert two.allowed_zones == (MIDDLE, MARKET)
    assert two.message.params == {"zones": ("middle", "market")}
    other = action(Lay, MARKET, seat=2, instead=True)
    assert offers_of([other])
    waits = judged(show, draw(MIDDLE, 0, 2), other, changes=[])
    assert waits.to_do == (show,)


def test_cards_that_may_be_taken_from_a_grid_say_their_cells() -> None:
    two = AskPlace("at", "grid", (), {"duke": ((0, 1), (2, 0)), "king": ((1, 1),)})
    results = free_cells([action(Take, GRID, two), action(Lay, MARKET, CELL), action(Take, MIDDLE)])
    assert results == {GRID: {(0, 1), (2, 0), (1, 1)}}
