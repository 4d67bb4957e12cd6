"""What entries say: as every version before wrote it, to the letter."""

from __future__ import annotations

import json
from pathlib import Path

from referee.actor import HOST
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.match.journal.bodies import (
    KINDS,
    Agreed,
    DealtAnew,
    Extended,
    Moved,
    Objected,
    Proposed,
    Stopped,
    Swapped,
    Undone,
    Unknown,
    WentBack,
    from_json,
    kind_of,
    to_json,
)
from referee.match.journal.entries import Row

# A journal's mirror, written by the version before entries had types: every kind but what came
# later is in it.
WRITTEN = Path(__file__).parent / "written.jsonl"
LATER = {Agreed, DealtAnew, Extended, Objected, Proposed, Stopped, Swapped, WentBack}


def rows() -> list[Row]:
    return [Row(*json.loads(line)) for line in WRITTEN.read_bytes().splitlines()]


def test_every_kind_is_read_as_its_type_and_written_as_it_was() -> None:
    bodies = [from_json(row.kind, row.body) for row in rows()]
    assert {type(body) for body in bodies} == {*KINDS.values()} - LATER
    assert [(kind_of(body), to_json(body)) for body in bodies] == [
        (row.kind, row.body) for row in rows()
    ]
    before = ""
    for row, body in zip(rows(), bodies, strict=True):
        again = row._replace(kind=kind_of(body), body=to_json(body), digest="").chained_to(before)
        assert again == row
        before = row.digest


def test_an_entry_of_a_later_version_stays_as_it_is_and_what_precedes_it_stands(
    tmp_path: Path,
) -> None:
    desk = Desk.open(tmp_path / "table.sqlite")
    match = desk.do(Begin("coyote", {}, 3)).match
    desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    strange = (Unknown("dance", {"steps": 3}), Unknown("name", ["no", "seat"]))
    for body in strange:
        desk.journal.append(body, HOST, match)
    desk.journal.append(Undone(), HOST, match)
    desk.close()
    again = Desk.open(tmp_path / "table.sqlite")
    lines = again.journal.lines(match)
    assert tuple(line.body for line in lines[2:4]) == strange
    assert isinstance(lines[1].body, Moved)
    assert again.waiting is not None
    assert (again.waiting.to, again.waiting.moves) == (lines[1].seq, 1)
    again.close()
