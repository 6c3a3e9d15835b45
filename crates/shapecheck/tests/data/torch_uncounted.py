#!/usr/bin/env python3
"""Means of windows in which padding does not count, with PyTorch's values: writes `torch_uncounted.rs` beside this file.

    python3 tests/data/torch_uncounted.py
"""

import random
from pathlib import Path

import torch
import torch.nn.functional as F


def made(sizes):
    """The numbers of `torch_windows.py`, of the seed 3."""
    count = 1
    for size in sizes:
        count *= size
    numbers = [((index * 37 + 33) % 17 - 8) / 4 for index in range(count)]
    return torch.tensor(numbers, dtype=torch.float64).reshape(sizes)


def listed(numbers):
    return "[" + ", ".join(str(number) for number in numbers) + "]"


def each(name, numbers):
    if len(set(numbers)) == 1:
        return f"{name}<{numbers[0]}>"
    return "(" + ", ".join(f"{name}<{number}>" for number in numbers) + ")"


def main():
    generator = random.Random(8)
    rows = []
    while len(rows) < 50:
        axes = generator.choice([1, 2, 2, 3])
        sizes = [generator.randint(1, 7 if axes < 3 else 4) for _ in range(axes)]
        window = [generator.randint(1, 4) for _ in range(axes)]
        stride = [generator.randint(1, 3) for _ in range(axes)]
        padding = [generator.randint(0, n // 2) for n in window]
        ceil = generator.random() < 0.5
        x = made([2, 1] + sizes)
        pool = getattr(F, f"avg_pool{axes}d")
        try:
            result = pool(x, window, stride, padding, ceil, count_include_pad=False)
        except RuntimeError:
            continue
        if sum(padding) == 0 and not ceil:
            continue
        kind = "Ceil" if ceil else "Floor"
        of = f"Pool<{each('Window', window)}, {each('Stride', stride)}, {each('Pad', padding)}, Dilation<1>, {kind}, UncountedPad>"
        slides = ", ".join(f"Slide {{ stride: {s}, padding: ({p}, {p}), dilation: 1 }}" for s, p in zip(stride, padding))
        values = ", ".join(repr(float(number)) for number in result.flatten())
        rows.append(
            f"pool! {{ {axes} avg_pool{axes}d: {listed(x.shape)} {of}, {listed(window)}, [{slides}], {str(ceil).lower()} => {listed(result.shape)} [{values}] }}"
        )
    lines = [f"// Written by `torch_uncounted.py` with PyTorch {torch.__version__}.", ""]
    for number, start in enumerate(range(0, len(rows), 10)):
        lines.append(f"#[test]\nfn rows_{number}() {{")
        lines += [f"    {row}" for row in rows[start : start + 10]]
        lines.append("}\n")
    Path(__file__).with_suffix(".rs").write_text("\n".join(lines))
    print(len(rows), "rows")


main()
