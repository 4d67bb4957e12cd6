"""The form of a new match: what is chosen in it, and the match that it begins."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee import library
from referee.contract import Game
from referee.match.commands import LEVELS, USUAL_LEVEL
from referee.match.running import Snapshot
from referee.options import (
    EDITION,
    Asks,
    AsksChoice,
    AsksEach,
    AsksSeat,
    AsksSome,
    AsksWhole,
    AsksYes,
    option_questions,
)
from referee.seating import Person
from referee.words import Voice
from webui.page.games import most_seats
from webui.page.seats import person_name, seat_name

ALONE = 3  # Seats of a match of one person.
LOT = "lot"  # The starting seat that chance chooses.
WHO = "who."  # Before the place of a person, as the player of a seat.


@dataclass
class NewMatch:
    """The choices in the form: those that it sent (`given`), else those of the last match.

    `last` has the seats and options of the last match, `follows` what follows from its end, and
    `no_bots` the reason why bots cannot play.

    The form also sends what it showed, as `was.…`, so a difference is a change by the user. An
    option belongs to its edition, and so does the name of its field.
    """

    game: Game[Any, Any, Any]
    given: Mapping[str, str]
    voice: Voice
    match: Snapshot | None
    people: tuple[Person, ...]
    buttons: int
    last: Mapping[str, Any]
    follows: Mapping[str, Any]
    no_bots: str

    def __post_init__(self) -> None:
        editions = library.editions(self.game)
        asked = option_questions(self.game, editions)
        self.questions = sorted(asked, key=lambda asks: asks.name != EDITION)
        self.kept, self.usual = self.last.get("options", {}), library.options(self.game, {})
        wanted = self.given.get(EDITION), self.kept.get(EDITION), getattr(self.usual, EDITION, "")
        self.edition: str = next(filter(editions.__contains__, wanted), "")
        self.scope = self.edition or "option"  # The first part of the names of options' fields.
        self.defaults = library.options(self.game, {EDITION: self.edition} if self.edition else {})
        sizes = library.seats(self.game, self.defaults)
        self.least, self.most = sizes[0], sizes[-1]
        names = {item.place: person_name(self.voice, item).name for item in self.people}
        self.names = {f"{WHO}{place}": name for place, name in names.items()}
        self.who = {f"{WHO}{item.place}": item for item in self.people}
        seats = range(max(self.buttons, most_seats()))
        self.everybody = [seat_name(self.voice, seat) for seat in seats]
        self._seat()

    # -- who plays -------------------------------------------------------------------------

    def _seat(self) -> None:
        """Choose the players, and let them follow from what the user has changed in the form.

        `plays` is by seat: the level of a bot, a person, or empty for somebody else.
        """
        here = [item for item in self.people if item.here]
        first = [self.bot(seat) for seat in range(len(self.everybody))]
        shown = self.given.get("was.plays", ",".join(first)).split(",")
        self.plays = [player if player in {*LEVELS, *self.who} else "" for player in shown]
        count = len(here) + sum(map(bool, first)) if self.match else self.last.get("seats", ALONE)
        self.seats = min(max(self._number("seats", count), self.least), self.most)
        usual = next(filter(None, self.levels), USUAL_LEVEL)
        self.level = self.given.get("level", self.given.get("was.level", usual))
        for seat in range(self.seats):
            player = self.given.get(f"level.{seat}", shown[seat])
            if player != shown[seat]:
                if player in self.who and player in self.plays:  # They change seats.
                    self.plays[self.plays.index(player)] = self.plays[seat]
                self.plays[seat] = player
        if self._changed("level"):
            self.plays = [self.level if player in LEVELS else player for player in self.plays]
        alone, company = self.given.get("company") == "alone", self._changed("company")
        if company and alone:
            self.seats = min(max(ALONE, self.least), self.most)
        if not self.no_bots and (company or (alone and self._changed("seats"))):
            self._seat_bots(self.seats - 1 if alone else 0)
        elif self._changed("bots"):
            self._seat_bots(self._number("bots", 0))
        elif self._changed("seats") or "was.plays" not in self.given:
            self._seat_people()

    def _changed(self, name: str) -> bool:
        return self.given.get(name, "") not in ("", self.given.get(f"was.{name}"))

    def _number(self, name: str, otherwise: int) -> int:
        text = self.given.get(name, "")
        return int(text) if text.isdecimal() and len(text) < 3 else otherwise

    def _seat_people(self) -> None:
        """Give everybody who is here a seat: their own, or else the first free one."""
        self.plays = ["" if player in self.who else player for player in self.plays]
        free = [seat for seat in range(self.seats) if not self.plays[seat]]
        here = (item for item in self.people if item.here)
        for person in sorted(here, key=lambda item: item.place not in free):
            if free:
                seat = free.pop(free.index(person.place) if person.place in free else 0)
                self.plays[seat] = f"{WHO}{person.place}"

    def _seat_bots(self, many: int) -> None:
        """Give bots `many` seats, starting from the last one; seats with a phone come last."""
        free = sorted(range(self.seats), key=lambda seat: (self._is_held(seat), -seat))
        for at, seat in enumerate(free):
            self.plays[seat] = self.level if at < many else ""
        self._seat_people()

    def _is_held(self, seat: int) -> bool:
        person = self.who.get(f"{WHO}{seat}")
        return person is not None and person.here and person.phone

    def bot(self, seat: int) -> str:
        """Return the level of a seat's bot in the current match, if the bot can stay."""
        bots = {} if self.match is None or self.no_bots else self.match.players.levels
        return "" if self._is_held(seat) else bots.get(seat, "")

    @property
    def levels(self) -> list[str]:
        """The level of each seat's bot; empty for a person."""
        return [player if player in LEVELS else "" for player in self.plays[: self.seats]]

    def typed(self, seat: int) -> str | None:
        """Return the name in a seat's field, or None if a bot or a phone has its own name."""
        person = self.who.get(self.plays[seat])
        if self.levels[seat] or (person and person.phone and person.name):
            return None
        return self.given.get(f"name.{seat}", person.name if person else "")

    # -- options ---------------------------------------------------------------------------

    def some(self, asks: AsksSome) -> dict[str, int]:
        """Return the things of which an option may select several, each with its number."""
        counts: Mapping[str, int] = getattr(self.defaults, asks.of)
        return {name: count for name, count in counts.items() if count}

    def value(self, asks: Asks) -> Any:
        """Return the value of an option: a list for several ones, text for a number or a seat."""
        name, was = f"{self.scope}.{asks.name}", f"{self.scope}.was.{asks.name}"
        sent, text, default = was in self.given, self.given.get(name, ""), self._default(asks)
        match asks:
            case AsksYes():
                return bool(text) if sent else default
            case AsksSome():
                things = [*self.some(asks)]
                if sent and bool(text) != bool(self.given[was]):  # The switch for all of them.
                    return things if text else []
                on = self.given if sent else {f"{name}.{thing}" for thing in default or ()}
                return [thing for thing in things if f"{name}.{thing}" in on]
            case AsksEach(values=values):
                shown = self.given[was].split(",") if sent else default or ()
                own = [value for value in shown if value in values]
                own += [value for value in values if value not in own]
                for seat, before in enumerate(own[: self.seats]):
                    chosen = self.given.get(f"{name}.{seat}", before)
                    if chosen != before and chosen in own:  # The two seats change values.
                        own[own.index(chosen)], own[seat] = before, chosen
                return own
            case AsksSeat():
                return text or str(default if default < self.seats else 0)
            case AsksWhole(usual=usual):
                text = text or str(default)
                return text if not usual or text in map(str, usual) else str(usual[0])
            case AsksChoice(values=values):
                return text if text in values else default

    def _default(self, asks: Asks) -> Any:
        """Return the starting seat that follows, or an option's last value in this edition."""
        usual = getattr(self.defaults, asks.name)
        if asks.name == EDITION:
            return self.edition
        if isinstance(asks, AsksSeat):
            seat = self.follows.get("options", {}).get(asks.name, usual)
            if self.match is None or self.match.game.name != self.game.name:
                return seat if self.follows.get("seats") == self.seats else usual
            if any(self.levels[seat : seat + 1]):
                return seat
            return self.plays.index(f"{WHO}{seat}") if f"{WHO}{seat}" in self.plays else usual
        before = self.kept.get(EDITION, getattr(self.usual, EDITION, "")) == self.edition
        value = self.kept.get(asks.name, usual) if before else usual
        if isinstance(asks, AsksSome) and value is True:
            return [*self.some(asks)]
        return usual if isinstance(asks, AsksChoice) and value not in asks.values else value

    def command(self) -> dict[str, Any]:
        """Return the fields of the command that begins the match.

        Raises `ValueError` if a number is none.
        """
        options = {asks.name: self.value(asks) for asks in self.questions}
        for asks in self.questions:
            if isinstance(asks, AsksSeat | AsksWhole):
                value = options[asks.name]
                options[asks.name] = random.randrange(self.seats) if value == LOT else int(value)
        seats, players = range(self.seats), [self.who.get(player) for player in self.plays]
        stays = [bool(self.levels[seat] and self.bot(seat)) for seat in seats]
        return {
            "game": self.game.name,
            "seats": self.seats,
            "options": options,
            "names": [
                self.everybody[seat].given if stays[seat] else self.typed(seat) or ""
                for seat in seats
            ],
            "levels": self.levels,
            "who": [item.place if item and item.phone else None for item in players][: self.seats],
        }
