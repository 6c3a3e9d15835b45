//! What is found in the runs of a model: sizes that fit by accident, and names that are mixed.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::elements::Elements;
use crate::finding::{Finding, Kind, count, has, of_row};
use crate::more::Beyond;
use crate::order::Orders;
use crate::plan::{together, told_apart};
use crate::weighted::Weighted;
use crate::{Line, Operation, Report, Row, Run, bracketed, fit, said};

/// All findings but those that are allowed, those of failing runs first, and each once: the layers of a model find the same at
/// the same line, and what is done with an axis that stands twice follows from how it came to.
pub(crate) fn all(report: &Report, is_allowed: impl Fn(&Finding) -> bool) -> Vec<Finding> {
    let mut found: Vec<Finding> = failures(report).into_iter().collect();
    found.extend(beyond(report));
    found.extend(report.parted.iter().cloned());
    let mut orders = Orders::new(report);
    let mut weighted = Weighted::default();
    let elements = report.apart.iter();
    let mut elements: Vec<Elements<'_>> = elements
        .filter_map(|name| Elements::of(report, name))
        .collect();
    let mut told_of: HashSet<(u64, &String)> = HashSet::new();
    let mut apart = &*report.apart;
    for (place, row) in report.rows.iter().enumerate() {
        if row.operation().name == Operation::TOGETHER {
            apart = &[];
            elements.clear();
        }
        let before = &report.rows[..place];
        let stretched = stretched(row, before);
        let follows = |name: &String| {
            let mut operands = row.operation().operands().iter();
            operands.any(|operand| told_of.contains(&(operand.id, name)))
        };
        let kept = apart.iter().filter(|&name| !follows(name));
        let mixed: Vec<Finding> = match stretched {
            Some(_) => Vec::new(),
            None => kept.filter_map(|name| mixed(row, before, name)).collect(),
        };
        let is_told = |finding: &Finding| !is_allowed(finding);
        let is_new = stretched.iter().chain(&mixed).any(is_told);
        if let (Some(result), Some(shape)) =
            (row.operation().results().first(), row.outputs.first())
        {
            let names = report.names.iter().filter(|&name| {
                let is_twice = shape.iter().filter(|size| has(size, name)).count() > 1;
                is_twice && (is_new || follows(name))
            });
            let names: Vec<&String> = names.collect();
            told_of.extend(names.into_iter().map(|name| (result.id, name)));
        }
        let moved = moved(row, apart);
        let split = orders.follow(row);
        let before = found.len();
        found.extend(moved.or(split));
        found.extend(weighted.follow(row, apart));
        found.extend(leading_axes(row));
        found.extend(of_one(row));
        found.extend(mixed);
        found.extend(stretched);
        // What a shape says needs no look at elements.
        let is_told = found.len() > before;
        let met = elements.iter_mut().filter_map(|of| of.follow(row));
        let met: Vec<Finding> = met.collect();
        found.extend(met.into_iter().filter(|_| !is_told));
    }
    if found.is_empty() {
        found.extend(elements.iter().filter_map(|of| of.given(report)));
    }
    found.extend(signature(report));
    let mut told = HashSet::new();
    found.retain(|finding| !is_allowed(finding) && told.insert(finding.clone()));
    let mut lines = HashSet::new();
    let is_of_rows = |kind| !matches!(kind, Kind::Fails | Kind::OtherOperations);
    found.retain(|finding| {
        let key = (finding.kind, finding.line.clone());
        !is_of_rows(finding.kind) || finding.line.is_none() || lines.insert(key)
    });
    found
}

