"""The pages for a new match, one question after another: the game, its players, and its bots.

Names stay as they were. Options are those of the last such match; the web page sets others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from firmware.console.menus.page import Entry, Page
from firmware.console.menus.world import World
from referee import library
from referee.match.commands import LEARNERS, USUAL_LEVEL, Begin
from referee.options import EDITION


def new_match(world: World) -> Page:
    """Return the page of games. A game with editions has an entry for each."""
    now = world.match
    edition = "" if now is None else getattr(now.options, EDITION, "")
    first = "" if now is None else f"{now.game.name} {edition}"
    return Page(world.voice.key("console.game"), tuple(_games(world)), first)


def _games(world: World) -> Iterator[Entry]:
    for name in library.names():
        title = world.voice.key(f"game.{name}")
        for edition in library.editions(library.game(name)) or ("",):
            label = f"{title} · {world.voice.key(f'edition.{edition}')}" if edition else title
            begin = Begin(name, {EDITION: edition} if edition else {})
            yield Entry(f"{name} {edition}", label, partial(_players_page, world, begin))


def _players_page(world: World, begin: Begin) -> Page:
    numbers = library.game(begin.game).seats
    now = world.match.seats if world.match else LEARNERS
    following = _start_page if world.no_bots(begin.game) else _bots_page
    entries = tuple(
        Entry(str(seats), str(seats), partial(following, world, replace(begin, seats=seats)))
        for seats in numbers
    )
    return Page(world.voice.key("console.players"), entries, str(min(max(numbers), now)))


def _bots_page(world: World, begin: Begin) -> Page:
    entries = tuple(
        Entry(str(bots), str(bots), partial(_start_page, world, _with_bots(world, begin, bots)))
        for bots in range(begin.seats + 1)
    )
    return Page(world.voice.key("console.bots"), entries, str(min(begin.seats, len(world.levels))))


def _with_bots(world: World, begin: Begin, bots: int) -> Begin:
    """Return a match with a number of bots, which play as well as those of the current match.

    Bots keep their seats, or get the last ones. They get a seat with a phone only if no other seats
    are left.
    """
    now, seats = world.levels, range(begin.seats)
    order = sorted(seats, key=lambda seat: (seat in world.phone_seats, seat not in now, -seat))
    level = next(iter(now.values()), USUAL_LEVEL)
    return replace(begin, levels=tuple(level if seat in order[:bots] else "" for seat in seats))


def _start_page(world: World, begin: Begin) -> Page:
    """Return the last page, which begins the match or a teach-in before it."""
    names = tuple(_kept_name(world, seat, begin.levels) for seat in range(begin.seats))
    begin, voice = replace(begin, names=names if any(names) else ()), world.voice
    more = voice.key("page.match.options")
    entries = (
        Entry.act("begin", voice.key("console.begin"), begin),
        Entry.act("lesson", voice.key("page.lesson.first"), replace(begin, lesson=True)),
        Entry("options", more, partial(Page.elsewhere, more, voice)),
    )
    return Page(voice.key(f"game.{begin.game}"), entries)


def _kept_name(world: World, seat: int, levels: tuple[str, ...]) -> str:
    """Return the name of a seat's player if that player stays in the new match.

    A phone names its own player, because the phones that are here move to the match's seats.
    """
    match = world.match
    if match is None or seat >= match.seats or seat in world.phone_seats:
        return ""
    is_bot = bool(levels and levels[seat])
    return match.names[seat] if is_bot == (seat in world.levels) else ""
