"""The printed board carries what pins.toml says, as its maker's files have it, and fits the Pi."""

from __future__ import annotations

import csv
import io
import re
import shutil
import zipfile
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import hardware
from firmware.board import places
from firmware.errors import BadData, BadWiring
from firmware.panel.pins import SeatPins, load_pins
from firmware.parts import load_parts
from firmware.pcb.__main__ import board
from firmware.pcb.gerbers import PX_PER_MM, Image, Sheet, holes
from firmware.pcb.kicad_pcb import AWAY_MM, kicad_pcb
from firmware.pcb.maker import TITLE, bill, extent, make
from firmware.pcb.plan import (
    HOLES,
    OUTLINE,
    PIN_1,
    STACK_MM,
    TALL_MM,
    THICK_MM,
    Placed,
    nets_of,
    printed_board,
)
from firmware.pcb.router import tracks_of
from firmware.wiring.layout import lay_out
from hardware.enclosure.measures import load_measures
from hardware.enclosure.plan import Box

KEPT = Path(hardware.__file__).parent / "board"
PINS, PARTS = load_pins(), load_parts()
BOARD = printed_board(PINS, PARTS)
OTHER_PINS = """
lamps.fed = "lamp-12v"
seat = [
    {button = 26, led = 12}, {button = 6, led = 16}, {button = 5, led = 21},
    {button = 22, led = 18}, {button = 27, led = 23},
]
buzzer.pin = 20
[console]
encoder_a = 25
encoder_b = 13
encoder_push = 19
display_data = 2
display_clock = 3
driver = "ssd1306"
address = 0x3C
"""
SLACK_MM = 0.15  # No gap and no track is narrower; cheap makers promise 0.127 mm.


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack what a maker of boards gets."""
    folder = tmp_path_factory.mktemp("gerbers")
    zipfile.ZipFile(KEPT / "gerbers.zip").extractall(folder)
    return folder


@pytest.fixture(scope="module")
def copper(files: Path) -> list[Image]:
    """Draw the copper of both sides."""
    return [_sheet(files, f"*-{side}_Cu.g*").pixels for side in "FB"]


def _sheet(files: Path, pattern: str) -> Sheet:
    (path,) = files.glob(pattern)
    return Sheet(*extent()).draw(path)


def _joined(copper: list[Image], files: Path) -> set[frozenset[tuple[str, int]]]:
    """Return which pads copper joins: through the sides, and through plated holes between them."""
    labels = [cv2.connectedComponents(side)[1] for side in copper]
    above = int(labels[0].max()) + 1
    group = list(range(above + int(labels[1].max()) + 1))

    def root(one: int) -> int:
        while group[one] != one:
            one = group[one]
        return one

    sheet = Sheet(*extent())
    (plated,) = files.glob("*-PTH.drl")
    for at, _ in holes(plated):
        row, column = sheet.at(at)
        group[root(int(labels[1][row, column]) + above)] = root(int(labels[0][row, column]))
    found: dict[int, set[tuple[str, int]]] = {}
    for part in BOARD:
        for number, (x, y) in enumerate(part.pads, start=1):
            row, column = sheet.at((x + AWAY_MM, y + AWAY_MM))
            label = int(labels[0][row, column])
            assert label, (part.name, number)
            found.setdefault(root(label), set()).add((part.name, number))
    return {frozenset(pads) for pads in found.values()}


def _wanted() -> set[frozenset[tuple[str, int]]]:
    """Return which pads belong together by the data; a pad that carries nothing is alone."""
    alone = {
        frozenset({(part.name, n)})
        for part in BOARD
        for n, net in enumerate(part.nets, start=1)
        if not net
    }
    return {frozenset(pads) for pads in nets_of(BOARD).values()} | alone


def test_the_copper_joins_what_the_pin_table_says_and_nothing_else(
    files: Path, copper: list[Image]
) -> None:
    assert _joined(copper, files) == _wanted()


@pytest.mark.parametrize("change", [cv2.dilate, cv2.erode], ids=["gaps", "tracks"])
def test_no_gap_and_no_track_is_too_narrow_for_a_maker(
    files: Path, copper: list[Image], change: object
) -> None:
    wide = round(SLACK_MM * PX_PER_MM)  # It grows or shrinks by half of that on each side.
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    assert callable(change)
    assert _joined([change(side, kernel) for side in copper], files) == _wanted()


def test_a_cut_and_a_bridge_in_the_copper_are_found(files: Path, copper: list[Image]) -> None:
    cut = [side.copy() for side in copper]
    row, column = Sheet(*extent()).at(
        (BOARD[0].pads[0][0] + AWAY_MM, BOARD[0].pads[0][1] + AWAY_MM)
    )
    for side in cut:
        cv2.circle(side, (column, row), 2 * PX_PER_MM, 0, 4)
    assert _joined(cut, files) != _wanted()
    bridged = [side.copy() for side in copper]
    cv2.line(bridged[0], (column, row), (column + 4 * PX_PER_MM, row), 255, 4)
    assert _joined(bridged, files) != _wanted()


def test_the_printed_board_and_the_soldered_one_join_the_same_pins() -> None:
    """Header and driver: the pins of each net, but those that a Pi joins itself."""
    by_hand = lay_out(PINS, PARTS)
    assert by_hand is not None
    header, driver, *_ = by_hand.parts
    names = {hole: ("J11", int(pin)) for pin, hole in header.leads.items()}
    names |= {hole: ("U1", int(pin)) for pin, hole in driver.leads.items()}
    soldered = {
        frozenset(names[hole] for hole in net if hole in names) for net in by_hand.nets.values()
    }
    on_pi = {
        pin: pins[0] for name, pins in places().items() if name in ("5V", "3V3") for pin in pins
    }
    grounds = set(places()["GND"])
    printed = set()
    for pads in nets_of(BOARD).values():
        kept = {(n, on_pi.get(p, p) if n == "J11" else p) for n, p in pads if n in ("J11", "U1")}
        printed.add(frozenset(one for one in kept if one[0] == "U1" or one[1] not in grounds))
    soldered = {
        frozenset(p for p in net if p[0] == "U1" or p[1] not in grounds) for net in soldered
    }
    assert printed - {frozenset()} == soldered - {frozenset()}


def test_the_holes_are_at_the_pi_s_places_and_every_ring_is_wide_enough(files: Path) -> None:
    (bare,) = files.glob("*-NPTH.drl")
    found = {(round(x - AWAY_MM, 2), round(y - AWAY_MM, 2)): wide for (x, y), wide in holes(bare)}
    measures = load_measures()
    assert set(found) == set(HOLES) == {(x, y) for x, y in measures.pi.holes_mm}
    assert set(found.values()) == {2.7}
    middle = (3.5 + 58 / 2, 3.5)  # of the header, between two holes
    first = (middle[0] - 9.5 * 2.54, middle[1] + 1.27)
    assert pytest.approx(first) == PIN_1
    assert all(part.shape.drill_mm >= 0.3 for part in BOARD)
    assert all(part.shape.pad_mm - part.shape.drill_mm >= 0.5 for part in BOARD)


def test_the_words_on_the_board_say_what_its_poles_carry() -> None:
    console = PINS.console
    assert console is not None
    said = {
        "BTN": r"BUTTON\d",
        "GND": "GND",
        "L-": r"LAMP\d-",
        "L+": "FUSED",
        "VCC": "3V3",
        "3V3": "3V3",
        "SCL": f"GPIO{console.display_clock}",
        "SDA": f"GPIO{console.display_data}",
        "A": f"GPIO{console.encoder_a}",
        "B": f"GPIO{console.encoder_b}",
        "SW": f"GPIO{console.encoder_push}",
        "5V": "5V",
        "12V": "12V",
        "": "FEED",
    }
    poles = {"J9": {"+": "FUSED", "-": "BUZZER-"}, "J10": {"+": "12V", "-": "GND"}}
    for part in (one for one in BOARD if one.shape.marks):
        for mark, net in zip(part.shape.marks, part.nets, strict=True):
            assert re.fullmatch({**said, **poles.get(part.name, {})}[mark], net), (part.name, mark)
        number = re.match(r"(\d) ", part.said)
        assert number is None or part.nets[0] == f"BUTTON{number[1]}"


def test_no_two_parts_stand_in_each_other_s_way() -> None:
    for one, other in combinations([part for part in BOARD if not part.shape.below], 2):
        assert not _overlap(one, other), (one.name, other.name)


def _overlap(one: Placed, other: Placed) -> bool:
    a, b = one.body, other.body
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_the_board_fits_on_the_pi_in_the_box() -> None:
    measures = load_measures()
    box = Box(measures)
    top = measures.pi.lift_mm + measures.pi.thick_mm + STACK_MM + THICK_MM + TALL_MM
    assert top < box.inner[2]
    sheet = np.array(_outline_in_box(box))
    assert sheet[:, 0].min() >= 0.5
    assert sheet[:, 0].max() <= box.inner[0] - 0.5
    assert sheet[:, 1].min() >= 0.5
    assert sheet[:, 1].max() <= box.inner[1] - 20.0  # Room for cables.
    outline = (sheet * 10).round().astype(np.int32)
    half = measures.box.post_mm / 2
    for x, y in box.lid_posts():
        for corner in ((-half, -half), (half, -half), (half, half), (-half, half), (0.0, 0.0)):
            point = ((x + corner[0]) * 10, (y + corner[1]) * 10)
            assert cv2.pointPolygonTest(outline, point, True) < -4.0  # 0.4 mm


def _outline_in_box(box: Box) -> list[tuple[float, float]]:
    (x, y), deep = box.pi_at, box.measures.pi.size_mm[1]
    return [(x + across, y + deep - down) for across, down in OUTLINE]


def test_the_guide_says_how_large_the_board_is() -> None:
    wide, deep = (max(side) - min(side) for side in zip(*OUTLINE, strict=True))
    page = (KEPT.parent / "wiring.md").read_text("utf-8")
    assert f"{wide:.0f} × {deep:.0f} mm" in page


def test_the_ribbon_of_the_camera_passes_the_board() -> None:
    measures = load_measures()
    box = Box(measures)
    outline = (np.array(_outline_in_box(box)) * 10).round().astype(np.int32)
    (x, y), (long, wide) = box.ribbon_at, measures.box.ribbon_mm
    for across in (-long / 2, 0, long / 2):
        for up in (-wide / 2, wide / 2):
            assert cv2.pointPolygonTest(outline, ((x + across) * 10, (y + up) * 10), True) < 0


def test_the_list_of_parts_is_that_of_the_board() -> None:
    assert (KEPT / "parts.csv").read_text("utf-8") == bill(BOARD)
    rows = list(csv.DictReader(io.StringIO(bill(BOARD))))
    assert sum(int(row["number"]) for row in rows) == len(BOARD)


def test_fewer_seats_and_no_console_leave_their_parts_out(tmp_path: Path) -> None:
    table = tmp_path / "pins.toml"
    table.write_text("[[seat]]\nbutton = 17\nled = 18\n", "utf-8")
    names = {part.name for part in printed_board(load_pins(table), PARTS)}
    assert names == {"R1", "J1", "U1", "F1", "JP1", "J10", "J11"}


def test_a_board_is_refused_where_lamps_need_no_driver_and_without_kicad(tmp_path: Path) -> None:
    table = tmp_path / "pins.toml"
    table.write_text('[lamps]\nfed = "led-pin"\n[[seat]]\nbutton = 17\nled = 18\n', "utf-8")
    with pytest.raises(BadWiring, match=r"table\.board\.unfit"):
        printed_board(load_pins(table), PARTS)
    table.write_text("[[seat]]\nbutton = 17\nled = 18\n", "utf-8")
    with pytest.raises(BadData, match=r"table\.board\.no_kicad"):
        make(printed_board(load_pins(table), PARTS), tmp_path, (str(tmp_path / "absent"),))


def test_the_board_for_lamps_of_12_v_has_their_larger_resistors() -> None:
    own = printed_board(replace(PINS, lamps="lamp-12v"), PARTS)
    ohms = {part.name: part.what for part in own if re.fullmatch("R[1-6]", part.name)}
    assert set(ohms.values()) == {"4.7 kΩ"}
    assert "7,1 kΩ" not in bill(own)


def test_too_many_seats_are_refused_by_their_number() -> None:
    pins = replace(PINS, seats=(*PINS.seats, SeatPins(4, 9)))
    with pytest.raises(BadWiring, match=r"table\.board\.too_many \(seats=7, most=6\)"):
        printed_board(pins, PARTS)


def test_faults_that_kicad_finds_lead_to_its_report(tmp_path: Path) -> None:
    """In its place is a program that says what it says: there are faults."""
    kicad = tmp_path / "kicad"
    kicad.write_text("#!/bin/sh\ncase $1 in kicad-cli) exit 5;; esac\n", "utf-8")
    kicad.chmod(0o755)
    with pytest.raises(BadData, match=r"table\.board\.faulty .*report"):
        make(BOARD, tmp_path / "board", (str(kicad),))


def test_a_folder_that_cannot_be_written_and_an_open_quote_are_one_sentence(
    tmp_path: Path,
) -> None:
    (tmp_path / "letter").touch()
    for ask, said in (
        (["--through", "true", "--out", str(tmp_path / "letter" / "board")], "cannot be written"),
        (["--through", "'true"], "--through"),
    ):
        done = CliRunner().invoke(board, ask)
        assert done.exit_code in (1, 2)
        assert said in done.output
        assert "Traceback" not in done.output


@pytest.mark.verify
def test_the_kept_files_are_those_that_the_data_give() -> None:
    """KiCad writes the board anew when it pours the ground, so its tracks and pads are compared."""
    with zipfile.ZipFile(KEPT / "kicad.zip") as archive:
        (name,) = [one for one in archive.namelist() if one.endswith(".kicad_pcb")]
        kept = archive.read(name).decode("utf-8")
    made = kicad_pcb(BOARD, tracks_of(BOARD), TITLE)
    for what in (
        r"\(segment.*?\(layer",
        r"\(via.*?\(drill",
        r'\(gr_text\s+".*?"',
        r"\(gr_line.*?\(stroke",
    ):
        assert _listed(kept, what) == _listed(made, what)


def _listed(text: str, pattern: str) -> list[str]:
    return sorted(" ".join(one.split()) for one in re.findall(pattern, text, re.S))


@pytest.mark.verify
@pytest.mark.skipif(shutil.which("kicad-cli") is None, reason="KiCad is not installed")
def test_kicad_finds_no_fault_in_a_board_with_other_pins(tmp_path: Path) -> None:
    """All pins the other way round, and lamps with their own supply of 12 V."""
    table = tmp_path / "pins.toml"
    table.write_text(OTHER_PINS, "utf-8")
    made = make(printed_board(load_pins(table), PARTS), tmp_path / "board")
    assert {path.name for path in made} == {path.name for path in KEPT.iterdir()}
