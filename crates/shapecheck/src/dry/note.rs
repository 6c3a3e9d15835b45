//! Notes what the operations of the engine do.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};

use super::held::Held;
use super::record::{Found, with};
use super::summary::NamedShape;
use crate::DynShape;
use crate::algebra::{Returned, listen};
use crate::engine::network::Parts;

fn shapes([inputs, outputs]: [&[&Held]; 2]) -> Found {
    Found {
        inputs: inputs.iter().map(|held| held.shape()).collect(),
        outputs: outputs.iter().map(|held| held.shape()).collect(),
        bytes: outputs.iter().map(|held| held.bytes()).sum(),
    }
}

/// Notes an operation: as a row, or as a part of a layer's row.
pub(super) fn note(
    name: fn() -> Cow<'static, str>,
    multiply_adds: u64,
    note: Option<&'static str>,
    found: [&[&Held]; 2],
) {
    with(|record| {
        found[0]
            .iter()
            .for_each(|held| record.operand(held.memory()));
        record.multiply_adds = record.multiply_adds.saturating_add(multiply_adds);
        if record.layers == 0 {
            record.finish(name(), note, shapes(found));
        }
    });
}

/// Notes an operation with one result, which is returned.
pub(super) fn made(
    name: fn() -> Cow<'static, str>,
    operands: &[&Held],
    multiply_adds: u64,
    result: Held,
) -> Held {
    if let [operand] = operands {
        result.memory().is_computed_from(operand.memory());
    }
    note(name, multiply_adds, None, [operands, &[&result]]);
    result
}

/// Counts a bias: an operand that is a parameter, which is added to this many numbers.
pub(super) fn bias(operands: &[&Held], count: u64) {
    with(|record| {
        let mut memories = operands.iter().map(|held| held.memory());
        if let Some(weights) = memories.find(|memory| memory.is_parameter()) {
            record.bias(weights, count);
        }
    });
}

/// Memory that an operation has for itself while it runs.
pub(super) fn needs(bytes: u64) {
    with(|record| {
        record.add(bytes);
        record.subtract(bytes);
    });
}

/// While this exists, operations are parts of a layer, and have no separate rows.
pub(super) fn parts() -> Parts {
    with(|record| record.layers += 1);
    Parts(Some(|| {
        with(|record| record.layers -= 1);
    }))
}

/// Notes a layer after its parts. `multiply_adds` replaces what these have counted.
pub(super) fn layer(name: &'static str, multiply_adds: Option<u64>, found: [&[&Held]; 2]) {
    with(|record| {
        found[0]
            .iter()
            .for_each(|held| record.operand(held.memory()));
        if let Some(multiply_adds) = multiply_adds {
            record.counts(multiply_adds);
        }
        if record.layers == 0 {
            record.finish(name.into(), None, shapes(found));
        }
    });
}

/// Gives the result of the last row its names.
pub(super) fn name_last(result: &Held) {
    with(|record| {
        if record.layers == 0 {
            record.name_last(shapes([&[], &[result]]).outputs);
        }
    });
}

/// While it exists, calls of functions with `#[shapes]` are rows.
pub(super) struct Borders {
    before: Option<fn(&Returned<'_>)>,
}

impl Borders {
    pub fn begin() -> Self {
        let before = listen(Some(border));
        Self { before }
    }
}

impl Drop for Borders {
    fn drop(&mut self) {
        listen(self.before);
    }
}

/// Notes a call.
fn border(call: &Returned<'_>) {
    let shapes = |sizes: &[Option<&DynShape>]| {
        let known = sizes.iter().flatten();
        known
            .map(|sizes| NamedShape::new(sizes.dims(), None))
            .collect()
    };
    let found = Found {
        inputs: shapes(call.arguments),
        outputs: shapes(call.results),
        bytes: 0,
    };
    let names = call.contract.operands.iter().zip(call.arguments);
    let names = names.filter(|(_, sizes)| sizes.is_some());
    let names = names.map(|(operand, _)| operand.name.to_string()).collect();
    with(|record| {
        record.finish(call.function.to_string().into(), None, found);
        record.arguments(names);
    });
}

/// The name of an operation from that of its type: `add` for `shapecheck::engine::ops::Right<shapecheck::engine::ops::Add, f32>`.
pub(super) fn name_of<Op>() -> Cow<'static, str> {
    let path = core::any::type_name::<Op>();
    // For a function with one operand given, the function.
    let path = match path.split_once("Right<").or(path.split_once("Left<")) {
        Some((_, inner)) => inner,
        None => path,
    };
    let end = path.find(['<', ',']).unwrap_or(path.len());
    let name = path[..end].rsplit("::").next().unwrap_or(path);
    let mut words = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.extend(letter.to_lowercase());
    }
    Cow::Owned(words)
}
