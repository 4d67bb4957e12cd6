"""Between the camera and the desk: what is submitted, what is asked, and what waits."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.reading.asker import Asker
from firmware.reading.open_questions import ASK_AFTER_S
from referee.actor import CAMERA, HOST, at_seat
from referee.contract import Message
from referee.match.commands import Begin, DealAnew, Move, Pause, Resume, Undo
from referee.match.desk import Desk, Snapshot
from referee.table import Card, CardStatus, Zone
from tests.firmware.reading.looks import (
    LATER,
    challenge,
    look,
    made_of,
    question_of,
    settled,
    submit,
)
from tests.firmware.reading.tables import table
from tests.matches import match_of
from vision.observation import SettledCard
from vision.reading import COVER, Verdict


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.do(Begin("coyote", {"edition": "tomahawk"}, 2))
    return desk


def test_certain_cards_are_submitted_with_their_pictures(desk: Desk) -> None:
    challenge(desk)
    submission = made_of(
        Asker().consider(desk.snapshot(), look(settled("a", "3"), settled("b", "7")), 0.0)
    )
    assert submission.move == {"move": "cards_read", "cards": ["3", "7"], "proof": ["a", "b"]}
    assert submission.by == CAMERA
    submit(desk, submission)
    kept = desk.evidence("a")
    assert kept is not None
    picture = cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (8, 6, 3)


def test_a_pause_lets_cards_and_questions_wait(desk: Desk) -> None:
    challenge(desk)
    asker, cards = Asker(), look(settled("a", "3"), settled("b", "7"))
    doubtful = look(settled("a", "3"), settled("b", "7", Verdict.DOUBTFUL))
    desk.do(Pause(), HOST)
    for seen in (cards, doubtful):
        assert asker.consider(desk.snapshot(), seen, LATER) is None
        assert asker.question is None
    desk.do(Resume(), HOST)
    submit(desk, asker.consider(desk.snapshot(), cards, LATER))


@pytest.mark.parametrize(("pending", "moving"), [(1, ()), (0, ("mat",))])
def test_hands_at_work_are_waited_for(desk: Desk, pending: int, moving: tuple[str, ...]) -> None:
    challenge(desk)
    cards = look(settled("a", "3"), settled("b", "7"), pending=pending, moving=moving)
    assert Asker().consider(desk.snapshot(), cards, LATER) is None


def test_sl_6_cards_laid_one_by_one_are_calm_progress_and_no_doubt(desk: Desk) -> None:
    challenge(desk)
    asker, observation = Asker(), look(settled("a", "3"))
    for now_s in (LATER, 2 * LATER):
        assert asker.consider(desk.snapshot(), observation, now_s) is None
        assert asker.question is None
        assert [(wait.have, wait.count) for wait in asker.waits] == [(1, 2)]


def test_a_card_that_hides_others_is_told_once_nothing_moves(desk: Desk) -> None:
    challenge(desk)
    a, upon = settled("a", "3"), settled("b", "7", Verdict.UNCLEAR)
    hidden = replace(a, in_sight=False)
    cover = replace(upon, reading=replace(upon.reading, card=None, reason="overlap"))
    asker = Asker()
    for now_s, moving in ((0.0, ("mat",)), (LATER, ("mat",))):
        assert asker.consider(desk.snapshot(), look(hidden, cover, moving=moving), now_s) is None
        assert asker.question is None  # a hand
    for now_s in (2 * LATER, 3 * LATER):
        assert asker.consider(desk.snapshot(), look(hidden, cover), now_s) is None
    assert asked(asker) == "table.ask.heap"
    submit(desk, asker.consider(desk.snapshot(), look(a, settled("b", "7")), 4 * LATER))


@pytest.mark.parametrize(
    ("verdict", "reason", "key"),
    [
        (Verdict.UNKNOWN, "", "table.ask.foreign"),
        (Verdict.UNCLEAR, "steep", "table.quality.steep"),
        (Verdict.UNCLEAR, "burnt", "table.quality.burnt"),
        (Verdict.UNCLEAR, "blurred", "table.quality.blurred"),
    ],
)
def test_cards_are_of_another_deck_only_if_the_picture_is_not_to_blame(
    desk: Desk, verdict: Verdict, reason: str, key: str
) -> None:
    challenge(desk)
    card = settled("a", "3", verdict)
    unread = replace(card, reading=replace(card.reading, card=None, reason=reason))
    asker = Asker()
    for now_s in (0.0, LATER):
        assert asker.consider(desk.snapshot(), look(unread), now_s) is None
    assert asked(asker) == key


def test_a_thing_that_lies_on_a_card_is_told_once_nothing_moves(desk: Desk) -> None:
    challenge(desk)
    a, b = settled("a", "3"), settled("b", "7")
    below = replace(a.reading, card=None, verdict=Verdict.UNCLEAR, reason=COVER)
    under = replace(a, reading=below, in_sight=False)
    asker = Asker()
    assert asker.consider(desk.snapshot(), look(under, b, moving=("mat",)), 0.0) is None
    assert asker.question is None  # a hand
    for now_s in (LATER, 2 * LATER):
        assert asker.consider(desk.snapshot(), look(under, b), now_s) is None
    assert asked(asker) == "table.ask.covered"
    # A word on what lies there would be a word on the card below.
    assert not question_of(asker).items
    submit(desk, asker.consider(desk.snapshot(), look(a, b), 3 * LATER))
    for now_s in (4 * LATER, 5 * LATER):
        asker.consider(desk.snapshot(), look(a, b), now_s)
    assert asker.question is None
    for now_s in (6 * LATER, 7 * LATER):  # cards that count already
        asker.consider(desk.snapshot(), look(under, b), now_s)
    assert asked(asker) == "table.ask.covered"


def test_a_tap_settles_a_doubt_at_once_and_its_maker_is_written_down(desk: Desk) -> None:
    challenge(desk)
    asker, cards = Asker(), look(settled("a", "6", Verdict.DOUBTFUL), settled("b", "7"))
    for now_s in (0.0, ASK_AFTER_S):
        assert asker.consider(desk.snapshot(), cards, now_s) is None
    assert asker.question is not None
    with pytest.raises(LookupError):
        asker.answer("an old question", "a", "6", at_seat(0))
    with pytest.raises(LookupError):
        asker.answer(asker.question.id, "z", "6", at_seat(0))
    with pytest.raises(ValueError, match="joker"):
        asker.answer(asker.question.id, "a", "joker", at_seat(0))
    asker.answer(asker.question.id, "a", "9", at_seat(0))
    answer = made_of(asker.consider(desk.snapshot(), cards, ASK_AFTER_S))
    assert answer.move["cards"] == ["9", "7"]
    assert answer.by == at_seat(0)
    assert asker.question is None


def test_a_reading_that_was_undone_is_not_made_again_until_the_cards_change(desk: Desk) -> None:
    challenge(desk)
    asker, cards = Asker(), look(settled("a", "3"), settled("b", "7"))
    submit(desk, asker.consider(desk.snapshot(), cards, 0.0))
    desk.do(Undo())
    for now_s in (LATER, 2 * LATER):
        assert asker.consider(desk.snapshot(), cards, now_s) is None
    assert asked(asker) == "table.taken_back"
    moved = look(settled("a", "3"), settled("c", "8"))
    submission = made_of(asker.consider(desk.snapshot(), moved, LATER))
    assert submission.move["cards"] == ["3", "8"]


def test_what_the_referee_refuses_is_asked_about_and_not_submitted_again(desk: Desk) -> None:
    challenge(desk)
    asker, cards = Asker(), look(settled("a", "3"), settled("b", "7"))
    submission = made_of(asker.consider(desk.snapshot(), cards, 0.0))
    why = Message("x.why")
    asker.refused(submission, why)
    for now_s in (LATER, LATER + ASK_AFTER_S):
        assert asker.consider(desk.snapshot(), cards, now_s) is None
    question = question_of(asker)
    assert question.message == why
    assert [item.id for item in question.items] == ["a", "b"]
    asker.answer(question.id, "b", "8", HOST)
    again = made_of(asker.consider(desk.snapshot(), cards, LATER))
    assert again.move["cards"] == ["3", "8"]


def test_a_word_goes_with_the_card_it_was_said_of(desk: Desk) -> None:
    challenge(desk)
    asker, doubt = Asker(), settled("a", "6", Verdict.DOUBTFUL)
    for now_s in (0.0, ASK_AFTER_S):
        asker.consider(desk.snapshot(), look(doubt), now_s)
    asker.answer(question_of(asker).id, "a", "9", at_seat(0))
    asker.consider(desk.snapshot(), look(), LATER)  # the card is taken away
    asker.consider(desk.snapshot(), look(doubt, settled("b", "7")), LATER)
    asker.consider(desk.snapshot(), look(doubt, settled("b", "7")), 2 * LATER)
    assert question_of(asker).items[0].answer is None


def asked(asker: Asker) -> str:
    return "" if asker.question is None else asker.question.message.key


def trick(desk: Desk, *seats: int) -> Snapshot:
    """Return a match in which each of these seats may lay a card before it."""
    return table(match_of(desk), due={Zone("seat", seat): ("3", "7") for seat in seats})


def test_a_hand_before_one_player_stalls_no_other(desk: Desk) -> None:
    cards = look(settled("a", "3", zone="seat:1"), moving=("seat:2", "middle"))
    submission = made_of(Asker().consider(trick(desk, 1, 2), cards, 0.0))
    assert submission.move["zone"] == "seat:1"
    still_moving = replace(cards, moving=frozenset({"seat:1"}))
    assert Asker().consider(trick(desk, 1, 2), still_moving, 0.0) is None


# -- tricks: a card before each seat, gathered when all have played -------------------------

TRICK = ("3", "7", "8")


def due(desk: Desk, seat: int, *lying: str) -> Snapshot:
    """Return a match in which a seat's card is due, after those that `lying` seats 0, 1 … laid."""
    lies = tuple(Card(card, Zone("seat", n), seat=n) for n, card in enumerate(lying))
    return table(match_of(desk), lies, {Zone("seat", seat): ("3", "7", "8", "9")})


