"""What is done to a table to make it hard to read: one function a kind of hardship.

Each takes a fair table, a share from 0 (fair) to 1 (beyond what should be asked of a camera) and
its own chance, and returns the table made harder.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from vision.decks.deck import Deck
from vision.mat import Mat
from vision.synthetic.scene import (
    CLOTH,
    DARK_WOOD,
    LIGHT_WOOD,
    Glare,
    Hand,
    Lens,
    Light,
    PlacedCard,
    Shadow,
    Sheen,
)

SPACING_MM = 112.0  # between the centres of cards that must not touch
THINGS = {  # what lies about on tables: width and height in mm
    "thing-note": (63.0, 88.0),
    "thing-paper": (105.0, 148.0),
    "thing-phone": (72.0, 150.0),
    "thing-coaster": (95.0, 95.0),
}
SKINS = ("#8d5a3c", "#b98263", "#e0b090", "#5b3a29", "#cf9a78")

Chance = np.random.Generator


@dataclass(frozen=True)
class Setting:
    """A table about to be rendered; the camera leans `tilt_deg` from `from_deg`."""

    deck: Deck
    others: tuple[Deck, ...]
    mat: Mat
    cards: tuple[PlacedCard, ...]
    light: Light
    lens: Lens
    table: str = "mat"
    hands: tuple[Hand, ...] = ()
    tilt_deg: float = 6.0
    from_deg: float = 90.0
    room: float = 1.08
    k1: float = -0.02
    k2: float = 0.0
    marker_slip_mm: float = 0.0


Kind = Callable[[Setting, float, Chance], Setting]


def spots(
    mat: Mat, count: int, chance: Chance, apart_mm: float = SPACING_MM
) -> list[tuple[float, float]]:
    """Return up to `count` places on the mat, apart from each other and from the markers."""
    width, height = mat.size_mm
    found: list[tuple[float, float]] = []
    for _ in range(400):
        x, y = chance.uniform(60, width - 60), chance.uniform(60, height - 60)
        clear = all(math.hypot(x - a, y - b) > 88 for a, b in mat.markers.values())
        if clear and all(math.hypot(x - a, y - b) > apart_mm for a, b in found):
            found.append((x, y))
        if len(found) == count:
            break
    return found


def deal(deck: Deck, mat: Mat, count: int, chance: Chance) -> tuple[PlacedCard, ...]:
    """Lay cards of a deck, any of them, at any turn, none touching."""
    names = chance.choice(deck.names, size=count, replace=count > len(deck.names))
    return tuple(
        PlacedCard(deck.name, str(name), x, y, float(chance.uniform(-180, 180)))
        for name, (x, y) in zip(names, spots(mat, count, chance), strict=False)
    )


def _card(setting: Setting, chance: Chance) -> PlacedCard:
    return setting.cards[int(chance.integers(len(setting.cards)))]


def lens_distortion(setting: Setting, share: float, chance: Chance) -> Setting:
    """Bend straight lines, into a barrel or a cushion."""
    k1 = float(chance.choice((-0.3, 0.2))) * share
    return replace(setting, k1=k1, k2=0.6 * k1**2)


def homography_error(setting: Setting, share: float, _chance: Chance) -> Setting:
    """Let the mat's markers have been glued on beside their places."""
    return replace(setting, marker_slip_mm=6.0 * share)


def tilt(setting: Setting, share: float, chance: Chance) -> Setting:
    """Lean the camera over."""
    side = float(chance.uniform(0, 360))
    return replace(setting, tilt_deg=6 + 42 * share, from_deg=side)


def distance(setting: Setting, share: float, _chance: Chance) -> Setting:
    """Move away, until a card is a few dozen pixels high."""
    return replace(setting, room=1.08 + 4.0 * share**1.5)


def defocus(setting: Setting, share: float, _chance: Chance) -> Setting:
    """Blur."""
    return replace(setting, lens=replace(setting.lens, blur_px=0.5 + 6.5 * share))


def motion(setting: Setting, share: float, chance: Chance) -> Setting:
    """Shake the camera."""
    turn = float(chance.uniform(0, 180))
    return replace(setting, lens=replace(setting.lens, motion_px=26 * share, motion_deg=turn))


def glare(setting: Setting, share: float, chance: Chance) -> Setting:
    """Mirror lamps in cards."""
    spots_ = tuple(
        Glare(
            card.x_mm + float(chance.normal(0, 22)),
            card.y_mm + float(chance.normal(0, 22)),
            float(chance.uniform(20, 75)),
            1.4 * share,
        )
        for card in (_card(setting, chance) for _ in range(2))
        if share
    )
    return replace(setting, light=replace(setting.light, glares=spots_))


