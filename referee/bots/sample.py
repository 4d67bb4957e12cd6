"""Determinizations of any game that says which of its cards are hidden.

The legal actions are the moves that seats are offered and the pending actions of their hands. A
card that is turned up, from a pile or in its place, is no choice: a bot does not know it before.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from msgspec.structs import replace

from referee.bots.dealt import Dealt, after_move, deal, possible_rests
from referee.contract import AskCards, AskPlace, By, Game, IllegalMove, Offer, SampleHidden
from referee.determinization import Action, Chance, Hands, Hidden, KnownHands
from referee.kit import moves_of
from referee.pending import CardAction, HandOver, Lay, Take, TurnUp, offers_of

AnyGame = Game[Any, Any, Any]
Made = tuple[Action, Any]  # An action and the state after it.
MOST_FORCED = 20  # Moves that follow each other without any choice.


def sampler_of(game: AnyGame) -> SampleHidden[Any]:
    """Return how hidden cards are sampled: by the game itself, or from its `hidden` cards.

    Raise `LookupError` if the game has no bots.
    """
    return game.require_bot().sample_hidden or partial(sample_hidden, game)


def sample_hidden(game: AnyGame, state: Any, seat: int, own: KnownHands, chance: Chance) -> Sample:
    """Return a sample of the hidden cards with the `own` hands. Raise `ImpossibleHand`."""
    state = game.require_bot().sample_secrets(state, seat, chance)
    dealt = deal(_hidden(game, state), own, chance)
    return Sample(game, state, dealt, seat, seat not in own)


def _hidden(game: AnyGame, state: Any) -> Hidden:
    assert game.table.hidden is not None
    hidden: Hidden = game.table.hidden(state)
    return hidden


@dataclass(frozen=True, eq=False)
class Sample:
    """A state with one deal of its hidden cards.

    If several seats may act, `first` does, after the seats that need not wait for others. It
    `waits`, too, unless the sample is its own.
    """

    game: AnyGame
    state: Any
    dealt: Dealt
    first: int
    waits: bool = True

    @property
    def hands(self) -> Hands:
        """The cards of each hand, and then of each card that lies face down."""
        return self.dealt.hands

    @property
    def mover(self) -> int | None:
        """The seat that decides. None if nobody has a choice, or the match is over."""
        return None if self._decision is None else self._decision[0]

    def legal_actions(self) -> Sequence[Action]:
        """Return the actions of the mover, with each choice of the cards that it keeps."""
        assert self._decision is not None
        return [*self._decision[1]]

    def information_set_key(self) -> Hashable:
        """Return the hands that the mover may look at, and its own face-down cards."""
        seat, hidden = self.mover, self.dealt.hidden
        hands = self.game.table.visible_hands(self.state, seat)
        downs = enumerate(hidden.downs, len(hidden.hands))
        own = [number for number, down in downs if down.seat == seat]
        return tuple(self.hands[hand] for hand in (*hands, *own) if hand < len(self.hands))

    def playout_action(self, chance: Chance) -> Action:
        """Return any legal action."""
        return chance.choice(self.legal_actions())

    def play(self, act: Action, chance: Chance) -> Sample:
        """Return the sample after an action and all moves in which nobody has a choice."""
        if self._decision is None or act not in self._decision[1]:  # A move that people made.
            seat = self.mover if act.move.mover is None else act.move.mover
            state, _ = self.game.rules.apply(self.state, act.move)
        else:
            seat, states = self._decision
            state = states[act]
        return self._after(act, state, seat, chance).unforced(chance)

    def evaluate(self) -> tuple[float, ...]:
        """Return what the game makes of the hands, or how the seats stand."""
        evaluate, rules = self.game.require_bot().evaluate, self.game.rules
        if evaluate is not None:
            return evaluate(self.state, self.hands)
        view, outcome = self.game.shown.view(self.state, None), rules.outcome(self.state)
        seats = range(len(view.seats))
        if outcome is None:
            stands = (rules.standing(self.state, seat) for seat in seats)
            pairs = zip(view.seats, stands, strict=True)
            return _shares([(not seat.out, standing) for seat, standing in pairs])
        if not outcome.ranking:
            return tuple(
                (number in outcome.winners) / max(1, len(outcome.winners)) for number in seats
            )
        places = {index: place for place, group in enumerate(outcome.ranking) for index in group}
        return _shares([-places.get(item, len(seats)) for item in seats])

    def unforced(self, chance: Chance) -> Sample:
        """Return the sample after all moves in which nobody has a choice, such as a reading."""
        sample = self
        for _ in range(MOST_FORCED):
            after = None if sample.mover is not None else next(sample._forced_moves(chance), None)
            if after is None:
                break
            sample = after
        return sample

    # -- what seats decide -------------------------------------------------------------------------

    @cached_property
    def _decision(self) -> tuple[int, dict[Action, Any]] | None:
        """The seat that decides, and the state after each of its actions."""
        if self.game.rules.outcome(self.state) is not None:
            return None
        choices = [*self._choices()]
        at_once = {seat for seat, offer, _ in choices if not self._is_late(offer)}
        if not self.waits:
            at_once.add(self.first)
        for seat in sorted(
            {seat for seat, _, _ in choices},
            key=lambda seat: (seat not in at_once, seat != self.first, seat),
        ):
            made = [choice for choice in choices if choice[0] == seat]
            actions = dict(
                act for _, offer, cards in made for act in self._actions(seat, offer, cards)
            )
            if actions:
                return seat, actions | dict(self._late_actions())
        return None

    def _choices(self) -> Iterator[tuple[int, Offer, Sequence[str]]]:
        """Yield the offers to each seat, with the cards that it may use. Nobody revokes or lies
        about what they hold.
        """
        for one, offer in self._pending:
            if one.seat is not None and isinstance(one, Lay) and not isinstance(one, TurnUp):
                yield one.seat, offer, one.honest_cards(self.hands[one.seat])
            elif one.seat is not None and isinstance(one, Take):
                yield one.seat, offer, _possible(one.ask)
            elif one.seat is not None and isinstance(one, HandOver):
                yield one.seat, offer, ()
        for offer in self._spoken:
            if offer.by is By.SEAT and offer.seat is not None:
                hand = self.hands[offer.seat]
                if offer.shown.is_true_of(hand):
                    whole = replace(offer, ask=(*offer.ask, *offer.optional))
                    yield offer.seat, whole, hand

    def _actions(self, seat: int, offer: Offer, cards: Sequence[str]) -> Iterator[Made]:
        for move, after in self._moves(offer, cards):
            for kept in possible_rests(self.dealt, _hidden(self.game, after), seat):
                yield Action(move, kept, self._is_late(offer)), after

    def _is_late(self, offer: Offer) -> bool:
        """Whether bots wait for others before they make a move."""
        return self.game.rules.moves[offer.move] in self.game.require_bot().late

    def _late_actions(self) -> Iterator[Made]:
        """Yield the moves that the clock makes if every seat lets the time pass."""
        for offer in self._spoken:
            if offer.by is By.CLOCK:
                made = self._moves(offer, ())
                yield from ((Action(move, late=True), after) for move, after in made)

    # -- what follows ------------------------------------------------------------------------------

    def _forced_moves(self, chance: Chance) -> Iterator[Sample]:
        """Yield the samples after each move that nobody decides."""
        if self.game.rules.outcome(self.state) is not None:
            return
        offers = [(offer, self._source(one)) for one, offer in self._pending]
        others = (offer for offer in self._spoken if offer.by in (By.CAMERA, By.CLOCK))
        offers += ((offer, self.dealt.pile) for offer in others)
        for offer, cards in offers:
            for move, after in self._moves(offer, cards[: _needed(offer)]):
                yield self._after(Action(move), after, move.mover, chance)

    def _source(self, one: CardAction) -> tuple[str, ...]:
        """Return the cards that an action turns up: those face down, or those of the pile."""
        if isinstance(one, TurnUp) and (cards := self.dealt.face_down(one.source)):
            return cards
        return self.dealt.pile

    def _after(self, act: Action, state: Any, seat: int | None, chance: Chance) -> Sample:
        now = _hidden(self.game, state)
        dealt = after_move(self.dealt, now, seat, act.kept, chance)
        return Sample(self.game, state, dealt, self.first, self.waits)

    def _moves(self, offer: Offer, cards: Sequence[str]) -> Iterator[tuple[Any, Any]]:
        """Yield the legal moves of an offer with these cards, each with the state after it."""
        for move in moves_of(self.game.rules.moves, offer, cards):
            try:
                yield move, self.game.rules.apply(self.state, move)[0]
            except IllegalMove:
                continue

    @cached_property
    def _pending(self) -> tuple[tuple[CardAction, Offer], ...]:
        """The pending actions that become moves, with their offers."""
        actions = [
            action
            for action in self.game.table.pending(self.state)
            if isinstance(action, CardAction)
        ]
        return tuple(zip(actions, offers_of(actions), strict=True))

    @cached_property
    def _spoken(self) -> tuple[Offer, ...]:
        """The other offers, except minor ones, offers to which all must agree, and offers that bots
        never take.
        """
        by_hand, never = [offer for _, offer in self._pending], self.game.require_bot().never
        return tuple(
            offer
            for offer in self.game.rules.offers(self.state)
            if offer not in by_hand
            and (not offer.shown.aside or self._is_late(offer))
            and not offer.needs_all
            and self.game.rules.moves[offer.move] not in never
        )


def _possible(ask: AskCards | AskPlace) -> tuple[str, ...]:
    """Return the cards that may answer a question."""
    if isinstance(ask, AskPlace):
        return (*ask.places,)
    return tuple(card for card, count in ask.possible.items() for _ in range(count))


def _needed(offer: Offer) -> int:
    """Return how many new cards the answers to an offer have at least."""
    asks = [ask for ask in offer.ask if isinstance(ask, AskCards)]
    places = sum(isinstance(ask, AskPlace) for ask in offer.ask)
    return sum(ask.least - len(ask.known) for ask in asks) + places


def _shares(worth: Sequence[Any]) -> tuple[float, ...]:
    """Return the share of the other seats that each seat beats. A tie counts half."""
    others = max(1, len(worth) - 1)
    beaten = (sum(entry > other for other in worth) for entry in worth)
    ties = (sum(item == other for other in worth) - 1 for item in worth)
    return tuple((wins + even / 2) / others for wins, even in zip(beaten, ties, strict=True))
