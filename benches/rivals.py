#!/usr/bin/env python3
"""The same mistakes and the same operations here and in the crates that check shapes while a program compiles, too.

    python3 benches/rivals.py mistakes [--only incin,dfdx]
    python3 benches/rivals.py times [--operations 10]
    python3 benches/rivals.py training

`mistakes` prints the headline and the first label of what plain `cargo check` says. `times` prints what an operation costs to check,
in instructions of the compiler: a program with three times as many functions less one with as many, divided by the difference.
`training` runs a step of training on one core, in microseconds, of a network of 784, 128 and 10 numbers with 64 images:
the programs are in `training`, and the least of twenty rounds of each, run in turns, counts. What a crate costs to check cold is
a row of `crate_time.py`. Versions are fixed by `rivals.lock`.
"""

import argparse
import dataclasses
import json
import os
import subprocess

from programs import ENVIRONMENT, LIBRARIES, ROOT, TARGET, Library, instructions, print_table, write_crate

LOCK = ROOT / "benches/rivals.lock"
LIBRARIES["incin"] = Library('incin = "=0.1.0"', "use incin::prelude::*;", LOCK)
LIBRARIES["dfdx"] = Library('dfdx = "=0.13.0"', "use dfdx::prelude::*;", LOCK)
LIBRARIES["nalgebra"] = Library('nalgebra = "=0.35.0"', "use nalgebra::*;", LOCK)
LIBRARIES["shapecheck"].prelude = "use shapecheck::*;"

RIVALS = ["shapecheck", "incin", "dfdx", "nalgebra"]


def tensor(library, *sizes):
    """The type of a tensor of floats."""
    text = ", ".join(map(str, sizes))
    return {
        "shapecheck": f"Tensor<f32, shape![{text}]>",
        "incin": f"Tensor<s![{text}], DefaultBackend>",
        "dfdx": f"Tensor<Rank{len(sizes)}<{text}>, f32, Cpu>",
        "nalgebra": f"SMatrix<f32, {text}>" if len(sizes) == 2 else f"SVector<f32, {text}>",
    }[library]


def function(library, operands, body, result=None, name="mistake"):
    """`fn mistake(a: &.., b: &..) { .. }`, of operands that are owned where operators are not for references."""
    by = "" if library == "dfdx" else "&"
    given = ", ".join(f"{letter}: {by}{tensor(library, *sizes)}" for letter, sizes in zip("abc", operands))
    returned = f" -> {tensor(library, *result)}" if result else ""
    body = body if result else f"let _ = {body};"
    return f"pub fn {name}({given}){returned} {{ {body} }}\n"


