"""One Lie, a small bluffing game: cards face down, a doubt, and bots that lie.

In turn, each seat lays a card face down and names a rank, never a lower one than the last. The next
seat doubts it or lets it be. A doubted card is turned over: the liar, or the doubter, loses a life.
"""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from referee import contract, pending
from referee.contract import Cue, Frozen, Message, OfferMaker, Offers, Ruling
from referee.determinization import Down, Hidden
from referee.judge import Judge
from referee.kit import MoveBase, Played, Refusals, SeatMove, replaced
from referee.options import Seat, whole
from referee.table import Card, CardStatus, Layout, Zone

RANKS = ("J", "Q", "K", "A")
DECK = tuple(f"{rank}{suit}" for rank in RANKS for suit in "CDHS")
HAND = 2  # The deck has enough cards for six seats.
MOST_LIVES = 9
refuse, offer = Refusals("one_lie"), OfferMaker("one_lie")


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options of a match: the seat that starts, and the number of lives."""

    starter: Seat = 0
    lives: Annotated[int, whole(1, MOST_LIVES)] = 2


class Claim(SeatMove, tag="claim"):
    """A seat lays a card face down and says that it has this rank."""

    rank: str


class Believe(SeatMove, tag="believe"):
    """The next seat lets the card be. Nobody will see it."""


class Doubt(SeatMove, tag="doubt"):
    """The next seat doubts that the card has the rank."""


class TurnUp(MoveBase, tag="turn_up"):
    """The doubted card is turned over. `proof` lists the ids of the pictures that show it."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


Move = Claim | Believe | Doubt | TurnUp


class State(Frozen):
    """The state of a match. `said` is the rank of the card that `turn` laid, if any.

    `least` is the lowest rank that may be named. `seen` are the cards turned over in this deal, and
    `left` those of earlier turns, which somebody may clear.
    """

    turn: int
    lives: tuple[int, ...]
    hands: tuple[int, ...]
    said: str = ""
    doubted: bool = False
    least: str = RANKS[0]
    seen: tuple[str, ...] = ()
    left: tuple[Card, ...] = ()
    deal: int = 1

    @property
    def over(self) -> bool:
        """Whether a seat has no life left."""
        return min(self.lives) == 0

    @property
    def next(self) -> int:
        """The seat that answers, and plays next."""
        return (self.turn + 1) % len(self.lives)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards that nobody has seen in this deal."""
        return tuple(card for card in DECK if card not in self.seen)


def begin(options: Options, seats: int) -> State:
    """Return the first state of a match. Raise `BadOptions` if the options are invalid."""
    if options.starter not in range(seats) or not 1 <= options.lives <= MOST_LIVES:
        refuse.bad_options("OL-1", "begin", players=seats, most=MOST_LIVES)
    return State(options.starter, (options.lives,) * seats, (HAND,) * seats)


def apply(state: State, move: Move) -> Played[State]:
    """Return the state after `move`, and the rulings. Raise `IllegalMove` if it is not allowed."""
    if move not in offers(state):
        refuse("OL-1", "not_now")
    match move:
        case Claim(seat, rank):
            hands = replaced(state.hands, seat, state.hands[seat] - 1)
            here = (card for card in state.left if card.seat != seat)
            left = tuple(card for card in here if card.down or card.name in state.seen)
            message = Message("one_lie.ruled.claims", {"seat": seat, "rank": rank})
            after = replace(state, hands=hands, said=rank, least=rank, left=left)
            return after, (Ruling("OL-1", message, seats=(seat,)),)
        case Believe(seat):
            message = Message("one_lie.ruled.believes", {"seat": seat})
            return _next_turn(state, ""), (Ruling("OL-2", message, seats=(seat,)),)
        case Doubt(seat):
            message = Message("one_lie.ruled.doubts", {"seat": seat, "other_seat": state.turn})
            return replace(state, doubted=True), (Ruling("OL-2", message, seats=(seat,)),)
    (card,) = move.cards
    true = card[:-1] == state.said
    loses = state.next if true else state.turn
    lives = replaced(state.lives, loses, state.lives[loses] - 1)
    key = "true" if true else "lie"
    message = Message(
        f"one_lie.ruled.{key}", {"seat": state.turn, "other_seat": loses, "card": card}
    )
    after = replace(state, lives=lives, seen=(*state.seen, card), least=RANKS[0])
    return _next_turn(after, card), (Ruling("OL-3", message, seats=(loses,), proof=move.proof),)


def _next_turn(state: State, face: str) -> State:
    """Return the state in which the next seat plays, after a new deal if no cards are left.

    The card of this turn is still on the table. `face` is its name, or empty if nobody has seen it.
    """
    card = Card(face, Zone("seat", state.turn), None, CardStatus.TO_CLEAR, state.turn)
    state = replace(state, turn=state.next, said="", doubted=False, left=(*state.left, card))
    if any(state.hands) or state.over:
        return state
    hands = (HAND,) * len(state.hands)
    return replace(state, hands=hands, deal=state.deal + 1, least=RANKS[0], seen=(), left=(card,))


def pending_actions(state: State) -> tuple[pending.PendingAction, ...]:
    """Return what people must do by hand now: lay a card face down, or turn a doubted one over."""
    zone = Zone("seat", state.turn)
    if not state.said and not state.over:
        return (pending.LayDown(phase(state), zone, state.turn, rule="OL-1"),)
    if not state.doubted:
        return ()
    at = (phase(state), zone, None, dict.fromkeys(state.unseen, 1))
    return (offer.by_hand(pending.TurnUp, "turn_up", "OL-3", *at, source=zone),)


def offers(state: State) -> Offers:
    """Return the moves that seats may make now, and the cue for each seat's lamp."""
    items = pending.offers_of(pending_actions(state))
    seat, cue = (state.next, Cue.MAY_CHALLENGE) if state.said else (state.turn, Cue.TURN)
    if state.over:
        return Offers((), tuple(Cue.WON if won else Cue.LOST for won in _in_lead(state)))
    if state.doubted:
        cue = Cue.WAIT
    elif state.said:
        doubt = offer("doubt", seat, press=contract.Press.SHORT)
        items = (doubt, offer("believe", seat, press=contract.Press.LONG))
    else:
        ranks = RANKS[RANKS.index(state.least) :]
        named = (contract.Choice(item, Message(f"one_lie.rank.{item}")) for item in ranks)
        items = (offer("claim", seat, contract.AskChoice("rank", tuple(named))),)
    cues = (cue if number == seat else Cue.IDLE for number in range(len(state.lives)))
    return Offers(items, tuple(cues))


