use shapecheck::algebra::Narrows;
use shapecheck::{InlineTensor, StaticDim, dims, shape};

dims! { World = 3, Body = 3, State = 15 }

type Vector<N> = InlineTensor<f64, shape![N]>;
type Matrix<M, N> = InlineTensor<f64, shape![M, N]>;

fn part<N: StaticDim>(error: &Vector<State>, start: usize) -> Vector<N>
where
    shape![State]: Narrows<-1, N>,
{
    error.narrow::<-1, N>(start)
}

fn corner<M: StaticDim, A: StaticDim, B: StaticDim>(x: &Matrix<M, State>) -> Matrix<A, B>
where
    shape![M, State]: Narrows<-2, A>,
    shape![A, State]: Narrows<-1, B>,
{
    x.narrow::<-2, A>(0).narrow::<-1, B>(0)
}

fn set<A: StaticDim, B: StaticDim>(x: &mut Matrix<State, State>, at: [usize; 2], block: &Matrix<A, B>)
where
    shape![State, State]: Narrows<-2, A> + Narrows<-1, B>,
{
    *x.block_mut::<A, B>(at[0], at[1]) += block;
}

fn main() {
    let error = Vector::<State>::from_fn(|[at]| at as f64);
    let mut place = Vector::<World>::ones();
    place += part::<World>(&error, 3);
    assert_eq!(place.to_string(), "[4 5 6]");
    let mut x = Matrix::<State, State>::zeros();
    set(&mut x, [0, 1], &Matrix::<World, Body>::ones());
    assert_eq!(corner::<State, World, Body>(&x).sum(), 6.0);
}
