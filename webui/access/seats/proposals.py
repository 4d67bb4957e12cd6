"""Keep the commands for which a seat needs approval, because they affect everyone.

They undo another player's move, type in cards, or correct a card. Such a proposal waits until
another phone, another seat's button or the host approves it. It stays valid until a move changes
what it is about. The table's store keeps proposals across a restart.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable

import msgspec
from msgspec.structs import replace

from referee import library
from referee.contract import Message
from referee.match.commands import Correct, Move, Undo
from referee.match.running import Snapshot
from referee.proposals import ASKED_WITHIN_S, MOST_ASKED, Refusals
from referee.reports.status import PendingApproval
from webui.access.guard import Refused
from webui.access.holders import Holders
from webui.access.limits import RateLimit
from webui.access.store import read_stored

KEY = "web.acts"


class Proposal(msgspec.Struct, frozen=True):
    """A command for which a seat needs approval, chosen at the match state `command.seen`.

    `phone` is the seat's phone. For a `Correct` command, `was` is the card that it replaces.
    """

    id: str
    seat: int
    command: Move | Undo | Correct
    was: str = ""
    phone: str | None = None

    def same_as(self, other: Proposal) -> bool:
        """Whether `other` is the same proposal, even if it was made at a different match state."""
        command = replace(other.command, seen=self.command.seen)
        return replace(other, id=self.id, command=command) == self

    def is_valid(self, match: Snapshot) -> bool:
        """Whether this proposal is still valid: no later move affects it."""
        seen = self.command.seen
        if match.is_current(seen):
            return True
        if not isinstance(self.command, Move) or (seen or 0) < match.open_offers.opened_seq:
            return False
        return match.open_offers.was_open(
            library.move_or_answer(match.game, self.command.move), seen or 0
        )

    def subject(self, match: Snapshot) -> tuple[Hashable, ...]:
        """Return the match and round, and what the seat asks for: the same if it asks again."""
        step = match.steps_seq if isinstance(self.command, Undo) else 0
        plain = replace(self, id="", phone=None, command=replace(self.command, seen=None))
        return match.match, match.view(None).round, step, msgspec.json.encode(plain)

    def as_pending(self, seats: range) -> PendingApproval:
        """Return what the console shows; each of the other `seats` may approve it."""
        match self.command:
            case Undo():
                what = Message("console.act.undo", {"seat": self.seat})
            case Correct():
                what = Message("console.act.correct", {"seat": self.seat})
            case Move():
                what = Message("console.act.cards", {"seat": self.seat})
        return PendingApproval(self.id, what, tuple(seat for seat in seats if seat != self.seat))


class Proposals:
    """The pending proposals, one for each seat. Thread-safe.

    `changed` is called whenever they change.
    """

    def __init__(self, holders: Holders, changed: Callable[[], None]) -> None:
        self._holders, self._changed = holders, changed
        self._lock = threading.Lock()
        lost = "Pending proposals cannot be read; players must propose them again."
        kept = read_stored(holders.store, KEY, list[Proposal], lost)
        self._kept = {one.seat: one for one in kept}
        self._limit = RateLimit(MOST_ASKED, ASKED_WITHIN_S, time.monotonic)
        self.refused = Refusals()

    def add(self, act: Proposal, match: Snapshot, *, again: bool = False) -> None:
        """Add a proposal; it replaces the seat's earlier one.

        If an equal proposal is already pending, that one stays and keeps its id. Otherwise an
        answer that is already under way would no longer find it. Raises `IllegalMove` if the seat
        asks again for what was `refused` in this round, and `Refused` if it asks too often, unless
        it is added `again` because nothing was done.
        """
        with self._lock:
            standing = {one.seat: one for one in self.valid(match)}
            if act.seat in standing and standing[act.seat].same_as(act):
                return
            self.refused.check(*act.subject(match))
            if not again and (wait_s := self._limit.spend(act.seat)):
                raise Refused(429, "desk.proposal.often", seconds=wait_s)
            self._keep({**standing, act.seat: act})
        self._changed()

    def valid(self, match: Snapshot | None) -> tuple[Proposal, ...]:
        """Return the proposals that no later move of the match affects, ordered by seat."""
        if match is None or not self._kept:
            return ()
        return tuple(
            act
            for seat, act in sorted(self._kept.items())
            if act.phone == self._holders.hash_of(seat) and act.is_valid(match)
        )

    def take(self, id: str) -> Proposal | None:  # noqa: A002
        """Remove a proposal and return it, or None if it is not pending."""
        with self._lock:
            found = next((act for act in self._kept.values() if act.id == id), None)
            if found is not None:
                self._keep({seat: act for seat, act in self._kept.items() if act is not found})
        if found is not None:
            self._changed()
        return found

    def _keep(self, acts: dict[int, Proposal]) -> None:
        if acts != self._kept:
            self._holders.store.put(KEY, [msgspec.to_builtins(act) for act in acts.values()])
            self._kept = acts
