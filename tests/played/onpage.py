"""The way into a match through a page: an offer is tapped, then what it asks is answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from typing import Any

from flask import Flask

from referee import words
from referee.actor import HOST, Actor, at_seat
from referee.asks import AskCards, AskChoice, AskNumber, AskPlace, AskSeat
from referee.contract import Offer
from referee.match.desk import Snapshot
from tests.process import eventually
from tests.webui.hands import Hand
from tests.webui.pages import unseen


class OnPage:
    """A hand at a page. `_place` is the part of it that has the buttons of a seat."""

    def __init__(self, hand: Hand, app: Flask, mine: int | None, seats: int) -> None:
        """Play for the seat that is `mine` at its phone, or for all at the big screen."""
        self._hand, self._app, self._screen = hand, app, mine is None
        self.seats: Collection[int] = range(seats) if mine is None else (mine,)
        self._place = "#dock" if mine is not None else '#groups .group[data-seat="{seat}"]'

    def can(self, offer: Offer) -> bool:
        return not any(isinstance(ask, AskPlace) for ask in offer.ask)

    def by(self, offer: Offer) -> Actor:
        return HOST if self._screen or offer.seat is None else at_seat(offer.seat)

    def unseen(self) -> AbstractContextManager[None]:
        return unseen(self._app)

    def shows(self, match: Snapshot) -> bool:
        over = "no" if match.outcome is None else "yes"
        return bool(self._hand.shown(f'body[data-seq="{match.seq}"][data-over="{over}"]'))

    def take_up(self, offer: Offer, move: Mapping[str, Any]) -> None:
        """Tap an offer, then all that a move answers to what it asks."""
        hand, within = self._hand, self._place.format(seat=offer.seat)
        key = ".".join([offer.move, *map(str, offer.given.values())])
        button = f'{within} [data-key="{key}"]'
        fold = f"{within} details:not([open]) > summary"
        group = words.say(offer.shown.among) if offer.shown.among else ""
        among = f'{within} [data-key="among.{group}"]'
        done = f'{within} [data-key="done"][data-move="{offer.move}"]'

        def there() -> bool:
            if hand.shown("#sheet .main"):
                hand.tap("#sheet .main")  # a ruling that was read
            elif offer.shown.aside and hand.shown(fold):
                hand.tap(fold)
            return bool(hand.shown(f"{button}, {done}, {among}"))

        eventually(there)
        if offer.shown.among and not hand.shown(button):
            hand.tap(among)
        if not hand.shown(done):
            hand.tap(button, words.say(offer.shown.label))
        quick = len(offer.ask) == 1 and isinstance(offer.ask[0], AskSeat | AskChoice)
        for ask in offer.ask:
            answer = move[ask.field]
            match ask:
                case AskSeat() | AskChoice() if quick and not hand.shown(done):
                    hand.tap(f'{within} [data-key="{key}.{answer}"]')
                case AskSeat():
                    hand.tap(f'{within} [data-key="{ask.field}{list(ask.seats).index(answer)}"]')
                case AskChoice():
                    values = [choice.value for choice in ask.choices]
                    hand.tap(f'{within} [data-key="{ask.field}{values.index(answer)}"]')
                case AskNumber():
                    hand.type(within, answer)
                case AskCards():
                    for card in (Counter(answer) - Counter(ask.known)).elements():
                        hand.tap(f'{within} .card[data-card="{card}"]')
        if hand.shown(done):
            hand.tap(done)
