#!/usr/bin/env python3
"""What an operation costs to build, beside the same written with ndarray.

    python3 benches/build_time.py [--rows add4,matmul2] [--profiles check,build,release] [--operations 100] [--rounds 2]
    python3 benches/build_time.py --size      # bytes of machine code instead
    python3 benches/build_time.py --memory    # peak memory of the compiler instead

Generates programs of one function an operation, each on shapes of its own with random sizes up to 1023. A program with
three times as many operations less one with as many, divided by the difference: what is compiled once for all is not counted.

ndarray's arrays have no sizes in their types: a number that each function returns beside its result keeps the compiler from
making one function of them all.
"""

import argparse
import dataclasses
import random
import typing

from programs import (
    PROFILES,
    artifact,
    beside_target,
    build,
    machine_code,
    measure,
    nested,
    print_table,
    tensor,
    write_crate,
)

# Milliseconds of user time, times ndarray's memory, and bytes of machine code, at most.
TARGETS = {"build": 4, "release": 6}
MAP_RELEASE_TARGET = 12
MEMORY_TARGET = 2
SIZE_TARGET = 1024

MEMORY_OPERATIONS = 400


@dataclasses.dataclass
class Row:
    label: str
    # Arguments, result and body for four sizes.
    ours: typing.Callable
    # Arguments, result and body, with the sizes as `{0}` to `{3}` where the code has them.
    ndarray: tuple
    # Whether the first operand is given, not lent.
    given: bool = False

    def function(self, library, index, sizes):
        if library == "shapecheck":
            return self.written(index, *self.ours(*sizes))
        arguments, result, body = self.ndarray
        for place, size in enumerate(sizes):
            body = body.replace(f"{{{place}}}", str(size))
        return self.written(index, arguments, f"({result}, u32)", f"({body}, {index})")

    def written(self, index, arguments, result, body):
        """Operands are named a, b and c."""
        lent = ["" if self.given else "&", "&", "&"]
        operands = ", ".join(f"{name}: {how}{kind}" for name, how, kind in zip("abc", lent, arguments))
        return f"pub fn f{index}({operands}) -> {result} {{ {body} }}"


SOFTMAX = """{
    let most = a.map_axis(Axis(3), |line| line.fold(f32::NEG_INFINITY, |x, y| x.max(*y))).insert_axis(Axis(3));
    let powers = (a - &most).mapv(f32::exp);
    let sums = powers.sum_axis(Axis(3)).insert_axis(Axis(3));
    powers / sums
}"""

# ndarray multiplies no batches.
PRODUCTS = """{
    let ((batch, heads, lines, _), (_, _, _, columns)) = (a.dim(), b.dim());
    let mut out = Array4::zeros((batch, heads, lines, columns));
    for i in 0..batch {
        for j in 0..heads {
            let (a, b) = (a.slice(s![i, j, .., ..]), b.slice(s![i, j, .., ..]));
            linalg::general_mat_mul(1.0, &a, &b, 0.0, &mut out.slice_mut(s![i, j, .., ..]));
        }
    }
    out
}"""

VECTOR, MATRIX, ARRAY = "Array1<f32>", "Array2<f32>", "Array4<f32>"

