"""The reference card of a game (player aid), from the game's ``aid.toml``.

It reuses the texts of rules, cards and offers.
"""

from __future__ import annotations

from referee import library
from referee.contract import Frozen, Message


class Line(Frozen):
    """A line of the player aid: a text, and the name of the thing that the text explains."""

    text: Message
    name: Message | None = None


class Part(Frozen):
    """A part of the player aid: its lines and their title."""

    title: Message
    lines: tuple[Line, ...]


def aid(name: str, edition: str | None = None) -> tuple[Part, ...]:
    """Return the player aid of a game or edition. It is empty if the game has none.

    Raise `BadOptions` for an unknown game or edition.
    """
    game = library.game(name)
    deck = game.table.cards.counts(library.edition_options(game, edition))
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
        for part in library.data(name).aid.sections
    ]
    return tuple(part for part in parts if part.lines)
