//! The loops that broadcast: rows of the last axis inside, all other axes counted outside.
//!
//! Shapes decide by type what may run; the loops are shared by all shapes of the same element type, so that a
//! program does not grow with every shape it uses.

use alloc::vec::Vec;

use tinyvec::TinyVec;

use crate::shape::list::ElementCount;
use crate::{DynShape, Shape};

/// For each axis of the result, the first axis first: how far apart two neighbours lie in an operand.
type Strides = TinyVec<[usize; 8]>;

/// The strides at which an operand is read as if it had shape `output`: 0 along an axis that is repeated.
fn strides(operand: &[usize], output: &[usize]) -> Strides {
    let mut strides: Strides = output.iter().map(|_| 0).collect();
    let mut stride = 1;
    for (place, &size) in strides.iter_mut().rev().zip(operand.iter().rev()) {
        if size != 1 {
            *place = stride;
        }
        // Overflows only where another size is 0 and there is nothing to read.
        stride = stride.wrapping_mul(size);
    }
    strides
}

/// Calls `row` with the offset of each row of the result in each of the operands, in row-major order.
fn for_each_row<const OPERANDS: usize>(
    output: &[usize],
    strides: [&[usize]; OPERANDS],
    mut row: impl FnMut([usize; OPERANDS]),
) {
    let Some((_, outer)) = output.split_last() else {
        return row([0; OPERANDS]);
    };
    if output.contains(&0) {
        return;
    }
    let mut index: Strides = outer.iter().map(|_| 0).collect();
    let mut offsets = [0; OPERANDS];
    loop {
        row(offsets);
        let mut axis = outer.len();
        loop {
            if axis == 0 {
                return;
            }
            axis -= 1;
            index[axis] += 1;
            for (offset, strides) in offsets.iter_mut().zip(strides) {
                *offset += strides[axis];
            }
            if index[axis] < outer[axis] {
                break;
            }
            // Back to the start of this axis, one step along the axis before it.
            for (offset, strides) in offsets.iter_mut().zip(strides) {
                *offset -= strides[axis] * outer[axis];
            }
            index[axis] = 0;
        }
    }
}

/// The last size of a shape and the last stride of an operand; 1 and 0 without axes.
fn last(values: &[usize], without: usize) -> usize {
    values.last().copied().unwrap_or(without)
}

/// `function(lhs, rhs)` for each element of `output`, both operands broadcast to it.
pub(super) fn zip<L: Copy, R: Copy, T>(
    (lhs, lhs_shape): (&[L], &DynShape),
    (rhs, rhs_shape): (&[R], &DynShape),
    (output, count): (&DynShape, usize),
    function: impl Fn(L, R) -> T,
) -> Vec<T> {
    let output = output.dims();
    if lhs_shape.dims() == output && rhs_shape.dims() == output {
        return lhs.iter().zip(rhs).map(|(&l, &r)| function(l, r)).collect();
    }
    let (lhs_strides, rhs_strides) = (
        strides(lhs_shape.dims(), output),
        strides(rhs_shape.dims(), output),
    );
    let length = last(output, 1);
    let repeated = (last(&lhs_strides, 0) == 0, last(&rhs_strides, 0) == 0);
    let mut elements = Vec::with_capacity(count);
    for_each_row(
        output,
        [&lhs_strides, &rhs_strides],
        |[l, r]| match repeated {
            (false, false) => elements.extend(
                lhs[l..l + length]
                    .iter()
                    .zip(&rhs[r..r + length])
                    .map(|(&l, &r)| function(l, r)),
            ),
            (false, true) => {
                let right = rhs[r];
                elements.extend(lhs[l..l + length].iter().map(|&l| function(l, right)));
            }
            (true, false) => {
                let left = lhs[l];
                elements.extend(rhs[r..r + length].iter().map(|&r| function(left, r)));
            }
            (true, true) => {
                let (left, right) = (lhs[l], rhs[r]);
                elements.extend((0..length).map(|_| function(left, right)));
            }
        },
    );
    elements
}

/// `function(element, operand)` for each element of `target`, the operand broadcast to it.
pub(super) fn zip_in_place<L, R: Copy>(
    target: &mut [L],
    target_shape: &DynShape,
    (operand, operand_shape): (&[R], &DynShape),
    function: impl Fn(&mut L, R),
) {
    let output = target_shape.dims();
    if operand_shape.dims() == output {
        for (element, &operand) in target.iter_mut().zip(operand) {
            function(element, operand);
        }
        return;
    }
    let strides = strides(operand_shape.dims(), output);
    let length = last(output, 1);
    let repeated = last(&strides, 0) == 0;
    let mut rows = target.chunks_exact_mut(length.max(1));
    for_each_row(output, [&strides], |[offset]| {
        let Some(row) = rows.next() else {
            return;
        };
        if repeated {
            let operand = operand[offset];
            row.iter_mut()
                .for_each(|element| function(element, operand));
        } else {
            for (element, &operand) in row.iter_mut().zip(&operand[offset..offset + length]) {
                function(element, operand);
            }
        }
    });
}

/// How a shape falls apart around an axis counted from the end: the elements before it, along it, after it.
pub(super) fn around(shape: &impl Shape, axis: usize) -> (usize, usize, usize) {
    let product = |axes: core::ops::RangeInclusive<usize>| {
        axes.map(|axis| shape.size_from_end(axis))
            .fold(ElementCount::ONE, ElementCount::times)
            .get()
            // Only a shape with a size of 0 elsewhere comes here, and it has no elements to visit.
            .unwrap_or(0)
    };
    (
        product(axis + 1..=shape.rank()),
        shape.size_from_end(axis),
        product(1..=axis - 1),
    )
}
