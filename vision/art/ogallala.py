"""The deck for Ogallala: 112 small cards, laid to canoes with the bow at the left.

A tribe is told by form before colour: red has full discs, full cloaks and round hills, black
open diamonds, hatched cloaks and sharp peaks. The index stands at both ends, the picture on
one, so that a card that lies upside down is read all the same, and known to.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.art import cargo, clans, corners, crew, pairs, river
from vision.art.deckart import DeckArt
from vision.art.river import RAIL
from vision.art.shapes import (
    Clip,
    Drawing,
    Fill,
    Palette,
    Shapes,
    Stroke,
    circle,
    placed,
    rect,
    smooth,
)
from vision.art.smallcard import PANEL, SIZE_MM, small_card

NAME = "ogallala"
INK = "#1d1c22"
CLOTH = {"red": crew.FULL, "black": crew.HATCHED}  # of each tribe
STRENGTHS = dict(zip("abcdefg", (1, 1, 2, 2, 3, 3, 4), strict=True))  # of the warriors

TONES = {  # pale, mid and deep of the land, and the ink of cloth
    "red": ("#fdf0d5", "#f3c68a", "#d98e4e", "#b5271d"),
    "black": ("#eef1f4", "#b9c6d3", "#7f93a8", INK),
    "thing": ("#f0f4dc", "#c3d69b", "#84a45c", INK),
    "pair": ("#f7f0e0", "#dccba2", "#ac9464", "#a8451f"),
    "end": ("#e8f2f0", "#b0d0c9", "#76a59b", INK),
    "fate": ("#f6e6ea", "#d79aa8", "#8f4a5e", INK),
    "back": ("#e4efe9", "#74a79c", "#1f5a5a", INK),
}
LANDS = {
    "red": "hills",
    "black": "peaks",
    "thing": "hills",
    "pair": "mesas",
    "end": "firs",
    "fate": "firs",
}
# A letter a card, in order: which land, paint and waves tried part it best from all others.
TAKES = "epinfpafojbpjofnhmkbkakpklhhnbjbcdfdpjigemompddpmm"
RIVER = {"water": "#7fb3cf", "flow": "#4f8db0", "foam": "#e9f5fa"}
WOOD = {"wood": "#e7c48f", "bark": "#80512b"}


@dataclass(frozen=True)
class Look:
    """What tells a card from the others: its tones, its index, what is aboard, the hull."""

    tones: str
    index: Shapes
    aboard: Shapes = ()
    outboard: Shapes = ()  # what hangs before the hull
    part: str = "side"
    shift: float | None = None  # of a land that spans two cards


def _rowing(
    tribe: str, part: str, pose: crew.Pose, strength: int, sign: Shapes, dark: bool
) -> Look:
    x = {"bow": 28.0, "stern": 15.0, "side": 23.0}[part] + pose.seat
    figure = placed(crew.paddler(pose, CLOTH[tribe]), x, RAIL)
    paddle = placed(crew.paddle(pose.grip, pose.tip), x, RAIL)
    below = Clip((rect(0, RAIL + 0.4, *SIZE_MM),), paddle)
    index = corners.strength_index(tribe, strength, sign, dark)
    return Look(tribe, index, figure, (below,), part)


def _tribe(tribe: str) -> dict[str, Look]:
    dark = tribe == "black"
    looks = {
        f"bow_{tribe}": _rowing(tribe, "bow", crew.BOWMAN, 1, river.end_sign("bow"), not dark),
        f"stern_{tribe}": _rowing(tribe, "stern", crew.STEERING, 1, river.end_sign("stern"), dark),
    }
    for name, figure, sign in (
        ("lasso", crew.lasso, clans.loop()),
        ("archer", crew.archer, clans.bow_and_arrow()),
    ):
        index = corners.strength_index(tribe, 2, sign, dark == (name == "lasso"), True)
        looks[f"{name}_{tribe}"] = Look(tribe, index, placed(figure(CLOTH[tribe]), 23.0, RAIL))
    for number, (letter, strength) in enumerate(STRENGTHS.items()):
        pose, sign = crew.POSES[number], clans.CLANS[number]()
        inked = dark == (number % 2 == 0)
        looks[f"warrior_{letter}_{tribe}"] = _rowing(tribe, "side", pose, strength, sign, inked)
    return looks


def _looks() -> dict[str, Look]:
    """Return what every card shows, but for the axe."""
    looks = {
        "empty_bow": Look("end", corners.end_index(river.end_sign("bow"), False), part="bow"),
        "empty_stern": Look("end", corners.end_index(river.end_sign("stern"), True), part="stern"),
        **_tribe("red"),
        **_tribe("black"),
    }
    for number, (name, draw) in enumerate(cargo.SINGLES.items()):
        index = corners.thing_index(draw(), number % 2 == 1)
        looks[name] = Look("thing", index, placed(draw(), 23.0, RAIL, 0.94))
    for pair, draw in pairs.PAIRS.items():
        for side, shift in (("left", 0.0), ("right", -SIZE_MM[0])):
            aboard = placed(draw(), SIZE_MM[0] + shift, RAIL)
            looks[f"{pair}_{side}"] = Look(
                "pair", corners.half_index(pair, side), aboard, shift=shift
            )
    for number, (name, (pair, draw)) in enumerate(crew.CHARACTERS.items()):
        index = corners.character_index(pair, number % 2 == 1)
        looks[name] = Look("pair", index, placed(draw(), 23.0, RAIL))
    totem = cargo.totem()
    looks["totem"] = Look(
        "fate", corners.thing_index(totem, False), placed(totem, 23.0, RAIL, 0.94)
    )
    return looks


def _face(card: str, look: Look, take: str) -> Drawing:
    """Draw land, river, load and hull, one before the other."""
    land, seed = LANDS[look.tones], f"{card} {take}"
    if look.shift is None:
        behind = river.banks(land, seed)
    else:
        pair = card.rsplit("_", 1)[0]
        behind = placed(river.banks(land, pair, 2 * SIZE_MM[0]), look.shift)
    scenery = (
        *behind,
        *river.far_water(seed),
        *look.aboard,
        *river.hull(look.part, seed),
        *look.outboard,
        *river.near_water(seed),
    )
    return small_card(scenery, look.index)


def _broken(part: str, x: float, turn_deg: float) -> Shapes:
    """Draw a canoe's bow or stern about a middle at x, sinking at its inner end."""
    about = placed(river.hull(part, "broken"), {"bow": -24.0, "stern": -20.0}[part], -42.0)
    return placed(about, x, 43.0, 0.72, turn_deg)


