"""The first page and the pages that it opens. Actions that are possible now come first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from firmware.console.menus.new_match import new_match
from firmware.console.menus.offers import offer_entry
from firmware.console.menus.page import Entry, Page
from firmware.console.menus.questions import approval_entries, question_entries, seat_request
from firmware.console.menus.world import World
from referee import words
from referee.contract import By
from referee.match.commands import (
    LEARNERS,
    Again,
    MoreTime,
    Pause,
    Redo,
    Resume,
    Teach,
    Undo,
)
from referee.match.running import Snapshot
from referee.reports import virtual_acts
from referee.reports.commands import MakeHost, Speak
from referee.words import say_ruling


def home(world: World) -> Page:
    """Return the first page."""
    asked, match = [*question_entries(world)], world.match
    others = [*(_match_entries(world, match) if match else ()), *_table_entries(world)]
    # A new request must not move the mark under a finger, so the first other entry stays marked.
    first = (asked or others)[0].key
    return Page(_title(world), (*asked, *approval_entries(world), *others), first)


def _title(world: World) -> str:
    """Return the most urgent line: a question, a bot's request, a phone's request, or the focus.

    If a deal is pending, the phase comes before the focus.
    """
    voice, status = world.voice, world.status
    if (urgent := status.question or status.bot_pending) is not None:
        return voice.say(urgent.message)
    for pending in world.waiting:
        if pending.seat is not None:
            return seat_request(world, pending.seat)
    if world.match is None:
        return voice.key("page.title")
    view = world.match.view(None)
    label, value = voice.say(view.focus.label), view.focus.value
    if value:
        return f"{value} {label}"
    return label if view.deal is None else f"{voice.say(view.phase)}. {label}"


# -- the match -------------------------------------------------------------------------------------


def _match_entries(world: World, match: Snapshot) -> Iterator[Entry]:
    """Yield what players can do in the match: first each seat's offers, then the common ones."""
    say, lesson = world.voice.key, match.lesson_texts()
    if lesson is not None:
        yield Entry("lesson text", say("console.lesson"), partial(_lesson_page, world, match))
    if match.outcome is not None or (lesson and lesson.last):
        label = "page.lesson.real" if lesson else "page.again"
        yield Entry.act("again", say(label), Again(match.seq))
    if match.paused:
        yield Entry.act("resume", say("page.resume"), Resume())
    yield from _duty_entries(world)
    if not world.status.undealt:
        yield from _seat_entries(world, match)
    if match.log_for(None):
        yield Entry("last", say("console.last"), partial(_last_page, world, match))
    if match.can_undo:
        yield Entry.act("undo", say("page.undo"), Undo(match.seq))
    if match.can_redo:
        yield Entry.act("redo", say("page.redo"), Redo(match.seq))
    if lesson and not lesson.last and match.outcome is None:
        yield Entry.act("again", say("page.lesson.skip"), Again(match.seq))
    if match.open_offers.has_clock:
        yield Entry.act("more time", say("page.more_time"), MoreTime())
    if match.outcome is None and not match.paused:
        yield Entry.act("pause", say("page.pause"), Pause())


def _duty_entries(world: World) -> Iterator[Entry]:
    """Yield what people must do with cards that lie on a virtual table, if they choose none.

    Nobody does it for a bot. The possible acts of a hidden hand stay a secret.
    """
    if world.status.undealt:
        yield Entry.act("deal", world.voice.key("page.deal"), virtual_acts.Deal())
    for duty in world.duties:
        lies = {*duty.cards} <= {*duty.lies}
        if lies and duty.seat not in world.levels and not duty.chooses:
            yield Entry.act(duty.id, world.voice.say(duty.message), virtual_acts.CarryOut(duty.id))


def _seat_entries(world: World, match: Snapshot) -> Iterator[Entry]:
    """Yield the offers of the seats. If several seats can act, each has its own page.

    Nobody chooses for a bot.
    """
    seats: dict[int, list[Entry]] = {}
    for offer in match.offers:
        if offer.by is By.SEAT and offer.seat is not None and offer.seat not in world.levels:
            seats.setdefault(offer.seat, []).append(offer_entry(world, match, offer))
    for seat, entries in seats.items():
        if len(seats) == 1:
            yield from entries
        else:
            name = world.seat(seat)
            yield Entry(f"seat:{seat}", name, partial(Page, name, tuple(entries)))


def _lesson_page(world: World, match: Snapshot) -> Page:
    """Return the page with the current text of a teach-in."""
    lesson, voice = match.lesson_texts(), world.voice
    lines = [voice.say(text) for text in lesson.texts] if lesson else []
    if lesson and lesson.last:
        lines += [voice.key("page.lesson.over"), voice.key("page.lesson.again")]
    return Page.text(voice.key("page.lesson"), "\n".join(lines))


def _last_page(world: World, match: Snapshot) -> Page:
    """Return the page with the current state and the latest rulings that everybody may know."""
    voice, view = world.voice, match.view(None)
    lines = [] if view.outcome is None else [voice.say(view.outcome.reason)]
    lines += [voice.say(view.focus.label), *map(voice.say, view.facts)]
    lines += [say_ruling(ruling, voice.locale, voice.names) for ruling in match.rulings_for(None)]
    if match.outcry:
        lines.append(voice.say(match.outcry.line))
    return Page.text(voice.key("console.last"), "\n".join(lines))


# -- the table -------------------------------------------------------------------------------------


def _table_entries(world: World) -> Iterator[Entry]:
    """Yield the entries that are there with and without a match."""
    voice = world.voice
    if world.untried:
        teach = Teach(min(LEARNERS, world.seats))
        yield Entry.act("lesson", voice.key("page.lesson.start"), teach)
    yield Entry("new", voice.key("console.new"), partial(new_match, world))
    if world.phone_seats:
        yield Entry("host", voice.key("console.host"), partial(_hosts_page, world))
    if world.invitation:
        label, joining = voice.key("console.join"), "\n".join(map(voice.say, world.invitation))
        yield Entry("join", label, partial(Page.text, label, joining))
    yield Entry("language", voice.key("console.language"), partial(_languages_page, world))
    if faults := [voice.say(part.message) for part in world.status.parts if not part.well]:
        label = voice.key("console.unwell")
        yield Entry("parts", label, partial(Page.text, label, "\n".join(faults)))
    label = voice.key("console.more")
    yield Entry("elsewhere", label, partial(Page.text, label, voice.key("console.more.text")))


def _hosts_page(world: World) -> Page:
    """Return the page that makes a seat's phone a host."""
    entries = (Entry.act(str(seat), world.seat(seat), MakeHost(seat)) for seat in world.phone_seats)
    return Page(world.voice.key("console.host"), tuple(entries))


def _languages_page(world: World) -> Page:
    """Return the page of the console's languages."""
    entries = (Entry.act(tag, words.language(tag), Speak(tag)) for tag in words.locales())
    return Page(world.voice.key("console.language"), tuple(entries), world.voice.locale)
