use shapecheck::{Tensor, dims, shape};

dims! { Batch, Seq }

fn main() {}

fn states(x: &Tensor<f32, shape![Seq, Batch, 32]>) {
    let weights = Tensor::<f32, shape![4, 64, 28]>::ones();
    let recurrent = Tensor::<f32, shape![4, 64, 64]>::ones();
    let bias = Tensor::<f32, shape![4, 64]>::zeros();
    let _ = x.along_named::<Seq>().lstm(&weights, &recurrent, &bias);
}
