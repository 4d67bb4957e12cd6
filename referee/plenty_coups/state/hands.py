"""Hands and the pile: how many cards each has, and which may be among them (PC-6, PC-82).

A hand is secret. What it may hold are the cards that everybody saw it take, and as long as it has
others beside them, any that nobody sees elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.kit import Played, replaced
from referee.plenty_coups.state.cards import CARDS, COUNTS
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import LAID_AWAY
from referee.plenty_coups.state.state import State
from referee.plenty_coups.table.layout import standing


def unknown(state: State, tribe: int) -> int:
    """Return how many cards of a hand nobody else saw."""
    return state.hands[tribe] - len(state.known[tribe])


def possible(state: State, tribe: int, among: Iterable[str] = CARDS) -> dict[str, int]:
    """Return which cards a hand may hold, and how many of each at most (PC-82)."""
    known, most = state.known[tribe], unknown(state, tribe)
    unseen = state.unseen if most else {}
    found = {}
    for card in among:
        many = unseen.get(card, 0)
        if many > most:
            many = most
        if known and card in known:
            many += known.count(card)
        if many:
            found[card] = many
    return found


def may_hold(state: State, tribe: int, card: str) -> bool:
    """Tell whether a hand may hold a card."""
    return card in state.known[tribe] or (card in state.unseen and unknown(state, tribe) > 0)


def may_hold_both(state: State, tribe: int, one: str, other: str) -> bool:
    """Tell whether a hand may hold two cards at once."""
    known, beyond = list(state.known[tribe]), []
    for card in (one, other):
        if card in known:
            known.remove(card)
        else:
            beyond.append(card)
    enough = all(state.unseen.get(card, 0) >= beyond.count(card) for card in beyond)
    return enough and len(beyond) <= unknown(state, tribe)


def must_hold(state: State, tribe: int, cards: tuple[str, ...]) -> None:
    """Refuse cards that cannot be in a hand, by what lies elsewhere (PC-82)."""
    if len(cards) == 1 and may_hold(state, tribe, cards[0]):
        return
    may = possible(state, tribe)
    for card, many in Counter(cards).items():
        if card not in COUNTS:
            refuse("PC-82", "no_such_card", given=card)
        if many > may.get(card, 0) and not unknown(state, tribe):
            refuse("PC-82", "hand_known", card=card, tribe_seat=tribe)
        if many > may.get(card, 0):
            must_not_lie(state, card)
            refuse("PC-82", "not_in_hand", card=card, tribe_seat=tribe)


def must_not_lie(state: State, card: str) -> None:
    """Refuse one more of a card that lies open: say how many there are, and where (SL-1)."""
    zones = [one.zone for one in standing(state) if one.name == card]
    zones += [LAID_AWAY] if card in state.used else []
    if zones:
        lie = tuple(dict.fromkeys(map(str, zones)))
        refuse("PC-82", "lies_open", card=card, most=COUNTS[card], zones=lie)


def laid(state: State, cards: tuple[str, ...]) -> str:
    """Return the one card that whose turn it is lays; refuses more, and what no hand holds."""
    card = one_card(cards)
    must_hold(state, state.turn, (card,))
    return card


def one_card(cards: tuple[str, ...]) -> str:
    """Return the one card that a move names; refuses more, or none (PC-5)."""
    if len(cards) != 1:
        refuse("PC-5", "one_card", count=len(cards))
    return cards[0]


def played(state: State, tribe: int, *cards: str) -> State:
    """Return the state with cards gone from a hand that may hold them."""
    known, unseen = list(state.known[tribe]), state.unseen
    for card in cards:
        if card in known:
            known.remove(card)
        else:
            unseen = less(unseen, card)
    return replace(
        state,
        hands=replaced(state.hands, tribe, state.hands[tribe] - len(cards)),
        known=replaced(state.known, tribe, tuple(known)),
        unseen=unseen,
    )


def shown(state: State, tribe: int, card: str) -> State:
    """Return the state in which everybody saw a card of a hand that stays in it."""
    if card in state.known[tribe]:
        return state
    known = tuple(sorted((*state.known[tribe], card)))
    return replace(
        state, known=replaced(state.known, tribe, known), unseen=less(state.unseen, card)
    )


def forgotten(state: State, *tribes: int) -> State:
    """Return the state in which nobody knows any more what some hands hold: cards went unseen."""
    lost = [card for tribe in tribes for card in state.known[tribe]]
    known = tuple(() if tribe in tribes else one for tribe, one in enumerate(state.known))
    return replace(state, known=known, unseen=more(state.unseen, lost)) if lost else state


def discarded(state: State, cards: Iterable[str]) -> State:
    """Return the state with cards on the discards."""
    return replace(state, used=more(state.used, cards))


def drawn(state: State, many: int) -> Played[State]:
    """Take cards from the pile, unseen; the discards are shuffled where it runs out (PC-6)."""
    left = state.pile - many
    if left >= 0:
        return (replace(state, pile=left), ()) if many else (state, ())
    state, said = shuffled(state)
    return replace(state, pile=max(0, state.pile - many)), said


def shuffled(state: State) -> Played[State]:
    """Make the pile anew with the discards, wherever they lie (PC-6)."""
    again = sum(state.used.values())
    unseen = more(state.unseen, [card for card, n in state.used.items() for _ in range(n)])
    said = Ruling("PC-6", Message("plenty_coups.shuffled", {"count": again}))
    pile = state.pile + again
    return replace(state, pile=pile, used={}, unseen=unseen, away=(), before=()), (said,)


def there_are(state: State) -> int:
    """Return how many cards can still be drawn, the discards among them."""
    return state.pile + sum(state.used.values())


def more(counts: dict[str, int], cards: Iterable[str]) -> dict[str, int]:
    """Return counts of cards with some more."""
    found = dict(counts)
    for card in cards:
        found[card] = found.get(card, 0) + 1
    return found


def less(counts: dict[str, int], *cards: str) -> dict[str, int]:
    """Return counts of cards with some less."""
    found = dict(counts)
    for card in cards:
        if found[card] > 1:
            found[card] -= 1
        else:
            del found[card]
    return found
