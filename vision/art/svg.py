"""Render SVG drawings, turn them grey, and put one into another."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import resvg_py
from PIL import ImageColor

from vision.reading import Image

SVG = "http://www.w3.org/2000/svg"
# Number of rendered drawings to cache. Each takes about 50 kB, and rendering it again takes ten
# times as long.
CACHED_DRAWINGS = 400
BLEED_MM = 3.0  # A drawing whose colour reaches its edges goes on this far beyond them.
WHITE = 250  # A lighter grey, of 255, counts as paper.
BLACK_BELOW = 48  # A darker grey, of 255, is printed black, without a halftone screen.
_COLOURED = {"fill", "stroke", "style", "stop-color", "flood-color"}
_COLOUR = re.compile(r"(?<!url\()#[0-9a-fA-F]{3,6}\b|rgb\([^)]*\)")
_NOT_FLAT = re.compile(
    r"<(\w+:)?(linearGradient|radialGradient|filter|image|mask|pattern)\b"
    r'|opacity(:|=")\s*(?!1["; ])[\d.]'
)

ET.register_namespace("", SVG)


def render(svg: str, size_px: tuple[int, int]) -> Image:
    """Draw an SVG on white, stretched to `size_px` (width, height), as a BGR picture.

    Raise `ValueError` if it is not SVG.
    """
    data = np.frombuffer(_png(svg, *size_px), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@lru_cache(maxsize=CACHED_DRAWINGS)
def _png(svg: str, width: int, height: int) -> bytes:
    root = parsed(svg)
    root.set("width", str(width))
    root.set("height", str(height))
    root.set("preserveAspectRatio", "none")
    return resvg_py.svg_to_bytes(
        svg_string=ET.tostring(root, "unicode"),
        background="white",
        skip_system_fonts=True,
        dpi=96.0,
    )


def size_mm(svg: str) -> tuple[float, float]:
    """Return a drawing's width and height in mm.

    Raise `ValueError` if it has no valid viewBox.
    """
    try:
        _, _, width, height = (float(n) for n in parsed(svg).get("viewBox", "").split())
    except ValueError:
        raise ValueError("its viewBox must be four numbers, in millimetres") from None
    return width, height


def with_bleed(svg: str, bleed_mm: float = BLEED_MM) -> str:
    """Return a drawing that includes the `bleed_mm` around its edges."""
    if not bleed_mm:
        return svg
    root, (width, height) = parsed(svg), size_mm(svg)
    wide, high = width + 2 * bleed_mm, height + 2 * bleed_mm
    root.set("viewBox", f"0 0 {wide:g} {high:g}")
    root.set("width", f"{wide:g}mm")
    root.set("height", f"{high:g}mm")
    moved = ET.Element(f"{{{SVG}}}g", {"transform": f"translate({bleed_mm:g} {bleed_mm:g})"})
    moved[:] = list(root)
    root[:] = [moved]
    return ET.tostring(root, "unicode")


def is_flat(svg: str) -> bool:
    """Whether a drawing has only plain colours and outlines, which every PDF supports."""
    return _NOT_FLAT.search(svg) is None


def main_colour(svg: str) -> str:
    """Return the most frequent colour of a drawing, as ``#1f7068``, ignoring the white border."""
    pixels = render(svg, (63, 88)).reshape(-1, 3)
    colours, counts = np.unique(pixels[pixels.min(1) < WHITE], axis=0, return_counts=True)
    blue, green, red = colours[counts.argmax()].tolist() if len(counts) else (0, 0, 0)
    return f"#{red:02x}{green:02x}{blue:02x}"


def to_greyscale(svg: str) -> str:
    """Return a drawing in the greys that a camera would see."""
    root = parsed(svg)
    for element in root.iter():
        for name in _COLOURED & element.attrib.keys():
            value = element.attrib[name]
            hexadecimal = str(ImageColor.colormap.get(value.strip().lower(), value))
            element.set(name, _COLOUR.sub(_grey, hexadecimal))
        if element.tag == f"{{{SVG}}}style":
            element.text = _COLOUR.sub(_grey, element.text or "")
    return ET.tostring(root, "unicode")


def inner_svg(svg: str, prefix: str, slots: Mapping[str, str]) -> str:
    """Return a drawing's contents for use inside another drawing.

    Every id gets the `prefix`. A group whose id is in `slots` gets the contents given there.
    """
    root = parsed(svg)
    for element in root.iter():
        if (slot := slots.get(element.get("id", ""))) is not None:
            element[:] = list(parsed(f'<svg xmlns="{SVG}">{slot}</svg>'))
    for element in root.iter():
        for name, value in element.attrib.items():
            if name == "id":
                element.set(name, prefix + value)
            elif name.endswith("href") and value.startswith("#"):
                element.set(name, f"#{prefix}{value[1:]}")
            else:
                element.set(name, value.replace("url(#", f"url(#{prefix}"))
    kept = [
        element for element in root if element.tag not in (f"{{{SVG}}}title", f"{{{SVG}}}metadata")
    ]
    return "".join(ET.tostring(item, "unicode").replace(f' xmlns="{SVG}"', "") for item in kept)


@cache
def has_slot(svg: str, slot: str) -> bool:
    """Whether a drawing has a group with this id."""
    return any(element.get("id") == slot for element in parsed(svg).iter())


def parsed(svg: str) -> ET.Element:
    """Return the root of an SVG document. Raise `ValueError` if it is none."""
    try:
        return ET.fromstring(svg)
    except ET.ParseError as error:
        raise ValueError(f"it is no SVG: {error}") from None


def _grey(colour: re.Match[str]) -> str:
    red, green, blue = ImageColor.getrgb(colour[0])[:3]
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return "#000000" if level < BLACK_BELOW else f"#{level:02x}{level:02x}{level:02x}"
