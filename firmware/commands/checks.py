"""The checks of `coyote doctor`: each looks at one part of this machine and says what it found."""

from __future__ import annotations

import platform
import shutil
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import cv2

from firmware.cameras.opening import plugged_in, take_picture
from firmware.console.display import find, let_go
from firmware.console.knob import Knob
from firmware.errors import BadData, BadWiring, CameraLost, DisplayLost
from firmware.folders import data_folder
from firmware.panel.panel import open_panel
from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.sound import loudspeaker
from firmware.wiring.currents import faults, sums_ma
from hardware import MAT, PINS
from referee.contract import Message, Value
from referee.match.desk import JournalError
from referee.match.rescue import look_at
from vision.deck import deck_names, load_deck
from vision.mat import Mat
from vision.reader import Reader
from vision.reading import Image
from webui.serve import lan_address

LEAST_FREE_BYTES = 200_000_000
CAMERA_S = 5.0

P = ParamSpec("P")
F = TypeVar("F", "Finding", "Finding | None")


@dataclass(frozen=True)
class Finding:
    """What one check found: `well` is None for what is missing but not always needed."""

    well: bool | None
    message: Message


def _found(well: bool | None, key: str, /, **params: Value) -> Finding:
    return Finding(well, Message(key, params))


def _failed(error: Exception) -> Finding:
    message = getattr(error, "message", None)
    if isinstance(message, Message):
        return Finding(False, message)
    return _found(False, "cli.doctor.failed", reason=str(error))


def _check(check: Callable[P, F]) -> Callable[P, F | Finding]:
    """Make every failure of a check a finding: each part fails in its own way."""

    @wraps(check)
    def checked(*args: P.args, **kwargs: P.kwargs) -> F | Finding:
        try:
            return check(*args, **kwargs)
        except Exception as error:
            return _failed(error)

    return checked


def python() -> Finding:
    """Check the version of Python, and name that of OpenCV."""
    good = sys.version_info >= (3, 11)
    return _found(
        good, "cli.doctor.python", python=platform.python_version(), opencv=cv2.__version__
    )


@_check
def pins(path: Path = PINS) -> Finding:
    """Check the pin table."""
    return _found(True, "cli.doctor.pins", count=len(load_pins(path).seats))


def currents(path: Path = PINS) -> tuple[Finding, ...]:
    """Check the currents of all that is wired; nothing where the pin table is at fault."""
    try:
        pins, parts = load_pins(path), load_parts()
    except BadWiring:
        return ()  # which `pins` says
    found = tuple(Finding(False, fault) for fault in faults(pins, parts))
    sums = sums_ma(pins, parts)
    well = _found(True, "cli.doctor.currents", rail=round(sums["5V"]), pins=round(sums["pin"]))
    return found or (well,)


@_check
def gpio(needed: bool, path: Path = PINS) -> Finding:
    """Check whether the Pi's pins can be had, by claiming each that is wired."""
    panel = open_panel(load_pins(path), "gpio" if needed else "auto")
    panel.close()
    return Finding(None if panel.gpio.mock else True, panel.gpio.message)


@_check
def console(path: Path = PINS) -> Finding | None:
    """Check the console's knob and display, where the pin table wires one; it may be missing."""
    table = load_pins(path)
    pins = table.console
    if pins is None:
        return None
    try:
        let_go(find(pins))
    except DisplayLost as error:
        return Finding(None, error.message)
    panel = open_panel(table)
    try:
        if not panel.gpio.mock:
            Knob(pins, panel.gpio)
    finally:
        panel.close()
    return _found(True, "table.console.well")


@_check
def voice() -> Finding:
    """Check what speaks rulings at the table; it may be missing."""
    if loudspeaker.find() is None:
        return _found(None, "cli.doctor.no_voice", program=loudspeaker.PROGRAM)
    if not loudspeaker.outputs():
        return _found(None, "cli.doctor.no_loudspeaker", program=loudspeaker.PROGRAM)
    return _found(True, "cli.doctor.voice", program=loudspeaker.PROGRAM)


def cameras() -> Finding | None:
    """Name the cameras that are plugged in, where there are any."""
    there = plugged_in()
    return _found(True, "cli.doctor.cameras", cameras=there) if there else None


def camera(spec: str | None) -> tuple[Finding, Image | None]:
    """Check the camera, which is needed where `spec` names one; return its picture too."""
    try:
        name, frame = take_picture(spec or "auto", CAMERA_S)
    except CameraLost as error:
        return Finding(None if spec is None else False, error.message), None
    except Exception as error:  # a driver's own
        return _failed(error), None
    height, width = frame.image.shape[:2]
    return _found(True, "cli.doctor.camera", camera=name, width=width, height=height), frame.image


@_check
def decks() -> Finding:
    """Check that no deck of the project lacks a card."""
    for deck in map(load_deck, deck_names()):
        if deck.missing:
            return _found(False, "cli.doctor.deck_missing", deck=deck.name, cards=deck.missing)
    return _found(True, "cli.doctor.decks", decks=deck_names())


@_check
def mat(picture: Image | None) -> Finding:
    """Check the mat's file, and that the mat is found on a picture where there is one."""
    mat = Mat.load(MAT)
    if picture is None:
        return _found(True, "cli.doctor.mat")
    if not Reader(load_deck(deck_names()[0]), mat).planes(picture):
        return _found(False, "table.quality.no_mat")
    return _found(True, "cli.doctor.mat_seen")


@_check
def data(given: Path | None) -> Finding:
    """Check that the data folder can be written and that there is room."""
    folder = data_folder(given)
    free = shutil.disk_usage(folder).free
    well = free > LEAST_FREE_BYTES
    return _found(well, "cli.doctor.data", folder=str(folder), mb=free // 1_000_000)


def journal(name: str, given: Path | None) -> Finding | None:
    """Check a journal, where there is one, without touching it.

    The table itself keeps a damaged one aside when it starts.
    """
    file = f"{name}.sqlite"
    try:
        path = data_folder(given) / file
    except BadData:
        return None  # which `data` says
    try:
        if not path.exists():
            return None
        damage = look_at(path)
    except JournalError as error:
        in_use = error.message.key == "desk.journal_in_use"
        if in_use:
            return _found(True, "cli.doctor.journal_in_use", file=file)
        return _found(False, "cli.doctor.journal_closed", file=file, reason=_reason(error))
    if damage is not None:
        return _found(False, "cli.doctor.journal_bad", file=file, reason=damage)
    return _found(True, "cli.doctor.journal", file=file)


def _reason(error: JournalError) -> str:
    return str(error.message.params.get("reason", error.message.key))


def port(number: int) -> Finding:
    """Check that the pages' port is free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", number))
        except OSError:
            return _found(None, "cli.doctor.port_in_use", port=str(number))
    return _found(True, "cli.doctor.port", port=str(number))


def address(number: int) -> Finding:
    """Say at which address phones find the pages."""
    lan = lan_address()
    if lan is None:
        return _found(None, "cli.doctor.no_address")
    return _found(True, "cli.doctor.address", url=f"http://{lan}:{number}/")
