//! A decoder like that of a language model continues two texts, token by token. The compiler checks every shape.
//!
//! ```text
//! cargo run --release --example decoder
//! ```
//!
//! The weights are random, so the texts mean nothing. But the numbers are those of `reference.py`, which computes the
//! scores with NumPy, and the tests compare both.

mod model;
// The other example shuffles its digits too.
#[allow(dead_code)]
#[path = "../../../../examples/digits/random.rs"]
mod random;
mod weights;

use shapecheck::{Tensor, dim, shape};

use model::{Past, Text};
use random::Random;

fn main() {
    let decoder = weights::decoder(&mut Random::new(1));
    let mut caches = decoder.caches::<dim!(2)>(Default::default());
    let text = Tensor::from([[7, 3, 11], [0, 40, 5]]);
    let mut read: Text<dim!(2)> = text.clone().try_named().expect("two texts");
    let mut text: Tensor<usize, shape![2, Past]> = text.try_named().expect("two texts");
    for _ in 0..12 {
        // Reads only the new tokens: the caches contain the others.
        let scores = decoder.forward(&read, &mut caches);
        let last = scores.slice_axis::<-2>(read.size::<-1>() - 1..);
        let next = last.argmax_axis::<-1>().remove_axis::<-1>();
        read = next.try_named().expect("one token for each text");
        let longer = text.along::<-1>().concat(&read);
        text = longer.try_named().expect("a longer text");
    }
    println!("{text}");
}
