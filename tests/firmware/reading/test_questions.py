"""The reading desk: what is sure and fits becomes a move, everything else is asked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.reading.questions import Answer, judge
from referee.contract import AskCards
from referee.reports.status import Question
from vision.observation import SettledCard
from vision.reading import CardReading, Verdict

ASK = AskCards("cards", "mat", 3, 3, {"20": 1, "6": 2, "9": 2, "?": 1, "-5": 1}, brings={"?": 1})


def sight(
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


def asked(*sights: SettledCard, settled: dict[str, str | None] | None = None) -> Question:
    told = judge(ASK, sights, settled or {}, "q")
    assert isinstance(told, Question)
    return told


def answered(*sights: SettledCard, settled: dict[str, str | None] | None = None) -> tuple[str, ...]:
    told = judge(ASK, sights, settled or {}, "q")
    assert isinstance(told, Answer)
    return told.cards


def test_certain_cards_that_fit_are_a_move() -> None:
    assert answered(sight("a", "20"), sight("b", "6"), sight("c", "6")) == ("20", "6", "6")


@pytest.mark.parametrize("verdict", [Verdict.DOUBTFUL, Verdict.UNKNOWN, Verdict.UNCLEAR])
def test_anything_but_certain_is_asked_about(verdict: Verdict) -> None:
    card = "6" if verdict is Verdict.DOUBTFUL else None
    question = asked(sight("a", "20"), sight("b", "6"), sight("c", card, verdict))
    assert question.message.key == "table.ask.settle"
    assert [item.certain for item in question.items] == [True, True, False]
    assert question.missing == 0


def test_a_question_lists_every_card_that_is_possible_and_how_many_are_left() -> None:
    doubt = sight("c", "9", Verdict.DOUBTFUL, runners_up=(("6", 0.91),))
    item = asked(sight("a", "20"), sight("b", "6"), doubt).items[2]
    assert [(c.card, c.left) for c in item.candidates] == [("9", 2), ("6", 1), ("?", 1), ("-5", 1)]
    assert item.guess == "9"  # the 20 is not listed: the only one lies there


def test_the_only_card_that_is_left_is_still_asked_about() -> None:
    ask = AskCards("cards", "mat", 2, 2, {"20": 1, "6": 1})
    told = judge(ask, [sight("a", "20"), sight("b", "6", Verdict.DOUBTFUL)], {}, "q")
    assert isinstance(told, Question)
    assert [c.card for c in told.items[1].candidates] == ["6"]


def test_a_persons_word_settles_a_doubt() -> None:
    cards = sight("a", "20"), sight("b", "6"), sight("c", "6", Verdict.DOUBTFUL)
    assert answered(*cards, settled={"c": "9"}) == ("20", "6", "9")


def test_a_persons_word_outdoes_a_certain_reading() -> None:
    assert answered(sight("a", "20"), sight("b", "6"), sight("c", "6"), settled={"c": "9"}) == (
        "20",
        "6",
        "9",
    )


def test_a_word_is_bound_to_its_sight_and_to_no_other() -> None:
    cards = sight("a", "20"), sight("b", "6"), sight("d", "6", Verdict.DOUBTFUL)
    assert asked(*cards, settled={"c": "9"}).items[2].settled is None


def test_what_a_person_calls_no_card_is_left_out() -> None:
    cards = sight("a", "20"), sight("b", "6"), sight("c", "9")
    assert answered(*cards, sight("d", None, Verdict.UNKNOWN), settled={"d": None}) == (
        "20",
        "6",
        "9",
    )


def test_a_card_that_the_deck_cannot_hold_twice_is_asked_about_never_bent() -> None:
    question = asked(sight("a", "20"), sight("b", "20"), sight("c", "6"))
    assert question.message.key == "table.ask.impossible"
    assert question.message.params == {"cards": ("20",)}
    assert [item.certain for item in question.items] == [False, False, True]
    assert all("20" in {c.card for c in item.candidates} for item in question.items[:2])
    # Settling one as the 20 leaves the other to be something else, and the other way round.
    first = asked(sight("a", "20"), sight("b", "20"), sight("c", "6"), settled={"a": "20"})
    assert "20" not in {c.card for c in first.items[1].candidates}
    assert answered(sight("a", "20"), sight("b", "20"), sight("c", "6"), settled={"b": "-5"}) == (
        "20",
        "-5",
        "6",
    )


def test_a_card_that_is_not_in_the_deck_at_all_is_asked_about() -> None:
    question = asked(sight("a", "20"), sight("b", "max0"), sight("c", "6"))
    assert question.items[1].guess is None
    assert not question.items[1].certain


@pytest.mark.parametrize(("number", "missing"), [(1, 2), (2, 1), (4, -1), (5, -2)])
def test_a_count_that_does_not_fit_says_how_many(number: int, missing: int) -> None:
    cards = ["6", "6", "9", "9", "-5"][:number]
    question = asked(*(sight(str(n), card) for n, card in enumerate(cards)))
    assert question.missing == missing
    assert question.message.params == {"count": abs(missing)}


def test_a_card_that_brings_another_makes_room_for_it() -> None:
    three = sight("a", "20"), sight("b", "6"), sight("c", "?")
    assert answered(*three) == ("20", "6", "?")
    assert answered(*three, sight("d", "9")) == ("20", "6", "?", "9")


def test_a_card_face_down_is_asked_about() -> None:
    back = sight("c", None, Verdict.UNKNOWN, face_down=True)
    question = asked(sight("a", "20"), sight("b", "6"), back)
    assert question.message.key == "table.ask.turn"
    reason = question.items[2].reason
    assert reason is not None
    assert reason.key == "table.ask.face_down"


def test_a_card_seen_before_that_is_gone_is_missed_by_name() -> None:
    ask = AskCards("cards", "mat", 2, 2, {"20": 1, "6": 2, "9": 2}, known=("20",))
    told = judge(ask, [sight("a", "6"), sight("b", "9")], {}, "q")
    assert isinstance(told, Question)
    assert told.message.key == "table.ask.gone"
    assert told.message.params == {"cards": ("20",)}


def test_only_the_zone_that_is_asked_for_counts() -> None:
    ask = AskCards("cards", "seat:1", 1, 1, {"20": 1, "6": 2})
    told = judge(ask, [sight("a", "20"), sight("b", "6", zone="seat:1")], {}, "q")
    assert isinstance(told, Answer)
    assert told.cards == ("6",)
    assert [sight.id for sight in told.sights] == ["b"]


CARDS = st.sampled_from(["20", "6", "9", "?", "-5", "max0", None])


@given(
    st.lists(st.tuples(CARDS, st.sampled_from(list(Verdict))), max_size=6),
    st.dictionaries(st.integers(0, 5).map(str), CARDS, max_size=3),
)
def test_never_an_answer_that_is_not_sure_and_possible(
    seen: list[tuple[str | None, Verdict]], settled: dict[str, str | None]
) -> None:
    sights = [sight(str(n), card, verdict) for n, (card, verdict) in enumerate(seen)]
    told = judge(ASK, sights, settled, "q")
    if isinstance(told, Answer):
        assert ASK.fits(told.cards)
        for one, card in zip(told.sights, told.cards, strict=True):
            if one.id in settled:
                assert card == settled[one.id]
            else:
                assert one.reading.verdict is Verdict.CERTAIN
                assert card == one.reading.card
