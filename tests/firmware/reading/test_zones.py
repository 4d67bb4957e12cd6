"""Where a card lies says what it does: a move, a question over offers, or the game's reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.reading.asker import Asker
from firmware.reading.open_questions import ASK_AFTER_S
from firmware.reading.submission import Submission
from referee.actor import CAMERA, HOST, at_seat
from referee.contract import IllegalMove
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk
from referee.reports.questions import Question
from tests.firmware.reading.looks import LATER, look, made_of, question_of, settled
from tests.referee.bazaar import BAZAAR
from tests.referee.shelved import shelve
from vision.observation import SettledCard
from vision.reading import Verdict

MARKET = ("fur", "fur", "salt", "silk")


def lies(id_: str, card: str, zone: str, verdict: Verdict = Verdict.CERTAIN) -> SettledCard:
    return settled(id_, card, verdict, zone=zone)


def market(*cards: str) -> list[SettledCard]:
    return [lies(f"m{n}{card}", card, "market") for n, card in enumerate(cards)]


class Stall:
    """A bazaar of two at a desk, and the asker that watches its mat."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk.open(folder / "journal.sqlite")
        self.desk.do(Begin("bazaar", {}, 2))
        self.asker = Asker()
        self.market = market(*MARKET)
        self.now_s = 0.0

    def see(self, *cards: SettledCard, for_s: float = LATER) -> Submission | None:
        """Show cards beside the market, at once and after a while; make the move they make."""
        seen = look(*self.market, *cards)
        for wait_s in (0.0, for_s):
            self.now_s += wait_s
            sent = self.asker.consider(self.desk.snapshot(), seen, self.now_s)
            if sent is not None:
                self.desk.do(Move(sent.move, sent.seen), sent.by, evidence=dict(sent.proofs))
                return sent
        return None

    def took(self) -> None:
        """Take a fur and the silk off the market."""
        self.desk.do(Move({"move": "take", "seat": 0, "cards": ["fur", "silk"]}))
        self.market = [self.market[0], self.market[2]]

    @property
    def asked(self) -> Question:
        return question_of(self.asker)


@pytest.fixture
def stall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stall]:
    shelve(monkeypatch, BAZAAR)
    made = Stall(tmp_path)
    yield made
    made.desk.close()


# -- which of several things --------------------------------------------------------------


def test_a_card_that_fits_one_offer_of_its_zone_is_that_move(stall: Stall) -> None:
    stall.took()
    sent = made_of(stall.see(lies("a", "fur", "stall")))
    assert sent.move == {"move": "give", "seat": 0, "cards": ["fur"], "proof": ["a"]}
    assert sent.by == CAMERA


def test_a_card_that_fits_several_is_asked_about_to_its_seat_with_its_picture(
    stall: Stall,
) -> None:
    stall.took()
    assert stall.see(lies("a", "salt", "stall"), for_s=ASK_AFTER_S / 2) is None
    assert stall.asker.question is None, "it may be on its way to another place"
    assert stall.see(lies("a", "salt", "stall")) is None
    assert (stall.asked.chooser, stall.asked.zone) == (0, "stall")
    assert [way.label.key for way in stall.asked.choices] == ["bazaar.sell", "bazaar.give"]
    assert [(item.proof, item.guess, item.certain) for item in stall.asked.items] == [
        ("a", "salt", True)
    ]
    stall.asker.choose(stall.asked.id, stall.asked.choices[1].id, at_seat(0))
    answer = made_of(stall.see(lies("a", "salt", "stall")))
    assert answer.move == {"move": "give", "seat": 0, "cards": ["salt"], "proof": ["a"]}
    assert answer.by == at_seat(0)
    assert "a" in answer.proofs


def test_of_two_answers_the_first_counts_and_the_other_is_told(stall: Stall) -> None:
    stall.took()
    stall.see(lies("a", "salt", "stall"))
    asked = stall.asked
    with pytest.raises(IllegalMove, match="of_seat"):
        stall.asker.choose(asked.id, asked.choices[0].id, at_seat(1))
    with pytest.raises(LookupError):
        stall.asker.choose(asked.id, "9", HOST)
    stall.asker.choose(asked.id, asked.choices[0].id, HOST)
    with pytest.raises(LookupError):
        stall.asker.choose(asked.id, asked.choices[1].id, at_seat(0))
    sent = made_of(stall.see(lies("a", "salt", "stall")))
    assert (sent.move["move"], sent.by) == ("sell", HOST)


