"""What lies on the table in each state: drawn cards, a trick, rows, and all that is counted."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Message
from referee.coup_detat.rules.revokes import judged
from referee.coup_detat.state.cards import COUP, HAND, SUIT_WORDS
from referee.coup_detat.state.rows import Turn, cell
from referee.coup_detat.state.state import (
    GRID,
    MIDDLE,
    Phase,
    Play,
    State,
    contract_of,
    contracts_left,
    play_of,
    zone,
)
from referee.coup_detat.state.trick import Trick
from referee.table import Card, Layout, Lies, Piece, Pile, Zone

TALON = Zone("talon")  # where the table card lies
Words = tuple[tuple[Zone, Message], ...]


def layout(state: State) -> Layout:
    """Return what lies where."""
    cards = (*_marker(state), *_before(state))
    if state.rows is not None or state.dominoes:
        cards += _rows(state)
    return Layout(cards, _talon(state), pieces=_pieces(state), words=_words(state))


# -- the middle -----------------------------------------------------------------------------------


def _marker(state: State) -> tuple[Card, ...]:
    """Return the contract card that was laid in the middle; the grid of Dominoes lies there too.

    Where it may be named anew, nothing tells whether it lies there from the deal before.
    """
    marker = state.marker
    if not marker or (state.phase is Phase.NAME and marker in contracts_left(state)):
        return ()
    stays = marker == state.contract and state.rows is None
    return (Card(marker, MIDDLE, lies=Lies.USED if stays else Lies.GOES),)


def _talon(state: State) -> tuple[Pile, ...]:
    """Return the table card, face down until its new owner takes it, or turns it up (CE-25)."""
    phase = state.phase
    lies = phase in (Phase.COUP, Phase.CLAIM, Phase.ASKED)
    if state.attempter is not None:
        lies = state.rows is None and (state.play is None or not state.play.table)
    turns = play_of(state).trick.winner(state.setup.seats) if phase is Phase.TABLE else None
    return (Pile(TALON, 1, seat=turns),) if lies else ()


# -- before the seats -----------------------------------------------------------------------------


def _before(state: State) -> tuple[Card, ...]:
    """Return what lies before the seats, and the Coup card that was shown."""
    if state.play is not None:
        return _trick(state, state.play)
    goes = Lies.GOES if state.phase is Phase.CLEAR else Lies.STAYS
    if state.phase is Phase.CLAIM:
        return (Card(COUP, MIDDLE, lies=Lies.USED),)
    if state.phase not in (Phase.DRAW, Phase.CLEAR):
        return ()
    if shown := coup_shown(state):
        return (Card(COUP, shown, lies=goes, seat=state.attempter),)
    first = None if state.drawing else state.president
    return tuple(
        Card(card, zone(seat), lies=goes, seat=seat, edge=first if seat == first else None)
        for seat, card in enumerate(state.drawn)
        if card
    )


def coup_shown(state: State) -> Zone | None:
    """Return where the Coup card lies that was shown and is to be taken back."""
    return state.lies if state.lies == MIDDLE or state.then is Phase.NAME else None


def _trick(state: State, play: Play) -> tuple[Card, ...]:
    """Return the trick, those that still lie there from before, and the table card."""
    seats, trick = state.setup.seats, play.trick
    whole = len(trick.cards) == seats
    winner = trick.winner(seats) if whole else None
    lies = Lies.STAYS
    if whole:
        lies = Lies.GOES if state.phase is Phase.CLEAR else Lies.USED
    proofs = (*trick.proofs, *("",) * (len(trick.cards) - len(trick.proofs)))
    cards = tuple(
        Card(card, zone(seat), None, lies, seat, proof, winner)
        for card, proof, seat in zip(trick.cards, proofs, trick.players(seats), strict=False)
    )
    if winner is not None and play.table and not play.tricks:
        cards = (*cards, Card(play.table, zone(winner), None, lies, winner, edge=winner))
    return (*_from_before(play, seats), *cards) if play.beside else cards


def _from_before(play: Play, seats: int) -> tuple[Card, ...]:
    """Return the cards of earlier tricks that nobody has taken away yet."""
    found = []
    for number, trick in enumerate(play.tricks):
        owner = dict(zip(trick.cards, trick.players(seats), strict=True))
        if play.table and not number:
            owner[play.table] = trick.winner(seats)
        found += [
            Card(card, zone(seat), lies=Lies.GOES, seat=seat)
            for card, seat in owner.items()
            if card in play.beside
        ]
    return tuple(found)


# -- Dominoes -------------------------------------------------------------------------------------


def _rows(state: State) -> tuple[Card, ...]:
    """Return the rows: they must stay, until the deal is over."""
    if state.rows is None:
        return tuple(_domino(turn, Lies.GOES) for turn in state.dominoes)
    over = state.phase is Phase.SHORT and state.resume is Phase.OVER
    lies = Lies.GOES if over else Lies.STAYS
    return tuple(_domino(turn, lies) for turn in state.rows.lying)


@lru_cache(maxsize=1024)
def _domino(turn: Turn, lies: Lies) -> Card:
    place = cell(turn.card)
    return Card(turn.card, GRID, (place.row, place.column), lies, turn.player)


# -- what is counted, and said --------------------------------------------------------------------


def _pieces(state: State) -> tuple[Piece, ...]:
    counted: tuple[int, ...] = ()
    if state.play is not None:
        winners = state.play.winners()
        won = tuple([winners.count(seat) for seat in range(state.setup.seats)])
        return _money(state.accounts.cash, state.accounts.bank) + _counted("trick", won)
    if state.rows is not None:
        counted = state.rows.held
    return _money(state.accounts.cash, state.accounts.bank) + _counted("card", counted)


@lru_cache(maxsize=256)
def _money(cash: tuple[int, ...], bank: int) -> tuple[Piece, ...]:
    """Return the francs before each, and those of the bank."""
    francs = tuple(
        Piece("franc", zone(seat), amount, seat=seat) for seat, amount in enumerate(cash)
    )
    return (*francs, Piece("franc", MIDDLE, bank))


@lru_cache(maxsize=1024)
def _counted(kind: str, counts: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the tricks that each took, or the cards that each holds."""
    return tuple(Piece(kind, zone(seat), many, HAND, seat) for seat, many in enumerate(counts))


def _words(state: State) -> Words:
    """Say what a full trick costs or counts, or what of a revoke shows."""
    play = state.play
    if play is None:
        return ()
    if state.phase is Phase.REVOKE:
        fail = judged(state)[0]
        return ((zone(fail.seat), of_revoke(state, fail.at)),)
    if len(play.trick.cards) < state.setup.seats:
        return ()
    winner = play.trick.winner(state.setup.seats)
    return ((zone(winner), came_to(state, play.trick, len(play.tricks), winner)),)


def came_to(state: State, trick: Trick, number: int, winner: int) -> Message:
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


def of_revoke(state: State, number: int) -> Message:
    """Say what was wrong in a trick, or what shows it."""
    seat = judged(state)[0].seat
    trick = play_of(state).all()[number]
    card = trick.card(seat, state.setup.seats)
    fail = next((one for one in judged(state) if one.at == number), None)
    if fail is None:
        return Message("coup_detat.trick.shows", {"number": number + 1, "card": card})
    if fail.declared:
        return Message("coup_detat.trick.declared", {"number": number + 1, "card": card})
    word = SUIT_WORDS[trick.suit]
    return Message("coup_detat.trick.revoke", {"number": number + 1, "card": card, "word": word})
