"""Take the pictures of README.md and docs: `make pictures`, or `python -m tests.pictures`.

They show a phone in play, its ruling, a trick and the big screen in two languages, and the virtual
table in a match of each game. Every picture is a real page of a running table. Only the address in
the join code is replaced.
"""

from __future__ import annotations

import re
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from referee.match.desk import Desk
from tests.conftest import ARGUMENTS, CHROMIUM
from tests.laid_camps import amid_raids
from tests.laid_out import lay_out, played
from tests.process import Process, eventually
from tests.webui.pages import PHONE, STILL
from tests.webui.patient import SETTLED
from webui.page.pictures import code_svg

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "hardware" / "pictures"
LANGUAGES = ("en", "fr")
SCREEN = {"width": 1280, "height": 720}
TABLE = {"width": 1400, "height": 880}
TRICK = {"width": 1440, "height": 810}
MATS = {"width": 1280, "height": 760}
CAMPS = {"width": 1200, "height": 840}
RAIDS_SEED = 10
SVG = "image/svg+xml"
ADDRESS = "http://coyote.local:8080/"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}  # a browser that is no host's
COLOURS = 112  # of a picture: with half as many the mat is in steps; with twice, a third larger
MANY_COLOURS = 160  # where cards of four suits lie: with fewer they are grey
MOST_BYTES = 120_000
# A picture of what is hidden may never be loaded.
LOADED = "[...document.images].every((image) => image.complete || !image.checkVisibility())"
Opener = Callable[..., Page]
Laid = Callable[[Path], None] | None  # What lays cards at a table before it starts.
Shot = tuple[Callable[[Process, Opener, str], None], Laid]
PHONE_PX, GAP_PX, CORNER_PX, GROUND = 400, 40, 24, "#3b3a36"  # of the composed picture