def layout(state: State) -> Layout:
    """Return where each card must lie."""
    back = Card("", Zone("seat", state.turn), seat=state.turn)
    return Layout((*state.left, back) if state.said else state.left)


def hidden(state: State) -> Hidden:
    """Return the cards that nobody sees: the cards in the hands, and the laid card."""
    downs = (Down(Zone("seat", state.turn), state.turn),) if state.said else ()
    return Hidden(state.unseen, state.hands, downs, deal=state.deal)


def _in_lead(state: State) -> tuple[bool, ...]:
    return tuple(lives == max(state.lives) for lives in state.lives)


def phase(state: State) -> Message:
    """Return the sentence that describes the current phase."""
    key = "turn"
    if state.over:
        key = "over"
    elif state.said:
        key = "turn_up" if state.doubted else "answer"
    return Message(f"one_lie.phase.{key}", {"seat": state.turn, "other_seat": state.next})


def view(state: State, seat: int | None) -> contract.View:
    """Return what `seat` may see, or what a spectator may see if `seat` is None."""
    cues = enumerate(zip(offers(state).cues, state.lives, strict=True))
    seats = tuple(
        contract.SeatView(one, cue, (contract.Token("life", lives),)) for one, (cue, lives) in cues
    )
    deals = not state.over and not state.said and set(state.hands) == {HAND} and not state.seen
    deal = contract.Deal(state.deal, state.hands, shuffle=True) if deals else None
    least = Message("one_lie.fact.least", {"rank": state.least})
    facts = () if state.over else (least,)
    focus, over = contract.Focus(phase(state), seat=state.turn), outcome(state)
    return contract.View("one_lie", state.deal, phase(state), focus, seats, seat, facts, deal, over)


def outcome(state: State) -> contract.Outcome | None:
    """Return how the match ended, or None while it goes on."""
    winners = tuple(seat for seat, won in enumerate(_in_lead(state)) if won)
    return contract.Outcome(phase(state), winners) if state.over else None


GAME: contract.Game[Options, State, Move] = contract.Game(
    name="one_lie",
    seats=range(2, 7),
    rules=contract.Rules(
        options=Options,
        state=State,
        move=Move,
        begin=begin,
        apply=apply,
        offers=offers,
        outcome=outcome,
        standing=lambda state, seat: state.lives[seat],
    ),
    table=contract.OnTable(
        cards=contract.Cards(str.upper, lambda _options: dict.fromkeys(DECK, 1)),
        layout=layout,
        pending=pending_actions,
        judge=Judge(apply, actions=pending_actions, moves=Move),
        hidden=hidden,
    ),
    shown=contract.Shown(view=view),
    bot=contract.BotPlay(bluffs=True, horizon=8),
)
