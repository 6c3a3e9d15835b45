//! Saves structs to files.
//!
//! ```
//! use shapecheck::{InlineTensor, shape};
//! use shapecheck_weights::{Load, Save, load, save};
//!
//! #[derive(Load, Save)]
//! struct Scale {
//!     by: InlineTensor<f64, shape![2]>,
//! }
//!
//! let bytes = save(&Scale { by: InlineTensor::from([0.5, 2.0]) })?;
//! assert_eq!(load::<Scale>(&bytes)?.by, InlineTensor::from([0.5, 2.0]));
//! # Ok::<(), shapecheck_weights::WeightsError>(())
//! ```

use std::marker::PhantomData;
use std::path::Path;

use safetensors::tensor::TensorView;
use shapecheck::engine::ReadsElements;
use shapecheck::{Shape, TensorOn};

use crate::element::Stored;
use crate::error::WeightsError;
use crate::layout::Layout;

/// What can be written to a file of weights. [`Load`](crate::Load) reads it again.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written to a file of weights",
    label = "neither a tensor nor a struct of tensors",
    note = "`#[derive(shapecheck_weights::Save)]` on a struct of tensors writes its fields by their names"
)]
pub trait Save {
    /// Writes all tensors at the writer's place.
    fn write(&self, to: &mut Writer);
}

/// A tensor to be written.
#[derive(Debug)]
pub(crate) struct Entry {
    pub name: String,
    pub dtype: safetensors::Dtype,
    pub sizes: Vec<usize>,
    pub bytes: Vec<u8>,
}

/// A file under construction, and a place in it.
#[derive(Debug, Default)]
pub struct Writer {
    pub(crate) entries: Vec<Entry>,
    place: String,
    /// How the file has the tensors at this place.
    layout: Layout,
}

impl Writer {
    /// Writes the value of the field with this name.
    pub fn field<W: Save + ?Sized>(&mut self, name: &str, value: &W) {
        let length = self.place.len();
        if !self.place.is_empty() {
            self.place.push('.');
        }
        self.place.push_str(name);
        value.write(self);
        self.place.truncate(length);
    }

    /// Writes what a field with this name holds, with its tensors in another layout.
    pub fn field_as<W: Save + ?Sized>(&mut self, name: &str, layout: Layout, value: &W) {
        let around = self.layout;
        self.layout = layout.within(around);
        self.field(name, value);
        self.layout = around;
    }

    fn tensor<T: Stored, S: Shape, E: ReadsElements<T>>(&mut self, tensor: &TensorOn<T, S, E>) {
        let mut sizes = tensor.dims().to_vec();
        self.layout
            .of_file(&mut sizes, |sizes| sizes.iter().product());
        let mut bytes = Vec::with_capacity(tensor.len() * T::BYTES);
        E::show::<S, _>(tensor.data(), |elements| match &sizes[..] {
            // The file's rows are the columns of what the elements are in order.
            [.., columns, rows] if self.layout.is_transposed() => {
                let all: Vec<T> = elements.copied().collect();
                for matrix in all.chunks((rows * columns).max(1)) {
                    for column in 0..*columns {
                        let column = matrix[column..].iter().step_by(*columns);
                        column.for_each(|element| element.add_bytes(&mut bytes));
                    }
                }
            }
            _ => elements.for_each(|element| element.add_bytes(&mut bytes)),
        });
        self.entries.push(Entry {
            name: self.place.clone(),
            dtype: T::DTYPE,
            sizes,
            bytes,
        });
    }
}

impl<T: Stored, S: Shape, E: ReadsElements<T>> Save for TensorOn<T, S, E> {
    fn write(&self, to: &mut Writer) {
        to.tensor(self);
    }
}

impl<W: Save> Save for [W] {
    fn write(&self, to: &mut Writer) {
        for (number, value) in self.iter().enumerate() {
            to.field(&number.to_string(), value);
        }
    }
}

impl<W: Save> Save for Vec<W> {
    fn write(&self, to: &mut Writer) {
        self[..].write(to);
    }
}

impl<W: Save, const COUNT: usize> Save for [W; COUNT] {
    fn write(&self, to: &mut Writer) {
        self[..].write(to);
    }
}

impl<W> Save for PhantomData<W> {
    fn write(&self, _: &mut Writer) {}
}

impl<W: Save> Save for Option<W> {
    fn write(&self, to: &mut Writer) {
        if let Some(value) = self {
            value.write(to);
        }
    }
}

impl<W: Save> Save for Box<W> {
    fn write(&self, to: &mut Writer) {
        (**self).write(to);
    }
}

/// The bytes of a file with all tensors.
///
/// # Errors
///
/// Returns an error if two have one name.
pub fn save<W: Save + ?Sized>(weights: &W) -> Result<Vec<u8>, WeightsError> {
    let mut writer = Writer::default();
    weights.write(&mut writer);
    let views = writer.entries.iter().map(|entry| {
        let view = TensorView::new(entry.dtype, entry.sizes.clone(), &entry.bytes)?;
        Ok((&*entry.name, view))
    });
    let views = views.collect::<Result<Vec<_>, safetensors::SafeTensorError>>()?;
    Ok(safetensors::serialize(views, None)?)
}

/// Writes a file with all tensors.
///
/// # Errors
///
/// Returns an error if the file cannot be written. See also [`save`].
pub fn save_file<W: Save + ?Sized>(
    weights: &W,
    path: impl AsRef<Path>,
) -> Result<(), WeightsError> {
    Ok(std::fs::write(path, save(weights)?)?)
}
