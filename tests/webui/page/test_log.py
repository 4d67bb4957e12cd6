"""The log's lines are put into words once, and anew where anything that they say is another."""

from __future__ import annotations

from referee.actor import CAMERA, HOST, at_seat
from referee.match.commands import Move, Redo, Undo
from referee.words import Voice
from tests.webui.fake import FakeTable
from webui.page import log
from webui.page.log import LogLine

VOICE = Voice("en")


def lines(table: FakeTable, voice: Voice = VOICE) -> tuple[LogLine, ...]:
    return log.newest_log_lines(voice, table.desk.snapshot())


def test_what_stands_is_said_once_and_not_again_at_every_move(table: FakeTable) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 8}))
    before = lines(table)
    table.desk.do(Move({"move": "announce", "seat": 1, "number": 9}))
    after = lines(table)
    assert len(after) == len(before) + 1
    assert all(old is new for old, new in zip(before, after[1:], strict=True))


def test_a_line_is_said_anew_once_it_is_taken_back_or_made_again(table: FakeTable) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 8}))
    stands = lines(table)[0]
    table.desk.do(Undo(), HOST)
    undone = next(one for one in lines(table) if one.seq == stands.seq)
    table.desk.do(Redo(), HOST)
    again = next(one for one in lines(table) if one.seq == stands.seq)
    assert (stands.undone, undone.undone, again.undone) == (False, True, False)
    assert undone.note
    assert again == stands


def test_everybody_hears_it_in_their_own_language_and_by_the_names_of_now(table: FakeTable) -> None:
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 8}))
    table.desk.do(Undo(), at_seat(0))
    voices = (VOICE, Voice("fr"), Voice("en", {0: "Ada"}))
    english, french, ada = (lines(table, voice)[1] for voice in voices)
    assert french.text != english.text
    assert "Ada" in ada.note
    assert "Ada" not in lines(table)[1].note


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
