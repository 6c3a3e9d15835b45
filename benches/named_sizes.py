#!/usr/bin/env python3
"""What sizes with names cost to check, beside the same programs with `_`, in instructions of the compiler.

    python3 benches/named_sizes.py [--operations 20]

Each function has a size of its own beside the names. A program with three times as many functions less one with as many,
divided by the difference: what is compiled once for all is not counted.
"""

import argparse

from programs import instructions, print_table, write_crate

ROWS = {
    "`[Batch, Seq, Head, n] + [Seq, 1, n]`": (
        "x: &T<shape![{B}, {S}, {H}, {n}]>, y: &T<shape![{S}, 1, {n}]>",
        "T<shape![{B}, {S}, {H}, {n}]>",
        "x + y",
    ),
    "a step of a cache": (
        "q: &T<shape![{B}, {H}, {S}, {n}]>, k: &T<shape![{B}, {H}, {P}, {n}]>, m: &T<shape![{S}, {PS}]>",
        "T<shape![{B}, {H}, {S}, {n}]>",
        "{{ let k = k.along::<-2>().concat(q); (q.matmul(&k.transpose()) + m).softmax::<-1>().matmul(&k) }}",
    ),
    "`attention`": (
        "q: &T<shape![{B}, {H}, {S}, {n}]>, k: &T<shape![{B}, {H}, {P}, {n}]>",
        "T<shape![{B}, {H}, {S}, {n}]>",
        "q.attention(k, k)",
    ),
}
NAMES = {"B": "Batch", "S": "Seq", "H": "Head", "P": "Past", "PS": "Past + Seq"}
ANY = {name: "_" for name in NAMES}


def program(row, sizes, count):
    arguments, result, body = row
    functions = (
        f"pub fn f{n}({arguments.format(n=n, **sizes)}) -> {result.format(n=n, **sizes)} {{ {body.format()} }}"
        for n in range(2, 2 + count)
    )
    return "shapecheck::dims! { pub Batch, pub Seq, pub Head, pub Past }\npub type T<S> = Tensor<f32, S>;\n" + "\n".join(functions)


def cost(row, sizes, operations):
    few, many = (
        instructions(write_crate(f"named-{count}", "shapecheck", program(row, sizes, count)))
        for count in (operations, 3 * operations)
    )
    return (many - few) / (2 * operations) / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--operations", type=int, default=20)
    options = parser.parse_args()
    rows = []
    for label, row in ROWS.items():
        named, unnamed = cost(row, NAMES, options.operations), cost(row, ANY, options.operations)
        rows.append([label, f"{named:.1f}", f"{unnamed:.1f}", f"{named / unnamed:.2f}"])
    print_table(["million instructions to check", "with names", "with `_`", "ratio"], rows)


if __name__ == "__main__":
    main()
