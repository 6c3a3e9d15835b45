//! Files of weights that are open or mapped into memory, alone or by an index.

use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use safetensors::tensor::TensorInfo;
use shapecheck::{Shape, Tensor};
use shapecheck_weights_header::{Header, LONGEST};

use crate::bytes::Bytes;
use crate::element::Stored;
use crate::error::{Problem, WeightsError};
use crate::hold::StoredTensor;
use crate::npy;
use crate::read::{Load, Reader};
use crate::region::{Place, Region};

/// The file of a model, or its files: those of an index or of a list.
///
/// ```
/// use shapecheck::{Tensor, shape};
/// use shapecheck_weights::{Files, Load, Save, save_file};
///
/// #[derive(Load, Save)]
/// struct Layer {
///     weight: Tensor<f32, shape![2, 3]>,
/// }
///
/// # let folder = std::env::temp_dir().join(format!("shapecheck-files-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// save_file(&Layer { weight: Tensor::ones() }, folder.join("model-1-of-1.safetensors"))?;
/// let index = r#"{"weight_map": {"weight": "model-1-of-1.safetensors"}}"#;
/// std::fs::write(folder.join("model.safetensors.index.json"), index)?;
///
/// let files = Files::open(folder.join("model.safetensors.index.json"))?;
/// let layer: Layer = files.reader().load()?;
/// assert_eq!(layer.weight, Tensor::ones());
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), shapecheck_weights::WeightsError>(())
/// ```
#[derive(Debug)]
pub struct Files {
    parts: Vec<Part>,
    /// By an index, the names of tensors and the files in which they have to be.
    places: Vec<(String, String)>,
    problems: Vec<Problem>,
}

/// What a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Tensors of the format safetensors.
    Tensors,
    /// An array of NumPy's.
    Array,
    /// An archive of NumPy's arrays.
    #[cfg(feature = "npz")]
    Archive,
}

/// A file that could be read.
#[derive(Debug)]
struct Part {
    name: String,
    kind: Kind,
    tensors: Vec<(String, Region)>,
    /// The whole file, if it is in memory.
    #[cfg(feature = "mapped")]
    memory: Option<memmap2::Mmap>,
}

/// Opens a file, or maps it into memory.
type Access = fn(&Path) -> Result<Part, WeightsError>;

