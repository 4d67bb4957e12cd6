"""An evening of six people with phones, who come and go between matches at a real table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.club_site import Phone, sit
from tests.evening import count
from tests.evening.pages import figures, recap
from tests.evening.table import Coyote, Table
from tests.process import eventually, once_read


class PhoneTable(Table):
    """A table at which everybody plays by a phone. `begins` begins the next match."""

    options: dict[str, Any] = {"edition": "tomahawk", "strikes": 1}  # noqa: RUF012

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "table"
        self.start()
        self.phones: dict[str, Phone] = {}
        self.begins: Callable[[], Any] = dict

    def begin(self, game: str, people: tuple[str, ...], **options: Any) -> int:
        assert (game, options) == ("coyote", self.options)
        for phone in self.phones.values():
            phone.state(self.site)  # Nobody is away.
        number = int(self.begins()["seq"])
        state = self.process.state()
        assert tuple(one["given"] for one in state["seats"]) == people
        seats = {name: one.state(self.site)["you"] for name, one in self.phones.items()}
        assert seats == dict.fromkeys(seats) | {name: seat for seat, name in enumerate(people)}
        return number

    def host_begins(self, seats: int, **more: Any) -> Callable[[], Any]:
        body = {"game": "coyote", "options": self.options, "seats": seats, **more}
        return lambda: self.process.post("/api/match", body)

    def again(self, name: str) -> Callable[[], Any]:
        seen = self.process.state()["seq"]
        return lambda: self.phones[name].post(self.site, "/api/again", seen=seen)

    def comes(self, *names: str) -> None:
        for name in names:
            self.phones[name] = Phone()
            self.phones[name].state(self.site)
            self.phones[name].post(self.site, "/api/seat/next", name=name)

    def leaves(self, name: str) -> None:
        self.phones.pop(name).post(self.site, "/api/seat/leave")

    def play(
        self, begins: Callable[[], Any], *people: str, later: Callable[[], Any] = dict
    ) -> Coyote:
        """Play a match to its end, each move by the phone of who should sit there."""
        self.begins = begins
        match, by_host = Coyote(self, *people), self.process.move

        def move(**move: Any) -> None:
            if "seat" not in move:
                by_host(**move)
                return
            phone = self.phones[match.who[move["seat"]]]
            body = {"seen": self.process.state()["seq"], "move": move}
            eventually(lambda: once_read(lambda: phone.post(self.site, "/api/move", **body)))

        self.process.move = move  # type: ignore[method-assign]
        later()
        match.finish()
        self.process.move = by_host  # type: ignore[method-assign]
        return match


def test_every_result_figure_and_rating_is_of_the_person_who_sat_there(tmp_path: Path) -> None:
    table = PhoneTable(tmp_path)
    for seat, name in enumerate(("Ada", "Bo", "Cy")):
        table.phones[name] = Phone()
        sit(table.phones[name], table.site, seat, name)
    played = [table.play(table.host_begins(3), "Ada", "Bo", "Cy", later=lambda: table.comes("Di"))]
    table.leaves("Bo")
    played.append(table.play(table.again("Cy"), "Ada", "Di", "Cy"))
    table.comes("Eve", "Fay")
    played.append(table.play(table.again("Ada"), "Ada", "Di", "Cy", "Eve", "Fay"))
    played.append(table.play(table.host_begins(2, names=["Cy", "Fay"]), "Cy", "Fay"))
    table.leaves("Di")
    table.comes("Bo")
    called = partial(table.phones["Eve"].post, table.site, "/api/seat/name", name="Eva")
    last = table.play(table.host_begins(5), "Cy", "Fay", "Ada", "Eve", "Bo", later=called)
    counted = [*(one.counted() for one in played), last.counted().renamed({"Eve": "Eva"})]
    tallies, told = count.tallies(counted, "coyote"), figures(table)["Coyote"]
    assert told.keys() == tallies.keys()
    for who, tally in tallies.items():
        assert (who, told[who]) == (who, count.figures(tally, "coyote"))
    for match, result in zip([*played, last], counted, strict=True):
        places = {seat: str(place) for place, seat in enumerate(match.order(), start=1)}
        assert recap(table, match.number) == (result.places[0][0], places)
