"""The walls between the rooms: who may import whom, and what the rules may never touch."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import library
from tests.process import run_program
from tests.rooms import HOUSE, NOT_PURE, OUTSIDE, PURE_IMPORTS, ROOT

# They read and write every file and need only the standard library, so each folder may import them.
IMPORTS = re.compile(r"^ *(?:from (\w[\w.]*) import|import (\w[\w.]*)(?: as \w+)? *(?:#|$))", re.M)
OPEN_TO_ALL = {"referee.disk.faults", "referee.disk.storage", "referee.disk.textfiles"}


def modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Return the folders and packages that a module imports."""
    named = {name or other for name, other in IMPORTS.findall(path.read_text("utf-8"))}
    return {name.partition(".")[0] for name in named - OPEN_TO_ALL}


def test_a_folder_imports_only_what_its_wall_lets_through_and_some_of_it_in_one_place() -> None:
    """The kit's data is read wherever the table runs, the solids are made by `make enclosure`.

    One module alone speaks to brokers.
    """
    cad, speaks = ROOT / "hardware" / "cad", set[Path]()
    strangers: list[str] = []
    for room in HOUSE:
        assert modules(room), f"no modules found in {room}/"
        for path in modules(room):
            solid = path.is_relative_to(cad)
            outside = OUTSIDE[room] if solid or room != "hardware" else "msgspec"
            allowed = {room, *outside.split(), *sys.stdlib_module_names}
            names, where = imported(path), path.relative_to(ROOT)
            strangers += [f"{where} imports {name}" for name in names - allowed]
            speaks |= {path} if "paho" in names else set()
            assert solid or "hardware.cad" not in path.read_text("utf-8"), where
    assert not strangers
    assert speaks == {ROOT / "firmware" / "service" / "mqtt.py"}


def games() -> list[Path]:
    return [ROOT / "referee" / name for name in library.names()]


def impurities(source: str) -> Iterator[str]:
    """Yield what pure code may not import or name."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                results = {alias.name.partition(".")[0] for alias in names} - PURE_IMPORTS
            case ast.ImportFrom(module=module, level=level):
                results = {(module or "").partition(".")[0]} - PURE_IMPORTS if not level else {"."}
            case ast.Name(id=name) | ast.Attribute(attr=name, value=ast.Name(id="builtins")):
                results = {name} & NOT_PURE
            case _:
                results = set()
        yield from sorted(results)


def pure() -> dict[Path, str]:
    """Return the source of the contract, the kit, the games, what a press means, and the menus."""
    contract = ("values", "offers", "actor", "contract", "kit")
    menus = ROOT / "firmware" / "console" / "menus"
    rooms = (*games(), ROOT / "firmware" / "presses", menus)
    paths = [*(ROOT / "referee" / f"{name}.py" for name in contract)]
    paths += [path for room in rooms for path in sorted(room.rglob("*.py"))]
    return {path: path.read_text(encoding="utf-8") for path in paths}


def test_rules_and_presses_know_no_clock_file_thread_device_or_chance() -> None:
    assert len(pure()) > 20
    allowed = {
        "kit.py": {"pkgutil"},  # `lazy` loads a module of the game itself by its name.
        "firmware": {"firmware"},  # Each imports itself alone: see the map of the rooms.
    }
    leaks = {
        str(path.relative_to(ROOT)): strange
        for path, source in pure().items()
        if (
            strange := set(impurities(source)).difference(
                *(names for part, names in allowed.items() if part in path.parts)
            )
        )
    }
    assert not leaks


EXAMPLES = ROOT / "referee" / "examples"
# The program's own name, and the zones and words that any game's mats may have.
COMMON = {"coyote", "drawn", "middle", "pile", "proposal", "seat", "stick", "talon"}


def test_no_game_is_named_outside_its_folder() -> None:
    """A game's name, its editions and the zones of its own mats are data of its folder."""
    heard = set()
    for name in library.names():
        heard |= {name, *library.editions(library.game(name))}
        for mat in library.folder(name).glob("mats/*.toml"):
            zones = re.findall(r'^"?([a-z]+)[^=\n]*" *= *\[', mat.read_text("utf-8"), re.MULTILINE)
            heard |= set(zones)
    assert {"plenty_coups", "kidult", "alliance"} <= heard
    named = re.compile(rf"(?<![\w-])({'|'.join(sorted(heard - COMMON))}|referee\.coyote)(?![\w-])")
    files = [
        path
        for room in HOUSE
        for ending in ("*.py", "*.js", "*.html")
        for path in (ROOT / room).rglob(ending)
        if not any(path.is_relative_to(folder) for folder in (*games(), EXAMPLES))
    ]
    assert len(files) > 300
    words = {str(path.relative_to(ROOT)): named.search(path.read_text("utf-8")) for path in files}
    assert {name: word[0] for name, word in words.items() if word} == {}


def test_no_tracked_text_names_a_registry_or_a_folder_of_one_machine() -> None:
    # Each has a letter in brackets, so that this line is not what it looks for.
    forbidden = re.compile(r"/[s]imple/|index-[u]rl|file:[/]//|/[h]ome/\w+/|\"[r]esolved\":")
    listed = run_program(["git", "ls-files", "-z"], cwd=ROOT, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    guilty = []
    for path in (ROOT / name for name in listed.stdout.split("\0")):
        if path.suffix in {".png", ".pdf", ".jpg"} or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        guilty += [f"{path.relative_to(ROOT)}: {m[0]}" for m in forbidden.finditer(text)]
    assert not guilty


def test_modules_stay_small_enough_to_hold_in_the_head() -> None:
    large = [
        f"{path.relative_to(ROOT)}: {lines} lines"
        for room in HOUSE
        for path in modules(room)
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 400
    ]
    assert not large
