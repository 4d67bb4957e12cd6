"""Raids that came home, for the record and the highlights."""

from __future__ import annotations

from referee.plenty_coups.state.state import State, What

LAUNCHED = (What.RAID, What.CHASED)


def came_home(camp: int, after: State, tribe: int) -> bool:
    """Whether a tribe's raid before a camp came home with the last move."""
    last = after.last
    if after.is_raiding(tribe, camp):
        return False  # the raid is still there, perhaps doubled or with its marker turned
    driven_off = last.what is What.CHASED and last.target == camp
    repelled = last.what is What.REPELLED and last.tribe == camp
    return not (driven_off or repelled)
