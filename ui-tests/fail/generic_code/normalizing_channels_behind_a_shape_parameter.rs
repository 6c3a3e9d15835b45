use shapecheck::{Dim, Shape, Tensor, shape};

type Sounds<S, C, N> = Tensor<f32, shape![..S, C, N]>;

fn normalize<S: Shape, C: Dim, N: Dim>(sounds: &Sounds<S, C, N>, factors: &Tensor<f32, shape![C]>) {
    sounds.along::<-2>().batch_norm(factors, factors, 1e-5);
}

fn main() {
    let _: fn(_, _) = normalize::<shape![8], shapecheck::dim!(2), shapecheck::dim!(100)>;
}
