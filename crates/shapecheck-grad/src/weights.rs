//! Structs of tensors on [`Grad`] from files of weights, and to them. What is read is a constant until
//! [`tracked`](crate::Parameters::tracked).

use shapecheck::engine::DynamicShapes;
use shapecheck::{DynShape, Shape};
use shapecheck_weights::{HoldError, Holds, StoredTensor};

use crate::Grad;
use crate::data::Traced;

impl<'data, T: 'static, E: Holds<'data, T> + DynamicShapes + 'static> Holds<'data, T> for Grad<E> {
    fn hold<S: Shape>(stored: &StoredTensor<'data>) -> Result<Traced<T, E>, HoldError> {
        let data = E::hold::<S>(stored)?;
        Ok(Traced::constant(E::retype::<T, S, DynShape>(data)))
    }
}
