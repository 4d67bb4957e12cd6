"""A match of Coyote played twice: at the model's table and by the referee, move by move.

The table plays with real cards; what lies there is what is read. Every difference is kept
with the moves that lead to it. Nothing here looks at how the referee decides.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import Any

from referee import library
from referee.contract import IllegalMove, Ruling, Step, View
from referee.coyote.state.state import State
from tests.referee.asks import reads
from tests.referee.coyote.seen import seen
from tests.referee.models.coyote import (
    DRAW,
    EDITIONS,
    MAX_MINUS,
    MAX_ZERO,
    NIGHT,
    TWICE,
    Refused,
    Table,
)

GAME = library.game("coyote")
Plain = dict[str, Any]
EFFECTS = {  # by the words of a step, in the order of CY-20
    "draw": DRAW,
    "max0": MAX_ZERO,
    "max_minus": MAX_MINUS,
    "double": TWICE,
    "night": NIGHT,
}


class Parted(Exception):
    """The referee and the table went different ways: the match cannot go on."""


@dataclass
class Differences:
    """Differences by kind: how many, and the shortest match that shows one."""

    matches: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    shortest: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, kind: str, match: list[Plain], told: str) -> None:
        self.found[kind] += 1
        if kind not in self.shortest or len(match) < self.shortest[kind][0]:
            text = "\n  ".join([told, *map(json.dumps, match)])
            self.shortest[kind] = (len(match), text)

    def of(self, start: str) -> str:
        """Return the shortest matches with differences whose kind starts so, and how many."""
        return "".join(
            f"\n{kind}: {number} in {self.matches} matches; {self.shortest[kind][1]}"
            for kind, number in self.found.items()
            if kind.startswith(start)
        )


def effects(steps: tuple[Step, ...]) -> list[str]:
    """Return the effects that a sum shows, in its order, each once where it stands together."""
    keys = [step.message.key.removeprefix("coyote.step.") for step in steps]
    names = [next((name for name in EFFECTS if key.startswith(name)), "") for key in keys]
    return [name for name, _ in groupby(names) if name]


class Beside:
    """One match in two places: at the model's table and in the referee's state."""

    def __init__(self, plain: Plain, seats: int, random: Random, differences: Differences) -> None:
        options = library.options(GAME, plain)
        self.differences = differences
        self.random = random
        self.state: State = GAME.begin(options, seats)
        self.before = self.state  # the last move
        self.table = Table(
            EDITIONS[options.edition],
            options.deck,
            seats,
            starter=options.starter,
            limit=options.strikes,
            rng=random,
        )
        self.match: list[Plain] = [{**plain, "seats": seats}]
        self.rulings: tuple[Ruling, ...] = ()

    # One move, in both

    def move(self, move: str, **fields: Any) -> bool:
        """Make a move in both and compare; return whether the rules allow it."""
        plain: Plain = {"move": move, **fields}
        moves: dict[str, Callable[..., None]] = {
            "announce": self.table.announce,
            "challenge": self.table.challenge,
            "cards_read": self.table.read,
            "cards_corrected": self.table.correct,
        }
        speaks = self.table.speaker == fields.get("seat") and self.table.stage != "reveal"
        offered = plain in GAME.offers(self.state)
        self.before = self.state
        try:
            moves[move](**fields)
            broken = ""
        except Refused as refused:
            broken = str(refused)
        where = self.drawn_from(fields["cards"]) if "cards" in fields else ""
        try:
            self.state, self.rulings = GAME.apply(self.state, library.move(GAME, plain))
            refusal, told = "", "accepted"
        except IllegalMove as illegal:
            refusal, told = illegal.rule, str(illegal)
        self.judged(plain, broken, told, where, offered=offered)
        if bool(broken) != bool(refusal):
            raise Parted
        if refusal and speaks and refusal != broken:
            self.differences.add("rule", [*self.match, plain], f"{told}; not by {broken}")
        if not broken:
            self.match.append(plain)
            self.compare()
        return not broken

    def probe(self, move: str, cards: list[str]) -> None:
        """Have the referee judge a reading beside the match, which it leaves as it is."""
        plain: Plain = {"move": move, "cards": cards}
        table, told = self.table, "accepted"
        added = move == "cards_corrected" or Counter(table.reading or ()) <= Counter(cards)
        broken = "" if added and table.judge(cards) != "impossible" else "CY-11"
        offered = plain in GAME.offers(self.state)
        self.before = self.state
        try:
            GAME.apply(self.state, library.move(GAME, plain))
        except IllegalMove as illegal:
            told = str(illegal)
        self.judged(plain, broken, told, self.drawn_from(cards), offered=offered)

    def judged(self, plain: Plain, broken: str, told: str, where: str, *, offered: bool) -> None:
        """Note what the referee made of one move, where the rules make something else of it."""
        legal, accepted = not broken, told == "accepted"
        self.differences.moves[f"{plain['move']} {'legal' if legal else 'illegal'}"] += 1
        if legal and where:
            self.differences.moves[f"reading{where}"] += 1
        found: list[tuple[str, str]] = []
        if legal and not accepted:
            found.append(("legal {} refused", told))
        if accepted and not legal:
            found.append(("illegal {} accepted", f"{broken} forbids it"))
        if legal and not offered:
            found.append(("legal {} not offered", told))
        if legal and plain["move"] == "cards_read" and not self.is_wanted(plain["cards"]):
            found.append(("legal {} not wanted", told))
        if offered and not accepted:
            found.append(("offered {} refused", told))
        group = "reading" if "cards" in plain else "talk"
        for kind, words in found:
            match = [*self.match, plain]
            self.differences.add(kind.format(group) + where, match, words)

    def is_wanted(self, cards: list[str]) -> bool:
        """Tell whether the camera looks for such cards."""
        return any(ask.fits(cards) for _offer, ask in reads(GAME.offers(self.before)))

    def drawn_from(self, cards: list[str]) -> str:
        """Tell where the drawn cards of a reading would have come from."""
        drawn = len(cards) - len(self.table.hands)
        if drawn <= 0:
            return ", none drawn"
        return ", drawn from the pile" if drawn <= self.table.in_pile else ", from the discards"

    # What both hold

    def compare(self) -> None:
        """Compare all that the rules settle with what the referee says of it."""
        ours, theirs = self.at_the_table(), self.by_the_referee()
        for name in ours:
            if ours[name] != theirs[name]:
                told = f"{name}: {theirs[name]}, by the rules {ours[name]}"
                self.differences.add(f"state: {name}", self.match, told)

    def at_the_table(self) -> Plain:
        table, ended = self.table, self.table.ended
        players = table.still_in()
        speaks = table.stage in ("talk", "counted")
        may_challenge = table.stage == "talk" and table.standing is not None
        cards = table.reading or ()
        goes_on = ended is not None and ended.winner is None
        return {
            "stage": table.stage,
            "turn": table.speaker if speaks else None,
            "may announce": [table.speaker] if speaks else [],
            "may challenge": [table.speaker] if may_challenge else [],
            "strikes": table.strikes,
            "out": [seat for seat in range(len(table.strikes)) if seat not in players],
            "standing": table.standing if table.stage == "talk" else None,
            "laid away": table.laid_away if table.stage == "talk" else None,
            "result": ended and (ended.count.total, ended.loser, ended.spared),
            "party struck": ended and (ended.loser == ended.announcer),
            "sum": ended and (ended.count.worth, ended.count.total),
            "effects": [name for name, card in EFFECTS.items() if ended and card in cards],
            "night": goes_on and ended is not None and ended.count.night,
            "shuffle": (ended.shuffle, ended.shuffle) if ended and goes_on else None,
            "discards shuffled": self.discards_shuffled(),
            "dealt next": [int(s in players) for s in range(len(table.strikes))]
            if goes_on
            else None,
            "winners": (ended.winner,) if ended and not goes_on else None,
        }

    def by_the_referee(self) -> Plain:
        state, offers = self.state, GAME.offers(self.state)
        view: View = GAME.view(state, None)
        outcome = GAME.outcome(state)
        result = seen(state).result
        counted = seen(state).phase == "counted"
        speaks = counted or seen(state).phase == "talking"
        stages = {"talking": "talk", "counted": "counted", "over": "over"}
        sums = [ruling for ruling in self.rulings if ruling.rule == "CY-7"]
        terms = sums[0].steps[-1].terms if sums else ()
        said = {ruling.message.key for ruling in self.rulings}
        asked = view.deal is not None and view.deal.shuffle
        return {
            "stage": stages.get(seen(state).phase, "reveal"),
            "turn": state.turn if speaks else None,
            "may announce": [offer.seat for offer in offers if offer.move == "announce"],
            "may challenge": [offer.seat for offer in offers if offer.move == "challenge"],
            "strikes": list(state.strikes),
            "out": [seat.seat for seat in view.seats if seat.out],
            "standing": (state.number or None) if seen(state).phase == "talking" else None,
            "laid away": Counter(state.discards) if seen(state).phase == "talking" else None,
            "result": result and (result.total, result.loser, result.winner),
            "party struck": result and (result.loser == state.announcer),
            "sum": result
            and (
                Counter((int(t.card), t.now) for t in terms if int(t.card)),
                sums[0].steps[-1].total,
            ),
            "effects": effects(sums[0].steps) if sums else [],
            "night": counted and "coyote.shuffle_night" in said,
            "shuffle": (result and bool(result.shuffle), asked) if counted else None,
            "discards shuffled": "coyote.draw_from_discards" in said
            if self.discards_shuffled() is not None
            else None,
            "dealt next": list(view.deal.cards) if counted and view.deal else None,
            "winners": outcome and outcome.winners,
        }

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
