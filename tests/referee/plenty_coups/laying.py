"""Cards laid and taken at a table of Plenty Coups, and what that is judged to be."""

from __future__ import annotations

from typing import Any

from referee import words
from referee.judging import Choice, Judgement, Refusal
from referee.plenty_coups import GAME
from referee.table import Card, CardStatus, Change, Laid, Taken, Zone
from tests.referee.plenty_coups.playing import Match


def zone(name: str) -> Zone:
    return Zone.parse(name)


def up(card: str, name: str, id_: str = "") -> Laid:
    """Return a card that is laid open in a zone, its picture called after both."""
    return Laid(card, zone(name), id=id_ or f"{card} {name}")


def off(match: Match, card: str, name: str) -> Taken:
    """Return a card of the layout that is taken out of its zone."""
    lies = GAME.layout(match.state).cards_in(zone(name))
    return Taken(next(one for one in lies if one.name == card), id=f"{card} {name}")


def judged(match: Match, *changes: Change) -> Judgement:
    """Return what changes come to; all that is said of them has words in both languages."""
    said = GAME.judge(match.state, changes)
    told: list[Any] = [*said.refusals, *said.pending]
    for message in (one.message for one in told):
        for language in ("en", "fr"):
            text = words.say(message, language)
            assert message.key not in text
            assert "%(" not in text
    return said


def refused(match: Match, *changes: Change) -> Refusal:
    """Return the one refusal that changes meet, and hold that nothing is booked."""
    said = judged(match, *changes)
    assert (said.moves, said.choice) == ((), None)
    (refusal,) = said.refusals
    return refusal


def why(match: Match, *changes: Change) -> str:
    """Return the rule and the reason of the one refusal, as ``PC-5 owes``."""
    refusal = refused(match, *changes)
    return f"{refusal.rule} {refusal.message.key.rpartition('.')[2]}"


def asked(match: Match, *changes: Change) -> Choice:
    """Return what is asked of changes, and hold that nothing is booked."""
    said = judged(match, *changes)
    assert (said.moves, said.refusals) == ((), ())
    assert said.choice is not None
    return said.choice


def book(match: Match, *changes: Change) -> list[str]:
    """Make the moves that changes come to, with nothing left over; return what they are called."""
    said = judged(match, *changes)
    assert (said.choice, said.refusals) == (None, ())
    assert not any(one.removed for one in said.pending)
    for way in said.moves:
        match.state, match.rulings = GAME.apply(match.state, way.move)
    return [called(way.move) for way in said.moves]


def called(move: Any) -> str:
    """Return a move in a few words: what, upon which camp."""
    camp = getattr(move, "camp", None)
    tag: str = type(move).__struct_config__.tag
    return tag if camp is None else f"{tag} {camp}"


def ways(choice: Choice) -> list[str]:
    return [called(way.move) for way in choice.meanings]


def lying(match: Match, name: str) -> list[tuple[str, CardStatus]]:
    """Return the cards that lie in a zone, and how."""
    return [(one.name, one.status) for one in GAME.layout(match.state).cards_in(zone(name))]


def pieces(match: Match, name: str) -> dict[str, int]:
    """Return what is counted in a zone."""
    found = GAME.layout(match.state).pieces
    return {one.kind: one.count for one in found if one.zone == zone(name)}


def stays(card: str, name: str) -> Card:
    return Card(card, zone(name))
