"""The state of a match of Coyote."""

from __future__ import annotations

from msgspec import field

from referee.contract import Frozen
from referee.coyote.state.action_effects import NO_EFFECTS, ActionEffects
from referee.coyote.state.cards import DRAW
from referee.coyote.state.editions import EDITIONS, Edition
from referee.coyote.state.phases import Counted, Phase
from referee.kit import Speaking


class Setup(Frozen):
    """The values that stay the same throughout a match.

    `size` is the number of cards in the deck. `tokens` has the number of tokens of each optional
    action in use.
    """

    edition: str
    limit: int
    deck: dict[str, int]
    size: int
    tokens: dict[str, int] = field(default_factory=dict)

    @property
    def rules(self) -> Edition:
        """The rules of the edition."""
        return EDITIONS[self.edition]


class Announcement(Frozen):
    """An announcement that a seat made or took over."""

    seat: int
    number: int


class State(Speaking):
    """A match at one moment.

    `turn` is the seat that speaks or opens the next round. `discards` are the cards discarded since
    the last shuffle. The cards of this round are not among them. They lie in front of the players
    until the next round begins, and may stay as `earlier` until that round is challenged. `said`
    are the announcements of this round, and the last one stands.
    """

    setup: Setup
    phase: Phase
    round: int
    turn: int
    strikes: tuple[int, ...]
    discards: dict[str, int]
    acts: ActionEffects = NO_EFFECTS
    said: tuple[Announcement, ...] = ()
    earlier: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The standing announcement's number; 0 before the first one."""
        return self.said[-1].number if self.said else 0

    @property
    def announcer(self) -> int | None:
        """The seat whose announcement stands."""
        return self.said[-1].seat if self.said else None


def is_in(state: State, seat: int) -> bool:
    """Whether a seat is still in the match."""
    return state.strikes[seat] < state.setup.limit


def current_acts(state: State) -> ActionEffects:
    """Return the effects on the round that people play. Between two rounds there are none yet."""
    return NO_EFFECTS if type(state.phase) is Counted else state.acts


def player_count(state: State) -> int:
    """Return how many seats are still in the match."""
    return len(state.strikes) - state.strikes.count(state.setup.limit)


def active_count(state: State) -> int:
    """Return how many seats are still in the round."""
    return player_count(state) - len(state.acts.sitting)


def next_seat(state: State, seat: int) -> int:
    """Return the next seat that is still in, in the direction of play (CY-9, CY-10)."""
    strikes, limit, acts = state.strikes, state.setup.limit, state.acts
    step = -1 if acts.reversed else 1
    sitting = acts.sitting
    while True:
        seat = (seat + step) % len(strikes)
        if strikes[seat] < limit and (not sitting or seat not in sitting):
            return seat


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """Return the other seats still in the match, clockwise from a seat."""
    seats = len(state.strikes)
    others = ((seat + step) % seats for step in range(1, seats))
    return tuple(other for other in others if is_in(state, other))


def cards_held(state: State) -> int:
    """Return how many cards the players took this round: one each (CY-1), and more for actions."""
    out = state.strikes.count(state.setup.limit)
    result = state.phase.result
    if result is not None and state.strikes[result.loser] == state.setup.limit:
        out -= 1  # a seat that was eliminated by this round also held a card
    return len(state.strikes) - out + state.acts.cards_taken()


def cards_to_count(state: State) -> int:
    """Return how many of the held cards will count. Swapped-out cards do not (CY-63)."""
    return cards_held(state) - state.acts.times_used("swap")


def cards_turned_up(state: State) -> int:
    """Return how many of the cards on the mat draw cards have turned up."""
    cards = state.phase.cards
    return len(cards) - cards_held(state) if cards else 0


def swapped_out_draws(state: State) -> int:
    """Return how many draw cards are swapped out. They lie at the reveal, but draw nothing."""
    return state.acts.swapped_out().count(DRAW)


def drawing_cards(state: State, cards: tuple[str, ...]) -> int:
    """Return how many of `cards` are draw cards that draw."""
    return cards.count(DRAW) - swapped_out_draws(state)


def draws_pending(state: State) -> int:
    """Return how many cards the draw cards on the mat must still turn up (CY-21)."""
    return drawing_cards(state, state.phase.cards) - cards_turned_up(state)


def pile_after_deal(state: State) -> int:
    """Return the size of the draw pile after the players took their cards."""
    return state.setup.size - sum(state.discards.values()) - cards_held(state)


def pile_size(state: State) -> int:
    """Return the size of the draw pile now, without the cards that draw cards turned up."""
    there = pile_after_deal(state)
    if cards_turned_up(state) > there:  # the discards were shuffled into the pile
        there += sum(state.discards.values())
    return there - cards_turned_up(state)


def undiscarded(state: State) -> dict[str, int]:
    """Return how many copies of each card the deck has in addition to the discards (CY-11)."""
    deck, discards = state.setup.deck, state.discards
    if not discards:
        return deck
    return {
        card: number - discards.get(card, 0)
        for card, number in deck.items()
        if number > discards.get(card, 0)
    }


def returnable_discards(state: State) -> dict[str, int]:
    """Return the discards that a draw card may turn up. A pile that suffices needs none.

    Discards return only if the pile may run out. This is so if more draw cards are outside the
    discards than there are cards in the pile (CY-8, CY-21).
    """
    draws = undiscarded(state).get(DRAW, 0) - swapped_out_draws(state)
    return state.discards if draws > pile_after_deal(state) else {}
