"""Every key that the referee speaks in has words, and they fit its parameters."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import referee
from referee import library
from referee.library.locations import GROUP
from referee.offers import Presentation
from referee.words.catalogue import LOCALES, TO, read_catalogue
from tests.referee.known import known
from tests.referee.phase import phases

REFEREE = Path(referee.__file__).parent
LANGUAGES = LOCALES

KEY = re.compile(rf"({'|'.join(library.names())}|desk)(\.[a-z0-9_]*[a-z0-9])+")
OFFERS = ("offer", "offer.shown")
HOW = {"by", "given", "needs_all", "secret", "typed", *Presentation.__struct_fields__}
Spoken = tuple[str, frozenset[str] | None]  # a key, and its parameters where they stand there


def messages(tree: ast.AST, game: str) -> Iterator[Spoken]:
    """Every key that is written out in a module of `game`."""
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and KEY.fullmatch(value) and value != GROUP:
            yield value, None
        elif isinstance(value, str):  # the tag of a move, perhaps, of which an offer makes keys
            keys = (f"{game}.{kind}.{value}" for kind in ("offer", "effect"))
            yield from ((key, None) for key in keys if forms("en", key))
        if not isinstance(node, ast.Call):
            continue
        at = node.func
        name, args = ast.unparse(at).removeprefix("c."), node.args
        kinds = {"refuse": "refused", "refuse.refusal": "refused", "refuse.bad_options": "options"}
        if name in kinds and len(args) > 1 and isinstance(args[1], ast.Constant):
            kind = kinds[name]
            params = frozenset(keyword.arg or "" for keyword in node.keywords)
            yield f"{game}.{kind}.{args[1].value!s}", params
        elif name in OFFERS or (name == "partial" and ast.unparse(args[0]) in OFFERS):
            yield from _offered(args[name == "partial"], node.keywords, game)
        elif name in ("_first", "_seat_first"):  # why a move comes too early
            params = frozenset({"seat"} if name == "_seat_first" else ())
            yield f"{game}.refused.{ast.literal_eval(args[1])}", params
        elif name == "outcome_of":  # of one winner, or of several
            yield f"{ast.literal_eval(args[1])}_shared", None
        elif name == "Message" and isinstance(args[0], ast.Constant) and args[0].value:
            given = args[1] if len(args) > 1 else ast.Dict([], [])
            if isinstance(given, ast.Dict):
                keys = (str(key.value) for key in given.keys if isinstance(key, ast.Constant))
                yield str(args[0].value), frozenset(keys)


def _offered(tag: ast.expr, how: list[ast.keyword], game: str) -> Iterator[Spoken]:
    """Yield the keys of an offer that `OfferMaker` makes: of its label, its effect and the like."""
    said = {keyword.arg or "": keyword.value for keyword in how}
    label = said.pop("key", tag)
    whole = "" not in said and isinstance(label, ast.Constant)
    for kind, word in (("offer", label), *((kind, said.get(kind)) for kind in ("effect", "among"))):
        for node in () if word is None or isinstance(word, ast.JoinedStr) else ast.walk(word):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
                more = kind == "offer" and whole
                yield f"{game}.{kind}.{node.value}", frozenset(said.keys() - HOW) if more else None


@cache
def spoken() -> dict[str, frozenset[str] | None]:
    results: dict[str, frozenset[str] | None] = {}
    for path in sorted(set(REFEREE.rglob("*.py")) - set((REFEREE / "examples").rglob("*.py"))):
        game = path.relative_to(REFEREE).parts[0]
        for key, params in messages(ast.parse(path.read_text("utf-8")), game):
            results[key] = params if params is not None else results.get(key)
    for name in library.names():
        results.update({f"{name}.phase.{phase}": frozenset() for phase in phases(name)})
        results.update(known(name).keys())
        moments = library.data(name).banners.banners
        results.update(
            {
                key: None
                for moment in moments
                for key in (moment.words, moment.under, moment.line)
                if key
            }
        )
    for name in library.names():
        results[f"game.{name}"] = results[f"about.{name}"] = frozenset()
        editions = library.editions(library.game(name))
        results.update({f"edition.{edition}": frozenset() for edition in editions})
    return results


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


def test_every_key_has_words() -> None:
    assert len(spoken()) > 100
    for language in LANGUAGES:
        assert [key for key in spoken() if not forms(language, key)] == [], language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_use_only_what_the_message_brings(language: str) -> None:
    for key, params in spoken().items():
        if params is None:
            continue
        words = forms(language, key)
        used = {name for form in words for name in re.findall(r"%\((\w+)\)s", form)}
        assert used <= params, key
        assert (len(words) > 1) == ("count" in params), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_over(language: str) -> None:
    ids = (message.id for message in catalogue(language))
    ours = {item if isinstance(item, str) else item[0] for item in ids}
    assert {key.partition(TO)[0] for key in ours if KEY.fullmatch(key)} <= set(spoken())


def test_words_for_whom_a_message_names_ask_for_what_it_brings() -> None:
    ids = (
        message.id if isinstance(message.id, str) else message.id[0] for message in catalogue("en")
    )
    keys = [key for key in ids if TO in key]
    assert keys
    for key in keys:
        text, _, name = key.partition(TO)
        params = spoken().get(text)
        for language in LANGUAGES:
            words, plain = forms(language, key), forms(language, text)
            used = {entry for form in words for entry in re.findall(r"%\((\w+)\)s", form)}
            known = {item for form in plain for item in re.findall(r"%\((\w+)\)s", form)}
            assert name in (known if params is None else params), key
            assert name not in used, f"{key}: whom it is said to is called you"
            assert used <= (known if params is None else params), key
            assert len(words) == len(plain), key
