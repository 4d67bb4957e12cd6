"""Whole games of Coup in real browsers: three phones, the panel, cards read by the camera.

The table runs within this process, so that two presses can be given stamps 2 ms apart; all
else goes through the pages as people's fingers would.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from firmware.presses.debounce import Edge
from firmware.presses.gestures import LONG_NS
from firmware.running.build import build_virtual_table
from referee.actor import at_seat
from referee.contract import Offer, Press
from referee.coup.state.state import State, claimer, unanswered_seats
from referee.match.commands import Begin
from referee.match.desk import Desk, Snapshot
from tests.matches import match_of
from tests.patience import Patience
from tests.referee.coup.summary import summary_of
from tests.webui.pages import DESK, PATIENCE_MS, PHONE, all_fits, picture, say, sit
from webui.app import create_app
from webui.serving.serve import Server

SEATS = 3
POLL_MS = 50  # each look is a message to the browser and back
TAP_MS = 80.0


class Evening:
    """Three people round a virtual table; `page` is the table's, `phones` are theirs.

    A match that the desk has already spares the camera the mats of another game.
    """

    def __init__(self, desk: Desk, browser: Browser, seed: int) -> None:
        self.desk = desk
        self.table, self.virtual = build_virtual_table(self.desk, seed=seed, sound=False)
        self.server = Server(create_app(self.table, self.virtual), "127.0.0.1", 0)
        self.table.run()
        self._told_seq = 0
        desk.listen(self._follow)  # after the table: what it makes of a move is there then
        self.server.start()
        self.errors: list[str] = []
        self.contexts: list[Any] = []
        self.browser = browser
        self.page = self.open("/virtual", DESK)
        self.phones: list[Page] = []

    def sit_down(self) -> None:
        """Take the seats, each with a phone, and deal."""
        self.phones = [self.open("/", PHONE) for _ in range(SEATS)]
        for seat, phone in enumerate(self.phones):
            sit(phone, seat)
        self.deal(2 * SEATS)

    def deal(self, cards: int) -> None:
        """Deal so many cards in all."""
        self.page.click("#deal")
        expect(self.page.locator(".hand")).to_have_count(cards, timeout=PATIENCE_MS)

    def open(self, path: str, viewport: Any) -> Page:
        # What glides takes a third of the browser's time; the match from end to end has it glide.
        context = self.browser.new_context(viewport=viewport, locale="en", reduced_motion="reduce")
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(self.server.url.rstrip("/") + path)
        page.wait_for_selector('#live[data-live="yes"]')
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.server.stop()
        self.table.stop()
        self.desk.close()
        assert self.errors == []

    @property
    def match(self) -> Snapshot:
        return match_of(self.desk)

    @property
    def state(self) -> State:
        state: State = self.match.state
        return state

    def until(self, true: Callable[[], bool], what: str, /) -> None:
        """Wait while the pages go on."""
        patience = Patience()
        while not true():
            assert patience.left, f"never: {what}\n{self.state}\n{self.table.status()}"
            self.page.wait_for_timeout(POLL_MS)

    @contextmanager
    def moves(self, what: str) -> Iterator[None]:
        """Wait, after what is done within, for a move; then for table and pages to follow it."""
        seq = self.match.seq
        yield
        self.until(lambda: self.match.seq > seq, what)
        for page in (self.page, *self.phones):
            seq_now = str(self.match.seq)
            expect(page.locator("body")).to_have_attribute("data-seq", seq_now, timeout=PATIENCE_MS)
        # A page may be first: a press of that moment would be one of the window before.
        self.until(lambda: self._told_seq >= self.match.seq, "the table's own turn")

    def _follow(self, match: Snapshot) -> None:
        self._told_seq = match.seq

    # -- what people do -------------------------------------------------------------------

    def tap(self, seat: int, *keys: str) -> None:
        """Tap buttons on a seat's phone, by what they do, once the table has read all cards."""
        unread = self.table.watcher.is_unread
        self.until(lambda: not any(unread(one.zone) for one in self.match.pending), "a reading")
        with self.moves(f"{keys} of {seat}"):
            for key in keys:
                self.phones[seat].click(f'#dock [data-key="{key}"]', timeout=PATIENCE_MS)

    def press(self, seat: int, press: Press) -> None:
        """Press a seat's button, once that may be: for long with the mouse, else by its wire."""
        self.due(next(o for o in self.match.offers.for_seat(seat) if o.press is press))
        with self.moves(f"{press} of {seat}"):
            if press is Press.LONG:
                self.hold_button(seat)
            else:
                taps = 2 if press is Press.DOUBLE else 1
                changes = [(tap * TAP_MS, tap % 2 == 0) for tap in range(2 * taps)]
                self.edges((seat, ms, down) for ms, down in changes)

    def due(self, offer: Offer) -> None:
        """Wait until an offer may be taken."""
        self.until(lambda: self.table.due_ms(offer) < time.monotonic() * 1000, "the least time")

    def hold_button(self, seat: int) -> None:
        """Hold a seat's button with the mouse, whatever may come of it."""
        pin = self.table.panel.gpio.factory.pin(f"GPIO{self.table.panel.pins.seats[seat].button}")
        self._grasp(self.page.locator(f'.led[data-seat="{seat}"]'))
        self.until(lambda: not pin.state, "a wire that is pulled to ground")
        self.page.wait_for_timeout(1.2 * LONG_NS / 1e6)
        self.page.mouse.up()
        self.until(lambda: pin.state, "a wire that is let go")

    def touch_together(self, fingers: list[tuple[int, float]]) -> None:
        """Touch several buttons, so many milliseconds after the first; all let go 80 ms later."""
        with self.moves("a race"):
            # The reports come in the wrong order: only the stamps tell who was first.
            self.edges(
                (seat, late_ms + held_ms, down)
                for down, held_ms in ((True, 0.0), (False, TAP_MS))
                for seat, late_ms in reversed(fingers)
            )

    def edges(self, changes: Iterable[tuple[int, float, bool]]) -> None:
        """Let buttons change: each a seat, so many milliseconds from now, and down or up.

        All are reported at once with the kernel's stamps: no load makes a short press a long one,
        or a race of two one that was decided before the second was heard.
        """
        panel = self.table.panel
        now_ns = time.monotonic_ns()
        for seat, ms, down in changes:
            panel.edges.put(Edge(seat, now_ns + round(ms * 1e6), down))

    def show(self, seat: int, card: str | None = None) -> None:
        """Tap a card on its player's phone, or in its hand: it is laid where one is due."""
        scene = self.virtual.scene()
        held = [id_ for id_ in scene.hands[seat] if card in (None, scene.faces[id_])]
        with self.moves(f"a card of {seat}"):
            if self.phones:
                phone = self.phones[seat]
                phone.click(f'#held [data-key="{held[0]}"]', timeout=PATIENCE_MS)
                phone.click('#sheet [data-key^="lay:"]', timeout=PATIENCE_MS)
            else:
                self.page.click(f'.hand[data-id="{held[0]}"]', timeout=PATIENCE_MS)

    def return_and_draw(self, seat: int, draws: bool) -> None:
        """Drag the card in the middle to the pile and draw another, or take it back."""
        scene = self.virtual.scene()
        left, top, right, bottom = scene.zones["middle"]
        (shown,) = (p for p in scene.placed if left < p.x_mm < right and top < p.y_mm < bottom)
        card = self.page.locator(f'.placed[data-id="{shown.id}"]')
        hand = self.page.locator(f'.spot[data-spot="{seat}"] .about')
        with self.moves("an empty middle"):
            self._drag(card, self.page.locator("#pile") if draws else hand)
        if draws:
            held = self.page.locator(f'.spot[data-spot="{seat}"] .hand')
            number = held.count()
            self._drag(self.page.locator("#pile"), hand)
            expect(held).to_have_count(number + 1, timeout=PATIENCE_MS)

    def exchange(self, seat: int) -> None:
        """Drag two cards from the pile into a hand, and two from the hand into the pile."""
        pile, spot = self.page.locator("#pile"), self.page.locator(f'.spot[data-spot="{seat}"]')
        hand = spot.locator(".hand")
        held = hand.count()
        for now in (held + 1, held + 2):
            self._drag(pile, spot.locator(".about"))
            expect(hand).to_have_count(now, timeout=PATIENCE_MS)
        for now in (held + 1, held):
            self._drag(hand.first, pile)
            expect(hand).to_have_count(now, timeout=PATIENCE_MS)
        assert len(self.virtual.scene().hands[seat]) == held

    def _at(self, element: Locator, along: float = 0.5) -> None:
        box = None
        for _ in range(100):  # what is said above it may move it
            if box == (box := element.bounding_box()) and box is not None:
                break
            self.page.wait_for_timeout(20)
        assert box is not None
        x, y = box["x"] + box["width"] * along, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y, steps=4)

    def _grasp(self, element: Locator) -> None:
        """Hold an element with the mouse where it is seen; again where it moved away just then."""
        for along in (0.5, 0.2, 0.8) * 5:  # in a fan the next card covers its middle
            self._at(element, along)
            if element.evaluate("(one) => one.matches(':hover')"):
                self.page.mouse.down()
                return
        raise AssertionError(f"{element} is never held")

    def _drag(self, what: Locator, to: Locator) -> None:
        self._grasp(what)
        self._at(to)
        self.page.mouse.up()

    def drag_to(self, what: Locator, x_mm: float, y_mm: float) -> None:
        """Drag a card to a place on the mats."""
        box = self.page.locator("#mat").bounding_box()
        assert box is not None
        width, height = self.virtual.spread.size_mm
        self._grasp(what)
        at = box["x"] + x_mm / width * box["width"], box["y"] + y_mm / height * box["height"]
        self.page.mouse.move(*at, steps=4)
        self.page.mouse.up()

    # -- what every game needs ------------------------------------------------------------

    def holds(self, seat: int) -> str | None:
        """Return a card that proves the claim that stands, if the claimer has one."""
        scene = self.virtual.scene()
        hand = [scene.faces[id_] for id_ in scene.hands[seat]]
        return next((card for card in summary_of(self.state).claimed if card in hand), None)

    def cards(self) -> None:
        """Lay, take back and draw cards until no card is waited for."""
        while (now := summary_of(self.state)).phase in ("lose", "return"):
            if now.phase == "lose":
                assert now.loser is not None
                self.show(now.loser)
            else:
                self.return_and_draw(claimer(self.state), draws=now.loser is None)


