"""Pages that name players: choose a known name by one push, or spell a new one by letters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from firmware.console.glyphs import legible
from firmware.console.menus.newmatch import level_words
from firmware.console.menus.pages import Entry, ListPage, Page, Text, act
from firmware.console.menus.screen import COLUMNS
from firmware.console.menus.world import World
from referee.match.commands import LEVELS, USUAL_LEVEL, HandOver, Level, NamePlayer
from referee.match.people.names import MOST, player_key
from referee.match.people.players import place_answers
from referee.match.running import Snapshot

Named = Callable[[str], ListPage | NamePlayer | HandOver]  # What a chosen name leads to.

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÄÇÉÈÊËÍÌÎÏÑÓÒÔÖÙÚÛÜ-’0123456789"


def players(world: World) -> Page:
    """Return the page of all seats and their players."""
    seats = range(world.match.seats if world.match else 0)
    entries = (
        Entry(str(seat), _marked(world, seat), partial(_seat, world, seat)) for seat in seats
    )
    return ListPage(world.voice.key("console.seats"), tuple(entries))


def _marked(world: World, seat: int) -> str:
    """Return a seat's name, with a mark if the seat has a bot."""
    own = world.match.players.levels if world.match else {}
    name = world.seat(seat)
    return world.voice.key("console.bot.mark", seat=seat) if seat in own else name


def _seat(world: World, seat: int) -> Page:
    """Return the page of a player. Only during a match can a new player take the seat."""
    voice = world.voice

    def names(key: str, named: Named) -> Entry:
        title = voice.key(key)
        return Entry(key, title, lambda: name_page(world, title, named))

    match = world.match
    own = match is not None and seat in match.players.levels
    corrects = match is not None and bool(match.players.names_of(seat)[-1])
    key = "console.name.correct" if corrects else "console.name"
    entries = [] if own else [names(key, partial(NamePlayer, seat))]
    if match is not None and match.outcome is None:
        entries.append(names("console.anew", partial(_handed, world, match, seat)))
        entries.append(_table(world, match, seat))
    return ListPage(_marked(world, seat), tuple(entries))


def _handed(
    world: World, match: Snapshot, seat: int, name: str, level: Level = ""
) -> ListPage | HandOver:
    """Return the page that asks who takes the place at the end. A teach-in has no places."""
    if match.lesson:
        return HandOver(seat, name, level)
    voice, players = world.voice, match.players
    answers = place_answers(players.tenures(seat), drawn=bool(players.drawn))
    entries = (
        act(
            place,
            legible(known) or voice.key(f"console.place.{place}"),
            HandOver(seat, name, level, place),
        )
        for place, known in answers
        if not (level and place == "comes")  # A bot has no rating.
    )
    return ListPage(voice.key("console.place"), tuple(entries))


def _table(world: World, match: Snapshot, seat: int) -> Entry:
    """Return the entry that gives a seat to a bot, or the entry that says why it cannot."""
    title, game = world.voice.key("console.bot"), match.game.name
    if game in world.without_bots:
        why = Text(title, world.voice.say(world.without_bots[game]))
        return Entry("table", title, lambda: why)
    each = (
        _entry(one, level_words(world, one), _handed(world, match, seat, "", one)) for one in LEVELS
    )
    page = ListPage(title, tuple(each), USUAL_LEVEL)
    return Entry("table", title, lambda: page)


def _entry(key: str, label: str, then: ListPage | NamePlayer | HandOver) -> Entry:
    """Return an entry that opens a page, or acts as soon as it is pushed."""
    return Entry(key, label, lambda: then) if isinstance(then, ListPage) else act(key, label, then)


def name_page(world: World, title: str, named: Named) -> Page:
    """Return the page of names: the known ones that are free, a new name, or no name."""
    voice = world.voice
    borne = set(map(player_key, world.names.values()))
    kept = [(name, legible(name)) for name in world.known if player_key(name) not in borne]
    entries = [_entry(f"={name}", shown, named(name)) for name, shown in kept if shown]
    spell, nameless = voice.key("console.spell"), voice.key("console.nameless")
    entries.append(Entry("spell", spell, lambda: _spell(world, "", named)))
    entries.append(_entry("none", nameless, named("")))
    return ListPage(title, tuple(entries))


def _spell(world: World, typed: str, named: Named) -> Page:
    """Ask for the next letter of a name. A long push removes the last letter."""
    voice = world.voice
    entries: list[Entry] = []
    if typed.strip():
        entries.append(_entry("done", voice.key("console.done"), named(typed.strip())))
    if len(typed) < MOST:
        small = bool(typed) and typed[-1] not in " -"
        shown = LETTERS.lower() if small else LETTERS
        more = [*shown, *([" "] if typed.strip() else [])]
        for letter in more:
            label = letter.strip() or voice.key("console.space")
            entries.append(
                Entry(f"+{letter}", label, partial(_spell, world, typed + letter, named))
            )
    end = f"{typed}_"[-(COLUMNS - 1) :]
    title = (end if len(end) > len(typed) else f"…{end}").ljust(COLUMNS)
    return ListPage(title, tuple(entries), "done" if typed.strip() else "")
