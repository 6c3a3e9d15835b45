//! ONNX files: the names and sizes of their weights, and what their graphs take and give.
//!
//! Reads the few fields of the format, Protocol Buffers, that are needed; others are skipped by their lengths, among
//! them all data.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read};
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
    let told = |problem| match problem {
        Problem::Unread(error) => Wrong::Unread(error).at(path),
        Problem::Format => Wrong::Onnx.at(path),
        Problem::Element(name, number) => Wrong::OnnxElement(&name, number).at(path),
        Problem::Size(name) => Wrong::OnnxSize(&name).at(path),
    };
    let open = || {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(Input {
            file: BufReader::new(file),
            at: 0,
            length,
        })
    };
    model(open().map_err(Problem::Unread).map_err(told)?).map_err(told)
}

/// What is wrong with a file.
enum Problem {
    Unread(io::Error),
    /// It is not one, or cut off.
    Format,
    /// A tensor has elements of this number.
    Element(String, u64),
    /// A tensor has a size below 0, or one that is too large.
    Size(String),
}

fn model(mut input: Input) -> Result<Contents, Problem> {
    let mut contents = None;
    let end = input.length;
    input.each(end, |input, field| {
        if let (field::model::GRAPH, Value::Message(end)) = field {
            graph(input, end, contents.insert(Contents::default()))?;
        }
        Ok(())
    })?;
    let mut contents = contents.ok_or(Problem::Format)?;
    // Older files have weights as inputs too.
    let weights = contents.weights.iter().map(|weight| &*weight.name);
    let weights: HashSet<&str> = weights.collect();
    contents
        .inputs
        .retain(|input| !weights.contains(&*input.name));
    Ok(contents)
}

fn graph(input: &mut Input, end: u64, contents: &mut Contents) -> Result<(), Problem> {
    input.each(end, |input, field| {
        match field {
            (field::graph::WEIGHT, Value::Message(end)) => {
                contents.weights.push(weight(input, end)?);
            }
            (field::graph::INPUT, Value::Message(end)) => {
                contents.inputs.extend(port(input, end)?);
            }
            (field::graph::OUTPUT, Value::Message(end)) => {
                contents.outputs.extend(port(input, end)?);
            }
            _ => {}
        }
        Ok(())
    })
}

