//! A library of tensors that records.

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::ops::Add;
use std::sync::atomic::{AtomicU64, Ordering};

use shapecheck_dry::{Line, Memory, Operation, Record};

thread_local! {
    static OPERATIONS: RefCell<Vec<Operation>> = const { RefCell::new(Vec::new()) };
}

/// Runs a model and returns what it did.
pub fn record(model: impl FnOnce() -> Tensor) -> Record {
    let result = model();
    Record::new(OPERATIONS.take(), Ok(result.shape))
}

/// A tensor.
#[derive(Clone)]
pub struct Tensor {
    shape: Vec<usize>,
    memory: Memory,
}

impl Tensor {
    /// One that no operation has made.
    pub fn new(shape: impl Into<Vec<usize>>) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let shape = shape.into();
        let elements = shape.iter().product::<usize>() as u64;
        let memory = Memory {
            id: LAST.fetch_add(1, Ordering::Relaxed),
            elements,
            bytes: 4 * elements,
            can_be_weights: true,
        };
        Self { shape, memory }
    }

    /// The result of an operation, or a view.
    fn noted(name: &str, inputs: &[&Self], shape: Vec<usize>, is_view: bool) -> Self {
        let mut result = Self::new(shape);
        result.memory.can_be_weights = false;
        if is_view {
            result.memory = inputs[0].memory;
        }
        let shapes: Vec<_> = inputs.iter().map(|input| input.shape.clone()).collect();
        let mut operation = Operation::new(name, shapes, [result.shape.clone()]);
        operation.memory = inputs
            .iter()
            .chain([&&result])
            .map(|tensor| tensor.memory)
            .collect();
        operation.is_view = is_view;
        let stack = Backtrace::force_capture();
        operation.line = Some(Line::of_stack(stack, &["/src/tensor.rs"]));
        OPERATIONS.with_borrow_mut(|all| all.push(operation));
        result
    }

    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The product of matrices.
    pub fn matmul(&self, rhs: &Self) -> Self {
        let (last, rest) = self.shape.split_last().unwrap();
        assert_eq!(*last, rhs.shape[rhs.shape.len() - 2]);
        let shape = [rest, &rhs.shape[rhs.shape.len() - 1..]].concat();
        Self::noted("matmul", &[self, rhs], shape, false)
    }

    /// The last two axes swapped.
    pub fn transpose(&self) -> Self {
        let mut shape = self.shape.clone();
        let axes = shape.len();
        shape.swap(axes - 2, axes - 1);
        Self::noted("transpose", &[self], shape, true)
    }

    pub fn relu(&self) -> Self {
        Self::noted("relu", &[self], self.shape.clone(), false)
    }

    /// The sum along an axis, which stays as one of 1.
    pub fn sum(&self, axis: usize) -> Self {
        let mut shape = self.shape.clone();
        shape[axis] = 1;
        Self::noted("sum", &[self], shape, false)
    }
}

impl Add for &Tensor {
    type Output = Tensor;

    fn add(self, rhs: Self) -> Tensor {
        Tensor::noted("add", &[self, rhs], self.shape.clone(), false)
    }
}
