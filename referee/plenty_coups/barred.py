"""What a card laid in a zone would mean to whose turn it is, but may not now (PC-80).

Each is refused by the rules, which say why: "a warrior of value 2 drives off no raid of 3".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from referee.contract import AskCards, By, Message, Offer
from referee.plenty_coups.cards import CARDS, STICK, WARRIORS, WEAPONS, clan_of
from referee.plenty_coups.state import Phase, State, player, tribes

Taken = dict[tuple[str, str], frozenset[str]]  # by move and zone, the cards that are offered


def barred(state: State, offered: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return what is barred beside what is offered, while cards are taken or actions are owed."""
    if state.phase is not Phase.TAKE and not (state.phase is Phase.ACT and state.left):
        return ()
    return tuple(_barred(state, _taken(offered)))


def _taken(offered: Iterable[Offer]) -> Taken:
    found: Taken = {}
    for offer in offered:
        if offer.by is By.CAMERA:
            (ask,) = offer.ask
            assert isinstance(ask, AskCards)
            key = (offer.move, ask.zone)
            found[key] = found.get(key, frozenset()).union(ask.possible)
    return found


def _barred(state: State, taken: Taken) -> Iterator[Offer]:
    tribe, seat = state.turn, player(state, state.turn)
    played = len(tribes(state))
    for camp in tribes(state):
        raid = f"raid:{camp}"
        if camp == tribe:
            yield from _those(seat, "raid", raid, WARRIORS, frozenset(), camp)
            if state.raids[camp] is not None:
                taken_there = taken.get(("defend", raid))
                yield from _those(seat, "support", raid, WEAPONS, taken_there)
        elif camp != state.fresh:
            others = taken.get(("raid", raid), frozenset()) | {STICK}
            yield from _those(seat, "raid", raid, CARDS, others, camp)
        coup, stick = f"raid:{camp}", f"stick:{camp}"
        yield from _those(seat, "coup", coup, (STICK,), taken.get(("coup", coup)), camp)
        yield from _those(seat, "disdain", stick, CARDS, taken.get(("disdain", stick)), camp)
        if camp != tribe:
            for move, zone in (
                ("gift", f"defence:{camp}"),
                ("give_horses", f"proposal:{camp}"),
            ):
                yield from _those(seat, move, zone, CARDS, taken.get((move, zone)), camp)
    for move, zone, cards in (
        ("defend", f"defence:{tribe}", CARDS),
        ("propose", f"proposal:{tribe}", CARDS),
        ("accept", f"alliance:{tribe}", _not_neutral(played)),
        ("befriend", f"alliance:{tribe}", _neutral(played)),
        ("breed", "breed", CARDS),
        ("hunt", "hunt", CARDS),
    ):
        yield from _those(seat, move, zone, cards, taken.get((move, zone)))


def _those(
    seat: int,
    move: str,
    zone: str,
    cards: tuple[str, ...],
    taken: frozenset[str] | None,
    camp: int | None = None,
) -> Iterator[Offer]:
    """Yield a move that is barred with those cards of a zone that no offer takes there."""
    left = _left(cards, taken or frozenset())
    if left:
        yield _offer(seat, move, zone, left, camp)


@lru_cache(maxsize=4096)
def _offer(seat: int, move: str, zone: str, cards: tuple[str, ...], camp: int | None) -> Offer:
    given: dict[str, Any] = {} if camp is None else {"camp": camp}
    ask = AskCards("cards", zone, 1, 1, dict.fromkeys(cards, 1))
    label = Message(f"plenty_coups.barred.{move}")
    return Offer(move, label, seat, given, (ask,), by=By.CAMERA)


@lru_cache(maxsize=4096)
def _left(cards: tuple[str, ...], taken: frozenset[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card not in taken)


@lru_cache
def _neutral(played: int) -> tuple[str, ...]:
    """Return the warriors of clans that nobody plays."""
    return tuple(card for card in WARRIORS if clan_of(card) >= played)


@lru_cache
def _not_neutral(played: int) -> tuple[str, ...]:
    return tuple(card for card in CARDS if clan_of(card) < played)
