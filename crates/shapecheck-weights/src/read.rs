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

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::marker::PhantomData;

use safetensors::Dtype;
use safetensors::tensor::TensorInfo;
use shapecheck::dim::named::{Declared, SizeName};
use shapecheck::dim::shard::MeshAxis;
use shapecheck::engine::Engine;
use shapecheck::error::{NameOfSize, ShapeErrorKind};
use shapecheck::shape::NamedSizes;
use shapecheck::{Dim, DynShape, Shape, ShapeError, TensorOn};
use shapecheck_weights_header::{
    Header, HeaderError, nearest as nearest_names, nearest_parts, numbered,
};

use crate::bytes::Bytes;
use crate::cut::{self, Part, Places, RankOfMesh};
use crate::element::Stored;
use crate::error::{Parts, Problem, Wanted, WeightsError};
use crate::hold::{HoldError, Holds, StoredTensor};
use crate::layout::Layout;

/// What can be filled from a file of weights: tensors, structs of them, and `Vec`s, arrays, `Option`s and boxes of
/// either.
///
/// `#[derive(Load)]` works for structs whose fields all implement it. Other types implement it themselves:
///
/// ```
/// use shapecheck::{Tensor, shape};
/// use shapecheck_weights::{Load, Reader, load};
///
/// struct Norm {
///     scale: Tensor<f32, shape![2]>,
/// }
///
/// /// Older files call the scale `gamma`.
/// impl<'data> Load<'data> for Norm {
///     fn read(from: &mut Reader<'data>) -> Option<Self> {
///         let is_old = from.names().any(|name| name == "gamma");
///         let scale = from.field(if is_old { "gamma" } else { "scale" });
///         Some(Self { scale: scale? })
///     }
/// }
///
/// # #[derive(shapecheck_weights::Save)]
/// # struct Old { gamma: Tensor<f32, shape![2]> }
/// # let bytes = shapecheck_weights::save(&Old { gamma: Tensor::ones() })?;
/// let norm: Norm = load(&bytes)?;
/// assert_eq!(norm.scale, Tensor::ones());
/// # Ok::<(), shapecheck_weights::WeightsError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a file of weights cannot fill `{Self}`",
    label = "neither a tensor nor a struct of tensors",
    note = "`#[derive(shapecheck_weights::Load)]` on a struct of tensors fills its fields by their names; what is not a weight belongs in a struct around it",
    note = "elements are `f32`, `f64`, integers of 8 to 64 bits and `bool`"
)]
pub trait Load<'data>: Sized {
    /// Reads the value at the reader's place. Returns `None` if something does not fit; the reader then has the
    /// problems.
    fn read(from: &mut Reader<'data>) -> Option<Self>;
}

/// The tensors of a file or of several, and a place among them.
///
/// ```
/// use shapecheck::{Tensor, shape};
/// use shapecheck_weights::{Load, Reader, Save, save};
///
/// #[derive(Load, Save)]
/// struct Layer {
///     weight: Tensor<f32, shape![2, 3]>,
/// }
///
/// # let first = save(&Layer { weight: Tensor::ones() })?;
/// # #[derive(Save)]
/// # struct Second { gamma: Tensor<f32, shape![2]> }
/// # let second = save(&Second { gamma: Tensor::zeros() })?;
/// // Two files, in which some names are others than the fields', and some tensors of no use:
/// let reader = Reader::of_files([("1.safetensors", &first[..]), ("2.safetensors", &second[..])]);
/// let reader = reader.renamed(|name| name.replace("gamma", "scale"));
/// let layer: Layer = reader.partial().load()?;
/// assert_eq!(layer.weight, Tensor::ones());
///
/// // Without a struct:
/// let mut reader = Reader::new(&first)?;
/// let weight: Option<Tensor<f32, shape![2, 3]>> = reader.field("weight");
/// let weight = reader.finish(weight)?;
/// assert_eq!(weight.sum(), 6.0);
/// # Ok::<(), shapecheck_weights::WeightsError>(())
/// ```
#[derive(Debug)]
pub struct Reader<'data> {
    /// The tensors by their names; `None` for those with a problem already reported.
    tensors: BTreeMap<String, Option<StoredTensor<'data>>>,
    used: BTreeSet<String>,
    /// The names of the fields that lead here, separated by dots.
    place: String,
    /// How the file has the tensors at this place.
    layout: Layout,
    /// Whether tensors without a field are a problem.
    is_whole: bool,
    /// The sizes of names so far.
    sizes: NamedSizes,
    /// The tensor in which a name came first; none for the names that had sizes before.
    first: HashMap<NameOfSize, Option<String>>,
    /// The rank that reads.
    places: Places,
    /// The file of NumPy's that all tensors are from, and whether it is one array, whose name is empty.
    arrays: Option<(String, bool)>,
    problems: Vec<Problem>,
}

