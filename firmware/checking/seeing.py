"""Checks the cameras: connection, picture, mat, focus and light."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.cameras.background import failure
from firmware.cameras.framing import MatSet
from firmware.cameras.lenses import Lenses
from firmware.cameras.opening import plugged_in, take_picture
from firmware.checking.findings import Finding, found
from firmware.checking.machine import Machine
from firmware.decks import known_decks
from firmware.errors import CameraLost
from firmware.mats import load_mats, mat_of_markers
from firmware.teaching.calibrating import checks_of
from vision.decks.deck import DeckError
from vision.decks.shelves import deck_names
from vision.find.markers import MatsFinder
from vision.reading import Image

CAMERA_S = 5.0
OPENED_S = 30.0  # The slowest healthy camera takes 20 s to open.
TOLD = ("mat", "focus", "light")  # These checks of the view are always reported.


def cameras() -> Iterator[Finding]:
    """Name the connected cameras, if any."""
    there = plugged_in()
    if there:
        yield found("cameras", True, "cli.doctor.cameras", cameras=there)


def camera(machine: Machine, spec: str | None, data: Path | None = None) -> Iterator[Finding]:
    """Check that the camera opens and gives a picture. Then check its view.

    A missing camera is a fault only if `spec` names one. The folder `data` knows the cameras whose
    pictures are mirrored.
    """
    try:
        name, frame = take_picture(spec or "auto", CAMERA_S)
    except CameraLost as error:
        yield Finding("camera", None if spec is None else False, error.message)
        yield from _users(machine)
        return
    except Exception as error:  # A driver raised it.
        yield Finding("camera", False, failure(error))
        yield from _users(machine)
        return
    height, width = frame.image.shape[:2]
    yield found("camera", True, "cli.doctor.camera", camera=name, width=width, height=height)
    for remark in frame.remarks:
        yield Finding("camera", None, remark)
    yield from view(Lenses(data).unmirrored(name, frame).image)


def view(picture: Image) -> Iterator[Finding]:
    """Check the view on a picture (height x width x 3, BGR): mat, focus, light and the rest.

    The mat may belong to any game.
    """
    finder = MatsFinder(load_mats(""))
    seen = any(finder.markers(picture).values())
    name = (not seen and mat_of_markers(finder.foreign_markers)) or ""
    mats = load_mats(name)
    for check in checks_of(picture, mats, None, MatSet(name, (), mats).card_mm):
        if check.well is False or (check.well and check.name in TOLD):
            yield Finding(check.name, check.well, check.message)


def _users(machine: Machine) -> Iterator[Finding]:
    users = machine.users_of("dev/video*") + machine.users_of("dev/media*")
    if users:
        yield found("camera", None, "cli.doctor.camera_users", programs=tuple(sorted(set(users))))


def decks() -> Iterator[Finding]:
    """Check that no deck of the project lacks a card."""
    lacking = False
    for deck in known_decks():
        if isinstance(deck, DeckError):
            lacking = True
            yield found("decks", False, "table.reader.bad_deck", reason=str(deck))
        elif deck.missing:
            lacking = True
            name, cards = deck.name, deck.missing
            yield found("decks", False, "cli.doctor.deck_missing", deck=name, cards=cards)
    if not lacking:
        yield found("decks", True, "cli.doctor.decks", decks=deck_names())