/// What the runs that failed have in common, its numbers as expressions of names.
fn failures(report: &Report) -> Option<Finding> {
    let bad = || report.runs.iter().filter(|run| run.record.result.is_err());
    let failed = bad().filter_map(|run| {
        let text = run.record.result.as_ref().err()?;
        Some((&*run.sizes, text.lines().next().unwrap_or("")))
    });
    let failed: Vec<(&[usize], &str)> = failed.collect();
    let (_, first) = failed.first()?;
    let text = named(&failed, &report.names).unwrap_or_else(|| (*first).to_owned());
    let good: Vec<&[usize]> = report.good().map(|run| &*run.sizes).collect();
    let bad_sizes: Vec<&[usize]> = failed.iter().map(|(sizes, _)| *sizes).collect();
    let good = match told_apart(&report.names, &bad_sizes, &good) {
        _ if good.is_empty() => "fits with no size that was tried".to_owned(),
        Some(bad) if told_apart(&report.names, &good, &bad_sizes).is_none() => {
            format!("fails only with {bad}")
        }
        _ => format!(
            "fits only with {}",
            together(&report.names, &good, &bad_sizes)
        ),
    };
    let (count, all) = (failed.len(), report.runs.len());
    Some(Finding {
        kind: Kind::Fails,
        text: format!("{count} of {all} runs fail: {text}; {good}"),
        line: bad().find_map(|run| run.record.failed_at.as_ref()?.text()),
    })
}

/// A table, as of positions, that has a row for each element of a name that is kept apart, up to its end.
fn beyond(report: &Report) -> Vec<Finding> {
    let all = report.beyond.iter();
    let apart = all.filter(|beyond| report.apart.contains(&report.names[beyond.name]));
    let finding = |beyond: &Beyond| Finding {
        kind: Kind::Fails,
        text: format!(
            "fails with {} = {}, beyond the end of a table: {}",
            report.names[beyond.name], beyond.size, beyond.text
        ),
        line: beyond.line.as_ref().and_then(Line::text),
    };
    apart.map(finding).collect()
}

/// The text of several runs, if only numbers differ and names explain them.
fn named(failed: &[(&[usize], &str)], names: &[String]) -> Option<String> {
    let texts: Vec<_> = failed.iter().map(|(_, text)| fit::numbers(text)).collect();
    let (words, numbers) = texts.first()?;
    if texts.len() < 3 || texts.iter().any(|text| text.0 != *words) {
        return None;
    }
    let runs: Vec<&[usize]> = failed.iter().map(|(sizes, _)| *sizes).collect();
    let mut text = words[0].to_owned();
    for (place, word) in words[1..].iter().enumerate() {
        let values: Vec<usize> = texts.iter().map(|text| text.1[place]).collect();
        // The number of an axis is not a size: runs that fail at several axes report all of them.
        if NUMBERED.iter().any(|axis| text.ends_with(axis)) {
            let each: BTreeSet<usize> = values.into_iter().collect();
            let each: Vec<String> = each.iter().map(usize::to_string).collect();
            text += &each.join(" or ");
        } else {
            let fitted = fit::fit(&values, names, &runs);
            text += &fitted.unwrap_or_else(|| numbers[place].to_string());
        }
        text += word;
    }
    Some(text)
}

/// Words of libraries before a number that is not a number of elements.
const NUMBERED: [&str; 5] = ["dim ", "axis ", "dimension ", "arg ", "rank "];

