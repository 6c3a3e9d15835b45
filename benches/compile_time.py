#!/usr/bin/env python3
"""What a broadcast operation and a literal cost to compile, in milliseconds of `cargo check`.

    python3 benches/compile_time.py [--operations 0,250,1000,4000] [--rounds 3]

Generates programs of one function an operation, `let _ = a + b;` on random rank-4 shapes with sizes up to
1023: once for shapecheck, once for `yardstick.rs`.
"""

import argparse
import random

from programs import ROOT, WORK, measure, nested, print_table, write_crate


def shapes(generator):
    """A pair of rank-4 shapes that broadcast: most axes equal, some of size 1 on either side."""
    lhs, rhs = [], []
    for _ in range(4):
        size, kind = generator.randint(2, 1023), generator.random()
        lhs.append(1 if 0.7 <= kind < 0.85 else size)
        rhs.append(1 if kind >= 0.85 else size)
    return lhs, rhs


def operations(count):
    generator = random.Random(1)
    lines = []
    for index in range(count):
        lhs, rhs = (nested(sizes) for sizes in shapes(generator))
        lines.append(
            f"pub fn f{index}(a: Tensor<f32, {lhs}>, b: Tensor<f32, {rhs}>) {{ let _ = a + b; }}"
        )
    return "\n".join(lines)


# Operations in the programs that are measured at one count only.
OTHERS = 1000

RULE_ALONE = """
use core::{marker::PhantomData, ops::Add};
pub struct Bare<S>(PhantomData<S>);
impl<L: Shape + Broadcast<R>, R: Shape> Add<Bare<R>> for Bare<L> {
    type Output = Bare<Broadcasted<L, R>>;
    fn add(self, _: Bare<R>) -> Self::Output { Bare(PhantomData) }
}
"""


def rule_alone(count):
    return RULE_ALONE + operations(count).replace("Tensor<f32, ", "Bare<")


def reshapes(count):
    """Heads of 64 or 32 columns, split off the last axis."""
    generator = random.Random(1)
    lines = []
    for index in range(count):
        batch, tokens = generator.randint(2, 1023), generator.randint(2, 1023)
        heads, width = generator.randint(2, 12), generator.choice([32, 64])
        source = nested([batch, tokens, heads * width])
        target = nested([batch, tokens, heads, width])
        lines.append(f"pub fn f{index}(a: &Tensor<f32, {source}>) {{ let _ = a.reshape::<{target}>(); }}")
    return "\n".join(lines)


def equations(count):
    """Scores of attention: two operands of four axes."""
    generator = random.Random(1)
    lines = []
    for index in range(count):
        batch, heads, queries, keys = (generator.randint(2, 1023) for _ in range(4))
        lhs, rhs = nested([batch, heads, queries, 64]), nested([batch, heads, keys, 64])
        lines.append(
            f"pub fn f{index}(a: &Tensor<f32, {lhs}>, b: &Tensor<f32, {rhs}>) "
            '{ let _ = einsum!("b h q d, b h k d -> b h q k"; a, b); }'
        )
    return "\n".join(lines)


def patterns(count):
    """One of four axes is taken apart, two are put together."""
    generator = random.Random(1)
    lines = []
    for index in range(count):
        batch, tokens, columns = (generator.randint(2, 1023) for _ in range(3))
        heads, width = generator.randint(2, 12), generator.choice([32, 64])
        source = nested([batch, tokens, heads * width, columns])
        lines.append(
            f"pub fn f{index}(a: &Tensor<f32, {source}>) "
            f'{{ let _ = rearrange!(a, "b t (h d) c -> b h t (d c)"; h = {heads}); }}'
        )
    return "\n".join(lines)


def literals(count, text_of):
    """Functions that take shapes of four literals each; no operation."""
    generator = random.Random(1)
    lines = []
    for index in range(count // 4):
        sizes = [generator.randint(2, 1023) for _ in range(4)]
        lines.append(f"pub fn f{index}(_: Tensor<f32, {text_of(sizes)}>) {{}}")
    return "\n".join(lines)


def large_literals(count):
    """Sizes that typenum has no name for."""
    generator = random.Random(1)
    lines = []
    for index in range(count // 4):
        sizes = ", ".join(str(generator.randint(1025, 99_999)) for _ in range(4))
        lines.append(f"pub fn f{index}(_: Tensor<f32, shape![{sizes}]>) {{}}")
    return "\n".join(lines)


def constants(count):
    generator = random.Random(1)
    lines = []
    for index in range(count):
        lines.append(f"const N{index}: usize = {generator.randint(2, 99_999)};")
        lines.append(f"pub fn f{index}(_: Tensor<f32, shape![{{N{index}}}]>) {{}}")
    return "\n".join(lines)


def write_yardstick():
    folder = WORK / "yardstick"
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(
        '[package]\nname = "yardstick"\nversion = "0.0.0"\nedition = "2024"\n'
        '[dependencies]\ntypenum = { version = "1.20", features = ["const-generics"] }\n[workspace]\n'
    )
    (folder / "src/lib.rs").write_text((ROOT / "benches/yardstick.rs").read_text())


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--operations", default="0,250,1000,4000")
    arguments.add_argument("--rounds", type=int, default=3)
    options = arguments.parse_args()
    counts = [int(count) for count in options.operations.split(",")]

    write_yardstick()
    folders = {}
    for count in {0, *counts}:
        for library in ("shapecheck", "yardstick"):
            name = f"{library}-{count}"
            folders[name] = write_crate(name, library, operations(count))
    others = {
        "the rule alone": rule_alone(OTHERS),
        "a reshape that keeps two axes": reshapes(OTHERS),
        "an einsum of two operands": equations(OTHERS),
        "a rearrangement with a split and a merge": patterns(OTHERS),
    }
    for name, body in others.items():
        name = name.replace(" ", "-")
        folders[name] = write_crate(name, "shapecheck", body)
    sizes = 2000
    programs = {
        "alias": literals(sizes, nested),
        "literal": literals(sizes, lambda sizes: f"shape![{', '.join(map(str, sizes))}]"),
        "large literal": large_literals(sizes),
        "constant": constants(sizes // 4),
    }
    for name, body in programs.items():
        name = f"sizes-{name.replace(' ', '-')}"
        folders[name] = write_crate(name, "shapecheck", body)

    times = {name: cost.time for name, cost in measure(folders, options.rounds).items()}
    empty = {library: times[f"{library}-0"] for library in ("shapecheck", "yardstick")}
    rows = []
    for count in filter(None, counts):
        ours, bare = (
            (times[f"{library}-{count}"] - empty[library]) / count for library in ("shapecheck", "yardstick")
        )
        rows.append([str(count), f"{ours:.2f}", f"{bare:.2f}", f"{ours / bare:.1f}"])
    print_table(["operations", "shapecheck, ms each", "yardstick, ms each", "ratio"], rows)
    rows = []
    for name in others:
        each = (times[name.replace(" ", "-")] - empty["shapecheck"]) / OTHERS
        rows.append([name, f"{each:.2f}"])
    print_table([f"of {OTHERS} operations", "ms each"], rows)
    rows = []
    for name in programs:
        count = sizes // 4 if name == "constant" else sizes
        each = (times[f"sizes-{name.replace(' ', '-')}"] - empty["shapecheck"]) / count
        rows.append([name, f"{each:.3f}"])
    print_table(["a size written as", "ms each"], rows)


if __name__ == "__main__":
    main()
