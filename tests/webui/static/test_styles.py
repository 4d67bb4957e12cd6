"""The styles of the pages: colours have names, letters a least size, and no style knows a game."""

from __future__ import annotations

import re
from pathlib import Path

from referee import library
from webui import app

STATIC = Path(app.__file__).parent / "static"
TEMPLATES = {
    path.name: path.read_text("utf-8") for path in (STATIC.parent / "templates").rglob("*.html")
}
del TEMPLATES["looks.html"]  # It shows everything.
STYLES = {
    path.relative_to(STATIC).as_posix(): re.sub(
        r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S
    )
    for path in sorted(STATIC.rglob("*.css"))
}
NAMED = re.compile(r"--[\w-]+:[^;}]*")  # A custom property with its value.
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b", re.IGNORECASE)
LIGHT_AND_SHADE = re.compile(r"#(fff|000|ffffff|000000)[0-9a-f]{0,2}", re.IGNORECASE)


def test_every_colour_but_black_and_white_has_a_name() -> None:
    bare = [
        f"{name}: {colour}"
        for name, text in STYLES.items()
        for colour in COLOUR.findall(NAMED.sub("", text))
        if not LIGHT_AND_SHADE.fullmatch(colour)
    ]
    assert not bare


def test_no_style_names_a_game_or_its_counters() -> None:
    own = {*library.names(), *library.token_shapes()} - {*library.token_shapes().values()}
    named = [
        f"{name}: {word}"
        for name, text in STYLES.items()
        for word in sorted(own)
        if re.search(rf"[\".-]{word}\b", text)
    ]
    assert not named


LETTERS = re.compile(r"font(?:-size)?:[^;}]*?(?<![\d.])(\d*\.?\d+)rem")
LEAST_REM = 0.75  # 12 pixels


def test_no_letters_are_smaller_than_twelve_pixels() -> None:
    """test_every_page.py looks at the letters on the pages, which may be sized in other units."""
    assert not [
        f"{name}: {size}rem"
        for name, text in STYLES.items()
        for size in LETTERS.findall(text)
        if float(size) < LEAST_REM
    ]


CORNER = re.compile(r"border-radius:[^;}]*?(?<![\d.])(?!0(?:px|rem))[\d.]+(?:px|rem)")
FAMILY = re.compile(r"font(?:-family)?:[^;}]*(?:serif|system-ui|monospace|\")")
DRAWN = ("drawing/", "hub/sheet.css")  # What lies on the drawn table, and a sheet to print.


def test_pages_only_lay_out() -> None:
    """Colours, shadows, corners and letters come from the system (base/tokens.css)."""
    assert not [
        f"{name}: {entry}"
        for name, text in STYLES.items()
        if not name.startswith(("base/", *DRAWN))
        for kind in (COLOUR, CORNER, FAMILY)
        for entry in kind.findall(NAMED.sub("", text))
    ]
