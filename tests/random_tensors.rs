//! Random tensors: of any distribution, element by element, the same for the same seed.
#![cfg(all(feature = "tensor", feature = "rand", feature = "std"))]

use rand_distr::Normal;
use shapecheck::rand::distr::{Distribution, Uniform};
use shapecheck::rand::rngs::Xoshiro256PlusPlus;
use shapecheck::rand::{Rng, SeedableRng};
use shapecheck::{InlineTensor, Tensor, shape};

fn generator() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(7)
}

#[test]
fn elements_are_drawn_one_after_the_other() {
    let distribution = Uniform::new(0, 1000).unwrap();
    let x = InlineTensor::<i32, shape![3, 4]>::random(distribution, &mut generator());
    let shape = <shape![_, 4]>::of([3]);
    let y = Tensor::<i32, _>::random_with(shape, distribution, &mut generator());
    let mut by_hand = generator();
    let expected: Vec<i32> = (0..12).map(|_| distribution.sample(&mut by_hand)).collect();
    assert_eq!(x.as_slice(), expected);
    assert_eq!(y.to_vec(), expected);
}

#[test]
fn numbers_have_the_mean_and_deviation_of_their_distribution() {
    // A generator that is only known by its trait.
    let mut generator = generator();
    let generator: &mut dyn Rng = &mut generator;
    let x = Tensor::<f64, shape![10000]>::random(Normal::new(3.0, 2.0).unwrap(), generator);
    assert!((x.mean() - 3.0).abs() < 0.1, "{}", x.mean());
    assert!((x.std() - 2.0).abs() < 0.1, "{}", x.std());
    let x = Tensor::<f64, shape![10000]>::random(Uniform::new(-1.0, 1.0).unwrap(), generator);
    assert!(x.mean().abs() < 0.05 && x.max() < 1.0 && x.min() >= -1.0);
}
