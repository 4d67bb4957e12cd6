"""`coyote doctor --walk`: a lamp is lit, and its button must answer."""

from __future__ import annotations

import pytest

from firmware.checking.walk import panel as module
from firmware.checking.walk.panel import walk
from firmware.panel.gpio import open_gpio
from firmware.panel.panel import Panel
from firmware.panel.pins import load_pins


class Kit(Panel):
    """A panel before which somebody presses the button beside a lamp that is lit.

    `seen` maps the seat whose lamp is lit to the seat beside whose button the lamp glows, or to
    None if the lamp stays dark.
    """

    def __init__(self) -> None:
        super().__init__(load_pins(), open_gpio("mock"))
        self.seen: dict[int, int | None] = {seat: seat for seat in range(self.seats)}

    def light(self, seat: int, level: float) -> None:
        super().light(seat, level)
        beside = self.seen[seat]
        if beside is not None:
            self.press(beside, level > 0)

    def tone(self, frequency_hz: float | None) -> None:
        self.press(0, frequency_hz is not None)


def results(kit: Kit) -> list[tuple[bool, str]]:
    """Return what the walk found at each seat, and for the tone."""
    return [
        (finding.well, finding.message.key.rpartition(".")[2])
        for finding in walk(kit, wait_s=0.2)
        if finding.well is not None
    ]


def test_changed_and_dark_lamps_and_a_closed_button_are_each_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "QUIET_S", 0.001)
    kit = Kit()
    assert results(kit) == [(True, "well")] * 6 + [(True, "heard")]
    kit.seen |= {1: 2, 2: 1, 4: None}
    kit.press(5, True)
    assert results(kit)[:6] == [
        (True, "well"),
        (False, "other"),
        (False, "other"),
        (True, "well"),
        (False, "none"),
        (False, "stuck"),
    ]
    kit.close()