impl<'data> Reader<'data> {
    /// The tensors of a file with these bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not such a file.
    pub fn new(bytes: &'data [u8]) -> Result<Self, WeightsError> {
        Ok(Self::of_tensors(tensors_of(bytes)?))
    }

    /// The tensors of several files, each with a name for messages and its bytes.
    ///
    /// Bytes that are not such a file, and a tensor that two files have, are problems, which the reader reports after it
    /// reads the fields.
    #[must_use]
    pub fn of_files<File: AsRef<str>>(
        files: impl IntoIterator<Item = (File, &'data [u8])>,
    ) -> Self {
        let (mut parts, mut problems) = (Vec::new(), Vec::new());
        for (name, bytes) in files {
            match tensors_of(bytes) {
                Ok(tensors) => parts.push((name, tensors)),
                Err(error) => problems.push(Problem::unread_file(name.as_ref(), error.into())),
            }
        }
        let mut reader = Self::of_parts(parts.into_iter());
        // Before those of single tensors.
        reader.problems.splice(..0, problems);
        reader
    }

    /// Tensors of any format, by their names. Of several tensors with one name, the last is read.
    #[must_use]
    pub fn of_tensors(tensors: impl IntoIterator<Item = (String, StoredTensor<'data>)>) -> Self {
        let tensors = tensors.into_iter();
        Self {
            tensors: tensors.map(|(name, tensor)| (name, Some(tensor))).collect(),
            used: BTreeSet::new(),
            place: String::new(),
            layout: Layout::new(),
            is_whole: true,
            sizes: NamedSizes::new(),
            first: HashMap::new(),
            places: Places::new(),
            arrays: None,
            problems: Vec::new(),
        }
    }

    /// A reader of a NumPy file.
    pub(crate) fn of_arrays(self, file: String, is_one: bool) -> Self {
        Self {
            arrays: Some((file, is_one)),
            ..self
        }
    }

    /// Tensors with only names, types of elements and sizes, for a [dry run](shapecheck::dry).
    ///
    /// On other engines each of them is a problem: its elements cannot be read.
    ///
    /// ```
    /// use shapecheck::dry::{self, Sizes};
    /// use shapecheck::engine::Models;
    /// use shapecheck::{TensorOn, shape};
    /// use shapecheck_weights::{Load, Reader, safetensors::Dtype};
    ///
    /// #[derive(Load)]
    /// struct Linear<E: Models<f32>> {
    ///     weight: TensorOn<f32, shape![3, 4], E>,
    /// }
    ///
    /// let sizes = [("weight".to_owned(), Dtype::F32, vec![3, 4])];
    /// let layer: Linear<Sizes> = Reader::of_sizes(sizes).load()?;
    /// let summary = dry::run(|| TensorOn::<f32, shape![2, 4], _>::zeros().linear(&layer.weight));
    /// assert_eq!((summary.parameters, summary.multiply_adds), (12, 24));
    /// # Ok::<(), shapecheck_weights::WeightsError>(())
    /// ```
    #[cfg(feature = "dry")]
    #[must_use]
    pub fn of_sizes(
        tensors: impl IntoIterator<Item = (String, safetensors::Dtype, Vec<usize>)>,
    ) -> Self {
        let bytes = |length| crate::bytes::Bytes::from_source(&crate::bytes::NoBytes, length);
        let stored = |(name, dtype, sizes): (_, _, Vec<usize>)| {
            (name, StoredTensor::of(dtype, sizes, bytes(0)))
        };
        Self::of_tensors(tensors.into_iter().map(stored))
    }

    /// The tensors of several files.
    pub(crate) fn of_parts<File: AsRef<str>, Tensors>(
        parts: impl Iterator<Item = (File, Tensors)>,
    ) -> Self
    where
        Tensors: Iterator<Item = (String, StoredTensor<'data>)>,
    {
        let mut reader = Self::of_tensors([]);
        let mut files: HashMap<String, String> = HashMap::new();
        for (file, tensors) in parts {
            for (name, tensor) in tensors {
                match files.entry(name) {
                    Entry::Vacant(entry) => {
                        reader.tensors.insert(entry.key().clone(), Some(tensor));
                        entry.insert(file.as_ref().to_owned());
                    }
                    Entry::Occupied(entry) => reader.tell(Problem::Twice {
                        name: entry.key().clone(),
                        files: [entry.get().clone(), file.as_ref().to_owned()],
                    }),
                }
            }
        }
        reader
    }

    /// Adds a problem, which the error has with all others.
    pub fn tell(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Says nothing of a tensor that is not there, because its file is a problem already.
    pub(crate) fn conceal(&mut self, name: &str) {
        self.tensors.entry(name.to_owned()).or_insert(None);
    }

    /// Gives the tensors the names that a function makes of those in the file, for fields with other names.
    ///
    /// ```
    /// use shapecheck::{Tensor, shape};
    /// use shapecheck_weights::{Load, Reader};
    /// # use shapecheck_weights::{Save, save};
    ///
    /// #[derive(Load)]
    /// struct Norm {
    ///     scale: Tensor<f32, shape![2]>,
    ///     shift: Tensor<f32, shape![2]>,
    /// }
    ///
    /// # #[derive(Save)]
    /// # struct InFile {
    /// #     #[weights(name = "LayerNorm.gamma")]
    /// #     scale: Tensor<f32, shape![2]>,
    /// #     #[weights(name = "LayerNorm.beta")]
    /// #     shift: Tensor<f32, shape![2]>,
    /// # }
    /// # let bytes = save(&InFile { scale: Tensor::ones(), shift: Tensor::zeros() })?;
    /// const NAMES: [(&str, &str); 3] = [("LayerNorm.", ""), ("gamma", "scale"), ("beta", "shift")];
    ///
    /// let in_struct = |name: &str| NAMES.iter().fold(name.to_owned(), |name, (from, to)| name.replace(from, to));
    /// let norm: Norm = Reader::new(&bytes)?.renamed(in_struct).load()?;
    /// assert_eq!((norm.scale, norm.shift), (Tensor::ones(), Tensor::zeros()));
    /// # Ok::<(), shapecheck_weights::WeightsError>(())
    /// ```
    ///
    /// Two tensors that get one name are a problem, which the reader tells when the fields were read.
    #[must_use]
    pub fn renamed(mut self, mut rename: impl FnMut(&str) -> String) -> Self {
        let mut before: HashMap<String, String> = HashMap::new();
        for (name, tensor) in std::mem::take(&mut self.tensors) {
            let renamed = rename(&name);
            match before.entry(renamed) {
                Entry::Vacant(entry) => {
                    self.tensors.insert(entry.key().clone(), tensor);
                    entry.insert(name);
                }
                Entry::Occupied(entry) => {
                    let problem = Problem::Renamed {
                        name: entry.key().clone(),
                        before: [entry.get().clone(), name],
                    };
                    self.problems.push(problem);
                }
            }
        }
        self
    }

    /// Ignores tensors without a field.
    #[must_use]
    pub fn partial(mut self) -> Self {
        self.is_whole = false;
        self
    }

    /// Reads names that have sizes before: those of a configuration.
    #[must_use]
    pub fn with_sizes(mut self, sizes: NamedSizes) -> Self {
        self.first = sizes.iter().map(|(known, _)| (known, None)).collect();
        self.sizes = sizes;
        self
    }

    /// Reads for a rank along an axis of a mesh: of an axis `Hidden / Tp` of a field its part of the `Hidden` in the file, as in
    /// [the crate](crate#ranks-of-a-mesh). A mesh of two axes is two calls.
    ///
    /// A `Mesh` of shapecheck-mesh says the axis, the rank and the number of ranks: `on_rank(&tp)`. An axis with a number,
    /// `on_rank((Tp::of(4), 3))`, is for where there is none: nothing tells whether the number is a rank along that axis.
    ///
    /// From a [`Source`](crate::Source) that reads parts, and from an open file or one in memory, no bytes of other ranks
    /// are read. An archive of NumPy's is read as a whole.
    ///
    /// # Panics
    ///
    /// Panics if there is no such rank: they are counted from 0.
    #[must_use]
    #[track_caller]
    pub fn on_rank<R: RankOfMesh>(mut self, rank: R) -> Self {
        let (name, ranks) = (<R::Axis as MeshAxis>::Name::NAME, rank.axis().size());
        let rank = rank.rank();
        assert!(rank < ranks, "rank {rank} of `{name}`, which has {ranks}");
        self.places.insert(name.into(), [rank, ranks]);
        self
    }

    /// The sizes of names in what was read so far, and those from before.
    #[must_use]
    pub fn sizes(&self) -> &NamedSizes {
        &self.sizes
    }

    /// The name of this place: those of the fields that lead here, separated by dots.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The names of tensors below this place, without its own name.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let place = match &*self.place {
            "" => String::new(),
            place => format!("{place}."),
        };
        let from = self.tensors.range(place.clone()..);
        from.map_while(move |(name, _)| name.strip_prefix(&*place))
    }

    /// Reads a value from all tensors.
    ///
    /// # Errors
    ///
    /// Returns an error with all that does not fit, as [`load`] does.
    pub fn load<W: Load<'data>>(self) -> Result<W, WeightsError> {
        self.load_with(&mut NamedSizes::new())
    }

    /// Like [`load`](Self::load), where names have sizes before, to which those of the other names are added.
    ///
    /// # Errors
    ///
    /// Returns an error with all that does not fit. The sizes are unchanged then.
    pub fn load_with<W: Load<'data>>(self, sizes: &mut NamedSizes) -> Result<W, WeightsError> {
        let mut reader = self.with_sizes(sizes.clone());
        let found = W::read(&mut reader);
        let all = reader.sizes.clone();
        let found = reader.finish(found)?;
        *sizes = all;
        Ok(found)
    }

