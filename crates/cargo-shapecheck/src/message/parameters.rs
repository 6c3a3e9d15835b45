//! What stands between `<` and `>` and in `shape!`: numbers, constants and types in each other's place.

use serde_json::Value;

use super::declared;
use super::place::Place;
use super::rustc::{self, Reads};
use super::words::{is_number, is_of_word};
use crate::types::{library, vocabulary};

impl Place<'_> {
    /// Whether the place is inside one of the crate's macros for sizes.
    pub fn is_in_shape(&self) -> bool {
        let before = self.sides().0;
        let opened = [vocabulary::SHAPE_MACRO, vocabulary::SIZE_MACRO]
            .into_iter()
            .filter_map(|name| before.rfind(&format!("{name}!")))
            .max();
        opened.is_some_and(|at| {
            let depth = before[at..]
                .chars()
                .fold(0, |depth, character| match character {
                    '[' | '(' => depth + 1,
                    ']' | ')' => depth - 1,
                    _ => depth,
                });
            depth > 0
        })
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

    /// `shape![WIDTH]`
    pub fn constant(&self, message: &str, diagnostic: &Value) -> Option<String> {
        let name = self.marked();
        (message.is(rustc::CONSTANT_FOR_TYPE) && self.is_in_shape()).then(|| {
            let is_item = declared::has_anywhere(diagnostic, &format!("const {name}: usize = "));
            match !is_item && (self.line.contains(&format!("const {name}:")) || name.len() == 1) {
                true => type_parameter(name),
                false => format!(
                    "a size is a type; write `{{{name}}}` for a `const {name}`; a parameter `const {name}{}",
                    vocabulary::TYPE_PARAMETERS
                ),
            }
        })
    }

    /// `x.max_pool2d::<2, 2, _>()`, `Pool::<2>::new()` and `Pool::new().size::<2>()`, of the name before the turbofish.
    pub fn pool(&self) -> Option<String> {
        let [parameters, _] = self.lists();
        let mut numbers = parameters.into_iter().filter(|text| is_number(text));
        let size = numbers.next()?;
        let stride = match numbers.next() {
            Some(stride) => format!(".stride::<{stride}>()"),
            None => String::new(),
        };
        let pool = format!("Pool::of::<{size}>(){stride}");
        let form = match self.marked() {
            "Pool" | "size" => pool,
            method if method.contains("_pool") => format!("{method}({pool})"),
            _ => return None,
        };
        Some(format!("{}, `{form}`", vocabulary::SETTINGS_ARE))
    }

    /// `x.split_axis::<-1, 12, 64>()`, for any function of the crate or of the user, and `Tensor<f32, 2>`.
    pub fn number(&self, message: &str) -> Option<String> {
        let number = self.marked();
        let is_size = message.is(rustc::CONSTANT_FOR_TYPE) && is_number(number);
        if !is_size || self.is_in_shape() || !super::is_with_crate() {
            return None;
        }
        Some(match self.is_shape_of_tensor() {
            // burn has the number of axes there.
            true => format!(
                "a shape is a type with a size for each axis, `{}![{}]`",
                vocabulary::SHAPE_MACRO,
                vec!["_"; number.parse().unwrap_or(1).clamp(1, 8)].join(", ")
            ),
            false => format!(
                "the size of an axis is a type, `{}!({number})`",
                vocabulary::SIZE_MACRO
            ),
        })
    }

    /// Whether the place is the second parameter of a tensor: `2` in `Tensor<f32, 2>`.
    fn is_shape_of_tensor(&self) -> bool {
        let before = self.sides().0.trim_end();
        let element = before
            .strip_suffix(',')
            .and_then(|rest| rest.rsplit_once('<'));
        let mut tensors = names_of_tensors();
        element.is_some_and(|(of, element)| {
            let of = of.strip_suffix("::").unwrap_or(of);
            !element.contains(',') && tensors.any(|name| of.ends_with(name))
        })
    }

    /// `along::<Members>()`, with the name of a size instead of the number of its axis.
    pub fn name_for_axis(&self, message: &str) -> Option<String> {
        let before = self.sides().0.strip_suffix("::<")?;
        let is_name = self.marked().chars().all(is_of_word);
        let is_along = before.ends_with(".along") && message.is(rustc::TYPE_FOR_CONSTANT);
        (is_along && is_name)
            .then(|| format!("an axis is named by `along_named::<{}>()`", self.marked()))
    }

    /// `ones::<dim!(3)>()` of a function that has `const N: usize`.
    pub fn size_for_constant(&self, message: &str) -> Option<String> {
        let is_size = self.marked().starts_with("dim!");
        (message.is(rustc::TYPE_FOR_CONSTANT) && is_size).then(|| {
            "this parameter is a `const N: usize`; one for the size of an axis is a type, `N: StaticDim`".to_owned()
        })
    }
}

/// Tensors of each engine, and of any.
pub fn names_of_tensors() -> impl Iterator<Item = &'static str> {
    let of_engines = vocabulary::ENGINES.iter().map(|(_, tensor)| *tensor);
    of_engines.chain([vocabulary::TENSOR])
}

/// What to write for a parameter `const B: usize`.
pub fn type_parameter(name: &str) -> String {
    format!(
        "`const {name}{}; without it a size is a type, `{name}: Dim` or `{name}: StaticDim`",
        vocabulary::TYPE_PARAMETERS
    )
}

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

/// Where the parenthesis closes in which some code begins.
fn closing(code: &str) -> Option<usize> {
    let mut depth = 1;
    code.bytes().position(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth == 0
    })
}
