#!/usr/bin/env python3
"""How what the compiler and the editor do grows where a program grows: nothing may grow faster than the program.

    python3 benches/growth.py [--rows layers,rank] [--without-editor]

Each row doubles one thing twice: the layers of a model, the axes of a shape, names, or functions in a file. A cell is what
the first program takes above one that adds two matrices, and how many times as much each doubling makes of it:
instructions of the compiler by cachegrind, its peak memory, and the peak memory of rust-analyzer with the file open.
"""

import argparse
import dataclasses
import json
import pathlib
import random
import re
import subprocess
import typing

import build_time
import model_time
from programs import ENVIRONMENT, beside_target, build, instructions, nested, print_table, tensor, write_crate

# Times as much for each doubling, at most; the tenth is for what two runs of the compiler differ by.
LIMIT = 2.1

# Functions in the programs in which something else doubles: cachegrind is slow, and little memory cannot be measured well.
COUNTED, WEIGHED = 16, 160

# Of one function in turn: arithmetic, products, reductions, joins, reshapes and notation.
MIX = ["add4", "matmul4", "softmax", "concat", "reshape", "linear", "sum", "permute"]


@dataclasses.dataclass
class Row:
    label: str
    counts: tuple
    # The program for a count, of so many functions where something else doubles.
    program: typing.Callable


def model(style):
    # A library has no program to link, and nothing but the compiler's memory is measured.
    return lambda count, _: model_time.program("shapecheck", style, True, count).replace("fn main()", "pub fn run()")


def functions(number, write):
    """Functions of their own sizes: `write` gives the operands, the result and the body for a source of random sizes."""
    generator = random.Random(1)

    def size():
        return generator.randint(2, 1023)

    lines = []
    for index in range(number):
        operands, result, body = write(size)
        operands = ", ".join(f"{name}: &{kind}" for name, kind in zip("abc", operands))
        lines.append(f"pub fn f{index}({operands}) -> {result} {{ {body} }}")
    return "\n".join(lines)


def additions(rank, number):
    def write(size):
        sizes = [size() for _ in range(rank)]
        stretched = [each if place % 2 else 1 for place, each in enumerate(sizes)]
        return [tensor(*sizes), tensor(*stretched)], tensor(*sizes), "a + b"

    return functions(number, write)


def sums(rank, number):
    def write(size):
        sizes = [size() for _ in range(rank)]
        return [tensor(*sizes)], tensor(1, *sizes[1:]), f"a.sum_axis::<-{rank}>()"

    return functions(number, write)


