//! Archives of NumPy's arrays, `.npz`: a zip file with a `.npy` file for each array.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use zip::CompressionMethod;
use zip::read::ZipArchive;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::error::WeightsError;
use crate::npy::{self, Refusal};
use crate::region::{Archive, Place, Region};
use crate::write::{Save, Writer};

/// What Python adds to the name of an array.
const ENDING: &str = ".npy";

/// How many bytes of elements a byte of a packed file can stand for at most.
const MOST_PACKED: u64 = 1032;

/// The arrays of an archive by their names.
pub(crate) fn arrays(path: &Path, file: File) -> Result<Vec<(String, Region)>, WeightsError> {
    let all = file.metadata()?.len();
    let refused = |error: ZipError| {
        let told = format!("is not an archive that can be read: {error}");
        WeightsError::of_array(path, "", told)
    };
    let archive = ZipArchive::new(BufReader::new(file)).map_err(refused)?;
    let archive = Archive(Mutex::new(archive));
    let archive = Arc::new(archive);
    let mut found = Vec::new();
    let mut open = archive.0.lock().unwrap_or_else(PoisonError::into_inner);
    if open.has_duplicate_names() || open.has_overlapping_files().map_err(refused)? {
        let told = "is not an archive that can be read: two of its arrays are one".to_owned();
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
