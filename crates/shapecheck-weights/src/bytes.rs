//! The bytes of tensors: in memory, or wherever a [`Source`] reads them from.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Range;

/// A source of the bytes of one tensor that are not in memory: a part of a file, or another format.
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

    /// Writes the bytes from `start` on, as many as `to` has room for, or is `None` if only all can be read: then a rank of a mesh
    /// reads all for its part.
    fn read_part(&self, start: usize, to: &mut [u8]) -> Option<io::Result<()>> {
        let _ = (start, to);
        None
    }
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
pub struct Bytes<'data> {
    place: Place<'data>,
    /// What is read of them, if not all.
    runs: Option<&'data Runs>,
}

#[derive(Clone, Copy, Debug)]
enum Place<'data> {
    Memory(&'data [u8]),
    Source(&'data dyn Source, usize),
}

/// Parts of the bytes of a tensor: as many from each of these places on.
#[derive(Clone, Debug)]
pub(crate) struct Runs {
    starts: Vec<usize>,
    length: usize,
}

impl Runs {
    /// The parts with a range of each axis, where these axes with their sizes have this many bytes; none if it is all of
    /// them.
    pub(crate) fn of(axes: &[(usize, Range<usize>)], bytes: usize) -> Option<Self> {
        let last = axes.iter().rposition(|(size, range)| range.len() < *size)?;
        // Without elements, sizes may be any.
        if bytes == 0 {
            return None;
        }
        let mut starts = vec![0];
        let mut unit = bytes;
        for (axis, (size, range)) in axes[..=last].iter().enumerate() {
            unit /= size;
            let read = match axis == last {
                true => range.start..range.start + 1,
                false => range.clone(),
            };
            let of_start = |start: usize| read.clone().map(move |place| start * size + place);
            starts = starts.into_iter().flat_map(of_start).collect();
        }
        starts.iter_mut().for_each(|start| *start *= unit);
        let length = axes[last].1.len() * unit;
        Some(Self { starts, length })
    }

    /// Each place, with the memory for what is there.
    fn to<'to>(&self, to: &'to mut [u8]) -> impl Iterator<Item = (usize, &'to mut [u8])> {
        self.starts
            .iter()
            .copied()
            .zip(to.chunks_exact_mut(self.length))
    }
}

impl<'data> Bytes<'data> {
    /// Bytes in memory.
    pub(crate) const fn of(bytes: &'data [u8]) -> Self {
        Self::all(Place::Memory(bytes))
    }

    /// This many bytes of a source.
    pub(crate) const fn from_source(source: &'data dyn Source, length: usize) -> Self {
        Self::all(Place::Source(source, length))
    }

    const fn all(place: Place<'data>) -> Self {
        Self { place, runs: None }
    }

    /// These parts of all bytes: those in memory that are one lie there without the others.
    pub(crate) fn part(self, runs: Runs) -> (Self, Option<Runs>) {
        match (self.place, &runs.starts[..]) {
            (Place::Memory(bytes), &[start]) => (Self::of(&bytes[start..][..runs.length]), None),
            _ => (self, Some(runs)),
        }
    }

    /// What these parts are of, with them.
    pub(crate) const fn with_runs<'a>(&self, runs: Option<&'a Runs>) -> Bytes<'a>
    where
        'data: 'a,
    {
        Bytes {
            place: self.place,
            runs,
        }
    }

    /// The number of bytes.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a number like any other")]
    pub const fn len(&self) -> usize {
        match (self.runs, self.place) {
            (Some(runs), _) => runs.starts.len() * runs.length,
            (None, Place::Memory(bytes)) => bytes.len(),
            (None, Place::Source(_, length)) => length,
        }
    }

    /// The bytes themselves, if they are contiguous in memory.
    #[must_use]
    pub const fn in_memory(&self) -> Option<&'data [u8]> {
        match (self.runs, self.place) {
            (None, Place::Memory(bytes)) => Some(bytes),
            _ => None,
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
        match (self.place, self.runs) {
            (Place::Memory(bytes), None) => to.copy_from_slice(bytes),
            (Place::Memory(bytes), Some(runs)) => runs
                .to(to)
                .for_each(|(start, to)| to.copy_from_slice(&bytes[start..][..to.len()])),
            (Place::Source(source, _), None) => source.read(to)?,
            (Place::Source(source, length), Some(runs)) => {
                let parts = runs.to(to);
                let read = parts.map(|(start, part)| source.read_part(start, part));
                match read.collect::<Option<io::Result<()>>>() {
                    Some(read) => read?,
                    None => {
                        let mut all = vec![0; length];
                        source.read(&mut all)?;
                        return Bytes::of(&all).with_runs(Some(runs)).copy_to(to);
                    }
                }
            }
        }
        Ok(())
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