def gathering(desk: Desk) -> Snapshot:
    """Return a match in which a trick must be gathered; seat 1 may lead to the next."""
    lies = tuple(
        Card(card, Zone("seat", n), status=CardStatus.TO_CLEAR) for n, card in enumerate(TRICK)
    )
    return table(match_of(desk), lies, {Zone("seat", 1): ("9",)}, gathers=True)


def at(seat: int, id_: str, card: str) -> SettledCard:
    return settled(id_, card, zone=f"seat:{seat}")


@pytest.mark.parametrize("moving", [(), ("seat:2",)])
def test_sl_3_a_card_out_of_turn_counts_in_its_turn_only_where_people_say_that_it_stands(
    desk: Desk, moving: tuple[str, ...]
) -> None:
    asker, early = Asker(), look(at(0, "a", "3"), at(2, "b", "8"))
    for now_s in (0.0, LATER):
        assert asker.consider(due(desk, 1, "3"), early, now_s) is None
    assert asker.questions[0].seats == (1, 2)
    hand = look(at(0, "a", "3"), at(2, "b", "8"), moving=moving)  # comes and goes above it
    assert asker.consider(due(desk, 1, "3"), hand, LATER) is None
    mine = look(at(0, "a", "3"), at(1, "c", "7"), at(2, "b", "8"))
    before = due(desk, 2, "3", "7")
    turn = replace(before, seq=before.seq + 1)
    assert asker.consider(turn, mine, 2 * LATER) is None
    (question,) = asker.questions
    assert (question.message.key, question.chooser) == ("table.stands", 2)
    asker.choose(question.id, question.choices[0].id, at_seat(2))
    made = made_of(asker.consider(turn, mine, 2 * LATER))
    assert made.move["proof"] == ["b"]


