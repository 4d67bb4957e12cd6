"""A match of Coyote with optional actions played twice: at the model's table, and by the referee.

What is legal at the table must be offered, and nothing else; what lies there is what is read.
Nothing here looks at how the referee decides.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any, cast

from referee import library
from referee.contract import (
    AskCards,
    AskChoice,
    AskNumber,
    AskSeat,
    By,
    IllegalMove,
    Offer,
    Ruling,
)
from referee.coyote.state.state import State
from tests.referee.asks import reads
from tests.referee.coyote.seen import seen
from tests.referee.models.coyote import DRAW, EDITIONS, NIGHT
from tests.referee.models.coyote_actions import ACTIONS, Act, ActionTable, Ending, Name

GAME = library.game("coyote")
Plain = dict[str, Any]
WORDS: dict[Name, str] = {  # what the referee calls them, where it has another word
    "about-turn": "reverse",
    "change": "hand_back",
    "next": "next_is",
    "sit out": "sit_out",
}
FACES = ("1", "2", "5", "10", "20", "-5", "-10", "0", "max0", "x2", NIGHT, DRAW)


class Differs(AssertionError):
    """The referee and the table went different ways; the text holds the match."""


def word(name: Name) -> str:
    """Return what the referee calls something that a seat does."""
    return WORDS.get(name, name)


class BesideActions:
    """One match in two places; every difference raises `Differs`. `did` counts what was done."""

    def __init__(self, plain: Plain, seats: int, random: Random, did: Counter[str]) -> None:
        options = library.options(GAME, plain)
        self.random, self.did = random, did
        self.state: State = GAME.begin(options, seats)
        self.rulings: tuple[Ruling, ...] = ()
        self.lying: list[tuple[int, str]] = []  # face up before the reveal, by seats
        self.match: list[Plain] = [{**plain, "seats": seats}]
        self.table = ActionTable(
            options.edition,
            EDITIONS[options.edition],
            options.deck,
            seats,
            starter=options.starter,
            limit=options.strikes,
            tokens={name: options.tokens[word(name)] for name in ACTIONS[options.edition]},
            rng=random,
        )

    def play(self) -> None:
        """Play to the end."""
        while self.table.winner is None:
            while not self.table.revealed:
                self.compare_talk()
                self.try_what_is_not_legal()
                self.turn()
            self.reveal()
        self.same("outcome", (self.table.winner,), cast(Any, GAME.outcome(self.state)).winners)

    # The talk

    def turn(self) -> None:
        """Have somebody do something legal."""
        random, table = self.random, self.table
        acts = sorted(table.legal(), key=repr)
        kinds = {act.name for act in acts}
        weights = {"announce": 3.0, "challenge": 1.0 if len(table.used) < 3 else 2.0}
        names = sorted(kinds)
        (name,) = random.choices(names, [weights.get(name, 1.0) for name in names])
        act = random.choice([act for act in acts if act.name == name])
        plain: Plain = {"move": word(act.name), "seat": act.seat}
        number, face = 0, ""
        if act.target is not None:
            plain["target"] = act.target
        if act.name == "announce":
            number = plain["number"] = self.number()
        elif act.name == "know":
            (own,) = table.hands[act.seat]
            asked = self.offered("know")[0].ask[0]
            assert isinstance(asked, AskChoice)
            faces = [choice.value for choice in asked.choices]
            face = plain["card"] = own if random.random() < 0.6 else random.choice(faces)
        table.do(act, number=number, face=face)
        self.did[f"{table.name} {act.name}"] += 1
        self.do(plain)
        if act.name in ("open", "know"):
            new = table.opened[-1] if act.name == "open" else table.hands[act.seat][0]
            self.lies_face_up(act.seat, new)

    def number(self) -> int:
        """Return a number that may be said: low, or about what lies there."""
        table = self.table
        cards = [card for cards in table.hands.values() for card in cards]
        total = sum(int(card) for card in cards if card.lstrip("-").isdigit())
        low = table.floor + self.random.randint(1, 3)
        number = self.random.choice([low, max(low, total + self.random.randint(-4, 4))])
        return number if table.may_say(number) else number + 1

    def lies_face_up(self, seat: int, card: str) -> None:
        """A card is turned up before a seat: those from the seventh on share the mat."""
        for move in ({"move": "announce", "number": self.table.floor + 1}, {"move": "challenge"}):
            self.refused({**move, "seat": seat})  # the card first
        self.lying.append((seat, card))
        zone = f"seat:{seat}" if seat < 6 else "mat"
        there = [card for other, card in self.lying if zone == "mat" or other == seat]
        self.read(there, zone)

    def compare_talk(self) -> None:
        """Compare who may do what, and what stands."""
        table, state = self.table, self.state
        self.same("legal", table.legal(), self.acts())
        reach = range(-1, table.floor + 9)
        self.same("numbers", {n for n in reach if table.may_say(n)}, set(self.numbers(reach)))
        self.same("strikes", tuple(table.strikes), state.strikes)
        if table.claim is not None:
            self.same("announcer", table.claim.by, state.announcer)
            self.same("standing", table.claim.number, state.number)
        if table.opened or table.claim is not None:
            self.same("discards", Counter(table.discards), Counter(state.discards))

    def try_what_is_not_legal(self) -> None:
        """Have anybody do anything, and somebody say a number that does not do: all is refused."""
        random, table = self.random, self.table
        if random.random() < 0.6:
            return
        seats = range(len(table.strikes))
        names: list[Name] = ["announce", "challenge", "sit out", *ACTIONS[table.name]]
        legal = table.legal()
        for name in names:
            seat = random.choice([table.turn, *seats])
            target = random.choice(seats) if name in ("extra", "next") else None
            if Act(name, seat, target) not in legal:
                more: Plain = {} if target is None else {"target": target}
                if name == "announce":
                    more["number"] = table.floor + random.randint(1, 9)
                if name == "know":
                    more["card"] = random.choice(table.hands.get(seat, ["1"]))
                self.refused({"move": word(name), "seat": seat, **more})
        for number in range(table.floor - 1, table.floor + 6):
            if not table.may_say(number):
                self.refused({"move": "announce", "seat": table.turn, "number": number})

    def refused(self, plain: Plain) -> None:
        """Hold the referee to refuse what the rules forbid."""
        self.did["refused"] += 1
        try:
            GAME.apply(self.state, library.move(GAME, plain))
        except IllegalMove:
            return
        raise Differs(self.told(f"accepted: {plain}"))

    def acts(self) -> set[Act]:
        """Return all that the referee offers to seats; what the table has no name for, too."""
        ours = {word(name): name for name in ACTIONS[self.table.name]}
        found = set()
        for offer in GAME.offers(self.state):
            if offer.by is By.HOST:
                continue
            name = cast(Name, ours.get(offer.move, offer.move.replace("_", " ")))
            seat = -1 if offer.seat is None else offer.seat
            seats = [ask.seats for ask in offer.ask if isinstance(ask, AskSeat)]
            found |= {Act(name, seat, target) for target in (seats[0] if seats else (None,))}
        return found

    def numbers(self, reach: range) -> list[int]:
        """Return the numbers within reach that the referee offers."""
        asks = [ask for offer in self.offered("announce") for ask in offer.ask]
        return [
            number
            for ask in asks
            if isinstance(ask, AskNumber)
            for number in reach
            if ask.least <= number and (ask.most is None or number <= ask.most)
        ]

    def offered(self, move: str) -> list[Offer]:
        return [offer for offer in GAME.offers(self.state) if offer.move == move]

    # The reveal

    def reveal(self) -> None:
        """Lay all cards face up, read them, and compare how the round ended."""
        table = self.table
        guessed = table.misjudged is not None
        if table.hidden and not guessed:  # CY-78: what was swapped out is read apart
            self.read([*(card for _, card in self.lying), *table.hidden], "mat")
        self.same("parties", self.parties(), (seen(self.state).challenger, self.state.announcer))
        self.try_what_is_not_legal()
        held = [*table.mat, *table.replaced]
        self.misread(held)
        at_once = self.random.random() < 0.5
        drawn = table.turn_up()
        if not (at_once and drawn):
            self.read(held, "mat")
        while drawn is not None:
            held.append(drawn)
            drawn = table.turn_up()
            if not (at_once and drawn):
                self.read(held, "mat")
        self.did["rounds"] += 1
        self.did["doubled"] += table.doubled
        self.did["not counted"] += guessed
        self.compare_ending(table.finish(), guessed=guessed)
        self.lying = []

    def parties(self) -> tuple[int | None, int | None]:
        claim = self.table.claim
        return self.table.challenger, None if claim is None else claim.by

    def read(self, cards: list[str], zone: str) -> None:
        """Have the camera read what lies in a zone; fewer cards are not what is asked for."""
        asks = reads(GAME.offers(self.state))
        self.same("asked for cards", 1, len(asks))
        ((_, ask),) = asks
        self.same("zone", zone, ask.zone)
        self.same(f"reading {cards} fits", True, ask.fits(cards))
        self.same(f"reading {cards[1:]} fits", False, self.fits_without_first(ask, cards))
        self.random.shuffle(cards)
        self.do({"move": "cards_read", "cards": list(cards)})

    def misread(self, cards: list[str]) -> None:
        """Have one card read as another: taken only where the deck can hold it (CY-11)."""
        table, place = self.table, self.random.randrange(len(cards))
        wrong = self.random.choice([card for card in FACES if card != DRAW])
        read = [*cards[:place], wrong, *cards[place + 1 :]]
        if cards[place] == DRAW:
            return
        known = Counter(card for _, card in self.lying)
        if table.misjudged is None:
            known += Counter(table.hidden)
        deck = Counter(self.state.setup.deck)
        possible = Counter(read) <= deck - Counter(table.discards) and known <= Counter(read)
        ((_, ask),) = reads(GAME.offers(self.state))
        self.same(f"misreading {read} fits", possible, ask.fits(read))
        if not possible:
            self.refused({"move": "cards_read", "cards": read})

    def fits_without_first(self, ask: AskCards, cards: list[str]) -> bool:
        """Tell whether one card less would do: never, but for what a draw card still turns up."""
        return ask.fits(cards[1:]) and DRAW not in cards

    def compare_ending(self, ending: Ending, *, guessed: bool) -> None:
        state, table = self.state, self.table
        result = seen(state).result
        assert result is not None, self.told("not ended")
        self.same("total", ending.total, result.total)
        self.same("loser", ending.loser, result.loser)
        self.same("strikes", tuple(table.strikes), state.strikes)
        if not guessed:
            self.same("strikes given", ending.strikes, result.strikes)
            said = [ruling for ruling in self.rulings if ruling.rule == "CY-7"]
            self.same("sum", ending.total, said[0].steps[-1].total)
        if ending.winner is None:
            self.same("starter", ending.starter, state.turn)
            deal = GAME.view(state, None).deal
            assert deal is not None, self.told("nothing to deal")
            self.same("shuffle", ending.shuffle, bool(deal.shuffle))
            players = table.still_in()
            dealt = [int(seat in players) for seat in range(len(table.strikes))]
            self.same("dealt", dealt, list(deal.cards))
        self.did["out"] += table.strikes[ending.loser] >= table.limit

    # Both

    def do(self, plain: Plain) -> None:
        """Have the referee take a move that is legal at the table."""
        self.match.append(plain)
        try:
            self.state, self.rulings = GAME.apply(self.state, library.move(GAME, plain))
        except IllegalMove as illegal:
            raise Differs(self.told(f"refused: {illegal}")) from illegal
        self.did["moves"] += 1

    def same(self, what: str, rules: object, referee: object) -> None:
        """Hold the referee to the rules."""
        if rules != referee:
            more = ""
            if isinstance(rules, set) and isinstance(referee, set):
                more = f"; only by the rules {rules - referee}, only offered {referee - rules}"
            raise Differs(self.told(f"{what}: {referee}, by the rules {rules}{more}"))

    def told(self, what: str) -> str:
        return "\n  ".join([what, *map(json.dumps, self.match)])
