"""`coyote doctor`: what works on this machine, and what to do about what does not."""

from __future__ import annotations

import platform
import shutil
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import cv2

from firmware.cameras.base import Frame
from firmware.cameras.opening import opener
from firmware.commands.speak import locale, say
from firmware.errors import CameraLost
from firmware.folders import data_folder
from firmware.panel.gpio import open_gpio
from firmware.panel.pins import load_pins
from hardware import MAT, PINS
from referee import words
from referee.contract import Message
from vision.deck import deck_names, load_deck
from vision.mat import Mat
from vision.reader import Reader
from webui.serve import lan_address

LEAST_FREE_BYTES = 200_000_000
CAMERA_S = 5.0


@dataclass(frozen=True)
class Finding:
    """What one check found: `well` is None for what is missing but not always needed."""

    well: bool | None
    message: Message


@click.command("doctor")
@click.option("--camera", help="Must be there: pi, usb:0 or folder:PATH.")
@click.option("--gpio", is_flag=True, help="The Pi's pins must be there.")
@click.option("--port", type=click.IntRange(1, 65535), default=8080, show_default=True)
@click.option("--data", type=click.Path(path_type=Path), help="The data folder to look into.")
def doctor_command(camera: str | None, gpio: bool, port: int, data: Path | None) -> int:
    """Check this machine, part by part; status 1 where something must be mended."""
    status = 0
    for finding in examine(camera, gpio, port, data):
        mark = {True: "✓", False: "✗", None: "–"}[finding.well]
        click.echo(f"{mark} {words.say(finding.message, locale())}")
        if finding.well is False:
            status = 1
    if status:
        click.echo(say("cli.doctor.mend"))
    return status


def examine(camera: str | None, gpio: bool, port: int, data: Path | None) -> Iterator[Finding]:
    """Yield the findings, one check after the other."""
    yield _python()
    yield _pins()
    yield _gpio(gpio)
    picture: list[Frame] = []
    yield _camera(camera, picture)
    yield _decks()
    yield _mat(picture)
    yield _data(data)
    for name in ("table", "play"):
        yield from _journal(name, data)
    yield _port(port)
    address = lan_address()
    yield (
        _well("cli.doctor.address", url=f"http://{address}:{port}/")
        if address
        else Finding(None, Message("cli.doctor.no_address"))
    )


def _well(key: str, **params: str | int) -> Finding:
    return Finding(True, Message(key, {**params}))


def _ill(error: Exception) -> Finding:
    message = getattr(error, "message", None)
    if isinstance(message, Message):
        return Finding(False, message)
    return Finding(False, Message("cli.doctor.failed", {"reason": str(error)}))


def _checked(check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except Exception as error:  # each part fails in its own way; all are findings here
        return _ill(error)


def _python() -> Finding:
    versions = {"python": platform.python_version(), "opencv": cv2.__version__}
    good = sys.version_info >= (3, 11)
    return Finding(good, Message("cli.doctor.python", {**versions}))


def _pins() -> Finding:
    return _checked(lambda: _well("cli.doctor.pins", count=len(load_pins(PINS).seats)))


def _gpio(needed: bool) -> Finding:
    def check() -> Finding:
        pins = open_gpio("gpio" if needed else "auto")
        pins.factory.close()
        return Finding(None if pins.mock else True, pins.message)

    return _checked(check)


def _camera(spec: str | None, picture: list[Frame]) -> Finding:
    try:
        device = opener(spec or "auto")()
        try:
            until_s = time.monotonic() + CAMERA_S
            while not picture and time.monotonic() < until_s:
                frame = device.read()
                if frame is not None:
                    picture.append(frame)
        finally:
            device.close()
        if not picture:
            raise CameraLost("table.camera.lost", camera=device.name)
    except CameraLost as error:
        return Finding(None if spec is None else False, error.message)
    except Exception as error:  # a driver's own
        return _ill(error)
    height, width = picture[0].image.shape[:2]
    return _well("cli.doctor.camera", camera=device.name, width=width, height=height)


def _decks() -> Finding:
    def check() -> Finding:
        decks = [load_deck(name) for name in deck_names()]
        for deck in decks:
            if deck.missing:
                return Finding(
                    False,
                    Message("cli.doctor.deck_missing", {"deck": deck.name, "cards": deck.missing}),
                )
        return Finding(True, Message("cli.doctor.decks", {"decks": deck_names()}))

    return _checked(check)


def _mat(picture: list[Frame]) -> Finding:
    def check() -> Finding:
        mat = Mat.load(MAT)
        if not picture:
            return _well("cli.doctor.mat")
        if Reader(load_deck(deck_names()[0]), mat).plane(picture[0].image) is None:
            return Finding(False, Message("table.quality.no_mat"))
        return _well("cli.doctor.mat_seen")

    return _checked(check)


def _data(data: Path | None) -> Finding:
    def check() -> Finding:
        folder = data_folder(data)
        free = shutil.disk_usage(folder).free
        said = Message("cli.doctor.data", {"folder": str(folder), "mb": free // 1_000_000})
        return Finding(free > LEAST_FREE_BYTES, said)

    return _checked(check)


def _journal(name: str, data: Path | None) -> Iterator[Finding]:
    """Look at a journal without touching it: what is damaged is kept aside at the next start."""
    try:
        path = data_folder(data) / f"{name}.sqlite"
        if not path.exists():
            return
        db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=0.5)
        try:
            said = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
        finally:
            db.close()
    except sqlite3.OperationalError:
        yield _well("cli.doctor.journal_in_use", file=path.name)
        return
    except Exception as error:
        yield Finding(
            False,
            Message("cli.doctor.journal_bad", {"file": f"{name}.sqlite", "reason": str(error)}),
        )
        return
    if said == "ok":
        yield _well("cli.doctor.journal", file=path.name)
    else:
        yield Finding(False, Message("cli.doctor.journal_bad", {"file": path.name, "reason": said}))


def _port(port: int) -> Finding:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
        except OSError:
            return Finding(None, Message("cli.doctor.port_in_use", {"port": str(port)}))
    return _well("cli.doctor.port", port=str(port))
