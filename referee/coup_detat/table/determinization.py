"""Determinizations: the hands and the table card that a bot samples to look ahead.

The search ends with the deal. It assumes that players follow suit, and that they pass only if no
card fits.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import exp
from typing import NamedTuple, cast

from referee.contract import Cell
from referee.coup_detat.flow import apply, seats_to_act
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import COUP, SUITED, remove_cards
from referee.coup_detat.state.rows import Rows, grid_cell
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import Tricks
from referee.coup_detat.table.estimate import (
    best_contracts,
    cash,
    cash_after_deal,
    swap_coup_card,
)
from referee.coup_detat.table.playout import next_play, sensible_card
from referee.coup_detat.table.run_out import opening_card
from referee.determinization import Action, Chance, Hands
from referee.kit import replaced

# The lead in francs over the average of the others that is almost as good as a win. With 400
# instead of 1,200, bots won half as many matches against players who follow common advice.
WINNING_LEAD = 1200.0
CAREFUL_PROBABILITY = 0.8  # Probability that a playout chooses the sensible card.
# A bot makes these moves only if nobody else acts first.
LATE_MOVES = moves.OnTable | moves.NothingLeft | moves.LetStand


class Determinization(NamedTuple):
    """A state with each seat's hand, in the order of the pack, and the table card.

    Information sets differ only in the hand of the `thinker`, because the other hands have too many
    combinations. The search ends with deal number `deal`. `before` is what each seat owned before
    the search. If it is `narrow`, the thinker attempts one of the two best contracts only.
    """

    state: State
    hands: Hands
    table: str
    thinker: int
    deal: int
    before: tuple[float, ...]
    narrow: bool = False

    @property
    def mover(self) -> int | None:
        """The seat that must decide. It is None if nobody must decide, or if the deal is over."""
        state, phase = self.state, self.state.phase
        if state.deals != self.deal:
            return None
        match phase:
            case phases.Speaking() | phases.Claiming():
                holders = (seat for seat, hand in enumerate(self.hands) if COUP in hand)
                return next(holders, state.president)
            case phases.Playing(deal=deal):
                seats = deal.answers.unanswered or (deal.trick.next_player,)
                return self.thinker if self.thinker in seats else seats[0]
            case (
                phases.Naming()
                | phases.NamingSuit()
                | phases.Laying()
                | phases.Lending()
                | phases.WaitingForLoan()
            ):
                return next(iter(seats_to_act(state)), None)
            case phases.TurningUpRest() as phase:
                return self._rest_move(phase).mover
            case phases.DecidingRevokes(seat=seat):
                others = state.opponents(seat)
                return self.thinker if self.thinker in others else others[0]
        return None

    @property
    def _seat(self) -> int:
        return cast("int", self.mover)

    def information_set_key(self) -> Hashable:
        """Return the thinker's hand while it is the thinker who must decide, else None."""
        return self.hands[self.thinker] if self._seat == self.thinker else None

    def _rest_move(self, phase: phases.TurningUpRest) -> moves.CardLeft | moves.NothingLeft:
        """Return the move after an attempt at Dominoes: the thinker shows no hand but its own."""
        own = self.hands[phase.seat] if self.thinker == phase.seat else ()
        return _rest_move(phase, own)

    def legal_actions(self) -> Sequence[Action]:
        """Return the legal declarations and cards."""
        return [Action(move, late=isinstance(move, LATE_MOVES)) for move in self._moves()]

    def _moves(self) -> Iterator[moves.Move]:
        state, seat = self.state, self._seat
        hand = self.hands[seat]
        match state.phase:
            case phases.Speaking() if COUP in hand:
                yield moves.Decline(seat)
                yield moves.Attempt(seat)
            case phases.Claiming() if COUP in hand:
                yield moves.Mine(seat)
            case phases.Speaking() | phases.Claiming():
                yield moves.OnTable(seat)
            case phases.Naming():
                some = best_contracts(state, seat, hand) if self._attempts else state.contracts_left
                for name in some:
                    yield moves.NameContract(seat, name)
            case phases.Playing(deal=deal) if deal.answers.unanswered:
                yield moves.Answer(seat, lodge=False)
                yield moves.Answer(seat, lodge=True)
            case phases.Playing(deal=deal):
                cards = _playable_cards(deal, hand)
                for card in cards:
                    yield moves.CardPlayed(seat, (card,))
                if not cards:
                    yield moves.DeclareOnly(seat)
            case phases.NamingSuit(deal=deal):
                for suit in deal.nameable_suits:
                    yield moves.NameSuit(seat, suit)
            case phases.Laying(deal=rows):
                fits = [card for card in hand if card in rows.fitting_cards]
                for card in fits:
                    yield moves.CardLaid(seat, grid_cell(card))
                if rows.run:
                    yield moves.Done(seat)
                elif not fits:
                    yield moves.Pass(seat)
            case phases.TurningUpRest() as phase:
                yield self._rest_move(phase)
            case phases.DecidingRevokes():
                yield moves.LetStand(seat)
            case _:
                yield moves.Lend(seat)
                yield moves.Refuse(seat)

    @property
    def _attempts(self) -> bool:
        """Whether the thinker names the contract of a coup, of which few good ones are compared."""
        phase = self.state.phase
        names = isinstance(phase, phases.Naming) and phase.attempter == self._seat
        return names and self.narrow and self._seat == self.thinker

    def pruned(self) -> Determinization:
        """Return the same determinization, in which the thinker attempts good contracts only."""
        return self._replace(narrow=True)

    def playout_action(self, chance: Chance) -> Action:
        """Return a sensible action: decline the coup, or attempt it with the best contract, lodge
        no secret coup, and mostly play with sense.
        """
        deal, seat = self.state.phase.deal, self._seat
        if isinstance(self.state.phase, phases.Playing) and isinstance(deal, Tricks):
            cards = () if deal.answers.unanswered else _playable_cards(deal, self.hands[seat])
            if cards and chance.random() < CAREFUL_PROBABILITY:
                card = sensible_card(cards, next_play(deal))
                return Action(moves.CardPlayed(seat, (card,)))
        acts = self.legal_actions()
        laid = {act.move.laid.card: act for act in acts if isinstance(act.move, moves.CardLaid)}
        if isinstance(deal, Rows) and laid:
            if chance.random() < CAREFUL_PROBABILITY:
                begun = "".join(deal.laid[:1])
                return laid[opening_card(laid, self.hands[seat], len(deal.held), begun)]
        elif self._attempts or isinstance(acts[0].move, moves.Decline | moves.Answer | moves.Lend):
            return acts[0]
        return chance.choice(acts)

    def play(self, act: Action, chance: Chance) -> Determinization:
        """Return the position after an action and the forced moves that follow it."""
        del chance
        seat, hands, table = self._seat, self.hands, self.table
        state, _ = apply(self.state, act.move)
        match act.move:
            case moves.CardPlayed(cards=(card,)) | moves.CardLaid(laid=Cell(card=card)):
                hands = replaced(hands, seat, remove_cards(hands[seat], (card,)))
            case moves.Decline():
                hands, table = swap_coup_card(hands, seat, table), COUP
            case moves.NameContract() if type(state.phase) is phases.Laying and table != COUP:
                hands, table = swap_coup_card(hands, seat, table), COUP  # CE-53
        state = _play_forced_moves(state, hands, table)
        return self._replace(state=state, hands=hands, table=table)

    def evaluate(self) -> tuple[float, ...]:
        """Return how well each seat does in this deal, from what it gains more than the others.

        What it won before does not count: a player far ahead, or far behind, plays on with care.
        """
        now = self.state.deals == self.deal
        own = cash_after_deal(self.state, self.hands, self.table) if now else cash(self.state)
        gains = [one - was for one, was in zip(own, self.before, strict=True)]
        share = len(own) / (len(own) - 1)
        mean = sum(gains) / len(gains)
        ahead = [max(-9.0, min((gain - mean) * share / WINNING_LEAD, 9.0)) for gain in gains]
        return tuple(1 / (1 + exp(-item)) for item in ahead)


