"""The layout of a match: cards face up, the pile, strikes and tokens."""

from __future__ import annotations

from functools import lru_cache

from referee.coyote.state.action_effects import MAT, zone_name
from referee.coyote.state.phases import Alone, Counted, Over, Phase, Talk
from referee.coyote.state.state import State, current_acts, pile_size, player_count
from referee.kit import newest
from referee.table import ANYWHERE, Card, CardStatus, Layout, Piece, Pile, Zone

MIDDLE = Zone("middle")


@newest
def layout(state: State) -> Layout:
    """Return the layout. Cards lie before their players until the reveal, and then anywhere.

    Counted cards must be taken away. They may stay while players announce in the next round, but
    must be gone once somebody challenges.
    """
    phase = state.phase
    # While the next cards are dealt, nobody counts the pile.
    count = None if type(phase) is Counted else pile_size(state)
    cards = _counted_cards(phase) if phase.cards else _open_cards(state)
    return Layout(cards, (Pile(MIDDLE, count),), pieces=_pieces(state))


def _counted_cards(phase: Phase) -> tuple[Card, ...]:
    """Return the cards that were read at the reveal."""
    status = CardStatus.TO_CLEAR if isinstance(phase, Counted | Over) else CardStatus.STAYS
    proofs = phase.proof if len(phase.proof) == len(phase.cards) else ("",) * len(phase.cards)
    return tuple(
        Card(name, ANYWHERE, status=status, proof=proof)
        for name, proof in zip(phase.cards, proofs, strict=True)
    )


def _open_cards(state: State) -> tuple[Card, ...]:
    """Return the open cards before the reveal, and the cards still there from the last round."""
    acts = state.acts
    if not isinstance(state.phase, Talk | Alone):  # the cards are no longer before their players
        ups = (Card(face.card, ANYWHERE, seat=face.seat) for face in acts.up)
        return (*ups, *(Card(name, ANYWHERE) for name in acts.replaced))
    earlier = tuple(Card(name, ANYWHERE, status=CardStatus.TO_CLEAR) for name in state.earlier)
    return (*earlier, *[Card(face.card, zone_of(face.seat), seat=face.seat) for face in acts.up])


@lru_cache(maxsize=16)
def zone_of(seat: int) -> Zone:
    """Return the zone for a seat's face-up cards before the reveal."""
    return ANYWHERE if zone_name(seat) == MAT else Zone("seat", seat)


# -- the pieces -----------------------------------------------------------------------------


def _pieces(state: State) -> tuple[Piece, ...]:
    strikes = _strikes(state.strikes, state.setup.limit)
    if not state.setup.tokens:
        return strikes
    used = current_acts(state).used
    limit = state.setup.rules.limit
    if limit.one_a_seat:
        spent = tuple(sorted({use.seat for use in used}))
        return strikes + _tokens(state.strikes, state.setup.limit, spent)
    if limit.for_two:  # spoken actions have no tokens
        return strikes
    tokens = tuple(state.setup.tokens.items()) if player_count(state) > 2 else ()  # CY-66
    return strikes + _middle_tokens(tokens, tuple(use.action for use in used))


@lru_cache(maxsize=256)
def _strikes(strikes: tuple[int, ...], limit: int) -> tuple[Piece, ...]:
    return tuple(
        Piece("strike", zone_of(seat), number, limit, seat) for seat, number in enumerate(strikes)
    )


@lru_cache(maxsize=256)
def _tokens(strikes: tuple[int, ...], limit: int, spent: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the action token of each player who is still in (CY-46)."""
    return tuple(
        Piece("special", zone_of(seat), int(seat not in spent), 1, seat)
        for seat, number in enumerate(strikes)
        if number < limit
    )


@lru_cache(maxsize=256)
def _middle_tokens(tokens: tuple[tuple[str, int], ...], used: tuple[str, ...]) -> tuple[Piece, ...]:
    """Return the tokens that lie face up in the middle, one piece for each kind (CY-65)."""
    return tuple(
        Piece(action, MIDDLE, number - used.count(action), number) for action, number in tokens
    )
