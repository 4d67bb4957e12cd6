"""Every command is a value that JSON holds, and is said somewhere: a page, the console, a press."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from flask.testing import FlaskClient

from referee.coyote.state.moves import Announce
from referee.match.commands import (
    Again,
    Amend,
    Begin,
    Command,
    Correct,
    DealAnew,
    Forget,
    ForgetPerson,
    GoBack,
    GoOn,
    HandOver,
    Leave,
    MoreTime,
    Move,
    NamePlayer,
    Pause,
    Redo,
    Rename,
    ReportMisdeal,
    Resume,
    StopMatch,
    Teach,
    Undo,
)
from referee.reports.commands import (
    Answer,
    AnswerApproval,
    Choose,
    MakeHost,
    MarkNext,
    PutAway,
    SetSound,
    Speak,
    TableCommand,
)
from referee.reports.virtual_acts import VirtualAct
from tests.webui.asking import seq
from tests.webui.fake import FakeTable
from webui.routes.simulation import ACTS

STATIC = Path(__file__).parents[3] / "webui" / "static"

ONE_OF_EACH: tuple[Command | TableCommand, ...] = (
    Begin("coyote", {"edition": "kidult", "deck": {"1": 2}}, 3, ("Ada", "", "Zoé"), lesson=True),
    Again(4),
    Teach(2),
    Move({"move": "announce", "seat": 0, "number": 5}, 7),
    Undo(7),
    Redo(7),
    GoBack(3, 7),
    DealAnew(7),
    ReportMisdeal(1, "too_few", 7),
    Correct(5, 0, "10", 7, back=True),
    Pause(),
    Resume(),
    StopMatch(0, 5),
    MoreTime(),
    NamePlayer(1, "Bo"),
    HandOver(1, "Bo"),
    GoOn(),
    Leave(),
    Forget(3),
    ForgetPerson("Ada", "Guest"),
    Amend(3, Rename(1, "Bo"), 7),
    Answer("q", "i", None),
    Choose("q", "1"),
    MarkNext("q", 1),
    PutAway("p"),
    SetSound(voice=True),
    Speak("fr"),
    MakeHost(2),
    AnswerApproval("seat1", True),
)


def test_every_command_comes_back_from_json_by_its_tag_alone() -> None:
    assert {type(one) for one in ONE_OF_EACH} == set(get_args(Command | TableCommand))
    for one in ONE_OF_EACH:
        text = msgspec.json.encode(one)
        assert msgspec.json.decode(text, type=Command | TableCommand) == one
        assert msgspec.convert(msgspec.to_builtins(one), type(one)) == one
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**msgspec.to_builtins(one), "hurry": 1}, type(one))


def test_a_move_of_the_games_own_is_the_same_as_plain_data(table: FakeTable) -> None:
    own = Move(Announce(0, 5))
    plain = msgspec.json.decode(msgspec.json.encode(own), type=Move)
    assert plain == Move({"move": "announce", "seat": 0, "number": 5})
    first, back, again = (table.desk.do(one).state for one in (own, Undo(), plain))
    assert first == again != back


def posted_by_scripts() -> set[str]:
    """Return every address that a page's script posts to, or a form or a button of one."""
    texts = [path.read_text("utf-8") for path in STATIC.rglob("*.js")]
    return {one for text in texts for one in re.findall(r'"(/(?:api|virtual)/[\w/]+)"', text)}


def test_the_virtual_tables_page_does_all_that_hands_do() -> None:
    assert set(ACTS.values()) == set(get_args(VirtualAct))
    assert {f"/virtual/{name}" for name in ACTS} <= posted_by_scripts()


def test_a_page_says_on_which_state_it_chose(host: FlaskClient, table: FakeTable) -> None:
    before = seq(table)
    for path in ("/api/move", "/api/undo", "/api/redo", "/api/again"):
        for plain in ({}, {"seen": None}):
            answer = host.post(path, json={"move": {}, **plain} if path == "/api/move" else plain)
            assert (answer.status_code, answer.get_json()["key"]) == (400, "page.error.garbage")
    no_moves: tuple[Any, ...] = ([], "announce", 5, None)
    for move in no_moves:
        answer = host.post("/api/move", json={"move": move, "seen": before, "as": "host"})
        assert answer.status_code == 400
    assert seq(table) == before
