"""What lies on the table in each state: drawn cards, a trick, rows, and all that is counted."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Message
from referee.coup_detat.state import phases
from referee.coup_detat.state.cards import COUP, HAND, SUIT_WORDS, left_out
from referee.coup_detat.state.deals import AnyDeal, Fail, Rows, Tricks
from referee.coup_detat.state.rows import Turn, place
from referee.coup_detat.state.state import GRID, MIDDLE, TALON, State, zone
from referee.table import Card, Layout, Lies, Piece, Pile, Zone

Words = tuple[tuple[Zone, Message], ...]


def layout(state: State) -> Layout:
    """Return what lies where."""
    cards = (*_marker(state), *_cards(state))
    return Layout(
        cards,
        _talon(state),
        pieces=_pieces(state),
        around=_around(state),
        words=_words(state),
        without=_without(state),
        held=_held(state.phase.deal),
    )


# -- the middle -----------------------------------------------------------------------------------


def _marker(state: State) -> tuple[Card, ...]:
    """Return the contract card that was laid in the middle; the grid of Dominoes lies there too.

    Where it may be named anew, nothing tells whether it lies there from the deal before.
    """
    marker, deal = state.marker, state.phase.deal
    if not marker or (isinstance(state.phase, phases.Naming) and marker in state.contracts_left):
        return ()
    stays = isinstance(deal, Tricks) and deal.contract == marker
    return (Card(marker, MIDDLE, lies=Lies.USED if stays else Lies.GOES),)


def _talon(state: State) -> tuple[Pile, ...]:
    """Return the table card, face down until its new owner takes it, or turns it up (CE-25)."""
    phase, deal = state.phase, state.phase.deal
    if isinstance(phase, phases.TurningUp):
        winner = phase.deal.trick.winner
        return (Pile(TALON, 1, seat=winner, into=zone(winner)),)
    lies = isinstance(phase, phases.Speaking | phases.Claiming | phases.Lending)
    if phase.attempter is not None:
        lies = deal is None or (isinstance(deal, Tricks) and not deal.table)
    return (Pile(TALON, 1),) if lies else ()


def _without(state: State) -> tuple[str, ...]:
    """Return the cards that are not dealt, nor played.

    Who draws for President draws no Coup card (CE-3); whoever declines swaps it for the table card
    (CE-11), and so does who attempts Dominoes (CE-53).
    """
    out, phase, deal = left_out(state.seats), state.phase, state.phase.deal
    named = isinstance(phase, phases.Naming) and phase.decliner is not None
    swapped = isinstance(deal, Rows) or (isinstance(deal, Tricks) and deal.decliner is not None)
    return (*out, COUP) if isinstance(phase, phases.Drawing) or named or swapped else out


def _held(deal: AnyDeal | None) -> tuple[int, ...]:
    """Return how many cards each holds while a deal is on, what turned up after rows laid down."""
    if not isinstance(deal, Rows):
        return () if deal is None else deal.held
    left = [turn.player for turn in deal.left]
    return tuple(many - left.count(seat) for seat, many in enumerate(deal.held))


# -- before the seats -----------------------------------------------------------------------------


def _around(state: State) -> tuple[Zone, ...]:
    """Return the zones of all seats while each lays a card before it: for a trick, or to draw."""
    phase = state.phase
    plays = isinstance(phase, phases.Playing) and isinstance(phase.deal, Tricks)
    if not (plays or isinstance(phase, phases.Drawing)):
        return ()
    return tuple(map(zone, range(state.seats)))


def _cards(state: State) -> tuple[Card, ...]:
    """Return what lies before the seats or in rows, and the Coup card that was shown."""
    match state.phase:
        case phases.Drawing(drawn=drawn):
            return _drawn(drawn, Lies.STAYS, None)
        case phases.Drawn(drawn=drawn, of=of):
            return _drawn(drawn, Lies.GOES, None if of else state.president)
        case phases.Claiming():
            return (Card(COUP, MIDDLE, lies=Lies.USED),)
        case phases.PuttingBack(lies=where, attempter=attempter):
            return (Card(COUP, where, lies=Lies.GOES, seat=attempter),)
        case (
            phases.Speaking(rows=rows)
            | phases.Over(rows=rows)
            | phases.Lending(after=phases.Speaking(rows=rows))
        ):
            return tuple(_domino(turn, Lies.GOES) for turn in rows)
        case phase:
            deal = phase.deal
    if isinstance(deal, Tricks):
        return _trick(deal, isinstance(state.phase, phases.Gathering))
    if isinstance(deal, Rows):  # they must stay, until the deal is over
        over = isinstance(state.phase, phases.Short) and isinstance(
            state.phase.after, phases.Ending
        )
        lies = Lies.GOES if over else Lies.STAYS
        return tuple([_domino(turn, lies) for turn in deal.lying])
    return ()


def _drawn(drawn: tuple[str, ...], lies: Lies, first: int | None) -> tuple[Card, ...]:
    """Return the cards that were drawn, that of the first President edged."""
    return tuple(
        Card(card, zone(seat), lies=lies, seat=seat, edge=first if seat == first else None)
        for seat, card in enumerate(drawn)
        if card
    )


def _trick(deal: Tricks, goes: bool) -> tuple[Card, ...]:
    """Return the trick, those that still lie there from before, and the table card."""
    trick, lies, winner = deal.trick, Lies.STAYS, None
    if trick.is_full:
        winner, lies = trick.winner, Lies.GOES if goes else Lies.USED
    proofs = (*trick.proofs, *("",) * (len(trick.cards) - len(trick.proofs)))
    cards = tuple(
        Card(card, zone(seat), None, lies, seat, proof, winner)
        for card, proof, seat in zip(trick.cards, proofs, trick.players, strict=False)
    )
    if winner is not None and deal.is_turned_up:
        cards = (*cards, Card(deal.table, zone(winner), None, lies, winner, edge=winner))
    before = [
        Card(one.card, zone(one.player), lies=Lies.GOES, seat=one.player) for one in deal.beside
    ]
    return (*before, *cards)


@lru_cache(maxsize=256)
def _domino(turn: Turn, lies: Lies) -> Card:
    return Card(turn.card, GRID, place(turn.card), lies, turn.player)


# -- what is counted, and said --------------------------------------------------------------------


def _pieces(state: State) -> tuple[Piece, ...]:
    money = _money(state.accounts.cash, state.accounts.bank)
    match state.phase.deal:
        case Tricks(winners=winners):
            won = tuple([winners.count(seat) for seat in range(state.seats)])
            return money + _counted("trick", won)
        case Rows(held=held):
            return money + _counted("card", held)
    return money


@lru_cache(maxsize=256)
def _money(cash: tuple[int, ...], bank: int) -> tuple[Piece, ...]:
    """Return the francs before each, and those of the bank."""
    francs = tuple(
        Piece("franc", zone(seat), amount, seat=seat) for seat, amount in enumerate(cash)
    )
    return (*francs, Piece("franc", MIDDLE, bank))


@lru_cache(maxsize=256)
def _counted(kind: str, counts: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the tricks that each took, or the cards that each holds."""
    return tuple(Piece(kind, zone(seat), many, HAND, seat) for seat, many in enumerate(counts))


