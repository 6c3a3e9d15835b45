"""Writes the verdicts of NumPy on random shapes to standard output.

    python3 tests/data/numpy_cases.py > tests/data/numpy_cases.txt
"""

import math
import random

import numpy

TWO_WAY = 1200
ONE_WAY = 400
# NumPy refuses arrays of more bytes than a signed 64-bit number counts.
MOST_ELEMENTS = 2**62
SIZES = [0, 1, 2, 3, 4, 5, 7, 8, 12, 28, 64, 224, 1000, 1536, 50257]


def text(shape):
    return "x".join(map(str, shape)) or "()"


def random_result():
    while True:
        shape = [random.choice(SIZES) for _ in range(random.randint(0, 10))]
        # The sizes of one operand of a refused case may all be those of the result but one.
        if math.prod(max(size, 1) for size in shape) * max(SIZES) <= MOST_ELEMENTS:
            return shape


def random_operand(result):
    """A shape that broadcasts to the result: some sizes 1, some leading axes missing."""
    stretched = [1 if random.random() < 0.3 else size for size in result]
    missing = random.choice([0, 0, 0, random.randint(0, len(result))])
    return stretched[missing:]


def change_one_size(shapes):
    """Gives one axis of one shape another size, which most often does not fit."""
    shape = random.choice(shapes)
    if shape:
        shape[random.randrange(len(shape))] = random.choice(SIZES)


def broadcast(shapes):
    try:
        return text(numpy.broadcast_shapes(*map(tuple, shapes)))
    except ValueError as error:
        assert "shape mismatch" in str(error), error
        return "clash"


def broadcast_to(source, target):
    # Every element is the same one, so large shapes take no memory.
    array = numpy.broadcast_to(numpy.int8(0), source)
    try:
        assert numpy.broadcast_to(array, target).shape == tuple(target)
        return "fits"
    except ValueError as error:
        reasons = ["could not be broadcast", "more dimensions than allowed", "non-scalar to a scalar"]
        assert any(reason in str(error) for reason in reasons), error
        return "clash"


def add(cases, wanted, case):
    """Keeps as many refused cases as accepted ones, and no case twice."""
    refused = case.endswith("clash")
    kept = sum(kept.endswith("clash") == refused for kept in cases)
    if kept < wanted // 2 and case not in cases:
        cases[case] = None


def two_way():
    cases = {}
    while len(cases) < TWO_WAY:
        result = random_result()
        shapes = [random_operand(result) for _ in range(random.randint(1, 5))]
        for _ in range(random.choice([0, 1, 1, 2])):
            change_one_size(shapes)
        add(cases, TWO_WAY, f"{' '.join(map(text, shapes))} = {broadcast(shapes)}")
    return cases


def one_way():
    cases = {}
    while len(cases) < ONE_WAY:
        target = random_result()
        source = random_operand(target)
        if random.random() < 0.3:
            change_one_size([source])
        if random.random() < 0.2:
            change_one_size([target])
        if random.random() < 0.2:
            source = [1] * random.randint(1, 2) + source
        add(cases, ONE_WAY, f"{text(source)} -> {text(target)} = {broadcast_to(source, target)}")
    return cases


random.seed(20240229)
print(f"# The verdicts of NumPy {numpy.__version__} on random shapes. Written by:")
print("#     python3 tests/data/numpy_cases.py > tests/data/numpy_cases.txt")
print("#")
print("# Two-way, numpy.broadcast_shapes: the shapes = the result, or clash. () is the shape without axes.")
print(*two_way(), sep="\n")
print("#")
print("# One-way, numpy.broadcast_to: the source -> the target = fits, or clash.")
print(*one_way(), sep="\n")
