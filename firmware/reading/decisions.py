"""People's decisions about the cards on the table, until those cards are gone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from firmware.reading.judged_pass import JudgedPass
from firmware.reading.questions import zone_of
from firmware.reading.waiting import ChangeKey, change_key
from referee.actor import TABLE, Actor
from referee.judging import Ambiguity
from referee.table import Change, Laid, Zone


class ChosenMeaning(NamedTuple):
    """The meaning (by number) that people chose or marked (`about`: `JudgedPass.choice_key`)."""

    about: object
    way: int
    by: Actor = TABLE


class GatheredCard(NamedTuple):
    """The card that people say was gathered unread from a zone, in one state of the match."""

    steps_seq: int
    zone: Zone
    card: str
    by: Actor


class Decisions:
    """People's answers. The open questions write them, and the asker reads them.

    `answers` maps card ids to the names that people gave, or to None for something that is no card.
    People play on without the cards in `played_without`.
    """

    def __init__(self) -> None:
        self.answers: dict[str, str | None] = {}
        self.answered_by = TABLE
        self.early = EarlyCards()
        self.chosen = self.marked = ChosenMeaning(None, 0)
        self.gathered: GatheredCard | None = None
        self.played_without: set[tuple[str, Zone]] = set()

    def follow(self, current: JudgedPass) -> None:
        """Forget the answers about cards and changes that are no longer on the table."""
        there = {card.id for card in current.observed.settled}
        self.answers = {id_: name for id_, name in self.answers.items() if id_ in there}
        self.early.follow(current)

    def name(self, id_: str, card: str | None, by: Actor) -> None:
        """Take a person's name for the card with an id."""
        self.answers[id_], self.answered_by = card, by

    def chosen_for(self, current: JudgedPass, choice: Ambiguity) -> ChosenMeaning | None:
        """Return the meaning that people chose for the cards, or None."""
        return self.chosen if self.chosen.about == current.choice_key(choice) else None

    def gathered_in(self, current: JudgedPass) -> GatheredCard | None:
        """Return the card that people say was gathered unread, or None."""
        now, card = (current.match.steps_seq, current.gathered_unread), self.gathered
        return card if card is not None and (card.steps_seq, card.zone) == now else None


class EarlyCards:
    """Cards that were laid before their turn, until they are gone.

    Each one counts once its player confirms it (SL-3).
    """

    def __init__(self) -> None:
        self._zones: dict[ChangeKey, str] = {}
        self._confirmed: set[ChangeKey] = set()

    def note(self, changes: Iterable[Change]) -> None:
        """Note cards that were laid too early."""
        self._zones |= {change_key(change): zone_of(change) for change in changes}

    def follow(self, current: JudgedPass) -> None:
        """Note the cards of an earlier turn. Forget a card that is gone or was laid again."""
        self.note(
            change
            for change in current.changes
            if isinstance(change, Laid) and change.turn is not None
        )
        lie = {change_key(change): zone_of(change) for change in current.changes}
        fresh = {key for key in lie if current.table_pass.is_fresh(str(key[1]))}
        self._zones = {
            key: zone
            for key, zone in self._zones.items()
            if key not in fresh
            if lie.get(key, zone) == zone and (key in lie or not current.is_still(zone))
        }
        self._confirmed &= self._zones.keys()

    def confirm(self, change: Change) -> None:
        """Note that its player confirms a card."""
        self._confirmed.add(change_key(change))

    def awaits(self, change: Change) -> bool:
        """Whether a card was laid too early and is not confirmed yet."""
        key = change_key(change)
        return key in self._zones and key not in self._confirmed
