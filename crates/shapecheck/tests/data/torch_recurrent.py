#!/usr/bin/env python3
"""LSTM and GRU with PyTorch's own values: writes `torch_recurrent.txt` beside this file.

    python3 tests/data/torch_recurrent.py

Each line is a layer, its sizes (batch, steps, inputs, hidden), whether it starts from a state that is given, and its results: all outputs, then the last
state, then, of an LSTM, the last cells. Operands are numbers that `made` gives on both sides.
"""

from pathlib import Path

import torch


def made(sizes, seed):
    count = 1
    for size in sizes:
        count *= size
    numbers = [((index * 37 + seed * 11) % 17 - 8) / 8 for index in range(count)]
    return torch.tensor(numbers, dtype=torch.float64).reshape(sizes)


def results(layer, batch, steps, inputs, hidden, given):
    gates = 4 if layer == "lstm" else 3
    network = (torch.nn.LSTM if layer == "lstm" else torch.nn.GRU)(inputs, hidden, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        network.weight_ih_l0.copy_(made([gates * hidden, inputs], 1))
        network.weight_hh_l0.copy_(made([gates * hidden, hidden], 2))
        network.bias_ih_l0.copy_(made([gates * hidden], 3))
        network.bias_hh_l0.copy_(made([gates * hidden], 4))
        states = [made([1, batch, hidden], 5 + place) for place in range(2 if layer == "lstm" else 1)]
        state = None if not given else tuple(states) if layer == "lstm" else states[0]
        output, last = network(made([batch, steps, inputs], 0), state)
    parts = [output, *(last if layer == "lstm" else [last])]
    return [number for part in parts for number in part.flatten().tolist()]


lines = [f"# The results of PyTorch {torch.__version__}, written by `python3 tests/data/torch_recurrent.py`."]
for layer in ["lstm", "gru"]:
    for sizes in [(1, 1, 1, 1), (2, 3, 4, 5), (3, 5, 2, 4)]:
        for given in [False, True]:
            numbers = " ".join(f"{number:.15g}" for number in results(layer, *sizes, given))
            lines.append(f"{layer} {' '.join(map(str, sizes))} {'from' if given else 'zeros'} = {numbers}")
Path(__file__).with_suffix(".txt").write_text("\n".join(lines) + "\n")
