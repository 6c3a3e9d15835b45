#!/usr/bin/env python3
"""Pools along one axis with all small settings, by PyTorch: writes `torch_pools.rs` beside this file.

    python3 tests/data/torch_pools.py

Sizes 0 to 8, windows 1 to 5, strides 1 to 4, all paddings that PyTorch takes, dilations 1 and 2, rounded down and up. For each
there is the number of positions, and the results of both pools as one number: each multiplied by its position from 1, then summed
up. PyTorch has no means of windows with dilation; those are computed here as its documentation says, and without dilation they are
compared with PyTorch's.
"""

from pathlib import Path

import torch
import torch.nn.functional as F


def made(size):
    return [((index * 37 + 33) % 17 - 8) / 4 for index in range(size)]


def told(results):
    return sum((place + 1) * result for place, result in enumerate(results))


def largest(size, window, stride, padding, dilation, ceil):
    x = torch.tensor(made(size), dtype=torch.float64).reshape(1, 1, size)
    try:
        return F.max_pool1d(x, window, stride, padding, dilation, ceil).flatten().tolist()
    except (RuntimeError, ValueError):
        return None


def means(size, window, stride, padding, dilation, ceil, places):
    numbers = dict(enumerate(made(size), padding))
    results = []
    for place in range(places):
        taken = [place * stride + tap * dilation for tap in range(window)]
        taken = [index for index in taken if index < size + 2 * padding]
        results.append(sum(numbers.get(index, 0.0) for index in taken) / len(taken))
    if dilation == 1:
        x = torch.tensor(made(size), dtype=torch.float64).reshape(1, 1, size)
        expected = F.avg_pool1d(x, window, stride, padding, ceil).flatten()
        assert torch.allclose(torch.tensor(results, dtype=torch.float64), expected), (results, expected)
    return results


def number(value):
    return {float("-inf"): "f64::NEG_INFINITY"}.get(value, repr(value))


def main():
    rows = []
    for window in range(1, 6):
        for padding in range(window // 2 + 1):
            for stride in range(1, 5):
                for dilation in (1, 2):
                    for ceil in (False, True):
                        settings = (window, stride, padding, dilation, ceil)
                        rounds = "Ceil" if ceil else "Floor"
                        row = f"        {window} {stride} {padding} {dilation} {rounds}:"
                        for size in range(9):
                            found = largest(size, *settings)
                            if found is None:
                                row += f" [{size}]"
                                continue
                            both = number(told(found)), number(told(means(size, *settings, len(found))))
                            row += f" [{size}: {len(found)} {both[0]}, {both[1]}]"
                        rows.append(row + ";")
    text = [f"// Written by `torch_pools.py` with PyTorch {torch.__version__}.", ""]
    # A function a few rows: one of all would be a large one.
    for count, start in enumerate(range(0, len(rows), 8)):
        text.append(f"#[test]\nfn settings_{count}() {{\n    pools! {{")
        text += rows[start : start + 8]
        text.append("    }\n}\n")
    Path(__file__).with_suffix(".rs").write_text("\n".join(text))
    print(len(rows), "settings")


main()
