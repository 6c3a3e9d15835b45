"""Writes `model.pth` in the format of `torch.save`, without PyTorch.

    python3 bridges/candle/tests/data/model_pth.py

A file is a zip archive, not packed: `data.pkl` has a dictionary of tensors, each with the number of its storage, and
`data/0`, `data/1` and so on have the elements of the storages.
"""

import collections
import pathlib
import pickle
import struct
import sys
import types
import zipfile

torch, utils = types.ModuleType("torch"), types.ModuleType("torch._utils")


def _rebuild_tensor_v2():
    """The function that a pickle names; it is not called."""


_rebuild_tensor_v2.__module__, utils._rebuild_tensor_v2 = "torch._utils", _rebuild_tensor_v2
sys.modules.update({"torch": torch, "torch._utils": utils})
FORMATS = {"FloatStorage": "f", "DoubleStorage": "d", "LongStorage": "q", "ByteStorage": "B", "HalfStorage": "e"}
for name in FORMATS:
    setattr(torch, name, type(name, (), {"__module__": "torch"}))


class Storage:
    def __init__(self, kind, elements):
        self.kind, self.elements = kind, elements


class Tensor:
    def __init__(self, storage, offset, size, stride):
        self.parts = storage, offset, tuple(size), tuple(stride), False, collections.OrderedDict()

    def __reduce__(self):
        return _rebuild_tensor_v2, self.parts


def tensor(kind, elements, size):
    """In row-major order."""
    strides = [1]
    for length in reversed(size[1:]):
        strides.insert(0, strides[0] * length)
    return Tensor(Storage(kind, elements), 0, size, strides[: len(size)])


storages = []


class Pickler(pickle.Pickler):
    def persistent_id(self, found):
        if not isinstance(found, Storage):
            return None
        if found not in storages:
            storages.append(found)
        key = str(storages.index(found))
        return "storage", getattr(torch, found.kind), key, "cpu", len(found.elements)


whole = Storage("FloatStorage", [float(number) for number in range(20)])
layers = collections.OrderedDict(
    {
        # Two parts of one storage, and a transpose.
        "layers.0.weight": Tensor(whole, 0, (3, 2), (2, 1)),
        "layers.1.weight": Tensor(whole, 6, (3, 2), (2, 1)),
        "turned": Tensor(whole, 12, (2, 3), (1, 2)),
        "double": tensor("DoubleStorage", [0.5, -1e100], [2]),
        "long": tensor("LongStorage", [-1, 1 << 40], [2, 1]),
        "byte": tensor("ByteStorage", [7], []),
        "half": tensor("HalfStorage", [1.5, -2.0], [2]),
    }
)
path = pathlib.Path(__file__).with_name("model.pth")
with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:

    def add(name, content):
        archive.writestr(zipfile.ZipInfo(f"model/{name}"), content)

    with archive.open(zipfile.ZipInfo("model/data.pkl"), "w") as data:
        Pickler(data, protocol=2).dump({"epoch": 3, "state_dict": layers})
    for number, storage in enumerate(storages):
        elements = storage.elements
        add(f"data/{number}", struct.pack(f"<{len(elements)}{FORMATS[storage.kind]}", *elements))
    add("version", "3\n")
