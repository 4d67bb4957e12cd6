"""A table without a server, and the page of each of its viewers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from referee.match.running import Snapshot
from tests.matches import match_of
from tests.webui.fake import FakeTable, FakeVirtual
from webui.access.holders import Holders
from webui.access.seats.approvals import Approvals
from webui.page.moment import Viewer
from webui.page.state import PageState, PageStates
from webui.serving.stream import LiveUpdates


class PagedTable:
    """A table whose cards lie at a virtual table, or before a camera, and what its pages show."""

    def __init__(self, journal: Path, *, is_virtual: bool = True) -> None:
        self.table = FakeTable(journal)
        holders, updates = Holders(self.table.desk), LiveUpdates()
        self.table.listen(updates.touch)
        virtual = FakeVirtual(self.table) if is_virtual else None
        self.states = PageStates(self.table, virtual, holders, Approvals(holders), updates)

    @property
    def match(self) -> Snapshot:
        """The current match."""
        return match_of(self.table.desk)

    def page(self, viewer: Viewer) -> Any:
        """Return what a viewer's page is told."""
        return msgspec.json.decode(self.states.json(viewer), type=PageState)

    def close(self) -> None:
        """Close the journal."""
        self.table.desk.close()
