//! Reductions, running totals, orders and softmax.

use super::Sizes;
use super::create::depends_on_values;
use super::held::{Held, bytes_of};
use super::note::{made, name_of, needs};
use crate::Shape;
use crate::engine::{Reduces, Scans, Softmax, Sorts, ops};
use crate::host::layout;

macro_rules! reduces {
    ($($Op:ident $([$T:ident])? -> $Element:ty, $name:literal;)*) => {$(
        reduces!(@ $Op [$($T)?] $Element, $name);
    )*};
    (@ $Op:ident [T] $Element:ty, $name:literal) => {
        impl<T: 'static> Reduces<ops::$Op, T> for Sizes {
            reduces!(@@ T $Op $Element, $name);
        }
    };
    (@ $Op:ident [] $Element:ty, $name:literal) => {
        impl Reduces<ops::$Op, bool> for Sizes {
            reduces!(@@ bool $Op $Element, $name);
        }
    };
    (@@ $T:ident $Op:ident $Element:ty, $name:literal) => {
        type Element = $Element;
        #[track_caller]
        fn reduce<S: Shape, O: Shape>(data: &Held, axes: &[usize]) -> Held {
            let sizes = layout::reduced(data.sizes(), axes);
            made(name_of::<ops::$Op>, &[data], 0, Held::new::<$Element, O>(&sizes))
        }

        #[track_caller]
        fn reduce_all<S: Shape>(_: &Held) -> $Element {
            depends_on_values(concat!("`", $name, "` of all elements"))
        }
    };
}

reduces! {
    Sum[T] -> T, "sum";
    Product[T] -> T, "product";
    Mean[T] -> T, "mean";
    Var[T] -> T, "var";
    SampleVar[T] -> T, "sample_var";
    Max[T] -> T, "max";
    Min[T] -> T, "min";
    Norm[T] -> T, "norm";
    ArgMax[T] -> usize, "argmax";
    ArgMin[T] -> usize, "argmin";
    Any -> bool, "any";
    All -> bool, "all";
}

impl<T: 'static> Sorts<T> for Sizes {
    #[track_caller]
    fn sort<S: Shape>(data: &Held, _axis: usize, _descending: bool) -> Held {
        let sorted = Held::new::<T, S>(&data.layout().shape()).named_like::<S>(data);
        made(|| "sort".into(), &[data], 0, sorted)
    }

    #[track_caller]
    fn argsort<S: Shape>(data: &Held, _axis: usize, _descending: bool) -> Held {
        let order = Held::new::<usize, S>(&data.layout().shape()).named_like::<S>(data);
        made(|| "argsort".into(), &[data], 0, order)
    }
}

impl<Op, T: 'static> Scans<Op, T> for Sizes {
    #[track_caller]
    fn scan<S: Shape>(data: &Held, _axis: usize) -> Held {
        let totals = Held::new::<T, S>(&data.layout().shape()).named_like::<S>(data);
        made(|| "cumulative".into(), &[data], 0, totals)
    }
}

impl<T: 'static> Softmax<T> for Sizes {
    #[track_caller]
    fn softmax<S: Shape, K: Shape>(data: &Held, axis: usize, logarithm: bool) -> Held {
        let result = Held::new::<T, S>(&data.layout().shape()).named_like::<S>(data);
        // The largest element of each row, or the sum.
        needs(bytes_of::<T>(layout::reduced(data.sizes(), &[axis]).dims()));
        match logarithm {
            true => made(|| "log_softmax".into(), &[data], 0, result),
            false => made(|| "softmax".into(), &[data], 0, result),
        }
    }
}
