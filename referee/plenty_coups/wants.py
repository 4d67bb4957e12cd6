"""What the camera watches in Plenty Coups: cards at the camps that stay, and used ones that go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import Message, Want, Watch
from referee.plenty_coups.cards import STICK
from referee.plenty_coups.state import MARKET, Phase, State


def wanted(state: State) -> tuple[Want, ...]:
    """Return the cards that must stay where they lie, and those that are to leave."""
    if state.phase is Phase.OVER:
        return ()
    stays = tuple(_stays(state))
    keeps = dict(stays)
    goes: dict[str, tuple[str, ...]] = {}
    for zone, cards in (*state.before, *state.away):
        left = tuple(card for card in cards if card not in keeps.get(zone, ()))
        if left and zone not in goes:
            goes[zone] = left
        elif left:
            goes[zone] = (*goes[zone], *(card for card in left if card not in goes[zone]))
    return (
        *(_keep(zone, cards) for zone, cards in stays),
        *(_clear(zone, cards) for zone, cards in goes.items()),
    )


def _stays(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    if state.market and state.phase not in (Phase.MARKET, Phase.SWEEP, Phase.TAKE):
        yield MARKET, state.market
    waits = {}
    if state.phase is Phase.RAIDING:
        waits = {state.waits_at: (state.waits,)}
    for camp, raid in enumerate(state.raids):
        cards = (*(raid.cards if raid else ()), *waits.get(camp, ()))
        if cards:
            yield f"raid:{camp}", cards
    if state.phase is Phase.DEFENDING:
        yield f"defence:{state.waits_at}", (state.waits,)
    for tribe, bond in enumerate(state.bonds):
        if bond is not None:
            yield f"alliance:{tribe}", (bond.card,)
        proposed = tuple(one.card for one in state.proposals if one.tribe == tribe)
        if proposed:
            yield f"proposal:{tribe}", proposed
        if state.sticks[tribe]:
            yield f"stick:{tribe}", (STICK,)


@lru_cache(maxsize=1024)
def _keep(zone: str, cards: tuple[str, ...]) -> Want:
    label = Message("plenty_coups.want.keep", {"cards": cards})
    return Want(zone, Watch.KEEP, label, cards)


@lru_cache(maxsize=1024)
def _clear(zone: str, cards: tuple[str, ...]) -> Want:
    label = Message("plenty_coups.want.clear", {"cards": cards})
    return Want(zone, Watch.CLEAR, label, cards)
