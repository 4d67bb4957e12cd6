"""The common parts of all deals with a contract, and the revokes that may still show."""

from __future__ import annotations

from itertools import chain

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.contracts import CONTRACTS, Contract
from referee.coup_detat.state.trick import Rest
from referee.tricks import Lack


class Revoke(Lack):
    """A possible revoke. It shows as soon as the player plays one of the cards in `shows`.

    `at` is the number of the trick, or of the turn in Dominoes. `declared` says that the player
    made a declaration at the opening lead (CE-22). If the table lets the revoke stand, `stood` is
    the number of the card or turn that showed it, and `priced` is the number of debts when its
    price fell due. `priced` stays None if revokes have no price.
    """

    declared: bool = False
    stood: int | None = None
    priced: int | None = None

    def rewound_to(self, number: int) -> Revoke:
        """Return this revoke as it was before card or turn `number`.

        If card `number` or a later one showed the revoke, the decision to let it stand is undone.
        """
        is_undone = self.stood is not None and self.stood >= number
        return replace(self, stood=None, priced=None) if is_undone else self


class Deal(Frozen):
    """The parts that all deals share: the contract and the holder of the Coup card.

    The holder is the `attempter`, or the `decliner` who put the card away. `fails` are the possible
    revokes. `rest` is set if the deal ended early.
    """

    contract: str
    attempter: int | None
    decliner: int | None
    fails: tuple[Revoke, ...] = ()
    rest: Rest | None = None

    @property
    def terms(self) -> Contract:
        """The terms of the contract."""
        return CONTRACTS[self.contract]

    def lacked_by(self, seat: int) -> frozenset[str]:
        """Return what a seat cannot hold, as it did not follow suit, or passed (CE-23, CE-51).

        A revoke that the table let stand proves nothing.
        """
        open_ = (revoke for revoke in self.fails if revoke.seat == seat and revoke.stood is None)
        return frozenset(chain.from_iterable(revoke.shows for revoke in open_))

    def revokes_shown_by(self, seat: int, card: str) -> tuple[Revoke, ...]:
        """Return the revokes of `seat` that are revealed if it plays `card`."""
        own = [revoke for revoke in self.fails if revoke.seat == seat]
        return tuple([revoke for revoke in own if revoke.stood is None and card in revoke.shows])
