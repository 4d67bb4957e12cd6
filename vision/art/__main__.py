"""`python -m vision.art`: draw the templates of the project's own decks anew."""

from __future__ import annotations

from vision.art import ART_NAMES
from vision.art.templates import write_templates

if __name__ == "__main__":
    for name in ART_NAMES:
        print(f"{name}: {write_templates(name)} templates")
