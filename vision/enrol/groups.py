"""Group similar playing cards: those of one rank and those of one suit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

SUITED = re.compile(r"(?P<rank>[2-9ATJQK]|10)(?P<suit>[SHDC])")  # for example 10D, QH


def rank_and_suit_groups(cards: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield ``rank`` or ``suit`` with the cards that have one in common; other cards are left out.

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
    """Return ``colour`` or ``rank``: what two playing cards of the same rank share.

    Return an empty string for cards of different ranks and for other cards.

    >>> kinship("KC", "KS"), kinship("KC", "KH"), kinship("KC", "QC"), kinship("duke", "night")
    ('colour', 'rank', '', '')
    """
    first, second = SUITED.fullmatch(one), SUITED.fullmatch(other)
    if first is None or second is None or first["rank"] != second["rank"]:
        return ""
    return "colour" if (first["suit"] in "HD") == (second["suit"] in "HD") else "rank"
