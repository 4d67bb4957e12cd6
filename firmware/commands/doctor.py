"""`coyote doctor`: tells what works on this machine, and how to fix what does not."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import click

from firmware.checking.case import Case
from firmware.checking.examining import examine
from firmware.checking.findings import Finding, document
from firmware.checking.report import write_bundle
from firmware.checking.walk import walk as walk_through
from firmware.commands.options import CAMERAS, PINS_OPTION, PortRange, data_option
from firmware.commands.speak import MARKS, locale, say, text_of
from firmware.games import open_games
from firmware.install.settings import PORT
from firmware.languages import open_languages
from vision.files import is_folder


@click.command("doctor")
@click.option("--camera", help=f"Require this camera. {CAMERAS}")
@click.option("--gpio", is_flag=True, help="Require the Pi's pins.")
@click.option(
    "--walk",
    is_flag=True,
    help="Try lamps, buttons, buzzer and console one by one, with your help.",
)
@PINS_OPTION
@click.option(
    "--port",
    type=PortRange(1),
    show_default=f"the service's, else {PORT}",
    help="The port of the pages.",
)
@data_option(
    show_default="the service's, else your own",
    help="The data folder to check.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--bundle",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a zip for a bug report, without private data.",
)
def doctor_command(
    camera: str | None,
    gpio: bool,
    walk: bool,
    pins: Path,
    port: int | None,
    data: Path | None,
    as_json: bool,
    bundle: Path | None,
) -> int:
    """Check this machine, part by part. The exit status is 1 if something must be fixed."""
    if data is not None and is_folder(data):  # Without --data, the games are open already.
        open_games(data)
        open_languages(data)
    case = Case(
        camera=camera, gpio=gpio or walk, pins=pins, given_port=port, given_data=data
    ).with_table(locale())
    findings: list[Finding] = []
    for finding in chain(examine(case), walk_through(case) if walk else ()):
        findings.append(finding)
        if not as_json:
            _tell(finding)
        elif finding.check.startswith("walk") and finding.well is None:
            _tell(finding, err=True)  # The user must read the instruction now.
    if bundle is not None:
        write_bundle(bundle, findings, case)
        click.echo(say("cli.doctor.bundle", file=str(bundle)), err=as_json)
    well = all(finding.well is not False for finding in findings)
    if as_json:
        click.echo(json.dumps(document(findings, locale()), ensure_ascii=False))
    elif not well:
        click.echo(say("cli.doctor.mend"))
    return 0 if well else 1


def _tell(finding: Finding, err: bool = False) -> None:
    click.echo(f"{MARKS[finding.well]} {text_of(finding.message)}", err=err)