impl Files {
    /// Opens a file, or the files next to an index: a path that ends with `.json` is an index. Tensors are read when they
    /// are loaded, to their own memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the file or the index cannot be read. Errors in the files of an index are reported when
    /// they are loaded, together with everything that does not fit.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, WeightsError> {
        Self::of(path.as_ref(), Part::open)
    }

    /// Opens several files as one.
    ///
    /// Errors in the files are reported when they are loaded, together with everything that does not fit.
    pub fn open_all<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Self {
        Self::of_all(paths, Part::open)
    }

    /// Maps a file into memory, or the files next to an index, as [`open`](Self::open) opens them. Views are of this memory.
    ///
    /// ```
    /// use shapecheck::{Tensor, View, shape};
    /// use shapecheck_weights::{Files, Load, Save, save_file};
    ///
    /// #[derive(Save)]
    /// struct Table {
    ///     rows: Tensor<f32, shape![1000, 4]>,
    /// }
    ///
    /// #[derive(Load)]
    /// struct Mapped<'file> {
    ///     rows: View<'file, f32, shape![1000, 4]>,
    /// }
    ///
    /// let path = std::env::temp_dir().join(format!("table-{}.safetensors", std::process::id()));
    /// save_file(&Table { rows: Tensor::ones() }, &path)?;
    /// // SAFETY: nobody else knows the file.
    /// let files = unsafe { Files::map(&path)? };
    /// let mapped: Mapped = files.reader().load()?;
    /// assert_eq!(mapped.rows.sum(), 4000.0);
    /// # drop(files);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), shapecheck_weights::WeightsError>(())
    /// ```
    ///
    /// # Safety
    ///
    /// No program changes or shortens the files while this value and what borrows from it exist.
    ///
    /// # Errors
    ///
    /// See [`open`](Self::open).
    #[cfg(feature = "mapped")]
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self, WeightsError> {
        // SAFETY: nobody changes the files, as the caller says.
        Self::of(path.as_ref(), |path| unsafe { Part::map(path) })
    }

    /// Maps several files into memory as one.
    ///
    /// Errors in the files are reported when they are loaded, together with everything that does not fit.
    ///
    /// # Safety
    ///
    /// No program changes or shortens the files while this value and what borrows from it exist.
    #[cfg(feature = "mapped")]
    pub unsafe fn map_all<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Self {
        // SAFETY: nobody changes the files, as the caller says.
        Self::of_all(paths, |path| unsafe { Part::map(path) })
    }

    fn of(path: &Path, access: Access) -> Result<Self, WeightsError> {
        Self::of_path(path, access).map_err(|error| error.with_path(path))
    }

    /// Opens a file that has this.
    pub(crate) fn open_kind(path: &Path, kind: Kind) -> Result<Self, WeightsError> {
        let part = |path: &Path| {
            let part = Part::open(path).map_err(|error| match error {
                WeightsError::Format(_) => {
                    let told = "is not a NumPy file: it does not begin like one";
                    WeightsError::of_array(path, "", told.to_owned())
                }
                error => error,
            })?;
            let has = match part.kind {
                found if found == kind => return Ok(part),
                Kind::Tensors => "tensors of the format safetensors, which `load_file` reads",
                Kind::Array => "one array of NumPy's, which `load_npy` reads",
                #[cfg(feature = "npz")]
                Kind::Archive => "an archive of NumPy's arrays, which `load_npz` reads",
            };
            Err(WeightsError::of_array(path, "", format!("has {has}")))
        };
        Self::of_one(path, part).map_err(|error| error.with_path(path))
    }

    fn of_one(
        path: &Path,
        access: impl FnOnce(&Path) -> Result<Part, WeightsError>,
    ) -> Result<Self, WeightsError> {
        let name = path.display().to_string();
        Ok(Self {
            parts: vec![Part {
                name,
                ..access(path)?
            }],
            places: Vec::new(),
            problems: Vec::new(),
        })
    }

    fn of_path(path: &Path, access: Access) -> Result<Self, WeightsError> {
        if path.extension().is_none_or(|extension| extension != "json") {
            return Self::of_one(path, access);
        }
        let places = read_index(path)?;
        let names: BTreeSet<&str> = places.iter().map(|(_, file)| &**file).collect();
        let mut problems = Vec::new();
        let beside = names
            .into_iter()
            .filter_map(|name| match beside(path, name) {
                Some(beside) => Some((name.to_owned(), beside)),
                None => {
                    problems.push(Problem::File {
                        name: name.to_owned(),
                        told: "is not the name of a file beside the index".to_owned(),
                    });
                    None
                }
            });
        let mut files = Self::of_named(beside.collect(), access);
        problems.append(&mut files.problems);
        Ok(Self {
            parts: files.parts,
            places,
            problems,
        })
    }

    fn of_all<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>, access: Access) -> Self {
        let named = paths.into_iter().map(|path| {
            let path = path.as_ref().to_owned();
            (path.display().to_string(), path)
        });
        Self::of_named(named.collect(), access)
    }

    fn of_named(named: Vec<(String, PathBuf)>, access: Access) -> Self {
        let mut files = Self {
            parts: Vec::new(),
            places: Vec::new(),
            problems: Vec::new(),
        };
        for (name, path) in named {
            match access(&path) {
                Ok(mut part) => {
                    // With several files, an array has the name of its file.
                    if part.kind == Kind::Array {
                        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                        let named = part.tensors.iter_mut();
                        named.for_each(|(name, _)| *name = stem.clone().into_owned());
                    }
                    files.parts.push(Part { name, ..part });
                }
                Err(error) => files.problems.push(Problem::unread_file(&name, error)),
            }
        }
        files
    }

    /// A reader of all tensors. It tells what is wrong with the files when the fields were read.
    #[must_use]
    pub fn reader(&self) -> Reader<'_> {
        let parts = self.parts.iter().map(|part| (&*part.name, part.stored()));
        let mut reader = Reader::of_parts(parts);
        match &self.parts[..] {
            [part] if part.kind != Kind::Tensors && self.problems.is_empty() => {
                reader = reader.of_arrays(part.name.clone(), part.kind == Kind::Array);
            }
            _ => {}
        }
        for problem in &self.problems {
            reader.tell(problem.clone());
        }
        let named = self.parts.iter().map(|part| (&part.name, part));
        let named: HashMap<&String, &Part> = named.collect();
        for (name, file) in &self.places {
            // What is in a file that cannot be read is one problem.
            let Some(part) = named.get(file) else {
                reader.conceal(name);
                continue;
            };
            // Sorted by their names.
            let found = part
                .tensors
                .binary_search_by_key(&&**name, |(name, _)| name);
            if found.is_err() {
                reader.conceal(name);
                reader.tell(Problem::NotInFile {
                    name: name.clone(),
                    file: file.clone(),
                });
            }
        }
        reader
    }
}

