"""What the camera watches in Coup d'État: the cards that must stay, and a trick that must go."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Message, Want, Watch
from referee.coup_detat.state import SEATS, Phase, State, zone


def wanted(state: State) -> tuple[Want, ...]:
    """Return the cards of the trick that lies there and must stay, or must go."""
    if state.phase is Phase.CLEAR and state.lies == SEATS:
        return (_gather(_lying(state)),)
    if state.phase in (Phase.PLAY, Phase.SUIT, Phase.TABLE, Phase.REVOKE) and state.play:
        trick, seats = state.play.trick, state.setup.seats
        return tuple(
            _keep(str(zone(trick.player(place, seats))), card)
            for place, card in enumerate(trick.cards)
            if state.phase is not Phase.TABLE or trick.player(place, seats) != trick.winner(seats)
        )
    if state.phase is Phase.DRAW:
        return tuple(_keep(str(zone(seat)), card) for seat, card in enumerate(state.drawn) if card)
    return ()


def _lying(state: State) -> tuple[str, ...]:
    """Return the cards before the seats that are to be picked up: drawn ones, or a trick."""
    if state.play is None:
        return tuple(card for card in state.drawn if card)
    return state.play.lying()


@lru_cache(maxsize=1024)
def _gather(cards: tuple[str, ...]) -> Want:
    return Want(str(SEATS), Watch.CLEAR, Message("coup_detat.want.clear"), cards)


@lru_cache(maxsize=1024)
def _keep(where: str, card: str) -> Want:
    return Want(where, Watch.KEEP, Message("coup_detat.want.keep", {"card": card}), (card,))