@pytest.fixture
def evening(tmp_path: Path, browser: Browser) -> Iterator[Callable[..., Evening]]:
    opened: list[Evening] = []

    def open_(seed: int, **options: Any) -> Evening:
        desk = Desk.open(tmp_path / "coup.sqlite")
        desk.do(Begin("coup", options, SEATS))
        opened.append(Evening(desk, browser, seed))
        opened[-1].sit_down()
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


def test_a_whole_game_with_three_phones_and_a_challenge_race_2_ms_apart(
    evening: Callable[..., Evening],
) -> None:
    game = evening(3, least_s=1, most_s=0)
    raced = False
    for phone in game.phones:
        expect(phone.locator("#held .held")).to_have_count(2)
        all_fits(phone)
    while game.match.outcome is None:
        state = game.state
        seat = state.turn
        match summary_of(state).phase:
            case "turn":
                others = [s for s in range(SEATS) if s != seat and len(state.faces[s]) < 2]
                target = others[0]
                if state.coins[seat] >= 7:
                    game.tap(seat, "declare.coup", f"declare.coup.{target}")
                elif state.coins[seat] >= 3:
                    game.tap(seat, "declare.assassinate", f"declare.assassinate.{target}")
                else:
                    game.tap(seat, "declare.tax")
            case "challenge" if not raced:
                raced = True
                picture(game.phones[1], "coup-window")
                second, first = unanswered_seats(state)  # who sits nearer is 2 ms late
                game.touch_together([(first, 0.0), (second, 2.0)])
                assert summary_of(game.state).challenger == first
                ruling = next(r for r in game.match.rulings if r.rule == "CP-23")
                assert ruling.message.params["behind_seat"] == second
                assert ruling.message.params["ms"] == pytest.approx(2.0, abs=0.001)
                for phone in game.phones:
                    expect(phone.locator("#last")).to_contain_text("2 milliseconds")
                    all_fits(phone)
            case "challenge" | "counter":
                game.tap(unanswered_seats(state)[0], "challenge")
            case "block":
                game.tap(unanswered_seats(state)[0], "block")
            case "show":
                card = game.holds(claimer(state))
                if card is not None:
                    game.show(claimer(state), card)
                    for phone in game.phones:
                        all_fits(phone)
                        expect(phone.locator("#last button.said")).to_be_visible()
                    picture(game.phones[0], "coup-shown")
                else:
                    game.tap(claimer(state), "concede")
        game.cards()
    (winner,) = game.match.outcome.winners
    for seat, phone in enumerate(game.phones):
        won = say("coup.focus.over", seat=winner, to=seat)
        expect(phone.locator("#focus")).to_contain_text(won)
        expect(phone.locator(f'.seat[data-seat="{seat}"] .notes')).to_contain_text("claim")
    picture(game.phones[0], "coup-over")
    picture(game.page, "coup-virtual-over")
    face_up = sorted(placed.card for placed in game.virtual.scene().placed)
    assert face_up == sorted(card for faces in game.state.faces for card in faces)


