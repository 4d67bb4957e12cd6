"""Checks of cameras with their view, decks and voice."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.cameras.background import failure
from firmware.cameras.lenses import Lenses
from firmware.cameras.opening import plugged_in, take_picture
from firmware.checking.case import Case
from firmware.checking.findings import Finding, result
from firmware.decks import known_decks, usual_card_mm
from firmware.errors import CameraLost
from firmware.mats import TABLE, load_mats, mat_of_markers
from firmware.sound import loudspeaker
from firmware.teaching.calibrating import checks_of
from vision.decks.deck import DeckError
from vision.decks.shelves import deck_names
from vision.find.markers import MatsFinder
from vision.reading import Image

CAMERA_S = 5.0
OPENED_S = 30.0  # The slowest healthy camera takes 20 s to open.
TOLD = ("mat", "focus", "light")  # These checks of the view are always reported.


def cameras(_: Case) -> Iterator[Finding]:
    """Name the connected cameras, if any."""
    if there := plugged_in():
        yield result("cameras", True, "cli.doctor.cameras", cameras=there)


def camera(case: Case) -> Iterator[Finding]:
    """Check that the camera opens and gives a picture. Then check its view.

    A missing camera is a fault only if the case names one.
    """
    try:
        name, frame = take_picture(case.camera or "auto", CAMERA_S)
    except Exception as error:  # Either `CameraLost`, or a driver raised it.
        optional = isinstance(error, CameraLost) and case.camera is None
        message = error.message if isinstance(error, CameraLost) else failure(error)
        yield Finding("camera", None if optional else False, message)
        if users := case.machine.users_of("dev/video*", "dev/media*"):
            yield result("camera", None, "cli.doctor.camera_users", programs=users)
        return
    height, width = frame.image.shape[:2]
    yield result("camera", True, "cli.doctor.camera", camera=name, width=width, height=height)
    for remark in frame.remarks:
        yield Finding("camera", None, remark)
    yield from view(Lenses(case.folder).unmirrored(name, frame).image)


def view(picture: Image) -> Iterator[Finding]:
    """Check the view on a picture (height x width x 3, BGR): mat, focus, light and the rest.

    The mat may belong to any game.
    """
    finder = MatsFinder(load_mats(TABLE))
    seen = any(finder.markers(picture).values())
    name = (not seen and mat_of_markers(finder.foreign_markers)) or TABLE
    mats = load_mats(name)
    for check in checks_of(picture, mats, None, usual_card_mm(name)):
        if check.well is False or (check.well and check.name in TOLD):
            yield Finding(check.name, check.well, check.message)


def decks(_: Case) -> Iterator[Finding]:
    """Check that no deck of the project lacks a card."""
    lacking = [deck for deck in known_decks() if isinstance(deck, DeckError) or deck.missing]
    for deck in lacking:
        if isinstance(deck, DeckError):
            yield result("decks", False, "table.reader.bad_deck", reason=str(deck))
        else:
            name, cards = deck.name, deck.missing
            yield result("decks", False, "cli.doctor.deck_missing", deck=name, cards=cards)
    if not lacking:
        yield result("decks", True, "cli.doctor.decks", decks=deck_names())


def voice(_: Case) -> Iterator[Finding]:
    """Check the program that speaks rulings. A missing program is no fault."""
    program = loudspeaker.PROGRAM
    if loudspeaker.find_espeak() is None:
        yield result("voice", None, "cli.doctor.no_voice", program=program)
    elif not loudspeaker.outputs():
        yield result("voice", None, "cli.doctor.no_loudspeaker", program=program)
    else:
        yield result("voice", True, "cli.doctor.voice", program=program)
