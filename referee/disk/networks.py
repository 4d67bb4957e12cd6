"""Trained networks that are part of the program: layers of weights, and what they make of inputs.

An earlier version of the project trained the weights. They are half-precision numbers, which play
as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

FILE = "network.npz"
WINNING = 0.98
Numbers = NDArray[np.float32]


class Layer(NamedTuple):
    """A layer: the `weights` of its inputs, in rows, and the `bias` of each output."""

    weights: Numbers
    bias: Numbers


Network = tuple[Layer, ...]


@lru_cache(maxsize=8)
def network_beside(module: str) -> Network:
    """Return the network in the folder of a module's file."""
    return read_network(Path(module).with_name(FILE))


def read_network(path: Path) -> Network:
    """Return the network in a file."""
    arrays = [each.astype(np.float32) for each in read_arrays(path).values()]
    return tuple(map(Layer, arrays[::2], arrays[1::2]))


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays in a file, in order, by their names."""
    with np.load(path) as result:
        return {name: result[name] for name in result.files}


def arrays_beside(module: str, name: str) -> dict[str, NDArray[Any]]:
    """Return the arrays in a file of this name in the folder of a module's file."""
    return read_arrays(Path(module).with_name(name))


def outputs(layers: Network, seen: Numbers) -> Numbers:
    """Return the outputs for each row of inputs. Between two layers, negative numbers become 0."""
    *inner, last = layers
    for weights, bias in inner:
        seen = np.maximum(seen @ weights + bias, 0)
    return seen @ last.weights + last.bias


def shares(layers: Network, seen: Numbers) -> tuple[float, ...]:
    """Return each player's share of a win. The network rates each by its own row of inputs."""
    rated = outputs(layers, seen)[:, 0]
    powers = np.exp(rated - rated.max())
    return tuple((powers / powers.sum()).tolist())


def at_the_end(won: Sequence[bool], rated: Sequence[float]) -> tuple[float, ...]:
    """Return what the end of a match is worth to each player: mostly whether it was won.

    How well each is rated counts a little, so that whoever cannot win still does their best.
    """
    pairs = zip(won, rated, strict=True)
    return tuple(WINNING * one + (1 - WINNING) * rating for one, rating in pairs)
