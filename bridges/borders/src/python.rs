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
//!
//! An [`Array`] is memory of Python's, and its elements are never converted. [`Converted`] is a copy of whatever has the
//! numbers, lists too, and needs no `unsafe`.

use std::marker::PhantomData;

use ::pyo3::exceptions::{PyBufferError, PyOverflowError, PyTypeError, PyValueError};
use ::pyo3::prelude::*;
use ::pyo3::types::{
    PyBool, PyBytes, PyCapsule, PyDict, PyFloat, PyInt, PyList, PyMemoryView, PyTuple,
};
use dlpark::DlpackFlags;
use dlpark::ffi::{DLDataTypeCode, DLDevice, DLManagedTensor, DLManagedTensorVersioned};
use dlpark::python::{DlpackExporter, ExportRequest, ImportedDlpack, export_dlpack, from_dlpack};
use shapecheck::error::ShapeErrorKind;
use shapecheck::{Shape, Tensor, View, ViewMut};

use crate::BorderError;
use crate::dlpack::{Element, Lent, name, view, view_mut};

/// The message, and what to write in Python.
impl From<BorderError> for PyErr {
    fn from(error: BorderError) -> Self {
        let advice = match &error {
            BorderError::Element { found, .. } if found.starts_with("complex") => {
                ": take `x.real`, `x.imag` or `abs(x)`".to_owned()
            }
            BorderError::Element {
                found, expected, ..
            } if found.starts_with("float") && expected.contains("int") => {
                format!(": `x.astype(\"{expected}\")` cuts their fractions off")
            }
            BorderError::Element {
                found, expected, ..
            } if ["bool", "int", "uint", "float", "object"]
                .iter()
                .any(|kind| found.starts_with(kind)) =>
            {
                format!(": `x.astype(\"{expected}\")` converts them")
            }
            BorderError::Invalid { .. } => {
                ": `x.view(\"uint8\") != 0` makes truth values of them".to_owned()
            }
            BorderError::Backwards { .. } | BorderError::Unaligned { .. } => {
                ", with `x.copy()`".to_owned()
            }
            BorderError::ReadOnly => {
                ", so it cannot be changed in place: change a copy, `x.copy()`".to_owned()
            }
            BorderError::Copied => {
                ": write `numpy.asarray(x)`, and use that array afterwards".to_owned()
            }
            BorderError::Shape(error) if error.kind() == ShapeErrorKind::StridesRepeat => {
                ": change a copy, `x.copy()`".to_owned()
            }
            _ => String::new(),
        };
        PyValueError::new_err(format!("{error}{advice}"))
    }
}

/// An array of Python whose elements, sizes and device fit the type, as an argument of a function. The memory is not
/// copied, and Python keeps it until this is dropped.
///
/// It takes what has DLPack, `__array_interface__`, `__array__`, or the protocol of buffers (`memoryview`). Lists and
/// numbers have no memory of elements: [`Converted`] takes them.
pub struct Array<T, S> {
    array: ImportedDlpack,
    object: Py<PyAny>,
    is_copy: bool,
    kind: PhantomData<fn() -> (T, S)>,
}

impl<T: Element, S: Shape> Array<T, S> {
    /// A tensor with a copy of the elements. NumPy makes it, so other code of Python may run at the same time.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no NumPy, or if the array has been changed to one that does not fit, or was given
    /// as a capsule of DLPack, which is read once.
    pub fn to_tensor(&self, py: Python<'_>) -> PyResult<Tensor<T, S>> {
        let copy: Converted<T, S> = self.object.bind_borrowed(py).extract()?;
        Ok(copy.to_tensor())
    }