ROWS = {
    "add2": Row(
        "`[a, b] + [b]`",
        lambda a, b, c, d: ([tensor(a, b), tensor(b)], tensor(a, b), "a + b"),
        ([MATRIX, VECTOR], MATRIX, "a + b"),
    ),
    "add2dyn": Row(
        "`[_, b] + [b]`",
        lambda a, b, c, d: ([tensor("Dyn", b), tensor(b)], tensor("Dyn", b), "a + b"),
        ([MATRIX, VECTOR], MATRIX, "a + b"),
    ),
    "add4": Row(
        "`[a, b, c, d] + [1, b, 1, d]`",
        lambda a, b, c, d: ([tensor(a, b, c, d), tensor(1, b, 1, d)], tensor(a, b, c, d), "a + b"),
        ([ARRAY, ARRAY], ARRAY, "a + b"),
    ),
    "add4dyn": Row(
        "`[_, b, c, d] + [b, 1, d]`",
        lambda a, b, c, d: ([tensor("Dyn", b, c, d), tensor(b, 1, d)], tensor("Dyn", b, c, d), "a + b"),
        ([ARRAY, "Array3<f32>"], ARRAY, "a + b"),
    ),
    "add4given": Row(
        "`[a, b, c, d] + [1, b, 1, d]`, the first given",
        lambda a, b, c, d: ([tensor(a, b, c, d), tensor(1, b, 1, d)], tensor(a, b, c, d), "a + b"),
        ([ARRAY, ARRAY], ARRAY, "a + b"),
        given=True,
    ),
    "scale": Row(
        "`[a, b, c, d] * 2.0`",
        lambda *sizes: ([tensor(*sizes)], tensor(*sizes), "a * 2.0"),
        ([ARRAY], ARRAY, "a * 2.0"),
    ),
    "sum": Row(
        "`sum_axis`",
        lambda a, b, c, d: ([tensor(a, b, c, d)], tensor(a, b, 1, d), "a.sum_axis::<-2>()"),
        ([ARRAY], ARRAY, "a.sum_axis(Axis(2)).insert_axis(Axis(2))"),
    ),
    "softmax": Row(
        "`softmax`",
        lambda *sizes: ([tensor(*sizes)], tensor(*sizes), "a.softmax::<-1>()"),
        ([ARRAY], ARRAY, SOFTMAX),
    ),
    "matmul2": Row(
        "`matmul` of `[a, b]`",
        lambda a, b, c, d: ([tensor(a, b), tensor(b, c)], tensor(a, c), "a.matmul(b)"),
        ([MATRIX, MATRIX], MATRIX, "a.dot(b)"),
    ),
    "matmul4": Row(
        "`matmul` of `[a, b, c, d]`",
        lambda a, b, c, d: ([tensor(a, b, c, d), tensor(a, b, d, c)], tensor(a, b, c, c), "a.matmul(b)"),
        ([ARRAY, ARRAY], ARRAY, PRODUCTS),
    ),
    "permute": Row(
        "`permute`",
        lambda a, b, c, d: ([tensor(a, b, c, d)], tensor(a, d, c, b), "a.permute::<axes![-1, -2, -3]>()"),
        ([ARRAY], "ArrayView4<'_, f32>", "a.view().permuted_axes([0, 3, 2, 1])"),
    ),
    "reshape": Row(
        "`reshape`, `[a, b, c, 64]` to `[a, b, c, 4, 16]`",
        lambda a, b, c, d: (
            [tensor(a, b, c, 64)],
            tensor(a, b, c, 4, 16),
            f"a.reshape::<{nested([a, b, c, 4, 16])}>()",
        ),
        (
            [ARRAY],
            "CowArray<'_, f32, Ix5>",
            'a.to_shape(({0}, {1}, {2}, 4, 16)).expect("as many elements")',
        ),
    ),
    "map1given": Row(
        "`broadcast_map!` of one, given",
        lambda *sizes: ([tensor(*sizes)], tensor(*sizes), "broadcast_map!(|x| x * x + x; a)"),
        ([ARRAY], ARRAY, "a.mapv_into(|x| x * x + x)"),
        given=True,
    ),
    "map3": Row(
        "`broadcast_map!` of three",
        lambda a, b, c, d: (
            [tensor(a, b, c, d), tensor(d), tensor(c, 1)],
            tensor(a, b, c, d),
            "broadcast_map!(|x, y, z| x * y + z; a, b, c)",
        ),
        (
            [ARRAY, VECTOR, MATRIX],
            ARRAY,
            "Zip::from(a).and_broadcast(b).and_broadcast(c).map_collect(|x, y, z| x * y + z)",
        ),
    ),
}

