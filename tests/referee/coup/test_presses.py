"""Coup at the panel: the grammar of presses, races, lamps, and what the pages are offered."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from firmware.presses.debounce import Edge
from firmware.presses.meanings import Meanings, PressAnswer
from firmware.presses.offer_times import OfferTimes
from firmware.presses.presses import Presses
from referee import library
from referee.contract import (
    AskCards,
    By,
    Cue,
    IllegalMove,
    Message,
    Offers,
    Press,
    RefereeError,
)
from referee.coup.state.state import State
from referee.match.commands import Move
from tests.bench.rules.randomplay import fill
from tests.referee.asks import reads
from tests.referee.coup.playing import Coup
from tests.referee.coup.summary import summary_of
from tests.referee.layouts import cards_to_clear, pending_messages, staying_cards

MS = 1_000_000
TOUCHES = {Press.SHORT: (0, 80), Press.LONG: (0, 600), Press.DOUBLE: (0, 80, 200, 280)}


class Panel:
    """Fingers on buttons, in a time of our own; the real recogniser, arbiter and offer times."""

    def __init__(self, match: Coup) -> None:
        self.match = match
        self.now_ns = 0
        self.denied: dict[int, Message | None] = {}
        self.made: list[str] = []
        self.times = OfferTimes()
        seats = len(match.state.faces)
        resting = [Edge(seat, -(10**12), False) for seat in range(seats)]
        self.presses = Presses(resting, self, self, lambda: Meanings(self.times), self.deny)
        self._take()

    def _take(self) -> None:
        old, offers = self.times.standing, self.offers()
        standing = old.after_move(offers, old.seq + 1)
        self.times = self.times.followed_by(standing, self.now_ns)

    # what a press needs of the match

    def offers(self) -> Offers:
        return self.match.game.rules.offers(self.match.state)

    def do(self, command: Move | PressAnswer, seat: int) -> int | None:
        assert isinstance(command, Move)
        assert command.seen == self.times.standing.seq
        assert command.move["seat"] == seat
        return self.act(command.move)

    def act(self, plain: dict[str, Any]) -> int:
        self.match.do(**plain)
        self.made.append(plain["move"])
        self._take()
        return self.times.standing.seq

    def take_back(self, seq: int) -> bool:
        raise AssertionError(f"every press is reported in time, and {seq} is called off")

    def why_not(self, seat: int, press: Press) -> RefereeError:
        return IllegalMove("no", Message("no", {"seat": seat, "press": press.value}))

    def deny(self, seat: int, why: RefereeError | None) -> None:
        self.denied[seat] = None if why is None else why.message

    def touch(self, seat: int) -> None:
        """A lamp's matter."""

    def let_go(self, seat: int) -> None:
        """A lamp's matter."""

    def mask(self, seat: int) -> None:
        """A lamp's matter."""

    def unmask(self, seat: int) -> None:
        """A lamp's matter."""

    def accept(self, seat: int) -> None:
        """A lamp's matter."""

    def refuse(self, seat: int) -> None:
        """A lamp's matter."""

    # what fingers do

    def wait(self, ms: float) -> None:
        end = self.now_ns + int(ms * MS)
        while self.now_ns < end:
            self.now_ns = min(end, self.now_ns + 5 * MS)
            self.presses.tick(self.now_ns)

    def press(self, seat: int, press: Press, after_ms: float = 1000) -> None:
        self.together([(seat, press, 0.0)], after_ms)

    def together(self, fingers: list[tuple[int, Press, float]], after_ms: float = 1000) -> None:
        """Several presses, each so many milliseconds after now."""
        self.wait(after_ms)
        start = self.now_ns
        edges = [
            Edge(seat, start + int((late + at) * MS), number % 2 == 0)
            for seat, press, late in fingers
            for number, at in enumerate(TOUCHES[press])
        ]
        for edge in sorted(edges, key=lambda edge: edge.edge_ns):
            self.wait((edge.edge_ns - self.now_ns) / MS)
            self.presses.edge(edge, self.now_ns)
        self.wait(40)


def panel(seats: int = 4, action: str = "tax", target: int | None = None, **options: Any) -> Panel:
    """A match in which the first seat has just declared an action."""
    match = Coup(seats, **options)
    match.purse(0, 9)
    match.declare(action, target)
    return Panel(match)


# -- the grammar ----------------------------------------------------------------------------


def test_a_short_press_challenges_and_a_long_one_lets_pass() -> None:
    table = panel()
    table.press(2, Press.LONG)
    table.press(3, Press.SHORT)
    assert table.made == ["pass", "challenge"]
    assert summary_of(table.match.state).challenger == 3
    table.press(0, Press.LONG)
    assert table.made[-1] == "concede"


def test_two_presses_block_and_a_single_one_does_nothing_then() -> None:
    table = panel(action="foreign_aid")
    table.press(2, Press.SHORT)
    assert table.made == [], "late for a challenge, and no false block"
    table.press(2, Press.DOUBLE)
    assert table.made == ["block"]
    assert summary_of(table.match.state).blocker == 2


