"""What lies on the table, to be drawn as it lies: the trick, drawn cards, the rows of Dominoes."""

from __future__ import annotations

from referee.contract import GridView, Laid, TrickView
from referee.coup_detat.cards import RANKS, SUITS, ranks
from referee.coup_detat.layout import came_to, of_revoke
from referee.coup_detat.revokes import judged
from referee.coup_detat.state import GRID, Phase, State, play_of
from referee.coup_detat.trick import Trick


def tricks(state: State) -> tuple[TrickView, ...]:
    """Return the trick that is on, or the one before; where a revoke shows, its trick too."""
    if state.play is None:
        return _drawn(state)
    play = state.play
    if state.phase is Phase.REVOKE:
        shown = {fail.at for fail in judged(state)} | {len(play.all()) - 1}
        return tuple(_of_revoke(state, number) for number in sorted(shown))
    number = len(play.all()) - 1
    return () if number < 0 else (_trick(state, number),)


def grids(state: State) -> tuple[GridView, ...]:
    """Return the rows of Dominoes, with the ranks that are in play."""
    if state.rows is None:
        return ()
    across = ranks(state.setup.seats)
    return (GridView(str(GRID), None, len(SUITS), len(across), left=RANKS.index(across[0])),)


def _drawn(state: State) -> tuple[TrickView, ...]:
    """Return the cards drawn for the first Presidency; the President's is the highest."""
    laid = tuple(Laid(seat, card) for seat, card in enumerate(state.drawn) if card)
    if not laid or state.phase not in (Phase.DRAW, Phase.CLEAR):
        return ()
    over = state.phase is Phase.CLEAR and state.then is not Phase.DRAW
    return (TrickView(laid, state.president if over else None),)


def _trick(state: State, number: int) -> TrickView:
    seats, trick = state.setup.seats, play_of(state).all()[number]
    if len(trick.cards) < seats:
        return TrickView(_laid(trick, seats))
    winner = trick.winner(seats)
    return TrickView(_laid(trick, seats), winner, came_to(state, trick, number, winner))


def _laid(trick: Trick, seats: int) -> tuple[Laid, ...]:
    proofs = (*trick.proofs, *("",) * (len(trick.cards) - len(trick.proofs)))
    return tuple(
        Laid(trick.player(place, seats), card, proof)
        for place, (card, proof) in enumerate(zip(trick.cards, proofs, strict=True))
    )


def _of_revoke(state: State, number: int) -> TrickView:
    """Return a trick in which somebody did not follow, or the one that shows it."""
    trick, seat = play_of(state).all()[number], judged(state)[0].seat
    return TrickView(_laid(trick, state.setup.seats), seat, of_revoke(state, number))
