#!/usr/bin/env python3
"""Convolutions, pools and other windows with PyTorch's own verdicts and values: writes `torch_windows.rs` beside this file.

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
        told = each("Stride", stride) if stride else "SideBySide"
        settings_of = f"Pool<{each('Window', window)}, {told}, {each('Pad', padding)}, {each('Dilation', dilation)}, {'Ceil' if ceil else 'Floor'}>"
        pads = [f"({p}, {p})" for p in padding]
        numbers = slides(axes, stride or window, pads, dilation)
        rows.append(
            f"pool! {{ {axes} {kind}_pool{axes}d: {listed(x.shape)} {settings_of}, {listed(window)}, {numbers}, {str(ceil).lower()} => {outcome(result)} }}"
        )


def transposed(generator, rows):
    for _ in range(50):
        axes = generator.choice([1, 1, 2, 2, 2, 3])
        groups = generator.choice([1, 1, 2, 3])
        gives, takes = generator.randint(1, 2), groups * generator.randint(1, 2)
        channels = takes + (1 if generator.random() < 0.1 else 0)
        if generator.random() < 0.1:
            takes += 1
            channels = takes
        lead = generator.choice([[], [1], [2]])
        sizes = [generator.randint(1, 4 if axes < 3 else 2) for _ in range(axes)]
        window = [generator.randint(1, 3) for _ in range(axes)]
        stride = settings(generator, axes, (1, 3))
        dilation = settings(generator, axes, (1, 2))
        padding = settings(generator, axes, (0, 1))
        added = settings(generator, axes, (0, 2)) if generator.random() < 0.5 else [0] * axes
        x, kernel = made(lead + [channels] + sizes, 1), made([takes, gives] + window, 2)
        convolve = getattr(F, f"conv_transpose{axes}d")
        result = attempt(
            lambda: convolve(x, kernel, None, stride, padding, added, groups, dilation)
        )
        # PyTorch gives an axis of size 0, and refuses it or not, where nothing is left. Here it is refused.
        if result is not None and 0 in result.shape:
            result = None
        of = f"ConvTranspose<{each('Stride', stride)}, {each('Pad', padding)}, {each('OutputPad', added)}, {each('Dilation', dilation)}, Groups<{groups}>>"
        numbers = "[" + ", ".join(
            f"(Slide {{ stride: {stride[axis]}, padding: ({padding[axis]}, {padding[axis]}), dilation: {dilation[axis]} }}, {added[axis]})"
            for axis in range(axes)
        ) + "]"
        rows.append(
            f"transposed! {{ {axes} conv_transpose{axes}d: {listed(x.shape)} {listed(kernel.shape)} {of}, {numbers}, {groups} => {outcome(result)} }}"
        )


def resized(generator, rows):
    for _ in range(12):
        axes = generator.choice([1, 2, 2, 3])
        x = made([2] + [1] * (axes == 1) + [generator.randint(1, 6) for _ in range(axes)] if axes > 1 else [2, 1, generator.randint(1, 9)], 4)
        if axes > 1:
            x = x[:, None]
        target = [generator.randint(1, 7 if axes < 3 else 3) for _ in range(axes)]
        for kind in ["max", "avg"]:
            result = getattr(F, f"adaptive_{kind}_pool{axes}d")(x, target)
            rows.append(f"resized! {{ adaptive_{kind}_pool(): {listed(x.shape)} {listed(target)} => {outcome(result)} }}")
        for name, mode in [("Nearest", "nearest"), ("Linear", ["linear", "bilinear", "trilinear"][axes - 1])]:
            result = F.interpolate(x, size=target, mode=mode)
            rows.append(
                f"resized! {{ interpolate(Interpolation::{name}): {listed(x.shape)} {listed(target)} => {outcome(result)} }}"
            )


def unfolded(generator, rows):
    for _ in range(20):
        sizes = [generator.randint(1, 6) for _ in range(2)]
        window = settings(generator, 2, (1, 3))
        stride = None if generator.random() < 0.3 else settings(generator, 2, (1, 2))
        padding = settings(generator, 2, (0, 1))
        dilation = settings(generator, 2, (1, 2))
        channels = generator.randint(1, 2)
        x = made([2, channels] + sizes, 5)
        result = attempt(lambda: F.unfold(x, window, dilation, padding, stride or window))
        told = each("Stride", stride) if stride else "SideBySide"
        of = f"Pool<{each('Window', window)}, {told}, {each('Pad', padding)}, {each('Dilation', dilation)}>"
        numbers = slides(2, stride or window, [f"({p}, {p})" for p in padding], dilation)
        rows.append(f"unfolded! {{ {listed(x.shape)} {of}, {listed(window)}, {numbers} => {outcome(result)} }}")
        if result is None:
            continue
        rows_of, places = result.shape[1:]
        for columns in [[2, rows_of, places], [2, rows_of + 1, places], [2, rows_of, places + 1]]:
            back = attempt(lambda: F.fold(made(columns, 6), sizes, window, dilation, padding, stride or window))
            rows.append(f"folded! {{ {listed(columns)} {listed(sizes)} {of}, {listed(window)}, {numbers} => {outcome(back)} }}")


def rearranged(generator, rows):
    for sizes, side in [([2, 4, 2, 3], 2), ([9, 1, 2], 3), ([1, 2, 2], 1), ([10, 2, 2], 3), ([2, 6, 1, 1], 2)]:
        result = attempt(lambda: F.pixel_shuffle(made(sizes, 7), side))
        rows.append(f"rearranged! {{ pixel_shuffle PixelShuffle<dim!({side})>: {listed(sizes)} {side} => {outcome(result)} }}")
    for sizes, side in [([2, 1, 4, 6], 2), ([2, 3, 3], 3), ([1, 2, 2], 1), ([1, 4, 5], 2), ([1, 5, 4], 2)]:
        result = attempt(lambda: F.pixel_unshuffle(made(sizes, 7), side))
        rows.append(f"rearranged! {{ pixel_unshuffle PixelUnshuffle<dim!({side})>: {listed(sizes)} {side} => {outcome(result)} }}")
    for sizes, groups in [([2, 6, 1, 2], 3), ([1, 4, 2, 1], 2), ([1, 3, 1, 1], 1), ([1, 4, 1, 1], 3)]:
        result = attempt(lambda: torch.channel_shuffle(made(sizes, 7), groups))
        rows.append(f"rearranged! {{ channel_shuffle HasGroups< -3, dim!({groups})>: {listed(sizes)} {groups} => {outcome(result)} }}")
    for sizes, axis, width, step in [([7], -1, 3, 2), ([2, 5], -2, 2, 1), ([2, 5, 2], -2, 5, 3), ([7], -1, 8, 1), ([3, 4], -1, 1, 4)]:
        result = attempt(lambda: made(sizes, 8).unfold(axis, width, step))
        rows.append(f"sliding! {{ {listed(sizes)} {axis} {width} {step} => {outcome(result)} }}")


def main():
    generator = random.Random(12)
    rows = []
    convolutions(generator, rows)
    pools(generator, rows)
    transposed(generator, rows)
    resized(generator, rows)
    unfolded(generator, rows)
    rearranged(generator, rows)
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
