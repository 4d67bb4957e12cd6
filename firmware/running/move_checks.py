"""Holds back a move that comes too early, or that a card on the table may forbid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from firmware.presses.offer_times import OfferTimes
from firmware.reading.watcher import Watcher
from referee import library
from referee.contract import By, IllegalMove, Message
from referee.match.desk import Desk, Snapshot


def check_read(desk: Desk, watcher: Watcher, move: Any) -> None:
    """Raise `IllegalMove` if a seat moves although a card that it must lay may lie there unread.

    Such a move may end the turn, and the card would then count for somebody else.
    """
    match = desk.snapshot()
    if match is None or not match.pending:
        return
    made = _move(match, move)
    seat = getattr(made, "seat", None)
    zones = {one.zone for one in match.pending if one.seat == seat}
    if seat is None or not any(map(watcher.is_unread, zones)):
        return
    if any(offer.by is By.SEAT for offer in match.offers.matching(made)):
        raise IllegalMove("table", Message("table.press.unread"))


def check_time(
    match: Snapshot,
    move: Any,
    times: OfferTimes,
    now_ns: int,
    unfinished_chore: Callable[[], Message | None],
) -> None:
    """Raise `IllegalMove` for a move that comes too early, or before a seat's chore is done."""
    for offer in match.offers.matching(_move(match, move)):
        early = times.too_early(offer, now_ns)
        if early or (offer.by is By.SEAT and (early := unfinished_chore())):
            raise IllegalMove("table", early)


def _move(match: Snapshot, move: Any) -> Any:
    return move if isinstance(move, msgspec.Struct) else library.move_or_answer(match.game, move)
