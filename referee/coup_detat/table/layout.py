"""The layout of the table in each state: drawn cards, a trick, rows, and pieces to count."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Message
from referee.coup_detat.state import phases
from referee.coup_detat.state.cards import COUP, HAND_SIZE, SUIT_WORDS, undealt_cards
from referee.coup_detat.state.deals import Revoke
from referee.coup_detat.state.phases import AnyDeal
from referee.coup_detat.state.rows import Rows, Turn, grid_position
from referee.coup_detat.state.state import GRID, MIDDLE, TALON, State, seat_zone
from referee.coup_detat.state.tricks import Tricks
from referee.kit import newest
from referee.table import Card, CardStatus, Layout, Piece, Pile, Zone
from referee.tricks import lying_cards

Words = tuple[tuple[Zone, Message], ...]


@newest
def layout(state: State) -> Layout:
    cards, held = (*_marker(state), *_cards(state)), hand_sizes(state.phase.deal)
    all_play = isinstance(state.phase, phases.Playing | phases.Drawing)  # To a trick, or draw.
    around = tuple(map(seat_zone, range(state.seats))) if all_play else ()
    words, out = _words(state), _set_aside(state)
    piles, pieces = _talon(state), _pieces(state)
    return Layout(cards, piles, pieces=pieces, around=around, words=words, set_aside=out, held=held)


# -- the middle ----------------------------------------------------------------------------------


def _marker(state: State) -> tuple[Card, ...]:
    """Return the contract card in the middle. In Dominoes, players must move it off the grid.

    If its contract may be named now, the card may be left over from an earlier tour, so it is not
    returned.
    """
    marker, deal = state.marker, state.phase.deal
    if not marker or (isinstance(state.phase, phases.Naming) and marker in state.contracts_left):
        return ()
    stays = isinstance(deal, Tricks) and deal.contract == marker
    return (Card(marker, MIDDLE, status=CardStatus.USED if stays else CardStatus.TO_CLEAR),)


def _talon(state: State) -> tuple[Pile, ...]:
    """Return the table card. It lies face down until somebody takes it or turns it up (CE-25)."""
    phase, deal = state.phase, state.phase.deal
    is_there = isinstance(phase, phases.Speaking | phases.Claiming | phases.Lending)
    if phase.attempter is not None:
        is_there = deal is None or (isinstance(deal, Tricks) and not deal.table)
    return (Pile(TALON, 1),) if is_there or isinstance(phase, phases.TurningUp) else ()


def _set_aside(state: State) -> tuple[str, ...]:
    """Return the cards that are set aside, so that nobody holds or plays them.

    The Coup card is one of them while Presidents are drawn (CE-3), after it was declined (CE-11),
    and in Dominoes (CE-53).
    """
    out, phase = undealt_cards(state.seats), state.phase
    return (*out, COUP) if isinstance(phase, phases.Drawing) or phase.coup_is_away else out


def hand_sizes(deal: AnyDeal | None) -> tuple[int, ...]:
    """Return the size of each hand in a deal. Cards turned up after Dominoes do not count."""
    if not isinstance(deal, Rows):
        return () if deal is None else deal.held
    left = [turn.player for turn in deal.left]
    return tuple(many - left.count(seat) for seat, many in enumerate(deal.held))


# -- in front of the seats -----------------------------------------------------------------------


def _cards(state: State) -> tuple[Card, ...]:
    """Return the cards in front of the seats and in the rows, and the Coup card when shown."""
    deal = state.phase.deal
    if isinstance(deal, Tricks) and deal.rest is not None:
        return _left_cards(deal.open_turns)
    if isinstance(deal, Tricks):
        return _trick_cards(deal, isinstance(state.phase, phases.Gathering))
    if isinstance(deal, Rows):  # dominoes stay on the table until the deal is over
        waits = state.phase if isinstance(state.phase, phases.WaitingForLoan) else None
        over = waits is not None and isinstance(waits.after, phases.Ending)
        status = CardStatus.TO_CLEAR if over else CardStatus.STAYS
        return tuple([_domino(turn, status) for turn in deal.open_turns])
    match state.phase:
        case phases.Drawing(drawn=drawn):
            return _drawn_cards(drawn, CardStatus.STAYS, None)
        case phases.ClearingDraw(drawn=drawn, of=of):
            return _drawn_cards(drawn, CardStatus.TO_CLEAR, None if of else state.president)
        case phases.Claiming():
            return (Card(COUP, MIDDLE, status=CardStatus.USED),)
        case phases.PuttingBack(lies=zone, attempter=attempter):
            return (Card(COUP, zone, status=CardStatus.TO_CLEAR, seat=attempter),)
        case phases.BetweenDeals(rows=rows) | phases.Lending(after=phases.Speaking(rows=rows)):
            dominoes = (_domino(turn, CardStatus.TO_CLEAR) for turn in rows)
            return (*dominoes, *_left_cards(state.phase.left.trick))
    return ()


def _drawn_cards(drawn: tuple[str, ...], status: CardStatus, first: int | None) -> tuple[Card, ...]:
    """Return the drawn cards. The card of the first President gets an edge."""
    edges = [first if seat == first else None for seat in range(len(drawn))]
    cards = zip(drawn, map(seat_zone, range(len(drawn))), edges, strict=True)
    every = (Card(card, zone, None, status, zone.seat, edge=edge) for card, zone, edge in cards)
    return tuple(card for card in every if card.name)


def _trick_cards(deal: Tricks, goes: bool) -> tuple[Card, ...]:
    """Return the cards of this trick, any left over from earlier tricks, and the table card."""
    trick, status, winner = deal.trick, CardStatus.STAYS, None
    if trick.is_full:
        winner, status = trick.winner, CardStatus.TO_CLEAR if goes else CardStatus.USED
    cards = tuple(lying_cards(trick, status, winner))
    if winner is not None and deal.is_table_card_up:
        cards = (*cards, Card(deal.table, seat_zone(winner), None, status, winner, edge=winner))
    return (*_left_cards(deal.beside), *cards) if deal.beside else cards


def _left_cards(turns: tuple[Turn, ...]) -> tuple[Card, ...]:
    """Return cards in front of the seats that are left over: of earlier tricks, or of a trick that
    was not gathered because the deal ended early (SL-22, SL-25).
    """
    return tuple(
        Card(turn.card, seat_zone(turn.player), status=CardStatus.TO_CLEAR, seat=turn.player)
        for turn in turns
    )


@lru_cache(maxsize=256)
def _domino(turn: Turn, status: CardStatus) -> Card:
    return Card(turn.card, GRID, grid_position(turn.card), status, turn.player)


# -- pieces and words ----------------------------------------------------------------------------


def _pieces(state: State) -> tuple[Piece, ...]:
    bank = Piece("franc", MIDDLE, state.accounts.bank)
    money = (*_counters("franc", state.accounts.cash, None), bank)
    match state.phase.deal:
        case Tricks(winners=winners):
            won = tuple([winners.count(seat) for seat in range(state.seats)])
            return money + _counters("trick", won, HAND_SIZE)
        case Rows(held=held):
            return money + _counters("card", held, HAND_SIZE)
    return money


@lru_cache(maxsize=256)
def _counters(kind: str, counts: tuple[int, ...], of: int | None) -> tuple[Piece, ...]:
    """Return pieces that count each seat's francs, its tricks, or the cards in its hand."""
    return tuple(Piece(kind, seat_zone(seat), many, of, seat) for seat, many in enumerate(counts))


