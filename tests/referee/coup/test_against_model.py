"""The referee beside a table with real cards, whose model was written from the rule file alone.

Players of the model bluff at random, the camera misreads, the host meddles with purses. After
each move all that the table can see is the same on both sides, and so is what may come next.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import library
from referee.contract import (
    AskCards,
    AskNumber,
    AskSeat,
    BadOptions,
    By,
    Cue,
    IllegalMove,
    Offer,
    Ruling,
    Watch,
)
from referee.coup.state import Phase, State, acting, influence, treasury, waiting
from referee.match.desk import Desk
from tests.referee.enough import matches
from tests.referee.models.coup import (
    ACTIONS,
    DECK,
    READINGS,
    WINDOWS,
    Match,
    Move,
    Options,
    Refused,
    Table,
    bare,
)

MATCHES = int(os.environ.get("COYOTE_MATCHES", "400"))
PARTS = 4  # so that they can run side by side
HOST_SHARE = 0.05  # how often the host sets a purse
MISREAD_SHARE = 0.1  # of the readings
CORRECTIONS_SHARE = 0.01  # how often corrections are tried, each by replaying the match
CORRECTIONS = 5  # tried at once, of 20
ODD_MOVES = 3  # tried after each move
MOST_MOVES = 300

GAME = library.game("coup")
WHAT = {phase: "challenge" if phase is Phase.COUNTER else phase.value for phase in Phase}
KINDS = ["challenge", "block", "name_card", "pass", "move_on", "window_closed", "concede"]
KINDS += ["exchanged", "declare", "declare", *READINGS]
HOST = ("coins_set", "cards_corrected")
CUES = {"challenge": Cue.MAY_CHALLENGE, "block": Cue.MAY_BLOCK}
Frozen = tuple[tuple[str, Any], ...]


class Pair:
    """One match played by the model and by the referee; a difference tells how it came about."""

    def __init__(self, options: Options, seats: int) -> None:
        self.options, self.seats = options, seats
        self.match = Match(options, seats)
        self.state: State = GAME.begin(library.options(GAME, asdict(options)), seats)
        self.moves: list[Move] = []
        self.compare()

    def same(self, what: str, model: object, referee: object) -> None:
        if model != referee:
            lines = [
                what,
                f"model:   {model}",
                f"referee: {referee}",
                f"{self.seats} seats, {self.options}",
                *(str(move) for move in self.moves),
            ]
            pytest.fail("\n".join(lines), pytrace=False)

    def try_on(self, move: Move) -> tuple[State, tuple[Ruling, ...]] | None:
        """What the referee would make of a move; None where it refuses."""
        try:
            return GAME.apply(self.state, library.move(GAME, move))
        except IllegalMove:
            return None

    def took(self, move: Move) -> None:
        """The model has taken a move; the referee must take it too and come out the same."""
        made = self.try_on(move)
        self.same(f"takes {move}", True, made is not None)
        assert made is not None
        self.moves.append(move)
        self.state, rulings = made
        if move["move"] not in HOST:
            short = any(ruling.rule == "CP-2" for ruling in rulings)
            self.same(f"CP-2: says after {move} that coins are short", self.match.short, short)
        self.compare()

    def either(self, move: Move) -> None:
        """Both take a move, or both refuse it."""
        try:
            self.match.play(move)
        except Refused:
            self.same(f"takes {move}", False, self.try_on(move) is not None)
        else:
            self.took(move)

    # What is compared.

    def compare(self) -> None:
        match, state = self.match, self.state
        outcome = GAME.outcome(state)
        winners = () if match.winner is None else (match.winner,)
        self.same("CP-2: purses", match.purse, list(state.coins))
        self.same("CP-2: Treasury", match.treasury, treasury(state))
        self.same("CP-26: faces", match.faces, [sorted(cards) for cards in state.faces])
        held = [2 - len(up) for up in match.faces]
        self.same("CP-6: influence", held, [influence(state, s) for s in range(self.seats)])
        self.same("CP-7: winners", winners, outcome.winners if outcome else ())
        self.same("CP-21: what is awaited", match.moment.what, WHAT[state.phase])
        if match.winner is None:
            self.same("CP-3: whose turn", match.actor, state.turn)
            window = match.moment.what in WINDOWS
            seats = set(waiting(state)) if window else {acting(state)}
            self.same("CP-20: who is awaited", set(match.moment.seats), seats)
            self.compare_camera()
        self.compare_offers()

    def compare_offers(self) -> None:
        """What is offered is what is legal; a block may name its card, which is not asked."""
        match, offers = self.match, GAME.offers(self.state)
        legal = {frozen(move) for move in match.legal() if move["move"] != "block"}
        legal |= {frozen({**move, "card": ""}) for move in match.legal() if move["move"] == "block"}
        offered = {frozen(move) for offer in offers for move in answers(offer)}
        self.same("offers", (legal - offered, set()), (set(), offered - legal))
        limits = {}
        for offer in offers:
            if offer.move == "coins_set":
                (ask,) = offer.ask
                assert isinstance(ask, AskNumber)
                limits[offer.seat] = (ask.least, ask.most)
        purses = {seat: match.purse_limits(seat) for seat in match.alive()}
        kept = {seat: limit for seat, limit in purses.items() if limit}
        self.same("CP-2: how far purses may be set", kept, limits)
        if match.moment.what in CUES:
            cue = CUES[match.moment.what]
            lit = {seat for seat, shown in enumerate(offers.cues) if shown is cue}
            self.same("CP-20: whose light asks", set(match.moment.seats), lit)

    def compare_camera(self) -> None:
        """CP-41, CP-42: what the camera reads, keeps and wants away.

        The cards of whoever is about to lose one are not kept but read next, with those before.
        """
        match, wants = self.match, GAME.wanted(self.state)
        what, seats = match.moment.what, [f"seat:{seat}" for seat in range(self.seats)]
        expected: dict[str, set[str]] = {
            "show": {"middle"},
            "return": {"middle"},
            "lose": {seats[seat] for seat in match.moment.seats},
        }
        read = {ask.zone for _offer, ask in GAME.offers(self.state).reads()}
        self.same("CP-24: what is read", expected.get(what, set()), read)
        cleared = {want.zone for want in wants if want.watch is Watch.CLEAR}
        self.same("CP-42: what must go", {"middle"} if what == "return" else set(), cleared)
        loses = {seats[self.state.loser]} if self.state.loser is not None else set()
        faces = dict(zip(seats, match.faces, strict=True))
        keeps = {zone: up for zone, up in faces.items() if up and zone not in loses}
        kept = {want.zone: sorted(want.cards) for want in wants if want.watch is Watch.KEEP}
        self.same("CP-41: what must stay", keeps, kept)

    def compare_odd_moves(self, random: Random) -> None:
        """What the model does not list is refused."""
        for _ in range(ODD_MOVES):
            move = odd_move(self.seats, random)
            legal = bare(move) in self.match.legal()
            self.same(f"takes {move}", legal, self.try_on(move) is not None)

    def compare_corrections(self, random: Random) -> None:
        """Some of what may be put in place of the last reading, and what comes of it."""
        kept = self.match, self.state, self.moves
        asks = [o.ask[0] for o in GAME.offers(self.state) if o.move == "cards_corrected"]
        cards = [c for n in (1, 2) for c in combinations_with_replacement(sorted(DECK), n)]
        for read in random.sample(cards, CORRECTIONS):
            self.match, self.moves = Match(self.options, self.seats), list(self.moves)
            for move in kept[0].history:
                self.match.play(move)
            offered = any(isinstance(ask, AskCards) and ask.fits(read) for ask in asks)
            before = len(self.moves)
            self.either({"move": "cards_corrected", "cards": list(read)})
            self.same(f"offers the correction {read}", len(self.moves) > before, offered)
            self.match, self.state, self.moves = kept


def frozen(move: Move) -> Frozen:
    """A move as something that a set can hold."""
    items = bare(move).items()
    return tuple(sorted((k, tuple(v) if isinstance(v, list) else v) for k, v in items))


def answers(offer: Offer) -> Iterator[Move]:
    """Every move that answers an offer; the host's are compared by themselves."""
    if offer.by is By.HOST:
        return
    if not offer.ask:
        yield offer.fill()
        return
    (ask,) = offer.ask
    if isinstance(ask, AskSeat):
        yield from (offer.fill(**{ask.field: seat}) for seat in ask.seats)
        return
    assert isinstance(ask, AskCards)
    for number in range(ask.least, ask.most + 1):
        for cards in combinations_with_replacement(sorted(ask.possible), number):
            if ask.fits(cards):
                yield offer.fill(**{ask.field: list(cards)})


