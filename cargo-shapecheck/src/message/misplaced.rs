//! What to do about a type that stands in the place of a value, a field that `#[derive]` cannot read, and what a
//! feature of the crate would bring.

use serde_json::Value;

use super::calls::Call;
use super::children::remove_children;
use super::rendered::Changes;
use crate::types::{Evidence, library, vocabulary};

impl Call<'_> {
    /// `x.reshape(shape![2, 3])`, `x.sum_axes(axes![-1])`, `Tensor::zeros(shape![2, 3])`. The whole headline.
    pub fn type_as_value(&self, message: &str) -> Option<String> {
        let code = self.marked();
        let mut macros = vocabulary::TYPE_MACROS.iter();
        let name = macros.find(|name| code.starts_with(&format!("{name}!")))?;
        if !message.starts_with("expected value, found ") || !super::is_with_crate() {
            return None;
        }
        let told = format!("`{code}` {}", vocabulary::NO_VALUE);
        let before = self.line.get(..self.marked.0).unwrap_or("");
        let before = before.strip_suffix('(').unwrap_or("");
        let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_'));
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

    /// `#[derive]` beside `kernel: Option<Tensor<f32, shape![O, I]>>`:
    /// `type Kernel<O, I> = Option<Tensor<f32, shape![O, I]>>;`
    pub fn derived_field(&self) -> Option<String> {
        let code = self.marked();
        code.starts_with(&format!("{}!", vocabulary::SHAPE_MACRO))
            .then_some(())?;
        let (start, end) = self.whole_type()?;
        let field = self
            .line
            .get(..start)?
            .trim_end()
            .strip_suffix(':')
            .unwrap_or("");
        let field = field
            .rsplit(|c: char| !(c.is_alphanumeric() || c == '_'))
            .next();
        let alias = camel_case(field.unwrap_or(""));
        let parameters = parameters_of(code);
        let generics = match parameters.is_empty() {
            true => String::new(),
            false => format!("<{}>", parameters.join(", ")),
        };
        Some(format!(
            "name the type of the field outside of the struct, `type {alias}{generics} = {};`, and write `{alias}{generics}` in the field",
            self.line.get(start..end)?
        ))
    }

    /// The bytes of the type around the marked part, from the name in front of its outermost `<` to the `>`.
    fn whole_type(&self) -> Option<(usize, usize)> {
        let before = self.line.get(..self.marked.0)?;
        let mut opened: Vec<(usize, u8)> = Vec::new();
        for (at, byte) in before.bytes().enumerate() {
            match byte {
                b'<' | b'(' | b'[' | b'{' => opened.push((at, byte)),
                b'>' if before[..at].ends_with('-') => {}
                b'>' | b')' | b']' | b'}' => {
                    opened.pop();
                }
                _ => {}
            }
        }
        let around = opened.iter().rev().take_while(|(_, byte)| *byte == b'<');
        let Some((outermost, _)) = around.last() else {
            return Some(self.marked);
        };
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let name = before[..*outermost].trim_end_matches(is_name).len();
        let start = name + before[name..].len() - before[name..].trim_start_matches(':').len();
        let mut depth = 0;
        let rest = self.line.get(*outermost..)?;
        let length = rest.bytes().position(|byte| {
            depth += match byte {
                b'<' => 1,
                b'>' => -1,
                _ => 0,
            };
            depth == 0
        })?;
        Some((start, outermost + length + 1))
    }
}

/// `first_bias` as `FirstBias`.
fn camel_case(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    let mut camel = String::new();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        camel += letters.as_str();
    }
    match camel.len() {
        0 => "Name".to_owned(),
        // A letter alone may be a parameter.
        1 => format!("Field{camel}"),
        _ => camel,
    }
}

/// `O` and `I` of `shape![O, I, 3, 3]`: parameters have one letter, as a rule.
fn parameters_of(shape: &str) -> Vec<&str> {
    let mut parameters = Vec::new();
    for word in shape.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
        let is_letter = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        if is_letter && !parameters.contains(&word) {
            parameters.push(word);
        }
    }
    parameters
}

