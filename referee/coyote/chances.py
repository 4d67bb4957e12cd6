"""The chance that a total reaches a number, from what a player could see: exact, by the deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb, fsum

from referee.coyote.cards import DRAW
from referee.coyote.counting import total
from referee.coyote.editions import Edition

Counts = Mapping[str, int]


def chance(
    edition: Edition,
    number: int,
    seen: Sequence[str],
    unseen: Counts,
    own: int = 1,
    pile: int | None = None,
    discards: Counts | None = None,
) -> float:
    """Return the chance that cards count at least `number`.

    Those that count are `seen`, and `own` more of the `unseen`, all alike likely. Each draw card
    among them turns up one of the unseen rest, of which `pile` can be drawn (None: all), then
    one of the `discards`, shuffled; then none (CY-21).
    """
    in_pile = sum(unseen.values()) - own if pile is None else pile
    ways = fsum(
        weight * _reached(edition, number, [*seen, *cards], rest, in_pile, discards or {})
        for cards, weight, rest in hands(unseen, own)
    )
    return ways / comb(sum(unseen.values()), own)


def hands(cards: Counts, size: int) -> Iterator[tuple[tuple[str, ...], int, dict[str, int]]]:
    """Yield each hand of so many of the cards: in how many ways it comes, and what it leaves."""
    yield from _hands(tuple(cards), dict(cards), size)


def _hands(
    faces: tuple[str, ...], left: dict[str, int], size: int
) -> Iterator[tuple[tuple[str, ...], int, dict[str, int]]]:
    if not size:
        yield (), 1, left
        return
    for at, face in enumerate(faces):
        for number in range(1, min(size, left[face]) + 1):
            ways, less = comb(left[face], number), _less(left, face, number)
            for cards, weight, rest in _hands(faces[at + 1 :], less, size - number):
                yield (face,) * number + cards, ways * weight, rest


def _reached(
    edition: Edition,
    number: int,
    cards: list[str],
    rest: dict[str, int],
    pile: int,
    discards: Counts,
    drawn: int = 0,
) -> float:
    """Return the chance that cards, so many of which were `drawn`, and what they draw reach it."""
    source: Counts = rest if pile > 0 else discards
    if cards.count(DRAW) == drawn or not (there := sum(source.values())):
        return float(total(cards, edition) >= number)
    return fsum(
        ways
        / there
        * _reached(
            edition,
            number,
            [*cards, card],
            _less(rest, card) if pile > 0 else rest,
            pile - 1,
            discards if pile > 0 else _less(discards, card),
            drawn + 1,
        )
        for card, ways in source.items()
        if ways
    )


def _less(cards: Counts, card: str, number: int = 1) -> dict[str, int]:
    return {**cards, card: cards[card] - number}
