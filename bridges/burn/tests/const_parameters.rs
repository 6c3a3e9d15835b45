//! Modules whose sizes are const parameters, by burn's own derive: they are trained, saved and loaded.
#![cfg(feature = "weights")]

use shapecheck::{Dim, TensorOn, checked, shape};
use shapecheck_burn::burn::module::Module;
use shapecheck_burn::burn::optim::{GradientsParams, SgdConfig};
use shapecheck_burn::burn::tensor::Device;
use shapecheck_burn::{Burn, Parameter, burn, device};
use shapecheck_weights::{Load, Save, load, save};

#[checked]
#[derive(Module, Debug, Load, Save)]
struct Linear<const I: usize, const O: usize = 1> {
    weights: Parameter<f32, shape![O, I]>,
    bias: Option<Parameter<f32, shape![O]>>,
}

#[checked]
impl<const I: usize, const O: usize> Linear<I, O> {
    fn zeros() -> Self {
        Self {
            weights: Parameter::of(&TensorOn::zeros()),
            bias: Some(Parameter::of(&TensorOn::zeros())),
        }
    }

    fn forward<B: Dim>(
        &self,
        x: &TensorOn<f32, shape![B, I], Burn>,
    ) -> TensorOn<f32, shape![B, O], Burn> {
        let y = x.linear(&self.weights.tensor());
        match &self.bias {
            Some(bias) => y + bias.tensor(),
            None => y,
        }
    }
}

/// A module of modules, and a parameter whose size is computed.
#[checked]
#[derive(Module, Debug, Load, Save)]
struct Model<const I: usize, const H: usize> {
    layers: Vec<Linear<I, I>>,
    last: Linear<I>,
    table: Parameter<f32, shape![H * I]>,
}

#[checked]
impl<const I: usize, const H: usize> Model<I, H> {
    fn zeros() -> Self {
        Self {
            layers: vec![Linear::zeros()],
            last: Linear::zeros(),
            table: Parameter::of(&TensorOn::<f32, shape![H * I], Burn>::ones()),
        }
    }
}

#[test]
fn a_module_is_trained_saved_and_loaded() {
    device::set(Device::default().autodiff());
    let mut model = Model::<2, 3>::zeros();
    assert_eq!(model.num_params(), (4 + 2) + (2 + 1) + 6);
    assert!(
        model
            .to_string()
            .contains("ParamTensor {rank: 1, shape: [6]")
    );

    let x = TensorOn::<f32, shape![3, 2], Burn>::from_slice(&[1.0, 2.0, 3.0, 5.0, 0.0, 1.0]);
    let x = x.unwrap();
    let mut optimizer = SgdConfig::new().init();
    let wanted = TensorOn::<f32, shape![3, 1], Burn>::ones();
    for _ in 0..100 {
        let loss = model.last.forward(&x).mse_loss(&wanted);
        let gradients = shapecheck_burn::gradients(&loss).unwrap();
        let gradients = GradientsParams::from_grads(gradients, &model);
        model = optimizer.step(0.05, model, gradients);
    }
    let loss = model.last.forward(&x).mse_loss(&wanted).into_scalar();
    assert!(loss < 0.05, "{loss}");

    let bytes = save(&model).unwrap();
    let same: Model<2, 3> = load(&bytes).unwrap();
    let difference = same.last.forward(&x) - model.last.forward(&x);
    assert_eq!(difference.abs().sum(), 0.0);
    let error = load::<Model<2, 4>>(&bytes).err().unwrap().to_string();
    assert!(
        error.contains("`table` has shape [6], the struct wants [8]"),
        "{error}"
    );
}
