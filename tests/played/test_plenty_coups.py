"""Turns of Plenty Coups in real browsers: by the taps of four phones, and without a phone.

Without one, cards are dragged to their zones and read by the camera, and presses say what is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Position, expect

from firmware.virtual.pile import Pile
from firmware.virtual.state import TableState
from firmware.virtual.table import KEY
from referee.actor import at_seat
from referee.contract import By
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.plenty_coups.state.cards import COUNTS
from tests.played.console import taps
from tests.played.evening import Evening
from tests.played.home import RealHome
from tests.referee.plenty_coups.public_state import PublicState, Raid
from tests.webui.pages import PATIENCE_MS, PHONE, hand_of, large_enough, picture, say, sit, when

# -- four phones --------------------------------------------------------------------------------

SEATS = 4


class Party(RealHome):
    """Four people with a phone each, and real cards that nobody but they see."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        super().__init__(folder, browser)
        self.desk.do(Begin("plenty_coups", {}, SEATS))
        self.phones = [self.open("/", viewport=PHONE) for _ in range(SEATS)]
        for seat, phone in enumerate(self.phones):
            sit(phone, seat)

    @property
    def stands(self) -> PublicState:
        """What the match shows."""
        return PublicState(self.match.state)

    def market(self, *cards: str) -> None:
        """Have cards turned up on the market."""
        self.desk.do(Move({"move": "market_read", "cards": [*self.stands.market, *cards]}))

    def shown(self, seat: int) -> Page:
        """Return a phone once it shows the match as it stands."""
        phone, seq = self.phones[seat], str(self.match.seq)
        expect(phone.locator("body")).to_have_attribute("data-seq", seq, timeout=PATIENCE_MS)
        return phone

    def tap(self, seat: int, *what: str, cards: tuple[str, ...] = ()) -> None:
        """Tap on a phone what makes a move, and see it made."""
        phone, seq = self.shown(seat), self.match.seq
        for one in what:
            phone.locator(f'#dock [data-key^="{one}"]').first.click(timeout=PATIENCE_MS)
        for card in cards:
            phone.click(f'#dock .cards [data-card="{card}"]', timeout=PATIENCE_MS)
        if cards:
            phone.click('#dock [data-key="done"]', timeout=PATIENCE_MS)
        when(phone, lambda: self.match.seq > seq)
        assert self.match.log[-1].by == at_seat(seat)


@pytest.fixture
def party(tmp_path: Path, browser: Browser) -> Iterator[Party]:
    opened = Party(tmp_path, browser)
    yield opened
    opened.close()


@pytest.mark.verify
def test_four_phones_play_a_turn_each_and_the_one_disdained_answers_on_its_own(
    party: Party,
) -> None:
    tap, upon = party.tap, "among."
    party.market("coup_stick", "horse", "swallow_3", "weapon_4")
    tap(0, cards=("coup_stick", "horse"))
    tap(0, upon + say("plenty_coups.among.disdain"), "disdain.1.")
    assert party.stands.phase == "answer"
    for seat in range(SEATS):
        expect(party.shown(seat).locator('#dock [data-move="prove"]')).to_have_count(int(seat == 1))
    picture(party.phones[1], "plenty-coups-disdained")
    tap(1, cards=("moth_4",))
    tap(0, "breed")
    assert (party.stands.turn, party.stands.horses[0]) == (3, 2)
    party.market("lynx_4", "bee_2")
    tap(3, cards=("lynx_4", "bee_2"))
    tap(3, upon + say("plenty_coups.among.raid"), "raid.2", cards=("lynx_4",))
    tap(3, "propose", cards=("heron_1",))
    assert party.stands.raids[2] == Raid(3, ("lynx_4",))
    party.market("heron_2", "weapon_2")
    tap(2, cards=("weapon_4", "heron_2"))
    tap(2, "defend", cards=("weapon_4",))
    assert party.stands.raids[2] is None
    tap(2, "hunt", cards=("heron_2",))
    tap(2, cards=("bee_1", "moth_1"))
    party.market("bee_3", "weapon_3")
    tap(1, cards=("swallow_3", "weapon_3"))
    tap(1, upon + say("plenty_coups.among.raid"), "raid.0", cards=("swallow_3",))
    tap(1, upon + say("plenty_coups.among.gift"), "gift.2", cards=("weapon_3",))
    assert (party.stands.turn, party.stands.round) == (0, 2)
    for seat in range(SEATS):
        phone = party.shown(seat)
        expect(phone.locator("#last")).not_to_be_empty()
        assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")  # seats may
        large_enough(phone)


# -- no phone -----------------------------------------------------------------------------------

