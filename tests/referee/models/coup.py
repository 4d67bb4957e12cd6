"""Coup with real cards, written from the rule file alone: nothing of `referee` is imported here.

`Match` is what a referee must know and rule: purses, faces, whose move it is and every move that
is legal. A turn is one generator that reads as the rules do; it yields a `Moment` wherever somebody
may do something and is sent the move that was done. `Table` is what no referee sees: the Court and
the hands; it says which readings are true. Moves are the JSON objects of the published schema.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Move = dict[str, Any]

COINS = 50  # CP-2
HAND = 2  # CP-1
DRAWN = 2  # CP-16
MUST_COUP = 10  # CP-5
COST = {"coup": 7, "assassinate": 3}
PAYS = {"income": 1, "foreign_aid": 2, "tax": 3}
CLAIMS = {"tax": "duke", "assassinate": "assassin", "extort": "captain", "exchange": "ambassador"}
BLOCKS = {
    "foreign_aid": ("duke",),
    "assassinate": ("contessa",),
    "extort": ("captain", "ambassador"),
}
TARGETED = ("coup", "assassinate", "extort")
ACTIONS = ("income", "foreign_aid", "coup", "tax", "assassinate", "extort", "exchange")
READINGS = ("card_shown", "card_turned", "card_returned")
DECK = {"duke": 3, "assassin": 3, "captain": 3, "ambassador": 3, "contessa": 3}


class Refused(ValueError):
    """A move that the rules do not allow, with the rule."""


class Over(Exception):
    """The last influence but one player's is gone (CP-7)."""


@dataclass
class Options:
    """What the table agrees on; the names and defaults are the published ones."""

    starter: int = 0
    least_s: int = 3
    most_s: int = 20
    strict_contessa: bool = False
    named_block: bool = True
    two_players: str = "sheet"
    deck: dict[str, int] = field(default_factory=dict)


class Moment(NamedTuple):
    """Where a match waits: what for, whose answer or card it is, and every legal move."""

    what: str
    seats: frozenset[int]
    moves: list[Move]


Play = Generator[Moment, Move, Any]


