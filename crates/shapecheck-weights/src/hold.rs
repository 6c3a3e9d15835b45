//! Tensors of files, and the engines that hold their elements.

use std::io;

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError};
use shapecheck::engine::{Creates, Engine};
use shapecheck::host::Borrowed;
use shapecheck::{DynShape, Host, Inline, Shape, Tensor, View};
use shapecheck_weights_header::count_bytes;

use crate::bytes::{Bytes, Runs, Source};
use crate::cut::Part;
use crate::element::Stored;

/// A tensor of a file: its elements' type, its sizes, and where its bytes are.
#[derive(Clone, Debug)]
pub struct StoredTensor<'data> {
    bytes: Bytes<'data>,
    /// The parts of the bytes that are this tensor's, if not all.
    runs: Option<Runs>,
    dtype: Dtype,
    sizes: Vec<usize>,
    /// The sizes of the matrices in the file, if those of the tensor are their transposes.
    transposes: Option<[usize; 2]>,
    /// The sizes of the array in the file, if it lies there in Fortran's order: neighbours along its first axis side by side.
    first_axis_dense: Option<Vec<usize>>,
    /// The name that it was found by.
    name: Option<String>,
}

impl<'data> StoredTensor<'data> {
    /// A tensor with these bytes: its elements in row-major order, of each the lowest byte first.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of bytes is not that of the elements.
    pub fn new(dtype: Dtype, sizes: &[usize], bytes: &'data [u8]) -> Result<Self, SafeTensorError> {
        if count_bytes(dtype, sizes)? != bytes.len() {
            let (sizes, length) = (sizes.to_vec(), bytes.len());
            return Err(SafeTensorError::InvalidTensorView(dtype, sizes, length));
        }
        Ok(Self::of(dtype, sizes.to_vec(), Bytes::of(bytes)))
    }

    /// A tensor whose bytes are read from a source when it is loaded.
    ///
    /// # Errors
    ///
    /// Returns an error if memory has no room for as many bytes, at whatever place.
    pub fn from_source(
        dtype: Dtype,
        sizes: &[usize],
        source: &'data dyn Source,
    ) -> Result<Self, SafeTensorError> {
        let bytes = Bytes::from_source(source, count_bytes(dtype, sizes)?);
        Ok(Self::of(dtype, sizes.to_vec(), bytes))
    }

    pub(crate) const fn of(dtype: Dtype, sizes: Vec<usize>, bytes: Bytes<'data>) -> Self {
        Self {
            bytes,
            runs: None,
            dtype,
            sizes,
            transposes: None,
            first_axis_dense: None,
            name: None,
        }
    }

    /// The same, of an array that lies in the file in Fortran's order.
    pub(crate) fn in_fortran_order(self) -> Self {
        Self {
            first_axis_dense: Some(self.sizes.clone()),
            ..self
        }
    }

    /// The same bytes as a tensor of other sizes, of as many elements.
    pub(crate) fn reshaped(&self, sizes: Vec<usize>, transposes: Option<[usize; 2]>) -> Self {
        Self {
            sizes,
            transposes,
            ..self.clone()
        }
    }

    /// A part of each axis.
    pub(crate) fn part(self, parts: &[Part]) -> Self {
        let mut axes: Vec<_> = self.sizes.iter().zip(parts).collect();
        let sizes: Vec<usize> = axes.iter().map(|(size, part)| *size / part.ranks).collect();
        if self.first_axis_dense.is_some() {
            axes.reverse();
        }
        let axes: Vec<_> = axes
            .into_iter()
            .flat_map(|(size, part)| part.ranges(*size))
            .collect();
        let (bytes, runs) = match Runs::of(&axes, self.bytes.len()) {
            Some(runs) => self.bytes.part(runs),
            None => (self.bytes, None),
        };
        Self {
            bytes,
            runs,
            first_axis_dense: self.first_axis_dense.map(|_| sizes.clone()),
            sizes,
            ..self
        }
    }

    pub(crate) fn with_name(self, name: &str) -> Self {
        Self {
            name: Some(name.to_owned()),
            ..self
        }
    }

    /// The name of the field that it is for, with those of all fields that lead there, if a reader found it by its name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The sizes.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The elements' name in the file: for a tensor that is to be held, that of the type itself, or another one that it
    /// [reads](Stored::reads).
    #[must_use]
    pub fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// The bytes in memory of the elements in row-major order, if they are there in this order.
    #[must_use]
    pub fn bytes_in_place(&self) -> Option<&'data [u8]> {
        match (self.transposes, &self.first_axis_dense) {
            (None, None) => self.in_memory(),
            _ => None,
        }
    }

    /// The bytes in memory, in whatever order, if they lie there without others.
    fn in_memory(&self) -> Option<&'data [u8]> {
        match self.runs {
            None => self.bytes.in_memory(),
            Some(_) => None,
        }
    }

    /// The elements in row-major order: in one copy, if the file has them as memory has.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or `T` does not [read](Stored::reads) its elements.
    pub fn to_vec<T: Stored>(&self) -> io::Result<Vec<T>> {
        let Some(reading) = T::reads(self.dtype) else {
            let told = format!("{:?} are not read as {:?}", self.dtype, T::DTYPE);
            return Err(io::Error::new(io::ErrorKind::InvalidData, told));
        };
        let mut elements = reading(self.bytes.with_runs(self.runs.as_ref()))?;
        if let Some(sizes) = &self.first_axis_dense {
            let in_file = View::<T, DynShape>::from_strided(
                DynShape::from(&sizes[..]),
                &fortran_strides(sizes),
                &elements,
            );
            let in_rows = in_file.expect("a length that was checked").to_tensor();
            elements = in_rows.into_vec();
        }
        Ok(match self.transposes {
            Some(sizes) => transposed(&elements, sizes),
            None => elements,
        })
    }
}

