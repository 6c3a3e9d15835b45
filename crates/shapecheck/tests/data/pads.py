#!/usr/bin/env python3
"""Padding by NumPy's modes and by PyTorch's negative amounts, and NumPy's repetitions with a count for each index: writes `pads.rs` beside
this file.

    python3 tests/data/pads.py

Element `i` of an operand is `(7 i) % 11 - 4`. Rows that the library refuses are refused here too.
"""

import random
from pathlib import Path

import numpy
import torch
import torch.nn.functional as F


def made(sizes):
    count = int(numpy.prod(sizes))
    return numpy.array([(7 * index) % 11 - 4 for index in range(count)], dtype=float).reshape(sizes)


def listed(numbers):
    return "[" + ", ".join(str(number) for number in numbers) + "]"


def outcome(function):
    try:
        result = numpy.asarray(function())
    except (RuntimeError, ValueError, IndexError):
        return "refused"
    return f"{listed(result.shape)} [{', '.join(repr(float(number)) for number in result.flatten())}]"


def operand(generator):
    sizes = [generator.randint(1, 4) for _ in range(generator.randint(1, 3))]
    return sizes, -generator.randint(1, len(sizes))


def pads(generator, rows):
    for mode in ["symmetric", "mean", "linear_ramp"]:
        for _ in range(12):
            sizes, axis = operand(generator)
            # NumPy mirrors any number of times, and we once.
            most = sizes[axis] if mode == "symmetric" else 4
            before, after = generator.randint(0, most), generator.randint(0, most)
            if generator.random() < 0.15:
                sizes[axis], before = 0, max(before, 1)
            around = [(0, 0)] * len(sizes)
            around[axis] = (before, after)
            ends = (generator.randint(-8, 8) / 2, generator.randint(-8, 8) / 2)
            more = {"end_values": [ends] * len(sizes)} if mode == "linear_ramp" else {}
            found = outcome(lambda: numpy.pad(made(sizes), around, mode=mode, **more))
            told = f" ({ends[0]}, {ends[1]})" if more else ""
            rows.append(f"{mode}! {{ {listed(sizes)} {axis} {before} {after}{told} => {found} }}")


def signed(generator, rows):
    for _ in range(24):
        sizes, axis = operand(generator)
        around = [generator.choice([-3, -2, -1, -1, 0, 1, 2]) for _ in range(2)]
        pairs = [0, 0] * (-axis - 1) + around
        # PyTorch takes no padding that leaves nothing, and we do: such rows are left out.
        if sizes[axis] + sum(around) == 0:
            continue
        found = outcome(lambda: F.pad(torch.from_numpy(made(sizes)), pairs, value=2.5))
        types = " ".join(f"Negative<dim!({-n})>" if n < 0 else f"dim!({n})" for n in around).replace("> ", ">, ").replace(") ", "), ")
        rows.append(f"signed! {{ {listed(sizes)} {axis} ({around[0]}, {around[1]}) [{types}] => {found} }}")


def repetitions(generator, rows):
    for _ in range(20):
        sizes, axis = operand(generator)
        if generator.random() < 0.1:
            sizes[axis] = 0
        length = sizes[axis]
        if generator.random() < 0.25:
            # One count would be that of all indices for NumPy.
            length = generator.choice([number for number in range(2, 6) if number != sizes[axis]])
        counts = [generator.randint(0, 3) for _ in range(length)]
        found = outcome(lambda: numpy.repeat(made(sizes), numpy.array(counts, dtype=int), axis=axis))
        rows.append(f"repeated! {{ {listed(sizes)} {axis} {listed(counts)} [{length}] => {found} }}")


def main():
    generator = random.Random(5)
    rows = []
    pads(generator, rows)
    signed(generator, rows)
    repetitions(generator, rows)
    lines = [f"// Written by `pads.py` with NumPy {numpy.__version__} and PyTorch {torch.__version__}.", ""]
    for number, start in enumerate(range(0, len(rows), 10)):
        lines.append(f"#[test]\nfn rows_{number}() {{")
        lines += [f"    {row}" for row in rows[start : start + 10]]
        lines.append("}\n")
    Path(__file__).with_suffix(".rs").write_text("\n".join(lines))
    print(len(rows), "rows,", sum("=> refused" in row for row in rows), "refused")


main()
