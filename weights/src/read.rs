//! Loads files into structs.
//!
//! ```
//! use shapecheck::{View, shape};
//! use shapecheck_weights::{Load, load, save};
//!
//! /// Weights that stay in place, for example in a memory-mapped file.
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

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use shapecheck::algebra::MayEqual;
use shapecheck::engine::{Creates, Engine};
use shapecheck::error::{NameOfSize, ShapeErrorKind};
use shapecheck::host::Borrowed;
use shapecheck::shape::NamedSizes;
use shapecheck::{DynShape, Host, Inline, Shape, ShapeError, StaticShape, TensorOn, View};

use crate::element::{Reading, Stored};
use crate::error::{Problem, Wanted, WeightsError};

/// What can be filled from a file of weights: tensors, structs of them, and `Vec`s, arrays, `Option`s and boxes of
/// either.
///
/// `#[derive(Load)]` works for structs whose fields all implement it.
#[diagnostic::on_unimplemented(
    message = "a file of weights cannot fill `{Self}`",
    label = "neither a tensor nor a struct of tensors",
    note = "`#[derive(shapecheck_weights::Load)]` on a struct of tensors fills its fields by their names",
    note = "elements are `f32`, `f64`, integers of 8 to 64 bits and `bool`"
)]
pub trait Load<'data>: Sized {
    /// Reads the value at the reader's place. Returns `None` if something does not fit; the reader then has the
    /// problems.
    fn read(from: &mut Reader<'data>) -> Option<Self>;
}

/// A file of weights, and a place in it.
#[derive(Debug)]
pub struct Reader<'data> {
    tensors: BTreeMap<String, TensorView<'data>>,
    used: BTreeSet<String>,
    /// The names of the fields that lead here, separated by dots.
    place: String,
    /// Whether the last two axes are exchanged in the file.
    is_transposed: bool,
    /// The sizes of names so far.
    sizes: NamedSizes,
    /// The tensor in which a name came first; none for the names that had sizes before.
    first: HashMap<NameOfSize, Option<String>>,
    problems: Vec<Problem>,
}

impl<'data> Reader<'data> {
    fn new(bytes: &'data [u8], sizes: NamedSizes) -> Result<Self, WeightsError> {
        let file = SafeTensors::deserialize(bytes)?;
        Ok(Self {
            tensors: file.tensors().into_iter().collect(),
            used: BTreeSet::new(),
            place: String::new(),
            is_transposed: false,
            first: sizes.iter().map(|(known, _)| (known, None)).collect(),
            sizes,
            problems: Vec::new(),
        })
    }

    /// Reads the field with this name.
    pub fn field<W: Load<'data>>(&mut self, name: &str) -> Option<W> {
        self.within(name, W::read)
    }

    /// Reads what a field with this name holds; the last two axes of its tensors are exchanged in the file.
    pub fn transposed<W: Load<'data>>(&mut self, name: &str) -> Option<W> {
        let around = std::mem::replace(&mut self.is_transposed, true);
        let found = self.field(name);
        self.is_transposed = around;
        found
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

    /// The names below this place, without its dot.
    fn behind(&self) -> impl Iterator<Item = &str> {
        let place = match &*self.place {
            "" => String::new(),
            place => format!("{place}."),
        };
        let from = self.tensors.range(place.clone()..);
        from.map_while(move |(name, _)| name.strip_prefix(&*place))
    }

    fn tensor<T: Stored, S: Shape, E: Holds<'data, T>>(&mut self) -> Option<TensorOn<T, S, E>> {
        let name = self.place.clone();
        let is_transposed = self.is_transposed;
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
        let shape = S::try_from_sizes(&sizes).and_then(|shape| self.sizes.check(&shape));
        let misfit = match shape {
            Ok(()) if is_matrix => None,
            Err(error) if is_matrix && is_of_names(&error) => Some(Problem::NamedSize {
                name: name.clone(),
                elsewhere: self.elsewhere(&error),
                error,
            }),
            _ => Some(Problem::Shape {
                name: name.clone(),
                found,
                wanted,
            }),
        };
        if let Some(misfit) = misfit {
            self.problems.extend(problem);
            self.problems.push(misfit);
            return None;
        }
        for named in (1..=sizes.len()).filter_map(S::name_from_end) {
            self.first
                .entry(named.into())
                .or_insert_with(|| Some(name.clone()));
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
                // Elements that are converted are never in place.
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

    /// The tensor in which the name of an error has the other size.
    fn elsewhere(&self, error: &ShapeError) -> Option<String> {
        match error.kind() {
            ShapeErrorKind::Name { name, .. } | ShapeErrorKind::NameElsewhere { name, .. } => {
                self.first.get(&name)?.clone()
            }
            _ => None,
        }
    }

    /// The problems, ending with the tensors that were not used.
    fn problems(&mut self, is_whole: bool) -> Vec<Problem> {
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
        std::mem::take(&mut self.problems)
    }
}

