"""Ogallala's territories, written from the rule file alone: nothing of `referee` is imported here.

A territory is a dictionary of cells, (row, column), to cards; the rows are 0 to 2 from the top,
the columns any whole numbers from left to right, as the window of 14 slides (OG-10). No function
changes a territory that it is given. A reason is the id of a rule, and there may be several: what
is illegal by two rules is illegal by each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

Cell = tuple[int, int]
Territory = Mapping[Cell, str]

ROWS = range(3)  # OG-10
COLUMNS = 14  # OG-10
RED, BLACK = "red", "black"

# The double prizes, and the character of each.
CHARACTERS = {
    "cannon": "soldier",
    "bear": "bear_hunter",
    "bison": "bison_hunter",
    "wood": "woodcutter",
    "gold": "gold_digger",
    "horse": "cowboy",
}
SINGLES = ("companion", "dynamite", "eagle", "fur", "tobacco", "tent", "firewater")
SETS = {name: (f"{name}_left", f"{name}_right", who) for name, who in CHARACTERS.items()}
PRIZES = (*SINGLES, *(card for cards in SETS.values() for card in cards))  # OG-42, 43: no totem
TOTEM = "totem"
LASSO, ARCHER, MAD_AXE = "lasso", "archer", "mad_axe"  # the first two are figures, in two colours
BOWS, STERNS = ("empty_bow", "bow"), ("empty_stern", "stern")  # figures
STRENGTH = {
    "bow": 1,
    "stern": 1,
    LASSO: 2,
    ARCHER: 2,
    "warrior_a": 1,
    "warrior_b": 1,
    "warrior_c": 2,
    "warrior_d": 2,
    "warrior_e": 3,
    "warrior_f": 3,
    "warrior_g": 4,
}
COPIES = {"bow": 6, "stern": 6, LASSO: 4, ARCHER: 4}  # of an Indian, half of them red; else 6


def deck() -> Counter[str]:
    """Return the 112 cards."""
    cards = Counter({MAD_AXE: 4, TOTEM: 2, "empty_bow": 6, "empty_stern": 6})
    for name in STRENGTH:
        cards[f"{name}_{RED}"] = cards[f"{name}_{BLACK}"] = COPIES.get(name, 6) // 2
    cards.update({card: 2 if card in SINGLES else 1 for card in PRIZES})
    return cards


@cache
def figure(card: str) -> str:
    """Return what a card shows, the colour of its number ignored (OG-3, 12)."""
    return card.removesuffix(f"_{RED}").removesuffix(f"_{BLACK}")


def colour(card: str) -> str:
    """Return the colour of an Indian's number; of other cards the empty string (OG-50)."""
    return card.rpartition("_")[2] if indian(card) else ""


def indian(card: str) -> bool:
    """Whether a card is an Indian with a strength; Mad Axe is not placed and is none."""
    return figure(card) in STRENGTH


def set_of(card: str) -> str:
    """Return the double prize that a half or a character belongs to, or the empty string."""
    return next((name for name, cards in SETS.items() if card in cards), "")


def is_bow(card: str) -> bool:
    return figure(card) in BOWS


def is_stern(card: str) -> bool:
    return figure(card) in STERNS


# Canoes


class Canoe(NamedTuple):
    """The cells of a canoe from left to right, and their cards."""

    cells: tuple[Cell, ...]
    cards: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """OG-17: a bow, a stern, and no hole between."""
        columns = [column for _, column in self.cells]
        whole = columns == list(range(columns[0], columns[-1] + 1))
        return is_bow(self.cards[0]) and is_stern(self.cards[-1]) and whole

    @property
    def strength(self) -> int:
        """OG-30: the sum of the numbers on the Indians."""
        return sum(STRENGTH.get(figure(card), 0) for card in self.cards)

    @property
    def colours(self) -> set[str]:
        """The colours of its Indians (OG-50)."""
        return {colour(card) for card in self.cards if indian(card)}