LIBRARIES = ("shapecheck", "ndarray")


def program(library, rows, count):
    """Functions of these rows in turn."""
    generator = random.Random(1)
    return "\n".join(
        ROWS[rows[index % len(rows)]].function(library, index, [generator.randint(2, 1023) for _ in range(4)])
        for index in range(count)
    )


def pairs(row, operations):
    """For each library the crates with as many operations and with three times as many."""
    return {
        (library, count): write_crate(f"{library}-{row}-{count}", library, program(library, [row], count))
        for library in LIBRARIES
        for count in (operations, 3 * operations)
    }


def of_one(values, library, operations):
    return (values[library, 3 * operations] - values[library, operations]) / (2 * operations)


def times(rows, profiles, operations, rounds):
    for row in rows:
        line = [ROWS[row].label]
        for profile in profiles:
            target = TARGETS.get(profile)
            if (row, profile) == ("map3", "release"):
                target = MAP_RELEASE_TARGET
            costs = measure(pairs(row, operations), rounds, profile)
            each = {key: cost.time for key, cost in costs.items()}
            line.append(beside_target(of_one(each, "shapecheck", operations), target))
            line.append(f"{of_one(each, 'ndarray', operations):.2f}")
        yield line


def print_times(rows, profiles, operations, rounds):
    header = ["ms for each operation"]
    for profile in profiles:
        target = f", at most {TARGETS[profile]}" if profile in TARGETS else ""
        header += [f"{profile}{target}", "ndarray"]
    print_table(header, times(rows, profiles, operations, rounds))


def sizes(rows, operations):
    for row in rows:
        folders = pairs(row, operations)
        for folder in folders.values():
            build(folder, "release")
        bytes_of = {key: machine_code(artifact(folder, "release")) for key, folder in folders.items()}
        ours, theirs = (of_one(bytes_of, library, operations) for library in LIBRARIES)
        yield [ROWS[row].label, beside_target(ours, SIZE_TARGET, 0), f"{theirs:.0f}"]


def print_sizes(rows, operations):
    header = ["bytes of machine code for each operation", f"at most {SIZE_TARGET}", "ndarray"]
    print_table(header, sizes(rows, operations))


def memory(rows, profiles, rounds):
    folders = {
        library: write_crate(f"{library}-mix", library, program(library, rows, MEMORY_OPERATIONS))
        for library in LIBRARIES
    }
    for profile in profiles:
        costs = measure(folders, rounds, profile)
        ours, theirs = (costs[library].memory for library in LIBRARIES)
        ratio = beside_target(ours / theirs, MEMORY_TARGET)
        yield [profile, f"{ours / 2**20:.0f}", f"{theirs / 2**20:.0f}", ratio]


def print_memory(rows, profiles, rounds):
    header = [f"peak memory, {MEMORY_OPERATIONS} operations", "MiB", "ndarray, MiB", f"ratio, at most {MEMORY_TARGET}"]
    print_table(header, memory(rows, profiles, rounds))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--rows", default=",".join(ROWS))
    arguments.add_argument("--profiles", default=",".join(PROFILES))
    arguments.add_argument("--operations", type=int, default=100)
    arguments.add_argument("--rounds", type=int, default=2)
    arguments.add_argument("--memory", action="store_true")
    arguments.add_argument("--size", action="store_true")
    options = arguments.parse_args()
    rows, profiles = options.rows.split(","), options.profiles.split(",")
    for name, known in [(row, ROWS) for row in rows] + [(profile, PROFILES) for profile in profiles]:
        if name not in known:
            arguments.error(f"no {name}: there are {', '.join(known)}")
    if options.memory:
        print_memory(rows, profiles, options.rounds)
    if options.size:
        print_sizes(rows, options.operations)
    if not (options.memory or options.size):
        print_times(rows, profiles, options.operations, options.rounds)


if __name__ == "__main__":
    main()
