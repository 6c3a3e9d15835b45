//! Advice for mistakes that rustc reports in its own words, which the crate's texts cannot change. It goes into the
//! headline.

use serde_json::Value;

use super::children::{alone, labels, marked, remove_children, remove_notes, texts};
use super::place::Place;
use super::rendered::Changes;
use super::rustc::{self, Phrase, Reads};
use super::words::is_of_word;
use super::{axes, bounds, declared, features, habits, operators, parameters, strides};
use crate::types::{Evidence, library, rewrite_with, vocabulary};

/// Adds advice to the headline. `before` is the message with all its notes.
pub fn tell(diagnostic: &mut Value, before: &Value, evidence: Evidence, changes: &mut Changes) {
    let Some(message) = diagnostic["message"].as_str().map(str::to_owned) else {
        return;
    };
    let place = Place::of(before);
    let told = match diagnostic["code"]["code"].as_str() {
        _ if import(&message).is_some() && features::kind_of_type(diagnostic).is_none() => {
            alone(import(&message), diagnostic, changes)
        }
        Some("E0747") => place
            .constant(&message, diagnostic)
            .or_else(|| place.number(&message))
            .or_else(|| habits::array_for_shape(&message, place.marked()))
            .or_else(|| alone(place.name_for_axis(&message), diagnostic, changes))
            .or_else(|| place.size_for_constant(&message)),
        Some("E0435") => place.variable(&message).inspect(|_| {
            remove_children(diagnostic, changes, |child| {
                child["message"]
                    .as_str()
                    .is_some_and(|text| text.is(rustc::CONST_FOR_LET))
            });
        }),
        Some("E0425") => habits::named_argument(&place, &message, diagnostic),
        Some("E0061") => habits::argument_of_method(&place, &message, before, diagnostic, changes)
            .or_else(|| place.size_as_argument(before, diagnostic, changes)),
        Some("E0107") => place.parameters(before, diagnostic, changes),
        Some("E0608") => operators::indexed(&message),
        Some("E0609") if ["T", "mT", "H"].contains(&place.marked()) && evidence.is_of_shapes() => {
            Some("here it is `transpose()`".to_owned())
        }
        Some("E0609") if evidence.is_of_shapes() => habits::call(&place, &message, before),
        Some("E0067" | "E0070") => operators::part_that_changes(&place, diagnostic, changes),
        Some("E0282" | "E0283" | "E0284") => place.open_shape(diagnostic, changes),
        Some("E0368" | "E0369") => habits::references(&message, evidence)
            .or_else(|| operators::number(&message, evidence))
            .or_else(|| elements_or_engine(&place, diagnostic, &message, evidence, changes)),
        Some("E0277") if operators::is_of_operator(&message) => {
            if evidence.is_of_shapes() {
                operators::remove_list(diagnostic, changes);
            }
            habits::integer(&place, &message, evidence)
                .or_else(|| operators::number(&message, evidence))
                .or_else(|| elements_or_engine(&place, diagnostic, &message, evidence, changes))
        }
        Some("E0277")
            if message.contains("` cannot compute `") && bounds::is_of_parameter(&message) =>
        {
            bounds::bound_of_engine(before, diagnostic, &message, changes)
        }
        Some("E0277") if message.ends_with(vocabulary::NO_NUMBER_OF_STRIDES) => {
            bounds::of_strides(&message, evidence, diagnostic, changes)
        }
        Some("E0277")
            if message.starts_with(vocabulary::UNKNOWN_SIZE)
                && bounds::is_of_parameter(&message)
                && !message.contains("`Dyn`") =>
        {
            let name = message.split('`').nth(1).unwrap_or("");
            alone(
                Some(format!("add the bound `{name}: StaticDim`")),
                diagnostic,
                changes,
            )
        }
        Some("E0277")
            if message.starts_with(vocabulary::UNKNOWN_SIZE)
                && let Some(told) = place.form_with_shape(diagnostic, evidence) =>
        {
            alone(Some(told), diagnostic, changes)
        }
        Some("E0277") if message.starts_with(vocabulary::NO_AXIS) => {
            let told = axes::no_axis(&place, before, &message, evidence);
            if told.as_ref().is_some_and(|told| {
                told.contains(axes::FROM_END) || told.contains("add the bound `")
            }) {
                remove_notes(diagnostic, changes, |_| true);
            }
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0277") if bounds::bound_of_parameter(&message).is_some() => {
            let told = bounds::bound_of_parameter(&message);
            // How sizes are written does not help where one is computed.
            if told.as_ref().is_some_and(|told| {
                told.ends_with(vocabulary::ORDER) || told.starts_with("add the bound `where ")
            }) {
                remove_notes(diagnostic, changes, |text| !text.begins(rustc::REQUIRED_BY));
            }
            told
        }
        Some("E0277") => strides::tell(diagnostic, before, evidence, changes),
        Some("E0599") => bounds::missing(diagnostic, &message, evidence, changes)
            .or_else(|| features::of_feature(&message, diagnostic, changes))
            .or_else(|| place.method(diagnostic, &message, changes))
            .or_else(|| bounds::size_of_parameter(diagnostic, &message, changes)),
        Some("E0382" | "E0507" | "E0508") => moved(diagnostic, &place, evidence, changes),
        Some("E0308") => alone(axes::parts_in_brackets(&place), diagnostic, changes)
            .or_else(|| axes::part_assigned(diagnostic, evidence))
            .or_else(|| habits::index(&place, diagnostic, changes))
            .or_else(|| place.borrowed(diagnostic, evidence, changes))
            .or_else(|| other_engine(changes)),
        None => habits::array_for_type(&place, &message, diagnostic, changes),
        _ => None,
    };
    let Some(told) = told else {
        return;
    };
    changes.tell(message, &told, evidence);
}

