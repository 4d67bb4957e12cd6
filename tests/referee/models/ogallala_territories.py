"""Random territories of Ogallala: grown by legal play with what is taken from it, and broken ones.

Who grows one leans towards cards side by side, ends that close canoes and sets together, since
what is rare in random play is what the rules are about.
"""

from __future__ import annotations

from random import Random

from tests.referee.models.ogallala import (
    COLUMNS,
    MAD_AXE,
    ROWS,
    Cell,
    Slide,
    Territory,
    canoe_at,
    canoes,
    complete,
    deck,
    placements,
    set_of,
    without,
)


def lay(*rows: str) -> dict[Cell, str]:
    """Return a territory from its rows, cards parted by spaces, a point for an empty cell."""
    return {
        (row, column): card
        for row, cards in enumerate(rows)
        for column, card in enumerate(cards.split())
        if card != "."
    }


def look(territory: Territory) -> str:
    """Return a territory as three lines, for a message about it."""
    if not territory:
        return "(no cards)"
    columns = [column for _, column in territory]
    return "\n".join(
        " ".join(
            f"{territory.get((row, column), '.'):>15}"
            for column in range(min(columns), max(columns) + 1)
        )
        for row in ROWS
    )


def shuffled(rng: Random) -> list[str]:
    """Return the deck without Mad Axes, which no territory holds (OG-4)."""
    cards = [card for card in deck().elements() if card != MAD_AXE]
    rng.shuffle(cards)
    return cards


def liked(rng: Random, card: str, places: list[Slide]) -> Slide:
    """Return one of some placements, rather in a long canoe, one completed, or beside its set."""

    def worth(place: Slide) -> float:
        canoe = canoe_at(place.after, place.cell)
        row, column = place.cell
        beside = [place.after.get((row, column + step), "") for step in (-1, 1)]
        together = set_of(card) != "" and set_of(card) in map(set_of, beside)
        return len(canoe.cells) + 30 * canoe.complete + 6 * together + 4 * bool(place.by)

    return rng.choices(places, [worth(place) ** 2 for place in places])[0]


def grown(
    rng: Random, cards: int, two_tribes: bool = False, of: list[str] | None = None
) -> tuple[dict[Cell, str], list[str]]:
    """Return a territory of about `cards` cards from a pile, and the remaining cards."""
    territory: dict[Cell, str] = {}
    stock = shuffled(rng) if of is None else list(of)
    aside: list[str] = []
    greedy = rng.random()
    robbed = rng.choice((0.0, 0.05, 0.3))
    while stock and len(territory) < cards:
        card = stock.pop()
        places = placements(territory, card, two_tribes)
        if not places:
            aside.append(card)
            continue
        place = liked(rng, card, places) if rng.random() < greedy else rng.choice(places)
        territory = place.after
        if rng.random() < robbed:
            lost = taken(rng, territory)
            aside += [territory[cell] for cell in lost]
            territory = without(territory, lost)
    return territory, stock + aside


def taken(rng: Random, territory: dict[Cell, str]) -> list[Cell]:
    """Return what a lasso, an archer, an attack or Mad Axe might take: a card, or a canoe."""
    done = complete(territory)
    if rng.random() < 0.2:
        canoe = rng.choice(done or canoes(territory))
        return list(canoe.cells)
    open_cells = [cell for canoe in canoes(territory) if not canoe.complete for cell in canoe.cells]
    return [rng.choice(open_cells)] if open_cells else []


def broken(rng: Random) -> dict[Cell, str]:
    """Return cards laid without regard to any rule but that a cell holds one."""
    cells = [(row, column) for row in ROWS for column in range(COLUMNS)]
    number = rng.randrange(1, len(cells) + 1)
    return dict(zip(rng.sample(cells, number), shuffled(rng), strict=False))
