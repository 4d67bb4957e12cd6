"""The values of a match that are compared with the model's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.referee.plenty_coups.public_state import PublicState


def compared(state: Any) -> dict[str, object]:
    """Return the table, the pending action, and the values of each tribe by camp."""
    shown = PublicState(state)
    kept, raids = shown.kept, shown.raids
    proposed: dict[int, list[str]] = {camp: [] for camp in shown.camps}
    for proposal in shown.proposals:
        proposed[proposal.tribe].append(proposal.card)
    return {
        "PC-2: plain": shown.plain,
        "PC-4: pile": shown.pile,
        "PC-4: discards": kept.used,
        "PC-4: market": tuple(sorted(shown.market)),
        "PC-82: unseen": kept.unseen,
        "PC-82: known": _by_camp(tuple(sorted(cards)) for cards in kept.known),
        "PC-2: horses": _by_camp(shown.horses),
        "PC-7: prestige": _by_camp(shown.prestige),
        "PC-22: stick": _by_camp(shown.disdained),
        "hand": _by_camp(shown.hands),
        "PC-11: raid": _by_camp(
            raid and (raid.tribe, tuple(sorted(raid.cards)), raid.turned) for raid in raids
        ),
        "PC-30: alliance": _by_camp(shown.bonds),
        "PC-30: proposals": {camp: tuple(sorted(cards)) for camp, cards in proposed.items()},
        "round": shown.round,
        "turn": kept.turn,
        "phase": shown.phase,
        "PC-5: left": kept.left,
        "fresh": kept.fresh,
    }


def _by_camp(values: Iterable[object]) -> dict[int, object]:
    return dict(enumerate(values))
