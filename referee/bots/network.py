"""A trained network: layers of weights, from what a seat sees to how much it likes each action.

`coyote bench train` makes the weights. They are half-precision numbers, which play as well.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import referee

Numbers = NDArray[np.float32]


class Layer(NamedTuple):
    """A layer: the `weights` of its inputs, in rows, and what is added to each output."""

    weights: Numbers
    bias: Numbers


Network = tuple[Layer, ...]


def path_of(game: str) -> Path:
    """Return where the weights of a game are, which are part of the program."""
    return Path(referee.__file__).parent / game / "bots" / "network.npz"


@cache
def network(game: str) -> Network:
    """Return the network of a game."""
    with np.load(path_of(game)) as found:
        arrays = [found[name].astype(np.float32) for name in found.files]
    return tuple(map(Layer, arrays[::2], arrays[1::2]))


def outputs(layers: Network, seen: Numbers) -> Numbers:
    """Return the outputs for each row of inputs. Between two layers, negative numbers become 0."""
    *inner, last = layers
    for weights, bias in inner:
        seen = np.maximum(seen @ weights + bias, 0)
    return seen @ last.weights + last.bias