# What does not stand here cannot be written: an operation that a library has not, or has on nightly Rust alone.
MISTAKES = {
    "`[2, 3, 224] + [3, 128]`": {
        "shapecheck": ([(2, 3, 224), (3, 128)], "a + b"),
        "incin": ([(2, 3, 224), (3, 128)], "a + b"),
        "dfdx": ([(2, 3, 224), (2, 3, 128)], "a + b"),
        "nalgebra": ([(3, 224), (3, 128)], "a + b"),
    },
    "`[4, 3] + [4]`": {
        "shapecheck": ([(4, 3), (4,)], "a + b"),
        "incin": ([(4, 3), (4,)], "a + b"),
        "dfdx": ([(4, 3), (4,)], "a + b.broadcast()"),
        "nalgebra": ([(4, 3), (4,)], "a + b"),
    },
    "`[32, 224]` times `[100, 10]`": {
        "shapecheck": ([(32, 224), (100, 10)], "a.matmul(b)"),
        "incin": ([(32, 224), (100, 10)], "a.matmul(b)"),
        "dfdx": ([(32, 224), (100, 10)], "a.matmul(b)"),
        "nalgebra": ([(32, 224), (100, 10)], "a * b"),
    },
    "`[2, 3]` and `[2, 4]`, joined along the first axis": {
        "shapecheck": ([(2, 3), (2, 4)], "a.along::<-2>().concat(b)"),
        "incin": ([(2, 3), (2, 4)], "a.concat(b, axis!(0))"),
    },
    "`[6, 4]` as `[5, 5]`": {
        "shapecheck": ([(6, 4)], "a.reshape::<shape![5, 5]>()"),
        "incin": ([(6, 4)], "a.reshape(shape![5, 5])"),
        "dfdx": ([(6, 4)], "a.reshape::<Rank2<5, 5>>()"),
        "nalgebra": ([(6, 4)], "a.reshape_generic(Const::<5>, Const::<5>)"),
    },
    "the third axis of `[4, 3]`": {
        "shapecheck": ([(4, 3)], "a.sum_axis::<-3>()"),
        "incin": ([(4, 3)], "a.sum(axis!(2))"),
        "dfdx": ([(4, 3)], "a.sum::<_, Axis<2>>()"),
    },
    "a layer of 100 inputs behind one of 128 outputs": {
        "shapecheck": ([(32, 784), (128, 784), (10, 100)], "a.linear(b).linear(c)"),
        "incin": (
            [(32, 784)],
            "Sequential(Linear::<s![784, 128]>::build(()).unwrap(), Linear::<s![100, 10]>::build(()).unwrap()).forward(a.clone())",
        ),
        "dfdx": ([(32, 784), (128, 784), (10, 100)], "a.matmul(b.permute()).matmul(c.permute())"),
        "nalgebra": ([(784, 1), (128, 784), (10, 100)], "c * (b * a)"),
    },
    "an argument `[32, 768]` for `[32, 784]`": {library: ([(32, 768)], "takes(a)") for library in RIVALS},
    "a result `[4, 2]` for `[4, 3]`": {
        "shapecheck": ([(4, 8), (8, 2)], "a.matmul(b)", (4, 3)),
        "incin": ([(4, 8), (8, 2)], "a.matmul(b).unwrap()", (4, 3)),
        "dfdx": ([(4, 8), (8, 2)], "a.matmul(b)", (4, 3)),
        "nalgebra": ([(4, 8), (8, 2)], "a * b", (4, 3)),
    },
    "kernels for 3 channels, images of 4": {
        "shapecheck": ([(1, 4, 8, 8), (6, 3, 3, 3)], "a.conv2d(b, shapecheck::algebra::window::Conv::new())"),
        "incin": ([(1, 4, 8, 8)], "Conv2d::<s![3, 6, 3, 1, 0, 1]>::build(()).unwrap().forward(a.clone())"),
    },
}


# What a library has above functions whose arguments it compares.
ATTRIBUTE = {"shapecheck": "#[checked]\n"}


def first_label(message):
    spans = [span for span in message["spans"] if span["is_primary"]]
    return (spans[0]["label"] or "") if spans else ""


def mistakes(libraries):
    for library in libraries:
        print(f"## {library}\n")
        folder = write_crate(f"mistakes-{library}", library, "")
        examples = folder / "examples"
        examples.mkdir(exist_ok=True)
        named = {}
        for number, (title, programs) in enumerate(MISTAKES.items()):
            path = examples / f"mistake{number}.rs"
            path.unlink(missing_ok=True)
            if library in programs:
                program = function(library, *programs[library])
                if "takes(" in program:
                    program += ATTRIBUTE.get(library, "") + function(library, [(32, 784)], "a", name="takes")
                path.write_text(f"#![allow(unused)]\n{LIBRARIES[library].prelude}\n{program}fn main() {{}}\n")
                named[f"mistake{number}"] = title
        command = ["cargo", "check", "--examples", "--keep-going", "--message-format=json", "--quiet"]
        output = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True)
        told = {}
        for line in output.stdout.splitlines():
            entry = json.loads(line)
            if entry["reason"] == "compiler-message" and entry["message"]["level"] == "error" and entry["message"]["spans"]:
                told.setdefault(entry["target"]["name"], []).append(entry["message"])
        if not told:
            raise SystemExit(output.stderr)
        for number, title in enumerate(MISTAKES):
            name = f"mistake{number}"
            print(f"- {title}:", end=" ")
            if name not in named:
                print("cannot be written")
            elif name not in told:
                print("compiles")
            else:
                first, *others = told[name]
                code = f"[{first['code']['code']}]" if first["code"] else ""
                print(f"{len(others) + 1} errors" if others else "1 error")
                print(f"\n      error{code}: {first['message']}\n      {first_label(first)}")
        print()


