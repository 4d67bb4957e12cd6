"""Determinizations: the hands and the pile that a bot samples to look ahead in Plenty Coups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice, repeat
from math import exp
from typing import Any, NamedTuple, cast

from referee.contract import Offer, by_tag
from referee.determinization import (
    Action,
    Chance,
    Hands,
    ImpossibleHand,
    KnownHands,
    check_known_hands,
    deal_hidden,
    shuffled,
)
from referee.kit import compare_cards, moves_of, replaced
from referee.plenty_coups.flow import FLOW, apply
from referee.plenty_coups.rules import raids
from referee.plenty_coups.rules.ending import ranked_result
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.state import State
from referee.plenty_coups.table.prospects import card_value, merit, prospects

KINDS = by_tag(moves.Move)
# Tuned with 20 two-player matches of a medium bot against a player who follows common advice. The
# bot won 80 % of them with LARGE_GAIN 1.0, 70 % with 0.6 and 43 % with 0.35. With LARGE_GAIN 0.6,
# it won 70 % if it searched 8 actions and 40 % if it searched all of them, about 30. Each share has
# an error of 10 %.
LARGE_GAIN = 1.0  # A gain of prestige that counts as large.
SEARCHED_ACTIONS = 8  # Number of actions that a search tries.
PLAYOUT_NOISE = 0.1  # Random part of the merit of a playout move, in prestige.


class Determinization(NamedTuple):
    """A state with each tribe's hand, in the order of the camps, and the pile from its top card.

    The search stops after the turn in `until`, given as round and tribe. `before` holds each seat's
    lead when the search began. Information sets differ only in the hand of the `thinker`, because
    the other hands have too many combinations.
    """

    state: State
    hands: Hands
    pile: tuple[str, ...]
    thinker: int
    until: tuple[int, int] | None = None
    before: tuple[float, ...] = ()
    narrow: bool = False

    @property
    def mover(self) -> int | None:
        """The seat that plays the tribe to move.

        It is None while players turn up cards, and after the search has ended.
        """
        state = self.state
        if isinstance(state.phase, phases.Turning | phases.Sweeping | phases.Over):
            return None
        if self.until is not None and self.until != (state.round, state.turn):
            return None
        return state.player_of(state.acting)

    def information_set_key(self) -> Hashable:
        """Return the thinker's hand while the thinker's tribe must act, and None otherwise."""
        acting = self.state.acting
        return tuple(sorted(self.hands[acting])) if acting == self.thinker else None

    def legal_actions(self) -> Sequence[Action]:
        """Return the offered moves that the hand has cards for.

        A move that waits for a second card is left out if the hand lacks that second card.
        """
        if self.narrow:
            best = list(islice(self._moves_by_merit(None), SEARCHED_ACTIONS))
            return [Action(move) for move in best] or [self._take_back()]
        return [
            Action(move) for move in self._offered_moves() if not self._lacks_second_card(move)
        ] or [self._take_back()]

    def pruned(self) -> Determinization:
        """Return the same determinization, restricted to the few best actions."""
        return self._replace(narrow=True)

    def _offered_moves(self) -> dict[moves.Move, None]:
        return dict.fromkeys(move for offer in self._bot_offers() for move in self._moves_of(offer))

    def _moves_by_merit(self, chance: Chance | None) -> Iterator[moves.Move]:
        """Yield the legal moves, with the best first. If `chance` is given, the order varies a
        little.
        """
        hand, found = self.hands[self.state.acting], self._offered_moves()
        merits = [
            merit(self.state, hand, move) + (PLAYOUT_NOISE * chance.random() if chance else 0.0)
            for move in found
        ]
        for _, move in sorted(zip(merits, found, strict=True), key=lambda one: -one[0]):
            if not self._lacks_second_card(move):
                yield move

    def _bot_offers(self) -> list[Offer]:
        never = ("take_back", "gift") if self.narrow else ("take_back",)  # hunts serve as well
        return [one for one in FLOW.offers(self.state) if one.move not in never]

    def _moves_of(self, offer: Offer) -> Iterator[moves.Move]:
        held = self.state.market if offer.move == "take" else self.hands[self.state.acting]
        if not {*offer.given.get("cards", ())} <= {*held}:
            return iter(())
        waits = _waiting_card(self.state)  # It still counts as part of the hand.
        return moves_of(KINDS, offer, compare_cards(held, (waits,))[0] if waits else held)

    def _lacks_second_card(self, move: moves.Move) -> bool:
        """Whether a card would wait for a second one that the hand lacks."""
        match move:
            case moves.Raid(camp=camp, cards=cards) if raids.beats(self.state, camp, cards):
                return False
            case moves.Raid() | moves.Defend():
                after, _ = apply(self.state, move)
                world = self._replace(state=after)
                return bool(_waiting_card(after)) and not any(
                    True for offer in world._bot_offers() for _ in world._moves_of(offer)
                )
        return False

    def _take_back(self) -> Action:
        return Action(moves.TakeBack(self.state.seat))

    def playout_action(self, chance: Chance) -> Action:
        """Return an action that looks good without any search ahead."""
        move = next(self._moves_by_merit(chance), None)
        return self._take_back() if move is None else Action(move)

    def play(self, act: Action, chance: Chance) -> Determinization:
        """Return the position after an action.

        Players then refill their hands. They also clear and refill the market.
        """
        state, hands, tribe, move = self.state, self.hands, self.state.acting, act.move
        after, _ = apply(state, move)
        if isinstance(move, moves.Take):
            hands = replaced(hands, tribe, (*hands[tribe], *move.cards))
        elif len(_waiting_card(after)) <= len(_waiting_card(state)):
            hands = replaced(
                hands, tribe, tuple(compare_cards(hands[tribe], _played_cards(state, move))[0])
            )
        if isinstance(move, moves.Gift):
            hands = _exchange_cards(state, hands, tribe, move.camp)
        elif isinstance(move, moves.Exchange):
            hands = _exchange_cards(state, hands, tribe, cast("int", state.ally(tribe)))
        return _draw_pending_cards(self._replace(state=after, hands=hands), chance)

    def evaluate(self) -> tuple[float, ...]:
        """Return each seat's value, from 0 to 1.

        The value grows with the seat's lead in prestige over the best other seat, compared with
        `before`.
        """
        state = self.state
        if type(state.phase) is phases.Over:
            totals = [
                ranked_result(state, tribe).ranking_key() for tribe in range(state.setup.seats)
            ]
            return tuple(float(one == max(totals)) for one in totals)
        gains = zip(_leads(state, self.hands), self.before or repeat(0.0), strict=False)
        return tuple(1 / (1 + exp((was - one) / LARGE_GAIN)) for one, was in gains)


def _leads(state: State, hands: Hands) -> tuple[float, ...]:
    """Return each seat's lead in prestige over the best other seat that is not its ally."""
    found = prospects(state, hands)
    return tuple(
        one - max(other for at, other in enumerate(found) if at not in (seat, state.ally(seat)))
        for seat, one in enumerate(found)
    )


