"""Prints what NumPy makes of the matrix in `tests/matrices/decompose.rs`, which has it as constants.

    python3 tests/data/decompose.py
"""

import numpy

MATRIX = numpy.array([[2.0, -1.0, 0.5], [0.0, 3.0, -2.0], [1.5, 0.25, 4.0], [-1.0, 2.5, 1.0]])
SQUARE = MATRIX.T @ MATRIX
# Below it are an odd number of eigenvalues.
SHIFT = numpy.diag([15.0, 15.0, 15.0])

SIDES = numpy.array([[1.0, -2.0], [0.5, 3.0], [-1.5, 0.25], [2.0, 1.0]])


def text(value):
    if isinstance(value, numpy.ndarray) and value.ndim:
        return "[" + ", ".join(map(text, value)) + "]"
    return repr(float(value))


def show(name, value):
    value = numpy.asarray(value)
    sizes = "f64"
    for size in reversed(value.shape):
        sizes = f"[{sizes}; {size}]"
    print(f"    pub const {name}: {sizes} = {text(value)};")


q, r = numpy.linalg.qr(MATRIX)
show("Q", q)
show("R", r)
q, r = numpy.linalg.qr(MATRIX, mode="complete")
show("COMPLETE_Q", q)
show("COMPLETE_R", r)
u, _, v = numpy.linalg.svd(MATRIX, full_matrices=True)
show("FULL_U", u)
show("FULL_V", v)
show("SIDES", SIDES)
show("LSTSQ", numpy.linalg.lstsq(MATRIX, SIDES)[0])
show("LSTSQ_OF_FEW", numpy.linalg.lstsq(MATRIX.T, SIDES[:3])[0])
show("SINGULAR_VALUES", numpy.linalg.svdvals(MATRIX))
show("PINV", numpy.linalg.pinv(MATRIX))
show("EIGENVALUES", numpy.linalg.eigvalsh(SQUARE))
sign, logarithm = numpy.linalg.slogdet(SQUARE - SHIFT)
show("SHIFT", SHIFT)
show("SIGN", sign)
show("LOGARITHM", logarithm)
show("MATRIX_NORMS", [numpy.linalg.matrix_norm(MATRIX, ord=order) for order in ["fro", "nuc", 2, 1, numpy.inf]])
orders = [0, 1, 2, 3, numpy.inf, -numpy.inf]
show("VECTOR_NORMS", [numpy.linalg.vector_norm(MATRIX, ord=order, axis=-1) for order in orders])
