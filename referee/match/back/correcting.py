"""Corrects a misread card: changes the reading and makes all later moves again.

This module knows no rules. An offer says which cards a reading may have, and the game checks the
later moves. If a later reading already knew the corrected card, the correction applies to it, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from referee.actor import TABLE, Actor
from referee.contract import AskCards, Game, IllegalMove, Message
from referee.kit import replaced
from referee.match.back.readings import Readings, answered_ask, with_cards
from referee.match.log import AppliedMove, Entry, applied_moves


class CorrectionConflict(IllegalMove):
    """A correction that would make a later move illegal. It has changed nothing.

    `kept` are the entries that are still legal, `cut` the rest. The rule and the message are those
    of the first illegal move.
    """

    def __init__(self, correction: Correction) -> None:
        assert correction.why is not None
        super().__init__(correction.why.rule, correction.why.message)
        self.kept, self.cut = correction.kept, correction.cut


@dataclass(frozen=True)
class Correction:
    """A correction of the reading `of`, and what follows from it.

    `made` ends with the last move that is still legal. `kept` are the later entries that stay
    legal. `cut` are the entries from the first illegal one on, and `why` is the refusal of that
    one. `was` are the cards before the correction. `renamed` has the correct card of each misread
    picture.
    """

    of: Entry
    field: str
    made: AppliedMove
    kept: tuple[Entry, ...]
    cut: tuple[Entry, ...]
    why: IllegalMove | None
    was: tuple[str, ...]
    cards: tuple[str, ...]
    renamed: Mapping[str, str]

    @property
    def changed(self) -> tuple[str, str]:
        """The card that was misread, and the card that it is."""
        both = zip(self.was, self.cards, strict=True)
        return next((was, card) for was, card in both if was != card)


class Corrector:
    """Corrects readings in a match that began in the state `begun`, up to its move `last`."""

    def __init__(
        self, game: Game[Any, Any, Any], begun: Any, last: AppliedMove | None, by: Actor = TABLE
    ) -> None:
        self._game = game
        self._by = by
        self._made = list(applied_moves(last))[::-1]
        self._readings = Readings(game, begun, self._made)

    def possible(self, of: int, at: int) -> tuple[Correction, ...]:
        """Return one correction for each other card that the card `at` in entry `of` could be.

        If an earlier entry already knew the card, the entry that first read it is corrected. Raise
        `IllegalMove` if there is no such card.
        """
        corrections = []
        index, at = self._readings.origin(of, at)
        reading = self._readings.reading(index)
        for card in reading.ask.limit():
            if card != reading.cards[at]:
                with suppress(IllegalMove):
                    corrections.append(self._replay(index, replaced(reading.cards, at, card)))
        return tuple(corrections)

    def correct(self, of: int, at: int, card: str, back: bool = False) -> Correction:
        """Return the correction of one card to another. Raise `IllegalMove`.

        Raise `CorrectionConflict` if a later move becomes illegal, unless the match may go `back`.
        """
        index, at = self._readings.origin(of, at)
        try:
            name = self._game.table.cards.name(card)
        except ValueError:
            raise IllegalMove("desk", Message("desk.card_cannot_be", {"card": card})) from None
        correction = self._replay(index, replaced(self._readings.reading(index).cards, at, name))
        if correction.cut and not back:
            raise CorrectionConflict(correction)
        return correction

    def replay(self, of: int, cards: tuple[str, ...]) -> Correction:
        """Replace the cards of reading `of` and repeat all later moves. Raise `IllegalMove`."""
        return self._replay(self._readings.index(of), cards)

    def readings(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return the number and the cards of each entry that read cards, in order."""
        readings = [self._readings.find(index) for index in range(len(self._made))]
        entries = zip((made.entry.seq for made in self._made), readings, strict=True)
        return tuple((seq, read.cards) for seq, read in entries if read and read.cards)

    # -- replaying ----------------------------------------------------------------------------

    def _replay(self, index: int, cards: tuple[str, ...]) -> Correction:
        was = self._readings.reading(index)
        if len(cards) != len(was.cards) or cards == was.cards:
            raise IllegalMove("desk", Message("desk.nothing_corrected"))
        pictured = zip(was.proof, was.cards, cards, strict=False)
        renamed = {id_: now for id_, old, now in pictured if old != now}
        before = self._made[index - 1] if index else None
        move = with_cards(self._made[index].entry.move, was.ask.field, cards)
        made = [self._applied(self._made[index], move, self._readings.state_before(index), before)]
        why = None
        for number in range(index + 1, len(self._made)):
            if made[-1].state == self._made[number - 1].state:  # From here on, nothing changes.
                for old in self._made[number:]:
                    made.append(AppliedMove(old.entry, old.state, made[-1]))
                break
            move = self._adapted_move(number, made[-1].state, renamed)
            try:
                made.append(self._applied(self._made[number], move, made[-1].state, made[-1]))
            except IllegalMove as error:
                why = error
                break
        first, *kept = [step.entry for step in made]
        cut = tuple(step.entry for step in self._made[index + len(made) :])
        then = (made[-1], tuple(kept), cut, why)
        return Correction(first, was.ask.field, *then, was.cards, cards, renamed)

    def _applied(
        self, old: AppliedMove, move: Any, state: Any, before: AppliedMove | None
    ) -> AppliedMove:
        state, rulings = self._game.rules.apply(state, move)
        by = old.entry.corrected_by if move == old.entry.move else self._by
        entry = replace(old.entry, move=move, rulings=rulings, corrected_by=by)
        return AppliedMove(entry, state, before)

    def _adapted_move(self, index: int, now: Any, renamed: Mapping[str, str]) -> Any:
        """Return a later move for the state `now`. Cards that it knew get their new names."""
        move, was = self._made[index].entry.move, self._readings.find(index)
        ask = None if was is None else answered_ask(self._game, now, move)
        if was is None or ask is None or ask.zone != was.ask.zone:
            return move
        known, knows = Counter(was.ask.known), Counter(ask.known)
        if known == knows:
            known, knows = _required_cards(was.ask), _required_cards(ask)
        gone, come = known - knows, list((knows - known).elements())
        if gone.total() != len(come):
            return move
        cards = list(was.cards)
        pictured = [place for place, id_ in enumerate(was.proof) if id_ in renamed]
        for place in dict.fromkeys((*pictured, *range(len(cards)))):
            if gone[cards[place]]:
                gone[cards[place]] -= 1
                name = renamed[was.proof[place]] if place in pictured else come[0]
                name = name if name in come else come[0]
                come.remove(name)
                cards[place] = name
        return with_cards(move, was.ask.field, tuple(cards))


def _required_cards(ask: AskCards) -> Counter[str]:
    """Return the cards that an answer must name.

    These are the cards already known. If only one new card is possible, that card is included.
    """
    known = Counter(ask.known)
    new = Counter(ask.possible) - known
    alone = ask.least == known.total() + 1 and not ask.discards and len(new) == 1
    return known + new if alone and new.total() == 1 else known
