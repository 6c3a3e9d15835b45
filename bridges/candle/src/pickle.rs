//! Structs filled from the files of PyTorch's `torch.save`, which are called `.pth`, `.pt` or `.bin`.
//!
//! ```no_run
//! use shapecheck::{TensorOn, shape};
//! use shapecheck_candle::{Candle, Pickle};
//! use shapecheck_weights::Load;
//!
//! #[derive(Load)]
//! struct Linear {
//!     weight: TensorOn<f32, shape![4, 3], Candle>,
//!     bias: TensorOn<f32, shape![4], Candle>,
//! }
//!
//! let linear: Linear = Pickle::open("linear.pth", None)?.reader().load()?;
//! assert_eq!(linear.weight.dims(), [4, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use candle_core::Error;
use candle_core::pickle::{PthTensors, TensorInfo};
use shapecheck_weights::safetensors::{Dtype, View};
use shapecheck_weights::{Reader, Source, StoredTensor};

use crate::MisfitError;

/// The tensors of a file that `torch.save` wrote, by candle's reader. They are read when they are loaded, one after another.
///
/// A pickle is a program. Candle runs no Python for it, but a file made to do harm can take all memory or overflow the stack,
/// which one of [`shapecheck_weights`] cannot. Elements of types that candle's reader does not know, such as `torch.int32` and
/// `torch.bool`, count as missing; it prints a line for each.
#[derive(Debug)]
pub struct Pickle(Vec<Pickled>);

/// A tensor of a file, whose bytes are there.
struct Pickled {
    file: Arc<PthTensors>,
    name: String,
    dtype: Dtype,
    sizes: Vec<usize>,
}

impl std::fmt::Debug for Pickled {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {:?} {:?}", self.name, self.dtype, self.sizes)
    }
}

impl Pickle {
    /// Opens a file with a dictionary of tensors, or with one that has such a dictionary at a key: `model_state_dict`, for
    /// example.
    ///
    /// # Errors
    ///
    /// Returns an error if candle does not read the file, or a tensor has more elements than the file.
    pub fn open(path: impl AsRef<Path>, key: Option<&str>) -> Result<Self, MisfitError> {
        let path = path.as_ref();
        let length = std::fs::metadata(path).map_err(|error| Error::from(error).with_path(path))?;
        let open = || PthTensors::new(path, key);
        // Candle takes the number of an object's arguments on trust.
        let opened = catch_unwind(AssertUnwindSafe(open));
        let file = opened.unwrap_or_else(|_| Err(Error::msg("not a file of `torch.save`")))?;
        let file = Arc::new(file);
        let tensors = file.tensor_infos().values().map(|info| {
            if !fits(info, length.len()) {
                let text = format!("`{}` has more elements than the file", info.name);
                return Err(Error::msg(text));
            }
            Ok(Pickled {
                file: file.clone(),
                name: info.name.clone(),
                dtype: info.dtype.into(),
                sizes: info.layout.dims().to_vec(),
            })
        });
        Ok(Self(tensors.collect::<candle_core::Result<_>>()?))
    }

    /// A reader of all tensors.
    #[must_use]
    pub fn reader(&self) -> Reader<'_> {
        Reader::of_tensors(self.0.iter().map(|tensor| {
            let stored = StoredTensor::from_source(tensor.dtype, &tensor.sizes, tensor);
            (tensor.name.clone(), stored.expect("sizes that fit a file"))
        }))
    }
}

/// Whether a file of this length has room for a tensor: its elements are not packed.
fn fits(info: &TensorInfo, length: u64) -> bool {
    // In bits, because stored tensors count these: sizes before a 0 may be any.
    let size = 8 * info.dtype.size_in_bytes();
    let multiplied = |bits: usize, &size: &usize| bits.checked_mul(size);
    let bits = info.layout.dims().iter().try_fold(size, multiplied);
    let end = bits.and_then(|bits| (bits / 8).checked_add(info.layout.start_offset()));
    end.is_some_and(|end| end as u64 <= length)
}

impl Source for Pickled {
    fn read(&self, to: &mut [u8]) -> io::Result<()> {
        let tensor = self.file.get(&self.name).map_err(io::Error::other)?;
        let tensor = tensor.ok_or(io::ErrorKind::NotFound)?;
        let bytes = View::data(&tensor);
        match bytes.len() == to.len() {
            true => to.copy_from_slice(&bytes),
            false => return Err(io::ErrorKind::InvalidData.into()),
        }
        Ok(())
    }
}
