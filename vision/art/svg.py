"""Drawings as SVG, for pages: crisp at any size, in millimetres."""

from __future__ import annotations

from vision.art.shapes import Clip, Disc, Drawing, Fill, Palette, Points, Shapes, Stroke


def svg(drawing: Drawing, palette: Palette, title: str = "") -> str:
    """Return a whole SVG document of a drawing."""
    width, height = drawing.size_mm
    body: list[str] = []
    _write(body, drawing.shapes, palette, [0])
    name = f"<title>{_escaped(title)}</title>" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">{name}'
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>{"".join(body)}</svg>'
    )


def _write(body: list[str], shapes: Shapes, palette: Palette, clips: list[int]) -> None:
    for shape in shapes:
        match shape:
            case Fill(rings, ink):
                path = _path(rings)
                body.append(f'<path d="{path}" fill="{palette[ink]}" fill-rule="evenodd"/>')
            case Stroke(points, width, ink, closed):
                body.append(
                    f'<path d="{_path((points,), closed)}" fill="none" stroke="{palette[ink]}" '
                    f'stroke-width="{width:.3g}" stroke-linecap="round" stroke-linejoin="round"/>'
                )
            case Disc((x, y), radius, ink):
                body.append(
                    f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{radius:.4g}" fill="{palette[ink]}"/>'
                )
            case Clip(window, inner):
                clips[0] += 1
                # Pages inline several cards, so the name must differ from card to card too.
                name = f"c{clips[0]}-{abs(hash((window, len(inner)))) % 10**8}"
                body.append(
                    f'<clipPath id="{name}"><path d="{_path(window)}" clip-rule="evenodd"/>'
                    f'</clipPath><g clip-path="url(#{name})">'
                )
                _write(body, inner, palette, clips)
                body.append("</g>")


def _path(rings: tuple[Points, ...], closed: bool = True) -> str:
    parts = []
    for ring in rings:
        parts.append("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in ring) + ("Z" if closed else ""))
    return "".join(parts)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
