//! Archives of NumPy's arrays, `.npz`: a zip file with a `.npy` file for each array.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use zip::CompressionMethod;
use zip::read::ZipArchive;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::error::WeightsError;
use crate::files::{Files, Kind, Place, Region};
use crate::npy::{self, Refusal};
use crate::read::Load;
use crate::write::{Save, Writer};

/// What Python adds to the name of an array.
const ENDING: &str = ".npy";

/// How many bytes of elements a byte of a packed file can stand for at most.
const MOST_PACKED: u64 = 1032;

/// An open archive, which one thread reads at a time.
#[derive(Debug)]
pub(crate) struct Archive(Mutex<ZipArchive<BufReader<File>>>);

impl Archive {
    /// Reads what is behind so many bytes of the file with this number, all of it, and compares its checksum.
    pub(crate) fn read(&self, number: usize, start: u64, to: &mut [u8]) -> io::Result<()> {
        let mut archive = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = archive.by_index(number)?;
        io::copy(&mut (&mut file).take(start), &mut io::sink())?;
        file.read_exact(to)?;
        // The checksum is compared at the end.
        match file.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "it is longer than its archive says",
            )),
        }
    }
}

/// The arrays of an archive by their names.
pub(crate) fn arrays(path: &Path, file: File) -> Result<Vec<(String, Region)>, WeightsError> {
    let all = file.metadata()?.len();
    let refused = |error: ZipError| {
        let told = format!("is no archive that can be read: {error}");
        WeightsError::of_array(path, "", told)
    };
    let archive = ZipArchive::new(BufReader::new(file)).map_err(refused)?;
    let archive = Archive(Mutex::new(archive));
    let archive = Arc::new(archive);
    let mut found = Vec::new();
    let mut open = archive.0.lock().unwrap_or_else(PoisonError::into_inner);
    if open.has_duplicate_names() || open.has_overlapping_files().map_err(refused)? {
        let told = "is no archive that can be read: two of its arrays are one".to_owned();
        return Err(WeightsError::of_array(path, "", told));
    }
    for number in 0..open.len() {
        let mut file = open.by_index(number).map_err(refused)?;
        let name = file.name().map_err(refused)?.into_owned();
        let name = name.strip_suffix(ENDING).unwrap_or(&name).to_owned();
        let of_array = |refusal: Refusal| refusal.of(path, &name);
        let (size, packed) = (file.size(), file.compressed_size());
        // Memory is for what the file can have, and not for what it claims.
        if packed > all || size > packed.saturating_mul(MOST_PACKED) {
            let told = format!("it would have {size} bytes of {packed} packed ones");
            return Err(of_array(Refusal::Told(told)));
        }
        let header = npy::Header::read(&mut file, size).map_err(of_array)?;
        let place = Place::Archive(archive.clone(), number);
        found.push((name, Region::of_array(place, header)));
    }
    drop(open);
    // As those of a header are.
    found.sort_by(|(lhs, _), (rhs, _)| lhs.cmp(rhs));
    Ok(found)
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
/// Returns an error with all that does not fit, as [`load`](crate::load) does, or one that the file is no such archive.
pub fn load_npz<W: for<'data> Load<'data>>(path: impl AsRef<Path>) -> Result<W, WeightsError> {
    Files::open_kind(path.as_ref(), Kind::Archive)?
        .reader()
        .load()
}

/// Writes an archive of NumPy's arrays, which `np.load` reads, with an array for each field. It is not packed, as that of
/// `np.savez`.
///
/// # Errors
///
/// Returns an error if the file cannot be written, if two fields have one name, or NumPy has no such elements, as `bf16`.
pub fn save_npz<W: Save + ?Sized>(arrays: &W, path: impl AsRef<Path>) -> Result<(), WeightsError> {
    let mut writer = Writer::default();
    arrays.write(&mut writer);
    let path = path.as_ref();
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in writer.entries {
        let named = |told| WeightsError::of_array(path, &entry.name, told);
        let header = npy::header(entry.dtype, &entry.sizes).map_err(named)?;
        let is_large = u32::try_from(header.len() + entry.bytes.len()).is_err();
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(is_large);
        let name = format!("{}{ENDING}", entry.name);
        let begun = archive.start_file(name, options);
        begun.map_err(|error| named(format!("cannot be written: {error}")))?;
        archive.write_all(&header)?;
        archive.write_all(&entry.bytes)?;
    }
    let bytes = archive.finish().map_err(io::Error::from)?;
    Ok(std::fs::write(path, bytes.into_inner())?)
}
