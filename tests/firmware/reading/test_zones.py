"""Where a card lies says what it does: a move at once, or a question over several."""

from __future__ import annotations

import pytest

from firmware.reading.open_questions import ASK_AFTER_S
from firmware.reading.submission import Submission
from referee.actor import CAMERA, HOST, at_seat
from referee.contract import IllegalMove
from referee.match.commands import Undo
from referee.match.desk import Desk
from referee.reports.questions import Question
from tests.firmware.reading import test_turn_over
from tests.firmware.reading.looks import LATER, made_of, question_of, settled
from vision.observation import SettledCard
from vision.reading import Verdict


def lies(id_: str, card: str, zone: str, verdict: Verdict = Verdict.CERTAIN) -> SettledCard:
    return settled(id_, card, verdict, zone=zone)


BEE = lies("a", "bee_1", "discard")  # for a hunt, or a gift to one of two tribes


class Camp(test_turn_over.Camp):
    """The first player has taken two cards from the market."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.take_cards()

    def see(self, card: SettledCard, for_s: float = LATER) -> Submission | None:
        """Show a card with the market, at once and after a while; return the move it makes."""
        self.cards["shown"] = card
        return self.look(0.0) or self.look(for_s)

    @property
    def asked(self) -> Question:
        return question_of(self.asker)


@pytest.fixture
def camp(desk: Desk) -> Camp:
    return Camp(desk)


def test_a_card_that_fits_one_offer_of_its_zone_is_that_move(camp: Camp) -> None:
    sent = made_of(camp.see(lies("a", "horse", "breed")))
    moved = (sent.move["move"], sent.move["cards"], sent.move["proof"])
    assert (moved, sent.by) == (("breed", ["horse"], ["a"]), CAMERA)


def test_a_card_that_fits_several_is_asked_about_to_its_seat_with_its_picture(camp: Camp) -> None:
    assert camp.see(BEE, for_s=ASK_AFTER_S / 2) is None
    assert camp.asker.question is None, "it may be on its way to another place"
    assert camp.see(BEE) is None
    assert (camp.asked.chooser, camp.asked.zone) == (0, "discard")
    assert len(camp.asked.choices) == 3
    assert [(item.proof, item.guess, item.certain) for item in camp.asked.items] == [
        ("a", "bee_1", True)
    ]
    camp.asker.choose(camp.asked.id, camp.asked.choices[1].id, at_seat(0))
    sent = made_of(camp.see(BEE))
    moved = (sent.move["move"], sent.move["camp"], sent.move["proof"])
    assert (moved, sent.by) == (("gift", 1, ["a"]), at_seat(0))
    assert "a" in sent.proofs


def test_of_two_answers_the_first_counts_and_the_other_is_told(camp: Camp) -> None:
    camp.see(BEE)
    asked = camp.asked
    with pytest.raises(IllegalMove, match="of_seat"):
        camp.asker.choose(asked.id, asked.choices[0].id, at_seat(1))
    with pytest.raises(LookupError):
        camp.asker.choose(asked.id, "9", HOST)
    camp.asker.choose(asked.id, asked.choices[0].id, HOST)
    with pytest.raises(LookupError):
        camp.asker.choose(asked.id, asked.choices[1].id, at_seat(0))
    sent = made_of(camp.see(BEE))
    assert (sent.move["move"], sent.by) == ("hunt", HOST)


def test_after_an_undo_what_was_meant_is_asked_again_and_what_was_sure_is_not_made(
    camp: Camp,
) -> None:
    camp.see(BEE)
    camp.asker.choose(camp.asked.id, camp.asked.choices[1].id, at_seat(0))
    assert camp.see(BEE) is not None
    camp.see(BEE)
    camp.desk.do(Undo())
    assert camp.see(BEE) is None
    assert camp.asked.message.key == "table.taken_back"
    (way,) = camp.asked.choices
    camp.asker.choose(camp.asked.id, way.id, at_seat(0))
    assert camp.see(BEE) is None
    camp.asker.choose(camp.asked.id, camp.asked.choices[2].id, at_seat(0))
    assert made_of(camp.see(BEE)).move["camp"] == 2


def test_a_doubtful_card_is_asked_about_before_what_it_means(camp: Camp) -> None:
    doubtful = lies("a", "bee_1", "breed", Verdict.DOUBTFUL)
    assert camp.see(doubtful) is None
    assert not camp.asked.choices
    camp.asker.answer(camp.asked.id, "a", "horse", at_seat(0))
    sent = made_of(camp.see(doubtful))
    assert (sent.move["move"], sent.move["cards"], sent.by) == ("breed", ["horse"], at_seat(0))
