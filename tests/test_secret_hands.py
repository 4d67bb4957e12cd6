"""Hands at the virtual table, in random play of every game: whoever looks is told of their own.

What a game keeps from a viewer may be anything else, and the viewer's page is the same, byte for
byte: a stranger's and the big screen's, each seat's, a shared phone's, the laptop's, what a
seat without a phone looks at there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from referee.actor import CAMERA
from referee.contract import IllegalMove
from referee.match.commands import Begin, HandOver, Move
from referee.reports import virtual_acts as acts
from referee.words import Voice
from tests.bench.rules.randomplay import choose
from tests.breadth import breadth
from tests.live import StillVirtualTable
from webui.access.holders import new_token
from webui.app import create_app
from webui.page.moment import Viewer
from webui.routes.web import Web

# Which hands each seat may look at, at the first deal; nobody's are for the stranger.
GAMES = {
    "coyote": (3, ((1, 2), (0, 2), (0, 1)), ()),
    "coup": (3, ((0,), (1,), (2,)), ()),
    "coup_detat": (3, ((0,), (1,), (2,)), ()),
    "ogallala": (2, ((0, 1), (0, 1)), (0, 1)),
    "plenty_coups": (2, ((0, 2), (1,)), ()),  # the neutral tribe is the elder's in round 1
}
MOMENTS, MOVES = 3, 8  # so many, each after so many moves


class Evening(StillVirtualTable):
    """A match at a virtual table with its pages, played by chance."""

    def __init__(self, folder: Path, game: str) -> None:
        super().__init__(folder, seed=2)
        self.web: Web = create_app(self.table, self.virtual).extensions["web"]
        self.seats = GAMES[game][0]
        self.desk.do(Begin(game, {}, self.seats))
        self._deal()
        self.chance = Random(game)

    def seat_bots(self, *seats: int) -> None:
        """Let the table play some seats, none of which acts."""
        self.table.bots._serve = None
        for seat in seats:
            self.desk.do(HandOver(seat, level="fair"))

    def _deal(self) -> None:
        with suppress(IllegalMove):
            self.virtual.do(acts.Deal())

    def go_on(self) -> None:
        """Make some moves, and do with hands what people do."""
        for _ in range(MOVES):
            while (move := choose(self.match.offers, self.chance))["move"] == "leave":
                pass
            with suppress(IllegalMove):
                self.desk.do(Move(move), CAMERA)
        self._deal()
        for act in self._some():
            with suppress(IllegalMove, LookupError):
                self.virtual.do(act)

    def _some(self) -> Iterator[acts.VirtualAct]:
        seat = self.chance.randrange(self.seats)
        yield from [acts.Hold("pile", seat)] * 3
        first, *_, last = self.virtual.scene().hands[seat]
        yield acts.Place(first, 300, 200, face_up=self.chance.random() < 0.5)
        yield acts.PutBack(last)

    def page(self, viewer: Viewer) -> bytes:
        self.web.updates.touch()
        return self.web.states.json(viewer)

    def otherwise(self, seen: Collection[int]) -> None:
        self.deal_otherwise(seen, self.chance)


def sit(evening: Evening, *seats: int) -> None:
    for seat in range(evening.seats):
        evening.web.holders.free(seat)
    for seat in seats:
        evening.web.holders.take(seat, new_token())


@pytest.mark.parametrize("game", GAMES)
def test_a_page_tells_of_no_hand_that_its_viewer_may_not_see(tmp_path: Path, game: str) -> None:
    evening = Evening(tmp_path, game)
    seats, sees, open_ = GAMES[game]
    lies = evening.virtual.scene()
    assert (lies.sees, lies.open) == (sees, open_)
    laptop = Viewer("en", host=True, is_host_phone=True, scene=True)
    differs = 0
    for _ in range(MOMENTS):
        evening.go_on()
        lies = evening.virtual.scene()
        viewers = {
            Viewer("en"): (),
            Viewer("en", big_screen=True): (),
            Viewer("en", host=True, is_host_phone=True): (),
            Viewer("en", seats=(0, 1)): (),
            laptop: lies.open,
            **{Viewer("en", seat=seat, seats=(seat,)): lies.sees[seat] for seat in range(seats)},
        }
        for phones, who in ((range(seats), viewers), ((0,), {laptop: lies.open})):
            sit(evening, *phones)
            for viewer, seen in who.items():
                before = evening.page(viewer)
                evening.otherwise(seen)
                assert evening.page(viewer) == before, viewer
        looks = seats - 1
        before = msgspec.json.encode(evening.web.states.hands(Voice("en"), looks))
        evening.otherwise(lies.sees[looks])
        assert msgspec.json.encode(evening.web.states.hands(Voice("en"), looks)) == before
        sit(evening)
        alone = evening.page(laptop)
        evening.otherwise(lies.open)
        differs += evening.page(laptop) != alone
    assert differs or set(open_) == set(range(seats)), "the comparison can fail"
    evening.close()


@pytest.mark.parametrize("game", breadth(GAMES, "coup", "plenty_coups"))
def test_beside_the_tables_own_the_laptop_shows_what_people_may_see(
    tmp_path: Path, game: str
) -> None:
    evening = Evening(tmp_path, game)
    seats, _, _ = GAMES[game]
    evening.seat_bots(*range(1, seats))
    laptop = Viewer("en", host=True, is_host_phone=True, scene=True)
    for _ in range(MOMENTS):
        evening.go_on()
        lies = evening.virtual.scene()
        for phones, seen in (((), lies.sees[0]), ((0,), lies.open)):
            sit(evening, *phones)
            before = evening.page(laptop)
            evening.otherwise({*lies.open, *seen})
            assert evening.page(laptop) == before, "no hand of the table's own is told of"
        sit(evening)
        shown = evening.web.states.page(laptop).scene.scene
        assert shown is not None
        hands = [hand for hand in lies.sees[0] if hand < len(lies.hands)]
        assert all(card in shown.faces for hand in hands for card in lies.hands[hand])
        assert set(shown.lookers[1:seats]) == {None}
    evening.close()
