"""The rig itself; where its kernel is built (`make rig`), a guest is booted as well."""

from __future__ import annotations

import pytest

from tests.rig import boot, installed, kernel, promises
from tests.rig.__main__ import main

READY = kernel.kernel().exists() and boot.LGPIO.exists()


@pytest.mark.skipif(not READY, reason="the rig's kernel is not built here: make rig")
def test_a_guest_names_pins_that_cannot_be_had() -> None:
    figures = boot.run(kernel.kernel(), "refused")
    assert figures
    assert [figure.line() for figure in figures if not figure.met] == []


def test_promises_of_no_such_name_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["order", "nonsense"]) == 2
    assert main(["order=3"]) == 2
    assert main(["cuts=none"]) == 2
    said = capsys.readouterr().out
    assert "nonsense" in said
    assert all(name in said for name in (*promises.names(), *installed.names()))
