//! Random tensors: any distribution, element by element, and the same for the same seed.
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

#[test]
fn what_is_dropped_is_made_up_for() {
    let x = Tensor::<f64, shape![10000]>::ones();
    let y = x.dropout(0.25, &mut generator());
    assert!(y.iter().all(|&y| y == 0.0 || y == 4.0 / 3.0));
    assert!((y.mean() - 1.0).abs() < 0.05, "{}", y.mean());
    assert_eq!(x.dropout(0.0, &mut generator()), x);
    assert_eq!(x.dropout(1.0, &mut generator()), x.zeros_like());
    let mask = x.dropout_mask(0.25, &mut generator());
    assert_eq!(mask, y);
}

#[test]
#[should_panic(expected = "a probability of 1.5")]
fn probabilities_are_at_most_one() {
    let _ = Tensor::<f32, shape![2]>::ones().dropout(1.5, &mut generator());
}
