"""The decisions of a finished match, and what each player knew before them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec

from referee.bots.sample import sampler_of
from referee.bots.search import Sampler
from referee.contract import Game
from referee.determinization import Action, Chance, Determinization, KnownHands, shuffled

TRIES = 24  # Maximum number of attempts to deal cards with which the move is legal.


@dataclass(frozen=True)
class Played:
    """A finished match: its moves, and its states, which start before the first move."""

    game: Game[Any, Any, Any]
    states: Sequence[Any]
    moves: Sequence[Any]


class Decision(NamedTuple):
    """A move to which there were alternatives, and what its player knew before it.

    In the samples of `known`, the player has the cards that are known by now to have been in the
    hand. In those of `unknown`, only the open cards are known.
    """

    at: int
    seat: int
    chosen: Action
    action_count: int  # Number of legal actions.
    known: Sampler
    unknown: Sampler


def decision(played: Played, at: int, people: Collection[int], random: Random) -> Decision | None:
    """Return a move as the decision of one of the `people`.

    Return None if the person had no alternative, or if no alternative is known. Raise
    `RefereeError` or `LookupError` if the reconstructed hand is impossible.
    """
    game, state, move = played.game, played.states[at], played.moves[at]
    bot, sample_hidden = game.require_bot(), sampler_of(game)
    seat = move.mover
    if seat is None:
        seat = sample_hidden(state, min(people), {}, random).mover
    if seat is None or seat not in people:
        return None
    own: KnownHands = {}
    if bot.reconstruct_hand is not None:
        own = dict(bot.reconstruct_hand(played.states, played.moves, at, seat))

    def known(chance: Chance) -> Determinization:
        return _sample(game, state, seat, own, chance)

    for _ in range(TRIES):
        sample = known(random)
        if sample.mover != seat:
            return None
        actions = sample.legal_actions()
        same = [action for action in actions if _is_same(action.move, move)]
        if len(same) == 1:
            break
        if len(actions) < 2 or len(same) > 1:
            return None
    else:
        return None
    if len(actions) < 2:
        return None
    chosen = same[0]

    def known_with_chosen(chance: Chance) -> Determinization:
        """Return a sample in which the chosen action is legal."""
        for _ in range(TRIES):
            sample = known(chance)
            if chosen in sample.legal_actions():
                break
        return sample

    open_ = game.table.visible_hands(state, None)
    seen = {hand: cards for hand, cards in own.items() if hand in open_}
    unknown = partial(sample_hidden, state, seat, seen)
    return Decision(at, seat, chosen, len(actions), known_with_chosen, unknown)


def _sample(
    game: Game[Any, Any, Any], state: Any, seat: int, own: KnownHands, chance: Chance
) -> Determinization:
    """Return a sample in which the seat has the known cards of its hands.

    Samples accept only complete hands. So all hands are dealt at random first. Then the known cards
    replace some of the dealt ones.
    """
    sample_hidden = sampler_of(game)
    if not own:
        return sample_hidden(state, seat, own, chance)
    dealt, whole = sample_hidden(state, seat, {}, chance), dict[int, tuple[str, ...]]()
    for hand, cards in own.items():
        held = Counter(dealt.hands[hand])
        others = shuffled((held - Counter(cards)).elements(), chance)
        whole[hand] = (*cards, *others[: max(0, len(dealt.hands[hand]) - len(cards))])
    return sample_hidden(state, seat, whole, chance)


def _is_same(move: Any, chosen: Any) -> bool:
    """Whether two moves are the same, even if their cards were read in different ways."""
    return move is not None and _plain(move) == _plain(chosen)


def _plain(move: Any) -> Any:
    if not isinstance(move, msgspec.Struct):
        return move
    fields = {name: getattr(move, name) for name in move.__struct_fields__}
    fields.pop("proof", None)
    fields.pop("behind", None)
    if isinstance(cards := fields.get("cards"), tuple):
        fields["cards"] = tuple(sorted(cards))
    return type(move), fields
