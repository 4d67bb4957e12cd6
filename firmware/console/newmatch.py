"""The pages of a new match: its game, its players and its options, each with what it is now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware.console.pages import Choice, Chosen, Entry, Number, Page, Result, act
from firmware.console.world import World
from referee.match.commands import LEARNERS, Begin


def new_match(world: World, draft: Mapping[str, Any]) -> Page:
    """Return the page that puts a match together; `draft` holds what was chosen so far."""
    voice = world.voice
    game = _game(world, draft)
    seats = _seats(world, game, draft)
    given = {name: draft[name] for name in draft if name not in ("game", "seats")}
    now = _values(game, seats, given)
    called = tuple(world.names.get(seat, "") for seat in range(seats))
    names = called if any(called) else ()
    entries = [
        act("begin", voice.key("console.begin"), Begin(game["name"], given, seats, names)),
        Entry("game", _now(world, voice.key("console.game"), game["title"]), lambda: _games(world)),
        Entry(
            "seats", _now(world, voice.key("console.players"), seats), lambda: _players(world, game)
        ),
    ]
    for option in game["options"]:
        entries.append(_option(world, option, now.get(option["name"]), seats))
    first = Begin(game["name"], given, seats, names, lesson=True)
    entries.append(act("lesson", voice.key("page.lesson.first"), first))
    return Choice(voice.key("console.new"), tuple(entries))


def _game(world: World, draft: Mapping[str, Any]) -> dict[str, Any]:
    name = draft.get("game") or (world.match.game.name if world.match else None)
    return next((one for one in world.games if one["name"] == name), world.games[0])


def _seats(world: World, game: Mapping[str, Any], draft: Mapping[str, Any]) -> int:
    seats: int = draft.get("seats") or (world.match.seats if world.match else LEARNERS)
    least, most = int(game["least"]), int(game["most"])
    return max(least, min(seats, most))


def _values(game: Mapping[str, Any], seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option as it stands: chosen, taken over, or the default."""
    last = game["last"] or {}
    follows = last["options"] if last.get("seats") == seats else {}
    edition = given.get("edition", game["defaults"].get("edition"))
    own = (one["defaults"] for one in game["editions"] if one["value"] == edition)
    return {**game["defaults"], **next(own, {}), **follows, **given}


def _games(world: World) -> Page:
    return Choice(
        world.voice.key("console.game"),
        tuple(act(one["name"], one["title"], Chosen("game", one["name"])) for one in world.games),
    )


def _players(world: World, game: Mapping[str, Any]) -> Page:
    numbers = range(game["least"], game["most"] + 1)
    return Choice(
        world.voice.key("console.players"),
        tuple(act(str(one), str(one), Chosen("seats", one)) for one in numbers),
    )


def _option(world: World, option: Mapping[str, Any], value: Any, seats: int) -> Entry:
    name, label, voice = option["name"], option["label"], world.voice

    def among(choices: list[tuple[Any, str]]) -> Entry:
        shown = next((words for one, words in choices if one == value), str(value))
        entries = tuple(act(str(one), words, Chosen(name, one)) for one, words in choices)
        return Entry(name, _now(world, label, shown), lambda: Choice(label, entries, str(value)))

    def chosen(number: int) -> Result:
        return Chosen(name, number)

    match option["kind"]:
        case "choice":
            return among([(one["value"], one["label"]) for one in option["values"]])
        case "seat":
            return among([(seat, world.seat(seat)) for seat in range(seats)])
        case "yes":
            words = voice.key("console.yes" if value else "console.no")
            return act(name, _now(world, label, words), Chosen(name, not value))
    shown = f"{value} {option['unit']}".rstrip()
    least, most, step = option["least"], option["most"], option["step"]
    page = Number(label, least, most, value or 0, chosen, step)
    return Entry(name, _now(world, label, shown), lambda: page)


def _now(world: World, label: str, value: object) -> str:
    return world.voice.key("console.is", label=label, value=str(value))
