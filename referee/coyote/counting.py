"""The arithmetic of a reveal, card by card and effect by effect (CY-20 to CY-29)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.contract import Message, Score, Step, Term
from referee.coyote.cards import DOUBLE, DRAW, MAX_MINUS, MAX_ZERO, NIGHT, REDRAWS, is_number, named
from referee.coyote.editions import Doubles, Edition, Options, edition_of
from referee.coyote.moves import refuse

_CARDS = Message("coyote.step.cards")
_AMONG = Message("coyote.step.draw_among")
_NONE = Message("coyote.step.draw_none")
_SPENT = Message("coyote.step.draw_spent")
_NO_ZERO = Message("coyote.step.max0_none")
_NO_MINUS = Message("coyote.step.max_minus_none")
_EACH = Message("coyote.step.double_each")
_TOTAL = Message("coyote.step.double_total")
_NIGHT = Message("coyote.step.night")


def score(options: Options, cards: Sequence[str], draws: Sequence[str] = ()) -> Score:
    """Count cards outside a match by an edition's rules; raises `RefereeError`."""
    return count(named(cards), edition_of(options), named(draws))


def count(
    cards: Sequence[str], edition: Edition, draws: Sequence[str] = (), among: int = 0
) -> Score:
    """Count a reveal of `cards` by the rules of `edition`.

    `draws` are the cards that the draw cards turn up, in order; `among` says how many of
    `cards` were already turned up for one. A draw card for which nothing is turned up counts
    0. Card names are canonical. Raises `IllegalMove` where more was turned up than is due.

    >>> from referee.coyote.editions import EDITIONS
    >>> count(["20", "max-", "15", "10", "6", "-5"], EDITIONS["tomahawk"]).total
    6
    >>> count(["3", "?", "4"], EDITIONS["kidult"], draws=["x2"]).total
    14
    """
    sum_ = _Sum(cards)
    if DRAW in cards:
        drawn = _draw(sum_, cards, draws, among)
        all_cards = [*cards, *drawn]
    else:
        drawn = []
        all_cards = list(cards)
    if len(drawn) < len(draws):
        refuse("CY-21", "draws", count=len(draws))
    for _ in range(all_cards.count(MAX_ZERO)):
        sum_.strike_highest(0, "coyote.step.max0", _NO_ZERO)
    for _ in range(all_cards.count(MAX_MINUS)):
        sum_.strike_highest(-1, "coyote.step.max_minus", _NO_MINUS)
    doubles = all_cards.count(DOUBLE)
    for _ in range(doubles):
        if edition.doubles is Doubles.POSITIVES:
            sum_.double_positives()
        else:
            sum_.total *= 2
            sum_.note(_TOTAL)
    nights = all_cards.count(NIGHT)
    for _ in range(nights):
        sum_.note(_NIGHT)
    return Score(sum_.total, tuple(sum_.steps), nights > 0)


def total(cards: Sequence[str], edition: Edition) -> int:
    """Return what cards count, those turned up among them: as `count`, without the steps.

    >>> from referee.coyote.editions import EDITIONS
    >>> total(["20", "max-", "15", "10", "6", "-5"], EDITIONS["tomahawk"])
    6
    """
    values = sorted(int(card) for card in cards if is_number(card))
    for special, factor in ((MAX_ZERO, 0), (MAX_MINUS, -1)):
        for _ in range(cards.count(special)):
            if values and values[-1] > 0:
                values.append(values.pop() * factor)
                values.sort()
    each = 1 << cards.count(DOUBLE)
    if edition.doubles is Doubles.TOTAL:
        return sum(values) * each
    return sum(value * each if value > 0 else value for value in values)


def _draw(sum_: _Sum, cards: Sequence[str], draws: Sequence[str], among: int) -> list[str]:
    """Let every draw card turn up its card (CY-21); return what was turned up."""
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


class _Sum:
    """A sum being worked out: the number cards, what each counts now, the steps so far."""

    __slots__ = ("steps", "terms", "total")

    def __init__(self, cards: Sequence[str]) -> None:
        self.terms: list[Term] = []
        self.total = 0
        for card in cards:
            if is_number(card):
                value = int(card)
                self.terms.append(Term(card, value, value))
                self.total += value
        self.steps = [Step(_CARDS, tuple(self.terms), self.total)]

    def note(self, message: Message) -> None:
        """Write down a step after which every card counts what it counted before."""
        self.steps.append(Step(message, tuple(self.terms), self.total))

    def add(self, card: str) -> None:
        """Write down a card that was turned up and is counted with the others."""
        message = Message("coyote.step.draw", {"card": card})
        if not is_number(card):
            self.note(message)
            return
        value = int(card)
        self.total += value
        self.steps.append(Step(message, (*self.terms, Term(card, 0, value)), self.total))
        self.terms.append(Term(card, value, value))

    def strike_highest(self, factor: int, key: str, none: Message) -> None:
        """Multiply the highest card that counts as positive, one only, by `factor`."""
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
        shown[best] = Term(card, highest, now)
        self.steps.append(Step(Message(key, {"card": card}), tuple(shown), self.total))
        self.terms[best] = Term(card, now, now)

    def double_positives(self) -> None:
        """Double each card that still counts as positive."""
        before = self.terms
        self.terms = [Term(t.card, t.now * 2, t.now * 2) if t.now > 0 else t for t in before]
        self.total += sum(term.now for term in before if term.now > 0)
        shown = (
            Term(old.card, old.now, new.now) for old, new in zip(before, self.terms, strict=True)
        )
        self.steps.append(Step(_EACH, tuple(shown), self.total))
