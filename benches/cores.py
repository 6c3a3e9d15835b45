#!/usr/bin/env python3
"""Large operations on all cores, beside candle, burn, ndarray, faer and PyTorch.

    pip install torch
    python3 benches/cores.py [WORD] [--others]

Runs `cores` of `benches/kernels` and PyTorch in turns, on one thread and on all. The time is that of ours on one thread;
the others say how many times as fast as that they are, and the last columns the speed of ours as a part of PyTorch's on
as many threads, where ours on all is the better of in a pool and outside. The shortest time of a call counts. With a
WORD, only rows that have it in their names. Other crates than ours are built and measured with `--others`, which takes
minutes to build.
"""

import argparse
import os
import pathlib
import subprocess
import time

import torch
import torch.nn.functional as F

KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"

# The least seconds of a turn.
TURN = 0.004


def numbers(*sizes):
    return torch.rand(sizes) + 0.01


def calls():
    """What PyTorch calls for each row, by the row's name."""
    x, y = numbers(1024, 768), numbers(1024, 768)
    row, column = numbers(768), numbers(1024, 1)
    mean, deviation, gamma, beta = numbers(1024, 1), numbers(1024, 1), numbers(768), numbers(768)
    high, wide = numbers(512, 1), numbers(1, 512)
    a, b = numbers(64, 1, 256), numbers(1, 128, 256)
    maps, bias = numbers(8, 64, 56, 56), numbers(64, 1, 1)
    small = numbers(64, 768)
    threes, three, pairs, pair, tall = (
        numbers(100000, 3), numbers(3), numbers(100000, 2), numbers(2), numbers(100000, 1)
    )
    each = numbers(512, 768)
    tens, sides, alternate, long = (
        numbers(100000, 10), numbers(64, 128, 96), numbers(16, 24, 32, 96), numbers(4000000)
    )
    square, other = numbers(1024, 1024), numbers(1024, 1024)
    places = torch.arange(4096) * 7919 % 1024
    less, batch, weights, k = numbers(256, 256), numbers(16, 64, 64), numbers(64, 64), numbers(2, 8, 256, 64)
    kernel, plain = numbers(64, 64, 3, 3), numbers(64, 64, 1, 1)
    q = numbers(8, 12, 512, 64)
    matrices = numbers(20000, 6, 6)
    matrices = matrices @ matrices.mT + torch.eye(6)
    return {
        "R1 [1024, 768] + [768]": lambda: x + row,
        "R2 [512, 1] + [1, 512]": lambda: high + wide,
        "R3 [64, 1, 256] * [1, 128, 256]": lambda: a * b,
        "R4 [1024, 768] / [1024, 1]": lambda: x / column,
        "[1024, 768] + [1024, 768]": lambda: x + y,
        "R6 [8, 64, 56, 56] + [64, 1, 1]": lambda: maps + bias,
        "R7 [1024, 1] to [1024, 1024]": lambda: column.expand(1024, 1024).contiguous(),
        "[64, 768] + [768], not cut": lambda: small + row,
        "R9 (x - m) / s * g + b, operators": lambda: (x - mean) / deviation * gamma + beta,
        "R20 [100000, 3] + [3]": lambda: threes + three,
        "R20 [100000, 2] + [2]": lambda: pairs + pair,
        "R20 [100000, 3] * [100000, 1]": lambda: threes * tall,
        "R26 exp of [512, 768]": lambda: each.exp(),
        "R26 ln of [512, 768]": lambda: each.log(),
        "R26 tanh of [512, 768]": lambda: each.tanh(),
        "R26 sigmoid of [512, 768]": lambda: each.sigmoid(),
        "R26 erf of [512, 768]": lambda: each.erf(),
        "R26 gelu of [512, 768]": lambda: F.gelu(each),
        "R26 sqrt of [512, 768]": lambda: each.sqrt(),
        "R26 sin of [512, 768]": lambda: each.sin(),
        "R26 cos of [512, 768]": lambda: each.cos(),
        "exp of [64, 768]": lambda: small.exp(),
        "R10 sum of [1024, 768] over the last axis": lambda: x.sum(1),
        "R10 sum of [1024, 768] over the first axis": lambda: x.sum(0),
        "R10 max of [1024, 768] over the last axis": lambda: x.amax(1),
        "R10 max of [1024, 768] over the first axis": lambda: x.amax(0),
        "R21 sum of [100000, 3] over the last axis": lambda: threes.sum(1),
        "R21 sum of [100000, 3] over the first axis": lambda: threes.sum(0),
        "R21 max of [100000, 10] over the last axis": lambda: tens.amax(1),
        "R22 argmax of [1024, 768] over the last axis": lambda: x.argmax(1),
        "R22 argmax of [1024, 768] over the first axis": lambda: x.argmax(0),
        "R23 sum of [64, 128, 96] over the first and the last": lambda: sides.sum((0, 2)),
        "R23 sum of [8, 64, 56, 56] over all but the second": lambda: maps.sum((0, 2, 3)),
        "R23 sum of [16, 24, 32, 96] over the first and the third": lambda: alternate.sum((0, 2)),
        "sum of [4000000]": lambda: long.sum(),
        "variance of [1024, 768] over the last axis": lambda: x.var(1, correction=0),
        "sort of [1024, 768] along the last axis": lambda: x.sort(1).values,
        "sort of [4000000]": lambda: long.sort().values,
        "running sums of [1024, 768]": lambda: x.cumsum(1),
        "R24 [1024, 1024] transposed, copied": lambda: square.t().contiguous(),
        "R24 x + y transposed, of [1024, 1024]": lambda: square + other.t(),
        "4096 rows of [1024, 768]": lambda: x.index_select(0, places),
        "[1024, 768] behind [1024, 768]": lambda: torch.cat((x, y), 0),
        "[1024, 768] beside [1024, 768]": lambda: torch.cat((x, y), 1),
        "[1024, 768] flipped": lambda: x.flip(1),
        "R11 [256, 256] by [256, 256]": lambda: less @ less,
        "R11 [16, 64, 64] by [64, 64]": lambda: batch @ weights,
        "[1024, 1024] by [1024, 1024]": lambda: square @ square,
        "einsum bhqd,bhkd->bhqk of [2, 8, 256, 64]": lambda: torch.einsum("bhqd,bhkd->bhqk", k, k),
        "inverses of [20000, 6, 6]": lambda: torch.linalg.inv(matrices),
        "Cholesky factors of [20000, 6, 6]": lambda: torch.linalg.cholesky(matrices),
        "conv [8, 64, 56, 56] by 3 by 3": lambda: F.conv2d(maps, kernel, padding=1),
        "conv [8, 64, 56, 56] by 1 by 1": lambda: F.conv2d(maps, plain),
        "max_pool2d of [8, 64, 56, 56], 2 by 2": lambda: F.max_pool2d(maps, 2),
        "attention of [8, 12, 512, 64]": lambda: F.scaled_dot_product_attention(q, q, q),
        "R26 softmax of [1024, 768] over the last axis": lambda: x.softmax(1),
        "softmax of [1024, 768] over the first axis": lambda: x.softmax(0),
        "rms_norm of [1024, 768]": lambda: F.rms_norm(x, (768,), gamma, 1e-5),
    }


