//! Bounds that a parameter lacks, and types that are neither a size nor a shape without one.

use serde_json::Value;

use super::children::{first_line, remove_children, remove_notes, texts};
use super::rendered::Changes;
use super::rustc::{self, Reads};
use super::words::is_number;
use super::{advice, declared};
use crate::types::{Evidence, apply, library, rewrite_with, traits, vocabulary};

/// A method with a list of missing bounds: the first of them that the crate reports.
pub fn missing(
    diagnostic: &mut Value,
    message: &str,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    if !message.closes(rustc::BOUNDS_NOT_SATISFIED) {
        return None;
    }
    let list = texts(diagnostic)
        .find_map(|text| text.after(rustc::LIST_OF_BOUNDS))?
        .to_owned();
    if let Some(told) = mask_of_triangle(message, &list) {
        remove_notes(diagnostic, changes, |_| true);
        return Some(told);
    }
    let bounds = list.split('`').skip(1).step_by(2);
    let (of, hint) =
        bounds
            .filter_map(|bound| bound.split_once(": "))
            .find_map(|(of, bound)| {
                let path = bound.split('<').next()?;
                let name = path.rsplit("::").next()?;
                if library::TRAITS_OF_ENGINES.contains(&name) && is_parameter(of) {
                    return Some((of.to_owned(), vocabulary::ENGINE_BOUND.to_owned()));
                }
                if name == vocabulary::EQUAL_SIZES {
                    let other = bound.split_once('<')?.1.strip_suffix('>')?;
                    return Some((
                        of.to_owned(),
                        vocabulary::EQUAL_SIZES_BOUND.replace("{Rhs}", other),
                    ));
                }
                if of == vocabulary::DYNAMIC_SIZE {
                    let told = "this size is known only at run time: it is that of a tensor's axis, `x.size::<-1>()`, or `x.along_named::<Batch>().size()` by its name";
                    return Some((String::new(), told.to_owned()));
                }
                if of == vocabulary::NO_SIZE {
                    let told = format!("`{of}` is not a size: {}", vocabulary::WHY_NO_SIZE);
                    return Some((String::new(), told));
                }
                // What is computed from a parameter is written as the macro has it.
                if of.starts_with('<') {
                    let size = computed(of).filter(|_| BOUNDS.contains(&name))?;
                    return Some((
                        String::new(),
                        format!(
                            "add the bound `where {}!({size}): {name}`",
                            vocabulary::SIZE_MACRO
                        ),
                    ));
                }
                Some((of.to_owned(), hint_of_bound(of, name)?))
            })?;
    // A bound with a parameter that is not inferred cannot be written.
    let children = diagnostic["children"].as_array_mut()?;
    children.retain(|child| {
        let text = child["message"].as_str().unwrap_or("");
        let is_computed = of.is_empty() && text.opens(rustc::LIST_OF_BOUNDS, ":");
        if is_list_of_open_bounds(text) || is_computed {
            changes.removed.push(first_line(text));
            return false;
        }
        let is_suggestion = child["spans"].as_array().is_some_and(|spans| {
            let mut code = spans
                .iter()
                .filter_map(|span| span["suggested_replacement"].as_str());
            code.any(|code| {
                let is_of_engine = |name: &&str| code.contains(&format!(": {name}<"));
                code.contains("<_")
                    || code.contains(", _")
                    || library::TRAITS_OF_ENGINES.iter().any(is_of_engine)
            })
        });
        if is_suggestion {
            changes
                .removed
                .push(child["message"].as_str().unwrap_or("").to_owned());
        }
        !is_suggestion
    });
    Some(hint.replace("{Self}", &rewrite_with(&of, evidence)))
}

/// `tril` and `triu` of a mask.
fn mask_of_triangle(message: &str, bounds: &str) -> Option<String> {
    let method = message.after(rustc::METHOD)?.split('`').next()?;
    let is_inside = match method {
        "tril" => "j <= i",
        "triu" => "j >= i",
        _ => return None,
    };
    (bounds.contains("`bool: ") && bounds.contains("Zero`")).then(|| {
        format!("`{method}` puts zeros, and `bool` has none: `from_fn(|[i, j]| {is_inside})` makes such a mask")
    })
}

