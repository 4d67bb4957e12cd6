"""Builds a table from its parts: a virtual one on any computer, or a real one on a Pi."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.bots.seating import HandsFactory
from firmware.cameras.base import SIZE, Setting
from firmware.cameras.lenses import Lenses
from firmware.cameras.opening import opener
from firmware.console.display import Oled, StoredDisplay
from firmware.decks import Decks
from firmware.errors import BadData
from firmware.mats import Mats
from firmware.panel.panel import open_panel
from firmware.panel.pins import load_pins
from firmware.running.listeners import Listeners
from firmware.running.table import RunningTable
from firmware.virtual.brief import Briefs
from firmware.virtual.history import TableHistory
from firmware.virtual.instructions import Instructions
from firmware.virtual.rendering.camera import VirtualCamera
from firmware.virtual.rendering.process import K1
from firmware.virtual.table import VirtualTable
from hardware import PINS
from referee.match.desk import Desk, Snapshot
from vision.art import art_names
from vision.lens import Lens

if TYPE_CHECKING:
    from firmware.bots.hands import Hands


def build_virtual_table(
    desk: Desk,
    *,
    deck: str | None = None,
    size: tuple[int, int] = SIZE,
    seed: int | None = None,
    sound: bool = True,
    rests: bool = True,
) -> tuple[RunningTable, VirtualTable]:
    """Return a table with mock pins and rendered frames, and its virtual cards and hands.

    `size` is the width and height of the pictures in pixels. With `rests=False` the camera returns
    frames even while nothing changes, as a real one does. Raise `BadData` for a deck that cannot be
    drawn.
    """
    if deck is not None and deck not in art_names():
        raise BadData("cli.play.no_art", deck=deck, decks=art_names())
    mats, decks = Mats(), Decks(desk, deck)
    panel = open_panel(load_pins(), "mock", drawn=True)
    cards_moved = Listeners()
    virtual = VirtualTable(
        mats.mats_for(None),
        get=desk.get,
        put=desk.put,
        brief=Briefs(desk.snapshot),
        press=panel.press,
        console=lambda: table.console,
        changed=cards_moved.notify,
        seed=seed,
    )
    typing, history = Instructions(), TableHistory(virtual)

    def set_out(match: Snapshot) -> None:
        deck = decks.played(match)
        virtual.set_out(match.match, deck, _counts(match), match.seats, mats.mats_for(match))
        went_back, said = history.follow(match), typing(match)
        if said is not None and not went_back:
            virtual.follow(said)
        history.note(match)

    lenses = Lenses()
    lenses.keep("virtual", Lens(*size, K1, 0.0))
    table = RunningTable(
        desk,
        panel,
        lambda: VirtualCamera(virtual, size, rests=rests),
        mats,
        decks,
        follow=set_out,
        unfinished_chore=virtual.unfinished_chore,
        display=lambda _: StoredDisplay(),
        lenses=lenses,
        sound=sound,
        serve=HandsFactory(lambda: _hands(virtual), secret=True),
    )
    cards_moved.listen(lambda: history.note_deal(desk.snapshot()))
    cards_moved.listen(table.watcher.touched)
    cards_moved.listen(table.table_changed)
    return table, virtual


def build_real_table(
    desk: Desk,
    *,
    cameras: Sequence[str] = ("auto",),
    mat: str | Path | None = None,
    setting: Setting | None = None,
    gpio: str = "auto",
    pins: Path = PINS,
    deck: str | None = None,
    lenses: Lenses | None = None,
    sound: bool = True,
) -> RunningTable:
    """Return a table with real pins and cameras. Without `cameras`, phones send the pictures.

    If `gpio` is "auto", mock pins are used until the real ones are available. The cameras open when
    the table runs. Raise `BadWiring`, `MatError` for a bad `mat`, and `CameraLost` for an unknown
    kind of camera.
    """
    panel = open_panel(load_pins(pins), gpio, needed=bool(cameras))  # else phones are enough
    openers = [opener(camera, setting) for camera in cameras]
    return RunningTable(
        desk,
        panel,
        openers[0] if openers else None,
        Mats(mat),
        Decks(desk, deck),
        more_cameras=openers[1:],
        lenses=lenses,
        display=Oled,
        sound=sound,
        serve=HandsFactory(_people, secret=False),
    )


def _people() -> Hands:
    """Return the hands by which people move the bots' cards. The first bot needs them."""
    from firmware.bots.real_hands import RealHands

    return RealHands()


def _hands(virtual: VirtualTable) -> Hands:
    """Return the hands that move the bots' virtual cards. The first bot needs them."""
    from firmware.bots.hands import VirtualHands

    return VirtualHands(virtual, virtual.is_dealt)


def _counts(match: Snapshot) -> dict[str, int]:
    """Return the number of each card in a match."""
    counts: dict[str, int] = match.game.table.cards.counts(match.options)
    return counts