OPERATIONS = {
    "`[a, b, c, d] + [1, b, 1, d]`": {
        "shapecheck": lambda a, b, c, d: function("shapecheck", [(a, b, c, d), (1, b, 1, d)], "a + b", name=f"f{a}"),
        "incin": lambda a, b, c, d: function("incin", [(a, b, c, d), (1, b, 1, d)], "a + b", name=f"f{a}"),
    },
    "`[a, b] + [a, b]`": {
        library: (lambda library: lambda a, b, *_: function(library, [(a, b), (a, b)], "a + b", name=f"f{a}"))(library)
        for library in RIVALS
    },
    "`[a, b]` times `[b, c]`": {
        library: (
            lambda library: lambda a, b, c, _: function(
                library, [(a, b), (b, c)], "a * b" if library == "nalgebra" else "a.matmul(b)", name=f"f{a}"
            )
        )(library)
        for library in RIVALS
    },
}


def times(libraries, operations):
    rows = []
    for title, programs in OPERATIONS.items():
        row = [title]
        for library in libraries:
            if library not in programs:
                row.append("-")
                continue
            costs = []
            for count in (operations, 3 * operations):
                sizes = ((17 + 4 * n, 18 + 4 * n, 19 + 4 * n, 20 + 4 * n) for n in range(count))
                body = "".join(programs[library](*each) for each in sizes)
                costs.append(instructions(write_crate(f"times-{library}-{count}", library, body)))
            row.append(f"{(costs[1] - costs[0]) / (2 * operations) / 1e6:.1f}")
        rows.append(row)
    print_table(["million instructions to check", *libraries], rows)


# What the programs in `training` need besides the library.
FOR_TRAINING = {
    "shapecheck": "\n".join(
        f'{name} = {{ path = "{ROOT}/crates/{name}", features = [{features}] }}'
        for name, features in [
            ("shapecheck", '"rand"'),
            ("shapecheck-grad", ""),
            ("shapecheck-nn", '"grad", "rand"'),
        ]
    ),
}


def training(libraries):
    programs = {}
    for library in libraries:
        source = ROOT / f"benches/training/{library}.rs"
        if not source.exists():
            continue
        dependency = FOR_TRAINING.get(library, LIBRARIES[library].dependency)
        name = f"training-{library}"
        LIBRARIES[name] = dataclasses.replace(LIBRARIES[library], dependency=dependency, prelude="", lock=LOCK)
        folder = write_crate(name, name, source.read_text(), root="main.rs")
        subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=folder, env=ENVIRONMENT, check=True)
        lines = [line for line in source.read_text().splitlines() if line.strip()]
        programs[library] = (TARGET / "release" / name, len(lines))
    times = {library: [] for library in programs}
    for _ in range(3):
        for library, (program, _) in programs.items():
            on_one_core = lambda: os.sched_setaffinity(0, {0})
            output = subprocess.run([program], capture_output=True, text=True, check=True, preexec_fn=on_one_core)
            times[library].append(int(output.stdout))
    steps = [f"{min(times[library]):,}" for library in programs]
    lines = [str(lines) for _, lines in programs.values()]
    print_table(["", *programs], [["a step of training", *steps], ["lines of the program", *lines]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["mistakes", "times", "training"])
    parser.add_argument("--only", default=",".join(RIVALS))
    parser.add_argument("--operations", type=int, default=10)
    options = parser.parse_args()
    libraries = options.only.split(",")
    if options.what == "mistakes":
        mistakes(libraries)
    elif options.what == "training":
        training(libraries)
    else:
        times(libraries, options.operations)


if __name__ == "__main__":
    main()
