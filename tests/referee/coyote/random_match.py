"""A random match of Coyote: what people at a table do, and what they do wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.referee.coyote.beside import Beside, Parted
from tests.referee.models.coyote import DRAW, count

FACES = ("1", "5", "7", "20", "-5", "-10", "0", "max0", "x2", "night", "unknown")


class RandomMatch(Beside):
    """A match with misreadings, corrections and illegal moves; what lies there is read at last."""

    def play(self) -> None:
        """Play to the end, or to where the two went different ways."""
        try:
            self.compare()
            while self.table.stage != "over":
                self.talk()
                self.reveal()
                self.look_again()
            self.slips()
        except Parted:
            pass

    def talk(self) -> None:
        random, table = self.random, self.table
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
        random, table = self.random, self.table
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
        random, table = self.random, self.table
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
        while self.random.random() < 0.2:
            self.misread("cards_corrected")
        while self.table.stage == "reveal" or Counter(self.table.reading) != Counter(
            self.table.mat
        ):
            self.read_true()
            if self.table.stage == "reveal":
                self.table.turn_up()

    def misread(self, move: str) -> None:
        """Give a reading that is not true; whether it could be is for the model to tell."""
        random, table = self.random, self.table
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
        random, table = self.random, self.table
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

    def shuffled(self, cards: Any) -> list[str]:
        shuffled = list(cards)
        self.random.shuffle(shuffled)
        return shuffled
