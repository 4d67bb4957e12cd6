"""How hands lay, push and take cards in the cells of a grid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

Place = tuple[int, int]  # row and column of a mat's grid
Piece = TypeVar("Piece")


def followed(
    lay: Mapping[Place, Piece],
    want: Mapping[Place, str],
    name: Callable[[Piece], str],
    new: Callable[[str, Place], Piece],
    moved: Callable[[Piece, Place], Piece],
) -> dict[Place, Piece]:
    """Return the cards of a grid once the cards lie as is wanted, by their names.

    What lies there stays, or is pushed in its row; all else is `new`.
    """
    left = {at: card for at, card in lay.items() if want.get(at) != name(card)}
    kept = {at: card for at, card in lay.items() if at not in left}
    for at, card in want.items():
        if at in kept:
            continue
        pushed = [
            old
            for old, piece in left.items()
            if name(piece) == card and old[0] == at[0] and abs(old[1] - at[1]) == 1
        ]
        kept[at] = moved(left.pop(pushed[0]), at) if pushed else new(card, at)
    return kept


def brought_in(columns: range, shift: int, wide: int) -> int:
    """Return by how many columns all have to be moved along so that they lie on a mat so wide."""
    if columns[0] + shift >= 0 and columns[-1] + shift < wide:
        return 0
    return -columns[0] - shift
