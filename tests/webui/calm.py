"""A workshop at which nothing goes wrong, for the pages that set a table up."""

from __future__ import annotations

from unittest.mock import Mock

from referee.contract import Message
from referee.reports.workshop import CardList, CheckResult, LessonState, Taught
from webui.workshop import Calibration, Teaching, Workshop


def calm_workshop() -> Workshop:
    """Return a camera that is well, and a lesson that waits for the 20. Other acts are refused."""
    camera, school = (Mock(spec_set=kind) for kind in (Calibration, Teaching))
    light = Message("vision.check.light.well", {"measure": 200})
    camera.checks.return_value = (
        CheckResult("light", True, light),
        CheckResult("size", None, Message("vision.check.size.unmeasured")),
    )
    school.lists.return_value = (CardList("52", ("AS", "KC"), (63.0, 88.0)),)
    school.decks.return_value = ("ours",)
    waits = Message("table.teach.show", {"card": "20"})
    cards = (Taught("20", grown=1), Taught("BACK", "7"))
    school.lesson.return_value = LessonState("ours", cards, "20", waits)
    school.picture.side_effect = {"BACK": b"png"}.get
    refused: list[Mock] = [camera.keep_lens, camera.mirror, school.begin, school.resume]
    for act in (*refused, school.ask, school.keep, school.whole, school.choose):
        act.side_effect = LookupError("refused")
    return Workshop(camera, school)
