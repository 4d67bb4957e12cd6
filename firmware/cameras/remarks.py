"""What is poor about a camera that works: its rate and the size of its pictures."""

from __future__ import annotations

from referee.contract import Message
from vision.reading import Image

# A card is read from several pictures of it. With fewer in a second, the table answers late. A Pi
# gives 15 in dim light, and a webcam 7.5.
SLOW_HZ = 7.0


def slow(camera: str, rate_hz: float | None) -> tuple[Message, ...]:
    """Return a remark with the rate if a camera gives few pictures in a second."""
    if rate_hz is None or rate_hz >= SLOW_HZ:
        return ()
    shown = round(rate_hz) if rate_hz >= 2 else round(rate_hz, 1)  # Jitter changes no page.
    return (Message("table.camera.slow", {"camera": camera, "rate": shown}),)


def other_size(camera: str, asked: tuple[int, int], image: Image) -> tuple[Message, ...]:
    """Return a remark if pictures have another size than the one that was asked for."""
    height, width = image.shape[:2]
    if (width, height) == asked:
        return ()
    sizes = {"asked": f"{asked[0]} × {asked[1]}", "given": f"{width} × {height}"}
    return (Message("table.camera.other_size", {"camera": camera, **sizes}),)
