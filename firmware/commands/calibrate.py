"""`coyote calibrate`: whether a camera over the mat is fit for reading, and what to change."""

from __future__ import annotations

import json
from pathlib import Path

import click

from firmware.cameras.base import Setting
from firmware.cameras.opening import take_picture
from firmware.commands.options import SIZE_OPTION, named_once, picture_size, sighted
from firmware.commands.read import load_image
from firmware.commands.speak import locale, say
from firmware.folders import data_folder
from firmware.lenses import Lenses
from firmware.mats import chosen_mats
from firmware.teaching.calibrating import CARD_MM, checked
from referee import words
from vision.calibrate import Check, View, calibrate
from vision.reading import Image

CAMERA_S = 10.0
MARKS = {True: "✓", False: "✗", None: "–"}


@click.command("calibrate")
@sighted
@SIZE_OPTION
@click.option("--data", type=click.Path(path_type=Path), help="The folder the lens is kept in.")
@click.option("--image", type=click.Path(path_type=Path), help="A picture in place of a camera.")
@click.option("--mat", default=None, help="A mat's name, or its file; else the table's own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def calibrate_command(
    camera: tuple[str, ...],
    mains: str,
    distance: float,
    size: str | None,
    data: Path | None,
    image: Path | None,
    mat: str | None,
    as_json: bool,
) -> int:
    """Check the camera's view of the empty mat; status 1 where something must be changed.

    The camera measures light and focus once when it is opened and holds them from then on. What
    its lens bends is measured and kept in the data folder, for pictures of this size. Of several
    cameras each must see three markers.
    """
    mats = chosen_mats(mat)
    if image is not None:
        picture = load_image(image)
        if picture is None:
            return 2
        return _tell(calibrate(picture, mats, CARD_MM), picture, "", as_json)
    cameras = named_once(camera)
    setting, lenses = Setting(picture_size(size), int(mains), 10 * distance), None
    status = 0
    for spec in cameras:
        name, frame = take_picture(spec, CAMERA_S, setting)
        view = calibrate(frame.image, mats, CARD_MM, whole=len(cameras) == 1)
        if view.lens is not None:
            lenses = lenses or Lenses(data_folder(data))
            lenses.keep(name, view.lens)
        status = max(status, _tell(view, frame.image, name, as_json))
    return status


def _tell(view: View, picture: Image, camera: str, as_json: bool) -> int:
    """Say what was checked, of a `camera` or of a mere picture; return the status."""
    well = all(check.passed for check in view.checks)
    kept = bool(camera) and view.lens is not None
    if as_json:
        click.echo(json.dumps(_document(picture, view, well, kept)))
        return 0 if well else 1
    for check in view.checks:
        click.echo(f"{MARKS[check.passed]} {words.say(checked(check), locale())}")
    if kept:
        click.echo(say("cli.calibrate.kept", camera=camera))
    click.echo(say("cli.calibrate.well" if well else "cli.calibrate.change"))
    return 0 if well else 1


def _document(picture: Image, view: View, well: bool, kept: bool) -> dict[str, object]:
    height, width = picture.shape[:2]
    lens = view.lens
    return {
        "good": well,
        "width": width,
        "height": height,
        "checks": [_plain(check) for check in view.checks],
        "lens": None if lens is None else {"k1": lens.k1, "k2": lens.k2, "kept": kept},
    }


def _plain(check: Check) -> dict[str, object]:
    return {
        "name": check.name,
        "passed": check.passed,
        "measure": check.measure,
        "limit": check.limit,
        "key": check.key,
        "text": words.say(checked(check), locale()),
    }
