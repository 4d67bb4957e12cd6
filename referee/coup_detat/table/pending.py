"""The actions by hand in each phase: draw, show, play, lay or turn up cards, or clear some.

Cards to clear come first (SL-6, SL-10).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.contract import AskPlace, Message
from referee.coup_detat.rules.opening import drawable_cards
from referee.coup_detat.state import phases
from referee.coup_detat.state.cards import COUP, one_of_each
from referee.coup_detat.state.moves import offer
from referee.coup_detat.state.rows import Rows, Turn, grid_cell, grid_position
from referee.coup_detat.state.state import GRID, MIDDLE, TALON, State, seat_zone
from referee.pending import Clear, ClearAway, Lay, PendingAction, Return, TurnUp
from referee.table import Zone
from referee.tricks import card_due

PILE = Zone("pile")
_GATHER = Message("coup_detat.want.clear")


@lru_cache
def _of_seat(key: str, seat: int) -> Message:
    return Message(key, {"seat": seat})


# -- before a deal -------------------------------------------------------------------------------


def cards_to_draw(_state: State, phase: phases.Drawing) -> tuple[PendingAction, ...]:
    """Return the cards that seats must still draw, in any order (CE-3)."""
    possible, results = one_of_each(drawable_cards(phase)), []
    for seat in phase.seats_to_draw:
        fixed: dict[str, Any] = {"source": PILE, "given": {"player": seat}, "says": {"seat": seat}}
        own = (Message("coup_detat.want.draw"), seat_zone(seat), seat, possible)
        results.append(offer.by_hand(TurnUp, "card_drawn", "CE-3", *own, **fixed))
    return tuple(results)


def drawn_cards(_state: State, phase: phases.ClearingDraw) -> tuple[PendingAction, ...]:
    """Return the drawn cards, which must go."""
    drawn = tuple(Turn(seat, card) for seat, card in enumerate(phase.drawn) if card)
    return (_cards_to_gather(drawn, None, Message("coup_detat.focus.pick_up")),)


# The Coup card, which its holder may show.
_COUP_AT = (Message("coup_detat.want.coup"), MIDDLE, None, {COUP: 1})
COUP_CARD = (offer.by_hand(Lay, "coup_shown", "CE-10", *_COUP_AT),)


def shown_coup_card(_state: State, phase: phases.PuttingBack) -> tuple[PendingAction, ...]:
    """Return the shown Coup card, which goes back to its holder, or is dealt again (CE-10)."""
    kind: type[Clear] = Clear if phase.attempter is None else Return
    at = ("CE-10", Message("coup_detat.want.coup_back"), phase.lies, phase.attempter)
    return (offer.by_hand(kind, "cleared", *at, cards=(COUP,)),)


def contract_card(state: State, phase: phases.Naming) -> tuple[PendingAction, ...]:
    """Return the card by which a seat names a contract (CE-12)."""
    prompt, cards = _of_seat("coup_detat.focus.name", phase.seat), one_of_each(state.contracts_left)
    return (offer.by_hand(Lay, "contract_read", "CE-12", prompt, MIDDLE, phase.seat, cards),)


# -- tricks ----------------------------------------------------------------------------------------


def card_to_play(_state: State, phase: phases.Playing) -> tuple[PendingAction, ...]:
    """Return the card to play, after the remaining cards of earlier tricks (SL-22)."""
    deal = phase.deal
    seat = None if deal.waits_for_answers else deal.trick.next_player
    actions: tuple[PendingAction, ...] = ()
    if deal.beside:
        cards = tuple(turn.card for turn in deal.beside)
        zone = seat_zone(deal.beside[0].player)
        actions = (ClearAway(_GATHER, zone, seat, count=len(cards), cards=cards),)
    if seat is None:
        return actions
    prompt = _of_seat("coup_detat.focus.play", seat)
    fixed: dict[str, Any] = {"given": {"player": seat}, "says": {"seat": seat}}
    said, cards = ("card_played", "CE-21", prompt), deal.playable_cards
    return (*actions, card_due(offer, deal.trick, cards, said, **fixed))


def table_card(_state: State, phase: phases.TurningUp) -> tuple[PendingAction, ...]:
    """Return the table card, which the winner turns up next to their own card (CE-25)."""
    deal, winner = phase.deal, phase.deal.trick.winner
    own, prompt = deal.trick.card_of(winner), _of_seat("coup_detat.focus.table", winner)
    beside = (prompt, seat_zone(winner), winner, one_of_each((*deal.unseen, own)), (own,))
    return (offer.by_hand(TurnUp, "table_card_turned", "CE-25", *beside, source=TALON),)


def trick_to_gather(_state: State, phase: phases.Gathering) -> tuple[PendingAction, ...]:
    """Return the full trick, which its winner must gather (CE-21)."""
    deal = phase.deal
    return (_cards_to_gather(deal.open_turns, deal.trick.winner),)


def _cards_to_gather(turns: tuple[Turn, ...], seat: int | None, prompt: Message = _GATHER) -> Clear:
    """Return face-up cards in front of the seats, which must go together."""
    cards = tuple(turn.card for turn in turns)
    at = ("CE-21", prompt, seat_zone(turns[0].player), seat)
    return offer.by_hand(Clear, "cleared", *at, count=len(cards), cards=cards)


# -- Dominoes --------------------------------------------------------------------------------------


def domino_to_lay(state: State, phase: phases.Laying) -> tuple[PendingAction, ...]:
    """Return the domino to lay (CE-51), after the contract card, which lies on the grid."""
    rows = phase.deal
    cells, given = _own_cell(rows, rows.fitting_cards), {"player": rows.turn}
    at = (domino_prompt(rows), GRID, rows.turn, cells)
    lay = offer.by_hand(Lay, "card_laid", "CE-51", *at, given=given)
    if not state.marker:
        return (lay,)
    marker = Message("coup_detat.want.marker", {"card": state.marker})
    return (ClearAway(marker, MIDDLE, cards=(state.marker,)), lay)


def domino_prompt(rows: Rows) -> Message:
    """Return the request to lay the first domino, one more after an ace, or any that fits."""
    key = "coup_detat.focus.rows" if rows.turns else "coup_detat.focus.rows_first"
    return _of_seat("coup_detat.focus.rows_on" if rows.run else key, rows.turn)


def card_left(_state: State, phase: phases.TurningUpRest) -> tuple[PendingAction, ...]:
    """Return the card of the suspect's hand that fitted when they passed (CE-51)."""
    seat = phase.seat
    at = (_of_seat("coup_detat.focus.left", seat), GRID, seat, _own_cell(phase.deal, phase.cards))
    fixed: dict[str, Any] = {"given": {"player": seat}, "says": {"seat": seat}}
    return (offer.by_hand(Lay, "card_left", "CE-51", *at, **fixed),)


def _own_cell(rows: Rows, cards: tuple[str, ...]) -> AskPlace:
    """Return the question which of `cards` a player laid. Each has its own cell of the grid."""
    taken = tuple(grid_cell(turn.card) for turn in rows.open_turns)
    return AskPlace("laid", str(GRID), taken, _grid_positions(cards))


@lru_cache(maxsize=256)
def _grid_positions(cards: tuple[str, ...]) -> dict[str, tuple[tuple[int, int], ...]]:
    return {card: (grid_position(card),) for card in cards}
