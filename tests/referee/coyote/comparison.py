"""How a match of the model of Coyote, with or without optional actions, is one of the code's."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

from referee import library
from referee.contract import AskCards, AskChoice, AskNumber, AskSeat, By
from tests.referee.asks import presses_are_lit, reads
from tests.referee.models import driver
from tests.referee.models.coyote import DRAW, EDITIONS, NIGHT
from tests.referee.models.coyote_actions import ACTIONS, Act, ActionTable, Ending, Name
from tests.referee.models.driver import Places, Plain, sums

WORDS: dict[Name, str] = {  # what the referee calls them, where it has another word
    "about-turn": "reverse",
    "change": "hand_back",
    "next": "next_is",
    "sit out": "sit_out",
}
FACES = ("1", "2", "5", "10", "20", "-5", "-10", "0", "max0", "x2", NIGHT, DRAW)
MISREAD_SHARE = 0.3  # of the reveals


def word(name: Name) -> str:
    """Return what the referee calls something that a seat does."""
    return WORDS.get(name, name)


class Comparison(driver.Comparison):
    """What is legal at the table is offered, and nothing else; what lies there is what is read."""

    GAME = "coyote"

    def __init__(self, rng: Random) -> None:
        plain, seats = settings(rng)
        options = library.options(library.game("coyote"), plain)
        self.lying: list[tuple[int, str]] = []  # face up before the reveal, by seats
        tokens = {name: options.tokens[word(name)] for name in ACTIONS[options.edition]}
        self.table = ActionTable(
            options.edition,
            EDITIONS[options.edition],
            options.deck,
            seats,
            starter=options.starter,
            limit=options.strikes,
            tokens=tokens if options.actions else {},
            rng=rng,
        )
        super().__init__(plain, seats, rng)

    @property
    def over(self) -> bool:
        return self.table.winner is not None

    def places(self) -> Places | None:
        return None if self.table.winner is None else ((self.table.winner,),)

    def step(self) -> None:
        """Play a round."""
        while not self.table.revealed:
            self.compare()
            self.turn()
        self.reveal()

    def sees(self) -> dict[str, object]:
        table = self.table
        sees: dict[str, object] = {"CY-9: strikes": table.strikes}
        if self.over:
            return sees
        if table.claim is not None:
            sees["announced"] = (table.claim.by, table.claim.number)
        if table.opened or table.claim is not None:
            sees["discards"] = Counter(table.discards)
        return sees

    def compare(self) -> None:
        """Compare who may do what, and what stands."""
        super().compare()
        self.same("who may press is lit", True, presses_are_lit(self.offers))
        if self.over:
            return
        table = self.table
        self.same("legal", table.legal(), self.acts())
        reach = range(-1, table.floor + 9)
        asks = [ask for offer in self.offered("announce") for ask in offer.ask]
        numbers = {
            number
            for ask in asks
            if isinstance(ask, AskNumber)
            for number in reach
            if ask.least <= number and (ask.most is None or number <= ask.most)
        }
        self.same("numbers", {number for number in reach if table.may_say(number)}, numbers)

    def acts(self) -> set[Act]:
        """Return all that the referee offers to seats; what the table has no name for, too."""
        ours = {word(name): name for name in ACTIONS[self.table.name]}
        result = set()
        for offer in self.offers:
            if offer.by is By.HOST:
                continue
            name = cast(Name, ours.get(offer.move, offer.move.replace("_", " ")))
            seat = -1 if offer.seat is None else offer.seat
            seats = [ask.seats for ask in offer.ask if isinstance(ask, AskSeat)]
            result |= {Act(name, seat, target) for target in (seats[0] if seats else (None,))}
        return result

    # The talk

    def turn(self) -> None:
        """Have somebody do something legal."""
        random, table = self.rng, self.table
        acts = sorted(table.legal(), key=repr)
        weights = {"announce": 3.0, "challenge": 1.0 if len(table.used) < 3 else 2.0}
        names = sorted({act.name for act in acts})
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
        self.met[f"{table.name} {act.name}"] += 1
        self.do(**plain)
        if act.name in ("open", "know"):
            new = table.opened[-1] if act.name == "open" else table.hands[act.seat][0]
            self.lies_face_up(act.seat, new)

    def number(self) -> int:
        """Return a number that may be said: low, or about what lies there."""
        table = self.table
        cards = [card for cards in table.hands.values() for card in cards]
        total = sum(int(card) for card in cards if card.lstrip("-").isdigit())
        low = table.floor + self.rng.randint(1, 3)
        number = self.rng.choice([low, max(low, total + self.rng.randint(-4, 4))])
        return number if table.may_say(number) else number + 1

    def lies_face_up(self, seat: int, card: str) -> None:
        """Read a card turned up before a seat: those from the seventh on share the mat."""
        self.lying.append((seat, card))
        zone = f"seat:{seat}" if seat < 6 else "mat"
        self.read([card for other, card in self.lying if zone == "mat" or other == seat], zone)

    # The reveal

    def reveal(self) -> None:
        """Lay all cards face up, read them, and compare how the round ended."""
        table = self.table
        guessed, claim = table.misjudged is not None, table.claim
        if table.hidden and not guessed:  # CY-78: what was swapped out is read apart
            self.read([*(card for _, card in self.lying), *table.hidden], "mat")
        parties = (table.challenger, None if claim is None else claim.by)
        self.same("parties", parties, self.now["parties"])
        held = [*table.mat, *table.replaced]
        at_once, misread = self.chance(0.5), self.misread(held)
        drawn = table.turn_up()
        if not misread and not (at_once and drawn):
            self.read(held, "mat")
        while drawn is not None:
            held.append(drawn)
            drawn = table.turn_up()
            if not (at_once and drawn):
                self.read(held, "mat")
        self.met["doubled"] += table.doubled
        self.met["not counted"] += guessed
        self.compare_ending(table.finish(), guessed=guessed)
        self.lying = []

    def read(self, cards: list[str], zone: str) -> None:
        """Have the camera read what lies in a zone."""
        self.same("what is asked for", [zone], [ask.zone for ask in self.asked()])
        self.same(f"reading {cards} fits", True, self.asked()[0].fits(cards))
        self.rng.shuffle(cards)
        self.do("cards_read", cards=list(cards))

    def asked(self) -> list[AskCards]:
        return [ask for _, ask in reads(self.offers)]

    def misread(self, cards: list[str]) -> bool:
        """Perhaps have one card read as another, which the table then corrects (CY-11)."""
        place = self.rng.randrange(len(cards))
        wrong = [*cards[:place], self.rng.choice(FACES), *cards[place + 1 :]]
        if DRAW in cards + wrong or not self.chance(MISREAD_SHARE):
            return False
        if not self.asked()[0].fits(wrong):
            return False
        self.do("cards_read", cards=wrong)
        self.do("cards_corrected", cards=list(cards))
        return True

    def compare_ending(self, ending: Ending, *, guessed: bool) -> None:
        """Compare how a round ended, and what is dealt next."""
        total, loser, _spared = self.now["CY-7: result"]
        self.same("total", ending.total, total)
        self.same("loser", ending.loser, loser)
        if not guessed:
            self.same("strikes given", ending.strikes, self.now["strikes given"])
            counted = [ruling for ruling in self.rulings if ruling.rule == "CY-7"]
            self.same("sum", ending.total, sums(counted[0])[-1][1])
        if ending.winner is None:
            self.same("starter", ending.starter, self.now["to begin"])
            deal = self.view.deal
            self.same("shuffle", ending.shuffle, deal is not None and bool(deal.shuffle))
            players = self.table.still_in()
            dealt = [int(seat in players) for seat in range(self.seats)]
            self.same("dealt", dealt, deal and list(deal.cards))
        self.compare()
        self.met["out"] += self.table.strikes[ending.loser] >= self.table.limit


def settings(rng: Random) -> tuple[Plain, int]:
    """Return options that the sheet allows, and seats: often all actions, or a deck that runs out.

    A table agrees on the actions of `kidult` and `tomahawk`; the eight tokens of `oliphante` are
    of any kinds.
    """
    edition = rng.choice(list(EDITIONS))
    rules = EDITIONS[edition]
    seats = rng.choice([*rules.players, 3, 4])
    limit = rng.choice([1, 2, 3, 3, 4, 5])
    if not rules.allows(seats, limit):
        limit = 3
    words = [word(name) for name in ACTIONS[edition]]
    plain: Plain = {"edition": edition, "strikes": limit, "starter": rng.randrange(seats)}
    plain["actions"] = rng.random() < 0.8
    if plain["actions"] and rng.random() < 0.5:
        if edition == "oliphante":
            mixed = Counter(rng.choice(words) for _ in range(8))
            plain["tokens"] = {name: mixed[name] for name in words}
        else:
            plain["tokens"] = {name: int(rng.random() < 0.7) for name in words}
    if rng.random() < 0.5:
        faces = FACES if edition == "kidult" else (*FACES, "max-")
        size = seats + rng.randint(0, 8)
        deck = Counter(rng.choice(faces) for _ in range(size))
        deck["2"] += max(0, deck[DRAW] - 4)  # no deck has more draw cards
        deck[DRAW] = min(4, deck[DRAW])
        plain["deck"] = dict(+deck)
    return plain, seats
