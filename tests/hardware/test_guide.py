"""The guide says what pins.toml and parts.toml do: its tables and drawings are made of them."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from firmware.panel.pins import SeatPins
from firmware.parts import Step
from firmware.wiring.hookup import ohms_of
from referee import words
from tests import guide
from tests.breadth import breadth
from tests.guide import (
    BLOCK,
    PARTS,
    PICTURES,
    PINS,
    STEPS,
    TABLES,
    costs,
    drawn,
    filled,
    pages,
    text_of,
)
from tests.guide_lines import longest_bus_m, pressed_volts, slip_ma
from vision.photo import read_picture

AGAIN = "run `make hardware`"
WORDS = Path(words.__file__).parent


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_pages_tables_are_those_of_the_source(page: Path) -> None:
    text = page.read_text("utf-8")
    assert filled(text) == text, AGAIN


def test_every_table_stands_on_a_page() -> None:
    named = [match["name"] for page in pages() for match in BLOCK.finditer(page.read_text("utf-8"))]
    assert set(named) == set(TABLES)
    assert len(named) == len(TABLES) + 1  # how to fetch the project stands on two


@pytest.mark.verify
def test_the_drawings_say_what_the_source_does(tmp_path: Path) -> None:
    """Their words and colours are compared, not their lines: these are the library's."""
    for made in drawn(tmp_path):
        kept = PICTURES / made.name
        if made.suffix == ".svg":
            assert written(kept) == written(made), AGAIN
            continue
        pictures = [read_picture(path) for path in (kept, made)]
        assert pictures[0] is not None
        assert pictures[1] is not None
        assert pictures[0].shape == pictures[1].shape, AGAIN
        assert cv2.absdiff(pictures[0], pictures[1]).mean() < 1, AGAIN


@pytest.mark.parametrize("name", ["cures.md", "camera.md"])
def test_what_a_page_quotes_is_what_the_table_says(name: str) -> None:
    """`…` and numbers stand for anything."""
    page = (pages()[0].parent / name).read_text("utf-8")
    answer = "".join(path.read_text("utf-8") for path in WORDS.glob("*/en.po"))
    quotes = re.findall("“(.+?)”", page)
    assert len(quotes) > 8
    for quote in quotes:
        pattern = re.sub(r"…|\d+", ".+", re.escape(quote))
        assert re.search(pattern, answer), quote


WIRE, BUS = PARTS.button, PARTS.bus
SLIP_MA = slip_ma(PARTS, "5V", WIRE.ohms)
WORST_12V = pressed_volts(PARTS, WIRE.ohms_12v, WIRE.least_pull_up_ohms)
OWN, OWN_12V, BUS_PULL_UP, BUS_SERIES, BUZZER = map(
    ohms_of,
    (WIRE.ohms, WIRE.ohms_12v, BUS.pull_up_ohms, BUS.series_ohms, PARTS.buzzer.ohms),
)
COMPUTED = {
    "cures.md": (f"[about {BUZZER}]",),
    "parts.md": (f"gives the pin only {SLIP_MA:.0f} mA",),
    "wiring.md": (
        f"through {OWN} at the Pi's end",
        f"only {SLIP_MA:.0f} mA flows",
        f"reliably low below {WIRE.low_volts:g} V",
        f"it bears {WIRE.slip_ma:g} mA",
        f"put {OWN_12V} into each button's wire",
        f"less than {math.ceil(10 * WORST_12V) / 10:g} V",
        f"[use {OWN_12V}](#a-slip-of-the-wire) for R1 to R6",
        f"the knob has {OWN}",
        f"display's two lines have {BUS_SERIES}",
        f"display's bus up with {BUS_PULL_UP}",
        f"a cable of {longest_bus_m(PARTS):.1f} m",
    ),
}


@pytest.mark.parametrize("name", COMPUTED)
def test_a_pages_sentences_quote_what_is_computed(name: str) -> None:
    page = " ".join((pages()[0].parent / name).read_text("utf-8").split())
    assert [item for item in COMPUTED[name] if item not in page] == []


def test_each_alternative_to_a_buttons_resistor_protects_its_pin_and_reads_as_low() -> None:
    (instead,) = (part.instead for part in PARTS.part if part.name.startswith(f"resistor, {OWN}"))
    least, most = re.findall(r"from (\d+) Ω to ([\d.]+) kΩ", instead)[0]
    assert slip_ma(PARTS, "5V", float(least)) <= WIRE.slip_ma
    strongest = pressed_volts(PARTS, 1000 * float(most), WIRE.least_pull_up_ohms)
    assert strongest < WIRE.low_volts / 2


def written(path: Path) -> list[str]:
    """Return what a drawing says, and in which colours."""
    text = path.read_text("utf-8")
    return sorted(re.findall(r">([^<>\s][^<>]*)<", text) + re.findall(r"#[0-9a-f]{6}", text))


def test_the_table_is_installed_before_its_lens_is_measured_and_is_off_meanwhile() -> None:
    """A lens that is measured before belongs to the user's own data, and would be lost."""
    guide = (pages()[0].parent / "README.md").read_text("utf-8").partition("## 4.")[2]
    order = [
        "    sudo make install\n",
        "    sudo systemctl stop coyote-table\n",
        "    sudo coyote calibrate --camera pi\n",
        "    sudo systemctl start coyote-table\n",
        "## 5. The first match",
    ]
    assert [guide.count(line) for line in order] == [1] * len(order)
    places = [guide.index(line) for line in order]
    assert places == sorted(places)


def test_the_sum_of_the_steps_is_the_price_of_all_parts() -> None:
    assert set(STEPS) == {part.step for part in PARTS.part} == set(Step)
    rows = re.findall(r"\| (\d+) to (\d+) \| (\d+) to (\d+) \|", costs())
    ends = [tuple(map(int, row)) for row in rows]
    assert len(ends) == len(STEPS)
    for count, (*_, low, high) in enumerate(ends, start=1):  # A reader who adds finds the same.
        assert low == sum(row[0] for row in ends[:count])
        assert high == sum(row[1] for row in ends[:count])
    of_all = [
        sum(
            (len(PINS.seats) if part.each_seat else part.count) * part.euros[end]
            for part in PARTS.part
        )
        for end in (0, 1)
    ]
    assert ends[-1][2:] == (math.floor(of_all[0]), math.ceil(of_all[1]))


SEATS = PINS.seats
OTHERS = {
    "two seats": replace(PINS, seats=SEATS[:2]),
    "eight seats": replace(PINS, seats=(*SEATS, SeatPins(4, 9), SeatPins(7, 10))),
    "no buzzer": replace(PINS, buzzer=None),
    "no console": replace(PINS, console=None),
    "buttons and lamps": replace(PINS, buzzer=None, console=None),
    **{fed: replace(PINS, lamps=fed) for fed in PARTS.lamps},
}


@pytest.mark.parametrize("other", breadth(OTHERS, "buttons and lamps", "eight seats"))
def test_every_table_is_made_for_other_wirings_too(
    other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guide, "PINS", OTHERS[other])
    for name in TABLES:
        assert text_of(name).strip(), name
