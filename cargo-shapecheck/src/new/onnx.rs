//! ONNX files: the names and sizes of their weights, and what their graphs take and give.
//!
//! Of the format, Protocol Buffers, the few fields that are needed are read; others are skipped by their lengths.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use super::words::Wrong;
use super::{Axis, Contents, Element, Port, Weight};

/// The numbers of fields, by the message that has them.
// Source: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
mod field {
    pub mod model {
        pub const GRAPH: u64 = 7;
    }
    pub mod graph {
        pub const WEIGHT: u64 = 5;
        pub const INPUT: u64 = 11;
        pub const OUTPUT: u64 = 12;
    }
    pub mod tensor {
        pub const SIZE: u64 = 1;
        pub const ELEMENT: u64 = 2;
        pub const NAME: u64 = 8;
    }
    pub mod port {
        pub const NAME: u64 = 1;
        pub const TYPE: u64 = 2;
    }
    pub mod of_type {
        pub const TENSOR: u64 = 1;
    }
    pub mod of_tensor {
        pub const ELEMENT: u64 = 1;
        pub const SHAPE: u64 = 2;
    }
    pub mod shape {
        pub const AXIS: u64 = 1;
    }
    pub mod axis {
        pub const SIZE: u64 = 1;
        pub const SYMBOL: u64 = 2;
    }
}

/// The weights of a model, its inputs and its outputs.
pub fn read(path: &Path) -> io::Result<Contents> {
    let bytes = std::fs::read(path).map_err(|error| Wrong::Unread(error).at(path))?;
    model(&bytes).map_err(|problem| match problem {
        Problem::Format => Wrong::Onnx.at(path),
        Problem::Element(name, number) => Wrong::OnnxElement(&name, number).at(path),
        Problem::Size(name) => Wrong::OnnxSize(&name).at(path),
    })
}

/// What is wrong with a file.
enum Problem {
    /// It is not one, or cut off.
    Format,
    /// A tensor has elements of this number.
    Element(String, u64),
    /// A tensor has a size below 0, or one that is too large.
    Size(String),
}

fn model(bytes: &[u8]) -> Result<Contents, Problem> {
    let mut graph = None;
    for field in Fields(bytes) {
        if let (field::model::GRAPH, Value::Bytes(bytes)) = field? {
            graph = Some(bytes);
        }
    }
    let mut contents = Contents::default();
    for field in Fields(graph.ok_or(Problem::Format)?) {
        match field? {
            (field::graph::WEIGHT, Value::Bytes(bytes)) => contents.weights.push(weight(bytes)?),
            (field::graph::INPUT, Value::Bytes(bytes)) => contents.inputs.extend(port(bytes)?),
            (field::graph::OUTPUT, Value::Bytes(bytes)) => contents.outputs.extend(port(bytes)?),
            _ => {}
        }
    }
    // Older files have weights as inputs too.
    let weights = contents.weights.iter().map(|weight| &*weight.name);
    let weights: HashSet<&str> = weights.collect();
    contents
        .inputs
        .retain(|input| !weights.contains(&*input.name));
    Ok(contents)
}

fn weight(bytes: &[u8]) -> Result<Weight, Problem> {
    let (mut name, mut number, mut sizes) = (String::new(), 0, Vec::new());
    for field in Fields(bytes) {
        match field? {
            (field::tensor::NAME, Value::Bytes(bytes)) => name = text(bytes)?,
            (field::tensor::ELEMENT, Value::Number(found)) => number = found,
            (field::tensor::SIZE, Value::Number(size)) => sizes.push(size),
            // Numbers one after another.
            (field::tensor::SIZE, Value::Bytes(mut bytes)) => {
                while !bytes.is_empty() {
                    sizes.push(varint(&mut bytes)?);
                }
            }
            _ => {}
        }
    }
    let sizes = sizes.into_iter().map(size).collect::<Option<_>>();
    Ok(Weight {
        sizes: sizes.ok_or_else(|| Problem::Size(name.clone()))?,
        element: element(number).ok_or_else(|| Problem::Element(name.clone(), number))?,
        name,
    })
}

