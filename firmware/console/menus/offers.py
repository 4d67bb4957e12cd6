"""The entry of an offer: a push makes its move, or asks for its open fields one by one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from firmware.console.menus.page import Entry, MenuCommand, Page
from firmware.console.menus.world import World
from referee.actor import HOST, at_seat
from referee.contract import Ask, AskChoice, AskNumber, AskSeat, By, Offer
from referee.match.commands import Move
from referee.match.open_offers import offer_key
from referee.match.running import Snapshot

MOST_NUMBERS = 200  # Nobody turns the knob through more.


def offer_entry(world: World, match: Snapshot, offer: Offer) -> Entry:
    """Return the entry of an offer. Its seat makes the move, as if at its button."""
    label = world.effect(offer.shown.label, offer.shown.effect)
    by = at_seat(offer.seat) if offer.by is By.SEAT and offer.seat is not None else HOST

    def then(given: dict[str, Any], asks: tuple[Ask, ...]) -> Any:
        """Return the page of the first question, or the move if nothing is left to ask."""
        if not asks:
            return MenuCommand(Move(offer.fill(**given), match.seq), by)
        return partial(page, given, *asks)

    def page(given: dict[str, Any], ask: Ask, *others: Ask) -> Page:
        title = world.voice.say(offer.shown.label)
        entries = tuple(
            Entry(str(value), text, then({**given, ask.field: value}, others))
            for value, text in _answers(world, ask)
        )
        return Page(title, entries) if entries else Page.elsewhere(title, world.voice)

    # Two offers may make the same move, one of them with higher numbers. Then their labels differ.
    key = f"{offer_key(offer).decode()} {offer.shown.label.key}"
    return Entry(key, label, then({}, offer.ask))


def _answers(world: World, ask: Ask) -> Iterator[tuple[Any, str]]:
    """Yield the possible answers and their labels. Cards and cells have none here."""
    match ask:
        case AskNumber(least=least, most=most, step=step):
            last = least + MOST_NUMBERS * step if most is None else most
            yield from ((number, str(number)) for number in range(least, last + 1, step))
        case AskChoice(choices=choices):
            yield from ((choice.value, world.voice.say(choice.label)) for choice in choices)
        case AskSeat(seats=seats):
            yield from ((seat, world.seat(seat)) for seat in seats)
