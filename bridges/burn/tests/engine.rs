//! Programs on burn beside the host's: those that all engines run, and what only burn has.

use shapecheck::engine::Numbers;
use shapecheck::{Tensor, TensorOn, shape};
use shapecheck_burn::typed;

/// The engine that the programs run on.
mod on {
    use shapecheck::{Scalar, Tensor, TensorOn};
    pub use shapecheck_burn::Element;
    use shapecheck_burn::burn::tensor::Device;
    pub use shapecheck_burn::{Burn as Engine, Parameter, from_host, to_host};
    use shapecheck_burn::{Ranked, device};

    pub fn parameter<S: Ranked>(tensor: &Tensor<f64, S>) -> Parameter<f64, S> {
        device::set(Device::default().autodiff());
        Parameter::of(&from_host(tensor))
    }

    /// The gradient of each parameter, if there is one.
    pub fn gradients<S: Ranked>(
        loss: &TensorOn<f64, Scalar, Engine>,
    ) -> impl Fn(&Parameter<f64, S>) -> Option<Tensor<f64, S>> + use<S> {
        let gradients = shapecheck_burn::gradients(loss).unwrap();
        move |parameter| parameter.gradient(&gradients).map(|found| to_host(&found))
    }
}

#[macro_use]
#[path = "../../tests/programs.rs"]
mod programs;

#[path = "../../tests/halves.rs"]
mod halves;

same! {
    functions_backwards: |a, _b, _c| (a * 0.3).asin() + (a * 0.3).acos() + a.atan();
}

#[test]
fn other_elements_and_other_sizes_are_refused_on_the_way_in() {
    use shapecheck_burn::burn::tensor::{DType, Device, Tensor as Untyped};

    let options = (&Device::default(), DType::F64);
    let doubles = Untyped::<2>::zeros([2, 3], options);
    let error = typed::<f32, shape![2, 3], 2>(doubles.clone()).unwrap_err();
    assert_eq!(error.to_string(), "the elements are F64, not F32 (`f32`)");
    assert_eq!(format!("{error:?}"), error.to_string());
    let error = typed::<f64, shape![2, 4], 2>(doubles).unwrap_err();
    assert_eq!(
        error.to_string(),
        "sizes [2, 3] do not fit the type: size 3 at axis -1 where the type has 4"
    );
}

#[test]
fn integers() {
    fn all<E: Numbers<i64>>(x: &TensorOn<i64, shape![2, 3], E>) -> TensorOn<i64, shape![2, 2], E> {
        let largest = x.matmul(&x.transpose()) * 2 + x.max_axis::<-1>();
        let places = x.argmax_axis::<-1>().remove_axis::<-1>();
        let columns = x.along::<-1>().take(&places);
        (largest - 700 / (x * x + 1).sum_axis::<-1>()).maximum(&columns) + x.product_axis::<-1>()
    }
    let x = Tensor::<i64, shape![2, 3]>::from([[1, -2, 3], [4, 5, -6]]);
    assert_eq!(on::to_host(&all(&on::from_host(&x))), all(&x));
}

/// Burn says in a panic what fails in it.
#[test]
fn a_failure_of_burn_is_an_error() {
    use shapecheck::error::attempt;
    use shapecheck_burn::untyped;

    let x = on::from_host(&Tensor::<f32, shape![2, 3]>::ones());
    let failure = attempt(|| untyped::<f32, shape![2, 3], 2>(&x).reshape([7])).unwrap_err();
    assert!(!failure.to_string().is_empty());
    assert!(failure.place().is_none());
    let sum = attempt(|| (&x + &x).sum()).unwrap();
    assert_eq!(sum, 12.0);
}
