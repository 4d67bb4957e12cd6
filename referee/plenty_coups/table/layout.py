"""What lies where on a table of Plenty Coups: the market, the camps, piles, horses and markers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.plenty_coups.state.cards import COUNTS, STICK
from referee.plenty_coups.state.places import (
    ALLIANCES,
    BREED,
    DISCARD,
    HERDS,
    LAID_AWAY,
    MARKET,
    PILE,
    RAIDS,
    SHIELDS,
)
from referee.plenty_coups.state.state import (
    MARKERS,
    Phase,
    State,
    player,
    strength,
    takes,
)
from referee.table import Card, Layout, Lies, Piece, Pile, Zone


def layout(state: State) -> Layout:
    """Return what lies on the table openly, and what is counted there."""
    stands = tuple(standing(state))
    used = _used(state, stands)
    piles = _piles(state, len(used))
    return Layout((*stands, *used), piles, pieces=_pieces(state), discards=(DISCARD,))


# -- cards ---------------------------------------------------------------------------------------


def standing(state: State) -> Iterator[Card]:
    """Yield the market, and what stands at the camps until the rules say otherwise."""
    over = state.phase is Phase.OVER
    lies = Lies.USED if over else Lies.STAYS
    yield from _market(state.market, _market_lies(state))
    for camp, raid in enumerate(state.raids):
        if raid is not None:  # one that comes home now whatever happens may be taken up early
            comes = state.phase is Phase.TAKE and raid.tribe == state.turn
            at, by = Lies.USED if comes else lies, player(state, raid.tribe)
            for card in raid.cards:
                yield _card(card, RAIDS[camp], at, by, raid.tribe)
    if state.waits:
        yield waiting(state)
    for camp, bond in enumerate(state.bonds):
        if bond is not None:
            yield _card(bond.card, ALLIANCES[camp], lies, player(state, camp))
    for one in state.proposals:
        yield _card(one.card, HERDS[one.tribe], lies, player(state, one.tribe))
    for camp, zone in enumerate(state.sticks):
        if zone is not None:
            yield _card(STICK, zone, lies, player(state, camp))


def waiting(state: State) -> Card:
    """Return the card that waits for a second one, which its player may take back."""
    place = RAIDS if state.phase is Phase.RAIDING else SHIELDS
    return _card(state.waits, place[state.waits_at], Lies.FREE, player(state, state.turn))


def _market_lies(state: State) -> Lies:
    if state.phase is Phase.SWEEP:
        return Lies.GOES
    if state.phase is Phase.TAKE:
        return Lies.FREE
    if state.phase is Phase.OVER or not takes(state.round):
        return Lies.USED  # nobody takes any more
    return Lies.STAYS


@lru_cache(maxsize=1024)
def _market(cards: tuple[str, ...], lies: Lies) -> tuple[Card, ...]:
    return tuple(Card(card, MARKET, lies=lies) for card in cards)


@lru_cache(maxsize=4096)
def _card(name: str, zone: Zone, lies: Lies, seat: int, edge: int | None = None) -> Card:
    return Card(name, zone, lies=lies, seat=seat, edge=edge)


def _used(state: State, stands: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the used cards that may still lie there.

    None of which all that the deck has lie elsewhere: it was shuffled where it lay, and drawn.
    """
    lie: dict[str, int] = {}
    for card in stands:
        lie[card.name] = lie.get(card.name, 0) + 1
    used = []
    for card in (*state.away[::-1], *state.before[::-1]):
        many = lie[card.name] = lie.get(card.name, 0) + 1
        if many <= COUNTS[card.name]:
            used.append(card)
    return tuple(used[::-1])


# -- piles and pieces ----------------------------------------------------------------------------


def _piles(state: State, used: int) -> tuple[Pile, ...]:
    """Return the draw pile, from which a hunt draws, and the discards that do not lie open."""
    hunts = player(state, state.turn) if state.phase is Phase.HUNT else None
    laid_away = max(0, sum(state.used.values()) - used)
    return (Pile(PILE, state.pile, seat=hunts), Pile(LAID_AWAY, laid_away))


def _pieces(state: State) -> tuple[Piece, ...]:
    """Return horses in the plain and in the herds, markers at the camps and on raids."""
    found = [*_plain(state.plain)]
    honour = list(state.prestige)  # at the camps: less those on raids
    raid_side = [MARKERS - prestige for prestige in honour]
    on_raids: list[Piece] = []
    for camp, raid in enumerate(state.raids):
        if raid is not None:
            (honour if raid.turned else raid_side)[raid.tribe] -= 1
            by = strength(state, raid.tribe, raid.cards)
            on_raids += _on_raid(camp, raid.tribe, raid.turned, by)
    for tribe, horses in enumerate(state.horses):
        found += _at_camp(tribe, horses, raid_side[tribe], honour[tribe])
    return (*found, *on_raids)


@lru_cache
def _plain(horses: int) -> tuple[Piece, ...]:
    return (Piece("horse", BREED, horses),)


@lru_cache(maxsize=2048)
def _at_camp(tribe: int, horses: int, raid_side: int, honour: int) -> tuple[Piece, ...]:
    return (
        Piece("horse", HERDS[tribe], horses, seat=tribe),
        Piece("raid", ALLIANCES[tribe], raid_side, seat=tribe),
        Piece("honour", ALLIANCES[tribe], honour, seat=tribe),
    )


@lru_cache(maxsize=2048)
def _on_raid(camp: int, tribe: int, turned: bool, by: int) -> tuple[Piece, ...]:
    return (
        Piece("honour" if turned else "raid", RAIDS[camp], 1, seat=tribe),
        Piece("strength", RAIDS[camp], by, seat=tribe),
    )
