"""What lies on the table, to be drawn as it lies: the trick, drawn cards, the rows of Dominoes."""

from __future__ import annotations

from referee.contract import GridView, Laid, Message, TrickView
from referee.coup_detat.cards import HAND, RANKS, SUIT_WORDS, SUITS, ranks
from referee.coup_detat.revokes import judged
from referee.coup_detat.state import GRID, Phase, State, contract_of, play_of
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
    return (GridView(GRID, None, len(SUITS), len(across), left=RANKS.index(across[0])),)


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
    return TrickView(_laid(trick, seats), winner, _came_to(state, trick, number, winner))


def _laid(trick: Trick, seats: int) -> tuple[Laid, ...]:
    proofs = (*trick.proofs, *("",) * (len(trick.cards) - len(trick.proofs)))
    return tuple(
        Laid(trick.player(place, seats), card, proof)
        for place, (card, proof) in enumerate(zip(trick.cards, proofs, strict=True))
    )


def _came_to(state: State, trick: Trick, number: int, winner: int) -> Message:
    """Say who takes a trick and what it costs, or in an attempt what it counts (CE-30 … 36, 42)."""
    contract, table = contract_of(state), play_of(state).table
    cards = (*trick.cards, table) if table and not number else trick.cards
    costly = contract.costly(cards)
    amount = sum(contract.price[card] for card in costly)
    if number in (0, HAND - 1):
        amount += contract.ends
    if state.attempter is not None:
        if costly:
            return Message("coup_detat.trick.counts", {"seat": winner, "cards": costly})
        if amount:
            return Message("coup_detat.trick.counts_itself", {"seat": winner})
        return Message("coup_detat.trick.counts_not", {"seat": winner})
    if not amount:
        return Message("coup_detat.trick.nothing", {"seat": winner})
    if winner == state.president:
        return Message("coup_detat.trick.free", {"seat": winner})
    return Message("coup_detat.trick.costs", {"seat": winner, "amount": amount})


def _of_revoke(state: State, number: int) -> TrickView:
    """Return a trick in which somebody did not follow, or the one that shows it."""
    seats, trick, seat = state.setup.seats, play_of(state).all()[number], judged(state)[0].seat
    fail = next((one for one in judged(state) if one.at == number), None)
    card = trick.card(seat, seats)
    said = Message("coup_detat.trick.shows", {"number": number + 1, "card": card})
    if fail is not None and fail.declared:
        said = Message("coup_detat.trick.declared", {"number": number + 1, "card": card})
    elif fail is not None:
        word = SUIT_WORDS[trick.suit]
        said = Message(
            "coup_detat.trick.revoke", {"number": number + 1, "card": card, "word": word}
        )
    return TrickView(_laid(trick, seats), seat, said)
