"""The first page and the pages that it opens. What can be done now comes first, then the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from firmware.console.menus.asking import take_up
from firmware.console.menus.correcting import going_back, rereads
from firmware.console.menus.naming import players
from firmware.console.menus.newmatch import new_match
from firmware.console.menus.pages import Choice, Entry, Page, Result, Text, act
from firmware.console.menus.world import World
from referee.contract import By, Message, Offer, Token
from referee.match.commands import (
    LEARNERS,
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
from referee.reports.commands import Answer, AnswerApproval, Choose, MakeHost, SetSound, Speak
from referee.reports.status import APPROVAL_HOLD_S, Item, PendingApproval, Question, Sound
from referee.words import say_ruling


def home(world: World, draft: Mapping[str, Any]) -> Page:
    """Return the first page. `draft` is the new match as far as it has been chosen."""
    voice, match = world.voice, world.match
    entries: list[Entry] = []
    if world.question is not None:
        asked = world.question
        label = voice.key("console.question.ways" if asked.ways else "console.question")
        entries.append(Entry("question", label, lambda: _question(world, asked)))
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
        entries.append(Entry("host", voice.key("console.host"), lambda: _phone_hosts(world)))
    entries.append(Entry("language", speak, lambda: _languages(world)))
    if world.sound != Sound():
        entries.append(Entry("sound", voice.key("console.sound"), lambda: _sound(world)))
    well = all(part.well for part in world.parts)
    label = voice.key("console.well" if well else "console.unwell")
    entries.append(Entry("parts", label, lambda: _parts(world)))
    # A new request must not move the mark under a finger, so the first other entry stays marked.
    waits = {one.id for one in world.waiting}
    first = next(entry.key for entry in entries if entry.key not in waits)
    return Choice(_title(world), tuple(entries), first)


def _solo_lesson(world: World) -> Iterator[Entry]:
    """Yield the teach-in for one person, with an easy bot at every other seat."""
    game = world.games[0]["name"] if world.games else None
    if game is None or game in world.without_bots or (world.match and world.match.players.levels):
        return
    seats = min(LEARNERS, world.seats)
    gentle: Level = "gentle"
    levels: tuple[Level, ...] = ("", *(gentle for _ in range(seats - 1)))
    first = Begin(game, seats=seats, levels=levels, lesson=True)
    yield act("lesson alone", world.voice.key("console.lesson.alone"), first)


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
    return Choice(title, entries)


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
    acting = [offer for offer in offers if offer.by is By.SEAT and offer.seat not in own]
    seats = tuple(dict.fromkeys(offer.seat for offer in acting if offer.seat is not None))
    if len(seats) == 1:
        yield from _offer_entries(world, acting)
    else:
        for seat in seats:
            yield Entry(f"seat:{seat}", world.seat(seat), partial(_seat, world, seat))
    if match.log_for(None):
        yield Entry("last", voice.key("console.last"), lambda: _last_rulings(world, match))
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
        yield Entry("right", right, lambda: Choice(right, hosts))


def _stop_page(world: World, match: Snapshot) -> Page:
    """Return the page about stopping for the night. Going on another day comes first."""
    voice = world.voice
    entries = (
        act("keep", voice.key("page.stop.keep"), Pause()),
        act("end", voice.key("page.stop.now"), StopMatch(seen=match.seq)),
    )
    return Choice(voice.key("page.stop"), entries)


def _offer_entries(world: World, offers: Iterable[Offer]) -> Iterator[Entry]:
    """Yield an entry for each offer. Similar offers share one entry, which opens a page of them."""
    together: dict[str, list[Offer]] = {}
    for number, offer in enumerate(offers):
        name = str(number) if offer.among is None else world.voice.say(offer.among)
        together.setdefault(name, []).append(offer)
    for name, alike in together.items():
        if len(alike) == 1:
            yield _offer(world, alike[0])
            continue
        page = Choice(name, tuple(_offer(world, offer) for offer in alike))
        yield Entry(f"among {name}", name, partial(_opened, page))


def _opened(page: Page) -> Page:
    return page


def _offer(world: World, offer: Offer) -> Entry:
    def then() -> Result:
        return take_up(world, offer)

    # Two offers may make the same move, one of them with higher numbers. Then their labels differ.
    key = f"{offer_key(offer).decode()} {offer.label.key}"
    return Entry(key, _label(world, offer.label, offer.effect), then, opens=bool(offer.ask))


def _label(world: World, label: Message, effect: Message | None) -> str:
    """Return a label, with the effect if there is one."""
    name = world.voice.say(label)
    if effect is None:
        return name
    return world.voice.key("console.is", label=name, value=world.voice.say(effect))


def _seat(world: World, seat: int) -> Page:
    offers = world.match.offers.for_seat(seat) if world.match else ()
    mine = [offer for offer in offers if offer.by is By.SEAT]
    return Choice(world.seat(seat), tuple(_offer_entries(world, mine)))


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
    lines += [voice.say(remark) for remark in match.remarks]
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


# -- questions about cards --------------------------------------------------------------


def _question(world: World, asked: Question) -> Page:
    """Return the page of a question, on which doubtful cards come first. If the question has one
    card, return that card's page.
    """
    items = asked.items
    if asked.ways:
        ways = tuple(
            act(f"way{way.id}", _label(world, way.label, way.effect), Choose(asked.id, way.id))
            for way in asked.ways
        )
        whose = "" if asked.seat is None else f"{world.seat(asked.seat)}: "
        return Choice(whose + world.voice.say(asked.message), (*ways, *_cards(world, asked)))
    if not items:
        return Text(world.voice.key("console.question"), world.voice.say(asked.message))
    if len(items) == 1:
        return _item(world, asked, items[0], world.voice.say(asked.message))
    return Choice(world.voice.say(asked.message), tuple(_cards(world, asked)))


def _cards(world: World, asked: Question) -> Iterator[Entry]:
    """Yield the cards of a question, the doubtful ones first."""
    for number, item in sorted(enumerate(asked.items, start=1), key=lambda one: one[1].certain):
        card = item.answer or item.guess
        name = world.voice.card(card) if card else "?"
        label = world.voice.key("console.card", number=number, name=name)
        yield Entry(item.id, label, partial(_item, world, asked, item, label))


def _item(world: World, asked: Question, item: Item, title: str) -> Page:
    voice = world.voice
    none = voice.say(item.none) if item.none else voice.key("page.question.none")
    entries = [
        act(
            candidate.card,
            voice.say(item.yes) if item.yes else world.face(candidate.card),
            Answer(asked.id, item.id, candidate.card),
        )
        for candidate in item.candidates
    ]
    entries.append(act("none", none, Answer(asked.id, item.id, None)))
    return Choice(title, tuple(entries), item.answer or item.guess or "")


# -- the table --------------------------------------------------------------------------


def _phone_hosts(world: World) -> Page:
    entries = tuple(act(str(seat), world.seat(seat), MakeHost(seat)) for seat in world.phone_seats)
    return Choice(world.voice.key("console.host"), entries)


def _languages(world: World) -> Page:
    entries = tuple(act(tag, name, Speak(tag)) for tag, name in world.languages.items())
    return Choice(world.voice.key("console.language"), entries, world.voice.locale)


def _sound(world: World) -> Page:
    """Return the page that switches the sounds on and off."""
    voice, sound = world.voice, world.sound

    def switch(name: str, on: bool) -> Entry:
        state = voice.key("page.sound.on" if on else "page.sound.off")
        label = voice.key(f"console.sound.{name}", state=state)
        return act(name, label, SetSound(**{name: not on}))

    there = {"buzzer": sound.buzzer, "voice": sound.voice}
    entries = tuple(switch(name, on) for name, on in there.items() if on is not None)
    return Choice(voice.key("console.sound"), entries)


def _parts(world: World) -> Page:
    voice = world.voice

    entries = []
    for part in sorted(world.parts, key=lambda one: one.well):
        name, mark = voice.key(f"part.{part.name}"), "✓" if part.well else "✗"
        page = partial(Text, name, voice.say(part.message))
        entries.append(Entry(part.name, f"{mark} {name}", page))
    return Choice(voice.key("console.parts"), tuple(entries))