impl Part {
    fn open(path: &Path) -> Result<Self, WeightsError> {
        Self::of_file(path, File::open(path)?)
    }

    fn of_file(path: &Path, file: File) -> Result<Self, WeightsError> {
        // Neither is the beginning of a safetensors file, whose header would be longer than headers may be.
        let mut first = Vec::new();
        (&file)
            .take(npy::MAGIC.len() as u64)
            .read_to_end(&mut first)?;
        (&file).rewind()?;
        let all = file.metadata()?.len();
        let (kind, tensors) = if first == npy::MAGIC {
            let header = npy::Header::read(io::BufReader::new(&file), all);
            let header = header.map_err(|refusal| refusal.of(path, ""))?;
            let place = Place::File(Arc::new(Mutex::new(file)));
            let region = Region::of_array(place, header);
            (Kind::Array, vec![(String::new(), region)])
        } else if first.starts_with(b"PK") {
            Self::of_archive(path, &file)?
        } else {
            let header = Header::read_whole(&file, all)?;
            let file = Arc::new(Mutex::new(file));
            let region = |info: TensorInfo| Region {
                dtype: info.dtype,
                sizes: info.shape,
                place: Place::File(file.clone()),
                start: header.start + info.data_offsets.0 as u64,
                length: info.data_offsets.1 - info.data_offsets.0,
                is_first_axis_dense: false,
                is_high_byte_first: false,
            };
            let tensors = header.tensors.into_iter();
            let tensors = tensors.map(|(name, info)| (name, region(info))).collect();
            (Kind::Tensors, tensors)
        };
        Ok(Self {
            name: String::new(),
            kind,
            tensors,
            #[cfg(feature = "mapped")]
            memory: None,
        })
    }

    #[cfg(feature = "npz")]
    fn of_archive(path: &Path, file: &File) -> Result<(Kind, Vec<(String, Region)>), WeightsError> {
        let tensors = crate::npz::arrays(path, file.try_clone()?)?;
        Ok((Kind::Archive, tensors))
    }

    #[cfg(not(feature = "npz"))]
    fn of_archive(path: &Path, _: &File) -> Result<(Kind, Vec<(String, Region)>), WeightsError> {
        let told = "begins as an archive: one of NumPy's is read with the feature `npz` of shapecheck-weights";
        Err(WeightsError::of_array(path, "", told.to_owned()))
    }

    /// # Safety
    ///
    /// No program changes or shortens the file while it is mapped.
    #[cfg(feature = "mapped")]
    unsafe fn map(path: &Path) -> Result<Self, WeightsError> {
        let file = File::open(path)?;
        // SAFETY: as the caller says.
        let memory = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Self {
            memory: Some(memory),
            ..Self::of_file(path, file)?
        })
    }

    fn stored(&self) -> impl Iterator<Item = (String, StoredTensor<'_>)> {
        self.tensors.iter().map(|(name, region)| {
            let bytes = Bytes::from_source(region, region.length);
            #[cfg(feature = "mapped")]
            let bytes = match (&self.memory, &region.place) {
                (Some(memory), Place::File(_)) if !region.is_high_byte_first => {
                    // The header says how long the file is, and so is the memory.
                    let start = region.start as usize;
                    Bytes::of(&memory[start..start + region.length])
                }
                _ => bytes,
            };
            let tensor = StoredTensor::of(region.dtype, region.sizes.clone(), bytes);
            let tensor = match region.is_first_axis_dense {
                true => tensor.in_fortran_order(),
                false => tensor,
            };
            (name.clone(), tensor)
        })
    }
}

/// The names of tensors, each with the file that has it.
fn read_index(path: &Path) -> Result<Vec<(String, String)>, WeightsError> {
    let wrong = |told: String| WeightsError::Index(told);
    let file = File::open(path)?;
    let mut text = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LONGEST {
        return Err(wrong(format!("it is longer than {LONGEST} bytes")));
    }
    let index: serde_json::Value =
        serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
    let map = index.get("weight_map").and_then(|map| map.as_object());
    let map = map.ok_or_else(|| wrong("it has no `weight_map` of names to files".to_owned()))?;
    let places = map.iter().map(|(name, file)| {
        let file = file.as_str();
        let file = file.ok_or_else(|| wrong(format!("`{name}` has no name of a file")))?;
        Ok((name.clone(), file.to_owned()))
    });
    places.collect()
}

