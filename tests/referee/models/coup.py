"""Coup with real cards, written from the rule file alone: nothing of `referee` is imported here.

`Match` is what a referee must know and rule: purses, faces, whose move it is and every move that
is legal. A turn is a generator that reads as the rules do; it yields a `Moment` wherever somebody
may do something and is sent the move that was done. `Table` is what no referee sees: the Court and
the hands; it says which readings are true. Moves are the JSON objects of the published schema.

Where the rules leave the order open, it is that of `referee/README.md`: a wrong card is taken back
before one is lost, a proof is replaced after; a refund is paid once the loser has turned up a card.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Move = dict[str, Any]
Seat = int | None

COINS = 50  # CP-2
HAND = 2  # CP-1
DRAWN = 2  # CP-16
MUST_COUP = 10  # CP-5
COST = {"coup": 7, "assassinate": 3}
PAYS = {"income": 1, "foreign_aid": 2, "tax": 3}
CLAIMS = {"tax": "duke", "assassinate": "assassin", "extort": "captain", "exchange": "ambassador"}
BLOCKS = {
    "foreign_aid": ["duke"],
    "assassinate": ["contessa"],
    "extort": ["captain", "ambassador"],
}
TARGETED = ("coup", "assassinate", "extort")
ACTIONS = ("income", "foreign_aid", "coup", "tax", "assassinate", "extort", "exchange")
READINGS = ("card_shown", "card_turned", "card_returned")
AGAIN = "again"  # marks a reading that has been corrected
DECK = {"duke": 3, "assassin": 3, "captain": 3, "ambassador": 3, "contessa": 3}


class Refused(ValueError):
    """A move or options that the rules do not allow."""


@dataclass
class Options:
    """What the table agrees on; the names and defaults are the published ones."""

    starter: int = 0
    most_s: int = 20
    strict_contessa: bool = False
    named_block: bool = True
    two_players: str = "sheet"
    deck: dict[str, int] = field(default_factory=dict)


class Moment(NamedTuple):
    """Where a match waits: what for, whose answer or card it is, and every legal move."""

    what: str
    seats: set[int]
    moves: list[Move]


Play = Generator[Moment, Move, Any]


class Match:
    """The public side of one match: `legal` lists the moves, `play` takes one or raises Refused."""

    def __init__(self, options: Options, seats: int) -> None:
        self.options, self.seats = options, seats
        self.deck = options.deck or DECK
        if not 2 <= seats <= 6 or not 0 <= options.starter < seats:
            raise Refused("CP-3: no such seat")
        if sum(self.deck.values()) < HAND * seats + DRAWN:
            raise Refused("CP-16: the Court cannot be drawn from")
        self.begin()

    def begin(self) -> None:
        """Lay the table (CP-1) and wait for the first move."""
        self.purse = [2] * self.seats
        if self.seats == 2 and self.options.two_players != "sheet":
            self.purse[self.options.starter] = 1
        self.treasury = COINS - sum(self.purse)
        self.faces: list[list[str]] = [[] for _ in range(self.seats)]
        self.middle: list[str] = []
        self.proved = False  # what lies there is the card that was claimed
        self.actor = self.options.starter
        self.owed = 0  # paid by the actor, returned if the action is challenged away (CP-27)
        self.short = False  # the Treasury could not pay in full (CP-2)
        self.winner: Seat = None  # who starts the next match as well (CP-3)
        self.history: list[Move] = []
        self.turnable: list[Move] = []  # what may be read in place of a card turned up
        self.flow = self.whole()
        self.moment = next(self.flow)

    # The rules, as a table plays them.

    def whole(self) -> Play:
        """The match: turns go clockwise, until `lose` finds one player left."""
        while True:
            yield from self.turn()
            self.actor = self.clockwise(self.actor)[0]

    def turn(self) -> Play:
        """One action: paid, challenged, blocked, the block challenged, carried out (CP-21)."""
        actor = self.actor
        move = yield Moment("turn", {actor}, self.declarations(actor))
        action, target = move["action"], move["target"]
        self.to_treasury(actor, COST.get(action, 0))
        doubter = None
        if action in CLAIMS:
            self.owed = COST.get(action, 0)
            doubter = yield from self.challenged(actor)
            holds = doubter is None or (yield from self.judge(actor, [CLAIMS[action]], doubter))
            self.owed = 0
            if not holds:
                return
        blockers = self.blockers(action, target, doubter)
        if not blockers or not (yield from self.blocked(action, target, blockers)):
            yield from self.effect(action, target)

    def declarations(self, seat: int) -> list[Move]:
        """CP-4, CP-5, CP-17: what can be paid, against whoever else is in."""
        must = self.purse[seat] >= MUST_COUP
        actions = ["coup"] if must else [a for a in ACTIONS if COST.get(a, 0) <= self.purse[seat]]
        return [
            {"move": "declare", "seat": seat, "action": action, "target": target}
            for action in actions
            for target in (self.clockwise(seat) if action in TARGETED else [None])
        ]

    def blockers(self, action: str, target: Seat, doubter: Seat) -> list[int]:
        """CP-11, CP-14, CP-15, CP-31: anyone against aid, else the target while still in."""
        if action == "foreign_aid":
            return self.clockwise(self.actor)
        if action not in BLOCKS or target not in self.alive():
            return []
        strict = self.options.strict_contessa and action == "assassinate"
        return [] if strict and doubter == target else [target]

    def blocked(self, action: str, target: Seat, blockers: list[int]) -> Play:
        """Whether the action is blocked for good; one block is all there is."""
        cards = BLOCKS[action]
        either = action == "extort" and not self.options.named_block
        named = [""] if either else ["", *cards]
        answers = [{"move": "block", "seat": s, "card": c} for s in blockers for c in named]
        move = yield from self.window("block", answers)
        if move is None:
            return False
        blocker = move["seat"]
        if not either:
            if not move["card"] and len(cards) > 1:
                names = [{"move": "name_card", "seat": blocker, "card": c} for c in cards]
                move = yield Moment("name", {blocker}, names)
            cards = [move["card"] or cards[0]]
        doubter = yield from self.challenged(blocker)
        if doubter is None:
            return True
        robbed = target if action == "extort" else None
        return (yield from self.judge(blocker, cards, doubter, robbed))

    def effect(self, action: str, target: Seat) -> Play:
        """What the action does (CP-10 to CP-18), where its target is still in (CP-31)."""
        if action in PAYS:
            self.from_treasury(self.actor, PAYS[action])
        elif action == "exchange":
            yield Moment("exchange", {self.actor}, [{"move": "exchanged", "seat": self.actor}])
        elif target in self.alive():
            if action == "extort":
                self.rob(target)
            else:
                yield from self.lose(target)

    def challenged(self, claimer: int) -> Play:
        """The seat that challenges the claimer, or None (CP-20)."""
        answers = [{"move": "challenge", "seat": s} for s in self.clockwise(claimer)]
        move = yield from self.window("challenge", answers)
        return None if move is None else move["seat"]

    def window(self, what: str, answers: list[Move]) -> Play:
        """The first answer; None once all have passed, the actor goes on or time is up (CP-22)."""
        waiting = {answer["seat"] for answer in answers}
        while waiting:
            moves = [a for a in answers if a["seat"] in waiting]
            moves += [{"move": "pass", "seat": s} for s in sorted(waiting)]
            moves.append({"move": "move_on", "seat": self.actor})
            if self.options.most_s:
                moves.append({"move": "window_closed"})
            move = yield Moment(what, set(waiting), moves)
            if move["move"] == what:
                return move
            if move["move"] != "pass":
                return None
            waiting.discard(move["seat"])
        return None

    def judge(self, claimer: int, cards: list[str], doubter: int, robbed: Seat = None) -> Play:
        """Whether the claimer shows a claimed card (CP-24, CP-25); whoever is wrong loses one."""
        shows = [{"move": "card_shown", "cards": [c]} for c in self.unseen()]
        concedes = [{"move": "concede", "seat": claimer}]
        move = yield Moment("show", {claimer}, shows + concedes)
        self.middle = shown = move.get("cards", [])
        self.proved = proved = bool(shown) and shown[0] in cards
        if proved:
            yield from self.lose(doubter)
        if shown:  # CP-42
            yield Moment("return", {claimer}, [{"move": "card_returned", "cards": []}])
            self.middle = []
        if not proved:
            yield from self.lose(claimer, robbed, shown)
            if claimer in self.alive():
                self.from_treasury(self.actor, self.owed)
        return proved

    def lose(self, seat: int, robbed: Seat = None, shown: Sequence[str] = ()) -> Play:
        """One influence of a seat (CP-26), and with the last one the seat is out (CP-6).

        A last card that was `shown` just now can be no other. A target in `robbed` is robbed
        before the purse of the eliminated is swept (CP-50).
        """
        before = self.faces[seat]
        ups = [sorted([*before, card]) for card in self.unseen()]
        self.turnable = [{"move": "card_turned", "cards": up} for up in ups]
        known = sorted([*before, *shown]) if before and shown else None
        turned = [move for move in self.turnable if known in (None, move["cards"])]
        self.faces[seat] = (yield Moment("lose", {seat}, turned))["cards"]
        self.turnable = []
        if seat in self.alive():
            return
        if robbed == seat:
            self.rob(seat)
        self.to_treasury(seat, self.purse[seat])
        if len(self.alive()) == 1:  # CP-7: there is no next move
            (self.winner,) = self.alive()
            yield Moment("over", set(), [])

    # Coins, cards, seats.

    def to_treasury(self, seat: int, coins: int) -> None:
        self.purse[seat] -= coins
        self.treasury += coins

    def from_treasury(self, seat: int, coins: int) -> None:
        """CP-2: what the Treasury cannot pay in full, it pays as far as it goes."""
        paid = min(coins, self.treasury)
        self.short = paid < coins
        self.to_treasury(seat, -paid)

    def rob(self, target: int) -> None:
        """CP-15."""
        coins = min(2, self.purse[target])
        self.to_treasury(target, coins)
        self.to_treasury(self.actor, -coins)

    def unseen(self) -> list[str]:
        """CP-40: the characters of which a card may still be face down."""
        seen = Counter(self.middle + [card for up in self.faces for card in up])
        return [card for card, count in self.deck.items() if seen[card] < count]

    def alive(self) -> list[int]:
        return [seat for seat in range(self.seats) if len(self.faces[seat]) < HAND]

    def clockwise(self, seat: int) -> list[int]:
        """The others still in, in the order of play."""
        others = [(seat + step) % self.seats for step in range(1, self.seats)]
        return [other for other in others if other in self.alive()]

    # The moves.

    def legal(self) -> list[Move]:
        """Every legal move but `coins_set` and `cards_corrected`, which are answered by `play`."""
        return self.moment.moves

    def play(self, move: Move) -> None:
        """Take one move; raises Refused where it is not legal, and nothing has changed."""
        kept = bare(move)
        if kept["move"] == "cards_corrected":
            self.correct(kept["cards"])
            return
        if kept["move"] == "coins_set":
            self.set_coins(kept["seat"], kept["coins"])
        elif kept in self.legal() or (AGAIN in move and kept in self.turnable):
            self.short = False
            self.moment = self.flow.send(kept)
        else:
            raise Refused(f"{move} while waiting for {self.moment.what}")
        self.history.append(move)

    def purse_limits(self, seat: int) -> tuple[int, int] | None:
        """How far a purse may be set (CP-2); None once it has no coins (CP-6).

        No coin is made, and none is given away that an open challenge may return (CP-27).
        """
        if self.winner is not None or seat not in self.alive():
            return None
        return 0, self.purse[seat] + self.treasury - self.owed

    def set_coins(self, seat: int, coins: int) -> None:
        limits = self.purse_limits(seat)
        if limits is None or coins not in range(limits[0], limits[1] + 1):
            raise Refused(f"CP-2: {limits}")
        self.to_treasury(seat, self.purse[seat] - coins)
        self.short = False
        if self.moment.what == "turn":  # what can be paid, and whether a coup is due, follows
            self.moment = self.moment._replace(moves=self.declarations(self.actor))

    def correct(self, cards: Sequence[str]) -> None:
        """Put other cards in the last reading; all that followed it must still be legal.

        A shown card that was taken back lies there again. A last card turned up may have been
        misread twice, so it need not be the one shown.
        """
        before, history = dict(self.__dict__), self.history
        read = max((i for i, move in enumerate(history) if move.get("cards")), default=None)
        if read is None:
            raise Refused("nothing has been read")
        shown = history[read]["move"] == "card_shown"
        later = [m for m in history[read + 1 :] if not (shown and m["move"] == "card_returned")]
        try:
            self.begin()
            for move in [*history[:read], {**history[read], "cards": cards, AGAIN: True}, *later]:
                self.play(move)
        except Refused:
            self.__dict__.update(before)
            raise


def bare(move: Move) -> Move:
    """A move without what decides nothing, its optional parts filled in and its cards in order."""
    optional: dict[str, Move] = {"declare": {"target": None}, "block": {"card": ""}}
    kept = {**optional.get(move["move"], {}), **move}
    kept = {key: value for key, value in kept.items() if key not in ("behind", "proof", AGAIN)}
    if kept["move"] in (*READINGS, "cards_corrected"):
        kept["cards"] = sorted(kept.get("cards", []))
    return kept


class Table:
    """The Court, the hands and what lies face up, at a real table of players who bluff."""

    def __init__(self, match: Match, rng: random.Random) -> None:
        self.match, self.rng = match, rng
        self.up: list[list[str]] = [[] for _ in range(match.seats)]
        self.hands: list[list[str]] = [[] for _ in range(match.seats)]
        self.court = [card for card, count in match.deck.items() for _ in range(count)]
        self.aside: list[str] = []
        if match.seats == 2 and match.options.two_players == "sets":
            # Each keeps one card of an own set; of the third, one is dealt to each.
            self.court = list(match.deck)
            for hand in self.hands:
                own = list(match.deck)
                hand.append(own.pop(rng.randrange(len(own))))
                self.aside += own
        rng.shuffle(self.court)
        for hand in self.hands:
            hand += [self.court.pop() for _ in range(HAND - len(hand))]
        self.cards = self.count()

    def count(self) -> Counter[str]:
        """All cards there are, wherever they lie: no play makes or loses one."""
        piles = [*self.hands, *self.up, self.court, self.aside]
        return Counter(card for pile in piles for card in pile)

    def readings(self) -> list[Move]:
        """Every reading that the cards on this table can give now, as their owner chooses."""
        what, seats, moves = self.match.moment
        if what not in ("show", "lose"):
            return [move for move in moves if move["move"] == "card_returned"]
        (seat,) = seats
        held = sorted(set(self.hands[seat]))
        if what == "show":
            return [{"move": "card_shown", "cards": [card]} for card in held]
        return [{"move": "card_turned", "cards": sorted([*self.up[seat], card])} for card in held]

    def play(self, move: Move, read: Move | None = None) -> None:
        """Do a move with the cards and tell the match, which may be told a misreading instead."""
        seat, shown, proved = min(self.match.moment.seats), self.match.middle, self.match.proved
        self.match.play(read or move)
        hand = self.hands[seat]
        if move["move"] == "card_turned":
            turned: Counter[str] = Counter(move["cards"])
            (card,) = turned - Counter(self.up[seat])
            hand.remove(card)
            self.up[seat].append(card)
        elif move["move"] == "card_returned" and proved and self.rng.random() < 0.8:
            # CP-25; the sheet lets the owner keep the card instead, which nobody can see.
            hand.remove(shown[0])
            self.court += shown
            self.rng.shuffle(self.court)
            hand.append(self.court.pop())
        elif move["move"] == "exchanged":
            hand += [self.court.pop(), self.court.pop()]
            self.rng.shuffle(hand)
            self.court += [hand.pop(), hand.pop()]
            self.rng.shuffle(self.court)
        assert self.count() == self.cards