/// An input or an output, if it is a tensor.
fn port(bytes: &[u8]) -> Result<Option<Port>, Problem> {
    let (mut name, mut tensor) = (String::new(), None);
    for field in Fields(bytes) {
        match field? {
            (field::port::NAME, Value::Bytes(bytes)) => name = text(bytes)?,
            (field::port::TYPE, Value::Bytes(bytes)) => {
                for field in Fields(bytes) {
                    if let (field::of_type::TENSOR, Value::Bytes(bytes)) = field? {
                        tensor = Some(bytes);
                    }
                }
            }
            _ => {}
        }
    }
    let Some(tensor) = tensor else {
        return Ok(None);
    };
    let (mut number, mut axes) = (0, None);
    for field in Fields(tensor) {
        match field? {
            (field::of_tensor::ELEMENT, Value::Number(found)) => number = found,
            (field::of_tensor::SHAPE, Value::Bytes(bytes)) => {
                let axes = axes.insert(Vec::new());
                for field in Fields(bytes) {
                    if let (field::shape::AXIS, Value::Bytes(bytes)) = field? {
                        axes.push(axis(bytes, &name)?);
                    }
                }
            }
            _ => {}
        }
    }
    let element = element(number).ok_or_else(|| Problem::Element(name.clone(), number))?;
    // Without a shape, the number of axes is not known either.
    Ok(axes.map(|axes| Port {
        name,
        element,
        axes,
    }))
}

fn axis(bytes: &[u8], name: &str) -> Result<Axis, Problem> {
    let mut axis = Axis::Unknown;
    for field in Fields(bytes) {
        match field? {
            (field::axis::SIZE, Value::Number(found)) => {
                let size = size(found).ok_or_else(|| Problem::Size(name.to_owned()))?;
                axis = Axis::Size(size);
            }
            (field::axis::SYMBOL, Value::Bytes(bytes)) => match text(bytes)? {
                symbol if symbol.is_empty() => {}
                symbol => axis = Axis::Symbol(symbol),
            },
            _ => {}
        }
    }
    Ok(axis)
}

/// A size, which the format has as a number with a sign.
fn size(number: u64) -> Option<usize> {
    i64::try_from(number).ok()?.try_into().ok()
}

fn text(bytes: &[u8]) -> Result<String, Problem> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(Problem::Format),
    }
}

/// The elements with this number of `TensorProto.DataType`.
fn element(number: u64) -> Option<Element> {
    Element::named(match number {
        1 => "F32",
        2 => "U8",
        3 => "I8",
        4 => "U16",
        5 => "I16",
        6 => "I32",
        7 => "I64",
        9 => "BOOL",
        10 => "F16",
        11 => "F64",
        12 => "U32",
        13 => "U64",
        16 => "BF16",
        _ => return None,
    })
}

/// The value of a field.
enum Value<'bytes> {
    Number(u64),
    /// A text, a message or several numbers.
    Bytes(&'bytes [u8]),
    /// Four or eight bytes, which no field that is read has.
    Fixed,
}

/// The fields of a message, each with its number. It ends behind an error.
// Source: https://protobuf.dev/programming-guides/encoding/
struct Fields<'bytes>(&'bytes [u8]);

impl<'bytes> Iterator for Fields<'bytes> {
    type Item = Result<(u64, Value<'bytes>), Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let field = field(&mut self.0);
        if field.is_err() {
            self.0 = &[];
        }
        Some(field)
    }
}

fn field<'bytes>(bytes: &mut &'bytes [u8]) -> Result<(u64, Value<'bytes>), Problem> {
    let key = varint(bytes)?;
    let value = match key & 7 {
        0 => Value::Number(varint(bytes)?),
        1 => take(bytes, 8).map(|_| Value::Fixed)?,
        2 => {
            let length = varint(bytes)?;
            Value::Bytes(take(bytes, length)?)
        }
        5 => take(bytes, 4).map(|_| Value::Fixed)?,
        _ => return Err(Problem::Format),
    };
    match key >> 3 {
        0 => Err(Problem::Format),
        number => Ok((number, value)),
    }
}

/// The first bytes, as many as there have to be.
fn take<'bytes>(bytes: &mut &'bytes [u8], length: u64) -> Result<&'bytes [u8], Problem> {
    let length = usize::try_from(length).map_err(|_| Problem::Format)?;
    let (first, rest) = bytes.split_at_checked(length).ok_or(Problem::Format)?;
    *bytes = rest;
    Ok(first)
}

/// A number in groups of seven bits, the lowest first.
fn varint(bytes: &mut &[u8]) -> Result<u64, Problem> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = take(bytes, 1)?[0];
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits {
            return Err(Problem::Format);
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(Problem::Format)
}