/// A name that is kept apart, and where it meets itself.
fn mixed(row: &Row, before: &[Row], name: &str) -> Option<Finding> {
    let times = |shape: &[String]| shape.iter().filter(|size| has(size, name)).count();
    let operation = row.operation();
    let told = |text: String| Some(of_row(row, Kind::Mixed, format!("{text}: {row}")));
    // Reports the operation whose result has it twice, and not what uses that result.
    let is_new = |shape: &Vec<String>| !before.iter().any(|row| row.outputs.contains(shape));
    let is_twice = |shape: &&Vec<String>| times(shape) > 1;
    let twice = match row.inputs.iter().find(is_twice) {
        Some(shape) => Some(shape).filter(|shape| is_new(shape)),
        None => row.outputs.iter().find(is_twice),
    };
    if let Some(shape) = twice {
        return told(format!("{name} stands twice in {}", bracketed(shape)));
    }
    let (Some(input), Some(output)) = (row.inputs.first(), row.outputs.first()) else {
        return None;
    };
    let summed = match () {
        () if row.is("matmul") || row.is("linear") => input.last(),
        () if row.is("conv") => input.get(1),
        () => None,
    };
    if summed.is_some_and(|size| has(size, name)) {
        return told(format!("{} sums over {name}", named_by(row)));
    }
    let mut along = operation.along.iter().filter_map(|&axis| input.get(axis));
    if let Some(axis) = along.find(|axis| has(axis, name)) {
        return told(format!("{} goes along {axis}", named_by(row)));
    }
    let is_one = |axis: usize| match output.len() == input.len() {
        true => output[axis] == "1",
        // All numbers become one.
        false => output.iter().all(|size| size == "1"),
    };
    let mut axes = input.iter().enumerate();
    // What has as many elements as before is a view, which makes nothing one.
    let has_less = || {
        let of_runs = &mut row.of_runs.iter();
        of_runs.any(|run| count(&run.inputs[0]) != count(&run.outputs[0]))
    };
    let reduced = axes
        .find(|(axis, size)| has(size, name) && is_one(*axis))
        .filter(|_| row.inputs.len() == 1 && has_less());
    let does = |axis: &str| {
        if axis == name {
            "makes one of"
        } else {
            "goes along"
        }
    };
    reduced.and_then(|(_, axis)| told(format!("{} {} {axis}", named_by(row), does(axis))))
}

/// A softmax or a sum along an axis that is 1 in all runs.
fn of_one(row: &Row) -> Option<Finding> {
    let operation = row.operation();
    let input = row.inputs.first()?;
    let is_of_one = |axis: &usize| input.get(*axis).is_some_and(|size| size == "1");
    let is_any = !operation.along.is_empty() && operation.along.iter().all(is_of_one);
    let has_one_axis = ["softm", "sum", "mean", "prod", "max", "min"]
        .iter()
        .any(|word| row.is(word));
    (is_any && has_one_axis && !row.is("cum")).then(|| {
        let text = format!(
            "{} goes along an axis of 1, which changes nothing: {row}",
            named_by(row)
        );
        of_row(row, Kind::OfOne, text)
    })
}

/// The operation, and the function of a library that the program called for it, if that has another name: `max of softmax`.
fn named_by(row: &Row) -> String {
    let operation = row.operation();
    let name = operation.name.to_lowercase();
    let function = operation.line.as_ref().map(|line| line.trace());
    let function = function.as_ref().and_then(|trace| trace.function_called());
    match function {
        Some(function) if !function.starts_with(&*name) && !name.starts_with(function) => {
            format!("{} of `{function}`", operation.name)
        }
        _ => operation.name.clone(),
    }
}

/// A reshape whose result has an axis of the operand with another number of elements after it and before it, or that cuts
/// through an axis.
fn moved(row: &Row, apart: &[String]) -> Option<Finding> {
    let ([input], [output]) = (&row.inputs[..], &row.outputs[..]) else {
        return None;
    };
    if !row.is("reshape") {
        return None;
    }
    let is_name =
        |size: &String| size.chars().next().is_some_and(char::is_alphabetic) && !size.contains(' ');
    let stays = |from: usize, to: usize| {
        let each = |part: fn(&[usize], usize) -> &[usize]| {
            row.of_runs
                .iter()
                .all(|run| count(part(&run.inputs[0], from)) == count(part(&run.outputs[0], to)))
        };
        input[from] == output[to]
            && (each(|shape, axis| &shape[axis + 1..]) || each(|shape, axis| &shape[..axis]))
    };
    // An axis that is in its place does not stand elsewhere: `Batch` of the scores `[2 * Batch, Batch]`, split to
    // `[Batch, 2, Batch]`, is the last one.
    let is_moved = |&to: &usize| {
        let mut from = (0..input.len()).filter(|&axis| input[axis] == output[to]);
        is_name(&output[to])
            && !(0..input.len()).any(|axis| stays(axis, to))
            && from.any(|axis| !(0..output.len()).any(|place| stays(axis, place)))
    };
    let along = (0..output.len())
        .find(is_moved)
        .or_else(|| cut(&row.of_runs, output))?;
    let stands = |shape: &[String], name: &str| shape.iter().any(|size| has(size, name));
    let mut lost = apart
        .iter()
        .filter(|name| stands(input, name) && !stands(output, name));
    let text = match lost.next() {
        Some(name) => format!("a reshape mixes {name} with other axes: {row}"),
        None => format!(
            "a reshape puts other elements along {}, as if axes were swapped: {row}",
            output[along]
        ),
    };
    Some(of_row(row, Kind::Moved, text))
}

