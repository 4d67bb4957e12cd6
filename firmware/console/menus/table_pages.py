"""Pages about the table: a question about its cards, its hosts, language, sound and parts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from firmware.console.menus.pages import Entry, ListPage, Page, Text, act
from firmware.console.menus.world import World
from referee.contract import Message
from referee.reports.commands import Answer, Choose, MakeHost, SetSound, Speak
from referee.reports.questions import Item, Question


def question_page(world: World, asked: Question) -> Page:
    """Return the page of a question, on which doubtful cards come first. If the question has one
    card, return that card's page.
    """
    items = asked.items
    if asked.choices:
        ways = tuple(
            act(f"way{way.id}", offer_label(world, way.label, way.effect), Choose(asked.id, way.id))
            for way in asked.choices
        )
        whose = "" if asked.chooser is None else f"{world.seat(asked.chooser)}: "
        return ListPage(whose + world.voice.say(asked.message), (*ways, *_cards(world, asked)))
    if not items:
        return Text(world.voice.key("console.question"), world.voice.say(asked.message))
    if len(items) == 1:
        return _item(world, asked, items[0], world.voice.say(asked.message))
    return ListPage(world.voice.say(asked.message), tuple(_cards(world, asked)))


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
    return ListPage(title, tuple(entries), item.answer or item.guess or "")


def offer_label(world: World, label: Message, effect: Message | None) -> str:
    """Return a label, with the effect if there is one."""
    name = world.voice.say(label)
    if effect is None:
        return name
    return world.labelled(name, world.voice.say(effect))


def hosts_page(world: World) -> Page:
    """Return the page that makes a seat's phone a host."""
    entries = tuple(act(str(seat), world.seat(seat), MakeHost(seat)) for seat in world.phone_seats)
    return ListPage(world.voice.key("console.host"), entries)


def invitation_page(world: World) -> Page:
    """Return the page that tells how phones join the table, and the host's code."""
    text = "\n".join(map(world.voice.say, world.invitation))
    return Text(world.voice.key("console.join"), text)


def languages_page(world: World) -> Page:
    """Return the page of the console's languages."""
    entries = tuple(act(tag, name, Speak(tag)) for tag, name in world.languages.items())
    return ListPage(world.voice.key("console.language"), entries, world.voice.locale)


def sound_page(world: World) -> Page:
    """Return the page that switches the sounds on and off."""
    voice, sound = world.voice, world.sound

    def switch(name: str, on: bool) -> Entry:
        state = voice.key("page.sound.on" if on else "page.sound.off")
        label = voice.key(f"console.sound.{name}", state=state)
        return act(name, label, SetSound(**{name: not on}))

    there = {"buzzer": sound.buzzer, "voice": sound.voice}
    entries = tuple(switch(name, on) for name, on in there.items() if on is not None)
    return ListPage(voice.key("console.sound"), entries)


def parts_page(world: World) -> Page:
    """Return the page of the table's parts, those with a fault first."""
    voice = world.voice
    entries = []
    for part in sorted(world.parts, key=lambda one: one.well):
        name, mark = voice.key(f"part.{part.name}"), "✓" if part.well else "✗"
        page = partial(Text, name, voice.say(part.message))
        entries.append(Entry(part.name, f"{mark} {name}", page))
    return ListPage(voice.key("console.parts"), tuple(entries))
