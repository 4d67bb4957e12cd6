"""Detection of raids that came home, for the record and the highlights."""

from __future__ import annotations

from referee.plenty_coups.state.state import State, What

LAUNCHED = (What.RAID, What.CHASED)


def came_home(camp: int, after: State, tribe: int) -> bool:
    """Whether the last move brought a tribe's raid home from a camp."""
    last = after.last
    if after.is_raiding(tribe, camp):
        return False  # the raid still lies there, perhaps doubled or with its marker turned
    driven_off = last.what is What.CHASED and last.target == camp
    repelled = last.what is What.REPELLED and last.tribe == camp
    return not (driven_off or repelled)
