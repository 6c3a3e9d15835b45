//! A Python module whose functions take NumPy arrays as typed views and return arrays. `tests/arrays.sh` builds and
//! runs it.
#![allow(unsafe_code, reason = "memory that Python has too")]

use pyo3::prelude::*;

/// Functions whose shapes the compiler checks.
#[pymodule]
mod arrays {
    use pyo3::prelude::*;
    use shapecheck::{Tensor, shape};
    use shapecheck_borders::python::{Array, Converted, Exported, to_numpy};

    /// A layer: rows of 4 numbers times a matrix of 4 by 3.
    #[pyfunction]
    fn layer<'py>(
        py: Python<'py>,
        x: Array<f32, shape![_, 4]>,
        weights: Array<f32, shape![4, 3]>,
        bias: Array<f32, shape![3]>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: the program has no other thread that changes the arrays.
        let (x, weights, bias) = unsafe { (x.view(), weights.view(), bias.view()) };
        // With a matrix of 3 by 4 this is a compile error.
        to_numpy(py, (x.matmul(&weights) + bias).relu())
    }

    /// Adds a number to each element, in place.
    #[pyfunction]
    fn add(mut x: Array<f64, shape![_, _]>, number: f64) -> PyResult<()> {
        // SAFETY: as above.
        let mut x = unsafe { x.view_mut() }?;
        x += number;
        Ok(())
    }

    /// The numbers from 0 on in a matrix of 3 columns, in memory that Python may write to.
    #[pyfunction]
    fn count(rows: usize) -> Exported {
        let shape = <shape![_, 3]>::of([rows]);
        Exported::new(Tensor::<i64, _>::from_fn_with(shape, |[row, column]| {
            (3 * row + column) as i64
        }))
    }

    /// The same, read-only: the transposed matrix.
    #[pyfunction]
    fn count_transposed(rows: usize) -> Exported {
        let shape = <shape![_, 3]>::of([rows]);
        let counted =
            Tensor::<i64, _>::from_fn_with(shape, |[row, column]| (3 * row + column) as i64);
        Exported::new(counted.transpose())
    }

    /// Whether two booleans are both true, element by element.
    #[pyfunction]
    fn both<'py>(
        py: Python<'py>,
        a: Array<bool, shape![_]>,
        b: Array<bool, shape![_]>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: as above.
        let (a, b) = unsafe { (a.view(), b.view()) };
        to_numpy(py, (a & b).to_heap())
    }

    /// The mean of each row, of whatever can be rows of three numbers.
    #[pyfunction]
    fn means<'py>(
        py: Python<'py>,
        rows: Converted<f32, shape![_, 3]>,
    ) -> PyResult<Bound<'py, PyAny>> {
        to_numpy(py, rows.view().mean_axis::<-1>())
    }

    /// Bytes counted up by one, in a copy.
    #[pyfunction]
    fn next_bytes<'py>(
        py: Python<'py>,
        mut bytes: Converted<u8, shape![_]>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut changed = bytes.view_mut();
        changed += 1;
        to_numpy(py, bytes.to_tensor())
    }

    /// How many are true.
    #[pyfunction]
    fn count_true(truths: Converted<bool, shapecheck::DynShape>) -> usize {
        truths.view().iter().filter(|&&truth| truth).count()
    }

    /// The sum of a copy of the elements, without `unsafe`.
    #[pyfunction]
    fn safe_sum(py: Python<'_>, x: Array<f64, shapecheck::DynShape>) -> PyResult<f64> {
        Ok(x.to_tensor(py)?.sum())
    }

    /// The sum, for any rank.
    #[pyfunction]
    fn sum(x: Array<f64, shapecheck::DynShape>) -> f64 {
        // SAFETY: as above.
        unsafe { x.view() }.sum()
    }
}
