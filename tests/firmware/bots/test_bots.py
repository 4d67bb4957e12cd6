"""When the table's own players act, and what they wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.bots.bot_process import Decision, Failed, HandMismatch, NothingToDo
from firmware.bots.bots import (
    BREATH_S,
    LATE_S,
    LOOK_S,
    MORE_S,
    PEOPLE_READ_S,
    READ_S,
    TAUGHT_S,
    UNDONE_S,
)
from firmware.panel.buttons import RunningMatch
from referee.actor import HOST, at_seat, bot
from referee.contract import Message, Press
from referee.coup_detat.state.cards import COUP
from referee.coup_detat.state.phases import Speaking
from referee.match.commands import HandOver, Move, Pause, Resume, StopMatch, Teach, Undo
from referee.match.journal.bodies import MOVE, OBJECT
from referee.reports import virtual_acts
from tests.firmware.bots.seated import Seated
from tests.live import do_duty

TAX = {"move": "declare", "seat": 0, "action": "tax"}
CHALLENGE = Decision({"move": "challenge", "seat": 1})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    with closing(Seated(tmp_path)) as table:
        yield table


def claimed(table: Seated) -> None:
    """Begin a match of a person and two bots; the person claims something."""
    table.begin("coup", "", "fair", "gentle", least_s=0)
    table.virtual.do(virtual_acts.Deal())
    table.desk.do(Move(TAX), at_seat(0))


def test_a_person_who_presses_within_a_second_goes_first(table: Seated) -> None:
    table.begin("coup", "", "", "fair", least_s=0)
    table.virtual.do(virtual_acts.Deal())
    table.mind.says[2] = Decision({"move": "challenge", "seat": 2})
    table.desk.do(Move(TAX), at_seat(0))
    table.wait(1.0)
    table.desk.do(Move({"move": "challenge", "seat": 1}, table.match.seq), at_seat(1))
    table.wait(1.0)
    made = [entry.by for entry in table.match.log if entry.kind == MOVE]
    assert made == [at_seat(0), at_seat(1)]


def taken_back(table: Seated) -> None:
    table.wait(BREATH_S[1] + 1)
    table.desk.do(Undo(), at_seat(0))


def taught(table: Seated) -> None:
    table.desk.do(Teach())
    table.virtual.do(virtual_acts.Deal())
    table.desk.do(Move(TAX, table.match.seq), at_seat(0))


def not_known(table: Seated) -> None:
    late = Decision({"move": "pass", "seat": 1}, late=True)
    table.mind.says[1] = table.mind.says[2] = late


@pytest.mark.parametrize(
    ("happens", "silent_s"),
    [
        (lambda _: None, BREATH_S[0]),
        (taken_back, UNDONE_S),
        (taught, TAUGHT_S),
        (not_known, LATE_S),
    ],
)
def test_a_bot_answers_once_people_had_time_and_the_log_says_that_it_was_the_table(
    table: Seated, happens: Callable[[Seated], None], silent_s: float
) -> None:
    claimed(table)
    table.mind.says[1] = CHALLENGE
    happens(table)
    seq = table.match.seq
    table.wait(silent_s - 1)
    assert table.match.seq == seq
    table.wait(BREATH_S[1] + 3)
    entries = [entry for entry in table.match.log if entry.seq > seq]
    assert str(entries[0].by) in {"table:1", "table:2"}


def test_while_the_match_rests_no_bot_thinks_or_acts(table: Seated) -> None:
    claimed(table)
    table.desk.do(Pause())
    seq = table.match.seq
    table.wait(30.0)
    assert (table.match.seq, table.mind.asked) == (seq, [])
    table.desk.do(Resume())
    table.wait(BREATH_S[1] + 1)
    assert table.match.seq > seq + 1


def test_a_bot_waits_for_a_person_who_holds_the_coup_card_however_long_they_think(
    table: Seated,
) -> None:
    table.begin("coup_detat", *["fair"] * 3)
    while not isinstance(table.match.state.phase, Speaking):
        table.play(1)
    table.mind.says = {seat: NothingToDo() for seat in range(3)}
    table.wait(30.0)  # The cards are dealt, and nobody has spoken.
    held = [table.virtual.scene().faces[hand] for hand in table.virtual.scene().hands[0]]
    assert COUP in held
    assert table.match.state.president != 0
    table.desk.do(HandOver(0, "Ada"))
    table.mind.says.clear()
    deals = table.match.state.deals
    table.wait(3 * LATE_S)
    assert (type(table.match.state.phase), table.match.state.deals) == (Speaking, deals)
    table.desk.do(Move({"move": "decline", "seat": 0}), at_seat(0))
    assert not isinstance(table.match.state.phase, Speaking)


@pytest.mark.parametrize(
    ("person", "strikes", "waits"),
    [("", 3, True), ("", 1, False), ("fair", 3, False)],
    ids=["a-person", "a-person-who-is-out", "bots"],
)
def test_after_a_count_bots_deal_for_people_only_if_nobody_does(
    table: Seated, person: str, strikes: int, waits: bool
) -> None:
    table.begin("coyote", person, "fair", "fair", strikes=strikes)
    table.virtual.do(virtual_acts.Deal())
    table.desk.do(Move({"move": "announce", "seat": 0, "number": 9999}), at_seat(0))
    table.desk.do(Move({"move": "challenge", "seat": 1}, table.match.seq), at_seat(1))
    do_duty(table.virtual)
    cards = ["1", "2", "3"]
    table.desk.do(Move({"move": "cards_read", "cards": cards}, table.match.seq), HOST)
    table.wait(1)
    assert table.bots.coming is not None
    assert table.bots.coming.message == Message("page.deal")
    table.wait(READ_S + LOOK_S)
    assert table.virtual.is_dealt() != waits
    table.wait(PEOPLE_READ_S)
    assert table.virtual.is_dealt()


def test_people_may_look_at_the_cards_for_longer_before_a_bot_moves_them(table: Seated) -> None:
    table.begin("coyote", "fair", "fair", "fair", strikes=1)
    table.wait(1)
    assert table.bots.coming is not None
    table.bots.give_time()
    table.wait(MORE_S - 1)
    assert not table.virtual.is_dealt()
    table.wait(2)
    assert table.virtual.is_dealt()
    assert table.bots.coming is None


def test_a_hand_that_does_not_fit_is_said_with_its_seat_and_cured_by_hand(table: Seated) -> None:
    table.begin("coup", "fair", "")
    table.virtual.do(virtual_acts.Deal())
    card = table.virtual.scene().hands[0][0]
    table.virtual.do(virtual_acts.Hold(card, 1))  # somebody took it by mistake
    table.mind.says[0] = HandMismatch()
    table.wait(LOOK_S - 1.0)
    assert table.bots.trouble is None  # the cards and the match may be on their way
    table.wait(2.0)
    assert table.bots.trouble == Message("table.bots.unfit", {"seat": 0})
    del table.mind.says[0]
    table.virtual.do(virtual_acts.Hold(table.virtual.scene().hands[1][0], 0))
    table.wait(5.0)
    assert table.bots.trouble is None
    assert table.match.log[-1].by == bot(0)
    table.begin("coup", "fair", "")
    table.virtual.do(virtual_acts.Deal())
    table.mind.says[0] = Failed("ValueError: no")
    table.wait(3.0)
    why = Message("table.bots.failed", {"seat": 0})
    assert table.bots.trouble == why


def test_a_bot_gets_the_cards_that_its_seat_may_look_at_and_no_other(table: Seated) -> None:
    table.begin("coup", "", "fair", "fair", least_s=0)
    table.virtual.do(virtual_acts.Deal())
    table.desk.do(Move(TAX), at_seat(0))
    table.wait(1.0)
    assert {request.seat for request in table.mind.asked} == {1, 2}
    assert all({*request.visible_cards} == {request.seat} for request in table.mind.asked)
    table.begin("coyote", "", "fair", "fair")
    table.virtual.do(virtual_acts.Deal())
    table.mind.asked.clear()
    table.wait(1.0)
    assert table.mind.asked
    assert all(
        item.seat not in item.visible_cards for item in table.mind.asked
    )  # at its own forehead


def test_a_seat_that_is_handed_to_a_person_is_theirs_at_once(table: Seated) -> None:
    claimed(table)
    table.desk.do(HandOver(1, "Ada"))
    table.mind.says[1] = CHALLENGE
    table.wait(6.0)
    assert table.match.players.levels == {2: "gentle"}
    assert all(entry.by != bot(1) for entry in table.match.log)
    table.desk.do(HandOver(1, level="keen"))
    assert table.match.players.levels == {1: "keen", 2: "gentle"}
    assert len({*table.match.names}) == 3  # it bears nobody's name


def test_a_press_at_a_bots_button_does_nothing_for_it_and_is_told_why(table: Seated) -> None:
    claimed(table)
    pressed = table.table.prompts.meanings()
    assert pressed.by_press(1) == {}
    why = RunningMatch(table.desk, lambda *_: None).why_not(1, Press.SHORT)
    assert why.message == Message("table.press.bot", {"seat": 1})
    table.desk.do(HandOver(1, "Ada"))
    assert table.table.prompts.meanings().by_press(1) != {}


def test_a_bot_agrees_to_stop_for_the_night_also_if_it_sat_down_meanwhile(table: Seated) -> None:
    claimed(table)
    table.desk.do(HandOver(2, "Cy"))
    asked = table.desk.do(StopMatch(0), at_seat(0))
    assert asked.proposal is not None
    assert asked.proposal.missing == (2,)
    table.desk.do(HandOver(2, "", "gentle"))
    table.wait(BREATH_S[1] + 1)
    assert table.match.outcome is not None
    assert table.match.outcome.stopped


def test_bots_answer_a_claim_by_their_own_hands_and_let_a_decided_deal_end(table: Seated) -> None:
    table.begin("coup_detat", *["gentle"] * 3)
    objected = ended = False
    for _ in range(200):
        offers = {offer.move: offer for offer in table.match.offers if offer.needs_all}
        if not objected and "claim_rest" in offers and "end_deal" not in offers:
            table.desk.do(Move(offers["claim_rest"].fill()), HOST)
            table.wait(10.0)
            hands = [entry for entry in table.match.log if entry.kind == OBJECT]
            objected = bool(hands)
        elif "end_deal" in offers:
            number = table.match.view(None).round
            table.desk.do(Move(offers["end_deal"].fill()), HOST)
            table.wait(10.0)
            ended = table.match.view(None).round > number
        if objected and ended:
            return
        table.play(1)
    raise AssertionError((objected, ended))