def turn(threads, call):
    """The least seconds of a call on this many threads, in a turn."""
    torch.set_num_threads(threads)
    call()
    end, least = time.perf_counter() + TURN, float("inf")
    while True:
        start = time.perf_counter()
        call()
        now = time.perf_counter()
        least = min(least, now - start)
        if now > end:
            return least


def cells(times, has_theirs):
    """What a line says of the least times: ours on one thread, in a pool, outside, those of others, PyTorch's."""
    one, pool, outside = times[:3]
    ratios = [one / time if time < float("inf") else None for time in times[1:]]
    if has_theirs:
        ratios += [times[-2] / one, times[-1] / min(pool, outside)]
    else:
        ratios += [None] * 4
    return [f"{one * 1e6:.0f} µs"] + ["-" if ratio is None else f"{ratio:.2f}" for ratio in ratios]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("word", nargs="?", default="")
    parser.add_argument("--others", action="store_true", help="candle, burn, ndarray and faer too")
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    features = [] if options.others else ["--no-default-features"]
    command = ["cargo", "run", "--release", "--quiet", *features, "-p", "cores", "--", "--asked", options.word]
    threads, theirs = os.cpu_count(), calls()
    others = ["candle", "burn", "ndarray", "faer"] if options.others else []
    heads = ["work", "one thread", f"in a pool of {threads}", "outside", *others]
    heads += [f"PyTorch {torch.__version__} on one", f"on {threads}", "beside PyTorch on one", f"on {threads}"]
    print(f"| {' | '.join(heads)} |\n| --- |{' ---: |' * (len(heads) - 1)}", flush=True)
    asked = subprocess.Popen(command, cwd=KERNELS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    with torch.no_grad(), asked:
        for line in asked.stdout:
            name, rounds = line.strip(), []
            call = theirs.get(name)
            for _ in range(options.rounds):
                asked.stdin.write("turn\n")
                rounds.append([float(seconds) for seconds in asked.stdout.readline().split()])
                if call:
                    rounds[-1] += [turn(1, call), turn(threads, call)]
            asked.stdin.write("next\n")
            least = [min(times) for times in zip(*rounds)]
            print(f"| {' | '.join([name, *cells(least, call is not None)])} |", flush=True)


if __name__ == "__main__":
    main()
