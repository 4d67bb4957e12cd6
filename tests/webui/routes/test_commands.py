"""Every command is a value that JSON holds, and is said somewhere: a page, the console, a press."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from firmware.console.menus.pages import ListPage, Number
from firmware.presses.meanings import Meanings
from referee.actor import HOST, Actor
from referee.contract import Message
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
from referee.match.journal.bodies import Moved
from referee.match.past.history import past_match
from referee.match.running import Snapshot
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
from referee.reports.questions import Way, WhichMove
from referee.reports.status import Sound
from referee.reports.virtual_acts import VirtualAct
from tests.firmware.console.making import Hand, world
from tests.webui.asking import seq, sit_down
from tests.webui.conftest import CODE
from tests.webui.fake import FakeTable, doubt
from webui.app import create_app
from webui.routes.simulation import ACTS

STATIC = Path(__file__).parents[3] / "webui" / "static"
WAYS = tuple(Way(str(n), Message(f"way.{n}")) for n in range(3))
ASKED = WhichMove("7:stall", "stall", Message("what"), ways=WAYS, seat=0)

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


class Heard(FakeTable):
    """A table that keeps what is said to it."""

    def __init__(self, journal: Path) -> None:
        super().__init__(journal)
        self.heard: set[type[Any]] = set()

    def do(self, command: Command | TableCommand, by: Actor = HOST) -> Snapshot | None:
        self.heard.add(type(command))
        return super().do(command, by)


def posted_by_scripts() -> set[str]:
    """Return every address that a page's script posts to, or a form or a button of one."""
    texts = [path.read_text("utf-8") for path in STATIC.rglob("*.js")]
    return {one for text in texts for one in re.findall(r'"(/(?:api|virtual)/[\w/]+)"', text)}


def said_by_pages(folder: Path) -> set[type[Any]]:
    """Return the types of all commands that pages say, each posted as its script posts it."""
    table = Heard(folder / "pages.sqlite")
    app = create_app(table, host_code=CODE)
    host, client = _host(app), app.test_client()
    client.environ_base |= {"REMOTE_ADDR": "192.0.2.8"}
    table.desk.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    match = seq(table)
    sit_down(client, table, 1)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 16}))
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    read = table.desk.do(Move({"move": "cards_read", "cards": ["9", "6", "4"]})).seq
    card = {"of": read, "at": 0, "card": "10", "as": "host"}
    scripts = posted_by_scripts()

    def post(path: str, plain: dict[str, Any], by: FlaskClient = host) -> None:
        assert path in scripts
        assert by.post(path, json=plain).status_code == 200, path

    post("/api/correct", {**card, "seen": seq(table)})
    post("/api/undo", {"seen": seq(table), "as": "host"})
    post("/api/redo", {"seen": seq(table), "as": "host"})
    post("/api/back", {"to": read, "seen": seq(table)})
    post("/api/redo", {"seen": seq(table), "as": "host"})
    post("/api/misdeal", {"seat": 1, "wrong": "lost", "seen": seq(table)}, client)
    post("/api/deal_anew", {"seen": seq(table)})
    post("/api/undo", {"seen": seq(table), "as": "host"})
    post("/api/stop", {"seat": None, "seen": seq(table)})
    post("/api/undo", {"seen": seq(table), "as": "host"})
    post("/api/pause", {})
    post("/api/resume", {})
    move = {"move": "announce", "seat": table.desk.do(Resume()).state.turn, "number": 3}
    post("/api/move", {"move": move, "seen": seq(table), "as": "host"})
    table.ask(doubt(table))
    post("/api/answer", {"question": "q1", "item": "a", "card": "6"})
    table.ask(ASKED)
    post("/api/way", {"question": ASKED.id, "way": "1"})
    post("/api/photo/away", {"photo": "photo-1"})
    post("/api/sound", {"voice": True})
    post("/api/seat/name", {"seat": 1, "name": "Ada"}, client)
    post("/api/seat/over", {"seat": 1, "name": "Bo"})
    post("/api/lesson", {})
    post("/api/again", {"seen": seq(table)})
    post("/api/match", {"game": "coup", "seats": 3})
    tax = {"move": "declare", "seat": 0, "action": "tax"}
    post("/api/move", {"move": tax, "seen": seq(table), "as": "host"})
    post("/api/more_time", {})
    ours = {"Origin": "http://localhost"}
    amended = {"seat": "0", "other": "1", "seen": str(past_match(table.desk, match).seq)}
    answer = host.post(f"/history/{match}/amend/seats", data=amended, headers=ours)
    assert answer.status_code == 303
    forgotten = {"key": "ada", "sure": "yes"}
    assert host.post("/history/players/forget", data=forgotten, headers=ours).status_code == 200
    assert (
        host.post(f"/history/{match}/delete", data={"sure": "1"}, headers=ours).status_code == 303
    )
    table.desk.close()
    for act in ("on", "anew"):
        table.heard |= _said_by_the_safe_page(folder / f"{act}.sqlite", act)
    return table.heard


