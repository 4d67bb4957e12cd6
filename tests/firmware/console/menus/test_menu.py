"""The console's menus: turning chooses, a push takes, a long push goes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware.console.menus.menu import Menu
from firmware.console.menus.world import World
from referee import words
from referee.actor import TABLE, at_seat
from referee.contract import Message, Ruling
from referee.match.commands import Begin, Move, Pause, Redo, Resume, Teach, Undo
from referee.match.desk import Desk, Entry
from referee.reports.commands import Answer, AnswerApproval, Choose, MakeHost, Speak
from referee.reports.questions import Item, Way, WhichMove
from referee.reports.status import PendingApproval, Status
from tests.firmware.console.making import ILL, Hand, doubt, played, resting, world

ANNOUNCED = {"move": "announce", "seat": 0, "number": 12}


@pytest.fixture
def coyote(tmp_path: Path) -> World:
    return world(played(tmp_path, "coyote", ANNOUNCED, seats=("Ada", "Bo", "")))


@pytest.fixture
def coup(tmp_path: Path) -> World:
    return world(played(tmp_path, "coup"))


def seq(shown: World) -> int:
    assert shown.match is not None
    return shown.match.seq


# -- the match ------------------------------------------------------------------------------


def test_a_number_begins_at_the_least_that_is_legal_and_the_seat_says_it(coyote: World) -> None:
    hand = Hand(coyote)
    hand.take("Raise to")
    assert hand.turn(-5).marked == "13"
    raised = {"move": "announce", "seat": 1, "number": 16}
    assert (hand.turn(3).push(), hand.by) == (Move(raised, seq(coyote)), at_seat(1))


def test_an_action_asks_for_its_target(coup: World) -> None:
    hand = Hand(coup)
    assert hand.take("Steal", "■") == Move(
        {"move": "declare", "seat": 0, "action": "extort", "target": 2}, seq(coup)
    )
    assert hand.clicks == 2


def test_until_the_deal_is_done_the_console_offers_no_move(coyote: World) -> None:
    dealt = Hand(coyote).labels
    undealt = Hand(replace(coyote, status=Status((), (), undealt=True))).labels
    assert dealt[:2] == ["Raise to", "Coyote!"]
    assert not {*dealt[:2]} & {*undealt}


def test_a_move_is_taken_back_and_made_again_and_a_pause_ends(
    coyote: World, tmp_path: Path
) -> None:
    assert Hand(coyote).take("Undo") == Undo(seq(coyote))
    assert Hand(coyote).take("Pause") == Pause()
    desk = Desk.open(tmp_path / "again.sqlite")
    desk.do(Begin("coup", {}, 3))
    desk.do(Move({"move": "declare", "seat": 0, "action": "income"}))
    undone = desk.do(Undo())
    desk.close()
    assert Hand(world(undone)).take("Redo") == Redo(undone.seq)
    assert Hand(world(resting(tmp_path / "pause"))).push() == Resume()


def test_cards_are_for_phone_and_page_as_the_display_says(tmp_path: Path) -> None:
    market = {"move": "market_read", "cards": ["heron_1", "heron_2", "heron_3", "heron_4"]}
    hand = Hand(world(played(tmp_path, "plenty_coups", market)))
    assert hand.take("Take 2 cards") is None
    assert hand.text == hand.menu.world.voice.key("console.elsewhere")
    assert hand.push() is None
    assert hand.marked.startswith("Take 2 cards")


def test_what_is_for_one_seats_eyes_is_not_on_the_tables_display(coyote: World) -> None:
    assert coyote.match is not None
    message = Message("coyote.announced", {"seat": 0, "number": 77})
    for only, shown in ((None, True), (1, False)):
        ruling = Ruling("CY-2", message, only=only)
        step = Entry(9, "move", TABLE, 0.0, rulings=(ruling,))
        hand = Hand(world(replace(coyote.match, last_step=step)))
        hand.take("What happened")
        assert ("77" in hand.text) == shown


# -- questions ------------------------------------------------------------------------------


def test_a_card_of_a_question_is_chosen(coyote: World) -> None:
    asking = world(coyote.match, question=doubt())
    assert Hand(asking).take("Which card", "9") == Answer("7:mat", "i0", "9")
    assert Hand(asking).take("Which card", "no card") == Answer("7:mat", "i0", None)
    three = world(coyote.match, question=doubt(cards=3))
    assert Hand(three).take("Which card", "Card 2", "6") == Answer("7:mat", "i1", "6")
    guessed = Hand(asking)
    guessed.take("Which card")
    assert guessed.push() == Answer("7:mat", "i0", "6")  # The camera's guess is marked.


def test_what_cards_mean_is_chosen_by_a_push(coyote: World) -> None:
    ways = (Way("0", Message("page.undo")), Way("1", Message("page.redo"), Message("page.keep")))
    item = Item("a", "a", (), guess="salt", certain=True)
    says = Message("table.ask.ways", {"cards": ("salt",)})
    hand = Hand(
        world(
            coyote.match, question=WhichMove("7:stall", "stall", says, (item,), ways=ways, seat=1)
        )
    )
    say = hand.menu.world.voice.key
    assert hand.take(say("console.question.ways")) is None
    assert hand.menu.page.title.startswith(hand.menu.world.seat(1))
    *meanings, card = hand.labels
    assert meanings == [say("page.undo"), f"{say('page.redo')}: {say('page.keep')}"]
    assert "salt" in card, "it can be corrected, too"
    assert hand.take(say("page.redo")) == Choose("7:stall", "1")


def test_a_request_is_answered_and_marks_nothing(coyote: World) -> None:
    asks = PendingApproval("1", Message("console.act.undo", {"seat": 2}), (0, 1))
    asked = replace(coyote, waiting=(asks,))
    assert Hand(asked).marked == Hand(coyote).marked
    for label, yes in (("Agree", True), ("No", False)):
        assert Hand(asked).take("undo", label) == AnswerApproval("1", yes)


# -- a new match ----------------------------------------------------------------------------


def test_bots_leave_the_seats_with_phones_and_do_not_play_what_they_cannot(coyote: World) -> None:
    hand = Hand(now := replace(coyote, phone_seats=(3,)))
    begun = hand.take("New match", "Kidult", "4", "1", "Start")
    assert begun == Begin(
        "coyote", {"edition": "kidult"}, 4, ("Ada", "Bo", "", ""), ("", "", "fair", "")
    )
    assert hand.clicks == 5
    assert hand.menu == Menu(now)
    hand = Hand(replace(coyote, no_bots=lambda _: Message("page.undo")))
    for label, lesson in (("Start", False), ("Practise first", True)):
        begun = hand.take("New match", "Coup", "3", label)
        assert begun == Begin("coup", {}, 3, ("Ada", "Bo", ""), lesson=lesson)


def test_a_teach_in_is_offered_where_nobody_has_played(coyote: World) -> None:
    assert Hand(world(untried=True)).take("practice round") == Teach()
    assert not any("practice round" in label for label in Hand(coyote).labels)


# -- the table ------------------------------------------------------------------------------


def test_a_phone_is_made_host_the_language_chosen_and_a_fault_read(coyote: World) -> None:
    assert Hand(replace(coyote, phone_seats=(1,))).take("Make host", "Bo") == MakeHost(1)
    assert Hand(coyote).take("Language", "Français") == Speak("fr")
    assert not any("look here" in label for label in Hand(coyote).labels)
    hand = Hand(world(parts=ILL))
    assert hand.take("look here") is None
    assert hand.text == hand.menu.world.voice.say(ILL[0].message)


@pytest.mark.parametrize("locale", words.LOCALES)
def test_the_display_tells_how_to_join_and_the_hosts_code_in_its_lines(locale: str) -> None:
    """Nobody types a Wi-Fi's name or password from a line that is broken or cut."""
    wifi, password, code = "Coyote Table anna", "abcdefghijkm", "629 546 360"
    results = (
        Message("console.join.wifi", {"name": wifi}),
        Message("console.join.password", {"password": password}),
        Message("console.join.code", {"code": code}),
    )
    hand = Hand(world(locale=locale, invitation=results))
    label = hand.menu.world.voice.key("console.join")
    hand.take(label)
    assert len(hand.labels) == 6
    assert {wifi, password, code} <= {*hand.labels}
    assert label not in Hand(world(locale=locale)).labels