def test_every_challenge_block_pass_and_exchange_is_made_by_the_panels_buttons(
    evening: Callable[..., Evening],
) -> None:
    game = evening(8, least_s=1, most_s=0)
    chance = random.Random(2)
    made: set[str] = set()
    while not made >= {"challenge", "block", "pass", "move_on", "exchanged"}:
        assert game.match.outcome is None
        state = game.state
        seat = state.turn
        match summary_of(state).phase:
            case "turn":
                rivals = [s for s in range(SEATS) if s != seat and len(state.faces[s]) < 2]
                game.tap(seat, *_action(state.coins[seat], chance.choice(rivals), made, chance))
            case "challenge" | "counter" | "block" | "name" | "show":
                card = game.holds(claimer(state)) if summary_of(state).phase == "show" else None
                if card is not None:
                    game.show(claimer(state), card)
                    continue
                play = state.phase.play
                peaceful = play is not None and play.name == "exchange" and "exchanged" not in made
                offers = [o for o in game.match.offers if o.press]
                offer = _answer(offers, made, chance, peaceful=peaceful)
                assert offer.seat is not None
                assert offer.press is not None
                game.press(offer.seat, offer.press)
                made.add(offer.move)
            case "exchange":
                game.exchange(seat)
                game.press(seat, Press.LONG)
                made.add("exchanged")
        game.cards()
    by_panel = {at_seat(seat) for seat in range(SEATS)}
    answers = {"challenge", "block", "pass", "move_on", "name_card", "concede", "exchanged"}
    moves = [entry for entry in game.match.log if entry.kind == "move"]
    tags = {entry.move.__struct_config__.tag for entry in moves}
    assert tags & answers >= {"challenge", "pass"}
    for entry in moves:
        if entry.move.__struct_config__.tag in answers:
            assert entry.by in by_panel


def _action(coins: int, target: int, made: set[str], chance: random.Random) -> tuple[str, ...]:
    """Return what to tap for an action: first those that lead to what was not done yet."""
    if coins >= 7:
        return "declare.coup", f"declare.coup.{target}"
    if "block" not in made:
        return ("declare.foreign_aid",)
    if "exchanged" not in made:
        return ("declare.exchange",)
    return chance.choice([("declare.tax",), ("declare.extort", f"declare.extort.{target}")])


def _answer(offers: list[Offer], made: set[str], chance: random.Random, *, peaceful: bool) -> Offer:
    """Return how to answer: what nobody has done yet, else to object rather than not."""
    bold = [offer for offer in offers if offer.move in ("challenge", "block")]
    quiet = [offer for offer in offers if offer not in bold]
    if peaceful or not bold:
        return chance.choice([o for o in quiet if o.move not in made] or quiet)
    new = [offer for offer in bold if offer.move not in made]
    return chance.choice(new or (bold if chance.random() < 0.7 else quiet))
