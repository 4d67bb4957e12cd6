"""The pages for a new match: its game, players and options, each with the current value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from firmware.console.menus.pages import Entry, ListPage, Number, Page, Result, Setting, Text, act
from firmware.console.menus.world import World
from referee import library
from referee.match.beginning import complete_options
from referee.match.commands import LEARNERS, LEVELS, USUAL_LEVEL, Begin, Level

GAME, SEATS, BOTS, LEVEL = "game", "seats", "bots", "level"  # The settings that are no options.
PLAYERS = (SEATS, BOTS, LEVEL)  # They stay as they are in another edition.


def new_match(world: World, draft: Mapping[str, Any]) -> Page:
    """Return the page that sets up a match. `draft` has the choices made so far."""
    voice = world.voice
    game = _game(world, draft)
    seats = _seats(world, game, draft)
    given = {name: draft[name] for name in draft if name not in (GAME, *PLAYERS)}
    now = _option_values(game, seats, given)
    levels = _levels(world, game["name"], seats, draft)
    called = tuple(_player_name(world, seat, level) for seat, level in enumerate(levels))
    names = called if any(called) else ()
    begin = Begin(game["name"], given, seats, names, levels if any(levels) else ())
    entries = [
        act("begin", voice.key("console.begin"), begin),
        Entry(
            "game",
            world.labelled(voice.key("console.game"), game["title"]),
            lambda: _games(world),
        ),
        Entry(
            "seats",
            world.labelled(voice.key("console.players"), seats),
            lambda: _players(world, game),
        ),
    ]
    entries += _bots(world, game["name"], levels)
    for option in game["options"]:
        entries.append(
            _option(world, option, now.get(option["name"]), seats, _some(game, now, option))
        )
    first = replace(begin, lesson=True)
    entries.append(act("lesson", voice.key("page.lesson.first"), first))
    return ListPage(voice.key("console.new"), tuple(entries))


def _game(world: World, draft: Mapping[str, Any]) -> dict[str, Any]:
    name = draft.get("game") or (world.match.game.name if world.match else None)
    return next((game for game in world.games if game["name"] == name), world.games[0])


def _seats(world: World, game: Mapping[str, Any], draft: Mapping[str, Any]) -> int:
    seats: int = draft.get("seats") or (world.match.seats if world.match else LEARNERS)
    least, most = int(game["least"]), int(game["most"])
    return max(least, min(seats, most))


def _levels(world: World, game: str, seats: int, draft: Mapping[str, Any]) -> tuple[Level, ...]:
    """Return the level of each seat's bot, or "" for the seat of a person.

    By default, the bots of the current match stay. If a number of bots was chosen, they get the
    last seats; they get seats with a phone only if no other seats are left.
    """
    now = world.match.players.levels if world.match else {}
    phones = set(world.phone_seats)
    if game in world.without_bots:
        own = set[int]()
    elif BOTS in draft:
        own = set(sorted(range(seats), key=lambda seat: (seat in phones, -seat))[: draft[BOTS]])
    else:
        own = set(now) - phones
    kept = next((level for level in LEVELS if level in now.values()), USUAL_LEVEL)
    level: Level = draft.get(LEVEL, kept)
    return tuple(level if seat in own else "" for seat in range(seats))


def _player_name(world: World, seat: int, level: str) -> str:
    """Return the name of a seat's player if that player stays in the new match.

    Phones say themselves who plays, because those who are here follow to the match's seats.
    """
    if seat in world.phone_seats:
        return ""
    own = world.match.players.levels if world.match else {}
    return world.names.get(seat, "") if (seat in own) == bool(level) else ""


def _bots(world: World, game: str, levels: Sequence[Level]) -> Iterator[Entry]:
    """Yield the entries for the number and level of bots, or one that says why bots cannot play."""
    voice, title = world.voice, world.voice.key("console.bots")
    if game in world.without_bots:
        why = Text(title, voice.say(world.without_bots[game]))
        yield Entry(BOTS, world.labelled(title, 0), lambda: why)
        return
    count = sum(map(bool, levels))
    numbers = tuple(act(str(one), str(one), Setting(BOTS, one)) for one in range(len(levels)))
    yield Entry(BOTS, world.labelled(title, count), lambda: ListPage(title, numbers, str(count)))
    if count:
        level = next(filter(None, levels))
        label = voice.key("console.level")
        each = tuple(act(one, level_words(world, one), Setting(LEVEL, one)) for one in LEVELS)
        shown = voice.key(f"page.level.{level}")
        yield Entry(LEVEL, world.labelled(label, shown), lambda: ListPage(label, each, level))


def level_words(world: World, level: Level) -> str:
    """Return the name of a bot's level, and a description of its play."""
    name, how = (world.voice.key(f"page.level.{level}{part}") for part in ("", ".how"))
    return world.labelled(name, how)