fn weight(input: &mut Input, end: u64) -> Result<Weight, Problem> {
    let (mut name, mut number, mut sizes) = (String::new(), 0, Vec::new());
    input.each(end, |input, field| {
        match field {
            (field::tensor::NAME, Value::Message(end)) => name = input.text(end)?,
            (field::tensor::ELEMENT, Value::Number(found)) => number = found,
            (field::tensor::SIZE, Value::Number(size)) => sizes.push(size),
            // Numbers one after another.
            (field::tensor::SIZE, Value::Message(end)) => {
                while input.at < end {
                    sizes.push(input.varint(end)?);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    let sizes = sizes.into_iter().map(size).collect::<Option<_>>();
    Ok(Weight {
        sizes: sizes.ok_or_else(|| Problem::Size(name.clone()))?,
        element: element(number).ok_or_else(|| Problem::Element(name.clone(), number))?,
        name,
        names: Vec::new(),
    })
}

/// An input or an output, if it is a tensor whose number of axes is known.
fn port(input: &mut Input, end: u64) -> Result<Option<Port>, Problem> {
    let (mut name, mut tensor) = (String::new(), None);
    input.each(end, |input, field| {
        match field {
            (field::port::NAME, Value::Message(end)) => name = input.text(end)?,
            (field::port::TYPE, Value::Message(end)) => {
                input.each(end, |input, field| {
                    if let (field::of_type::TENSOR, Value::Message(end)) = field {
                        tensor = Some(tensor_type(input, end)?);
                    }
                    Ok(())
                })?;
            }
            _ => {}
        }
        Ok(())
    })?;
    let Some((number, Some(axes))) = tensor else {
        return Ok(None);
    };
    let axes = axes.into_iter().map(|axis| match axis {
        Some(axis) => Ok(axis),
        None => Err(Problem::Size(name.clone())),
    });
    Ok(Some(Port {
        axes: axes.collect::<Result<_, _>>()?,
        element: element(number).ok_or_else(|| Problem::Element(name.clone(), number))?,
        name,
    }))
}

/// The number of its elements, and its axes, if the file has them; `None` is an axis without a size.
type TensorType = (u64, Option<Vec<Option<Axis>>>);

fn tensor_type(input: &mut Input, end: u64) -> Result<TensorType, Problem> {
    let (mut number, mut axes) = (0, None);
    input.each(end, |input, field| {
        match field {
            (field::of_tensor::ELEMENT, Value::Number(found)) => number = found,
            (field::of_tensor::SHAPE, Value::Message(end)) => {
                let axes = axes.insert(Vec::new());
                input.each(end, |input, field| {
                    if let (field::shape::AXIS, Value::Message(end)) = field {
                        axes.push(axis(input, end)?);
                    }
                    Ok(())
                })?;
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok((number, axes))
}

fn axis(input: &mut Input, end: u64) -> Result<Option<Axis>, Problem> {
    let mut axis = Some(Axis::Unknown);
    input.each(end, |input, field| {
        match field {
            (field::axis::SIZE, Value::Number(found)) => axis = size(found).map(Axis::Size),
            (field::axis::SYMBOL, Value::Message(end)) => match input.text(end)? {
                symbol if symbol.is_empty() => {}
                symbol => axis = Some(Axis::Symbol(symbol)),
            },
            _ => {}
        }
        Ok(())
    })?;
    Ok(axis)
}

/// A size, which the format has as a number with a sign.
fn size(number: u64) -> Option<usize> {
    i64::try_from(number).ok()?.try_into().ok()
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
enum Value {
    Number(u64),
    /// A text, a message or several numbers, which end there.
    Message(u64),
    /// Four or eight bytes, which no field that is read has.
    Fixed,
}

/// A file, of which messages and texts are read, and all else is skipped.
// Source: https://protobuf.dev/programming-guides/encoding/
struct Input {
    file: BufReader<File>,
    at: u64,
    length: u64,
}

impl Input {
    /// Reads the fields of a message up to its end. What `read` leaves of one is skipped.
    fn each(
        &mut self,
        end: u64,
        mut read: impl FnMut(&mut Self, (u64, Value)) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        while self.at < end {
            let key = self.varint(end)?;
            let (value, next) = match key & 7 {
                0 => (Value::Number(self.varint(end)?), self.at),
                1 => (Value::Fixed, self.behind(8, end)?),
                2 => {
                    let length = self.varint(end)?;
                    let next = self.behind(length, end)?;
                    (Value::Message(next), next)
                }
                5 => (Value::Fixed, self.behind(4, end)?),
                _ => return Err(Problem::Format),
            };
            match key >> 3 {
                0 => return Err(Problem::Format),
                number => read(self, (number, value))?,
            }
            self.skip_to(next)?;
        }
        Ok(())
    }

    /// The place after the next bytes, which a message has to have.
    fn behind(&self, length: u64, end: u64) -> Result<u64, Problem> {
        let behind = self.at.checked_add(length);
        behind.filter(|&it| it <= end).ok_or(Problem::Format)
    }

    fn skip_to(&mut self, place: u64) -> Result<(), Problem> {
        let count = i64::try_from(place - self.at).map_err(|_| Problem::Format)?;
        self.file.seek_relative(count).map_err(Problem::Unread)?;
        self.at = place;
        Ok(())
    }

    /// A number in groups of seven bits, the lowest first.
    fn varint(&mut self, end: u64) -> Result<u64, Problem> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let next = self.behind(1, end)?;
            let mut byte = [0];
            self.file.read_exact(&mut byte).map_err(Problem::Unread)?;
            self.at = next;
            let bits = u64::from(byte[0] & 0x7f);
            if bits << shift >> shift != bits {
                return Err(Problem::Format);
            }
            number |= bits << shift;
            if byte[0] & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Problem::Format)
    }

    fn text(&mut self, end: u64) -> Result<String, Problem> {
        let count = end - self.at;
        let mut bytes = Vec::new();
        let mut part = self.file.by_ref().take(count);
        part.read_to_end(&mut bytes).map_err(Problem::Unread)?;
        self.at = end;
        String::from_utf8(bytes).map_err(|_| Problem::Format)
    }
}
