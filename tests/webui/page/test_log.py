"""The log's lines are put into words once, and again where anything that they say is another."""

from __future__ import annotations

from referee.actor import CAMERA, HOST
from referee.match.commands import Move, Redo, Undo
from referee.words import Voice
from tests.matches import match_of
from tests.webui.fake import FakeTable
from webui.page.log import LogLine, log_lines

VOICE = Voice("en")


def lines(table: FakeTable, voice: Voice = VOICE) -> tuple[LogLine, ...]:
    snapshot = match_of(table.desk)
    return log_lines(voice, snapshot.players, snapshot.log)


def test_a_line_is_said_anew_once_it_is_taken_back_or_made_again(table: FakeTable) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 8}))
    stands = lines(table)[0]
    table.desk.do(Undo(), HOST)
    undone = next(line for line in lines(table) if line.seq == stands.seq)
    table.desk.do(Redo(), HOST)
    again = next(log_line for log_line in lines(table) if log_line.seq == stands.seq)
    assert (stands.undone, undone.undone, again.undone) == (False, True, False)
    assert undone.note
    assert again == stands


def test_a_line_names_its_round_and_whose_move_it_was(table: FakeTable) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 80}))
    table.desk.do(Undo(), HOST)
    table.desk.do(Redo(), HOST)
    table.desk.do(Move({"move": "challenge", "seat": 1}))
    table.desk.do(Move({"move": "cards_read", "cards": ["1", "2", "3"]}), CAMERA)
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 5}), HOST)
    newest, *before = lines(table)
    first, second = (VOICE.key("end.round", number=number) for number in (1, 2))
    assert newest.round == second
    assert {line.round for line in before} == {first}  # also what is no move
    assert [line.seat for line in before] == [None, 1, None, None, 0, None]
