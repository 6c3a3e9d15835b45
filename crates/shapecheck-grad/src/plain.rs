//! Indices and masks, which have no gradient: the engine below does every operation on them.

use shapecheck::algebra::slices::SliceEntry;
use shapecheck::engine::{
    ArrayShape, Copies, DynamicShapes, Gathers, Joins, MovesAxes, Operand, Reshapes,
};
use shapecheck::{DynShape, Shape, ShapeError};

use crate::Grad;
use crate::data::Traced;

type Any = DynShape;

macro_rules! plain {
    ($($T:ty)*) => {$(
        impl<E: MovesAxes<$T> + DynamicShapes + 'static> MovesAxes<$T> for Grad<E> {
            #[track_caller]
            fn permute<S: Shape, O: Shape>(data: &Traced<$T, E>, order: &[usize]) -> Traced<$T, E> {
                Traced::constant(<E as MovesAxes<$T>>::permute::<Any, Any>(&data.value, order))
            }

            #[track_caller]
            fn expand<S: Shape, O: Shape>(data: &Traced<$T, E>, sizes: DynShape) -> Traced<$T, E> {
                Traced::constant(<E as MovesAxes<$T>>::expand::<Any, Any>(&data.value, sizes))
            }

            #[track_caller]
            fn narrow<S: Shape, O: ArrayShape>(data: &Traced<$T, E>, axis: usize, start: usize, length: usize) -> Traced<$T, E> {
                Traced::constant(<E as MovesAxes<$T>>::narrow::<Any, Any>(&data.value, axis, start, length))
            }

            #[track_caller]
            fn index<S: Shape, O: Shape>(data: &Traced<$T, E>, axis: usize, index: usize) -> Traced<$T, E> {
                Traced::constant(<E as MovesAxes<$T>>::index::<Any, Any>(&data.value, axis, index))
            }

            #[track_caller]
            fn slice<S: Shape, O: Shape>(data: &Traced<$T, E>, entries: &[SliceEntry]) -> Result<Traced<$T, E>, ShapeError> {
                <E as MovesAxes<$T>>::slice::<Any, Any>(&data.value, entries).map(Traced::constant)
            }

            #[track_caller]
            fn squeeze<S: Shape, O: Shape>(data: &Traced<$T, E>, axes: &[usize]) -> Traced<$T, E> {
                Traced::constant(<E as MovesAxes<$T>>::squeeze::<Any, Any>(&data.value, axes))
            }

            #[track_caller]
            fn unsqueeze<S: Shape, O: Shape>(data: &Traced<$T, E>, axis: usize) -> Traced<$T, E> {
                Traced::constant(<E as MovesAxes<$T>>::unsqueeze::<Any, Any>(&data.value, axis))
            }

            #[track_caller]
            fn split<S: ArrayShape, O: ArrayShape>(data: &Traced<$T, E>, split: &[usize], order: &[usize]) -> Traced<$T, E> {
                Traced::constant(<E as MovesAxes<$T>>::split::<Any, Any>(&data.value, split, order))
            }

            #[track_caller]
            fn windows<S: Shape, O: ArrayShape>(data: &Traced<$T, E>, axis: usize, width: usize, step: usize) -> Traced<$T, E> {
                Traced::constant(<E as MovesAxes<$T>>::windows::<Any, Any>(&data.value, axis, width, step))
            }

            #[track_caller]
            fn diagonal<S: Shape, O: Shape>(data: &Traced<$T, E>, first: usize, second: usize) -> Traced<$T, E> {
                Traced::constant(<E as MovesAxes<$T>>::diagonal::<Any, Any>(&data.value, first, second))
            }
        }

        impl<E: Reshapes<$T, Out = E> + DynamicShapes + 'static> Reshapes<$T> for Grad<E> {
            #[track_caller]
            fn reshape<S: ArrayShape, O: ArrayShape>(data: Operand<'_, Traced<$T, E>>, sizes: DynShape) -> Traced<$T, E> {
                let value = Operand::ByRef(&data.data().value);
                Traced::constant(<E as Reshapes<$T>>::reshape::<Any, Any>(value, sizes))
            }

            #[track_caller]
            fn merge<S: ArrayShape, O: ArrayShape>(data: &Traced<$T, E>, split: &[usize], order: &[usize], sizes: DynShape) -> Traced<$T, E> {
                Traced::constant(<E as Reshapes<$T>>::merge::<Any, Any>(&data.value, split, order, sizes))
            }
        }

        impl<E: Copies<$T, Out = E> + DynamicShapes + 'static> Copies<$T> for Grad<E> {
            #[track_caller]
            fn copy<S: Shape>(data: &Traced<$T, E>) -> Traced<$T, E> {
                Traced::constant(<E as Copies<$T>>::copy::<Any>(&data.value))
            }

            #[track_caller]
            fn arrange<S: ArrayShape, O: ArrayShape>(
                data: &Traced<$T, E>,
                axis: usize,
                sizes: DynShape,
                index: &dyn Fn(usize) -> Option<usize>,
                value: Option<$T>,
            ) -> Traced<$T, E> {
                Traced::constant(<E as Copies<$T>>::arrange::<Any, Any>(&data.value, axis, sizes, index, value))
            }

            #[track_caller]
            fn join<'d, S: Shape, O: ArrayShape>(
                parts: impl Iterator<Item = &'d Traced<$T, E>> + Clone,
                axis: usize,
                sizes: DynShape,
            ) -> Traced<$T, E>
            where
                Self: 'd,
            {
                let parts = parts.map(|part| &part.value);
                Traced::constant(<E as Copies<$T>>::join::<Any, Any>(parts, axis, sizes))
            }
        }

        impl<E: Joins<$T, OutputEngine = E> + DynamicShapes + 'static> Joins<$T> for Grad<E> {
            type OutputEngine = Self;

            #[track_caller]
            fn concat<S: Shape, R: Shape, O: ArrayShape>(lhs: &Traced<$T, E>, rhs: &Traced<$T, E>, axis: usize, sizes: DynShape) -> Traced<$T, E> {
                Traced::constant(<E as Joins<$T>>::concat::<Any, Any, Any>(&lhs.value, &rhs.value, axis, sizes))
            }
        }

        impl<E: Gathers<$T, OutputEngine = E> + DynamicShapes + 'static> Gathers<$T> for Grad<E> {
            type OutputEngine = Self;

            #[track_caller]
            fn take<S: Shape, R: Shape, O: Shape>(data: &Traced<$T, E>, axis: usize, indices: &Traced<usize, E>) -> Result<Traced<$T, E>, ShapeError> {
                <E as Gathers<$T>>::take::<Any, Any, Any>(&data.value, axis, &indices.value).map(Traced::constant)
            }

            #[track_caller]
            fn take_along_axis<S: Shape, R: Shape, O: Shape>(data: &Traced<$T, E>, axis: usize, indices: &Traced<usize, E>) -> Result<Traced<$T, E>, ShapeError> {
                <E as Gathers<$T>>::take_along_axis::<Any, Any, Any>(&data.value, axis, &indices.value).map(Traced::constant)
            }

            #[track_caller]
            fn take_leading<S: Shape, R: Shape>(data: &Traced<$T, E>, axis: usize, indices: &Traced<usize, E>) -> Result<Traced<$T, E>, ShapeError> {
                <E as Gathers<$T>>::take_leading::<Any, Any>(&data.value, axis, &indices.value).map(Traced::constant)
            }
        }
    )*};
}

plain!(usize bool);
