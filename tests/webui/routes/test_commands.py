"""What a page sends: every act of the virtual table, and the state on which it was chosen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from referee.reports.virtual_acts import VirtualAct
from webui.routes.simulation import ACTS

STATIC = Path(__file__).parents[3] / "webui" / "static"


def posted_by_scripts() -> set[str]:
    """Return every address that a page's script posts to, or a form or a button of one."""
    texts = [path.read_text("utf-8") for path in STATIC.rglob("*.js")]
    return {entry for text in texts for entry in re.findall(r'"(/(?:api|virtual)/[\w/]+)"', text)}


def test_the_virtual_tables_page_does_all_that_hands_do() -> None:
    assert set(ACTS.values()) == set(get_args(VirtualAct))
    assert {f"/virtual/{name}" for name in ACTS} <= posted_by_scripts()
