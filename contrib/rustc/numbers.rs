// A number in a message that is an associated constant of a type.
use std::marker::PhantomData;

trait Size { const SIZE: usize; }
struct Zero;
struct Next<N>(PhantomData<N>);
impl Size for Zero { const SIZE: usize = 0; }
impl<N: Size> Size for Next<N> { const SIZE: usize = N::SIZE + 1; }

#[diagnostic::on_unimplemented(message = "size {Self::SIZE} does not match size {Rhs::SIZE}")]
trait Matches<Rhs: Size>: Size {}
fn add<Lhs: Matches<Rhs>, Rhs: Size>() {}
fn main() { add::<Next<Next<Zero>>, Next<Zero>>() }
