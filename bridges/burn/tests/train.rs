//! Parameters in modules, their gradients and their records.

use std::error::Error;

use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::{DType, Device, Tensor as Untyped, TensorReadError};
use shapecheck::engine::Networks;
use shapecheck::window::Conv;
use shapecheck::{Scalar, Tensor, TensorOn, axes, shape};
use shapecheck_burn::{
    Burn, MisfitError, Parameter, burn, device, from_host, gradients, module, to_host, untyped,
};

type Input = shape![2, 3, 4];

/// Most of the operations that a network has, to one number.
fn loss<E: Networks<f64>>(x: &TensorOn<f64, Input, E>) -> TensorOn<f64, Scalar, E> {
    let scale = x.index_axis::<-3>(0).index_axis::<-2>(1).sigmoid();
    let attended = x.layer_norm(&scale, 1e-5).causal_attention(x, x).gelu();
    let parts = attended
        .narrow::<-1, shapecheck::dim!(2)>(1)
        .sum_axis::<-2>()
        * 0.5;
    let order = x.sort::<-1>().cumulative_sum::<-2>() + x.maximum(&attended) / (x.abs() + 1.0);
    let joined = (order + parts.mean_axis::<-1>()).log_softmax::<-1>() * x.exp();
    let matrix = joined
        .reshape::<shape![6, 4]>()
        .transpose()
        .matmul(&x.reshape::<shape![6, 4]>());
    matrix.tanh().mse_loss(
        &matrix
            .permute::<axes![-1, -2]>()
            .var_axis::<-1>()
            .broadcast_to::<shape![4, 4]>(),
    )
}

fn input() -> Tensor<f64, Input> {
    Tensor::from_fn(|[i, j, k]| ((i * 12 + j * 4 + k) * 37 % 23) as f64 / 11.5 - 1.1)
}

#[test]
fn gradients_are_those_of_small_differences() {
    device::set(Device::flex().autodiff());
    let host = input();
    let x = Parameter::of(&from_host(&host));
    let found = loss(&x.tensor());
    assert!((to_host(&found).into_scalar() - loss(&host).into_scalar()).abs() < 1e-9);

    let gradients = gradients(&found).unwrap();
    let found = to_host(&x.gradient(&gradients).unwrap());
    const STEP: f64 = 1e-5;
    for (place, found) in found.iter().enumerate() {
        let at = |step: f64| {
            let mut elements = host.to_vec();
            elements[place] += step;
            loss(&Tensor::<f64, Input>::from_vec(elements).unwrap()).into_scalar()
        };
        let expected = (at(STEP) - at(-STEP)) / (2.0 * STEP);
        assert!(
            (found - expected).abs() < 1e-6 * (1.0 + expected.abs()),
            "{place}: {found}, not {expected}"
        );
    }
}

#[test]
fn gradients_of_a_convolution_and_of_taken_elements() {
    device::set(Device::flex().autodiff());
    let kernels = Parameter::of(&TensorOn::<f32, shape![2, 3, 2], Burn>::ones());
    let x = TensorOn::<f32, shape![1, 3, 5], Burn>::from_fn(|[_, j, k]| (j + k) as f32);
    let maps = x.conv1d(&kernels.tensor(), Conv::new()); // [1, 2, 4]
    let places = TensorOn::<usize, shape![2], Burn>::from_slice(&[0, 3]).unwrap();
    let taken = maps.along::<-1>().take(&places);
    let total = taken
        .sum_axes::<axes![-3, -2, -1]>()
        .remove_axes::<axes![-3, -2, -1]>();
    let gradients = gradients(&total).unwrap();
    let found = to_host(&kernels.gradient(&gradients).unwrap());
    // What lies under a kernel's element at the places 0 and 3, whichever kernel.
    let expected = Tensor::<f32, shape![2, 3, 2]>::from_fn(|[_, j, k]| (2 * (j + k) + 3) as f32);
    assert_eq!(found, expected);
}

#[test]
fn a_number_of_no_parameter_has_no_gradients() {
    let loss = TensorOn::<f32, Scalar, Burn>::ones();
    let error = gradients(&loss).err().unwrap();
    assert_eq!(
        error.to_string(),
        "there are no gradients of this number: it was computed of no parameter on a device with autodiff \
        (`Device::default().autodiff()`)"
    );
}

module! {
    struct Bias<N: shapecheck::StaticDim> {
        bias: Parameter<f32, shape![N]>,
        scale: Parameter<f32, Scalar>,
    }
}

impl<N: shapecheck::StaticDim> Bias<N> {
    fn ones() -> Self {
        Self {
            bias: Parameter::of(&TensorOn::ones()),
            scale: Parameter::of(&TensorOn::full(2.0)),
        }
    }
}

#[test]
fn a_record_holds_parameters_and_another_shape_is_an_error() {
    let record = Bias::<shapecheck::dim!(3)>::ones().into_record();
    let mut zeros = Bias::<shapecheck::dim!(3)>::ones();
    zeros.bias = Parameter::of(&TensorOn::zeros());
    let loaded = zeros.load_record(record);
    assert_eq!(to_host(&loaded.bias.tensor()), Tensor::from([1.0; 3]));
    let scale: Untyped<1> = untyped(&loaded.scale.tensor());
    assert_eq!(scale.into_scalar::<f32>(), 2.0);

    let record = Bias::<shapecheck::dim!(4)>::ones().into_record();
    let error = Bias::<shapecheck::dim!(3)>::ones().try_load_record(record);
    assert!(error.is_err());
}

/// Puts elements of another type into parameters.
struct Doubles;

impl ModuleMapper for Doubles {
    fn map_float<const D: usize>(&mut self, param: Param<Untyped<D>>) -> Param<Untyped<D>> {
        param.map(|tensor| tensor.cast(DType::F64))
    }
}

#[test]
fn elements_of_another_type_are_told_where_a_parameter_is_used() {
    let changed = Bias::<shapecheck::dim!(3)>::ones().map(&mut Doubles);
    let error = changed.bias.try_tensor().unwrap_err();
    assert_eq!(error.to_string(), "the elements are F64, not F32 (`f32`)");
}

#[test]
fn errors_of_burn_are_the_source() {
    let error = MisfitError::from(TensorReadError::InvalidShape {
        expected: 1,
        actual: 2,
    });
    assert_eq!(
        error.to_string(),
        "burn: Expected 1 tensor element(s), but got 2"
    );
    assert!(error.source().unwrap().is::<TensorReadError>());
}

#[test]
fn a_tensor_of_run_time_rank_is_checked_where_it_goes_out() {
    let x = TensorOn::<f32, shape![2, 3], Burn>::ones();
    let x = x.try_into_shape::<shapecheck::DynShape>().unwrap();
    let matrix: Untyped<2> = untyped(&x);
    assert_eq!(matrix.dims(), [2, 3]);
    let wrong = std::panic::catch_unwind(|| untyped::<f32, _, 3>(&x)).unwrap_err();
    assert_eq!(
        wrong.downcast_ref::<String>().map(String::as_str),
        Some("a burn tensor of rank 3 of a tensor of shape [2, 3]")
    );
}
