"""Arrays of NumPy into typed views and back, through the module of `examples/arrays.rs`, whose library is the argument."""

import array
import datetime
import gc
import importlib.machinery
import importlib.util
import resource
import sys

import numpy as np

try:
    import jax.numpy as jnp
except ImportError:
    jnp = None

loader = importlib.machinery.ExtensionFileLoader("arrays", sys.argv[1])
arrays = importlib.util.module_from_spec(importlib.util.spec_from_loader("arrays", loader))
loader.exec_module(arrays)


def refused(function, *arguments):
    """What the error says."""
    try:
        function(*arguments)
    except (ValueError, BufferError, TypeError, AttributeError, ArithmeticError) as error:
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
    no_truths = np.array([2, 0, 1], "uint8").view("bool")
    told = refused(arrays.both, no_truths, b)
    assert told.startswith("elements are not `bool`: their bytes are neither 0 nor 1"), told
    assert told.endswith('`x.view("uint8") != 0` makes truth values of them'), told
    assert arrays.both(no_truths.view("uint8") != 0, b).tolist() == [True, False, False]


def what_does_not_fit_is_told():
    x, weights, bias = np.ones((5, 4), "float32"), np.ones((4, 3), "float32"), np.ones(3, "float32")
    told = refused(arrays.layer, np.ones((5, 6), "float32"), weights, bias)
    assert told == "sizes [5, 6] do not fit the type: size 6 at axis -1 where the type has 4", told
    told = refused(arrays.layer, x, weights[0], bias)
    assert told == "sizes [3] do not fit the type: rank 1 where the type has 2", told
    told = refused(arrays.layer, x.astype("float64"), weights, bias)
    assert told == 'the elements are float64, not float32 (`f32`): `x.astype("float32")` converts them', told
    told = refused(arrays.layer, x.astype("complex64"), weights, bias)
    assert told == "the elements are complex64, not float32 (`f32`): take `x.real`, `x.imag` or `abs(x)`", told
    # What a message says to take is taken.
    assert arrays.layer(abs(x.astype("complex64")), weights, bias).shape == (5, 3)
    told = refused(arrays.layer, x[::-1], weights, bias)
    assert told == "elements run backwards along axis -2, by a stride of -4: copy the array, with `x.copy()`", told
    assert arrays.layer(x[::-1].copy(), weights, bias).shape == (5, 3)
    # The name of the argument is a note.
    try:
        arrays.layer(x, weights, bias[:2])
    except ValueError as error:
        assert error.__notes__ == ["while processing 'bias'"], error.__notes__


def changes_are_seen():
    x = np.zeros((2, 3))
    arrays.add(x, 1.5)
    assert (x == 1.5).all(), x
    x.flags.writeable = False
    told = refused(arrays.add, x, 1.0)
    assert told == "the array is read-only, so it cannot be changed in place: change a copy, `x.copy()`", told
    arrays.add(x.copy(), 1.0)


def columns_are_changed_in_place():
    x = np.zeros((2, 6))
    arrays.add(x[:, ::2], 1.0)
    assert x.tolist() == [[1, 0, 1, 0, 1, 0]] * 2, x
    arrays.add(x.T, 1.0)
    assert x.tolist() == [[2, 1, 2, 1, 2, 1]] * 2, x
    arrays.add(x[1:, 3:5], 1.0)
    assert x.tolist() == [[2, 1, 2, 1, 2, 1], [2, 1, 2, 2, 3, 1]], x
    arrays.add(x[:0, ::2], 1.0)
    told = refused(arrays.add, x[:, ::-1], 1.0)
    assert told == "elements run backwards along axis -1, by a stride of -1: copy the array, with `x.copy()`", told
    # One element at two places.
    for strides in [(0, 8), (8, 8)]:
        repeated = np.lib.stride_tricks.as_strided(np.zeros(3), (2, 2), strides)
        told = refused(arrays.add, repeated, 1.0)
        assert told.endswith("may have one element at several indices, so it cannot be changed in place: change a copy, `x.copy()`"), told


class HasArray:
    """Something that only NumPy can make an array of. `given` is the same each time, although a copy is asked for."""

    def __init__(self, given):
        self.given = given

    def __array__(self, dtype=None, copy=None):
        return self.given


class HasInterface:
    """Something that says where its memory is."""

    def __init__(self, given):
        self.given, self.__array_interface__ = given, given.__array_interface__


