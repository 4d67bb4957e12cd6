"""Presses that answer which of several things cards mean: offers like any, to the seat asked.

Of two ways a short press is the first, a long one the second. Of more a short one marks the next,
and a long one takes the one that is marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from firmware.presses.offer_times import OfferTimes
from referee.contract import Message, Offer, Press
from referee.reports.status import TWO, Question

WAY = "way"  # the tag of no game's move
NEXT = Message("page.question.next")


def asking(times: OfferTimes, asked: Question | None) -> OfferTimes:
    """Return the times of the offers with those that answer a question, before all others."""
    if asked is None or not asked.ways or asked.seat is None:
        return times
    offers = times.standing.offers
    items = (*_answers(asked), *offers.items)
    standing = replace(times.standing, offers=msgspec.structs.replace(offers, items=items))
    return replace(times, standing=standing)


def _answers(asked: Question) -> Iterator[Offer]:
    if len(asked.ways) > TWO:
        given = {"question": asked.id, "at": asked.at}
        yield Offer(WAY, NEXT, asked.seat, given, press=Press.SHORT)
    for number, one in enumerate(asked.ways):
        if press := asked.press_of(number):
            given = {"question": asked.id, "way": one.id}
            yield Offer(WAY, one.label, asked.seat, given, press=press)
