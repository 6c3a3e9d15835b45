//! burn's functions on tensors without static ranks, each for all kinds of elements.

pub(crate) use burn::backend::ops::ModuleOps;
use burn::backend::ops::{BoolTensorOps, FloatTensorOps, IntTensorOps};
pub(crate) use burn::backend::{Dispatch, DispatchTensor as Raw};
use burn::backend::{DispatchDevice, Scalar, TensorMetadata, get_or_init_device_settings};
use burn::tensor::kind::BridgeTensor;
use burn::tensor::{BoolDType, DType, IndexingUpdateOp, IntDType, Shape, Slice};

/// The kind of a tensor's elements.
enum Kind {
    Float,
    Int,
    Bool,
}

fn kind(tensor: &Raw) -> Kind {
    match tensor.dtype() {
        dtype if dtype.is_bool() => Kind::Bool,
        dtype if dtype.is_int() || dtype.is_uint() => Kind::Int,
        _ => Kind::Float,
    }
}

/// A tensor with its kind, and without its backend in its type.
pub(crate) fn bridge(tensor: Raw) -> BridgeTensor {
    match kind(&tensor) {
        Kind::Float => BridgeTensor::float(tensor),
        Kind::Int => BridgeTensor::int(tensor),
        Kind::Bool => BridgeTensor::bool(tensor),
    }
}

/// A function for each kind of elements, with the tensor as its first argument: those for numbers, and those that masks
/// have too.
macro_rules! for_kinds {
    ($($name:ident $arguments:tt = $($Kind:ident $function:ident),*;)*) => {
        $(for_kinds!(@ $name $arguments $arguments $($Kind $function)*);)*
    };
    (@ $name:ident ($($argument:ident: $Argument:ty),*) $arguments:tt $($Kind:ident $function:ident)*) => {
        #[track_caller]
        pub(crate) fn $name(tensor: Raw $(, $argument: $Argument)*) -> Raw {
            match kind(&tensor) {
                $(Kind::$Kind => for_kinds!(@ call $function tensor $arguments),)*
                #[allow(unreachable_patterns, reason = "masks have some of the functions")]
                Kind::Bool => unreachable!("a mask holds no numbers"),
            }
        }
    };
    (@ call $function:ident $tensor:ident ($($argument:ident: $Argument:ty),*)) => {
        Dispatch::$function($tensor $(, $argument)*)
    };
}

for_kinds! {
    add(rhs: Raw) = Float float_add, Int int_add;
    sub(rhs: Raw) = Float float_sub, Int int_sub;
    mul(rhs: Raw) = Float float_mul, Int int_mul;
    div(rhs: Raw) = Float float_div, Int int_div;
    add_scalar(rhs: Scalar) = Float float_add_scalar, Int int_add_scalar;
    sub_scalar(rhs: Scalar) = Float float_sub_scalar, Int int_sub_scalar;
    mul_scalar(rhs: Scalar) = Float float_mul_scalar, Int int_mul_scalar;
    div_scalar(rhs: Scalar) = Float float_div_scalar, Int int_div_scalar;
    clamp(least: Scalar, most: Scalar) = Float float_clamp, Int int_clamp;
    neg() = Float float_neg, Int int_neg;
    abs() = Float float_abs, Int int_abs;
    matmul(rhs: Raw) = Float float_matmul, Int int_matmul;
    sum_along(axis: usize) = Float float_sum_dim, Int int_sum_dim;
    product_along(axis: usize) = Float float_prod_dim, Int int_prod_dim;
    largest_along(axis: usize) = Float float_max_dim, Int int_max_dim;
    smallest_along(axis: usize) = Float float_min_dim, Int int_min_dim;
    running_sum(axis: usize) = Float float_cumsum, Int int_cumsum;
    running_product(axis: usize) = Float float_cumprod, Int int_cumprod;
    running_maximum(axis: usize) = Float float_cummax, Int int_cummax;
    running_minimum(axis: usize) = Float float_cummin, Int int_cummin;
    equal(rhs: Raw, mask: BoolDType) = Float float_equal, Int int_equal;
    not_equal(rhs: Raw, mask: BoolDType) = Float float_not_equal, Int int_not_equal;
    less(rhs: Raw, mask: BoolDType) = Float float_lower, Int int_lower;
    less_equal(rhs: Raw, mask: BoolDType) = Float float_lower_equal, Int int_lower_equal;
    greater(rhs: Raw, mask: BoolDType) = Float float_greater, Int int_greater;
    greater_equal(rhs: Raw, mask: BoolDType) = Float float_greater_equal, Int int_greater_equal;
    shaped(shape: Shape) = Float float_reshape, Int int_reshape, Bool bool_reshape;
    expanded(shape: Shape) = Float float_expand, Int int_expand, Bool bool_expand;
    permute(order: &[usize]) = Float float_permute, Int int_permute, Bool bool_permute;
    slice(slices: &[Slice]) = Float float_slice, Int int_slice, Bool bool_slice;
    windows(axis: usize, width: usize, step: usize) = Float float_unfold, Int int_unfold, Bool bool_unfold;
    masked(mask: Raw, value: Raw) = Float float_mask_where, Int int_mask_where, Bool bool_mask_where;
}

