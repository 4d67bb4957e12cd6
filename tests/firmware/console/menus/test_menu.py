"""The console's menus: turning chooses, a push takes, a long push goes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware.console.menus import menu
from firmware.console.menus.home import home
from firmware.console.menus.menu import HOME, Menu
from firmware.console.menus.pages import ListPage, Text
from firmware.console.menus.screen import wrap
from firmware.console.menus.world import PastReadings, World
from referee import words
from referee.actor import HOST, at_seat
from referee.contract import Message, Ruling
from referee.match.commands import (
    Begin,
    DealAnew,
    GoBack,
    Move,
    Redo,
    Teach,
    Undo,
)
from referee.match.desk import Desk
from referee.reports.commands import Answer, SetSound
from referee.reports.status import Sound
from tests.firmware.console.making import Hand, doubt, past, played, world


@pytest.fixture
def coyote(tmp_path: Path) -> World:
    return world(played(tmp_path, "coyote", {"move": "announce", "seat": 0, "number": 12}))


@pytest.fixture
def coup(tmp_path: Path) -> World:
    return world(played(tmp_path, "coup"))


# -- keys ---------------------------------------------------------------------------------


def test_until_the_deal_is_done_the_console_offers_no_move(coyote: World) -> None:
    dealt, undealt = Hand(coyote).labels, Hand(replace(coyote, undealt=True)).labels
    assert dealt[:2] == ["Raise to", "Coyote!"]
    assert not {*dealt[:2]} & {*undealt}


def test_a_long_push_goes_back_to_what_was_taken(coyote: World) -> None:
    hand = Hand(coyote)
    hand.take("New match", "Edition")
    assert hand.back().labels[0] == "Start"
    assert hand.marked.startswith("Edition")
    assert "New match" in hand.back().marked
    assert hand.back().menu.path == ()


def test_a_refusal_is_read_and_dismissed_by_either_push() -> None:
    refused = Menu(refusal=Message("table.virtual.deal_first"))
    by_push, by_back = Hand(world(), refused), Hand(world(), refused)
    assert "Deal first" in by_push.screen.text
    assert by_push.turn(1).push() is None
    assert by_push.screen == by_back.back().screen == Hand(world()).screen


# -- numbers ------------------------------------------------------------------------------


def test_a_number_begins_at_the_least_that_is_legal(coyote: World) -> None:
    assert coyote.match is not None
    hand = Hand(coyote)
    hand.take("Raise to")
    assert hand.screen.large == "13"
    assert hand.turn(-5).screen.large == "13"
    announced = {"move": "announce", "seat": 1, "number": 16}
    assert hand.turn(3).push() == Move(announced, coyote.match.seq)
    assert hand.by == at_seat(1)


# -- what there is to do --------------------------------------------------------------------


def test_a_seat_acts_as_itself_and_what_is_set_right_is_the_hosts(coup: World) -> None:
    hand = Hand(coup)
    tax = hand.take("Tax")
    assert isinstance(tax, Move)
    assert (tax.move["action"], hand.by) == ("tax", at_seat(0))
    hand = Hand(coup)
    hand.take("Corrections", "coins")
    act = hand.turn(1).push()
    assert isinstance(act, Move)
    assert hand.by == HOST


def test_a_card_of_a_question_is_chosen(coyote: World) -> None:
    one = world(coyote.match, question=doubt())
    assert Hand(one).take("Which card", "9") == Answer("7:mat", "i0", "9")
    assert Hand(one).take("Which card", "no card") == Answer("7:mat", "i0", None)
    three = world(coyote.match, question=doubt(cards=3))
    assert Hand(three).take("Which card", "Card 2", "6") == Answer("7:mat", "i1", "6")
    guessed = Hand(one)
    guessed.take("Which card")
    assert guessed.push() == Answer("7:mat", "i0", "6")  # what the camera leans to comes first


def test_a_move_is_taken_back_and_made_again(coyote: World, tmp_path: Path) -> None:
    assert coyote.match is not None
    assert Hand(coyote).take("Undo") == Undo(coyote.match.seq)
    desk = Desk.open(tmp_path / "again.sqlite")
    desk.do(Begin("coup", {}, 3))
    desk.do(Move({"move": "declare", "seat": 0, "action": "income"}))
    undone = desk.do(Undo())
    desk.close()
    assert Hand(world(undone)).take("Redo") == Redo(undone.seq)


def test_no_card_is_set_right_that_was_shown_to_one_alone(desk: Desk) -> None:
    match = desk.do(Begin("coyote", {}, 3))
    assert not any("misread" in label for label in Hand(world(match, past=past(desk))).labels)
    for plain in (
        {"move": "announce", "seat": 0, "number": 12},
        {"move": "challenge", "seat": 1},
        {"move": "cards_read", "cards": ["10", "-5", "20"]},
    ):
        match = desk.do(Move(plain))
    hidden = PastReadings(desk.corrector, set)  # nothing of it is for all
    hand = Hand(world(match, past=hidden))
    hand.take("misread")
    assert hand.labels == []


def test_a_new_match_is_put_together(coyote: World) -> None:
    hand = Hand(coyote)
    assert hand.take("New match", "Start") == Begin("coyote", {}, 3)
    hand = Hand(coyote)
    hand.take("New match", "Players", "5")
    hand.take("Edition", "Kidult")
    assert hand.take("Start") == Begin("coyote", {"edition": "kidult"}, 5)
    assert hand.menu == HOME
    assert Hand(coyote).take("New match", "Start") == Begin("coyote", {}, 3)  # nothing is left


def test_an_option_belongs_to_its_edition_and_a_lot_may_say_who_starts(coyote: World) -> None:
    hand = Hand(coyote)
    hand.take("New match", "Players", "5")
    hand.take("Optional actions", "All of them")
    hand.take("Edition", "Kidult")
    assert hand.take("Start") == Begin("coyote", {"edition": "kidult"}, 5)
    hand.take("New match", "Who starts", "By lot")
    begun = hand.take("Start")
    assert isinstance(begun, Begin)
    assert begun.options["starter"] in range(3)


def test_what_sounds_at_the_table_is_switched_in_two_pushes() -> None:
    assert "Sound" not in Hand(world()).labels  # where nothing can sound
    hand = Hand(world(sound=Sound(buzzer=True, voice=False)))
    assert hand.take("Sound", "Buzzer: on") == SetSound(buzzer=False)
    assert hand.clicks == 2
    assert hand.take("Sound", "Voice: off") == SetSound(voice=True)
    hand = Hand(world(None, "fr", sound=Sound(buzzer=False)))
    assert hand.take("Son", "Buzzer") == SetSound(buzzer=True)


# -- secrets ------------------------------------------------------------------------------------


def test_what_is_for_one_seats_eyes_is_not_on_the_tables_display(coyote: World) -> None:
    assert coyote.match is not None
    said = Message("coyote.announced", {"seat": 0, "number": 77})
    for only, shown in ((None, True), (1, False)):
        ruling = Ruling("CY-2", said, only=only)
        hand = Hand(world(replace(coyote.match, rulings=(ruling,))))
        hand.take("What happened")
        assert isinstance(hand.page, Text)
        assert ("77" in hand.page.text) == shown


# -- what changes meanwhile ------------------------------------------------------------------


def test_what_a_push_takes_is_told_apart_from_what_stands_beside_it(
    coyote: World, coup: World
) -> None:
    def push_target(*labels: str, of: World, at: World | None = None) -> object:
        hand = Hand(of)
        hand.take(*labels[:-1])
        return menu.push_target(hand.to(labels[-1]).menu, at or of)

    assert coyote.match is not None
    later = world(replace(coyote.match, seq=99))
    asked = world(coyote.match, question=doubt())
    for labels in (("Raise to",), ("New match", "Start"), ("Language", "Français")):
        alike = [push_target(*labels, of=coyote, at=other) for other in (coyote, later, asked)]
        assert alike == [alike[0]] * 3, labels
    # The last move is another one, and what is first has been a question since.
    assert push_target("Undo", of=coyote, at=later) != push_target("Undo", of=coyote)
    assert menu.push_target(HOME, asked) != menu.push_target(HOME, coyote)
    assert push_target("Steal", "▲", of=coup) != push_target("Steal", "■", of=coup)
    assert push_target("Steal", "▲", of=coup, at=coyote) == menu.push_target(HOME, coyote)


# -- a teach-in -----------------------------------------------------------------------------


def test_a_teach_in_is_offered_where_nobody_has_played_and_stands_in_the_new_match(
    coyote: World,
) -> None:
    fresh = Hand(world(untried=True))
    assert fresh.take("practice round") == Teach()
    assert fresh.clicks == 1
    assert not any("practice round" in label for label in Hand(coyote).labels)
    begun = Hand(coyote).take("New match", "Practise first")
    assert begun == Begin("coyote", {}, 3, lesson=True)


def test_the_console_goes_back_to_an_entry_and_deals_anew_after_one_yes(tmp_path: Path) -> None:
    moves = [{"move": "announce", "seat": seat, "number": 5 + seat} for seat in range(3)]
    hand = Hand(world(played(tmp_path, "coyote", *moves)))
    match, voice = hand.world.match, hand.world.voice
    assert match is not None
    first = next(one for one in match.log if one.kind == "move")
    hand.take(voice.key("console.back"), voice.say(first.rulings[0].message))
    assert isinstance(hand.page, ListPage)
    assert hand.page.title == voice.key("page.back.sure", count=3)
    assert hand.push() == GoBack(first.seq, match.seq)
    hand = Hand(hand.world)
    hand.take(voice.key("page.anew"))
    assert isinstance(hand.page, ListPage)
    assert hand.page.title == voice.key("page.anew.sure", count=3)
    assert hand.push() == DealAnew(match.seq)


@pytest.mark.parametrize("locale", words.LOCALES)
def test_the_display_tells_how_to_join_and_the_hosts_code_in_its_lines(locale: str) -> None:
    """Nobody types a Wi-Fi's name or password from a line that is broken or cut."""
    wifi, password, code = "Coyote Table anna", "abcdefghijkm", "629 546 360"
    told = (
        Message("console.join.wifi", {"name": wifi}),
        Message("console.join.password", {"password": password}),
        Message("console.join.code", {"code": code}),
    )
    page = home(world(locale=locale, invitation=told), {})
    assert isinstance(page, ListPage)
    opened = page.follow("join")
    assert isinstance(opened, Text)
    lines = wrap(opened.text)
    assert len(lines) == 6
    assert {wifi, password, code} <= {*lines}
    shut = home(world(locale=locale), {})
    assert isinstance(shut, ListPage)
    assert shut.follow("join") is None
