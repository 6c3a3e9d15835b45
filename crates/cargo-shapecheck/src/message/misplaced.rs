//! What to do about a type where a value is expected, a field that `#[derive]` cannot read, and what a
//! feature of the crate would bring.

use serde_json::Value;

use super::children::{remove_children, texts};
use super::place::Place;
use super::rendered::Changes;
use super::rustc::{self, Phrase, Reads};
use super::words::is_of_word;
use crate::types::{Evidence, library, vocabulary};

/// The kind, if rustc found a type where a value is expected: "type alias", "type parameter".
pub fn kind_of_type(diagnostic: &Value) -> Option<&str> {
    found(diagnostic, rustc::TYPE_AS_VALUE)?.first().copied()
}

/// What the headline or a note says of what is found.
pub fn found(diagnostic: &Value, phrase: Phrase) -> Option<Vec<&str>> {
    let headline = diagnostic["message"].as_str();
    let mut texts = headline.into_iter().chain(texts(diagnostic));
    texts.find_map(|text| phrase.read(text))
}

impl Place<'_> {
    /// `x.reshape(shape![2, 3])`, `x.sum_axes(axes![-1])`, `Tensor::zeros(shape![2, 3])`. The whole headline.
    pub fn type_as_value(&self, diagnostic: &Value) -> Option<String> {
        let whole = self.macro_around();
        let code = whole.as_ref().unwrap_or(self).marked();
        let mut macros = vocabulary::TYPE_MACROS.iter();
        let name = macros.find(|name| code.starts_with(&format!("{name}!")))?;
        if kind_of_type(diagnostic).is_none() || !super::is_with_crate() {
            return None;
        }
        let told = format!("`{code}` {}", vocabulary::NO_VALUE);
        let before = whole.as_ref().unwrap_or(self).sides().0;
        let before = before.strip_suffix('(').unwrap_or("");
        let start = before.rfind(|c| !is_of_word(c));
        let function = &before[start.map_or(0, |at| at + 1)..];
        let is_constructor = library::FORMS_WITH_SHAPE.contains(&function);
        let form = library::FORMS
            .iter()
            .find(|(name, _)| *name == function)
            .map(|(_, form)| *form);
        Some(match (*name, form) {
            (vocabulary::SHAPE_MACRO, _) if is_constructor => {
                format!("{told}: it is a parameter, `Tensor::<f32, {code}>::{function}()`")
            }
            (vocabulary::SHAPE_MACRO, None)
                if function.is_empty() || function.ends_with("_with") =>
            {
                format!(
                    "{told}; `<shape![_, 3]>::of([5])` is a value of it, and `<shape![2, 3]>::default()` one of known sizes"
                )
            }
            (vocabulary::SIZE_MACRO, Some(form)) => format!("{told}: it is a parameter, `{form}`"),
            (vocabulary::SIZE_MACRO, None) => {
                format!("{told}: it goes between `::<` and `>`, and `<{code}>::SIZE` is its number")
            }
            (_, _) if function.is_empty() => format!("{told}: it goes between `::<` and `>`"),
            (_, _) => format!("{told}: it is a parameter, `{function}::<{code}>()`"),
        })
    }

    /// `dim!(4)`, where the `4` in it is marked.
    fn macro_around(&self) -> Option<Self> {
        let (before, behind) = self.sides();
        let mut macros = vocabulary::TYPE_MACROS.iter();
        let start = macros.find_map(|name| {
            let before = before.strip_suffix(['(', '['])?.strip_suffix('!')?;
            Some(before.strip_suffix(name)?.len())
        })?;
        let end = self.marked.1 + behind.find([')', ']'])? + 1;
        Some(Self {
            line: self.line,
            marked: (start, end),
        })
    }

    /// `#[derive]` beside `kernel: Option<Tensor<f32, shape![O, I]>>`
    pub fn derived_field(&self) -> Option<String> {
        let is_shape = self
            .marked()
            .starts_with(&format!("{}!", vocabulary::SHAPE_MACRO));
        is_shape.then(|| {
            "put `#[shapecheck::checked]` above `#[derive(..)]`: it writes shapes out, as a derive reads no macros"
                .to_owned()
        })
    }
}

