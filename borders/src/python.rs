//! Arguments and results of Python functions: arrays of NumPy, or of any library with DLPack, as views, and conversions
//! back.
//!
//! ```no_run
//! use pyo3::prelude::*;
//! use shapecheck::shape;
//! use shapecheck_borders::python::{Array, to_numpy};
//!
//! /// The weighted sum of each row.
//! #[pyfunction]
//! fn weigh<'py>(
//!     py: Python<'py>,
//!     rows: Array<f32, shape![_, 3]>,
//!     weights: Array<f32, shape![3]>,
//! ) -> PyResult<Bound<'py, PyAny>> {
//!     // SAFETY: no other thread has the arrays.
//!     let (rows, weights) = unsafe { (rows.view(), weights.view()) };
//!     to_numpy(py, rows.matmul(&weights))
//! }
//! ```
//!
//! NumPy has to have at least version 2.1. If an array does not fit, Python reports
//!
//! ```text
//! >>> weigh(numpy.ones((5, 4), "float32"), numpy.ones(3, "float32"))
//! ValueError: sizes [5, 4] do not fit the type: size 4 at axis -1 where the type has 3
//! ```

use std::marker::PhantomData;

use ::pyo3::exceptions::PyValueError;
use ::pyo3::prelude::*;
use dlpark::DlpackFlags;
use dlpark::ffi::{DLDevice, DLManagedTensor, DLManagedTensorVersioned};
use dlpark::python::{DlpackExporter, ExportRequest, ImportedDlpack, export_dlpack, from_dlpack};
use shapecheck::{Shape, Tensor, View, ViewMut};

use crate::BorderError;
use crate::dlpack::{Element, Lent, view, view_mut};

impl From<BorderError> for PyErr {
    fn from(error: BorderError) -> Self {
        PyValueError::new_err(error.to_string())
    }
}

/// An array of Python whose elements, sizes and device fit the type, as an argument of a function. The memory is not
/// copied, and Python keeps it until this is dropped.
pub struct Array<T, S> {
    array: ImportedDlpack,
    kind: PhantomData<fn() -> (T, S)>,
}

impl<T: Element, S: Shape> Array<T, S> {
    /// The elements.
    ///
    /// # Panics
    ///
    /// Panics if the array has been changed to one that does not fit.
    ///
    /// # Safety
    ///
    /// Nobody writes to the array while the view lives: neither another thread nor Python code that is called
    /// meanwhile.
    #[must_use]
    #[track_caller]
    pub unsafe fn view(&self) -> View<'_, T, S> {
        // SAFETY: as the caller says; the descriptor is from Python's library.
        match unsafe { self.try_view() } {
            Ok(view) => view,
            Err(error) => panic!("{error}"),
        }
    }

    /// The elements, mutable, in place.
    ///
    /// # Errors
    ///
    /// Returns an error if the array is for reading only, or does not lie in row-major order without gaps.
    ///
    /// # Safety
    ///
    /// As for [`view`](Self::view); also, nobody reads the array while the view lives, and no other argument is the
    /// same array.
    pub unsafe fn view_mut(&mut self) -> Result<ViewMut<'_, T, S>, BorderError> {
        let tensor = match &mut self.array {
            ImportedDlpack::Legacy(tensor) => tensor.validate_mut()?,
            ImportedDlpack::Versioned(tensor) => tensor.validate_mut()?,
        };
        // SAFETY: as the caller says.
        unsafe { view_mut(tensor) }
    }

    /// # Safety
    ///
    /// As of `view`.
    unsafe fn try_view(&self) -> Result<View<'_, T, S>, BorderError> {
        // SAFETY: as the caller says.
        unsafe { view(&self.array.validate()?) }
    }
}

impl<'py, T: Element, S: Shape> FromPyObject<'_, 'py> for Array<T, S> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let array = Self {
            array: from_dlpack(object, None, None)?,
            kind: PhantomData,
        };
        // SAFETY: nothing of Python's runs while this thread looks at truth values, and the view is dropped at once.
        unsafe { array.try_view() }?;
        Ok(array)
    }
}

/// A tensor for Python. `numpy.from_dlpack`, `torch.from_dlpack` and their kin make any number of arrays from it, all
/// with the same memory.
#[pyclass(frozen, name = "Tensor", module = "shapecheck")]
pub struct Exported(Lent);

impl Exported {
    /// A tensor with the same memory. Python may write to it if no other tensor shares the memory and its elements are
    /// in row-major order.
    #[must_use]
    pub fn new<T: Element, S: Shape>(tensor: Tensor<T, S>) -> Self {
        Self(Lent::of(tensor))
    }
}

#[pymethods]
impl Exported {
    /// The processor's memory.
    fn __dlpack_device__(&self) -> (u32, i32) {
        DLDevice::CPU.into()
    }

    /// A capsule for one reader.
    #[pyo3(signature = (*, stream = None, max_version = None, dl_device = None, copy = None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<&Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(u32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Py<PyAny>> {
        let request = ExportRequest::parse(stream, max_version, dl_device, copy)?;
        export_dlpack(self, py, request)
    }
}

impl DlpackExporter for Exported {
    fn device(&self) -> DLDevice {
        DLDevice::CPU
    }

    fn flags(&self) -> DlpackFlags {
        match self.0.is_read_only {
            true => DlpackFlags::READ_ONLY,
            false => DlpackFlags::empty(),
        }
    }

    fn prepare_export(&self, _: Python<'_>, _: &ExportRequest<'_>) -> PyResult<()> {
        Ok(())
    }

    fn export_legacy(&self, _: Python<'_>) -> PyResult<dlpark::Managed<DLManagedTensor>> {
        Ok(self.0.managed())
    }

    fn export_versioned(
        &self,
        _: Python<'_>,
    ) -> PyResult<dlpark::Managed<DLManagedTensorVersioned>> {
        Ok(self.0.managed())
    }
}

/// A NumPy array with the memory of a tensor, as through [`Exported`].
///
/// # Errors
///
/// Returns an error if there is no NumPy, or one older than 2.1.
pub fn to_numpy<'py, T: Element, S: Shape>(
    py: Python<'py>,
    tensor: Tensor<T, S>,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    numpy.call_method1("from_dlpack", (Exported::new(tensor),))
}