def _words(state: State) -> Words:
    """Say what a full trick costs or counts, or what of a revoke shows."""
    phase = state.phase
    deal = phase.deal
    if not isinstance(deal, Tricks):
        return ()
    if isinstance(phase, phases.Judging):
        fail = phase.these[0]
        return ((zone(fail.seat), _of_revoke(deal, fail)),)
    if not deal.trick.is_full:
        return ()
    return ((zone(deal.trick.winner), _came_to(deal, state.president)),)


def _of_revoke(deal: Tricks, fail: Fail) -> Message:
    """Say what was wrong in a trick."""
    trick, number = deal.every[fail.at], fail.at + 1
    card = trick.card(fail.seat)
    if fail.declared:
        return Message("coup_detat.trick.declared", {"number": number, "card": card})
    word = SUIT_WORDS[trick.suit]
    return Message("coup_detat.trick.revoke", {"number": number, "card": card, "word": word})


def _came_to(deal: Tricks, president: int) -> Message:
    """Say who takes a trick and what it costs, or in an attempt what it counts (CE-30 … 36, 42)."""
    terms, winner, number = deal.terms, deal.trick.winner, len(deal.tricks)
    cards = (*deal.trick.cards, deal.table) if deal.is_turned_up else deal.trick.cards
    costly = terms.costly(cards)
    amount = sum(terms.price[card] for card in costly)
    if number in (0, HAND - 1):
        amount += terms.ends
    if deal.attempter is not None:
        if costly:
            return Message("coup_detat.trick.counts", {"seat": winner, "cards": costly})
        if amount:
            return Message("coup_detat.trick.counts_itself", {"seat": winner})
        return Message("coup_detat.trick.counts_not", {"seat": winner})
    if not amount:
        return Message("coup_detat.trick.nothing", {"seat": winner})
    if winner == president:
        return Message("coup_detat.trick.free", {"seat": winner})
    return Message("coup_detat.trick.costs", {"seat": winner, "amount": amount})
