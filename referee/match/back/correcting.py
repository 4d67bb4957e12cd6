"""Corrects a misread card: changes the reading and makes all later moves again.

This module knows no rules. An offer says which cards a reading may have, and the game checks the
later moves. If a later reading already knew the corrected card, the correction applies to it, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec

from referee.actor import TABLE, Actor
from referee.contract import AskCards, AskPlace, Cell, Game, IllegalMove, Message, Offer, matches
from referee.kit import replaced
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


class Reading(NamedTuple):
    """What a move read: the question, the cards by canonical name, and the ids of any pictures."""

    ask: AskCards
    cards: tuple[str, ...]
    proof: tuple[str, ...]


class Corrector:
    """Corrects readings in a match that began in the state `begun`, up to its move `last`."""

    def __init__(
        self, game: Game[Any, Any, Any], begun: Any, last: AppliedMove | None, by: Actor = TABLE
    ) -> None:
        self._game = game
        self._begun = begun
        self._by = by
        self._made = list(applied_moves(last))[::-1]
        self._reads: dict[int, Reading | None] = {}

    def possible(self, of: int, at: int) -> tuple[Correction, ...]:
        """Return one correction for each other card that the card `at` in entry `of` could be.

        If an earlier entry already knew the card, the entry that first read it is corrected. Raise
        `IllegalMove` if there is no such card.
        """
        found = []
        index, at = self._origin(self._index(of), at)
        reading = self._reading(index)
        for card in reading.ask.limit():
            if card != reading.cards[at]:
                with suppress(IllegalMove):
                    found.append(self._replay(index, replaced(reading.cards, at, card)))
        return tuple(found)

    def correct(self, of: int, at: int, card: str, back: bool = False) -> Correction:
        """Return the correction of one card to another. Raise `IllegalMove`.

        Raise `CorrectionConflict` if a later move becomes illegal, unless the match may go `back`.
        """
        index, at = self._origin(self._index(of), at)
        try:
            name = self._game.table.cards.name(card)
        except ValueError:
            raise IllegalMove("desk", Message("desk.card_cannot_be", {"card": card})) from None
        correction = self._replay(index, replaced(self._reading(index).cards, at, name))
        if correction.cut and not back:
            raise CorrectionConflict(correction)
        return correction

    def replay(self, of: int, cards: tuple[str, ...]) -> Correction:
        """Replace the cards of reading `of` and repeat all later moves. Raise `IllegalMove`."""
        return self._replay(self._index(of), cards)

    def readings(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return the number and the cards of each entry that read cards, in order."""
        found = ((made.entry.seq, self._read(index)) for index, made in enumerate(self._made))
        return tuple((seq, read.cards) for seq, read in found if read and read.cards)

    # -- replaying ----------------------------------------------------------------------------

    def _replay(self, index: int, cards: tuple[str, ...]) -> Correction:
        was = self._reading(index)
        if len(cards) != len(was.cards) or cards == was.cards:
            raise IllegalMove("desk", Message("desk.nothing_corrected"))
        renamed = {
            id_: now
            for id_, old, now in zip(was.proof, was.cards, cards, strict=False)
            if old != now
        }
        before = self._made[index - 1] if index else None
        move = _with_cards(self._made[index].entry.move, was.ask.field, cards)
        made = [self._applied(self._made[index], move, self._state(index), before)]
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
        return Correction(
            of=made[0].entry,
            field=was.ask.field,
            made=made[-1],
            kept=tuple(one.entry for one in made[1:]),
            cut=tuple(one.entry for one in self._made[index + len(made) :]),
            why=why,
            was=was.cards,
            cards=cards,
            renamed=renamed,
        )

    def _applied(
        self, old: AppliedMove, move: Any, state: Any, before: AppliedMove | None
    ) -> AppliedMove:
        state, rulings = self._game.rules.apply(state, move)
        by = old.entry.corrected_by if move == old.entry.move else self._by
        entry = replace(old.entry, move=move, rulings=rulings, corrected_by=by)
        return AppliedMove(entry, state, before)

    def _adapted_move(self, index: int, now: Any, renamed: Mapping[str, str]) -> Any:
        """Return a later move for the state `now`. Cards that it knew get their new names."""
        move, was = self._made[index].entry.move, self._read(index)
        ask = None if was is None else _answered_ask(self._game, now, move)
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
        return _with_cards(move, was.ask.field, tuple(cards))

    # -- readings ------------------------------------------------------------------------------

    def _index(self, of: int) -> int:
        for index, made in enumerate(self._made):
            if made.entry.seq == of:
                return index
        raise IllegalMove("desk", Message("desk.no_such_card"))

    def _state(self, index: int) -> Any:
        return self._made[index - 1].state if index else self._begun

    def _reading(self, index: int) -> Reading:
        found = self._read(index)
        if found is None:
            raise IllegalMove("desk", Message("desk.no_such_card"))
        return found

    def _read(self, index: int) -> Reading | None:
        """Return the reading of a move, or None if it read no cards."""
        if index not in self._reads:
            move, read = self._made[index].entry.move, None
            ask = _answered_ask(self._game, self._state(index), move)
            if ask is not None:
                cards = tuple(map(self._game.table.cards.name, cards_of(move)))
                proof = getattr(move, "proof", ())
                read = Reading(ask, cards, proof if len(proof) == len(cards) else ())
            self._reads[index] = read
        return self._reads[index]

    def _origin(self, index: int, at: int) -> tuple[int, int]:
        """Return the index of the move that first read a card, and the card's index in it."""
        read = self._reading(index)
        if not 0 <= at < len(read.cards):
            raise IllegalMove("desk", Message("desk.no_such_card"))
        card = read.cards[at]
        known = read.ask.known.count(card)
        alike = [place for place, name in enumerate(read.cards) if name == card]
        seen = {place: self._earlier_with_picture(index, read, place) for place in alike}
        alike.sort(
            key=lambda place: seen[place] is None
        )  # A card with an earlier picture was already known.
        if at not in alike[:known]:
            return index, at
        earlier = seen[at] or self._earlier_with_name(index, card)
        return (index, at) if earlier is None else self._origin(*earlier)

    def _earlier_with_picture(
        self, index: int, read: Reading, place: int
    ) -> tuple[int, int] | None:
        """Return an earlier reading of the same picture, and the card's index in it, or None."""
        picture = read.proof[place] if read.proof else None
        for earlier in range(index - 1, -1, -1) if picture else ():
            found = self._read(earlier)
            if found and picture in found.proof:
                return earlier, found.proof.index(picture)
        return None

    def _earlier_with_name(self, index: int, card: str) -> tuple[int, int] | None:
        """Return the latest earlier reading that first read a card of that name, or None.

        The second value is the card's index in that reading.
        """
        for earlier in range(index - 1, -1, -1):
            found = self._read(earlier)
            if found and found.cards.count(card) > found.ask.known.count(card):
                places = [place for place, name in enumerate(found.cards) if name == card]
                return earlier, places[-1]
        return None


