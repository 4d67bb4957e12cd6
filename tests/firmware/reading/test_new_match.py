"""A new match begins with nothing of the last one: no question, no picture, no note."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware.reading.eye import Eye
from referee.actor import HOST
from referee.match.commands import Begin
from referee.reports import virtual_acts as acts
from tests.breadth import breadth
from tests.live import SMALL, LiveVirtualTable
from tests.process import PATIENCE_S, eventually
from vision.decks.deck import load_deck


class Rig(LiveVirtualTable):
    """A running table at which a card lies against the rules."""

    size = SMALL

    def lay_astray(self) -> str:
        """Lay a card where none may lie, and return the question about it."""
        self.deal("coyote", 3, edition="tomahawk")
        (card,) = self.virtual.scene().hands[0]
        self.virtual.do(acts.Place(card, 300, 210, 0, True))
        (asked,) = eventually(lambda: self.table.status().questions)
        return str(asked.id)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with closing(Rig(tmp_path)) as rig:
        yield rig


@pytest.mark.parametrize("edition", breadth(["kidult", "tomahawk"]))
def test_questions_and_pictures_end_with_their_match(
    rig: Rig, edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next deck takes seconds to load. With the same deck, nothing is loaded at all."""
    old = rig.lay_astray()
    (seen,) = rig.table.watcher.settled()
    goes_on, begun = threading.Event(), threading.Event()

    def held(*args: Any, **more: Any) -> Any:
        begun.set()
        assert goes_on.wait(PATIENCE_S)
        return load_deck(*args, **more)

    read = Eye.read_frame

    def read_later(*args: Any) -> None:
        assert goes_on.wait(PATIENCE_S)
        read(*args)

    monkeypatch.setattr("firmware.decks.load_deck", held)
    if edition == "tomahawk":
        monkeypatch.setattr(Eye, "read_frame", read_later)
    rig.table.do(Begin("coyote", {"edition": edition}, 3), HOST)
    try:
        status = rig.table.status()
        assert (status.questions, status.watching, status.judged.refusals) == ((), (), ())
        assert rig.table.proof(seen.id) is None
        with pytest.raises(LookupError):
            rig.table.watcher.choose(old, None, HOST)
        if edition != "tomahawk":
            assert begun.wait(PATIENCE_S)
        assert rig.table.status().questions == ()
        view = rig.table.camera_view()
        assert view is None or view.spots == ()
    finally:
        goes_on.set()
    rig.virtual.do(acts.Deal())
    (card,) = rig.virtual.scene().hands[0]
    rig.virtual.do(acts.Place(card, 300, 210, 0, True))
    eventually(lambda: rig.table.status().questions)