def canoes(territory: Territory) -> list[Canoe]:
    """Return all canoes, row by row, from left to right (OG-14).

    Of two cards in a row that follow one another, side by side or with a hole of one column, the
    right one begins a canoe where the left one is a stern or it is a bow itself.
    """
    results: list[list[Cell]] = []
    for cell in sorted(territory):
        row, column = cell
        last = results[-1][-1] if results else None
        if last is not None and last[0] == row and column - last[1] <= 2:
            parted = is_stern(territory[last]) or is_bow(territory[cell])
        else:
            parted = True
        if parted:
            results.append([])
        results[-1].append(cell)
    return [Canoe(tuple(cells), tuple(territory[cell] for cell in cells)) for cells in results]


def canoe_at(territory: Territory, cell: Cell) -> Canoe:
    """Return the canoe that a cell's card is in."""
    return next(canoe for canoe in canoes(row_of(territory, cell)) if cell in canoe.cells)


def row_of(territory: Territory, cell: Cell) -> dict[Cell, str]:
    """Return the cards in a cell's row: no canoe leaves its row."""
    return {other: card for other, card in territory.items() if other[0] == cell[0]}


def complete(territory: Territory) -> list[Canoe]:
    """Return the canoes that are complete now (OG-17, 40)."""
    return [canoe for canoe in canoes(territory) if canoe.complete]


def without(territory: Territory, cells: Iterable[Cell]) -> dict[Cell, str]:
    """Return a territory from which cards are taken; no other card moves (OG-16)."""
    gone = set(cells)
    return {cell: card for cell, card in territory.items() if cell not in gone}


# Placement


def fits_window(cells: Iterable[Cell]) -> bool:
    """OG-10: 3 rows, and 14 columns from the leftmost to the rightmost in use."""
    used = list(cells)
    columns = [column for _, column in used]
    rows_exist = all(row in ROWS for row, _ in used)
    return rows_exist and (not used or max(columns) - min(columns) < COLUMNS)


def touching(cell: Cell) -> list[Cell]:
    """OG-11: the eight cells that share a side or a corner with one."""
    row, column = cell
    around = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [other for other in around if other != cell]


def ends_are_ends(territory: Territory, cell: Cell) -> bool:
    """OG-13, for a card and the cards directly left and right of it."""
    row, column = cell
    for left, right in (((row, column - 1), cell), (cell, (row, column + 1))):
        if left not in territory or right not in territory:
            continue
        if is_stern(territory[left]) != is_bow(territory[right]):
            return False
    return True


def twice(cards: Iterable[str]) -> set[str]:
    """Return the figures that are there more than once (OG-12)."""
    return {name for name, count in Counter(map(figure, cards)).items() if count > 1}


def reasons(territory: Territory, card: str, cell: Cell, two_tribes: bool = False) -> set[str]:
    """Return the rules that forbid a card in a cell where no card moves; none if it may lie there.

    A duplicate of the card itself is OG-12; one in a canoe that it joins of two is OG-15 as well.
    """
    if card == MAD_AXE:
        return {"OG-4"}
    if cell in territory:
        return {"OG-15"}
    against = set()
    after = {**territory, cell: card}
    if not fits_window(after):
        against.add("OG-10")
    if territory and not any(other in territory for other in touching(cell)):
        against.add("OG-11")
    if not ends_are_ends(after, cell):
        against.add("OG-13")
    canoe = canoe_at(after, cell)
    again = twice(canoe.cards)
    row = canoes(row_of(territory, cell))
    before = [item for item in row if set(item.cells) & set(canoe.cells)]
    if figure(card) in again:
        against.add("OG-12")
    if again and len(before) > 1:
        against.add("OG-15")
    if two_tribes and len(canoe.colours) > 1:
        against.add("OG-50")
    return against