def main() -> None:
    """Take every picture again."""
    if CHROMIUM is None:
        sys.exit("chromium is not installed: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        # A trick needs a table without the phone of a round, which would keep its hand to itself.
        each: tuple[Shot, ...] = ((take, None), (trick, None), (territories, amid))
        once: tuple[Shot, ...] = ((challenge, None), (queen, None), (raids, camps))
        for locale in LANGUAGES:
            for shoot, laid in (*each, *(once if locale == LANGUAGES[0] else ())):
                with table(laid) as process:
                    shoot(process, opener(browser, process, locale), locale)
        browser.close()
    together()


@contextmanager
def table(laid: Laid) -> Iterator[Process]:
    """Run a virtual table of its own, its deals always the same; some cards `laid`."""
    with tempfile.TemporaryDirectory() as folder:
        if laid is not None:
            laid(Path(folder))
        begins = () if laid else ("--new",)
        process = Process(Path(folder), "--seed", "11", "--quiet", *begins)
        try:
            yield process
        finally:
            process.kill(signal.SIGTERM)


def opener(browser: Browser, process: Process, locale: str) -> Opener:
    """Return what opens a page of the table in a language."""

    def page(path: str, size: Any, **more: Any) -> Page:
        context = browser.new_context(viewport=size, locale=locale, **more)
        context.add_init_script(SETTLED)
        context.route(
            "**/join.svg*", lambda route: route.fulfill(body=code_svg(ADDRESS), content_type=SVG)
        )
        opened = context.new_page()
        opened.goto(f"http://127.0.0.1:{process.port}{path}")
        opened.wait_for_selector('#live[data-live="yes"]')
        return opened

    return page


def dealt(process: Process, game: str, *moves: dict[str, Any]) -> None:
    """Begin a match of a game, make the moves before its deal, and deal."""
    process.post("/api/match", {"game": game, "seats": len(NAMES), "names": NAMES})
    for move in moves:
        process.move(**move)
    eventually(lambda: all(part["well"] for part in process.state()["parts"]))
    eventually(lambda: process.state()["mustDeal"])
    process.post("/virtual/deal")


def seated(page: Opener, seat: int) -> Page:
    """Return the page of a phone that has sat down."""
    phone = page("/", PHONE, device_scale_factor=2)
    phone.click(f'.seat[data-seat="{seat}"]')
    phone.click("#sit [data-key=same], #sit [data-key=without]")
    return phone


def take(process: Process, page: Opener, locale: str) -> None:
    """Play a round, and take the pictures of one language; those of the table in the first."""
    dealt(process, "coyote")
    phone = seated(page, 2)
    process.move(move="announce", seat=0, number=14)
    process.move(move="announce", seat=1, number=19)
    phone.wait_for_selector("#dock [data-move=challenge]")
    keep(phone, f"phone-{locale}")
    keep(page("/table", SCREEN, extra_http_headers=ELSEWHERE), f"screen-{locale}", MANY_COLOURS)
    above = page("/virtual", TABLE) if locale == LANGUAGES[0] else None
    process.press(2)
    eventually(lambda: counted(process))
    phone.wait_for_selector("#sheet .sum")
    keep(phone, f"ruling-{locale}")
    if above is not None:
        above.wait_for_selector("#sheet .sum")
        above.wait_for_selector("#oled[src]", state="attached")
        keep(above, "table")


def trick(process: Process, page: Opener, locale: str) -> None:
    """Play a trick of Coup d'État, each card read by the camera, and take the pictures of it."""
    lots = enumerate(("AC", "9D", "9H", "9S"))
    drawn = ({"move": "card_drawn", "player": seat, "cards": [card]} for seat, card in lots)
    dealt(process, "coup_detat", *drawn)
    hands = named(process, "victory")
    phone = seated(page, 3)
    above = page("/virtual", TRICK) if locale == LANGUAGES[0] else None
    suit = ""
    for seat, hand in enumerate(hands):
        follows = [item for item in hand if item[1].endswith(suit)] or hand
        queens = [follow for follow in follows if follow[1].startswith("Q")]
        chosen, card = (queens if seat and queens else follows)[0]
        suit = suit or card[-1]
        process.post("/virtual/show", {"id": chosen, "zone": f"seat:{seat}"})
        eventually(lambda: laid(process), seat + 1)
    phone.wait_for_selector(".drawing rect.edge")
    eventually(lambda: bool(phone.evaluate(LOADED)))
    keep(phone, f"trick-{locale}")
    if above is not None:
        above.wait_for_selector(".duty")
        above.wait_for_selector("#oled[src]", state="attached")
        keep(above, "coup-detat", MANY_COLOURS)


def amid(folder: Path) -> None:
    """Play Ogallala for a while, and lay its cards out."""
    desk = Desk.open(folder / "play.sqlite")
    played(desk, 28, seats=2, seed=7, names=NAMES[:2])
    lay_out(desk, ("warrior_d_red",))
    desk.close()


def territories(process: Process, page: Opener, locale: str) -> None:
    """Draw a card of Ogallala, and take the pictures of the territories: a phone's, the table's."""
    eventually(lambda: all(part["well"] for part in process.state()["parts"]))
    phone = seated(page, 0)
    phone.click('.drawing .tab[data-seat="0"]')
    phone.wait_for_selector(".drawing .worth", state="attached")
    eventually(lambda: bool(phone.evaluate(LOADED)))
    keep(phone, f"territory-{locale}", MANY_COLOURS)
    if locale == LANGUAGES[0]:
        above = page("/virtual", MATS)
        process.post("/virtual/hold", {"id": "pile:2", "seat": 0})
        above.wait_for_selector(".fit")
        above.wait_for_selector("#oled[src]", state="attached")
        above.wait_for_selector("#trouble", state="hidden")
        keep(above, "ogallala")


def challenge(process: Process, page: Opener, _: str) -> None:
    """Challenge a claim of Coup, the card shown and read, and take the picture of the table."""
    dealt(process, "coup")
    above = page("/virtual", MATS)
    scene = process.state()["scene"]
    claimed = next(entry for entry in scene["hands"][0] if scene["faces"][entry] == "ambassador")
    process.move(move="declare", seat=0, action="exchange")
    process.move(move="challenge", seat=2)
    process.post("/virtual/show", {"id": claimed, "zone": "middle"})
    eventually(lambda: "card_shown" not in {offer["move"] for offer in process.state()["offers"]})
    settled(above)
    keep(above, "coup")


def queen(process: Process, page: Opener, _: str) -> None:
    """Pass cards of Hearts, play a trick, and take the picture of the table."""
    dealt(process, "hearts")
    above = page("/virtual", TRICK)
    eventually(lambda: has_trick(process))
    settled(above)
    keep(above, "hearts", MANY_COLOURS)


def has_trick(process: Process) -> bool:
    """Whether a whole trick lies there; if not, do a duty, with the first cards that are taken."""
    if laid(process) == len(NAMES):
        return True
    for duty in process.state()["scene"]["duties"][:1]:
        chosen = duty["cards"] if duty["chooses"] else [""]
        for start in range(0, len(chosen), duty["count"]):
            cards = chosen[start : start + duty["count"]] if duty["chooses"] else []
            with suppress(HTTPError):  # the rules want another card
                process.post("/virtual/carry", {"id": duty["id"], "cards": cards})
                break
    return False


def camps(folder: Path) -> None:
    """Play Plenty Coups until raids and an alliance stand, and lay its cards out."""
    desk = Desk.open(folder / "play.sqlite")
    amid_raids(desk, NAMES, RAIDS_SEED)
    desk.close()


def raids(process: Process, page: Opener, _: str) -> None:
    """Take the picture of the table amid a match of Plenty Coups."""
    eventually(lambda: all(part["well"] for part in process.state()["parts"]))
    above = page("/virtual", CAMPS)
    settled(above)
    keep(above, "plenty-coups")


def _hands(scene: Any) -> list[list[tuple[str, str]]]:
    return [[(id_, scene["faces"][id_]) for id_ in hand] for hand in scene["hands"]]


def named(process: Process, contract: str) -> list[list[tuple[str, str]]]:
    """Have the Coup card declined and a contract named; return the hands, ids and cards.

    The virtual table swaps the Coup card for the table card by itself.
    """
    scene, coup = process.state()["scene"], "coup"
    holder = next(seat for seat, hand in enumerate(_hands(scene)) if coup in dict(hand).values())
    process.move(move="decline", seat=holder)
    process.move(move="name_contract", seat=0, contract=contract)
    return _hands(process.state()["scene"])


def laid(process: Process) -> int:
    """Return how many cards of the trick were read."""
    table = process.state()["table"]
    return sum(
        entry["kind"] == "card" and entry["zone"].startswith("seat:") for entry in table["lying"]
    )


def settled(above: Page) -> None:
    """Wait until the virtual table shows its console and what the camera has read."""
    above.wait_for_selector("#oled[src]", state="attached")
    above.wait_for_selector("#trouble", state="hidden")
    above.wait_for_selector("#moment", state="hidden")
    wide = "document.querySelector('#view').naturalWidth"
    eventually(lambda: bool(above.evaluate(wide)))
    above.get_by_text("being read").first.wait_for(state="hidden")


def counted(process: Process) -> bool:
    """Lay the due cards; return whether all of them were counted."""
    state = process.state()
    for duty in state["scene"]["duties"][:1]:
        with suppress(HTTPError):  # refused where all of it was read meanwhile
            process.post("/virtual/carry", {"id": duty["id"]})
    return bool(state["count"] and state["count"]["steps"])


def keep(page: Page, name: str, colours: int = COLOURS) -> None:
    """Save a page's picture, small."""
    page.evaluate(STILL)
    page.evaluate(
        "text => document.querySelectorAll('.address').forEach(one => one.textContent = text)",
        ADDRESS,
    )
    size = save(Image.open(BytesIO(page.screenshot())).convert("RGB"), name, colours)
    if size > MOST_BYTES:
        sys.exit(f"{name} takes more than {MOST_BYTES / 1000:.0f} kB")


def save(picture: Image.Image, name: str, colours: int = COLOURS) -> int:
    """Save a picture in few colours; return its size in bytes."""
    path = FOLDER / f"{name}.png"
    few(picture, colours).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path.name}: {picture.width} × {picture.height}, {size / 1000:.0f} kB")
    return size


