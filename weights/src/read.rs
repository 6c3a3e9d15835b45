//! Files into structs.
//!
//! ```
//! use shapecheck::{View, shape};
//! use shapecheck_weights::{Load, load, save};
//!
//! /// Weights that stay where they are: in memory that a file is mapped to, say.
//! #[derive(Load)]
//! struct Borrowed<'a> {
//!     bias: View<'a, u8, shape![3]>,
//! }
//!
//! # #[derive(shapecheck_weights::Save)]
//! # struct Owned { bias: shapecheck::Tensor<u8, shape![3]> }
//! let bytes = save(&Owned { bias: shapecheck::Tensor::from([1, 2, 3]) })?;
//! let borrowed: Borrowed = load(&bytes)?;
//! assert_eq!(borrowed.bias.to_vec(), [1, 2, 3]);
//! # Ok::<(), shapecheck_weights::WeightsError>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use shapecheck::engine::{Engine, Makes};
use shapecheck::{Borrowed, DynShape, Host, Inline, MayBe, Shape, StaticShape, TensorOn, View};

use crate::element::{Reading, Stored};
use crate::error::{Problem, WeightsError};

/// What a file of weights can fill: tensors, structs of them, and `Vec`s, arrays, `Option`s and boxes of either.
///
/// `#[derive(Load)]` is for structs whose fields all can be filled.
#[diagnostic::on_unimplemented(
    message = "a file of weights cannot fill `{Self}`",
    label = "neither a tensor nor a struct of tensors",
    note = "`#[derive(shapecheck_weights::Load)]` on a struct of tensors fills its fields by their names",
    note = "elements are `f32`, `f64`, integers of 8 to 64 bits and `bool`"
)]
pub trait Load<'data>: Sized {
    /// What the file has at the place where the reader is. `None` where something does not fit, of which the reader has been told.
    fn read(from: &mut Reader<'data>) -> Option<Self>;
}

/// A file, and a place in it.
#[derive(Debug)]
pub struct Reader<'data> {
    tensors: BTreeMap<String, TensorView<'data>>,
    used: BTreeSet<String>,
    /// The names of the fields on the way here, with dots between them.
    place: String,
    problems: Vec<Problem>,
}

impl<'data> Reader<'data> {
    fn new(bytes: &'data [u8]) -> Result<Self, WeightsError> {
        let file = SafeTensors::deserialize(bytes)?;
        Ok(Self {
            tensors: file.tensors().into_iter().collect(),
            used: BTreeSet::new(),
            place: String::new(),
            problems: Vec::new(),
        })
    }

    /// What a field of this name is filled with.
    pub fn field<W: Load<'data>>(&mut self, name: &str) -> Option<W> {
        self.within(name, W::read)
    }

    /// A tensor of this name whose last two axes are the other way round in the file.
    pub fn transposed<T: Stored, S: Shape, E: Holds<'data, T>>(
        &mut self,
        name: &str,
    ) -> Option<TensorOn<T, S, E>> {
        self.within(name, |reader| reader.tensor(true))
    }

    fn within<Found>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> Found) -> Found {
        let length = self.place.len();
        if !self.place.is_empty() {
            self.place.push('.');
        }
        self.place.push_str(name);
        let found = read(self);
        self.place.truncate(length);
        found
    }

    /// The names behind this place: what follows its dot.
    fn behind(&self) -> impl Iterator<Item = &str> {
        let place = match &*self.place {
            "" => String::new(),
            place => format!("{place}."),
        };
        let from = self.tensors.range(place.clone()..);
        from.map_while(move |(name, _)| name.strip_prefix(&*place))
    }

    fn tensor<T: Stored, S: Shape, E: Holds<'data, T>>(
        &mut self,
        is_transposed: bool,
    ) -> Option<TensorOn<T, S, E>> {
        let name = self.place.clone();
        let mut wanted = sizes_of_type::<S>();
        if is_transposed {
            swap_last(&mut wanted);
        }
        let Some(stored) = self.tensors.get(&name) else {
            let element = T::DTYPE;
            self.problems.push(Problem::Missing {
                name,
                wanted,
                element,
            });
            return None;
        };
        self.used.insert(name.clone());
        let found = DynShape::from(stored.shape());
        let mut problem = None;
        if T::reads(stored.dtype()).is_none() {
            problem = Some(Problem::Element {
                name: name.clone(),
                found: stored.dtype(),
                wanted: T::DTYPE,
            });
        }
        let mut sizes = found.dims().to_vec();
        if is_transposed {
            swap_last(&mut sizes);
        }
        let is_matrix = !is_transposed || sizes.len() >= 2;
        if !is_matrix || S::try_from_sizes(&sizes).is_err() {
            self.problems.extend(problem);
            self.problems.push(Problem::Shape {
                name,
                found,
                wanted,
            });
            return None;
        }
        let tensor = match problem {
            Some(problem) => Err(problem),
            None => {
                let found = stored.dtype();
                let stored = StoredTensor {
                    bytes: stored.data(),
                    dtype: found,
                    sizes,
                    is_transposed,
                };
                // What is read from other numbers is nowhere in place.
                E::hold::<S>(&stored).map_err(|NotInPlace| match found == T::DTYPE {
                    true => Problem::Unaligned { name },
                    false => Problem::Element {
                        name,
                        found,
                        wanted: T::DTYPE,
                    },
                })
            }
        };
        match tensor.map(TensorOn::try_from_data) {
            Ok(Ok(tensor)) => Some(tensor),
            Ok(Err(error)) => unreachable!("sizes that were checked: {error}"),
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }

    /// The problems, with what was not used at the end.
    fn problems(mut self, is_whole: bool) -> Vec<Problem> {
        if is_whole {
            let unused = self
                .tensors
                .iter()
                .filter(|(name, _)| !self.used.contains(*name));
            self.problems
                .extend(unused.map(|(name, tensor)| Problem::Surplus {
                    name: name.clone(),
                    sizes: tensor.shape().into(),
                }));
        }
        self.problems
    }
}

