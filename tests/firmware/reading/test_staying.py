"""Cards that must stay, must go, or lie where none is wanted: played at a table of Coup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.reading.asker import Asker
from firmware.reading.open_questions import ASK_AFTER_S, GONE_AFTER_S
from firmware.reading.submission import Submission
from referee.actor import HOST, at_seat
from referee.contract import IllegalMove
from referee.match.commands import Begin, Correct, Move
from referee.match.desk import Desk
from referee.reports.questions import Question
from tests.firmware.reading.looks import look, made_of, question_of, settled
from tests.matches import match_of
from vision.observation import SettledCard
from vision.reading import Quality, Verdict

CERTAIN = Verdict.CERTAIN


class Table:
    """A match of Coup at which the camera sees what the test lays down."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk.open(folder / "journal.sqlite")
        self.desk.do(Begin("coup", {}, 3))
        self.asker = Asker()
        self.lies: dict[str, SettledCard] = {}
        self.now_s = 0.0
        self.reasons: tuple[str, ...] = ()

    def do(self, move: str, **fields: Any) -> None:
        self.desk.do(Move({"move": move, **fields}))

    def lay(self, card: str, zone: str, *, down: bool = False, verdict: Verdict = CERTAIN) -> str:
        name = f"s{len(self.lies)}-{card}"
        self.lies[name] = settled(name, card, verdict, zone, face_down=down)
        return name

    def look(self, wait_s: float = 0.0) -> Submission | None:
        """Look now, and again after `wait_s`; return what would be submitted."""
        answer = None
        for step_s in (0.0, wait_s):
            self.now_s += step_s
            observed = look(
                *self.lies.values(),
                quality=Quality(self.reasons),
                mat="no_mat" not in self.reasons,
                hands=frozenset({"middle"} if "hand" in self.reasons else ()),
            )
            answer = answer or self.asker.consider(self.desk.snapshot(), observed, self.now_s)
        return answer

    def reads(self) -> dict[str, Any]:
        submission = made_of(self.look())
        self.desk.do(
            Move(submission.move, submission.seen), submission.by, evidence=dict(submission.proofs)
        )
        return {key: value for key, value in submission.move.items() if key != "proof"}

    @property
    def asked(self) -> Question:
        return question_of(self.asker)

    def phase(self) -> str:
        match = match_of(self.desk)
        return str(match.state.phase)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.do("declare", seat=0, action="tax")
    table.do("challenge", seat=1)
    yield table
    table.desk.close()


def shown_and_turned(table: Table) -> tuple[str, str]:
    """Let seat 0 show its Duke and seat 1 turn up a Captain; return the two cards."""
    duke = table.lay("duke", "middle")
    assert table.reads() == {"move": "card_shown", "cards": ["duke"]}
    captain = table.lay("captain", "seat:1")
    assert table.reads() == {"move": "card_turned", "cards": ["captain"]}
    return duke, captain


@pytest.mark.parametrize("reason", ["no_mat", "dark", "hand"])
def test_a_middle_that_cannot_be_seen_is_not_empty(table: Table, reason: str) -> None:
    duke, _ = shown_and_turned(table)
    del table.lies[duke]
    table.reasons = (reason,)
    assert table.look(60.0) is None
    table.reasons = ()
    assert table.reads()["move"] == "card_returned"


def test_a_card_that_vanishes_is_asked_about_and_the_table_may_go_on_without(
    table: Table,
) -> None:
    duke, captain = shown_and_turned(table)
    del table.lies[duke]
    table.reads()
    kept = table.lies.pop(captain)
    table.look(GONE_AFTER_S - 0.5)
    assert table.asker.question is None
    table.look(GONE_AFTER_S)
    assert (table.asked.rule, table.asked.seats) == ("SL-7", (1,))
    assert table.asked.message.params["card"] == "captain"
    (item,) = table.asked.items
    table.lies[captain] = kept  # laid back: nothing is asked any more
    table.look()
    assert table.asker.question is None
    del table.lies[captain]
    table.look(GONE_AFTER_S + 0.1)
    table.asker.answer(table.asked.id, item.id, None, HOST)
    table.look(60.0)
    assert table.asker.question is None


def test_a_fourth_of_a_kind_is_asked_about(table: Table) -> None:
    table.desk.do(Begin("coup", {"deck": {"duke": 1, "captain": 9}}, 3))
    table.do("declare", seat=0, action="tax")
    table.do("challenge", seat=1)
    table.do("concede", seat=0)
    table.lay("duke", "seat:0")
    table.reads()
    table.do("declare", seat=1, action="tax")
    table.do("challenge", seat=2)
    second = table.lay("duke", "middle")
    assert table.look(2.0) is None
    assert table.asked.rule == "CP-40"
    (item,) = table.asked.items
    assert [candidate.card for candidate in item.candidates] == ["captain"]
    table.asker.answer(table.asked.id, second, "captain", at_seat(1))
    assert table.reads() == {"move": "card_shown", "cards": ["captain"]}


def entry_of(table: Table, move: str) -> int:
    match = match_of(table.desk)
    of_that_kind = [e for e in match.log if e.move and e.move.__struct_config__.tag == move]
    return of_that_kind[-1].seq


def test_sl_9_what_a_correction_took_back_is_not_read_again_before_people_let_it_count(
    table: Table,
) -> None:
    duke, captain = shown_and_turned(table)
    del table.lies[duke]
    table.reads()
    table.look()
    table.desk.do(Correct(entry_of(table, "card_shown"), 0, "assassin", back=True))
    assert table.phase() == "return"
    assert table.look(60.0) is None  # the middle is empty, as it was
    assert captain in table.lies
    questions = {question.message.key: question for question in table.asker.questions}
    asked = questions["table.taken_back.gone"]
    table.asker.choose(asked.id, asked.choices[0].id, HOST)
    assert table.reads() == {"move": "card_returned"}


def said_and_seen(table: Table) -> str:
    """Let a phone say that seat 1 lost a Captain, where the camera reads a Contessa."""
    duke = table.lay("duke", "middle")
    table.reads()
    table.do("card_turned", cards=["captain"])
    del table.lies[duke]
    table.reads()
    contessa = table.lay("contessa", "seat:1")
    assert table.look(ASK_AFTER_S + 0.1) is None
    assert (table.asked.rule, table.asked.seats) == ("SL-14", (1,))
    assert len(table.asker.questions) == 1  # none is gone, and none is one too many
    assert [choice.id for choice in table.asked.choices] == ["captain", "contessa"]
    return contessa


def test_sl_14_what_was_said_stands_where_its_player_says_that_the_camera_errs(
    table: Table,
) -> None:
    said_and_seen(table)
    asked = table.asked.id
    with pytest.raises(IllegalMove):
        table.asker.choose(asked, "captain", at_seat(2))
    assert table.asker.choose(asked, "captain", at_seat(1)) is None
    assert table.look(60.0) is None
    assert not table.asker.questions


def test_sl_14_what_is_seen_sets_right_what_was_said_where_its_player_says_so(
    table: Table,
) -> None:
    said_and_seen(table)
    command = table.asker.choose(table.asked.id, "contessa", at_seat(1))
    assert command is not None
    table.desk.do(command, at_seat(1))
    match = match_of(table.desk)
    assert [card.name for card in match.layout.cards if card.zone.seat == 1] == ["contessa"]
    assert table.look(60.0) is None
    assert not table.asker.questions
