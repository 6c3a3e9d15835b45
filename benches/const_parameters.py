#!/usr/bin/env python3
"""What layers with const parameters cost to check, beside the same layers with sizes as types, in instructions of the compiler.

    python3 benches/const_parameters.py [--modules 6]

A module has the layers `Linear` and `Mlp` of its own, with methods, and a function that uses them. A program with three times
as many modules less one with as many, divided by the difference: what is compiled once for all is not counted.
"""

import argparse

from programs import instructions, print_table, write_crate

MODULE = """
pub mod m{number} {{
    use shapecheck::*;

    #[checked]
    #[derive(Clone, Debug)]
    pub struct Linear<{io}> {{
        pub weights: Tensor<f32, shape![O, I]>,
        pub bias: Tensor<f32, shape![O]>,
    }}

    #[checked]
    impl<{io}> Linear<I, O> {{
        pub fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {{
            &x.linear(&self.weights) + &self.bias
        }}
    }}

    {above_mlp}
    #[derive(Clone, Debug)]
    pub struct Mlp<{iho}> {{
        pub first: Linear<I, H>,
        pub second: Linear<H, H>,
        pub last: Linear<H, O>,
    }}

    #[checked]
    impl<{iho}> Mlp<I, H, O> {{
        pub fn forward<B: Dim>(&self, x: &Tensor<f32, shape![B, I]>) -> Tensor<f32, shape![B, O]> {{
            let y = self.first.forward(x).relu();
            let z = self.second.forward(&y).relu();
            self.last.forward(&(&z + &y))
        }}

        pub fn loss<B: Dim>(
            &self,
            x: &Tensor<f32, shape![B, I]>,
            target: &Tensor<f32, shape![B, O]>,
        ) -> Tensor<f32, shape![B, 1]> {{
            let y = &self.forward(x) - target;
            (&y * &y).sum_axis::<-1>()
        }}
    }}

    pub fn both<B: Dim>(
        x: &Tensor<f32, shape![B, 784]>,
        first: &Mlp<{first}>,
        second: &Mlp<{second}>,
    ) -> Tensor<f32, shape![B, 10]> {{
        second.forward(&first.forward(x))
    }}
}}
"""


def program(are_constants, count):
    parameter = "const {}: usize" if are_constants else "{}: StaticDim"
    number = "{}" if are_constants else "dim!({})"
    words = {
        "io": ", ".join(map(parameter.format, "IO")),
        "iho": ", ".join(map(parameter.format, "IHO")),
        "above_mlp": "#[checked]" if are_constants else "",
        "first": ", ".join(map(number.format, (784, 128, 64))),
        "second": ", ".join(map(number.format, (64, 32, 10))),
    }
    return "".join(MODULE.format(number=number, **words) for number in range(count))


def cost(are_constants, modules):
    few, many = (
        instructions(write_crate(f"constants-{count}", "shapecheck", program(are_constants, count)))
        for count in (modules, 3 * modules)
    )
    return (many - few) / (2 * modules) / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", type=int, default=6)
    options = parser.parse_args()
    constants, types = cost(True, options.modules), cost(False, options.modules)
    print_table(
        ["million instructions to check", "with const parameters", "with types", "ratio"],
        [["two layers and their use", f"{constants:.1f}", f"{types:.1f}", f"{constants / types:.2f}"]],
    )


if __name__ == "__main__":
    main()
