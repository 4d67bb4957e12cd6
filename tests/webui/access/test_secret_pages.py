"""Whether a secret coup was lodged shows on nobody else's page, in no language, after no undo."""

from __future__ import annotations

import re
from pathlib import Path

from referee import words
from referee.match.commands import Move, Redo, Undo
from tests.referee.coup_detat.test_secret import opened, script
from tests.webui.fake import FakeTable, FakeVirtual
from webui.access.holders import Holders
from webui.access.seats.approvals import Approvals
from webui.page.moment import Viewer
from webui.page.state import PageStates
from webui.serving.stream import LiveUpdates

OTHERS = ((None, False), (None, True), (0, False), (1, False), (3, True))
OWN = re.compile(rb'"clock":\d+|"at":"[^"]*"|"due":\d+')  # the time of day


class Side:
    """A table with all its pages."""

    def __init__(self, folder: Path, name: str) -> None:
        self.table = FakeTable(folder / f"{name}.sqlite")
        holders = Holders(self.table.desk)
        virtual = FakeVirtual(self.table)
        self.updates = LiveUpdates()
        self.board = PageStates(self.table, virtual, holders, Approvals(holders), self.updates)
        opened(self.table.desk)

    def page(self, viewer: Viewer) -> bytes:
        self.updates.touch()
        return OWN.sub(b"", self.board.json(viewer))


def test_a_page_of_anybody_else_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    yes, no = Side(tmp_path, "yes"), Side(tmp_path, "no")
    differs = 0
    for step, moves in enumerate(zip(script(True), script(False), strict=True)):
        for side, do in zip((yes, no), moves, strict=True):
            desk = side.table.desk
            desk.do(Undo() if do == "undo" else Redo() if do == "redo" else Move(do))
        for number, (seat, host) in enumerate(OTHERS):
            locale = words.LOCALES[(step + number) % len(words.LOCALES)]
            viewer = Viewer(locale, seat, host, scene=False)
            assert yes.page(viewer) == no.page(viewer), (step, viewer)
        own = Viewer("en", 2, host=False, scene=False)
        differs += yes.page(own) != no.page(own)
    assert differs > 5, "which also shows that the comparison can fail"
    yes.table.desk.close()
    no.table.desk.close()
