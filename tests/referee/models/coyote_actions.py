"""A table of Coyote with all optional actions and a real pile, blind to the referee's code.

Written from the rules alone: `ActionTable.legal` says who may do what, `do` does it. Counting and
the editions' differences in the base game are those of the model beside this one.

Where the rules are silent: no seat guesses a card of its own that lies face up, none sits out whose
own announcement stands (it would be a party, CY-73), with two left there is nobody to name as next,
and no card is taken from an empty pile. A turn that comes back to the announcer is for a number.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from tests.referee.models.coyote import DRAW, NIGHT, Edition, count

Name = Literal[
    "announce", "challenge",
    "approve", "double", "about-turn", "extra", "again", "next",
    "change",
    "open", "reverse", "skip", "swap", "know", "sit out",
]  # fmt: skip

AFTER: tuple[Name, ...] = ("double", "extra", "next")  # said by whoever has just announced
ACTIONS: dict[str, tuple[Name, ...]] = {
    "kidult": ("approve", "double", "about-turn", "extra", "again", "next"),
    "tomahawk": ("approve", "change", "extra", "double", "again", "next"),
    "oliphante": ("open", "reverse", "skip", "swap", "know"),
}


@dataclass(frozen=True)
class Act:
    """Something that a seat may do; `target` is the seat that it is done to."""

    name: Name
    seat: int
    target: int | None = None


@dataclass(frozen=True)
class Claim:
    """The standing announcement: `by` is at risk, `over` is the number it had to beat (0: none)."""

    number: int
    by: int
    over: int
    taken: bool = False  # CY-40, CY-50: taken over, not said


@dataclass(frozen=True)
class Ending:
    """What a round led to; without `total` nothing was counted (CY-77)."""

    total: int | None
    loser: int
    strikes: int
    starter: int
    shuffle: bool
    winner: int | None


class ActionTable:
    """A match at a table; what the rules leave to decks and tables is `tokens`.

    kidult, tomahawk: 1 for each action switched on (CY-46, CY-56); oliphante: how many tokens of
    each kind lie in the middle (CY-67).
    """

    def __init__(
        self,
        name: str,
        edition: Edition,
        deck: Mapping[str, int],
        seats: int,
        *,
        starter: int,
        limit: int,
        tokens: Mapping[Name, int],
        rng: random.Random,
    ) -> None:
        self.name = name
        self.edition = edition
        self.limit = limit
        self.tokens = tokens
        self.rng = rng
        zero = "0" if name == "kidult" else NIGHT  # CY-25: the others have no plain 0
        self.pile = [zero if card == "0" else card for card in Counter(dict(deck)).elements()]
        rng.shuffle(self.pile)
        self.discards: list[str] = []
        self.strikes = [0] * seats
        self.turn = starter
        self.winner: int | None = None
        self._deal()

    # Seats

    def still_in(self) -> list[int]:
        """Return the seats that are below the limit (CY-9)."""
        return [seat for seat, strikes in enumerate(self.strikes) if strikes < self.limit]

    def active(self) -> list[int]:
        """Return the seats that take turns in this round (CY-73)."""
        return [seat for seat in self.still_in() if seat not in self.sitting]

    def following(self, seat: int) -> int:
        """Return whose turn comes after a seat's, in the direction of play."""
        seats = len(self.strikes)
        ring = ((seat + self.direction * step) % seats for step in range(1, seats + 1))
        active = self.active()
        return next(other for other in ring if other in active)

    # Cards

    def _deal(self) -> None:
        players = self.still_in()
        self.hands = {seat: [self.pile.pop()] for seat in players}
        self.replaced: list[str] = []  # swapped out: read apart, not counted
        self.opened: list[str] = []
        self.shown: set[int] = set()  # seats whose own card lies face up: nothing left to guess
        self.hidden: list[str] = []  # those swapped out that nobody has turned up
        self.mat: list[str] = []  # what counts, once all is face up
        self.drawn = 0
        self.revealed = False
        self.direction = 1  # CY-10, CY-61
        self.claim: Claim | None = None
        self.doubled = False
        self.used: Counter[Name] = Counter()
        self.spent: set[int] = set()  # seats without their token, kidult
        self.sitting: set[int] = set()
        self.challenger: int | None = None
        self.misjudged: int | None = None  # who guessed wrong
        self._begin_turn(self.turn)

    def turn_up(self) -> str | None:
        """Turn up a card for a draw card on the mat (CY-21); None if none is due or there."""
        if not self.revealed or self.misjudged is not None or self.drawn >= self.mat.count(DRAW):
            return None
        if not self.pile:
            self.pile, self.discards = self.discards, []
            self.rng.shuffle(self.pile)
        if not self.pile:
            return None
        self.drawn += 1
        self.mat.append(self.pile.pop())
        return self.mat[-1]

    # What may be done

    def _begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.bound: Literal["declare", "answer"] | None = None  # only a number, or a challenge
        self.floor = 0 if self.claim is None else self.claim.number
        self.barred: int | None = None  # the number that Again refused
        self.refuser: int | None = None  # who is to hear another number
        self.closing = False  # whether the announcer may still add something
        self.knows = False  # whether the seat guessed right just now

    def legal(self) -> set[Act]:
        """Return everything that a seat may do now; for a number see `may_say`."""
        if self.revealed or self.winner is not None:
            return set()
        acts = {Act("announce", self.turn)}
        if self.claim is not None and self.bound != "declare" and self.claim.by != self.turn:
            acts.add(Act("challenge", self.turn))
        if self.bound is None:
            acts |= {Act(name, self.turn) for name in self._at_turn()}
        if self.closing:
            acts |= set(self._afterwards())
        if self.knows and not (self.claim is not None and self.claim.by == self.turn):
            acts.add(Act("sit out", self.turn))
        return acts

    def may_say(self, number: int) -> bool:
        """Whether the seat whose turn it is may say a number (CY-2, CY-3, CY-44, CY-51)."""
        return number > self.floor and number != self.barred

    def _left(self, name: Name, seat: int) -> bool:
        """Whether an action is on and not used up (CY-43, CY-46, CY-56, CY-65, CY-66)."""
        if not self.tokens.get(name, 0):
            return False
        if self.name == "kidult":
            return seat not in self.spent and not (name == "extra" and self.used[name])
        if self.name == "tomahawk":
            return not self.used[name]
        return self.used[name] < self.tokens[name] and len(self.still_in()) > 2

    def _at_turn(self) -> Iterator[Name]:
        can: dict[Name, bool] = {
            "approve": self.claim is not None and not self.claim.taken,
            "again": self.claim is not None,
            "change": self.claim is not None,
            "about-turn": True,
            "open": bool(self.pile),
            "swap": bool(self.pile),
            "reverse": True,
            "skip": self._passes_on(),
            "know": len(self.active()) > 2 and self.turn not in self.shown,
        }
        for name in ACTIONS[self.name]:
            if name not in AFTER and self._left(name, self.turn) and can[name]:
                yield name

    def _passes_on(self) -> bool:
        """Whether a skip may hand the turn on: never to the announcer (CY-71)."""
        return self.claim is None or self.following(self.turn) != self.claim.by

    def _afterwards(self) -> Iterator[Act]:
        assert self.claim is not None
        seat = self.claim.by
        others = [other for other in self.still_in() if other != seat]
        if self._left("double", seat):
            yield Act("double", seat)
        if self._left("extra", seat) and self.pile:
            yield from (Act("extra", seat, other) for other in others if len(self.hands[other]) < 2)
        if self._left("next", seat) and len(others) > 1:
            yield from (Act("next", seat, other) for other in others)

    # What is done

    def do(self, act: Act, *, number: int = 0, face: str = "") -> None:
        """Do something legal: `number` goes with announce, `face` with know."""
        assert act in self.legal()
        if act.name not in ("announce", "challenge", "sit out"):
            self.used[act.name] += 1
            self.spent.add(act.seat)
        match act.name:
            case "announce":
                self._announce(number)
            case "challenge":
                self.challenger = act.seat
                self._reveal()
            case "approve":
                assert self.claim is not None
                self._claim(replace(self.claim, by=act.seat, taken=True))
            case "again":
                self._again()
            case "change":
                assert self.claim is not None
                self.direction *= -1
                self._begin_turn(self.claim.by)
                self.bound = "declare"
            case "double":
                self.doubled = True
            case "extra":
                assert act.target is not None
                self.hands[act.target].append(self.pile.pop())
            case "next":
                assert act.target is not None
                self.turn = act.target
            case "skip" | "sit out":
                following = self.following(act.seat)
                if act.name == "sit out":
                    self.sitting.add(act.seat)
                self._begin_turn(following)
            case _:
                self._before_declaring(act, face)

    def _before_declaring(self, act: Act, face: str) -> None:
        self.bound = "declare"
        self.closing = False
        if act.name in ("about-turn", "reverse"):
            self.direction *= -1
        elif act.name == "open":
            self.opened.append(self.pile.pop())
        elif act.name == "swap":
            own = self.hands[act.seat]
            self.replaced += own
            if act.seat not in self.shown:
                self.hidden += own
            self.shown.discard(act.seat)
            self.hands[act.seat] = [self.pile.pop()]
        else:
            self.shown.add(act.seat)
            self.knows = self.hands[act.seat] == [face]
            if not self.knows:
                self.misjudged = act.seat
                self._reveal()

    def _announce(self, number: int) -> None:
        assert self.may_say(number)
        refuser = self.refuser
        self._claim(Claim(number, self.turn, self.floor))
        if refuser is not None:
            self._begin_turn(refuser)
            self.bound = "answer"

    def _claim(self, claim: Claim) -> None:
        """Let an announcement stand; what was said of the one before it lapses (CY-41, CY-53)."""
        self.claim = claim
        self.doubled = False
        self._begin_turn(self.following(claim.by))
        self.closing = True

    def _again(self) -> None:
        assert self.claim is not None
        refused, refuser = self.claim, self.turn
        self.doubled = False  # CY-74
        self._begin_turn(refused.by)
        self.bound = "declare"
        self.refuser = refuser
        self.floor = refused.number if refused.taken else refused.over
        self.barred = refused.number

    # The end of a round

    def _reveal(self) -> None:
        self.revealed = True
        self.mat = [*chain.from_iterable(self.hands.values()), *self.opened]

    def finish(self) -> Ending:
        """End a round whose cards are all turned up, and deal the next."""
        assert self.revealed
        ending = self._ending()
        self.strikes[ending.loser] += ending.strikes
        self.winner = ending.winner
        self.turn = ending.starter
        self.discards += self.mat + self.replaced
        if ending.shuffle:
            self.pile += self.discards
            self.discards = []
            self.rng.shuffle(self.pile)
        if ending.winner is None:
            self._deal()
        return ending

    def _ending(self) -> Ending:
        total = None
        if self.misjudged is not None:
            loser, due = self.misjudged, 1
        else:
            assert self.claim is not None
            assert self.challenger is not None
            total = count(self.mat, self.edition).total
            parties = (self.challenger, self.claim.by)
            loser, other = parties if total >= self.claim.number else parties[::-1]
            due = 2 if self.doubled else 1
        strikes = min(due, self.limit - self.strikes[loser])  # CY-72
        out = self.strikes[loser] + strikes >= self.limit
        left = [seat for seat in self.still_in() if not (out and seat == loser)]
        if self.misjudged is not None:
            after = next((seat for seat in left if seat > loser), left[0])
            starter = after if out else loser
        else:
            starter = loser if self.edition.loser_starts and not out else other
        return Ending(
            total,
            loser,
            strikes,
            starter,
            shuffle=NIGHT in self.mat + self.replaced or len(self.pile) < len(left),
            winner=left[0] if len(left) == 1 else None,
        )
