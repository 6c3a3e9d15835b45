#!/usr/bin/env python3
"""What operations on small inline tensors cost beside loops over arrays that are written by hand, in instructions.

    python3 benches/inline.py ["cross product" flip]    # these rows, or all

Each line has the instructions of a call by hand and of this crate's, counted by valgrind's callgrind, and their ratio.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from programs import built

CRATE = pathlib.Path(__file__).resolve().parent.parent

# Name; arguments, result and body by hand; the same of this crate. `m` and `n` are matrices of three rows, `l` and `k` of six, `v` and `w` vectors.
M, L, V = "[[f64; 3]; 3]", "[[f64; 6]; 6]", "[f64; 3]"
TYPES = {"m": (M, "Of<shape![3, 3]>"), "n": (M, "Of<shape![3, 3]>"), "l": (L, "Of<shape![6, 6]>"), "v": (V, "Of<shape![3]>"), "w": (V, "Of<shape![3]>")}
ROWS = [
    ("transpose", "m", M, "from_fn(|i| from_fn(|j| m[j][i]))", "3, 3", "m.transpose()"),
    ("product of matrices", "mn", M, "{ let mut r = [[0.0; 3]; 3]; for i in 0..3 { for j in 0..3 { for k in 0..3 { r[i][j] += m[i][k] * n[k][j]; } } } r }", "3, 3", "m.matmul(n)"),
    ("outer product", "vw", M, "from_fn(|i| from_fn(|j| v[i] * w[j]))", "3, 3", "v.outer(w)"),
    ("dot product", "vw", "f64", "v[0] * w[0] + v[1] * w[1] + v[2] * w[2]", "", "v.matmul(w)"),
    ("vecdot", "vw", "f64", "v[0] * w[0] + v[1] * w[1] + v[2] * w[2]", "", "v.vecdot(w)"),
    ("cross product", "vw", V, "[v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]]", "3", "v.along::<-1>().cross(w)"),
    ("cross_matrix", "v", M, "[[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]]", "3, 3", "v.cross_matrix()"),
    ("diag", "v", M, "{ let mut r = [[0.0; 3]; 3]; for i in 0..3 { r[i][i] = v[i]; } r }", "3, 3", "v.diag()"),
    ("diagonal", "m", V, "[m[0][0], m[1][1], m[2][2]]", "3", "m.diagonal()"),
    ("trace", "m", "f64", "m[0][0] + m[1][1] + m[2][2]", "", "m.trace()"),
    ("symmetric_part", "m", M, "from_fn(|i| from_fn(|j| 0.5 * (m[i][j] + m[j][i])))", "3, 3", "m.symmetric_part()"),
    ("a row", "m", V, "m[1]", "3", "m.index_axis::<-2>(1)"),
    ("a column", "m", V, "[m[0][1], m[1][1], m[2][1]]", "3", "m.index_axis::<-1>(1)"),
    ("narrow_at", "v", "[f64; 2]", "[v[1], v[2]]", "2", "v.narrow_at::<-1, dim!(2), 1>()"),
    ("sum of each row", "m", "[[f64; 1]; 3]", "from_fn(|i| [m[i][0] + m[i][1] + m[i][2]])", "3, 1", "m.sum_axis::<-1>()"),
    ("sum of each column", "m", "[[f64; 3]; 1]", "[from_fn(|j| m[0][j] + m[1][j] + m[2][j])]", "1, 3", "m.sum_axis::<-2>()"),
    ("cumulative sum", "v", V, "[v[0], v[0] + v[1], v[0] + v[1] + v[2]]", "3", "v.cumulative_sum::<-1>()"),
    ("flip", "v", V, "[v[2], v[1], v[0]]", "3", "v.along::<-1>().flip()"),
    ("stack", "vw", "[[f64; 3]; 2]", "[*v, *w]", "2, 3", "InlineTensor::stack([v, w], Axis::<-2>)"),
    ("concat", "mn", "[[f64; 6]; 3]", "from_fn(|i| from_fn(|j| if j < 3 { m[i][j] } else { n[i][j - 3] }))", "3, 6", "m.along::<-1>().concat(n)"),
    ("from_fn", "m", M, "from_fn(|i| from_fn(|j| m[j][i]))", "3, 3", "InlineTensor::from_fn(|[i, j]| m[[j, i]])"),
    ("block_at", "l", M, "from_fn(|i| from_fn(|j| l[i + 3][j]))", "3, 3", "l.block_at::<dim!(3), dim!(3), 3, 0>()"),
    ("block_at_mut, +=", "lm", L, "{ let mut l = *l; for i in 0..3 { for j in 0..3 { l[i + 3][j] += m[i][j]; } } l }", "6, 6", "{ let mut l = *l; *l.block_at_mut::<dim!(3), dim!(3), 3, 0>() += m; l }"),
    ("block_mut, =", "lm", L, "{ let mut l = *l; for i in 0..3 { for j in 0..3 { l[i + 3][j] = m[i][j]; } } l }", "6, 6", "{ let mut l = *l; *l.block_mut::<dim!(3), dim!(3)>(3, 0) = *m; l }"),
    ("narrow_mut of narrow_mut, assign", "lm", L, "{ let mut l = *l; for i in 0..3 { for j in 0..3 { l[i + 3][j] = m[i][j]; } } l }", "6, 6", "{ let mut l = *l; l.narrow_mut::<-2, dim!(3)>(3).narrow_mut::<-1, dim!(3)>(0).assign(m); l }"),
    ("narrow_mut of narrow_mut, +=", "lm", L, "{ let mut l = *l; for i in 0..3 { for j in 0..3 { l[i + 3][j] += m[i][j]; } } l }", "6, 6", "{ let mut l = *l; let mut part = l.narrow_mut::<-2, dim!(3)>(3); let mut part = part.narrow_mut::<-1, dim!(3)>(0); part += m; l }"),
    ("index_axis_mut of rows, assign", "mv", M, "{ let mut m = *m; m[1] = *v; m }", "3, 3", "{ let mut m = *m; m.index_axis_mut::<-2>(1).assign(v); m }"),
    ("index_axis_mut of columns, assign", "mv", M, "{ let mut m = *m; for i in 0..3 { m[i][1] = v[i]; } m }", "3, 3", "{ let mut m = *m; m.index_axis_mut::<-1>(1).assign(v); m }"),
    ("blocks![[m, n], [0, I]]", "mn", L, "{ let mut r = [[0.0; 6]; 6]; for i in 0..3 { for j in 0..3 { r[i][j] = m[i][j]; r[i][j + 3] = n[i][j]; } r[i + 3][i + 3] = 1.0; } r }", "6, 6", "blocks![[m, n], [0, I]]"),
    ("blocks! of nine", "mn", "[[f64; 9]; 9]", "{ let mut r = [[0.0; 9]; 9]; for i in 0..3 { for j in 0..3 { r[i][j] = m[i][j]; r[i][j + 3] = n[i][j]; r[i + 3][j + 3] = m[i][j]; r[i + 6][j] = n[i][j]; r[i + 6][j + 6] = m[i][j]; } r[i + 3][i + 6] = 1.0; } r }", "9, 9", "blocks![[m, n, 0], [0, m, I], [n, 0, m]]"),
]

HEAD = """\
#![allow(clippy::all, unused_must_use)]
use std::array::from_fn;
use std::hint::black_box;

