"""`python -m vision.art [FOLDER]`: draw the templates of all decks anew, or of those in folders."""

from __future__ import annotations

import sys
from pathlib import Path

from vision.art import art_names
from vision.art.templates import write_templates

if __name__ == "__main__":
    for where in [Path(folder) for folder in sys.argv[1:]] or art_names():
        print(f"{where}: {write_templates(where)} templates changed")
