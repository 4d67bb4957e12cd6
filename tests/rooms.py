"""The map of the house: the rooms inside `referee`, `vision`, `hardware`, `webui` and `firmware`.

A room is a folder or a single module. `python -m tests.rooms` (or `make map`) prints the map with
its imports counted. It stands in `rooms.toml`; `tests/test_rooms.py` holds the code to it.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import resolve_name
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOUSE = ("referee", "vision", "hardware", "webui", "firmware")


@dataclass(frozen=True)
class Room:
    """What a room may import, and the modules of its own that others may: its doors.

    Both are names parted by spaces. The door `.` is the folder's ``__init__``, `*` stands for
    every module; a room of a single module is its own door.
    """

    imports: str = ""
    doors: str = "."


MAP = tomllib.loads(Path(__file__).with_name("rooms.toml").read_text("utf-8"))
# Code is loaded by name in these modules only, and from these folders.
BY_NAME: dict[str, str] = MAP.pop("by_name")
# What each folder may import from outside of it, besides Python's own library.
OUTSIDE: dict[str, str] = MAP.pop("outside")
# What pure code may import, and what it may not even name.
PURE_IMPORTS, NOT_PURE = (set(names.split()) for names in MAP.pop("pure").values())
ROOMS = {big: {name: Room(**given) for name, given in rooms.items()} for big, rooms in MAP.items()}


@dataclass(frozen=True)
class Import:
    """One module of the house that imports another, and where."""

    importer: str
    imported: str
    place: str


@cache
def modules() -> dict[str, Path]:
    """Return every module of the house by its dotted name."""
    result = {}
    for name in HOUSE:
        for path in sorted((ROOT / name).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            result[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return result


def room_of(module: str) -> str:
    """Return the room that a module stands in: `firmware.panel` for `firmware.panel.lights`."""
    return ".".join(module.split(".")[:2])


def imports(module: str, source: str) -> Iterator[tuple[str, int]]:
    """Yield the house's modules that `source` names, with the line: imported, or as a string."""
    package = module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package)
            inner = [f"{origin}.{alias.name}" for alias in node.names]
            names = [name if name in modules() else origin for name in inner]
        elif isinstance(node, ast.Constant) and "." in str(node.value):
            names = [str(node.value)]
        else:
            continue
        yield from ((name, node.lineno) for name in names if name in modules())


@cache
def crossings() -> tuple[Import, ...]:
    """Return every import from one room into another."""
    return tuple(
        Import(module, name, f"{path.relative_to(ROOT)}:{line}")
        for module, path in modules().items()
        for name, line in imports(module, path.read_text(encoding="utf-8"))
        if room_of(name) != room_of(module)
    )


def doors(big: str, name: str) -> set[str]:
    """Return a room's doors as dotted names."""
    base = f"{big}.{name}"
    if ROOMS[big][name].doors == "*":
        return {module for module in modules() if room_of(module) == base}
    return {base if door == "." else f"{base}.{door}" for door in ROOMS[big][name].doors.split()}


def main() -> None:
    """Print the map."""
    for big, rooms in ROOMS.items():
        count = sum(len(room.imports.split()) for room in rooms.values())
        print(
            f"{big}: {len(rooms)} rooms, {count} imports among them; each imports only such above"
        )
        for name, room in rooms.items():
            print(f"    {name:12} {room.imports}".rstrip())


if __name__ == "__main__":
    main()
