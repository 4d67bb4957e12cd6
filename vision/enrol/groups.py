"""Groups of playing cards that are alike: those of one rank, those of one suit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

SUITED = re.compile(r"(?P<rank>[2-9ATJQK]|10)(?P<suit>[SHDC])")  # as 10D, QH


def rank_and_suit_groups(cards: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield ``rank`` or ``suit`` and the cards that share one; other names are in no group.

    >>> list(rank_and_suit_groups(["QH", "QS", "night"]))
    [('rank', ['QH', 'QS']), ('suit', ['QH']), ('suit', ['QS'])]
    """
    suited = [found for card in cards if (found := SUITED.fullmatch(card))]
    for part in ("rank", "suit"):
        alike: dict[str, list[str]] = {}
        for found in suited:
            alike.setdefault(found[part], []).append(found[0])
        yield from ((part, group) for group in alike.values())


def kinship(one: str, other: str) -> str:
    """Return how two playing cards of one rank are akin, by ``colour`` or only by ``rank``.

    It is empty for cards of two ranks, and for names of other cards.

    >>> kinship("KC", "KS"), kinship("KC", "KH"), kinship("KC", "QC"), kinship("duke", "night")
    ('colour', 'rank', '', '')
    """
    first, second = SUITED.fullmatch(one), SUITED.fullmatch(other)
    if first is None or second is None or first["rank"] != second["rank"]:
        return ""
    return "colour" if (first["suit"] in "HD") == (second["suit"] in "HD") else "rank"