def joins(rank, number):
    def write(size):
        first, *rest = [size() // 2 + 1 for _ in range(rank)]
        return [tensor(first, *rest)] * 2, tensor(2 * first, *rest), f"a.along::<-{rank}>().concat(b)"

    return functions(number, write)


def products(rank, number):
    def write(size):
        *batch, columns = [size() for _ in range(rank)]
        return [tensor(*batch, columns), tensor(*batch[:-1], columns, 8)], tensor(*batch, 8), "a.matmul(b)"

    return functions(number, write)


def reshapes(rank, number):
    def write(size):
        sizes = [size() for _ in range(rank - 1)]
        result = [*sizes, 4, 16]
        return [tensor(*sizes, 64)], tensor(*result), f"a.reshape::<{nested(result)}>()"

    return functions(number, write)


def permutations(rank, number):
    def write(size):
        sizes = [size() for _ in range(rank)]
        # All but the first axis, in reverse.
        axes = ", ".join(str(-1 - axis) for axis in range(rank - 1))
        return [tensor(*sizes)], tensor(sizes[0], *sizes[:0:-1]), f"a.permute::<axes![{axes}]>()"

    return functions(number, write)


def shape(entries):
    return f"Tensor<f32, shape![{', '.join(map(str, entries))}]>"


def declared(count):
    return f"dims! {{ {', '.join(f'pub Name{name}' for name in range(count))} }}\n"


def names_of_a_program(count, number):
    generator = random.Random(1)

    def write(size):
        names = [f"Name{name}" for name in generator.sample(range(count), 3)]
        names.append(size())
        return [shape(names), shape([names[1], 1, names[3]])], shape(names), "a + b"

    return declared(count) + functions(number, write)


def names_of_a_shape(count, number):
    def write(size):
        names = [*(f"Name{name}" for name in range(count)), size()]
        stretched = [each if place % 2 else 1 for place, each in enumerate(names)]
        return [shape(names), shape(stretched)], shape(names), "a + b"

    return declared(count) + functions(number, write)


def names_of_a_size(count, number):
    def write(size):
        joined = " + ".join(f"Name{name}" for name in range(count))
        sizes = [joined, size()]
        return [shape(sizes), shape(sizes)], shape(sizes), "a + b"

    return declared(count) + functions(number, write)


BASE = "pub fn add(a: &Tensor<f32, shape![2, 3]>, b: &Tensor<f32, shape![2, 3]>) -> Tensor<f32, shape![2, 3]> { a + b }"

RANKS = (4, 8, 16)
# An axis has a number down to -8.
NUMBERED = (2, 4, 8)

ROWS = {
    "layers": Row("layers, one type of layer", (60, 120, 240), model("type")),
    "layer_functions": Row("layers, a function for each", (60, 120, 240), model("functions")),
    "rank": Row("axes, `+`", RANKS, additions),
    "rank_sum": Row("axes, `sum_axis` over the first", NUMBERED, sums),
    "rank_concat": Row("axes, `concat` along the first", NUMBERED, joins),
    "rank_matmul": Row("axes, `matmul`", RANKS, products),
    "rank_reshape": Row("axes, `reshape` that splits the last", RANKS, reshapes),
    "rank_permute": Row("axes, `permute`", NUMBERED, permutations),
    "names": Row("names in a program", (8, 16, 32), names_of_a_program),
    "names_in_shape": Row("names in a shape", RANKS, names_of_a_shape),
    "names_in_size": Row("names in a sum that is a size", (2, 4, 8), names_of_a_size),
    "functions": Row("functions in a file", (80, 160, 320), lambda count, _: build_time.program("shapecheck", MIX, count)),
}

HEADER = [
    "what doubles",
    "check, million instructions",
    "build, million instructions",
    "check, MiB",
    "build, MiB",
    "rust-analyzer, MiB",
]


class Editor:
    """rust-analyzer as an editor runs it, but with one thread and one arena, so that two runs take the same memory."""

    OPTIONS = {"checkOnSave": False, "cachePriming": {"enable": False}, "numThreads": 1}
    ABILITIES = {"experimental": {"serverStatusNotification": True}, "textDocument": {"diagnostic": {}}}

    def __init__(self, folder):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(["rust-analyzer"], cwd=folder, env={**ENVIRONMENT, "MALLOC_ARENA_MAX": "1"}, **pipes)
        options = {"capabilities": self.ABILITIES, "initializationOptions": self.OPTIONS}
        self.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), **options})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def next(self):
        length = 0
        while header := self.process.stdout.readline().strip():
            name, value = header.split(b": ")
            length = int(value) if name == b"Content-Length" else length
        if not length:
            raise SystemExit("rust-analyzer ended: `rustup component add rust-analyzer`, for the toolchain that is used here")
        message = json.loads(self.process.stdout.read(length))
        if "id" in message and "method" in message:
            self.send({"id": message["id"], "result": None})
        return message

    def ask(self, method, parameters):
        self.send({"id": method, "method": method, "params": parameters})
        while (message := self.next()).get("id") != method:
            pass

    def diagnose(self, source):
        while (message := self.next()).get("method") != "experimental/serverStatus" or not message["params"]["quiescent"]:
            pass
        document = {"uri": source.as_uri(), "languageId": "rust", "version": 1, "text": source.read_text()}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        self.ask("textDocument/diagnostic", {"textDocument": {"uri": source.as_uri()}})

    def peak(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024

    def end(self):
        self.process.kill()
        self.process.wait()


def memory_of_editor(folder):
    """Peak bytes of rust-analyzer that has looked for mistakes in the file of a crate."""
    editor = Editor(folder)
    editor.diagnose(folder / "src/lib.rs")
    peak = editor.peak()
    editor.end()
    return peak


def costs(name, program, with_editor):
    """By column, in millions of instructions and MiB."""
    counted, weighed = (
        write_crate(f"growth-{name}-{number}", "shapecheck", program(number)) for number in (COUNTED, WEIGHED)
    )
    profiles = ("check", "build")
    numbers = [instructions(counted, profile) / 1e6 for profile in profiles]
    # What it depends on is built by now.
    numbers += [build(weighed, profile).memory / 2**20 for profile in profiles]
    return numbers + ([memory_of_editor(weighed) / 2**20] if with_editor else [])


def cell(values):
    """The first value, and how many times as much each is as the one before."""
    rates = [now / before for before, now in zip(values, values[1:])]
    return ", ".join([f"{values[0]:.0f}", *(f"×{beside_target(rate, LIMIT)}" for rate in rates)])


def lines(rows, with_editor):
    base = costs("base", lambda _: BASE, with_editor)
    yield ["a program that adds two matrices", *(f"{cost:.0f}" for cost in base)]
    for name in rows:
        row, above = ROWS[name], []
        for count in row.counts:
            all_costs = costs(f"{name.replace('_', '-')}-{count}", lambda number: row.program(count, number), with_editor)
            above.append([cost - least for cost, least in zip(all_costs, base)])
        yield [f"{', '.join(map(str, row.counts))} {row.label}", *map(cell, zip(*above))]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rows", default=",".join(ROWS))
    arguments.add_argument("--without-editor", action="store_true")
    options = arguments.parse_args()
    rows = options.rows.split(",")
    for row in rows:
        if row not in ROWS:
            arguments.error(f"no {row}: there are {', '.join(ROWS)}")
    print_table(HEADER[:-1] if options.without_editor else HEADER, lines(rows, not options.without_editor))


if __name__ == "__main__":
    main()
