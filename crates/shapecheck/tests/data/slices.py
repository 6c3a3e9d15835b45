#!/usr/bin/env python3
"""NumPy's slices of several axes: writes `slices.rs` beside this file.

    python3 tests/data/slices.py

The elements of an operand are 0, 1, 2 and so on, so that what a slice shows says where it is.
"""

import random
from pathlib import Path

import numpy

ROWS = 120
ROWS_OF_A_TEST = 12


def listed(numbers):
    return "[" + ", ".join(str(number) for number in numbers) + "]"


def place(generator, index, size):
    """An index or the end of a range, from the start or from the end, as in Python."""
    return index if index == size or generator.random() < 0.5 else index - size


def entry(generator, size):
    """What is taken of an axis: for Python and as it is written in Rust."""
    kind = generator.random()
    if kind < 0.2 or size == 0:
        return slice(None), ".."
    if kind < 0.45:
        index = place(generator, generator.randrange(size), size)
        return index, str(index)
    start, end = sorted([generator.randint(0, size), generator.randint(0, size)])
    start, end = place(generator, start, size), place(generator, end, size)
    if generator.random() < 0.2:
        start = None
    if generator.random() < 0.2:
        end = None
    step = generator.choice([None, None, 1, 2, 3])
    # Python takes what there is where we refuse.
    if start is not None and end is not None and len(range(size)[start:end]) == 0:
        if range(size + 1)[start] > range(size + 1)[end]:
            return slice(None), ".."
    inclusive = end is not None and end not in (0, size) and start is not None and generator.random() < 0.3
    last = end - 1 if inclusive else end
    if inclusive and (end - 1 < 0) != (end < 0):
        inclusive, last = False, end
    ends = ("" if start is None else str(start), "" if last is None else str(last))
    text = f"{ends[0]}{'..=' if inclusive else '..'}{ends[1]}"
    return slice(start, end, step), text if step is None else f"{text};{step}"


def row(generator):
    sizes = [generator.randint(0, 5) if generator.random() < 0.1 else generator.randint(1, 5) for _ in range(generator.randint(1, 4))]
    operand = numpy.arange(int(numpy.prod(sizes))).reshape(sizes)
    axes = list(range(len(sizes)))
    others = range(0)
    if generator.random() < 0.5:
        first = generator.randint(0, len(sizes))
        others = range(first, generator.randint(first, len(sizes)))
    entries = []
    for axis in axes + [None]:
        if generator.random() < 0.12:
            entries.append((numpy.newaxis, "NewAxis"))
        if others and axis == others.start:
            entries.append((Ellipsis, "..."))
        if axis is not None and axis not in others:
            entries.append(entry(generator, sizes[axis]))
    found = numpy.asarray(operand[tuple(index for index, _ in entries)])
    written = ", ".join(text for _, text in entries)
    return f"numpy! {{ {listed(sizes)}; [{written}] => {listed(found.shape)} {listed(found.flatten())} }}"


def main():
    generator = random.Random(1)
    rows = [row(generator) for _ in range(ROWS)]
    text = f"// Written by `slices.py` with NumPy {numpy.__version__}.\n"
    for number, first in enumerate(range(0, ROWS, ROWS_OF_A_TEST)):
        lines = "".join(f"    {row}\n" for row in rows[first : first + ROWS_OF_A_TEST])
        text += f"\n#[test]\nfn rows_{number}() {{\n{lines}}}\n"
    Path(__file__).with_name("slices.rs").write_text(text)


main()
