"""Carries out the commands of people, bots and buttons, each with the part that it is for."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from firmware.bots.seating import Seating
from firmware.console.console import LOCALE_KEY
from firmware.pictures.photos import Photos
from firmware.reading.watcher import Watcher
from firmware.running.moves import TimedMoves, as_move
from firmware.sound.mixer import Mixer
from referee import words
from referee.actor import Actor
from referee.contract import By, IllegalMove, Message
from referee.match.commands import Command, HandOver, Kept, MoreTime, Move, NamePlayer, Pause
from referee.match.desk import Desk, Snapshot
from referee.reports import commands
from referee.reports.commands import TableCommand
from webui.port import Phones


class TableCommands:
    """Carries out commands. Holds back a move that comes too early, or that a card may forbid.

    `phones` returns the attached phones. `changed` is called when pages show something new.
    """

    def __init__(
        self,
        desk: Desk,
        watcher: Watcher,
        photos: Photos,
        bots: Seating,
        mixer: Mixer,
        moves: TimedMoves,
        phones: Callable[[], Phones | None],
        changed: Callable[[], None],
    ) -> None:
        self._desk, self._watcher, self._photos = desk, watcher, photos
        self._bots, self._mixer, self._moves = bots, mixer, moves
        self._phones, self._changed = phones, changed

    def do(self, command: Command | TableCommand, by: Actor) -> Snapshot | None:
        """Carry out a command. Return the match afterwards if the command was for the match.

        If presses race, a move or pause waits until all earlier touches at the panel are decided.
        Raise `RefereeError` or, for answers, the errors of the part that asked.
        """
        self._bots.check(command, self._desk.snapshot())
        match command:
            case Move(move):
                self._moves.check(move)
                if by.kind is not None:  # A bot's own cards come in its own order.
                    self.check_read(move)
            case MoreTime() if self._bots.coming is not None:
                self._bots.give_time()
                return self._desk.snapshot()
            case Pause():
                self._moves.await_races(time.monotonic_ns())
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
        made = as_move(match, move)
        seat = made.mover
        zones = {action.zone for action in match.pending if action.seat == seat}
        if seat is None or not any(map(self._watcher.is_unread, zones)):
            return
        if any(offer.by is By.SEAT for offer in match.offers.matching(made)):
            raise IllegalMove("table", Message("table.press.unread"))

    def _asker_of(self, question: str) -> Photos | Watcher | Seating:
        """Return the part that asks this question or asked it before."""
        asks = (item for item in (self._bots, self._photos) if item.asks(question))
        return next(asks, self._watcher)
