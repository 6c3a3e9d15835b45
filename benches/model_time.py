#!/usr/bin/env python3
"""What a model of many layers costs to build, beside the same written with ndarray.

    python3 benches/model_time.py [--layers 60] [--rounds 2] [--profiles build,release] [--styles type,functions]

Generates programs of layers one after the other, each a linear layer, a normalization and an activation, every third one added
to what it was given. Sizes are random, up to 1023, and every layer has its own; and once all layers have one shape. Measured are
programs alone, with their dependencies built before: user time, peak memory and the size of the program. The release builds of
both libraries are run, and have to give the same numbers.

Two styles: one type of layer, whose method is written once, and a function for each layer, as in a model that was grown by hand.
With ndarray the former is compiled once, whatever the number of layers; shapecheck's is compiled for each pair of sizes.
"""

import argparse
import dataclasses
import itertools
import math
import random
import subprocess
import typing

from programs import artifact, beside_target, machine_code, measure, print_table, write_crate

# Times ndarray's user time, at most.
TARGET = 1.5
BATCH = 16
WIDTH = 512

LIBRARIES = ("shapecheck", "ndarray")

# Neither regular nor constant: a normalization divides by how much its numbers differ.
COMMON = """
fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|place| (place * 7919 % 1009) as f32 / 1009.0 - 0.5).collect()
}
"""

ACTIVATIONS = """
fn silu(y: Array2<f32>) -> Array2<f32> { y.mapv_into(|x| x / (1.0 + (-x).exp())) }
fn relu(y: Array2<f32>) -> Array2<f32> { y.mapv_into(|x| x.max(0.0)) }
"""


@dataclasses.dataclass
class Layer:
    number: int
    inputs: int
    outputs: int

    @property
    def activation(self):
        return ("silu", "relu")[self.number % 2]

    @property
    def residual(self):
        return self.number % 3 == 0


def layers(count, own_sizes):
    """Of the layers that are added to what they were given, both sizes are one."""
    sizes = iter(random.Random(1).sample(range(2, 1024), count + 1))
    inputs, all_layers = next(sizes), []
    for number in range(1, count + 1):
        layer = Layer(number, inputs, inputs)
        if not layer.residual:
            layer.outputs = next(sizes)
        if not own_sizes:
            layer.inputs = layer.outputs = WIDTH
        all_layers.append(layer)
        inputs = layer.outputs
    return all_layers


@dataclasses.dataclass
class Writer:
    """How a library's users write the parts of a model."""

    parameters: str
    # The type, and an expression that makes a tensor of it, of literal sizes.
    type_of: typing.Callable
    make: typing.Callable
    # From `x`, `weights`, `bias`, `scale` and `shift`, each with what stands in front of it, to `y`.
    forward: str
    # An activation of `y`, by its name, and the functions that this takes.
    activation: typing.Callable
    functions: str
    # The type of layer: its definition, its name for two sizes, and its constructor.
    layer: str
    name: typing.Callable
    new: typing.Callable


def literal(sizes):
    return f"shape![{', '.join(map(str, sizes))}]"


WRITERS = {
    "shapecheck": Writer(
        parameters="""
fn parameters<S: StaticShape>() -> Tensor<f32, S> {
    Tensor::from_vec(numbers(S::SIZES.iter().product())).expect("as many numbers as the shape holds")
}
""",
        type_of=lambda *sizes: f"Tensor<f32, {literal(sizes)}>",
        make=lambda *sizes: f"parameters::<{literal(sizes)}>()",
        forward="""
    let y = x.matmul(&{0}weights) + &{0}bias;
    let mean = y.mean_axis::<-1>();
    let deviation = (y.var_axis::<-1>() + 1e-5).sqrt();
    let y = (y - mean) / deviation * &{0}scale + &{0}shift;
""",
        activation=lambda name: f"y.{name}()",
        functions="",
        layer=f"""
struct Layer<I: StaticDim, O: StaticDim> {{
    weights: Tensor<f32, shape![I, O]>,
    bias: Tensor<f32, shape![O]>,
    scale: Tensor<f32, shape![O]>,
    shift: Tensor<f32, shape![O]>,
}}

impl<I: StaticDim, O: StaticDim> Layer<I, O> {{
    fn new() -> Self {{
        Self {{ weights: parameters(), bias: parameters(), scale: parameters(), shift: parameters() }}
    }}

    fn forward(&self, x: &Tensor<f32, shape![{BATCH}, I]>) -> Tensor<f32, shape![{BATCH}, O]> {{
        {{forward}}
        y
    }}
}}
""",
        name=lambda inputs, outputs: f"Layer<dim!({inputs}), dim!({outputs})>",
        new=lambda inputs, outputs: "Layer::new()",
    ),
    "ndarray": Writer(
        parameters="""
fn parameters<I: IntoDimension>(sizes: I) -> Array<f32, I::Dim> {
    let sizes = sizes.into_dimension();
    Array::from_shape_vec(sizes.clone(), numbers(sizes.size())).expect("as many numbers as the shape holds")
}
""",
        type_of=lambda *sizes: f"Array{len(sizes)}<f32>",
        make=lambda *sizes: f"parameters([{', '.join(map(str, sizes))}])",
        forward="""
    let y = x.dot(&{0}weights) + &{0}bias;
    let mean = y.mean_axis(Axis(1)).expect("an axis that is not empty").insert_axis(Axis(1));
    let deviation = (y.var_axis(Axis(1), 0.0) + 1e-5).mapv_into(f32::sqrt).insert_axis(Axis(1));
    let y = (y - mean) / deviation * &{0}scale + &{0}shift;
""",
        activation=lambda name: f"{name}(y)",
        functions=ACTIVATIONS,
        layer="""
struct Layer {
    weights: Array2<f32>,
    bias: Array1<f32>,
    scale: Array1<f32>,
    shift: Array1<f32>,
}

impl Layer {
    fn new(inputs: usize, outputs: usize) -> Self {
        Self {
            weights: parameters([inputs, outputs]),
            bias: parameters([outputs]),
            scale: parameters([outputs]),
            shift: parameters([outputs]),
        }
    }

    fn forward(&self, x: &Array2<f32>) -> Array2<f32> {
        {forward}
        y
    }
}
""",
        name=lambda inputs, outputs: "Layer",
        new=lambda inputs, outputs: f"Layer::new({inputs}, {outputs})",
    ),
}


