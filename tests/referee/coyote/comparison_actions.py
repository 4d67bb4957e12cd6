"""How a match of the model of Coyote with optional actions is one of the code's."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import cast

from referee import library
from referee.contract import AskCards, AskChoice, AskNumber, AskSeat, By
from tests.referee import comparison
from tests.referee.asks import reads
from tests.referee.comparison import ANY, Places, Plain, sums
from tests.referee.models.coyote import DRAW, EDITIONS, NIGHT
from tests.referee.models.coyote_actions import ACTIONS, Act, ActionTable, Ending, Name

WORDS: dict[Name, str] = {  # what the referee calls them, where it has another word
    "about-turn": "reverse",
    "change": "hand_back",
    "next": "next_is",
    "sit out": "sit_out",
}
FACES = ("1", "2", "5", "10", "20", "-5", "-10", "0", "max0", "x2", NIGHT, DRAW)


def word(name: Name) -> str:
    """Return what the referee calls something that a seat does."""
    return WORDS.get(name, name)


class ComparisonWithActions(comparison.Comparison):
    """What is legal at the table is offered, and nothing else; what lies there is what is read."""

    GAME = "coyote"

    def __init__(self, plain: Plain, seats: int, rng: Random) -> None:
        options = library.options(library.game("coyote"), plain)
        self.lying: list[tuple[int, str]] = []  # face up before the reveal, by seats
        self.table = ActionTable(
            options.edition,
            EDITIONS[options.edition],
            options.deck,
            seats,
            starter=options.starter,
            limit=options.strikes,
            tokens={name: options.tokens[word(name)] for name in ACTIONS[options.edition]},
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
            self.try_what_is_not_legal()
            self.turn()
        self.reveal()

    def sees(self) -> dict[str, object]:
        table = self.table
        sees: dict[str, object] = {"CY-9: strikes": table.strikes}
        if table.claim is not None:
            sees["announced"] = (table.claim.by, table.claim.number)
        if table.opened or table.claim is not None:
            sees["discards"] = Counter(table.discards)
        return sees

    # The talk

    def turn(self) -> None:
        """Have somebody do something legal."""
        random, table = self.rng, self.table
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
        """A card is turned up before a seat: those from the seventh on share the mat."""
        self.cannot(ANY, "announce", seat=seat, number=self.table.floor + 1)  # the card first
        self.cannot(ANY, "challenge", seat=seat)
        self.lying.append((seat, card))
        zone = f"seat:{seat}" if seat < 6 else "mat"
        there = [card for other, card in self.lying if zone == "mat" or other == seat]
        self.read(there, zone)

    def compare(self) -> None:
        """Compare who may do what, and what stands."""
        super().compare()
        if self.over:
            return
        table = self.table
        self.same("legal", table.legal(), self.acts())
        reach = range(-1, table.floor + 9)
        self.same("numbers", {n for n in reach if table.may_say(n)}, set(self.numbers(reach)))

    def try_what_is_not_legal(self) -> None:
        """Have anybody do anything, and somebody say a number that does not do: all is refused."""
        random, table = self.rng, self.table
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
                self.cannot(ANY, word(name), seat=seat, **more)
        for number in range(table.floor - 1, table.floor + 6):
            if not table.may_say(number):
                self.cannot(ANY, "announce", seat=table.turn, number=number)

    def acts(self) -> set[Act]:
        """Return all that the referee offers to seats; what the table has no name for, too."""
        ours = {word(name): name for name in ACTIONS[self.table.name]}
        found = set()
        for offer in self.offers:
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

    # The reveal

    def reveal(self) -> None:
        """Lay all cards face up, read them, and compare how the round ended."""
        table = self.table
        guessed = table.misjudged is not None
        if table.hidden and not guessed:  # CY-78: what was swapped out is read apart
            self.read([*(card for _, card in self.lying), *table.hidden], "mat")
        self.same("parties", self.parties(), self.now["parties"])
        self.try_what_is_not_legal()
        held = [*table.mat, *table.replaced]
        self.misread(held)
        at_once = self.rng.random() < 0.5
        drawn = table.turn_up()
        if not (at_once and drawn):
            self.read(held, "mat")
        while drawn is not None:
            held.append(drawn)
            drawn = table.turn_up()
            if not (at_once and drawn):
                self.read(held, "mat")
        self.met["rounds"] += 1
        self.met["doubled"] += table.doubled
        self.met["not counted"] += guessed
        self.compare_ending(table.finish(), guessed=guessed)
        self.lying = []

    def parties(self) -> tuple[int | None, int | None]:
        claim = self.table.claim
        return self.table.challenger, None if claim is None else claim.by

    def read(self, cards: list[str], zone: str) -> None:
        """Have the camera read what lies in a zone; fewer cards are not what is asked for."""
        asks = reads(self.offers)
        self.same("asked for cards", 1, len(asks))
        ((_, ask),) = asks
        self.same("zone", zone, ask.zone)
        self.same(f"reading {cards} fits", True, ask.fits(cards))
        self.same(f"reading {cards[1:]} fits", False, self.fits_without_first(ask, cards))
        self.rng.shuffle(cards)
        self.do("cards_read", cards=list(cards))

    def misread(self, cards: list[str]) -> None:
        """Have one card read as another: taken only where the deck can hold it (CY-11)."""
        table, place = self.table, self.rng.randrange(len(cards))
        wrong = self.rng.choice([card for card in FACES if card != DRAW])
        read = [*cards[:place], wrong, *cards[place + 1 :]]
        if cards[place] == DRAW:
            return
        known = Counter(card for _, card in self.lying)
        if table.misjudged is None:
            known += Counter(table.hidden)
        deck = Counter(library.options(self.game, self.options).deck)
        possible = Counter(read) <= deck - Counter(table.discards) and known <= Counter(read)
        ((_, ask),) = reads(self.offers)
        self.same(f"misreading {read} fits", possible, ask.fits(read))
        if not possible:
            self.cannot(ANY, "cards_read", cards=read)

    def fits_without_first(self, ask: AskCards, cards: list[str]) -> bool:
        """Tell whether one card less would do: never, but for what a draw card still turns up."""
        return ask.fits(cards[1:]) and DRAW not in cards

    def compare_ending(self, ending: Ending, *, guessed: bool) -> None:
        table = self.table
        self.compare_result(ending, guessed=guessed)
        if ending.winner is None:
            self.same("starter", ending.starter, self.now["to begin"])
            deal = self.view.deal
            self.same("shuffle", ending.shuffle, deal is not None and bool(deal.shuffle))
            players = table.still_in()
            dealt = [int(seat in players) for seat in range(len(table.strikes))]
            self.same("dealt", dealt, deal and list(deal.cards))
        self.compare_places()
        self.met["out"] += table.strikes[ending.loser] >= table.limit

    def compare_result(self, ending: Ending, *, guessed: bool) -> None:
        total, loser, _spared = self.now["CY-7: result"] or (None, None, None)
        self.same("total", ending.total, total)
        self.same("loser", ending.loser, loser)
        self.same("strikes", self.table.strikes, self.now["CY-9: strikes"])
        if not guessed:
            self.same("strikes given", ending.strikes, self.now["strikes given"])
            said = [ruling for ruling in self.rulings if ruling.rule == "CY-7"]
            self.same("sum", ending.total, sums(said[0])[-1][1])


def settings(edition: str, rng: Random) -> tuple[Plain, int]:
    """Return options that the sheet allows, and seats: often all actions, or a deck that runs out.

    A table agrees on the actions of `kidult` and `tomahawk`; the eight tokens of `oliphante` are
    of any kinds.
    """
    rules = EDITIONS[edition]
    seats = rng.choice([*rules.players, 3, 4])
    limit = rng.choice([1, 2, 3, 3, 4, 5])
    if not rules.allows(seats, limit):
        limit = 3
    words = [word(name) for name in ACTIONS[edition]]
    plain: Plain = {"edition": edition, "strikes": limit, "starter": rng.randrange(seats)}
    plain["actions"] = True
    if rng.random() < 0.5:
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


def begun(rng: Random, edition: str = "") -> ComparisonWithActions:
    """Return a match of an edition, or of any."""
    return ComparisonWithActions(*settings(edition or rng.choice(list(EDITIONS)), rng), rng)
