#!/usr/bin/env python3
"""Convolutions and pools with PyTorch's own verdicts and values: writes `torch_windows.rs` beside this file.

    python3 tests/data/torch_windows.py

Each row is an operation on numbers that `made` gives on both sides, all of them multiples of a quarter, so that sums are exact.
Rows that PyTorch refuses are refused here too.
"""

import random
from pathlib import Path

import torch
import torch.nn.functional as F

AXES = {1: "conv1d", 2: "conv2d", 3: "conv3d"}


def made(sizes, seed):
    count = 1
    for size in sizes:
        count *= size
    numbers = [((index * 37 + seed * 11) % 17 - 8) / 4 for index in range(count)]
    return torch.tensor(numbers, dtype=torch.float64).reshape(sizes)


def listed(sizes):
    return "[" + ", ".join(str(size) for size in sizes) + "]"


def each(name, numbers):
    """One number for all axes where they are the same, or a tuple."""
    if len(set(numbers)) == 1:
        return f"{name}<{numbers[0]}>"
    return "(" + ", ".join(f"{name}<{number}>" for number in numbers) + ")"


def values(result):
    numbers = [float(number) for number in result.flatten()]
    return "[" + ", ".join(repr(number) for number in numbers) + "]"


def slides(axes, stride, padding, dilation):
    return "[" + ", ".join(
        f"Slide {{ stride: {stride[axis]}, padding: {padding[axis]}, dilation: {dilation[axis]} }}"
        for axis in range(axes)
    ) + "]"


def attempt(function):
    try:
        return function()
    except (RuntimeError, ValueError):
        return None


def outcome(result):
    if result is None:
        return "refused"
    return f"{listed(result.shape)} {values(result)}"


def settings(generator, axes, largest):
    """A number for each axis, the same one for all in two of three cases."""
    if generator.random() < 0.66:
        return [generator.randint(*largest)] * axes
    return [generator.randint(*largest) for _ in range(axes)]


def convolutions(generator, rows):
    for _ in range(90):
        axes = generator.choice([1, 1, 2, 2, 2, 3])
        groups = generator.choice([1, 1, 1, 2, 3])
        takes, gives = generator.randint(1, 2), generator.choice([1, 2, 3, 4])
        if generator.random() < 0.75:
            gives = groups * generator.randint(1, 2)
        channels = takes * groups
        if generator.random() < 0.15:
            channels += generator.choice([1, groups])
        lead = generator.choice([[], [1], [2], [0]])
        largest = 6 if axes < 3 else 4
        sizes = [generator.randint(1, largest) for _ in range(axes)]
        window = [generator.randint(1, 3) for _ in range(axes)]
        stride = settings(generator, axes, (1, 3))
        dilation = settings(generator, axes, (1, 2))
        padding = settings(generator, axes, (0, 2))
        same = generator.random() < 0.2
        if same and generator.random() < 0.8:
            stride = [1] * axes
        x, kernel = made(lead + [channels] + sizes, 1), made([gives, takes] + window, 2)
        convolve = getattr(F, AXES[axes])
        result = attempt(
            lambda: convolve(
                x, kernel, stride=stride, padding="same" if same else padding, dilation=dilation, groups=groups
            )
        )
        pads = [f"({p}, {p})" for p in padding]
        if same:
            added = [d * (k - 1) for d, k in zip(dilation, window)]
            pads = [f"({n // 2}, {n - n // 2})" for n in added]
        kind = "Same" if same else each("Pad", padding)
        conv = f"Conv<{each('Stride', stride)}, {kind}, {each('Dilation', dilation)}, Groups<{groups}>>"
        # What keeps the size by its type alone is numbers without the reason at run time.
        verdict = outcome(result)
        if same and stride != [1] * axes:
            verdict = "refused by type"
        rows.append(
            f"convolution! {{ {axes} {AXES[axes]}: {listed(x.shape)} {listed(kernel.shape)} {conv}, "
            f"{slides(axes, stride, pads, dilation)}, {groups} => {verdict} }}"
        )


def pools(generator, rows):
    for _ in range(80):
        axes = generator.choice([1, 2, 2, 2, 3])
        kind = generator.choice(["max", "avg"])
        sizes = [generator.randint(1, 7 if axes < 3 else 4) for _ in range(axes)]
        window = settings(generator, axes, (1, 3))
        stride = None if generator.random() < 0.3 else settings(generator, axes, (1, 3))
        padding = settings(generator, axes, (0, 1))
        if generator.random() < 0.15:
            padding = [2] * axes
        dilation = [1] * axes
        if kind == "max" and generator.random() < 0.4:
            dilation = settings(generator, axes, (1, 2))
        ceil = generator.random() < 0.4
        x = made([2, 1] + sizes, 3)
        more = {"dilation": dilation} if kind == "max" else {}
        pool = getattr(F, f"{kind}_pool{axes}d")
        result = attempt(
            lambda: pool(x, window, stride=stride, padding=padding, ceil_mode=ceil, **more)
        )
        # Where the number of windows is rounded up PyTorch takes a window that fits nowhere. Here it is refused.
        if any(d * (k - 1) + 1 > n + 2 * p for n, k, p, d in zip(sizes, window, padding, dilation)):
            result = None
        told = each("Stride", stride) if stride else "SideBySide"
        settings_of = f"Pool<{each('Window', window)}, {told}, {each('Pad', padding)}, {each('Dilation', dilation)}, {'Ceil' if ceil else 'Floor'}>"
        pads = [f"({p}, {p})" for p in padding]
        numbers = slides(axes, stride or window, pads, dilation)
        rows.append(
            f"pool! {{ {axes} {kind}_pool{axes}d: {listed(x.shape)} {settings_of}, {listed(window)}, {numbers}, {str(ceil).lower()} => {outcome(result)} }}"
        )


def main():
    generator = random.Random(12)
    rows = []
    convolutions(generator, rows)
    pools(generator, rows)
    lines = [f"// Written by `torch_windows.py` with PyTorch {torch.__version__}.", ""]
    # A function a few rows: one of all would be a large one.
    for number, start in enumerate(range(0, len(rows), 10)):
        lines.append(f"#[test]\nfn rows_{number}() {{")
        lines += [f"    {row}" for row in rows[start : start + 10]]
        lines.append("}\n")
    path = Path(__file__).with_suffix(".rs")
    path.write_text("\n".join(lines))
    refused = sum("=> refused" in row for row in rows)
    print(len(rows), "rows,", refused, "refused")


main()
