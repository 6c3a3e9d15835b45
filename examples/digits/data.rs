//! The handwritten digits, read from `examples/data/digits.csv`, and batches of them.

use std::error::Error;

use shapecheck::{Dim, Shape, ShapeError, StaticDim, dim, shape};

use crate::Array;
use crate::layers::{Images, Side};

/// Rows and columns of an image.
pub const SIDE: usize = Side::SIZE;
pub const PIXELS: usize = SIDE * SIDE;
/// The digits from 0 to 9.
pub type Classes = dim!(10);
pub const CLASSES: usize = Classes::SIZE;

/// An image and its label.
pub struct Digit {
    /// In row-major order, from 0 for paper to 1 for ink.
    pub pixels: [f32; PIXELS],
    pub label: usize,
}

/// All digits, in the order of the file.
pub fn read() -> Result<Vec<Digit>, Box<dyn Error>> {
    include_str!("../data/digits.csv")
        .lines()
        .enumerate()
        .map(|(index, line)| {
            parse(line).map_err(|error| format!("digits.csv, line {}: {error}", index + 1).into())
        })
        .collect()
}

/// 64 numbers from 0 to 16, then the label.
fn parse(line: &str) -> Result<Digit, Box<dyn Error>> {
    let numbers = line
        .split(',')
        .map(str::parse)
        .collect::<Result<Vec<u8>, _>>()?;
    let (&label, pixels) = numbers.split_last().ok_or("empty")?;
    if usize::from(label) >= CLASSES {
        return Err(format!("the label {label} is not a digit").into());
    }
    let pixels: [u8; PIXELS] = pixels.try_into()?;
    Ok(Digit {
        pixels: pixels.map(|ink| f32::from(ink) / 16.0),
        label: label.into(),
    })
}

/// `B` digits: `Batch<dim!(32)>` has 32, `Batch<Dyn>` any number.
pub struct Batch<B: Dim> {
    pub pixels: Images<B>,
    pub labels: Array<usize, shape![B]>,
}

impl<B: Dim> Batch<B> {
    /// Fails if `B` is static and the number of digits differs.
    pub fn new(digits: &[&Digit]) -> Result<Self, ShapeError> {
        let size = digits.len();
        let pixels: Vec<f32> = digits.iter().flat_map(|digit| digit.pixels).collect();
        let labels: Vec<usize> = digits.iter().map(|digit| digit.label).collect();
        Ok(Self {
            pixels: Array::from_slice_with(
                Shape::try_from_sizes(&[size, 1, SIDE, SIDE])?,
                &pixels,
            )?,
            labels: Array::from_slice_with(Shape::try_from_sizes(&[size])?, &labels)?,
        })
    }
}