def _play_forced_moves(state: State, hands: Hands, table: str) -> State:
    """Return the state after each forced move that follows."""
    while True:
        match state.phase:
            case phases.PuttingBack() | phases.Gathering():
                move: moves.Move = moves.Cleared()
            case phases.TurningUp(deal=deal):
                trick = deal.trick
                move = moves.TableCardTurned((trick.card_of(trick.winner), table))
            case phases.TurningUpRest() as phase:
                move = _rest_move(phase, hands[phase.seat])
            case phases.DecidingRevokes(seat=seat):
                move = moves.LetStand(state.opponents(seat)[0])
            case _:
                return state
        state, _ = apply(state, move)


def _rest_move(
    phase: phases.TurningUpRest, hand: tuple[str, ...]
) -> moves.CardLeft | moves.NothingLeft:
    """Return the card of the suspect's hand that fitted when they passed, or that there is none."""
    telling = next((card for card in hand if card in phase.cards), None)
    if telling is not None:
        return moves.CardLeft(phase.seat, grid_cell(telling))
    return moves.NothingLeft(phase.deal.held.index(0))


def _playable_cards(deal: Tricks, hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of a hand that the player may play, or none if they must declare first."""
    if not deal.trick.cards:
        return tuple(card for card in hand if card == COUP or card[-1] not in deal.barred_suits)
    return SUITED.legal_cards(hand, deal.trick.suit)
