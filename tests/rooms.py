"""The map of the house: the rooms inside `referee`, `vision`, `hardware`, `webui` and `firmware`.

A room is a folder or a single module. `python -m tests.rooms` (or `make map`) prints the map with
its rooms and imports counted; `tests/test_rooms.py` holds the code to it.
"""

from __future__ import annotations

import ast
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


# Lowest first: a room imports only rooms that stand above it here.
ROOMS: dict[str, dict[str, Room]] = {
    "referee": {
        "values": Room(),
        "offers": Room("values"),
        "table": Room("values"),
        "judging": Room("table values"),
        "reports": Room(
            "judging offers values",
            doors="commands hands picture status tabletop workshop",
        ),
        "actor": Room("offers values"),
        "records": Room("values"),
        "contract": Room("judging offers records table values"),
        "kit": Room("contract table"),
        "options": Room("contract"),
        "coup": Room("contract judging kit options table", doors=""),
        "coup_detat": Room("contract judging kit options table", doors=""),
        "coyote": Room("contract judging kit options table", doors=""),
        "ogallala": Room("contract judging kit options table", doors=""),
        "plenty_coups": Room("contract judging kit options table", doors=""),
        "library": Room("contract kit", doors=". data shelf"),
        "words": Room("library table values"),
        "examples": Room("contract judging kit options table", doors=""),
        "lessons": Room("contract library"),
        "rulebook": Room("contract library words"),
        "match": Room(
            "actor contract judging kit lessons library table",
            doors="beginning bodies commands correcting desk entries evenings history journal"
            " matchfile players rescue resuming running standing trimming",
        ),
        "players": Room("match"),
        "randomplay": Room("contract library"),
        "bench": Room("contract library randomplay"),
        "promises": Room("contract library offers randomplay table"),
    },
    "vision": {
        "errors": Room(),
        "reading": Room(),
        "files": Room("reading"),
        "geometry": Room("reading"),
        "deck": Room("errors files reading"),
        "lens": Room("geometry reading"),
        "mat": Room("errors files geometry lens reading"),
        "observation": Room("mat reading"),
        "overlay": Room("geometry mat reading"),
        "field": Room("mat"),
        "spread": Room("geometry mat"),
        "motion": Room("geometry reading"),
        "likeness": Room("geometry reading"),
        "art": Room("deck files mat reading spread", doors=". matart svg templates"),
        "find": Room("geometry lens mat reading", doors="free markers on_mat select"),
        "lens_fit": Room("geometry lens mat reading"),
        "match": Room("deck geometry reading", doors="matcher register"),
        "quality": Room("geometry reading"),
        "calibrate": Room("field find geometry lens lens_fit mat reading"),
        "reader": Room("deck find geometry lens mat match quality reading"),
        "synthetic": Room(
            "art deck mat reading spread",
            doors="camera deals evenings film phone render render_card render_hand render_print"
            " scene script territories torture torture_kinds",
        ),
        "enrol": Room(
            "calibrate deck files find geometry lens mat match motion reading",
            doors="enrol groups selftest taking",
        ),
        "photo": Room("errors reading"),
        "still": Room("deck geometry mat match observation reader reading"),
        "tracks": Room("geometry likeness reading"),
        "tracker": Room("geometry likeness mat motion observation reader reading tracks"),
        "eyes": Room("geometry mat observation reading"),
        "bench": Room(
            "deck enrol files geometry mat match observation reader reading synthetic tracker",
            doors="contest curves evening moderate photo_trials photos tally trials",
        ),
    },
    "hardware": {
        "enclosure": Room(doors="arm made measures plan"),
        "flatpack": Room("enclosure", doors=""),
        "cad": Room("enclosure", doors=""),
    },
    "webui": {
        "guard": Room(),
        "looks": Room("guard"),
        "names": Room(),
        "packing": Room(),
        "holders": Room("names"),
        "hosts": Room("guard holders names"),
        "sending": Room("guard holders hosts"),
        "port": Room(),
        "mdns": Room(),
        "connections": Room(),
        "serve": Room("connections"),
        "stream": Room("packing"),
        "consent": Room("holders stream"),
        "hands": Room("holders"),
        "safe": Room("guard hosts looks names port"),
        "seating": Room("holders names"),
        "phones": Room("guard holders hosts seating stream"),
        "page": Room(
            "consent holders port stream",
            doors="chart games history photo pictures players rulings schema shown spreadsheet"
            " state",
        ),
        "routes": Room(
            "connections consent guard hands holders hosts looks mdns names packing page port"
            " seating sending serve stream",
            doors="api correcting history hosting pages photos rescue rules seats simulation web"
            " workbench",
        ),
        "app": Room(
            "consent guard hands holders hosts looks packing page phones port routes safe seating"
            " sending stream"
        ),
    },
    "firmware": {
        "install": Room(doors=""),
        "board": Room(),
        "decks": Room(),
        "mats": Room(),
        "plans": Room("decks mats"),
        "errors": Room(),
        "games": Room("errors"),
        "parts": Room("errors"),
        "framing": Room("mats parts"),
        "presses": Room(doors="debounce gestures offer_times presses ways"),
        "supervisor": Room(),
        "cameras": Room("errors", doors="background base opening reconnecting"),
        "clock": Room("presses supervisor"),
        "folders": Room("errors"),
        "progress": Room(),
        "starts": Room(),
        "tidying": Room("supervisor"),
        "lenses": Room("errors"),
        "panel": Room(
            "board errors parts presses supervisor",
            doors="buttons gpio lights panel pins wires",
        ),
        "wiring": Room("board errors panel parts", doors="currents drawing hookup"),
        "printing": Room("errors", doors="sheets"),
        "reading": Room(
            "cameras lenses mats supervisor",
            doors="asking proofs questions seen watcher",
        ),
        "pictures": Room("errors reading supervisor", doors="counting photos territory"),
        "console": Room(
            "board errors panel presses supervisor", doors="console display drawing knob"
        ),
        "sound": Room("panel supervisor", doors="loudspeaker mixer"),
        "virtual": Room("cameras errors", doors="camera given table"),
        "running": Room(
            "cameras clock console decks lenses mats panel pictures plans presses reading sound"
            " supervisor"
        ),
        "teaching": Room("cameras decks errors framing reading", doors="calibrating teaching"),
        "build": Room("cameras console decks errors lenses mats panel running virtual"),
        "bench": Room(
            "build cameras decks mats panel pictures plans printing progress reading running",
            doors=". crowd cutting deals deletions evening faults latency load mistakes moves"
            " bed prints readings reveal rounds territories torture turns",
        ),
        "heartbeat": Room("supervisor"),
        "checking": Room(
            "board cameras console errors folders framing games mats panel parts presses sound"
            " starts teaching wiring",
            doors="bundle examining findings machine names report service",
        ),
        "commands": Room(
            "bench build cameras checking errors folders framing games heartbeat lenses mats panel "
            "parts pictures printing progress running starts teaching tidying wiring",
            doors="*",
        ),
        "cli": Room("commands errors folders games", doors=""),
    },
}

# Code is loaded by name in these modules only, and from these folders.
BY_NAME = {
    "referee.library.shelf": "no code: where a game is",
    "referee.library.stock": "a game, by its entry point or its folder",
    "firmware.cli": "a command, so that one loads no other's libraries",
    "firmware.checking.report": "no code: the versions of packages",
}


@dataclass(frozen=True)
class Import:
    """One module of the house that imports another, and where."""

    importer: str
    imported: str
    place: str


@cache
def modules() -> dict[str, Path]:
    """Return every module of the house by its dotted name."""
    found = {}
    for name in HOUSE:
        for path in sorted((ROOT / name).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


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
