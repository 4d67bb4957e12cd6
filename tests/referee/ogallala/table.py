"""A table of Ogallala on which cards are laid and taken, and what the game makes of it."""

from __future__ import annotations

from referee.judging import Judgement
from referee.ogallala import GAME
from referee.table import Card, Change, Laid, Taken, Zone
from referee.words.sentences import say
from tests.referee.ogallala.playing import Match

GROUNDS = Zone("grounds")


def zone(seat: int) -> Zone:
    """Return the zone of a seat's territory."""
    return Zone("territory", seat)


def laid(card: str, seat: int, row: int, column: int) -> Laid:
    """Return a card laid in a territory."""
    return Laid(card, zone(seat), (row, column), id=f"{card}-{row}-{column}")


def upon(card: str) -> Laid:
    """Return a card laid on the hunting grounds."""
    return Laid(card, GROUNDS, id=f"{card}-grounds")


def lying(match: Match, seat: int, row: int, column: int) -> Card:
    """Return the card of a match's layout that lies in a cell."""
    return next(
        card
        for card in GAME.table.layout(match.state).cards_in(zone(seat))
        if card.at == (row, column)
    )


def taken(match: Match, seat: int, *cells: tuple[int, int]) -> tuple[Taken, ...]:
    """Return that the cards of some cells were taken."""
    return tuple(Taken(lying(match, seat, *cell), id=f"{cell}") for cell in cells)


def judge(match: Match, *changes: Change) -> Judgement:
    """Return what changes come to."""
    return GAME.table.judge(match.state, changes)


def moves(judgement: Judgement) -> list[str]:
    """Return the moves of a judgement in a few words: what, which card, to or from where."""
    return [_told(way.move) for way in judgement.moves]


def ways(judgement: Judgement) -> list[str]:
    """Return the ways of a judgement's choice: the move of each, and what it is called."""
    assert judgement.choice is not None
    return [
        f"{_told(way.move)}: {say(way.label) if way.label else ''}"
        for way in judgement.choice.meanings
    ]


def _told(move: object) -> str:
    tag = type(move).__struct_config__.tag  # type: ignore[attr-defined]
    cell = getattr(move, "laid", None) or getattr(move, "taken", None)
    whose = getattr(move, "target", getattr(move, "player", ""))
    if cell is None:
        return f"{tag} {' '.join(getattr(move, 'cards', ()))}"
    how = f"{getattr(move, 'source', '')} {getattr(move, 'side', '')}".split()
    return " ".join([tag, *how, cell.card, f"{whose}:{cell.row},{cell.column}"])


def told(judgement: Judgement) -> list[tuple[str, tuple[int, ...]]]:
    """Return the rule of each refusal, and whom it is told."""
    return [(item.rule, item.seats) for item in judgement.refusals]


def gone(judgement: Judgement) -> list[tuple[tuple[str, ...], int | None]]:
    """Return the cards that are gone, and whose they are."""
    return [(card.cards, card.seat) for card in judgement.missing]