def sheen(setting: Setting, share: float, chance: Chance) -> Setting:
    """Let glossy cards throw back a lamp softly: print pales, paper is not burnt."""
    lobes = tuple(
        Sheen(
            card.x_mm + float(chance.normal(0, 15)),
            card.y_mm + float(chance.normal(0, 15)),
            float(chance.uniform(30, 80)),
            float(chance.uniform(16, 45)),
            float(chance.uniform(0, 180)),
            0.95 * share,
        )
        for card in setting.cards
    )
    return replace(setting, light=replace(setting.light, sheens=lobes))


def shadow_edge(setting: Setting, share: float, chance: Chance) -> Setting:
    """Let shadow edges fall across cards."""
    edges = tuple(
        Shadow(
            card.x_mm + float(chance.normal(0, 12)),
            card.y_mm + float(chance.normal(0, 12)),
            float(chance.uniform(0, 360)),
            0.9 * share,
            float(chance.uniform(1, 14)),
        )
        for card in (_card(setting, chance),)
    )
    gradient = 0.15 + 0.55 * share
    return replace(setting, light=replace(setting.light, shadows=edges, gradient=gradient))


def cast(setting: Setting, share: float, chance: Chance) -> Setting:
    """Colour the light, as a lamp or an evening sky does."""
    far = ((0.38, 0.86, 1.22), (1.3, 1.0, 0.62), (0.7, 1.2, 0.75))[int(chance.integers(3))]
    blue, green, red = (1 + (part - 1) * share for part in far)
    return replace(setting, light=replace(setting.light, cast=(blue, green, red)))


def under_exposure(setting: Setting, share: float, _chance: Chance) -> Setting:
    """Dim the light, and let the camera's noise show."""
    light = replace(setting.light, exposure=1 - 0.93 * share)
    return replace(setting, light=light, lens=replace(setting.lens, noise=2 + 7 * share))


def over_exposure(setting: Setting, share: float, _chance: Chance) -> Setting:
    """Burn the picture out."""
    return replace(setting, light=replace(setting.light, exposure=1 + 2.2 * share))


def noise(setting: Setting, share: float, _chance: Chance) -> Setting:
    """Add noise."""
    return replace(setting, lens=replace(setting.lens, noise=2 + 38 * share))


def jpeg(setting: Setting, share: float, _chance: Chance) -> Setting:
    """Compress the picture until blocks show."""
    return replace(setting, lens=replace(setting.lens, jpeg=round(95 - 90 * share)))


def bent(setting: Setting, share: float, chance: Chance) -> Setting:
    """Bend cards up in their middle."""
    cards = tuple(
        replace(card, curl_mm=float(chance.uniform(0.6, 1.0)) * 18 * share)
        for card in setting.cards
    )
    return replace(setting, cards=cards)


def worn(setting: Setting, share: float, _chance: Chance) -> Setting:
    """Rub, scratch and stain cards."""
    wear = round(0.1 + 1.9 * share, 2)
    return replace(setting, cards=tuple(replace(card, wear=wear) for card in setting.cards))


def sleeved(setting: Setting, share: float, chance: Chance) -> Setting:
    """Put cards into sleeves, which mirror ever more of the lamp."""
    cards = tuple(replace(card, sleeve=True) for card in setting.cards)
    return glare(replace(setting, cards=cards), 0.5 * share, chance)


def fingers(setting: Setting, share: float, chance: Chance) -> Setting:
    """Lay fingers on cards, ever further in."""
    hands = []
    for card in setting.cards[:2]:
        turn = float(chance.uniform(0, 360))
        back = 62 - 80 * share  # from the card's middle, along the arm, to the fingertip
        hands.append(
            Hand(
                card.x_mm + back * math.cos(math.radians(turn)),
                card.y_mm + back * math.sin(math.radians(turn)),
                turn,
                float(chance.uniform(0.8, 1.1)),
                str(chance.choice(SKINS)),
            )
        )
    return replace(setting, hands=tuple(hands))


def overlaps(setting: Setting, share: float, chance: Chance) -> Setting:
    """Push cards over others: first they touch, in the end half a card is covered."""
    cards = list(setting.cards)
    for under, over in zip(cards[::2], cards[1::2], strict=False):
        side = math.radians(float(chance.uniform(0, 360)))
        wide, high = setting.deck.size_mm
        local = side - math.radians(under.turn_deg)
        # The way at which two equal cards just touch in this direction.
        reach = min(wide / max(abs(math.cos(local)), 1e-6), high / max(abs(math.sin(local)), 1e-6))
        reach *= 1.0 - 0.55 * share
        cards[cards.index(over)] = replace(
            over,
            x_mm=under.x_mm + reach * math.cos(side),
            y_mm=under.y_mm + reach * math.sin(side),
            turn_deg=under.turn_deg + float(chance.normal(0, 12)) * share,
        )
    return replace(setting, cards=tuple(cards))


