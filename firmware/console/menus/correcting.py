"""Pages for corrections: of a misread card in any reading, and back to an earlier move or deal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from firmware.console.menus.pages import Entry, ListPage, MenuCommand, Page, Result, Text, act
from firmware.console.menus.world import World
from referee.match.back.correcting import Correction
from referee.match.commands import Correct, DealAnew, GoBack
from referee.match.journal.bodies import STEPS
from referee.match.running import Entry as LogEntry
from referee.match.running import Snapshot

FEWEST = 2  # With fewer entries, an undo does the same.


def rereads(world: World, match: Snapshot) -> tuple[Entry, ...]:
    """Return the entry that leads to the cards read so far. Return nothing if there are none."""
    read = any(
        getattr(entry.move, "cards", ()) for entry in match.log_for(None) if not entry.undone
    )
    if world.past is None or match.rests or not read:
        return ()
    return (Entry("misread", world.voice.key("console.misread"), partial(_readings, world)),)


def _readings(world: World) -> Page:
    assert world.past is not None
    voice = world.voice
    entries = tuple(
        Entry(str(of), ", ".join(map(voice.card, cards)), partial(_cards, world, of, cards))
        for of, cards in world.past.readings
    )
    return ListPage(voice.key("console.misread"), entries)


def _cards(world: World, of: int, cards: tuple[str, ...]) -> Page:
    """Ask which of several cards was misread."""
    if len(cards) == 1:
        return _which_card(world, of, 0, cards[0])
    entries = tuple(
        Entry(
            str(at),
            world.voice.key("console.card", number=at + 1, name=world.voice.card(card)),
            partial(_which_card, world, of, at, card),
        )
        for at, card in enumerate(cards)
    )
    return ListPage(world.voice.key("console.misread"), entries)


def _which_card(world: World, of: int, at: int, was: str) -> Page:
    """Ask which card it was. If later moves would become impossible, ask for confirmation."""
    assert world.past is not None
    assert world.match is not None
    voice, entries = world.voice, []
    title = voice.key("page.correct.as", card=voice.card(was))
    for correction in world.past.possible(of, at):
        card = _new_card(correction)
        entry = partial(_correction_result, world, of, at, correction)
        entries.append(Entry(card, world.face(card), entry, opens=bool(correction.cut)))
    return (
        ListPage(title, tuple(entries)) if entries else Text(title, voice.key("page.correct.only"))
    )


def _correction_result(world: World, of: int, at: int, correction: Correction) -> Result:
    assert world.match is not None
    card, seq, voice = _new_card(correction), world.match.seq, world.voice
    if correction.why is None:
        return MenuCommand(Correct(of, at, card, seq))
    reason = voice.key("page.correct.why", reason=voice.say(correction.why.message))
    back = act("back", voice.key("page.correct.back"), Correct(of, at, card, seq, back=True))
    return ListPage(
        voice.key("console.goes_back", count=len(correction.cut)), (back, _reason_entry(reason))
    )


def _reason_entry(reason: str) -> Entry:
    return Entry("why", reason, partial(Text, "", reason))


def _new_card(correction: Correction) -> str:
    """Return the card that a correction puts in the place of the misread one."""
    pairs = zip(correction.was, correction.cards, strict=True)
    return next(now for was, now in pairs if was != now)


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
    return ListPage(world.voice.key("console.back.which"), tuple(entries))


def _confirm(world: World, match: Snapshot, to: int) -> Page:
    count = sum(one.seq >= to for one in match.log if one.kind in STEPS and not one.undone)
    yes = act("yes", world.voice.key("page.undo"), GoBack(to, match.seq))
    return ListPage(world.voice.key("page.back.sure", count=count), (yes,))


def _new_deal(world: World, match: Snapshot) -> Page:
    count = match.deal_moves or 0
    key = "page.anew.sure" if count else "page.anew.sure_at_once"
    yes = act("yes", world.voice.key("page.anew"), DealAnew(match.seq))
    return ListPage(world.voice.key(key, count=count), (yes,))
