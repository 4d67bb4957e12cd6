"""High Card, the smallest game: in each round the highest card wins a point."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee import contract, pending
from referee.contract import Cue, Frozen, Message, OfferMaker, Offers, Ruling
from referee.determinization import Hidden
from referee.judge import Judge
from referee.kit import Played, Refusals, SeatMove, replaced
from referee.options import Seat, whole
from referee.table import Card, CardStatus, Layout, Zone

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
MOST_POINTS = 20
DECK = tuple(f"{rank}{suit}" for rank in RANKS for suit in "CDHS")
refuse, offer = Refusals("high_card"), OfferMaker("high_card")


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options of a match: the seat that starts, and the number of points that win."""

    starter: Seat = 0
    points: Annotated[int, whole(1, MOST_POINTS)] = 3


class Lay(SeatMove, tag="lay"):
    """A seat lays a card. `proof` lists the ids of the pictures that show it."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class State(Frozen):
    """The state of a match. `cards[i]` is the card of seat `i`, or an empty string."""

    to_win: int
    turn: int
    points: tuple[int, ...]
    cards: tuple[str, ...]
    round: int = 1

    @property
    def full(self) -> bool:
        """Whether every seat has laid a card in this round."""
        return all(self.cards)

    @property
    def over(self) -> bool:
        """Whether a seat has won."""
        return max(self.points) == self.to_win

    @property
    def possible(self) -> dict[str, int]:
        """The cards that seats may lay now, with a count for each. After a full round, this is
        every card.
        """
        return {card: 1 for card in DECK if self.full or card not in self.cards}


def begin(options: Options, seats: int) -> State:
    """Return the first state of a match. Raise `BadOptions` if the options are invalid."""
    if options.starter not in range(seats) or not 1 <= options.points <= MOST_POINTS:
        refuse.bad_options("HC-1", "begin", players=seats, most=MOST_POINTS)
    return State(options.points, options.starter, (0,) * seats, ("",) * seats)


def apply(state: State, move: Lay) -> Played[State]:
    """Return the state after `move`, and the rulings. Raise `IllegalMove` if it is not allowed."""
    if state.over or move.seat != state.turn:
        refuse("HC-1", "not_your_turn", seat=move.seat)
    if len(move.cards) != 1 or move.cards[0] not in state.possible:
        refuse("HC-1", "one_card", cards=move.cards)
    seats, (card,) = len(state.points), move.cards
    cards = replaced(("",) * seats if state.full else state.cards, move.seat, card)
    message = Message("high_card.ruled.laid", {"seat": move.seat, "card": card})
    laid = Ruling("HC-1", message, seats=(move.seat,), proof=move.proof)
    turn, number = (state.turn + 1) % seats, state.round + state.full
    after = replace(state, turn=turn, cards=cards, round=number)
    if not after.full:
        return after, (laid,)
    ranks = [RANKS.index(card[:-1]) for card in cards]
    best = ranks.index(max(ranks))
    if ranks.count(max(ranks)) > 1:
        return after, (laid, Ruling("HC-2", Message("high_card.ruled.even")))
    takes = Message("high_card.ruled.takes", {"seat": best, "card": cards[best]})
    after = replace(after, turn=best, points=replaced(state.points, best, state.points[best] + 1))
    return after, (laid, Ruling("HC-2", takes, seats=(best,)))


def pending_actions(state: State) -> tuple[pending.PendingAction, ...]:
    """Return what people must do by hand now: the seat to move lays a card before itself."""
    if state.over:
        return ()
    at = (phase(state), Zone("seat", state.turn), state.turn, state.possible)
    return (offer.by_hand(pending.Lay, "lay", "HC-1", *at, by=contract.By.SEAT),)


def offers(state: State) -> Offers:
    """Return the moves that seats may make now, and the cue for each seat's lamp."""
    cue = Cue.WON if state.over else Cue.TURN
    cues = (cue if seat == state.turn else Cue.IDLE for seat in range(len(state.points)))
    return Offers(pending.offers_of(pending_actions(state)), tuple(cues))


def layout(state: State) -> Layout:
    """Return where each card must lie."""
    status = CardStatus.TO_CLEAR if state.full else CardStatus.STAYS
    laid = ((seat, card) for seat, card in enumerate(state.cards) if card)
    return Layout(tuple(Card(card, Zone("seat", seat), None, status, seat) for seat, card in laid))


def hidden(state: State) -> Hidden:
    """Return the cards that nobody sees: each seat holds one until it plays it."""
    hands = tuple(int(state.full or not card) for card in state.cards)
    return Hidden(tuple(state.possible), hands, deal=state.round + state.full)


def phase(state: State) -> Message:
    """Return the sentence that describes the current phase."""
    return Message(f"high_card.phase.{'over' if state.over else 'turn'}", {"seat": state.turn})


def view(state: State, seat: int | None) -> contract.View:
    """Return what `seat` may see, or what a spectator may see if `seat` is None."""
    points = (contract.Token("point", points, state.to_win) for points in state.points)
    cues = enumerate(zip(offers(state).cues, points, strict=True))
    seats = tuple(contract.SeatView(one, cue, (token,)) for one, (cue, token) in cues)
    deals = not state.over and (state.full or not any(state.cards))
    number = state.round + (deals and state.full)
    deal = contract.Deal(number, (1,) * len(seats)) if deals else None
    focus, over = contract.Focus(phase(state), seat=state.turn), outcome(state)
    return contract.View("high_card", number, phase(state), focus, seats, seat, (), deal, over)


def outcome(state: State) -> contract.Outcome | None:
    """Return how the match ended, or None while it goes on."""
    return contract.Outcome(phase(state), (state.turn,)) if state.over else None


GAME: contract.Game[Options, State, Lay] = contract.Game(
    name="high_card",
    seats=range(2, 7),
    rules=contract.Rules(
        options=Options,
        state=State,
        move=Lay,
        begin=begin,
        apply=apply,
        offers=offers,
        outcome=outcome,
        standing=lambda state, seat: state.points[seat],
    ),
    table=contract.OnTable(
        cards=contract.Cards(str.upper, lambda _options: dict.fromkeys(DECK, 1)),
        layout=layout,
        pending=pending_actions,
        judge=Judge(apply, actions=pending_actions, moves=Lay),
        hidden=hidden,
    ),
    shown=contract.Shown(
        view=view,
    ),
    bot=contract.BotPlay(),
)
