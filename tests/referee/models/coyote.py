"""A table of Coyote with a real pile, written from the rules and blind to the referee's code.

Cards are shuffled, dealt, turned up by draw cards, laid away and reshuffled; so what lies on
the mat here can lie on a mat. Only the base game: no optional actions (CY-40 and after).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

DRAW, MAX_ZERO, MAX_MINUS, TWICE, NIGHT = "?", "max0", "max-", "x2", "night"
SPECIALS = (DRAW, MAX_ZERO, MAX_MINUS, TWICE, NIGHT)

Verdict = Literal["impossible", "waiting", "complete"]


class Refused(Exception):
    """A move that the rules forbid; the text is the rule's id."""


@dataclass(frozen=True)
class Edition:
    """What one rule sheet says otherwise than the other two."""

    players: range
    twice_doubles_total: bool  # CY-24
    loser_starts: bool  # otherwise the party that took no strike
    raised_strikes: Mapping[int, range] | None  # players: limits beyond 3; None: any (1 and up)

    def allows(self, players: int, strikes: int) -> bool:
        """Tell whether the sheet lets so many play to so many strikes."""
        if players not in self.players or strikes < 1:
            return False
        if self.raised_strikes is None:
            return True
        return strikes == 3 or strikes in self.raised_strikes.get(players, range(0))


EDITIONS = {
    "kidult": Edition(range(2, 7), False, True, {4: range(4, 5), 3: range(4, 6)}),
    "tomahawk": Edition(range(2, 7), True, True, None),
    "oliphante": Edition(range(3, 13), False, False, {3: range(4, 6), 4: range(4, 6)}),
}


@dataclass(frozen=True)
class Count:
    """One sum: the total, and what each card with a value counts in it.

    `worth` holds (printed value, counted value), before a doubling of the total.
    """

    total: int
    worth: Counter[tuple[int, int]]
    night: bool


def count(cards: Iterable[str], edition: Edition) -> Count:
    """Sum cards by CY-20 to CY-28; drawn cards are among them, ``?`` itself is worth nothing."""
    kinds = Counter(cards)
    values = sorted((int(c) for c in kinds.elements() if c not in SPECIALS), reverse=True)
    positive = [value for value in values if value > 0]
    negative = [value for value in values if value < 0]
    zeroed = positive[: kinds[MAX_ZERO]]
    turned = positive[len(zeroed) : len(zeroed) + kinds[MAX_MINUS]]
    kept = positive[len(zeroed) + len(turned) :]
    factor = 2 ** kinds[TWICE]
    each, all_ = (1, factor) if edition.twice_doubles_total else (factor, 1)
    worth = Counter(
        [(value, 0) for value in zeroed]
        + [(value, -value) for value in turned]
        + [(value, each * value) for value in kept]
        + [(value, value) for value in negative]
    )
    total = all_ * sum(counted for _, counted in worth.elements())
    return Count(total, worth, kinds[NIGHT] > 0)


@dataclass(frozen=True)
class Ending:
    """What a counted round led to; `winner` is None while two or more are still in."""

    count: Count
    challenger: int
    announcer: int
    loser: int
    spared: int
    starter: int
    shuffle: bool
    winner: int | None


