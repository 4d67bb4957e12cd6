"""A tribe of the table's own in Plenty Coups: its hand is shown, and its cards laid as it wants."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware.bots import bots
from firmware.bots.bot_worker import answer
from firmware.bots.real_hands import RealHands
from firmware.bots.wishes import changes_for
from referee import library
from referee.actor import CAMERA
from referee.determinization import Action
from referee.match.commands import Begin, Level
from referee.match.desk import Desk, Snapshot
from referee.plenty_coups.flow import apply as real_apply
from referee.plenty_coups.state import moves
from referee.plenty_coups.table import determinization
from referee.table import Laid
from referee.words.sentences import say
from tests.breadth import breadth
from tests.matches import match_of

BOT = 1
UNSEEN = {moves.Gift, moves.Exchange, moves.Hunt, moves.Prove}  # after which a hand is not known
LONG = "COYOTE_MATCHES" in os.environ


class Evening:
    """A match, all of whose cards are known to the test; people do at once what they are told."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, seats: int, seed: int) -> None:
        patch.setattr(determinization, "apply", self._applied)
        self._made: list[Any] = []
        self.random, self.now_s, self.shown = Random(seed), 0.0, 0
        self.desk = Desk.open(folder / "hands.sqlite")
        self.hands = RealHands(lambda: self.now_s)
        self.bots = bots.Bots(
            self.desk.snapshot, self.desk.do, self.hands, lambda: self.now_s, think=answer
        )
        levels: tuple[Level, ...] = tuple("gentle" if seat == BOT else "" for seat in range(seats))
        self.desk.do(Begin("plenty_coups", {}, seats, levels=tuple(levels)))
        self.world = determinization.sample_hidden(self.match.state, BOT, {}, self.random)
        self.told: list[str] = []
        self._goes_on(determinization._draw_pending_cards, self.world)

    def _applied(self, state: Any, move: Any) -> Any:
        self._made.append(move)
        return real_apply(state, move)

    @property
    def match(self) -> Snapshot:
        return match_of(self.desk)

    @property
    def over(self) -> bool:
        return self.match.outcome is not None

    def _goes_on(self, then: Any, *about: Any) -> None:
        """Let cards be drawn and turned as they lie in the piles; each move is made."""
        self._made.clear()
        self.world = then(*about, self.random)
        made, now = [*self._made], self.match.state
        for move in made:
            if now != self.world.state:
                after, _ = real_apply(now, move)
                self.desk.submit(library.to_plain(move))
                now = self.match.state
                assert now == after
        assert now == self.world.state

    def act(self) -> None:
        """Let whoever is to move do so: a person anything, the bot what it wants."""
        if self.world.mover != BOT:
            self._goes_on(self.world.play, self.world.playout_action(self.random))
            self.bots.step()
            return
        match = self.match
        for _ in range(100):
            self.bots.step()
            self.now_s += 1.0
            if self.match.seq != match.seq:
                self._follows(self.match.log[-1].move)
                return
            wants = self.hands._wish
            if wants is not None and self.hands.wanted(self.match) is not None:
                if wants.move is None:
                    self.show(wants.hand)
                else:
                    self.lay(wants.move)
                    return
        raise AssertionError((say(self.bots.trouble) if self.bots.trouble else "", self.told[-3:]))

    def show(self, hand: int) -> None:
        """Lay a hand face up beside the mat."""
        cards = self.world.hands[hand]
        of = f"{self.match.seq}.{hand}"
        laid = tuple(Laid(card, None, id=f"{of}.{n}") for n, card in enumerate(cards))
        for many in range(1, len(laid)):
            judged = self.hands.judge(self.match, laid[:many], ())
            assert [one.have for one in judged.pending if one.count == len(laid)] == [many]
        self.hands.judge(self.match, laid, ())
        if hand == BOT:  # the neutral tribe's comes back after a round of another
            since = {type(one.move) for one in self.match.log if one.seq > self.shown}
            assert not self.shown or since & UNSEEN, "nothing was drawn unseen"
            self.shown = self.match.seq
        assert self.hands.visible_cards(self.match, BOT)[hand] == tuple(sorted(cards))

    def lay(self, move: Any) -> None:
        """Do with cards what is wanted for a move."""
        wanted = self.hands.wanted(self.match)
        assert wanted is not None
        self.told.append(say(wanted.message))
        judged = self.hands.judge(self.match, changes_for(self.match, move), ())
        (meaning, *_) = judged.moves
        self.desk.submit(library.to_plain(meaning.move), self.match.seq, CAMERA)
        self._follows(meaning.move)

    def _follows(self, move: Any) -> None:
        """Go on after a move that was made."""
        before = self.desk.snapshot()
        assert before is not None
        self._made.clear()
        self.world = self.world.play(Action(move), self.random)
        for made in self._made[1:]:
            if self.match.state != self.world.state:
                self.desk.submit(library.to_plain(made))
        assert self.match.state == self.world.state


@pytest.fixture(params=breadth([2, 3, 4]))
def evening(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Evening]:
    opened = Evening(tmp_path, monkeypatch, request.param, 2)
    yield opened
    opened.desk.close()


def test_a_hand_is_shown_once_and_again_only_after_an_unseen_draw(evening: Evening) -> None:
    while not evening.over and evening.match.seq < (5000 if LONG else 120):
        evening.act()
    assert evening.shown
    assert evening.told
