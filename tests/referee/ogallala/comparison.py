"""How a match of the model of Ogallala is one of the code's."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.contract import AskPlace
from tests.referee.models import driver
from tests.referee.models import ogallala as model
from tests.referee.models.driver import Places
from tests.referee.models.ogallala_match import DISCARDS, Match, Move
from tests.referee.models.ogallala_score import lines, points, score
from tests.referee.models.ogallala_territories import grown, liked, shuffled
from tests.referee.ogallala.judging import SIDES, Spot, known, laying, offered
from tests.referee.ogallala.summary import amid

DUE = {"take": "lasso", "shoot": "archer", "spoil": "spoils", "place": "set"}
LEAVE = {"take": "lasso", "shoot": "shoot", "axe": "wreck", "attack": "attack"}


@dataclass(frozen=True)
class Odds:
    """How often something is done, out of one."""

    greedy: float = 0.7
    discard: float = 0.1
    grounds: float = 0.2
    decline: float = 0.2
    end: float = 0.2


class Comparison(driver.Comparison):
    """Players who lay cards anywhere or where they count, perhaps amid a match."""

    GAME = "ogallala"

    def __init__(self, rng: Random) -> None:
        seats = rng.randint(2, 5)
        starter, tribes, amigo = rng.randrange(seats), rng.random() < 0.4, rng.random() < 0.2
        options = {"starter": starter, "tribes": tribes, "amigo": amigo}
        self.odds = some_odds(rng)
        self.match = Match(seats, (38, 37, 37), starter, tribes, amigo)
        super().__init__(options, seats, rng)
        if rng.random() < 0.5:
            self.amid()

    @property
    def over(self) -> bool:
        return self.match.moment is None and not self.came_up()

    def amid(self) -> None:
        """Go on amid a match: canoes are complete already, and few cards are left in the piles."""
        match = self.match
        rest, territories = shuffled(self.rng), []
        for _ in range(match.seats):
            most = self.rng.randint(4, max(4, min(34, len(rest) // 2)))
            territory, rest = grown(self.rng, most, match.two_tribes, rest)
            territories.append(territory)
        rest += [model.MAD_AXE] * 4
        self.rng.shuffle(rest)
        unseen = Counter(rest[: self.rng.randint(1, len(rest))])
        match.amid(territories, (unseen.total(), 0, 0), unseen)
        self.become(amid(self.state, territories, unseen, match.discards))

    # -- compared -----------------------------------------------------------------------------

    def sees(self) -> dict[str, object]:
        match, moment = self.match, self.match.moment
        heaps = list(match.discards)
        if moment is not None and moment.what == "top":
            heaps.append(Counter(card for _, card in match.legal))
        sees: dict[str, object] = {
            "OG-2: territories": match.territories,
            "OG-31: discards": heaps,
            "OG-1: unseen": {card: count for card, count in match.unseen.items() if count},
        }
        if self.came_up():  # the referee goes on once that card is known
            return sees
        if moment is not None:
            sees["OG-5: whose turn"] = moment.seat
            what = moment.what if moment.what in ("draw", "axe", "attack", "top", "end") else "set"
            sees["what is due"] = DUE.get(moment.what, what)
        return sees

    def came_up(self) -> bool:
        """Whether the referee asks what lay below the card drawn: one of several."""
        moment = self.match.moment
        asks = self.now["what is due"] == "top"
        return asks and (moment is None or moment.what != "top")

    def places(self) -> Places | None:
        end = self.match.end
        return None if end is None or self.came_up() else tuple(map(tuple, end.ranking))

    def compare(self) -> None:
        super().compare()
        outlines = self.game.table.layout(self.state).outlines
        for seat, territory in enumerate(self.match.territories):
            shown = self.view.seats[seat].tokens
            points = [token.count for token in shown if token.kind == "point"]
            self.same("points", [score(territory)], points)
            whole = sum(one.whole for one in outlines if one.zone.seat == seat)
            self.same("complete canoes", len(model.complete(territory)), whole)
        if self.over:
            self.compare_end()

    def compare_end(self) -> None:
        """Compare why the match ended, and the arithmetic of each seat."""
        end, outcome = self.match.end, self.game.rules.outcome(self.state)
        assert end is not None
        assert outcome is not None
        why = {"chosen": "ended", "fifth": "fifth", "piles": "piles"}[end.why]
        self.same("why", f"ogallala.over.{why}", self.state.phase.reason)
        counted = [ruling for ruling in self.rulings if ruling.rule == "OG-41"]
        ranked = [seat for ruling in counted for seat in ruling.seats]
        self.same("OG-43: the ranking", [seat for place in end.ranking for seat in place], ranked)
        counted.sort(key=lambda ruling: ruling.seats)
        for territory, ruling in zip(self.match.territories, counted, strict=True):
            total, expected = 0, list[tuple[int, int]]()
            for canoe in model.complete(territory):
                cards, all_ = lines(canoe)[0].points, points(canoe)
                steps = [cards, all_ - cards] if len(lines(canoe)) > 1 else [cards]
                for step in steps:
                    total += step
                    expected.append((step, total))
            self.same("OG-41: the arithmetic", expected, driver.sums(ruling))
            self.same("OG-41: the sum", score(territory), ruling.message.params["count"])

    # -- a match ------------------------------------------------------------------------------

    def step(self) -> None:
        """Do one thing in both, and compare what it led to."""
        moment = self.match.moment
        if moment is None or self.now["what is due"] == "top":
            self.top()
        elif moment.what == "draw":
            self.draw()
        elif moment.what == "spoil":
            self.spoil()
        elif moment.what == "place":
            self.put("lasso", self.taken)
        elif moment.what == "end":
            self.end()
        else:
            self.leave()
        moment = self.match.moment
        while moment is not None and moment.what == "axe" and len(moment.moves) == 1:
            self.match.play(moment.moves[0])  # nothing to choose
            moment = self.match.moment
        self.compare()
        end = self.match.end
        if self.over and end is not None:
            self.met[end.why] += 1
            self.met[f"refills, {end.why}"] += self.match.refills

    def draw(self) -> None:
        """Draw a card, then place it or discard it."""
        match = self.match
        assert match.moment is not None
        seat = match.moment.seat
        tops = match.tops()
        from_grounds = [move for move in match.legal if move[1] == DISCARDS]
        if from_grounds and (not any(match.piles) or self.chance(self.odds.grounds)):
            move = self.rng.choice(from_grounds)
        else:
            card = self.rng.choice(sorted(match.unseen.elements()))
            piles = [one for one in match.legal if one[1] != DISCARDS and one[2] == card]
            move = self.rng.choice(piles)
        _, pile, card = move
        match.play(move)
        source = "grounds" if pile == DISCARDS else "pile"
        if source == "grounds":
            self.same("the top", tops, [card])
        if card == model.MAD_AXE:
            self.discard(seat, card, source)
        elif match.moment is not None:
            self.put(source, card)

    def discard(self, seat: int, card: str, source: str) -> None:
        if source == "pile":
            self.do("discard", player=seat, cards=[card])
        else:
            self.do("lay_back", seat=seat)

    def put(self, source: str, card: str) -> None:
        """Place a card in both, where both say that it may lie, or discard it."""
        match = self.match
        assert match.moment is not None
        seat, own = match.moment.seat, match.territories[match.moment.seat]
        moves: dict[Spot, Move] = {
            (move[1], SIDES[move[2]]): move
            for move in match.legal
            if move[0] == "place" and (own or move[1][1] == 0)
        }
        found = offered(self.offers, card, source)
        self.same(f"where {card} may lie", sorted(moves), sorted(found))
        refusable = ("discard",) in match.legal
        if not moves or (refusable and self.chance(self.odds.discard)):
            match.play(("discard",))
            self.discard(seat, card, source)
            return
        spot = self.chosen(moves)
        match.play(moves[spot])
        self.do(**laying(card, spot, seat, source))
        self.met[f"{source} {spot[1]}".strip()] += 1

    def chosen(self, moves: dict[Spot, Move]) -> Spot:
        if not self.chance(self.odds.greedy):
            return self.rng.choice(list(moves))
        places = [
            model.Slide(cell, frozenset(), by, dict(after)) for _, cell, by, after in moves.values()
        ]
        card = places[0].after[places[0].cell]
        place = liked(self.rng, card, places)
        return place.cell, SIDES[place.by]

    def spoil(self) -> None:
        """Place one of the prizes that fit, in any order (OG-31)."""
        match = self.match
        cards = [card for _, card in match.legal]
        assert match.moment is not None
        held = self.now["OG-31: held"]
        for card in held:
            fits = card in cards
            self.same(f"{card} fits", fits, bool(offered(self.offers, card, "spoils")))
        card = self.rng.choice(cards)
        match.play(("spoil", card))
        self.put("spoils", card)

    def leave(self) -> None:
        """Choose what a lasso, an archer, Mad Axe or an attack takes away."""
        match = self.match
        assert match.moment is not None
        what, seat = match.moment.what, match.moment.seat
        legal = {aim: move for move in match.legal for aim in self.aims(seat, move)}
        found = {
            (int(offer.given.get("target", seat)), cell, card)
            for offer in self.offers
            for ask in offer.ask
            if isinstance(ask, AskPlace) and ask.leaves
            for card, cells in ask.places.items()
            for cell in cells
        }
        self.same(f"what to {what}", sorted(legal), sorted(found))
        for offer in self.offers:
            if offer.ask:
                target = int(offer.given.get("target", seat))
                self.same("what lies there", match.territories[target], known(offer))
        if what == "attack" and self.chance(self.odds.decline):
            match.play(("decline",))
            self.do("spare", seat=seat)
            return
        target, cell, card = self.rng.choice(sorted(legal))
        move = legal[target, cell, card]
        match.play(move)
        self.taken = card
        fields = {} if what == "axe" else {"target": target}
        self.do(LEAVE[what], player=seat, **fields, taken=at(card, cell))

    def aims(self, seat: int, move: Move) -> list[tuple[int, model.Cell, str]]:
        """Return the cells by which the referee names what a move takes: any of a canoe."""
        match move:
            case ("axe", cells):
                target = seat
            case ("attack", target, cells):
                pass
            case (_, target, cell):
                cells = (cell,)
            case _:
                return []
        return [(target, cell, self.match.territories[target][cell]) for cell in cells]

    def top(self) -> None:
        """Read which of several discards lies on top, or which came up below one drawn."""
        match, came_up = self.match, self.came_up()
        cards = match.tops() if came_up else sorted({card for _, card in match.legal})
        self.same("what may be on top", cards, sorted(self.now["OG-31: discards"][-1]))
        card = self.rng.choice(cards)
        if came_up:
            match.surface(card)
        else:
            match.play(("top", card))
        self.do("top_read", cards=[card])

    def end(self) -> None:
        match = self.match
        assert match.moment is not None
        seat = match.moment.seat
        ends = self.chance(self.odds.end)
        match.play(("end",) if ends else ("play on",))
        self.do("end" if ends else "play_on", seat=seat)


def at(card: str, cell: model.Cell) -> dict[str, Any]:
    """Return a card in a cell, as plain data."""
    return {"card": card, "row": cell[0], "column": cell[1]}


def some_odds(rng: Random) -> Odds:
    """Return how a table might behave."""
    return Odds(
        greedy=rng.choice([0.0, 0.6, 1.0]),
        discard=rng.choice([0.02, 0.1, 0.3]),
        grounds=rng.choice([0.05, 0.3]),
        decline=rng.choice([0.0, 0.3]),
        end=rng.choice([0.05, 0.5]),
    )
