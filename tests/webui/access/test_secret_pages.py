"""Whether a secret coup was lodged shows on nobody else's page, in no language, after no undo."""

from __future__ import annotations

import re
from pathlib import Path

from referee import words
from referee.match.commands import Move, Redo, Undo
from tests.referee.coup_detat.test_secret import opened, script
from tests.webui.paged import PagedTable
from webui.page.moment import Viewer

OTHERS = ((None, False), (None, True), (0, False), (1, False), (3, True))
OWN = re.compile(rb'"clock":\d+|"at":"[^"]*"|"due":\d+')  # the time of day


def page_of(paged: PagedTable, viewer: Viewer) -> bytes:
    return OWN.sub(b"", paged.states.json(viewer))


def test_a_page_of_anybody_else_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    yes, no = (PagedTable(tmp_path / f"{name}.sqlite") for name in ("yes", "no"))
    for side in (yes, no):
        opened(side.table.desk)
    differs = 0
    for step, moves in enumerate(zip(script(True), script(False), strict=True)):
        for side, do in zip((yes, no), moves, strict=True):
            desk = side.table.desk
            desk.do(Undo() if do == "undo" else Redo() if do == "redo" else Move(do))
        for number, (seat, host) in enumerate(OTHERS):
            locale = words.LOCALES[(step + number) % len(words.LOCALES)]
            viewer = Viewer(locale, seat, host, scene=False)
            assert page_of(yes, viewer) == page_of(no, viewer), (step, viewer)
        own = Viewer("en", 2, host=False, scene=False)
        differs += page_of(yes, own) != page_of(no, own)
    assert differs > 5, "which also shows that the comparison can fail"
    yes.close()
    no.close()
