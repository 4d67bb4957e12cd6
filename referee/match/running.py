"""A match in memory: its current moves, its undone moves, and its snapshot."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, islice
from typing import Any

from referee import library
from referee.actor import TABLE, Actor
from referee.contract import Cue, IllegalMove, Message, Offers, Outcome, Ruling, View
from referee.match.back.corrected import correction_step
from referee.match.back.correcting import Correction, Corrector
from referee.match.back.new_deal import NewDeals, new_deal_step, rule_of
from referee.match.back.steps import Step, Steps
from referee.match.ending import Ending, places, stopped_outcome
from referee.match.journal import bodies
from referee.match.journal.entries import Line
from referee.match.log import AppliedMove, Entry, applied_moves, visible_entries
from referee.match.open_offers import OpenOffers
from referee.match.people.naming import players_after
from referee.match.people.players import Players
from referee.match.snapshot import Snapshot, UndoneEntry
from referee.proposals import Proposal, Refusals

__all__ = ["LOG_ENTRIES", "Entry", "PlayedMatch", "Snapshot", "UndoneEntry", "visible_entries"]

LOG_ENTRIES = 60
EARLIER = 12  # Number of states. As many moves in a row may leave the cards unchanged.


class PlayedMatch:
    """The moves of a running or past match.

    Every change is first tried, then written, then applied.
    In a teach-in (`lesson`), `real` has the options of the match that follows it.
    """

    def __init__(self, line: Line) -> None:
        body = line.body
        if not isinstance(body, bodies.Begun):
            raise LookupError(f"no match begins with an entry of the kind {line.kind!r}")
        self.match = line.match
        self.seq = self.steps_seq = line.seq
        self.game = library.game(body.game)
        self.options = library.options(self.game, body.options)
        self.lesson = isinstance(body, bodies.Taught)
        self.real = body.real if isinstance(body, bodies.Taught) else body.options
        self.seats = body.seats
        self.drawn, self.clock = body.drawn, body.clock
        self._begun = self.game.rules.begin(self.options, self.seats)
        self.players = Players.at_start(body.seats, body.names, body.levels, body.drawn)
        self.steps = Steps()
        self._log = [_entry(line)]  # All in their first form.
        self._new_deals = NewDeals(self.game, self._begun)
        self.open_offers = OpenOffers()  # Those of the newest snapshot.
        self.paused = False
        self.proposal: Proposal | None = None
        self.refused = Refusals()
        self._seq_before = 0  # That of the entry before the last one.

    @property
    def began_s(self) -> float:
        """When the match began, in Unix time."""
        return self._log[0].at_s

    @property
    def last(self) -> AppliedMove | None:
        return self.steps.last

    @property
    def state(self) -> Any:
        """The state after the last move."""
        return self._begun if self.last is None else self.last.state

    @property
    def last_step(self) -> Entry | None:
        """The entry that an undo takes back, or None."""
        return self.steps.done[-1].entry if self.steps.done else None

    @property
    def undone(self) -> UndoneEntry | None:
        """The entry that a redo restores, or None."""
        return self.steps.redo

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended: by its rules, or stopped with the standings as the result."""
        ended: Outcome | None = self.game.rules.outcome(self.state)
        if ended is None and self.is_stopped:
            return stopped_outcome(self.game, self.states, self.seats)
        return ended

    @property
    def is_stopped(self) -> bool:
        """Whether everybody agreed to stop the match."""
        return self.steps.so_far.stops

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(self.steps.current(self._log))

    @property
    def states(self) -> tuple[Any, ...]:
        """The state at the beginning, and the state after each current move."""
        return (self._begun, *(made.state for made in [*applied_moves(self.last)][::-1]))

    @property
    def moves(self) -> tuple[Any, ...]:
        """The current moves, in order."""
        return tuple(made.entry.move for made in applied_moves(self.last))[::-1]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entry that led to each of the states."""
        made = (applied_move.entry for applied_move in applied_moves(self.last))
        return (self._log[0], *[*made][::-1])

    def ending(self) -> Ending:
        """Return what the ending would be if the match ended now."""
        states, outcome = self.states, self.outcome
        where = places(self.game, states, self.seats, outcome) if outcome else ()
        view = self.game.shown.view(self.state, None)
        return Ending(outcome, view, where, self.game.record(states), self.entries)

    def corrector(self, by: Actor = TABLE) -> Corrector:
        return Corrector(self.game, self._begun, self.last, by)

    def try_move(self, move: Any) -> tuple[Any, tuple[Ruling, ...]]:
        """Return the next state and the rulings, without making the move. Raise `IllegalMove`."""
        tried: tuple[Any, tuple[Ruling, ...]] = self.game.rules.apply(self.state, move)
        return tried

    def check_showable(self, state: Any) -> None:
        """Compute all that pages show of a state. A bug in the rules then raises here."""
        for answer in (self.game.rules.offers, self.game.table.layout, self.game.rules.outcome):
            answer(state)
        self.game.table.judge(state, ())
        for seat in (None, *range(self.seats)):
            self.game.shown.view(state, seat)

    def try_deal_anew(self) -> int:
        """Return how many moves stay if the cards are dealt again. Raise `IllegalMove`."""
        if self.outcome is not None:
            raise IllegalMove("SL-26", Message("desk.deal_settled"))
        return self._new_deals.kept_moves(self.last)

    def add(self, line: Line, tried: Any = None) -> None:
        """Apply an entry that was written to the journal.

        `tried` is the result of `try_move` for a move, or the correction. It saves a second try.
        """
        body, self._seq_before, self.seq = line.body, self.seq, line.seq
        if isinstance(body, bodies.SideEntry):
            entry = self._side_entry(line, body)
        else:
            if not isinstance(body, bodies.Paused | bodies.Resumed):
                self.steps_seq = line.seq
            if isinstance(body, bodies.Proposed | bodies.Agreed | bodies.Objected):
                entry = self._answer(line, body)
            else:
                self.proposal = None
                entry = self._step(line, body, tried)
        if entry is not None:
            self._log.append(entry)

    def _step(self, line: Line, body: bodies.Body, tried: Any) -> Entry:
        """Apply an entry that changes the moves, or whether they may go on."""
        match body:
            case bodies.Moved():
                move = library.move(self.game, body.move)
                state, rulings = tried or self.try_move(move)
                entry = _entry(line, move=move, rulings=rulings, round=self.round)
                return self.steps.add(Step(entry, self.last, AppliedMove(entry, state, self.last)))
            case bodies.Corrected():
                return self.steps.add(self._corrected(line, body, tried))
            case bodies.DealtAnew(kept):
                return self.steps.add(new_deal_step(_entry(line), kept, self.steps))
            case bodies.Stopped():
                return self.steps.add(self._stopped(line))
            case bodies.Undone():
                of = self.steps.last_done().seq
                self.steps.take_back(of, line.by)
                return _entry(line, of=of)
            case bodies.WentBack(to):
                cut = self.steps.count_back(to)
                self.steps.take_back(to, line.by)
                return _entry(line, of=to, cut=cut)
            case bodies.Redone():
                of = self.steps.make_again(line.by)
                return _entry(line, of=of, restored=self.steps.count_back(of))
            case bodies.Paused() | bodies.Resumed():
                self.paused = isinstance(body, bodies.Paused)
                return _entry(line)
        raise LookupError(f"there is no entry of the kind {line.kind!r}")

    def _side_entry(self, line: Line, body: bodies.SideEntry) -> Entry | None:
        """Apply an entry that names or seats a player or gives more time. No offer closes.

        The log shows neither a name nor a swap.
        """
        offers, extended = self.open_offers, isinstance(body, bodies.Extended)
        if offers.seq == self._seq_before:
            now = offers.extended(line.seq) if extended else replace(offers, seq=line.seq)
            self.open_offers = now
        if isinstance(body, bodies.Extended):
            return _entry(line)
        self.players = players_after(self.players, body, line.seq)
        if not isinstance(body, bodies.Handed):
            return None
        since = self.players.tenures[body.seat][-1].since
        of = None if since == line.seq else since
        return _entry(line, seat=body.seat, level=body.level, place=body.place, of=of)

    def _answer(self, line: Line, body: bodies.Proposed | bodies.Agreed | bodies.Objected) -> Entry:
        """Apply an entry that proposes something to all, or answers. No move is made."""
        if isinstance(body, bodies.Proposed):
            asked = (body.agreed, body.label, body.effect, body.move)
            self.proposal = Proposal(line.seq, line.by, self.seats, *asked)
            return _entry(line, rulings=(Ruling(rule_of(body.move), body.label),))
        proposal = self.proposal
        if isinstance(body, bodies.Objected):
            self.proposal = None
            if proposal is not None and line.by != proposal.by:
                self.refused.add(self.round, proposal.label, proposal.move)
        elif proposal is not None:
            self.proposal = proposal.with_agreed((body.seat,))
        return _entry(line, seat=body.seat)

    @property
    def round(self) -> int:
        """Return the round of the next move. One between two deals belongs to the later one."""
        view: View = self.game.shown.view(self.state, None)
        number = view.deal.round if view.deal else view.round
        return max(number, self.last.entry.round if self.last else 0)

    def _corrected(self, line: Line, body: bodies.Corrected, tried: Correction | None) -> Step:
        if self.last is None:
            raise LookupError("there is nothing to correct")
        correction = tried or self.corrector(line.by).replay(body.of, body.value)
        if len(correction.kept) != body.kept:
            raise LookupError(f"{len(correction.kept)} moves fit, and not {body.kept}")
        return correction_step(self.game, _entry(line), correction, body.shown, self.last)

    def _stopped(self, line: Line) -> Step:
        outcome = stopped_outcome(self.game, self.states, self.seats)
        rulings = Ruling("desk", Message("desk.stopped.all")), Ruling("desk", outcome.reason)
        self.paused = False
        return Step(_entry(line, rulings=rulings), self.last, self.last, stops=True)

    def snapshot(self) -> Snapshot:
        """Return the current snapshot. After a resumption, all offers count as newly opened.

        A paused match has no offers, so lamps, presses, clock, camera and pages have nothing to do.
        When it is resumed, every window opens again with its full time, as after an undo. Players
        then have time to read their options, and a restart makes no difference.
        """
        outcome = self.outcome
        if self.open_offers.seq != self.seq:
            self.open_offers = self._next_offers(self._offers(outcome))
        return Snapshot(
            seq=self.seq,
            steps_seq=self.steps_seq,
            match=self.match,
            game=self.game,
            options=self.options,
            seats=self.seats,
            players=self.players,
            state=self.state,
            open_offers=self.open_offers,
            log=tuple(self.steps.current(self._log[-LOG_ENTRIES:])),
            outcome=outcome,
            can_undo=(bool(self.steps.done) or self.proposal is not None) and not self.paused,
            can_redo=self.undone is not None and not self.paused,
            ending=None if outcome is None else self.ending(),
            paused=self.paused and self.proposal is None,
            renamed=self.steps.so_far.renamed,
            cited=() if self.last is None else self.last.cited,
            earlier=self._earlier(),
            dealt_seq=self.steps.so_far.dealt_seq,
            deal_moves=None if outcome else self._new_deals.moves_since(self.last),
            lesson=self.lesson,
            proposal=self.proposal,
            drawn=self.drawn,
            last_step=self.last_step,
            undone=self.undone,
        )

    def _earlier(self) -> tuple[Any, ...]:
        """Return some states before the current one, the newest first."""
        if self.last is None:
            return ()
        states = (made.state for made in applied_moves(self.last.before))
        return tuple(islice(chain(states, (self._begun,)), EARLIER))

    def _next_offers(self, offers: Offers) -> OpenOffers:
        """Return the open offers after the newest entry. A proposal closes no window."""
        last, kind, asked = self.open_offers, self._log[-1].kind, self.proposal
        one_later = last.seq == self._seq_before
        if asked is not None:
            before = last if one_later else OpenOffers.fresh(offers, asked.seq - 1)
            return before.asking(asked, self.seq)
        if one_later and kind == bodies.OBJECT and last.resting is not None:
            return replace(last.resting, seq=self.seq)
        if one_later and kind == bodies.MOVE:
            return (last.resting or last).after_move(offers, self.seq)
        return OpenOffers.fresh(offers, self.seq)

    def _offers(self, outcome: Outcome | None) -> Offers:
        if outcome is not None and outcome.stopped:
            leads = (seat in outcome.winners for seat in range(self.seats))
            return Offers((), tuple(Cue.WON if lead else Cue.IDLE for lead in leads))
        offers: Offers = self.game.rules.offers(self.state)
        if not self.paused:
            return offers
        return Offers((), tuple(cue if cue is Cue.OUT else Cue.PAUSED for cue in offers.cues))


def _entry(line: Line, **more: Any) -> Entry:
    """Return an entry of the journal as one of the log, with `more` fields."""
    return Entry(line.seq, line.kind, line.by, line.at_s, **more)
