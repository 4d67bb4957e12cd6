"""Torture as sequences: cards lie there while one hardship grows, is worst, and goes.

Each is a kind of evening. Nothing may be lost, or named wrong, before the picture is said to be
unfit; and when all is as it was, each card is known as it was.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.bench.scenes.hardships import Blurring, Fading, Graining, Hardship, Wandering
from tests.bench.scenes.script import Script
from vision.synthetic.scene import Glare, Sheen

CARDS = 4  # that lie there in the end
LAYING = 0.7  # how often another is laid meanwhile
AFTER_S = 1.2  # when it is over, for a card to be lost in


def fading(script: Script) -> None:
    """Let the light fall to a fifth, and rise."""
    script.start(CARDS - 1)
    _suffer(script, lambda b, s: Fading(b, s, 0.2), (8.0, 12.0))


def blurring(script: Script) -> None:
    """Let the lens lose its focus slowly, and find it."""
    script.start(CARDS - 1)
    far = float(script.chance.uniform(4, 9))
    _suffer(script, lambda b, s: Blurring(b, s, far), (3.0, 7.0))


def graining(script: Script) -> None:
    """Let noise grow, and go."""
    script.start(CARDS - 1)
    most = float(script.chance.uniform(10, 30))
    _suffer(script, lambda b, s: Graining(b, s, most), (3.0, 7.0))


def glaring(script: Script) -> None:
    """Let a lamp's reflection wander over the cards."""
    numbers = script.start(CARDS - 1)
    glare = Glare(
        0.0, 0.0, float(script.chance.uniform(25, 70)), float(script.chance.uniform(0.4, 1.2))
    )
    here, there = (script.place(number) for number in numbers[:2])
    _suffer(script, lambda b, s: Wandering(b, s, here, there, glare=glare), (3.0, 7.0))


def paling(script: Script) -> None:
    """Let a soft reflection on glossy cards wander over them."""
    numbers = script.start(CARDS - 1)
    sheen = Sheen(
        0.0,
        0.0,
        float(script.chance.uniform(40, 90)),
        float(script.chance.uniform(20, 45)),
        float(script.chance.uniform(0, 180)),
        float(script.chance.uniform(0.4, 0.95)),
    )
    here, there = (script.place(number) for number in numbers[:2])
    _suffer(script, lambda b, s: Wandering(b, s, here, there, sheen=sheen), (3.0, 7.0))


def _suffer(
    script: Script, made: Callable[[float, float], Hardship], within_s: tuple[float, float]
) -> None:
    """Have a hardship begin now, and last for a time by chance; mostly a card is laid meanwhile."""
    lasts_s = float(script.chance.uniform(*within_s))
    over_s = script.since_s + lasts_s
    script.hardships.append(made(script.since_s, lasts_s))
    if script.chance.random() < LAYING:
        script.wait(lasts_s * float(script.chance.uniform(0.1, 0.8)))
        script.lay(script.new(*script.places(CARDS)[-1]))
    script.wait(max(0.0, over_s - script.since_s) + AFTER_S)


SEQUENCES = (fading, blurring, graining, glaring, paling)
