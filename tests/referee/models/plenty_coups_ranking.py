"""Who wins a match of Plenty Coups: PC-8, 36, 52 and 53, written from the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

WORTHY = 2  # prestige off the herd that each ally needs (PC-36)


class Final(NamedTuple):
    """What one tribe ends with: prestige off the herd, horses, and who is its ally."""

    off_herd: int
    horses: int
    ally: int | None = None

    @property
    def after_loss(self) -> int:
        """Return the prestige off the herd after the loss for an empty herd (PC-7, 8)."""
        return max(0, self.off_herd - 1) if self.horses == 0 else self.off_herd

    @property
    def score(self) -> tuple[int, int, int]:
        """Return what decides, in order: prestige, that off the herd, horses (PC-52)."""
        return self.after_loss + max(0, self.horses - 5), self.after_loss, self.horses


def adds(finals: Sequence[Final], seat: int) -> bool:
    """Whether a tribe and its ally add their points (PC-36)."""
    ally = finals[seat].ally
    return ally is not None and min(finals[seat].after_loss, finals[ally].after_loss) >= WORTHY


def scores(finals: Sequence[Final]) -> list[tuple[int, int, int]]:
    """Return what decides for each tribe, sums where it and its ally add."""
    results = []
    for seat, final in enumerate(finals):
        if final.ally is not None and adds(finals, seat):
            one, other = final.score, finals[final.ally].score
            results.append((one[0] + other[0], one[1] + other[1], one[2] + other[2]))
        else:
            results.append(final.score)
    return results


def ranking(finals: Sequence[Final], neutral: int | None = None) -> list[list[int]]:
    """Return the seats by rank, the best first; the neutral tribe has none (PC-53)."""
    by_seat = scores(finals)
    best = sorted(set(by_seat), reverse=True)
    ranks = [[s for s, one in enumerate(by_seat) if one == each and s != neutral] for each in best]
    return [rank for rank in ranks if rank]
