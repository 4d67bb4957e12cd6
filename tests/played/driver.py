"""The driver of whole matches: moves are made up, and made through one way in.

What nobody can do there, and what was done there often enough, happens unseen.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from random import Random
from typing import Any, Protocol

from referee import library
from referee.actor import Actor
from referee.contract import By, Offer
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from tests.bench.rules.randomplay import play as played_at_random
from tests.matches import match_of
from tests.process import eventually
from tests.referee.coup_detat.dealing import moves, short_settings

Kind = tuple[Any, ...]  # a move, and the types of what it asks
SEATS = {"coyote": 3, "coup": 3, "coup_detat": 3, "ogallala": 2, "plenty_coups": 3}
# Of Coyote and Coup such in which all is done that players can do, and not always to the next seat.
SEEDS = {"coyote": 47, "coup": 1, "coup_detat": 3, "ogallala": 1, "plenty_coups": 12}
OPTIONS: dict[str, dict[str, Any]] = {
    "coyote": {"edition": "oliphante", "actions": True, "strikes": 3},
    "coup": {"least_s": 0},
    "coup_detat": short_settings(Random(SEEDS["coup_detat"]))[0],
}
LEAST = 2  # moves that a match takes there, or the match is no test
MOST = 2  # moves of one kind: a third shows nothing that the second has not


class Way(Protocol):
    """A way into a match, for some of its seats."""

    seats: Collection[int]

    def can(self, offer: Offer) -> bool:
        """Return whether an offer can be taken up there."""

    def by(self, offer: Offer) -> Actor:
        """Return who makes the move of an offer that is taken up there."""

    def unseen(self) -> AbstractContextManager[None]:
        """Keep what happens from the way until all of it has happened."""

    def shows(self, match: Snapshot) -> bool:
        """Return whether the match can be seen there as it stands."""

    def take_up(self, offer: Offer, move: Mapping[str, Any]) -> None:
        """Take an offer up with the answers of a move."""


def script(game: str) -> Iterator[dict[str, Any]]:
    """Yield a match's moves from first to last; where hands matter, by players who hold some."""
    random, options = Random(SEEDS[game]), OPTIONS.get(game, {})
    if game == "coup_detat":
        yield from moves(options, SEATS[game], random)
        return
    rules = library.game(game)
    for step in played_at_random(rules, library.options(rules, options), SEATS[game], random):
        yield library.to_plain(step.move)


def begun(game: str) -> Begin:
    """Return the beginning of the match of a game that is played here."""
    return Begin(game, OPTIONS.get(game, {}), SEATS[game])


def play(way: Way, desk: Desk, game: str) -> set[str]:
    """Play the match that has begun, from first to last; return the kinds of moves made there."""
    made, moves = Counter[Kind](), deque(script(game))
    while True:
        with way.unseen():
            while moves and (
                (offer := _offered(way, desk, moves[0])) is None or made[_kind(offer)] == MOST
            ):
                desk.do(Move(moves.popleft()))
        eventually(lambda: way.shows(match_of(desk)))
        if not moves:
            break
        assert offer is not None
        move, before = moves.popleft(), match_of(desk).seq
        way.take_up(offer, move)
        eventually(partial(_beyond, desk, before))
        newest = match_of(desk).log[-1]
        assert (library.to_plain(newest.move), newest.by) == (move, way.by(offer))
        made[_kind(offer)] += 1
    assert match_of(desk).outcome is not None
    assert made.total() >= LEAST
    return {move for move, *_ in made}


def _offered(way: Way, desk: Desk, move: Mapping[str, Any]) -> Offer | None:
    """Return the offer that a move takes up, if that can be done there."""
    for offer in match_of(desk).offers:
        given = {"seat": offer.seat, "move": offer.move, **offer.given}
        own = offer.by is By.SEAT and offer.seat in way.seats and way.can(offer)
        if own and given.items() <= move.items():
            return offer
    return None


def _kind(offer: Offer) -> Kind:
    return offer.move, *map(type, offer.ask)


def _beyond(desk: Desk, seq: int) -> bool:
    return match_of(desk).seq > seq
