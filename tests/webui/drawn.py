"""Drawings in place of the deck's art and the mat's."""

from __future__ import annotations


def drawn(card: str, edition: str = "") -> str:
    """Return a card's face, in place of the deck's art."""
    name = card.replace("&", "").replace("<", "")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
        '<rect width="63" height="88" rx="4" fill="#fff"/>'
        '<rect x="3" y="3" width="57" height="82" rx="3" fill="#e9dcc3"/>'
        f'<text x="31" y="52" font-size="22" text-anchor="middle">{name}</text>'
        f"<title>{edition}</title></svg>"
    )


def mat() -> str:
    """Return an empty mat with its markers."""
    markers = "".join(
        f'<rect x="{x}" y="{y}" width="46" height="46" fill="#fff"/>'
        f'<rect x="{x + 5}" y="{y + 5}" width="36" height="36"/>'
        for x, y in ((9, 9), (539, 9), (9, 365), (539, 365))
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 594 420">'
        f'<rect width="594" height="420" fill="#2a3a36"/>{markers}</svg>'
    )
