#!/usr/bin/env python3
"""Functions of floats beside NumPy's and SciPy's, in turns, each on one thread.

    pip install numpy scipy
    python3 benches/float_functions.py [--rounds 40] [name ...]

NumPy has no logistic function, error function, gelu and softmax: `scipy.special` has expit, erf and softmax, and gelu is the expression
x * (1 + erf(x / sqrt(2))) / 2. Each line has the least times of a call that makes a new array of [512, 768] numbers.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np
from scipy import special

from programs import built

CRATE = pathlib.Path(__file__).resolve().parent.parent

# Name, our expression of `x`, whether `x` has to be positive, NumPy's expression.
FUNCTIONS = [
    ("exp", "x.exp()", False, np.exp),
    ("exp_m1", "x.exp_m1()", False, np.expm1),
    ("ln", "x.ln()", True, np.log),
    ("ln_1p", "x.ln_1p()", True, np.log1p),
    ("log2", "x.log2()", True, np.log2),
    ("log10", "x.log10()", True, np.log10),
    ("sqrt", "x.sqrt()", True, np.sqrt),
    ("sin", "x.sin()", False, np.sin),
    ("cos", "x.cos()", False, np.cos),
    ("tanh", "x.tanh()", False, np.tanh),
    ("sigmoid", "x.sigmoid()", False, special.expit),
    ("erf", "x.erf()", False, special.erf),
    ("gelu", "x.gelu()", False, lambda x: x * x.dtype.type(0.5) * (1 + special.erf(x * x.dtype.type(0.5**0.5)))),
    ("silu", "x.silu()", False, lambda x: x * special.expit(x)),
    ("relu", "x.relu()", False, lambda x: np.maximum(x, 0)),
    ("powi(3)", "x.powi(3)", True, lambda x: x * x * x),
    ("powf(1.7)", "x.powf(1.7)", True, lambda x: np.power(x, x.dtype.type(1.7))),
    ("softmax", "x.softmax::<-1>()", False, lambda x: special.softmax(x, axis=-1)),
    ("log_softmax", "x.log_softmax::<-1>()", False, lambda x: special.log_softmax(x, axis=-1)),
]

PROGRAM = """\
use std::hint::black_box;
use std::time::Instant;

use shapecheck::{Tensor, shape};

fn main() {
    macro_rules! work {
        ($line:expr, $float:ident) => {{
            let any = Tensor::<$float, shape![512, 768]>::from_fn(|[i, j]| ((i * 768 + j) * 7919 % 100003) as $float / 16667.0 - 3.0);
            let positive = any.map(|x| x.abs() + 0.1);
            match $line {
                WORK
                _ => unreachable!(),
            }
        }};
    }
    for line in std::io::stdin().lines() {
        match line.unwrap().split_once(' ').unwrap() {
            (name, "float32") => work!(name, f32),
            (name, _) => work!(name, f64),
        }
    }
}

fn time<T>(call: impl Fn() -> T) {
    black_box(call());
    let least = (0..5).map(|_| {
        let start = Instant::now();
        black_box(call());
        start.elapsed().as_nanos()
    });
    println!("{}", least.min().unwrap());
}
"""


def program(folder):
    """The compiled program, which times what lines name."""
    work = "\n".join(
        f'"{name}" => {{ let x = black_box(&{"positive" if positive else "any"}); time(|| {ours}) }}'
        for name, ours, positive, _ in FUNCTIONS
    )
    folder = pathlib.Path(folder)
    (folder / "src").mkdir()
    (folder / "src/main.rs").write_text(PROGRAM.replace("WORK", work))
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "float-functions"\nedition = "2024"\n[workspace]\n[dependencies]\nshapecheck = {{ path = "{CRATE}/crates/shapecheck" }}\n'
    )
    binary = built(["build", "--release"], folder, os.environ | {"CARGO_TARGET_DIR": str(folder / "target")})
    return subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def numpy_time(function, x):
    function(x)
    least = float("inf")
    for _ in range(5):
        start = time.perf_counter_ns()
        function(x)
        least = min(least, time.perf_counter_ns() - start)
    return least


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    functions = [function for function in FUNCTIONS if not options.names or function[0] in options.names]
    print(f"NumPy {np.__version__}")
    print("| function | f32: NumPy | shapecheck | ratio | f64: NumPy | shapecheck | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder, program(folder) as ours:
        for name, _, positive, function in functions:
            cells = [f"`{name}`"]
            for dtype in (np.float32, np.float64):
                x = (np.arange(512 * 768) * 7919 % 100003 / 16667 - 3).astype(dtype).reshape(512, 768)
                x = np.abs(x) + dtype(0.1) if positive else x
                least = [float("inf"), float("inf")]
                for _ in range(options.rounds):
                    least[0] = min(least[0], numpy_time(function, x))
                    ours.stdin.write(f"{name} {np.dtype(dtype).name}\n")
                    least[1] = min(least[1], int(ours.stdout.readline()))
                cells += [f"{least[0] / 1000:.0f} µs", f"{least[1] / 1000:.0f} µs", f"{least[1] / least[0]:.2f}"]
            print("| " + " | ".join(cells) + " |", flush=True)
        ours.stdin.close()


if __name__ == "__main__":
    main()
