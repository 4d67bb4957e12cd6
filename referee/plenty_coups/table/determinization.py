"""Determinizations: the hands and the pile that a bot samples to look ahead in Plenty Coups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

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
from referee.disk.networks import at_the_end, network_beside, shares
from referee.kit import compare_cards, moves_of, replaced
from referee.plenty_coups.bots import sight
from referee.plenty_coups.bots.sight import seen
from referee.plenty_coups.flow import FLOW, apply
from referee.plenty_coups.rules import raids
from referee.plenty_coups.rules.ending import ranked_result
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.cards import PROOF_VALUE, value
from referee.plenty_coups.state.state import State

KINDS = by_tag(moves.Move)

# After a gift, two hands have fewer known cards. A rating by known cards would see a change of the
# hands in that.
LEFT_OUT = {"take_back", "gift", "exchange"}


class Determinization(NamedTuple):
    """A state with each tribe's hand, in the order of the camps, and the pile from its top card.

    The search stops after the turn in `until`, given as round and tribe. Positions are rated as the
    `thinker` sees them. Information sets differ only in the thinker's hand, because the other hands
    have too many combinations.
    """

    state: State
    hands: Hands
    pile: tuple[str, ...]
    thinker: int
    until: tuple[int, int] | None = None

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
        offered = dict.fromkeys(
            move for offer in self._bot_offers() for move in self._moves_of(offer)
        )
        acts = [Action(move) for move in offered if not self._lacks_second_card(move)]
        return acts or [Action(moves.TakeBack(self.state.seat))]

    def _bot_offers(self) -> list[Offer]:
        return [choice for choice in FLOW.choices(self.state) if choice.move not in LEFT_OUT]

    def _moves_of(self, offer: Offer) -> Iterator[moves.Move]:
        held = self.state.market if offer.move == "take" else self.hands[self.state.acting]
        if not {*offer.given.get("cards", ())} <= {*held}:
            return iter(())
        waits = _waiting_card(self.state)  # It still counts as part of the hand.
        return moves_of(KINDS, offer, compare_cards(held, (waits,))[0] if waits else held)

    def _lacks_second_card(self, move: moves.Move) -> bool:
        """Whether a card would wait for a second card that the hand lacks."""
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

    def playout_action(self, chance: Chance) -> Action:
        """Return any legal action."""
        return chance.choice(self.legal_actions())

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
        if isinstance(move, moves.Gift | moves.Exchange):
            other = move.camp if isinstance(move, moves.Gift) else state.ally(tribe)
            assert other is not None
            hands = _exchange_cards(hands, tribe, other)
        return _draw_pending_cards(self._replace(state=after, hands=hands), chance)

    def evaluate(self) -> tuple[float, ...]:
        """Return each seat's share of a win, as the network rates what the thinker sees."""
        state, known = self.state, seen(self.state, self.thinker, self.hands[self.thinker])
        result = shares(network_beside(sight.__file__), known)
        if type(state.phase) is not phases.Over:
            return result
        totals = [ranked_result(state, tribe).ranking_key() for tribe in range(state.setup.seats)]
        return at_the_end([total == max(totals) for total in totals], result)


def sample_hidden(state: State, seat: int, own: KnownHands, chance: Chance) -> Determinization:
    """Return a determinization that is consistent with the moves and the cards that everybody saw.

    A card that waits for a second one may be in the known hand or on the table. The function raises
    `ImpossibleHand` if a known hand lacks a card that everybody saw its player take, or contradicts
    the match in another way.
    """
    tribes, acting = state.tribes, state.acting
    counts = [tribe.hand for tribe in tribes]
    if (waits := _waiting_card(state)) and len(own.get(acting, ())) == counts[acting] - 1:
        own = {**own, acting: (*own[acting], waits)}
    check_known_hands(own, counts)
    for tribe, cards in own.items():
        if compare_cards(cards, tribes[tribe].known)[1]:
            raise ImpossibleHand(tribe, cards)
    known = {tribe: own.get(tribe, owner.known) for tribe, owner in enumerate(tribes)}
    seen = (card for item in tribes for card in item.known)
    hidden = (*Counter(state.deck.unseen).elements(), *seen)
    hands, pile = deal_hidden(hidden, known, counts, chance)
    until = (state.round, state.turn) if own else None
    return Determinization(state, hands, pile, seat, until)


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


def _exchange_cards(hands: Hands, tribe: int, other: int) -> Hands:
    """Return the hands after two tribes have exchanged their lowest cards."""
    given, back = (min(hands[each], key=_rank) for each in (tribe, other))
    mine = (*compare_cards(hands[tribe], (given,))[0], back)
    theirs = (*compare_cards(hands[other], (back,))[0], given)
    return replaced(replaced(hands, tribe, mine), other, theirs)


def _rank(card: str) -> tuple[int, str]:
    """Return the key by which cards are kept: horses and coup sticks longest."""
    return value(card) or PROOF_VALUE + 1, card


def _draw_pending_cards(world: Determinization, chance: Chance) -> Determinization:
    """Return the position after players have drawn and turned up all pending cards."""
    state, hands, pile = world.state, world.hands, world.pile
    while True:
        lack = [owner.hand - len(hand) for owner, hand in zip(state.tribes, hands, strict=True)]
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
    for owner, hand in zip(state.tribes, hands, strict=True):
        rest -= Counter(compare_cards(hand, owner.known)[0])
    return shuffled(rest.elements(), chance)
