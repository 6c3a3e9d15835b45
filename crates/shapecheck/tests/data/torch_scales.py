#!/usr/bin/env python3
"""Interpolation by fractions of sizes with PyTorch's values: writes `torch_scales.rs` beside this file.

    python3 tests/data/torch_scales.py
"""

import random
from pathlib import Path

import torch
import torch.nn.functional as F

FRACTIONS = [(1, 2), (3, 2), (2, 3), (1, 3), (5, 3), (3, 4), (2, 5), (2, 1), (1, 1), (7, 5)]


def made(sizes):
    """The numbers of `torch_windows.py`, of the seed 9."""
    count = 1
    for size in sizes:
        count *= size
    numbers = [((index * 37 + 99) % 17 - 8) / 4 for index in range(count)]
    return torch.tensor(numbers, dtype=torch.float64).reshape(sizes)


def listed(numbers):
    return "[" + ", ".join(str(number) for number in numbers) + "]"


def main():
    generator = random.Random(4)
    rows = []
    while len(rows) < 48:
        axes = generator.choice([1, 1, 2, 2, 3])
        by = [generator.choice(FRACTIONS) for _ in range(axes)]
        sizes = [generator.randint(1, 7 if axes < 3 else 4) for _ in range(axes)]
        if any(n * up < down for n, (up, down) in zip(sizes, by)):
            # PyTorch gives no result without elements.
            continue
        x = made([2, 1] + sizes)
        for name, mode in [("Nearest", "nearest"), ("Linear", ["linear", "bilinear", "trilinear"][axes - 1])]:
            result = F.interpolate(x, scale_factor=[up / down for up, down in by], mode=mode)
            up, down = zip(*by)
            values = ", ".join(repr(float(number)) for number in result.flatten())
            rows.append(f"scaled! {{ {name}: {listed(x.shape)} {listed(up)} {listed(down)} => {listed(result.shape)} [{values}] }}")
    lines = [f"// Written by `torch_scales.py` with PyTorch {torch.__version__}.", ""]
    for number, start in enumerate(range(0, len(rows), 10)):
        lines.append(f"#[test]\nfn rows_{number}() {{")
        lines += [f"    {row}" for row in rows[start : start + 10]]
        lines.append("}\n")
    Path(__file__).with_suffix(".rs").write_text("\n".join(lines))
    print(len(rows), "rows")


main()