/// The axis of a reshape's result whose end is within an axis of the operand, at no part of that which is the same in each index
/// of what is before it. Where only numbers are cut, it is a configuration's choice.
fn cut(runs: &[Arc<Operation>], output: &[String]) -> Option<usize> {
    let is_cut = |end: &usize| {
        let fits = |axis: usize| {
            runs.iter().all(|run| {
                let (shape, to) = (&run.inputs[0], count(&run.outputs[0][..*end]));
                let (Some(front), Some(to)) = (count(&shape[..axis]), to) else {
                    return true;
                };
                let part = to.checked_div(front).unwrap_or(1);
                front == 0 || to == 0 || (to % front == 0 && shape[axis].is_multiple_of(part))
            })
        };
        // Whether the cut is at the same number of elements of an axis of the same size.
        let is_of_numbers = |axis: usize| {
            let cuts = runs.iter().map(|run| {
                let front = count(&run.inputs[0][..axis])? as u128;
                Some((
                    run.inputs[0][axis],
                    front,
                    count(&run.outputs[0][..*end])? as u128,
                ))
            });
            let cuts: Option<Vec<_>> = cuts.collect();
            let Some(cuts) = cuts else { return true };
            let (size, front, to) = cuts[0];
            front < to && to < front * size as u128 && { cuts }
                .into_iter()
                .all(|cut| cut.0 == size && cut.2 * front == to * cut.1)
        };
        let axes = runs[0].inputs[0].len();
        // A single number has no axis to cut.
        axes > 0 && !(0..axes).any(|axis| fits(axis) || is_of_numbers(axis))
    };
    // Of two axes, the one with a name.
    let end = (1..output.len()).find(is_cut)?;
    let is_number = |axis: usize| !output[axis].contains(char::is_alphabetic);
    Some(end - usize::from(!is_number(end - 1) || is_number(end)))
}

/// A difference of all pairs: `[Batch, 1]` beside `[Batch]`, or beside that with an axis in front.
fn stretched(row: &Row, before: &[Row]) -> Option<Finding> {
    let ([lhs, rhs], [output]) = (&row.inputs[..], &row.outputs[..]) else {
        return None;
    };
    let axes = output.len();
    if lhs.len().max(rhs.len()) != axes || axes < 2 || row.is("matmul") {
        return None;
    }
    let stretched = |shape: &[String]| -> HashSet<&String> {
        let missing = axes - shape.len();
        let is_one = |axis: &usize| *axis < missing || shape[axis - missing] == "1";
        let of = (0..axes).filter(is_one).map(|axis| &output[axis]);
        of.filter(|size| size.contains(char::is_alphabetic))
            .collect()
    };
    let (of_lhs, of_rhs) = (stretched(lhs), stretched(rhs));
    let name = output
        .iter()
        .find(|size| of_lhs.contains(size) && of_rhs.contains(size))?;
    // A reshape gave it an axis before, or after.
    let is_from = |shape: &Vec<String>, front: usize| {
        let has_less =
            |row: &Row| row.is("reshape") && row.inputs[0][..] == shape[front..][..axes - 1];
        let mut makers = before
            .iter()
            .filter(|row| row.outputs.first() == Some(shape));
        makers.any(has_less)
    };
    let is_padded = |shape: &Vec<String>, other: &Vec<String>| {
        let has_front = shape.len() == axes && other.len() == axes && shape[0] == "1";
        shape.len() < axes || (has_front && is_from(shape, 1) && !is_from(other, 0))
    };
    if !is_padded(lhs, rhs) && !is_padded(rhs, lhs) {
        return None;
    }
    let text =
        format!("both operands are stretched, so that {name} stands twice in the result: {row}");
    Some(of_row(row, Kind::Stretched, text))
}