def odd_move(seats: int, random: Random) -> Move:
    """Anything that somebody may press, say or lay down at the wrong time."""
    kind = random.choice(KINDS)
    seat = random.randrange(-1, seats + 1)
    card = random.choice([*DECK, "", "jester"])
    move: Move = {"move": kind, "seat": seat}
    if kind == "declare":
        target = random.choice([None, seat, *range(-1, seats + 1)])
        move |= {"action": random.choice(ACTIONS), "target": target}
    if kind in ("block", "name_card"):
        move |= {"card": card}
    if kind in READINGS:
        cards = random.choices([*DECK, "jester"], k=random.randint(0, 3))
        return {"move": kind, "cards": cards}
    return {"move": kind} if kind == "window_closed" else move


def settings(random: Random) -> tuple[Options, int]:
    """Options and seats as a table might choose them; sometimes a strange deck."""
    seats = random.randint(2, 6)
    options = Options(
        starter=random.randrange(seats),
        most_s=random.choice([0, 20]),
        strict_contessa=random.random() < 0.5,
        named_block=random.random() < 0.5,
        two_players=random.choice(["sheet", "one_coin", "sets"]),
    )
    if random.random() < 0.2 and options.two_players != "sets":
        options.deck = {card: random.randint(1, 4) for card in DECK}
        while sum(options.deck.values()) < 2 * seats + 2:
            options.deck[random.choice(list(DECK))] += 1
    return options, seats


