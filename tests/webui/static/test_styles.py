"""The styles of the pages: colours have names, letters a least size, and no style knows a game."""

from __future__ import annotations

import re
from pathlib import Path

from referee import library
from tests.webui.static.test_scripts import TEXTS, loads
from webui import app
from webui.routes.web import VIEWS

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
        f"{name}: {found}"
        for name, text in STYLES.items()
        if not name.startswith(("base/", *DRAWN))
        for kind in (COLOUR, CORNER, FAMILY)
        for found in kind.findall(NAMED.sub("", text))
    ]


LATE = re.compile(r'stylesheet\("([\w/]+)"\)')  # A script loads this style when it needs it.
NAME = re.compile(r"-?[a-z][\w-]*")
GIVEN = re.compile(r'(?:class|id): ([^\n]*)|, ("[\w -]+")\)|classList\.\w+\(([^)]*)\)')
OPENS = re.compile(r"@(?:media|container)[^{]*\{|@keyframes[^}]*\}\s*\}")


def _names_in_script(text: str) -> set[str]:
    """Return the classes and ids that a script may give to an element."""
    given = (
        one.split(", data")[0].split(", on")[0] for all_ in GIVEN.findall(text) for one in all_
    )
    texts = (text for one in given for text in re.findall(r"[\"`]([^\"`]*)[\"`]", one))
    return set(NAME.findall(" ".join(texts)))


def _names_in_template(text: str) -> set[str]:
    """Return the classes and ids of the elements that a page shows before its script has run."""
    tags = re.findall(r"<\w[^<>]*>", re.sub(r"\{[%{#].*?[}%#]\}", "", text, flags=re.S))
    shown = " ".join(tag for tag in tags if not re.search(r"\shidden\b", tag))
    return set(NAME.findall(" ".join(re.findall(r'(?:class|id)="([^"]*)"', shown))))


def _scripts_without(style: str, loaders: set[str]) -> set[str]:
    """Return the scripts that some page runs before one of the `loaders` has loaded the style."""
    found: set[str] = set()
    for view, entry in VIEWS.items():
        if f"'{style}'" in TEMPLATES[f"{view}.html"]:
            continue
        new = {entry} - loaders
        while new:
            found |= new
            new = {one for name in new for one in loads(name)} - found - loaders
    return found


def test_a_lazily_loaded_style_styles_only_what_its_own_script_draws() -> None:
    """Everything else would have no style on a page that has not loaded it yet."""
    loaders: dict[str, set[str]] = {}
    for name, text in TEXTS.items():
        for style in LATE.findall(text):
            loaders.setdefault(style, set()).add(name)
    faults = []
    for style, names in loaders.items():
        pages = (text for text in TEMPLATES.values() if f"'{style}'" not in text)
        others = set().union(
            *map(_names_in_template, pages),
            *(_names_in_script(TEXTS[name]) for name in _scripts_without(style, names)),
        )
        for selectors in re.findall(r"([^{}]+)\{", OPENS.sub("", STYLES[f"{style}.css"])):
            if not set(re.findall(r"[.#](-?[a-z][\w-]*)", selectors)) - others:
                faults.append(f"{style}: {selectors.strip()}")
    assert "host/newmatch" in loaders
    assert not faults


MOST_LINES, MOST_CODE_LINES, MOST_BYTES = 10_125, 7_870, 558_800


def test_scripts_and_styles_stay_within_their_size() -> None:
    """Whoever adds something to the pages finds something to take away."""
    paths = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css")]
    texts = [path.read_text("utf-8") for path in paths]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    code = [line for line in lines if line and not line.startswith(("//", "/*", "*"))]
    assert len(lines) <= MOST_LINES
    assert len(code) <= MOST_CODE_LINES
    assert sum(len(text.encode()) for text in texts) <= MOST_BYTES
