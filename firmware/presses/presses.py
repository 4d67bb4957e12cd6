"""From edges to moves: each press is debounced, recognised, answered by light, and ranked.

This code knows no rules: the `Offers` say what a press does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from firmware.presses.debounce import Debouncer, Edge
from firmware.presses.gestures import Gesture, GestureRecogniser
from firmware.presses.mask import Mask
from firmware.presses.meanings import Meanings, PressAnswer, PressMeaning, hold_ns, meaning_key
from firmware.presses.port import Feedback, Match, refusal
from firmware.presses.race import Arbiter, Contender, Decided, Ranking
from referee.contract import Message, Offer, Press, RefereeError
from referee.match.commands import Move
from referee.reports.commands import AnswerApproval

STUCK_NS = 10_000_000_000  # A button that is down for longer is stuck.
PAST = -1  # Stands for all windows before the current one.


class Presses:
    """Turns raw edges into moves. Use it from one thread only.

    `meanings` returns what presses mean now. `deny` is called with the reason of every refusal, and
    with None when a press of the seat becomes a move.
    """

    def __init__(
        self,
        resting: Sequence[Edge],
        match: Match,
        feedback: Feedback,
        meanings: Callable[[], Meanings],
        deny: Callable[[int, RefereeError | None], None],
    ) -> None:
        self._match = match
        self._feedback = feedback
        self._meanings = meanings
        self._deny = deny
        self._debouncers = [Debouncer(edge) for edge in resting]
        self._recognisers = [GestureRecogniser(edge.seat) for edge in resting]
        self._arbiter = Arbiter()
        self._masks: dict[int, Mask] = {}  # By seat: presses that may be secret.
        self._queue: list[Gesture] = []  # Long presses that wait for earlier touches.
        self._decided: Decided | None = None

    def edge(self, edge: Edge, now_ns: int) -> None:
        """Take a raw edge. Take all waiting edges before `tick`, because one may win a race."""
        self._arbiter.measure(now_ns - edge.edge_ns)
        for clean in self._debouncers[edge.seat].edge(edge, now_ns):
            self._recognise(clean)
        # Light comes first, because the finger needs an answer before the meaning is known.
        self._show_contact(edge.seat)

    def tick(self, now_ns: int) -> None:
        """Handle touches that have held, long presses, and races that end."""
        clean = [edge for debouncer in self._debouncers for edge in debouncer.tick(now_ns)]
        for edge in sorted(clean, key=lambda one: one.edge_ns):
            self._recognise(edge)
        for seat in range(len(self._debouncers)):
            self._show_contact(seat)
        for recogniser, debouncer in zip(self._recognisers, self._debouncers, strict=True):
            for gesture in recogniser.tick(debouncer.certain_ns(now_ns)):
                self._recognised(gesture)
        self._unmask(now_ns)
        self._act_on_queue(now_ns)
        ranking = self._arbiter.decide(now_ns, self._pending_ns())
        if ranking is not None:
            self._finish(ranking)
            self._act_on_queue(now_ns)

    @property
    def due_ns(self) -> int | None:
        """When to call `tick` if no edge arrives before that."""
        due = [debouncer.due_ns for debouncer in self._debouncers]
        due += [recogniser.due_ns for recogniser in self._recognisers]
        due += [mask.due_ns for mask in self._masks.values()]
        due += [self._arbiter.due_ns(self._pending_ns()), self._queue_due_ns()]
        return min((ns for ns in due if ns is not None), default=None)

    def undecided(self, before_ns: int) -> bool:
        """Whether a touch before `before_ns` may still become a move."""
        first_ns = self._arbiter.first_ns
        stamps = [*self._pending_ns(), *(() if first_ns is None else (first_ns,))]
        stamps += [gesture.complete_ns for gesture in self._queue]
        return any(stamp <= before_ns for stamp in stamps)

    @property
    def latency_bound_ns(self) -> int:
        """The longest delay between an edge and its report."""
        return self._arbiter.latency_bound_ns

    def stuck(self, now_ns: int) -> tuple[int, ...]:
        """Return the seats whose buttons have been down for longer than anybody holds one."""
        return tuple(
            seat
            for seat, debouncer in enumerate(self._debouncers)
            if debouncer.down_since_ns is not None and now_ns - debouncer.down_since_ns > STUCK_NS
        )

    def _show_contact(self, seat: int) -> None:
        """Show a first contact by light until it has held or ended."""
        if seat in self._masks:
            return
        if self._debouncers[seat].touched_ns is None:
            self._feedback.let_go(seat)
        else:
            self._feedback.touch(seat)

    def _recognise(self, clean: Edge) -> None:
        now = self._meanings()
        window, means = now.times.standing.opened_seq, now.by_press(clean.seat)
        if clean.edge_ns < now.times.opened_ns:  # The press was meant for the previous state.
            window, means = PAST, {}
        if clean.down and clean.seat not in self._masks and _may_be_secret(means):
            self._masks[clean.seat] = Mask(clean.edge_ns)
            self._feedback.mask(clean.seat)
        if mask := self._masks.get(clean.seat):
            mask.edge(clean)
            if mask.pending_ns is None:
                return
        live = {press: meaning_key(meant) for press, meant in means.items()}
        long_ns = hold_ns(means.get(Press.LONG))
        for gesture in self._recognisers[clean.seat].edge(clean, live, window, long_ns):
            self._recognised(gesture)

    def _recognised(self, gesture: Gesture) -> None:
        """Answer a gesture, or store it in the button's mask."""
        if mask := self._masks.get(gesture.seat):
            mask.keep(gesture)
        else:
            self._answer(gesture)

    def _unmask(self, now_ns: int) -> None:
        """Answer the masked presses that are due, and end the masks of buttons that are at rest."""
        for seat, mask in tuple(self._masks.items()):
            if mask.due(now_ns) and mask.pending_ns is not None:
                self._recognisers[seat].forget()
                if gesture := mask.answer():
                    self._answer(gesture)
            if mask.due(now_ns):
                del self._masks[seat]
                self._feedback.unmask(seat)

    def _answer(self, gesture: Gesture) -> None:
        """Answer a gesture by light. Then act on it, or wait until its rank is certain."""
        now = self._meanings()
        meant = self._meaning_of(gesture, now)
        if isinstance(meant, RefereeError):
            if self._decided is None or not self._decided.overtaken_by(gesture):
                self._refuse(gesture.seat, meant)
            else:
                self._undo_race(self._decided, gesture.seat)
            return
        self._feedback.accept(gesture.seat)
        if isinstance(meant, Offer) and meant.shown.race:
            place = now.times.offers.items.index(meant)
            self._arbiter.enter(Contender(gesture, meant, place))
        elif gesture.press is Press.LONG and not (
            gesture.secret or isinstance(meant, AnswerApproval)
        ):
            # This press may end the window in which another seat has just pressed.
            self._queue.append(gesture)
        else:
            while self._queue and self._queue[0].complete_ns < gesture.edge_ns:
                self._act_on(self._queue.pop(0))
            self._act_on(gesture)

    def _meaning_of(self, gesture: Gesture, now: Meanings) -> PressMeaning | RefereeError:
        """Return what a press does, or the refusal that says why it does nothing."""
        meant = now.by_press(gesture.seat).get(gesture.press)
        if isinstance(meant, AnswerApproval) and gesture.meant == meaning_key(meant):
            return meant  # Even if the match has moved on.
        if gesture.window == PAST:
            return refusal(Message("table.press.reported_late"))
        if gesture.window != now.times.standing.opened_seq:
            return refusal(Message("table.press.window_over"))
        if meant is None and (gesture.meant is None or not gesture.secret):
            return self._match.why_not(gesture.seat, gesture.press)
        if meant is None or gesture.meant != meaning_key(meant):
            return refusal(Message("table.press.window_over"))
        if not isinstance(meant, Offer):
            return meant
        early = now.times.too_early(meant, gesture.complete_ns)
        return meant if early is None else refusal(early)

    def _act_on(self, gesture: Gesture) -> None:
        """Act on a press that is in no race, if it still means the same."""
        now = self._meanings()
        meant = self._meaning_of(gesture, now)
        if isinstance(meant, RefereeError):
            self._refuse(gesture.seat, meant)
        else:
            self._do(gesture.seat, now.command(meant))

    def _act_on_queue(self, now_ns: int) -> None:
        """Act on a long press once no touch from before its end can still be reported."""
        while self._queue:
            due_ns, first_ns = self._queue_due_ns(), self._arbiter.first_ns
            if due_ns is None or now_ns < due_ns:
                return
            if first_ns is not None and first_ns <= self._queue[0].complete_ns:
                return  # The race comes first.
            self._act_on(self._queue.pop(0))

    def _queue_due_ns(self) -> int | None:
        """Return when the first long press may act. None if it must wait for other touches."""
        if not self._queue or any(ns <= self._queue[0].complete_ns for ns in self._pending_ns()):
            return None
        return self._queue[0].complete_ns + self.latency_bound_ns

    def _pending_ns(self) -> list[int]:
        pending = [recogniser.pending_ns for recogniser in self._recognisers]
        pending += [debouncer.touched_ns for debouncer in self._debouncers]
        pending += [mask.pending_ns for mask in self._masks.values()]
        return [ns for ns in pending if ns is not None]

    def _finish(self, ranking: Ranking) -> None:
        """Make the winner's move, and refuse all others, including those from an earlier window."""
        times = self._meanings().times
        window = times.standing.opened_seq
        for late in ranking.ranked:
            if late.gesture.window != window:
                self._refuse(late.gesture.seat, refusal(Message("table.press.window_over")))
        ranking = Ranking(
            tuple(press for press in ranking.ranked if press.gesture.window == window)
        )
        if not ranking.ranked:
            return
        first, *others = ranking.ranked
        behind = msgspec.to_builtins(list(ranking.behind))
        move = Move(first.offer.fill(behind=behind), times.standing.shown_seq(first.offer))
        seq = self._do(first.gesture.seat, move)
        self._decided = None if seq is None else Decided(ranking, times, seq)
        for other, late_by in zip(others, ranking.behind, strict=True):
            why = Message("table.press.behind", {"seat": first.gesture.seat, "ms": late_by.ms})
            self._refuse(other.gesture.seat, refusal(why))

    def _undo_race(self, decided: Decided, seat: int) -> None:
        """Undo a decided race, because an earlier press was reported only after the decision."""
        self._decided = None
        if not self._match.take_back(decided.seq):
            self._refuse(seat, refusal(Message("table.press.reported_late")))
            return
        first = decided.ranking.ranked[0].gesture.seat
        for one, other in ((first, seat), (seat, first)):
            self._refuse(one, refusal(Message("table.press.unjudged", {"seat": other})))

    def _do(self, seat: int, command: Move | PressAnswer) -> int | None:
        """Carry out a seat's press. Return the seq of its move, or None."""
        try:
            seq = self._match.do(command, seat)
        except RefereeError as error:
            self._refuse(seat, error)
        else:
            self._deny(seat, None)
            return seq
        return None

    def _refuse(self, seat: int, why: RefereeError) -> None:
        self._feedback.refuse(seat)
        self._deny(seat, why)


def _may_be_secret(means: Mapping[Press, PressMeaning]) -> bool:
    return any(isinstance(meant, Offer) and meant.secret for meant in means.values())
