"""What is seen on the table, by zones and cells: one half of a comparison."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.table import CardStatus, Layout, Position, Zone
from vision.mat import Grid, covers
from vision.observation import Observation, SettledCard
from vision.reading import COVER, Verdict

Names = Mapping[str, str | None]  # what people said, by card id: a name, or None for no card
Grids = Mapping[Zone, Grid]
Leaving = Mapping[Zone, frozenset[str]]  # the cards of a grid of which all are to be taken away
NONE_LEAVES: Leaving = {}
OVERLAP = "overlap"  # the reason of a reading of which another card hides a part


@dataclass(frozen=True)
class SeenCard:
    """A card that lies still: its `name` where that is certain, what else it is `like`.

    `zone` is None where no mat tells; in a grid `at` is its cell on the mat, None between two.
    """

    card: SettledCard
    name: str | None
    like: str | None
    zone: Zone | None
    at: Position | None = None
    in_grid: bool = False

    @property
    def id(self) -> str:
        """The card's id."""
        return self.card.id

    @property
    def down(self) -> bool:
        """Tell whether it lies face down, as far as anybody knows."""
        return self.card.reading.face_down and self.name is None

    @property
    def under(self) -> bool:
        """Tell whether something that is no card has lain upon it for long."""
        return self.card.reading.reason == COVER

    @property
    def doubtful(self) -> bool:
        """Tell whether it lies face up, and which it is cannot be told."""
        return self.name is None and not self.down

    def may_be(self, name: str) -> bool:
        """Tell whether it is that card, or cannot be told from it."""
        return self.name == name or (self.doubtful and self.like in (None, name))


def sure_name(card: SettledCard, names: Names) -> str | None:
    """Return the name of a card by a person's word or by a certain reading, else None."""
    if card.id in names:
        return names[card.id]
    reading = card.reading
    return reading.card if reading.verdict is Verdict.CERTAIN and not reading.face_down else None


def seen_in(
    observed: Observation, names: Names, grids: Grids, leaving: Leaving = NONE_LEAVES
) -> tuple[SeenCard, ...]:
    """Return the cards of an observation in the order in which they were laid.

    What people say is no card is left out, and what peeps out beneath a card that is sure. `grids`
    are those in which cards count by cell now; in those that are `leaving`, no others do.
    """
    cards = [card for card in observed.settled if names.get(card.id, "") is not None]
    return tuple(_seen(card, names, grids, leaving) for card in cards)


def _seen(card: SettledCard, names: Names, grids: Grids, leaving: Leaving) -> SeenCard:
    reading, name = card.reading, sure_name(card, names)
    doubtful = reading.verdict is Verdict.DOUBTFUL and not reading.face_down
    like = name or (reading.card if doubtful else None)
    for zone, grid in grids.items():
        if zone in leaving and like not in leaving[zone]:
            continue
        if covers(grid.zone, reading.zone) and reading.place_mm is not None:
            return SeenCard(card, name, like, zone, grid.cell(*reading.place_mm), in_grid=True)
    return SeenCard(card, name, like, None if reading.zone is None else Zone.parse(reading.zone))


def uppermost(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Return the cards of a pile without such as peep out beneath one that is sure."""
    sure = any(card.name is not None for card in cards)
    return [one for one in cards if not (sure and one.doubtful and _hidden(one))]


def _hidden(seen: SeenCard) -> bool:
    return seen.card.reading.reason == OVERLAP


class ZoneStates:
    """Tells which zones nobody is at, and which are seen whole."""

    def __init__(self, observed: Observation, grids: Grids, everywhere: bool) -> None:
        self._observed, self._grids, self.everywhere = observed, grids, everywhere

    def is_still(self, zone: Zone | None) -> bool:
        """Tell whether nothing moves in a zone, and all that lies there has been read.

        Where cards count wherever they lie, the whole table has to be.
        """
        return self._observed.steady_in(self._name(zone))

    def is_covered(self, zone: Zone | None) -> bool:
        """Tell whether nothing moves in a zone, and something lies upon what was read there."""
        name = self._name(zone)
        seen = self._observed
        return seen.calm_in(name) and seen.whole_in(name) and not seen.steady_in(name)

    def is_seen_whole(self, zone: Zone) -> bool:
        """Tell whether a zone is still and seen well: what is not seen in it is not there."""
        name = self._name(zone)
        return self._observed.steady_in(name) and self._observed.whole_in(name)

    def _name(self, zone: Zone | None) -> str:
        if zone is None or self.everywhere:
            return "mat"
        return self._grids[zone].zone if zone in self._grids else str(zone)


@dataclass(frozen=True)
class TablePass:
    """One look at the table: `proven` are ids of pictures that moves which stand rest on."""

    layout: Layout
    seen: tuple[SeenCard, ...]
    zones: ZoneStates
    grids: Grids
    proven: frozenset[str]

    def worn(self, seen: SeenCard) -> bool:
        """Tell whether a card has made its move."""
        return seen.id in self.proven


# -- grids whose columns have no origin ----------------------------------------------------------


def shift_of(known: Iterable[tuple[str, Position]], cards: Iterable[SeenCard], before: int) -> int:
    """Return by how many columns a grid was moved along, as far as its cards tell.

    Sure cards vote; where none does it lies as `before`, and an empty one begins at its leftmost.
    """
    lay, there = list(known), [card for card in cards if card.at is not None]
    if not lay:
        return min((one.at[1] for one in there if one.at), default=before)
    votes: dict[int, int] = {}
    for one in there:
        for name, at in lay:
            if one.name == name and one.at is not None and one.at[0] == at[0]:
                by = one.at[1] - at[1]
                votes[by] = votes.get(by, 0) + 1
    return min(votes, key=lambda by: (-votes[by], abs(by - before)), default=before)


def in_use(zones: Collection[Zone], grids: Mapping[str, Grid]) -> Grids:
    """Return the grids of the mats in which cards count by cell, of those that a game names."""
    named = {Zone.parse(name): grid for name, grid in grids.items()}
    return {zone: grid for zone, grid in named.items() if zone in zones}


def all_leave(layout: Layout, due: Collection[Zone]) -> Leaving:
    """Return the cards of grids where all is to be taken away, and nothing is `due`."""
    used = {card.zone for card in layout.cards if card.at is not None}
    return {
        zone: frozenset(card.name for card in layout.cards_in(zone))
        for zone in used.difference(due)
        if all(card.status is CardStatus.TO_CLEAR for card in layout.cards_in(zone))
    }
