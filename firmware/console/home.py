"""The first page and those it opens: what may be done now comes first, then what always may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from firmware.console.acts import HandOn, Repeat, Reply, Rest, Speak, Switch, TakeBack, Teach
from firmware.console.asking import take_up
from firmware.console.naming import players
from firmware.console.newmatch import new_match
from firmware.console.pages import Choice, Entry, Page, Result, Text, act
from firmware.console.rereading import rereads
from firmware.console.world import World
from referee.contract import By, Offer, SeatView
from referee.match.running import Snapshot
from referee.match.standing import identity
from referee.reports.status import Item, Question, Sound
from referee.words import say_ruling


def home(world: World, draft: Mapping[str, Any]) -> Page:
    """Return the first page; `draft` is the new match as far as it was put together."""
    voice, match = world.voice, world.match
    entries: list[Entry] = []
    if world.question is not None:
        asked = world.question
        label = voice.key("console.question")
        entries.append(Entry("question", label, lambda: _question(world, asked)))
    if match is not None and match.lesson:
        entries.append(Entry("told", voice.key("console.lesson"), lambda: _told(world, match)))
    if match is not None:
        entries += _match(world, match)
    if world.untried:
        entries.append(act("lesson", voice.key("page.lesson.start"), Teach()))
    new, speak = voice.key("console.new"), voice.key("console.language")
    entries.append(Entry("new", new, lambda: new_match(world, draft)))
    if match is not None:
        entries.append(Entry("seats", voice.key("console.seats"), lambda: players(world)))
    if world.guests:
        entries.append(Entry("host", voice.key("console.host"), lambda: _guests(world)))
    entries.append(Entry("language", speak, lambda: _languages(world)))
    if world.sound != Sound():
        entries.append(Entry("sound", voice.key("console.sound"), lambda: _sound(world)))
    well = all(part.well for part in world.parts)
    label = voice.key("console.well" if well else "console.unwell")
    entries.append(Entry("parts", label, lambda: _parts(world)))
    return Choice(_title(world), tuple(entries))


def _title(world: World) -> str:
    """Return what matters now: the question, the deal that is due, or the game's own focus."""
    voice, match = world.voice, world.match
    if world.question is not None:
        return voice.say(world.question.message)
    if match is None:
        return voice.key("page.title")
    view = match.view(None)
    label, value = voice.say(view.focus.label), view.focus.value
    if value:
        return f"{value} {label}"
    return label if view.deal is None else f"{voice.say(view.phase)}. {label}"


def _match(world: World, match: Snapshot) -> Iterator[Entry]:
    """Yield what may be done in the match: the seats' own, then what goes for all."""
    voice = world.voice
    told = match.told()
    if match.outcome is not None or (told and told.last):
        label = "page.lesson.real" if told else "page.again"
        yield act("again", voice.key(label), Repeat(match.seq))
    if match.paused:
        yield act("resume", voice.key("page.resume"), Rest(on=True))
    acting = [offer for offer in match.offers if offer.by is By.SEAT]
    seats = tuple(dict.fromkeys(offer.seat for offer in acting if offer.seat is not None))
    if len(seats) == 1:
        yield from (_offer(world, offer) for offer in acting)
    else:
        for seat in seats:
            yield Entry(f"seat:{seat}", world.seat(seat), partial(_seat, world, seat))
    if match.log_for(None):
        yield Entry("last", voice.key("console.last"), lambda: _last(world, match))
    yield from (_offer(world, offer) for offer in match.offers if offer.by is By.CAMERA)
    if match.can_undo:
        yield act("undo", voice.key("page.undo"), TakeBack(match.seq))
    if match.can_redo:
        yield act("redo", voice.key("page.redo"), TakeBack(match.seq, again=True))
    if told and not told.last and match.outcome is None:
        yield act("again", voice.key("page.lesson.skip"), Repeat(match.seq))
    yield from rereads(world, match)
    if match.outcome is None and not match.paused:
        yield act("pause", voice.key("page.pause"), Rest())
    hosts = tuple(_offer(world, offer) for offer in match.offers if offer.by is By.HOST)
    right = voice.key("console.right")
    if len(hosts) == 1:
        yield hosts[0]
    elif hosts:
        yield Entry("right", right, lambda: Choice(right, hosts))


