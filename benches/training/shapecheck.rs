use shapecheck::rand::distr::StandardUniform;
use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use shapecheck::{Host, Tensor, shape};
use shapecheck_grad::{Grad, Parameters, Sgd, Traces};
use shapecheck_nn::sized::Linear;
use shapecheck_nn::{Layer, Random, Relu, Sequential};
use std::time::Instant;

type Model<E> = Sequential<(Linear<784, 128, E>, Relu, Linear<128, 10, E>)>;

fn main() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut model = Model::<Grad<Host>>::random(&mut generator).tracked();
    let mut descent = Sgd::new(0.01);
    let images = Tensor::<f32, shape![64, 784]>::random(StandardUniform, &mut generator);
    let images = Grad::constant(images);
    let labels = Tensor::<usize, shape![64]>::from_fn(|[image]| image * 7 % 10);
    let labels = Grad::constant(labels);
    let mut least = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        for _ in 0..20 {
            let loss = model.forward(&images).along::<-1>().cross_entropy(&labels);
            descent.step(&mut model, &loss.backward());
        }
        least = least.min(start.elapsed().as_secs_f64() / 20.0);
    }
    println!("{:.0}", least * 1e6);
}
