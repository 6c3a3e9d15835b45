//! The bytes of tensors: in memory, or wherever a [`Source`] reads them from.

use std::borrow::Cow;
use std::fmt;
use std::io;

/// Where the bytes of one tensor come from, if they are not in memory: a part of a file, or another format.
///
/// ```
/// use shapecheck::{Tensor, shape};
/// use shapecheck_weights::{Reader, Source, StoredTensor, safetensors::Dtype};
///
/// /// A tensor of ones, made when it is read.
/// #[derive(Debug)]
/// struct Ones;
///
/// impl Source for Ones {
///     fn read(&self, to: &mut [u8]) -> std::io::Result<()> {
///         to.fill(1);
///         Ok(())
///     }
/// }
///
/// let tensor = StoredTensor::from_source(Dtype::U8, &[3], &Ones)?;
/// let x: Tensor<u8, shape![3]> = Reader::of_tensors([("x".into(), tensor)]).field("x").expect("ones");
/// assert_eq!(x, Tensor::ones());
/// # Ok::<(), shapecheck_weights::WeightsError>(())
/// ```
pub trait Source: fmt::Debug + Sync {
    /// Writes all bytes of the tensor, which are as many as `to` has room for.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be read.
    fn read(&self, to: &mut [u8]) -> io::Result<()>;
}

/// The source of a tensor of which there are only sizes.
#[cfg(feature = "dry")]
#[derive(Debug)]
pub(crate) struct NoBytes;

#[cfg(feature = "dry")]
impl Source for NoBytes {
    fn read(&self, _to: &mut [u8]) -> io::Result<()> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "there are only sizes",
        ))
    }
}

/// The bytes of one tensor.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'data>(Place<'data>);

#[derive(Clone, Copy, Debug)]
enum Place<'data> {
    Memory(&'data [u8]),
    Source(&'data dyn Source, usize),
}

impl<'data> Bytes<'data> {
    /// Bytes in memory.
    pub(crate) const fn of(bytes: &'data [u8]) -> Self {
        Self(Place::Memory(bytes))
    }

    /// So many bytes of a source.
    pub(crate) const fn from_source(source: &'data dyn Source, length: usize) -> Self {
        Self(Place::Source(source, length))
    }

    /// The number of bytes.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a number like any other")]
    pub const fn len(&self) -> usize {
        match self.0 {
            Place::Memory(bytes) => bytes.len(),
            Place::Source(_, length) => length,
        }
    }

    /// The bytes themselves, if they are in memory.
    #[must_use]
    pub const fn in_memory(&self) -> Option<&'data [u8]> {
        match self.0 {
            Place::Memory(bytes) => Some(bytes),
            Place::Source(..) => None,
        }
    }

    /// Copies or reads all bytes to memory that has room for as many.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be read.
    ///
    /// # Panics
    ///
    /// Panics if there is room for fewer or more.
    pub fn copy_to(&self, to: &mut [u8]) -> io::Result<()> {
        assert!(to.len() == self.len(), "room for all bytes");
        match self.0 {
            Place::Memory(bytes) => {
                to.copy_from_slice(bytes);
                Ok(())
            }
            Place::Source(source, _) => source.read(to),
        }
    }

    /// The bytes, read if they are not in memory.
    ///
    /// # Errors
    ///
    /// Returns an error if they cannot be read.
    pub fn get(&self) -> io::Result<Cow<'data, [u8]>> {
        match self.in_memory() {
            Some(bytes) => Ok(bytes.into()),
            None => {
                let mut bytes = vec![0; self.len()];
                self.copy_to(&mut bytes)?;
                Ok(bytes.into())
            }
        }
    }
}
