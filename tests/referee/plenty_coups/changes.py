"""Changes at a table of Plenty Coups, and their judgement."""

from __future__ import annotations

from typing import Any

from referee import words
from referee.judging import Judgement, Refusal
from referee.plenty_coups import GAME
from referee.table import Change, Laid, Zone
from tests.referee.plenty_coups.playing import Match


def zone(name: str) -> Zone:
    return Zone.parse(name)


def up(card: str, name: str, id_: str = "") -> Laid:
    """Return a card laid face up in a zone. Its picture is named after both."""
    return Laid(card, zone(name), id=id_ or f"{card} {name}")


def judged(match: Match, *changes: Change) -> Judgement:
    """Return the judgement of changes. All its messages must have words in both languages."""
    judgement = GAME.table.judge(match.state, changes)
    results: list[Any] = [*judgement.refusals, *judgement.to_do]
    for message in (entry.message for entry in results):
        for language in ("en", "fr"):
            text = words.say(message, language)
            assert message.key not in text
            assert "%(" not in text
    return judgement


def refused(match: Match, *changes: Change) -> Refusal:
    """Return the only refusal of changes. Nothing may be booked."""
    answer = judged(match, *changes)
    assert (answer.moves, answer.choice) == ((), None)
    (refusal,) = answer.refusals
    return refusal


def book(match: Match, *changes: Change) -> list[str]:
    """Make the moves of changes, with nothing left over. Return their labels."""
    judgement = judged(match, *changes)
    assert (judgement.choice, judgement.refusals) == (None, ())
    assert not judgement.missing
    for way in judgement.moves:
        match.state, match.rulings = GAME.rules.apply(match.state, way.move)
    return [called(way.move) for way in judgement.moves]


def called(move: Any) -> str:
    """Return a move in a few words: its kind and camp."""
    camp = getattr(move, "camp", None)
    tag: str = type(move).__struct_config__.tag
    return tag if camp is None else f"{tag} {camp}"


def pieces(match: Match, name: str) -> dict[str, int]:
    """Return the counted pieces in a zone."""
    result = GAME.table.layout(match.state).pieces
    return {piece.kind: piece.count for piece in result if piece.zone == zone(name)}
