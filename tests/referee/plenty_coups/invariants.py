"""What holds after every move of Plenty Coups."""

from __future__ import annotations

from collections import Counter

from referee.plenty_coups import GAME
from referee.plenty_coups.state.cards import COUNTS
from tests.bench.rules.randomplay import Transition
from tests.referee.plenty_coups.public_state import PublicState

MARKERS = 4  # of each tribe


def check(step: Transition) -> None:
    """Check that all 54 cards, the horses and the markers are somewhere."""
    shown = PublicState(step.after)
    seats, kept, hands = len(GAME.rules.offers(shown.state).cues), shown.kept, shown.hands
    known = Counter(card for cards in kept.known for card in cards)
    assert kept.unseen + kept.used + shown.open + known == Counter(COUNTS)
    assert kept.unseen.total() == shown.pile + sum(hands) - known.total()
    horses = shown.horses
    assert shown.plain + sum(horses) == (18 if seats == 2 else 6 * seats)
    assert min(shown.plain, shown.pile, *horses) >= 0
    markers = Counter[int]()
    for piece in GAME.table.layout(shown.state).pieces:
        if piece.kind in ("raid", "honour") and piece.seat is not None:
            assert 0 <= piece.count <= MARKERS
            markers[piece.seat] += piece.count
    assert [markers[tribe] for tribe in shown.camps] == [MARKERS] * len(hands)
    for tribe, hand in enumerate(hands):
        assert 0 <= len(kept.known[tribe]) <= hand
    bonds = shown.bonds
    for tribe, bond in enumerate(bonds):
        if bond is not None and bond.partner is not None:
            other = bonds[bond.partner]
            assert other is not None
            assert other.partner == tribe
    assert len({one.target for one in shown.proposals}) == len(shown.proposals)
