"""Compile the addresses, templates and scripts of the pages once, and read each text of words once.

Every application compiles its 115 addresses again, which takes 30 ms, and every page its templates,
which takes 25: most of what a test of the pages does before it begins. A language takes 80 ms to
read, and is read again for each test with games or words of its own.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.plurals import PLURALS
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from referee.words import owner_languages
from webui import bundle

TEXTS = 100  # of 50 kB each


class Templates(BytecodeCache):
    """The templates that this process has compiled."""

    def __init__(self) -> None:
        self._made: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill in a template that was compiled before; it is dropped if its text has changed."""
        if bucket.key in self._made:
            bucket.bytecode_from_string(self._made[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        self._made[bucket.key] = bucket.bytecode_to_string()


def compile_once() -> None:
    """Let all parts of this process share what they compile."""
    Flask.jinja_options = {"bytecode_cache": Templates()}
    bundle.bundled = lru_cache(bundle.bundled)  # type: ignore[assignment]
    _compile_addresses_once()
    _read_words_once()


def _compile_addresses_once() -> None:
    made: dict[Any, Callable[..., tuple[str, str]]] = {}
    compile_builder = Rule._compile_builder

    def compiled(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = rule.rule, str(rule._trace), repr(rule.defaults), append_unknown
        if key not in made:
            made[key] = compile_builder(rule, append_unknown)
        return made[key]

    Rule._compile_builder = compiled  # type: ignore[assignment, method-assign]


def _read_words_once() -> None:
    """Let each reader of a text of words have a catalogue of its own, read but once."""
    parsed = owner_languages.parsed

    @lru_cache(maxsize=TEXTS)
    def kept(text: str, locale: str, _: tuple[int, str] | None) -> bytes:
        return pickle.dumps(parsed(text, locale))

    def copied(text: str, locale: str) -> Catalog:
        catalog: Catalog = pickle.loads(kept(text, locale, PLURALS.get(locale)))
        return catalog

    owner_languages.parsed = copied