def _required_cards(ask: AskCards) -> Counter[str]:
    """Return the cards that an answer must name.

    These are the cards already known. If only one new card is possible, that card is included.
    """
    known = Counter(ask.known)
    new = Counter(ask.possible) - known
    alone = ask.least == known.total() + 1 and not ask.discards and len(new) == 1
    return known + new if alone and new.total() == 1 else known


def cards_of(move: Any) -> tuple[str, ...]:
    """Return the cards that a move names: those that it read, or the one in its cell."""
    cards = getattr(move, "cards", None)
    if isinstance(cards, tuple):
        return cards
    values = (getattr(move, name) for name in getattr(move, "__struct_fields__", ()))
    return tuple(value.card for value in values if isinstance(value, Cell))


def _with_cards(move: Any, field: str, cards: tuple[str, ...]) -> Any:
    """Return the move with other cards in a field. A card in a cell keeps its cell."""
    was = getattr(move, field)
    value = Cell(cards[0], was.row, was.column) if isinstance(was, Cell) else cards
    return msgspec.structs.replace(move, **{field: value})


def _answered_ask(game: Game[Any, Any, Any], state: Any, move: Any) -> AskCards | None:
    """Return the question that a move's cards answer, or None if it reads no cards."""
    tag, seat = move.__struct_config__.tag, getattr(move, "seat", None)
    for offer in game.rules.offers(state) if cards_of(move) or hasattr(move, "cards") else ():
        if (offer.move, offer.seat) != (tag, seat):
            continue
        for ask in offer.ask:
            if isinstance(ask, AskCards) and isinstance(getattr(move, ask.field, None), tuple):
                return ask
            if isinstance(ask, AskPlace) and _has_given_fields(move, offer):
                return _ask_in_cell(ask, getattr(move, ask.field))
        if "cards" in offer.given and matches(offer, move):  # Only this card is possible.
            only = Counter(offer.given["cards"])
            return AskCards("cards", "", only.total(), only.total(), only)
    return None


def _has_given_fields(move: Any, offer: Offer) -> bool:
    """Whether a move has an offer's given fields, because offers in one zone differ in these."""
    return all(
        msgspec.to_builtins(getattr(move, name)) == value for name, value in offer.given.items()
    )


def _ask_in_cell(ask: AskPlace, cell: Cell) -> AskCards:
    """Return the question of which possible card lies in a cell."""
    at = (cell.row, cell.column)
    possible = {card: 1 for card, cells in ask.places.items() if at in cells}
    return AskCards(ask.field, ask.zone, 1, 1, possible)