# -- what changes meanwhile -----------------------------------------------------------------


def test_a_long_push_goes_back_to_what_was_taken(coyote: World) -> None:
    hand = Hand(coyote)
    hand.take("New match", "Coup")
    assert hand.back().marked.startswith("Coup")
    assert hand.back().marked.startswith("New match")
    assert hand.back().menu.path == ()


def test_a_refusal_is_read_and_dismissed_by_either_push() -> None:
    refused = Message("table.virtual.deal_first")
    by_push, by_back = Hand(world(), refused), Hand(world(), refused)
    assert "Deal first" in by_push.screen.text
    assert by_push.turn(1).push() is None
    assert by_push.screen == by_back.back().screen == Hand(world()).screen


def test_a_page_that_is_gone_falls_back_to_the_one_before(coyote: World, coup: World) -> None:
    hand = Hand(coup)
    hand.take("Steal")
    assert hand.menu.seeing(coyote) == Menu(coyote)


def test_what_a_push_takes_is_told_apart_from_what_stands_beside_it(
    coyote: World, coup: World
) -> None:
    def push_target(*labels: str, of: World, at: World | None = None) -> object:
        hand = Hand(of)
        hand.take(*labels[:-1])
        return hand.to(labels[-1]).menu.seeing(at or of).push_target

    assert coyote.match is not None
    later = world(replace(coyote.match, seq=99))
    asked = world(coyote.match, question=doubt())
    for labels in (("Raise to", "14"), ("New match", "Coup"), ("Language", "Français")):
        alike = [push_target(*labels, of=coyote, at=other) for other in (coyote, later, asked)]
        assert alike == [alike[0]] * 3, labels
    # The last move is another one, and what is first has been a question since.
    assert push_target("Undo", of=coyote, at=later) != push_target("Undo", of=coyote)
    assert Menu(asked).push_target != Menu(coyote).push_target
    assert push_target("Steal", "▲", of=coup) != push_target("Steal", "■", of=coup)
    assert push_target("Steal", "▲", of=coup, at=coyote) == Menu(coyote).push_target