HANDS = (
    ("heron_3", "weapon_2", "bee_1"),
    ("lynx_1", "horse", "moth_2"),
    ("bee_2", "bee_4", "moth_3"),
)
DRAWS = ("horse", "coup_stick", "lizard_1", "weapon_4")  # the market, in this order
PILE = "#pile"


class Table(Evening):
    """Three people round a table without a phone; `page` is the virtual table's."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        desk = Desk.open(folder / "plenty_coups.sqlite")
        match = desk.do(Begin("plenty_coups", {}, len(HANDS))).match
        pile = Pile.new(COUNTS)
        hands = [[pile.take_named(card) for card in hand] for hand in HANDS]
        Random(1).shuffle(pile.draw)
        pile.draw += [pile.take_named(card) for card in DRAWS][::-1]
        layout = TableState("plenty_coups", match, pile, hands, dealt=1)
        desk.put(KEY, msgspec.to_builtins(layout))
        super().__init__(desk, browser, 1)

    def until(self, true: Callable[[], bool], _what: str) -> None:
        """Wait while the pages go on: cards that are laid one by one are asked about meanwhile."""
        when(self.page, true)

    def turn_up(self, *cards: str) -> None:
        """Turn up what the market lacks, by one key; the camera reads it."""
        with self.moves("the market"):
            lying = self.page.locator("#mat .placed")
            number = lying.count()
            self.page.locator(PILE).focus()
            self.page.keyboard.press("Enter")
            expect(lying).to_have_count(number + len(cards), timeout=PATIENCE_MS)
            laid = self.virtual.scene().placed[number:]
            assert [one.card for one in laid] == list(cards)

    def take(self, seat: int, *cards: str) -> None:
        """Drag cards from the market into a hand, which is a move once all are gone."""
        with self.moves("a take"):
            for card in cards:
                found = next(one.id for one in self.virtual.scene().placed if one.card == card)
                self.pick_up(seat, f'.placed[data-id="{found}"]')

    def pick_up(self, seat: int, what: str) -> None:
        """Drag a card into a hand."""
        spot = self.page.locator(f'.spot[data-spot="{seat}"]')
        number = hand_of(self.page, seat).count()
        self._drag(self.page.locator(what), spot.locator(".about"))
        expect(hand_of(self.page, seat)).to_have_count(number + 1, timeout=PATIENCE_MS)

    def lay(self, seat: int, card: str, zone: str, at: float = 0.5) -> None:
        """Drag a held card to a zone, so far along it."""
        scene = self.virtual.scene()
        held = next(id_ for id_ in scene.hands[seat] if scene.faces[id_] == card)
        left, top, right, bottom = scene.zones[zone]
        x_mm, y_mm = left + (right - left) * at, (top + bottom) / 2
        self.drag_to(self.page.locator(f'.hand[data-id="{held}"]'), x_mm, y_mm)

    @property
    def plenty(self) -> PublicState:
        """What the match shows."""
        return PublicState(self.match.state)


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[Table]:
    opened = Table(tmp_path, browser)
    yield opened
    opened.close()


@pytest.mark.verify
def test_without_a_phone_zones_say_what_cards_do_and_presses_what_they_do_not(
    table: Table,
) -> None:
    table.turn_up(*DRAWS)
    table.take(0, "horse", "weapon_4")
    seen: Position = {"x": 8, "y": 30}  # the next card, under the mouse, covers its middle
    hand_of(table.page, 0).first.hover(position=seen)
    expect(table.page.locator("#opens .open")).to_have_count(6)  # raids, gifts, hunt, discards
    with table.moves("a raid"):
        table.lay(0, "heron_3", "raid:1")
    assert table.plenty.raids[1] == Raid(0, ("heron_3",))
    seq = table.match.seq
    table.lay(0, "horse", "discard")
    ways = table.page.locator(".ways button")  # a short press marks the next, a long one takes it
    for way, move in enumerate(("breed", "hunt")):
        expect(ways.nth(way)).to_contain_text(
            say(f"plenty_coups.offer.{move}"), timeout=PATIENCE_MS
        )
    picture(table.page, "plenty-coups-which")
    taps(table.table.panel, 0, 1)
    table.until(lambda: table.table.status().questions[0].choices[1].marked, "the next one marked")
    table.hold_button(0)
    when(table.page, lambda: table.match.seq > seq)
    assert (table.match.log[-1].by, table.plenty.phase) == (at_seat(0), "hunt")
    for _ in range(2):
        table.pick_up(0, PILE)
    with table.moves("what is discarded of a hunt"):
        table.lay(0, "weapon_2", "discard", 0.2)
        table.lay(0, "bee_1", "discard", 0.8)
    assert (table.plenty.turn, table.plenty.hands) == (2, (3, 3, 3))
    assert table.match.log[-1].by.kind is By.CAMERA
    picture(table.page, "plenty-coups-virtual")
