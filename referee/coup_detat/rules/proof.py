"""Whether the rest of a deal can change a payment, whoever holds which of the unseen cards (SL-25).

A proof uses only what everybody has seen: the cards played, the suits that players lacked, the
passes, and how many cards each seat still holds. It never knows a hand. The payments of a secret
coup follow from the cards that the opponents take, so the answers do not matter.

All ways to play on that fit the cards seen are tried. With many cards left that would take too
long. Then the proof needs no trying: the attempt has failed already, or no card and no trick costs
anything any more.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from referee.coup_detat.state.cards import COUP, SUITS, in_pack_order
from referee.coup_detat.state.deals import Revoke
from referee.coup_detat.state.phases import AnyDeal
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.settlement import may_take_all
from referee.coup_detat.state.state import State
from referee.coup_detat.state.trick import Rest
from referee.coup_detat.state.tricks import Tricks

MOST_CARDS = 8  # Unseen cards: the last two tricks. With 12, trying takes seconds.
MOST_POSITIONS = 1_000  # Of two tricks, 520 were the most that a proof took.


def decided_rest(state: State, deal: AnyDeal) -> Rest | None:
    """Return the rest of a deal if it provably changes no payment, or None.

    No trick lies on the table.
    """
    settled = _is_settled(deal)
    if not settled and len(deal.unseen) > MOST_CARDS:
        return None
    if not _can_be_dealt(deal):
        return None  # Somebody must have revoked, or passed wrongly: the next cards will show it.
    if settled:
        return Rest(None)
    return _tried_rest(deal, state.president, state.options.coup_names_suit)


@lru_cache(maxsize=512)
def _tried_rest(deal: AnyDeal, president: int, names_suit: bool) -> Rest | None:
    """Return the rest if all ways to play on lead to the same payments, or None."""
    ends, tried = dict[Hashable, AnyDeal](), set[Hashable]()
    for end in _ends(deal, names_suit, tried):
        ends.setdefault(_payments(end, president), end)
        if len(ends) > 1 or len(tried) > MOST_POSITIONS:
            return None
    return _rest(next(iter(ends.values())), deal)


def _ends(deal: AnyDeal, names_suit: bool, tried: set[Hashable]) -> Iterator[AnyDeal]:
    """Yield the positions after which nothing changes a payment, unless they were `tried`."""
    if (position := _position(deal)) in tried:
        return
    tried.add(position)
    if _is_settled(deal):
        yield deal
        return
    turns = _turns(deal) if isinstance(deal, Rows) else _plays(deal, names_suit)
    for after in turns:
        if _can_be_dealt(after):
            yield from _ends(after, names_suit, tried)


def _plays(deal: Tricks, names_suit: bool) -> Iterator[Tricks]:
    """Yield the deal after each card that the next player may hold and play."""
    lacks = deal.lacked_by(deal.trick.next_player)
    for card in deal.playable_cards:
        if card not in lacks:
            after = deal.plus(card)
            names = names_suit and after.trick.cards == (COUP,)
            for suit in SUITS if names else (after.trick.suit,):
                named = replace(after, trick=replace(after.trick, suit=suit)) if names else after
                yield named.gathered if named.trick.is_full else named


def _turns(rows: Rows) -> Iterator[Rows]:
    """Yield the rows after each turn that the player may take by the rules (CE-51, CE-52)."""
    fits, lacks = rows.fitting_cards, rows.lacked_by(rows.turn)
    yield from (rows.plus(card) for card in fits if card not in lacks)
    passed = () if rows.run else (Revoke(rows.turn, len(rows.turns), fits),)
    yield replace(rows.plus(), fails=(*rows.fails, *passed))


# -- positions -----------------------------------------------------------------------------------


def _can_be_dealt(deal: AnyDeal) -> bool:
    """Whether the unseen cards can lie in the hands, so that nobody holds a card that they lack.

    They can if for each group of seats, the other seats have room for the cards that this group
    lacks (Hall's theorem).
    """
    cards = frozenset(deal.unseen)
    groups = [(cards, len(cards))]  # The cards that a group lacks, and the others' room.
    for seat, held in enumerate(deal.held):
        lacked, own = deal.lacked_by(seat), held - (seat == deal.coup)
        for both, room in [(group & lacked, room - own) for group, room in groups]:
            if len(both) > room:
                return False
            if both:
                groups.append((both, room))
    return True


def _position(deal: AnyDeal) -> Hashable:
    """Return all on which the payments of the ways to play on depend."""
    lacks = tuple(map(deal.lacked_by, range(len(deal.held))))
    if isinstance(deal, Rows):
        return frozenset(deal.laid), lacks, deal.held, deal.turn, deal.run
    trick, costly = deal.trick, deal.terms.costly
    best = (trick.winner, trick.card_of(trick.winner)) if trick.cards else trick.leader
    taken = tuple([frozenset(costly(pile)) for pile in (*deal.taken_cards, trick.cards)])
    return deal.unseen, lacks, len(trick.cards), trick.suit, best, deal.coup, taken


def _is_settled(deal: AnyDeal) -> bool:
    """Whether no card still in play can change a payment."""
    if isinstance(deal, Rows):
        return deal.is_ended
    terms, attempter = deal.terms, deal.attempter
    if not any(deal.held) or (attempter is not None and not may_take_all(deal, attempter)):
        return True
    return not terms.ends and terms.is_free((*deal.unseen, *deal.trick.cards))


def _payments(deal: AnyDeal, president: int) -> Hashable:
    """Return what each opponent pays the President, or whether an attempt succeeds.

    At Dominoes, who pays (None: nobody) says as much.
    """
    seat, attempter, terms = _rest(deal, deal).seat, deal.attempter, deal.terms
    if attempter is not None:
        if isinstance(deal, Rows):
            return seat == attempter
        return may_take_all(deal, attempter) and (not terms.ends or seat == attempter)
    if isinstance(deal, Rows):
        return None if seat == president else seat
    piles = enumerate(deal.taken_cards)
    return tuple([terms.cost(pile, one == seat) for one, pile in piles if one != president])


def _rest(deal: AnyDeal, start: AnyDeal) -> Rest:
    """Return the cards taken, and the last seat, on the way to a settled position.

    At Dominoes, its seat was the last to hold cards or, in an attempt, the first to run out.
    """
    if isinstance(deal, Rows):
        return Rest(deal.holders[0] if deal.attempter is None else deal.held.index(0))
    costly, unseen = deal.terms.costly, {*start.unseen}
    new = (unseen.intersection(costly(pile)) for pile in deal.taken_cards)
    last = None if any(deal.held) else deal.trick.leader
    return Rest(last, tuple(map(in_pack_order, new)))
