"""A small net that turns the features of a position into a chance: one hidden layer, or none (logistic regression).

The weights are one flat array, so that they fit every game's ``evaluate(options, state, weights)``:

    hidden layer    inputs x hidden weights (those of input 0 first, so that an input of 0 costs nothing), hidden biases
    output          hidden weights, 1 bias
    without one     inputs weights, 1 bias

A hidden unit gives x / (1 + |x|), which is bounded and smooth like tanh and as cheap as a division.
"""

from __future__ import annotations

from math import exp

import numpy as np
from numba import types

from .contract import OPTIONS_TYPE, STATE_TYPE, WEIGHTS_TYPE, Weights
from .jit import inline_jit

# What a game's evaluation.py gives to be trained: the features of a position, and from whose side they are seen.
FEATURES_OF = types.void(OPTIONS_TYPE, STATE_TYPE, WEIGHTS_TYPE)
SIDE_OF = types.int64(OPTIONS_TYPE, STATE_TYPE)


def weight_count(n_inputs: int, n_hidden: int) -> int:
    """How many weights a net of this shape has."""
    return n_hidden * (n_inputs + 2) + 1 if n_hidden else n_inputs + 1


def first_weights(n_inputs: int, n_hidden: int, seed: int) -> Weights:
    """Weights to begin with: it says a half of everything, and hidden units differ. The same seed gives the same."""
    weights = np.zeros(weight_count(n_inputs, n_hidden), np.float32)
    if n_hidden:
        spread = 1 / np.sqrt(n_inputs)
        weights[: n_inputs * n_hidden] = np.random.default_rng(seed).normal(0, spread, n_inputs * n_hidden)
    return weights


@inline_jit
def hidden_units(weights: Weights, n_inputs: int) -> int:
    """The size of the hidden layer, which follows from the number of weights; 0 if there is none."""
    return 0 if len(weights) == n_inputs + 1 else (len(weights) - 1) // (n_inputs + 2)


@inline_jit
def sigmoid(x: float) -> float:
    """From any number to a chance."""
    if x < -40.0:  # exp would overflow, and the answer is the same
        x = -40.0
    return 1.0 / (1.0 + exp(-x))


@inline_jit
def hidden_layer(weights: Weights, inputs: Weights, n_inputs: int, n_hidden: int) -> Weights:
    """What the hidden units say."""
    unit = np.float32(1)
    hidden = weights[n_inputs * n_hidden : (n_inputs + 1) * n_hidden].copy()
    for i in range(n_inputs):
        value = inputs[i]
        if value != 0:
            row = weights[i * n_hidden : (i + 1) * n_hidden]
            for j in range(n_hidden):
                hidden[j] += value * row[j]
    for j in range(n_hidden):
        hidden[j] = hidden[j] / (unit + abs(hidden[j]))
    return hidden


@inline_jit
def forward(weights: Weights, inputs: Weights, n_inputs: int, n_hidden: int) -> float:
    """The chance that the net sees in these inputs."""
    total = np.float64(weights[len(weights) - 1])
    if n_hidden == 0:
        for i in range(n_inputs):
            total += weights[i] * inputs[i]
        return sigmoid(total)
    hidden = hidden_layer(weights, inputs, n_inputs, n_hidden)
    out = (n_inputs + 1) * n_hidden
    for j in range(n_hidden):
        total += weights[out + j] * hidden[j]
    return sigmoid(total)


@inline_jit
def learn(weights: Weights, inputs: Weights, n_inputs: int, n_hidden: int, target: float, rate: float) -> float:
    """One step of gradient descent on the cross-entropy towards ``target``. Gives what the net said before."""
    if n_hidden == 0:
        said = forward(weights, inputs, n_inputs, 0)
        step = np.float32(rate * (target - said))
        for i in range(n_inputs):
            weights[i] += step * inputs[i]
        weights[n_inputs] += step
        return said
    hidden = hidden_layer(weights, inputs, n_inputs, n_hidden)
    biases, out = n_inputs * n_hidden, (n_inputs + 1) * n_hidden
    total = np.float64(weights[len(weights) - 1])
    for j in range(n_hidden):
        total += weights[out + j] * hidden[j]
    said = sigmoid(total)
    step = np.float32(rate * (target - said))
    weights[len(weights) - 1] += step
    for j in range(n_hidden):
        flat = np.float32(1) - abs(hidden[j])  # the slope of y = x / (1 + |x|) is (1 - |y|)^2
        back = step * weights[out + j] * flat * flat
        weights[out + j] += step * hidden[j]
        weights[biases + j] += back
        hidden[j] = back
    for i in range(n_inputs):
        value = inputs[i]
        if value != 0:
            row = weights[i * n_hidden : (i + 1) * n_hidden]
            for j in range(n_hidden):
                row[j] += value * hidden[j]
    return said
