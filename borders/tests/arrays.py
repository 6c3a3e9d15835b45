"""Arrays of NumPy into typed views and back, through the module of `examples/arrays.rs`, whose library is the argument."""

import datetime
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
    except (ValueError, BufferError, TypeError, AttributeError, ZeroDivisionError) as error:
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


def odd_arrays_are_read_or_refused():
    x, weights, bias = np.ones((5, 4), "float32"), np.ones((4, 3), "float32"), np.ones(3, "float32")
    # No axes, no elements, sizes beyond memory without an element, elements that are repeated.
    assert arrays.sum(np.array(2.0)) == 2.0
    assert arrays.sum(np.zeros((0, 3))) == 0.0
    assert arrays.sum(np.zeros((1 << 40, 0))) == 0.0
    assert arrays.sum(np.broadcast_to(np.float64(1.5), (100, 100))) == 15_000.0
    assert "read-only" in refused(arrays.add, np.broadcast_to(np.float64(1.5), (2, 2)), 1.0)
    repeated = np.lib.stride_tricks.as_strided(np.zeros(2), (2, 2), (0, 8))
    assert "row-major" in refused(arrays.add, repeated, 1.0)
    # Elements of another type, in another order of bytes, or not where the processor reads them.
    for other in ["int8", "uint64", "float16", "float32", "complex128"]:
        assert refused(arrays.sum, np.ones(3, other)) == f"the elements are {other}, not float64 (`f64`)"
    for other in [">f8", "U3", "M8[s]", "O", [("a", "f8")], "longdouble"]:
        assert refused(arrays.sum, np.zeros(3, other))
    misaligned = np.zeros(33, "uint8")[1:].view("float64")
    assert not misaligned.flags.aligned
    assert "aligned" in refused(arrays.sum, misaligned)
    # Backwards along any axis.
    assert "backwards along axis -1" in refused(arrays.sum, np.ones((2, 3))[:, ::-1])
    assert "backwards along axis -2" in refused(arrays.sum, np.ones((2, 3))[::-1])
    # What is no array.
    for other in [None, 1.0, [1.0, 2.0], "text", b"bytes", memoryview(b"12345678"), object()]:
        assert refused(arrays.sum, other)
    assert arrays.layer(x, weights, bias).shape == (5, 3)


class Sends:
    """Something that says it is an array."""

    def __init__(self, capsule, device=(1, 0)):
        self.capsule, self.device = capsule, device

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **_):
        return self.capsule() if callable(self.capsule) else self.capsule


def what_says_it_is_an_array_is_not_believed():
    x = np.arange(6.0)
    assert arrays.sum(Sends(lambda: x.__dlpack__())) == 15.0
    assert arrays.sum(Sends(lambda: x.__dlpack__(max_version=(1, 0)))) == 15.0
    # A capsule is read once.
    for capsule in [x.__dlpack__(), x.__dlpack__(max_version=(1, 0))]:
        assert arrays.sum(Sends(capsule)) == 15.0
        assert refused(arrays.sum, Sends(capsule))
    # No capsule, another one, another device, and an error of its own.
    for sent in [None, 1, x, "text", datetime.datetime_CAPI]:
        assert refused(arrays.sum, Sends(sent))
    assert refused(arrays.sum, Sends(lambda: x.__dlpack__(), device=(2, 0)))
    assert refused(arrays.sum, Sends(lambda: x.__dlpack__(), device=None))
    assert "division" in refused(arrays.sum, Sends(lambda: 1 // 0))


def changed_while_in_use():
    # The memory is Python's until the view is gone: it cannot be resized meanwhile, and is kept where it is let go.
    x = np.arange(6.0)
    sent = Sends(lambda: x.__dlpack__())
    assert arrays.sum(sent) == 15.0
    x.resize(12, refcheck=False)
    assert arrays.sum(x) == 15.0
    tensor = arrays.count(3)
    capsule = tensor.__dlpack__(max_version=(1, 0))
    del tensor
    gc.collect()
    found = np.from_dlpack(Sends(capsule))
    assert found.sum() == 36
    del capsule
    gc.collect()
    assert found.tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    for arguments in [{"dl_device": (2, 0)}, {"stream": 1}, {"copy": True}]:
        try:
            np.from_dlpack(Sends(lambda: arrays.count(3).__dlpack__(**arguments)))
        except (BufferError, ValueError, RuntimeError, TypeError) as error:
            assert str(error)


tests = [
    odd_arrays_are_read_or_refused,
    what_says_it_is_an_array_is_not_believed,
    changed_while_in_use,
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