def table_edges(setting: Setting, share: float, chance: Chance) -> Setting:
    """Push cards over the mat's edge, and in the end out of the picture."""
    width, height = setting.mat.size_mm
    out = -44 + 100 * share
    cards = list(setting.cards)
    for i, card in enumerate(cards[:4]):
        along = float(chance.uniform(0.3, 0.7))
        at = (
            (along * width, -out),
            (width + out, along * height),
            (along * width, height + out),
            (-out, along * height),
        )[i]
        cards[i] = replace(card, x_mm=at[0], y_mm=at[1])
    # Those in the middle keep clear of those at the edges.
    middle = [(width * x, height * 0.5) for x in (0.38, 0.62)]
    for i, (x, y) in enumerate(middle[: len(cards) - 4], 4):
        cards[i] = replace(cards[i], x_mm=x, y_mm=y)
    return replace(setting, cards=tuple(cards))


def backs(setting: Setting, share: float, _chance: Chance) -> Setting:
    """Turn cards face down, in the end all of them."""
    down = round(share * len(setting.cards))
    cards = [replace(c, face_up=i >= down) for i, c in enumerate(setting.cards)]
    return replace(setting, cards=tuple(cards))


def foreign(setting: Setting, share: float, chance: Chance) -> Setting:
    """Mix in cards of other decks, faces and backs, and things that are no cards."""
    count = round(share * len(setting.cards))
    cards = list(setting.cards)
    for i in range(count):
        if chance.random() < 0.2:
            thing = str(chance.choice(list(THINGS)))
            cards[i] = replace(cards[i], deck=thing, card=thing, wear=0.0)
        else:
            other = setting.others[int(chance.integers(len(setting.others)))]
            name, up = str(chance.choice(other.names)), bool(chance.random() < 0.85)
            cards[i] = replace(cards[i], deck=other.name, card=name, face_up=up)
    return replace(setting, cards=tuple(cards))


def upside_down(setting: Setting, share: float, chance: Chance) -> Setting:
    """Turn cards by half a turn and a little, or half a turn exactly."""
    cards = tuple(
        replace(card, turn_deg=180 + float(chance.normal(0, 9)) * share) for card in setting.cards
    )
    return replace(setting, cards=cards)


def crowd(setting: Setting, share: float, chance: Chance) -> Setting:
    """Lay out more cards than anyone expects, copies among them, so close that some touch."""
    count = round(6 + 6 * share)
    places = spots(setting.mat, count, chance, SPACING_MM - 14 * share)
    few = chance.choice(setting.deck.names, size=4)
    quarter = (-90.0, 0.0, 90.0, 180.0)
    cards = tuple(
        PlacedCard(
            setting.deck.name,
            str(chance.choice(few)),
            x,
            y,
            float(chance.choice(quarter)),
            copy=i % 3,
        )
        for i, (x, y) in enumerate(places)
    )
    return replace(setting, cards=cards)


def bare_table(setting: Setting, share: float, chance: Chance) -> Setting:
    """Take the mat away, and clutter the table."""
    table = str(chance.choice((DARK_WOOD, LIGHT_WOOD, CLOTH)))
    cards = list(setting.cards)
    for i in range(round(3 * share)):
        thing = list(THINGS)[1 + i % (len(THINGS) - 1)]
        cards[i] = replace(cards[i], deck=thing, card=thing, wear=0.0)
    light = replace(setting.light, gradient=0.15 + 0.45 * share)
    return replace(setting, table=table, cards=tuple(cards), light=light)


def evening(setting: Setting, share: float, chance: Chance) -> Setting:
    """Do a little of everything at once, as evenings do."""
    mild = 0.35 * share
    light_kinds = (cast, shadow_edge, defocus, motion, bent, lens_distortion, tilt, sleeved)
    for kind in light_kinds:
        setting = kind(setting, mild * float(chance.uniform(0.3, 1)), chance)
    lens = replace(setting.lens, noise=2 + 10 * share, jpeg=round(95 - 50 * share))
    light = replace(setting.light, exposure=1 - 0.5 * share)
    return replace(setting, lens=lens, light=light)


KINDS: dict[str, Kind] = {
    kind.__name__: kind
    for kind in (
        lens_distortion,
        homography_error,
        tilt,
        distance,
        defocus,
        motion,
        glare,
        sheen,
        shadow_edge,
        cast,
        under_exposure,
        over_exposure,
        noise,
        jpeg,
        bent,
        worn,
        sleeved,
        fingers,
        overlaps,
        table_edges,
        backs,
        foreign,
        upside_down,
        crowd,
        bare_table,
        evening,
    )
}
