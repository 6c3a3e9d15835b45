//! New tensors, and functions that read elements, which do not exist here.

use super::Sizes;
use super::held::Held;
use super::note::made;
use crate::engine::{ArrayShape, Clones, Creates, DynamicShapes, Engine, ReadsElements};
use crate::{DynShape, Shape};

/// Panics where an operation needs elements.
#[cold]
#[track_caller]
pub(super) fn depends_on_values(what: &str) -> ! {
    panic!("{what} depends on values, and a dry run has none")
}

impl Engine for Sizes {
    type Data<T: 'static, S: ArrayShape> = Held;

    type Out = Self;

    fn sizes<T: 'static, S: ArrayShape>(data: &Held) -> &[usize] {
        data.sizes()
    }

    fn untyped<T: 'static, S: ArrayShape>(data: &Held) -> &Held {
        data
    }

    fn retype<T: 'static, S: ArrayShape, O: ArrayShape>(data: Held) -> Held {
        data.named::<O>()
    }
}

impl DynamicShapes for Sizes {}

impl<T: 'static> Creates<T> for Sizes {
    #[track_caller]
    fn full<S: Shape>(sizes: DynShape, _value: T) -> Held {
        made(|| "create".into(), &[], 0, Held::new::<T, S>(&sizes))
    }

    /// No element is asked for.
    #[track_caller]
    fn generate<S: Shape>(sizes: DynShape, _next: impl FnMut() -> T) -> Held {
        made(|| "create".into(), &[], 0, Held::new::<T, S>(&sizes))
    }
}

impl<T: 'static> Clones<T> for Sizes {
    fn keep<S: ArrayShape>(data: &Held) -> Held {
        data.clone()
    }
}

impl<T: 'static> ReadsElements<T> for Sizes {
    #[track_caller]
    fn show<S: Shape, R>(_: &Held, _: impl FnOnce(&mut dyn Iterator<Item = &T>) -> R) -> R {
        depends_on_values("what is read of a tensor")
    }

    #[track_caller]
    fn into_scalar(_: Held) -> T {
        depends_on_values("the element of a tensor")
    }
}