def cells_to_judge(territory: Territory) -> list[Cell]:
    """Return the cells worth a judgement: all that the window may reach, and one column more.

    For a territory without cards these are those of one window, since the first goes anywhere.
    """
    columns = [column for _, column in territory] or [0]
    first, last = (0, COLUMNS - 1) if not territory else (min(columns), max(columns))
    if territory:
        first, last = last - COLUMNS, first + COLUMNS
    return [(row, column) for row in ROWS for column in range(first, last + 1)]


def judged(territory: Territory, card: str, two_tribes: bool = False) -> dict[Cell, set[str]]:
    """Return for each cell why a card may not lie there; the legal ones have no reason."""
    return {cell: reasons(territory, card, cell, two_tribes) for cell in cells_to_judge(territory)}


def legal_cells(territory: Territory, card: str, two_tribes: bool = False) -> list[Cell]:
    """Return where a card may lie without a slide: beside others (OG-11), if there are any."""
    near = {cell for lying in territory for cell in touching(lying)} - set(territory)
    around = sorted(near) if territory else cells_to_judge(territory)
    return [cell for cell in around if not reasons(territory, card, cell, two_tribes)]


class Slide(NamedTuple):
    """A card put beside one of its set, with a shift (OG-16).

    `cell` is where the card comes to lie, `moved` the cells that the shifted cards leave, `by` -1
    to the left or 1 to the right, `after` the territory that results.
    """

    cell: Cell
    moved: frozenset[Cell]
    by: int
    after: dict[Cell, str]


def slides(territory: Territory, card: str, two_tribes: bool = False) -> list[Slide]:
    """Return all legal placements with a shift (OG-16), each resulting territory once.

    The card comes between a card of its set and what is beside it; the canoe parts there, and
    either of its two sides moves by one column, away from the gap. The set card moves with its
    side. Where the card may lie in the cell beside the set card, that one is free: it needs no
    shift and gets none.
    """
    found: list[Slide] = []
    for (row, column), other in sorted(territory.items()):
        canoe = canoe_at(territory, (row, column))
        if not set_of(card) or set_of(other) != set_of(card) or canoe.complete:
            continue
        for beside in (column - 1, column + 1):
            if not reasons(territory, card, (row, beside), two_tribes):
                continue
            left = [cell for cell in canoe.cells if cell[1] <= min(beside, column)]
            right = [cell for cell in canoe.cells if cell[1] >= max(beside, column)]
            for side, by, gap in (
                (left, -1, min(beside, column)),
                (right, 1, max(beside, column)),
            ):
                slide = shifted(territory, card, side, by, (row, gap))
                if slide is None or faults(slide.after, two_tribes):
                    continue
                if slide.after not in [slide.after for slide in found]:
                    found.append(slide)
    return found


def shifted(territory: Territory, card: str, side: list[Cell], by: int, gap: Cell) -> Slide | None:
    """Move one side of a canoe and put a card into the gap; None if a cell is taken (OG-15)."""
    after = without(territory, side)
    for cell in side:
        new = (cell[0], cell[1] + by)
        if new in after:
            return None
        after[new] = territory[cell]
    if gap in after:
        return None
    after[gap] = card
    return Slide(gap, frozenset(side), by, after)


def faults(territory: Territory, two_tribes: bool = False) -> set[str]:
    """Return the rules that a territory breaks as it lies, however it came about."""
    broken = set()
    if not fits_window(territory):
        broken.add("OG-10")
    if not all(ends_are_ends(territory, cell) for cell in territory):
        broken.add("OG-13")
    for canoe in canoes(territory):
        if twice(canoe.cards):
            broken.add("OG-12")
        if two_tribes and len(canoe.colours) > 1:
            broken.add("OG-50")
    if MAD_AXE in territory.values():
        broken.add("OG-4")
    return broken


def placements(territory: Territory, card: str, two_tribes: bool = False) -> list[Slide]:
    """Return every legal placement; one without a shift moves no card."""
    plain = [
        Slide(cell, frozenset(), 0, {**territory, cell: card})
        for cell in legal_cells(territory, card, two_tribes)
    ]
    return plain + (slides(territory, card, two_tribes) if card != MAD_AXE else [])
