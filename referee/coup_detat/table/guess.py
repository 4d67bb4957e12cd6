"""Hands and the table card as they may be: what a player of Coup d'État thinks with.

It looks to the end of the deal, follows suit, and passes only where nothing fits.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import exp
from typing import NamedTuple, cast

from msgspec.structs import replace

from referee.contract import Cell
from referee.coup_detat.rules.play import apply
from referee.coup_detat.rules.turns import waits_for
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import COUP, HAND, PLACE, pack, without
from referee.coup_detat.state.contracts import FINE
from referee.coup_detat.state.deals import Rows, Tricks
from referee.coup_detat.state.rows import cell
from referee.coup_detat.state.state import State
from referee.coup_detat.table.playout import careful, costs, opening, run_out
from referee.kit import replaced
from referee.worlds import Act, Chance, Hands, Own, Unlikely, dealt, must_fit

TRIES = 12  # deals, until nobody holds what they showed not to have
# Ahead of the others on average, that are nearly as good as won: with 400 half as many were won
# beside common advice.
FRANCS = 1200.0
LODGED = 0.1  # how often others lodge a secret coup
CARE = 0.8  # how often somebody plays as one should, without a thought
LATE = moves.OnTable | moves.NothingLeft | moves.LetStand  # once nobody has said otherwise


class World(NamedTuple):
    """A state with each seat's hand, in the order of the pack, and the table card.

    Of the hands only that of who thinks is told apart: there are too many. Nobody looks beyond the
    deal of that number.
    """

    state: State
    hands: Hands
    table: str
    thinker: int
    deal: int

    @property
    def mover(self) -> int | None:
        """Who is to decide; None once the deal is over, and where nobody is."""
        state, phase = self.state, self.state.phase
        if state.deals != self.deal:
            return None
        match phase:
            case phases.Speaking() | phases.Claiming():
                holders = (seat for seat, hand in enumerate(self.hands) if COUP in hand)
                return next(holders, state.president)
            case phases.Playing(deal=deal):
                seats = deal.answering or (deal.trick.due,)
                return self.thinker if self.thinker in seats else seats[0]
            case (
                phases.Naming()
                | phases.NamingSuit()
                | phases.Laying()
                | phases.Lending()
                | phases.Short()
            ):
                return next(iter(waits_for(state)), None)
            case phases.TurningLeft(seat=seat, deal=rows):
                mine = self.thinker == seat and bool(self._left())
                return seat if mine else rows.held.index(0)
            case phases.Judging(seat=seat):
                others = state.others(seat)
                return self.thinker if self.thinker in others else others[0]
        return None

    @property
    def _seat(self) -> int:
        return cast("int", self.mover)

    def sight(self) -> Hashable:
        """Return the hand of who thinks."""
        return self.hands[self.thinker] if self._seat == self.thinker else None

    def _left(self) -> list[str]:
        """Return the cards that tell that a pass was none, of who is to turn them up."""
        phase = cast("phases.TurningLeft", self.state.phase)
        return [card for card in self.hands[phase.seat] if card in phase.cards]

    def acts(self) -> Sequence[Act]:
        """Return what may be said, or which cards may be played."""
        return [Act(move, late=isinstance(move, LATE)) for move in self._moves()]

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
                for name in state.contracts_left:
                    yield moves.NameContract(seat, cast("moves.ContractName", name))
            case phases.Playing(deal=deal) if deal.answering:
                yield moves.Answer(seat, lodge=False)
                yield moves.Answer(seat, lodge=True)
            case phases.Playing(deal=deal):
                cards = _playable(deal, hand)
                for card in cards:
                    yield moves.CardPlayed(seat, (card,))
                if not cards:
                    yield moves.DeclareOnly(seat)
            case phases.NamingSuit(deal=deal):
                for suit in deal.may_name:
                    yield moves.NameSuit(seat, cast("moves.SuitName", suit))
            case phases.Laying(deal=rows):
                fits = [card for card in hand if card in rows.may_lay]
                for card in fits:
                    yield moves.CardLaid(seat, cell(card))
                if rows.run:
                    yield moves.Done(seat)
                elif not fits:
                    yield moves.Pass(seat)
            case phases.TurningLeft(seat=shows):
                tells = self._left() if seat == shows else []
                yield moves.CardLeft(seat, cell(tells[0])) if tells else moves.NothingLeft(seat)
            case phases.Judging():
                yield moves.LetStand(seat)
            case _:
                yield moves.Lend(seat)
                yield moves.Refuse(seat)

    def likely(self, chance: Chance) -> Act:
        """Return what somebody does who declines, lodges nothing, and takes care."""
        deal = self.state.phase.deal
        if isinstance(self.state.phase, phases.Playing) and isinstance(deal, Tricks):
            cards = () if deal.answering else _playable(deal, self.hands[self._seat])
            if cards and chance.random() < CARE:
                takes, trick = self._seat == deal.attempter, deal.trick
                price = deal.terms.price
                card = careful(cards, trick.cards, trick.suit, takes, price, trick.seats)
                return Act(moves.CardPlayed(self._seat, (card,)))
        acts = self.acts()
        laid = {one.move.laid.card: one for one in acts if isinstance(one.move, moves.CardLaid)}
        if isinstance(deal, Rows) and laid:
            if chance.random() < CARE:
                return laid[opening(laid, self.hands[self._seat], len(deal.held))]
        elif isinstance(acts[0].move, moves.Decline | moves.Answer | moves.Lend):
            return acts[0]
        return chance.choice(acts)

    def after(self, act: Act, chance: Chance) -> World:
        """Return the world after it: a full trick is gathered, a table card turned up."""
        del chance
        seat, hands, table = self._seat, self.hands, self.table
        state, _ = apply(self.state, act.move)
        match act.move:
            case moves.CardPlayed(cards=(card,)) | moves.CardLaid(laid=Cell(card=card)):
                hands = replaced(hands, seat, without(hands[seat], (card,)))
            case moves.Decline():
                hands, table = _swapped(hands, seat, table), COUP
            case moves.NameContract() if type(state.phase) is phases.Laying and table != COUP:
                hands, table = _swapped(hands, seat, table), COUP  # CE-53
        return World(_gone_on(state, hands, table), hands, table, self.thinker, self.deal)

    def worth(self) -> tuple[float, ...]:
        """Return how far ahead each seat is, in francs, what is owed to it, and what is to come."""
        accounts, deal = self.state.accounts, self.state.phase.deal
        own = [float(cash) for cash in accounts.cash]
        for debt in accounts.debts:
            own[debt.borrower] -= debt.owed
            if debt.lender is not None:
                own[debt.lender] += debt.owed
        if deal is not None and self.state.deals == self.deal:
            _to_come(own, deal, self)
        mean, often = sum(own) / len(own), len(own) / (len(own) - 1)
        ahead = [max(-9.0, min((one - mean) * often / FRANCS, 9.0)) for one in own]
        return tuple(1 / (1 + exp(-one)) for one in ahead)


def _to_come(own: list[float], deal: Tricks | Rows, world: World) -> None:
    """Change what each has by what is paid at the end, once all was played with care."""
    terms, president, attempter = deal.terms, world.state.president, deal.attempter
    if isinstance(deal, Rows):
        out = run_out(deal, world.hands)
        paid = [0.0 if seat in out else float(terms.last) for seat in range(len(own))]
        takes_all = out[0] == attempter
    else:
        paid = [float(cost) for cost in costs(deal, world.hands)]
        takes_all = attempter is not None and sum(paid) == paid[attempter]
    if attempter is None:
        for seat, cost in enumerate(paid):
            own[seat] -= cost
            own[president] += cost
    elif takes_all:
        for seat in world.state.others(attempter):
            own[seat] -= terms.gain
            own[attempter] += terms.gain
    else:
        own[attempter] -= FINE


def guess(state: State, seat: int, own: Own, chance: Chance) -> World:
    """Return a world that fits what was played, and mostly who showed to have no card of a suit.

    What others lodged in secret is drawn anew. Raises `Unlikely`.
    """
    state = _unseen(state, seat, chance)
    deal, seats = state.phase.deal, range(state.seats)
    counts = deal.held if deal is not None else (HAND,) * state.seats
    must_fit(own, counts)
    table = _table(state)
    holder = deal.coup if isinstance(deal, Tricks) else state.phase.attempter
    if isinstance(state.phase, phases.Speaking | phases.Claiming) and 0 < len(own) < state.seats:
        held = [one for one, hand in own.items() if COUP in hand]
        holder = held[0] if held else chance.choice([one for one in seats if one not in own])
        if seat == state.president and seat in own and not held:
            holder, table = None, COUP  # it asks, and says so where nobody answers
    known: dict[int, tuple[str, ...]] = {**own}
    if holder is not None and table != COUP and COUP not in known.setdefault(holder, (COUP,)):
        raise Unlikely(holder, known[holder])
    gone = {table, *_seen(deal)}
    hidden = [card for card in (*pack(state.seats), COUP) if card not in gone]
    lacks = [(fail.seat, fail.shows) for fail in deal.fails] if deal is not None else []
    for _ in range(TRIES):
        hands, pile = dealt(hidden, known, counts, chance)
        if all({*shows}.isdisjoint(hands[one]) for one, shows in lacks):
            break
    hands = tuple(tuple(sorted(hands[one], key=_place)) for one in seats)
    return World(state, hands, table or "".join(pile[:1]), seat, state.deals)


def _unseen(state: State, seat: int, chance: Chance) -> State:
    """Return the state with the answers of others about a secret coup as they may be (CE-61)."""
    phase = state.phase
    at = phase if isinstance(phase, phases.InTricks) else getattr(phase, "after", None)
    if not isinstance(at, phases.InTricks) or not at.deal.answers:
        return state
    answers = tuple(
        answer if answer is None or one in (seat, state.president) else chance.random() < LODGED
        for one, answer in enumerate(at.deal.answers)
    )
    now = replace(at, deal=replace(at.deal, answers=answers))
    return replace(state, phase=now if at is phase else replace(phase, after=now))


def _seen(deal: Tricks | Rows | None) -> set[str]:
    """Return the cards that all have seen in a deal, and that are in no hand."""
    if isinstance(deal, Tricks):
        return {deal.table, *(card for trick in deal.every for card in trick.cards)}
    return {turn.card for turn in deal.lying} if deal is not None else set()


def _table(state: State) -> str:
    """Return the table card where it is known: the Coup card, or one that was turned up."""
    phase, deal = state.phase, state.phase.deal
    if isinstance(deal, Tricks) and deal.table:
        return deal.table
    put_away = deal.decliner if deal is not None else getattr(phase, "decliner", None)
    return COUP if put_away is not None or isinstance(deal, Rows) else ""


def _gone_on(state: State, hands: Hands, table: str) -> State:
    """Return the state once all that follows is done that nobody decides."""
    while True:
        match state.phase:
            case phases.PuttingBack() | phases.Gathering():
                move: moves.Move = moves.Cleared()
            case phases.TurningUp(deal=deal):
                trick = deal.trick
                move = moves.TableCardTurned((trick.card(trick.winner), table))
            case phases.TurningLeft(seat=seat, cards=cards, deal=deal):
                tells = [card for card in hands[seat] if card in cards]
                ran_out = next(one for one, many in enumerate(deal.held) if not many)
                move = moves.CardLeft(seat, cell(tells[0])) if tells else moves.NothingLeft(ran_out)
            case phases.Judging(seat=seat):
                move = moves.LetStand(state.others(seat)[0])
            case _:
                return state
        state, _ = apply(state, move)


def _playable(deal: Tricks, hand: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of a hand that may be played: none where only a declaration is left."""
    trick = deal.trick
    if not trick.cards:
        return tuple(card for card in hand if card == COUP or card[-1] not in deal.barred)
    follows = tuple(card for card in hand if card != COUP and trick.follows(card))
    if not follows:
        return hand
    return (*follows, COUP) if COUP in hand else follows


def _swapped(hands: Hands, seat: int, table: str) -> Hands:
    """Return the hands after the Coup card of one was put away for the table card."""
    held = (*without(hands[seat], (COUP,)), table)
    return replaced(hands, seat, tuple(sorted(held, key=_place)))


def _place(card: str) -> int:
    return PLACE.get(card, len(PLACE))