def memory_of_any_kind_is_taken():
    x = np.arange(6.0).reshape(2, 3)
    for other in [HasArray(x), HasInterface(x), memoryview(x), memoryview(x.T), x[:1], np.asmatrix(x)]:
        assert arrays.sum(other) == np.asarray(other).sum()
        assert arrays.safe_sum(other) == np.asarray(other).sum()
    assert arrays.sum(array.array("d", [1.0, 2.0])) == 3.0
    assert arrays.sum(np.float64(2.5)) == 2.5
    # In place, where it is the memory itself.
    for other in [HasInterface(x), memoryview(x)]:
        arrays.add(other, 10.0)
    assert x[1, 2] == 25.0
    told = refused(arrays.add, HasArray(x), 1.0)
    assert told == (
        "the array may be a copy, so that changes in place would be lost: write `numpy.asarray(x)`, and use that array afterwards"
    ), told
    arrays.add(np.asarray(HasArray(x)), 1.0)
    assert x[1, 2] == 26.0
    read_only = x.copy()
    read_only.flags.writeable = False
    assert "read-only" in refused(arrays.add, memoryview(read_only), 1.0)
    # Lists and numbers have no memory of elements.
    for other in [[1.0, 2.0], (1.0, 2.0), 1.0, 1, True]:
        told = refused(arrays.sum, other)
        assert told == f'`{type(other).__name__}` is not an array of float64: write `numpy.asarray(x, "float64")`', told
        assert arrays.sum(np.asarray(other, "float64")) == np.sum(other)
    told = refused(arrays.sum, bytes(x))
    assert told == '`bytes` is not an array of float64: write `numpy.frombuffer(x, "float64")`', told
    assert arrays.sum(np.frombuffer(bytes(x), "float64")) == x.sum()
    assert refused(arrays.sum, None) == "`NoneType` is not an array of float64"
    assert refused(arrays.sum, "text") == "`str` is not an array of float64"


def masks_are_not_lost():
    masked = np.ma.masked_array([[1.0, 2.0, 3.0]], [[False, True, False]])
    for function in [arrays.sum, arrays.safe_sum, arrays.means]:
        told = refused(function, masked)
        assert told == (
            "the array is masked, and its mask would be lost: write `x.filled(value)`, or `x.data` for the elements "
            "behind the mask too"
        ), told
    assert "masked" in refused(arrays.add, masked, 1.0)
    assert "masked" in refused(arrays.means, [masked[0]])
    # Whether an element is masked does not decide it.
    assert "masked" in refused(arrays.sum, np.ma.masked_array([1.0, 2.0]))
    assert arrays.sum(masked.filled(0)) == 4.0
    assert arrays.sum(masked.data) == 6.0


def elements_are_converted_where_asked():
    x = np.array([[0.0, 1.0, 2.0], [3.0, 4.0, 8.0]])
    others = [x, x.astype("int16"), x.astype(">f8"), x.tolist(), x.astype("float32").T.copy().T, memoryview(x), HasArray(x)]
    for other in others:
        found = arrays.means(other)
        assert found.dtype == "float32" and found.tolist() == [[1.0], [5.0]], found
    assert arrays.means(x[::-1, ::-1]).tolist() == [[5.0], [1.0]]
    assert arrays.means(arrays.count(2)).tolist() == [[1.0], [4.0]]
    assert refused(arrays.means, [[1, 2]]) == "sizes [1, 2] do not fit the type: size 2 at axis -1 where the type has 3"
    assert "inhomogeneous" in refused(arrays.means, [[1, 2, 3], [1, 2]])
    told = refused(arrays.means, [[1j, 2, 3]])
    assert told == "the elements are complex128, not float32 (`f32`): take `x.real`, `x.imag` or `abs(x)`", told
    assert refused(arrays.means, [["a", "b", "c"]]) == "the elements are str32, not float32 (`f32`)"
    endless = []
    endless.append(endless)
    assert refused(arrays.means, endless)
    # Integers that fit.
    assert arrays.next_bytes([1, 254]).tolist() == [2, 255]
    assert arrays.next_bytes(bytearray(b"ab")).tolist() == [98, 99]
    assert arrays.next_bytes([]).tolist() == []
    for other in [[1, 256], [-1], [2**63]]:
        told = refused(arrays.next_bytes, other)
        assert told == f"an element of {np.asarray(other).dtype} does not fit uint8 (`u8`)", told
    told = refused(arrays.next_bytes, [1.0])
    assert told == 'the elements are float64, not uint8 (`u8`): `x.astype("uint8")` cuts their fractions off', told
    assert arrays.count_true([[True, False], [True, True]]) == 3
    assert arrays.count_true(True) == 1
    told = refused(arrays.count_true, [1, 0])
    assert told == 'the elements are int64, not bool (`bool`): `x.astype("bool")` converts them', told
    # The copy is Rust's own, even if an `__array__` does not copy.
    own = np.array([1, 2], "uint8")
    assert arrays.next_bytes(own).tolist() == arrays.next_bytes(HasArray(own)).tolist() == [2, 3]
    assert own.tolist() == [1, 2]


