"""The entries that ask for an answer: a question about cards, and pending approvals."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from firmware.console.menus.page import Entry, Page
from firmware.console.menus.world import World
from referee.reports.commands import Answer, AnswerApproval, Choose
from referee.reports.questions import Item, Question
from referee.reports.status import APPROVAL_HOLD_S, PendingApproval


def question_entries(world: World) -> Iterator[Entry]:
    """Yield the entry of the most important question."""
    if (asked := world.status.question) is not None:
        key = "console.question.ways" if asked.choices else "console.question"
        yield Entry("question", world.voice.key(key), partial(_question_page, world, asked))


def _question_page(world: World, asked: Question) -> Page:
    """Return the page of a question: its ways, then its cards, the doubtful ones first.

    If the question has one card and no ways, return that card's page.
    """
    text, items = world.voice.say(asked.message), asked.items
    if not asked.choices and len(items) == 1:
        return _card_page(world, asked, items[0], text)
    entries = [
        Entry.act(f"way{way.id}", world.effect(way.label, way.effect), Choose(asked.id, way.id))
        for way in asked.choices
    ]
    for number, item in sorted(enumerate(items, start=1), key=lambda one: one[1].certain):
        card = item.answer or item.guess
        name = world.voice.card(card) if card else "?"
        label = world.voice.key("console.card", number=number, name=name)
        entries.append(Entry(item.id, label, partial(_card_page, world, asked, item, label)))
    if not entries:
        return Page.text(world.voice.key("console.question"), text)
    whose = "" if asked.chooser is None else f"{world.seat(asked.chooser)}: "
    return Page(whose + text, tuple(entries))


def _card_page(world: World, asked: Question, item: Item, title: str) -> Page:
    """Return the page that asks which card it is. The camera's guess is marked."""
    voice = world.voice
    none = voice.say(item.none) if item.none else voice.key("page.question.none")
    entries = [
        Entry.act(
            candidate.card,
            voice.say(item.yes) if item.yes else voice.card(candidate.card),
            Answer(asked.id, item.id, candidate.card),
        )
        for candidate in item.candidates
    ]
    entries.append(Entry.act("none", none, Answer(asked.id, item.id, None)))
    return Page(title, tuple(entries), item.answer or item.guess or "")


def approval_entries(world: World) -> Iterator[Entry]:
    """Yield the pending requests for approval, each with its page."""
    for pending in world.waiting:
        yield Entry(
            pending.id, world.voice.say(pending.what), partial(_approval_page, world, pending)
        )


def _approval_page(world: World, pending: PendingApproval) -> Page:
    voice, seat = world.voice, pending.seat
    title = voice.say(pending.what) if seat is None else seat_request(world, seat)
    yes = voice.key("console.act.yes" if seat is None else "console.asks.yes")
    entries = (
        Entry.act("yes", yes, AnswerApproval(pending.id, True)),
        Entry.act("no", voice.key("console.no"), AnswerApproval(pending.id, False)),
    )
    return Page(title, entries)


def seat_request(world: World, seat: int) -> str:
    """Return the request of a phone for a seat, with the press that approves it."""
    press = world.status.yes.get(seat)
    by = "none" if press is None else press.value
    return world.voice.key(f"console.asks.{by}", seat=seat, hold=round(APPROVAL_HOLD_S))
