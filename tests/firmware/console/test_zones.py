"""The console in a game whose mat says what a card does: the made-up bazaar."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.console.menus.pages import ListPage
from referee.contract import Message
from referee.reports.commands import Choose
from referee.reports.questions import Item, Way, WhichMove
from tests.firmware.console.making import Hand, played, world
from tests.referee.bazaar import BAZAAR
from tests.referee.shelved import shelve


def test_what_cards_mean_is_chosen_by_a_push(tmp_path: Path) -> None:
    ways = (Way("0", Message("page.undo")), Way("1", Message("page.redo"), Message("page.keep")))
    item = Item("a", "a", (), guess="salt", certain=True)
    says = Message("table.ask.ways", {"cards": ("salt",)})
    asked = WhichMove("7:stall", "stall", says, (item,), ways=ways, seat=1)
    hand = Hand(world(played(tmp_path, "coyote"), question=asked))
    say = hand.world.voice.key
    assert hand.take(say("console.question.ways")) is None
    assert isinstance(hand.page, ListPage)
    assert hand.page.title.startswith(hand.world.seat(1))
    *ways_to_go, card = hand.labels
    assert ways_to_go == [say("page.undo"), f"{say('page.redo')}: {say('page.keep')}"]
    assert "salt" in card, "it may be set right, too"
    assert hand.take(say("page.redo")) == Choose("7:stall", "1")


def test_offers_alike_are_one_entry_and_then_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelve(monkeypatch, BAZAAR)
    take = {"move": "take", "seat": 0, "cards": ["silk"]}
    hand = Hand(world(played(tmp_path, "bazaar", take)))
    assert hand.labels[:2] == ["bazaar.trade", "bazaar.guard"]
    assert hand.take("bazaar.trade") is None
    assert hand.labels == ["bazaar.sell", "bazaar.give"]
