"""The virtual table: its page, the hands that a seat may see, and the hands on the laptop."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import asdict, replace

from referee.reports.tabletop import PILE, Box, ConsoleScreen, HeldCard, TableDuty, Tabletop
from referee.table import Zone
from referee.words import Voice
from webui.page.border import Shape, Words
from webui.page.pictures import digest
from webui.page.tabletop.ground import centre
from webui.page.tabletop.shapes import SeatPlace
from webui.port import Virtual

NEAR_MM = 1.0  # A zone this close to an edge counts as being at the edge.


class ConsoleDisplay(Shape):
    """The picture on the console's display, by its address, and the picture's text."""

    picture: str
    text: str


class SeatHome(SeatPlace):
    """The place of a seat at the virtual table, and the zone in front of it."""

    zone: str


class VirtualScene(Tabletop, Shape, frozen=True, kw_only=True, rename=None):
    """The virtual table (`referee.reports.tabletop`), with words and pictures.

    * `labels`, `pictures`: the name of each visible card, and the address of its picture.
    * `places`: the places of the seats, if the mats have zones for seats.
    * `lookers`: for each hand, the seat without a phone that may peek at it; `note` explains that.
    """

    labels: dict[str, str]
    pictures: dict[str, str]
    back: str
    mat: str
    places: tuple[SeatHome, ...]
    lookers: tuple[int | None, ...]
    note: str
    console: ConsoleDisplay | None


class SceneSection(Shape):
    """The virtual table, on its own page; None on all others."""

    scene: VirtualScene | None


def scene_section(
    words: Words,
    whole: Tabletop | None,
    *,
    phones: Collection[int] = (),
    bots: Collection[int] = (),
    deck: Sequence[str] = (),
    back: str = "",
    mat: str = "",
    console: ConsoleScreen | None = None,
) -> SceneSection:
    """Return the virtual table. If a rule hides a hand, its cards lie face down.

    If no seat has a phone, all hands are face up, except hands that only `bots` may see. The duties
    are those of people, and `aside` has only the cards that a person may lay now. Hands lie in the
    order of `deck`. `back` and `mat` are the addresses of their drawings.
    """
    if whole is None:
        return SceneSection(None)
    voice = words.voice
    tabletop = in_order(whole.visible_to(open_hands(whole, phones, bots)), deck)
    faces = {card: words.card(card) for card in sorted(set(tabletop.faces.values()))}
    duties = tuple(duty for duty in tabletop.duties if duty.seat not in bots)
    needed = tuple(card for card in whole.aside if any(card in duty.cards for duty in duties))
    scene = VirtualScene(
        **asdict(replace(tabletop, duties=duties, aside=needed)),
        labels={card: face["label"] for card, face in faces.items()},
        pictures={card: face["picture"] for card, face in faces.items() if face["picture"]},
        back=back,
        mat=mat,
        lookers=peeking_seats(whole, phones, bots),
        note=hands_note(voice, whole, phones, bots),
        places=tuple(seat_homes(tabletop.mat_mm, tabletop.zones)),
        console=_console(console),
    )
    return SceneSection(scene)


def in_order(tabletop: Tabletop, deck: Sequence[str]) -> Tabletop:
    """Return the tabletop with every visible card of a hand in the order of the deck.

    Hidden cards come first, in the order that they have.
    """
    order = {card: place for place, card in enumerate(deck)}

    def place(card_id: str) -> int:
        return order.get(tabletop.faces.get(card_id, ""), -1)

    return replace(tabletop, hands=tuple(tuple(sorted(hand, key=place)) for hand in tabletop.hands))


def seat_homes(mat_mm: tuple[float, float], zones: Mapping[str, Box]) -> Iterator[SeatHome]:
    """Yield each seat's place: next to the middle one of its zones, at the nearest edge."""
    width, height = mat_mm
    of: dict[int, list[tuple[str, Box]]] = {}
    for name, box in zones.items():
        if (seat := Zone.parse(name).seat) is not None:
            of.setdefault(seat, []).append((name, box))
    for seat, own in sorted(of.items()):
        away = {
            "left": [box[0] for _, box in own],
            "top": [box[1] for _, box in own],
            "right": [width - box[2] for _, box in own],
            "bottom": [height - box[3] for _, box in own],
        }
        nearest = min(map(min, away.values())) + NEAR_MM
        edge = max(away, key=lambda edge: sum(item < nearest for item in away[edge]))
        upright = edge in ("left", "right")
        there = sorted(
            (centre(box)[upright], name)
            for (name, box), distance in zip(own, away[edge], strict=True)
            if distance < nearest
        )
        along, zone = there[len(there) // 2]
        yield SeatHome(seat, edge, along / (height if upright else width), zone)


def _console(shown: ConsoleScreen | None) -> ConsoleDisplay | None:
    if shown is None or not shown.png:
        return None
    return ConsoleDisplay(f"/virtual/console.png?{digest(shown.png)}", shown.text)


def back_address(virtual: Virtual) -> str:
    """Return the address of the card back. It is empty before the first match has cards."""
    try:
        return f"/virtual/back.svg?{digest(virtual.back_svg())}"
    except LookupError:
        return ""


# -- hands -------------------------------------------------------------------------------


class LayChoice(Shape):
    """A zone where a tap can lay a card, with the label of the button and the effect of the tap."""

    value: str
    label: str
    effect: str = ""


class HandCard(Shape):
    """A card in a hand of the virtual table.

    If the viewer may not see the card, `card` is empty and `picture` shows the back. Each choice in
    `lays` is a zone where a tap can lay the card.
    """

    id: str
    card: str
    label: str
    picture: str
    lays: tuple[LayChoice, ...]


class HandCards(Shape):
    """A hand of the virtual table. The viewer may play it (`plays`), and see it (`sees`)."""

    hand: int
    plays: bool
    sees: bool
    cards: tuple[HandCard, ...]


def visible_hands(voice: Voice, virtual: Virtual, seat: int) -> tuple[HandCards, ...]:
    """Return the hands that a seat may see; the hands that it plays come first.

    Cards that the seat sees have the order of the deck. Hidden cards keep their order.
    """
    words, tabletop = virtual_words(voice, virtual), virtual.scene()
    if seat >= len(tabletop.sees):
        return ()
    seen = in_order(tabletop.visible_to(tabletop.sees[seat]), virtual.tray())
    every = range(len(tabletop.hands))
    plays = [
        hand for hand in every if hand in tabletop.sees[seat] and tabletop.players[hand] == seat
    ]
    rest = [hand for hand in every if hand not in plays and hand in (*tabletop.sees[seat], seat)]
    results = []
    for hand in (*plays, *rest):
        cards = tuple(_card(words, virtual, seen, item, hand in plays) for item in seen.hands[hand])
        results.append(HandCards(hand, hand in plays, hand in tabletop.sees[seat], cards))
    return tuple(hand for hand in results if hand.cards)


def own_duties(tabletop: Tabletop | None, seat: int | None) -> tuple[TableDuty, ...]:
    """Return the duties at the virtual table that a seat, or anybody, must do now."""
    if tabletop is None or seat is None:
        return ()
    seen = tabletop.visible_to(tabletop.sees[seat] if seat < len(tabletop.sees) else ())
    return tuple(duty for duty in seen.duties if duty.seat in (None, seat))


def own_cards(tabletop: Tabletop | None, hands: Sequence[HandCards]) -> frozenset[str] | None:
    """Return the names of the cards that a viewer may lay now, or None at a real table."""
    if tabletop is None:
        return None
    cards = (card for hand in hands if hand.plays for card in hand.cards)
    return frozenset(card.card for card in cards if any(lay.value != PILE for lay in card.lays))


def no_phones(tabletop: Tabletop, phones: Collection[int]) -> bool:
    """Whether no seat has a phone. In that case the laptop shows people's hands."""
    return bool(tabletop.sees) and not any(seat in phones for seat in range(len(tabletop.sees)))


def open_hands(
    tabletop: Tabletop, phones: Collection[int], bots: Collection[int]
) -> Collection[int]:
    """Return the hands that the laptop shows face up.

    Without phones, it shows all hands. If there are `bots`, it shows only hands that a person may
    see.
    """
    if not no_phones(tabletop, phones):
        return tabletop.open
    if not bots:
        return range(len(tabletop.hands))
    seen = (hand for seat, hands in enumerate(tabletop.sees) if seat not in bots for hand in hands)
    return {*tabletop.open, *seen}


def peeking_seats(
    tabletop: Tabletop, phones: Collection[int], bots: Collection[int] = ()
) -> tuple[int | None, ...]:
    """Return, for each hand, the seat without a phone that may peek at it, or None."""
    seats = (
        hand if any(tabletop.sees[hand : hand + 1]) else player
        for hand, player in enumerate(tabletop.players)
    )
    return tuple(None if seat in {*phones, *bots} else seat for seat in seats)


def hands_note(
    voice: Voice, tabletop: Tabletop, phones: Collection[int], bots: Collection[int] = ()
) -> str:
    """Return a note about the hidden hands at the virtual table, or an empty string."""
    if set(range(len(tabletop.players))) <= set(tabletop.open):
        return ""
    people = set(tabletop.players) - {None, *bots}
    if bots and len(people) < 2:
        return ""  # Nobody else's cards can be seen here.
    if no_phones(tabletop, phones):
        return voice.key("page.hands.bots" if bots else "page.hands.alone")
    seats = {seat for seat in peeking_seats(tabletop, phones, bots) if seat is not None}
    without = tuple(seat for seat, hand in enumerate(tabletop.hands) if hand and seat in seats)
    return voice.key("page.hands.without", seats=without) if without else ""


def virtual_words(voice: Voice, virtual: Virtual) -> Words:
    """Return the words for cards of the virtual table, whose deck may be another."""
    return Words(voice, virtual.face_svg, "/virtual")


def _card(words: Words, virtual: Virtual, seen: Tabletop, card_id: str, plays: bool) -> HandCard:
    voice, card = words.voice, seen.faces.get(card_id)
    if card is None:
        return HandCard(card_id, "", voice.key("page.card.down"), back_address(virtual), ())
    held = seen.held.get(card_id, HeldCard())
    does = {zone: voice.say(effect) for zone, effect in held.does.items()}
    lays = tuple(
        LayChoice(zone, _lay_label(voice, zone), does.get(zone, ""))
        for zone in (held.taps if plays else ())
    )
    return HandCard(card_id, **words.card(card), lays=lays)


def _lay_label(voice: Voice, zone: str) -> str:
    return voice.key("page.held.back") if zone == PILE else voice.key("page.held.lay", zone=zone)
