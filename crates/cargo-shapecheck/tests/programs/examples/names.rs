//! A size with a name, without the trait of its methods.

use shapecheck::dims;

dims! { Rows }

fn main() {
    let rows = Rows::of(3);
    println!("{}", rows.size());
}
