"""Raids that come home, as the record of a match and its remarkable things tell them."""

from __future__ import annotations

from referee.plenty_coups.state.state import State, What

LAUNCHED = (What.RAID, What.CHASED)


def came_home(camp: int, after: State, tribe: int) -> bool:
    """Tell whether a tribe's raid that stood before a camp came home by the last move."""
    last = after.last
    if after.attacks(tribe, camp):
        return False  # it stands, perhaps doubled or turned
    driven_off = last.what is What.CHASED and last.target == camp
    repelled = last.what is What.REPELLED and last.tribe == camp
    return not (driven_off or repelled)
