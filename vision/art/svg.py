"""SVG drawings: as pixels, in greys, and put into one another."""

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
KEPT = 400  # rendered drawings, of about 50 kB each: to draw one takes ten times as long
WHITE = 250  # of 255: from here on it is paper
BLACK_BELOW = 48  # of 255: a grey so dark is printed black, which a printer need not screen
_COLOURED = {"fill", "stroke", "style", "stop-color", "flood-color"}
_COLOUR = re.compile(r"(?<!url\()#[0-9a-fA-F]{3,6}\b|rgb\([^)]*\)")
_NOT_FLAT = re.compile(
    r"<(\w+:)?(linearGradient|radialGradient|filter|image|mask|pattern)\b"
    r'|opacity(:|=")\s*(?!1["; ])[\d.]'
)

ET.register_namespace("", SVG)


def render(svg: str, size_px: tuple[int, int]) -> Image:
    """Draw on white at `size_px` (width, height), stretched to it; returns a BGR picture.

    Raises `ValueError` for what is no SVG.
    """
    data = np.frombuffer(_png(svg, *size_px), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@lru_cache(maxsize=KEPT)
def _png(svg: str, width: int, height: int) -> bytes:
    root = _root(svg)
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
    """Return the width and height of a drawing whose units are mm; raises `ValueError`."""
    try:
        _, _, width, height = (float(n) for n in _root(svg).get("viewBox", "").split())
    except ValueError:
        raise ValueError("its viewBox must be four numbers, in millimetres") from None
    return width, height


def is_flat(svg: str) -> bool:
    """Tell whether a drawing has only plain colours and outlines, which any PDF can hold."""
    return _NOT_FLAT.search(svg) is None


def main_colour(svg: str) -> str:
    """Return the colour that most of a drawing has, as ``#1f7068``; white, its border, aside."""
    pixels = render(svg, (63, 88)).reshape(-1, 3)
    colours, counts = np.unique(pixels[pixels.min(1) < WHITE], axis=0, return_counts=True)
    blue, green, red = colours[counts.argmax()].tolist() if len(counts) else (0, 0, 0)
    return f"#{red:02x}{green:02x}{blue:02x}"


def to_greyscale(svg: str) -> str:
    """Return a drawing in the greys that a camera takes its colours for."""
    root = _root(svg)
    for element in root.iter():
        for name in _COLOURED & element.attrib.keys():
            element.set(name, _COLOUR.sub(_grey, _hex_colour(element.attrib[name])))
        if element.tag == f"{{{SVG}}}style":
            element.text = _COLOUR.sub(_grey, element.text or "")
    return ET.tostring(root, "unicode")


def inner_svg(svg: str, prefix: str, slots: Mapping[str, str]) -> str:
    """Return what a drawing contains, to be put into another: all its names begin with `prefix`.

    A group whose id is among the `slots` contains what is given for it.
    """
    root = _root(svg)
    for element in root.iter():
        if (slot := slots.get(element.get("id", ""))) is not None:
            element[:] = list(_root(f'<svg xmlns="{SVG}">{slot}</svg>'))
    for element in root.iter():
        for name, value in element.attrib.items():
            if name == "id":
                element.set(name, prefix + value)
            elif name.endswith("href") and value.startswith("#"):
                element.set(name, f"#{prefix}{value[1:]}")
            else:
                element.set(name, value.replace("url(#", f"url(#{prefix}"))
    kept = [one for one in root if one.tag not in (f"{{{SVG}}}title", f"{{{SVG}}}metadata")]
    return "".join(ET.tostring(one, "unicode").replace(f' xmlns="{SVG}"', "") for one in kept)


@cache
def has_slot(svg: str, slot: str) -> bool:
    """Tell whether a drawing has a group of that id."""
    return any(element.get("id") == slot for element in _root(svg).iter())


def _root(svg: str) -> ET.Element:
    try:
        return ET.fromstring(svg)
    except ET.ParseError as error:
        raise ValueError(f"it is no SVG: {error}") from None


def _hex_colour(value: str) -> str:
    """Return a colour's name as its number, and any other value as it is."""
    return str(ImageColor.colormap.get(value.strip().lower(), value))


def _grey(colour: re.Match[str]) -> str:
    red, green, blue = ImageColor.getrgb(colour[0])[:3]
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return "#000000" if level < BLACK_BELOW else f"#{level:02x}{level:02x}{level:02x}"
