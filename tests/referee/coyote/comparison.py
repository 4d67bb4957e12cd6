"""How a match of the model of Coyote, with a real pile, is one of the code's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import groupby
from random import Random
from typing import Any

from referee import library
from referee.contract import Step
from tests.referee import comparison
from tests.referee.asks import reads
from tests.referee.comparison import ANY, Places, Plain, sums
from tests.referee.models.coyote import (
    DRAW,
    EDITIONS,
    MAX_MINUS,
    MAX_ZERO,
    NIGHT,
    TWICE,
    Refused,
    Table,
    count,
)

FACES = ("1", "5", "7", "20", "-5", "-10", "0", "max0", "x2", "night", "unknown")
EFFECTS = {  # by the words of a step, in the order of CY-20
    "draw": DRAW,
    "max0": MAX_ZERO,
    "max_minus": MAX_MINUS,
    "double": TWICE,
    "night": NIGHT,
}


def effects(steps: tuple[Step, ...]) -> list[str]:
    """Return the effects that a sum shows, in its order, each once where it stands together."""
    keys = [step.message.key.removeprefix("coyote.step.") for step in steps]
    names = [next((name for name in EFFECTS if key.startswith(name)), "") for key in keys]
    return [name for name, _ in groupby(names) if name]


class Comparison(comparison.Comparison):
    """A match with misreadings, corrections and illegal moves; what lies there is read at last."""

    GAME = "coyote"

    def __init__(self, plain: Plain, seats: int, rng: Random) -> None:
        options = library.options(library.game("coyote"), plain)
        self.table = Table(
            EDITIONS[options.edition],
            options.deck,
            seats,
            starter=options.starter,
            limit=options.strikes,
            rng=rng,
        )
        super().__init__(plain, seats, rng)
        self.compare()

    @property
    def over(self) -> bool:
        return self.table.stage == "over"

    # -- one move -----------------------------------------------------------------------------

    def move(self, move: str, **fields: Any) -> None:
        """Make a move in both, which both take or refuse; by which rule, where it is the turn."""
        table = self.table
        speaks = table.speaker == fields.get("seat") and table.stage != "reveal"
        models: dict[str, Callable[..., None]] = {
            "announce": table.announce,
            "challenge": table.challenge,
            "cards_read": table.read,
            "cards_corrected": table.correct,
        }
        try:
            models[move](**fields)
        except Refused as refused:
            self.cannot(str(refused) if speaks else ANY, move, **fields)
            return
        self.wanted(move, **fields)
        self.do(move, **fields)
        self.compare()

    def probe(self, move: str, cards: list[str]) -> None:
        """Have the referee judge a reading beside the match, which it leaves as it is."""
        added = move == "cards_corrected" or Counter(self.table.reading or ()) <= Counter(cards)
        if added and self.table.judge(cards) != "impossible":
            self.wanted(move, cards)
            self.same(f"{move} {cards} is offered", True, self.can(move, cards=cards))
            self.met[move] += 1
        else:
            self.cannot(ANY, move, cards=cards)

    def wanted(self, move: str, cards: list[str] | None = None, **_: object) -> None:
        """The camera looks for such cards, be they drawn from the pile or from the discards."""
        if cards is None:
            return
        if move == "cards_read":
            fits = any(ask.fits(cards) for _offer, ask in reads(self.offers))
            self.same(f"{cards} are looked for", True, fits)
        drawn = len(cards) - len(self.table.hands)
        where = "the pile" if drawn <= self.table.in_pile else "the discards"
        self.met[f"drawn from {where if drawn > 0 else 'nowhere'}"] += 1

    # -- compared -----------------------------------------------------------------------------

    def places(self) -> Places | None:
        ended = self.table.ended
        return None if ended is None or ended.winner is None else ((ended.winner,),)

    def sees(self) -> dict[str, object]:
        table, ended = self.table, self.table.ended
        talks, goes_on = table.stage == "talk", ended is not None and ended.winner is None
        return {
            "stage": table.stage,
            "CY-4: turn": table.speaker if table.stage in ("talk", "counted") else None,
            "CY-9: strikes": table.strikes,
            "CY-3: standing": table.standing if talks else None,
            "CY-8: laid away": table.laid_away if talks else None,
            "CY-7: result": ended and (ended.count.total, ended.loser, ended.spared),
            "CY-7: announcer struck": ended and ended.loser == ended.announcer,
            "CY-8: shuffle": ended.shuffle if ended and goes_on else None,
        }

    def compare(self) -> None:
        """Compare all that the rules settle with what the referee says of it."""
        super().compare()
        table, ended, view = self.table, self.table.ended, self.view
        players, seats = table.still_in(), range(self.seats)
        speaks = [table.speaker] if table.stage in ("talk", "counted") else []
        self.same("CY-4: may announce", speaks, [one.seat for one in self.offered("announce")])
        speaks = [table.speaker] if table.stage == "talk" and table.standing is not None else []
        self.same("CY-5: may challenge", speaks, [one.seat for one in self.offered("challenge")])
        out = [seat for seat in seats if seat not in players]
        self.same("CY-9: out", out, [seat.seat for seat in view.seats if seat.out])
        said = {ruling.message.key for ruling in self.rulings}
        shuffled = self.discards_shuffled()
        if shuffled is not None:
            self.same("CY-21: shuffled", shuffled, "coyote.draw_from_discards" in said)
        summed = [ruling for ruling in self.rulings if ruling.rule == "CY-7"]
        self.same("CY-7: summed up", ended is not None, bool(summed))
        if ended is None:
            return
        steps, cards = summed[0].steps, table.reading or ()
        worth = Counter((int(term.card), term.now) for term in steps[-1].terms if int(term.card))
        self.same("CY-7: cards", ended.count.worth, worth)
        self.same("CY-7: sum", ended.count.total, sums(summed[0])[-1][1])
        self.same("CY-20", [name for name in EFFECTS if EFFECTS[name] in cards], effects(steps))
        if ended.winner is None:
            self.same("CY-8: night", ended.count.night, "coyote.shuffle_night" in said)
            self.same("CY-8: deal", ended.shuffle, view.deal is not None and view.deal.shuffle)
            dealt = [int(seat in players) for seat in seats]
            self.same("CY-1: deal", dealt, view.deal and list(view.deal.cards))

    def discards_shuffled(self) -> bool | None:
        """Tell whether the next card to turn up comes from the discards; None where it is open."""
        table = self.table
        if table.stage != "reveal" or table.reading is None:
            return None
        drawn = len(table.reading) - len(table.hands)
        due = table.reading.count(DRAW) - drawn
        if table.in_pile <= drawn:
            return True
        return False if table.in_pile - drawn >= due else None

    # -- a round ------------------------------------------------------------------------------

    def step(self) -> None:
        """Play a round, and look at it again."""
        self.talk()
        self.reveal()
        self.look_again()
        if self.over:
            self.slips()

    def talk(self) -> None:
        random, table = self.rng, self.table
        while table.stage != "reveal":
            if random.random() < 0.3:
                self.slips()
            if table.stage == "talk" and table.standing and random.random() < 0.4:
                self.move("challenge", seat=table.speaker)
                continue
            least = 1 + (table.standing or 0) * (table.stage == "talk")
            total = count(table.hands.values(), table.edition).total
            number = random.choice([least, least + random.randint(0, 6), max(least, total)])
            self.move("announce", seat=table.speaker, number=number)

    def slips(self) -> None:
        """Try what nobody may do now."""
        random, table = self.rng, self.table
        seat = random.randrange(-1, len(table.strikes) + 1)
        standing = table.standing or 0
        if seat != table.speaker or table.stage in ("reveal", "over"):
            self.move("announce", seat=seat, number=standing + random.randint(1, 5))
            self.move("challenge", seat=seat)
        elif table.stage == "counted" or not standing:
            self.move("challenge", seat=seat)
        low = [0, -3, 2.5, standing + 0.5]
        if table.stage == "talk":
            low += [standing, standing - 1]
        self.move("announce", seat=table.speaker, number=random.choice(low))
        if table.stage != "reveal":
            self.move("cards_read", cards=self.shuffled(table.hands.values()))
        if table.reading is None:
            self.move("cards_corrected", cards=self.shuffled(table.hands.values()))

    def reveal(self) -> None:
        """Have the cards read: as they are turned up one by one, or all at once."""
        random, table = self.rng, self.table
        staged = random.random() < 0.5
        while table.stage == "reveal":
            if not staged:
                while table.turn_up():
                    pass
            if random.random() < 0.2:
                self.slips()
            if random.random() < 0.3:
                self.misread("cards_read")
            if table.stage == "reveal":
                self.probe("cards_read", self.conceivable())
            if table.reading is not None:
                self.probe("cards_corrected", self.conceivable())
            self.read_true()
            if table.stage == "reveal":
                table.turn_up()

    def read_true(self) -> None:
        """Read what lies there, or set right what was read before."""
        table = self.table
        true = Counter(table.mat)
        if table.reading is not None and Counter(table.reading) == true:
            return
        added = table.stage == "reveal" and Counter(table.reading or ()) <= true
        self.move("cards_read" if added else "cards_corrected", cards=self.shuffled(table.mat))

    def look_again(self) -> None:
        """Correct a counted round some times, then set it right, as far as it was wrong."""
        while self.chance(0.2):
            self.misread("cards_corrected")
        while self.table.stage == "reveal" or Counter(self.table.reading) != Counter(
            self.table.mat
        ):
            self.read_true()
            if self.table.stage == "reveal":
                self.table.turn_up()

    def misread(self, move: str) -> None:
        """Give a reading that is not true; whether it could be is for the model to tell."""
        random, table = self.rng, self.table
        if move == "cards_read" and table.stage != "reveal":
            return
        cards = list(table.mat)
        kinds = [*table.deck, random.choice(FACES), DRAW]
        for _ in range(random.choice([1, 1, 2, 3])):
            change = random.random()
            if change < 0.2 and cards:
                cards.pop(random.randrange(len(cards)))
            elif change < 0.4:
                cards.append(random.choice(kinds))
            elif cards:
                cards[random.randrange(len(cards))] = random.choice(kinds)
        if Counter(cards) not in (Counter(table.mat), Counter(table.reading or ())):
            self.move(move, cards=self.shuffled(cards))

    def conceivable(self) -> list[str]:
        """Return cards that come near to what can lie there, and often can."""
        random, table = self.rng, self.table
        cards = list(table.unseen.elements()) + [random.choice(FACES)] * (random.random() < 0.05)
        random.shuffle(cards)
        if random.random() < 0.5:
            cards.sort(key=lambda card: card != DRAW)
        again = self.shuffled(table.laid_away.elements())
        if random.random() < 0.5:
            again.sort(key=lambda card: card != DRAW)
        cards += again
        least = len(table.reading or table.hands) + (table.reading is not None)
        draws = Counter(cards[: len(table.hands)])[DRAW]
        return self.shuffled(cards[: least + random.choice([0, draws, random.randint(0, 4)])])


def settings(edition: str, rng: Random) -> tuple[Plain, int]:
    """Return options and seats that the sheet allows; often a deck that runs out."""
    rules = EDITIONS[edition]
    seats = rng.choice([*rules.players, 2, 3, 3, 4])
    limit = rng.choice([1, 2, 3, 3, 4, 5, 6])
    if not rules.allows(seats, limit):
        seats, limit = max(seats, rules.players[0]), 3
    plain: Plain = {"edition": edition, "strikes": limit, "starter": rng.randrange(seats)}
    if rng.random() < 0.7:
        faces = ["1", "2", "5", "10", "20", "-5", "-10", "0", "max0", "x2", "night"]
        if edition != "kidult":  # what x2 does to a card that max- turned, its sheet cannot tell
            faces.append("max-")
        deck = Counter({"?": rng.randint(0, 4)})
        size = max(seats + rng.randint(0, 8), deck.total())
        deck.update(rng.choice(faces) for _ in range(size - deck.total()))
        plain["deck"] = dict(+deck)
    return plain, seats


def begun(rng: Random, edition: str = "") -> Comparison:
    """Return a match of an edition, or of any."""
    return Comparison(*settings(edition or rng.choice(list(EDITIONS)), rng), rng)
