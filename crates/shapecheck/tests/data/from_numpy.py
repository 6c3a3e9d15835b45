"""Evaluates what NumPy's users type on the page `crates/shapecheck/guide/from_numpy.md`, and writes what it gives to standard output.

    python3 tests/data/from_numpy.py > tests/data/from_numpy.txt

A line is what is typed, and the arrays that it gives, each with its kind and its sizes; a complex number is two:

    x.max(axis=0) --> float 3 : 1.0 2.0 4.0

The first table has the arrays that the others use.
"""

import ast
import os
import pathlib
import re
import tempfile
import warnings

import numpy as np

warnings.simplefilter("ignore")
PAGE = pathlib.Path(__file__).parents[2] / "guide/from_numpy.md"
KINDS = {"f": "float", "i": "int", "u": "int", "b": "bool", "c": "complex"}


def arrays(result):
    """The arrays of a result; a tuple of Python's integers is a shape."""
    if isinstance(result, (tuple, list)):
        if result and all(type(x) in (int, float) for x in result):
            return [np.array(result)]
        return [array for part in result for array in arrays(part)]
    return [np.asarray(result)]


def text(array):
    sizes = "x".join(map(str, array.shape)) or "()"
    elements = array.ravel()
    if array.dtype.kind == "c":
        elements = elements.view(float)
    return f"{KINDS[array.dtype.kind]} {sizes} : " + " ".join(repr(x.item() + 0) for x in elements)


def result(typed, names):
    """The value of the last statement."""
    *before, last = ast.parse(typed).body
    exec(compile(ast.Module(before, []), "page", "exec"), names)
    if isinstance(last, ast.Assign):
        exec(compile(ast.Module([last], []), "page", "exec"), names)
        return names[last.targets[0].id]
    return eval(compile(ast.Expression(last.value), "page", "eval"), names)


os.chdir(tempfile.mkdtemp())
inputs = {}
print(f"# What NumPy {np.__version__} gives. Written by:")
print("#     python3 tests/data/from_numpy.py > tests/data/from_numpy.txt")
for section in re.split("^# ", PAGE.read_text(), flags=re.MULTILINE)[1:]:
    for typed in re.findall(r"^\| `(.*?)` \| `.*` \| .* \|$", section, flags=re.MULTILINE):
        typed = typed.replace(r"\|", "|")
        names = {name: array.copy() for name, array in inputs.items()}
        found = result(typed, {"np": np, **names})
        print(typed, "-->", " ; ".join(map(text, arrays(found))))
        if section.startswith("The arrays"):
            inputs[typed.split(" = ")[0]] = found
