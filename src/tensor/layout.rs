//! Layouts: how far apart in memory two neighbours along an axis lie.
//!
//! A layout is a type. That of an owned tensor is [`RowMajor`]; a view's says how it was derived, such as
//! [`Mapped`] or [`Expanded`], and takes no space where the shapes it was derived from are static. Strides then are constants of the
//! program. [`Strided`] forgets the derivation and carries numbers, for a type that is easy to write down.
//!
//! ```
//! use shapecheck::Tensor;
//!
//! let t = Tensor::from([[1, 2, 3], [4, 5, 6]]);
//! let columns = t.transpose();
//! assert_eq!(columns.strides().dims(), [1, 3]);
//! assert_eq!(size_of_val(&columns), size_of::<&[i32]>());
//! ```
//!
//! A layout of an own making cannot be trusted with memory:
//!
//! ```compile_fail,E0277
//! struct Backwards;
//! impl shapecheck::tensor::Layout<shapecheck::shape![3]> for Backwards {}
//! ```

use core::fmt::Debug;
use core::marker::PhantomData;

use crate::shape::axis::{Axis, AxisList, AxisNames, names};
use crate::shape::list::NEAR;
use crate::{DynShape, Shape};

/// What the compiler knows of the last axes, from the last one on.
pub(super) type Near = [Option<usize>; NEAR];

/// How far apart in memory two neighbours along each axis of shape `S` lie.
pub trait Layout<S>: Clone + Debug + Send + Sync + 'static + sealed::Sealed {
    /// The strides that the types alone give.
    #[doc(hidden)]
    const STRIDES: Near;

    /// Whether the elements lie in row-major order without gaps, as far as the type alone tells.
    #[doc(hidden)]
    const CONTIGUOUS: bool = false;

    /// The stride of an axis counted from the end, from 1 for the last.
    #[doc(hidden)]
    fn stride_from_end(&self, shape: &S, axis: usize) -> usize;

    /// The strides of the last axes, from the last one on.
    #[doc(hidden)]
    #[inline]
    fn near_strides(&self, shape: &S) -> [usize; NEAR]
    where
        S: Shape,
    {
        let mut strides = [0; NEAR];
        for (axis, stride) in strides.iter_mut().enumerate().take(shape.rank()) {
            *stride = self.stride_from_end(shape, axis + 1);
        }
        strides
    }
}

pub(super) mod sealed {
    pub trait Sealed {}

    /// What says where the axes of a view come from.
    pub trait Map {}
}

/// Row-major order without gaps: the last axis has stride 1, each other one the stride of the next times its size.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowMajor;

impl sealed::Sealed for RowMajor {}

/// A layout whose type says that the elements lie in row-major order without gaps: [`RowMajor`].
#[diagnostic::on_unimplemented(
    message = "the elements of this view may not lie in row-major order without gaps",
    label = "not known to be contiguous",
    note = "`to_tensor()` copies a view into row-major order; `as_row_major()` is `Some` view where it lies so already"
)]
pub trait Contiguous: sealed::Sealed {}

impl Contiguous for RowMajor {}

impl<S: Shape> Layout<S> for RowMajor {
    const STRIDES: Near = {
        let mut strides = [None; NEAR];
        let mut stride = Some(1_usize);
        let mut axis = 0;
        while axis < NEAR {
            strides[axis] = stride;
            stride = match (stride, S::NEAR_SIZES[axis]) {
                // Overflows only where another size is 0 and there is nothing to read.
                (Some(stride), Some(size)) => Some(stride.wrapping_mul(size)),
                _ => None,
            };
            axis += 1;
        }
        strides
    };

    const CONTIGUOUS: bool = true;

    #[inline]
    fn stride_from_end(&self, shape: &S, axis: usize) -> usize {
        (1..axis).fold(1, |stride, axis| {
            usize::wrapping_mul(stride, shape.size_from_end(axis))
        })
    }