    /// The elements. [`to_tensor`](Self::to_tensor) is not unsafe.
    ///
    /// # Panics
    ///
    /// Panics if the array has been changed to one that does not fit.
    ///
    /// # Safety
    ///
    /// Nobody writes to the array while the view lives: neither another thread nor Python code that is called
    /// meanwhile. The memory between its elements belongs to it.
    #[track_caller]
    pub unsafe fn view(&self) -> View<'_, T, S> {
        // SAFETY: as the caller says; the descriptor is from Python's library.
        match unsafe { self.try_view() } {
            Ok(view) => view,
            Err(error) => panic!("{error}"),
        }
    }

    /// The elements, mutable, in place, with their axes in any order and with gaps.
    ///
    /// # Errors
    ///
    /// Returns an error if the array is for reading only, if its elements repeat, or if it comes from an object that
    /// has only `__array__`, which may have made a copy.
    ///
    /// # Safety
    ///
    /// As for [`view`](Self::view); also, nobody reads the array while the view lives. No other argument is the same
    /// array, or a part of the same memory: of `x[:, ::2]` and `x[:, 1::2]` only one may have a view.
    pub unsafe fn view_mut(&mut self) -> Result<ViewMut<'_, T, S>, BorderError> {
        if self.is_copy {
            return Err(BorderError::Copied);
        }
        // SAFETY: as the caller says.
        unsafe { self.try_view_mut() }
    }

    /// # Safety
    ///
    /// As of `view`.
    unsafe fn try_view(&self) -> Result<View<'_, T, S>, BorderError> {
        // SAFETY: as the caller says.
        unsafe { view(&self.array.validate()?) }
    }

    /// # Safety
    ///
    /// As of `view_mut`.
    unsafe fn try_view_mut(&mut self) -> Result<ViewMut<'_, T, S>, BorderError> {
        let tensor = match &mut self.array {
            ImportedDlpack::Legacy(tensor) => tensor.validate_mut()?,
            ImportedDlpack::Versioned(tensor) => tensor.validate_mut()?,
        };
        // SAFETY: as the caller says.
        unsafe { view_mut(tensor) }
    }
}

impl<'py, T: Element, S: Shape> FromPyObject<'_, 'py> for Array<T, S> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let expected = name(T::DTYPE);
        let (found, is_copy) = match sends(&object)? || object.is_instance_of::<PyCapsule>() {
            true => (object.to_owned(), false),
            false => lent(&object, &expected)?,
        };
        refuse_mask(&found)?;
        let array = from_dlpack(found.as_borrowed(), None, None);
        let array = Self {
            array: array.map_err(|error| explained::<T>(&found, error))?,
            object: found.unbind(),
            is_copy,
            kind: PhantomData,
        };
        // SAFETY: nothing of Python's runs while this thread looks at truth values, and the view is dropped at once.
        let _ = unsafe { array.try_view() }?;
        Ok(array)
    }
}

/// A copy of an array of Python, of a list or of a number, as an argument of a function. Elements of another type are
/// converted, and views are not unsafe, because the copy belongs to Rust.
///
/// Floats are made of all real numbers, rounded. Integers are made of integers and truth values if each fits, and truth
/// values only of truth values. Everything else is an error.
///
/// ```no_run
/// use pyo3::prelude::*;
/// use shapecheck::shape;
/// use shapecheck_borders::python::Converted;
///
/// #[pyfunction]
/// fn mean(x: Converted<f32, shape![_, 3]>) -> f32 {
///     x.view().mean() // of `[[1, 2, 3]]`, and of an array of float64
/// }
/// ```
pub struct Converted<T, S>(Array<T, S>);

impl<T: Element, S: Shape> Converted<T, S> {
    /// The elements.
    pub fn view(&self) -> View<'_, T, S> {
        // SAFETY: `extract` made the copy, and nobody else has it.
        match unsafe { self.0.try_view() } {
            Ok(view) => view,
            Err(error) => unreachable!("looked at when it was made: {error}"),
        }
    }

    /// The elements, mutable. Python does not see the changes.
    pub fn view_mut(&mut self) -> ViewMut<'_, T, S> {
        // SAFETY: as in `view`.
        match unsafe { self.0.try_view_mut() } {
            Ok(view) => view,
            Err(error) => unreachable!("a new array in row-major order: {error}"),
        }
    }

    /// A tensor with a copy of the elements.
    pub fn to_tensor(&self) -> Tensor<T, S> {
        self.view().to_heap()
    }
}

impl<'py, T: Element, S: Shape> FromPyObject<'_, 'py> for Converted<T, S> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyCapsule>() {
            return Err(PyTypeError::new_err(
                "a capsule is read once, and not copied: write the array that it is from",
            ));
        }
        let py = object.py();
        let numpy = py.import("numpy")?;
        let found = match sends(&object)? && !object.hasattr("__array__")? {
            true => numpy.call_method1("from_dlpack", (&object,))?,
            false => numpy.call_method1("asarray", (&object,))?,
        };
        // Now that lists are known to have an end.
        refuse_mask(&object)?;
        let dtype = found.getattr("dtype")?;
        let kind: char = dtype.getattr("kind")?.extract()?;
        let from = match T::DTYPE.code {
            DLDataTypeCode::BOOL => "b",
            DLDataTypeCode::FLOAT => "biuf",
            _ => "biu",
        };
        // An empty list has no elements that could tell of their type.
        if !from.contains(kind) && found.getattr("size")?.extract::<usize>()? > 0 {
            return Err(BorderError::Element {
                found: dtype.getattr("name")?.extract()?,
                expected: name(T::DTYPE),
                name: T::NAME,
            }
            .into());
        }
        // `asarray` returns an array of NumPy's own class, and `astype` of that one a new array, even if an `__array__`
        // did not make a copy where it should.
        let options = PyDict::new(py);
        options.set_item("order", "C")?;
        options.set_item("copy", true)?;
        let copy = found.call_method("astype", (name(T::DTYPE),), Some(&options))?;
        let is_integer = !matches!(T::DTYPE.code, DLDataTypeCode::BOOL | DLDataTypeCode::FLOAT);
        if is_integer
            && !numpy
                .call_method1("array_equal", (&copy, &found))?
                .is_truthy()?
        {
            return Err(PyOverflowError::new_err(format!(
                "an element of {} does not fit {} (`{}`)",
                dtype.getattr("name")?,
                name(T::DTYPE),
                T::NAME,
            )));
        }
        Ok(Self(copy.extract()?))
    }
}