def _offer(world: World, offer: Offer) -> Entry:
    def then() -> Result:
        return take_up(world, offer)

    # Two offers may make the same move, a higher number or a lower one: their labels part them.
    key = f"{identity(offer).decode()} {offer.label.key}"
    label = world.voice.say(offer.label)
    if offer.effect is not None:
        effect = world.voice.say(offer.effect)
        label = world.voice.key("console.is", label=label, value=effect)
    return Entry(key, label, then, opens=bool(offer.ask))


def _seat(world: World, seat: int) -> Page:
    offers = world.match.offers.of(seat) if world.match else ()
    mine = tuple(_offer(world, offer) for offer in offers if offer.by is By.SEAT)
    return Choice(world.seat(seat), mine)


def _told(world: World, match: Snapshot) -> Page:
    """Show what a teach-in says now."""
    told, voice = match.told(), world.voice
    said = [voice.say(text) for text in told.texts] if told else []
    if told and told.last:
        said += [voice.key("page.lesson.over"), voice.key("page.lesson.again")]
    return Text(voice.key("page.lesson"), "\n".join(said))


def _last(world: World, match: Snapshot) -> Page:
    """Show what stands now and the last rulings, with their sums: what everybody may see."""
    voice = world.voice
    view = match.view(None)
    said = [voice.say(view.focus.label), *(voice.say(fact) for fact in view.facts)]
    for ruling in match.rulings_for(None):
        said.append(say_ruling(ruling, voice.locale, voice.names))
    said += [voice.say(remark) for remark in view.remarks]
    said += [_tokens(world, seat) for seat in view.seats if seat.tokens]
    if view.outcome is not None:
        said.insert(0, voice.say(view.outcome.reason))
    return Text(voice.key("console.last"), "\n".join(said))


def _tokens(world: World, seat: SeatView) -> str:
    said = [
        world.voice.key(
            f"token.{token.kind}" + (".of" if token.of is not None else ""),
            count=token.count,
            of=token.of or 0,
        )
        for token in seat.tokens
    ]
    return f"{world.seat(seat.seat)}: {', '.join(said)}"


# -- the camera's question --------------------------------------------------------------


def _question(world: World, asked: Question) -> Page:
    """Show the cards of a question, the doubtful ones first; a single one is asked at once."""
    items = sorted(enumerate(asked.items, start=1), key=lambda one: one[1].certain)
    if not items:
        return Text(world.voice.key("console.question"), world.voice.say(asked.message))
    if len(items) == 1:
        return _item(world, asked, items[0][1], world.voice.say(asked.message))
    entries = []
    for number, item in items:
        card = item.answer or item.guess
        name = world.voice.card(card) if card else "?"
        label = world.voice.key("console.card", number=number, name=name)
        entries.append(Entry(item.id, label, partial(_item, world, asked, item, label)))
    return Choice(world.voice.say(asked.message), tuple(entries))


def _item(world: World, asked: Question, item: Item, title: str) -> Page:
    voice = world.voice
    none = voice.say(item.none) if item.none else voice.key("page.question.none")
    entries = [
        act(one.card, world.face(one.card), Reply(asked.id, item.id, one.card))
        for one in item.candidates
    ]
    entries.append(act("none", none, Reply(asked.id, item.id, None)))
    return Choice(title, tuple(entries), item.answer or item.guess or "")


# -- the table --------------------------------------------------------------------------


def _guests(world: World) -> Page:
    entries = tuple(act(str(seat), world.seat(seat), HandOn(seat)) for seat in world.guests)
    return Choice(world.voice.key("console.host"), entries)


def _languages(world: World) -> Page:
    entries = tuple(act(tag, name, Speak(tag)) for tag, name in world.languages.items())
    return Choice(world.voice.key("console.language"), entries, world.voice.locale)


def _sound(world: World) -> Page:
    """Show what sounds at the table; a push switches it."""
    voice, sound = world.voice, world.sound

    def switch(name: str, on: bool) -> Entry:
        state = voice.key("page.sound.on" if on else "page.sound.off")
        label = voice.key(f"console.sound.{name}", state=state)
        return act(name, label, Switch(**{name: not on}))

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
