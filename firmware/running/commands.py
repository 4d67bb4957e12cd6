"""Carries out the commands of people, bots and buttons, each with the part that it is for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from firmware.bots.seating import Seating
from firmware.console.console import LOCALE_KEY
from firmware.pictures.photos import Photos
from firmware.presses.offer_times import OfferTimes
from firmware.reading.watcher import Watcher
from firmware.sound.mixer import Mixer
from referee import library, words
from referee.actor import Actor
from referee.contract import By, IllegalMove, Message
from referee.match.commands import Command, HandOver, Kept, Move, NamePlayer, Pause
from referee.match.desk import Desk, Snapshot
from referee.reports import commands
from referee.reports.commands import TableCommand
from webui.port import Phones


class TableCommands:
    """Carries out commands. Holds back a move that comes too early, or that a card may forbid.

    `unfinished_chore` returns what a seat must do first. `offer_times` and `phones` return the
    present ones. `barrier(before_ns)` waits until all presses that began before that moment have
    been decided. `changed` is called when pages show something new.
    """

    def __init__(
        self,
        desk: Desk,
        watcher: Watcher,
        photos: Photos,
        bots: Seating,
        mixer: Mixer,
        *,
        unfinished_chore: Callable[[], Message | None],
        offer_times: Callable[[], OfferTimes],
        phones: Callable[[], Phones | None],
        barrier: Callable[[int], None],
        changed: Callable[[], None],
    ) -> None:
        self._desk, self._watcher, self._photos = desk, watcher, photos
        self._bots, self._mixer = bots, mixer
        self._unfinished_chore, self._offer_times = unfinished_chore, offer_times
        self._phones, self._barrier, self._changed = phones, barrier, changed

    def do(self, command: Command | TableCommand, by: Actor) -> Snapshot | None:
        """Carry out a command. Return the match afterwards if the command was for the match.

        If presses race, a move or pause waits until all earlier touches at the panel are decided.
        Raise `RefereeError` or, for answers, the errors of the part that asked.
        """
        self._bots.check(command, self._desk.snapshot())
        match command:
            case Move(move):
                self._check_time(move)
                if by.kind is not None:  # A bot's own cards come in its own order.
                    self.check_read(move)
            case Pause():
                self._await_races(time.monotonic_ns())
            case NamePlayer() | HandOver() if (phones := self._phones()) is not None:
                phones.do(command, by)
                return self._desk.snapshot()
        if isinstance(command, TableCommand):
            self.do_at_table(command, by)
            return None
        snapshot = self._desk.do(command, by)
        if isinstance(command, Kept):
            self._changed()  # The club's hub hears of it.
        return snapshot

    def do_at_table(self, command: TableCommand, by: Actor) -> None:
        """Carry out a command that is not for the match."""
        match command:
            case commands.Answer(question, item, card):
                self._asker_of(question).answer(question, item, card, by)
            case commands.Choose(question, way):
                self._asker_of(question).choose(question, way, by)
            case commands.MarkNext(question):
                self._asker_of(question).choose(question, None, by)
            case commands.PutAway(photo):
                self._photos.put_away(photo)
            case commands.SetSound(buzzer, voice):
                self._mixer.set(buzzer, voice)
                self._changed()
            case commands.Speak(locale, page):
                if not page or self._desk.get(LOCALE_KEY) not in words.locales():
                    self._desk.put(LOCALE_KEY, locale)
                    self._changed()
            case commands.MakeHost() | commands.AnswerApproval():
                if (phones := self._phones()) is not None:
                    phones.do(command, by)

    def check_read(self, move: Any) -> None:
        """Raise `IllegalMove` if a seat moves although a card that it must lay may be unread.

        Such a move may end the turn, and the card would then count for somebody else.
        """
        match = self._desk.snapshot()
        if match is None or not match.pending:
            return
        made = _move(match, move)
        seat = getattr(made, "seat", None)
        zones = {one.zone for one in match.pending if one.seat == seat}
        if seat is None or not any(map(self._watcher.is_unread, zones)):
            return
        if any(offer.by is By.SEAT for offer in match.offers.matching(made)):
            raise IllegalMove("table", Message("table.press.unread"))

    def _check_time(self, move: Any) -> None:
        """Raise `IllegalMove` for a move that comes too early, or before a seat's chore is done.

        First wait for open races to end.
        """
        now_ns = time.monotonic_ns()
        if (match := self._desk.snapshot()) is None:
            return
        for offer in match.offers.matching(_move(match, move)):
            early = self._offer_times().too_early(offer, now_ns)
            if early or (offer.by is By.SEAT and (early := self._unfinished_chore())):
                raise IllegalMove("table", early)
        self._await_races(now_ns)

    def _await_races(self, before_ns: int) -> None:
        """If presses race, wait until all touches before this moment are decided."""
        match = self._desk.snapshot()
        if match and any(offer.shown.race for offer in match.offers):
            self._barrier(before_ns)

    def _asker_of(self, question: str) -> Photos | Watcher | Seating:
        """Return the part that asks this question or asked it before."""
        asks = (one for one in (self._bots, self._photos) if one.asks(question))
        return next(asks, self._watcher)


def _move(match: Snapshot, move: Any) -> Any:
    return move if isinstance(move, msgspec.Struct) else library.move_or_answer(match.game, move)
