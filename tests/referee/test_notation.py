"""The notation: what is written in one line is read as it was, and a bad line is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import library, notation
from referee.contract import Cell, Frozen, Message, RefereeError, Value
from referee.notation import NotationError
from referee.table import Card, Layout, Pile, Zone
from referee.words.sentences import say
from tests.bench.rules.randomplay import play
from tests.breadth import breadth
from tests.referee.known import known

# -- every value ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", library.names())
def test_moves_positions_and_all_that_follows_from_them_come_back(name: str) -> None:
    game, random = library.game(name), Random(3)
    plain, seats = known(name).settings(random)
    options = library.options(game, plain)
    assert notation.read(notation.write(options), game.rules.options) == options
    complete = notation.write(options, complete=True)
    assert complete.count("=") >= len(options.__struct_fields__)
    assert notation.read(complete, game.rules.options) == options
    states = []
    for step in play(game, options, seats, random, 150):
        line = notation.write_position(game, seats, step.after)
        assert notation.read_position(line) == (game, seats, step.after), line
        line = notation.write(step.move)
        assert notation.read_move(game, line) == step.move, line
        states.append(step.after)
        for value in (*step.rulings, game.shown.view(step.after, 0), game.table.layout(step.after)):
            comes_back(value)
    comes_back(game.record(states))


def comes_back(value: Any) -> None:
    text = notation.write(value)
    assert "\n" not in text
    assert notation.read(text, type(value)) == value, text


words = st.text() | st.sampled_from(["-", "yes", "no", "5", "-5", "1e9", "nan", "a b", "", "“"])
values: st.SearchStrategy[Value] = st.one_of(
    words,
    st.booleans(),
    st.integers(-(2**53), 2**53),
    st.floats(allow_nan=False),
    st.lists(st.integers(-9, 9) | words).map(tuple),
)
zones = st.builds(Zone, words, st.none() | st.integers(-9, 9), st.none() | st.integers(-9, 9))


@given(words, st.dictionaries(words, values), zones, st.integers(), st.integers(-99, 99))
def test_every_word_and_number_comes_back(
    word: str, params: dict[str, Value], zone: Zone, row: int, column: int
) -> None:
    message = Message(word, params)
    comes_back(message)
    comes_back(zone)
    comes_back(Cell(word, row, column))
    layout = Layout(
        cards=(Card(word, zone, (row, column)),), piles=(Pile(zone),), words=((zone, message),)
    )
    comes_back(layout)


class Leaf(Frozen, tag="leaf"):
    """A record of a union, with a field whose type leaves open what a word is."""

    value: Zone | str | int | None
    pair: tuple[int, str] = (0, "")


class Twig(Frozen, tag="twig"):
    """The other one."""

    leaves: tuple[Leaf, ...] = ()
    open: bool | tuple[str, ...] = False


class Tree(Frozen, kw_only=True):
    """A record with fields of every sort, and a required one behind those with a default."""

    parts: tuple[Leaf | Twig, ...] = ()
    side: Literal["left", "right"] = "left"
    height: int | float


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        ((), ""),
        ((Leaf(Zone("pile", index=1)),), "parts=[(leaf (pile index=1))] "),
        ((Leaf("pile:1"), Leaf(None)), "parts=[(leaf pile:1) (leaf -)] "),
        ((Leaf("7"), Leaf(7, (1, "7"))), 'parts=[(leaf "7") (leaf 7 pair=[1 7])] '),
        ((Twig(open=True), Twig(open=("yes",))), 'parts=[(twig open=yes) (twig open=["yes"])] '),
        ((Twig((Leaf("-"),)),), 'parts=[(twig leaves=[(leaf "-")])] '),
    ],
)
@pytest.mark.parametrize("height", [2, 2.5])
def test_the_type_of_a_field_says_how_it_is_written(
    parts: tuple[Leaf | Twig, ...], line: str, height: float
) -> None:
    left, right = Tree(parts=parts, height=height), Tree(parts=parts, side="right", height=height)
    assert notation.write(left) == f"{line}height={height}"
    assert notation.write(right) == f"{line}side=right height={height}"
    comes_back(left)
    comes_back(right)


PAGE = Path(__file__).parents[2] / "docs" / "notation.md"
MOVES = re.findall(r"(?m)^\| `(.+)` \| in ([^,]+), ", PAGE.read_text("utf-8"))


def test_the_page_about_the_notation_has_a_move_of_each_game() -> None:
    words = {name: say(Message(f"game.{name}"), "en") for name in library.names()}
    titles = {word.replace("’", "'"): library.game(name) for name, word in words.items()}
    assert {title for _, title in MOVES} == set(titles)
    for line, title in MOVES:
        assert notation.write(notation.read_move(titles[title], line)) == line


# -- bad lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "The line ends too early. Add declare|"),
        ("declare", "The line ends too early. Add seat."),
        ("fly 0", "Character 1: “fly” is wrong here. Write declare|"),
        ("declare zero tax", "Character 9: “zero” is wrong here. Write NUMBER."),
        ("declare 0 tax 2", "Character 15: “2” is wrong here. Write target=."),
        ("declare 0 tax target=2 target=1", "Character 24: “target” is too much here. Delete it."),
        ("declare 0 tax target=", "The line ends too early. Add -|NUMBER."),
        ("declare 0 tax )", "Character 15: “)” is too much here. Delete it."),
        ("declare 0 (tax)", "Character 11: “(” is wrong here. Write WORD."),
        ('declare 0 "tax', 'Character 11: “"” is wrong here. Write WORD.'),
        ("card_shown {duke}", "Character 12: “{” is wrong here. Write [."),
    ],
)  # fmt: skip
def test_a_bad_move_is_refused_with_the_place_and_what_to_write(line: str, told: str) -> None:
    with pytest.raises(NotationError) as refused:
        notation.read_move(library.game("coup"), line)
    assert refused.value.rule == library.FORM
    assert say(refused.value.message, "en").startswith(told)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("parts=[(bark)] height=2", "desk.notation_wrong"),
        ("parts=[(leaf - pair=[1 a b])] height=2", "desk.notation_wrong"),
        ("parts=[(leaf -] height=2", "desk.notation_wrong"),
        ("parts=[(twig open=yes", "desk.notation_ends"),
        ("side=left side=left height=2", "desk.notation_wrong"),
        ("height=2 -", "desk.notation_wrong"),
        ("height=two", "desk.notation_wrong"),
        (f"height={'9' * 5000}", "desk.notation_wrong"),
        ("side=up height=2", "desk.notation_value"),
    ],
)
def test_a_bad_line_is_refused(line: str, key: str) -> None:
    with pytest.raises(NotationError, match=re.escape(key)) as refused:
        notation.read(line, Tree)
    assert "\n" not in say(refused.value.message, "en")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("coup 3", "chess 3", "desk.unknown_game"),
        ("coup 3", "coup three", "desk.notation_wrong"),
        ("duke=3", "duke=3 duke=2", "desk.notation_more"),
        ("(turn)", "(sleep)", "desk.notation_wrong"),
        ("(turn)", "", "desk.notation_wrong"),
    ],
)
def test_a_bad_position_is_refused(old: str, new: str, key: str) -> None:
    game = library.game("coup")
    options = library.options(game, {"deck": {"duke": 3, "captain": 9}})
    line = notation.write_position(game, 3, game.rules.begin(options, 3))
    assert old in line
    with pytest.raises(RefereeError, match=re.escape(key)):
        notation.read_position(line.replace(old, new))


def damaged(line: str, random: Random, times: int) -> Iterator[str]:
    for _ in range(times):
        at = random.randrange(len(line))
        yield line[:at] + random.choice('()[]{}="|;- 9x\\\n') + line[at + random.randrange(3) :]
        yield line[:at]


@pytest.mark.parametrize("times", breadth([50, 200]))
@pytest.mark.parametrize("name", library.names())
def test_a_damaged_line_is_read_or_refused_and_nothing_else(name: str, times: int) -> None:
    game, random, refusals = library.game(name), Random(5), []
    plain, seats = known(name).settings(random)
    *_, last = play(game, library.options(game, plain), seats, random, 40)
    for line in damaged(notation.write_position(game, seats, last.after), random, times):
        try:
            notation.read_position(line)
        except RefereeError as refused:
            refusals.append(refused)
    for line in damaged(notation.write(last.move), random, times):
        try:
            notation.read_move(game, line)
        except RefereeError as refused:
            refusals.append(refused)
    assert refusals
    assert all(say(refusal.message, "en") for refusal in refusals)