/// `use shapecheck::window::Conv;`, of which rustc says nothing for items of other crates.
fn import(message: &str) -> Option<String> {
    let rest = NOT_FOUND.into_iter().find_map(|start| message.after(start));
    let (name, rest) = rest?.split_once('`')?;
    let (_, path) = library::IMPORTS
        .iter()
        .find(|(import, _)| *import == name)?;
    let is_whole = rest.is_empty() || rest.is(rustc::IN_THIS_SCOPE);
    // The rules of the algebra are traits.
    let is_value = message.begins(rustc::CANNOT_FIND_VALUE);
    let is_trait = path.starts_with("algebra::") && name.starts_with(char::is_uppercase);
    (is_whole && super::is_with_crate() && !(is_value && is_trait))
        .then(|| format!("`use {}::{path};` imports it", vocabulary::CRATE))
}

/// Macros and attributes that advice writes.
const OF_MACROS: [(&str, &str); 5] = [
    ("#[checked]", "checked"),
    ("axes![", "axes"),
    ("dim!(", "dim"),
    ("(s![", "s"),
    ("shape![", "shape"),
];

/// What advice makes values of.
const OF_VALUES: [&str; 4] = ["Axis", "Conv", "ConvTranspose", "Pool"];

/// What a headline and its notes advise to write and the file does not import: a bound, a setting, an axis.
pub fn tell_imports(diagnostic: &Value, before: &Value, evidence: Evidence, changes: &mut Changes) {
    let Some(message) = diagnostic["message"].as_str() else {
        return;
    };
    let told = changes.headline.as_ref().map(|(_, told)| told.clone());
    let notes = texts(diagnostic).filter(|text| text.starts_with("add the bound `"));
    let of_macro = Some(message).filter(|message| message.contains(vocabulary::WITHOUT_ATTRIBUTE));
    let advice = told.as_deref().or(of_macro).into_iter().chain(notes);
    // A bound, an axis or settings, and not a type that is only mentioned.
    let missing = |text: &str| {
        let mut code = text.split('`').skip(1).step_by(2);
        code.find_map(|code| {
            let bound = code.split(": ").skip(1);
            let value = code.split("::").next();
            let value = value.filter(|name| OF_VALUES.contains(name));
            let macros = OF_MACROS
                .iter()
                .filter(|(written, _)| code.contains(written));
            // Braces come first there, and the attribute is the other way.
            let macros =
                macros.filter(|(_, name)| *name != "checked" || !text.contains("; write `{"));
            let others = bound.chain(value).filter(|_| of_macro.is_none());
            let mut names = others.chain(macros.map(|(_, name)| *name));
            names.find_map(|name| {
                let name = name.split(|c| !is_of_word(c)).next()?;
                let (_, path) = library::IMPORTS.iter().find(|(it, _)| *it == name)?;
                let is_advised = of_macro.is_some() || !message.contains(name);
                let is_advised = is_advised && declared::is_nowhere(before, name);
                is_advised.then_some(*path)
            })
        })
    };
    let path = advice.filter_map(missing).next();
    let is_told = told
        .as_ref()
        .is_some_and(|told| told.contains("`, of `shapecheck::engine`"));
    let Some(path) = path.filter(|_| super::is_with_crate() && !is_told) else {
        return;
    };
    let headline = told.unwrap_or_else(|| rewrite_with(message, evidence));
    let headline = format!(
        "{headline}; `use {}::{path};` imports it",
        vocabulary::CRATE
    );
    changes.kept.retain(|kept| kept != message);
    changes.headline = Some((message.to_owned(), headline));
}

