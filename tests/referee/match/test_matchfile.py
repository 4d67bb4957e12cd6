"""Match files: written, replayed, and refused with the line that is at fault."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from referee import library
from referee.match import matchfile
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk
from referee.match.journal.matchfiles import match_path
from referee.match.matchfile import MatchFileError
from tests.bench.rules.randomplay import play
from tests.matches import match_of

HEADER = {"game": "coyote", "options": {"edition": "kidult"}, "seats": 3}
ANNOUNCE = {"move": "announce", "seat": 0, "number": 8}


def lines(*values: Any) -> list[str]:
    return [value if isinstance(value, str) else json.dumps(value) for value in values]


def fault(*values: Any) -> MatchFileError:
    with pytest.raises(MatchFileError) as refusal:
        matchfile.replay(lines(*values))
    return refusal.value


def test_a_match_replays_to_its_state_and_rulings() -> None:
    cards = {"move": "cards_read", "cards": ["1", "2", "3"]}
    match = matchfile.replay(lines(HEADER, ANNOUNCE, {"move": "challenge", "seat": 1}, cards))
    assert match.state.phase.result.total == 6
    assert [entry.seq for entry in match.entries[1:]] == [2, 3, 4]
    assert [ruling.rule for entry in match.entries for ruling in entry.rulings] == [
        "CY-2",
        "CY-6",
        "CY-7",
        "CY-8",
        "CY-1",
    ]


def test_what_is_dumped_replays() -> None:
    game = library.game("coyote")
    options = library.options(game, {"edition": "oliphante"})
    steps = list(play(game, options, 4, Random(7)))
    names = ("Ada", "Béa", "Ciro", "")
    header = matchfile.Header("coyote", names, msgspec.to_builtins(options))
    dumped = list(matchfile.dump(header, [step.move for step in steps]))
    match = matchfile.replay(dumped)
    assert match.state == steps[-1].after
    assert match.players.names == names
    assert list(matchfile.dump_match(match)) == dumped


def test_a_journals_own_file_of_a_match_replays_to_what_counts(desk: Desk) -> None:
    match = desk.do(Begin("coyote", {"edition": "kidult"}, 3, ("Ada", "Bo", "Cy"))).match
    for number in (4, 8):
        desk.do(Move({**ANNOUNCE, "number": number}))
        if number == 4:
            desk.do(Undo())
    own = match_path(desk.journal.path, match).read_bytes().splitlines()
    assert len(own) == 4
    replayed = matchfile.replay(own)
    assert (replayed.state, replayed.players.names) == (match_of(desk).state, ("Ada", "Bo", "Cy"))
    with pytest.raises(MatchFileError) as refusal:
        matchfile.replay([*own[:2], own[3]])
    assert refusal.value.line == 3


def test_bytes_blank_lines_and_a_byte_order_mark_do_not_matter() -> None:
    raw = b"\xef\xbb\xbf" + json.dumps(HEADER).encode() + b"\r\n"
    match = matchfile.replay([raw, b"\r\n", json.dumps(ANNOUNCE).encode()])
    assert match.state.number == 8
    assert match.entries[1].seq == 3


def test_an_illegal_move_names_line_rule_and_reason() -> None:
    error = fault(HEADER, ANNOUNCE, {"move": "challenge", "seat": 2})
    assert (error.line, error.rule, error.illegal) == (3, "CY-4", True)
    assert error.message.key == "coyote.refused.challenge_out_of_turn"


@pytest.mark.parametrize(
    ("values", "line", "key"),
    [
        ([], 1, "desk.no_header"),
        (["", "  "], 1, "desk.no_header"),
        ([ANNOUNCE], 1, "desk.no_header"),
        (["not json"], 1, "desk.bad_json"),
        ([{"game": "coyote"}], 1, "desk.bad_header"),
        ([{**HEADER, "options": []}], 1, "desk.bad_header"),
        ([{**HEADER, "game": "poker"}], 1, "desk.unknown_game"),
        ([{**HEADER, "options": {"strikes": "x"}}], 1, "desk.field_wrong"),
        ([{**HEADER, "options": {"edition": "x"}}], 1, "coyote.options.edition"),
        ([{**HEADER, "seats": 1}], 1, "coyote.options.seats"),
        ([HEADER, "{"], 2, "desk.bad_json"),
        ([HEADER, "", ANNOUNCE, "7"], 4, "desk.bad_move"),
        ([HEADER, {"move": "fold"}], 2, "desk.move_unknown"),
    ],
)
def test_a_file_at_fault_says_where_and_why(values: list[Any], line: int, key: str) -> None:
    error = fault(*values)
    assert (error.line, error.message.key, error.illegal) == (line, key, False)


def test_what_is_not_text_is_said_to_be_none() -> None:
    with pytest.raises(MatchFileError) as refusal:
        matchfile.replay([json.dumps(HEADER).encode(), b"\xff\xfe\x00"])
    assert (refusal.value.line, refusal.value.message.key) == (2, "desk.not_utf8")
