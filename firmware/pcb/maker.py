"""Makes the printed board's files: KiCad's project, what a maker takes, the parts, pictures."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2

from firmware.errors import BadData
from firmware.pcb.gerbers import picture
from firmware.pcb.kicad_pcb import AWAY_MM, kicad_pcb
from firmware.pcb.kicad_sch import NAME, kicad_sch
from firmware.pcb.plan import OUTLINE, Placed
from firmware.pcb.project import kicad_pro
from firmware.pcb.router import tracks_of
from firmware.pcb.shapes import Point
from referee.disk.textfiles import reason

TITLE = "Coyote Table"
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts"
# KiCad fills the ground with its own library, which only the system's Python has.
POUR = (
    "import sys, pcbnew; board = pcbnew.LoadBoard(sys.argv[1]);"
    "pcbnew.ZONE_FILLER(board).Fill(board.Zones()); board.Save(sys.argv[1])"
)
PYTHON = "/usr/bin/python3"
KICAD_S = 600.0  # For one of its programs.
CHECKED, VIOLATIONS = "--exit-code-violations", 5  # If asked for, its status for faults it found.
DATE = (2026, 1, 1, 0, 0, 0)  # of the files in the archive


def make(board: tuple[Placed, ...], folder: Path, kicad: Sequence[str] = ()) -> tuple[Path, ...]:
    """Write all files into a folder; return them. `kicad` goes before KiCad's own commands.

    Raise `BadData` if KiCad is missing, too old, or finds a fault.
    """
    if not kicad and shutil.which("kicad-cli") is None:
        raise BadData("table.board.no_kicad")
    files, gerbers = folder / "kicad", folder / "gerbers"
    for one in (files, gerbers):
        shutil.rmtree(one, ignore_errors=True)
        one.mkdir(parents=True)
    made = {
        "pro": kicad_pro(NAME),
        "sch": kicad_sch(board, TITLE),
        "pcb": kicad_pcb(board, tracks_of(board), TITLE),
    }
    for kind, text in made.items():
        (files / f"{NAME}.kicad_{kind}").write_text(text, "utf-8")
    circuit, file = (str(files / f"{NAME}.kicad_{kind}") for kind in ("sch", "pcb"))
    report = (CHECKED, "--severity-all", "-o", str(files / "report"))
    to = ("-o", f"{gerbers}/", file)
    layers = ("--layers", LAYERS, "--disable-aperture-macros")
    for command in (
        (PYTHON, "-c", POUR, file),
        ("kicad-cli", "sch", "erc", *report, circuit),
        ("kicad-cli", "pcb", "drc", "--schematic-parity", *report, file),
        ("kicad-cli", "pcb", "export", "gerbers", *layers, *to),
        ("kicad-cli", "pcb", "export", "drill", "--excellon-separate-th", *to),
    ):
        _run(kicad, *command)
    parts = folder / "parts.csv"
    parts.write_text(bill(board), "utf-8", newline="")
    pictures = draw(gerbers, folder)
    archives = (
        _packed(folder / "gerbers.zip", sorted(gerbers.iterdir())),
        _packed(folder / "kicad.zip", [files / f"{NAME}.kicad_{kind}" for kind in made]),
    )
    for one in (files, gerbers):
        shutil.rmtree(one)
    return (*archives, parts, *pictures)


def _packed(path: Path, files: Sequence[Path]) -> Path:
    """Pack files; return the archive."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in files:
            info = zipfile.ZipInfo(file.name, DATE)
            archive.writestr(info, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return path


def draw(gerbers: Path, folder: Path) -> tuple[Path, ...]:
    """Draw both sides of the board from the maker's files; return the pictures."""
    paths = []
    for side, name in (("F", "front"), ("B", "back")):
        paths.append(folder / f"printed-board-{name}.jpg")
        drawn = picture(gerbers, side, *extent())
        cv2.imwrite(str(paths[-1]), drawn, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return tuple(paths)


def extent() -> tuple[Point, Point]:
    """Return the left upper corner of the board in its maker's files, with a rim, and the size."""
    rim = 1.0
    (left, right), (top, bottom) = ((min(side), max(side)) for side in zip(*OUTLINE, strict=True))
    first = (left + AWAY_MM - rim, top + AWAY_MM - rim)
    return first, (right - left + 2 * rim, bottom - top + 2 * rim)


def bill(board: tuple[Placed, ...]) -> str:
    """Return the board's parts as a table: how many, what they are, their names on the board."""
    kinds = Counter((part.shape.name, _bought(part)) for part in board)
    to = io.StringIO()
    rows = csv.writer(to, lineterminator="\n")
    rows.writerow(("number", "part", "shape", "on the board"))
    for (shape, what), number in kinds.items():
        names = [p.name for p in board if (p.shape.name, _bought(p)) == (shape, what)]
        rows.writerow((number, what, shape, " ".join(names)))
    return to.getvalue()


def _bought(part: Placed) -> str:
    """Return what to buy: of terminals and plugs, not what they carry."""
    kind = part.shape.name.partition("_")[0]
    if kind == "Terminal":
        return f"screw terminal, {len(part.nets)} poles, pitch 3.5 mm"
    if kind == "JST":
        return f"JST XH, lying, {len(part.nets)} pins"
    if kind == "Pins":
        return "row of pins with a jumper, pitch 2.54 mm"
    return part.what


def _refusal(command: Sequence[str], why: str) -> BadData:
    named = " ".join(one for one in command[:3] if one[0] != "-" and " " not in one)
    return BadData("table.board.kicad_refused", command=named, reason=why)


def _run(before: Sequence[str], *command: str) -> None:
    """Run one of KiCad's programs. Raise `BadData` with what it says."""
    try:
        done = subprocess.run(
            (*before, *command), capture_output=True, text=True, check=False, timeout=KICAD_S
        )
    except FileNotFoundError as error:
        raise BadData("table.board.no_kicad") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _refusal(command, reason(error)) from error
    if done.returncode == VIOLATIONS and CHECKED in command:
        raise BadData("table.board.faulty", file=command[command.index("-o") + 1])
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise _refusal(command, "".join(said))
