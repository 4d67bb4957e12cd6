"""The rules page of a game, from the game's ``rules.toml``.

The last section says what happens when people make mistakes. It is the same for every game and
comes from `referee/booklet/rules.toml`. The texts are ``rule.<id>`` in the catalogue. An edition
adds the text ``rule.<id>.<edition>``.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from referee import library, words
from referee.contract import Frozen, Message
from referee.library.data import RuleEntry, read_rules

HERE = Path(__file__).parent


class Rule(Frozen):
    """A rule: its id, its texts, the name of its action, and the cards that it is about."""

    id: str
    texts: tuple[Message, ...]
    name: Message | None = None
    cards: tuple[str, ...] = ()


class Section(Frozen):
    """A section of the rules page: its rules and their title."""

    title: Message
    rules: tuple[Rule, ...]


@lru_cache
def rules(name: str, edition: str | None = None) -> tuple[Section, ...]:
    """Return the rules of a game, or of one edition.

    Raise `BadOptions` for an unknown game or edition.
    """
    deck = _counts(name, edition)
    parts = (*library.data(name).rules.sections, *read_rules(HERE).sections)
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


def deck_text(name: str, edition: str | None, voice: words.Voice) -> str:
    """Return the cards of a game's deck as text, those with the most copies first."""
    counts, groups = _counts(name, edition), dict[int, list[str]]()
    for card, many in counts.items():
        groups.setdefault(many, []).append(voice.card(card))
    answers = [f"{many} × {', '.join(groups[many])}" for many in sorted(groups, reverse=True)]
    return voice.key("page.rules.deck", number=sum(counts.values()), text="; ".join(answers))


@lru_cache
def rule_pages(rule: str) -> tuple[tuple[str, str | None], ...]:
    """Return the pages that show a rule: for each, the game, and the edition or None.

    The result is empty if no game has a rule with that id.
    """
    return tuple(
        (name, edition)
        for name in library.names()
        for edition in library.editions(library.game(name)) or (None,)
        if any(item.id == rule for section in rules(name, edition) for item in section.rules)
    )


def _counts(name: str, edition: str | None) -> dict[str, int]:
    game = library.game(name)
    return dict(game.table.cards.counts(library.edition_options(game, edition)))


def _belongs(editions: tuple[str, ...], edition: str | None) -> bool:
    return not editions or edition in editions


def _rule(entry: RuleEntry, edition: str | None, deck: dict[str, int]) -> Rule:
    key = f"rule.{entry.id}"
    keys = [key] if edition is None else [key, f"{key}.{edition}"]
    return Rule(
        entry.id,
        tuple(Message(key) for key in keys if words.has_key(key)),
        Message(entry.name) if entry.name else None,
        tuple(card for card in entry.cards if card in deck),
    )
