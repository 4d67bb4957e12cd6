"""The first page and the pages that it opens. What can be done now comes first, then the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from firmware.console.menus.asking import take_up
from firmware.console.menus.correcting import going_back, rereads
from firmware.console.menus.naming import players
from firmware.console.menus.newmatch import new_match
from firmware.console.menus.pages import Entry, ListPage, Page, Result, Text, act
from firmware.console.menus.table_pages import (
    hosts_page,
    invitation_page,
    languages_page,
    offer_label,
    parts_page,
    question_page,
    sound_page,
)
from firmware.console.menus.world import World
from referee.contract import By, Message, Offer, Token
from referee.match.commands import (
    LEARNERS,
    LEVELS,
    Again,
    Begin,
    Level,
    MoreTime,
    Pause,
    Redo,
    Resume,
    StopMatch,
    Teach,
    Undo,
)
from referee.match.open_offers import offer_key
from referee.match.running import Snapshot
from referee.reports.commands import AnswerApproval
from referee.reports.status import APPROVAL_HOLD_S, PendingApproval, Sound
from referee.words import say_ruling


def home(world: World, draft: Mapping[str, Any]) -> Page:
    """Return the first page. `draft` is the new match as far as it has been chosen."""
    voice, match = world.voice, world.match
    entries: list[Entry] = []
    if world.question is not None:
        asked = world.question
        label = voice.key("console.question.ways" if asked.choices else "console.question")
        entries.append(Entry("question", label, lambda: question_page(world, asked)))
    entries += _waiting(world)
    if match is not None and match.lesson:
        entries.append(
            Entry("told", voice.key("console.lesson"), lambda: _lesson_page(world, match))
        )
    if match is not None:
        entries += _match_entries(world, match)
    if world.untried:
        entries.append(
            act("lesson", voice.key("page.lesson.start"), Teach(min(LEARNERS, world.seats)))
        )
        entries += _solo_lesson(world)
    new, speak = voice.key("console.new"), voice.key("console.language")
    entries.append(Entry("new", new, lambda: new_match(world, draft)))
    if match is not None:
        entries.append(Entry("seats", voice.key("console.seats"), lambda: players(world)))
    if world.phone_seats:
        entries.append(Entry("host", voice.key("console.host"), lambda: hosts_page(world)))
    if world.invitation:
        entries.append(Entry("join", voice.key("console.join"), lambda: invitation_page(world)))
    entries.append(Entry("language", speak, lambda: languages_page(world)))
    if world.sound != Sound():
        entries.append(Entry("sound", voice.key("console.sound"), lambda: sound_page(world)))
    well = all(part.well for part in world.parts)
    label = voice.key("console.well" if well else "console.unwell")
    entries.append(Entry("parts", label, lambda: parts_page(world)))
    # A new request must not move the mark under a finger, so the first other entry stays marked.
    waits = {one.id for one in world.waiting}
    first = next(entry.key for entry in entries if entry.key not in waits)
    return ListPage(_title(world), tuple(entries), first)


def _solo_lesson(world: World) -> Iterator[Entry]:
    """Yield the teach-in for one person, with an easy bot at every other seat."""
    game = world.games[0]["name"] if world.games else None
    if game is None or game in world.without_bots or (world.match and world.match.players.levels):
        return
    seats = min(LEARNERS, world.seats)
    levels: tuple[Level, ...] = ("", *LEVELS[:1] * (seats - 1))
    first = Begin(game, seats=seats, levels=levels, lesson=True)
    yield act("lesson alone", world.voice.key("page.lesson.alone"), first)


def _title(world: World) -> str:
    """Return the most urgent line: a question, a bot's request, a phone's request, or the focus.

    If a deal is pending, the phase comes before the focus.
    """
    voice, match = world.voice, world.match
    if world.question is not None:
        return voice.say(world.question.message)
    if world.wanted is not None:
        return voice.say(world.wanted)
    asks = next((one for one in world.waiting if one.seat is not None), None)
    if asks is not None and asks.seat is not None:
        return _seat_request(world, asks.seat)
    if match is None:
        return voice.key("page.title")
    view = match.view(None)
    label, value = voice.say(view.focus.label), view.focus.value
    if value:
        return f"{value} {label}"
    return label if view.deal is None else f"{voice.say(view.phase)}. {label}"


def _waiting(world: World) -> Iterator[Entry]:
    """Yield the pending requests for approval, each with its page."""
    for one in world.waiting:
        yield Entry(one.id, world.voice.say(one.what), partial(_approval_page, world, one))


def _approval_page(world: World, one: PendingApproval) -> Page:
    voice = world.voice
    title = voice.say(one.what) if one.seat is None else _seat_request(world, one.seat)
    yes = voice.key("console.act.yes" if one.seat is None else "console.asks.yes")
    entries = (
        act("yes", yes, AnswerApproval(one.id, True)),
        act("no", voice.key("console.no"), AnswerApproval(one.id, False)),
    )
    return ListPage(title, entries)


def _seat_request(world: World, seat: int) -> str:
    """Return the request of a phone for a seat, with the press that approves it."""
    press = world.yes.get(seat)
    by = "none" if press is None else press.value
    return world.voice.key(f"console.asks.{by}", seat=seat, hold=round(APPROVAL_HOLD_S))


def _match_entries(world: World, match: Snapshot) -> Iterator[Entry]:
    """Yield what players can do in the match: first each seat's offers, then the common ones."""
    voice = world.voice
    told = match.lesson_texts()
    if match.outcome is not None or (told and told.last):
        label = "page.lesson.real" if told else "page.again"
        yield act("again", voice.key(label), Again(match.seq))
    if match.paused:
        yield act("resume", voice.key("page.resume"), Resume())
    offers = match.offers
    own = match.players.levels  # Nobody chooses for a bot.
    acting = [
        offer
        for offer in offers
        if offer.by is By.SEAT and offer.seat not in own and not world.undealt
    ]
    seats = tuple(dict.fromkeys(offer.seat for offer in acting if offer.seat is not None))
    if len(seats) == 1:
        yield from _offer_entries(world, acting)
    else:
        for seat in seats:
            yield Entry(f"seat:{seat}", world.seat(seat), partial(_seat, world, seat))
    if match.log_for(None):
        yield Entry("last", voice.key("console.last"), lambda: _last_rulings(world, match))
    if not world.undealt:
        yield from _offer_entries(world, [offer for offer in offers if offer.by is By.CAMERA])
    if match.can_undo:
        yield act("undo", voice.key("page.undo"), Undo(match.seq))
    if match.can_redo:
        yield act("redo", voice.key("page.redo"), Redo(match.seq))
    if told and not told.last and match.outcome is None:
        yield act("again", voice.key("page.lesson.skip"), Again(match.seq))
    yield from rereads(world, match)
    if match.open_offers.has_clock:
        yield act("more", voice.key("page.more_time"), MoreTime())
    if match.outcome is None and not match.paused:
        yield act("pause", voice.key("page.pause"), Pause())
    played = match.can_undo or match.paused
    if played and match.outcome is None and not match.lesson and match.proposal is None:
        yield Entry("stop", voice.key("page.stop"), partial(_stop_page, world, match))
    yield from going_back(world, match)
    hosts = tuple(_offer_entries(world, [offer for offer in offers if offer.by is By.HOST]))
    right = voice.key("console.right")
    if len(hosts) == 1:
        yield hosts[0]
    elif hosts:
        yield Entry("right", right, lambda: ListPage(right, hosts))


