"""The bundle for a bug report.

It is built from public values only: the texts of the catalogue, numbers, and the values in
`PUBLIC`. Every other value is "…". So no name, address, folder, picture or move gets in.
"""

from __future__ import annotations

import io
import json
import platform
import re
import zipfile
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from firmware.checking.case import Case
from firmware.checking.findings import Finding, document, package_version
from firmware.checking.public_log import GONE, public_lines
from firmware.errors import BadData
from firmware.mats import mat_names
from firmware.version import commit
from referee import words
from referee.contract import Message
from referee.disk.storage import write_whole
from referee.disk.textfiles import reason
from vision.decks.shelves import deck_names

PACKAGES = """
    coyote-table numpy opencv-python-headless opencv-contrib-python-headless flask gevent msgspec
    gpiozero lgpio luma.oled picamera2"""
# The parameters of findings whose texts come from the program, the kit or the kernel, and the texts
# of others that may do so. A webcam's name has its serial number.
NAMED = "apt check library model program trace"
PUBLIC = frozenset(NAMED.split())
KNOWN = re.compile(
    r"\d{1,5}|0x[0-9A-F]{2}|true|false|pi:\d( \(\w+\))?|usb:\d{1,2}"
    r"|seat \d+ (button|led)|buzzer|encoder_\w+|(table|play)\.sqlite|coyote-table"
    r"|cv2|flask|gevent|gpiozero|lgpio|libcamera|luma|msgspec|numpy|picamera2|PIL"
)


def write_bundle(path: Path, findings: Iterable[Finding], case: Case) -> None:
    """Write the zip for a bug report. Raise `BadData` on failure."""
    about = words.say(Message("cli.doctor.bundle_about"), words.DEFAULT)
    table = case.pin_table
    facts = {
        **document(map(public, findings), words.DEFAULT),
        "versions": versions(case),
        "wiring": table
        and {
            **asdict(table),
            # The owner has named these.
            "reserved": sorted(table.reserved.values()),
            "chip": table.chip is not None,
        },
        "decks": deck_names(),
        "mats": mat_names(),
    }
    files = {
        "ABOUT.txt": f"{about}\n",
        "doctor.json": json.dumps(facts, ensure_ascii=False, indent=1) + "\n",
        "log.txt": "".join(f"{line}\n" for line in public_lines(case.folder)),
    }
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in files.items():
            bundle.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    try:
        write_whole(path, kept.getvalue())
    except OSError as error:
        raise BadData(
            "cli.doctor.bundle_unwritten", file=str(path), reason=reason(error)
        ) from error


def public(finding: Finding) -> Finding:
    """Return a finding, with "…" instead of each text that is not known to be public."""
    given = finding.message.params.items()
    params = {name: value if name in PUBLIC else _public(value) for name, value in given}
    return replace(finding, message=Message(finding.message.key, params))


def _public(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(map(_public, value))
    known = not isinstance(value, str) or value in (*deck_names(), *mat_names())
    return value if known or KNOWN.fullmatch(value) else GONE


def versions(case: Case) -> dict[str, Any]:
    """Return the versions of the board, the system, Python and the packages."""
    system = re.search(
        r'^PRETTY_NAME="?([\w ./()-]*)', case.machine.text("etc/os-release"), re.MULTILINE
    )
    # The rest of the kernel's version may be somebody's own name.
    kernel = re.match(r"\d+\.\d+(?:\.\d+)?(?:\+rpt-rpi-(?:2712|v\d\w*))?", platform.release())
    return {
        "board": case.machine.model,
        "system": system and system[1],
        "kernel": kernel and kernel[0],
        "commit": commit(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "packages": {name: package_version(name) for name in PACKAGES.split()},
    }