def together() -> None:
    """Compose the README's first picture: the laptop's table and a phone next to it."""
    language = LANGUAGES[0]
    with (
        Image.open(FOLDER / "table.png") as table_,
        Image.open(FOLDER / f"phone-{language}.png") as file,
    ):
        laptop, phone = table_.convert("RGB"), file.convert("RGB")
    phone = phone.resize(
        (PHONE_PX, phone.height * PHONE_PX // phone.width), Image.Resampling.LANCZOS
    )
    width = laptop.width + phone.width + 3 * GAP_PX
    whole = Image.new("RGB", (width, laptop.height + 2 * GAP_PX), GROUND)
    for picture, left in ((laptop, GAP_PX), (phone, laptop.width + 2 * GAP_PX)):
        mask = Image.new("L", picture.size)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, *picture.size), CORNER_PX, fill=255)
        whole.paste(picture, (left, (whole.height - picture.height) // 2), mask)
    save(whole, "together")


def few(picture: Image.Image, colours: int) -> Image.Image:
    """Return a picture in few colours, those of the seats among them, however small they are."""
    css = (ROOT / "webui" / "static" / "base" / "tokens.css").read_text("utf-8")
    named = re.findall(r"--(?:seat|(?:ink|lit)-\d): #([0-9a-f]{6})", css)
    seats = [bytes.fromhex(colour) for colour in named]
    most = picture.quantize(colours - len(seats), dither=Image.Dither.NONE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*most, *b"".join(seats)])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main()
