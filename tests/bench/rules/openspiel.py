"""`coyote bench openspiel`: Hearts against OpenSpiel's Hearts, a second model.

In each deal both have the same hands, and the same cards are passed and played. Both must have the
same legal cards at each card, the same winner and points of each trick, and the same result.
"""

from __future__ import annotations

import re
from importlib import import_module
from random import Random
from typing import Any

import click

from referee import library
from referee.asks import AskCards
from referee.pending import Lay
from tests.bench import Figure, json_option, show

SEATS = 4
RANKS, SUITS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"), "CDHS"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)  # By OpenSpiel's numbers.
WAYS = ("hold", "left", "across", "right")
RULES = "hearts(qs_breaks_hearts=false,jd_bonus={})"
POINTS = re.compile(r"^[NESW]: (-?\d+) *$", re.MULTILINE)
MISSING = "OpenSpiel is not installed: .venv/bin/pip install open_spiel"


class Differs(Exception):
    """The two models say different things."""


class Pair:
    """A deal in both models. `theirs` is OpenSpiel's new state, and `ours` that before the deal."""

    def __init__(self, ours: Any, theirs: Any, random: Random) -> None:
        self.game, self.ours, self.theirs, self.random = (
            library.game("hearts"),
            ours,
            theirs,
            random,
        )
        self.way = WAYS.index(ours.way)
        theirs.apply_action(self.way)
        cards = random.sample(range(len(CARDS)), len(CARDS))
        for card in cards:
            theirs.apply_action(card)
        self.hands = [{CARDS[card] for card in cards[seat::SEATS]} for seat in range(SEATS)]

    def play(self) -> Any:
        """Play the deal to its end. Return our state after it. Raise `Differs`."""
        before, tricks = self.ours, 0
        self._pass()
        while len(self.ours.deals) == len(before.deals):
            self._play_card()
            if len(self.ours.tricks) > tricks:
                tricks = len(self.ours.tricks)
                self._agree(self.ours.trick.leader, self.theirs.current_player(), "winner")
                self._agree(self._our_points(), self._their_points(), "points of a trick")
        while not self.theirs.is_terminal():  # What is left counts for nobody.
            self.theirs.apply_action(self.random.choice(self.theirs.legal_actions()))
        won = [now - was for now, was in zip(self.ours.scores, before.scores, strict=True)]
        self._agree(won, [26 - points for points in self.theirs.returns()], "points of the deal")
        return self.ours

    def _our_points(self) -> list[int]:
        module = import_module("referee.hearts.rules")
        jack = self.ours.options.jack
        return [module.points(pile, jack) for pile in self.ours.taken_by_seat()]

    def _their_points(self) -> list[int]:
        return [int(points) for points in POINTS.findall(str(self.theirs))]

    def _agree(self, ours: Any, theirs: Any, about: str) -> None:
        if ours != theirs:
            raise Differs(f"{about}: ours {ours}, theirs {theirs}\n{self.theirs}")

    def _move(self, **plain: Any) -> None:
        self.ours, _ = self.game.rules.apply(self.ours, library.move(self.game, plain))

    def _pass(self) -> None:
        if not self.way:
            return
        passed = [self.random.sample(sorted(hand), 3) for hand in self.hands]
        for seat, cards in enumerate(passed):
            self.hands[seat] -= {*cards}
            self._move(move="pass", player=seat)
            for card in cards:
                self.theirs.apply_action(CARDS.index(card))
        for seat, cards in enumerate(passed):
            receiver = (seat + self.way) % SEATS
            self.hands[receiver] |= {*cards}
            self._move(move="take_up", player=receiver)

    def _play_card(self) -> None:
        """Play a card that both models allow."""
        seat = self.theirs.current_player()
        allowed = {CARDS[action] for action in self.theirs.legal_actions()}
        self._agree(self._legal_cards(seat), allowed, f"legal cards of {sorted(self.hands[seat])}")
        card = self.random.choice(sorted(allowed))
        self.hands[seat].remove(card)
        self._move(move="play", seat=seat, cards=[card])
        self.theirs.apply_action(CARDS.index(card))

    def _legal_cards(self, seat: int) -> set[str]:
        """Return the cards that a seat may play. It first says if it has nothing else."""
        hand = sorted(self.hands[seat])
        for offer in self.game.rules.offers(self.ours):
            if offer.move == "declare" and offer.shown.is_true_of(hand):
                self._move(**offer.fill())
        lays = (lay for lay in self.game.table.pending(self.ours) if isinstance(lay, Lay))
        lay = next(item for item in lays if item.seat == seat)
        assert isinstance(lay.ask, AskCards)
        return {*lay.honest_cards([card for card in hand if card in lay.ask.possible])}


def compare(spiel: Any, deals: int, random: Random) -> Figure:
    """Return in how many deals the models differ. Print each difference."""
    rules, state, differences = library.game("hearts").rules, None, 0
    for _ in range(deals):
        if state is None or rules.outcome(state) is not None:
            jack = random.random() < 0.5
            options = {"limit": 200, "jack": jack}
            theirs = spiel.load_game(RULES.format(str(jack).lower()))
            state = rules.begin(library.options(library.game("hearts"), options), SEATS)
        try:
            state = Pair(state, theirs.new_initial_state(), random).play()
        except Differs as error:
            click.echo(error, err=True)
            state, differences = None, differences + 1
    name = f"hearts: deals of {deals} in which OpenSpiel differs"
    return Figure(name, differences, "deals", "at most 0", differences == 0)


@click.command("openspiel")
@click.option("--deals", default=2_000, show_default=True, help="Random ones.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of all that is random.")
@json_option
@click.pass_context
def openspiel_command(ctx: click.Context, deals: int, seed: int, as_json: bool) -> None:
    """Compare Hearts with OpenSpiel's Hearts: legal cards, tricks and points.

    The exit status is 1 if they differ. OpenSpiel does not come with the table: install it with
    `.venv/bin/pip install open_spiel`.
    """
    try:
        spiel = import_module("pyspiel")
    except ImportError:
        raise click.ClickException(MISSING) from None
    ctx.exit(show([compare(spiel, deals, Random(seed))], as_json))