/// How rustc begins to say that there is no such name.
pub const NOT_FOUND: [Phrase; 6] = [
    rustc::CANNOT_FIND_ATTRIBUTE,
    rustc::CANNOT_FIND_VALUE,
    rustc::CANNOT_FIND_TYPE,
    rustc::CANNOT_FIND_TRAIT,
    rustc::CANNOT_FIND_MACRO,
    rustc::UNDECLARED_TYPE,
];

impl Place<'_> {
    /// A method that a tensor has along an axis, or under another name.
    fn method(
        &self,
        diagnostic: &mut Value,
        message: &str,
        changes: &mut Changes,
    ) -> Option<String> {
        let is_of_tensor = || {
            let (_, of) = message.halves(rustc::FOUND_FOR).unwrap_or_default();
            let of = of.split('`').nth(1).unwrap_or("");
            let of = of.trim_start_matches(['&', '*']);
            let of = of.strip_prefix("mut ").unwrap_or(of);
            parameters::names_of_tensors().any(|name| of.starts_with(&format!("{name}<")))
        };
        let is_function = message.begins(rustc::NO_FUNCTION);
        if !((is_function || message.begins(rustc::NO_METHOD))
            && super::is_with_crate()
            && is_of_tensor())
        {
            return None;
        }
        let method = self.marked();
        // Another operation does not help.
        remove_notes(diagnostic, changes, |text| {
            text.begins(rustc::SIMILAR_METHOD)
                && text.split('`').nth(1).is_none_or(|of| !is_typo(method, of))
        });
        let told = match library::METHODS_ALONG.contains(&method) {
            true if is_function
                && ["concat", "concatenate"].contains(&method)
                && habits::call(self, message, diagnostic).is_none() =>
            {
                "several are joined by `Tensor::concat_all([&x, &y], Axis::<-1>)`, along an axis that is counted from the end".to_owned()
            }
            true if ["repeat", "tile"].contains(&method) && habits::tiled(self).is_some() => {
                habits::tiled(self).unwrap_or_default()
            }
            true if is_function && habits::call(self, message, diagnostic).is_none() => {
                format!(
                    "it is a method of one tensor along an axis, `x.along::<-1>().{method}(..)`"
                )
            }
            along => match habits::call(self, message, diagnostic) {
                Some(told) => told,
                // Several axes have no place there.
                None if along && self.lists()[1].iter().any(|list| list.starts_with('(')) => {
                    return None;
                }
                None if along => {
                    let arguments = self.lists()[1].join(", ");
                    // Channels are the second axis of images.
                    let rank = habits::Receiver::of(self, message, diagnostic).rank();
                    let axis = rank.filter(|rank| method.ends_with("_norm") && *rank > 2);
                    let axis = axis.map_or(1, |rank| rank - 1);
                    let told = format!(
                        "it goes along an axis, `along::<-{axis}>().{method}({arguments})`"
                    );
                    match features::with_feature_of(method) {
                        Some(feature) => format!("{told}, {feature}"),
                        None => told,
                    }
                }
                None if method
                    .strip_suffix("_named")
                    .is_some_and(|of| library::METHODS_ALONG.contains(&of)) =>
                {
                    let of = method.trim_end_matches("_named");
                    let names = self.lists()[0].join(", ");
                    format!("here it is `along_named::<{names}>().{of}()`")
                }
                None => {
                    let found = library::ALIASES.iter().find(|(name, _)| *name == method);
                    let (_, form) = found?;
                    // Arguments that have no place there are not to be dropped.
                    let has_place = !form.ends_with("()")
                        || ["::<-", "dim!(", "shape![", "axes!["]
                            .iter()
                            .any(|place| form.contains(place));
                    // Nor is an operation that takes some meant by a call without, such as `unwrap()`.
                    let is_call = self.sides().1.starts_with("()");
                    if !has_place && !self.lists()[1].is_empty()
                        || is_call && !form.ends_with("()")
                    {
                        return None;
                    }
                    format!("here it is `{form}`")
                }
            },
        };
        // Suggestions of similar names do not help then.
        if let Some(children) = diagnostic["children"].as_array_mut() {
            for child in children.drain(..) {
                let text = child["message"].as_str().unwrap_or("");
                changes
                    .removed
                    .push(text.lines().next().unwrap_or("").to_owned());
            }
        }
        Some(told)
    }

    /// `layer.forward(x)` of a function that takes `&x`. What rustc suggests stays, as an editor can do it.
    fn borrowed(
        &self,
        diagnostic: &mut Value,
        evidence: Evidence,
        changes: &mut Changes,
    ) -> Option<String> {
        let sign = texts(diagnostic).find_map(|text| match text {
            _ if text.is(rustc::BORROW) => Some("&"),
            _ if text.is(rustc::BORROW_MUTABLY) => Some("&mut "),
            _ => None,
        })?;
        let code = self.marked();
        if !evidence.is_of_shapes() || code.is_empty() {
            return None;
        }
        if code
            .split_once("!(")
            .is_some_and(|(name, _)| name.chars().all(is_of_word))
        {
            return Some(format!("operands are references, `; {sign}x`"));
        }
        let mut labels = labels(diagnostic);
        if labels.any(|label| label.closes(rustc::RETURN_TYPE)) && code.ends_with(')') {
            // A reference to what is made here would outlive it.
            remove_notes(diagnostic, changes, |text| text.begins(rustc::CONSIDER));
            return Some(
                "what is made here is given by value: the type of the result has no `&`".to_owned(),
            );
        }
        let children = diagnostic["children"].as_array_mut()?;
        // A user who writes `&` need not read the signature.
        children.retain(|child| {
            let message = child["message"].as_str().unwrap_or("");
            let is_signature = message.closes(rustc::DEFINED_HERE);
            if is_signature {
                changes.removed.push(message.to_owned());
            }
            !is_signature
        });
        let code = match syn::parse_str(code) {
            Ok(syn::Expr::Binary(_)) => format!("({code})"),
            _ => code.to_owned(),
        };
        Some(format!("it is to be borrowed, `{sign}{code}`"))
    }
}

