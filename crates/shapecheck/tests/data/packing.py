"""Tensors that are packed and unpacked, and what einops makes of them: tests/data/packing.txt, one case a line.

    python3 tests/data/packing.py

The element at place `k` in row-major order is `7 k % 11 - 5`, and 20 more for each tensor before it. Lines are

    pack | pattern | shapes | packed and its elements | shapes of the stars
    unpack | pattern | shape | pieces | tensors and their elements

with `;` between shapes, `_` for a piece that is inferred and `refused` for an answer. Some of the cases, with all sizes known to the compiler or some, are
tests/data/packing.rs.
"""

import pathlib
import random

import einops
import numpy

NAMES = ["b", "c", "time", "p2"]
CASES = 400
PROGRAMS = 50


def elements(shape, number):
    count = int(numpy.prod(shape, dtype=int))
    return ((7 * numpy.arange(count, dtype=numpy.int64)) % 11 - 5 + 20 * number).reshape(shape)


def told(tensor):
    return f"{list(tensor.shape)} {' '.join(str(element) for element in tensor.reshape(-1))}".strip()


def axes(rng, most):
    return [rng.choice([0, 1, 2, 2, 3, 3]) if rng.random() < 0.3 else rng.choice([1, 2, 3]) for _ in range(rng.randint(0, most))]


def pattern_of(rng):
    names = rng.sample(NAMES, rng.choice([0, 1, 1, 2, 2, 3]))
    names.insert(rng.randint(0, len(names)), "*")
    sizes = [None if name == "*" else rng.choice([1, 2, 2, 3]) for name in names]
    return names, sizes


def spoiled(rng, text):
    """A name twice, no star, two of them, or a character that has no place here."""
    parts = text.split()
    kind = rng.randrange(5)
    if kind == 0:
        parts = [part for part in parts if part != "*"]
    elif kind == 1:
        parts.insert(rng.randint(0, len(parts)), rng.choice(parts))
    else:
        parts.insert(rng.randint(0, len(parts)), rng.choice(["2", "...", "->", "(q", "?", "q)", "(q)", ","]))
    return " ".join(parts)


def pack(rng):
    names, sizes = pattern_of(rng)
    star = names.index("*")
    shapes = []
    for _ in range(rng.choice([1, 2, 2, 3, 3, 4])):
        shape = sizes[:star] + axes(rng, 2) + sizes[star + 1:]
        if shape and rng.random() < 0.08:
            shape[rng.randrange(len(shape))] += 1
        if shape and rng.random() < 0.04:
            shape.pop(rng.randrange(len(shape)))
        shapes.append(shape)
    text = " ".join(names)
    if rng.random() < 0.08:
        text = spoiled(rng, text)
    try:
        packed, stars = einops.pack([elements(shape, number) for number, shape in enumerate(shapes)], text)
    except Exception:
        packed, stars = None, None
    written = "; ".join(str(shape) for shape in shapes)
    if packed is None:
        return f"pack | {text} | {written} | refused |", None
    answer = "; ".join(str(list(shape)) for shape in stars)
    return f"pack | {text} | {written} | {told(packed)} | {answer}", (text, shapes, list(packed.shape), [list(shape) for shape in stars])


def unpack(rng):
    names, sizes = pattern_of(rng)
    star = names.index("*")
    pieces = [axes(rng, 2) for _ in range(rng.choice([1, 2, 2, 3]))]
    total = sum(int(numpy.prod(piece, dtype=int)) for piece in pieces)
    if rng.random() < 0.5:
        pieces[rng.randrange(len(pieces))] = None
        if rng.random() < 0.06:
            pieces[rng.randrange(len(pieces))] = None
    if rng.random() < 0.15:
        total = max(0, total + rng.choice([-2, -1, 1]))
    shape = sizes[:star] + [total] + sizes[star + 1:]
    if rng.random() < 0.05:
        shape.insert(rng.randint(0, len(shape)), 2)
    if shape and rng.random() < 0.04:
        shape.pop()
    text = " ".join(names)
    if rng.random() < 0.08:
        text = spoiled(rng, text)
    known = sum(int(numpy.prod(piece, dtype=int)) for piece in pieces if piece is not None)
    try:
        parts = einops.unpack(elements(shape, 0), [[-1] if piece is None else piece for piece in pieces], text)
    except Exception:
        parts = None
    written = "; ".join("_" if piece is None else str(piece) for piece in pieces)
    if parts is None:
        if None in pieces and 0 in shape:
            # NumPy infers no size where there are no elements.
            return None, None
        return f"unpack | {text} | {shape} | {written} | refused", None
    if len(shape) > star and known > shape[star]:
        # einops gives parts that overlap; here pieces of too many elements are refused.
        return None, None
    answer = "; ".join(told(part) for part in parts)
    return f"unpack | {text} | {shape} | {written} | {answer}", (text, shape, pieces, [list(part.shape) for part in parts])


def sizes(shape):
    return ", ".join(str(size) for size in shape)


def partly(rng, shape):
    return ", ".join("_" if rng.random() < 0.4 else str(size) for size in shape)


def program(number, kind, case, rng):
    """A line of Rust."""
    if kind == "pack":
        text, shapes, packed, stars = case
        named = [f"x{index}: [{sizes(shape)}] [{partly(rng, shape)}]" for index, shape in enumerate(shapes)]
        return f'packs!({number}, "{text}", {"; ".join(named)} => [{sizes(packed)}], ({" ".join(f"[{sizes(star)}]," for star in stars)}));'
    text, shape, pieces, parts = case
    named = ["_" if piece is None else f"[{sizes(piece)}]" for piece in pieces]
    found = [f"x{index}: [{sizes(part)}]" for index, part in enumerate(parts)]
    return f'unpacks!({number}, "{text}", [{sizes(shape)}] [{partly(rng, shape)}], [{", ".join(named)}] => {"; ".join(found)});'


def main():
    rng = random.Random(15)
    lines, programs = [], []
    while len(lines) < CASES:
        kind = rng.choice([pack, unpack])
        line, case = kind(rng)
        if line is None or len(line) > 600:
            continue
        if case is not None:
            programs.append((len(lines), kind.__name__, case))
        lines.append(line)
    header = f"Tensors that are packed and unpacked, and the answers of einops {einops.__version__} on NumPy {numpy.__version__}, by tests/data/packing.py."
    path = pathlib.Path(__file__).with_suffix(".txt")
    path.write_text("\n".join([header, *lines]) + "\n")
    some = [program(*each, rng) for each in rng.sample(programs, PROGRAMS)]
    path.with_suffix(".rs").write_text("\n".join([f"// {header}", "{", *some, "}"]) + "\n")


if __name__ == "__main__":
    main()