    /// Returns what was read, if everything fits.
    ///
    /// # Errors
    ///
    /// Returns an error with all problems of the fields, then tensors without a field, unless the reader is
    /// [partial](Self::partial).
    pub fn finish<Found>(mut self, found: Option<Found>) -> Result<Found, WeightsError> {
        let unused = self.tensors.iter().filter_map(|(name, tensor)| {
            let is_used = self.used.contains(name);
            Some((&**name, tensor.as_ref().filter(|_| !is_used)?))
        });
        let mut patterns = HashSet::new();
        for problem in &mut self.problems {
            let names = unused.clone().map(|(name, _)| name);
            match problem {
                Problem::Missing { name, nearest, .. } if patterns.insert(numbered(name).0) => {
                    *nearest = nearest_names(name, names);
                }
                Problem::NoPart { name, nearest } => *nearest = nearest_parts(name, names),
                _ => {}
            }
        }
        if self.is_whole {
            self.problems
                .extend(unused.map(|(name, tensor)| Problem::Surplus {
                    name: name.to_owned(),
                    sizes: tensor.sizes().into(),
                }));
        }
        match found {
            Some(found) if self.problems.is_empty() => Ok(found),
            _ => Err(match self.arrays {
                None => WeightsError::Problems(self.problems),
                Some((file, is_one)) => WeightsError::Arrays {
                    file,
                    is_one,
                    problems: self.problems,
                },
            }),
        }
    }