def host_move(pair: Pair, random: Random) -> Move:
    """A purse set to anything, to the end of what there is, or past it."""
    seat = random.randrange(-1, pair.seats + 1)
    limits = pair.match.purse_limits(seat) or (0, 0)
    ends = [limits[0] - 1, limits[0], limits[1], limits[1] + 1]
    coins = random.choice([*ends, *(random.randint(0, 12) for _ in range(6))])
    return {"move": "coins_set", "seat": seat, "coins": coins}


def play(random: Random) -> Iterator[tuple[Pair, Move]]:
    """One match; what is read wrongly is corrected before the next reading, or after the end."""
    pair = Pair(*settings(random))
    match, table = pair.match, Table(pair.match, random)
    correction: Move | None = None
    for _ in range(MOST_MOVES):
        pair.compare_odd_moves(random)
        if random.random() < CORRECTIONS_SHARE:
            pair.compare_corrections(random)
        if random.random() < HOST_SHARE:
            pair.either(host_move(pair, random))
        due = match.moment.what in ("show", "lose", "return", "over")
        if correction and (due or random.random() < 0.5):
            match.play(correction)
            pair.took(correction)
            yield pair, correction
            correction = None
            continue
        if match.winner is not None:
            return
        readings = table.readings()
        for reading in readings:
            pair.same(f"{reading} is true", True, reading in match.legal())
        moves = [move for move in match.legal() if move["move"] not in READINGS]
        move = read = random.choice(moves + readings)
        if move["move"] in ("card_shown", "card_turned") and random.random() < MISREAD_SHARE:
            read = random.choice([m for m in match.legal() if m["move"] == move["move"]])
            correction = {"move": "cards_corrected", "cards": move["cards"]}
        waiting_for = match.moment.seats
        table.play(move, read)
        if "cards" in read:
            read = {**read, "cards": random.sample(read["cards"], len(read["cards"]))}
        if read["move"] == "challenge":
            late = [seat for seat in waiting_for if seat != read["seat"] and random.random() < 0.3]
            read = {**read, "behind": [{"seat": s, "ms": random.random() * 50} for s in late]}
        pair.took(read)
        yield pair, read


