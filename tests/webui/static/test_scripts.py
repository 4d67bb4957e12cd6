"""The scripts of the pages as modules: which loads which, and how large they are."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from os.path import normpath
from pathlib import Path

import pytest

from webui import app
from webui.assets import IMPORT, STEADY, entries
from webui.routes.web import VIEWS

ROOT = Path(app.__file__).parent
STATIC = ROOT / "static"

# The folders, from below. A script loads scripts of its own floor's folder, or of lower floors.
FLOORS = (
    {"base"},
    {"device", "drawing"},
    {"match"},
    {"ending", "host"},
    {"menu"},
    {"live"},
    {"phone", "table", "virtual", "workshop", "hub"},
)
FLOOR = {folder: floor for floor, folders in enumerate(FLOORS) for folder in folders}
MOST_SCRIPTS, MOST_LINES, MOST_LETTERS = 15, 300, 120

SCRIPTS = {path.relative_to(STATIC).as_posix(): path for path in sorted(STATIC.rglob("*.js"))}
TEXTS = {name: path.read_text("utf-8") for name, path in SCRIPTS.items()}


def loads(name: str) -> set[str]:
    """Return the scripts that a script loads, at once or later by ``import()``."""
    folder = SCRIPTS[name].parent.relative_to(STATIC)
    return {normpath(folder / other) for other in IMPORT.findall(TEXTS[name])}


def folder(name: str) -> str:
    return name.split("/")[0]


def test_every_import_in_a_script_is_found_and_leads_to_a_script() -> None:
    for name, text in TEXTS.items():
        imports = re.findall(r"^(?:import\b|export .* from\b)|\bimport\(", text, re.MULTILINE)
        assert len(imports) == len(IMPORT.findall(text)), f"{name} has an import of another form"
        assert loads(name) <= set(SCRIPTS), name


def test_no_scripts_load_each_other_in_a_circle_even_later() -> None:
    try:
        TopologicalSorter({name: loads(name) for name in SCRIPTS}).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_a_script_loads_scripts_of_lower_floors_only() -> None:
    assert {folder(name) for name in SCRIPTS} == FLOOR.keys()
    upwards = [
        f"{name} → {other}"
        for name in SCRIPTS
        for other in sorted(loads(name))
        if folder(name) != folder(other) and FLOOR[folder(name)] <= FLOOR[folder(other)]
    ]
    assert not upwards


def test_every_script_is_loaded_by_a_page_or_by_a_script() -> None:
    old = {"base/oldstyles.js"}  # base/latestyles.js loads it by its address, in old browsers only
    assert set(SCRIPTS) - by_pages() - set().union(*map(loads, SCRIPTS)) == old


def test_scripts_name_their_keys_whole_since_a_page_gets_the_words_of_those_alone() -> None:
    for name, text in TEXTS.items():
        assert not re.search(r"\bt\(`|[\"'`]page\.[a-z_.]*(\$\{|[\"'] *\+)", text), name


def test_the_scripts_of_pages_load_first_what_every_page_does() -> None:
    # A sheet to print is no page of ours, and a browser that is too old has no modules.
    assert by_pages() - {"hub/print.js", "base/unscripted.js"} == set(entries())
    for name in by_pages() & set(entries()) - {STEADY}:
        (first, *_) = re.findall(r"^import .*", TEXTS[name], re.MULTILINE)
        assert first == 'import "../base/steady.js";', name


def by_pages() -> set[str]:
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.html"))
    return {*VIEWS.values(), *re.findall(r"'([\w/]+\.js)'", pages)}


def test_no_line_of_a_script_is_too_long_to_read() -> None:
    assert not [
        f"{name}:{number}"
        for name, text in TEXTS.items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > MOST_LETTERS
    ]
