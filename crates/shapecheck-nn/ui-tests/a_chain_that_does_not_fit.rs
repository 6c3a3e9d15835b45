use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use shapecheck_nn::{Random, Linear, Relu, Sequential, sized};

type Model = Sequential<(sized::Linear<784, 128>, Relu, sized::Linear<100, 10>)>;

fn main() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let first = Linear::random(&mut generator);
    let last = Linear::random(&mut generator);
    let _: Model = Sequential::new((first, Relu, last));
}