    /// Reads the field with this name.
    pub fn field<W: Load<'data>>(&mut self, name: &str) -> Option<W> {
        let length = self.place.len();
        if !self.place.is_empty() {
            self.place.push('.');
        }
        self.place.push_str(name);
        let found = W::read(self);
        self.place.truncate(length);
        found
    }

    /// Reads what a field with this name holds, where the file has the tensors in another layout.
    pub fn field_as<W: Load<'data>>(&mut self, name: &str, layout: Layout) -> Option<W> {
        let around = self.layout;
        self.layout = layout.within(around);
        let found = self.field(name);
        self.layout = around;
        found
    }

    fn tensor<T: Stored, S: Shape, E: Holds<'data, T>>(&mut self) -> Option<TensorOn<T, S, E>> {
        let wanted = WantedTensor {
            element: T::DTYPE,
            is_read: |dtype| T::reads(dtype).is_some(),
            sizes: sizes_of_type::<S>(),
            is_of_rank: !S::STATIC_RANK.1,
            check: |sizes, named| named.check(&S::try_from_sizes(sizes)?),
            name: |axis| S::name_from_end(axis).map(NameOfSize::from),
        };
        let stored = self.fitting(&wanted)?.with_name(&self.place);
        let name = self.place.clone();
        let problem = match E::hold::<S>(&stored).map(TensorOn::try_from_data) {
            Ok(Ok(tensor)) => return Some(tensor),
            Ok(Err(error)) => unreachable!("sizes that were checked: {error}"),
            Err(HoldError::File(error)) => Problem::Unread {
                name,
                told: error.to_string(),
            },
            Err(HoldError::NotInPlace) if stored.dtype() == T::DTYPE => Problem::Unaligned { name },
            // Elements that are converted are never in place.
            Err(HoldError::NotInPlace) => Problem::Element {
                name,
                found: stored.dtype(),
                wanted: T::DTYPE,
            },
        };
        self.problems.push(problem);
        None
    }

    /// The tensor at this place with the sizes of the field, if it fits.
    fn fitting(&mut self, wanted: &WantedTensor) -> Option<StoredTensor<'data>> {
        let name = self.place.clone();
        let mut wanted_sizes = wanted.sizes.clone();
        self.layout.of_file(&mut wanted_sizes, Wanted::product);
        let Some(stored) = self.tensors.get(&name) else {
            self.problems.push(Problem::Missing {
                name,
                wanted: wanted_sizes,
                element: wanted.element,
                nearest: Vec::new(),
            });
            return None;
        };
        self.used.insert(name.clone());
        let stored = stored.clone()?;
        let is_read = (wanted.is_read)(stored.dtype());
        if !is_read {
            self.problems.push(Problem::Element {
                name: name.clone(),
                found: stored.dtype(),
                wanted: wanted.element,
            });
        }
        match self.field_sizes(stored, wanted, wanted_sizes) {
            Ok((stored, sizes)) => {
                for named in (1..=sizes.len()).filter_map(wanted.name) {
                    let first = || Some(name.clone());
                    self.first.entry(named).or_insert_with(first);
                }
                let transposes = match stored.sizes() {
                    [.., rows, columns] if self.layout.is_transposed() => Some([*rows, *columns]),
                    _ => None,
                };
                is_read.then(|| stored.reshaped(sizes, transposes))
            }
            Err(problem) => {
                self.problems.push(*problem);
                None
            }
        }
    }

    /// The sizes of a field from those in the file, `wanted_sizes` by the field's type.
    fn field_sizes(
        &mut self,
        stored: StoredTensor<'data>,
        wanted: &WantedTensor,
        wanted_sizes: Vec<Wanted>,
    ) -> Result<(StoredTensor<'data>, Vec<usize>), Box<Problem>> {
        let name = self.place.clone();
        let found = DynShape::from(stored.sizes());
        let rank = found.dims().len();
        let has_rank = match wanted.is_of_rank {
            true => rank == wanted_sizes.len(),
            false => rank >= wanted_sizes.len(),
        };
        let has_matrix = !self.layout.is_transposed() || rank >= 2;
        if !has_rank || !has_matrix {
            return Err(Box::new(Problem::Shape {
                name,
                found,
                wanted: wanted_sizes,
            }));
        }
        let (stored, wholes) = self.part(stored, &wanted_sizes)?;
        let mut sizes = stored.sizes().to_vec();
        let split = |size, axis: usize, parts: Option<_>| {
            let parts = parts.map_or(&[][..], |parts| &wanted.sizes[parts]);
            let split = self.split(size, parts);
            split.map_err(|parts| {
                Box::new(Problem::Split {
                    name: name.clone(),
                    found: found.clone(),
                    wanted: wanted_sizes.clone(),
                    axis: -axis.cast_signed(),
                    parts,
                })
            })
        };
        let rank = wanted.sizes.len();
        self.layout.of_field(&mut sizes, rank, split)?;
        let misfit = match (wanted.check)(&sizes, &mut self.sizes) {
            Ok(()) => {
                for (whole, size) in wholes {
                    self.sizes.insert(whole, size);
                    let first = || Some(name.clone());
                    self.first.entry(whole).or_insert_with(first);
                }
                return Ok((stored, sizes));
            }
            Err(_) if self.are_exchanged(wanted, &sizes) => Problem::Exchanged {
                name,
                found,
                wanted: wanted_sizes,
                is_transposed: self.layout.is_transposed(),
            },
            Err(error) if is_of_names(&error) => Problem::NamedSize {
                elsewhere: self.elsewhere(&error),
                is_part: found.dims() != stored.sizes(),
                name,
                error,
            },
            Err(_) => Problem::Shape {
                name,
                found,
                wanted: wanted_sizes,
            },
        };
        Err(Box::new(misfit))
    }

    /// Whether sizes that do not fit a field would do so with the last two exchanged.
    fn are_exchanged(&self, wanted: &WantedTensor, sizes: &[usize]) -> bool {
        let mut sizes = sizes.to_vec();
        match &mut sizes[..] {
            [.., rows, columns] => std::mem::swap(rows, columns),
            _ => return false,
        }
        // What names are, is not known from a tensor that does not fit.
        (wanted.check)(&sizes, &mut self.sizes.clone()).is_ok()
    }

    /// What the rank that reads has of a tensor, and the names of which a part is in it, with the sizes of the wholes.
    fn part(
        &self,
        stored: StoredTensor<'data>,
        wanted: &[Wanted],
    ) -> Result<(StoredTensor<'data>, Wholes), Box<Problem>> {
        let sizes = stored.sizes();
        let lead = sizes.len() - wanted.len();
        let known = |name: &'static SizeName| {
            let is_name = |wanted: &Wanted| *wanted == Wanted::Name(name.into());
            let here = || Some(sizes[lead + wanted.iter().position(is_name)?]);
            self.size_of(name).or_else(here)
        };
        let (mut parts, mut wholes) = (vec![Part::WHOLE; sizes.len()], Vec::new());
        for (place, wanted) in (lead..).zip(wanted) {
            match cut::cut(wanted, sizes[place], &self.places, &known, &self.first) {
                Ok(None) => {}
                Ok(Some(cut)) => {
                    parts[place] = cut.part;
                    wholes.extend(Some(cut.whole.into()).zip(cut.size_of_whole));
                }
                Err(miscut) => {
                    return Err(Box::new(Problem::Cut {
                        name: self.place.clone(),
                        found: sizes.into(),
                        axis: place.cast_signed() - sizes.len().cast_signed(),
                        part: wanted.clone(),
                        miscut,
                    }));
                }
            }
        }
        Ok((stored.part(&parts), wholes))
    }

    /// The size of a name, if it has one by its declaration, or had one.
    fn size_of(&self, name: &'static SizeName) -> Option<usize> {
        self.sizes.size_of(name.into()).or_else(|| match name {
            SizeName::Declared(.., size) => *size,
            SizeName::Shard(whole, mesh) => {
                let [_, ranks] = self.places.get(&NameOfSize::from(*mesh))?;
                Some(self.size_of(whole)? / ranks)
            }
            SizeName::Number(_)
            | SizeName::Computed(..)
            | SizeName::Sum(..)
            | SizeName::Difference(..)
            | SizeName::Product(..)
            | SizeName::Quotient(..) => None,
        })
    }

    /// The sizes of axes that are one in the file, of this size: at most one of them is not known by its type or its
    /// name.
    fn split(&self, size: usize, parts: &[Wanted]) -> Result<Vec<usize>, Parts> {
        let known = parts.iter().map(|part| match part {
            Wanted::Size(size) => Some(*size),
            Wanted::Name(name) => self.size_of((*name).into()),
            Wanted::Product(_) | Wanted::Any => None,
        });
        let known: Vec<Option<usize>> = known.collect();
        let unknown = known.iter().filter(|part| part.is_none()).count();
        let mut of_known = known.iter().flatten();
        let product = of_known.try_fold(1_usize, |product, &size| product.checked_mul(size));
        let inferred = match (unknown, product) {
            (0, Some(product)) if product == size => size,
            (0, _) => return Err(Parts::Exactly(product.unwrap_or(usize::MAX))),
            (1, Some(product)) if product > 0 && size.is_multiple_of(product) => size / product,
            (1, Some(product)) if product > 0 => return Err(Parts::MultipleOf(product)),
            _ => return Err(Parts::Unknown),
        };
        Ok(known.iter().map(|part| part.unwrap_or(inferred)).collect())
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
}

