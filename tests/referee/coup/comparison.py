"""How a match of the model of Coup, with real cards, is one of the code's."""

from __future__ import annotations

from dataclasses import asdict
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from referee.contract import AskCards, AskNumber, By, Cue
from tests.referee import comparison
from tests.referee.asks import reads
from tests.referee.comparison import ANY, Places, Plain, answers
from tests.referee.layouts import cards_to_clear, staying_cards
from tests.referee.models.coup import ACTIONS, DECK, READINGS, Match, Options, Refused, Table, bare

CORRECTIONS = 5  # tried at once, of 20
CORRECTIONS_SHARE = 0.01  # how often they are, each by replaying the match
HOST_SHARE = 0.05  # how often the host sets a purse
MISREAD_SHARE = 0.1  # of the readings
MOST_MOVES = 300
ODD_MOVES = 3  # tried after each move

KINDS = ["challenge", "block", "name_card", "pass", "move_on", "window_closed", "concede"]
KINDS += ["exchanged", "declare", "declare", *READINGS]
HOST = ("coins_set", "cards_corrected")
CUES = {"challenge": Cue.MAY_CHALLENGE, "block": Cue.MAY_BLOCK}
Frozen = tuple[tuple[str, Any], ...]


class Comparison(comparison.Comparison):
    """Players who bluff, a camera that misreads, a host who meddles with purses.

    What is read wrongly is corrected before the next reading, or after the end.
    """

    GAME = "coup"

    def __init__(self, options: Options, seats: int, rng: Random) -> None:
        self.agreed, self.correction, self.ended = options, Plain(), False
        self.match = Match(options, seats)
        self.table = Table(self.match, rng)
        super().__init__(asdict(options), seats, rng)
        self.compare()

    @property
    def over(self) -> bool:
        return self.ended

    def places(self) -> Places | None:
        return None if self.match.winner is None else ((self.match.winner,),)

    def sees(self) -> dict[str, object]:
        match = self.match
        seen: dict[str, object] = {
            "CP-2: purses": match.purse,
            "CP-2: Treasury": match.treasury,
            "CP-26: faces": match.faces,
            "CP-21: what is awaited": match.moment.what,
        }
        if match.winner is None:
            seen["CP-3: whose turn"] = match.actor
            seen["CP-20: who is awaited"] = set(match.moment.seats)
        return seen

    # -- a match ------------------------------------------------------------------------------

    def step(self) -> None:
        """Correct what was misread, or do anything that is legal and true."""
        rng, match, table = self.rng, self.match, self.table
        self.odd_moves()
        if self.chance(CORRECTIONS_SHARE):
            self.corrections()
        if self.chance(HOST_SHARE):
            self.host()
        due = match.moment.what in ("show", "lose", "return", "over")
        if self.correction and (due or self.chance(0.5)):
            match.play(self.correction)
            self.took(self.correction)
            self.correction = {}
            return
        if match.winner is not None or len(self.moves) >= MOST_MOVES:
            self.ended = True
            return
        readings = table.readings()
        for reading in readings:
            self.same(f"{reading} is true", True, reading in match.legal())
        moves = [move for move in match.legal() if move["move"] not in READINGS]
        move = read = rng.choice(moves + readings)
        if move["move"] in ("card_shown", "card_turned") and self.chance(MISREAD_SHARE):
            read = rng.choice([m for m in match.legal() if m["move"] == move["move"]])
            self.correction = {"move": "cards_corrected", "cards": move["cards"]}
        waiting_for = match.moment.seats
        table.play(move, read)
        if "cards" in read:
            read = {**read, "cards": rng.sample(read["cards"], len(read["cards"]))}
        if read["move"] == "challenge":
            late = [seat for seat in waiting_for if seat != read["seat"] and self.chance(0.3)]
            read = {**read, "behind": [{"seat": s, "ms": rng.random() * 50} for s in late]}
        self.took(read)
        self.met[f"{move['move']} {move.get('action', '')}"] += 1
        self.met[f"won by {match.winner}"] += 1

    def took(self, move: Plain) -> None:
        """The model has taken a move; the referee takes it too and comes out the same."""
        rulings = self.do(**move)
        if move["move"] not in HOST:
            short = any(ruling.rule == "CP-2" for ruling in rulings)
            self.same(f"CP-2: says after {move} that coins are short", self.match.short, short)
        self.compare()

    def either(self, move: Plain) -> None:
        """Both take a move, or both refuse it."""
        try:
            self.match.play(move)
        except Refused:
            self.cannot(ANY, **move)
        else:
            self.took(move)

    def host(self) -> None:
        """Set a purse to anything, to the end of what there is, or past it."""
        seat = self.rng.randrange(-1, self.seats + 1)
        least, most = self.match.purse_limits(seat) or (0, 0)
        ends = [least - 1, least, most, most + 1]
        coins = self.rng.choice([*ends, *(self.rng.randint(0, 12) for _ in range(6))])
        self.either({"move": "coins_set", "seat": seat, "coins": coins})

    # -- compared -----------------------------------------------------------------------------

    def compare(self) -> None:
        super().compare()
        if self.match.winner is None:
            self.compare_camera()
        self.compare_offers()

    def compare_offers(self) -> None:
        """What is offered is what is legal; a block may name its card, which is not asked."""
        match, offers = self.match, self.offers
        legal = {
            frozen({**move, "card": ""} if move["move"] == "block" else move)
            for move in match.legal()
        }
        mine = [offer for offer in offers if offer.by is not By.HOST]
        self.same("offers", legal, {frozen(move) for offer in mine for move in answers(offer)})
        asks = {o.seat: o.ask[0] for o in self.offered("coins_set")}
        limits = {s: (a.least, a.most) for s, a in asks.items() if isinstance(a, AskNumber)}
        purses = {seat: match.purse_limits(seat) for seat in match.alive()}
        kept = {seat: limit for seat, limit in purses.items() if limit}
        self.same("CP-2: how far purses may be set", kept, limits)
        if match.moment.what in CUES:
            cue = CUES[match.moment.what]
            lit = {seat for seat, shown in enumerate(offers.cues) if shown is cue}
            self.same("CP-20: whose light asks", set(match.moment.seats), lit)

    def compare_camera(self) -> None:
        """CP-41, CP-42: what the camera reads, keeps and wants away."""
        match = self.match
        what, seats = match.moment.what, [f"seat:{seat}" for seat in range(self.seats)]
        expected: dict[str, set[str]] = {
            "show": {"middle"},
            "return": {"middle"},
            "lose": {seats[seat] for seat in match.moment.seats},
        }
        read = {ask.zone for _offer, ask in reads(self.offers)}
        self.same("CP-24: what is read", expected.get(what, set()), read)
        if what != "lose":  # who challenged in vain may turn a card up first
            cleared = set(cards_to_clear(self.game, self.state))
            self.same("CP-42: what must go", {"middle"} if what == "return" else set(), cleared)
        keeps = {zone: up for zone, up in zip(seats, match.faces, strict=True) if up}
        self.same("CP-41: what must stay", keeps, staying_cards(self.game, self.state))
        held = [2 - len(up) for up in match.faces]
        shown = [{one.kind: one.count for one in s.tokens} for s in self.view.seats]
        self.same("CP-6: influence", held, [one["influence"] for one in shown])

    # -- what is not done ---------------------------------------------------------------------

    def odd_moves(self) -> None:
        """What the model does not list is refused."""
        for _ in range(ODD_MOVES):
            move = odd_move(self.seats, self.rng)
            self.same(f"takes {move}", bare(move) in self.match.legal(), self.can(**move))

    def corrections(self) -> None:
        """Try some of what may be put in place of the last reading, and what comes of it."""
        kept = self.match, self.state, self.moves
        asks = [offer.ask[0] for offer in self.offered("cards_corrected")]
        cards = [c for n in (1, 2) for c in combinations_with_replacement(sorted(DECK), n)]
        for read in self.rng.sample(cards, CORRECTIONS):
            self.match, self.moves = Match(self.agreed, self.seats), list(self.moves)
            for move in kept[0].history:
                self.match.play(move)
            offered = any(isinstance(ask, AskCards) and ask.fits(read) for ask in asks)
            before = len(self.moves)
            self.either({"move": "cards_corrected", "cards": list(read)})
            self.same(f"offers the correction {read}", len(self.moves) > before, offered)
            self.match, state, self.moves = kept
            self.become(state)


