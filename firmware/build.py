"""Putting a table together: the virtual one on any computer, the real one on a Pi."""

from __future__ import annotations

from pathlib import Path

from firmware.cameras.base import SIZE
from firmware.cameras.opening import opener
from firmware.errors import BadData
from firmware.panel.gpio import open_gpio
from firmware.panel.panel import Panel
from firmware.panel.pins import load_pins
from firmware.running import RunningTable
from firmware.virtual.camera import VirtualCamera
from firmware.virtual.table import VirtualTable
from hardware import MAT, PINS
from referee.contract import Deal, Want
from referee.match.desk import Desk
from vision.art import ART_NAMES
from vision.mat import Mat


def virtual_house(
    desk: Desk,
    *,
    deck: str | None = None,
    size: tuple[int, int] = SIZE,
    seed: int | None = None,
    sound: bool = True,
    rests: bool = True,
) -> tuple[RunningTable, VirtualTable]:
    """Return a table of mock pins and rendered frames, and the hands that move its cards.

    Without `rests` the camera gives frames also while nothing changes, as a real one does.
    """
    if deck is not None and deck not in ART_NAMES:
        raise BadData("cli.play.no_art", deck=deck, decks=ART_NAMES)
    mat = Mat.load(MAT)
    panel = Panel(load_pins(), open_gpio("mock"))

    def brief() -> tuple[Deal | None, tuple[Want, ...]]:
        match = desk.snapshot()
        return (None, ()) if match is None else (match.view(None).deal, match.wanted)

    virtual = VirtualTable(
        mat,
        get=desk.get,
        put=desk.put,
        brief=brief,
        press=panel.press,
        changed=lambda: table.moved(),
        seed=seed,
    )
    table = RunningTable(
        desk,
        panel,
        lambda: VirtualCamera(virtual, size, rests=rests),
        mat,
        deck=deck,
        virtual=virtual,
        sound=sound,
    )
    return table, virtual


def real_house(
    desk: Desk,
    *,
    camera: str = "auto",
    size: tuple[int, int] = SIZE,
    gpio: str = "auto",
    pins: Path = PINS,
    deck: str | None = None,
    sound: bool = True,
) -> RunningTable:
    """Return a table of real pins and a real camera; mock pins where there is no GPIO."""
    panel = Panel(load_pins(pins), open_gpio(gpio))
    return RunningTable(desk, panel, opener(camera, size), Mat.load(MAT), deck=deck, sound=sound)
