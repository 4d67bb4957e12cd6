"""Contrasts of the colours, contrast themes, forced darkness: nothing is said by a colour alone."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import FloatRect, Page, expect

from tests.webui.fake import FakeTable, FakeVirtual
from tests.webui.moments import moments
from tests.webui.pages import DESK, PAINTED, STILL, Open, sit
from webui import app

BASE = Path(app.__file__).parent / "static" / "base"
TEXT, SYMBOL = 4.5, 3.0  # The least contrasts (WCAG 2.2: 1.4.3 and 1.4.11).
SEATS = range(6)
PAIRS = (  # Inks, their grounds, and the least contrast.
    (
        ["ink", "soft", "good", "doubt", "bad", "focus", "accent-ink"],
        ["ground", "surface", "raised"],
        TEXT,
    ),
    ([f"ink-{seat}" for seat in SEATS], ["ground", "surface", "raised"], TEXT),
    (["rim"], ["ground", "surface", "raised"], SYMBOL),
    (["bone", "bone-soft", "due"], ["felt", "felt-lit", "felt-deep"], TEXT),
    ([f"lit-{seat}" for seat in SEATS], ["felt-deep", "felt"], SYMBOL),
    *(([f"on-{fill}"], [fill], TEXT) for fill in ("accent", "coin", "horseshoe", "lens")),
)


def tokens(theme: str) -> dict[str, str]:
    """Return the colours of a theme by name, as the style sheets give them."""
    text = (BASE / "tokens.css").read_text("utf-8").partition("\n.felt")[0]
    if theme == "dark":
        text += (BASE / "dark.css").read_text("utf-8")
    results: dict[str, str] = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]+|var\(--[\w-]+\))", text))
    return {name: results.get(value[6:-1], value) for name, value in results.items()}


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    less, more = sorted((luminance(colour), luminance(other)))
    return (more + 0.05) / (less + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_pair_of_tokens_has_its_contrast(theme: str) -> None:
    colours = tokens(theme)
    weak = [
        f"{ink} on {ground}: {contrast(colours[ink], colours[ground]):.2f}"
        for inks, grounds, least in PAIRS
        for ink in inks
        for ground in grounds
        if contrast(colours[ink], colours[ground]) < least
    ]
    text = (BASE / "tokens.css").read_text("utf-8")
    seats = re.findall(r"--seat: (#\w+); --on-seat: (#\w+)", text)
    assert len(seats) == len(SEATS)
    weak += [f"{ink} on {fill}" for fill, ink in seats if contrast(fill, ink) < TEXT]
    assert weak == []


# The part of a page, what stands on it in one state and what in the other.
STATES = {
    "/": {
        ".seat .pip": ("data-on", None, "yes"),
        ".seat": ("data-cue", "waits", "turn"),
        ".seat .name": ("data-nothing", "", ""),  # what two equal states look like
        "#live": ("data-live", "yes", "no"),
        ".held": ("data-lays", None, "yes"),
    },
    "/table": {
        ".seat .pip, .note .pip": ("data-on", None, "yes"),
        ".side .seat": ("data-cue", "waits", "turn"),
        ".seat .mark": ("data-nothing", "", ""),
        ".pad button": ("disabled", None, ""),
        ".decide .main": ("disabled", None, ""),
        ".tongues a": ("aria-current", None, "true"),
    },
    "/virtual": {
        ".spot .pip": ("data-on", None, "yes"),
        ".spot .led": ("data-light", "off", "steady"),
        "[data-spot='1'] .led": ("data-light", "off", "dim"),
        "[data-spot='2'] .led": ("data-down", None, "yes"),
        ".knob": ("--angle", "0deg", "40deg"),
        ".acts button": ("class", "", "main"),
        "#pile": ("data-next", None, "yes"),
        "#faults .switch input": ("checked", None, ""),
        ".decide .main": ("class", "", "main"),
    },
}
OPEN = """css => {
    for (const one of document.querySelectorAll("details"))
        one.open = one.contains(document.querySelector(css));
    for (const one of document.querySelectorAll(".acts button"))
        one.hidden = false;  // each is shown while it is due
}"""
BORDER_PX = 9  # around an element: what shines, and what outlines it
DIFFERS = 60  # of 255, at its most different point


SET = """(one, [name, value]) => {
    if (name === "checked") one.checked = value !== null;
    else if (name.startsWith("--")) one.style.setProperty(name, value);
    else if (value === null) one.removeAttribute(name);
    else one.setAttribute(name, value);
}"""


def seen(page: Page, css: str, state: tuple[str, str | None, str | None]) -> list[Image.Image]:
    """Return pictures of the first such element in both of its states."""
    name, *values = state
    handle = page.locator(css).first.element_handle()
    assert handle is not None
    handle.evaluate("one => one.scrollIntoView({ block: 'nearest' })")
    box = handle.bounding_box()
    assert box is not None, css
    x, y = max(0.0, box["x"] - BORDER_PX), max(0.0, box["y"] - BORDER_PX)
    around = FloatRect(
        x=x, y=y, width=box["width"] + 2 * BORDER_PX, height=box["height"] + 2 * BORDER_PX
    )
    pictures = []
    for value in values:
        handle.evaluate(SET, [name, value])
        page.evaluate(STILL)
        page.evaluate(PAINTED)
        shot = page.screenshot(clip=around)
        pictures.append(Image.open(BytesIO(shot)).convert("L"))
    return pictures


def differ(image: Image.Image, other: Image.Image) -> bool:
    return any(ImageChops.difference(image, other).histogram()[DIFFERS:])


LIGHT, DARK = ({"color_scheme": scheme} for scheme in ("light", "dark"))
FORCED, MORE = {"forced_colors": "active"}, {"contrast": "more"}


@pytest.mark.verify
@pytest.mark.parametrize("how", [FORCED | LIGHT, FORCED | DARK, MORE | LIGHT, MORE | DARK], ids=str)
def test_what_colours_say_is_said_in_every_contrast_theme(
    open_page: Open, table: FakeTable, virtual: FakeVirtual, how: dict[str, str]
) -> None:
    walk = moments("coyote", table, virtual)
    next(name for name in walk if name == "raised")
    alike = []
    for path, states in STATES.items():
        page = open_page(path, DESK, reduced_motion="reduce", **how)
        if path == "/":
            sit(page, 1)
            expect(page.locator(".held").first).to_be_visible()
        if path == "/table" and page.get_attribute("#controls", "aria-expanded") == "false":
            page.click("#controls")
        for css, state in states.items():
            page.evaluate(OPEN, css)
            expect(page.locator(css).first).to_be_attached()
            same = "data-nothing" in state
            if differ(*seen(page, css, state)) == same:
                alike.append(f"{path}: {css} {state}")
    assert not alike, "\n".join(alike)