/// The sizes that a type of shape wants, `None` where any fits.
fn sizes_of_type<S: Shape>() -> Vec<Option<usize>> {
    let (rank, _) = S::STATIC_RANK;
    let from_first = (1..=rank).rev();
    from_first.map(S::static_size_from_end).collect()
}

fn swap_last<Size>(sizes: &mut [Size]) {
    if let [.., rows, columns] = sizes {
        std::mem::swap(rows, columns);
    }
}

/// A tensor of a file, which fits the type it is for.
#[derive(Debug)]
pub struct StoredTensor<'data> {
    bytes: &'data [u8],
    dtype: Dtype,
    /// Those of the result.
    sizes: Vec<usize>,
    is_transposed: bool,
}

impl StoredTensor<'_> {
    /// The sizes of the result.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// What the file calls the elements: the type itself, or another one that it [reads](Stored::reads).
    #[must_use]
    pub fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// The elements of the result, in row-major order; none where they are of a type that `T` does not [read](Stored::reads).
    pub fn elements<T: Stored>(&self) -> impl Iterator<Item = T> + '_ {
        let [rows, columns] = match &self.sizes[..] {
            [.., rows, columns] if self.is_transposed => [*rows, *columns],
            _ => [1, 1],
        };
        let none: Reading<T> = (usize::MAX, T::of_bytes);
        let (bytes, element) = T::reads(self.dtype).unwrap_or(none);
        let count = self.bytes.len() / bytes;
        (0..count).map(move |place| {
            let (matrix, place) = (place / (rows * columns), place % (rows * columns));
            let (row, column) = (place / columns, place % columns);
            let start = (matrix * rows * columns + column * rows + row) * bytes;
            element(&self.bytes[start..start + bytes])
        })
    }
}

/// The elements of a file do not lie where they can be read in place.
#[derive(Clone, Copy, Debug)]
pub struct NotInPlace;

/// An engine whose tensors are filled from files that are in memory for `'data`.
#[diagnostic::on_unimplemented(
    message = "a file of weights cannot fill tensors of `{T}` on `{Self}`",
    label = "not filled from files",
    note = "elements are `f32`, `f64`, integers of 8 to 64 bits and `bool`; a view takes those of numbers",
    note = "an engine of another crate implements `shapecheck_weights::Holds`"
)]
pub trait Holds<'data, T: 'static>: Engine {
    /// The elements of a tensor of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if they are to be read in place, and cannot.
    fn hold<S: Shape>(stored: &StoredTensor<'data>) -> Result<Self::Data<T, S>, NotInPlace>;
}

macro_rules! holds {
    ($($Engine:ty)*) => {$(
        impl<T: Stored> Holds<'_, T> for $Engine {
            fn hold<S: Shape>(stored: &StoredTensor<'_>) -> Result<Self::Data<T, S>, NotInPlace> {
                let mut elements = stored.elements();
                let next = || elements.next().expect("as many elements as the sizes say");
                Ok(Self::generate::<S>(stored.sizes().into(), next))
            }
        }
    )*};
}