def test_after_an_undo_what_was_meant_is_asked_again_and_what_was_sure_is_not_made(
    stall: Stall,
) -> None:
    stall.took()
    card = lies("a", "salt", "stall")
    stall.see(card)
    stall.asker.choose(stall.asked.id, stall.asked.choices[0].id, at_seat(0))
    assert stall.see(card) is not None
    stall.see(card)
    stall.desk.do(Undo())
    assert stall.see(card) is None
    assert stall.asked.message.key == "table.taken_back"
    (way,) = stall.asked.choices
    stall.asker.choose(stall.asked.id, way.id, at_seat(0))
    assert stall.see(card) is None
    assert [way.label.key for way in stall.asked.choices] == ["bazaar.sell", "bazaar.give"]
    stall.asker.choose(stall.asked.id, stall.asked.choices[1].id, at_seat(0))
    sent = made_of(stall.see(card))
    assert sent.move["move"] == "give"


def test_a_doubtful_card_is_asked_about_before_what_it_means(stall: Stall) -> None:
    stall.took()
    doubtful = lies("a", "salt", "stall", Verdict.DOUBTFUL)
    assert stall.see(doubtful) is None
    assert not stall.asked.choices
    stall.asker.answer(stall.asked.id, "a", "fur", at_seat(0))
    sent = made_of(stall.see(doubtful))
    assert (sent.move["move"], sent.move["cards"], sent.by) == ("give", ["fur"], at_seat(0))


# -- none of them ---------------------------------------------------------------------------


def guarded(stall: Stall, ware: str) -> SettledCard:
    """Have a ware stand guard, and return it as it lies; seat 1 is on turn."""
    stall.took()
    stall.desk.do(Move({"move": "guard", "seat": 0, "cards": [ware], "proof": ["g"]}))
    stall.desk.do(Move({"move": "done", "seat": 0}))
    stall.desk.do(Move({"move": "fill", "cards": [*MARKET]}))
    stall.market = market(*MARKET)
    stall.desk.do(Move({"move": "take", "seat": 1, "cards": ["fur"]}))
    stall.market = stall.market[1:]
    return lies("g", ware, "guard")


def test_a_card_that_may_not_lie_there_is_told_the_games_own_reason(stall: Stall) -> None:
    stands = guarded(stall, "silk")
    assert stall.see(stands, lies("w", "salt", "guard")) is None
    assert stall.asked.message.key == "bazaar.too_weak"
    assert stall.asked.message.params == {"card": "salt", "other_card": "silk"}
    assert [item.proof for item in stall.asked.items] == ["w"]
    assert {candidate.card for candidate in stall.asked.items[0].candidates} >= {"salt", "fur"}
    assert stall.see(stands) is None
    assert stall.asker.question is None, "it was taken back"


# -- cards that leave -----------------------------------------------------------------------


def test_cards_taken_off_a_zone_are_the_answer_once_no_more_follow(stall: Stall) -> None:
    whole = stall.market
    stall.see()
    stall.market = whole[1:]
    assert stall.see(for_s=ASK_AFTER_S / 2) is None
    stall.market = whole[1:3]
    sent = stall.see(for_s=0.0)
    assert sent is not None, "so many are the most"
    assert sent.move["move"] == "take"
    assert sorted(sent.move["cards"]) == ["fur", "silk"]
    assert sent.move["proof"] == []


# -- cards that have done what they do ------------------------------------------------------


def sold(stall: Stall) -> SettledCard:
    """Give a fur away by camera, and return it as it lies; seat 1 is on turn then."""
    stall.took()
    card = lies("a", "fur", "stall")
    assert stall.see(card) is not None
    stall.desk.do(Move({"move": "fill", "cards": [*MARKET]}))
    stall.desk.do(Move({"move": "take", "seat": 1, "cards": ["silk"]}))
    stall.market = market("fur", "fur", "salt")
    return card


def test_a_card_whose_picture_made_a_move_is_not_new_again(stall: Stall) -> None:
    used = sold(stall)
    assert stall.see(used) is None
    assert stall.asker.question is None
    sent = made_of(stall.see(used, lies("b", "fur", "stall")))
    assert sent.move == {"move": "give", "seat": 1, "cards": ["fur"], "proof": ["b"]}


# -- an answer that may grow ----------------------------------------------------------------


def test_a_card_that_may_grow_is_a_move_at_once_and_the_second_joins_it(stall: Stall) -> None:
    stall.took()
    first = lies("a", "salt", "guard")
    sent = made_of(stall.see(first))
    assert sent.move["move"] == "guard"
    assert stall.see(first) is None
    assert stall.asker.question is None, "it waits for nobody"
    sent = made_of(stall.see(first, lies("b", "salt", "guard")))
    assert sent.move == {"move": "join", "seat": 0, "cards": ["salt", "salt"], "proof": ["a", "b"]}
