"""A match in memory: its current moves, its undone moves, and its snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from referee import library
from referee.actor import TABLE, Actor
from referee.contract import Cue, IllegalMove, Message, Offers, Outcome, Ruling
from referee.match.back.correcting import Correction, Corrector
from referee.match.back.correction_rulings import correction_rulings
from referee.match.back.new_deal import NewDeals, new_deal_rulings, rule_of
from referee.match.back.steps import Step, Steps
from referee.match.ending import Ending, ending, stopped_outcome
from referee.match.journal import bodies
from referee.match.journal.bodies import BACK, CORRECT, DEAL, MOVE, REDO
from referee.match.journal.entries import Line
from referee.match.log import AppliedMove, Entry, applied_moves, visible_entries
from referee.match.open_offers import OpenOffers
from referee.match.people.naming import players_after
from referee.match.people.players import Players
from referee.match.snapshot import Snapshot, UndoneEntry, stopped_cues
from referee.proposals import Proposal

__all__ = ["LOG_ENTRIES", "Entry", "RunningMatch", "Snapshot", "UndoneEntry", "visible_entries"]

LOG_ENTRIES = 60
EARLIER = 12  # Number of states. As many moves in a row may leave the cards unchanged.


class RunningMatch:
    """The moves of one match. Every change is first tried, then written, then applied.

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
        self.drawn = body.drawn
        self.players = Players.at_start(body.seats, body.names, body.levels, body.drawn)
        self._begun = self.game.rules.begin(self.options, self.seats)
        self._steps = Steps()
        self._log = [Entry(line.seq, line.kind, line.by, line.at_s)]  # All in their first form.
        self._new_deals = NewDeals(self.game, self._begun)
        self.open_offers = OpenOffers()  # Those of the newest snapshot.
        self.paused = False
        self.proposal: Proposal | None = None
        self._may_be_stopped = False
        self._goes_on = False  # Whether exactly one move was made since that snapshot.

    @property
    def last(self) -> AppliedMove | None:
        return self._steps.last

    @property
    def state(self) -> Any:
        """The state after the last move."""
        return self._begun if self.last is None else self.last.state

    @property
    def last_step(self) -> Entry | None:
        """What an undo takes back, or None."""
        return self._steps.done[-1].entry if self._steps.done else None

    @property
    def undone(self) -> UndoneEntry | None:
        """What a redo restores, or None."""
        return self._steps.redo

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended: by its rules, or stopped with the standings as the result."""
        ended: Outcome | None = self.game.rules.outcome(self.state)
        if ended is None and self.is_stopped:
            return stopped_outcome(self.game, self.states, self.seats)
        return ended

    @property
    def is_stopped(self) -> bool:
        """Whether the match was stopped. A correction that takes moves back lets it go on."""
        ends = (step for step in reversed(self._steps.done) if step.stops or step.cut)
        return self._may_be_stopped and any(step.stops for step in islice(ends, 1))

    @property
    def log(self) -> tuple[Entry, ...]:
        return tuple(self._steps.current(self._log))

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
        made = (one.entry for one in applied_moves(self.last))
        return (self._log[0], *[*made][::-1])

    def ending(self) -> Ending:
        """Return what the ending would be if the match ended now."""
        return ending(self.game, self.states, self.entries, self.seats, self.outcome)

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

    def try_undo(self) -> None:
        """Raise `IllegalMove` if there is no move to undo."""
        if not self._steps.done:
            raise IllegalMove("desk", Message("desk.nothing_to_undo"))

    def try_redo(self) -> None:
        """Raise `IllegalMove` if there is no move to redo."""
        if self.undone is None:
            raise IllegalMove("desk", Message("desk.nothing_to_redo"))

    def count_back(self, to: int) -> int:
        """Return how many entries going back to just before the entry `to` takes back.

        Raise `IllegalMove` if that entry no longer counts.
        """
        if to not in (standing := self._steps.standing(to)):
            raise IllegalMove("desk", Message("desk.no_such_entry"))
        return len(standing)

    def try_deal_anew(self) -> int:
        """Return how many moves stay if the cards are dealt again. Raise `IllegalMove`."""
        if self.outcome is not None:
            raise IllegalMove("SL-26", Message("desk.deal_settled"))
        return self._new_deals.kept_moves(self.last)

    def add(self, line: Line, tried: Any = None) -> None:
        """Apply an entry that was written to the journal.

        `tried` is the result of `try_move` for a move, or the correction. It saves a second try.
        """
        body = line.body
        if isinstance(body, bodies.SideEntry):
            self._add_side_entry(line, body)
            return
        if isinstance(body, bodies.Proposed | bodies.Agreed | bodies.Objected):
            self._add_answer(line, body)
            return
        self.proposal = None
        self._goes_on = isinstance(body, bodies.Moved) and self.open_offers.seq == self.seq
        self.seq, of = line.seq, None
        if not isinstance(body, bodies.Paused | bodies.Resumed):
            self.steps_seq = line.seq
        match body:
            case bodies.Moved():
                self._add(self._moved(line, body, tried), line.by)
                return
            case bodies.Corrected():
                self._add(self._corrected(line, body, tried), line.by)
                return
            case bodies.Undone():
                self.try_undo()
                of = self._steps.done[-1].entry.seq
                self._steps.take_back(of, line.by)
            case bodies.WentBack(to):
                cut = self.count_back(to)
                self._steps.take_back(to, line.by)
                self._log.append(Entry(line.seq, BACK, line.by, line.at_s, of=to, cut=cut))
                return
            case bodies.DealtAnew(kept):
                self._add(self._dealt_anew(line, kept), line.by)
                return
            case bodies.Redone():
                self.try_redo()
                of = self._steps.make_again(line.by)
                entry = Entry(line.seq, REDO, line.by, line.at_s, of=of)
                self._log.append(replace(entry, restored=self.count_back(of)))
                return
            case bodies.Stopped():
                self.paused, self._may_be_stopped = False, True
                reason = stopped_outcome(self.game, self.states, self.seats).reason
                said = (Ruling("desk", Message("desk.stopped.all")), Ruling("desk", reason))
                entry = Entry(line.seq, line.kind, line.by, line.at_s, rulings=said)
                self._add(Step(entry, self.last, self.last, stops=True), line.by)
                return
            case bodies.Paused() | bodies.Resumed():
                self.paused = isinstance(body, bodies.Paused)
            case _:
                raise LookupError(f"there is no entry of the kind {line.kind!r}")
        self._log.append(Entry(line.seq, line.kind, line.by, line.at_s, of=of))

    def _add(self, step: Step, by: Actor) -> None:
        self._steps.add(step, by)
        self._log.append(step.entry)

    def _add_side_entry(self, line: Line, body: bodies.SideEntry) -> None:
        """Apply an entry that names or seats a player or gives more time. No offer closes."""
        standing = replace(self.open_offers, seq=line.seq)
        entry = Entry(line.seq, line.kind, line.by, line.at_s)
        match body:
            case bodies.Extended():
                standing = self.open_offers.extended(line.seq)
                self._log.append(entry)
            case _:
                self.players = players_after(self.players, body, line.seq)
                if isinstance(body, bodies.Handed):
                    self._log.append(self._handed_entry(entry, body))
        if self.open_offers.seq == self.seq:
            self.open_offers = standing
        self.seq = line.seq

    def _handed_entry(self, entry: Entry, body: bodies.Handed) -> Entry:
        since = self.players.tenures(body.seat)[-1].since
        of = None if since == entry.seq else since
        return replace(entry, seat=body.seat, level=body.level, place=body.place, of=of)

    def _add_answer(
        self, line: Line, body: bodies.Proposed | bodies.Agreed | bodies.Objected
    ) -> None:
        """Apply an entry that proposes something to all, or answers. No move is made."""
        entry = Entry(line.seq, line.kind, line.by, line.at_s)
        self._goes_on = isinstance(body, bodies.Agreed) and self.open_offers.seq == self.seq
        match body:
            case bodies.Proposed():
                entry = replace(entry, rulings=(Ruling(rule_of(body.move), body.label),))
                self.proposal = Proposal(
                    line.seq, line.by, self.seats, body.agreed, body.label, body.effect, body.move
                )
            case bodies.Agreed(seat) if self.proposal is not None:
                self.proposal = self.proposal.with_agreed((seat,))
                entry = replace(entry, seat=seat)
            case bodies.Objected(seat):
                self.proposal, entry = None, replace(entry, seat=seat)
        self.seq = self.steps_seq = line.seq
        self._log.append(entry)

    def _moved(
        self, line: Line, body: bodies.Moved, tried: tuple[Any, tuple[Ruling, ...]] | None
    ) -> Step:
        move = library.move(self.game, body.move)
        state, rulings = tried or self.try_move(move)
        entry = Entry(line.seq, MOVE, line.by, line.at_s, move, rulings)
        return Step(entry, self.last, AppliedMove(entry, state, self.last))

    def _corrected(self, line: Line, body: bodies.Corrected, tried: Correction | None) -> Step:
        last = self.last
        if last is None:
            raise LookupError("there is nothing to correct")
        correction = tried or self.corrector(line.by).replay(body.of, body.value)
        if len(correction.kept) != body.kept:
            raise LookupError(f"{len(correction.kept)} moves fit, and not {body.kept}")
        made = (correction.of, *correction.kept)
        shown = next((one for one in made if one.seq == body.shown), correction.of)
        rulings = correction_rulings(self.game, correction, shown, last, line.by)
        cut = frozenset(one.seq for one in correction.cut)
        entry = Entry(line.seq, CORRECT, line.by, line.at_s, shown.move, rulings, shown.seq)
        entry = replace(entry, cut=len(cut))
        return Step(entry, last, correction.made, cut, correction.renamed)

    def _dealt_anew(self, line: Line, kept: int) -> Step:
        made = [*applied_moves(self.last)][::-1]
        after = made[kept - 1] if kept else None
        cut = frozenset(one.entry.seq for one in made[kept:])
        rulings = new_deal_rulings(len(cut))
        entry = Entry(line.seq, DEAL, line.by, line.at_s, rulings=rulings, cut=len(cut))
        cut |= self._steps.corrections_of(cut)
        return Step(entry, self.last, after, cut)

    def snapshot(self) -> Snapshot:
        """Return the current snapshot. After a resumption, all offers count as newly opened.

        A paused match has no offers, so lamps, presses, clock, camera and pages have nothing to do.
        When it is resumed, every window opens again with its full time, as after an undo. Players
        then have time to read their options, and a restart makes no difference.
        """
        state, outcome, done = self.state, self.outcome, self._steps.done
        if self.open_offers.seq != self.seq:
            follow = self.open_offers.after_move if self._goes_on else OpenOffers.fresh
            self.open_offers = follow(self._offers(outcome), self.seq)
        proofs = (getattr(made.entry.move, "proof", ()) for made in applied_moves(self.last))
        return Snapshot(
            seq=self.seq,
            steps_seq=self.steps_seq,
            match=self.match,
            game=self.game,
            options=self.options,
            seats=self.seats,
            players=self.players,
            state=state,
            open_offers=self.open_offers,
            rulings=done[-1].entry.rulings if done else (),
            log=tuple(self._steps.current(self._log[-LOG_ENTRIES:])),
            outcome=outcome,
            can_undo=(bool(done) or self.proposal is not None) and not self.paused,
            can_redo=self.undone is not None and not self.paused,
            ending=None if outcome is None else self.ending(),
            lesson=self.lesson,
            paused=self.paused and self.proposal is None,
            proposal=self.proposal,
            renamed={id_: card for step in done for id_, card in step.renamed.items()},
            cited_pictures=frozenset(chain.from_iterable(proofs)),
            earlier=tuple(islice(self._earlier(), EARLIER)),
            drawn=self.drawn,
            dealt_seq=max((one.entry.seq for one in done if one.entry.kind == DEAL), default=0),
            deal_moves=None if outcome else self._new_deals.moves_since(self.last),
            last_step=self.last_step,
            undone=self.undone,
        )

    def _earlier(self) -> Iterator[Any]:
        for made in applied_moves(self.last):
            yield self._begun if made.before is None else made.before.state

    def _offers(self, outcome: Outcome | None) -> Offers:
        if self.proposal is not None:
            return self.proposal.offers()
        if outcome is not None and outcome.stopped:
            return Offers((), stopped_cues(self.seats, outcome))
        offers: Offers = self.game.rules.offers(self.state)
        if not self.paused:
            return offers
        return Offers((), tuple(cue if cue is Cue.OUT else Cue.PAUSED for cue in offers.cues))
