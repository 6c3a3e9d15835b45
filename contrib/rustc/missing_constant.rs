// A constant that a type has where it implements a trait. The text of the trait is not told.
#[diagnostic::on_unimplemented(message = "a window of 5 does not fit in 3")]
trait Fits { const PLACES: usize; }
struct Window<const KERNEL: usize, const SIZE: usize>;
impl Fits for Window<3, 5> { const PLACES: usize = 3; }
fn main() { println!("{}", Window::<5, 3>::PLACES) }
