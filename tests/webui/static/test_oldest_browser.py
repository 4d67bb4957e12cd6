"""The oldest browser that the pages are made for (`bundle.OLDEST`), and how they look in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import ImageColor

from tests.process import run_program
from tests.webui.pages import DESK, PHONE, SCREEN, STILL, Open, when
from tests.webui.static.test_styles import STATIC, STYLES
from webui import bundle

REWRITES = "oldstyles.js"  # It knows what old browsers lack.
CALLS = re.compile(
    r"\.at\(|\.findLast|\.to(?:Sorted|Reversed|Spliced)\(|structuredClone|Object\.hasOwn|groupBy"
    r"|checkVisibility|AbortSignal\.\w+\(|withResolvers|randomUUID|[^?]\.(?:show|hide)Popover\("
    r"|startViewTransition|[\"` ):]:(?:is|where|has|modal|popover-open)\b"
)
NEWER_STYLES = re.compile(
    r"color-mix\(|(?:ok)?l(?:ch|ab)\(|light-dark\(|\d[sl]vh|[;{ ](?:translate|rotate|scale): "
    r"|@layer|@scope|@starting-style|:modal|:popover-open|:dir\(|:user-"
    r"|border-(?:start|end)-(?:start|end)|float: inline|: clip\b|[; ]mask: "
)
# What has the older words in front.
BOTH = re.compile(r"overflow: hidden; overflow: clip|-webkit-mask: ([^;]*); mask: \1")
# Chromium 80 and 64 have these, with faults that our scripts do not meet.
KNOWN = ("optional-chain", "regexp-unicode-property-escapes")
LETTERS_LOADED = "[...document.fonts].some(one => one.status === 'loaded')"
BOXES = """() => [...document.querySelectorAll("main *")].map(one => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""


@pytest.mark.parametrize("kind", ["js", "css"])
def test_no_file_has_syntax_that_the_oldest_browser_lacks(kind: str, tmp_path: Path) -> None:
    if (esbuild := bundle.program()) is None:
        pytest.skip("esbuild is not installed: install npm and make .venv again")
    command = [esbuild, *map(str, STATIC.rglob(f"*.{kind}"))]
    command += [f"--supported:{syntax}=true" for syntax in KNOWN]
    lowered, same = tmp_path / bundle.OLDEST, tmp_path / "esnext"
    for made in (lowered, same):
        run_program([*command, f"--target={made.name}", f"--outdir={made}"])
    for path in same.rglob("*.*"):
        assert (lowered / path.relative_to(same)).read_text("utf-8") == path.read_text("utf-8")


def test_no_file_uses_what_the_oldest_browser_lacks() -> None:
    scripts = {path.name: path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    del scripts[REWRITES]
    newer = [(name, match[0]) for name in scripts for match in CALLS.finditer(scripts[name])]
    for name, text in STYLES.items():
        newer += [(name, match[0]) for match in NEWER_STYLES.finditer(BOTH.sub("", text))]
    assert newer == []


def test_the_channels_of_a_colour_are_those_of_the_colour() -> None:
    """Whatever sets `--ink` sets `--ink-rgb`, too, and to the same colour."""
    text = "".join(STYLES.values())
    mixed = {*re.findall(r"rgb\(var\(--([\w-]+)-rgb\)", text)}
    for name, colour, channels in re.findall(r"--([\w-]+): (#\w+);([^}]*)", text):
        if name in mixed:
            assert f"--{name}-rgb: {' '.join(map(str, ImageColor.getrgb(colour)))};" in channels


@pytest.mark.verify
@pytest.mark.parametrize(("path", "size"), [("/table", SCREEN), ("/", PHONE), ("/virtual", DESK)])
def test_rewritten_styles_lay_a_page_out_as_before(path: str, size: Any, open_page: Open) -> None:
    new, old = open_page(path, size), open_page(path, size)
    old.context.add_init_script("CSS.supports = () => false")
    old.reload()
    old.wait_for_selector("[data-container]", state="attached")
    for page in (new, old):
        page.evaluate(STILL)
    when(new, lambda: bool(new.evaluate(LETTERS_LOADED)))
    when(old, lambda: near(old.evaluate(BOXES), new.evaluate(BOXES)))


def near(boxes: list[list[float]], others: list[list[float]]) -> bool:
    return len(boxes) == len(others) > 0 and np.allclose(boxes, others, atol=1)