def _stop_page(world: World, match: Snapshot) -> Page:
    """Return the page about stopping for the night. Going on another day comes first."""
    voice = world.voice
    entries = (
        act("keep", voice.key("page.stop.keep"), Pause()),
        act("end", voice.key("page.stop.now"), StopMatch(seen=match.seq)),
    )
    return ListPage(voice.key("page.stop"), entries)


def _offer_entries(world: World, offers: Iterable[Offer]) -> Iterator[Entry]:
    """Yield an entry for each offer. Similar offers share one entry, which opens a page of them."""
    together: dict[str, list[Offer]] = {}
    for number, offer in enumerate(offers):
        name = str(number) if offer.shown.among is None else world.voice.say(offer.shown.among)
        together.setdefault(name, []).append(offer)
    for name, alike in together.items():
        if len(alike) == 1:
            yield _offer(world, alike[0])
            continue
        page = ListPage(name, tuple(_offer(world, offer) for offer in alike))
        yield Entry(f"among {name}", name, partial(_opened, page))


def _opened(page: Page) -> Page:
    return page


def _offer(world: World, offer: Offer) -> Entry:
    def then() -> Result:
        return take_up(world, offer)

    # Two offers may make the same move, one of them with higher numbers. Then their labels differ.
    key = f"{offer_key(offer).decode()} {offer.shown.label.key}"
    return Entry(
        key, offer_label(world, offer.shown.label, offer.shown.effect), then, opens=bool(offer.ask)
    )


def _seat(world: World, seat: int) -> Page:
    offers = world.match.offers.for_seat(seat) if world.match else ()
    mine = [offer for offer in offers if offer.by is By.SEAT]
    return ListPage(world.seat(seat), tuple(_offer_entries(world, mine)))


def _lesson_page(world: World, match: Snapshot) -> Page:
    """Return the page with the current text of a teach-in."""
    told, voice = match.lesson_texts(), world.voice
    lines = [voice.say(text) for text in told.texts] if told else []
    if told and told.last:
        lines += [voice.key("page.lesson.over"), voice.key("page.lesson.again")]
    return Text(voice.key("page.lesson"), "\n".join(lines))


def _last_rulings(world: World, match: Snapshot) -> Page:
    """Return the page with the current state and the latest rulings that everybody may know."""
    voice = world.voice
    view = match.view(None)
    lines = [voice.say(view.focus.label), *(voice.say(fact) for fact in view.facts)]
    for ruling in match.rulings_for(None):
        lines.append(say_ruling(ruling, voice.locale, voice.names))
    lines += [voice.say(match.outcry.line)] if match.outcry else []
    lines += [
        _holdings(world, world.seat(seat.seat), seat.tokens) for seat in view.seats if seat.tokens
    ]
    lines += [
        _holdings(world, voice.say(other.name), other.tokens, other.notes) for other in view.others
    ]
    if view.outcome is not None:
        lines.insert(0, voice.say(view.outcome.reason))
    return Text(voice.key("console.last"), "\n".join(lines))


def _holdings(
    world: World, name: str, tokens: Iterable[Token], notes: Iterable[Message] = ()
) -> str:
    """Return what a player has in the open: counters first, then the rest."""
    held = [
        world.voice.key(
            f"token.{token.kind}" + (".of" if token.of is not None else ""),
            count=token.count,
            of=token.of or 0,
        )
        for token in tokens
    ]
    return f"{name}: {', '.join([*held, *map(world.voice.say, notes)])}"