use shapecheck::{Axis, InlineTensor, blocks, dim, shape};

type Of<S> = InlineTensor<f64, S>;
"""


def program():
    functions, calls = [], []
    for number, (_, arguments, result, hand, shape, ours) in enumerate(ROWS):
        for side, (kind, body, gives) in enumerate([(0, hand, result), (1, ours, f"Of<shape![{shape}]>")]):
            parameters = ", ".join(f"{name}: &{TYPES[name][kind]}" for name in arguments)
            functions.append(f"#[inline(never)]\nfn f{number}_{side}({parameters}) -> {gives} {{ {body} }}")
            values = ", ".join(f"black_box(&{name}{kind})" for name in arguments)
            calls.append(f'"{number}_{side}" => for _ in 0..calls {{ black_box(f{number}_{side}({values})); }},')
    values = "".join(f"let {name}0 = {'V' if name in 'vw' else name.upper()}; let {name}1 = InlineTensor::from({name}0);\n" for name in TYPES)
    values = values.replace("= M;", "= [[4.0, 2.0, 1.0], [2.0, 5.0, 3.0], [1.0, 3.0, 6.0]];").replace("= N;", "= [[4.0, 2.0, 1.0], [2.0, 5.0, 3.0], [1.0, 3.0, 6.0]];")
    values = values.replace("= L;", "= [[0.5; 6]; 6];").replace("= V;", "= [1.0, 2.0, 3.0];")
    main = "fn main() {\nlet mut arguments = std::env::args().skip(1);\nlet (row, calls) = (arguments.next().unwrap(), arguments.next().unwrap());\nlet calls: usize = calls.parse().unwrap();\n" + values + "match &*row {\n" + "\n".join(calls) + "\n_ => unreachable!(),\n}\n}\n"
    return HEAD + "\n".join(functions) + "\n" + main


def instructions(binary, row, calls):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", binary, row, str(calls)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return int(re.search(r"Collected : (\d+)", text)[1])


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "src").mkdir()
        (folder / "Cargo.toml").write_text(
            f'[package]\nname = "inline"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\nshapecheck = {{ path = "{CRATE}/crates/shapecheck" }}\n\n[workspace]\n'
        )
        (folder / "src/main.rs").write_text(program())
        target = os.environ.get("CARGO_TARGET_DIR", str(folder / "target"))
        binary = built(["build", "--release"], folder, os.environ | {"CARGO_TARGET_DIR": target})
        print("| | by hand | here | ratio |\n| --- | ---: | ---: | ---: |")
        chosen = sys.argv[1:]
        for number, (name, *_) in enumerate(ROWS):
            if chosen and name not in chosen:
                continue
            # Of one call: what two runs differ by.
            hand, ours = ((instructions(binary, f"{number}_{side}", 1100) - instructions(binary, f"{number}_{side}", 100)) / 1000 for side in (0, 1))
            print(f"| `{name}` | {hand:.0f} | {ours:.0f} | {ours / hand:.2f} |" if " " not in name or "!" in name or "," in name else f"| {name} | {hand:.0f} | {ours:.0f} | {ours / hand:.2f} |")


main()
