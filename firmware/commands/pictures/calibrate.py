"""`coyote calibrate`: checks a camera over the mat and says what to change."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.cameras.base import Setting
from firmware.cameras.lenses import Lenses
from firmware.cameras.opening import take_picture
from firmware.checking.machine import Machine
from firmware.checking.service import data_of, unit
from firmware.commands.options import SIZE_OPTION, data_option, named_once, picture_size, sighted
from firmware.commands.pictures.read import load_image
from firmware.commands.speak import MARKS, say, text_of
from firmware.decks import usual_card_mm
from firmware.folders import data_folder
from firmware.mats import chosen_mats
from firmware.parts import load_parts
from firmware.teaching.calibrating import check_message, check_place
from vision.calibration.checks import Calibration, Check, calibrate
from vision.calibration.field import Field, seen_area_mm

CAMERA_S = 10.0


@click.command("calibrate")
@sighted
@SIZE_OPTION
@data_option(
    show_default="the service's, else your own",
    help="The data folder, which stores the lens.",
)
@click.option("--image", type=click.Path(path_type=Path), help="Check a picture, not a camera.")
@click.option("--mat", default=None, help="A mat's name or file; otherwise the table's own.")
@click.option(
    "--mirror", is_flag=True, help="Mirror the camera's pictures from now on, or no longer."
)
def calibrate_command(
    camera: tuple[str, ...],
    mains: str,
    distance: float,
    size: str | None,
    data: Path | None,
    image: Path | None,
    mat: str | None,
    mirror: bool,
) -> int:
    """Check the camera's view of the empty mat. The exit status is 1 if something must change.

    The camera measures light and focus when it opens and then holds them. The lens distortion is
    stored in the data folder for pictures of this size. Each of several cameras must see three
    markers.
    """
    mats = chosen_mats(mat)
    card_mm = usual_card_mm(mat or "")
    if image is not None:
        picture = load_image(image)
        if picture is None:
            return 2
        return _tell(calibrate(picture, mats, card_mm), "")
    cameras = named_once(camera)
    setting = Setting(picture_size(size), int(mains), 10 * distance)
    folder = data_of(unit(Machine()), data)
    # First, the service or the program that the error names must release the camera.
    lenses = None if folder is None else Lenses(data_folder(folder))
    status = 0
    for spec in cameras:
        name, frame = take_picture(spec, CAMERA_S, setting)
        if mirror:
            lenses = lenses or Lenses(data_folder())
            lenses.mirror(name)
        if lenses is not None:
            frame = lenses.unmirrored(name, frame)
        view = calibrate(frame.image, mats, card_mm, whole=len(cameras) == 1)
        if view.lens is not None:
            lenses = lenses or Lenses(data_folder())
            lenses.keep(name, view.lens)
        for remark in frame.remarks:
            click.echo(f"{MARKS[None]} {text_of(remark)}")
        status = max(status, _tell(view, name))
    return status


def _tell(view: Calibration, camera: str) -> int:
    """Print the checks of a `camera`, or of a picture file, and return the exit status."""
    well = all(check.passed for check in view.checks)
    kept = bool(camera) and view.lens is not None
    for check in view.checks:
        click.echo(f"{MARKS[check.passed]} {_sentence(check)}")
    if kept:
        click.echo(say("cli.calibrate.kept", camera=camera))
    hangs = _hangs(view, camera)
    if hangs is not None:
        click.echo(hangs)
    click.echo(say("cli.calibrate.well" if well else "cli.calibrate.change"))
    return 0 if well else 1


def _hangs(view: Calibration, camera: str) -> str | None:
    """Return a sentence with a camera's height. Return None without a field of view or lens."""
    model = next((part for part in load_parts().camera if f"({part.model})" in camera), None)
    if model is None or view.fit is None:
        return None
    across, down = seen_area_mm(view.fit.plane)
    height = round(Field(*model.field_deg).height_mm(across) / 10)
    return say("cli.calibrate.hangs", height=height, width=round(across), depth=round(down))


def _sentence(check: Check) -> str:
    """Return the text of a check, which names the mat if there are several."""
    on = check_place(check)
    sentence = text_of(check_message(check))
    return sentence if on is None else f"{text_of(on)} {sentence}"
