"""The arithmetic of a reveal, card by card and effect by effect (CY-20 to CY-29)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from referee.contract import Message, Score, Step, Term
from referee.coyote.state.cards import (
    DOUBLE,
    DRAW,
    MAX_MINUS,
    MAX_ZERO,
    NIGHT,
    REDRAWS,
    SPECIALS,
    canonical_names,
    is_number,
)
from referee.coyote.state.editions import Doubles, Edition, Options, edition_of
from referee.coyote.state.moves import refuse

_CARDS = Message("coyote.step.cards")
_AMONG = Message("coyote.step.draw_among")
_NONE = Message("coyote.step.draw_none")
_SPENT = Message("coyote.step.draw_spent")
_NO_ZERO = Message("coyote.step.max0_none")
_NO_MINUS = Message("coyote.step.max_minus_none")
_EACH = Message("coyote.step.double_each")
_TOTAL = Message("coyote.step.double_total")
_NIGHT = Message("coyote.step.night")
_IN_ORDER = (MAX_ZERO, MAX_MINUS, DOUBLE, NIGHT)  # They take effect in this order (CY-20).
_ACTING = frozenset(SPECIALS)


def score(options: Options, cards: Sequence[str], draws: Sequence[str] = ()) -> Score:
    """Count cards outside a match by the rules of an edition. Raise `RefereeError`."""
    edition = edition_of(options)
    known, drawn = (canonical_names(names, edition.instead) for names in (cards, draws))
    return count(known, edition, drawn)


def count(
    cards: Sequence[str], edition: Edition, draws: Sequence[str] = (), among: int = 0
) -> Score:
    """Count a reveal of `cards` by the rules of `edition`.

    `draws` are the cards that the draw cards turn up, in order. `among` is the number of `cards`
    that draw cards have already turned up. A draw card that turns up nothing counts 0. Card names
    must be canonical. Raise `IllegalMove` if `draws` has more cards than the draw cards allow.

    >>> from referee.coyote.state.editions import EDITIONS
    >>> count(["20", "max-", "15", "10", "6", "-5"], EDITIONS["tomahawk"]).total
    6
    >>> count(["3", "?", "4"], EDITIONS["kidult"], draws=["x2"]).total
    14
    """
    sum_ = _Sum(cards)
    acting = [card for card in cards if card in _ACTING]
    if DRAW in acting:
        drawn = _draw(sum_, cards, draws, among)
        acting += [card for card in drawn if card in _ACTING]
    else:
        drawn = []
    if len(drawn) < len(draws):
        refuse("CY-21", "draws", count=len(draws) - len(drawn))
    for special in _IN_ORDER if acting else ():
        for _ in range(acting.count(special)):
            sum_.apply(special, edition)
    return Score(sum_.total, tuple(sum_.steps), NIGHT in acting)


def _draw(sum_: _Sum, cards: Sequence[str], draws: Sequence[str], among: int) -> list[str]:
    """Turn up a card for each draw card (CY-21). Return all cards that were turned up."""
    pile = iter(draws)
    drawn: list[str] = []
    for _ in range(cards.count(DRAW)):
        if among > 0:
            among -= 1
            sum_.note(_AMONG)
            continue
        for attempt in range(1 + REDRAWS):
            card = next(pile, None)
            if card is None:
                sum_.note(_NONE)
                break
            drawn.append(card)
            if card != DRAW:
                sum_.add(card)
                break
            last = attempt == REDRAWS
            sum_.note(_SPENT if last else Message("coyote.step.draw_again", {"card": card}))
    return drawn


@lru_cache(maxsize=256)
def _term(card: str, was: int, now: int) -> Term:
    """Return a term from a cache, because the same few terms occur again and again."""
    return Term(card, was, now)


@lru_cache(maxsize=256)
def _number(card: str) -> Term | None:
    """Return a number card as a term, or None for a special card."""
    return Term(card, int(card), int(card)) if is_number(card) else None


class _Sum:
    """A running count: the number cards, their current values, and the steps so far.

    `GroupedCards` applies the same effects faster, but explains nothing.
    """

    __slots__ = ("steps", "terms", "total")

    def __init__(self, cards: Sequence[str]) -> None:
        self.terms = [term for card in cards if (term := _number(card)) is not None]
        self.total = sum([term.now for term in self.terms])
        self.steps = [Step(_CARDS, tuple(self.terms), self.total)]

    def apply(self, special: str, edition: Edition) -> None:
        """Apply a special card other than a draw card, and add its step (CY-20)."""
        if special == MAX_ZERO:
            self.strike_highest(0, "coyote.step.max0", _NO_ZERO)
        elif special == MAX_MINUS:
            self.strike_highest(-1, "coyote.step.max_minus", _NO_MINUS)
        elif special == NIGHT:
            self.note(_NIGHT)
        elif edition.doubles is Doubles.POSITIVES:
            self.double_positives()
        else:
            self.total *= 2
            self.note(_TOTAL)
        self.steps[-1] = replace(self.steps[-1], by=special)

    def note(self, message: Message) -> None:
        """Add a step in which no card changes its value."""
        self.steps.append(Step(message, tuple(self.terms), self.total))

    def add(self, card: str) -> None:
        """Add a card that a draw card turned up, and the step for it."""
        message = Message("coyote.step.draw", {"card": card})
        if not is_number(card):
            self.note(message)
            return
        value = int(card)
        self.total += value
        self.steps.append(Step(message, (*self.terms, _term(card, 0, value)), self.total, card))
        self.terms.append(_term(card, value, value))

    def strike_highest(self, factor: int, key: str, none: Message) -> None:
        """Multiply only one highest positive card by `factor`, even if others equal it."""
        best = -1
        highest = 0
        for index, term in enumerate(self.terms):
            if term.now > highest:
                best, highest = index, term.now
        if best < 0:
            self.note(none)
            return
        card, now = self.terms[best].card, highest * factor
        self.total += now - highest
        shown = list(self.terms)
        shown[best] = _term(card, highest, now)
        self.steps.append(Step(Message(key, {"card": card}), tuple(shown), self.total))
        self.terms[best] = _term(card, now, now)

    def double_positives(self) -> None:
        """Double each card that still counts as positive."""
        before = self.terms
        self.terms = [_term(t.card, t.now * 2, t.now * 2) if t.now > 0 else t for t in before]
        self.total += sum([term.now for term in before if term.now > 0])
        shown = [
            _term(old.card, old.now, new.now) for old, new in zip(before, self.terms, strict=True)
        ]
        self.steps.append(Step(_EACH, tuple(shown), self.total))


# -- the total without its steps ----------------------------------------------------------------


class GroupedCards(NamedTuple):
    """The counting cards, grouped to find their total fast. `positive` is sorted from low to high.

    Chances and bots need the totals of very many cards. They equal those of `count`:
    ``test_cards_that_are_all_seen_reach_what_they_count_and_no_more`` compares them.
    """

    positive: tuple[int, ...]
    negative: int
    zeros: int  # Number of MAX→0 cards.
    minus: int  # Number of MAX→− cards.
    doubles: int  # Number of ×2 cards.

    def total(self, *, totals: bool) -> int:
        """Return the total. ×2 doubles all of it (`totals`) or only the positive cards (CY-20)."""
        positive, negative, zeros, minus, doubles = self
        counts = max(0, len(positive) - zeros)
        kept = max(0, counts - minus)
        turned = sum(positive[kept:counts])
        if totals:
            return (sum(positive[:kept]) - turned + negative) << doubles
        return (sum(positive[:kept]) << doubles) - turned + negative


def group_cards(cards: Iterable[str]) -> GroupedCards:
    positive, negative, zeros, minus, doubles = [], 0, 0, 0, 0
    for card in cards:
        value = value_of(card)
        if value > 0:
            positive.append(value)
        elif value:
            negative += value
        elif card == MAX_ZERO:
            zeros += 1
        elif card == MAX_MINUS:
            minus += 1
        elif card == DOUBLE:
            doubles += 1
    positive.sort()
    return GroupedCards(tuple(positive), negative, zeros, minus, doubles)


@lru_cache(maxsize=256)
def value_of(card: str) -> int:
    """Return the number on a card, or 0 for a special card."""
    return int(card) if is_number(card) else 0
