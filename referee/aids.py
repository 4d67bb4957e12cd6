"""A player's aid to a game, a card's worth of it; what stands on it is ``aid.toml`` of the game.

Its words are those of the rules, the cards and the offers: a game has none for its aid alone.
"""

from __future__ import annotations

from referee import library
from referee.contract import BadOptions, Frozen, Message


class Line(Frozen):
    """What is said, and what it is said of."""

    text: Message
    name: Message | None = None


class Part(Frozen):
    """Lines that belong together, under a title."""

    title: Message
    lines: tuple[Line, ...]


def aid(name: str, edition: str | None = None) -> tuple[Part, ...]:
    """Return the aid to a game, or to one of its editions; empty for a game that has none.

    Raises `BadOptions` where there is no such game or edition.
    """
    game = library.game(name)
    if edition not in (library.editions(game) or (None,)):
        raise BadOptions(library.FORM, Message("page.error.not_found"))
    deck = game.cards.counts(library.options(game, {"edition": edition} if edition else {}))
    parts = [
        Part(
            Message(part.title),
            tuple(
                Line(Message(line.text), Message(line.name) if line.name else None)
                for line in part.lines
                if (not line.editions or edition in line.editions)
                and (not line.card or line.card in deck)
            ),
        )
        for part in library.aid(name).sections
    ]
    return tuple(part for part in parts if part.lines)