/// The sizes that a shape type expects.
fn sizes_of_type<S: Shape>() -> Vec<Wanted> {
    let wanted = |axis| match (S::name_from_end(axis), S::static_size_from_end(axis)) {
        (Some(name), _) => Wanted::Name(name.into()),
        (None, Some(size)) => Wanted::Size(size),
        (None, None) => Wanted::Any,
    };
    let (rank, _) = S::STATIC_RANK;
    (1..=rank).rev().map(wanted).collect()
}

/// Whether an error is that a name has two sizes.
fn is_of_names(error: &ShapeError) -> bool {
    matches!(
        error.kind(),
        ShapeErrorKind::Name { .. }
            | ShapeErrorKind::NameElsewhere { .. }
            | ShapeErrorKind::LargeName { .. }
            | ShapeErrorKind::BoundedName { .. }
    )
}

fn swap_last<Size>(sizes: &mut [Size]) {
    if let [.., rows, columns] = sizes {
        std::mem::swap(rows, columns);
    }
}

/// A tensor of a file that fits its type.
#[derive(Debug)]
pub struct StoredTensor<'data> {
    bytes: &'data [u8],
    dtype: Dtype,
    /// The sizes of the result.
    sizes: Vec<usize>,
    is_transposed: bool,
}

impl StoredTensor<'_> {
    /// The sizes of the result.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The elements' name in the file: that of the type itself, or another one that it [reads](Stored::reads).
    #[must_use]
    pub fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// The elements of the result in row-major order; none if `T` does not [read](Stored::reads) the type in the file.
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

/// The error that the elements of a file cannot be read in place.
#[derive(Clone, Copy, Debug)]
pub struct NotInPlace;

/// An engine whose tensors can be filled from files that are in memory for `'data`.
#[diagnostic::on_unimplemented(
    message = "a file of weights cannot fill tensors of `{T}` on `{Self}`",
    label = "not filled from files",
    note = "elements are `f32`, `f64`, integers of 8 to 64 bits and `bool`; a view takes those of numbers",
    note = "an engine of another crate implements `shapecheck_weights::Holds`"
)]
pub trait Holds<'data, T: 'static>: Engine {
    /// The tensor with the elements of the file.
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

/// In place, if the file has the elements in row-major order and aligned.
impl<'data, T: Stored + bytemuck::AnyBitPattern> Holds<'data, T> for Borrowed<'data> {
    fn hold<S: Shape>(stored: &StoredTensor<'data>) -> Result<Self::Data<T, S>, NotInPlace> {
        let in_place = match bytemuck::try_cast_slice::<u8, T>(stored.bytes) {
            // The format stores the lowest byte first.
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
        from.tensor()
    }
}

/// As many values as the file has numbers for: `layers.0`, `layers.1` and so on.
impl<'data, W: Load<'data>> Load<'data> for Vec<W> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        let numbers = from.behind().filter_map(|name| {
            let number = name.split('.').next()?;
            number.parse::<usize>().ok()
        });
        let numbers: BTreeSet<usize> = numbers.collect();
        // For a missing number all fields are reported once, and not those of a million numbers after it.
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