/// What to do where a method asks for a trait of the shape or the size `{Self}` that does not have it.
fn hint_of_bound(of: &str, name: &str) -> Option<String> {
    let public = traits::public_name(name).unwrap_or(name);
    let of_elements = "it reads elements one by one, in the memory of a `Tensor` or an `InlineTensor`, and is not there for an engine that is a parameter";
    Some(match name {
        "Binary" => "nothing says whether the indices have the axes of `{Self}`: spell out theirs, or `take` gives whole parts for indices of any shape".to_owned(),
        "Memory" | "Promotes" => of_elements.to_owned(),
        _ if BOUNDS.contains(&public) => format!("add the bound `{{Self}}: {public}`"),
        _ => {
            let note = traits::in_generic_code(name)?.replace("`[..", "`shape![..");
            match is_parameter(of) {
                true => format!("{note}; `{{Self}}` leaves that open"),
                false => note,
            }
        }
    })
}

/// The bounds of sizes and shapes.
const BOUNDS: &[&str] = &["Dim", "StaticDim", "Shape", "StaticShape"];

/// The bound `H: StridesOf<dim!(2)>` on a parameter, as the crate's own note has it.
pub fn of_strides(
    message: &str,
    evidence: Evidence,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    let mut notes = texts(diagnostic).filter(|_| is_of_parameter(message));
    let note = notes.find(|note| note.contains(": StridesOf<"))?;
    let note = apply(note, &advice::find(note, evidence));
    let bound = note.split('`').nth(1)?;
    let told = format!("add the bound `{bound}`");
    remove_notes(diagnostic, changes, |text| {
        text.contains(": StridesOf<") || text.begins(rustc::RESTRICT_FURTHER)
    });
    Some(told)
}

/// Takes away advice to say that two sizes are equal, where they are and are exchanged.
pub fn drop_of_exchanged(diagnostic: &mut Value, evidence: Evidence, changes: &mut Changes) {
    let headline = diagnostic["message"].as_str().unwrap_or("");
    if has_exchanged_factors(&rewrite_with(headline, evidence)) {
        remove_notes(diagnostic, changes, |note| {
            let starts = [
                vocabulary::ABOUT_EQUAL_PARTS,
                vocabulary::ABOUT_PARAMETERS,
                vocabulary::ABOUT_NUMBERS,
            ];
            starts.iter().any(|start| note.starts_with(start))
        });
    }
}

/// Whether two sizes, or an axis and its parts, are products of the same sizes in another order. To add a bound that they are equal,
/// which they always are, would hide that they are exchanged.
fn has_exchanged_factors(headline: &str) -> bool {
    let factors = || {
        headline.strip_prefix(vocabulary::UNDECIDED)?;
        let mut sizes = headline.split('`').skip(1).step_by(2);
        let (axis, made) = (sizes.next()?, sizes.next()?);
        let sorted = |product: &str| {
            let mut factors: Vec<String> = product.split(" * ").map(str::to_owned).collect();
            factors.sort_unstable();
            factors
        };
        Some((sorted(axis), sorted(made)))
    };
    factors().is_some_and(|(axis, made)| axis == made)
}

/// `H * D` of `<H as Arithmetic>::Times<D>`.
pub fn computed(size: &str) -> Option<String> {
    let told = rewrite_with(&format!("`{size}`"), Evidence::of("shapecheck::"));
    let told = told.trim_matches('`');
    let is_sign = |c: char| " +-*/()".contains(c);
    let is_written = told.chars().all(|c| c.is_alphanumeric() || is_sign(c));
    (is_written && told.contains(is_sign)).then(|| told.to_owned())
}

/// Whether a note lists only bounds with an axis or a shape that is not inferred, which nobody can write.
fn is_list_of_open_bounds(note: &str) -> bool {
    let list = note.after(rustc::LIST_OF_BOUNDS);
    list.is_some_and(|list| {
        let mut bounds = list.split('`').skip(1).step_by(2);
        bounds.all(|bound| bound.contains("<_"))
    })
}