/// A method that a feature of the crate brings.
pub fn of_feature(message: &str, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
    let rest = message
        .after(rustc::NO_METHOD)
        .or_else(|| message.after(rustc::NO_FUNCTION))?;
    let (method, rest) = rest.split_once('`')?;
    let is_of_tensor = rest.contains(vocabulary::TENSOR);
    let with_feature = with_feature_of(method)?;
    // For those along an axis, the message says to go along one first.
    let is_elsewhere = library::METHODS_ALONG.contains(&method) && !rest.contains("`Along");
    if !is_of_tensor || is_elsewhere || !super::is_with_crate() {
        return None;
    }
    remove_children(diagnostic, changes, |_| true);
    Some(format!("it is there {with_feature}"))
}

/// ``with the feature `fft` of the crate `shapecheck` ``
pub fn with_feature_of(method: &str) -> Option<String> {
    let mut features = library::METHODS_OF_FEATURES.iter();
    let (_, feature) = features.find(|(name, _)| *name == method)?;
    Some(format!(
        "with the feature `{feature}` of the crate `{}`",
        vocabulary::CRATE
    ))
}

/// A module of burn's whose sizes are types: `#[derive(Module)]` asks of them to be modules. The whole headline.
pub fn module(message: &str, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
    let (of, name) = unmet_bound(message)?;
    let is_size = is_size(of) || is_parameter_of_sizes(of, diagnostic);
    let children = diagnostic["children"].as_array()?;
    let spans = children
        .iter()
        .filter_map(|child| child["spans"].as_array());
    let derived = format!("type parameter would need to implement `{name}`");
    let is_derived = spans
        .flatten()
        .any(|span| span["label"] == derived.as_str());
    if !(name.starts_with("Module") && is_derived && is_size && super::is_with_crate()) {
        return None;
    }
    remove_children(diagnostic, changes, |_| true);
    Some(vocabulary::BY_MODULE.to_owned())
}

/// A tensor that is to be written or read by `serde`, and the sizes that `#[derive]` asks the same of.
pub fn serialized(
    message: &str,
    diagnostic: &mut Value,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    let (of, name) = unmet_bound(message)?;
    if !["Serialize", "Deserialize"].contains(&name) || !super::is_with_crate() {
        return None;
    }
    let last = name_of(of);
    let is_tensor = evidence.is_of_shapes() && last == vocabulary::TENSOR;
    let is_engine = vocabulary::ENGINES
        .iter()
        .any(|(engine, _)| *engine == last);
    let is_size = is_engine || is_size(of) || is_parameter_of_sizes(of, diagnostic);
    if !is_tensor && !is_size {
        return None;
    }
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        ABOUT_SERDE.iter().any(|start| text.begins(*start))
            || BY_SERDE.iter().any(|start| text.starts_with(start))
            || text.begins(rustc::REQUIRED_BY) && is_of_registry(child)
    });
    Some(match is_tensor {
        true => format!(
            "{} `serde` of the crate `{}`",
            vocabulary::BY_FEATURE,
            vocabulary::CRATE
        ),
        false => vocabulary::BY_NO_BOUND.to_owned(),
    })
}

/// Whether a type is a size or a shape.
fn is_size(of: &str) -> bool {
    [
        vocabulary::DYNAMIC_SIZE,
        "UInt",
        "UTerm",
        vocabulary::AXES,
        vocabulary::SCALAR,
    ]
    .contains(&name_of(of))
}

/// The type and the name of the trait of a bound that is not satisfied.
fn unmet_bound(message: &str) -> Option<(&str, &str)> {
    let bound = message
        .after(rustc::TRAIT_BOUND)?
        .until(rustc::IS_NOT_SATISFIED)?;
    let (of, bound) = bound.split_once(": ")?;
    Some((of, name_of(bound)))
}