/// The tensors of a file with these bytes, by their names.
fn tensors_of(
    bytes: &[u8],
) -> Result<impl Iterator<Item = (String, StoredTensor<'_>)>, HeaderError> {
    let header = Header::read_whole(bytes, bytes.len() as u64)?;
    let data = &bytes[header.start as usize..];
    let stored = move |(name, info): (String, TensorInfo)| {
        let (start, end) = info.data_offsets;
        let bytes = Bytes::of(&data[start..end]);
        (name, StoredTensor::of(info.dtype, info.shape, bytes))
    };
    Ok(header.tensors.into_iter().map(stored))
}

/// The sizes of names of which a tensor has a part.
type Wholes = Vec<(NameOfSize, usize)>;

/// What a type wants of a tensor.
struct WantedTensor {
    element: Dtype,
    /// Whether elements of a file are read as these.
    is_read: fn(Dtype) -> bool,
    sizes: Vec<Wanted>,
    /// Whether there are no more axes than these.
    is_of_rank: bool,
    /// Checks sizes, and the names that have sizes already; adds those of the others.
    check: fn(&[usize], &mut NamedSizes) -> Result<(), ShapeError>,
    /// The name of an axis, counted from the end.
    name: fn(usize) -> Option<NameOfSize>,
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

impl<'data, T: Stored, S: Shape, E: Holds<'data, T>> Load<'data> for TensorOn<T, S, E> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        from.tensor()
    }
}

