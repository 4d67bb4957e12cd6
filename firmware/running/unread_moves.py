"""Holds back a seat's move while a card of that seat may lie on the table unread."""

from __future__ import annotations

from typing import Any

import msgspec

from firmware.reading.watcher import Watcher
from referee import library
from referee.contract import By, IllegalMove, Message
from referee.match.desk import Desk


def check_read(desk: Desk, watcher: Watcher, move: Any) -> None:
    """Raise `IllegalMove` if a seat moves although a card that it must lay may lie there unread.

    Such a move may end the turn, and the card would then count for somebody else.
    """
    match = desk.snapshot()
    if match is None or not match.pending:
        return
    made = move if isinstance(move, msgspec.Struct) else library.move_or_answer(match.game, move)
    seat = getattr(made, "seat", None)
    zones = {one.zone for one in match.pending if one.seat == seat}
    if seat is None or not any(map(watcher.is_unread, zones)):
        return
    if any(offer.by is By.SEAT for offer in match.offers.matching(made)):
        raise IllegalMove("table", Message("table.press.unread"))