class Match:
    """The public side of one match: `legal` lists the moves, `play` takes one or raises Refused."""

    def __init__(self, options: Options, seats: int) -> None:
        self.options, self.seats = options, seats
        self.deck = options.deck or DECK
        if not 2 <= seats <= 6:
            raise Refused("CP-1: 2 to 6 players")
        if not 0 <= options.starter < seats:
            raise Refused("CP-3: no such seat")
        if sum(self.deck.values()) < HAND * seats + DRAWN:
            raise Refused("CP-16: the Court cannot be drawn from")
        self.begin()

    def begin(self) -> None:
        """Lay the table (CP-1) and wait for the first move."""
        options, seats = self.options, self.seats
        self.purse = [2] * seats
        if seats == 2 and options.two_players != "sheet":
            self.purse[options.starter] = 1
        self.treasury = COINS - sum(self.purse)
        self.faces: list[list[str]] = [[] for _ in range(seats)]
        self.middle: list[str] = []
        self.actor = options.starter
        self.owed = 0  # paid by the actor, returned if the action is challenged away (CP-27)
        self.short = False  # the last payment was cut for want of coins (CP-2)
        self.winner: int | None = None
        self.history: list[Move] = []
        self.flow = self.whole()
        self.moment = next(self.flow)

    # The rules, as a table plays them.

    def whole(self) -> Play:
        """The match: turns go clockwise until one player is left."""
        try:
            while True:
                yield from self.turn()
                self.owed = 0
                self.actor = self.clockwise(self.actor)[0]
        except Over:
            self.owed = 0
            (self.winner,) = self.alive()
            yield Moment("over", frozenset(), [])
            raise AssertionError("nothing is played after the end") from None

    def turn(self) -> Play:
        """One action: paid, challenged, blocked, the block challenged, carried out (CP-21)."""
        actor = self.actor
        move = yield Moment("turn", frozenset({actor}), self.declarations(actor))
        action, target = move["action"], move.get("target")
        self.to_treasury(actor, COST.get(action, 0))
        doubter = None
        if action in CLAIMS:
            self.owed = COST.get(action, 0)
            doubter = yield from self.challenged(actor)
            if doubter is not None:
                shown = yield from self.judge(actor, [CLAIMS[action]], doubter)
                if not shown:
                    return
            self.owed = 0
        blockers = self.blockers(action, target, doubter)
        if blockers:
            blocked = yield from self.blocked(action, target, blockers)
            if blocked:
                return
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

    def blockers(self, action: str, target: int | None, doubter: int | None) -> list[int]:
        """CP-11, CP-14, CP-15, CP-31: anyone against aid, else the target while still in."""
        if action == "foreign_aid":
            return self.clockwise(self.actor)
        if action not in BLOCKS or target not in self.alive():
            return []
        strict = self.options.strict_contessa and action == "assassinate"
        return [] if strict and doubter == target else [target]

    def blocked(self, action: str, target: int | None, blockers: list[int]) -> Play:
        """Whether the action is blocked for good; one block is all there is."""
        cards = BLOCKS[action]
        free = action == "extort" and not self.options.named_block
        named = [""] if free else ["", *cards]
        answers = [{"move": "block", "seat": s, "card": c} for s in blockers for c in named]
        move = yield from self.window("block", blockers, answers)
        if move is None:
            return False
        blocker, card = move["seat"], move["card"]
        if not card and len(cards) > 1 and not free:
            names = [{"move": "name_card", "seat": blocker, "card": c} for c in cards]
            card = (yield Moment("name", frozenset({blocker}), names))["card"]
        doubter = yield from self.challenged(blocker)
        if doubter is None:
            return True
        claimed = [card] if card else list(cards)
        robbed = target if action == "extort" else None
        return (yield from self.judge(blocker, claimed, doubter, robbed))

    def effect(self, action: str, target: int | None) -> Play:
        """What the action does (CP-10 to CP-18), where its target is still in (CP-31)."""
        if action in PAYS:
            self.from_treasury(self.actor, PAYS[action])
        elif action == "exchange":
            done = [{"move": "exchanged", "seat": self.actor}]
            yield Moment("exchange", frozenset({self.actor}), done)
        elif target in self.alive():
            if action == "extort":
                self.rob(target)
            else:
                yield from self.lose(target)

    def challenged(self, claimer: int) -> Play:
        """The seat that challenges the claimer, or None (CP-20)."""
        others = self.clockwise(claimer)
        answers = [{"move": "challenge", "seat": s} for s in others]
        move = yield from self.window("challenge", others, answers)
        return None if move is None else move["seat"]

    def window(self, what: str, entitled: list[int], answers: list[Move]) -> Play:
        """The first answer; None once all have passed, the actor goes on or time is up (CP-22)."""
        waiting = set(entitled)
        while waiting:
            moves = [a for a in answers if a["seat"] in waiting]
            moves += [{"move": "pass", "seat": s} for s in sorted(waiting)]
            moves.append({"move": "move_on", "seat": self.actor})
            if self.options.most_s:
                moves.append({"move": "window_closed"})
            move = yield Moment(what, frozenset(waiting), moves)
            if move["move"] == what:
                return move
            if move["move"] != "pass":
                return None
            waiting.discard(move["seat"])
        return None

    def judge(
        self, claimer: int, cards: list[str], doubter: int, robbed: int | None = None
    ) -> Play:
        """Whether the claimer shows a claimed card (CP-24, CP-25); whoever is wrong loses one.

        A target in `robbed` is robbed before the purse of the eliminated is swept (CP-50).
        """
        shows = [{"move": "card_shown", "cards": [c]} for c in self.unseen()]
        concedes = [{"move": "concede", "seat": claimer}]
        move = yield Moment("show", frozenset({claimer}), shows + concedes)
        shown: list[str] = move.get("cards", [])
        proved = bool(shown) and shown[0] in cards
        if proved:
            self.middle = shown
            yield from self.lose(doubter)
        else:
            if self.owed:
                self.from_treasury(self.actor, self.owed)
                self.owed = 0
            yield from self.lose(claimer, robbed)
        if self.middle:
            emptied = [{"move": "card_returned", "cards": []}]
            yield Moment("return", frozenset({claimer}), emptied)  # CP-42
            self.middle = []
        return proved

    def lose(self, seat: int, robbed: int | None = None) -> Play:
        """One influence of a seat (CP-26), and with the last one the seat is out (CP-6)."""
        before = self.faces[seat]
        turned = [{"move": "card_turned", "cards": sorted([*before, c])} for c in self.unseen()]
        move = yield Moment("lose", frozenset({seat}), turned)
        self.faces[seat] = move["cards"]
        if seat in self.alive():
            return
        if robbed == seat:
            self.rob(seat)
        self.to_treasury(seat, self.purse[seat])
        if len(self.alive()) == 1:
            raise Over

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
        self.purse[target] -= coins
        self.purse[self.actor] += coins

    def unseen(self) -> list[str]:
        """CP-40: the characters of which a card may still be face down."""
        seen = Counter(self.middle + [card for up in self.faces for card in up])
        return [card for card, count in self.deck.items() if seen[card] < count]

    def alive(self) -> list[int]:
        return [seat for seat in range(self.seats) if len(self.faces[seat]) < HAND]

    def clockwise(self, seat: int) -> list[int]:
        """The others still in, in the order of play."""
        round_table = [(seat + step) % self.seats for step in range(1, self.seats)]
        return [other for other in round_table if other in self.alive()]

    # The moves.

    @property
    def next_starter(self) -> int | None:
        """CP-3."""
        return self.winner

    def legal(self) -> list[Move]:
        """Every legal move but `coins_set` and `cards_corrected`, which are answered by `play`."""
        return self.moment.moves

    def play(self, move: Move) -> None:
        """Take one move.

        Raises:
            Refused: the move is not legal here; nothing has changed.
        """
        kept = bare(move)
        if kept["move"] == "coins_set":
            self.set_coins(kept["seat"], kept["coins"])
        elif kept["move"] == "cards_corrected":
            self.correct(kept["cards"])
            return
        elif kept in self.moment.moves:
            self.short = False
            self.moment = self.flow.send(kept)
        else:
            raise Refused(f"{move} while waiting for {self.moment.what}")
        self.history.append(kept)

    def set_coins(self, seat: int, coins: int) -> None:
        """CP-2: no coin is made, and none is spent that an open challenge may return (CP-27)."""
        if self.winner is not None or seat not in self.alive():
            raise Refused("CP-6: a player who is out has no coins")
        if not 0 <= coins <= self.purse[seat] + self.treasury - self.owed:
            raise Refused("CP-2: the Treasury has no such coins")
        self.to_treasury(seat, self.purse[seat] - coins)
        if self.moment.what == "turn":  # what can be paid, and whether a coup is due, follows
            self.moment = self.moment._replace(moves=self.declarations(self.actor))

    def correct(self, cards: Sequence[str]) -> None:
        """Replay with other cards in the last reading; all that followed must still be legal."""
        read = [i for i, move in enumerate(self.history) if move.get("cards")]
        if not read:
            raise Refused("nothing has been read")
        moves = [dict(move) for move in self.history]
        moves[read[-1]]["cards"] = sorted(cards)
        before = dict(self.__dict__)
        try:
            self.begin()
            for move in moves:
                self.play(move)
        except Refused:
            self.__dict__.update(before)
            raise


