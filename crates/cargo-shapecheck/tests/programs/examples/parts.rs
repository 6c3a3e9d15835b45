//! Parts whose size nothing says, because what they are added to may be broadcast to.
use shapecheck::algebra::Narrows;
use shapecheck::{InlineTensor, StaticDim, dims, shape};

dims! { World = 3, Body = 3, State = 15 }

type Vector<N> = InlineTensor<f64, shape![N]>;

fn part<N: StaticDim>(error: &Vector<State>, start: usize) -> Vector<N>
where
    shape![State]: Narrows<-1, N>,
{
    error.narrow::<-1, N>(start)
}

fn main() {
    let error = Vector::<State>::zeros();
    let mut place = Vector::<World>::zeros();
    place += part(&error, 0);
    let _: Vector<World> = place + part(&error, 3);
}