def sample_hidden(state: State, seat: int, own: KnownHands, chance: Chance) -> Determinization:
    """Return a determinization that is consistent with the moves and the cards that everybody saw.

    A card that waits for a second one may be in the known hand or on the table. The function raises
    `ImpossibleHand` if a known hand lacks a card that everybody saw its player take, or contradicts
    the match in another way.
    """
    tribes, acting = state.tribes, state.acting
    counts = [one.hand for one in tribes]
    if (waits := _waiting_card(state)) and len(own.get(acting, ())) == counts[acting] - 1:
        own = {**own, acting: (*own[acting], waits)}
    check_known_hands(own, counts)
    for tribe, cards in own.items():
        if compare_cards(cards, tribes[tribe].known)[1]:
            raise ImpossibleHand(tribe, cards)
    known = {tribe: own.get(tribe, one.known) for tribe, one in enumerate(tribes)}
    seen = (card for one in tribes for card in one.known)
    hidden = (*Counter(state.deck.unseen).elements(), *seen)
    hands, pile = deal_hidden(hidden, known, counts, chance)
    if not own:
        return Determinization(state, hands, pile, seat)
    return Determinization(
        state, hands, pile, seat, (state.round, state.turn), _leads(state, hands)
    )


def _waiting_card(state: State) -> str:
    """Return the card on the table that waits for a second one.

    It still counts as part of the hand.
    """
    return getattr(state.phase, "card", "")


