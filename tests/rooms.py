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
        "disk": Room(doors="faults networks storage textfiles"),
        "table": Room("values"),
        "asks": Room("table values"),
        "offers": Room("asks values"),
        "pending": Room("asks offers table values"),
        "judging": Room("pending table values"),
        "judge": Room("judging offers pending table values"),
        "reports": Room(
            "judging offers pending values",
            doors="commands analysis picture public_values questions status tabletop"
            " virtual_acts workshop",
        ),
        "actor": Room("offers values"),
        "records": Room("values"),
        "statistics": Room("records values"),
        "determinization": Room("table values"),
        "contract": Room("asks judging offers pending records table values determinization"),
        "kit": Room("contract offers"),
        "proposals": Room("actor kit offers values"),
        "flow": Room("contract kit pending"),
        "options": Room("contract"),
        "coup": Room(
            "contract disk flow judge judging kit options pending table determinization statistics",
            doors="",
        ),
        "coup_detat": Room(
            "contract flow judge judging kit options pending table determinization statistics",
            doors="",
        ),
        "coyote": Room(
            "contract flow judge judging kit options pending table determinization statistics",
            doors="",
        ),
        "ogallala": Room(
            "contract disk flow judge judging kit options pending table determinization statistics",
            doors="",
        ),
        "plenty_coups": Room(
            "contract disk flow judge judging kit options pending table determinization statistics",
            doors="",
        ),
        "library": Room("contract disk kit proposals", doors=". data locations"),
        "words": Room("disk library table values"),
        "notation": Room("contract kit library table"),
        "examples": Room("contract determinization judge kit options pending table", doors=""),
        "bots": Room("contract determinization kit pending table", doors="analysis levels sample"),
        "booklet": Room(
            "contract determinization library words",
            doors="aids banners example lessons outcries rulebook",
        ),
        "match": Room(
            "actor booklet contract disk kit library pending proposals table",
            doors="back.correcting back.readings beginning commands desk ending journal.bodies"
            " journal.clock journal.entries journal.journal journal.rescue journal.tables"
            " journal.trimming log matchfile open_offers past.amended past.evening past.ended"
            " past.history past.cache past.players people.forgetting people.names"
            " people.players"
            " people.same_names people.stretches resuming running",
        ),
        "club": Room(
            "actor contract disk match values words",
            doors="code_sets format meetings own_results pairing results signed standings wording",
        ),
        "hub": Room(
            "club contract match reports values words",
            doors="cache director event_log events log messages people projection rounds tables",
        ),
    },
    "vision": {
        "errors": Room(),
        "reading": Room(),
        "files": Room(),
        "photo": Room("errors reading"),
        "geometry": Room("reading"),
        "pixels": Room("geometry reading"),
        "decks": Room("errors files photo reading", doors="deck saving shelves"),
        "lens": Room("geometry reading"),
        "plane": Room("geometry lens reading"),
        "mat": Room("geometry"),
        "mat_file": Room("errors files geometry mat"),
        "observation": Room("mat plane reading"),
        "overlay": Room("geometry mat plane reading"),
        "spread": Room("geometry mat"),
        "art": Room(
            "decks geometry mat reading spread",
            doors=". deckart lettering matart svg templates wording",
        ),
        "find": Room(
            "geometry lens mat pixels plane reading",
            doors="crowd free ground known markers on_mat round select straight",
        ),
        "codes": Room("find geometry photo pixels reading"),
        "match": Room("decks geometry pixels reading", doors="matcher patch"),
        "spacing": Room("geometry mat", doors="lattice level sides"),
        "quality": Room("geometry mat pixels plane reading"),
        "unread": Room("geometry quality reading"),
        "calibration": Room("find geometry lens mat pixels plane reading", doors="checks field"),
        "printed": Room("find geometry match reading"),
        "reader": Room(
            "decks errors find geometry lens mat match plane printed quality reading unread"
        ),
        "follow": Room(
            "decks errors find geometry mat match observation pixels plane quality reader"
            " reading spacing",
            doors="fusion motion rows still tracker",
        ),
        "synthetic": Room(
            "art mat reading spread",
            doors="camera render render_print scene",
        ),
        "enrol": Room(
            "calibration decks files find follow geometry lens mat match photo pixels plane"
            " quality reading",
            doors="adapting capture card_pictures enrol limits selftest",
        ),
    },
    "hardware": {
        "enclosure": Room(doors="arm cables measured_parts measures plan"),
        "flatpack": Room("enclosure", doors=""),
        "cad": Room("enclosure", doors=""),
    },
    "webui": {
        "serving": Room(
            doors="addresses admission events mdns packing places serve stream watchers"
        ),
        "port": Room(),
        "workshop": Room(),
        "maintenance": Room(),
        "settings": Room(),
        "access": Room(
            "port serving settings",
            doors="cookies credentials forms guard holders hosts limits names network own_names"
            " portal reach seats.approvals seats.drawn seats.notices seats.phones seats.presence"
            " seats.proposals seats.shared_phones store uploads",
        ),
        "bundle": Room(),
        "assets": Room("access bundle"),
        "preferences": Room("access"),
        "safe": Room("access assets preferences"),
        "page": Room(
            "access port serving",
            doors="border games leaves log moment offers openapi past.amending past.ending"
            " past.evening past.history past.players past.sharing past.spreadsheet pictures rulings"
            " state tabletop.count",
        ),
        "routes": Room(
            "access assets maintenance page port preferences serving settings workshop",
            doors="api club corrections data homescreen host kept.amending kept.forgetting"
            " kept.history pages photos rules seats settings_page simulation start updates web"
            " workshop",
        ),
        "rescue": Room("page port serving"),
        "app": Room(
            "access assets maintenance page port preferences rescue routes safe serving settings"
            " workshop"
        ),
        "hub": Room("access assets page preferences serving", doors="app"),
    },
    "firmware": {
        "wifi": Room(),
        "install": Room("wifi", doors="__main__ changing places profile settings system"),
        "board": Room(),
        "decks": Room(),
        "mats": Room(),
        "plans": Room("decks mats"),
        "errors": Room(),
        "misfits": Room("errors"),
        "version": Room(),
        "network": Room("errors"),
        "hotspot": Room("errors install"),
        "newer": Room("errors version"),
        "games": Room("errors"),
        "languages": Room("errors"),
        "parts": Room("errors"),
        "presses": Room(doors="debounce gestures meanings offer_times port presses"),
        "service": Room(doors="calls child heap heartbeat mqtt starts supervisor tidying"),
        "cameras": Room(
            "errors mats misfits parts service",
            doors="background base devices framing lenses opening reconnecting",
        ),
        "folders": Room("errors"),
        "backup": Room("errors folders newer version", doors=". data_files traces"),
        "panel": Room(
            "board errors misfits parts presses service",
            doors="barrier buttons chips console_pins gpio lights panel pins wires",
        ),
        "wiring": Room("board errors panel parts", doors="currents drawing hookup"),
        "printing": Room(
            "decks errors install wifi",
            doors="aids boxes faces join markers naming papers pictures rules sheets tiles worded",
        ),
        "reading": Room(
            "cameras mats service",
            doors="asker evidence eye judged_pass questions seen_cards submission views watcher",
        ),
        "pictures": Room("errors reading service", doors="counting grid_rows photos reader"),
        "console": Room(
            "board errors misfits panel presses service",
            doors="console display drawing knob quadrature",
        ),
        "sound": Room("panel service", doors="loudspeaker mixer"),
        "virtual": Room(
            "cameras errors reading service",
            doors="brief history instructions rendering.camera rendering.process table",
        ),
        "bots": Room("reading service", doors="analyses hands real_hands seating"),
        "running": Room(
            "cameras console decks errors mats bots panel pictures plans presses reading"
            " service sound virtual",
            doors="build table",
        ),
        "home": Room(
            "errors running service version",
            doors="address posting reporter settings",
        ),
        "club": Room("errors home running service", doors="club topics"),
        "hub": Room(
            "backup club errors misfits service",
            doors="backup broker disk hub mqtt_client store",
        ),
        "teaching": Room(
            "cameras decks errors reading service", doors="adapting calibrating school"
        ),
        "checking": Room(
            "board cameras console decks errors folders games home install languages mats misfits"
            " network panel parts presses service sound teaching version wifi wiring",
            doors="bundle.bundle examining findings machine service wifi",
        ),
        "machine_settings": Room("checking errors install wifi"),
        "commands": Room(
            "backup cameras checking club console errors folders games home hotspot hub install"
            " languages machine_settings mats network panel parts pictures printing running service"
            " teaching version wifi wiring",
            doors="*",
        ),
        "cli": Room("commands folders games languages misfits version", doors=""),
        "pcb": Room("board commands errors panel parts wiring", doors=""),
    },
}

# Code is loaded by name in these modules only, and from these folders.
BY_NAME = {
    "referee.kit": "what only bots and the post-match analysis of a game need",
    "firmware.commands.bench": "the benches, from the source tree",
    "referee.library.locations": "no code: where a game is",
    "referee.library.loading": "a game, by its entry point or its folder",
    "firmware.cli": "a command, so that one loads no other's libraries",
    "firmware.checking.findings": "no code: the versions of packages",
    "firmware.printing.boxes": "no code: the mark of the pages",
    "firmware.misfits": "no code: whether a library is loaded already",
    "firmware.version": "no code: the version of this one",
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
