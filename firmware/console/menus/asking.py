"""Pages that fill in the open fields of an offer, one question after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware.console.menus.pages import Entry, ListPage, MenuCommand, Number, Page, Result
from firmware.console.menus.world import World
from referee.actor import HOST, at_seat
from referee.contract import Ask, AskCards, AskChoice, AskNumber, AskPlace, AskSeat, By, Offer
from referee.match.commands import Move

Then = Callable[[Any], Result]


def take_up(world: World, offer: Offer) -> Result:
    """Return the page of an offer's first question. If it asks nothing, return its move.

    The offer's seat makes the move, as if at its button. If the offer has no seat, the host does.
    """
    match = world.match
    assert match is not None
    by = at_seat(offer.seat) if offer.by is By.SEAT and offer.seat is not None else HOST
    title = world.voice.say(offer.shown.label)

    def answered(given: dict[str, Any], open_: tuple[Ask, ...]) -> Result:
        if not open_:
            return MenuCommand(Move(offer.fill(**given), match.seq), by)
        ask, *others = open_

        def then(value: Any) -> Result:
            return answered({**given, ask.field: value}, tuple(others))

        return _page(world, title, ask, then, last=not others)

    return answered({}, offer.ask)


def _page(world: World, title: str, ask: Ask, then: Then, last: bool) -> Result:
    match ask:
        case AskNumber():
            return Number(
                title=title,
                least=ask.least,
                most=ask.most,
                first=ask.least,
                then=then,
                step=ask.step,
            )
        case AskChoice():
            choices = [(choice.value, world.voice.say(choice.label)) for choice in ask.choices]
            return _choose(title, choices, then, last)
        case AskSeat():
            return _choose(title, [(seat, world.seat(seat)) for seat in ask.seats], then, last)
        case AskCards():
            return _cards(world, title, ask, ask.known, then, last)
        case AskPlace() if len(ask.places) == 1:
            return _cells(world, ask, next(iter(ask.places)), then, last)
        case AskPlace():
            return ListPage(
                title, tuple(_laid(world, ask, card, then, last) for card in ask.places)
            )


def _choose(title: str, choices: list[tuple[Any, str]], then: Then, last: bool) -> Page:
    return ListPage(
        title, tuple(_entry(str(value), label, value, then, last) for value, label in choices)
    )


def _entry(key: str, label: str, value: Any, then: Then, last: bool) -> Entry:
    """Return the entry for an answer. If the question is the `last`, the entry makes the move."""
    return Entry(
        key, label, lambda: then(value), opens=not last and not isinstance(then(value), MenuCommand)
    )


def _laid(world: World, ask: AskPlace, card: str, then: Then, last: bool) -> Entry:
    def cells() -> Result:
        return _cells(world, ask, card, then, last)

    several = len(ask.places[card]) > 1
    opens = several or (not last and not isinstance(cells(), MenuCommand))
    return Entry(card, world.voice.card(card), cells, opens)


def _cards(
    world: World, title: str, ask: AskCards, picked: tuple[str, ...], then: Then, last: bool
) -> Result:
    """Ask for cards one by one. As soon as there are enough, the entry "done" comes first."""
    if not ask.max_count(picked):
        return then([])  # An empty zone is the answer.
    voice, limit = world.voice, ask.limit()

    def pick(card: str) -> Entry:
        more = (*picked, card)
        return Entry(
            f"+{card}", world.face(card), lambda: _cards(world, title, ask, more, then, last)
        )

    entries = []
    if ask.fits(picked):
        entries.append(_entry("done", voice.key("console.done"), list(picked), then, last))
    if len(picked) < ask.max_count(picked):
        entries += [pick(card) for card in limit if picked.count(card) < limit[card]]
    if picked:
        least = max(ask.least, len(picked))
        head = voice.key("console.cards", number=len(picked), least=least)
        title = " ".join((head, *(voice.card(card) for card in picked)))
    return ListPage(title, tuple(entries))


def _cells(world: World, ask: AskPlace, card: str, then: Then, last: bool) -> Result:
    """Ask for the cell of a card. If only one cell is possible, take it without asking."""
    if len(ask.places[card]) == 1:
        ((row, column),) = ask.places[card]
        return then({"card": card, "row": row, "column": column})

    def cell_entry(row: int, column: int, name: str) -> Entry:
        cell = {"card": card, "row": row, "column": column}
        return _entry(f"{row},{column}", name, cell, then, last)

    cells = zip(ask.places[card], ask.names()[card], strict=True)
    return ListPage(world.voice.card(card), tuple(cell_entry(*cell, name) for cell, name in cells))
