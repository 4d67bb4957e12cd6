"""All our packages, and the folder that contains them."""

from __future__ import annotations

from pathlib import Path

HOUSE = Path(__file__).parents[1]
PACKAGES = ("referee", "vision", "hardware", "webui", "firmware")