def test_sl_3_a_stray_card_is_told_to_people_and_never_to_a_bot(desk: Desk) -> None:
    desk.do(Begin("coyote", {"edition": "tomahawk"}, 3, levels=("", "fair", "")))
    asker, stray = Asker(), look(at(0, "a", "3"), at(2, "b", "8"))
    for now_s in (0.0, LATER):
        assert asker.consider(due(desk, 1, "3"), stray, now_s) is None
    assert asker.questions[0].seats == (2,)


def test_sl_7_a_missing_back_is_told_without_a_name(desk: Desk) -> None:
    match, asker = match_of(desk), Asker()
    snapshot = table(match, (Card("", Zone("seat", 1), seat=1),), {})
    for now_s in (0.0, LATER, 2 * LATER):
        assert asker.consider(snapshot, look(), now_s) is None
    assert question_of(asker).message == Message("table.gone.back", {"zone": "seat:1"})


def test_a_trick_is_gathered_when_its_cards_are_gone_though_the_next_lead_lies(desk: Desk) -> None:
    left = look(at(1, "b", "7"))
    assert Asker().consider(gathering(desk), left, 0.0) is None
    submission = made_of(Asker().consider(gathering(desk), look(at(1, "d", "9")), 0.0))
    assert submission.move["move"] == "gathered"
    doubtful = look(settled("d", "9", Verdict.DOUBTFUL, zone="seat:1"))
    assert Asker().consider(gathering(desk), doubtful, 0.0) is None


