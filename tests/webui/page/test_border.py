"""The border: what a page is told of a value, and that anything else cannot leave the table."""

from __future__ import annotations

from typing import Any

import pytest

from referee.contract import (
    AskCards,
    Message,
    Offer,
    Party,
    Presentation,
    Token,
)
from referee.values import Frozen
from referee.words import Voice
from tests.webui.drawn import drawn
from webui.page.border import Shape, Words
from webui.page.leaves import tell

WORDS = Words(Voice("en", {0: "Ada"}), drawn)


class Panel(Shape):
    """A value that is made for a page, with one of the game's inside."""

    big_word: Message
    tokens: tuple[Token, ...]
    more: dict[str, Any]


def test_a_message_leaves_as_text_a_card_with_its_picture_and_what_is_not_listed_never() -> None:
    answer = tell(Party(Message("page.menu"), (Token("coin", 3),), ("duke",)), WORDS)
    (card,) = answer["cards"]
    assert answer["name"] == WORDS.voice.key("page.menu")
    assert answer["tokens"] == [
        {"kind": "coin", "count": 3, "of": None, "text": "3 coins", "shape": None}
    ]
    assert (card.card, card.label) == ("duke", "Duke")
    assert card.picture.startswith("/face/duke.svg?")
    for value in (Hidden("duke"), [Hidden("duke")], {"one": (Hidden("duke"),)}):
        with pytest.raises(TypeError, match="Hidden may not leave the table"):
            tell(Panel(Message("page.menu"), (), {"any": value}), WORDS)


def test_a_field_that_is_not_listed_stays_at_the_table() -> None:
    ask = AskCards("cards", "mat", 1, 2, {"duke": 2}, discards={"duke": 1, "contessa": 1})
    offer = Offer(
        "show", Presentation(Message("page.menu"), after_s=3.0), 0, secret=True, ask=(ask,)
    )
    plain = tell(offer, WORDS)
    assert not {"secret", "optional"} & plain.keys()
    assert not {"after_s", "race"} & plain["shown"].keys()
    assert not {"discards", "zone"} & plain["ask"][0].keys()
    assert [(entry.card, entry.left) for entry in plain["ask"][0]["possible"]] == [
        ("duke", 3),
        ("contessa", 1),
    ]


class Hidden(Frozen):
    """A value that nobody has listed."""

    card: str