def one_type(writer, model):
    """The model is a struct of layers, of which each is followed by its activation."""
    parts = [writer.layer.replace("{forward}", writer.forward.format("self."))]
    fields, values, steps = [], [], []
    for layer in model:
        number, sizes = layer.number, (layer.inputs, layer.outputs)
        fields.append(f"layer{number}: {writer.name(*sizes)},")
        values.append(f"layer{number}: {writer.new(*sizes)},")
        added = f" + &x{number - 1}" if layer.residual else ""
        steps += [
            f"let y = self.layer{number}.forward(&x{number - 1});",
            f"let x{number} = {writer.activation(layer.activation)}{added};",
        ]
    first, last = (writer.type_of(BATCH, size) for size in (model[0].inputs, model[-1].outputs))
    parts += [
        "struct Model {", *fields, "}",
        "impl Model {",
        "fn new() -> Self { Self {", *values, "} }",
        f"fn forward(&self, x0: {first}) -> {last} {{", *steps, f"x{len(model)}", "}",
        "}",
        f'fn main() {{ println!("{{}}", Model::new().forward({writer.make(BATCH, model[0].inputs)}).sum()); }}',
    ]  # fmt: skip
    return parts


def functions(writer, model):
    """A function for each layer, which makes its own parameters."""
    parts, steps = [], []
    for layer in model:
        number, inputs, outputs = layer.number, layer.inputs, layer.outputs
        sizes = {"weights": (inputs, outputs), "bias": (outputs,), "scale": (outputs,), "shift": (outputs,)}
        parts += [
            f"fn layer{number}(x: &{writer.type_of(BATCH, inputs)}) -> {writer.type_of(BATCH, outputs)} {{",
            *(f"let {name} = {writer.make(*each)};" for name, each in sizes.items()),
            writer.forward.format(""),
            writer.activation(layer.activation) + (" + x" if layer.residual else ""),
            "}",
        ]
        steps.append(f"let x{number} = layer{number}(&x{number - 1});")
    start = f"let x0 = {writer.make(BATCH, model[0].inputs)};"
    return [*parts, "fn main() {", start, *steps, f'println!("{{}}", x{len(model)}.sum());', "}"]


STYLES = {"type": ("one type of layer", one_type), "functions": ("a function for each layer", functions)}
SIZES = {"own": "own sizes", "one": "one shape"}


def program(library, style, own_sizes, count):
    writer = WRITERS[library]
    return "\n".join([COMMON, writer.parameters, writer.functions, *STYLES[style][1](writer, layers(count, own_sizes))])


def write_programs(style, own_sizes, count):
    folders = {}
    for library in LIBRARIES:
        name = f"model-{library}-{style}-{'own' if own_sizes else 'one'}-{count}"
        folders[library] = write_crate(name, library, program(library, style, own_sizes, count), "main.rs")
    return folders


def assert_agree(folders):
    """Sums may be added up in any order."""
    ours, theirs = (
        float(subprocess.run([artifact(folders[library], "release")], capture_output=True, check=True).stdout)
        for library in LIBRARIES
    )
    if not math.isclose(ours, theirs, rel_tol=1e-2):
        raise SystemExit(f"{folders['shapecheck'].name} gives {ours}, with ndarray {theirs}")


def costs_of_models(profiles, styles, sizes, count, rounds):
    for profile, style, kind in itertools.product(profiles, styles, sizes):
        folders = write_programs(style, kind == "own", count)
        costs = measure(folders, rounds, profile)
        if profile == "release":
            assert_agree(folders)
        both = [costs[library] for library in LIBRARIES]
        programs = [artifact(folders[library], profile) for library in LIBRARIES]
        yield [
            f"{profile}, {STYLES[style][0]}, {SIZES[kind]}",
            *(f"{cost.time / 1000:.2f}" for cost in both),
            beside_target(both[0].time / both[1].time, TARGET),
            *(f"{cost.memory / 2**20:.0f}" for cost in both),
            *(f"{machine_code(program) / 2**10:.0f}" for program in programs),
            *(f"{program.stat().st_size / 2**10:.0f}" for program in programs),
        ]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--layers", type=int, default=60)
    arguments.add_argument("--rounds", type=int, default=2)
    arguments.add_argument("--profiles", default="build,release")
    arguments.add_argument("--styles", default=",".join(STYLES))
    arguments.add_argument("--sizes", default=",".join(SIZES))
    options = arguments.parse_args()
    header = [f"{options.layers} layers", "s", "ndarray", f"ratio, at most {TARGET}"]
    for what in ("peak MiB", "KiB of machine code", "KiB of program"):
        header += [what, "ndarray"]
    choices = (each.split(",") for each in (options.profiles, options.styles, options.sizes))
    print_table(header, costs_of_models(*choices, options.layers, options.rounds))


if __name__ == "__main__":
    main()