/// A method that a feature of the crate brings.
pub fn of_feature(message: &str, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
    let rest = message
        .strip_prefix("no method named `")
        .or_else(|| message.strip_prefix("no function or associated item named `"))?;
    let (method, rest) = rest.split_once('`')?;
    let is_of_tensor = rest.contains(vocabulary::TENSOR);
    let with_feature = with_feature_of(method)?;
    // Those along an axis are told to go along one first.
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

/// A tensor that is to be written or read by `serde`, and the sizes that `#[derive]` asks the same of.
pub fn serialized(
    message: &str,
    diagnostic: &mut Value,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    let bound = message
        .strip_prefix("the trait bound `")?
        .strip_suffix("` is not satisfied")?;
    let (of, name) = bound.split_once(": ")?;
    let name = name.split('<').next().unwrap_or(name);
    let name = name.rsplit("::").next().unwrap_or(name);
    if !["Serialize", "Deserialize"].contains(&name) || !super::is_with_crate() {
        return None;
    }
    let last = of.split('<').next().unwrap_or(of);
    let last = last.rsplit("::").next().unwrap_or(last);
    let is_tensor = evidence.is_of_shapes() && last == vocabulary::TENSOR;
    let engines = vocabulary::ENGINES.iter().map(|(engine, _)| *engine);
    let own = [
        vocabulary::DYNAMIC_SIZE,
        "UInt",
        "UTerm",
        vocabulary::AXES,
        vocabulary::SCALAR,
    ];
    let is_size =
        engines.chain(own).any(|name| name == last) || is_parameter_of_sizes(of, diagnostic);
    if !is_tensor && !is_size {
        return None;
    }
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        ABOUT_SERDE.iter().any(|start| text.starts_with(start))
            || text.starts_with("required by a bound in `") && is_of_registry(child)
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

/// What rustc says of any trait of `serde` and any type.
const ABOUT_SERDE: &[&str] = &[
    "for local types consider adding `#[derive(",
    "for types from other crates check whether ",
    "the following other types implement trait `",
    "consider manually implementing `",
    "consider further restricting ",
    "consider restricting ",
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

    fn call(line: &str) -> Call<'_> {
        let start = line
            .find("shape![")
            .or_else(|| line.find("axes!["))
            .unwrap();
        let end = start + line[start..].find(']').unwrap() + 1;
        Call {
            line,
            marked: (start, end),
        }
    }

    #[test]
    fn fields_are_named_by_an_alias_that_compiles() {
        for (line, alias) in [
            (
                "    pub(crate) kernel: Tensor<f32, shape![O, I, 3, 3]>,",
                "`type Kernel<O, I> = Tensor<f32, shape![O, I, 3, 3]>;`",
            ),
            (
                "struct Linear<I: Dim, O: Dim> { first_bias: Option<Tensor<f32, shape![O]>>, n: u8 }",
                "`type FirstBias<O> = Option<Tensor<f32, shape![O]>>;`",
            ),
            (
                "enum Layer<N: Dim> { Bias(shapecheck::Tensor<f32, shape![N, Width]>) }",
                "`type Name<N> = shapecheck::Tensor<f32, shape![N, Width]>;`",
            ),
            ("    sizes: shape![2, 3],", "`type Sizes = shape![2, 3];`"),
            (
                "    of: HashMap<String, (u8, Tensor<f32, shape![2]>)>,",
                "`type Name = Tensor<f32, shape![2]>;`",
            ),
        ] {
            let told = call(line).derived_field().unwrap();
            assert!(told.contains(alias), "{told}");
        }
    }

    #[test]
    fn types_go_between_angle_brackets() {
        let message = "expected value, found type alias `$crate::__macro::Shape2`";
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
            let told = call(line).type_as_value(message).unwrap();
            assert!(told.contains(form), "{told}");
        }
    }
}
