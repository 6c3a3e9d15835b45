//! Draws shapes from the command line, aligned at the last axis, and the shape they broadcast to.
//!
//! ```text
//! $ cargo run --example explain -- 8x1x6x1 7x1x5
//!   8 1 6 1
//!     7 1 5
//! ---------
//!   8 7 6 5
//! ```
//!
//! A shape is a list of sizes separated by `x`; `()` is the shape without axes. If the shapes do not broadcast, or if
//! an argument is not a shape, the error goes to standard error and the exit status is 1.

use std::process::ExitCode;

use shapecheck::broadcast::broadcast_shapes;

const USAGE: &str = "\
usage: explain SHAPE...

Each SHAPE is its sizes with `x` between them, such as 8x1x6x1; () is the shape without axes.";

fn main() -> ExitCode {
    // An argument that is not Unicode is not a shape, and is shown as well as possible.
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    match explain(&arguments) {
        Ok(picture) => {
            println!("{picture}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn explain(arguments: &[String]) -> Result<String, String> {
    if arguments.is_empty() {
        return Err(USAGE.into());
    }
    let shapes = arguments
        .iter()
        .map(|argument| {
            parse(argument).map_err(|error| format!("error: `{argument}` is not a shape: {error}"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
    let result = broadcast_shapes(&shapes).map_err(|error| format!("error: {error:#}"))?;
    Ok(draw(&shapes, result.dims()))
}

/// `8x1x6x1` as sizes.
fn parse(shape: &str) -> Result<Vec<usize>, String> {
    if shape.is_empty() || shape == "()" {
        return Ok(Vec::new());
    }
    shape.split('x').map(parse_size).collect()
}

fn parse_size(size: &str) -> Result<usize, String> {
    let digits = size.strip_prefix('-').unwrap_or(size);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match size.parse() {
        // `parse` alone would accept `+3` too.
        Ok(number) if is_number => Ok(number),
        _ if size.is_empty() => Err("a size is missing beside an `x`".into()),
        _ if size == "_" => Err("`_`, a size known only later, is for shapes in types; \
             here every size is a number"
            .into()),
        _ if !is_number => Err(format!("`{size}` is not a number")),
        _ if digits != size => Err(format!("the size {size} is negative")),
        _ => Err(format!("the size {size} is larger than {}", usize::MAX)),
    }
}

/// The shapes one below the other, then their result below a line.
fn draw(shapes: &[&[usize]], result: &[usize]) -> String {
    // Any other size at an axis is 1, which is not wider than the result's.
    let widths: Vec<usize> = result.iter().map(|size| size.to_string().len()).collect();
    let width = widths.iter().map(|width| width + 1).sum::<usize>().max(3) + 1;
    let row = |shape: &[usize]| {
        let columns = &widths[widths.len() - shape.len()..];
        let sizes: Vec<String> = shape
            .iter()
            .zip(columns)
            .map(|(size, &column)| format!("{size:>column$}"))
            .collect();
        match shape {
            [] => format!("{:>width$}", "()"),
            _ => format!("{:>width$}", sizes.join(" ")),
        }
    };
    let mut lines: Vec<String> = shapes.iter().map(|shape| row(shape)).collect();
    lines.push("-".repeat(width));
    lines.push(row(result));
    lines.join("\n")
}
