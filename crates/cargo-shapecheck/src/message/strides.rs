//! The bound `T: StridesOf<dim!(3)>` of generic convolutions and pools, with the stride of the program.

use serde_json::Value;

use super::bounds::is_parameter;
use super::children::{missing, remove_notes, texts};
use super::declared;
use super::rendered::Changes;
use super::words::{is_number, is_of_word};
use crate::types::{Evidence, rewrite_with, vocabulary};

/// The bound instead of what is said of strides of 2 and of whole shapes. `before` is the message with all its notes.
pub fn tell(
    diagnostic: &mut Value,
    before: &Value,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    let bound = bound(before, evidence)?;
    remove_notes(diagnostic, changes, |note| {
        note.starts_with("in generic code ")
            || note.starts_with("for other sizes the bound is on the whole shape")
    });
    Some(bound)
}

/// Where the stride of the settings is 3, the bound for `3 * T` elements that a convolution or a pool goes over, if its windows and
/// its padding make `T` of them. A transposed convolution makes `3 * T` of `T`.
fn bound(before: &Value, evidence: Evidence) -> Option<String> {
    let mut notes = texts(before);
    let (input, bound) = notes.find_map(|note| {
        let note = rewrite_with(note.lines().next()?, evidence);
        let (of, bound) = missing(&note)?;
        let is_of_windows = ["Conv<", "ConvTranspose<", "Pool<"].iter();
        let is_of_windows = is_of_windows.clone().any(|name| bound.contains(name));
        is_of_windows.then(|| (of.to_owned(), bound.to_owned()))
    })?;
    let setting = |name: &str| {
        let opened = format!("{name}<");
        let is_word = |at: &usize| !bound[..*at].ends_with(is_of_word);
        let all = bound.match_indices(&opened).map(|(at, _)| at);
        let mut all = all.filter(is_word).map(|at| &bound[at + opened.len()..]);
        let number = all
            .next()
            .map(|rest| rest.split('>').next()?.parse::<u64>().ok());
        all.next().is_none().then_some(number)
    };
    let (stride, window) = (setting("Stride")?, setting("Window")?);
    let stride = stride.or(window)??;
    let padding = setting("Pad")?.unwrap_or(Some(0))?;
    let dilation = setting("Dilation")?.unwrap_or(Some(1))?;
    let more = setting("OutputPad")?.unwrap_or(Some(0))?;
    let is_pool = bound.contains("Pool<");
    let is_transposed = bound.contains("ConvTranspose<");
    let axes = bound
        .split_once('<')?
        .1
        .split(',')
        .next()?
        .parse::<usize>()
        .ok()?;
    let last = |shape: &str| {
        let list = shape.strip_prefix('[')?.strip_suffix(']')?;
        let sizes = Vec::from_iter(list.split(", ").map(str::to_owned));
        sizes.len().checked_sub(axes).map(|at| sizes[at..].to_vec())
    };
    let windows = match is_pool {
        true => vec![window??; axes],
        false => {
            let kernel = &bound[bound.find('[')?..=bound.find(']')?];
            let sizes = last(kernel)?.into_iter().map(|size| size.parse().ok());
            sizes.collect::<Option<Vec<u64>>>()?
        }
    };
    let fits = |window: &u64| {
        let span = dilation * window.saturating_sub(1) + 1;
        match is_transposed {
            true => span + more == stride + 2 * padding,
            false => (1..=stride).contains(&span.saturating_sub(2 * padding)),
        }
    };
    let is_rounded = bound.contains("Ceil") || bound.contains("Same");
    if stride < 2 || is_rounded || !windows.iter().all(fits) {
        return None;
    }
    let is_constant = |name: &str| {
        let mut items = ["fn ", "impl"].into_iter();
        items.any(|item| declared::has(before, item, &format!("const {name}:")))
    };
    let parameter = |size: String| {
        let of = match is_transposed {
            true => Some(&*size),
            false => size.strip_prefix(&format!("{stride} * ")),
        };
        let name = of.filter(|name| is_parameter(name))?;
        Some(match is_constant(name) {
            true => format!("{}!({name})", vocabulary::SIZE_MACRO),
            false => name.to_owned(),
        })
    };
    let sizes = last(&input)?.into_iter();
    let parameters = sizes.filter(|size| !is_number(size)).map(parameter);
    let mut parameters = parameters.collect::<Option<Vec<_>>>()?;
    parameters.dedup();
    let asks = |of: &String| format!("{of}: StridesOf<{}!({stride})>", vocabulary::SIZE_MACRO);
    Some(match &parameters[..] {
        [] => return None,
        [of] if !of.contains('!') => format!("add the bound `{}`", asks(of)),
        all => {
            let all = Vec::from_iter(all.iter().map(asks));
            format!("add the bound `where {}`", all.join(", "))
        }
    })
}