def frozen(move: Plain) -> Frozen:
    """Return a move as something that a set can hold."""
    items = bare(move).items()
    return tuple(sorted((k, tuple(v) if isinstance(v, list) else v) for k, v in items))


def odd_move(seats: int, random: Random) -> Plain:
    """Return anything that somebody may press, say or lay down at the wrong time."""
    kind = random.choice(KINDS)
    seat = random.randrange(-1, seats + 1)
    card = random.choice([*DECK, "", "jester"])
    move: Plain = {"move": kind, "seat": seat}
    if kind == "declare":
        target = random.choice([None, seat, *range(-1, seats + 1)])
        move |= {"action": random.choice(ACTIONS), "target": target}
    if kind in ("block", "name_card"):
        move |= {"card": card}
    if kind in READINGS:
        cards = random.choices([*DECK, "jester"], k=random.randint(0, 3))
        return {"move": kind, "cards": cards}
    return {"move": kind} if kind == "window_closed" else move


def begun(rng: Random) -> Comparison:
    """Return a match with options and seats as a table might choose them, or a strange deck."""
    seats = rng.randint(2, 6)
    options = Options(
        starter=rng.randrange(seats),
        most_s=rng.choice([0, 20]),
        strict_contessa=rng.random() < 0.5,
        named_block=rng.random() < 0.5,
        two_players=rng.choice(["sheet", "one_coin", "sets"]),
    )
    if rng.random() < 0.2 and options.two_players != "sets":
        options.deck = {card: rng.randint(1, 4) for card in DECK}
        while sum(options.deck.values()) < 2 * seats + 2:
            options.deck[rng.choice(list(DECK))] += 1
    return Comparison(options, seats, rng)
