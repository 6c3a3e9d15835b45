//! What stands between `<` and `>` and in `shape!`: numbers, constants and types in each other's place.

use serde_json::Value;

use super::children::{marked, remove_children, remove_notes};
use super::declared;
use super::place::Place;
use super::rendered::Changes;
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

    /// `shape![S, N]` of `S: Shape`.
    pub fn shape_among_sizes(&self, message: &str) -> Option<String> {
        let name = message.strip_prefix('`')?;
        let name = name.strip_suffix("` is not the size of an axis")?;
        let bounds = ["Shape", "StaticShape"].map(|bound| format!("{name}: {bound}"));
        let opened = format!("{}![{name},", vocabulary::SHAPE_MACRO);
        let rest = &self.line[self.line.find(&opened)? + opened.len()..];
        let sizes = rest.split(']').next()?;
        let is_shape = bounds
            .iter()
            .any(|bound| self.line.contains(bound.as_str()));
        is_shape.then(|| {
            format!(
                "it is a whole shape, which goes after two dots, `{}![..{name},{sizes}]`; one size has the bound `{name}: Dim`",
                vocabulary::SHAPE_MACRO
            )
        })
    }

    /// `shape![{2 * N::SIZE}]`, and `shape![{Self::WIDTH}]` of a constant of a trait.
    pub fn computed_in_braces(&self) -> String {
        let name = self.marked();
        let (before, behind) = self.sides();
        let start = before.rfind('{').map_or(0, |at| at + 1);
        let end = behind.find('}').unwrap_or(0);
        let code = format!("{}{name}{}", &before[start..], &behind[..end]);
        let item = behind.strip_prefix("::").map_or("", |item| {
            item.split(|c| !is_of_word(c)).next().unwrap_or("")
        });
        match (name, item) {
            (_, "SIZE") => format!(
                "a size is computed from the parameter itself, `{}!({})`",
                vocabulary::SIZE_MACRO,
                code.replace("::SIZE", "").trim()
            ),
            ("Self", item) if !item.is_empty() => {
                let lower = item.to_lowercase();
                let (first, rest) = lower.split_at(1);
                let named = format!("{}{rest}", first.to_uppercase());
                format!(
                    "a constant of a trait is not a size: an associated type is one, `type {named}: StaticDim;`, and stands in `shape![Self::{named}]`"
                )
            }
            _ => type_parameter(name),
        }
    }

    /// `dyn Layer` of a trait with `fn forward<B: Dim>(..)`.
    pub fn method_of_object(
        &self,
        before: &Value,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let notes = before["children"].as_array()?.iter();
        let mut spans = notes.filter_map(|note| note["spans"].as_array()).flatten();
        let parameter = spans.find_map(|span| {
            let label = span["label"].as_str()?;
            let (line, columns) = marked(span)?;
            let (_, list) = line.get(columns.end..)?.split_once('<')?;
            let (parameter, _) = list.split_once(": Dim")?;
            label
                .closes(rustc::HAS_PARAMETERS)
                .then(|| parameter.trim_start_matches("const ").to_owned())
        })?;
        remove_notes(diagnostic, changes, |text| {
            text.begins(rustc::MOVE_METHOD) || text.begins(rustc::ONLY_TYPE)
        });
        Some(format!(
            "{}: without `<{parameter}: Dim>`, `_` instead of `{parameter}` is a run-time size",
            vocabulary::OBJECT
        ))
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

    /// `x.split_axis::<-1, 12, 64>()`, for any function of the crate or of the user.
    pub fn number(&self, message: &str) -> Option<String> {
        let number = self.marked();
        (message.is(rustc::CONSTANT_FOR_TYPE)
            && is_number(number)
            && super::is_with_crate()
            && !self.is_in_shape())
        .then(|| match self.is_shape_of_tensor() {
            // burn has the number of axes there.
            true => format!(
                "a shape is a type with a size for each axis, `{}![{}]`",
                vocabulary::SHAPE_MACRO,
                vec!["_"; number.parse().unwrap_or(1).clamp(1, 8)].join(", ")
            ),
            false => match (
                self.around().and_then(|call| call.pool()),
                self.all_numbers(),
            ) {
                (Some(told), _) => told,
                (None, Some(call)) => format!("the size of an axis is a type, `{call}`"),
                (None, None) => format!(
                    "the size of an axis is a type, `{}!({number})`",
                    vocabulary::SIZE_MACRO
                ),
            },
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

    /// `stft::<dim!(256), dim!(128)>` of `stft::<256, 128>`, a method of the crate's with several sizes.
    fn all_numbers(&self) -> Option<String> {
        let call = self.around()?;
        let (_, form) = library::FORMS
            .iter()
            .find(|(name, _)| *name == call.marked())?;
        let form = Place {
            line: form,
            marked: (0, call.marked().len()),
        };
        let [of_form, written] = [form.lists(), call.lists()].map(|[parameters, _]| parameters);
        let sized = of_form.iter().zip(&written).map(|(form, written)| {
            match form.starts_with(vocabulary::SIZE_MACRO) && is_number(written) {
                true => format!("{}!({written})", vocabulary::SIZE_MACRO),
                false => (*written).to_owned(),
            }
        });
        let sized = Vec::from_iter(sized);
        (of_form.len() == written.len() && sized.len() > 1)
            .then(|| format!("{}::<{}>", call.marked(), sized.join(", ")))
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

    /// `x.max::<-1>()`
    pub fn axis_of_reduction(&self, message: &str) -> Option<String> {
        let call = self.around()?;
        let (axis, method) = (self.marked(), call.marked());
        let is_axis = axis.strip_prefix('-')?.parse::<usize>().is_ok();
        if method == "squeeze" && is_axis && super::is_with_crate() {
            return Some(format!("here it is `remove_axis::<{axis}>()`"));
        }
        let is_one = library::REDUCTIONS.contains(&method) && is_axis && super::is_with_crate();
        (message.is(rustc::CONSTANT_FOR_TYPE) && is_one)
            .then(|| format!("along an axis it is `{method}_axis::<{axis}>()`"))
    }

    /// `Sensor::<SENSORS, 3>`, and `Table<B>` with `const B: usize`.
    pub fn named_constant(&self, message: &str) -> Option<String> {
        let name = self.marked();
        let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        if !message.is(rustc::CONSTANT_FOR_TYPE)
            || !is_name
            || !super::is_with_crate()
            || self.is_in_shape()
        {
            return None;
        }
        let is_parameter = self.line.contains(&format!("const {name}: usize"));
        Some(match is_parameter {
            true => type_parameter(name),
            false => format!(
                "the size of an axis is a type, `{}!({name})`",
                vocabulary::SIZE_MACRO
            ),
        })
    }

    /// `fn f<N: usize>(..)`
    pub fn number_as_bound(
        &self,
        message: &str,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let name = self.sides().0.trim_end().strip_suffix(':')?;
        let name = &name[name.rfind(|c| !is_of_word(c)).map_or(0, |at| at + 1)..];
        if !message.opens(rustc::NO_TRAIT_BUT_BUILTIN, "usize`") || !super::is_with_crate() {
            return None;
        }
        remove_notes(diagnostic, changes, |_| true);
        Some(format!(
            "the size of an axis is a type, `{name}: Dim`, or a number, `const {name}: usize` in an item with `#[checked]`"
        ))
    }

    /// `ones::<dim!(3)>()` of a function that has `const N: usize`.
    pub fn size_for_constant(&self, message: &str) -> Option<String> {
        let is_size = self.marked().starts_with("dim!");
        (message.is(rustc::TYPE_FOR_CONSTANT) && is_size).then(|| {
            "this parameter is a `const N: usize`; one for the size of an axis is a type, `N: StaticDim`".to_owned()
        })
    }

    /// A method in an `impl` with `#[checked]`, of a trait without it: each shape that is compared is a parameter.
    pub fn checked_trait(&self, diagnostic: &mut Value) -> Option<String> {
        if self.marked().starts_with(vocabulary::SHAPE_MACRO) {
            return Some(
                "`#[checked]` stands above the `impl`, and has to stand above the trait, too"
                    .to_owned(),
            );
        }
        // The parameters that the attribute writes for the trait.
        let spans = diagnostic["spans"].as_array_mut()?;
        let is_compared = |span: &Value| {
            let label = span["label"].as_str().unwrap_or("");
            let (line, columns) = marked(span).unwrap_or_default();
            let code = line.get(columns).unwrap_or("");
            label.begins(rustc::IMPL_TRAIT) && code.starts_with(vocabulary::SHAPE_MACRO)
        };
        spans.iter().any(is_compared).then(|| {
            "`#[checked]` stands above the trait, and has to stand above this `impl`, too"
                .to_owned()
        })
    }

    /// `Tensor::<shape![2, 3]>` and `Tensor<f32>`
    pub fn tensor_parameters(
        &self,
        message: &str,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let name = self.marked();
        let is_tensor = names_of_tensors().any(|tensor| tensor == name);
        if message.begins(rustc::MISSING_PARAMETERS_OF_ALIAS) && is_tensor {
            remove_notes(diagnostic, changes, |_| true);
            return Some(format!(
                "it has the type of its elements and a shape, `{name}<f32, shape![2, 3]>`"
            ));
        }
        if !message.closes(rustc::ONE_PARAMETER_GIVEN) || !is_tensor || !super::is_with_crate() {
            return None;
        }
        let behind = self.sides().1;
        let (open, inside) = behind.split_at(behind.find('<')? + 1);
        let told = match inside.strip_prefix(&format!("{}!", vocabulary::SHAPE_MACRO)) {
            Some(shape) => {
                let shape = shape.split_inclusive(']').next()?;
                format!("the type of the elements comes first, `{name}{open}f32, shape!{shape}>`")
            }
            None => {
                let element = inside.split('>').next()?;
                format!(
                    "the shape comes after the type of the elements, `{name}{open}{element}, shape![2, 3]>`, or any shape, `{name}{open}{element}, S>` with `S: Shape`"
                )
            }
        };
        remove_notes(diagnostic, changes, |text| {
            text.says(rustc::DEFINED_HERE_WITH) || text.begins(rustc::ADD_PARAMETER)
        });
        Some(told)
    }

    /// A name in a shape that nothing declares.
    pub fn undeclared_name(
        &self,
        message: &str,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let name = message.after(rustc::CANNOT_FIND_TYPE)?;
        let (name, _) = name.split_once('`')?;
        if !self.is_in_shape() || name != self.marked() {
            return None;
        }
        remove_children(diagnostic, changes, |child| {
            child["message"]
                .as_str()
                .is_some_and(|text| text.is(rustc::MISSING_TYPE_PARAMETER))
        });
        Some(format!(
            "{message}: a size with a name is declared, `dims! {{ {name} }}`, or is a parameter of the item, `{name}: Dim`"
        ))
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
