"""Banners: the rulings that every screen shows large, from the game's ``banners.toml``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee import library
from referee.contract import Message, Outcome, Ruling
from referee.library.data import BannerSpec

CLOSING = ("out", "end")  # These kinds follow the event's own banner.


class Banner(NamedTuple):
    """A ruling that every screen shows large.

    The banner celebrates the seats `who`; `whom` is their opponent. The text of `below` follows.
    """

    spec: BannerSpec
    ruling: Ruling
    who: tuple[int, ...]
    whom: int | None
    below: Message | None


def banners_for(
    game: str, rulings: Sequence[Ruling], outcome: Outcome | None
) -> tuple[Banner, ...]:
    """Return the banners for a move: one for its last event, then one for a player out or a winner.

    `outcome` is the outcome of the match if this move ended it.
    """
    specs = library.data(game).banners
    ended = () if outcome is None else (Ruling("", outcome.reason),)
    winners = () if outcome is None else outcome.winners
    banners = [
        _banner(spec, ruling, winners, rulings)
        for ruling in (*rulings, *ended)
        if (spec := specs.for_ruling(ruling.message.key))
    ]
    events = [banner for banner in banners if banner.spec.kind not in CLOSING]
    closing = [banner for banner in banners if banner.spec.kind in CLOSING]
    return (*events[-1:], *closing[-1:])


def _banner(
    spec: BannerSpec, ruling: Ruling, winners: tuple[int, ...], rulings: Sequence[Ruling]
) -> Banner:
    who, whom = (ruling.message.params.get(name) for name in (spec.who, spec.whom))
    seats = winners if spec.kind == "end" else (who,) if isinstance(who, int) else ()
    below = next((ruling.message for ruling in rulings if ruling.message.key in spec.below), None)
    return Banner(spec, ruling, seats, whom if isinstance(whom, int) else None, below)
