"""One deal of Coup d'État with all hands open: what may be played, who wins, which play was wrong.

A deal is the hands as dealt and the list of its acts. Nothing else is kept: whose turn it is, who
won what and which revokes have shown is worked out from the whole list whenever it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

SUITS = "CDHS"
RANKS = ("A", "10", "K", "Q", "J", "9", "8", "7")  # CE-20, the highest first
ROW = ("7", "8", "9", "10", "J", "Q", "K", "A")  # CE-50
COUP = "coup"
BARRED = {"barbu": "H", "siege": "S", "guillotine": "HS"}  # CE-22


@cache
def pack(players: int) -> tuple[str, ...]:
    """Return the cards without the Coup card (CE-1)."""
    ranks = RANKS if players == 4 else RANKS[:-2]
    return tuple(rank + suit for suit in SUITS for rank in ranks)


def suit(card: str) -> str:
    """Return a card's suit; the Coup card has none (CE-24)."""
    return "" if card == COUP else card[-1]


def rank(card: str) -> str:
    """Return a card's rank."""
    return card[:-1]


@dataclass(frozen=True)
class Play:
    """A card laid in a trick; `named` is the suit said with a led Coup card."""

    seat: int
    card: str
    named: str = ""


@dataclass(frozen=True)
class Fault:
    """An act that the rules forbid. `at` is its place among the acts; `shown` that of the act
    by which the table learns of it, None as long as it does not."""

    seat: int
    at: int
    shown: int | None


@dataclass(frozen=True)
class Trick:
    """The cards of a trick so far, the suit to follow, and who is winning it."""

    plays: tuple[Play, ...]
    led: str
    winner: int


class TrickDeal:
    """A deal of any contract but Dominoes. `table` is the table card, in an attempt only."""

    def __init__(
        self,
        hands: Sequence[frozenset[str]],
        contract: str,
        leader: int,
        table: str | None = None,
        *,
        names_suit: bool = True,
    ) -> None:
        self.hands = tuple(hands)
        self.contract = contract
        self.leader = leader
        self.table = table
        self.names_suit = names_suit
        self.acts: list[Play] = []

    @property
    def over(self) -> bool:
        """Whether all cards are played: no deal ends early."""
        return len(self.acts) == sum(map(len, self.hands))

    def tricks(self) -> list[Trick]:
        """Return the tricks in order; the last may lack cards."""
        size = len(self.hands)
        return [
            _trick(tuple(self.acts[start : start + size]))
            for start in range(0, len(self.acts), size)
        ]

    def full(self) -> list[Trick]:
        """Return the tricks that are over."""
        return [trick for trick in self.tricks() if len(trick.plays) == len(self.hands)]

    @property
    def turn(self) -> int:
        """Return whose turn it is (CE-21)."""
        size = len(self.hands)
        if not self.acts:
            return self.leader
        if len(self.acts) % size:
            return (self.acts[-1].seat + 1) % size
        return self.tricks()[-1].winner

    def hand(self, seat: int, at: int | None = None) -> frozenset[str]:
        """Return what a seat holds before the act `at`, or now."""
        return self.hands[seat] - {act.card for act in self.acts[:at] if act.seat == seat}

    def legal(self) -> list[Play]:
        """Return all that the rules allow whoever's turn it is, in the pack's order."""
        if self.over:
            return []
        seat = self.turn
        order = [*pack(len(self.hands)), COUP]
        hand = sorted(self.hand(seat), key=order.index)
        return [play for card in hand for play in self.ways(seat, card) if not self.wrong(play)]

    def ways(self, seat: int, card: str) -> Iterator[Play]:
        """Yield how a seat whose turn it is may lay a card: a led Coup card names a suit."""
        leads = len(self.acts) % len(self.hands) == 0
        if card != COUP or not leads or not self.names_suit:
            yield Play(seat, card)
            return
        barred = BARRED.get(self.contract, "") if not self.acts else ""
        yield from (Play(seat, card, named) for named in SUITS if named not in barred)

    def wrong(self, play: Play, at: int | None = None) -> bool:
        """Whether a play, as the act `at` or the next, is a revoke (CE-22, 23, 26)."""
        return self._owed(play, len(self.acts) if at is None else at) != ""

    def _owed(self, play: Play, at: int) -> str:
        """Return the suits of which the hand should have given one; None if all is well."""
        if play.card == COUP:
            return ""
        size = len(self.hands)
        held = {suit(card) for card in self.hand(play.seat, at)} - {""}
        if at == 0:
            barred = BARRED.get(self.contract, "")
            due = "".join(sorted(held - set(barred))) if suit(play.card) in barred else ""
        elif at % size == 0:
            due = ""
        else:
            led = _led(self.acts[at - at % size])
            due = led if suit(play.card) != led and led in held else ""
        return due

    def faults(self) -> list[Fault]:
        """Return all revokes and the false declaration, with what has shown them (CE-22, 26)."""
        results = []
        for at, play in enumerate(self.acts):
            owed = self._owed(play, at)
            if not owed:
                continue
            telling = (
                later
                for later in range(at + 1, len(self.acts))
                if self.acts[later].seat == play.seat
                and self.acts[later].card != COUP
                and suit(self.acts[later].card) in owed
            )
            results.append(Fault(play.seat, at, next(telling, None)))
        return results

    def taken(self) -> list[set[str]]:
        """Return what each seat has taken, the table card with the first trick (CE-25)."""
        piles: list[set[str]] = [set() for _ in self.hands]
        for number, trick in enumerate(self.full()):
            piles[trick.winner] |= {play.card for play in trick.plays}
            if number == 0 and self.table is not None:
                piles[trick.winner].add(self.table)
        return piles


