#!/usr/bin/env python3
"""Equations of `einsum!` beside the same by `matmul` and `permute`, NumPy's and PyTorch's, in turns, each on one thread.

    pip install numpy torch
    python3 benches/notation.py [--rounds 15]

Each line has the least processor times of a call, of some calls in a row.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy
import torch

from programs import built

CRATE = pathlib.Path(__file__).resolve().parent.parent

BATCHED = "a.matmul(&b.swap_axes::<-2, -1>())"
# Equation, sizes of the operands, the same by hand.
CALLS = [
    ("bhqd,bhkd->bhqk", [(8, 12, 64, 64), (8, 12, 64, 64)], BATCHED),
    ("bhqd,bhkd->bhqk", [(1, 2, 8, 16), (1, 2, 8, 16)], BATCHED),
    ("ij,jk,kl->il", [(256, 256), (256, 256), (256, 16)], "a.matmul(&b.matmul(&c))"),
    ("ij,jk,kl->il", [(8, 8), (8, 8), (8, 8)], "a.matmul(&b.matmul(&c))"),
    ("bij,bjk->bik", [(32, 64, 64), (32, 64, 64)], "a.matmul(&b)"),
    ("bij,bjk->bik", [(4, 8, 8), (4, 8, 8)], "a.matmul(&b)"),
    (
        "ijk,il->jkl",
        [(64, 32, 48), (64, 96)],
        "a.reshape::<shape![64, 1536]>().transpose().matmul(&b).reshape::<shape![32, 48, 96]>()",
    ),
    (
        "ijk,il->jkl",
        [(8, 4, 6), (8, 5)],
        "a.reshape::<shape![8, 24]>().transpose().matmul(&b).reshape::<shape![4, 6, 5]>()",
    ),
    ("ii->i", [(512, 512)], "a.diagonal()"),
    ("ii->i", [(8, 8)], "a.diagonal()"),
    ("ij,jk->ik", [(4, 4), (4, 4)], "a.matmul(&b)"),
]

PROGRAM = """\
use shapecheck::{Tensor, einsum, shape};
use std::hint::black_box;

#[repr(C)]
struct Time(i64, i64);

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut Time) -> i32;
}

/// The processor time of this process in nanoseconds.
fn now() -> i64 {
    let mut time = Time(0, 0);
    unsafe { clock_gettime(2, &mut time) };
    time.0 * 1_000_000_000 + time.1
}

/// Nanoseconds of so many calls.
fn timed<R>(calls: usize, mut call: impl FnMut() -> R) -> i64 {
    let start = now();
    for _ in 0..calls {
        black_box(call());
    }
    now() - start
}

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (which, calls) = line.split_once(' ').unwrap();
        let calls: usize = calls.parse().unwrap();
        let (equation, by_hand) = match which {
            WORK
            _ => unreachable!(),
        };
        println!("{equation} {by_hand}");
    }
}
"""


def work(index, equation, shapes, by_hand):
    names = "abc"[: len(shapes)]
    made = "".join(
        f"let {name} = Tensor::<f32, shape!{list(sizes)}>::full(0.5);" for name, sizes in zip(names, shapes)
    )
    operands = ", ".join(f"&{name}" for name in names)
    return f'"{index}" => {{ {made} (timed(calls, || einsum!("{equation}"; {operands})), timed(calls, || {by_hand})) }}'


def program(folder):
    folder = pathlib.Path(folder)
    (folder / "src").mkdir()
    lines = "\n".join(work(index, *call) for index, call in enumerate(CALLS))
    (folder / "src/main.rs").write_text(PROGRAM.replace("WORK", lines))
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "equations"\nedition = "2024"\n[workspace]\n[dependencies]\nshapecheck = {{ path = "{CRATE}/crates/shapecheck" }}\n'
    )
    binary = built(["build", "--release"], folder, os.environ | {"CARGO_TARGET_DIR": str(folder / "target")})
    return subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def timed(calls, call):
    start = time.process_time_ns()
    for _ in range(calls):
        call()
    return time.process_time_ns() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    torch.set_num_threads(1)
    print(f"NumPy {numpy.__version__}, PyTorch {torch.__version__}, microseconds")
    print("| | sizes | `einsum!` | by hand | ratio | NumPy | PyTorch |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder, torch.no_grad(), program(folder) as ours:
        for index, (equation, shapes, _) in enumerate(CALLS):
            arrays = [numpy.full(sizes, 0.5, numpy.float32) for sizes in shapes]
            tensors = [torch.from_numpy(array) for array in arrays]
            theirs = [
                lambda: numpy.einsum(equation, *arrays, optimize=True),
                lambda: torch.einsum(equation, *tensors),
            ]
            # As many calls as take PyTorch a millisecond.
            calls = max(1, 1_000_000 * 10 // max(1, timed(10, theirs[1])))
            least = [float("inf")] * 4
            for _ in range(options.rounds):
                ours.stdin.write(f"{index} {calls}\n")
                times = [int(time) for time in ours.stdout.readline().split()]
                times += [timed(calls, call) for call in theirs]
                least = [min(pair) for pair in zip(least, times)]
            einsum, by_hand, with_numpy, with_torch = (time / calls / 1000 for time in least)
            sizes = ", ".join(str(list(sizes)) for sizes in shapes)
            cells = [f"`{equation}`", sizes, f"{einsum:.2f}", f"{by_hand:.2f}", f"{einsum / by_hand:.2f}"]
            print(f"| {' | '.join(cells)} | {with_numpy:.2f} | {with_torch:.2f} |", flush=True)
        ours.stdin.close()


if __name__ == "__main__":
    main()
