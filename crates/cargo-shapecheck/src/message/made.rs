//! What to do about a tensor that is made in another way than in this crate: of run-time sizes, of rows, of
//! an iterator.

use serde_json::Value;

use super::children::{labels, remove_notes};
use super::place::Place;
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::is_of_path;
use super::{misplaced, plumbing};
use crate::types::{Evidence, library, rewrite_with, vocabulary};

/// `shape![_, 3]` of a list of sizes.
fn shape_of(sizes: &[&str]) -> String {
    format!("{}![{}]", vocabulary::SHAPE_MACRO, sizes.join(", "))
}

/// `, 1.0` of `1.0)`: the arguments after a shape.
fn further(arguments: &str) -> String {
    match arguments.strip_suffix(')') {
        Some("") | None => String::new(),
        Some(arguments) => format!(", {arguments}"),
    }
}

impl Place<'_> {
    /// `Tensor::<f32, shape![Batch, 64]>::zeros()` of a run-time size, with a name or without: the form that takes
    /// the value of a shape.
    pub fn form_with_shape(
        &self,
        name: Option<&str>,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let code = self.marked();
        let (code, arguments) = code.split_once('(').unwrap_or((code, ""));
        let (of, function) = code.rsplit_once("::")?;
        let is_inline = of.starts_with("InlineTensor");
        if !is_inline && !library::FORMS_WITH_SHAPE.contains(&function) {
            return None;
        }
        remove_notes(diagnostic, changes, |text| {
            [
                vocabulary::ABOUT_FORMS_WITH_SHAPE,
                "only a number, a const expression",
                "required for `",
                "the trait `",
            ]
            .iter()
            .any(|start| text.starts_with(start))
        });
        if is_inline {
            return Some(vocabulary::INLINE_SIZES.to_owned());
        }
        let shape = of.split_once("shape!").map(|(_, shape)| shape);
        let shape = shape.and_then(|shape| shape.split_inclusive(']').next());
        let Some(shape) = shape else {
            return Some(format!(
                "`{function}_with` takes a value of the shape, `<shape![..]>::of([..])`, with a number for each size that the type does not give"
            ));
        };
        let sizes = shape.trim_matches(['[', ']']).split(", ");
        let is_name = |size: &&str| size.starts_with(|c: char| c.is_ascii_uppercase());
        let (names, others): (Vec<&str>, Vec<&str>) = sizes.partition(is_name);
        let values = match (name, &names[..]) {
            (None, []) => {
                let open = others.iter().filter(|size| **size == "_").count();
                vec!["5"; open].join(", ")
            }
            (Some(name), [one]) if *one == name => "32".to_owned(),
            // Some of the names may have sizes.
            _ => "..".to_owned(),
        };
        let arguments = further(arguments);
        Some(format!(
            "`{function}_with(<shape!{shape}>::of([{values}]){arguments})` takes {}",
            match values.as_str() {
                ".." => "a number for each size that the type does not give",
                _ => "its size as a value",
            }
        ))
    }

    /// `shape![batch, 3]` with `let batch`.
    pub fn variable(&self, message: &str) -> Option<String> {
        if !message.begins(rustc::NON_CONSTANT) {
            return None;
        }
        let before = self.sides().0;
        if !self.is_in_shape() {
            let is_argument = before.trim_end().ends_with(['<', ',']) && super::is_with_crate();
            return is_argument.then(|| {
                format!(
                    "a type takes no variable: a run-time size is `shapecheck::Dyn` there, and `{}` goes into a value",
                    self.marked()
                )
            });
        }
        let told = vocabulary::IN_THE_VALUE;
        if before.ends_with(&format!("{}!(", vocabulary::SIZE_MACRO)) {
            return Some(format!(
                "`{}!` is a size that the compiler knows: of a number known only at run time, parts are `slice_axis::<-1>(0..{})`, and forms that end in `_with` take a value",
                vocabulary::SIZE_MACRO,
                self.marked()
            ));
        }
        let opened = format!("{}![", vocabulary::SHAPE_MACRO);
        let start = before.rfind(&opened).map(|at| at + opened.len());
        let list = start.and_then(|start| self.line[start..].split_once(']'));
        let (sizes, rest) = list.unwrap_or((self.marked(), ""));
        let sizes: Vec<&str> = sizes.split(',').map(str::trim).collect();
        let is_variable = |size: &&str| size.starts_with(|c: char| c.is_ascii_lowercase());
        let variables = sizes.iter().filter(|size| is_variable(size)).copied();
        // A name may have a size, or need one.
        let has_names = sizes
            .iter()
            .any(|size| size.starts_with(|c: char| c.is_ascii_uppercase()));
        let values = match has_names {
            true => "..".to_owned(),
            false => Vec::from_iter(variables).join(", "),
        };
        let sizes = sizes
            .iter()
            .map(|size| if is_variable(size) { "_" } else { size });
        let shape = shape_of(&Vec::from_iter(sizes));
        let written = rest.strip_prefix(">::").and_then(|call| {
            let (function, arguments) = call.split_once('(')?;
            let arguments = &arguments[..=closing(arguments)?];
            library::FORMS_WITH_SHAPE.contains(&function).then(|| {
                format!(
                    "`{function}_with(<{shape}>::of([{values}]){})`",
                    further(arguments)
                )
            })
        });
        Some(match written {
            Some(written) => format!("{told}: {written}"),
            None => format!("{told}: `{shape}`, and a value of it is `<{shape}>::of([{values}])`"),
        })
    }

    /// `zeros_with(shape(rows, columns))`
    pub fn shape_as_function(&self, diagnostic: &Value) -> Option<String> {
        let found = misplaced::found(diagnostic, rustc::MODULE_AS_FUNCTION)?;
        let sizes = self.lists()[1].join(", ");
        let open = vec!["_"; self.lists()[1].len()];
        (found == ["shape"] && super::is_with_crate()).then(|| {
            format!(
                "the value of a shape is `<{}>::of([{sizes}])`",
                shape_of(&open)
            )
        })
    }

    /// `<shape![Batch, 784]>::of([n, 784])`, with sizes that the type gives, and `Rows::of([n, 784])`.
    pub fn sizes_given_twice(&self, message: &Value) -> Option<String> {
        let told = "`of` takes the sizes that the type does not give";
        let rule = || {
            Some(format!(
                "{told}, one for each `_` and for each name that has none, as often as it stands there"
            ))
        };
        let is_array = labels(message).any(|label| label.begins(rustc::ARRAY_OF_SIZE));
        let (before, _) = self.sides();
        let written = before.strip_suffix("]>::of(");
        let Some((_, shape)) = written.and_then(|before| before.rsplit_once("<shape![")) else {
            let is_of_shape = is_array && before.ends_with("::of(") && is_defined_in_crate(message);
            return is_of_shape.then(rule).flatten();
        };
        let Some(list) = self.marked().strip_prefix('[') else {
            return match is_array {
                true => rule(),
                false => Some(format!(
                    "the sizes are one array, `of([{}])`",
                    self.marked()
                )),
            };
        };
        let values = list.strip_suffix(']')?;
        let (sizes, values) = (shape.split(','), values.split(','));
        let (sizes, values) = (Vec::from_iter(sizes), Vec::from_iter(values));
        let is_given = |size: &str| size.trim().starts_with(|c: char| c.is_ascii_digit());
        let open = sizes
            .iter()
            .zip(&values)
            .filter(|(size, _)| !is_given(size));
        let open: Vec<&str> = open.map(|(_, value)| value.trim()).collect();
        match sizes.len() == values.len() && open.len() < sizes.len() {
            true => Some(format!("{told}: `of([{}])`", open.join(", "))),
            false => rule(),
        }
    }

    /// `Tensor::from(rows)` of vectors in a vector. `told` is the headline.
    pub fn rows_in_vector(&self, told: &str) -> Option<String> {
        if told.contains("found `Tensor<[") {
            return Some("the elements of arrays stand in one vector: `values.into_flattened()` makes it of a vector of arrays".to_owned());
        }
        if !told.contains("found `Tensor<Vec<") {
            return None;
        }
        let (_, shape) = told.split_once("expected `Tensor<")?.1.split_once(", [")?;
        let sizes = Vec::from_iter(shape.split_once("]>")?.0.split(", "));
        let rows = self.marked().strip_prefix("Tensor::from(");
        let rows = rows.and_then(|rows| rows.strip_suffix(')'));
        let rows = rows.map(|rows| rows.trim_start_matches('&'));
        let rows = rows
            .filter(|rows| rows.chars().all(is_of_path))
            .unwrap_or("rows");
        let made = match sizes[..] {
            [_, columns] if sizes.contains(&"_") => {
                let of = match columns {
                    "_" => format!("{rows}.len(), {rows}[0].len()"),
                    _ => format!("{rows}.len()"),
                };
                format!(
                    "from_vec_with(<{}>::of([{of}]), {rows}.concat())?",
                    shape_of(&sizes)
                )
            }
            _ => format!("from_vec({rows}.concat())?"),
        };
        Some(format!(
            "the elements of all rows stand in one vector: `Tensor::{made}`"
        ))
    }
}