def _mad_axe() -> Drawing:
    """Draw the one card that is never laid: an axe that has split a canoe."""
    scenery = (
        *river.banks("peaks", "mad_axe"),
        *_broken("bow", 12.5, 24.0),
        *_broken("stern", 31.5, -24.0),
        *river.near_water("mad_axe"),
        *placed((*cargo.blow(), *cargo.axe()), 22.0, 29.0, 1.2),
    )
    return small_card(scenery, corners.end_index(placed(cargo.axe(), scale=0.38), True))


def _canoe() -> Shapes:
    """Draw a whole canoe, its rail on y = 0."""
    left = smooth(((-8.6, 0.0), (-9.8, -2.6), (-11.4, -1.6), (-11.0, 1.6), (-7.6, 5.0)))
    hull = (
        *left,
        *smooth(((7.4, 5.0), (10.4, 1.8), (11.4, -2.0))),
        *smooth(((9.0, -0.6), (5.0, 0.6), (-8.6, 0.6))),
    )
    zigzag = tuple((-6.6 + 2.2 * i, 3.8 if i % 2 else 1.8) for i in range(7))
    return (Fill((hull,), "ink"), Stroke(zigzag, 0.8, "paper"))


def _back() -> Drawing:
    """Draw waves and two canoes: it looks the same from both ends."""
    waves: list[Stroke] = []
    for i in range(-9, 10):
        line = tuple(((k + 0.5) * 2.75, i * 3.6 + (1.0 if k % 2 else -1.0)) for k in range(-10, 10))
        thin = i % 2 == 0
        waves.append(Stroke(line, 0.7 if thin else 1.5, "pale" if thin else "mid"))
    medal, middle = circle((0, 0), 14.6), (SIZE_MM[0] / 2, SIZE_MM[1] / 2)
    canoe = placed(_canoe(), 0.0, -5.6)
    swell = tuple((-11 + 2.2 * i, 0.55 if i % 2 else -0.55) for i in range(11))
    medallion = (
        Fill((medal,), "paper"),
        Stroke(medal, 1.4, "ink", True),
        *canoe,
        *placed(canoe, turn_deg=180),
        Stroke(smooth(swell), 0.9, "deep"),
    )
    scenery = (Fill((PANEL,), "deep"), *placed((*waves, *medallion), *middle))
    return small_card(scenery)


def _palette(tones: str) -> Palette:
    names = ("pale", "mid", "deep", "tribe")
    land = dict(zip(names, TONES[tones], strict=True))
    return {**land, "ink": INK, "paper": "#ffffff", **RIVER, **WOOD}


def deck() -> DeckArt:
    """Draw the deck."""
    looks = _looks()
    faces = {
        card: _face(card, look, take)
        for (card, look), take in zip(looks.items(), TAKES, strict=True)
    }
    palettes = {card: _palette(look.tones) for card, look in looks.items()}
    faces["mad_axe"], palettes["mad_axe"] = _mad_axe(), _palette("fate")
    return DeckArt(NAME, SIZE_MM, faces, (_back(),), palettes, _palette("back"))
