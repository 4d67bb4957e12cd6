"""Every key that the referee speaks in has words, and they fit its parameters."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from referee import library
from referee.coup.cards import ACTIONS
from referee.coyote.editions import EDITIONS
from referee.coyote.state import Shuffle
from referee.plenty_coups.actions import UPON
from referee.plenty_coups.cards import CLANS
from referee.shelf import GROUP
from referee.words.catalogue import LOCALES, read_catalogue

REFEREE = Path(library.__file__).parent
LANGUAGES = LOCALES

KEY = re.compile(rf"({'|'.join(library.names())}|desk)(\.[a-z0-9_]*[a-z0-9])+")
FOCUS = (
    "turn",
    "challenge",
    "challenge_target",
    "block",
    "block_target",
    "lose",
    "return",
    "exchange",
    "over",
)
COUP_DETAT_FOCUS = (
    "asked",
    "claim",
    "clear",
    "coup",
    "draw",
    "left",
    "name",
    "play",
    "revoke",
    "revoke_rows",
    "rows",
    "short",
    "suit",
    "table",
)
PLENTY_COUPS_ACTIONS = (
    "alliance",
    "breed",
    "coup",
    "defence",
    "disdain",
    "gift",
    "give_horses",
    "hunt",
    "raid",
)
Spoken = tuple[str, frozenset[str] | None]  # a key, and its parameters where they stand there


def messages(tree: ast.AST, game: str) -> Iterator[Spoken]:
    """Every key that is written out in a module of `game`."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and KEY.fullmatch(str(node.value))
            and node.value != GROUP
        ):
            yield str(node.value), None
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name, args = ast.unparse(node.func), node.args
        kinds = {"refuse": "refused", "refuse.because": "refused", "refuse.options": "options"}
        if name in kinds and isinstance(args[1], ast.Constant):
            kind = kinds[name]
            params = frozenset(keyword.arg or "" for keyword in node.keywords)
            yield f"{game}.{kind}.{args[1].value!s}", params
        elif name == "Message" and isinstance(args[0], ast.Constant) and args[0].value:
            given = args[1] if len(args) > 1 else ast.Dict([], [])
            if isinstance(given, ast.Dict):
                keys = (str(key.value) for key in given.keys if isinstance(key, ast.Constant))
                yield str(args[0].value), frozenset(keys)


def spoken() -> dict[str, frozenset[str] | None]:
    found: dict[str, frozenset[str] | None] = {}
    for path in sorted(REFEREE.rglob("*.py")):
        for key, params in messages(ast.parse(path.read_text("utf-8")), path.parent.name):
            found[key] = params if params is not None else found.get(key)
    for name in library.names():
        phases = importlib.import_module(f"referee.{name}.state").Phase
        found.update({f"{name}.phase.{phase.value}": frozenset() for phase in phases})
    found.update({f"coyote.shuffle_{why.value}": frozenset() for why in Shuffle if why.value})
    actions = {action for edition in EDITIONS.values() for action in edition.actions}
    for kind in ("action", "effect"):
        found.update({f"coyote.{kind}.{action}": frozenset() for action in actions})
    found.update(
        {
            f"coup.{kind}.{name}": frozenset()
            for kind in ("action", "effect", "offer")
            for name in ACTIONS
        }
    )
    found.update({f"coup.focus.{phase}": None for phase in FOCUS})
    found.update({f"coup_detat.focus.{phase}": None for phase in COUP_DETAT_FOCUS})
    for name in ("ogallala", "plenty_coups"):
        phases = importlib.import_module(f"referee.{name}.state").Phase
        found.update({f"{name}.focus.{phase.value}": None for phase in phases})
    del found["plenty_coups.focus.over"]  # there is how it ended
    found.update({f"plenty_coups.focus.{phase}_for": None for phase in ("take", "act")})
    for kind in ("among", "offer"):
        found.update({f"plenty_coups.{kind}.{move}": None for move in UPON})
    for kind in ("offer.reinforce", "offer.support", "phase.deal"):
        found[f"plenty_coups.{kind}"] = None
    found.update({f"plenty_coups.clan.{clan}": frozenset() for clan in CLANS})
    found.update({f"plenty_coups.action.{name}": frozenset() for name in PLENTY_COUPS_ACTIONS})
    for name in library.names():
        found[f"game.{name}"] = frozenset()
        editions = library.editions(library.game(name))
        found.update({f"edition.{edition}": frozenset() for edition in editions})
    return found


KEYS = spoken()


@cache
def catalogue(language: str) -> Catalog:
    return read_catalogue(language)


def forms(language: str, key: str) -> list[str]:
    """The words of a key: one form, or those of singular and plural; empty without words."""
    message = catalogue(language).get(key)
    if message is None:
        return []
    words = message.string
    return [word for word in ([words] if isinstance(words, str) else words or ()) if word]


def test_the_keys_were_found() -> None:
    assert len(KEYS) > 100
    assert KEYS["coyote.refused.challenge_out_of_turn"] == frozenset({"seat", "turn_seat"})
    assert "coyote.step.max_minus" in KEYS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_words(language: str) -> None:
    assert [key for key in KEYS if not forms(language, key)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_use_only_what_the_message_brings(language: str) -> None:
    for key, params in KEYS.items():
        if params is None:
            continue
        words = forms(language, key)
        used = {name for form in words for name in re.findall(r"%\((\w+)\)s", form)}
        assert used <= params, key
        assert (len(words) > 1) == ("count" in params), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_over(language: str) -> None:
    ids = (message.id for message in catalogue(language))
    ours = {one if isinstance(one, str) else one[0] for one in ids}
    assert {key for key in ours if KEY.fullmatch(key)} <= set(KEYS)
