//! Advice for mistakes that rustc reports in its own words, which the crate's texts cannot change. It goes into the
//! headline.

use serde_json::Value;

use super::children::{alone, labels, marked, remove_children, remove_notes, required, texts};
use super::place::Place;
use super::rendered::Changes;
use super::rustc::{self, Phrase, Reads};
use super::words::{is_of_path, is_of_word};
use super::{axes, bounds, declared, habits, made, mismatch, misplaced, operators, parameters};
use crate::types::{Evidence, library, rewrite_with, vocabulary};

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
        _ if import(&message).is_some() && misplaced::kind_of_type(diagnostic).is_none() => {
            remove_notes(diagnostic, changes, |_| true);
            import(&message)
        }
        Some("E0747") => place
            .constant(&message, diagnostic)
            .or_else(|| habits::flattened_by_rank(&place, &message, diagnostic))
            .or_else(|| place.number(&message))
            .or_else(|| place.axis_behind(&message))
            .or_else(|| place.axis_of_reduction(&message))
            .or_else(|| place.named_constant(&message))
            .or_else(|| habits::array_for_shape(&message, place.marked()))
            .or_else(|| place.type_for_axis(&message, diagnostic, changes))
            .or_else(|| place.size_for_constant(&message)),
        Some("E0435") => place.variable(&message).inspect(|_| {
            remove_children(diagnostic, changes, |child| {
                child["message"].as_str().is_some_and(|text| text.is(rustc::CONST_FOR_LET))
            });
        }),
        Some("E0049") => place.checked_trait(diagnostic),
        Some("E0423" | "E0425") => {
            let told = place
                .type_as_value(diagnostic)
                .or_else(|| place.axis_of_ndarray())
                .or_else(|| place.shape_as_function(diagnostic))
                .or_else(|| bounds::size_as_value(&place, diagnostic))
                .or_else(|| habits::named_argument(&place, &message, diagnostic))
                .or_else(|| place.undeclared_name(&message, diagnostic, changes));
            if told.is_some() {
                remove_notes(diagnostic, changes, |text| {
                    rustc::TYPE_AS_VALUE.read(text).is_some()
                        || rustc::MODULE_AS_FUNCTION.read(text).is_some()
                });
                let label = labels(diagnostic).find(|label| label.begins(rustc::NOT_A_VALUE));
                let label = label.map(|label| (label.to_owned(), "not a value".to_owned()));
                changes.labels.extend(label);
            }
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0618") if place.marked() == vocabulary::AXIS => place.axis_of_ndarray(),
        Some("E0061") => place
            .setting_of_nothing(before, diagnostic, changes)
            .or_else(|| habits::argument_of_method(&place, &message, before, diagnostic, changes))
            .or_else(|| place.size_as_argument(before, diagnostic, changes))
            .or_else(|| place.missing_argument(before, diagnostic, changes)),
        Some("E0067" | "E0070") => operators::part_that_changes(&place, diagnostic, changes),
        Some("E0005") if place.line.contains(".dims();") && super::is_with_crate() => {
            let value = place.sides().1.trim_start().strip_prefix("= ");
            let value = value.and_then(|value| value.strip_suffix(".dims();"));
            remove_notes(diagnostic, changes, |_| true);
            Some(format!(
                "`dims` gives a slice, and an array is `let {} = {}.sizes();`",
                place.marked(),
                value.unwrap_or("x")
            ))
        }
        Some("E0529") if is_of_shape(&place, &message) => Some(format!(
            "sizes are an array, `let {} = x.sizes();`",
            place.marked()
        )),
        Some("E0599")
            if place
                .marked()
                .strip_prefix("try_")
                .is_some_and(|form| library::METHODS.contains(&form))
                && message.contains("Tensor") =>
        {
            remove_notes(diagnostic, changes, |_| true);
            let form = place.marked().trim_start_matches("try_");
            Some(format!("`{form}` gives no `Result`, and is written without `try_`"))
        }
        Some("E0599") if message.holds(rustc::FOUND_FOR_STRUCT, "NamedDim<Named, Size>` ") => {
            // A name of another method that no user calls.
            remove_notes(diagnostic, changes, |text| text.begins(rustc::SIMILAR_METHOD));
            let (name, _) = message.halves(rustc::FOUND_FOR_STRUCT).unwrap_or_default();
            let told = format!("{name} found for a size with a name");
            changes.headline = Some((message, told));
            return;
        }
        Some("E0599") if message.holds(rustc::FOUND_FOR_STRUCT, "Pool<") => place.pool(),
        Some("E0599") if place.marked() == "into_scalar" && evidence.is_of_shapes() => {
            let rank = habits::Receiver::of(&place, &message, before).rank();
            let index = vec!["0"; rank.unwrap_or(1)].join(", ");
            let name = place.receiver().unwrap_or("x");
            remove_notes(diagnostic, changes, |_| true);
            Some(format!("it is for a tensor without axes, and an element is `{name}[[{index}]]`"))
        }
        Some("E0277")
            if message.opens(rustc::TRAIT_BOUND, "bool: ") && message.contains("From<f")
                && ["all", "any"].contains(&place.marked()) =>
        {
            remove_notes(diagnostic, changes, |_| true);
            Some(format!("it is for masks, `map(|v| v != 0.0).{}()`", place.marked()))
        }
        Some("E0529")
            if rewrite_with(&message, evidence).contains("found `InlineTensor<")
                && super::is_with_crate() =>
        {
            let value = place.sides().1.trim_start().strip_prefix("= ");
            let value = value
                .and_then(|value| value.strip_suffix(';'))
                .unwrap_or("x");
            let count = place.marked().split(',').count();
            Some(format!(
                "elements are taken out of an array, `let {}: [_; {count}] = {value}.into();`",
                place.marked()
            ))
        }
        Some("E0615")
            if message.opens(rustc::METHOD_TAKEN, "shape` ") && place.sides().0.contains("let [") =>
        {
            let (before, _) = place.sides();
            let (_, names) = before.split_once("let [").unwrap_or_default();
            let names = names.split(']').next().unwrap_or("");
            let value = place.receiver().unwrap_or("x");
            remove_notes(diagnostic, changes, |_| true);
            evidence
                .is_of_shapes()
                .then(|| format!("sizes are an array, `let [{names}] = {value}.sizes();`"))
        }
        Some("E0432") if message.opens(rustc::UNRESOLVED_IMPORT, "shapecheck::prelude`") => Some(
            "there is none: `use shapecheck::{Tensor, shape};`, and what else is named".to_owned(),
        ),
        Some("E0529") if place.sides().1.contains(".chunk(") && super::is_with_crate() => {
            let told = axes::parts_in_array(&place);
            if let Some(told) = told {
                changes.headline = Some((message, told));
            }
            return;
        }
        Some("E0107") if place.marked() == "view" && place.lists()[0].len() == 1 => {
            let shape = place.lists()[0].concat();
            let is_shape = shape.starts_with(vocabulary::SHAPE_MACRO);
            if is_shape {
                let label = texts(diagnostic).find(|text| text.begins(rustc::REMOVE_PARAMETERS));
                let told = "`view()` borrows the whole".to_owned();
                changes
                    .labels
                    .extend(label.map(|label| (format!("help: {label}"), told)));
                remove_notes(diagnostic, changes, |_| true);
            }
            is_shape.then(|| format!("here it is `reshape::<{shape}>()`"))
        }
        Some("E0107") if message.begins(rustc::MISSING_PARAMETERS_OF_TRAIT) => {
            let name = place.marked();
            library::TRAITS_OF_ENGINES.contains(&name).then(|| {
                remove_notes(diagnostic, changes, |_| true);
                format!("it has the type of the elements, `{name}<f32>`")
            })
        }
        Some("E0107") => alone(place.pool(), diagnostic, changes)
            .or_else(|| place.tensor_parameters(&message, diagnostic, changes))
            .or_else(|| place.parameters(before, diagnostic, changes)),
        Some("E0204") => copied(diagnostic, changes),
        Some("E0594" | "E0596") => {
            operators::view_that_reads(&message, evidence, diagnostic, changes)
        }
        Some("E0608") => operators::element(&message, &place, diagnostic, changes),
        Some("E0609") if ["T", "mT", "H"].contains(&place.marked()) && evidence.is_of_shapes() => {
            Some("here it is `transpose()`".to_owned())
        }
        Some("E0609") if evidence.is_of_shapes() => habits::call(&place, &message, before),
        Some("E0614") => operators::part_dereferenced(&place, &message, evidence)
            .or_else(|| habits::of_python(&place, &message)),
        Some("E0689") if message.holds(rustc::AMBIGUOUS_NUMBER, "{float}`") => {
            let (_, closure) = place.line.rsplit_once(".map(|").unwrap_or_default();
            let name = closure
                .split(['|', ':'])
                .next()
                .filter(|name| !name.is_empty());
            name.filter(|_| super::is_with_crate()).map(|name| {
                remove_notes(diagnostic, changes, |_| true);
                format!("the closure says of which type the elements are, `|{name}: f32|`")
            })
        }
        Some("E0015") => made_in_constant(&message, evidence, diagnostic, changes),
        Some("E0271" | "E0277") if mismatch::is_of_open_inline_array(&message, &place) => {
            remove_notes(diagnostic, changes, |_| true);
            changes.headline = Some((message, vocabulary::INLINE_SIZES.to_owned()));
            return;
        }
        Some("E0271") => reduced_elements(&message)
            .or_else(|| mismatch::names_of_array(&place, changes))
            .or_else(|| {
                let is_of_integers = message.opens(rustc::MISMATCH_RESOLVING, "<[{integer}; ")
                    || message.opens(rustc::MISMATCH_RESOLVING, "<[[{integer}; ");
                let is_of_floats = message.ends_with("::Element == f32`")
                    || message.ends_with("::Element == f64`");
                (is_of_integers && is_of_floats).then(|| vocabulary::FLOATS_HAVE_A_POINT.to_owned())
            }),
        Some("E0038") => place.method_of_object(before, diagnostic, changes),
        Some("E0404") if message.begins(rustc::NO_TRAIT_BUT_ALIAS) => {
            let name = place.marked();
            declared::is_name_of_size(before, name).then(|| {
                format!("`{name}` is a size, and stands in `shape![{name}]`; a parameter for any size has the bound `Dim`")
            })
        }
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
                remove_notes(diagnostic, changes, |text| {
                    text.says(rustc::DOES_NOT_IMPLEMENT)
                });
                Some(told)
            })
            .or_else(|| elements_or_engine(&place, diagnostic, &message, evidence, changes)),
        Some("E0277") if message.opens(rustc::CANNOT_COMPARE, "`") => alone(
            operators::compared(&message, &place, evidence),
            diagnostic,
            changes,
        ),
        Some("E0277") if message.says(rustc::MADE_BY_SUMMING) => {
            alone(made::summed(&message, evidence), diagnostic, changes)
        }
        Some("E0277") if message.says(rustc::BUILT_FROM_ITERATOR) => {
            alone(made::collected(&message, evidence), diagnostic, changes)
        }
        Some("E0277") if operators::is_of_operator(&message) => {
            if evidence.is_of_shapes() {
                operators::remove_list(diagnostic, changes);
            }
            habits::integer(&place, &message, evidence)
                .or_else(|| operators::number(&message, evidence))
                .or_else(|| elements_or_engine(&place, diagnostic, &message, evidence, changes))
        }
        Some("E0277") if message.begins(rustc::QUESTION_MARK_CONVERTS) => {
            error_of_another_kind(diagnostic, &message, changes)
        }
        Some("E0277") if message.starts_with("`BorrowedMut<") => {
            let told = view_that_writes(&place, diagnostic, &message, changes);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0277")
            if message.contains("` cannot compute `") && bounds::is_of_parameter(&message) =>
        {
            bounds::bound_of_engine(before, diagnostic, &message, changes)
        }
        Some("E0277") if message.begins(rustc::QUESTION_MARK) => {
            place.question_mark(diagnostic, evidence, changes)
        }
        Some("E0277")
            if message.contains(": ToUInt`")
                || message.contains(": NestedArray`") && !message.contains("`&") =>
        {
            if let Some(told) = habits::number_without_entry(&message, before) {
                changes.headline = Some((message, told));
                remove_notes(diagnostic, changes, |text| {
                    text.begins(rustc::OTHER_TYPES)
                });
            }
            return;
        }
        Some("E0277") if message.starts_with(vocabulary::INDEXED) => {
            axes::indexed(before, evidence)
        }
        Some("E0277") if message.starts_with(vocabulary::INDICES) => alone(
            axes::other_indices(&place, before, evidence),
            diagnostic,
            changes,
        ),
        Some("E0277") if message.ends_with(vocabulary::NO_MODE) => {
            let mode = ["Full", "Same", "Valid"]
                .into_iter()
                .find(|mode| place.line.contains(&format!("\"{}\"", mode.to_lowercase())));
            mode.map(|mode| format!("`shapecheck::window::{mode}` is one"))
        }
        Some("E0277") if message.starts_with("cannot slice: the shape has rank ") => {
            axes::entries_for_all_axes(&place, &message)
        }
        Some("E0277") if message.starts_with(vocabulary::INPUT_OF_LAYER) => {
            remove_notes(diagnostic, changes, |text| {
                text.begins(rustc::RESTRICT_FURTHER)
            });
            let told = message.split(": `").next().unwrap_or(&message);
            let told = format!("{told}: a shape that ends in `I` is `shape![..S, I]`");
            changes.headline = Some((message, told));
            return;
        }
        Some("E0277") if message.starts_with(vocabulary::INLINE) => {
            alone(place.part_of_numbers(), diagnostic, changes)
        }
        Some("E0277")
            if message
                .strip_prefix(vocabulary::UNKNOWN_SIZE)
                .and_then(|rest| rest.split('`').next())
                .is_some_and(|name| vocabulary::ELEMENTS.contains(&name)) =>
        {
            remove_notes(diagnostic, changes, |_| true);
            let name = message.split('`').nth(1).unwrap_or("");
            changes.headline = Some((message.clone(), axes::element_as_size(name)));
            return;
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
        Some("E0277") if message.ends_with(vocabulary::NO_NUMBER_OF_STRIDES) => {
            bounds::of_strides(&message, evidence, diagnostic, changes)
        }
        Some("E0277")
            if message.starts_with(vocabulary::UNKNOWN_SIZE)
                && bounds::is_of_parameter(&message) =>
        {
            place.form_with_value(diagnostic, changes).or_else(|| {
                remove_notes(diagnostic, changes, |text| {
                    text.starts_with(vocabulary::ABOUT_FORMS_WITH_SHAPE)
                        || text.starts_with("only a number, a const expression")
                        || text.begins(rustc::REQUIRED_FOR)
                });
                let name = message.split('`').nth(1)?;
                Some(format!("add the bound `{name}: StaticDim`"))
            })
        }
        Some("E0277")
            if message.starts_with(vocabulary::UNKNOWN_SIZE)
                && message.split('`').nth(1).and_then(bounds::computed).is_some() =>
        {
            let size = message.split('`').nth(1).and_then(bounds::computed);
            remove_notes(diagnostic, changes, |text| {
                !text.begins(rustc::REQUIRED_BY)
            });
            size.map(|size| format!("add the bound `where dim!({size}): StaticDim`"))
        }
        Some("E0277")
            // With two names, one must not be taken for the other.
            if message.starts_with("the shape does not fit the type: size `")
                && message.matches('`').count() == 2
                && place.line.contains("try_into_shape::<") =>
        {
            let call = place.split_near("try_into_shape::<");
            let shape = call.and_then(|(_, rest)| rest.split_once(">()"));
            alone(
                shape.map(|(shape, _)| {
                    format!("`try_named::<{shape}>()` compares a name with a size and gives it")
                }),
                diagnostic,
                changes,
            )
        }
        Some("E0277") if message.contains("` has no layers of elements `") => {
            let mut words = message.split('`').skip(1).step_by(2);
            let (engine, element) = (words.next().unwrap_or("E"), words.next().unwrap_or("T"));
            let bound = match bounds::is_parameter(engine) {
                true => Some(format!("add the bound `{engine}: Networks<{element}>`")),
                false if bounds::is_parameter(element) => Some(format!(
                    "add the bounds `{element}: 'static` and `where {engine}: Networks<{element}>`"
                )),
                false => None,
            };
            alone(bound, diagnostic, changes)
        }
        Some("E0599")
            if habits::OF_GRADIENTS.contains(&place.marked())
                && message.holds(rustc::FOUND_FOR_TYPE, "f")
                && super::is_with_crate() =>
        {
            Some(habits::GRADIENTS.to_owned())
        }
        Some("E0599")
            if place.marked() == "fft"
                && (message.contains("{float}")
                    || message.contains(", f32, ")
                    || message.contains(", f64, ")) =>
        {
            remove_notes(diagnostic, changes, |_| true);
            Some("`fft` is of complex elements: `rfft()` of floats gives the first half of their spectrum".to_owned())
        }
        Some("E0599") => operators::result(&place, diagnostic, evidence, changes)
            .or_else(|| operators::held(&message, diagnostic, changes))
            .or_else(|| {
                let told = habits::of_python(&place, &message)?;
                remove_notes(diagnostic, changes, |_| true);
                Some(told)
            })
            .or_else(|| operators::element(&message, &place, diagnostic, changes))
            .or_else(|| bounds::missing(diagnostic, &message, evidence, changes))
            .or_else(|| bounds::bound_of_block(diagnostic, changes))
            .or_else(|| underived(&message, diagnostic, changes))
            .or_else(|| place.method_of_tensor(&message, diagnostic, changes))
            .or_else(|| misplaced::of_feature(&message, diagnostic, changes))
            .or_else(|| place.no_result(&message, diagnostic, changes))
            .or_else(|| place.method(diagnostic, &message, changes))
            .or_else(|| bounds::size_of_parameter(diagnostic, &message, changes)),
        Some("E0507" | "E0508" | "E0382") => moved(diagnostic, &place, evidence, changes),
        Some("E0277") if message.starts_with("cannot swap axes -2 and -1") => alone(
            axes::vector_transposed(before, evidence),
            diagnostic,
            changes,
        ),
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
        Some("E0277") if message.starts_with("the targets have rank ") => {
            axes::targets_of_one(&place, before, evidence)
        }
        Some("E0277") if message.starts_with(vocabulary::WHICH_AXIS) => {
            axes::axis_of_name(diagnostic, before, &message, evidence, changes)
        }
        Some("E0277")
            if message == "`usize` is not the size of an axis"
                && place.marked().ends_with("_with") =>
        {
            remove_notes(diagnostic, changes, |_| true);
            let form = match place.marked() {
                "narrow_with" => "; `slice_axis::<-1>(start..end)` takes numbers",
                _ => "",
            };
            Some(format!(
                "`{}` takes the value of a size, such as `Batch::of(n)`{form}",
                place.marked()
            ))
        }
        Some("E0277") if bounds::bound_of_parameter(&message).is_some() => {
            let told = place
                .shape_among_sizes(&message)
                .or_else(|| bounds::bound_of_parameter(&message));
            // How sizes are written does not help where one stands instead of something else, or is computed.
            if told.as_ref().is_some_and(|told| {
                let starts = ["add the bound `where ", "it is a whole shape"];
                told.ends_with(vocabulary::ORDER)
                    || starts.iter().any(|start| told.starts_with(start))
            }) {
                remove_notes(diagnostic, changes, |text| {
                    !text.begins(rustc::REQUIRED_BY)
                });
            }
            told
        }
        Some("E0277")
            if message.contains("` cannot give tensors of `")
                && place.marked().ends_with("try_into_shape") =>
        {
            let shape = place.lists()[0].join(", ");
            remove_notes(diagnostic, changes, |_| true);
            Some(format!(
                "an inline tensor has no sizes to check, and `named::<{shape}>()` gives them names"
            ))
        }
        Some("E0277")
            if message.contains("` is not an engine for ") && !bounds::is_of_parameter(&message) =>
        {
            remove_notes(diagnostic, changes, |text| {
                vocabulary::ABOUT_OTHER_ENGINES
                    .iter()
                    .any(|start| text.starts_with(start))
            });
            None
        }
        Some("E0277") if message == vocabulary::WIDENS => {
            let told = bounds::widened(diagnostic);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0277") if message.contains(": Into<") || message.contains("NestedArray` ") => {
            habits::into_tensor(&message)
        }
        Some("E0277") if message.contains("::Distribution<") => {
            alone(made::distribution(&place, &message), diagnostic, changes)
        }
        Some("E0277")
            if message.contains(" channels in front of them: the input has fewer axes") =>
        {
            let mut notes = texts(before);
            let sizes = notes.find_map(|note| {
                let note = rewrite_with(note, evidence);
                let (of, bound) = required(&note)?;
                let sizes = of.strip_prefix('[')?.strip_suffix(']')?;
                bound.contains("Convolve<").then(|| sizes.to_owned())
            });
            sizes.filter(|sizes| !sizes.contains("..")).map(|sizes| {
                format!("images are `[B, C, H, W]` and kernels `[O, C, K, L]`: of one image with one channel it is `reshape::<shape![1, 1, {sizes}]>()`")
            })
        }
        Some("E0277")
            if message.starts_with("cannot broadcast to the target: ") && place.line.contains(".stft::<") =>
        {
            remove_notes(diagnostic, changes, |_| true);
            Some("the window of `stft` has as many numbers as a frame".to_owned())
        }
        Some("E0277") if message.starts_with("cannot join: rank ") && place.line.contains("blocks!") => {
            Some("a block is a matrix: `insert_axis::<-1>()` makes a column of a vector, and `insert_axis::<-2>()` a row".to_owned())
        }
        Some("E0277") if message.starts_with("the mask has ") && message.contains(" elements, axis ") => {
            axes::mask_of_another(&place, before, &message)
        }
        Some("E0277") if message.starts_with("cannot reshape: ") => {
            changes.headline.as_ref().and_then(|(_, told)| axes::size_that_fits(told))
        }
        Some("E0277") if message.starts_with("the kernel of a signal is a vector") => {
            remove_notes(diagnostic, changes, |_| true);
            Some("two axes are those of `conv2d`, with images `[1, 1, H, W]`, kernels `[1, 1, K, L]` and `Conv::new()`".to_owned())
        }
        Some("E0277")
            if ["{float}", "f32", "f64"].iter().any(|of| {
                message == format!("the trait bound `{of}: std::cmp::Ord` is not satisfied")
            }) =>
        {
            let calls = ["max", "min"].into_iter().find_map(|method| {
                let (before, _) = place.split_near(&format!(".iter().{method}()"))?;
                let name = before.rsplit(|c| !is_of_path(c)).next()?;
                Some((name, method))
            });
            let of_tensor = calls.filter(|(name, _)| declared::is_tensor(before, name));
            of_tensor.map(|(name, method)| {
                remove_notes(diagnostic, changes, |_| true);
                format!("floats have no `Ord`, and a tensor has `{name}.{method}()`")
            })
        }
        Some("E0277") if message.contains("Module") => {
            let told = misplaced::module(&message, diagnostic, changes);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0277") if message.contains("erialize") => {
            misplaced::serialized(&message, diagnostic, evidence, changes)
        }
        Some("E0277") if message.ends_with("` cannot be written to a file of weights") => {
            let of = message.split('`').nth(1).unwrap_or("");
            vocabulary::ELEMENTS.contains(&of).then(|| {
                remove_notes(diagnostic, changes, |_| true);
                vocabulary::NO_WEIGHT.to_owned()
            })
        }
        Some("E0277") if message.starts_with("a file of weights cannot fill `") => {
            let of = message.split('`').nth(1).unwrap_or("");
            let is_number =
                vocabulary::ELEMENTS.contains(&of) || of == "char" || of.ends_with("String");
            remove_notes(diagnostic, changes, |text| {
                text.begins(rustc::OTHER_TYPES)
                    || is_number
                    || text.opens(rustc::REQUIRED_BY, "Reader")
            });
            let is_struct = of.starts_with(|c: char| c.is_ascii_uppercase())
                && of.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if is_struct && !is_number {
                remove_notes(diagnostic, changes, |text| {
                    text.says(rustc::IS_NOT_IMPLEMENTED)
                });
            }
            match (is_number, is_struct) {
                (true, _) => Some(vocabulary::NO_WEIGHT.to_owned()),
                (_, true) => Some(format!(
                    "`#[derive(shapecheck_weights::Load)]` is missing above `struct {of}`"
                )),
                _ => None,
            }
        }
        Some("E0277") if message.starts_with(vocabulary::OF_FLOATS) => {
            // The headline says what to do.
            remove_notes(diagnostic, changes, |_| true);
            None
        }
        Some("E0277")
            if message.opens(rustc::TRAIT_BOUND, "bool: ") && evidence.is_of_shapes() =>
        {
            remove_notes(diagnostic, changes, |_| true);
            changes.headline = Some((message, "elements `bool` are not numbers: `count_nonzero()` counts those that are true, and `cast::<f32>()` makes numbers of them".to_owned()));
            return;
        }
        Some("E0277")
            if evidence.is_of_shapes()
                && ["f32", "f64"].iter().any(|of| {
                    // The next solver asks it of the tensor.
                    let of_tensor = message.contains(&format!("`{}<{of}, ", vocabulary::TENSOR));
                    ["Eq`", "Hash`"].iter().any(|bound| {
                        message.contains(&format!("{of}: {bound}"))
                            || of_tensor && message.contains(&format!(">: {bound}"))
                    })
                }) =>
        {
            remove_notes(diagnostic, changes, |_| true);
            let told = "floats have no `Eq` and no `Hash`, and tensors of them neither";
            changes.headline = Some((message, told.to_owned()));
            return;
        }
        Some("E0277") if message.ends_with("num_traits::Float` is not satisfied") => {
            let of = message.split('`').nth(1).unwrap_or("").split(':').next();
            let of = of.unwrap_or("");
            let told = match bounds::is_parameter(of) {
                true => {
                    remove_notes(diagnostic, changes, |_| true);
                    format!(
                        "functions of floats are not for every `{of}`: the bounds are `{of}: 'static` and `where shapecheck::Host: shapecheck::engine::Floats<{of}>`"
                    )
                }
                false if of.contains("Complex<") => {
                    remove_notes(diagnostic, changes, |_| true);
                    let method = match place.marked() {
                        "abs" => "norm",
                        method => method,
                    };
                    {
                        let arguments = place.lists()[1].join(", ");
                        format!(
                            "functions of floats are not for complex elements: `map(|z| z.{method}({arguments}))` calls that of each element"
                        )
                    }
                }
                false => format!(
                    "functions of floats are not for elements `{of}`: `cast::<f32>()` makes floats of them"
                ),
            };
            changes.headline = Some((message, told));
            return;
        }
        Some("E0308") if axes::is_for_slices(before) => {
            alone(axes::sliced(&place), diagnostic, changes)
        }
        Some("E0308") => alone(axes::parts_in_brackets(&place), diagnostic, changes)
            .or_else(|| place.sizes_given_twice(before))
            .or_else(|| habits::index(&place, diagnostic, changes))
            .or_else(|| place.sizes_apart(diagnostic, changes))
            .or_else(|| habits::larger_than_number(&place, diagnostic))
            .or_else(|| habits::power(&place, diagnostic))
            .or_else(|| mode_as_text(&place, before, diagnostic, changes))
            .or_else(|| place.borrowed(diagnostic, evidence, changes))
            .or_else(|| place.axis_as_value(before, diagnostic, changes))
            .or_else(|| place.other_thing(before, diagnostic, evidence, changes))
            .or_else(|| place.twin(diagnostic, changes))
            .or_else(|| habits::number_for_tensor(&place, before, diagnostic, changes))
            .or_else(|| habits::layers_in_list(&place, before, diagnostic, changes))
            .or_else(|| mismatch::variables_as_rows(&place, changes))
            .or_else(|| habits::elements_for_tensor(&place, before))
            .or_else(|| place.rows_in_vector(&changes.headline.as_ref()?.1))
            .or_else(|| habits::into_tensor(&changes.headline.as_ref()?.1))
            .or_else(|| mismatch::inline_size(before, evidence))
            .or_else(|| mismatch::names_of_array(&place, changes))
            .or_else(|| mismatch::engine(changes))
            .or_else(|| mismatch::elements(&place, changes))
            .or_else(|| mismatch::kernels_of_others(&place, changes))
            .or_else(|| mismatch::apart(&place, changes))
            .or_else(|| mismatch::number_for_constant(before, changes))
            .or_else(|| {
                let is_inline = labels(before).any(|label| label.contains("Inline"))
                    || texts(before).any(|text| text.contains("Inline"));
                mismatch::known_when_it_runs(changes).filter(|_| !is_inline)
            })
            .or_else(|| mismatch::assigned(&place, before, changes))
            .or_else(|| mismatch::named_for_number(before, changes))
            .or_else(|| mismatch::as_many_elements(&place, changes))
            .or_else(|| mismatch::computed_result(before, changes)),
        Some("E0277") if message == vocabulary::NO_PARTS => {
            alone(axes::parts_of_vector(&place, before), diagnostic, changes)
        }
        Some("E0277") if message.starts_with(vocabulary::NO_AXIS_OF_SIZE) => {
            let told = axes::without_name(diagnostic, &message, evidence, changes);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        Some("E0277") if message == vocabulary::NO_SHAPE => {
            let told = bounds::no_shape(diagnostic, evidence, changes);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        None if message.is(rustc::TYPE_MACROS_IN_DERIVE) => place.derived_field(),
        None if message.begins(rustc::NO_RULES) && place.line.contains("blocks!") => {
            Some("the rows are lists, `blocks![[a, b], [c, d]]`".to_owned())
        }
        None => place
            .without_code(&message)
            .or_else(|| habits::array_for_type(&place, &message, diagnostic, changes)),
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
    (is_whole && super::is_with_crate())
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
                    let (_, form) = found?;
                    // Arguments that have no place there are not to be dropped.
                    let has_place = !form.ends_with("()")
                        || ["::<-", "dim!(", "shape![", "axes!["]
                            .iter()
                            .any(|place| form.contains(place));
                    if !has_place && !self.lists()[1].is_empty() {
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
        Some(format!("it is to be borrowed, `{sign}{code}`"))
    }

    /// Messages without a code.
    fn without_code(&self, message: &str) -> Option<String> {
        let is_in_shape = self.is_in_shape();
        match message {
            _ if !message.is(rustc::PARAMETERS_IN_CONST) => None,
            _ if is_in_shape => {
                Some(self.computed_in_braces())
            }
            _ if super::is_with_crate() => {
                Some("a number is computed from a const parameter in `shape!` alone; elsewhere it is a parameter of its own, `const M: usize`".to_owned())
            }
            _ => None,
        }
    }
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

/// `let [rows, columns] = x.shape();`
fn is_of_shape(place: &Place, message: &str) -> bool {
    message.begins(rustc::ARRAY_OR_SLICE)
        && place.sides().1.ends_with(".shape();")
        && super::is_with_crate()
}

/// `#[derive(Copy)]` on a struct with a tensor on the heap.
fn copied(diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
    let spans = diagnostic["spans"].as_array()?.iter();
    let fields = spans.filter(|span| {
        let label = span["label"].as_str();
        label.is_some_and(|label| label.is(rustc::FIELD_NOT_COPY))
    });
    let mut fields = fields.filter_map(|span| {
        let (line, columns) = marked(span)?;
        line.get(columns).filter(|code| code.contains("Tensor<"))
    });
    let told = match fields.next().filter(|_| super::is_with_crate())? {
        field if field.contains("InlineTensor<") => {
            "an inline tensor is `Copy` where its sizes are numbers, and `Clone` alone where they are parameters"
        }
        _ => {
            "a `Tensor` has its elements on the heap, and is `Clone` alone; an `InlineTensor` is `Copy`"
        }
    };
    alone(Some(told.to_owned()), diagnostic, changes)
}

/// `"nearest"` instead of `Interpolation::Nearest`.
fn mode_as_text(
    place: &Place,
    before: &Value,
    diagnostic: &mut Value,
    changes: &mut Changes,
) -> Option<String> {
    const MODES: [(&str, &str); 2] = [
        ("Interpolation", "shapecheck::algebra::Interpolation"),
        ("QuantileMethod", "shapecheck::tensor::QuantileMethod"),
    ];
    let text = place.marked().strip_prefix('"')?.strip_suffix('"')?;
    let mut labels = labels(before);
    let label = labels.find(|label| label.holds(rustc::FOUND, "&str`"))?;
    let (_, path) = MODES
        .into_iter()
        .find(|(name, _)| label.opens(rustc::EXPECTED, &format!("{name}`")))?;
    remove_notes(diagnostic, changes, |_| true);
    let mut letters = text.chars();
    let first = letters.next()?.to_uppercase();
    Some(format!(
        "a mode is a value, `{path}::{first}{}`",
        letters.as_str()
    ))
}

/// `model.clone()` of a struct of the user's without `#[derive(Clone)]`.
fn underived(message: &str, diagnostic: &mut Value, changes: &mut Changes) -> Option<String> {
    let (method, rest) = message
        .after(rustc::NO_METHOD)?
        .halves(rustc::FOUND_FOR_STRUCT)?;
    let name = rest
        .split(['`', '<'])
        .next()
        .filter(|_| method == "clone`")?;
    let mut labels = labels(diagnostic);
    let is_of_user = labels.any(|label| label.is(rustc::CLONE_NOT_FOUND));
    if !is_of_user || !super::is_with_crate() {
        return None;
    }
    remove_notes(diagnostic, changes, |_| true);
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
    if !message.begins(rustc::NON_CONST_FUNCTION) || !told.contains("Tensor<") {
        return None;
    }
    remove_notes(diagnostic, changes, |text| {
        text.begins(rustc::CALLS_IN) || text.begins(rustc::WRAP_IN) && is_inline
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
    let given = labels(diagnostic).find_map(|label| {
        let (_, error) = label.halves(rustc::TRAIT)?;
        let error = error.strip_prefix("From<")?;
        Some(error.split('>').next()?.rsplit("::").next()?.to_owned())
    })?;
    if !ERRORS.contains(&given.as_str()) || !super::is_with_crate() {
        return None;
    }
    remove_notes(diagnostic, changes, |text| {
        text.begins(rustc::QUESTION_MARK_NOTE) || text.says(rustc::IS_NOT_IMPLEMENTED)
    });
    Some(format!(
        "this gives a `{given}`: `Box<dyn std::error::Error>` instead of `{}` takes any error",
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
    remove_notes(diagnostic, changes, |text| !text.begins(rustc::REQUIRED_BY));
    Some(format!(
        "a `ViewMut` only changes its elements, and `{method}` reads them: `{}.view().{method}(..)`",
        place.receiver().unwrap_or("x")
    ))
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
    remove_notes(diagnostic, changes, |_| true);
    let name = place.marked();
    Some(format!(
        "`{function}` fills the struct that its result is, `let {name}: {of} = {function}(..)`"
    ))
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
