"""The cards seen on the table, with their zones and cells, ready to be compared with the layout."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.match.desk import Snapshot
from referee.table import CardStatus, Layout, Position, Zone
from vision.mat import Grid, Mat, covers
from vision.observation import Observation, SettledCard
from vision.reading import COVER, OVERLAP, Verdict

Names = Mapping[str, str | None]  # People's answers by card id: a name, or None for no card.
Grids = Mapping[Zone, Grid]
Leaving = Mapping[Zone, frozenset[str]]  # Grids that people must clear, with their cards' names.
NONE_LEAVES: Leaving = {}


@dataclass(frozen=True)
class SeenCard:
    """A card that lies still. `name` is its certain name; it is most similar to the card `like`.

    `zone` is None if the card is outside all mats. `at` is its cell in a grid, or None if it lies
    between two cells.
    """

    card: SettledCard
    name: str | None
    like: str | None
    zone: Zone | None
    at: Position | None = None
    in_grid: bool = False

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def down(self) -> bool:
        """Whether the card lies face down and nobody has named it."""
        return self.card.reading.face_down and self.name is None

    @property
    def under(self) -> bool:
        """Whether something that is not a card has been lying on the card for long."""
        return self.card.reading.reason == COVER

    @property
    def doubtful(self) -> bool:
        """Whether the card lies face up and its name is not certain."""
        return self.name is None and not self.down

    def may_be(self, name: str) -> bool:
        """Whether the card has this name, or is too similar to such a card to be told from it.

        A card that lies face down has no name.
        """
        if self.down or not name:
            return self.down and not name
        return self.name == name or (self.doubtful and self.like in (None, name))


def sure_name(card: SettledCard, names: Names) -> str | None:
    """Return the name of a card if a person gave it or the reading is certain, or else None."""
    if card.id in names:
        return names[card.id]
    reading = card.reading
    return reading.card if reading.verdict is Verdict.CERTAIN and not reading.face_down else None


def seen_in(
    observed: Observation, names: Names, grids: Grids, leaving: Leaving = NONE_LEAVES
) -> tuple[SeenCard, ...]:
    """Return the cards of an observation in the order in which they were laid.

    An object that people call no card is left out. `grids` are the grids in which cards count by
    cell now. In a grid that is `leaving`, only the grid's own cards count.
    """
    cards = [card for card in observed.settled if names.get(card.id, "") is not None]
    return tuple(_seen_card(card, names, grids, leaving) for card in cards)


def _seen_card(card: SettledCard, names: Names, grids: Grids, leaving: Leaving) -> SeenCard:
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
    """Return the cards of a pile, but no visible parts of cards that lie below a certain card."""
    sure = any(card.name is not None for card in cards)
    return [card for card in cards if not (sure and card.doubtful and _hidden(card))]


def _hidden(seen: SeenCard) -> bool:
    return seen.card.reading.reason == OVERLAP


class ZoneStates:
    """Tells which zones are still, and which the cameras see whole."""

    def __init__(self, observed: Observation, grids: Grids, everywhere: bool) -> None:
        self._observed, self._grids, self.everywhere = observed, grids, everywhere

    @property
    def restless(self) -> frozenset[str]:
        """The names of the zones in which something moves, is covered or has not been read."""
        seen = self._observed
        unread = (card.zone for card in seen.pending)
        lost = (card.reading.zone for card in seen.settled if not card.in_sight)
        return frozenset(zone for zone in (*seen.moving, *seen.unseen, *unread, *lost) if zone)

    def is_still(self, zone: Zone | None) -> bool:
        """Whether nothing moves in a zone and the reader has read all its cards.

        If cards count anywhere on the mat, the whole table must be still.
        """
        return self._observed.steady_in(self._name(zone))

    def is_covered(self, zone: Zone | None) -> bool:
        """Whether nothing moves in a zone, but an object covers a card that was read there."""
        name = self._name(zone)
        seen = self._observed
        return seen.calm_in(name) and seen.whole_in(name) and not seen.steady_in(name)

    def is_seen_whole(self, zone: Zone) -> bool:
        """Whether a zone is still and in full view. Then a card that is not seen there is gone."""
        name = self._name(zone)
        return self._observed.steady_in(name) and self._observed.whole_in(name)

    def _name(self, zone: Zone | None) -> str:
        if zone is None or self.everywhere:
            return "mat"
        return self._grids[zone].zone if zone in self._grids else str(zone)


class KnownCard(NamedTuple):
    """The facts that a virtual table knows about a card without looking. A camera knows none.

    `is_new` says whether the match must still count it, and is None if nobody can tell. `in_turn`
    means that the card was laid after the match's last step, so in the current turn. If it is
    `fresh`, it also came from a hand or a pile since then, so it has made no move there yet. The
    table's own hand laid a card that it has a `name` for.
    """

    is_new: bool | None = None
    in_turn: bool = False
    fresh: bool = False
    name: str | None = None

    @property
    def is_own(self) -> bool:
        """Whether the table's own hand laid the card. Then the table knows whether it counted."""
        return self.name is not None


