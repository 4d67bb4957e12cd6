"""What a page sends: every act of the virtual table, and the state on which it was chosen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

from flask.testing import FlaskClient

from referee.reports.virtual_acts import VirtualAct
from tests.webui.asking import seq
from tests.webui.fake import FakeTable
from webui.routes.simulation import ACTS

STATIC = Path(__file__).parents[3] / "webui" / "static"


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
