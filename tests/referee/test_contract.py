"""The contract itself, on values and on games unlike Coyote: a grid, a race, a secret."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import msgspec
import pytest

from referee.actor import TABLE
from referee.contract import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskPlace,
    AskSeat,
    Behind,
    By,
    Cards,
    Cell,
    Choice,
    Cue,
    Focus,
    Frozen,
    Game,
    IllegalMove,
    Message,
    Offer,
    Offers,
    OnTable,
    Outcome,
    Presentation,
    Press,
    RefereeError,
    Rules,
    Ruling,
    SeatView,
    Shown,
    View,
    matches,
)
from referee.kit import MoveBase, SeatMove
from referee.match.journal.bodies import MOVE, Begun, Moved, Undone
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch
from tests.bench.rules.promises import BrokenPromise, check_secret
from tests.bench.rules.randomplay import Transition, fill, play
from tests.referee.shelved import shelve

LABEL = Message("label")


def offer(ask: Ask, **fields: Any) -> Offers:
    return Offers((Offer("do", Presentation(LABEL), ask=(ask,), **fields),), ())


@pytest.mark.parametrize(
    ("ask", "right", "wrong"),
    [
        (AskNumber("x", 2), [2, 3, 10**9], [1, -2, 2.0, True, "2", None]),
        (AskNumber("x", 2, 4), [2, 4], [5, 1]),
        (AskNumber("x", 300, 1200, step=100), [300, 1200], [200, 350, 301, 1300, 300.0]),
        (AskNumber("x", -5, step=10), [-5, 5, 995], [0, -15, 10]),
        (AskChoice("x", (Choice("a", LABEL), Choice("b", LABEL))), ["a", "b"], ["c", None, 1]),
        (AskSeat("x", (0, 2, 1)), [0, 2], [3, -1, "0", None, True, 1.0]),
        (
            AskCards("x", "mat", 1, 2, {"a": 1, "b": 2}),
            [["a"], ["b", "b"], ("a", "b")],
            [[], ["a", "a"], ["c"], ["a", "b", "b"], "a", None, 3],
        ),
        (
            AskCards("x", "mat", 2, 2, {"a": 1, "b": 2}, known=("b",)),
            [["a", "b"], ["b", "b"]],
            [["a"], ["b"], ["a", "a"]],
        ),
        (
            AskCards("x", "mat", 1, 1, {"a": 1, "b": 2}, brings={"a": 1}),
            [["b"], ["a"], ["a", "b"]],
            [["b", "b"], ["a", "b", "b"], []],
        ),
        (AskCards("x", "show", 0, 0, {}), [[]], [["a"]]),
        (
            AskPlace("x", "seat:1", (Cell("a", 0, 0),), {"b": ((0, 1), (1, -1))}),
            [{"card": "b", "row": 0, "column": 1}, {"card": "b", "row": 1, "column": -1}],
            [{"card": "a", "row": 0, "column": 1}, {"card": "b", "row": 0, "column": 0}, {}, "b"],
        ),
        (
            AskPlace(
                "x",
                "territory:1",
                (Cell("a", 0, 0), Cell("b", 0, 1)),
                {"a": ((0, 0),)},
                leaves=True,
            ),
            [{"card": "a", "row": 0, "column": 0}],
            [{"card": "b", "row": 0, "column": 1}, {"card": "a", "row": 0, "column": 1}],
        ),
    ],
)
def test_offers_contain_what_answers_their_questions(
    ask: Ask, right: list[Any], wrong: list[Any]
) -> None:
    offers = offer(ask)
    for value in right:
        assert {"move": "do", "x": value} in offers
    for value in wrong:
        assert {"move": "do", "x": value} not in offers
    for seed in range(20):
        assert fill(offers.items[0], Random(seed)) in offers
    (encoded,) = offers
    assert msgspec.json.decode(msgspec.json.encode(encoded), type=Offer) == encoded


def test_offers_are_iterable_sized_and_true_when_there_is_one() -> None:
    empty = Offers((), (Cue.IDLE,))
    assert not empty
    assert list(empty) == []
    some = Offers(
        (
            Offer("a", Presentation(LABEL), 0),
            Offer("b", Presentation(LABEL), 1),
            Offer("c", Presentation(LABEL), 0),
        ),
        (),
    )
    assert len(some) == 3
    assert some
    assert [one.move for one in some.for_seat(0)] == ["a", "c"]
    assert some.for_seat(None) == ()  # type: ignore[arg-type]


def test_a_field_that_is_not_asked_for_is_not_offered() -> None:
    class Block(SeatMove, tag="block"):
        by: str = ""
        behind: tuple[Behind, ...] = ()

    plain = Offers((Offer("block", Presentation(LABEL), 1),), ())
    asks = AskChoice("by", (Choice("duke", LABEL),))
    named = Offers((Offer("block", Presentation(LABEL), 1, optional=(asks,)),), ())
    assert Block(1) in plain
    assert Block(1) in named
    assert [matches(offer, Block(1, "duke")) for offer in (*plain, *named)] == [False, True]
    assert Block(1, "duke") not in plain
    assert Block(1, "duke") in named
    assert Block(1, "captain") not in named
    assert Block(1, behind=(Behind(2, 3.5),)) in plain, "how it came about is left out of account"
    assert {"move": "block", "seat": 1, "by": None} in plain
    assert {"move": "block", "seat": 1, "by": ""} not in plain
    assert {"move": "block", "seat": 1, "loudly": True} not in plain


def test_cards_come_from_the_discards_once_all_others_lie_there() -> None:
    ask = AskCards("x", "mat", 2, 4, {"a": 2, "b": 1}, discards={"a": 1, "c": 2})
    assert all(ask.fits(cards) for cards in ("ab", "aab", "aaba", "aabc"))
    assert not any(ask.fits(cards) for cards in ("ac", "aac", "aaa", "abcc", "aabb"))
    assert ask.limit(3) == {"a": 2, "b": 1}
    assert ask.limit(4) == ask.limit() == {"a": 3, "b": 1, "c": 2}


def test_a_field_at_its_default_still_answers_an_offer() -> None:
    class Block(SeatMove, tag="block"):
        by: str = "duke"

    offers = Offers((Offer("block", Presentation(LABEL), 1, given={"by": "duke"}),), ())
    assert Block(1) in offers
    assert Block(1, "captain") not in offers
    assert Block(0) not in offers


def test_refusals_have_one_root_and_repeat_what_they_are_about() -> None:
    refusal = IllegalMove("CY-3", Message("coyote.refused.not_greater", {"number": 5}))
    assert isinstance(refusal, RefereeError)
    assert isinstance(refusal, ValueError)
    assert str(refusal) == "CY-3: coyote.refused.not_greater (number=5)"


# -- a game of another kind: cards on a grid, a race, a secret ----------------------------


class Lay(SeatMove, tag="lay"):
    laid: Cell


class Snatch(SeatMove, tag="snatch"):
    behind: tuple[Behind, ...] = ()


class Vow(SeatMove, tag="vow"):
    number: int


class Close(MoveBase, tag="close"):
    pass


class Grid(Frozen):
    seats: int
    cells: tuple[Cell, ...] = ()
    vows: dict[int, int] = {}  # noqa: RUF012  msgspec copies it
    snatched: tuple[int, ...] = ()
    window: int = 0
    open: bool = False


class NoOptions(Frozen):
    pass


ROWS, COLUMNS = 3, 14


def places(state: Grid) -> tuple[tuple[int, int], ...]:
    taken = {(cell.row, cell.column) for cell in state.cells}
    if not taken:
        return ((0, 0),)
    beside = {
        (row + down, column + right)
        for row, column in taken
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    } - taken
    columns = [column for _, column in taken]

    def fits(column: int) -> bool:
        return max(*columns, column) - min(*columns, column) < COLUMNS

    return tuple(sorted(cell for cell in beside if 0 <= cell[0] < ROWS and fits(cell[1])))


def grid_offers(state: Grid) -> Offers:
    turn = len(state.cells) % state.seats
    if state.open:
        race = [
            Offer("snatch", Presentation(LABEL, press=Press.SHORT, race=True), seat)
            for seat in range(state.seats)
        ]
        items = (*race, Offer("close", Presentation(LABEL, after_s=3.0), by=By.CLOCK))
    else:
        ask = AskPlace("laid", f"seat:{turn}", state.cells, {"fur": places(state)})
        vows = [
            Offer("vow", Presentation(LABEL), seat, ask=(AskNumber("number", 1, 9),), secret=True)
            for seat in range(state.seats)
            if seat not in state.vows
        ]
        items = (Offer("lay", Presentation(LABEL), turn, ask=(ask,)), *vows)
    return Offers(items, (Cue.IDLE,) * state.seats, state.window)


def grid_apply(state: Grid, move: Any) -> tuple[Grid, tuple[Ruling, ...]]:
    if move not in grid_offers(state):
        raise IllegalMove("GR-1", Message("grid.refused"))
    change = msgspec.structs.replace
    match move:
        case Lay():
            cells = (*state.cells, move.laid)
            after = change(state, cells=cells, open=True, window=state.window + 1)
            return after, (Ruling("GR-2", Message("grid.laid")),)
        case Snatch():
            late = tuple(behind.seat for behind in move.behind)
            after = change(state, open=False, snatched=(*state.snatched, move.seat))
            return after, (Ruling("GR-3", Message("grid.snatched", {"seats": late})),)
        case Vow():
            after = change(state, vows={**state.vows, move.seat: move.number})
            return after, (Ruling("GR-4", Message("grid.vow"), only=move.seat),)
    return change(state, open=False), (Ruling("GR-5", Message("grid.closed")),)


def grid_view(state: Grid, seat: int | None) -> View:
    secret = {} if seat is None else {"number": state.vows.get(seat, 0)}
    seats = tuple(
        SeatView(one, Cue.IDLE, notes=(Message("vow", {**secret}),)) for one in range(state.seats)
    )
    return View("grid", 1, LABEL, Focus(LABEL), seats, seat)


def grid_outcome(state: Grid) -> Outcome | None:
    return Outcome(LABEL, state.snatched[:1]) if len(state.cells) == ROWS * COLUMNS else None


GRID: Game[NoOptions, Grid, Any] = Game(
    name="grid",
    seats=range(2, 6),
    rules=Rules(
        options=NoOptions,
        state=Grid,
        move=Lay | Snatch | Vow | Close,
        begin=lambda _options, seats: Grid(seats),
        apply=grid_apply,
        offers=grid_offers,
        outcome=grid_outcome,
    ),
    table=OnTable(
        cards=Cards(str.lower, lambda _options: {"fur": 42}),
    ),
    shown=Shown(
        view=grid_view,
    ),
)


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> PlayedMatch:
    shelve(monkeypatch, GRID)
    return PlayedMatch(Line(1, 1, Begun("grid", {}, 3), TABLE, 0.0))


def test_42_cards_on_a_grid_a_race_and_a_clock_are_played_by_the_offers_alone() -> None:
    for seed in range(5):
        windows = []
        for step in play(GRID, NoOptions(), 3, Random(seed)):
            state = step.after
            assert msgspec.json.decode(msgspec.json.encode(state), type=Grid) == state
            windows.append(GRID.rules.offers(state).window)
        assert GRID.rules.outcome(state) is not None
        assert len({(cell.row, cell.column) for cell in state.cells}) == ROWS * COLUMNS
        assert windows == sorted(windows)
        columns = [cell.column for cell in state.cells]
        assert max(columns) - min(columns) == COLUMNS - 1


def test_a_press_that_lost_the_race_goes_with_the_move(running: PlayedMatch) -> None:
    laid = {"move": "lay", "seat": 0, "laid": {"card": "fur", "row": 0, "column": 0}}
    running.add(Line(2, 1, Moved(laid), TABLE, 0.0))
    late = {"move": "snatch", "seat": 2, "behind": [{"seat": 1, "ms": 37.5}]}
    assert late in running.snapshot().offers
    running.add(Line(3, 1, Moved(late), TABLE, 0.0))
    (ruling,) = running.snapshot().rulings
    assert ruling.message.params == {"seats": (1,)}


def test_a_secret_is_heard_by_its_seat_alone(running: PlayedMatch) -> None:
    running.add(Line(2, 1, Moved({"move": "vow", "seat": 1, "number": 7}), TABLE, 0.0))
    running.add(Line(3, 1, Moved({"move": "vow", "seat": 0, "number": 4}), TABLE, 0.0))
    snapshot = running.snapshot()
    moves = {
        seat: [entry.move.number for entry in snapshot.log_for(seat) if entry.kind == MOVE]
        for seat in (None, 0, 1, 2)
    }
    assert moves == {None: [], 0: [4], 1: [7], 2: []}
    assert snapshot.rulings_for(0) == snapshot.rulings
    assert snapshot.rulings_for(1) == snapshot.rulings_for(None) == ()
    for seat in (None, 0, 2):
        assert b"7" not in msgspec.json.encode(snapshot.view(seat))
    assert b"7" in msgspec.json.encode(snapshot.view(1))
    step = Transition(Grid(3), Vow(1, 7), *grid_apply(Grid(3), Vow(1, 7)))
    check_secret(GRID, step, grid_offers(Grid(3)), Random(1))
    leaky = dataclasses.replace(GRID, shown=Shown(lambda state, _seat: grid_view(state, 1)))
    with pytest.raises(BrokenPromise, match="told to its seat alone"):
        check_secret(leaky, step, grid_offers(Grid(3)), Random(1))
    running.add(Line(4, 1, Undone(), TABLE, 0.0))
    assert [entry.undone for entry in running.snapshot().log_for(0)] == [False, True, False]