/// The bound of an engine that is a parameter, `E: Floats<f32>`.
pub fn bound_of_engine(
    before: &Value,
    diagnostic: &mut Value,
    message: &str,
    changes: &mut Changes,
) -> Option<String> {
    let mut words = message.split('`').skip(1).step_by(2);
    let (engine, operation, element) = (words.next()?, words.next()?, words.next()?);
    let operation = operation.rsplit("::").next()?;
    let is_float = ["f32", "f64"].contains(&element);
    let of = match is_float && !OF_NUMBERS.contains(&operation.split('<').next()?) {
        true => "Floats",
        false => "Numbers",
    };
    if declared::has(before, "fn ", &format!("{engine}: {of}<")) {
        // It is there, and does not have this.
        return (operation == "Norm").then(|| {
            format!("`{of}` has no norms: `(x * x).sum_axis::<-1>().sqrt()` is one along an axis")
        });
    }
    remove_notes(diagnostic, changes, |text| {
        text.starts_with("a `ViewMut` only changes")
            || text.starts_with("a function that is generic over its engine")
            || text.begins(rustc::TRAIT)
            || text.contains("ReducedBy<")
    });
    Some(format!(
        "add the bound `{engine}: {of}<{element}>`, of `shapecheck::engine`"
    ))
}

/// Operations of engines that compute with numbers of any kind.
const OF_NUMBERS: &[&str] = &[
    "Add", "Sub", "Mul", "Div", "Neg", "Sum", "Product", "Max", "Min",
];

/// `B::SIZE` of `B: Dim`.
pub fn size_of_parameter(
    diagnostic: &mut Value,
    message: &str,
    changes: &mut Changes,
) -> Option<String> {
    let rest = message.after(rustc::NO_ITEM)?;
    let (item, rest) = rest.halves(rustc::FOUND_FOR_PARAMETER)?;
    let item = item.split('`').next()?;
    let (parameter, _) = rest.split_once('`')?;
    let bound = match item {
        "SIZE" => "StaticDim",
        "SIZES" | "NUM_ELEMENTS" => "StaticShape",
        _ => return None,
    };
    if !super::is_with_crate() {
        return None;
    }
    remove_children(diagnostic, changes, |child| {
        child["message"].as_str().is_some_and(|text| {
            text.says(rustc::SIMILAR_TRAIT)
                || text.begins(rustc::ITEMS_FROM_TRAITS)
                || text.says(rustc::WHICH_PROVIDES)
        })
    });
    Some(format!("it is there with the bound `{parameter}: {bound}`"))
}

/// Whether a headline is about a type parameter.
pub fn is_of_parameter(message: &str) -> bool {
    let name = message.split('`').nth(1).unwrap_or("");
    is_parameter(name)
}

fn is_engine(name: &str) -> bool {
    vocabulary::ENGINES
        .iter()
        .any(|(engine, _)| *engine == name)
}

/// Whether a name is one that a type parameter can have, and none that the crate knows.
pub fn is_parameter(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !is_engine(name)
        && name != vocabulary::NO_SIZE
}

/// The bound that is missing on a type parameter.
pub fn bound_of_parameter(message: &str) -> Option<String> {
    let (name, rest) = message.strip_prefix('`')?.split_once("` ")?;
    let is_engine = is_engine(name);
    let is_parameter = is_parameter(name);
    match rest {
        "is not the size of an axis" if name == vocabulary::NO_SIZE => {
            Some(vocabulary::WHY_NO_SIZE.to_owned())
        }
        "is not the size of an axis" if is_engine => Some(format!(
            "it is an engine, and stands where a size goes: {}",
            vocabulary::ORDER
        )),
        "is not the size of an axis" if vocabulary::ELEMENTS.contains(&name) => Some(format!(
            "it is a type of elements, and stands where a size goes: {}",
            vocabulary::ORDER
        )),
        "is not the size of an axis" if computed(name).is_some() => {
            computed(name).map(|size| bound_of_computed(&size))
        }
        "is not the size of an axis" if is_parameter => Some(format!(
            "a parameter that is one has the bound `{name}: Dim`, and a whole shape goes first, `shape![..{name}, 3]`"
        )),
        "is not an engine of tensors" if is_parameter => Some(format!(
            "a parameter that is one has the bound `{name}: Engine`, or `{name}: Floats<f32>` to compute"
        )),
        _ => None,
    }
}

/// The bound of a difference or a quotient.
fn bound_of_computed(size: &str) -> String {
    let told = format!(
        "add the bound `where {}!({size}): Dim`",
        vocabulary::SIZE_MACRO
    );
    match size.split_once(" / ") {
        Some((_, by)) if is_number(by) => {
            format!("{told}, or make the axis a product, `shape![{by} * D]`, whose parts need none")
        }
        _ => told,
    }
}
