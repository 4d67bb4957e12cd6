"""A game's rules as a page to look things up on; what stands where is ``rules.toml`` of the game.

What holds when people err is the same in every game: `referee/rules.toml`, the last section.

The words are in the catalogue: ``rule.<id>``, and ``rule.<id>.<edition>`` for what an edition adds
or has alone.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources

import msgspec

from referee import library, words
from referee.contract import BadOptions, Frozen, Message


class Rule(Frozen):
    """A rule by its id: the name of its action, the cards that it is about, its sentences."""

    id: str
    texts: tuple[Message, ...]
    name: Message | None = None
    cards: tuple[str, ...] = ()


class Section(Frozen):
    """Rules that belong together, under a title."""

    title: Message
    rules: tuple[Rule, ...]


class _Entry(Frozen, forbid_unknown_fields=True):
    id: str
    name: str = ""
    cards: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()


class _Part(Frozen, forbid_unknown_fields=True):
    title: str
    rules: tuple[_Entry, ...]
    editions: tuple[str, ...] = ()


class _Page(Frozen, forbid_unknown_fields=True):
    sections: tuple[_Part, ...]


@lru_cache
def rules(name: str, edition: str | None = None) -> tuple[Section, ...]:
    """Return the rules of a game, or of one edition where it has editions.

    Raises `BadOptions` where there is no such game or edition.
    """
    game = library.game(name)
    if edition not in (library.editions(game) or (None,)):
        raise BadOptions(library.FORM, Message("page.error.not_found"))
    deck = game.cards.counts(library.options(game, {"edition": edition} if edition else {}))
    parts = (*_parts(f"referee.{name}"), *_parts("referee"))
    return tuple(
        Section(
            Message(f"rules.{part.title}"),
            tuple(
                _rule(entry, edition, deck)
                for entry in part.rules
                if _belongs(entry.editions, edition)
                and (not entry.cards or set(entry.cards) & set(deck))
            ),
        )
        for part in parts
        if _belongs(part.editions, edition)
    )


@lru_cache
def pages(rule: str) -> tuple[tuple[str, str | None], ...]:
    """Return on which pages a rule stands: each a game and its edition, or None without editions.

    Empty for the id of what is no game's rule.
    """
    books = [
        (name, edition)
        for name in library.names()
        for edition in library.editions(library.game(name)) or (None,)
    ]
    return tuple(
        (name, edition)
        for name, edition in books
        if any(one.id == rule for section in rules(name, edition) for one in section.rules)
    )


def _parts(package: str) -> tuple[_Part, ...]:
    text = resources.files(package).joinpath("rules.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _Page).sections


def _belongs(editions: tuple[str, ...], edition: str | None) -> bool:
    return not editions or edition in editions


def _rule(entry: _Entry, edition: str | None, deck: dict[str, int]) -> Rule:
    key = f"rule.{entry.id}"
    keys = [key] if edition is None else [key, f"{key}.{edition}"]
    return Rule(
        entry.id,
        tuple(Message(key) for key in keys if words.known(key)),
        Message(entry.name) if entry.name else None,
        tuple(card for card in entry.cards if card in deck),
    )
