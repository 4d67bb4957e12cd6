"""The state of the cameras for pages: whether they work, and what people must do for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from firmware.reading.asker import Asker
from firmware.reading.eye import Eye
from referee.contract import Message
from referee.match.desk import Snapshot
from referee.reports.status import Part
from vision.observation import Observation

OtherMat = Callable[[frozenset[int]], Message | None]  # Names the mat that has these markers.


def parts_of(eyes: Sequence[Eye], deck: str, other_mat: OtherMat) -> tuple[Part, ...]:
    """Return the state of the cameras and of the reader, which reads a `deck` if it has a name."""
    if not eyes:
        return (Part("camera", True, Message("table.camera.phones")),)
    cameras = [part for eye in eyes for part in eye.camera.parts()]
    troubles = [eye.trouble for eye in eyes if eye.trouble is not None]
    seen = [eye.observed for eye in eyes if eye.observed is not None]
    if troubles:
        reader = Part("reader", False, troubles[0])
    elif any("no_mat" in observed.quality.reasons for observed in seen):
        reader = Part("reader", False, _unfit("no_mat", eyes, other_mat))
    elif not deck:
        reader = Part("reader", True, Message("table.reader.rests"))
    else:
        reader = Part("reader", True, Message("table.reader.well", {"deck": deck}))
    return (*cameras, reader)


def watching(
    match: Snapshot,
    observed: Observation,
    asker: Asker,
    eyes: Sequence[Eye],
    other_mat: OtherMat,
) -> tuple[Message, ...]:
    """Return messages about what the cameras are doing, the most urgent first."""

    def messages() -> Iterator[Message]:
        if match.pending or asker.to_clear:
            yield from (_unfit(reason, eyes, other_mat) for reason in observed.quality.reasons)
            if observed.pending:
                yield Message("table.watch.reading", {"count": len(observed.pending)})
        yield from (missing.message for missing in asker.waits)
        if asker.to_clear:
            yield Message("table.watch.goes", {"cards": asker.to_clear})

    return tuple(messages())


def _unfit(reason: str, eyes: Sequence[Eye], other_mat: OtherMat) -> Message:
    """Return the message why pictures cannot be used. If another game's markers are seen, name
    that game.
    """
    strange = frozenset[int]().union(*(eye.strange_markers for eye in eyes))
    other = other_mat(strange) if reason == "no_mat" and strange else None
    if reason == "no_mat" and any(eye.mirrored for eye in eyes):
        return Message("table.quality.mirrored")
    return other or Message(f"table.quality.{reason}")