def _led(lead: Play) -> str:
    """Return the suit to follow; none after a Coup card that names none."""
    return lead.named if lead.card == COUP else suit(lead.card)


def _trick(plays: tuple[Play, ...]) -> Trick:
    led = _led(plays[0])
    best = plays[0]
    for play in plays:
        if play.card == COUP:
            best = play
            break
        if suit(play.card) == led and RANKS.index(rank(play.card)) < RANKS.index(rank(best.card)):
            best = play
    return Trick(plays, led, best.seat)


@dataclass(frozen=True)
class Step:
    """An act at Dominoes: a card laid, a pass, or the end of what an ace began (CE-52)."""

    seat: int
    what: Literal["lay", "pass", "done"]
    card: str = ""


class DominoDeal:
    """A deal of Dominoes. In an attempt it is over with the first empty hand, and the others are
    turned up; else with one left that is not empty, which everybody then knows."""

    def __init__(
        self,
        hands: Sequence[frozenset[str]],
        leader: int,
        *,
        attempt: bool = False,
    ) -> None:
        self.hands = tuple(hands)
        self.leader = leader
        self.attempt = attempt
        self.acts: list[Step] = []

    def laid(self, at: int | None = None) -> list[str]:
        """Return the cards laid before the act `at`, or so far, in order."""
        return [act.card for act in self.acts[:at] if act.what == "lay"]

    def hand(self, seat: int, at: int | None = None) -> frozenset[str]:
        """Return what a seat holds before the act `at`, or now."""
        return self.hands[seat] - set(self.laid(at))

    def holders(self, at: int | None = None) -> list[int]:
        """Return the seats that hold cards before the act `at`, or now."""
        return [seat for seat in range(len(self.hands)) if self.hand(seat, at)]

    @property
    def over(self) -> bool:
        """Whether the deal is decided (CE-35)."""
        enough = len(self.hands) - 1 if self.attempt else 1
        return len(self.holders()) <= enough

    def fitting(self, at: int | None = None) -> set[str]:
        """Return the cards that could be laid as the act `at`, or next (CE-51)."""
        laid = self.laid(at)
        if not laid:
            return set(pack(len(self.hands)))
        begun = {suit(card) for card in laid}
        found = {rank(laid[0]) + other for other in SUITS if other not in begun}
        for card in laid:
            place = ROW.index(rank(card))
            found |= {ROW[n] + suit(card) for n in (place - 1, place + 1) if 0 <= n < len(ROW)}
        return found - set(laid)

    def going_on(self) -> int | None:
        """Return the seat that laid an ace on a king and may still go on (CE-52)."""
        going = None
        for at, act in enumerate(self.acts):
            if act.what != "lay":
                going = None
            elif rank(act.card) == "A" and "K" + suit(act.card) in self.laid(at):
                going = act.seat
        return going if going is not None and self.hand(going) else None

    @property
    def turn(self) -> int:
        """Return whose turn it is; a seat without cards has none."""
        if not self.acts:
            return self.leader
        going = self.going_on()
        if going is not None:
            return going
        last, size = self.acts[-1].seat, len(self.hands)
        ring = [(last + step) % size for step in range(1, size + 1)]
        return next(seat for seat in ring if self.hand(seat))

    def legal(self) -> list[Step]:
        """Return all that the rules allow whoever's turn it is, in the pack's order."""
        if self.over:
            return []
        seat = self.turn
        hand = self.hand(seat)
        fitting = self.fitting()
        cards = [card for card in pack(len(self.hands)) if card in hand & fitting]
        steps = [Step(seat, "lay", card) for card in cards]
        if self.going_on() is not None:
            return [*steps, Step(seat, "done")]
        return steps or [Step(seat, "pass")]

    def faults(self) -> list[Fault]:
        """Return all passes of a seat that was able, with what has shown them (CE-51)."""
        found = []
        for at, act in enumerate(self.acts):
            able = self.hand(act.seat, at) & self.fitting(at) if act.what == "pass" else None
            if not able:
                continue
            telling = (n for n in range(at + 1, len(self.acts)) if self.acts[n].card in able)
            shown = next(telling, None)
            if shown is None and self.over:
                shown = len(self.acts) - 1  # left with it
            found.append(Fault(act.seat, at, shown))
        return found


Deal = TrickDeal | DominoDeal