def test_the_character_of_a_block_is_named_by_a_short_or_a_long_press() -> None:
    for press, card in ((Press.SHORT, "captain"), (Press.LONG, "ambassador")):
        table = panel(3, "extort", 1)
        table.press(2, Press.LONG)
        table.press(1, Press.LONG)
        table.press(1, Press.DOUBLE)
        assert summary_of(table.match.state).phase == "name"
        table.press(1, press)
        assert (table.made[-1], summary_of(table.match.state).block) == ("name_card", card)


def test_the_active_player_moves_on_by_a_long_press_after_the_least_time() -> None:
    table = panel(least_s=3)
    table.press(0, Press.LONG, after_ms=1000)
    assert table.made == []
    why = table.denied[0]
    assert why is not None
    assert why.key == "table.press.too_early"
    table.press(0, Press.LONG, after_ms=2000)
    assert table.made == ["move_on"]


def test_passes_do_not_start_the_least_time_anew() -> None:
    table = panel(least_s=3)
    table.press(2, Press.LONG, after_ms=1600)
    table.press(0, Press.LONG, after_ms=1600)
    assert table.made == ["pass", "move_on"]


def test_against_a_block_the_active_player_answers_first_and_then_moves_on() -> None:
    table = panel(4, "foreign_aid", least_s=1)
    table.press(1, Press.DOUBLE)
    table.press(0, Press.LONG)
    table.press(0, Press.LONG)
    assert table.made == ["block", "pass", "move_on"]
    assert table.match.state.turn == 1


@pytest.mark.parametrize("late_ms", [30.0, 150.0, 400.0])
def test_who_meant_to_block_too_and_came_late_challenges_nobody(late_ms: float) -> None:
    table = panel(action="foreign_aid")
    table.together([(1, Press.DOUBLE, 0.0), (2, Press.DOUBLE, late_ms)])
    assert table.made == ["block"]
    assert summary_of(table.match.state).phase == "counter"
    table.press(2, Press.SHORT)
    assert table.made == ["block", "challenge"]


def test_a_press_held_over_the_end_of_a_window_does_not_act_in_the_next() -> None:
    table = panel(3, "extort", 1)
    table.press(2, Press.LONG)
    table.together([(1, Press.SHORT, 0.0), (0, Press.LONG, 10.0)])
    assert table.made == ["pass", "challenge"], "the claimer's hold is no concession"
    assert summary_of(table.match.state).phase == "show"


# -- races ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fingers", "first", "behind"),
    [
        ([(1, 2.0), (3, 0.0)], 3, (1, 2.0)),
        ([(1, 0.0), (3, 2.0), (2, 9.5)], 1, (3, 2.0)),
        ([(3, 0.0), (1, 0.0)], 1, (3, 0.0)),  # a tie: clockwise from the claimer
    ],
)
def test_cp_23_the_first_challenge_wins_by_its_edge(
    fingers: list[tuple[int, float]], first: int, behind: tuple[int, float]
) -> None:
    table = panel()
    table.together([(seat, Press.SHORT, late) for seat, late in fingers])
    assert table.made == ["challenge"]
    assert summary_of(table.match.state).challenger == first
    params = table.match.ruling("CP-23").message.params
    assert (params["behind_seat"], params["ms"]) == behind


def test_cp_23_the_first_block_wins_by_its_first_touch() -> None:
    table = panel(action="foreign_aid")
    table.together([(3, Press.DOUBLE, 4.0), (2, Press.DOUBLE, 0.0)])
    assert summary_of(table.match.state).blocker == 2
    assert table.match.ruling("CP-23").message.params["ms"] == 4.0


# -- whole games -----------------------------------------------------------------------------


def test_whole_games_in_which_every_answer_is_a_press() -> None:
    """Actions come from phones and cards from the camera: all else is done by the buttons."""
    game = library.game("coup")
    random = Random(4)
    pressed: set[str] = set()
    for _ in range(6):
        match = Coup(random.randint(2, 5), least_s=1)
        table = Panel(match)
        while game.rules.outcome(match.state) is None:
            offers = [o for o in table.offers() if o.by in (By.SEAT, By.CAMERA)]
            offer = random.choice([o for o in offers if o.shown.press or o.ask or o.given])
            before = match.state
            if offer.shown.press is None:
                table.act(fill(offer, random))
                continue
            made = len(table.made)
            assert offer.seat is not None
            table.press(offer.seat, offer.shown.press, after_ms=1200)
            assert table.made[made:] == [offer.move], (before.phase, table.denied)
            pressed.add(offer.move)
    answers = {"challenge", "block", "name_card", "pass", "move_on", "concede", "exchanged"}
    assert pressed == answers


