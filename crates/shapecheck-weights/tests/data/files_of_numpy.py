"""Records the files of `numpy`, with NumPy 2.4.6: `python3 crates/shapecheck-weights/tests/data/files_of_numpy.py`.

With `--check FOLDER` reads the files that `tests/numpy.rs` wrote there, and compares them with the recorded ones.
"""

import pathlib
import sys

import numpy as np

DATA = pathlib.Path(__file__).parent / "numpy"
ROWS = np.arange(6, dtype="<f4").reshape(2, 3)

ARRAYS = {
    "rows": ROWS,
    "columns": np.asfortranarray(np.arange(24, dtype="<f8").reshape(2, 3, 4)),
    "high_byte_first": np.array([1, -2, 300], dtype=">i2"),
    "high_byte_first_columns": np.asfortranarray(np.arange(4, dtype=">u4").reshape(2, 2)),
    "number": np.array(2.5),
    "vector": np.array([1, 2, 255], dtype="u1"),
    "bools": np.array([[True, False]]),
    "halves": np.array([0.5, -2.0], dtype="<f2"),
    "none": np.zeros((0, 3), dtype="<i8"),
    "complex": np.array([1 + 2j]),
    "texts": np.array(["one", "two"]),
    "dates": np.array(["2020-01-01"], dtype="M8[D]"),
    "fields": np.zeros(2, dtype=[("x", "<f4"), ("y", "<i4", (2,))]),
    "objects": np.array([{}], dtype=object),
}
ARCHIVE = {"signal": ROWS, "layers.0.bias": np.array([1, 2], dtype="<i8"), "columns": ARRAYS["columns"]}


def check(folder):
    for name in ["rows", "number", "vector", "bools", "halves", "none"]:
        found, wanted = np.load(folder / f"{name}.npy"), ARRAYS[name]
        assert found.dtype == wanted.dtype and found.shape == wanted.shape, (name, found)
        assert np.array_equal(found, wanted), (name, found)
        assert (folder / f"{name}.npy").read_bytes() == (DATA / f"{name}.npy").read_bytes(), name
    with np.load(folder / "archive.npz") as found:
        assert sorted(found) == sorted(ARCHIVE), sorted(found)
        for name, wanted in ARCHIVE.items():
            assert found[name].dtype == wanted.dtype and np.array_equal(found[name], wanted), name
    print("NumPy reads what was written")


def record():
    DATA.mkdir(exist_ok=True)
    for name, array in ARRAYS.items():
        np.save(DATA / f"{name}.npy", array)
    with open(DATA / "version_2.npy", "wb") as file:
        np.lib.format.write_array(file, ROWS, version=(2, 0))
    np.savez(DATA / "archive.npz", **ARCHIVE)
    np.savez_compressed(DATA / "packed.npz", **ARCHIVE)


if sys.argv[1:2] == ["--check"]:
    check(pathlib.Path(sys.argv[2]))
else:
    record()
