"""Moments: what of a move is more than a line of the log, as the game's ``moments.toml`` says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee import library
from referee.contract import Outcome, Ruling
from referee.library.data import BannerSpec

CLOSING = ("out", "end")  # what is shown after that by which it came


class Banner(NamedTuple):
    """A ruling that is a moment, the seats whose it is, and against whom."""

    spec: BannerSpec
    ruling: Ruling
    who: tuple[int, ...]
    whom: int | None


def banners_for(
    name: str, rulings: Sequence[Ruling], outcome: Outcome | None
) -> tuple[Banner, ...]:
    """Return what came of a move of a game last, and then who goes out or wins by it.

    `outcome` is that of the match, where it ended by that move.
    """
    known = library.banners(name)
    ended = () if outcome is None else (Ruling("", outcome.reason),)
    winners = () if outcome is None else outcome.winners
    found = [
        _act(moment, ruling, winners)
        for ruling in (*rulings, *ended)
        if (moment := known.of(ruling.message.key))
    ]
    deed = [act for act in found if act.spec.kind not in CLOSING]
    close = [act for act in found if act.spec.kind in CLOSING]
    return (*deed[-1:], *close[-1:])


def _act(moment: BannerSpec, ruling: Ruling, winners: tuple[int, ...]) -> Banner:
    who, whom = (ruling.message.params.get(name) for name in (moment.who, moment.whom))
    seats = winners if moment.kind == "end" else (who,) if isinstance(who, int) else ()
    return Banner(moment, ruling, seats, whom if isinstance(whom, int) else None)
