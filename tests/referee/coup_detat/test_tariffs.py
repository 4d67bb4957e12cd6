"""The price or the aim of a contract is shown when it is chosen, and during play."""

from __future__ import annotations

import re

import pytest

from referee import library, words
from referee.contract import AskChoice, Message
from referee.coup_detat.state.contracts import CONTRACTS
from referee.words import Voice

DRAWN = [
    *({"move": "card_drawn", "player": n, "cards": [c]} for n, c in enumerate(["AC", "QH", "9D"])),
    {"move": "cleared"},
]


def amounts(text: str) -> set[int]:
    return {int(re.sub(r"\D", "", entry)) for entry in re.findall(r"\d[\d.,\s]*", text)}


def test_the_words_name_the_amounts_that_are_paid() -> None:
    for locale in words.LOCALES:
        for name, contract in CONTRACTS.items():
            voice = Voice(locale)
            tariff = amounts(voice.key(f"coup_detat.tariff.{name}"))
            costs = {*contract.price.values(), contract.ends, contract.last} - {0}
            both = {number + other for number in tariff for other in tariff}  # a queen of spades
            assert tariff <= costs <= tariff | both, (locale, name)
            assert amounts(voice.key(f"coup_detat.aim.{name}")) == {contract.gain}, (locale, name)


@pytest.mark.parametrize(
    ("said", "about"),
    [({"move": "decline", "seat": 1}, "tariff"), ({"move": "attempt", "seat": 1}, "aim")],
)
def test_who_chooses_a_contract_reads_beside_each_what_it_comes_to(
    said: dict[str, object], about: str
) -> None:
    game = library.game("coup_detat")
    state = game.rules.begin(library.options(game), 3)
    for move in (*DRAWN, said):
        state, _ = game.rules.apply(state, library.move(game, move))
    (ask,) = next(offer.ask for offer in game.rules.offers(state) if offer.move == "name_contract")
    assert isinstance(ask, AskChoice)
    assert [choice.effect for choice in ask.choices] == [
        Message(f"coup_detat.{about}.{item.value}") for item in ask.choices
    ]
    named = {"move": "name_contract", "seat": 0 if about == "tariff" else 1, "contract": "victory"}
    state, _ = game.rules.apply(state, library.move(game, named))
    facts = [fact.key for fact in game.shown.view(state, None).facts]
    assert facts[:2] == ["coup_detat.fact.contract", f"coup_detat.{about}.victory"]
