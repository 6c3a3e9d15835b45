"""Patterns and what einops makes of them: tests/data/patterns.txt, one case a line.

    python3 tests/data/patterns.py

The element at place `k` in row-major order is `7 k % 11 - 5`. A line is

    function | pattern | shape | sizes | answer

where a function is `rearrange`, `repeat`, or `sum`, `mean`, `max`, `min`, `prod`, `any` and `all` for reductions; of the last two an element is whether
it is above 0, and means are of floats. The answer is `refused`, or a shape and its elements. Some of the patterns, with all sizes known to the compiler or some, are tests/data/patterns.rs.
"""

import pathlib
import random
import warnings

import einops
import numpy

NAMES = ["b", "c", "h", "w", "time", "p2"]
OPS = ["sum", "mean", "max", "min", "prod", "any", "all"]
CASES = 800
PROGRAMS = 90


def elements(op, shape):
    count = int(numpy.prod(shape, dtype=int))
    values = (7 * numpy.arange(count, dtype=numpy.int64)) % 11 - 5
    if op == "mean":
        values = values.astype(numpy.float64)
    if op in ("any", "all"):
        values = values > 0
    return values.reshape(shape)


def grouped(rng, names, ones=True):
    """Some neighbours as groups, and axes of size 1 between."""
    parts, place = [], 0
    while place < len(names):
        if ones and rng.random() < 0.07:
            parts.append(rng.choice(["1", "()"]))
        if names[place] != "..." and rng.random() < 0.35:
            count = rng.choice([1, 2, 2, 2, 3])
            group = [name for name in names[place:place + count] if name != "..."]
            place += len(group)
            if rng.random() < 0.08:
                group.insert(rng.randint(0, len(group)), "1")
            parts.append(group)
        else:
            parts.append(names[place])
            place += 1
    return parts


def written(parts):
    return " ".join(part if isinstance(part, str) else "(" + " ".join(part) + ")" for part in parts)


def draw(rng):
    kind = rng.choice(["rearrange", "rearrange", "reduce", "repeat"])
    names = rng.sample(NAMES, rng.choice([0, 1, 2, 2, 3, 3, 4]))
    sizes = {name: rng.choice([0, 1, 2, 2, 2, 3, 3, 4]) for name in NAMES}
    if rng.random() < 0.6:
        sizes = {name: size or 2 for name, size in sizes.items()}
    unnamed = None
    own = list(names)
    if rng.random() < 0.25:
        unnamed = [rng.choice([1, 2, 3]) for _ in range(rng.randint(0, 2))]
        own.insert(rng.randint(0, len(own)), "...")
    left = grouped(rng, own)
    kept, new = list(own), []
    if kind == "reduce":
        if rng.random() < 0.3 and left:
            place = rng.randrange(len(left))
            if isinstance(left[place], list):
                left[place].append(rng.choice(["2", "3"]))
            elif left[place] not in ("1", "()", "..."):
                left[place] = [left[place], "2"]
        kept = [name for name in own if rng.random() < (0.8 if name == "..." else 0.5)]
    if kind == "repeat":
        new = [name for name in NAMES if name not in names][:rng.choice([0, 1, 1, 2])]
        kept += new + (["3"] if rng.random() < 0.2 else [])
    if rng.random() < 0.75:
        rng.shuffle(kept)
    right = grouped(rng, kept)
    if rng.random() < 0.1 and "..." in right:
        place = right.index("...")
        right[place] = ["..."] + ([right.pop(place + 1)] if place + 1 < len(right) and isinstance(right[place + 1], str) and right[place + 1].isalnum() and right[place + 1] != "1" else [])
    shape, given = [], {}
    for part in left:
        if part == "...":
            shape += unnamed
        elif part in ("1", "()"):
            shape.append(1)
        else:
            group = part if isinstance(part, list) else [part]
            size = 1
            for name in group:
                size *= int(name) if name.isdigit() else sizes[name]
            shape.append(size)
            inferred = [name for name in group if not name.isdigit()]
            if inferred and rng.random() < 0.93:
                inferred.remove(rng.choice(inferred))
            elif len(inferred) > 1 and rng.random() < 0.4:
                inferred.remove(inferred[0])
            for name in inferred:
                given[name] = sizes[name]
    for name in new:
        if rng.random() < 0.95:
            given[name] = sizes[name]
    if given and rng.random() < 0.05:
        given[rng.choice(list(given))] += 1
    if rng.random() < 0.02:
        given["q"] = 2
    if shape and rng.random() < 0.06:
        shape[rng.randrange(len(shape))] += 1
    if rng.random() < 0.03:
        shape.append(2)
    if rng.random() < 0.03 and right:
        right.pop()
    if rng.random() < 0.02:
        right.append(rng.choice(NAMES))
    function = rng.choice(OPS) if kind == "reduce" else kind
    return function, f"{written(left)} -> {written(right)}", shape, given


def spoiled(rng, text):
    place = rng.randint(0, len(text))
    if rng.random() < 0.5 and text:
        return text[:place] + text[place + 1:]
    return text[:place] + rng.choice([",", "-", ">", "->", "(", ")", ";", "?", "2", ".", "i", "*"]) + text[place:]


def answer(function, pattern, shape, given):
    operand = elements(function, shape)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if function in OPS:
                value = einops.reduce(operand, pattern, function, **given)
            else:
                value = getattr(einops, function)(operand, pattern, **given)
    except Exception:
        return "refused", None
    if value.size > 100 or numpy.isnan(value).any():
        return None, None
    if function in ("max", "min") and operand.size == 0 and value.size == 0:
        # Which axis has no index does not matter to NumPy; here one that is reduced is refused.
        return None, None
    plain = value.astype(numpy.int64) if value.dtype == bool else value
    numbers = " ".join(repr(element.item()) for element in plain.reshape(-1))
    return f"{list(value.shape)} {numbers}".strip(), value


def program(number, function, pattern, shape, given, value, rng):
    """A line of Rust."""
    def sizes(shape):
        return ", ".join(str(size) for size in shape)

    partly = ", ".join("_" if rng.random() < 0.4 else str(size) for size in shape)
    named = ", ".join(f"{name} = {size}" for name, size in given.items())
    op = ""
    if function in OPS:
        op, function = function, "reduce"
    return f'case!({number}, {function}, "{pattern}", [{op}], [{named}]; [{sizes(shape)}] [{partly}] => [{sizes(value.shape)}]);'


def main():
    rng = random.Random(14)
    lines, programs = [], []
    while len(lines) < CASES:
        function, pattern, shape, given = draw(rng)
        plain = rng.random() < 0.92
        if not plain:
            pattern = spoiled(rng, pattern)
        told, value = answer(function, pattern, shape, given)
        if told is None:
            continue
        written_sizes = ", ".join(f"{name}={size}" for name, size in given.items())
        if value is not None and function not in ("mean", "any", "all"):
            programs.append(program(len(lines), function, pattern, shape, given, value, rng))
        lines.append(f"{function} | {pattern} | {shape} | {written_sizes} | {told}")
    header = f"Patterns and the answers of einops {einops.__version__} on NumPy {numpy.__version__}, by tests/data/patterns.py."
    path = pathlib.Path(__file__).with_suffix(".txt")
    path.write_text("\n".join([header, *lines]) + "\n")
    some = rng.sample(programs, PROGRAMS)
    path.with_suffix(".rs").write_text("\n".join([f"// {header}", "{", *some, "}"]) + "\n")


if __name__ == "__main__":
    main()
