"""A match and what differs from its layout at one look, judged by the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from firmware.reading.ledger import Difference, keyed
from firmware.reading.questions import Possible
from firmware.reading.seen import Look, Seen
from firmware.reading.waiting import Mark, mark_of
from referee.judging import Choice, Judgement, Meaning
from referee.match.correcting import cards_of
from referee.match.desk import Snapshot
from referee.match.entries import MOVE
from referee.table import Card, Change, Laid, Lies, Taken, Zone
from vision.observation import Observation


@dataclass(frozen=True)
class Now:
    """One look, judged: `changes` without those that are `held`, as an undo took them back.

    `names` are what people said of cards, by id, `possible` tells what a card may be.
    """

    match: Snapshot
    observed: Observation
    look: Look
    names: Mapping[str, str | None]
    found: Difference
    held: frozenset[Mark]
    changes: tuple[Change, ...]
    judged: Judgement
    possible: Possible
    now_s: float

    def judge(self, *more: Change) -> Judgement:
        """Return what the changes come to, and some more."""
        said: Judgement = self.match.game.judge(self.match.state, (*self.changes, *more))
        return said

    def still(self, zone: str) -> bool:
        """Tell whether nothing moves in a zone, by its name, and all that lies there was read."""
        return self.look.quiet.still(Zone.parse(zone))

    def seen(self, change: Change) -> Seen | None:
        """Return the card that a change is of, where one lies there."""
        if isinstance(change, Taken):
            return None
        return next((one for one in self.look.seen if one.id == change.id), None)

    def about(self, choice: Choice) -> tuple[Any, ...]:
        """Return what makes a choice the same one at the next look."""
        return self.match.seq, *map(mark_of, choice.changes)

    def doubted(self, meaning: Meaning) -> bool:
        """Tell whether something lies beside cards that cannot be told: it may belong to them."""
        zones = {one.was.zone if isinstance(one, Taken) else one.zone for one in meaning.changes}
        everywhere = self.look.quiet.everywhere
        return any(everywhere or one.zone in zones for one in self.found.doubts)

    def booked(self, card: Card) -> tuple[int, int] | None:
        """Return which entry laid a card, and at which place; None where that is long ago."""
        match, states = self.match, (self.match.state, *self.match.earlier)
        moves = (one for one in reversed(match.log) if one.kind == MOVE and not one.undone)
        lay = [dict(keyed(match.game.layout(one).cards)) for one in states]
        for entry, after, before in zip(moves, lay, lay[1:], strict=False):
            if any(one[:3] == (card.name, card.zone, card.at) for one in after.keys() - before):
                names = list(map(match.game.cards.name, cards_of(entry.move)))
                return (entry.seq, names.index(card.name)) if card.name in names else None
        return None

    def would_count(self, laid: Laid) -> bool:
        """Tell whether one more card would be a move, or a choice of several."""
        said = self.judge(laid)
        ways = (*said.moves, *(said.choice.ways if said.choice else ()))
        return any(laid in one.changes for one in ways)

    def whose(self, zone: Zone) -> tuple[int, ...]:
        """Return whom a card concerns that lies in a zone and cannot be told."""
        due = tuple(one.seat for one in self.match.waits if one.zone == zone)
        if due and None not in due:
            return tuple(seat for seat in due if seat is not None)
        none = Laid("no card", zone)
        said: Judgement = self.match.game.judge(self.match.state, (none,))
        return next((one.seats for one in said.refusals if none in one.changes), ())

    def of_a_pile(self, meaning: Meaning) -> bool:
        """Tell whether a card that was laid may have come off the top of a pile, unseen."""
        laid = {one.card for one in meaning.changes if isinstance(one, Laid)}
        return any(one.on_pile and one.laid.card in laid for one in self.found.maybe)

    def may_grow(self, meaning: Meaning) -> bool:
        """Tell whether one more card may be taken with those that are."""
        gone = [one.was for one in meaning.changes if isinstance(one, Taken)]
        free = gone and all(one.lies is Lies.FREE for one in gone)
        if not free or len(gone) < len(meaning.changes):
            return False
        beside = (one for one in self.found.lies.values() if one.zone == gone[0].zone)
        more = [Taken(one) for one in beside if one.lies is Lies.FREE]
        said = [(one, self.judge(one).moves) for one in more]
        return any(made and one in made[0].changes for one, made in said)

    @property
    def swept(self) -> Zone | None:
        """Where one card was due that was gathered, before it was read, with all that lay there."""
        stays = [card for card in self.look.layout.cards if card.lies is Lies.STAYS]
        gone = [one.was for one in self.changes if isinstance(one, Taken)]
        due = [one for one in self.match.waits if one.count == 1 and one.zone.seat is not None]
        if not stays or len(due) != 1 or len(gone) < len(self.changes):
            return None
        if set(gone) != set(stays) or any(card.at is not None for card in stays):
            return None
        zone = due[0].zone
        lies = any(one.zone == zone for one in self.look.seen)
        return None if lies or not self.look.quiet.whole(zone) else zone
