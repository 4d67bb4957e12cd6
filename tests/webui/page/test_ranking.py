"""What a page tells of a match that has ended: who came where."""

from __future__ import annotations

from typing import Any

import pytest

from referee.contract import Focus, Message, Outcome, View
from referee.words import Voice
from webui.page import shown

NAMES = {0: "Ann", 1: "Bo", 2: "Cy", 3: "Di"}


def told(outcome: Outcome | None, locale: str = "en") -> tuple[str, ...]:
    label = Message("page.undo")
    facts = (Message("page.redo"),)
    view = View("coup", 1, label, Focus(label), (), facts=facts, outcome=outcome)
    return shown.facts(Voice(locale, NAMES), view)


@pytest.mark.parametrize(("locale", "both"), [("en", "and"), ("fr", "et")])
def test_places_are_told_first_and_a_shared_one_is_counted_for_all_who_share_it(
    locale: str, both: str
) -> None:
    ranking = ((3,), (0, 2), (1,))
    first, second, fourth, fact = told(Outcome(Message("coup.outcome"), (3,), ranking), locale)
    assert (first, fourth) == ("1. ◆\N{NO-BREAK SPACE}Di", "4. ▲\N{NO-BREAK SPACE}Bo")
    assert second.startswith("2. ●\N{NO-BREAK SPACE}Ann ")
    assert both in second.split()
    assert fact


@pytest.mark.parametrize("outcome", [None, Outcome(Message("coup.outcome"), (3,))])
def test_without_a_ranking_only_the_facts_are_told(outcome: Any) -> None:
    assert len(told(outcome)) == 1