/// As many values as the file has numbers for: `layers.0`, `layers.1` and so on.
///
/// They are read from the parts `0`, `1` and so on below the name. A file without any is a problem, unless the field is an
/// `Option<Vec<W>>`.
impl<'data, W: Load<'data>> Load<'data> for Vec<W> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        let numbers = from.names().filter_map(|name| {
            let number = name.split('.').next()?;
            number.parse::<usize>().ok()
        });
        let numbers: BTreeSet<usize> = numbers.collect();
        // For a missing number all fields are reported once, and not those of a million numbers after it.
        let first_missing = (0..).find(|number| !numbers.contains(number));
        let count = first_missing.unwrap_or(0);
        if numbers.is_empty() {
            from.tell(Problem::NoPart {
                name: from.place.clone(),
                nearest: Vec::new(),
            });
            return None;
        }
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
        let is_there = from.tensors.contains_key(&from.place) || from.names().next().is_some();
        match is_there {
            true => W::read(from).map(Some),
            false => Some(None),
        }
    }
}

/// What is only a type has nothing in a file.
impl<'data, W> Load<'data> for PhantomData<W> {
    fn read(_: &mut Reader<'data>) -> Option<Self> {
        Some(Self)
    }
}

impl<'data, W: Load<'data>> Load<'data> for Box<W> {
    fn read(from: &mut Reader<'data>) -> Option<Self> {
        W::read(from).map(Box::new)
    }
}