/// `None` if the file has nothing with the name or below it.
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

impl<Sizes: StaticShape + MayEqual<S>, T: 'static, S: Shape, E: Engine> OfShape<Sizes>
    for TensorOn<T, S, E>
{
}

/// A tensor type, with the type of its elements.
#[doc(hidden)]
pub trait HasElement {
    /// Its elements.
    type Element;
}

impl<T: 'static, S: Shape, E: Engine> HasElement for TensorOn<T, S, E> {
    type Element = T;
}

/// Loads a value from the bytes of a file.
///
/// # Errors
///
/// Returns an error if it is no such file, or if tensors are missing, do not fit, or are more than there are places
/// for, or if a name has two sizes in them: all of them in one error.
pub fn load<'data, W: Load<'data>>(bytes: &'data [u8]) -> Result<W, WeightsError> {
    read(bytes, true, &mut NamedSizes::new())
}

/// Like [`load`], where names have sizes before: those of a configuration. The sizes of the other names are added to them.
///
/// ```
/// use shapecheck::shape::NamedSizes;
/// use shapecheck::{Tensor, dims, shape};
/// use shapecheck_weights::{Load, Save, load_with, save};
///
/// dims! { Width, Hidden }
///
/// #[derive(Load, Save)]
/// struct Layer {
///     up: Tensor<f32, shape![Hidden, Width]>,
///     down: Tensor<f32, shape![Width, Hidden]>,
/// }
///
/// let layer = |up: [usize; 2], down: [usize; 2]| Layer {
///     up: Tensor::zeros_with(<shape![Hidden, Width]>::of(up)),
///     down: Tensor::zeros_with(<shape![Width, Hidden]>::of(down)),
/// };
/// let mut sizes = NamedSizes::of(&<shape![Width]>::of([4]));
/// let bytes = save(&layer([8, 4], [4, 8]))?;
/// let _: Layer = load_with(&bytes, &mut sizes)?;
/// assert_eq!(sizes.get::<Hidden>(), Some(Hidden::of(8)));
///
/// let bytes = save(&layer([8, 4], [4, 9]))?;
/// let error = load_with::<Layer>(&bytes, &mut sizes).err().expect("another size of `Hidden`");
/// assert_eq!(error.to_string(), "\
/// 1 weight does not fit:
///   `down` has shape [4, 9]: `Hidden` is 9 at axis -1, where it has to be 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`load`]. The sizes are unchanged then.
pub fn load_with<'data, W: Load<'data>>(
    bytes: &'data [u8],
    sizes: &mut NamedSizes,
) -> Result<W, WeightsError> {
    read(bytes, true, sizes)
}

/// Like [`load`], but ignores tensors that only the file has.
///
/// # Errors
///
/// Returns an error if it is no such file, or if tensors are missing or do not fit.
pub fn load_part<'data, W: Load<'data>>(bytes: &'data [u8]) -> Result<W, WeightsError> {
    read(bytes, false, &mut NamedSizes::new())
}

fn read<'data, W: Load<'data>>(
    bytes: &'data [u8],
    is_whole: bool,
    sizes: &mut NamedSizes,
) -> Result<W, WeightsError> {
    let mut reader = Reader::new(bytes, sizes.clone())?;
    let found = W::read(&mut reader);
    match (found, reader.problems(is_whole)) {
        (Some(found), problems) if problems.is_empty() => {
            *sizes = reader.sizes;
            Ok(found)
        }
        (_, problems) => Err(WeightsError::Problems(problems)),
    }
}

/// Loads a value from a file, which is read into memory first.
///
/// # Errors
///
/// Returns an error if the file cannot be read. See also [`load`].
pub fn load_file<W: for<'data> Load<'data>>(path: impl AsRef<Path>) -> Result<W, WeightsError> {
    let bytes = std::fs::read(path)?;
    load(&bytes)
}