class Table:
    """A match at a table: call what people do; what the rules forbid raises `Refused`."""

    def __init__(
        self,
        edition: Edition,
        deck: Mapping[str, int],
        seats: int,
        *,
        starter: int,
        limit: int,
        rng: random.Random,
    ) -> None:
        self.edition = edition
        self.deck = Counter(dict(deck))
        self.limit = limit
        self.rng = rng
        self.pile = list(self.deck.elements())
        rng.shuffle(self.pile)
        self.discards: list[str] = []
        self.strikes = [0] * seats
        self.speaker = starter
        self.standing: int | None = None
        self.announcer: int | None = None
        self.challenger: int | None = None
        self.mat: list[str] = []
        self.drawn = 0
        self.reading: tuple[str, ...] | None = None  # the last one taken, true or not
        self.ended: Ending | None = None
        self._deal()

    # Seats

    def still_in(self) -> list[int]:
        """Return the seats that are below the limit."""
        return [seat for seat, strikes in enumerate(self.strikes) if strikes < self.limit]

    def after(self, seat: int) -> int:
        """Return the next seat clockwise that is still in (CY-9, CY-10)."""
        players = self.still_in()
        return next((other for other in players if other > seat), players[0])

    @property
    def stage(self) -> Literal["talk", "reveal", "counted", "over"]:
        """Where the round stands; "counted" lasts until the next announcement."""
        if self.ended is not None:
            return "counted" if self.ended.winner is None else "over"
        return "talk" if self.challenger is None else "reveal"

    # Cards

    def _deal(self) -> None:
        """Lay the last round away and give each player a card, after a shuffle where CY-8 asks."""
        players = self.still_in()
        self.discards += self.mat
        if NIGHT in self.mat or len(self.pile) < len(players):
            self.pile += self.discards
            self.discards = []
            self.rng.shuffle(self.pile)
        self.mat, self.drawn = [], 0
        self.reading = self.ended = None
        self.standing = self.announcer = self.challenger = None
        self.hands = {seat: self.pile.pop() for seat in players}
        # What anyone at the table can know of this round's cards: the whole reading rests on it.
        self.laid_away = Counter(self.discards)
        self.unseen = self.deck - self.laid_away
        self.in_pile = len(self.pile)

    def turn_up(self) -> str | None:
        """Turn the pile's top card up for a draw card on the mat (CY-21); None where none is due.

        An empty pile is made of the discards; with neither, a draw card stays worth 0.
        """
        if self.drawn >= self.mat.count(DRAW):
            return None
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.rng.shuffle(self.pile)
        if not self.pile:
            return None
        card = self.pile.pop()
        self.mat.append(card)
        self.drawn += 1
        return card

    # What a reading may be (CY-11)

    def judge(self, cards: Sequence[str]) -> Verdict:
        """Tell whether cards can lie on the mat at this round's reveal, and whether all of them.

        Draws come from the pile while it lasts, then from the discards; so a card that was laid
        away can lie there only where every other card does.
        """
        read = Counter(cards)
        drawn = len(cards) - len(self.hands)
        if not 0 <= drawn <= read[DRAW]:
            return "impossible"
        if drawn <= self.in_pile:
            possible = read <= self.unseen
        else:
            again = read - self.unseen
            possible = (
                self.unseen <= read
                and again <= self.laid_away
                and self.unseen[DRAW] > self.in_pile  # one draw was still due at the pile's end
            )
        if not possible:
            return "impossible"
        return "complete" if drawn == read[DRAW] or read == self.deck else "waiting"

    def left_in_pile(self, cards: Sequence[str]) -> int:
        """Return how many cards the pile holds after a complete reading."""
        drawn = len(cards) - len(self.hands)
        from_discards = drawn - self.in_pile
        return self.laid_away.total() - from_discards if from_discards > 0 else -from_discards

    # Moves

    def announce(self, seat: int, number: float) -> None:
        """Let a seat declare a number; the first of a round has the cards dealt before it."""
        self._speak(seat)
        if number != int(number) or number <= 0:
            raise Refused("CY-2")
        if self.stage == "counted":
            self._deal()
        elif self.standing is not None and number <= self.standing:
            raise Refused("CY-3")
        self.standing = int(number)
        self.announcer = seat
        self.speaker = self.after(seat)

    def challenge(self, seat: int) -> None:
        """Let a seat call "Coyote!": all cards go face up (CY-4 to CY-6)."""
        self._speak(seat)
        if self.stage == "counted" or self.standing is None:
            raise Refused("CY-5")
        self.challenger = seat
        self.mat = list(self.hands.values())

    def _speak(self, seat: int) -> None:
        if self.stage == "over":
            raise Refused("CY-9")
        if self.stage == "reveal":
            raise Refused("CY-6")
        if seat != self.speaker:
            raise Refused("CY-4")

    def read(self, cards: Sequence[str]) -> None:
        """Take a reading of the mat, true or not; a complete one is counted.

        What was read before must still lie there: a reading never takes back, `correct` does.
        """
        if self.stage != "reveal":
            raise Refused("CY-6")
        before = Counter(self.reading or ())
        if self.judge(cards) == "impossible" or not before <= Counter(cards):
            raise Refused("CY-11")
        self._take(cards)

    def correct(self, cards: Sequence[str]) -> None:
        """Take what the table says the cards of the last reading were; count the round anew."""
        if self.reading is None:
            raise Refused("CY-6")
        if self.judge(cards) == "impossible":
            raise Refused("CY-11")
        if self.ended is not None:
            self.strikes[self.ended.loser] -= 1
            self.ended = None
        self._take(cards)

    def _take(self, cards: Sequence[str]) -> None:
        self.reading = tuple(cards)
        if self.judge(cards) == "complete":
            self.ended = self.ending(cards)
            self.strikes[self.ended.loser] += 1
            self.speaker = self.ended.starter

    def ending(self, cards: Sequence[str]) -> Ending:
        """Return what a complete reading of this round's reveal leads to (CY-7 to CY-9)."""
        assert self.challenger is not None
        assert self.announcer is not None
        assert self.standing is not None
        counted = count(cards, self.edition)
        parties = (self.challenger, self.announcer)
        loser, other = parties if counted.total >= self.standing else parties[::-1]
        out = self.strikes[loser] + 1 >= self.limit
        left = [seat for seat in self.still_in() if not (out and seat == loser)]
        return Ending(
            counted,
            *parties,
            loser,
            other,
            starter=loser if self.edition.loser_starts and not out else other,
            shuffle=counted.night or self.left_in_pile(cards) < len(left),
            winner=left[0] if len(left) == 1 else None,
        )