def _option_values(game: Mapping[str, Any], seats: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option, as a match would begin with them."""
    rules, ended = library.game(game["name"]), {game["name"]: game["last"]}
    options: dict[str, Any] = library.to_plain(complete_options(rules, seats, given, ended))
    return options


def _some(
    game: Mapping[str, Any], now: Mapping[str, Any], option: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the values of which an option may have several, in the current edition."""
    own = (one for one in game["editions"] if one["value"] == now.get("edition"))
    found: list[dict[str, Any]] = next(own, game)["some"].get(option["name"], [])
    return found


def _games(world: World) -> Page:
    return ListPage(
        world.voice.key("console.game"),
        tuple(
            act(game["name"], game["title"], Setting("game", game["name"])) for game in world.games
        ),
    )


def _players(world: World, game: Mapping[str, Any]) -> Page:
    numbers = range(game["least"], game["most"] + 1)
    return ListPage(
        world.voice.key("console.players"),
        tuple(act(str(number), str(number), Setting("seats", number)) for number in numbers),
    )


def _selection(
    world: World, option: Mapping[str, Any], value: Any, some: Sequence[Mapping[str, Any]]
) -> Entry:
    """Return the entry in which each of several values is switched on or off."""
    name, label, voice = option["name"], option["label"], world.voice
    names = [one["value"] for one in some]
    on = [one for one in names if value is True or (value and one in value)]

    def switch(one: Mapping[str, Any]) -> Entry:
        this = one["value"]
        words = voice.key("console.yes" if this in on else "console.no")
        after = [each for each in names if (each in on) is not (each == this)]
        return act(this, world.labelled(one["label"], words), Setting(name, after))

    shown = f"{len(on)}/{len(names)}" if on else voice.key("console.no")
    entries = (
        act("all", voice.key("console.some.all"), Setting(name, names)),
        act("none", voice.key("console.some.none"), Setting(name, [])),
        *map(switch, some),
    )
    return Entry(name, world.labelled(label, shown), lambda: ListPage(label, entries))


def _each_seat(world: World, option: Mapping[str, Any], value: Sequence[str], seats: int) -> Entry:
    """Return the entry in which each seat chooses a different value.

    If another seat has the value, both seats swap.
    """
    name, label = option["name"], option["label"]
    words = {one["value"]: one["label"] for one in option["values"]}
    now = [*value, *(one for one in words if one not in value)]

    def given(seat: int, one: str) -> list[str]:
        after = list(now)
        after[now.index(one)], after[seat] = now[seat], one
        return after

    def of_seat(seat: int) -> Entry:
        who = world.seat(seat)
        entries = tuple(act(one, words[one], Setting(name, given(seat, one))) for one in words)
        shown = world.labelled(who, words[now[seat]])
        return Entry(str(seat), shown, lambda: ListPage(who, entries, now[seat]))

    shown = ", ".join(words[one] for one in now[:seats])
    entries = tuple(map(of_seat, range(seats)))
    return Entry(name, world.labelled(label, shown), lambda: ListPage(label, entries))


def _option(
    world: World,
    option: Mapping[str, Any],
    value: Any,
    seats: int,
    some: Sequence[Mapping[str, Any]],
) -> Entry:
    name, label, voice = option["name"], option["label"], world.voice

    def among(choices: list[tuple[Any, str]], *more: Entry) -> Entry:
        shown = next((words for one, words in choices if one == value), str(value))
        entries = tuple(act(str(one), words, Setting(name, one)) for one, words in choices)
        page = ListPage(label, (*entries, *more), str(value))
        return Entry(name, world.labelled(label, shown), lambda: page)

    def chosen(number: int) -> Result:
        return Setting(name, number)

    match option["kind"]:
        case "choice":
            return among([(one["value"], one["label"]) for one in option["values"]])
        case "seat":
            drawn = (world.lot + (world.match.seq if world.match else 0)) % seats
            lot = act("lot", voice.key("page.match.lot"), Setting(name, drawn))
            return among([(seat, world.seat(seat)) for seat in range(seats)], lot)
        case "some":
            return _selection(world, option, value, some)
        case "each":
            return _each_seat(world, option, value, seats)
        case "yes":
            words = voice.key("console.yes" if value else "console.no")
            return act(name, world.labelled(label, words), Setting(name, not value))
    shown = f"{value} {option['unit']}".rstrip()
    page = Number(
        title=label,
        least=option["least"],
        most=option["most"],
        first=value or 0,
        then=chosen,
        step=option["step"],
    )
    return Entry(name, world.labelled(label, shown), lambda: page)