def _words(state: State) -> Words:
    """Return the contract's name and a message about the trick, each for its zone."""
    deal = state.phase.deal
    contract = () if deal is None else _contract_words(state, deal)
    return (*contract, *_trick_words(state, deal)) if isinstance(deal, Tricks) else contract


def _contract_words(state: State, deal: AnyDeal) -> Words:
    """Return the name of the contract, unless its card shows it. It stands after the bank's francs,
    if there are any.
    """
    if state.marker == deal.contract and isinstance(deal, Tricks):
        return ()
    word = deal.terms.word
    named = Message("coup_detat.place.contract", {"word": word})
    return ((MIDDLE, named if state.accounts.bank else Message(word)),)


def _trick_words(state: State, deal: Tricks) -> Words:
    """Return the message about the suit of a led Coup card, the price of a full trick, or revokes
    in a trick.
    """
    phase, trick = state.phase, deal.trick
    if isinstance(phase, phases.DecidingRevokes):
        revoke = phase.first_revokes[0]
        return ((seat_zone(revoke.seat), _revoke_message(deal, revoke)),)
    if trick.is_full:
        return ((seat_zone(trick.winner), _trick_message(deal, state.president)),)
    if isinstance(phase, phases.Playing) and COUP in trick.cards[:1] and trick.suit:
        suit = Message("coup_detat.trick.suit", {"word": SUIT_WORDS[trick.suit]})
        return ((seat_zone(trick.leader), suit),)
    return ()


def _revoke_message(deal: Tricks, revoke: Revoke) -> Message:
    """Return the message about a revoke or a false declaration in a trick."""
    trick, number = deal.all_tricks[revoke.at], revoke.at + 1
    card = trick.card_of(revoke.seat)
    if revoke.declared:
        return Message("coup_detat.trick.declared", {"number": number, "card": card})
    word = SUIT_WORDS[trick.suit]
    return Message("coup_detat.trick.revoke", {"number": number, "card": card, "word": word})


def _trick_message(deal: Tricks, president: int) -> Message:
    """Return a message about a trick: who won it, and what it costs or earns (CE-30 … 36, 42)."""
    terms, winner, number = deal.terms, deal.trick.winner, len(deal.tricks)
    cards = (*deal.trick.cards, deal.table) if deal.is_table_card_up else deal.trick.cards
    costly = terms.costly(cards)
    amount = terms.cost(costly, ends=number in (0, HAND_SIZE - 1))
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
