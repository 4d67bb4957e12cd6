"""Judging what lies there: what is sure and fits becomes a move, everything else is asked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.reading.judging import Fit, judge
from referee.contract import AskCards
from referee.reports.status import Question
from vision.observation import SettledCard
from vision.reading import CardReading, Verdict

ASK = AskCards("cards", "mat", 3, 3, {"20": 1, "6": 2, "9": 2, "?": 1, "-5": 1}, brings={"?": 1})


def settled(
    id_: str,
    card: str | None,
    verdict: Verdict = Verdict.CERTAIN,
    *,
    runners_up: tuple[tuple[str, float], ...] = (),
    zone: str | None = "middle",
    face_down: bool = False,
) -> SettledCard:
    nothing = np.zeros((4, 2), np.float32), 0.0, np.zeros((8, 6, 3), np.uint8)
    reading = CardReading(
        card, verdict, 0.93, 0.1, runners_up, *nothing, None, zone, face_down=face_down
    )
    return SettledCard(id_, reading)


def asked(*cards: SettledCard, answers: dict[str, str | None] | None = None) -> Question:
    told = judge(ASK, cards, answers or {}, "q")
    assert isinstance(told, Question)
    return told


def answered(*cards: SettledCard, answers: dict[str, str | None] | None = None) -> tuple[str, ...]:
    told = judge(ASK, cards, answers or {}, "q")
    assert isinstance(told, Fit)
    return told.names


def test_certain_cards_that_fit_are_a_move() -> None:
    assert answered(settled("a", "20"), settled("b", "6"), settled("c", "6")) == ("20", "6", "6")


@pytest.mark.parametrize("verdict", [Verdict.DOUBTFUL, Verdict.UNKNOWN, Verdict.UNCLEAR])
def test_anything_but_certain_is_asked_about(verdict: Verdict) -> None:
    card = "6" if verdict is Verdict.DOUBTFUL else None
    question = asked(settled("a", "20"), settled("b", "6"), settled("c", card, verdict))
    assert question.message.key == "table.ask.which"
    assert [item.certain for item in question.items] == [True, True, False]
    assert question.missing == 0


def test_a_question_lists_every_card_that_is_possible_and_how_many_are_left() -> None:
    doubt = settled("c", "9", Verdict.DOUBTFUL, runners_up=(("6", 0.91),))
    item = asked(settled("a", "20"), settled("b", "6"), doubt).items[2]
    assert [(c.card, c.left) for c in item.candidates] == [("9", 2), ("6", 1), ("?", 1), ("-5", 1)]
    assert item.guess == "9"  # the 20 is not listed: the only one lies there


def test_the_only_card_that_is_left_is_still_asked_about() -> None:
    ask = AskCards("cards", "mat", 2, 2, {"20": 1, "6": 1})
    told = judge(ask, [settled("a", "20"), settled("b", "6", Verdict.DOUBTFUL)], {}, "q")
    assert isinstance(told, Question)
    assert [c.card for c in told.items[1].candidates] == ["6"]


def test_a_persons_answer_ends_a_doubt() -> None:
    cards = settled("a", "20"), settled("b", "6"), settled("c", "6", Verdict.DOUBTFUL)
    assert answered(*cards, answers={"c": "9"}) == ("20", "6", "9")


def test_a_persons_answer_outdoes_a_certain_reading() -> None:
    assert answered(
        settled("a", "20"), settled("b", "6"), settled("c", "6"), answers={"c": "9"}
    ) == (
        "20",
        "6",
        "9",
    )


def test_an_answer_is_bound_to_its_card_and_to_no_other() -> None:
    cards = settled("a", "20"), settled("b", "6"), settled("d", "6", Verdict.DOUBTFUL)
    assert asked(*cards, answers={"c": "9"}).items[2].answer is None


def test_what_a_person_calls_no_card_is_left_out() -> None:
    cards = settled("a", "20"), settled("b", "6"), settled("c", "9")
    assert answered(*cards, settled("d", None, Verdict.UNKNOWN), answers={"d": None}) == (
        "20",
        "6",
        "9",
    )


def test_a_card_that_the_deck_cannot_hold_twice_is_asked_about_never_bent() -> None:
    question = asked(settled("a", "20"), settled("b", "20"), settled("c", "6"))
    assert question.message.key == "table.ask.impossible"
    assert question.message.params == {"cards": ("20",)}
    assert [item.certain for item in question.items] == [False, False, True]
    assert all("20" in {c.card for c in item.candidates} for item in question.items[:2])
    # To call one the 20 leaves the other to be something else, and the other way round.
    cards = settled("a", "20"), settled("b", "20"), settled("c", "6")
    first = asked(*cards, answers={"a": "20"})
    assert "20" not in {c.card for c in first.items[1].candidates}
    assert answered(*cards, answers={"b": "-5"}) == ("20", "-5", "6")


def test_a_card_that_is_not_in_the_deck_at_all_is_asked_about() -> None:
    question = asked(settled("a", "20"), settled("b", "max0"), settled("c", "6"))
    assert question.items[1].guess is None
    assert not question.items[1].certain


@pytest.mark.parametrize(("number", "missing"), [(1, 2), (2, 1), (4, -1), (5, -2)])
def test_a_count_that_does_not_fit_says_how_many(number: int, missing: int) -> None:
    cards = ["6", "6", "9", "9", "-5"][:number]
    question = asked(*(settled(str(n), card) for n, card in enumerate(cards)))
    assert question.missing == missing
    assert question.message.params == {"count": abs(missing)}


def test_a_card_that_brings_another_makes_room_for_it() -> None:
    three = settled("a", "20"), settled("b", "6"), settled("c", "?")
    assert answered(*three) == ("20", "6", "?")
    assert answered(*three, settled("d", "9")) == ("20", "6", "?", "9")


def test_a_card_face_down_is_asked_about() -> None:
    back = settled("c", None, Verdict.UNKNOWN, face_down=True)
    question = asked(settled("a", "20"), settled("b", "6"), back)
    assert question.message.key == "table.ask.turn"
    reason = question.items[2].reason
    assert reason is not None
    assert reason.key == "table.ask.face_down"


def test_a_card_seen_before_that_is_gone_is_missed_by_name() -> None:
    ask = AskCards("cards", "mat", 2, 2, {"20": 1, "6": 2, "9": 2}, known=("20",))
    told = judge(ask, [settled("a", "6"), settled("b", "9")], {}, "q")
    assert isinstance(told, Question)
    assert told.message.key == "table.ask.gone"
    assert told.message.params == {"cards": ("20",)}


def test_only_the_zone_that_is_asked_for_counts() -> None:
    ask = AskCards("cards", "seat:1", 1, 1, {"20": 1, "6": 2})
    told = judge(ask, [settled("a", "20"), settled("b", "6", zone="seat:1")], {}, "q")
    assert isinstance(told, Fit)
    assert told.names == ("6",)
    assert [card.id for card in told.cards] == ["b"]


CARDS = st.sampled_from(["20", "6", "9", "?", "-5", "max0", None])


@given(
    st.lists(st.tuples(CARDS, st.sampled_from(list(Verdict))), max_size=6),
    st.dictionaries(st.integers(0, 5).map(str), CARDS, max_size=3),
)
def test_never_an_answer_that_is_not_sure_and_possible(
    seen: list[tuple[str | None, Verdict]], answers: dict[str, str | None]
) -> None:
    cards = [settled(str(n), card, verdict) for n, (card, verdict) in enumerate(seen)]
    told = judge(ASK, cards, answers, "q")
    if isinstance(told, Fit):
        assert ASK.fits(told.names)
        for one, card in zip(told.cards, told.names, strict=True):
            if one.id in answers:
                assert card == answers[one.id]
            else:
                assert one.reading.verdict is Verdict.CERTAIN
                assert card == one.reading.card
