#!/usr/bin/env python3
"""Convolutions and pools of [8, 64, 56, 56] numbers beside PyTorch's, in turns, each on one thread.

    pip install torch
    python3 benches/convolutions.py [--rounds 20]

Each line has the least processor times of a call.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile
import time

import torch
import torch.nn.functional as F

from programs import built

CRATE = pathlib.Path(__file__).resolve().parent.parent

# Name, our expression, PyTorch's.
CALLS = [
    ("3 by 3", "x.conv2d(&k, Conv::new().padding::<1>())", lambda x, k, p, d: F.conv2d(x, k, padding=1)),
    (
        "3 by 3, stride 2",
        "x.conv2d(&k, Conv::new().stride::<2>().padding::<1>())",
        lambda x, k, p, d: F.conv2d(x, k, stride=2, padding=1),
    ),
    ("1 by 1", "x.conv2d(&p, Conv::new())", lambda x, k, p, d: F.conv2d(x, p)),
    (
        "3 by 3, a group for each channel",
        "x.conv2d(&d, Conv::new().padding::<1>().groups::<64>())",
        lambda x, k, p, d: F.conv2d(x, d, padding=1, groups=64),
    ),
    (
        "maximum of 3 by 3, stride 2",
        "x.max_pool2d(Pool::of::<3>().stride::<2>().padding::<1>())",
        lambda x, k, p, d: F.max_pool2d(x, 3, 2, 1),
    ),
    ("mean of 2 by 2", "x.avg_pool2d(Pool::of::<2>())", lambda x, k, p, d: F.avg_pool2d(x, 2)),
]

PROGRAM = """\
use shapecheck::window::{Conv, Pool};
use shapecheck::{Tensor, shape};

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

fn main() {
    let number = |[a, b, c, d]: [usize; 4]| ((a * 7 + b * 5 + c * 3 + d) % 11) as f32 - 5.0;
    let x = Tensor::<f32, shape![8, 64, 56, 56]>::from_fn(number);
    let k = Tensor::<f32, shape![64, 64, 3, 3]>::from_fn(number);
    let p = Tensor::<f32, shape![64, 64, 1, 1]>::from_fn(number);
    let d = Tensor::<f32, shape![64, 1, 3, 3]>::from_fn(number);
    for line in std::io::stdin().lines() {
        let start = now();
        match line.unwrap().as_str() {
            WORK
            _ => unreachable!(),
        }
        println!("{}", now() - start);
    }
}
"""


def program(folder):
    work = "\n".join(f'"{name}" => {{ std::hint::black_box({ours}); }}' for name, ours, _ in CALLS)
    folder = pathlib.Path(folder)
    (folder / "src").mkdir()
    (folder / "src/main.rs").write_text(PROGRAM.replace("WORK", work))
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "convolutions"\nedition = "2024"\n[workspace]\n[dependencies]\nshapecheck = {{ path = "{CRATE}/crates/shapecheck" }}\n'
    )
    binary = built(["build", "--release"], folder, os.environ | {"CARGO_TARGET_DIR": str(folder / "target")})
    return subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    torch.set_num_threads(1)
    sizes = [(8, 64, 56, 56), (64, 64, 3, 3), (64, 64, 1, 1), (64, 1, 3, 3)]
    operands = [torch.randn(size) for size in sizes]
    print(f"PyTorch {torch.__version__}")
    print("| | PyTorch | shapecheck | ratio |")
    print("| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder, torch.no_grad(), program(folder) as ours:
        for name, _, function in CALLS:
            least = [float("inf"), float("inf")]
            for _ in range(options.rounds):
                start = time.process_time_ns()
                function(*operands)
                least[0] = min(least[0], time.process_time_ns() - start)
                ours.stdin.write(name + "\n")
                least[1] = min(least[1], int(ours.stdout.readline()))
            print(f"| {name} | {least[0] / 1e6:.1f} ms | {least[1] / 1e6:.1f} ms | {least[1] / least[0]:.2f} |", flush=True)
        ours.stdin.close()


if __name__ == "__main__":
    main()