/// A tensor on one engine, and one on another that is expected.
fn other_engine(changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let types = told.split('`').skip(1).step_by(2);
    let mut names = types.map(|code| {
        let code = code.trim_start_matches('&').trim_start_matches("mut ");
        code.split('<').next().unwrap_or(code)
    });
    let how = match (names.next()?, names.next()?) {
        ("Tensor", "View" | "ViewMut") => "`to_tensor()` copies the elements of a view",
        ("Tensor", "InlineTensor") => "`to_heap()` moves an inline tensor to the heap",
        ("View", "Tensor" | "InlineTensor") => "`view()` borrows a tensor",
        ("View", "ViewMut") => "`view()` borrows a view that changes elements",
        ("ViewMut", "Tensor" | "InlineTensor") => "`view_mut()` borrows a tensor to change it",
        _ => return None,
    };
    Some(how.to_owned())
}

/// Whether a name is another with one letter too many, too few or instead of another, or with other underscores. Short
/// names are those of other operations, such as `sin` and `sinh`, and so are those with other digits.
fn is_typo(name: &str, of: &str) -> bool {
    let [name, of] = [name, of].map(|name| name.replace('_', ""));
    let (short, long) = match name.len() < of.len() {
        true => (&name, &of),
        false => (&of, &name),
    };
    let alike = short.bytes().zip(long.bytes());
    let front = alike.take_while(|(one, other)| one == other).count();
    let (short, long) = (&short.as_bytes()[front..], &long.as_bytes()[front..]);
    let is_letter = |at: usize| long.get(at).is_none_or(|byte| !byte.is_ascii_digit());
    let is_exchanged = matches!((short, long), ([a, b, ..], [c, d, ..]) if (a, b) == (d, c))
        && short[2..] == long[2..];
    let is_one = is_letter(0)
        && (short == &long[long.len().min(1)..]
            || !short.is_empty() && short[1..] == long[1..]
            || is_exchanged);
    name == of || name.len() > 5 && is_one
}

