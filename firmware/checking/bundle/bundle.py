"""The bundle for a bug report: versions, findings, the end of the log, the wiring, and questions.

The bundle contains no picture, no journal and no unchanged file. Every text goes through the
scrubber.
"""

from __future__ import annotations

import io
import json
import platform
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from firmware.checking.bundle.scrubbing import GONE, Scrubber
from firmware.checking.findings import PACKAGE, Finding, document, package_version
from firmware.checking.machine import Machine
from firmware.errors import BadData, BadWiring
from firmware.folders import LOG
from firmware.mats import mat_names
from firmware.panel import console_pins
from firmware.panel.pins import Pins, load_pins
from firmware.parts import load_parts
from firmware.version import commit
from referee import words
from referee.contract import Message, Value
from referee.disk.storage import write_whole
from referee.disk.textfiles import reason
from vision.decks.shelves import deck_names

LOG_LINES = 500
LOG_BYTES = 200_000  # Number of bytes to read from the end of the log.
PACKAGES = (
    PACKAGE,
    "numpy",
    "opencv-python-headless",
    "opencv-contrib-python-headless",
    "flask",
    "gevent",
    "msgspec",
    "gpiozero",
    "lgpio",
    "luma.oled",
    "picamera2",
)
# Words in the names of boards and cameras. They are not private.
MODELS = (
    "Raspberry Pi Model Plus Zero Compute Module Rev A B W",
    "pi usb virtual wide noir imx219 imx296 imx477 imx500 imx519 imx708 ov5647",
)
WIRES = " ".join(("seat", "button", "led", "buzzer", *console_pins.WIRES))
ABOUT = "cli.doctor.bundle_about"
# The questions follow the order of building, from the parcel of parts to an evening of play.
ASKED = "parts wiring lamps buttons console power camera cards box prints evening else"
QUESTIONS = tuple(ASKED.split())


def write_bundle(
    path: Path,
    findings: Sequence[Finding],
    *,
    machine: Machine,
    data: Path | None,
    pins: Path,
    names: Collection[str],
) -> None:
    """Write the bundle. `names` are the private names to remove. Raise `BadData` on failure."""
    scrubber = _scrubber(names)
    files = {
        "ABOUT.txt": words.say(Message(ABOUT), words.DEFAULT) + "\n",
        "doctor.json": _json(document(scrubbed(findings, scrubber), words.DEFAULT)),
        "versions.json": _json(versions(machine, scrubber)),
        "wiring.json": _json(_wiring(pins)),
        "games.json": _json({"decks": list(deck_names()), "mats": list(mat_names())}),
        "log.txt": "".join(f"{line}\n" for line in scrubber.log(log_lines(data))),
    }
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in files.items():
            bundle.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    _write(path, kept.getvalue())


def write_report(
    path: Path,
    findings: Sequence[Finding],
    *,
    machine: Machine,
    names: Collection[str],
    locale: str,
) -> None:
    """Write the first builder's report. Raise `BadData` on failure."""
    scrubber = _scrubber(names)
    facts = versions(machine, scrubber)
    facts |= {name: found for name, found in facts.pop("packages").items() if found}
    _write(path, report_text(scrubbed(findings, scrubber), facts, locale).encode())


def _scrubber(names: Collection[str]) -> Scrubber:
    return Scrubber(names, (*MODELS, WIRES, *deck_names(), *mat_names(), *load_parts().lamps))


def check_writable(path: Path) -> None:
    """Raise `BadData` if `path` cannot be written, before checks that take minutes."""
    if path.is_file() or not path.exists():  # and no device or pipe
        with _telling(path), TemporaryFile(dir=path.resolve().parent):
            pass


def _write(path: Path, content: bytes) -> None:
    with _telling(path):
        write_whole(path, content)


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Raise `BadData` for a file that cannot be written."""
    try:
        yield
    except OSError as error:
        raise BadData(
            "cli.doctor.bundle_unwritten", file=str(path), reason=reason(error)
        ) from error


def scrubbed(findings: Iterable[Finding], scrubber: Scrubber) -> Iterator[Finding]:
    """Yield the findings with private words removed from their parameters."""
    for finding in findings:
        params = {name: _clean(one, scrubber) for name, one in finding.message.params.items()}
        yield replace(finding, message=Message(finding.message.key, params))


def _clean(value: Value, scrubber: Scrubber) -> Value:
    if isinstance(value, str):
        return scrubber.text(value)
    if isinstance(value, list | tuple):
        return tuple(scrubber.text(one) if isinstance(one, str) else one for one in value)
    return value


def versions(machine: Machine, scrubber: Scrubber) -> dict[str, Any]:
    """Return the versions of the board, the system, Python and the packages."""
    system = re.search(r'^PRETTY_NAME="?([\w ./()-]*)', machine.text("etc/os-release"), re.M)
    return {
        "board": scrubber.text(machine.model),
        "system": system[1] if system else GONE,
        "kernel": _release(platform.release()),
        "commit": commit(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "packages": {name: package_version(name) for name in PACKAGES},
    }


def _release(text: str) -> str:
    """Return a kernel's version number and, for a Pi, its suffix.

    The rest may contain somebody's own name.
    """
    number = re.match(r"\d+\.\d+(?:\.\d+)?", text)
    flavour = re.search(r"rpi-v8|rpi-2712|rpi-v7l?|v8-16k|v8|v7l?|amd64|arm64", text)
    return " ".join(one[0] for one in (number, flavour) if one)


def _wiring(path: Path) -> dict[str, Any] | None:
    """Return the pin table's numbers, without the owner's names for reserved pins."""
    try:
        pins: Pins = load_pins(path)
    except BadWiring:
        return None  # A finding already reports this fault.
    wiring = asdict(pins)
    wiring["reserved"] = sorted(pins.reserved.values())
    return wiring


def log_lines(data: Path | None) -> list[str]:
    """Return the last lines of the log, or no lines if it is unreadable."""
    if data is None:
        return []
    try:
        with (data / LOG).open("rb") as file:
            size = file.seek(0, io.SEEK_END)
            file.seek(max(0, size - LOG_BYTES))
            read = file.read()
    except OSError:
        return []
    whole = read if size <= LOG_BYTES else read.partition(b"\n")[2]
    return whole.decode("utf-8", "replace").splitlines()[-LOG_LINES:]


def _json(document: Mapping[str, Any] | None) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def report_text(findings: Iterable[Finding], facts: Mapping[str, Any], locale: str) -> str:
    """Return the report. Findings and facts must already be scrubbed."""

    def say(key: str) -> str:
        return words.say(Message(f"cli.report.{key}"), locale)

    def lines() -> Iterator[str]:
        yield f"# {say('title')}\n\n{say('about')}\n\n## {say('facts')}\n"
        yield from (f"- {name}: {fact}" for name, fact in facts.items() if fact)
        yield f"\n## {say('checks')}\n"
        for finding in findings:
            mark = {True: "✓", False: "✗", None: "–"}[finding.well]
            yield f"- {mark} {finding.check}: {words.say(finding.message, locale)}"
        for question in QUESTIONS:
            yield f"\n## {say(question)}\n\n…"

    return "\n".join(lines()) + "\n"
