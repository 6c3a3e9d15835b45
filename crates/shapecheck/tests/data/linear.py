"""Prints what NumPy makes of the matrices in `tests/matrices/linear.rs`, which has it as constants.

    python3 tests/data/linear.py
"""

import numpy


def matrix(size):
    row, column = numpy.indices([size, size])
    noise = (37 * row + 101 * column + row * column * column) % 127 - 63
    # The largest elements are not on the diagonal: rows change places.
    return noise / 64 + numpy.where((row + 5) % size == column, size / 8, 0)


def text(value):
    if isinstance(value, numpy.ndarray) and value.ndim:
        return "[" + ", ".join(map(text, value)) + "]"
    return repr(float(value))


print("    pub const BY_NUMPY: [OfMatrix; 3] = [")
for size in [24, 48, 100]:
    a = matrix(size)
    b = numpy.arange(2 * size).reshape(size, 2) % 11 - 5.0
    solution, inverse = numpy.linalg.solve(a, b), numpy.linalg.inv(a)
    factor = numpy.linalg.cholesky(a.T @ a)
    sign, logarithm = numpy.linalg.slogdet(a)
    print("        OfMatrix {")
    print(f"            size: {size},")
    print(f"            solution: {text(numpy.stack([solution[0], solution[-1], (solution**2).sum(0)]))},")
    print(f"            inverse: {text(numpy.array([inverse[0, 0], inverse[0, -1], inverse[-1, 0], (inverse**2).sum()]))},")
    print(f"            slogdet: {text(numpy.array([sign, logarithm]))},")
    print(f"            det: {text(numpy.linalg.det(a))},")
    print(f"            cholesky: {text(numpy.array([factor[0, 0], factor[-1, 0], factor[-1, -1], factor.sum()]))},")
    print("        },")
print("    ];")