pub(crate) fn gather(tensor: Raw, axis: usize, indices: Raw) -> Raw {
    match kind(&tensor) {
        Kind::Float => Dispatch::float_gather(axis, tensor, indices),
        Kind::Int => Dispatch::int_gather(axis, tensor, indices),
        Kind::Bool => Dispatch::bool_gather(axis, tensor, indices),
    }
}

pub(crate) fn select(tensor: Raw, axis: usize, indices: Raw) -> Raw {
    match kind(&tensor) {
        Kind::Float => Dispatch::float_select(tensor, axis, indices),
        Kind::Int => Dispatch::int_select(tensor, axis, indices),
        Kind::Bool => Dispatch::bool_select(tensor, axis, indices),
    }
}

/// Adds values at indices of an axis, several times where an index stands several times.
pub(crate) fn select_add(tensor: Raw, axis: usize, indices: Raw, values: Raw) -> Raw {
    let update = IndexingUpdateOp::Add;
    match kind(&tensor) {
        Kind::Float => Dispatch::float_select_assign(tensor, axis, indices, values, update),
        Kind::Int => Dispatch::int_select_assign(tensor, axis, indices, values, update),
        Kind::Bool => unreachable!("numbers are added, by the bound on elements"),
    }
}

/// Joins tensors along an axis; there is at least one.
pub(crate) fn cat(tensors: Vec<Raw>, axis: usize) -> Raw {
    match kind(&tensors[0]) {
        Kind::Float => Dispatch::float_cat(tensors, axis),
        Kind::Int => Dispatch::int_cat(tensors, axis),
        Kind::Bool => Dispatch::bool_cat(tensors, axis),
    }
}

/// A tensor filled with a number.
pub(crate) fn full(sizes: &[usize], value: Scalar, dtype: DType, device: &DispatchDevice) -> Raw {
    let shape = shape(sizes);
    match dtype {
        dtype if dtype.is_int() || dtype.is_uint() => {
            Dispatch::int_full(shape, value, device, dtype.into())
        }
        _ => Dispatch::float_full(shape, value, device, dtype.into()),
    }
}

/// The sizes for burn: a number without axes has one axis of size 1.
pub(crate) fn shape(sizes: &[usize]) -> Shape {
    match sizes {
        [] => Shape::from(vec![1]),
        _ => Shape::from(sizes.to_vec()),
    }
}

/// With other sizes and the same number of elements. Does nothing if it has these sizes.
pub(crate) fn reshape(tensor: &Raw, sizes: &[usize]) -> Raw {
    let shape = shape(sizes);
    match tensor.shape() == shape {
        true => tensor.clone(),
        false => shaped(tensor.clone(), shape),
    }
}

/// Adds axes of size 1 in front, up to `rank` axes.
pub(crate) fn front(tensor: &Raw, rank: usize) -> Raw {
    let sizes = tensor.shape();
    let sizes = sizes.as_slice();
    let missing = rank.saturating_sub(sizes.len());
    reshape(tensor, &[&vec![1; missing], sizes].concat())
}

/// Broadcast to a larger shape with at least as many axes.
pub(crate) fn expand(tensor: &Raw, sizes: &[usize]) -> Raw {
    let (tensor, shape) = (front(tensor, sizes.len()), shape(sizes));
    match tensor.shape() == shape {
        true => tensor,
        false => expanded(tensor, shape),
    }
}

/// `length` indices of an axis from `start` on.
pub(crate) fn narrow(tensor: &Raw, axis: usize, start: usize, length: usize) -> Raw {
    step(tensor, axis, (start, start + length), 1)
}

/// Every `step`-th index of an axis from a start to an end.
pub(crate) fn step(tensor: &Raw, axis: usize, (start, end): (usize, usize), step: usize) -> Raw {
    let mut slices = vec![Slice::full(); tensor.shape().as_slice().len()];
    slices[axis] = Slice::new(start as isize, Some(end as isize), step as isize);
    slice(tensor.clone(), &slices)
}

/// The type that a tensor's device stores masks as.
pub(crate) fn mask_of(tensor: &Raw) -> BoolDType {
    get_or_init_device_settings::<Dispatch>(&tensor.device()).bool_dtype
}

/// The type that a tensor's device stores indices as.
pub(crate) fn places_of(tensor: &Raw) -> IntDType {
    get_or_init_device_settings::<Dispatch>(&tensor.device()).int_dtype
}