def _host(app: Flask) -> FlaskClient:
    host = app.test_client()
    host.environ_base |= {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost"}
    return host


def _said_by_the_safe_page(path: Path, act: str) -> set[type[Any]]:
    """Return what is said for a match that waits, as its last entry is no move."""
    table = Heard(path)
    match = table.desk.do(Begin("coyote", {"edition": "tomahawk"}, 3)).match
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 1}))
    table.desk.journal.append(Moved({"move": "no such"}), HOST, match)
    table.desk.close()
    table = Heard(path)
    host = _host(create_app(table, host_code=CODE))
    assert host.post(f"/safe/act/{act}", json={}).status_code == 200
    table.desk.close()
    return table.heard


def said_by_the_console(folder: Path) -> set[type[Any]]:
    """Return the types of all commands that the console's menus end in, four pages deep."""
    table = FakeTable(folder / "console.sqlite")
    question = doubt(table)
    first = Begin("coyote", {"edition": "tomahawk"}, 2, lesson=True)
    window = Move({"move": "declare", "seat": 0, "action": "tax"})
    coup = (Begin("coup", {}, 2), window)
    said = (first, Move({"move": "announce", "seat": 0, "number": 5}), Undo(), Pause(), *coup)
    matches = [table.desk.do(one) for one in said]
    table.desk.close()
    worlds = [world(match) for match in matches] + [world(question=question, untried=True)]
    sound = Sound(buzzer=True, voice=False)
    worlds.append(world(matches[1], phone_seats=(1,), sound=sound, known=("Bo",)))
    return {kind for one in worlds for kind in _said(Hand(one), 4)}


def _said(hand: Hand, deep: int) -> Iterator[type[Any]]:
    if not isinstance(hand.page, ListPage | Number):
        return
    for steps in range(len(hand.page.entries) if isinstance(hand.page, ListPage) else 1):
        there = Hand(hand.world, hand.menu).turn(steps)
        command = there.push()
        if command is not None:
            yield type(command)
        elif deep > 1:
            yield from _said(there, deep - 1)


def said_by_presses() -> set[type[Any]]:
    """Return the types of the commands of a seat's button: while it is asked something, too."""
    meanings = Meanings(asked=ASKED)
    return {type(meanings.command(meant)) for meant in meanings.by_press(0).values()}


def test_every_command_is_said_by_a_page_the_console_or_a_press(tmp_path: Path) -> None:
    pages, console = said_by_pages(tmp_path), said_by_the_console(tmp_path)
    assert pages | console | said_by_presses() == set(get_args(Command | TableCommand))
    # A match is played without a phone, and without the console.
    at_both = {Begin, Again, Teach, Move, Undo, Redo, Pause, Resume, StopMatch, MoreTime}
    at_both |= {NamePlayer, HandOver, Answer}
    assert at_both <= pages & console


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