/// The path of a file in the folder of an index, or in one below it.
fn beside(index: &Path, name: &str) -> Option<PathBuf> {
    let name = Path::new(name);
    let is_below = |part| matches!(part, Component::Normal(_));
    let is_below = name.components().next().is_some() && name.components().all(is_below);
    is_below.then(|| index.with_file_name(name))
}

/// Loads a value from a file, or from the files that an index like `model.safetensors.index.json` names.
///
/// Elements are read to the memory of their tensors, without a copy of the file in between.
///
/// # Errors
///
/// Returns an error if a file cannot be read. See also [`load`](crate::load) and [`Files::open`].
pub fn load_file<W: for<'data> Load<'data>>(path: impl AsRef<Path>) -> Result<W, WeightsError> {
    Files::open(path)?.reader().load()
}

/// Loads an array of NumPy from a `.npy` file.
///
/// The shape may have sizes known when the program runs, `_` and names; all others are compared with the file. Arrays in
/// Fortran's order and elements with the highest byte first become tensors as others do.
///
/// ```
/// use shapecheck::{Tensor, dims, shape};
/// use shapecheck_weights::{load_npy, save_npy};
///
/// dims! { Time }
///
/// # let path = std::env::temp_dir().join(format!("points-{}.npy", std::process::id()));
/// // `np.save("points.npy", points)` writes the same.
/// save_npy(&Tensor::<f64, shape![5, 4]>::ones(), &path)?;
/// let points = load_npy::<f64, shape![Time, 4]>(&path)?;
/// assert_eq!(points.dims(), [5, 4]);
///
/// let error = load_npy::<f32, shape![Time, 3]>(&path).unwrap_err();
/// # let error = error.to_string().replace(path.to_str().unwrap(), "points.npy");
/// assert_eq!(error.to_string(), "\
/// `points.npy` does not fit:
///   it has elements float64, the type wants float32: a tensor of `f64` takes them, and `cast::<f32>()` converts it
///   it has shape [5, 4], the type wants [Time, 3]: size 4 is not 3 at axis -1");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), shapecheck_weights::WeightsError>(())
/// ```
///
/// [`Files::map`] maps a file into memory, and views are of this memory: `files.reader().load()` is a
/// `View<'_, f32, shape![Time, 3]>`. With sizes of names from before, `files.reader().load_with(&mut sizes)` reads the array.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is not an `.npy` file or is cut off, has elements that are not those of the
/// type, or another shape; with the last two, the error has both.
pub fn load_npy<T: Stored, S: Shape>(path: impl AsRef<Path>) -> Result<Tensor<T, S>, WeightsError> {
    Files::open_kind(path.as_ref(), Kind::Array)?
        .reader()
        .load()
}

/// Loads a struct from an archive of NumPy's arrays, a `.npz` file: its fields have the names of the arrays.
///
/// Packed archives, of `np.savez_compressed`, are read too. Arrays are never views of such a file.
///
/// ```
/// use shapecheck::{Tensor, dims, shape};
/// use shapecheck_weights::{Load, Save, load_npz, save_npz};
///
/// dims! { Time }
///
/// #[derive(Load, Save)]
/// struct Recording {
///     signal: Tensor<f32, shape![Time, 2]>,
///     is_valid: Tensor<bool, shape![Time]>,
/// }
///
/// # let path = std::env::temp_dir().join(format!("recording-{}.npz", std::process::id()));
/// // `np.savez("recording.npz", signal=signal, is_valid=is_valid)` writes the same.
/// let of = |time| Recording {
///     signal: Tensor::ones_with(<shape![Time, 2]>::of([5])),
///     is_valid: Tensor::full_with(<shape![Time]>::of([time]), true),
/// };
/// save_npz(&of(5), &path)?;
/// assert_eq!(load_npz::<Recording>(&path)?.signal.sum(), 10.0);
///
/// save_npz(&of(4), &path)?;
/// let error = load_npz::<Recording>(&path).err().expect("two sizes of `Time`");
/// # let error = error.to_string().replace(path.to_str().unwrap(), "recording.npz");
/// assert_eq!(error.to_string(), "\
/// `recording.npz` does not fit:
///   `is_valid` has shape [4]: `Time` is 4 at axis -1, where it has to be 5 as in `signal`");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), shapecheck_weights::WeightsError>(())
/// ```
///
/// # Errors
///
/// Returns an error with all that does not fit, as [`load`](crate::load) does, or an error if the file is not such an
/// archive.
#[cfg(feature = "npz")]
pub fn load_npz<W: for<'data> Load<'data>>(path: impl AsRef<Path>) -> Result<W, WeightsError> {
    Files::open_kind(path.as_ref(), Kind::Archive)?
        .reader()
        .load()
}
