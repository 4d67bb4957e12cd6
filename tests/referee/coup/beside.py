"""A match of Coup played twice: by the model with real cards and by the referee, move by move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from referee import library
from referee.contract import (
    AskCards,
    AskNumber,
    AskSeat,
    By,
    Cue,
    IllegalMove,
    Offer,
    Ruling,
)
from referee.coup.state.state import State, influence, treasury
from tests.referee.asks import reads
from tests.referee.coup.seen import awaited
from tests.referee.lies import goes, stays
from tests.referee.models.coup import (
    ACTIONS,
    DECK,
    READINGS,
    Match,
    Move,
    Options,
    Refused,
    bare,
)

CORRECTIONS = 5  # tried at once, of 20
ODD_MOVES = 3  # tried after each move

GAME = library.game("coup")
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
        self.same("CP-21: what is awaited", match.moment.what, awaited(state)[0])
        if match.winner is None:
            self.same("CP-3: whose turn", match.actor, state.turn)
            self.same("CP-20: who is awaited", set(match.moment.seats), awaited(state)[1])
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
        """CP-41, CP-42: what the camera reads, keeps and wants away."""
        match = self.match
        what, seats = match.moment.what, [f"seat:{seat}" for seat in range(self.seats)]
        expected: dict[str, set[str]] = {
            "show": {"middle"},
            "return": {"middle"},
            "lose": {seats[seat] for seat in match.moment.seats},
        }
        read = {ask.zone for _offer, ask in reads(GAME.offers(self.state))}
        self.same("CP-24: what is read", expected.get(what, set()), read)
        if what not in ("lose", "over"):  # who challenged in vain may turn a card up first
            cleared = set(goes(GAME, self.state))
            self.same("CP-42: what must go", {"middle"} if what == "return" else set(), cleared)
        faces = dict(zip(seats, match.faces, strict=True))
        keeps = {zone: up for zone, up in faces.items() if up}
        self.same("CP-41: what must stay", keeps, stays(GAME, self.state))

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
