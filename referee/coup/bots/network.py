"""A trained network: layers of weights, from what a seat sees to how much it likes each action.

`coyote bench train` makes the weights. They are half-precision numbers, which play as well.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.disk.arrays import arrays_beside

FILE = "network.npz"
Numbers = NDArray[np.float32]


class Layer(NamedTuple):
    """A layer: the `weights` of its inputs, in rows, and what is added to each output."""

    weights: Numbers
    bias: Numbers


Network = tuple[Layer, ...]


@lru_cache(maxsize=1)
def network() -> Network:
    """Return the network with the weights that are part of the program."""
    arrays = arrays_beside(__file__, FILE)
    return tuple(map(Layer, arrays[::2], arrays[1::2]))


def outputs(layers: Network, seen: Numbers) -> Numbers:
    """Return the outputs for each row of inputs. Between two layers, negative numbers become 0."""
    *inner, last = layers
    for weights, bias in inner:
        seen = np.maximum(seen @ weights + bias, 0)
    return seen @ last.weights + last.bias
