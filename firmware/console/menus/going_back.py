"""Pages that take the match back: to just before an entry of the log, or to a new deal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from firmware.console.menus.pages import Choice, Entry, Page, act
from firmware.console.menus.world import World
from referee.match.commands import DealAnew, GoBack
from referee.match.journal.bodies import STEPS
from referee.match.running import Entry as LogEntry
from referee.match.running import Snapshot

FEWEST = 2  # With fewer entries, an undo does the same.


def going_back(world: World, match: Snapshot) -> Iterator[Entry]:
    """Yield the entry that leads to the log, and the one that has the cards dealt again."""
    if match.paused:
        return
    if len(_standing(match)) >= FEWEST:
        yield Entry("back", world.voice.key("console.back"), partial(_log, world, match))
    if match.deal_moves is not None:
        yield Entry("anew", world.voice.key("page.anew"), partial(_new_deal, world, match))


def _standing(match: Snapshot) -> tuple[LogEntry, ...]:
    """Return the newest entries of the log that count, newest first."""
    return tuple(
        one for one in reversed(match.log_for(None)) if one.kind in STEPS and not one.undone
    )


def _log(world: World, match: Snapshot) -> Page:
    """Return the page of entries. The match goes back to just before the chosen one."""
    entries = []
    for entry in _standing(match):
        text = " ".join(world.voice.say(one.message) for one in entry.rulings)
        entries.append(Entry(str(entry.seq), text, partial(_confirm, world, match, entry.seq)))
    return Choice(world.voice.key("console.back.which"), tuple(entries))


def _confirm(world: World, match: Snapshot, to: int) -> Page:
    count = sum(one.seq >= to for one in match.log if one.kind in STEPS and not one.undone)
    yes = act("yes", world.voice.key("page.undo"), GoBack(to, match.seq))
    return Choice(world.voice.key("page.back.sure", count=count), (yes,))


def _new_deal(world: World, match: Snapshot) -> Page:
    count = match.deal_moves or 0
    key = "page.anew.sure" if count else "page.anew.sure_at_once"
    yes = act("yes", world.voice.key("page.anew"), DealAnew(match.seq))
    return Choice(world.voice.key(key, count=count), (yes,))