/// A tensor that an operator or a method takes although it is used again or borrowed.
fn moved(
    diagnostic: &mut Value,
    place: &Place,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    let spans = diagnostic["spans"].as_array()?;
    let is_tensor = evidence.is_of_shapes()
        && labels(diagnostic).any(|label| {
            label.holds(rustc::HAS_TYPE, vocabulary::TENSOR)
                || label.holds(rustc::HAS_TYPE, "Tensor<")
        });
    let name = match diagnostic["code"]["code"] == "E0382" {
        true => {
            let message = diagnostic["message"].as_str()?;
            message.split('`').nth(1)?
        }
        false => place.marked(),
    };
    let is_said = |words| labels(diagnostic).any(|label| label.says(words));
    let method = spans.iter().find_map(|span| {
        let is_call = span["label"].as_str()?.closes(rustc::MOVED_BY_CALL);
        let (line, columns) = marked(span).filter(|_| is_call)?;
        line.get(columns)?.split(['(', ':']).next()
    });
    let twin = method.and_then(|method| Some(format!("to_{}", method.strip_prefix("into_")?)));
    let twin = twin.filter(|twin| library::METHODS.contains(&twin.as_str()));
    let told = match (method, twin) {
        _ if !is_tensor => return None,
        (Some(method), Some(twin)) => {
            format!("`{method}` takes the tensor itself, `{name}.{twin}()` borrows it")
        }
        (Some(method), None) => {
            format!("`{method}` takes the tensor itself: `{name}.clone().{method}(..)`")
        }
        (None, _) if diagnostic["code"]["code"] != "E0382" && !is_said(rustc::USED_IN_OPERATOR) => {
            format!("`{name}.clone()` is a tensor of its own, and `&{name}` borrows this one")
        }
        _ => format!("{}`&{name}`", vocabulary::ABOUT_MOVES),
    };
    // A user who borrows it need not copy it, and the message says how to copy it.
    remove_notes(diagnostic, changes, |text| {
        let starts = [
            rustc::CONSIDER_CLONING,
            rustc::CAN_CLONE,
            rustc::OPERATOR_MOVES,
        ];
        starts.into_iter().any(|start| text.begins(start)) || text.says(rustc::TAKES_OWNERSHIP)
    });
    Some(told)
}

/// An operator that an engine does not have for these elements.
fn elements_or_engine(
    place: &Place,
    diagnostic: &mut Value,
    message: &str,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    if !evidence.is_of_shapes() {
        return None;
    }
    let mut types = message.split('`').skip(1).step_by(2);
    let (lhs, rhs) = (types.next()?, types.next()?);
    let told = |text: &str| {
        let text = rewrite_with(text, evidence);
        text.trim_start_matches('&').to_owned()
    };
    let tensor = [lhs, rhs]
        .map(told)
        .into_iter()
        .find(|side| side.contains('<'))?;
    let inside = tensor.split_once('<')?.1.strip_suffix('>')?;
    let elements = inside.split(',').next()?.trim().to_owned();
    if let Some(hint) = two_elements(&[lhs, rhs].map(told)) {
        remove_notes(diagnostic, changes, |text| {
            text.opens(rustc::TRAIT, "std::ops::")
        });
        return Some(hint);
    }
    let numbers = [lhs, rhs].map(told);
    let number = numbers
        .iter()
        .find(|side| vocabulary::ELEMENTS.contains(&side.as_str()));
    let is_on_engine = tensor.starts_with(vocabulary::TENSOR);
    let hint = match number {
        Some(number) if *number != elements => {
            let is_first = numbers.first() == Some(number) && !message.contains("-assign `");
            let told = format!("the elements are `{elements}` and the number is `{number}`");
            match operators::converted(place, is_first, &elements) {
                Some(form) => format!("{told}: {form}"),
                None => told,
            }
        }
        _ if is_on_engine => {
            let engine = inside.rsplit(',').next()?.trim();
            format!(
                "the engine `{engine}` has to compute: the bound `{engine}: Numbers<{elements}>` of `shapecheck::engine`, or `Floats`"
            )
        }
        _ if elements.len() == 1 => format!(
            "elements `{elements}` have to be numbers: the bound `{elements}: shapecheck::num_traits::Float + 'static`"
        ),
        _ => return None,
    };
    remove_children(diagnostic, changes, |child| {
        child["message"].as_str().is_some_and(|text| {
            text.begins(rustc::CONSIDER) || text.opens(rustc::TRAIT, "std::ops::")
        })
    });
    Some(hint)
}

/// Two tensors whose elements are of two types of numbers.
fn two_elements(tensors: &[String; 2]) -> Option<String> {
    let elements = |tensor: &str| {
        let element = tensor
            .split_once('<')?
            .1
            .split(',')
            .next()?
            .trim()
            .to_owned();
        vocabulary::ELEMENTS
            .contains(&element.as_str())
            .then_some(element)
    };
    let (lhs, rhs) = (elements(&tensors[0])?, elements(&tensors[1])?);
    let float = [&lhs, &rhs]
        .into_iter()
        .find(|element| element.starts_with('f'))
        .unwrap_or(&lhs);
    (lhs != rhs).then(|| {
        format!(
            "elements are of two types, `{lhs}` and `{rhs}`: `cast::<{float}>(){}",
            vocabulary::CONVERTS
        )
    })
}
