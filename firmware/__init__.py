"""Everything that touches the machine. It also connects the other packages with each other."""

from pathlib import Path

HOUSE = Path(__file__).parents[1]  # The folder that contains all our packages.
PACKAGES = ("referee", "vision", "hardware", "webui", "firmware")