/// A product of matrices whose leading axes are neither the same nor stretched to those of the result, as axes of 1 are.
fn leading_axes(row: &Row) -> Option<Finding> {
    let ([lhs, rhs], [output]) = (&row.inputs[..], &row.outputs[..]) else {
        return None;
    };
    let is_product = row.is("matmul") && lhs.len() == rhs.len() && lhs.len() == output.len();
    let leading = lhs.len().checked_sub(2).filter(|_| is_product)?;
    let fits = |axis: usize| {
        let is_stretched = |size: &String| *size == output[axis] || size == "1";
        is_stretched(&lhs[axis]) && is_stretched(&rhs[axis])
    };
    (!(0..leading).all(fits)).then(|| {
        let text =
            format!("the leading axes of a product differ, and only their product agrees: {row}");
        of_row(row, Kind::LeadingAxes, text)
    })
}

/// Another result than was said, as a value in some run. A name that has one size in all runs that succeeded is its number in what they
/// give: where others fail, that is the finding.
fn signature(report: &Report) -> Option<Finding> {
    let (wanted, found) = (report.signature.as_ref()?, report.result.as_ref()?);
    let good: Vec<&Run> = report.good().collect();
    let without_space = |text: &str| text.split_whitespace().collect::<String>();
    let moves = |place: usize| {
        good.iter()
            .any(|run| run.sizes[place] != good[0].sizes[place])
    };
    let place = |name: &str| report.names.iter().position(|known| known == name);
    let has_value = |axis: usize, wanted: &str| {
        let is_of = |run: &&Run| {
            let size = |name: &str| Some(fit::signed(run.sizes[place(name)?]));
            let given = run
                .record
                .result
                .as_ref()
                .ok()
                .and_then(|sizes| sizes.get(axis));
            given.is_some_and(|&given| said::value(wanted, size) == Some(fit::signed(given)))
        };
        said::names(wanted).all(|name| place(name).is_some_and(moves)) && good.iter().all(is_of)
    };
    let is_wanted = |(axis, (wanted, found)): (usize, (&str, &String))| {
        let is_its_number = |(place, name): (usize, &String)| {
            !moves(place)
                && match wanted.trim() == name {
                    true => *found == good[0].sizes[place].to_string(),
                    false => has(wanted, name) && good.len() < report.runs.len(),
                }
        };
        without_space(wanted) == without_space(found)
            || has_value(axis, wanted)
            || report.names.iter().enumerate().any(is_its_number)
    };
    let axes = wanted.trim().trim_matches(['[', ']']).split(',');
    let axes: Vec<&str> = axes.filter(|axis| !axis.trim().is_empty()).collect();
    let mut both = axes.iter().copied().zip(found).enumerate();
    let is_same = axes.len() == found.len() && both.all(is_wanted);
    (!is_same).then(|| Finding {
        kind: Kind::Signature,
        text: format!("the model gives {}, not {wanted}", bracketed(found)),
        line: report.rows.last().and_then(|row| row.operation().line()),
    })
}

/// The sizes that no expression explains, once for each line and shape.
pub(crate) fn unnamed(report: &Report) -> Vec<Finding> {
    let rows = report.rows.iter().filter(|row| row.has_unknown());
    let all = rows.map(|row| {
        let text = format!("no expression explains the size at `_`: {row}");
        of_row(row, Kind::Unnamed, text)
    });
    let mut told = HashSet::new();
    all.filter(|finding| told.insert(finding.clone())).collect()
}
