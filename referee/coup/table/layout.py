"""The layout of a match: influence face up and face down, the Court, and coins."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Message
from referee.coup.state.cards import COINS, INFLUENCE
from referee.coup.state.phases import Exchange
from referee.coup.state.state import MIDDLE, State, claimer, seat_zone, uses_own_sets
from referee.coup.table.pending import cards_to_draw
from referee.kit import newest
from referee.table import Backs, Card, CardStatus, Layout, Piece, Pile

SET_ASIDE = 4  # Number of cards that each of two players puts aside from their own set.
TREASURY = ((MIDDLE, Message("coup.place.treasury")),)


@newest
def layout(state: State) -> Layout:
    """Return the layout. Lost influence stays (CP-41), and a shown card must go (CP-42)."""
    cards = _open_cards(state.faces)
    if card := state.phase.shown:
        cards += (Card(card, MIDDLE, status=CardStatus.TO_CLEAR, seat=claimer(state)),)
    backs, coins = _backs(state.faces), _coins(state.coins)
    return Layout(cards, (_court(state),), backs, coins, words=TREASURY)


def _court(state: State) -> Pile:
    """Return the Court without the cards that are drawn from it for an exchange."""
    drawn = sum(draw.count for draw in cards_to_draw(state)) if type(state.phase) is Exchange else 0
    return Pile(MIDDLE, _court_size(state) - drawn)


def _court_size(state: State) -> int:
    seats = len(state.faces)
    dealt = INFLUENCE * seats
    return sum(state.options.deck.values()) - dealt - SET_ASIDE * seats * uses_own_sets(state)


@lru_cache(maxsize=256)
def _open_cards(faces: tuple[tuple[str, ...], ...]) -> tuple[Card, ...]:
    return tuple(
        Card(card, seat_zone(seat), seat=seat) for seat, cards in enumerate(faces) for card in cards
    )


@lru_cache(maxsize=256)
def _backs(faces: tuple[tuple[str, ...], ...]) -> tuple[Backs, ...]:
    """Return the cards that each player still holds, face down."""
    return tuple(
        Backs(seat_zone(seat), INFLUENCE - len(cards), seat)
        for seat, cards in enumerate(faces)
        if len(cards) < INFLUENCE
    )


@lru_cache(maxsize=256)
def _coins(coins: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the purses, and the Treasury in the middle."""
    purses = (Piece("coin", seat_zone(seat), count, seat=seat) for seat, count in enumerate(coins))
    return (*purses, Piece("coin", MIDDLE, COINS - sum(coins)))