    #[inline]
    fn near_strides(&self, shape: &S) -> [usize; NEAR] {
        let mut strides = [0; NEAR];
        let mut next = 1_usize;
        for (axis, stride) in strides.iter_mut().enumerate().take(shape.rank()) {
            *stride = next;
            next = next.wrapping_mul(shape.size_from_end(axis + 1));
        }
        strides
    }
}

/// Strides known only at run time.
#[derive(Clone, Debug)]
pub struct Strided(pub(super) DynShape);

impl sealed::Sealed for Strided {}

impl<S: Shape> Layout<S> for Strided {
    const STRIDES: Near = [None; NEAR];

    #[inline]
    fn stride_from_end(&self, _shape: &S, axis: usize) -> usize {
        self.0.size_from_end(axis)
    }
}

/// All strides of a layout, the first axis first.
pub(super) fn strides<S: Shape>(shape: &S, layout: &impl Layout<S>) -> DynShape {
    DynShape::build(shape.rank(), 1, &|axis| layout.stride_from_end(shape, axis))
        .unwrap_or_else(|| unreachable!("without an allocator a tensor has at most 8 axes"))
}

/// The stride at which an operand is read as part of a larger shape: 0 along an axis that is repeated.
#[inline]
pub(super) const fn repeated(size: usize, stride: usize) -> usize {
    if size == 1 { 0 } else { stride }
}

/// [`repeated`], as far as the types tell.
pub(super) const fn repeated_near(sizes: Near, strides: Near) -> Near {
    let mut expanded = [None; NEAR];
    let mut axis = 0;
    while axis < NEAR {
        expanded[axis] = match (sizes[axis], strides[axis]) {
            (Some(1), _) => Some(0),
            (Some(_), stride) => stride,
            (None, _) => None,
        };
        axis += 1;
    }
    expanded
}

/// The layout of a view that repeats the elements of a smaller shape: stride 0 along every axis that was added or
/// stretched.
#[derive(Clone, Copy, Debug)]
pub struct Expanded<Source, L> {
    pub(super) shape: Source,
    pub(super) layout: L,
}

impl<Source, L> sealed::Sealed for Expanded<Source, L> {}

impl<S: Shape, Source: Shape, L: Layout<Source>> Layout<S> for Expanded<Source, L> {
    const STRIDES: Near = repeated_near(Source::NEAR_SIZES, L::STRIDES);

    #[inline]
    fn stride_from_end(&self, _shape: &S, axis: usize) -> usize {
        if axis > self.shape.rank() {
            return 0;
        }
        repeated(
            self.shape.size_from_end(axis),
            self.layout.stride_from_end(&self.shape, axis),
        )
    }
}

/// The layout of a view whose axes are those of another shape, some of them moved, removed or added; `Map` says which.
#[derive(Debug)]
pub struct Mapped<Source, L, Map> {
    pub(super) shape: Source,
    pub(super) layout: L,
    pub(super) map: PhantomData<Map>,
}

impl<Source: Clone, L: Clone, Map> Clone for Mapped<Source, L, Map> {
    #[inline]
    fn clone(&self) -> Self {
        Self {
            shape: self.shape.clone(),
            layout: self.layout.clone(),
            map: PhantomData,
        }
    }
}

impl<Source: Copy, L: Copy, Map> Copy for Mapped<Source, L, Map> {}

impl<Source, L, Map> sealed::Sealed for Mapped<Source, L, Map> {}

/// Where the axes of a view come from. A view's strides rest on it, so there are no maps but this crate's:
///
/// ```compile_fail,E0277
/// #[derive(Debug)]
/// struct Mine;
/// impl shapecheck::tensor::layout::AxisMap for Mine {
///     const AXES: [usize; 8] = [8; 8];
///     const BEYOND: isize = 0;
/// }
/// ```
#[doc(hidden)]
pub trait AxisMap: Debug + Send + Sync + 'static + sealed::Map {
    /// For each of the last axes, from the last one on, the axis it comes from, counted from the end from 1; 0 for an axis that was
    /// added.
    const AXES: [usize; NEAR];

    /// How much further from the end axes beyond those were.
    const BEYOND: isize;
}

