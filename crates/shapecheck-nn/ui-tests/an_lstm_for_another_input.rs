use shapecheck::dim;
use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use shapecheck_nn::{Random, Embedding, Lstm, Sequential};

fn main() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    Sequential::new((
        Embedding::<dim!(100), dim!(16)>::random(&mut generator),
        Lstm::<dim!(32), dim!(64)>::random(&mut generator),
    ));
}
