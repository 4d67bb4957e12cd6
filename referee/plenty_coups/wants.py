"""What the camera watches in Plenty Coups: cards at the camps that stay, and used ones that go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import Message, Want, Watch
from referee.plenty_coups.cards import STICK
from referee.plenty_coups.places import BREED, DISCARD, HUNT
from referee.plenty_coups.state import MARKET, Phase, State
from referee.table import Card


def wanted(state: State) -> tuple[Want, ...]:
    """Return the cards that must stay where they lie, and those that are to leave."""
    if state.phase is Phase.OVER:
        return ()
    stays = tuple(_stays(state))
    keeps = dict(stays)
    goes: dict[str, tuple[str, ...]] = {}
    for used in (*state.before, *state.away):
        for zone in _where(used):
            if used.name not in (*keeps.get(zone, ()), *goes.get(zone, ())):
                goes[zone] = (*goes.get(zone, ()), used.name)
    return (
        *(_keep(zone, cards) for zone, cards in stays),
        *(_clear(zone, cards) for zone, cards in goes.items()),
    )


def _where(used: Card) -> Iterator[str]:
    """Yield where a used card may lie: at its place, or on the discards."""
    yield str(used.zone)
    given = used.zone.kind in ("defence", "proposal") and used.zone.seat != used.seat
    if given or used.zone in (BREED, HUNT):
        yield str(DISCARD)


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
        stick = state.sticks[tribe]
        if stick is not None:
            yield str(stick), (STICK,)


@lru_cache(maxsize=1024)
def _keep(zone: str, cards: tuple[str, ...]) -> Want:
    label = Message("plenty_coups.want.keep", {"cards": cards})
    return Want(zone, Watch.KEEP, label, cards)


@lru_cache(maxsize=1024)
def _clear(zone: str, cards: tuple[str, ...]) -> Want:
    label = Message("plenty_coups.want.clear", {"cards": cards})
    return Want(zone, Watch.CLEAR, label, cards)