def _played_cards(state: State, move: Any) -> tuple[str, ...]:
    """Return the cards of a move that come from the hand, and not from a raid on the table."""
    cards: tuple[str, ...] = getattr(move, "cards", ())
    if not isinstance(move, moves.Raid | moves.Reinforce):
        return cards
    raid = state.tribes[move.camp].raid
    if raid is None:
        return cards
    new, missing = compare_cards(cards, raid.cards)
    return cards if missing else tuple(new)


def _exchange_cards(state: State, hands: Hands, one: int, other: int) -> Hands:
    """Return the hands after two tribes have exchanged their least valuable cards."""
    given, back = (
        min(sorted(hands[each]), key=lambda held: card_value(state, each, held))
        for each in (one, other)
    )
    mine = (*compare_cards(hands[one], (given,))[0], back)
    theirs = (*compare_cards(hands[other], (back,))[0], given)
    return replaced(replaced(hands, one, mine), other, theirs)


def _draw_pending_cards(world: Determinization, chance: Chance) -> Determinization:
    """Return the position after players have drawn and turned up all pending cards."""
    state, hands, pile = world.state, world.hands, world.pile
    while True:
        lack = [one.hand - len(hand) for one, hand in zip(state.tribes, hands, strict=True)]
        if len(pile) != state.deck.pile + sum(lack):  # the players shuffled the discards
            pile = _shuffled_unseen(state, hands, chance)
        for tribe, many in enumerate(lack):
            if many:
                hands = replaced(hands, tribe, (*hands[tribe], *pile[:many]))
                pile = pile[many:]
        match state.phase:
            case phases.Turning():
                many = state.market_target - len(state.market)
                again = shuffled(Counter(state.deck.used).elements(), chance)
                turned, pile = (*pile, *again)[:many], pile[many:]
                state, _ = apply(state, moves.MarketRead((*state.market, *turned)))
            case phases.Sweeping():
                state, _ = apply(state, moves.Swept())
            case _:
                return world._replace(state=state, hands=hands, pile=pile)


def _shuffled_unseen(state: State, hands: Hands, chance: Chance) -> tuple[str, ...]:
    """Return the cards that nobody has seen and that are in no hand, shuffled."""
    rest = Counter(state.deck.unseen)
    for one, hand in zip(state.tribes, hands, strict=True):
        rest -= Counter(compare_cards(hand, one.known)[0])
    return shuffled(rest.elements(), chance)


# -- after the match ------------------------------------------------------------------------------


def reconstruct_hand(
    states: Sequence[State], made: Sequence[moves.Move], at: int, seat: int
) -> KnownHands:
    """Return the cards that the tribe on turn surely held before move `at`.

    These are the cards that it played before it drew new ones, and those that everybody saw it
    take.
    """
    del seat
    tribe = states[at].acting
    known, found = states[at].tribes[tribe].known, Counter[str]()
    for number in range(at, len(made)):
        state, move, after = states[number], made[number], states[number + 1]
        if isinstance(move, moves.MarketRead | moves.Swept | moves.HandSet):
            break
        if isinstance(move, moves.Gift | moves.Exchange | moves.Take):
            break
        if isinstance(move, moves.TakeBack) or after.tribes[tribe].hand > state.tribes[tribe].hand:
            break
        played_count = state.tribes[tribe].hand - after.tribes[tribe].hand
        if state.acting == tribe and played_count:
            played = _played_cards(state, move)
            if len(played) != played_count:
                break
            found.update(played)
    missing = tuple((found - Counter(known)).elements())
    cards = (*known, *missing)
    return {tribe: cards} if len(cards) <= states[at].tribes[tribe].hand else {tribe: known}
