//! The guide: one page for each topic. Each page opens with a program.
//!
//! | page | for |
//! | --- | --- |
//! | [Ten minutes](ten_minutes) | a first program, a model of layers, and what does not compile |
//! | [Shapes](shapes) | how to write a shape, axes, the rule of broadcasting |
//! | [Mixed sizes](mixed_sizes) | sizes known only at run time |
//! | [Sizes with names](named_sizes) | sizes known only at run time that the compiler tells apart |
//! | [A model whose sizes come from a file](sizes_from_a_file) | configurations, weights, caches |
//! | [Generic code](generic_code) | functions for many shapes; for tensors and views alike |
//! | [Tensors](tensors) | constructors, operations on elements, memory, reductions |
//! | [Files and plots](files_and_plots) | arrays of NumPy, tables, pictures, sounds, plots |
//! | [Layers and models](layers) | parts of networks, structs with sizes in their types |
//! | [Shape functions](shape_functions) | parts, joins, splits, gathers, sorts, products |
//! | [Notation](notation) | `einsum!`, `rearrange!`, `contract!` and similar macros |
//! | [Engines and weights](engines) | the same model on other libraries; weights from files |
//! | [Training](train) | gradients of every layer, and optimisers |
//! | [Several machines](several_machines) | layers that ranks share: shards, and sums that are pending |
//! | [A dry run](dry_run) | shapes, parameters, multiply-adds and memory of a model, without its values |
//! | [Unmodified models](unmodified_models) | names for the sizes of a model of candle or burn, and what fits only by accident |
//! | [From NumPy](from_numpy) | the same line by line, with what each gives |
//! | [From PyTorch](from_pytorch) | the first line to add, and a table of names |
//! | [Reading an error](errors) | each message, its cause and what to do |
//! | [At run time](run_time) | the rules over slices of sizes |
//! | [Without the standard library](no_std) | inline tensors, no allocator |
//! | [The editor and the terminal](editor) | `cargo shapecheck`, and gdb |
//! | [Trouble with the tool](trouble) | wrappers, sccache, CI, editors |
//! | [What it costs](costs) | to check, to build, to run |
//! | [Compile time](compile_time) | that of your own project, with advice |
//! | [Limits](limits) | what does not work, and what to write instead |
//! | [Glossary](glossary) | the words of this documentation |
//! | [Comparison](comparison) | what other libraries do with shapes |
//!
//! ```
//! use shapecheck::{Tensor, shape};
//!
//! let scaled: Tensor<f32, shape![32, 3, 224]> =
//!     Tensor::<f32, shape![32, 3, 224]>::ones() * Tensor::<f32, shape![3, 1]>::full(0.5);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{Tensor, shape};
//!
//! let scaled = Tensor::<f32, shape![32, 3, 224]>::ones() * Tensor::<f32, shape![3, 128]>::full(0.5);
//! ```

/// `rules` are the pages that the documentation of the rules leads to, from the crate below.
macro_rules! pages {
    ($($page:ident $($file:literal),*;)*) => {
        $(
            $(#[doc = include_str!(concat!("../../guide/", $file))])*
            pub mod $page {}
        )*
    };
    (rules: $($page:ident $file:literal;)*) => {
        $(
            #[doc = include_str!(concat!("../../guide/", $file))]
            #[doc(inline)]
            pub use shapecheck_core::guide::$page;
        )*
    };
}

pages! { rules:
    shapes "shapes.md";
    mixed_sizes "mixed_sizes.md";
    named_sizes "named_sizes.md";
    generic_code "generic_code.md";
    layers "layers.md";
    const_parameters "const_parameters.md";
    shape_functions "shape_functions.md";
    notation "notation.md";
    errors "errors.md";
    run_time "run_time.md";
}

pages! {
    sizes_from_a_file "sizes_from_a_file.md";
    tensors "tensors.md";
    files_and_plots "files_and_plots.md";
    engines "engines.md";
    dry_run "dry_run.md";
    unmodified_models "unmodified_models.md";
    from_numpy "from_numpy.md";
    from_pytorch "from_pytorch.md";
    no_std "no_std.md";
    editor "editor.md";
    trouble "trouble.md";
    compile_time "compile_time.md", "growth.svg";
    costs "costs.md", "build.svg", "costs_to_run.md", "run.svg";
    limits "limits.md";
    glossary "glossary.md";
    comparison "comparison.md";
}

// The crates of layers and of the mesh test their programs.
#[cfg(not(doctest))]
pages! {
    ten_minutes "ten_minutes.md";
    train "train.md";
    several_machines "several_machines.md";
}
