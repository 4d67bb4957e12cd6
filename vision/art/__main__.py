"""`python -m vision.art`: draw the templates of the project's own decks anew, or of those named."""

from __future__ import annotations

import sys

from vision.art import art_names
from vision.art.templates import write_templates

if __name__ == "__main__":
    for name in sys.argv[1:] or art_names():
        print(f"{name}: {write_templates(name)} templates changed")
