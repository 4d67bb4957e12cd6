"""The public state of a match, from its layout and view. `Kept` is the rest.

Only `kept` reads the game's state, and only `playing` makes one.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from referee.contract import Party, SeatView
from referee.plenty_coups import GAME
from referee.table import Card, CardStatus, Zone


class Raid(NamedTuple):
    """Warriors of a tribe before a camp."""

    tribe: int
    cards: tuple[str, ...]
    turned: bool = False


class Bond(NamedTuple):
    """The card under a camp, and the ally if it has one."""

    card: str
    partner: int | None = None


class Proposal(NamedTuple):
    """A warrior next to a herd."""

    tribe: int
    target: int
    card: str


class Kept(NamedTuple):
    """The knowledge of the referee that is not shown, or not always."""

    turn: int
    acting: int
    left: int
    unseen: Counter[str]
    used: Counter[str]
    known: tuple[tuple[str, ...], ...]
    waits: str
    fresh: int | None


def kept(state: Any) -> Kept:
    """Return the hidden part of a state."""
    phase, deck = state.phase, state.deck
    left = getattr(phase, "left", state.actions.left)
    known = tuple(tribe.known for tribe in state.tribes)
    waits, fresh = getattr(phase, "card", ""), state.actions.fresh
    unseen, used = Counter(deck.unseen), Counter(deck.used)
    return Kept(state.turn, state.acting, left, unseen, used, known, waits, fresh)


class PublicState:
    """A state and everything that everybody may see of it, by the numbers of the camps."""

    def __init__(self, state: Any) -> None:
        self.state = state

    @property
    def kept(self) -> Kept:
        return kept(self.state)

    @property
    def turn(self) -> int:
        return self.kept.turn

    @property
    def left(self) -> int:
        """How many actions are owed, or cards to take."""
        return self.kept.left

    @property
    def known(self) -> tuple[tuple[str, ...], ...]:
        return self.kept.known

    @property
    def used(self) -> dict[str, int]:
        return dict(self.kept.used)

    @property
    def phase(self) -> str:
        name = GAME.shown.view(self.state, None).phase.key.rpartition(".")[2]
        return "market" if name == "deal" else name

    @property
    def round(self) -> int:
        return GAME.shown.view(self.state, None).round

    @property
    def parties(self) -> tuple[SeatView | Party, ...]:
        view = GAME.shown.view(self.state, None)
        return (*view.seats, *view.others)

    @property
    def camps(self) -> range:
        return range(len(self.parties))

    @property
    def hands(self) -> tuple[int, ...]:
        return self._tokens("hand")

    @property
    def prestige(self) -> tuple[int, ...]:
        """Prestige off the herd, as the markers show it."""
        pieces = [piece for piece in GAME.table.layout(self.state).pieces if piece.kind == "honour"]
        return tuple(sum(item.count for item in pieces if item.seat == camp) for camp in self.camps)

    @property
    def horses(self) -> tuple[int, ...]:
        return self._tokens("horse")

    def _tokens(self, kind: str) -> tuple[int, ...]:
        return tuple(
            token.count for each in self.parties for token in each.tokens if token.kind == kind
        )

    @property
    def plain(self) -> int:
        return self.pieces("breed")["horse"]

    @property
    def pile(self) -> int:
        pile = GAME.table.layout(self.state).pile(Zone("pile", index=0))
        assert pile is not None
        assert pile.count is not None
        return pile.count

    @property
    def market(self) -> tuple[str, ...]:
        return tuple(card.name for card in self.lying("market"))

    @property
    def raids(self) -> tuple[Raid | None, ...]:
        return tuple(map(self._raid, self.camps))

    def _raid(self, camp: int) -> Raid | None:
        cards = [card for card in self.lying(f"raid:{camp}") if card.edge is not None]
        if not cards or cards[0].edge is None:
            return None
        turned = bool(self.pieces(f"raid:{camp}")["honour"])
        return Raid(cards[0].edge, tuple(card.name for card in cards), turned)

    @property
    def bonds(self) -> tuple[Bond | None, ...]:
        return tuple(map(self._bond, self.camps))

    def _bond(self, camp: int) -> Bond | None:
        card = next(
            (card for card in self.lying(f"alliance:{camp}") if card.status != CardStatus.TO_CLEAR),
            None,
        )
        ally: Any = next((note.get("ally_seat") for note in self._notes(camp, "ally")), None)
        return Bond(card.name, ally) if card else None

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        return tuple(
            Proposal(camp, note["target_seat"], note["card"])
            for camp in self.camps
            for note in self._notes(camp, "proposes")
        )

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The ranking, once the match is over."""
        outcome = GAME.rules.outcome(self.state)
        assert outcome is not None
        return outcome.ranking

    def player(self, camp: int) -> int:
        """Return the seat that plays a tribe."""
        seats: Any = [note["seat"] for note in self._notes(camp, "played_by")]
        return seats[0] if seats else camp

    @property
    def disdained(self) -> tuple[bool, ...]:
        return tuple(bool(self._notes(camp, "disdained")) for camp in self.camps)

    def _notes(self, camp: int, about: str) -> list[dict[str, Any]]:
        key = f"plenty_coups.note.{about}"
        return [note.params for note in self.parties[camp].notes if note.key.startswith(key)]

    def pieces(self, zone: str) -> Counter[str]:
        """Return the counted pieces in a zone."""
        pieces = GAME.table.layout(self.state).pieces
        return Counter({piece.kind: piece.count for piece in pieces if str(piece.zone) == zone})

    def lying(self, zone: str) -> tuple[Card, ...]:
        return GAME.table.layout(self.state).cards_in(Zone.parse(zone))

    @property
    def open(self) -> Counter[str]:
        """The face-up cards that are not used, without a card that waits for a second one."""
        cards = GAME.table.layout(self.state).cards
        held = self.kept.waits
        count = Counter(card.name for card in cards if card.status is not CardStatus.TO_CLEAR)
        count.update(self.market if self.phase == "sweep" else ())
        return count - Counter([held] if held else [])
