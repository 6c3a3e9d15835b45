//! Where the bytes of a tensor are in files.

use std::fs::File;
#[cfg(feature = "npz")]
use std::io::BufReader;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use safetensors::Dtype;
#[cfg(feature = "npz")]
use zip::read::ZipArchive;

use crate::bytes::Source;
use crate::npy;

/// A tensor of a file.
#[derive(Debug)]
pub(crate) struct Region {
    pub dtype: Dtype,
    pub sizes: Vec<usize>,
    pub place: Place,
    pub start: u64,
    pub length: usize,
    /// As of an array of NumPy's.
    pub is_first_axis_dense: bool,
    pub is_high_byte_first: bool,
}

/// What has the bytes of a tensor.
#[derive(Debug)]
pub(crate) enum Place {
    /// An open file, which one thread reads at a time.
    File(Arc<Mutex<File>>),
    /// A file in an archive, by its number.
    #[cfg(feature = "npz")]
    Archive(Arc<Archive>, usize),
}

impl Region {
    /// An array with this header.
    pub(crate) fn of_array(place: Place, header: npy::Header) -> Self {
        Self {
            dtype: header.dtype,
            sizes: header.sizes,
            place,
            start: header.start,
            length: header.length,
            is_first_axis_dense: header.is_first_axis_dense,
            is_high_byte_first: header.is_high_byte_first,
        }
    }

    fn read_file(&self, file: &Mutex<File>, start: usize, to: &mut [u8]) -> io::Result<()> {
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.start + start as u64))?;
        file.read_exact(to)?;
        self.order(to);
        Ok(())
    }

    /// Puts the lowest byte of each element first.
    fn order(&self, bytes: &mut [u8]) {
        if self.is_high_byte_first {
            let element = bytes.chunks_exact_mut(self.dtype.bitsize() / 8);
            element.for_each(<[u8]>::reverse);
        }
    }
}

impl Source for Region {
    fn read(&self, to: &mut [u8]) -> io::Result<()> {
        match &self.place {
            Place::File(file) => self.read_file(file, 0, to),
            #[cfg(feature = "npz")]
            Place::Archive(archive, number) => {
                archive.read(*number, self.start, to)?;
                self.order(to);
                Ok(())
            }
        }
    }

    /// All of an archive is read, because its parts may be packed, and its checksum is that of all.
    fn read_part(&self, start: usize, to: &mut [u8]) -> Option<io::Result<()>> {
        match &self.place {
            Place::File(file) => Some(self.read_file(file, start, to)),
            #[cfg(feature = "npz")]
            Place::Archive(..) => None,
        }
    }
}

/// An open archive, which one thread reads at a time.
#[cfg(feature = "npz")]
#[derive(Debug)]
pub(crate) struct Archive(pub Mutex<ZipArchive<BufReader<File>>>);

#[cfg(feature = "npz")]
impl Archive {
    /// Reads everything after this many bytes of the file with this number, and compares its checksum.
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
