"""What lies on the table of a match: cards face up, the pile, strikes and tokens."""

from __future__ import annotations

from functools import lru_cache

from referee.coyote.state.acts import MAT, NO_ACTS, place
from referee.coyote.state.phases import Alone, Counted, Open, Over, Phase, Talk
from referee.coyote.state.state import State, in_pile, players
from referee.table import ANYWHERE, Card, Layout, Lies, Piece, Pile, Zone

MIDDLE = Zone("middle")


def layout(state: State) -> Layout:
    """Return what lies where: until the reveal before the players, from then on anywhere.

    The counted cards are to be taken away, and may still lie there while the next round is
    talked of; once it is challenged, they have to be gone.
    """
    phase = state.phase
    owes = state.turn if type(phase) is Open else None
    into = None if owes is None else zone_of(owes)
    count = None if type(phase) is Counted else in_pile(state)  # the next deal is made unseen
    pile = Pile(MIDDLE, count, seat=owes, into=into)
    cards = _counted(phase) if phase.cards else _face_up(state)
    return Layout(cards, (pile,), pieces=_pieces(state))


def _counted(phase: Phase) -> tuple[Card, ...]:
    """Return the cards that were read at the reveal."""
    lies = Lies.GOES if isinstance(phase, Counted | Over) else Lies.STAYS
    proofs = phase.proof if len(phase.proof) == len(phase.cards) else ("",) * len(phase.cards)
    return tuple(
        Card(name, ANYWHERE, lies=lies, proof=proof)
        for name, proof in zip(phase.cards, proofs, strict=True)
    )


def _face_up(state: State) -> tuple[Card, ...]:
    """Return the cards that lie open before the reveal, and those of the round before."""
    acts = state.acts
    if not isinstance(state.phase, Talk | Alone):  # no more before their players
        ups = (Card(face.card, ANYWHERE, seat=face.seat) for face in acts.up)
        return (*ups, *(Card(name, ANYWHERE) for name in acts.replaced))
    earlier = tuple(Card(name, ANYWHERE, lies=Lies.GOES) for name in state.earlier)
    if acts is NO_ACTS:
        return earlier
    return (
        *earlier,
        *(Card(face.card, zone_of(face.seat), seat=face.seat) for face in acts.up),
    )


@lru_cache(maxsize=16)
def zone_of(seat: int) -> Zone:
    """Return the zone in which a seat's cards lie face up before the reveal."""
    return ANYWHERE if place(seat) == MAT else Zone("seat", seat)


# -- the pieces -----------------------------------------------------------------------------


def _pieces(state: State) -> tuple[Piece, ...]:
    strikes = _strikes(state.strikes, state.setup.limit)
    if not state.setup.tokens:
        return strikes
    used = () if type(state.phase) is Counted else state.acts.used
    limit = state.setup.rules.limit
    if limit.one_a_seat:
        spent = tuple(sorted({use.seat for use in used}))
        return strikes + _tokens(state.strikes, state.setup.limit, spent)
    if limit.for_two:  # words, and nothing to turn
        return strikes
    tokens = tuple(state.setup.tokens.items()) if players(state) > 2 else ()  # CY-66
    return strikes + _in_the_middle(tokens, tuple(use.action for use in used))


@lru_cache(maxsize=256)
def _strikes(strikes: tuple[int, ...], limit: int) -> tuple[Piece, ...]:
    return tuple(
        Piece("strike", zone_of(seat), number, limit, seat) for seat, number in enumerate(strikes)
    )


@lru_cache(maxsize=256)
def _tokens(strikes: tuple[int, ...], limit: int, spent: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the token of each player who is in (CY-46)."""
    return tuple(
        Piece("special", zone_of(seat), int(seat not in spent), 1, seat)
        for seat, number in enumerate(strikes)
        if number < limit
    )


@lru_cache(maxsize=256)
def _in_the_middle(tokens: tuple[tuple[str, int], ...], used: tuple[str, ...]) -> tuple[Piece, ...]:
    """Return the tokens that lie face up in the middle, by their kinds (CY-65)."""
    return tuple(
        Piece(action, MIDDLE, number - used.count(action), number) for action, number in tokens
    )
