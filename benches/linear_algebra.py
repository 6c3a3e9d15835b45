#!/usr/bin/env python3
"""Elimination by the loops of this crate, and by the library faer (feature `faer`): one program of each, in turns, each on one thread.

    python3 benches/linear_algebra.py [--rounds 10] [--sizes 4 16 64 256 512]

Each line has the least times of a call in microseconds, and their ratio. A matrix below the sizes in `crates/shapecheck/src/host/large.rs` takes the loops either way. The
library takes minutes to build; `CARGO_TARGET_DIR` keeps it.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import tempfile

from programs import built

CRATE = pathlib.Path(__file__).resolve().parent.parent

# Name, and the expression, of a matrix `a`, a symmetric positive definite one `p`, a vector `b` and as many right-hand sides `c` as there are rows.
CALLS = [
    ("`solve`, a vector", "a.solve(b)"),
    ("`solve`, a matrix", "a.solve(c)"),
    ("`inverse`", "a.inverse()"),
    ("`det`", "a.det()"),
    ("`cholesky`", "p.cholesky()"),
]

PROGRAM = """\
use std::hint::black_box;
use std::time::Instant;

use shapecheck::{Tensor, shape};

type Matrix = Tensor<f64, shape![_, _]>;

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (call, size) = line.split_once(' ').unwrap();
        let size: usize = size.parse().unwrap();
        let shape = <shape![_, _]>::of([size, size]);
        let number = |row: usize, column: usize| ((row * size + column) * 7919 % 100003) as f64 / 100003.0 - 0.5;
        let a = &Matrix::from_fn_with(shape, |[row, column]| number(row, column) + if row == column { 2.0 } else { 0.0 });
        let p = &Matrix::from_fn_with(shape, |[row, column]| {
            number(row.max(column), row.min(column)) + if row == column { size as f64 } else { 0.0 }
        });
        let b = &Tensor::<f64, shape![_]>::from_fn_with(<shape![_]>::of([size]), |[row]| row as f64);
        let c = &Matrix::from_fn_with(shape, |[row, column]| number(column, row));
        match call {
            WORK
            _ => unreachable!(),
        }
    }
}

fn time<T>(call: impl Fn() -> T) {
    black_box(call());
    let start = Instant::now();
    black_box(call());
    let one = start.elapsed().as_nanos().max(1);
    // So many calls as take a millisecond: a clock counts no less than tens of nanoseconds.
    let calls = (1_000_000 / one).clamp(1, 10_000);
    let least = (0..4).map(|_| {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(call());
        }
        start.elapsed().as_nanos() as f64 / calls as f64
    });
    println!("{}", least.fold(f64::INFINITY, f64::min));
}
"""


def program(folder, feature):
    """The compiled program, which times what lines name."""
    folder = pathlib.Path(folder) / feature
    (folder / "src").mkdir(parents=True)
    work = "\n".join(f'"{place}" => time(|| black_box({call})),' for place, (_, call) in enumerate(CALLS))
    for name in "apbc":
        work = work.replace(f"black_box({name}.", f"black_box(black_box({name}).")
    (folder / "src/main.rs").write_text(PROGRAM.replace("WORK", work))
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "linear-algebra"\nedition = "2024"\n[workspace]\n[features]\nloops = []\nfaer = ["shapecheck/faer"]\n'
        f'[dependencies]\nshapecheck = {{ path = "{CRATE}/crates/shapecheck" }}\n'
    )
    shutil.copy(CRATE / "Cargo.lock", folder)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", folder / "target"))
    command = ["build", "--release", "--features", feature]
    binary = shutil.copy(built(command, folder, os.environ | {"CARGO_TARGET_DIR": str(target)}), folder / "program")
    return subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--sizes", type=int, nargs="+", default=[4, 16, 64, 256, 512])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = [program(folder, feature) for feature in ["loops", "faer"]]
        print("| | " + " | ".join(str(size) for size in arguments.sizes) + " |")
        print("| --- |" + " --- |" * len(arguments.sizes))
        for place, (name, _) in enumerate(CALLS):
            cells = []
            for size in arguments.sizes:
                least = [float("inf")] * 2
                for _ in range(arguments.rounds):
                    for which, process in enumerate(programs):
                        process.stdin.write(f"{place} {size}\n")
                        least[which] = min(least[which], float(process.stdout.readline()) / 1000)
                cells.append(f"{least[0]:.3g} / {least[1]:.3g} = {least[0] / least[1]:.2f}")
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
        for process in programs:
            process.stdin.close()
            process.wait()


if __name__ == "__main__":
    main()