impl<'data> From<TensorView<'data>> for StoredTensor<'data> {
    fn from(view: TensorView<'data>) -> Self {
        Self::of(view.dtype(), view.shape().to_vec(), Bytes::of(view.data()))
    }
}

/// The distance of neighbours along each axis, in Fortran's order.
fn fortran_strides(sizes: &[usize]) -> Vec<usize> {
    let mut next = 1_usize;
    let stride = |size: &usize| {
        let stride = next;
        // Without elements, sizes may be any.
        next = next.saturating_mul(*size);
        stride
    };
    sizes.iter().map(stride).collect()
}

/// Matrices that lie one after another, each transposed.
fn transposed<T: Copy>(elements: &[T], [rows, columns]: [usize; 2]) -> Vec<T> {
    /// Squares of this side are read and written while their memory is in the processor's.
    const SIDE: usize = 16;

    let mut result = elements.to_vec();
    // Without elements, sizes may be any.
    let matrix = match elements {
        [] => 1,
        _ => rows * columns,
    };
    for (to, from) in result.chunks_mut(matrix).zip(elements.chunks(matrix)) {
        for column in (0..columns).step_by(SIDE) {
            for row in (0..rows).step_by(SIDE) {
                for column in column..columns.min(column + SIDE) {
                    for row in row..rows.min(row + SIDE) {
                        to[column * rows + row] = from[row * columns + column];
                    }
                }
            }
        }
    }
    result
}

/// The reason why an engine does not hold a tensor of a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum HoldError {
    /// The elements are to be read in place, and cannot.
    NotInPlace,
    /// The file cannot be read.
    File(io::Error),
}

impl From<io::Error> for HoldError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

/// An engine whose tensors can be filled from files that are in memory for `'data`.
#[diagnostic::on_unimplemented(
    message = "a file of weights cannot fill tensors of `{T}` on `{Self}`",
    label = "not filled from files",
    note = "elements are `f32`, `f64`, integers of 8 to 64 bits and `bool`; a view takes those of numbers",
    note = "an engine of another crate implements `shapecheck_weights::Holds`"
)]
pub trait Holds<'data, T: 'static>: Engine {
    /// The tensor with the elements of the file, which have the sizes of the shape.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be read, or are to be read in place, and cannot.
    fn hold<S: Shape>(stored: &StoredTensor<'data>) -> Result<Self::Data<T, S>, HoldError>;
}

/// The shape with the sizes of a tensor, which were checked.
fn shape_of<S: Shape>(stored: &StoredTensor<'_>) -> S {
    S::try_from_sizes(stored.sizes()).expect("sizes that were checked")
}

impl<T: Stored> Holds<'_, T> for Host {
    fn hold<S: Shape>(stored: &StoredTensor<'_>) -> Result<Self::Data<T, S>, HoldError> {
        let tensor = Tensor::from_vec_with(shape_of::<S>(stored), stored.to_vec()?);
        Ok(tensor.expect("a length that was checked").into_data())
    }
}

/// Only the sizes of the tensor, as a parameter with its name: nothing is read.
#[cfg(feature = "dry")]
impl<T: Stored> Holds<'_, T> for shapecheck::dry::Sizes {
    fn hold<S: Shape>(stored: &StoredTensor<'_>) -> Result<Self::Data<T, S>, HoldError> {
        let (sizes, name) = (stored.sizes().into(), stored.name().unwrap_or_default());
        Ok(shapecheck::dry::Held::parameter::<T, S>(&sizes, name))
    }
}

impl<T: Stored> Holds<'_, T> for Inline {
    fn hold<S: Shape>(stored: &StoredTensor<'_>) -> Result<Self::Data<T, S>, HoldError> {
        let mut elements = stored.to_vec()?.into_iter();
        let next = || elements.next().expect("as many elements as the sizes say");
        Ok(Self::generate::<S>(stored.sizes().into(), next))
    }
}

/// In place, if memory has the elements aligned, and in row-major order or in Fortran's.
impl<'data, T: Stored + bytemuck::AnyBitPattern> Holds<'data, T> for Borrowed<'data> {
    fn hold<S: Shape>(stored: &StoredTensor<'data>) -> Result<Self::Data<T, S>, HoldError> {
        // The format stores the lowest byte first.
        if cfg!(target_endian = "big") || stored.dtype != T::DTYPE {
            return Err(HoldError::NotInPlace);
        }
        let cast = |bytes| bytemuck::try_cast_slice(bytes).map_err(|_| HoldError::NotInPlace);
        let view = match &stored.first_axis_dense {
            // As the file has it, with no axes that are one there.
            Some(sizes) if stored.transposes.is_none() && *sizes == stored.sizes => {
                let bytes = stored.in_memory().ok_or(HoldError::NotInPlace)?;
                View::from_strided(shape_of::<S>(stored), &fortran_strides(sizes), cast(bytes)?)
            }
            _ => {
                let bytes = stored.bytes_in_place().ok_or(HoldError::NotInPlace)?;
                View::from_buffer_with(shape_of::<S>(stored), cast(bytes)?)
            }
        };
        Ok(view.expect("a length that was checked").into_data())
    }
}
