"""Pages for corrections: people correct the name of a misread card, in any reading of the match."""

from __future__ import annotations

from functools import partial

from firmware.console.menus.pages import Choice, Entry, MenuCommand, Page, Result, Text, act
from firmware.console.menus.world import World
from referee.match.commands import Correct
from referee.match.correcting import Correction
from referee.match.running import Snapshot


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
    return Choice(voice.key("console.misread"), entries)


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
    return Choice(world.voice.key("console.misread"), entries)


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
    return Choice(title, tuple(entries)) if entries else Text(title, voice.key("page.correct.only"))


def _correction_result(world: World, of: int, at: int, correction: Correction) -> Result:
    assert world.match is not None
    card, seq, voice = _new_card(correction), world.match.seq, world.voice
    if correction.why is None:
        return MenuCommand(Correct(of, at, card, seq))
    reason = voice.key("page.correct.why", reason=voice.say(correction.why.message))
    back = act("back", voice.key("page.correct.back"), Correct(of, at, card, seq, back=True))
    return Choice(
        voice.key("console.goes_back", count=len(correction.cut)), (back, _reason_entry(reason))
    )


def _reason_entry(reason: str) -> Entry:
    return Entry("why", reason, partial(Text, "", reason))


def _new_card(correction: Correction) -> str:
    """Return the card that a correction puts in the place of the misread one."""
    pairs = zip(correction.was, correction.cards, strict=True)
    return next(now for was, now in pairs if was != now)