holds!(Host Inline);

/// In place: the elements lie as the file has them, and where the processor can read them.
impl<'data, T: Stored + bytemuck::AnyBitPattern> Holds<'data, T> for Borrowed<'data> {
    fn hold<S: Shape>(stored: &StoredTensor<'data>) -> Result<Self::Data<T, S>, NotInPlace> {
        let in_place = match bytemuck::try_cast_slice::<u8, T>(stored.bytes) {
            // The format has the lowest byte first.
            Ok(elements)
                if cfg!(target_endian = "little")
                    && !stored.is_transposed
                    && stored.dtype == T::DTYPE =>
            {
                elements
            }
            _ => return Err(NotInPlace),
        };
        let shape = S::try_from_sizes(stored.sizes()).expect("sizes that were checked");
        let view = View::from_buffer_with(shape, in_place).expect("a length that was checked");
        Ok(view.into_data())
    }
}

impl<'data, T: Stored, S: Shape, E: Holds<'data, T>> Load<'data> for TensorOn<T, S, E> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        from.tensor(false)
    }
}

/// As many as the file has numbers for: `layers.0`, `layers.1` and so on.
impl<'data, W: Load<'data>> Load<'data> for Vec<W> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        let numbers = from.behind().filter_map(|name| {
            let number = name.split('.').next()?;
            number.parse::<usize>().ok()
        });
        let numbers: BTreeSet<usize> = numbers.collect();
        // Of a number that is not there all fields are missing, once; not those of a million in between.
        let first_missing = (0..).find(|number| !numbers.contains(number));
        let count = first_missing.unwrap_or(0);
        let is_broken = numbers.len() > count;
        let count = count + usize::from(is_broken);
        let all: Vec<Option<W>> = (0..count)
            .map(|number| from.field(&number.to_string()))
            .collect();
        all.into_iter().collect()
    }
}

impl<'data, W: Load<'data>, const COUNT: usize> Load<'data> for [W; COUNT] {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        let all: [Option<W>; COUNT] = std::array::from_fn(|number| from.field(&number.to_string()));
        let all: Option<Vec<W>> = all.into_iter().collect();
        all?.try_into().ok()
    }
}

/// `None` where the file has nothing of the name, and nothing behind it.
impl<'data, W: Load<'data>> Load<'data> for Option<W> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        let is_there = from.tensors.contains_key(&from.place) || from.behind().next().is_some();
        match is_there {
            true => W::read(from).map(Some),
            false => Some(None),
        }
    }
}

impl<'data, W: Load<'data>> Load<'data> for Box<W> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        W::read(from).map(Box::new)
    }
}

/// A tensor whose shape can be that of a tensor in a file.
#[doc(hidden)]
pub trait OfShape<Sizes> {}

impl<Sizes: StaticShape + MayBe<S>, T: 'static, S: Shape, E: Engine> OfShape<Sizes>
    for TensorOn<T, S, E>
{
}

/// A tensor, and the type of its elements.
#[doc(hidden)]
pub trait HasElement {
    /// Its elements.
    type Element;
}

impl<T: 'static, S: Shape, E: Engine> HasElement for TensorOn<T, S, E> {
    type Element = T;
}

/// What the bytes of a file fill.
///
/// # Errors
///
/// Returns an error if it is no such file, or if tensors are missing, do not fit, or are more than there are places
/// for: all of them in one error.
pub fn load<'data, W: Load<'data>>(bytes: &'data [u8]) -> Result<W, WeightsError> {
    read(bytes, true)
}

/// As [`load`], whatever the file has besides.
///
/// # Errors
///
/// Returns an error if it is no such file, or if tensors are missing or do not fit.
pub fn load_part<'data, W: Load<'data>>(bytes: &'data [u8]) -> Result<W, WeightsError> {
    read(bytes, false)
}

fn read<'data, W: Load<'data>>(bytes: &'data [u8], is_whole: bool) -> Result<W, WeightsError> {
    let mut reader = Reader::new(bytes)?;
    let found = W::read(&mut reader);
    match (found, reader.problems(is_whole)) {
        (Some(found), problems) if problems.is_empty() => Ok(found),
        (_, problems) => Err(WeightsError::Problems(problems)),
    }
}

/// What a file fills, read to memory first.
///
/// # Errors
///
/// Returns an error if the file cannot be read. See also [`load`].
pub fn load_file<W: for<'data> Load<'data>>(path: impl AsRef<Path>) -> Result<W, WeightsError> {
    let bytes = std::fs::read(path)?;
    load(&bytes)
}