/// A field that holds tensors of one type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor, and has no shape",
    label = "neither a tensor nor a `Vec`, an array, an `Option` or a box of tensors"
)]
pub trait TensorField {
    /// The elements.
    type Element;
    /// The shape.
    type Shape;
}

impl<T: 'static, S: Shape, E: Engine> TensorField for TensorOn<T, S, E> {
    type Element = T;
    type Shape = S;
}

macro_rules! fields_of_tensors {
    ($([$($parameter:tt)*] $Of:ty;)*) => {$(
        impl<W: TensorField, $($parameter)*> TensorField for $Of {
            type Element = W::Element;
            type Shape = W::Shape;
        }
    )*};
}

fields_of_tensors! {
    [] Option<W>;
    [] Box<W>;
    [] Vec<W>;
    [const COUNT: usize] [W; COUNT];
}

/// Loads a value from the bytes of a file.
///
/// # Errors
///
/// Returns an error if it is not such a file, or if tensors are missing, do not fit, or are more than there are places
/// for, or if a name has two sizes in them: all of them in one error.
pub fn load<'data, W: Load<'data>>(bytes: &'data [u8]) -> Result<W, WeightsError> {
    Reader::new(bytes)?.load()
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
    Reader::new(bytes)?.load_with(sizes)
}

/// Like [`load`], but ignores tensors that only the file has.
///
/// # Errors
///
/// Returns an error if it is not such a file, or if tensors are missing or do not fit.
pub fn load_part<'data, W: Load<'data>>(bytes: &'data [u8]) -> Result<W, WeightsError> {
    Reader::new(bytes)?.partial().load()
}
