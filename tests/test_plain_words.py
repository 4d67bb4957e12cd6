"""The lint of the project's English finds what is never right, and nothing else."""

from __future__ import annotations

import pytest

from tests.plain_words import faults


@pytest.mark.parametrize(
    "text",
    [
        "Return that which lies there.",
        "Read the cards anew.",
        "Tell whether a card lies there.",
        "Return the seat, None where nobody sits.",
        "Draw so many cards as the rule says.",
        "The Duke is to be taken away.",
    ],
)
def test_a_stilted_sentence_is_found(text: str) -> None:
    assert list(faults(text))


@pytest.mark.parametrize(
    "text",
    [
        "Return the cards on the table.",
        "Read the cards again.",
        "Whether a card lies in the zone.",
        "Return the seat, or None if nobody sits there.",
        "Draw `count` cards.",
        "There are so many cards that the search takes a second.",
    ],
)
def test_a_plain_sentence_passes(text: str) -> None:
    assert not list(faults(text))