/// Whether an object has DLPack.
fn sends(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.hasattr("__dlpack__")
}

/// The array of NumPy that has the memory of this object, and whether it may be a copy.
fn lent<'py>(object: &Bound<'py, PyAny>, expected: &str) -> PyResult<(Bound<'py, PyAny>, bool)> {
    let has_buffer = PyMemoryView::from(object).is_ok() && !object.is_instance_of::<PyBytes>();
    let shares = has_buffer
        || object.hasattr("__array_interface__")?
        || object.hasattr("__array_struct__")?;
    if !shares && !object.hasattr("__array__")? {
        let class = object.get_type().name()?;
        let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
        let is_number = object.is_instance_of::<PyFloat>()
            || object.is_instance_of::<PyInt>()
            || object.is_instance_of::<PyBool>();
        let advice = if is_list || is_number {
            format!(": write `numpy.asarray(x, \"{expected}\")`")
        } else if object.is_instance_of::<PyBytes>() {
            format!(": write `numpy.frombuffer(x, \"{expected}\")`")
        } else {
            String::new()
        };
        let text = format!("`{class}` is not an array of {expected}{advice}");
        return Err(PyTypeError::new_err(text));
    }
    let numpy = object.py().import("numpy")?;
    // A number of NumPy's has a buffer, but becomes a new array.
    let is_number = object.is_instance(&numpy.getattr("generic")?)?;
    let array = numpy.call_method1("asarray", (object,))?;
    Ok((array, is_number || !shares))
}

/// Refuses a masked array, also within lists, whose mask would be lost.
fn refuse_mask(object: &Bound<'_, PyAny>) -> PyResult<()> {
    let modules = object.py().import("sys")?.getattr("modules")?;
    // Without this module there are none.
    let Ok(module) = modules.get_item("numpy.ma") else {
        return Ok(());
    };
    refuse_any(object, &module.getattr("MaskedArray")?)
}

fn refuse_any(object: &Bound<'_, PyAny>, masked: &Bound<'_, PyAny>) -> PyResult<()> {
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        for part in object.try_iter()? {
            refuse_any(&part?, masked)?;
        }
        return Ok(());
    }
    match object.is_instance(masked)? {
        true => Err(PyValueError::new_err(
            "the array is masked, and its mask would be lost: write `x.filled(value)`, or `x.data` for the elements \
             behind the mask too",
        )),
        false => Ok(()),
    }
}

/// Why an array is not sent, in terms of its elements if it is one of NumPy's.
fn explained<T: Element>(object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let described = || -> PyResult<(String, bool, String)> {
        let dtype = object.getattr("dtype")?;
        Ok((
            dtype.getattr("name")?.extract()?,
            dtype.getattr("isnative")?.extract()?,
            dtype.getattr("str")?.extract()?,
        ))
    };
    let expected = name(T::DTYPE);
    match described() {
        Ok((_, false, found)) => PyValueError::new_err(format!(
            "the elements are `{found}`, whose bytes are not in this machine's order: `x.astype(\"{expected}\")` \
             converts them"
        )),
        Ok((found, true, _)) if found != expected => BorderError::Element {
            found,
            expected,
            name: T::NAME,
        }
        .into(),
        Ok(_) if error.is_instance_of::<PyBufferError>(object.py()) => {
            let text = error.value(object.py()).to_string();
            let text = text.trim_end_matches('.');
            PyValueError::new_err(format!("{text}: copy the array, with `x.copy()`"))
        }
        _ => error,
    }
}

/// A tensor for Python. `numpy.from_dlpack`, `torch.from_dlpack` and similar functions make any number of arrays from it,
/// all with the same memory.
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
