"""The rooms inside the rooms: who may import whom, by which doors, and nothing by another way."""

from __future__ import annotations

import re
from importlib import import_module

from tests.rooms import BY_NAME, ROOMS, crossings, doors, modules, room_of

SAYS_WHERE = "the map stands in tests/rooms.toml"
# What could load code without an import that is seen.
LOADS = re.compile(
    r"\b(?:__import__|exec|eval)\(|\bsys\.modules\b|\bfrom sys import .*\bmodules\b"
    r"|^ *(?:from|import) (?:pkgutil|runpy|zipimport|imp|importlib)\b",
    re.M,
)


def test_every_room_is_on_the_map_and_its_imports_and_doors_are_those_of_the_map() -> None:
    for big in ROOMS:  # in one test: to read all imports takes each worker a second
        _check_names(big)
        _check_imports(big)
        _check_doors(big)


def _check_names(big: str) -> None:
    there = {room_of(module) for module in modules()} - {big}
    inside = {room.partition(".")[2] for room in there if room.startswith(f"{big}.")}
    new, gone = sorted(inside - set(ROOMS[big])), sorted(set(ROOMS[big]) - inside)
    assert not new, f"{big}: enter it with what it may import and its doors: {SAYS_WHERE}"
    assert not gone, f"{big}: it is there no longer; strike it: {SAYS_WHERE}"


def _check_imports(big: str) -> None:
    above: set[str] = set()
    for name, room in ROOMS[big].items():
        upward = set(room.imports.split()) - above
        assert not upward, f"{big}.{name} imports what stands below it, or nothing: {SAYS_WHERE}"
        above.add(name)
    ways = {
        (crossing.importer.split(".")[1], crossing.imported.split(".")[1]): crossing
        for crossing in crossings()
        if crossing.importer.startswith(f"{big}.") and crossing.imported.startswith(f"{big}.")
    }
    given = {(name, other) for name, room in ROOMS[big].items() for other in room.imports.split()}
    strange = [
        f"{ways[way].place}: `{way[0]}` may not import {ways[way].imported}"
        for way in sorted(set(ways) - given)
    ]
    assert not strange, (
        "hand it in as an argument, or move what both need to a room that both may import; "
        f"where the way is meant, enter it: {SAYS_WHERE}"
    )
    assert not sorted(given - set(ways)), f"imported no longer, so strike it: {SAYS_WHERE}"


def _check_doors(big: str) -> None:
    for name, room in ROOMS[big].items():
        entered = {
            crossing.imported: crossing.place
            for crossing in crossings()
            if room_of(crossing.imported) == f"{big}.{name}"
        }
        windows = {entered[module]: module for module in set(entered) - doors(big, name)}
        assert not windows, (
            f"{big}.{name} is entered by its doors alone, {sorted(doors(big, name))}: "
            f"use what these offer, or make a door of it: {SAYS_WHERE}"
        )
        shut = doors(big, name) - set(entered) - {f"{big}.{name}"}
        assert room.doors == "*" or not shut, f"doors that nobody uses; strike them: {SAYS_WHERE}"


def test_nobody_imports_a_whole_house_of_rooms() -> None:
    houses = ROOMS.keys() - {"hardware"}  # which has the paths of its data at its front
    whole = {
        crossing.place: crossing.imported for crossing in crossings() if crossing.imported in houses
    }
    assert not whole, "name the module: what is reached through the package is not seen here"


def test_code_is_loaded_by_name_only_where_the_map_says_so() -> None:
    loads = {name for name, path in modules().items() if LOADS.search(path.read_text("utf-8"))}
    assert loads == set(BY_NAME), (
        "import it plainly, or enter the module with what it may load: BY_NAME in tests/rooms.toml"
    )


def test_a_game_loads_by_name_only_functions_of_its_own_room() -> None:
    for importer, path in modules().items():
        for module, function in re.findall(r'lazy\("([\w.]+):(\w+)"\)', path.read_text("utf-8")):
            if importer != "referee.kit":
                assert module.startswith(f"{importer}."), (importer, module)
                assert callable(getattr(import_module(module), function))