/// Where the parenthesis closes in which some code begins.
fn closing(code: &str) -> Option<usize> {
    let mut depth = 1;
    code.bytes().position(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth == 0
    })
}

/// `Tensor::random(&mut rng, StandardUniform)`, and a range instead of a distribution.
pub fn distribution(place: &Place, message: &str) -> Option<String> {
    let of = message.after(rustc::TRAIT_BOUND)?;
    let (before, behind) = place.sides();
    let called = &before[..super::words::opened(before)?];
    let name = called
        .rsplit(|c: char| !(c.is_alphanumeric() || c == '_'))
        .next()?;
    if of.starts_with("std::ops::Range<") {
        let (start, end) = place.marked().split_once("..")?;
        return Some(format!(
            "a range is not a distribution: `shapecheck::rand::distr::Uniform::new({start}, {end})?` is one"
        ));
    }
    let rest = behind.strip_prefix(", ")?;
    let other = rest.split([')', ',']).next()?;
    (of.starts_with("&mut ") && name.starts_with("random")).then(|| {
        format!(
            "{}`{name}({other}, {})`",
            vocabulary::DISTRIBUTION,
            place.marked()
        )
    })
}

/// `xs.iter().sum()` of tensors.
pub fn summed(message: &str, evidence: Evidence) -> Option<String> {
    let told = rewrite_with(message, evidence);
    let of = told.after(rustc::VALUE_OF_TYPE)?.split('<').next()?;
    vocabulary::is_tensor(of).then(|| {
        "tensors are added by `fold(Tensor::zeros(), |sum, x| sum + x)` instead of `sum()`"
            .to_owned()
    })
}