def bare(move: Move) -> Move:
    """A move without what decides nothing, its optional parts filled in and its cards in order."""
    kept = {key: value for key, value in move.items() if key not in ("behind", "proof")}
    if kept["move"] == "declare":
        kept.setdefault("target", None)
    if kept["move"] == "block":
        kept.setdefault("card", "")
    if kept["move"] in (*READINGS, "cards_corrected"):
        kept["cards"] = sorted(kept.get("cards", []))
    return kept


class Table:
    """The Court, the hands and what lies face up, at a real table of players who bluff."""

    def __init__(self, match: Match, rng: random.Random) -> None:
        self.match, self.rng = match, rng
        pack = [card for card, count in match.deck.items() for _ in range(count)]
        self.aside: list[str] = []
        if match.seats == 2 and match.options.two_players == "sets":
            self.hands, self.court = self.deal_sets()
        else:
            rng.shuffle(pack)
            self.hands = [[pack.pop(), pack.pop()] for _ in range(match.seats)]
            self.court = pack
        self.up: list[list[str]] = [[] for _ in range(match.seats)]
        self.middle: list[str] = []
        self.cards = self.count()

    def deal_sets(self) -> tuple[list[list[str]], list[str]]:
        """Each keeps one card of an own set and is dealt one of a third: its rest is the Court."""
        third = list(self.match.deck)
        self.rng.shuffle(third)
        hands = []
        for _ in range(2):
            own = list(self.match.deck)
            self.rng.shuffle(own)
            hands.append([own.pop(), third.pop()])
            self.aside += own
        return hands, third

    def count(self) -> Counter[str]:
        """All cards there are, wherever they lie: no play makes or loses one."""
        piles: Iterable[list[str]] = (*self.hands, *self.up, self.court, self.middle, self.aside)
        return Counter(card for pile in piles for card in pile)

    def readings(self) -> list[Move]:
        """Every reading that the cards on this table can give now, as their owner chooses."""
        moment = self.match.moment
        if moment.what == "return":
            return [{"move": "card_returned", "cards": []}]
        if moment.what not in ("show", "lose"):
            return []
        (seat,) = moment.seats
        if moment.what == "show":
            return [{"move": "card_shown", "cards": [c]} for c in sorted(set(self.hands[seat]))]
        cards = [sorted([*self.up[seat], card]) for card in sorted(set(self.hands[seat]))]
        return [{"move": "card_turned", "cards": up} for up in cards]

    def play(self, move: Move, read: Move | None = None) -> None:
        """Do a move with the cards and tell the match, which may be told a misreading instead."""
        moment = self.match.moment
        self.match.play(read or move)
        seat = min(moment.seats, default=0)
        if move["move"] == "card_shown" and move["cards"] == self.match.middle:
            self.hands[seat].remove(move["cards"][0])
            self.middle = list(move["cards"])
        elif move["move"] == "card_turned":
            turned: Counter[str] = Counter(move["cards"])
            (card,) = (turned - Counter(self.up[seat])).elements()
            self.hands[seat].remove(card)
            self.up[seat].append(card)
        elif move["move"] == "card_returned":
            # CP-25; the sheet lets the owner keep the card instead, which nobody can see.
            if self.rng.random() < 0.8:
                self.court += self.middle
                self.rng.shuffle(self.court)
                self.middle = [self.court.pop()]
            self.hands[seat] += self.middle
            self.middle = []
        elif move["move"] == "exchanged":
            held = [*self.hands[seat], self.court.pop(), self.court.pop()]
            self.rng.shuffle(held)
            self.court += held[:DRAWN]
            self.rng.shuffle(self.court)
            self.hands[seat] = held[DRAWN:]
        assert self.count() == self.cards
