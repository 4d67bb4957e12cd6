"""At the console each seat chooses a tribe; a seat that had it swaps."""

from __future__ import annotations

from referee.match.commands import Begin
from tests.firmware.console.making import Hand, world


def test_each_seat_chooses_a_tribe_by_the_knob() -> None:
    hand = Hand(world())
    hand.take("New match", "Game", "Plenty Coups")
    hand.take("Tribes: Heron, Lynx, Lizard", "Blue: Heron", "Moth")
    hand.take("Tribes: Moth, Lynx, Lizard", "Vermilion: Lynx", "Lizard")
    act = hand.take("Start")
    assert isinstance(act, Begin)
    assert act.options["clans"] == ["moth", "lizard", "lynx", "bee", "heron", "swallow"]
