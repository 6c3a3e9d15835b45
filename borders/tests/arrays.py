"""Arrays of NumPy into typed views and back, through the module of `examples/arrays.rs`, whose library is the argument."""

import gc
import importlib.machinery
import importlib.util
import resource
import sys

import numpy as np

loader = importlib.machinery.ExtensionFileLoader("arrays", sys.argv[1])
arrays = importlib.util.module_from_spec(importlib.util.spec_from_loader("arrays", loader))
loader.exec_module(arrays)


def refused(function, *arguments):
    """What the error says."""
    try:
        function(*arguments)
    except (ValueError, BufferError) as error:
        return str(error)
    raise AssertionError("not refused")


def values_are_numpys():
    random = np.random.default_rng(1)
    x, weights, bias = (random.normal(size=size).astype("float32") for size in [(5, 4), (4, 3), (3,)])
    expected = np.maximum(x @ weights + bias, 0)
    found = arrays.layer(x, weights, bias)
    assert type(found) is np.ndarray and found.dtype == "float32", found
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    # In another order of axes, with gaps, and for reading only.
    wide = np.zeros((10, 8), "float32")
    wide[::2, ::2] = x
    wide.flags.writeable = False
    np.testing.assert_allclose(arrays.layer(wide[::2, ::2], np.asfortranarray(weights), bias), expected, rtol=1e-5)
    np.testing.assert_allclose(arrays.layer(x[:0], weights, bias), expected[:0])
    repeated = np.broadcast_to(x[0], (7, 4))
    np.testing.assert_allclose(arrays.layer(repeated, weights, bias), np.broadcast_to(expected[0], (7, 3)), rtol=1e-5)
    assert arrays.sum(np.array(3.5)) == 3.5
    assert arrays.sum(np.arange(120.0).reshape(1, 2, 3, 4, 5)) == 7140.0


def truth_values():
    a, b = np.array([True, True, False]), np.array([True, False, False])
    found = arrays.both(a, b)
    assert found.dtype == "bool" and found.tolist() == [True, False, False], found
    assert "neither 0 nor 1" in refused(arrays.both, np.array([2, 0, 1], "uint8").view("bool"), b)


def what_does_not_fit_is_told():
    x, weights, bias = np.ones((5, 4), "float32"), np.ones((4, 3), "float32"), np.ones(3, "float32")
    told = refused(arrays.layer, np.ones((5, 6), "float32"), weights, bias)
    assert told == "sizes [5, 6] do not fit the type: size 6 at axis -1 where the type has 4", told
    told = refused(arrays.layer, x, weights[0], bias)
    assert told == "sizes [3] do not fit the type: rank 1 where the type has 2", told
    told = refused(arrays.layer, x.astype("float64"), weights, bias)
    assert told == "the elements are float64, not float32 (`f32`)", told
    told = refused(arrays.layer, x.astype("complex64"), weights, bias)
    assert told == "the elements are complex64, not float32 (`f32`)", told
    told = refused(arrays.layer, x[::-1], weights, bias)
    assert told == "elements run backwards along axis -2, by a stride of -4: copy the array", told


def changes_are_seen():
    x = np.zeros((2, 3))
    arrays.add(x, 1.5)
    assert (x == 1.5).all(), x
    x.flags.writeable = False
    assert refused(arrays.add, x, 1.0) == "the array is read-only"
    assert "row-major" in refused(arrays.add, np.zeros((2, 3)).T, 1.0)
    assert "row-major" in refused(arrays.add, np.zeros((2, 6))[:, ::2], 1.0)


def memory_is_one():
    tensor = arrays.count(4)
    first, second = np.from_dlpack(tensor), np.from_dlpack(tensor)
    assert first.tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]
    first[2, 1] = 70
    assert second[2, 1] == 70
    del tensor, first
    gc.collect()
    assert second.sum() == 66 + 63
    turned = np.from_dlpack(arrays.count_transposed(4))
    assert turned.strides == (8, 24) and not turned.flags.writeable
    assert turned.tolist() == [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]


def owners_are_let_go_once():
    x = np.ones((1000, 1000))
    before = sys.getrefcount(x)
    for _ in range(100):
        arrays.add(x, 1.0)
        refused(arrays.layer, x, x, x)
        refused(arrays.add, x.T, 1.0)
    assert sys.getrefcount(x) == before
    # 1.2 MB each, 360 MB in all.
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        np.from_dlpack(arrays.count(50_000))
        arrays.count(50_000).__dlpack__(max_version=(1, 0))
        arrays.count(50_000).__dlpack__()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 50_000


tests = [
    values_are_numpys,
    truth_values,
    what_does_not_fit_is_told,
    changes_are_seen,
    memory_is_one,
    owners_are_let_go_once,
]
for test in tests:
    test()
print(f"{len(tests)} passed, 0 failed with Python {sys.version.split()[0]} and NumPy {np.__version__}")