/// `Name` of `path::Name<A>`.
fn name_of(path: &str) -> &str {
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit("::").next().unwrap_or(path)
}

/// What `serde` says of any of its traits.
const BY_SERDE: [&str; 2] = [
    "for local types consider adding `#[derive(",
    "for types from other crates check whether ",
];

/// What rustc says of any trait of `serde` and any type.
const ABOUT_SERDE: &[Phrase] = &[
    rustc::OTHER_TYPES,
    rustc::IMPLEMENT_BY_HAND,
    rustc::RESTRICT_FURTHER,
    rustc::RESTRICT,
];

fn is_of_registry(child: &Value) -> bool {
    let spans = child["spans"].as_array();
    spans.is_some_and(|spans| {
        let mut files = spans.iter().filter_map(|span| span["file_name"].as_str());
        files.all(|file| file.contains("/registry/src/") || file.contains("\\registry\\src\\"))
    })
}

/// Whether a source line that a message shows has the parameter as a size, `I: Dim`.
fn is_parameter_of_sizes(parameter: &str, diagnostic: &Value) -> bool {
    let is_name = parameter.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let children = diagnostic["children"].as_array().into_iter().flatten();
    let spans = children
        .chain([diagnostic])
        .filter_map(|message| message["spans"].as_array())
        .flatten();
    let lines = spans
        .filter_map(|span| span["text"].as_array())
        .flatten()
        .filter_map(|line| line["text"].as_str());
    let bounds = ["Dim", "StaticDim", "Shape", "StaticShape", "Engine"];
    let bounds = bounds.map(|bound| format!("{parameter}: {bound}"));
    is_name
        && lines
            .into_iter()
            .any(|line| bounds.iter().any(|bound| line.contains(bound)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(line: &str) -> Place<'_> {
        let start = line
            .find("shape![")
            .or_else(|| line.find("axes!["))
            .unwrap();
        let end = start + line[start..].find(']').unwrap() + 1;
        Place {
            line,
            marked: (start, end),
        }
    }

    #[test]
    fn a_size_that_has_to_be_a_module() {
        let told = |of: &str, label: &str| {
            let mut diagnostic = serde_json::json!({"spans": [], "children": [{
                "message": "required for `Linear<I>` to implement `Module`",
                "spans": [
                    {"label": label},
                    {"text": [{"text": "pub struct Linear<I: StaticDim, T> {"}]},
                ],
            }]});
            let message = format!("the trait bound `{of}: Module` is not satisfied");
            module(&message, &mut diagnostic, &mut Changes::default())
        };
        let derived = "type parameter would need to implement `Module`";
        assert!(told("I", derived).is_some());
        assert!(told("UInt<UInt<UTerm, B1>, B0>", derived).is_some());
        assert_eq!(told("T", derived), None);
        assert_eq!(told("I", "unsatisfied trait bound"), None);
    }

    #[test]
    fn types_go_between_angle_brackets() {
        let before = serde_json::json!({
            "message": "expected value, found type alias `$crate::__macro::Shape2`",
        });
        let since = serde_json::json!({
            "message": "cannot find value `Shape2` in module `$crate::__macro`",
            "children": [{
                "message": "a type alias named `$crate::__macro::Shape2` exists in another namespace",
            }],
        });
        for (line, form) in [
            ("x.reshape(shape![4, 16])", "`reshape::<shape![4, 16]>()`"),
            ("x.sum_axes(axes![-1])", "`sum_axes::<axes![-1]>()`"),
            (
                "let x = Tensor::<f32, _>::zeros(shape![2, 3]);",
                "`Tensor::<f32, shape![2, 3]>::zeros()`",
            ),
            (
                "let x = Tensor::<f32, _>::zeros_with(shape![2, _]);",
                "`<shape![_, 3]>::of([5])` is a value of it",
            ),
        ] {
            for message in [&before, &since] {
                let told = call(line).type_as_value(message).unwrap();
                assert!(told.contains(form), "{told}");
            }
        }
    }
}