NOTHING_KNOWN = KnownCard()


@dataclass(frozen=True)
class TablePass:
    """One pass over the table. `proven` are ids of pictures that prove moves that still stand.

    `turn` is whose turn it is (`OnTable.turn`). `known` says what the table knows about cards by
    id. `ignored` are ids of cards that mean nothing now, because they are of another deal. The
    match waits for cards in the zones that are `due`.
    """

    layout: Layout
    seen: tuple[SeenCard, ...]
    zones: ZoneStates
    grids: Grids
    proven: frozenset[str]
    turn: int | None = None
    known: Mapping[str, KnownCard] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    due: frozenset[Zone] = frozenset()

    def known_card(self, id_: str) -> KnownCard:
        """Return what the table knows about a card."""
        return self.known.get(id_, NOTHING_KNOWN)

    def is_fresh(self, id_: str) -> bool:
        """Whether a card came from a hand or a pile since the last move."""
        return self.known_card(id_).fresh

    def has_made_its_move(self, seen: SeenCard) -> bool:
        """Whether a card has already made its move."""
        return seen.id in self.proven and not self.is_fresh(seen.id)


# -- floating grids ------------------------------------------------------------------------------


def shift_of(known: Iterable[tuple[str, Position]], cards: Iterable[SeenCard], before: int) -> int:
    """Return by how many columns a grid was shifted, judging by its cards.

    Each certain card votes for a shift. Without votes, the shift stays `before`. If the grid was
    empty, its leftmost card is in the first column.
    """
    lay, there = list(known), [card for card in cards if card.at is not None]
    if not lay:
        return min((card.at[1] for card in there if card.at), default=before)
    votes: dict[int, int] = {}
    for seen_card in there:
        for name, at in lay:
            if seen_card.name == name and seen_card.at is not None and seen_card.at[0] == at[0]:
                by = seen_card.at[1] - at[1]
                votes[by] = votes.get(by, 0) + 1
    return min(votes, key=lambda by: (-votes[by], abs(by - before)), default=before)


def zones_by_cell(match: Snapshot) -> frozenset[Zone]:
    """Return the zones in which cards count by cell now, if they have a grid."""
    used = (card.zone for card in match.layout.cards if card.at is not None)
    return frozenset({*used, *match.layout.floats, *(action.zone for action in match.pending)})


def grids_on(mats: Iterable[Mat]) -> dict[str, Grid]:
    """Return all grids on some mats, by the names of their zones."""
    return {zone: grid for mat in mats for zone, grid in mat.grids.items()}


def in_use(zones: Collection[Zone], grids: Mapping[str, Grid]) -> Grids:
    """Return those grids on the mats in which cards count by cell now."""
    named = {Zone.parse(name): grid for name, grid in grids.items()}
    return {zone: grid for zone, grid in named.items() if zone in zones}


def all_leave(layout: Layout, due: Collection[Zone]) -> Leaving:
    """Return the grids that must be cleared completely and have no pending card, each with the
    names of its cards.
    """
    used = {card.zone for card in layout.cards if card.at is not None}
    return {
        zone: frozenset(card.name for card in layout.cards_in(zone))
        for zone in used.difference(due)
        if all(card.status is CardStatus.TO_CLEAR for card in layout.cards_in(zone))
    }
