//! What is found in the runs of a model: sizes that fit by accident, and names that are mixed.

use std::collections::HashSet;
use std::fmt;

use crate::{Report, Row, bracketed, fit, plan::said};

/// What kind of finding it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The model fails for some sizes.
    Fails,
    /// It takes other operations for some sizes.
    OtherOperations,
    /// A name that is kept apart is summed, is the axis of a softmax, or stands twice in a shape.
    Mixed,
    /// A reshape puts elements in the place of others: an axis has other sizes in front of it and behind it.
    Moved,
    /// The leading axes of a matrix product differ, though their product may agree.
    LeadingAxes,
    /// The model gives another shape than was said.
    Signature,
}

/// Something that would fail, or be wrong, for other sizes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// Its kind.
    pub kind: Kind,
    /// What it is, in one sentence.
    pub text: String,
    /// The line of the program, if the recorder knows it.
    pub line: Option<String>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.line {
            Some(line) => write!(f, ", at {line}"),
            None => Ok(()),
        }
    }
}

/// All findings, those of failing runs first, and each once: the layers of a model find the same at the same line.
pub(crate) fn all(report: &Report) -> Vec<Finding> {
    let mut found: Vec<Finding> = failures(report).into_iter().collect();
    found.extend(report.parted.iter().cloned());
    for row in &report.rows {
        found.extend(moved(row));
        found.extend(leading_axes(row));
        for name in &report.apart {
            found.extend(mixed(row, name));
        }
    }
    found.extend(signature(report));
    let mut told = HashSet::new();
    found.retain(|finding| told.insert(finding.clone()));
    found
}

fn of_row(row: &Row, kind: Kind, text: String) -> Finding {
    Finding {
        kind,
        text,
        line: row.operation().line(),
    }
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
    let good = report.runs.iter().filter(|run| run.record.result.is_ok());
    let good: Vec<String> = good.map(|run| said(&report.names, &run.sizes)).collect();
    let good = match good.is_empty() {
        true => "fits with no size that was tried".to_owned(),
        false => format!("fits with {}", good.join("; ")),
    };
    let (count, all) = (failed.len(), report.runs.len());
    Some(Finding {
        kind: Kind::Fails,
        text: format!("{count} of {all} runs fail: {text}; {good}"),
        line: bad().find_map(|run| run.record.failed_at.as_ref()?.text()),
    })
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
        let fitted = fit::fit(&values, names, &runs);
        text += &fitted.unwrap_or_else(|| numbers[place].to_string());
        text += word;
    }
    Some(text)
}

/// Whether an expression has the name in it.
fn has(size: &str, name: &str) -> bool {
    let mut words = size.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| word == name)
}

/// A name that is kept apart, and where it meets itself.
fn mixed(row: &Row, name: &str) -> Option<Finding> {
    let count = |shape: &[String]| shape.iter().filter(|size| has(size, name)).count();
    let shapes = || row.inputs.iter().chain(&row.outputs);
    let operation = row.operation();
    let told = |text: String| Some(of_row(row, Kind::Mixed, format!("{text}: {row}")));
    let twice = shapes().find(|shape| count(shape) > 1);
    if let Some(shape) = twice {
        return told(format!("{name} stands twice in {}", bracketed(shape)));
    }
    let (Some(input), Some(output)) = (row.inputs.first(), row.outputs.first()) else {
        return None;
    };
    if row.is("matmul") && input.last().is_some_and(|size| has(size, name)) {
        return told(format!("{} sums over {name}", operation.name));
    }
    if let Some(along) = operation.along
        && input.get(along).is_some_and(|size| has(size, name))
    {
        return told(format!("{} goes along {name}", operation.name));
    }
    let is_reduced = |(size, reduced): (&String, &String)| has(size, name) && reduced == "1";
    let mut axes = input.iter().zip(output);
    if row.inputs.len() == 1 && input.len() == output.len() && axes.any(is_reduced) {
        return told(format!("{} makes one of {name}", operation.name));
    }
    None
}

/// A reshape whose result has an axis of the operand, with another number of elements behind it and in front of it.
fn moved(row: &Row) -> Option<Finding> {
    let ([input], [output]) = (&row.inputs[..], &row.outputs[..]) else {
        return None;
    };
    if !row.is("reshape") {
        return None;
    }
    let is_name =
        |size: &String| size.chars().next().is_some_and(char::is_alphabetic) && !size.contains(' ');
    let multiplied = |count: usize, &size: &usize| count.checked_mul(size);
    let count = |sizes: &[usize]| sizes.iter().try_fold(1, multiplied);
    let stays = |from: usize, to: usize| {
        let each = |part: fn(&[usize], usize) -> &[usize]| {
            row.of_runs
                .iter()
                .all(|run| count(part(&run.inputs[0], from)) == count(part(&run.outputs[0], to)))
        };
        each(|shape, axis| &shape[axis + 1..]) || each(|shape, axis| &shape[..axis])
    };
    let found = output
        .iter()
        .enumerate()
        .filter(|(_, size)| is_name(size))
        .find(|(to, size)| {
            let mut from = (0..input.len())
                .filter(|&axis| input[axis] == **size)
                .peekable();
            from.peek().is_some() && !from.any(|axis| stays(axis, *to))
        });
    let (_, name) = found?;
    let text =
        format!("a reshape puts other elements along {name}, as if axes were swapped: {row}");
    Some(of_row(row, Kind::Moved, text))
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

/// Another result than was said.
fn signature(report: &Report) -> Option<Finding> {
    let (wanted, found) = (report.signature.as_ref()?, report.result.as_ref()?);
    let without_space = |text: &str| text.split_whitespace().collect::<String>();
    let found = bracketed(found);
    (without_space(wanted) != without_space(&found)).then(|| Finding {
        kind: Kind::Signature,
        text: format!("the model gives {found}, not {wanted}"),
        line: None,
    })
}