def memory_is_one():
    tensor = arrays.count(4)
    first, second = np.from_dlpack(tensor), np.from_dlpack(tensor)
    assert first.tolist() == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]
    assert np.shares_memory(first, second)
    # Older versions mark all that they import read-only.
    if np.lib.NumpyVersion(np.__version__) >= "2.2.5":
        first[2, 1] += 63
        assert second[2, 1] == 70
        first[2, 1] -= 63
    del tensor, first
    gc.collect()
    assert second.sum() == 66
    turned = np.from_dlpack(arrays.count_transposed(4))
    assert turned.strides == (8, 24) and not turned.flags.writeable
    assert turned.tolist() == [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]


def owners_are_let_go_once():
    x = np.ones((1000, 1000))
    before = sys.getrefcount(x)
    for _ in range(20):
        arrays.add(x, 1.0)
        refused(arrays.layer, x, x, x)
        refused(arrays.add, x[::-1], 1.0)
        refused(arrays.next_bytes, x)
        arrays.safe_sum(x)
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
    # Elements of another type, in another order of bytes, or not where the processor reads them.
    for other in ["int8", "uint64", "float16", "float32", "longdouble", "O"]:
        told = refused(arrays.sum, np.ones(3, other))
        name = np.dtype(other).name
        assert told == f'the elements are {name}, not float64 (`f64`): `x.astype("float64")` converts them', told
        assert arrays.sum(np.ones(3, other).astype("float64")) == 3.0
    for other in ["U3", "M8[s]", [("a", "f8")]]:
        name = np.dtype(other).name
        assert refused(arrays.sum, np.zeros(3, other)) == f"the elements are {name}, not float64 (`f64`)"
    swapped = np.ones(3).astype(np.dtype("float64").newbyteorder())
    told = refused(arrays.sum, swapped)
    assert told == (
        f"the elements are `{swapped.dtype.str}`, whose bytes are not in this machine's order: "
        '`x.astype("float64")` converts them'
    ), told
    assert arrays.sum(swapped.astype("float64")) == 3.0
    field = np.zeros(2, [("a", "f8"), ("b", "i4")])["a"]
    assert refused(arrays.sum, field).endswith("itemsize: copy the array, with `x.copy()`")
    assert arrays.sum(field.copy()) == 0.0
    misaligned = np.zeros(33, "uint8")[1:].view("float64")
    assert not misaligned.flags.aligned
    told = refused(arrays.sum, misaligned)
    assert told == "the elements are not aligned for `f64`: copy the array, with `x.copy()`", told
    assert arrays.sum(misaligned.copy()) == 0.0
    # Backwards along any axis.
    assert "backwards along axis -1" in refused(arrays.sum, np.ones((2, 3))[:, ::-1])
    assert "backwards along axis -2" in refused(arrays.sum, np.ones((2, 3))[::-1])
    # What is not an array.
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
        assert "read once" in refused(arrays.means, capsule)
    assert arrays.sum(x.__dlpack__()) == 15.0
    assert "read once" in refused(arrays.safe_sum, x.__dlpack__())
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


def arrays_of_jax_come_in_and_go_out():
    """JAX's arrays have the older DLPack, and are never written to."""
    x, weights, bias = jnp.ones((5, 4), "float32"), jnp.ones((4, 3), "float32"), jnp.ones(3, "float32")
    assert arrays.layer(x, weights, bias).tolist() == [[5.0] * 3] * 5
    told = refused(arrays.layer, jnp.ones((5, 6), "float32"), weights, bias)
    assert told == "sizes [5, 6] do not fit the type: size 6 at axis -1 where the type has 4", told
    assert jnp.from_dlpack(arrays.count(2)).tolist() == [[0, 1, 2], [3, 4, 5]]
    # Read-only memory is refused there, and not written to.
    assert refused(jnp.from_dlpack, arrays.count_transposed(4))


tests = [
    odd_arrays_are_read_or_refused,
    what_says_it_is_an_array_is_not_believed,
    changed_while_in_use,
    values_are_numpys,
    truth_values,
    what_does_not_fit_is_told,
    changes_are_seen,
    columns_are_changed_in_place,
    memory_of_any_kind_is_taken,
    masks_are_not_lost,
    elements_are_converted_where_asked,
    memory_is_one,
    owners_are_let_go_once,
]
if jnp is not None:
    tests.append(arrays_of_jax_come_in_and_go_out)
for test in tests:
    test()
print(f"{len(tests)} passed, 0 failed with Python {sys.version.split()[0]} and NumPy {np.__version__}")