/// `axis` of the view comes from this one of its source.
#[inline]
const fn source_axis<Map: AxisMap>(axis: usize) -> usize {
    if axis <= NEAR {
        Map::AXES[axis - 1]
    } else {
        axis.wrapping_add_signed(Map::BEYOND)
    }
}

impl<S: Shape, Source: Shape, L: Layout<Source>, Map: AxisMap> Layout<S>
    for Mapped<Source, L, Map>
{
    const STRIDES: Near = {
        let mut strides = [None; NEAR];
        let mut axis = 0;
        while axis < NEAR {
            strides[axis] = match source_axis::<Map>(axis + 1) {
                0 => Some(0),
                source if source <= NEAR => L::STRIDES[source - 1],
                _ => None,
            };
            axis += 1;
        }
        strides
    };

    #[inline]
    fn stride_from_end(&self, _shape: &S, axis: usize) -> usize {
        match source_axis::<Map>(axis) {
            0 => 0,
            source => self.layout.stride_from_end(&self.shape, source),
        }
    }
}

/// `[1, 2, 3, ...]`
const IN_PLACE: [usize; NEAR] = {
    let mut axes = [0; NEAR];
    let mut axis = 0;
    while axis < NEAR {
        axes[axis] = axis + 1;
        axis += 1;
    }
    axes
};

/// Every axis where it was, some of them shorter.
#[derive(Debug)]
pub struct Cut;

impl sealed::Map for Cut {}

impl AxisMap for Cut {
    const AXES: [usize; NEAR] = IN_PLACE;
    const BEYOND: isize = 0;
}

/// Two axes in each other's place.
#[derive(Debug)]
pub struct Swapped<const A: isize, const B: isize>;

impl<const A: isize, const B: isize> sealed::Map for Swapped<A, B> {}

impl<const A: isize, const B: isize> AxisMap for Swapped<A, B> {
    const AXES: [usize; NEAR] = {
        let mut axes = IN_PLACE;
        axes[A.unsigned_abs() - 1] = B.unsigned_abs();
        axes[B.unsigned_abs() - 1] = A.unsigned_abs();
        axes
    };
    const BEYOND: isize = 0;
}

/// The last axes in the order of a list, which [`Permute`](crate::Permute) has seen to name each of them once.
#[derive(Debug)]
pub struct Ordered<List>(PhantomData<List>);

impl<List: AxisNames> sealed::Map for Ordered<List> {}

impl<List: AxisNames> AxisMap for Ordered<List> {
    const AXES: [usize; NEAR] = {
        let mut axes = IN_PLACE;
        let order = List::ORDERED;
        let mut place = 0;
        while place < order.len() {
            axes[order.len() - 1 - place] = order[place];
            place += 1;
        }
        axes
    };
    const BEYOND: isize = 0;
}

/// All axes but those of a list.
#[derive(Debug)]
pub struct Without<List>(PhantomData<List>);

impl<List: AxisNames> sealed::Map for Without<List> {}

impl<List: AxisNames> AxisMap for Without<List> {
    const AXES: [usize; NEAR] = {
        let mut axes = [0; NEAR];
        let removed = List::SORTED;
        let mut source = 1;
        let mut axis = 0;
        while axis < NEAR {
            if !names(removed, source) {
                axes[axis] = source;
                axis += 1;
            }
            source += 1;
        }
        axes
    };
    const BEYOND: isize = List::SORTED.len() as isize;
}

/// One axis more, of size 1.
#[derive(Debug)]
pub struct Inserted<const AXIS: isize>;

impl<const AXIS: isize> sealed::Map for Inserted<AXIS> {}

impl<const AXIS: isize> AxisMap for Inserted<AXIS> {
    const AXES: [usize; NEAR] = {
        let mut axes = IN_PLACE;
        let mut axis = AXIS.unsigned_abs();
        axes[axis - 1] = 0;
        while axis < NEAR {
            axes[axis] = axis;
            axis += 1;
        }
        axes
    };
    const BEYOND: isize = -1;
}

/// The list of one axis.
pub type Only<const AXIS: isize> = AxisList<(Axis<AXIS>,), (Axis<AXIS>,)>;