/// `.collect()` of elements into a tensor.
pub fn collected(message: &str, evidence: Evidence) -> Option<String> {
    let told = rewrite_with(message, evidence);
    let of = told.after(rustc::VALUE_OF_TYPE)?;
    let name = of.split('<').next()?;
    let is_tensor = vocabulary::ENGINES.iter().any(|(_, it)| *it == name);
    if told.holds(rustc::OVER_ELEMENTS, "Tensor<") {
        return Some("tensors are collected into a vector, `let parts: Vec<_> = ..collect();`, and `Tensor::stack(&Vec::from_iter(&parts)[..], Axis::<-2>)` makes one of them".to_owned());
    }
    let (_, shape) = of.split_once(", [")?;
    let made = match shape.split_once(']')?.0 {
        "_" => "from(values)",
        shape if shape.contains('_') => "from_vec_with(shape, values)?",
        _ => "from_vec(values)?",
    };
    is_tensor.then(|| {
        format!("elements are collected into a vector, `let values: Vec<_> = ..collect();`, and `{name}::{made}` makes one of it")
    })
}

/// Whether the function that is called is one of the crate's, as a note says.
fn is_defined_in_crate(message: &Value) -> bool {
    let mut notes = message["children"].as_array().into_iter().flatten();
    notes.any(|note| {
        let is_of_definition = note["message"]
            .as_str()
            .is_some_and(|text| text.closes(rustc::DEFINED_HERE));
        let mut spans = note["spans"].as_array().into_iter().flatten();
        is_of_definition
            && spans.any(|span| {
                span["file_name"]
                    .as_str()
                    .is_some_and(plumbing::is_of_crate)
            })
    })
}
