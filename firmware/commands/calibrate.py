"""`coyote calibrate`: whether a camera over the mat is fit for reading, and what to change."""

from __future__ import annotations

import json
from pathlib import Path

import click

from firmware.cameras.base import Setting
from firmware.cameras.opening import take_picture
from firmware.commands.options import sighted
from firmware.commands.read import load_image
from firmware.commands.speak import locale, say
from firmware.teaching.calibrating import CARD_MM, checked
from hardware import MAT
from referee import words
from vision.calibrate import Check, calibrate
from vision.mat import Mat
from vision.reading import Image

CAMERA_S = 10.0
MARKS = {True: "✓", False: "✗", None: "–"}


@click.command("calibrate")
@sighted
@click.option("--image", type=click.Path(path_type=Path), help="A picture in place of a camera.")
@click.option("--mat", default=None, help="The mat's file, where it is not the project's own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def calibrate_command(
    camera: str, mains: str, distance: float, image: Path | None, mat: str | None, as_json: bool
) -> int:
    """Check the camera's view of the empty mat; status 1 where something must be changed.

    The camera measures light and focus once when it is opened and holds them from then on.
    """
    if image is None:
        setting = Setting(mains_hz=int(mains), distance_mm=10 * distance)
        picture: Image | None = take_picture(camera, CAMERA_S, setting)[1].image
    else:
        picture = load_image(image)
    if picture is None:
        return 2
    checks = calibrate(picture, Mat.load(mat or MAT), CARD_MM)
    well = all(check.passed for check in checks)
    if as_json:
        height, width = picture.shape[:2]
        plain = [_plain(check) for check in checks]
        click.echo(json.dumps({"good": well, "width": width, "height": height, "checks": plain}))
    else:
        for check in checks:
            click.echo(f"{MARKS[check.passed]} {words.say(checked(check), locale())}")
        click.echo(say("cli.calibrate.well" if well else "cli.calibrate.change"))
    return 0 if well else 1


def _plain(check: Check) -> dict[str, object]:
    return {
        "name": check.name,
        "passed": check.passed,
        "measure": check.measure,
        "limit": check.limit,
        "key": check.key,
        "text": words.say(checked(check), locale()),
    }