def test_a_slip_is_forgiven_by_an_undo_and_the_window_opens_anew() -> None:
    table = panel()
    before = table.match.state
    table.press(2, Press.SHORT)
    assert summary_of(table.match.state).phase == "show"
    table.match.state = before  # the table takes it back
    table._take()
    table.press(2, Press.LONG)
    assert table.made[-1] == "pass"


# -- lamps, zones, pages ----------------------------------------------------------------------


def cues(match: Coup) -> list[Cue]:
    return list(match.game.rules.offers(match.state).cues)


def test_lamps_breathe_to_challenge_and_blink_to_block() -> None:
    turn, challenge, block = Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK
    idle, wait = Cue.IDLE, Cue.WAIT
    match = Coup(3)
    assert cues(match) == [turn, idle, idle]
    match.declare("extort", 1)
    assert cues(match) == [turn, challenge, challenge]
    match.do("pass", seat=2)
    assert cues(match) == [turn, challenge, idle]
    match.do("pass", seat=1)
    assert cues(match) == [turn, block, idle]
    match.do("block", seat=1)
    assert cues(match) == [idle, turn, idle]
    match.do("name_card", seat=1, card="captain")
    assert cues(match) == [challenge, idle, challenge]
    match.do("challenge", seat=2)
    assert cues(match) == [wait, turn, wait]
    match.do("card_shown", cards=["captain"])
    assert cues(match) == [wait, wait, turn]
    match.loses("duke")
    assert cues(match) == [wait, turn, wait]


def test_foreign_aid_is_blocked_by_anybody_and_lamps_say_so() -> None:
    match = Coup(4)
    match.declare("foreign_aid")
    assert cues(match) == [Cue.TURN, Cue.MAY_BLOCK, Cue.MAY_BLOCK, Cue.MAY_BLOCK]


def test_the_clock_counts_windows_and_not_passes() -> None:
    match = Coup(4)
    match.declare("extort", 1)
    windows = [match.game.rules.offers(match.state).window]
    match.do("pass", seat=2)
    windows.append(match.game.rules.offers(match.state).window)
    match.do("pass", seat=3)
    match.do("pass", seat=1)
    windows.append(match.game.rules.offers(match.state).window)
    assert windows[0] == windows[1] < windows[2]


def test_the_camera_reads_in_the_middle_and_before_the_loser() -> None:
    match = Coup(3)
    match.declare("tax")
    assert staying_cards(match.game, match.state) == {}
    match.do("challenge", seat=1)
    ((_, read),) = reads(match.game.rules.offers(match.state))
    assert (read.zone, read.least, read.most) == ("middle", 1, 1)
    shows = Message("coup.want.show", {"seat": 0, "cards": ("duke",)})
    assert pending_messages(match.game, match.state) == [shows]
    match.do("card_shown", cards=["duke"])
    ((_, read),) = reads(match.game.rules.offers(match.state))
    assert (read.zone, read.least) == ("seat:1", 1)
    assert pending_messages(match.game, match.state) == [Message("coup.want.turn", {"seat": 1})]
    assert read.possible["duke"] == 2, "the one in the middle is not theirs"
    match.loses("captain")
    assert cards_to_clear(match.game, match.state) == {"middle": ["duke"]}
    assert staying_cards(match.game, match.state) == {"seat:1": ["captain"]}
    (offer,) = (o for o in match.game.rules.offers(match.state) if o.by is By.CAMERA)
    (ask,) = offer.ask
    assert isinstance(ask, AskCards)
    assert (ask.zone, ask.fits([]), ask.fits(["duke"])) == ("middle", True, False)


def test_only_the_host_sets_purses_right() -> None:
    offers = [o for o in Coup(3).game.rules.offers(Coup(3).state) if o.move == "coins_set"]
    assert [(o.by, o.seat) for o in offers] == [(By.HOST, 0), (By.HOST, 1), (By.HOST, 2)]


def test_everybody_sees_the_same_and_it_is_all_public() -> None:
    match = Coup(3)
    match.declare("extort", 1)
    match.challenge(2, "captain")
    match.loses("duke")
    views = [match.game.shown.view(match.state, seat) for seat in (None, 0, 1, 2)]
    assert all(msgspec.structs.replace(view, seat=None) == views[0] for view in views)
    coins, influence = views[0].seats[2].tokens
    assert (coins.kind, coins.count) == ("coin", 2)
    assert (influence.kind, influence.count, influence.of) == ("influence", 1, 2)
    assert views[0].seats[2].cards == ("duke",)
    assert [note.key for note in views[0].seats[0].notes] == ["coup.note.claimed"]


def test_the_state_has_no_place_for_a_hidden_card() -> None:
    fields = set(State.__struct_fields__)
    assert not fields & {"hands", "court", "deck", "cards", "secret"}
    match = Coup(3)
    match.declare("exchange")
    match.passes()
    match.do("exchanged", seat=0)
    assert not summary_of(match.state).window
    assert match.state.faces == ((), (), ())


def test_a_pass_without_a_window_says_why() -> None:
    with pytest.raises(IllegalMove):
        Coup(3).do("pass", seat=1)