def test_a_trick_is_not_gathered_while_a_hand_is_over_it(desk: Desk) -> None:
    for observation in (replace(look(), hands=frozenset({"seat:2"})), look(moving=("seat:0",))):
        assert Asker().consider(gathering(desk), observation, LATER) is None
    elsewhere = replace(look(moving=("middle",)), hands=frozenset({"middle"}))
    assert Asker().consider(gathering(desk), elsewhere, LATER) is not None


def test_a_card_gathered_before_it_was_read_is_asked_for_with_all_it_may_be(desk: Desk) -> None:
    asker, match = Asker(), due(desk, 2, "3", "7")
    assert asker.consider(match, look(at(0, "a", "3"), at(1, "b", "7")), 0.0) is None
    for now_s in (1.0, 1.0 + ASK_AFTER_S):
        assert asker.consider(match, look(), now_s) is None
    question = question_of(asker)
    assert question.message == Message("table.ask.missed", {"seat": 2})
    (item,) = question.items
    assert {candidate.card for candidate in item.candidates} == {"3", "7", "8", "9"}
    asker.answer(question.id, item.id, "8", at_seat(2))
    submission = made_of(asker.consider(match, look(), LATER))
    assert submission.move["cards"] == ["8"]
    assert submission.by == at_seat(2)
    asker.refused(submission, Message("x.why"))
    assert asker.consider(match, look(), LATER) is None
    assert question_of(asker).message == Message("x.why")


# -- a grid: one more card, in a cell where it may lie --------------------------------------


@pytest.mark.parametrize("restarts", [False, True])
def test_cards_of_an_annulled_deal_mean_nothing_and_count_once_dealt_anew(
    restarts: bool, desk: Desk
) -> None:
    desk.do(Begin("coup_detat", {}, 3), HOST)
    desk.do(Move({"move": "card_drawn", "player": 0, "cards": ["AC"]}))
    desk.do(Move({"move": "card_drawn", "player": 1, "cards": ["9D"]}))
    desk.do(Move({"move": "card_drawn", "player": 2, "cards": ["9H"]}))

    def to_the_lead() -> None:
        desk.do(Move({"move": "decline", "seat": 1}))
        desk.do(Move({"move": "name_contract", "seat": 0, "contract": "barbu"}))

    desk.do(Move({"move": "cleared"}))
    to_the_lead()
    asker, zones = Asker(), ("seat:0", "seat:1", "seat:2")
    lying = []
    for zone, card in zip(zones, ("10C", "QC", "9C"), strict=True):
        lying.append(settled(f"old {card}", card, zone=zone))
        submit(desk, asker.consider(desk.snapshot(), look(*lying), 0.0))
    desk.do(DealAnew(), HOST)
    asker = Asker() if restarts else asker
    lost = settled("lost", "KH", Verdict.DOUBTFUL, "seat:1")
    for now_s in (0.0, LATER, 2 * LATER):
        assert asker.consider(desk.snapshot(), look(*lying, lost), now_s) is None
        assert asker.questions == ()
        assert asker.judgement(match_of(desk)).refusals == ()
    assert asker.consider(desk.snapshot(), look(), 3 * LATER) is None
    to_the_lead()
    submission = made_of(
        asker.consider(desk.snapshot(), look(settled("new 10C", "10C", zone="seat:0")), 4 * LATER)
    )
    assert submission.move["cards"] == ["10C"]