@pytest.mark.parametrize("part", range(PARTS))
def test_the_referee_rules_as_the_model_does(part: int) -> None:
    seen: Counter[str] = Counter()
    every = {f"won by {seat}" for seat in range(6)} | {f"declare {action}" for action in ACTIONS}
    every |= {"block ", "name_card ", "cards_corrected ", "concede "}
    for number in matches(MATCHES // PARTS, lambda: every <= set(seen)):
        for pair, move in play(Random(f"match {number} of part {part}")):
            seen[f"{move['move']} {move.get('action', '')}"] += 1
            seen[f"won by {pair.match.winner}"] += 1
    assert every <= set(seen)


@pytest.mark.parametrize("seats", range(9))
def test_what_can_begin(seats: int) -> None:
    """CP-1, CP-3, CP-16: seats, a starter among them, hands for all and two for the Court."""
    every = [Options(starter=starter) for starter in range(-1, 8)]
    every += [
        Options(deck={"duke": cards // 2, "captain": (cards + 1) // 2}) for cards in range(1, 16)
    ]
    for options in every:
        begun = True
        try:
            Match(options, seats)
        except Refused:
            begun = False
        if begun:
            GAME.begin(library.options(GAME, asdict(options)), seats)
        else:
            with pytest.raises(BadOptions):
                GAME.begin(library.options(GAME, asdict(options)), seats)


TWO_DUKES_UP: list[Move] = [
    {"move": "coins_set", "seat": 0, "coins": 7},
    {"move": "declare", "seat": 0, "action": "coup", "target": 1},
    {"move": "card_turned", "cards": ["duke"]},
    {"move": "coins_set", "seat": 1, "coins": 7},
    {"move": "declare", "seat": 1, "action": "coup", "target": 2},
    {"move": "card_turned", "cards": ["duke"]},
]


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        pytest.param(
            Options(),
            [
                {"move": "coins_set", "seat": 0, "coins": 3},
                {"move": "declare", "seat": 0, "action": "assassinate", "target": 1},
                {"move": "coins_set", "seat": 1, "coins": 48},
                {"move": "challenge", "seat": 1},
                {"move": "concede", "seat": 0},
                {"move": "card_turned", "cards": ["duke"]},
            ],
            id="CP-27: coins that a challenge may return are not given away",
        ),
        pytest.param(
            Options(),
            [
                *TWO_DUKES_UP,
                {"move": "declare", "seat": 2, "action": "tax"},
                {"move": "challenge", "seat": 0},
                {"move": "card_shown", "cards": ["duke"]},
                {"move": "card_turned", "cards": ["duke"]},
                {"move": "card_turned", "cards": ["captain"]},
                {"move": "cards_corrected", "cards": ["duke"]},
                {"move": "card_returned"},
                {"move": "cards_corrected", "cards": ["duke"]},
            ],
            id="CP-40: nor is a card turned up a fourth Duke once the third is taken back",
        ),
        pytest.param(
            Options(named_block=False),
            [
                {"move": "declare", "seat": 0, "action": "extort", "target": 1},
                {"move": "move_on", "seat": 0},
                {"move": "block", "seat": 1, "card": "captain"},
                {"move": "block", "seat": 1},
                {"move": "challenge", "seat": 0},
                {"move": "card_shown", "cards": ["ambassador"]},
            ],
            id="CP-15: a block of extortion names no card where the table agreed so",
        ),
    ],
)
def test_what_random_play_found(options: Options, moves: list[Move]) -> None:
    pair = Pair(options, 3)
    for move in moves:
        pair.either(move)


def test_the_winner_starts_the_next_match(tmp_path: Path) -> None:
    """CP-3: a starter is named for the first match only."""
    match, random = Match(Options(), 3), Random(1)
    table, desk = Table(match, random), Desk.open(tmp_path / "journal")
    desk.begin("coup", {}, 3)
    while match.winner is None:
        said = [move for move in match.legal() if move["move"] not in READINGS]
        move = random.choice([*said, *table.readings()])
        table.play(move)
        told = desk.submit(move)
    assert told.outcome is not None
    assert told.outcome.winners == (match.winner,) != (0,)
    desk.begin("coyote", {}, 3)  # in between
    begun = desk.begin("coup", {}, 3)
    others = desk.begin("coup", {}, 4)
    named = desk.begin("coup", {"starter": 2}, 3)
    desk.close()
    assert begun.state.turn == match.winner
    assert others.state.turn == 0, "others play: the table names a seat"
    assert named.state.turn == 2, "so it does where it says so"
