//! Advice for mistakes that rustc reports in its own words, which the crate's texts cannot change. It goes into the
//! headline.

use serde_json::Value;

use super::children::{first_line, marked, name_of, remove_children, required};
use super::place::Place;
use super::rendered::Changes;
use super::words::is_of_word;
use super::{declared, habits, made, misplaced, operators, order};
use crate::types::{Evidence, library, rewrite_with, traits, vocabulary};

/// Adds advice to the headline. `before` is the message with all its notes.
pub fn tell(diagnostic: &mut Value, before: &Value, evidence: Evidence, changes: &mut Changes) {
    let Some(message) = diagnostic["message"].as_str().map(str::to_owned) else {
        return;
    };
    let place = Place::of(before);
    if diagnostic["code"]["code"] == "E0277"
        && let Some(told) = operators::result(&place, diagnostic, evidence, changes)
    {
        changes.headline = Some((message, told));
        return;
    }
    let told = match diagnostic["code"]["code"].as_str() {
        _ if import(&message).is_some() => {
            remove_children(diagnostic, changes, |_| true);
            import(&message)
        }
        Some("E0747") => place
            .constant(&message)
            .or_else(|| habits::flattened_by_rank(&place, &message, diagnostic))
            .or_else(|| place.number(&message))
            .or_else(|| place.axis_behind(&message))
            .or_else(|| place.named_constant(&message))
            .or_else(|| habits::array_for_shape(&message, place.marked()))
            .or_else(|| place.type_for_axis(&message, diagnostic, changes))
            .or_else(|| place.size_for_constant(&message)),
        Some("E0435") => place.variable(&message).inspect(|_| {
            remove_children(diagnostic, changes, |child| {
                child["message"] == "consider using `const` instead of `let`"
            });
        }),
        Some("E0049") => place.checked_trait(diagnostic),
        Some("E0423" | "E0425") => {
            let told = place
                .type_as_value(&message)
                .or_else(|| place.axis_of_ndarray())
                .or_else(|| size_as_value(&place, &message, diagnostic))
                .or_else(|| habits::named_argument(&place, &message, diagnostic))
                .or_else(|| place.undeclared_name(&message, diagnostic, changes));
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0618") if place.marked() == vocabulary::AXIS => place.axis_of_ndarray(),
        Some("E0061") => place
            .setting_of_nothing(before, diagnostic, changes)
            .or_else(|| habits::argument_of_method(&place, &message, before, diagnostic, changes))
            .or_else(|| place.size_as_argument(before, diagnostic, changes))
            .or_else(|| place.missing_argument(before, diagnostic, changes)),
        Some("E0067") => operators::part_that_changes(&place, diagnostic, changes),
        Some("E0529") if is_of_shape(&place, &message) => Some(format!(
            "sizes are an array, `let {} = x.sizes();`",
            place.marked()
        )),
        Some("E0529") if place.sides().1.contains(".chunk(") && super::is_with_crate() => {
            let told = parts_in_array(&place);
            if let Some(told) = told {
                changes.headline = Some((message, told));
            }
            return;
        }
        Some("E0107") if place.marked() == "view" && place.lists()[0].len() == 1 => {
            let shape = place.lists()[0].concat();
            let label = "help: remove the unnecessary generics".to_owned();
            let is_shape = shape.starts_with(vocabulary::SHAPE_MACRO);
            if is_shape {
                changes
                    .labels
                    .push((label, "`view()` borrows the whole".to_owned()));
                remove_children(diagnostic, changes, |_| true);
            }
            is_shape.then(|| format!("here it is `reshape::<{shape}>()`"))
        }
        Some("E0107") => place
            .tensor_parameters(&message, diagnostic, changes)
            .or_else(|| place.parameters(before, diagnostic, changes)),
        Some("E0204") => copied(diagnostic),
        Some("E0594" | "E0596") => {
            operators::view_that_reads(&message, evidence, diagnostic, changes)
        }
        Some("E0608") => operators::element(&message, &place, diagnostic, changes),
        Some("E0609") if ["T", "mT", "H"].contains(&place.marked()) && evidence.is_of_shapes() => {
            Some("here it is `transpose()`".to_owned())
        }
        Some("E0609") if evidence.is_of_shapes() => habits::call(&place, &message, before),
        Some("E0614") => habits::of_python(&place, &message),
        Some("E0015") => made_in_constant(&message, evidence, diagnostic, changes),
        Some("E0271") => reduced_elements(&message)
            .or_else(|| inline_array(&message, &place))
            .or_else(|| {
                let is_of_integers = message.starts_with("type mismatch resolving `<[{integer}; ")
                    || message.starts_with("type mismatch resolving `<[[{integer}; ");
                let is_of_floats = message.ends_with("::Element == f32`")
                    || message.ends_with("::Element == f64`");
                (is_of_integers && is_of_floats).then(|| vocabulary::FLOATS_HAVE_A_POINT.to_owned())
            }),
        Some("E0404") => place.number_as_bound(&message, diagnostic, changes),
        Some("E0593") => place.index_of_numbers(),
        Some("E0283" | "E0284" | "E0282") => place
            .open_shape(diagnostic, changes)
            .or_else(|| loaded(&place, before, diagnostic, changes)),
        Some("E0600") => operators::sign(&message, evidence),
        Some("E0369" | "E0368") => operators::result(&place, diagnostic, evidence, changes)
            .or_else(|| operators::held(&message, diagnostic, changes))
            .or_else(|| operators::compared(&message, &place, evidence))
            .or_else(|| habits::comparison(&place, &message, evidence, diagnostic, changes))
            .or_else(|| habits::references(&message, evidence))
            .or_else(|| {
                let told = operators::number(&message, evidence)?;
                remove_children(diagnostic, changes, |child| {
                    let text = child["message"].as_str().unwrap_or("");
                    text.contains("` does not implement `")
                });
                Some(told)
            })
            .or_else(|| elements_or_engine(&place, diagnostic, &message, evidence, changes)),
        Some("E0277") if message.starts_with("can't compare `") => {
            let told = operators::compared(&message, &place, evidence);
            if told.is_some() {
                remove_children(diagnostic, changes, |_| true);
            }
            told
        }
        Some("E0277") if message.contains("` cannot be built from an iterator ") => {
            let told = made::collected(&message, evidence);
            if told.is_some() {
                remove_children(diagnostic, changes, |_| true);
            }
            told
        }
        Some("E0277") if operators::is_of_operator(&message) => {
            if evidence.is_of_shapes() {
                operators::remove_list(diagnostic, changes);
            }
            habits::integer(&place, &message, evidence)
                .or_else(|| operators::number(&message, evidence))
                .or_else(|| elements_or_engine(&place, diagnostic, &message, evidence, changes))
        }
        Some("E0277") if message.starts_with("`?` couldn't convert the error to `") => {
            error_of_another_kind(diagnostic, &message, changes)
        }
        Some("E0277") if message.starts_with("`BorrowedMut<") => {
            let told = view_that_writes(&place, diagnostic, &message, changes);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0277") if message.contains("` cannot compute `") && is_of_parameter(&message) => {
            bound_of_engine(diagnostic, &message, changes)
        }
        Some("E0277") if message.starts_with(vocabulary::QUESTION_MARK) => {
            place.question_mark(diagnostic, evidence, changes)
        }
        Some("E0277") if message.contains(": ToUInt`") => {
            if let Some(told) = habits::number_without_entry(&message, before) {
                changes.headline = Some((message, told));
                remove_children(diagnostic, changes, |child| {
                    let text = child["message"].as_str().unwrap_or("");
                    text.starts_with("the following other types")
                });
            }
            return;
        }
        Some("E0277") if message.starts_with(vocabulary::INDEXED) => indexed(before, evidence),
        Some("E0277") if message.starts_with(vocabulary::INDICES) => {
            let told = other_indices(&place, before, evidence);
            if told.is_some() {
                remove_children(diagnostic, changes, |_| true);
            }
            told
        }
        Some("E0277") if message.ends_with(vocabulary::NO_MODE) => {
            let mode = ["Full", "Same", "Valid"]
                .into_iter()
                .find(|mode| place.line.contains(&format!("\"{}\"", mode.to_lowercase())));
            mode.map(|mode| format!("`shapecheck::window::{mode}` is one"))
        }
        Some("E0277") if message.starts_with("cannot slice: the shape has rank ") => {
            entries_for_all_axes(&place, &message)
        }
        Some("E0277") if message.starts_with(vocabulary::INPUT_OF_LAYER) => {
            remove_children(diagnostic, changes, |child| {
                let text = child["message"].as_str().unwrap_or("");
                text.starts_with("consider further restricting")
            });
            let told = message.split(": `").next().unwrap_or(&message);
            let told = format!("{told}: a shape that ends in `I` is `shape![..S, I]`");
            changes.headline = Some((message, told));
            return;
        }
        Some("E0277") if message.starts_with(vocabulary::INLINE) => {
            let told = place.part_of_numbers();
            if told.is_some() {
                remove_children(diagnostic, changes, |_| true);
            }
            told
        }
        Some("E0277")
            if message.starts_with(vocabulary::UNKNOWN_SIZE) && message.contains("`Dyn`") =>
        {
            let told = message.replace("`Dyn`", "`_`");
            let told = match place.form_with_shape(None, diagnostic, changes) {
                Some(form) => format!("{told}: {form}"),
                None => told,
            };
            changes.headline = Some((message, told));
            return;
        }
        Some("E0277")
            if message.starts_with(vocabulary::UNKNOWN_SIZE)
                && message.contains(vocabulary::NAMED_SIZE) =>
        {
            let told = rewrite_with(&message, evidence);
            let size = told.split('`').nth(1);
            let form = place.form_with_shape(size, diagnostic, changes);
            changes.headline = form.map(|form| (message, format!("{told}: {form}")));
            return;
        }
        Some("E0277")
            if message.starts_with(vocabulary::UNKNOWN_SIZE) && is_of_parameter(&message) =>
        {
            place.form_with_value(diagnostic, changes)
        }
        Some("E0599") => operators::result(&place, diagnostic, evidence, changes)
            .or_else(|| operators::held(&message, diagnostic, changes))
            .or_else(|| {
                let told = habits::of_python(&place, &message)?;
                remove_children(diagnostic, changes, |_| true);
                Some(told)
            })
            .or_else(|| operators::element(&message, &place, diagnostic, changes))
            .or_else(|| missing(diagnostic, &message, evidence, changes))
            .or_else(|| bound_of_block(diagnostic, changes))
            .or_else(|| underived(&message, diagnostic, changes))
            .or_else(|| misplaced::of_feature(&message, diagnostic, changes))
            .or_else(|| place.no_result(&message, diagnostic, changes))
            .or_else(|| place.method(diagnostic, &message, changes))
            .or_else(|| size_of_parameter(diagnostic, &message, changes)),
        Some("E0507" | "E0508" | "E0382") => moved(diagnostic, &place, evidence, changes),
        Some("E0277") if message.starts_with("cannot swap axes -2 and -1") => {
            let told = vector_transposed(before, evidence);
            if told.is_some() {
                remove_children(diagnostic, changes, |_| true);
            }
            told
        }
        Some("E0277") if message.starts_with(vocabulary::NO_AXIS) => {
            let told = no_axis(&place, before, &message, evidence);
            if told.as_ref().is_some_and(|told| told.contains(FROM_END)) {
                remove_children(diagnostic, changes, |_| true);
            }
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0277") if message.starts_with("the targets have rank ") => {
            targets_of_one(&place, before, evidence)
        }
        Some("E0277") if message.starts_with(vocabulary::WHICH_AXIS) => {
            axis_of_name(diagnostic, before, &message, evidence, changes)
        }
        Some("E0277") if bound_of_parameter(&message).is_some() => {
            let told = bound_of_parameter(&message);
            // How sizes are written is no help where one is in the place of something else, or computed.
            if told.as_ref().is_some_and(|told| {
                told.ends_with(vocabulary::ORDER) || told.starts_with("add the bound `where ")
            }) {
                remove_children(diagnostic, changes, |child| {
                    let text = child["message"].as_str().unwrap_or("");
                    !text.starts_with("required by a bound")
                });
            }
            told
        }
        Some("E0277") if message.contains("` is no engine for ") && !is_of_parameter(&message) => {
            remove_children(diagnostic, changes, |child| {
                let text = child["message"].as_str().unwrap_or("");
                vocabulary::ABOUT_OTHER_ENGINES
                    .iter()
                    .any(|start| text.starts_with(start))
            });
            None
        }
        Some("E0277") if message == vocabulary::WIDENS => {
            let told = widened(diagnostic);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0277") if message.contains(": Into<") => habits::into_tensor(&message),
        Some("E0277") if message.contains("Module") => {
            let told = misplaced::module(&message, diagnostic, changes);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0277") if message.contains("erialize") => {
            misplaced::serialized(&message, diagnostic, evidence, changes)
        }
        Some("E0277") if message.starts_with("a file of weights cannot fill `") => {
            let of = message.split('`').nth(1).unwrap_or("");
            let is_number =
                vocabulary::ELEMENTS.contains(&of) || of == "char" || of.ends_with("String");
            remove_children(diagnostic, changes, |child| {
                let text = child["message"].as_str().unwrap_or("");
                text.starts_with("the following other types implement trait `")
                    || is_number
                    || text.starts_with("required by a bound in `Reader")
            });
            is_number.then(|| {
                "what is no weight is a field of a struct around this one, or an argument"
                    .to_owned()
            })
        }
        Some("E0277") if message.starts_with(vocabulary::OF_FLOATS) => {
            // The headline says what to do.
            remove_children(diagnostic, changes, |_| true);
            None
        }
        Some("E0277")
            if message.starts_with("the trait bound `bool: ") && evidence.is_of_shapes() =>
        {
            remove_children(diagnostic, changes, |_| true);
            changes.headline = Some((message, "elements `bool` are no numbers: `count_nonzero()` counts those that are true, and `cast::<f32>()` makes numbers of them".to_owned()));
            return;
        }
        Some("E0277")
            if evidence.is_of_shapes()
                && ["f32: Eq", "f64: Eq", "f32: Hash", "f64: Hash"]
                    .iter()
                    .any(|bound| message.contains(bound)) =>
        {
            remove_children(diagnostic, changes, |_| true);
            Some("floats have no `Eq` and no `Hash`, and tensors of them neither".to_owned())
        }
        Some("E0277") if message.ends_with("num_traits::Float` is not satisfied") => {
            let of = message.split('`').nth(1).unwrap_or("").split(':').next();
            let of = of.unwrap_or("");
            let told = match is_parameter(of) {
                true => {
                    remove_children(diagnostic, changes, |_| true);
                    format!(
                        "functions of floats are not for every `{of}`: the bounds are `{of}: 'static` and `where shapecheck::Host: shapecheck::engine::Floats<{of}>`"
                    )
                }
                false => format!(
                    "functions of floats are not for elements `{of}`: `cast::<f32>()` makes floats of them"
                ),
            };
            changes.headline = Some((message, told));
            return;
        }
        Some("E0308") if is_for_slices(before) => {
            let told = sliced(&place);
            if told.is_some() {
                remove_children(diagnostic, changes, |_| true);
            }
            told
        }
        Some("E0308") => place
            .sizes_given_twice()
            .or_else(|| habits::index(&place, diagnostic, changes))
            .or_else(|| place.sizes_apart(diagnostic, changes))
            .or_else(|| operators::product(&place, before, changes))
            .or_else(|| habits::larger_than_number(&place, diagnostic))
            .or_else(|| habits::power(&place, diagnostic))
            .or_else(|| place.borrowed(diagnostic, evidence, changes))
            .or_else(|| place.axis_as_value(before, diagnostic, changes))
            .or_else(|| place.other_thing(before, diagnostic, evidence, changes))
            .or_else(|| place.twin(diagnostic, changes))
            .or_else(|| habits::number_for_tensor(&place, before, diagnostic, changes))
            .or_else(|| habits::layers_in_list(&place, before, diagnostic, changes))
            .or_else(|| variables_as_rows(&place, changes))
            .or_else(|| habits::elements_for_tensor(&place, before))
            .or_else(|| place.rows_in_vector(&changes.headline.as_ref()?.1))
            .or_else(|| habits::into_tensor(&changes.headline.as_ref()?.1))
            .or_else(|| inline_size(before, evidence))
            .or_else(|| inline_names(&place, changes))
            .or_else(|| engine(changes))
            .or_else(|| elements(changes))
            .or_else(|| in_another_order(&place, changes))
            .or_else(|| number_for_constant(before, changes))
            .or_else(|| known_when_it_runs(changes))
            .or_else(|| assigned(&place, before, changes))
            .or_else(|| named_for_number(changes))
            .or_else(|| as_many_elements(&place, changes))
            .or_else(|| computed_result(before, changes)),
        Some("E0277") if message == vocabulary::NO_PARTS => {
            let told = parts_of_vector(&place, before);
            if told.is_some() {
                remove_children(diagnostic, changes, |_| true);
            }
            told
        }
        Some("E0277") if message == vocabulary::NO_SHAPE => {
            let told = no_shape(diagnostic, evidence);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        None if message == vocabulary::NO_DERIVE => place.derived_field(),
        None => place
            .without_code(&message)
            .or_else(|| habits::array_for_type(&place, &message, diagnostic, changes)),
        _ => None,
    };
    let Some(told) = told else {
        return;
    };
    let headline = match changes.headline.take() {
        Some((_, new)) => format!("{new}: {told}"),
        None => format!("{}: {told}", rewrite_with(&message, evidence)),
    };
    changes.kept.retain(|kept| *kept != message);
    changes.headline = Some((message, headline));
}

/// `use shapecheck::window::Conv;`, of which rustc says nothing for items of other crates.
fn import(message: &str) -> Option<String> {
    let rest = NOT_FOUND
        .iter()
        .find_map(|start| message.strip_prefix(start));
    let (name, rest) = rest?.split_once('`')?;
    let (_, path) = library::IMPORTS
        .iter()
        .find(|(import, _)| *import == name)?;
    let is_whole = rest.is_empty() || rest == " in this scope";
    (is_whole && super::is_with_crate())
        .then(|| format!("`use {}::{path};` imports it", vocabulary::CRATE))
}

/// How rustc begins to say that there is no such name.
pub const NOT_FOUND: [&str; 4] = [
    "cannot find type `",
    "cannot find trait `",
    "cannot find macro `",
    "failed to resolve: use of undeclared type `",
];

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

    /// `slice_axis::<-1>(0..3)`, whose length the call does not know.
    fn part_of_numbers(&self) -> Option<String> {
        let rest = self.sides().1.strip_prefix("::<")?;
        let (axis, rest) = rest.split_once(">(")?;
        let (start, end) = rest.split_once(')')?.0.split_once("..")?;
        let number = |text: &str| text.parse::<usize>().ok();
        let (start, end) = (number(start)?, number(end)?);
        let length = end.checked_sub(start)?;
        (self.marked() == "slice_axis")
            .then(|| format!("here it is `narrow_at::<{axis}, dim!({length}), {start}>()`"))
    }

    /// `shape![WIDTH]`
    fn constant(&self, message: &str) -> Option<String> {
        let name = self.marked();
        (message == "constant provided when a type was expected" && self.is_in_shape()).then(|| {
            match self.line.contains(&format!("const {name}:")) || name.len() == 1 {
                true => type_parameter(name),
                false => format!(
                    "a size is a type; write `{{{name}}}` for a `const {name}`; a parameter `const {name}{}",
                    vocabulary::TYPE_PARAMETERS
                ),
            }
        })
    }

    /// `x.split_axis::<-1, 12, 64>()`, for any function of the crate or of the user.
    fn number(&self, message: &str) -> Option<String> {
        let number = self.marked();
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (message == "constant provided when a type was expected"
            && is_number
            && super::is_with_crate()
            && !self.is_in_shape())
        .then(|| match self.is_shape_of_tensor() {
            // burn has the number of axes there.
            true => format!(
                "a shape is a type with a size for each axis, `{}![{}]`",
                vocabulary::SHAPE_MACRO,
                vec!["_"; number.parse().unwrap_or(1).clamp(1, 8)].join(", ")
            ),
            false => match self.all_numbers() {
                Some(call) => format!("the size of an axis is a type, `{call}`"),
                None => format!(
                    "the size of an axis is a type, `{}!({number})`",
                    vocabulary::SIZE_MACRO
                ),
            },
        })
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
            let is_number = written.bytes().all(|byte| byte.is_ascii_digit());
            match form.starts_with(vocabulary::SIZE_MACRO) && is_number {
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

    /// `Sensor::<SENSORS, 3>`, and `Table<B>` with `const B: usize`.
    fn named_constant(&self, message: &str) -> Option<String> {
        let name = self.marked();
        let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        if message != "constant provided when a type was expected"
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
    fn number_as_bound(
        &self,
        message: &str,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let name = self.sides().0.trim_end().strip_suffix(':')?;
        let name = &name[name.rfind(|c| !is_of_word(c)).map_or(0, |at| at + 1)..];
        if message != "expected trait, found builtin type `usize`" || !super::is_with_crate() {
            return None;
        }
        remove_children(diagnostic, changes, |_| true);
        Some(format!(
            "the size of an axis is a type, `{name}: Dim`, or a number, `const {name}: usize` in an item with `#[checked]`"
        ))
    }

    /// `ones::<dim!(3)>()` of a function that has `const N: usize`.
    fn size_for_constant(&self, message: &str) -> Option<String> {
        let is_size = self.marked().starts_with("dim!");
        (message == "type provided when a constant was expected" && is_size).then(|| {
            "this parameter is a `const N: usize`; one for the size of an axis is a type, `N: StaticDim`".to_owned()
        })
    }

    /// A method in an `impl` with `#[checked]`, of a trait without it: each shape that is compared is a parameter.
    fn checked_trait(&self, diagnostic: &mut Value) -> Option<String> {
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
            label.starts_with("`impl Trait` introduces")
                && code.starts_with(vocabulary::SHAPE_MACRO)
        };
        spans.iter().any(is_compared).then(|| {
            "`#[checked]` stands above the trait, and has to stand above this `impl`, too"
                .to_owned()
        })
    }

    /// `Tensor::<shape![2, 3]>` and `Tensor<f32>`
    fn tensor_parameters(
        &self,
        message: &str,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let name = self.marked();
        let is_tensor = names_of_tensors().any(|tensor| tensor == name);
        if message.starts_with("missing generics for type alias `") && is_tensor {
            remove_children(diagnostic, changes, |_| true);
            return Some(format!(
                "it has the type of its elements and a shape, `{name}<f32, shape![2, 3]>`"
            ));
        }
        if !message.ends_with("but 1 generic argument was supplied")
            || !is_tensor
            || !super::is_with_crate()
        {
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
                    "the shape comes behind the type of the elements, `{name}{open}{element}, shape![2, 3]>`, or any shape, `{name}{open}{element}, S>` with `S: Shape`"
                )
            }
        };
        remove_children(diagnostic, changes, |child| {
            let text = child["message"].as_str().unwrap_or("");
            text.contains(" defined here, with ")
                || text.starts_with("add missing generic argument")
        });
        Some(told)
    }

    /// A name in a shape that nothing declares.
    fn undeclared_name(
        &self,
        message: &str,
        diagnostic: &mut Value,
        changes: &mut Changes,
    ) -> Option<String> {
        let name = message.strip_prefix("cannot find type `")?;
        let (name, _) = name.split_once('`')?;
        if !self.is_in_shape() || name != self.marked() {
            return None;
        }
        remove_children(diagnostic, changes, |child| {
            child["message"] == "you might be missing a type parameter"
        });
        Some(format!(
            "{message}: a size with a name is declared, `dims! {{ {name} }}`, or is a parameter of the item, `{name}: Dim`"
        ))
    }

    /// A method that a tensor has along an axis, or under another name.
    fn method(
        &self,
        diagnostic: &mut Value,
        message: &str,
        changes: &mut Changes,
    ) -> Option<String> {
        let is_of_tensor = || {
            let (_, of) = message.split_once(" found for ").unwrap_or_default();
            let of = of.split('`').nth(1).unwrap_or("");
            let of = of.trim_start_matches(['&', '*']);
            let of = of.strip_prefix("mut ").unwrap_or(of);
            names_of_tensors().any(|name| of.starts_with(&format!("{name}<")))
        };
        let is_function = message.starts_with("no function or associated item named `");
        if !((is_function || message.starts_with("no method named `"))
            && super::is_with_crate()
            && is_of_tensor())
        {
            return None;
        }
        let method = self.marked();
        let told = match library::METHODS_ALONG.contains(&method) {
            true if is_function && ["concat", "concatenate"].contains(&method) => {
                "several are joined by `Tensor::concat_all([&x, &y], Axis::<-1>)`, along an axis that is counted from the end".to_owned()
            }
            true if method == "repeat" && habits::tiled(self).is_some() => {
                habits::tiled(self).unwrap_or_default()
            }
            true if is_function && habits::call(self, message, diagnostic).is_none() => {
                format!(
                    "it is a method of one tensor along an axis, `x.along::<-1>().{method}(..)`"
                )
            }
            along => match habits::call(self, message, diagnostic) {
                Some(told) => told,
                None if along => {
                    let arguments = self.lists()[1].join(", ");
                    // Channels are the second axis of images.
                    let rank = habits::Receiver::of(self, message, diagnostic).rank();
                    let axis = rank.filter(|rank| method.ends_with("_norm") && *rank > 2);
                    let axis = axis.map_or(1, |rank| rank - 1);
                    let told = format!(
                        "it goes along an axis, `along::<-{axis}>().{method}({arguments})`"
                    );
                    match misplaced::with_feature_of(method) {
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
                    format!("here it is `{}`", found?.1)
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
        let sign = diagnostic["children"]
            .as_array()?
            .iter()
            .find_map(|child| match child["message"].as_str()? {
                "consider borrowing here" => Some("&"),
                "consider mutably borrowing here" => Some("&mut "),
                _ => None,
            })?;
        let code = self.marked();
        if !evidence.is_of_shapes() || code.is_empty() {
            return None;
        }
        let spans = diagnostic["spans"].as_array().into_iter().flatten();
        let mut labels = spans.filter_map(|span| span["label"].as_str());
        if labels.any(|label| label.ends_with(" because of return type")) && code.ends_with(')') {
            // A reference to what is made here would outlive it.
            remove_children(diagnostic, changes, |child| {
                let text = child["message"].as_str().unwrap_or("");
                text.starts_with("consider ")
            });
            return Some(
                "what is made here is given by value: the type of the result has no `&`".to_owned(),
            );
        }
        let children = diagnostic["children"].as_array_mut()?;
        // Whoever writes `&` need not read the signature.
        children.retain(|child| {
            let message = child["message"].as_str().unwrap_or("");
            let is_signature = message.ends_with(" defined here");
            if is_signature {
                changes.removed.push(message.to_owned());
            }
            !is_signature
        });
        Some(format!("it is to be borrowed, `{sign}{code}`"))
    }

    /// Messages without a code.
    fn without_code(&self, message: &str) -> Option<String> {
        let is_in_shape = self.is_in_shape();
        match message {
            "generic parameters may not be used in const operations" if is_in_shape => {
                let name = self.marked();
                Some(type_parameter(name))
            }
            "generic parameters may not be used in const operations" if super::is_with_crate() => {
                Some("a number is computed from a const parameter in `shape!` alone; elsewhere it is a parameter of its own, `const M: usize`".to_owned())
            }
            _ => None,
        }
    }
}

/// Tensors of each engine, and of any.
fn names_of_tensors() -> impl Iterator<Item = &'static str> {
    let of_engines = vocabulary::ENGINES.iter().map(|(_, tensor)| *tensor);
    of_engines.chain([vocabulary::TENSOR])
}

/// What to write for a parameter `const B: usize`.
fn type_parameter(name: &str) -> String {
    format!(
        "`const {name}{}; without it a size is a type, `{name}: Dim` or `{name}: StaticDim`",
        vocabulary::TYPE_PARAMETERS
    )
}

/// A method with a list of missing bounds: the first of them that the crate reports.
fn missing(
    diagnostic: &mut Value,
    message: &str,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    if !message.ends_with("but its trait bounds were not satisfied") {
        return None;
    }
    let children = diagnostic["children"].as_array_mut()?;
    let list = children.iter().find_map(|child| {
        let text = child["message"].as_str()?;
        text.strip_prefix("the following trait bounds were not satisfied:")
    })?;
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
                    let told = "only the program knows this size: it is that of a tensor's axis, `x.size::<-1>()`, or `x.along_named::<Batch>().size()` by its name";
                    return Some((String::new(), told.to_owned()));
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
    children.retain(|child| {
        let text = child["message"].as_str().unwrap_or("");
        let is_computed =
            of.is_empty() && text.starts_with("the following trait bounds were not satisfied:");
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

/// The bounds of a user's `impl`, in which the method is, on parameters of the caller, `K: StaticDim`, or on what is computed
/// from them, `dim!(H * D): StaticDim`.
fn bound_of_block(diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
    let children = diagnostic["children"].as_array()?;
    let bound = children.iter().find_map(|child| {
        let text = child["message"].as_str()?.strip_prefix("trait bound `")?;
        let bound = text.strip_suffix("` was not satisfied")?;
        let (of, name) = bound.split_once(": ")?;
        let of = match is_parameter(of) {
            true => of.to_owned(),
            false => format!("{}!({})", vocabulary::SIZE_MACRO, computed(of)?),
        };
        let is_of_sizes = BOUNDS.contains(&name);
        is_of_sizes.then(|| format!("{of}: {name}"))
    })?;
    remove_children(diagnostic, changes, |child| {
        child["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("trait bound `"))
    });
    Some(format!("it is there with the bound `{bound}`"))
}

/// `H * D` of `<H as Arithmetic>::Times<D>`.
fn computed(size: &str) -> Option<String> {
    let told = rewrite_with(&format!("`{size}`"), Evidence::of("shapecheck::"));
    let told = told.trim_matches('`');
    let is_sign = |c: char| " +-*/()".contains(c);
    let is_written = told.chars().all(|c| c.is_alphanumeric() || is_sign(c));
    (is_written && told.contains(is_sign)).then(|| told.to_owned())
}

/// Whether a note lists only bounds with an axis or a shape that is not inferred, which nobody can write.
fn is_list_of_open_bounds(note: &str) -> bool {
    let list = note.strip_prefix("the following trait bounds were not satisfied:");
    list.is_some_and(|list| {
        let mut bounds = list.split('`').skip(1).step_by(2);
        bounds.all(|bound| bound.contains("<_"))
    })
}

/// A tensor that an operator or a method takes although it is used again or borrowed.
fn moved(
    diagnostic: &mut Value,
    place: &Place,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    let spans = diagnostic["spans"].as_array()?;
    let mut labels = spans.iter().filter_map(|span| span["label"].as_str());
    let is_tensor = evidence.is_of_shapes()
        && labels.any(|label| {
            label.contains(&format!("has type `{}<", vocabulary::TENSOR))
                || label.contains("has type `Tensor<")
        });
    let name = match diagnostic["code"]["code"] == "E0382" {
        true => {
            let message = diagnostic["message"].as_str()?;
            message.split('`').nth(1)?
        }
        false => place.marked(),
    };
    let is_said = |words: &str| {
        let mut labels = spans.iter().filter_map(|span| span["label"].as_str());
        labels.any(|label| label.contains(words))
    };
    let method = spans.iter().find_map(|span| {
        let is_call = span["label"]
            .as_str()?
            .ends_with("moved due to this method call");
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
        (None, _) if diagnostic["code"]["code"] != "E0382" && !is_said("usage in operator") => {
            format!("`{name}.clone()` is a tensor of its own, and `&{name}` borrows this one")
        }
        _ => format!("{}`&{name}`", vocabulary::ABOUT_MOVES),
    };
    // Whoever borrows it need not copy it, and whoever copies it is told how.
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        let starts = [
            "consider cloning ",
            "you can `clone` ",
            "calling this operator moves ",
        ];
        starts.iter().any(|start| text.starts_with(start))
            || text.contains("` takes ownership of the receiver `self`")
    });
    Some(told)
}

/// `let [rows, columns] = x.shape();`
fn is_of_shape(place: &Place, message: &str) -> bool {
    message.starts_with("expected an array or slice, found `")
        && place.sides().1.ends_with(".shape();")
        && super::is_with_crate()
}

/// `Batch` of `dims! { Batch }` and `N` of `N: Dim` in the place of a value. The whole headline.
fn size_as_value(place: &Place, message: &str, diagnostic: &Value) -> Option<String> {
    let name = place.marked();
    let is_name = message.starts_with("expected value, found type alias `")
        && declared::is_name_of_size(diagnostic, name);
    if is_name {
        return Some(format!(
            "`{name}` {}: its size is that of a tensor's axis, `x.along_named::<{name}>().size()`, and a parameter goes between `::<` and `>`",
            vocabulary::NO_VALUE
        ));
    }
    let is_parameter = message.starts_with("expected value, found type parameter `");
    (is_parameter && is_bound_shown(diagnostic, name)).then(|| {
        format!(
            "`{name}` {}: the size of an axis is `x.size::<-1>()`, and with the bound `{name}: StaticDim` it is `{name}::SIZE`",
            vocabulary::NO_VALUE
        )
    })
}

/// Whether a line that a message shows has the bound of a size for a parameter.
fn is_bound_shown(diagnostic: &Value, name: &str) -> bool {
    let spans = diagnostic["spans"].as_array().into_iter().flatten();
    let mut lines = spans.filter_map(marked);
    let bounds = ["Dim", "StaticDim"].map(|bound| format!("{name}: {bound}"));
    lines.any(|(line, _)| bounds.iter().any(|bound| line.contains(bound)))
}

/// `#[derive(Copy)]` on a struct with a tensor on the heap.
fn copied(diagnostic: &Value) -> Option<String> {
    let mut spans = diagnostic["spans"].as_array()?.iter();
    let of_field = spans.any(|span| {
        let (line, columns) = marked(span).unwrap_or_default();
        let code = line.get(columns).unwrap_or("");
        span["label"] == "this field does not implement `Copy`"
            && code.contains("Tensor<")
            && !code.contains("InlineTensor<")
    });
    (of_field && super::is_with_crate())
        .then(|| "a `Tensor` has its elements on the heap, and is `Clone` alone; an `InlineTensor` is `Copy`".to_owned())
}

/// `model.clone()` of a struct of the user's without `#[derive(Clone)]`.
fn underived(message: &str, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
    let name = message
        .strip_prefix("no method named `clone` found for struct `")?
        .split(['`', '<'])
        .next()?;
    let spans = diagnostic["spans"].as_array()?.iter();
    let mut labels = spans.filter_map(|span| span["label"].as_str());
    let is_of_user = labels.any(|label| label == "method `clone` not found for this struct");
    if !is_of_user || !super::is_with_crate() {
        return None;
    }
    remove_children(diagnostic, changes, |_| true);
    Some(format!("`#[derive(Clone)]` above `struct {name}` makes it"))
}

/// `static WEIGHTS: Tensor<f32, shape![2]> = Tensor::from([1.0, 2.0]);`
fn made_in_constant(
    message: &str,
    evidence: Evidence,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    let told = rewrite_with(message, evidence);
    let is_inline = told.contains("InlineTensor<");
    if !message.starts_with("cannot call non-const associated function ")
        || !told.contains("Tensor<")
    {
        return None;
    }
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        text.starts_with("calls in ")
            || text.starts_with("consider wrapping this expression in ") && is_inline
    });
    Some(match is_inline {
        true => "`InlineTensor::from_array(..)` makes one of constants".to_owned(),
        false => "a `Tensor` gets its memory when the program runs: `std::sync::LazyLock::new(|| ..)` makes it then, and `InlineTensor::from_array(..)` is a constant".to_owned(),
    })
}

/// `x.try_inverse()?` in a function that returns a `ShapeError`.
fn error_of_another_kind(
    diagnostic: &mut Value,
    message: &str,
    changes: &mut Changes,
) -> Option<String> {
    const ERRORS: [&str; 2] = ["ShapeError", "MatrixError"];
    let wanted = message.split('`').nth(3)?;
    let mut spans = diagnostic["spans"].as_array()?.iter();
    let given = spans.find_map(|span| {
        let (_, error) = span["label"].as_str()?.split_once("the trait `From<")?;
        Some(error.split('>').next()?.rsplit("::").next()?.to_owned())
    })?;
    if !ERRORS.contains(&given.as_str()) || !super::is_with_crate() {
        return None;
    }
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        text.starts_with("the question mark operation (`?`)")
            || text.contains("` is not implemented for `")
    });
    Some(format!(
        "this gives a `{given}`: `Box<dyn std::error::Error>` in the place of `{}` takes any error",
        wanted.rsplit("::").next()?
    ))
}

/// What reads the elements of a `ViewMut`. The whole headline.
fn view_that_writes(
    place: &Place,
    diagnostic: &mut Value,
    message: &str,
    changes: &mut Changes,
) -> Option<String> {
    if !message.contains("` cannot compute `") {
        return None;
    }
    let method = place.marked();
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        !text.starts_with("required by a bound")
    });
    Some(format!(
        "a `ViewMut` only changes its elements, and `{method}` reads them: `{}.view().{method}(..)`",
        place.receiver().unwrap_or("x")
    ))
}

/// The bound of an engine that is a parameter, `E: Floats<f32>`.
fn bound_of_engine(diagnostic: &mut Value, message: &str, changes: &mut Changes) -> Option<String> {
    let mut words = message.split('`').skip(1).step_by(2);
    let (engine, operation, element) = (words.next()?, words.next()?, words.next()?);
    let operation = operation.rsplit("::").next()?;
    let is_float = ["f32", "f64"].contains(&element);
    let of = match is_float && !OF_NUMBERS.contains(&operation.split('<').next()?) {
        true => "Floats",
        false => "Numbers",
    };
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        text.starts_with("a `ViewMut` only changes")
            || text.starts_with("a function that is generic over its engine")
            || text.starts_with("the trait `")
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

/// A parameter that `widen` meets.
fn widened(diagnostic: &Value) -> Option<String> {
    let mut labels = diagnostic["spans"]
        .as_array()?
        .iter()
        .filter_map(|span| span["label"].as_str());
    let label = labels.find(|label| label.starts_with(vocabulary::UNKNOWN_SIZE))?;
    let mut sizes = label.split('`').skip(1).step_by(2);
    let (size, wider) = (sizes.next()?, sizes.next()?);
    (is_parameter(size) || is_parameter(wider)).then(|| {
        format!("`widen()` is for numbers and `_`, and `{size}` is a parameter: `widen_axis::<-1>()` widens one axis and asks nothing of the others")
    })
}

/// `v.transpose()` of a vector.
fn vector_transposed(before: &Value, evidence: Evidence) -> Option<String> {
    let children = before["children"].as_array()?.iter();
    let mut notes = children.filter_map(|child| child["message"].as_str()?.lines().next());
    let is_vector = notes.any(|note| {
        let note = rewrite_with(note, evidence);
        let of = note.split_once("` is not implemented for `[");
        of.is_some_and(|(_, of)| of.ends_with("]`") && !of.contains([',', '.']))
    });
    is_vector.then(|| "a vector has one axis: the product of two is `v.dot(&w)`, and `insert_axis::<-1>()` makes a column of it".to_owned())
}

/// The shape that has no such axis.
fn no_axis(place: &Place, before: &Value, message: &str, evidence: Evidence) -> Option<String> {
    let children = before["children"].as_array()?;
    if let Some(name) = children.iter().find_map(element_in_shape) {
        return Some(format!(
            "`{name}` is the type of elements, and stands where a size goes: {}",
            vocabulary::ORDER
        ));
    }
    let shape = children.iter().find_map(|child| {
        let text = child["message"].as_str()?.lines().next()?;
        let missing = text.strip_prefix("the trait `")?;
        let (name, of) = missing.split_once("` is not implemented for `")?;
        (name.contains("Axis<") || name.contains("Axes<"))
            .then(|| of.trim_end_matches('`').to_owned())
    })?;
    let axis = message.strip_prefix(vocabulary::NO_AXIS)?;
    if is_parameter(&shape) {
        return Some(format!(
            "the shape `{shape}` {}{axis} for sure: it is there with the bound `{shape}: HasAxis<{axis}>`, or in `shape![..{shape}, N]`",
            vocabulary::NO_AXIS_OF
        ));
    }
    let shape = rewrite_with(&format!("`{shape}`"), evidence);
    let from_end = counted_from_end(&shape, axis).unwrap_or_default();
    // As it is written, if the axis is all that stands there.
    let from_end = match from_end.strip_prefix(FROM_END) {
        Some(number) if place.sides().1.starts_with(&format!("::<{axis}>(")) => {
            format!("{from_end}: `{}::<-{number}>`", place.marked())
        }
        _ => from_end,
    };
    Some(format!(
        "the shape {shape} {}{axis}{from_end}",
        vocabulary::NO_AXIS_OF
    ))
}

/// What an axis that is counted from the front is from the end, in a shape whose axes are all told.
fn counted_from_end(shape: &str, axis: &str) -> Option<String> {
    let sizes = shape
        .trim_matches('`')
        .strip_prefix('[')?
        .strip_suffix(']')?;
    let is_known = !sizes.is_empty() && !sizes.contains(['.', '<', '(']);
    let rank = sizes.split(", ").count();
    let axis: usize = axis.parse().ok()?;
    (is_known && axis < rank).then(|| format!("{FROM_END}{}", rank - axis))
}

/// How a headline ends about an axis that is counted from the front.
const FROM_END: &str = ": axes are counted from the end, and this one is -";

/// Whether something else stands where slices of axes go.
fn is_for_slices(before: &Value) -> bool {
    let mut spans = before["spans"].as_array().into_iter().flatten();
    spans.any(|span| {
        let label = span["label"].as_str();
        label.is_some_and(|label| label.starts_with(vocabulary::SLICES))
    })
}

/// `x.slice(0..1)`, of the first axis.
fn sliced(place: &Place) -> Option<String> {
    let in_front = place.line.get(..place.marked.0)?.strip_suffix('(')?;
    let start = in_front.rfind(|c: char| !(c.is_alphanumeric() || "_.".contains(c)));
    let called = &in_front[start.map_or(0, |start| start + 1)..];
    let marked = place.marked();
    let entries = marked
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'));
    Some(format!(
        "here the expression is `{called}(s![{}, ...])`, where `...` is all other axes",
        entries.unwrap_or(marked)
    ))
}

/// `let [a, b] = x.along::<-1>().chunk(2);`. The whole headline.
fn parts_in_array(place: &Place) -> Option<String> {
    let (_, count) = place.sides().1.split_once(".chunk(")?;
    let (count, _) = count.split_once(')')?;
    Some(format!(
        "`chunk` gives an iterator, of a number of parts that only the program knows: `split_equal::<{count}>()` gives an array of equal parts"
    ))
}

/// `Tensor::stack(tensors, Axis::<-3>)` of a vector.
fn parts_of_vector(place: &Place, before: &Value) -> Option<String> {
    let children = before["children"].as_array()?.iter();
    let mut notes = children.filter_map(|child| child["message"].as_str());
    let of = notes.find_map(|note| {
        note.split_once("` is not implemented for `")?
            .1
            .split('`')
            .next()
    })?;
    let of = of.trim_start_matches('&');
    let marked = place.marked().trim_start_matches('&');
    let is_name = marked.chars().all(is_of_word);
    let name = if is_name { marked } else { "tensors" };
    let is_list = of.starts_with("Vec<") || of.starts_with('[');
    Some(match of.contains("<&") || of.starts_with("[&") {
        true if is_list => format!("`&{name}[..]` is a slice of them"),
        false if is_list => {
            format!("`&Vec::from_iter(&{name})[..]` is a slice of references to them")
        }
        _ => return None,
    })
}

/// Indices that are other integers: `table.embedding(&tokens)` of `u32`.
fn other_indices(place: &Place, before: &Value, evidence: Evidence) -> Option<String> {
    let children = before["children"].as_array()?.iter();
    let mut notes = children.filter_map(|child| child["message"].as_str());
    let of = notes.find_map(|note| {
        note.lines()
            .next()?
            .split_once("` is not implemented for `")
    })?;
    let of = rewrite_with(&format!("`{}", of.1), evidence);
    let (_, element) = of.split_once("Tensor<")?;
    let element = element.split(',').next()?;
    let name = place.marked().trim_start_matches('&');
    let is_name = !name.is_empty() && name.chars().all(|c| is_of_word(c) || c == '.');
    let is_integer = element.starts_with(['u', 'i']) && vocabulary::ELEMENTS.contains(&element);
    (is_name && is_integer).then(|| format!("`{name}` has `{element}`: `&{name}.cast::<usize>()`"))
}

/// `x.slice(s![1..3])` of a matrix.
fn entries_for_all_axes(place: &Place, message: &str) -> Option<String> {
    let (rank, entries) = message.split_once(", the entries are for rank ")?;
    let rank: usize = rank.rsplit(' ').next()?.parse().ok()?;
    let entries: usize = entries.parse().ok()?;
    let (_, list) = place.line.split_once("s![")?;
    let (list, _) = list.split_once(']')?;
    let missing = rank.checked_sub(entries).filter(|missing| *missing > 0)?;
    let others = ", ..".repeat(missing);
    (!place.line[place.line.find("s![")? + 3..].contains("s!["))
        .then(|| format!("each axis has an entry, `s![{list}{others}]`"))
}

/// `let model = load_file("model.safetensors")?;`
fn loaded(
    place: &Place,
    before: &Value,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    let function = ["load_file", "load_mapped", "load"]
        .into_iter()
        .find(|name| place.line.contains(&format!("= {name}(")))?;
    let of = declared::loaded(before)?;
    if !super::is_with_crate() {
        return None;
    }
    remove_children(diagnostic, changes, |_| true);
    let name = place.marked();
    Some(format!(
        "`{function}` fills the struct that its result is, `let {name}: {of} = {function}(..)`"
    ))
}

/// `x.cov()` of a table whose columns are the variables.
fn variables_as_rows(place: &Place, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let method = ["cov", "corrcoef"]
        .into_iter()
        .find(|name| place.marked().contains(&format!(".{name}()")))?;
    told.contains("expected shape [").then(|| {
        format!("`{method}` has a row for each variable: of columns it is `transpose().{method}()`")
    })
}

/// What a function gives whose sizes are computed, in the place of another size.
fn computed_result(before: &Value, changes: &Changes) -> Option<String> {
    let mut spans = before["spans"].as_array()?.iter();
    let is_result = spans.any(|span| {
        let label = span["label"].as_str().unwrap_or("");
        label.ends_with(" because of return type")
    });
    let (_, told) = changes.headline.as_ref()?;
    let (_, found) = told.split_once("], found [")?;
    let (found, rest) = found.split_once(']')?;
    let has_grown = found.contains(" + ") && rest.starts_with(" (axis ") && !rest.contains(';');
    (is_result && has_grown)
        .then(|| format!("where it is to grow, the result is of `shape![{found}]`"))
}

/// Targets `[32, 1]` for scores `[32, 10]`.
fn targets_of_one(place: &Place, before: &Value, evidence: Evidence) -> Option<String> {
    let children = before["children"].as_array()?.iter();
    let mut notes = children.filter_map(|child| child["message"].as_str());
    let note = notes.find(|note| note.contains("` to implement `Classifies<"))?;
    let targets = rewrite_with(note, evidence);
    targets.ends_with(", 1]>`").then(|| {
        let targets = place.marked().trim_start_matches('&');
        format!("`{targets}.remove_axis::<-1>()` has one for each row")
    })
}

/// `x.along_named::<Seq>()` of `[B, Seq, 64]`: the number of the axis that has the name for sure.
fn axis_of_name(
    diagnostic: &mut Value,
    before: &Value,
    message: &str,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    let name = rewrite_with(message, evidence);
    let name = name
        .strip_prefix(vocabulary::WHICH_AXIS)?
        .split('`')
        .next()?;
    let axis = before["children"].as_array()?.iter().find_map(|child| {
        let (of, bound) = required(child["message"].as_str()?)?;
        let shape = rewrite_with(&format!("`{of}`"), evidence);
        let sizes = shape.strip_prefix("`[")?.strip_suffix("]`")?;
        let sizes: Vec<&str> = sizes.split(", ").collect();
        let mut named = sizes.iter().rev().enumerate();
        let mut named = named.by_ref().filter(|(_, size)| **size == name);
        let (axis, _) = named.next()?;
        let is_only = named.next().is_none() && name_of(bound) == "NamedAxis";
        is_only.then_some(axis + 1)
    })?;
    remove_children(diagnostic, changes, |child| {
        let text = child["message"].as_str().unwrap_or("");
        text.starts_with("the trait `") && text.contains("` is not implemented for `")
    });
    Some(format!(
        "`along::<-{axis}>()` takes that of `{name}` by its number"
    ))
}

/// `f32` of `[R, f32]`, the shape that a note names.
fn element_in_shape(child: &Value) -> Option<&'static str> {
    let text = child["message"].as_str()?;
    let (_, shape) = text.split_once("` is not implemented for `")?;
    vocabulary::ELEMENTS
        .iter()
        .find(|name| shape.contains(&format!(", {name}>")))
        .copied()
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
        remove_children(diagnostic, changes, |child| {
            let text = child["message"].as_str().unwrap_or("");
            text.starts_with("the trait `std::ops::")
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
            text.starts_with("consider ") || text.starts_with("the trait `std::ops::")
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

/// A sum or another reduction to a number of another type than the elements.
fn reduced_elements(message: &str) -> Option<String> {
    let (_, rest) = message.split_once(" as Reduces<")?;
    let (operation, result) = rest.split_once(">>::Element == ")?;
    let (_, elements) = operation.rsplit_once(", ")?;
    let result = result.trim_end_matches('`');
    let are_known = [elements, result]
        .iter()
        .all(|name| vocabulary::ELEMENTS.contains(name));
    (are_known && elements != result).then(|| {
        format!(
            "the elements are `{elements}`: `cast::<{result}>(){}",
            vocabulary::CONVERTS
        )
    })
}

/// The shape that an index of another number of axes goes into.
fn indexed(before: &Value, evidence: Evidence) -> Option<String> {
    let children = before["children"].as_array()?;
    let shape = children.iter().find_map(|child| {
        let text = child["message"].as_str()?.lines().next()?;
        let (_, shape) = text.split_once("` is not implemented for `")?;
        Some(shape.trim_end_matches('`').to_owned())
    })?;
    Some(format!(
        "the shape is {}",
        rewrite_with(&format!("`{shape}`"), evidence)
    ))
}

/// `B::SIZE` of `B: Dim`.
fn size_of_parameter(
    diagnostic: &mut Value,
    message: &str,
    changes: &mut Changes,
) -> Option<String> {
    let rest = message.strip_prefix("no associated item named `")?;
    let (item, rest) = rest.split_once("` found for type parameter `")?;
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
            text.contains("similarly named trait")
                || text.starts_with("items from traits can only")
                || text.contains("` which provides `")
        })
    });
    Some(format!("it is there with the bound `{parameter}: {bound}`"))
}

/// Whether a headline is about a type parameter.
fn is_of_parameter(message: &str) -> bool {
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
}

/// The bound that is missing on a type parameter.
fn bound_of_parameter(message: &str) -> Option<String> {
    let (name, rest) = message.strip_prefix('`')?.split_once("` ")?;
    let is_engine = is_engine(name);
    let is_parameter = is_parameter(name);
    match rest {
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
        "is no engine of tensors" if is_parameter => Some(format!(
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
        Some((_, by)) if by.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{told}, or make the axis a product, `shape![{by} * D]`, whose parts need none")
        }
        _ => told,
    }
}

/// A type that is not a shape, according to the label.
fn no_shape(diagnostic: &Value, evidence: Evidence) -> Option<String> {
    let mut labels = diagnostic["spans"]
        .as_array()?
        .iter()
        .filter_map(|span| span["label"].as_str());
    let found = labels.find_map(|label| {
        label
            .strip_prefix("expected a shape, not `")?
            .strip_suffix('`')
    })?;
    let told = format!("`{}` is not a shape", rewrite_with(found, evidence));
    Some(match found {
        _ if vocabulary::ELEMENTS.contains(&found) => {
            format!("{told}: the type of the elements comes first, `Tensor<{found}, shape![2, 3]>`")
        }
        _ if is_parameter(found) => format!(
            "{told}: a parameter that is one has the bound `{found}: Shape`, and a size, `{found}: Dim`, stands in `shape![{found}]`"
        ),
        _ => told,
    })
}

/// The axes that are expected, in another order.
fn in_another_order(place: &Place, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let (_, shapes) = told.split_once("expected shape ")?;
    let (expected, rest) = shapes.split_once(", found ")?;
    let found = rest.split_once(']')?.0;
    let found = format!("{found}]");
    order::joined(place, expected, &found)
        .or_else(|| order::of_mismatch(expected, &found, place.is_in_array()))
}

/// `InlineTensor<f64, shape![_]>` where a tensor is expected: there is no such tensor. `before` is the message with all
/// its notes.
fn inline_size(before: &Value, evidence: Evidence) -> Option<String> {
    let children = before["children"].as_array()?;
    let mut notes = children
        .iter()
        .filter_map(|child| child["message"].as_str()?.lines().next());
    let expected = notes.find(|note| note.starts_with("expected "))?;
    let expected = rewrite_with(expected, evidence);
    let (_, shape) = expected.split_once("InlineTensor<")?;
    let (sizes, _) = shape.split_once('[')?.1.split_once(']')?;
    let mut sizes = sizes.split(", ");
    sizes
        .any(|size| size == "_")
        .then(|| vocabulary::INLINE_SIZES.to_owned())
}

/// `InlineTensor::from([1.0, 2.0, 3.0])` for a shape with a name, `[World]`.
fn inline_names(place: &Place, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let (_, shapes) = told.split_once("expected shape [")?;
    let (expected, _) = shapes.split_once("], found [")?;
    let has_name = expected
        .split(", ")
        .any(|size| size.starts_with(|c: char| c.is_ascii_uppercase()));
    let marked = place.marked().trim_start_matches('&');
    (has_name && marked.starts_with("InlineTensor::from(")).then(|| {
        "`InlineTensor::from_array(..)` makes the shape that is stated, with names".to_owned()
    })
}

/// `InlineTensor::<f64, shape![_]>::from([1.0])`
fn inline_array(message: &str, place: &Place) -> Option<String> {
    let is_of_array = message.contains(" as NestedArray>::Shape == ");
    let is_open = message.contains(&format!(", {}>", vocabulary::DYNAMIC_SIZE));
    let is_inline = place.marked().starts_with("InlineTensor");
    (is_of_array && is_open && is_inline).then(|| vocabulary::INLINE_SIZES.to_owned())
}

/// A number where a const parameter is expected, or the other way round, if nothing else differs. `before` is the
/// message with all its places.
fn number_for_constant(before: &Value, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let axes = told.rsplit_once(" (axis ")?.1.strip_suffix(')')?;
    let (_, sizes) = axes.split_once("expected ")?;
    let (expected, found) = sizes.split_once(", found ")?;
    let is_number = |size: &str| size.bytes().all(|byte| byte.is_ascii_digit());
    let (parameter, number) = match is_number(expected) {
        true => (found, expected),
        false => (expected, found),
    };
    let declared = format!("const {parameter}: usize");
    let is_declared = |span: &Value| marked(span).is_some_and(|(line, _)| line.contains(&declared));
    let is_constant = before["spans"].as_array()?.iter().any(is_declared);
    (is_constant && is_number(number) && !axes.contains(';'))
        .then(|| format!("write `{parameter}` in the place of {number}"))
}

/// Dynamic sizes in place of static ones, or the other way round, if nothing else differs.
fn known_when_it_runs(changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    if !told.contains("expected shape [") {
        return None;
    }
    let axes = told.rsplit_once(" (axis ")?.1.strip_suffix(')')?;
    let mut pairs = axes.split("; ").map(|axis| {
        let (_, sizes) = axis.split_once("expected ")?;
        sizes.split_once(", found ")
    });
    let dynamic = "_";
    if pairs
        .clone()
        .all(|pair| pair.is_some_and(|(expected, _)| expected == dynamic))
    {
        let found = pairs.filter_map(|pair| pair.map(|(_, found)| found));
        let widens = "`widen()` makes a known size one that only the program knows";
        // A parameter in the place of `_` may well be the axis beside it.
        return Some(match found.into_iter().any(is_parameter) {
            true => format!("are the axes in the right order? `swap_axes` exchanges two; {widens}"),
            false => widens.to_owned(),
        });
    }
    pairs
        .all(|pair| pair.is_some_and(|(_, found)| found == dynamic))
        .then(|| "`try_into_shape()` compares sizes that only the program knows".to_owned())
}

/// A shape of numbers or of other names in the place of one with names, or a size that is computed in another way.
fn named_for_number(changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let (_, shapes) = told.split_once("expected shape [")?;
    let (expected, found) = shapes.split_once("], found [")?;
    let (found, _) = found.split_once(']')?;
    let wanted: Vec<&str> = expected.split(", ").collect();
    let given: Vec<&str> = found.split(", ").collect();
    let is_number = |size: &str| size.bytes().all(|byte| byte.is_ascii_digit());
    let is_computed = |size: &str| size.contains(' ');
    // A parameter is a letter, and a name of `dims!` a word.
    let is_name = |size: &str| size.len() > 1 && is_parameter(size);
    let apart = wanted
        .iter()
        .zip(&given)
        .filter(|(one, other)| one != other);
    let apart: Vec<_> = apart.collect();
    if wanted.len() != given.len() || apart.is_empty() {
        return None;
    }
    if apart
        .iter()
        .all(|(wanted, given)| is_name(wanted) && is_number(given))
    {
        return Some(format!("`named::<shape![{expected}]>()` gives sizes names"));
    }
    if apart
        .iter()
        .all(|(wanted, given)| is_name(wanted) && is_name(given))
    {
        return Some(format!(
            "these are two names, and where one is meant for the other, `named::<shape![{expected}]>()` gives it"
        ));
    }
    let factors = |size: &str| {
        // `N + N` is `2 * N`.
        let written = match size.split_once(" + ") {
            Some((one, other)) if one == other => format!("2 * {one}"),
            _ => size.to_owned(),
        };
        let mut words: Vec<String> = written.split(' ').map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let mut sizes = apart.iter();
    sizes
        .all(|(wanted, given)| is_computed(wanted) && factors(wanted) == factors(given))
        .then(|| format!("a size is the type by which it is computed, `shape![{found}]`"))
}

/// A shape of as many elements as the one that is expected.
fn as_many_elements(place: &Place, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let (_, shapes) = told.split_once("expected shape [")?;
    let (expected, found) = shapes.split_once("], found [")?;
    let (found, _) = found.split_once(']')?;
    let count = |shape: &str| -> Option<u64> {
        let sizes = shape.split(", ").map(|size| size.parse::<u64>().ok());
        sizes
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .try_fold(1, u64::checked_mul)
    };
    if found == "_" && place.marked().contains("::from(") {
        return Some(
            "`from_vec(..)?` makes the shape that the type says, of as many elements".to_owned(),
        );
    }
    (count(expected)? == count(found)?).then(|| {
        format!("there are as many elements: `reshape::<shape![{expected}]>()` reads them so")
    })
}

/// `x = layer.forward(&x);` of a variable that has another shape. `before` is the message with all its labels.
fn assigned(place: &Place, before: &Value, changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let mut spans = before["spans"].as_array()?.iter();
    let is_of_value = spans.any(|span| span["label"] == "expected due to this value");
    let assigned = place.sides().0.trim().strip_suffix(" =")?;
    let (front, name) =
        assigned.split_at(assigned.rfind(|c| !is_of_word(c)).map_or(0, |at| at + 1));
    let is_name = front.trim_end().is_empty() || front.trim_end().ends_with(['{', ';']);
    let told = (is_of_value && is_name && told.contains("expected shape ["))
        .then(|| format!("{}{name} = ..`", vocabulary::RENEWED))?;
    Some(match declared::is_in_loop(before, name) {
        true => format!("{told}, for each step one instead of the loop"),
        false => told,
    })
}

/// The type that is expected and the one that is found, without `&` and `&mut`.
fn types_apart(changes: &Changes) -> Option<[&str; 2]> {
    let (_, told) = changes.headline.as_ref()?;
    let types = told.split('`').skip(1).step_by(2);
    let mut types = types.map(|code| code.trim_start_matches('&').trim_start_matches("mut "));
    Some([types.next()?, types.next()?])
}

/// A tensor on one engine in place of one on another.
fn engine(changes: &Changes) -> Option<String> {
    let [expected, found] =
        types_apart(changes)?.map(|code| code.split('<').next().unwrap_or(code));
    let hint = match (expected, found) {
        ("Tensor", "View" | "ViewMut") => "`to_tensor()` copies the elements of a view",
        ("Tensor", "InlineTensor") => "`to_heap()` moves an inline tensor to the heap",
        ("View", "Tensor" | "InlineTensor") => "`view()` borrows a tensor",
        ("View", "ViewMut") => "`view()` borrows a view that changes elements",
        ("ViewMut", "Tensor" | "InlineTensor") => "`view_mut()` borrows a tensor to change it",
        ("ViewMut", "View") => {
            "a `View` only reads; `view_mut()` of a tensor gives a view that changes it"
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

/// A tensor of other elements. What the two say of their engines and shapes is told beside it.
fn elements(changes: &Changes) -> Option<String> {
    let of = |code: &'_ str| {
        let (name, arguments) = code.split_once('<')?;
        let element = arguments.split([',', '>']).next()?;
        let is_one = vocabulary::is_tensor(name) && vocabulary::ELEMENTS.contains(&element);
        is_one.then(|| element.to_owned())
    };
    let [expected, found] = types_apart(changes)?.map(of);
    let (expected, found) = (expected?, found?);
    // Floats in the place of indices are another tensor.
    let is_other = found.starts_with('f') && !expected.starts_with('f');
    (expected != found && !is_other)
        .then(|| format!("`cast::<{expected}>()` converts each `{found}`"))
}
