use shapecheck::algebra::{Convolve, PoolsBy};
use shapecheck::window::{Conv, Pool, Window};
use shapecheck::{Dim, Tensor, checked, shape};

#[checked]
struct Convolution<const I: usize, const O: usize, const K: usize> {
    kernels: Tensor<f32, shape![O, I, K, K]>,
}

#[checked]
impl<const I: usize, const O: usize, const K: usize> Convolution<I, O, K> {
    fn forward<B: Dim>(
        &self,
        x: &Tensor<f32, shape![B, I, 8, 8]>,
    ) -> Tensor<f32, shape![B, O, 9 - K, 9 - K]>
    where
        shape![B, I, 8, 8]:
            Convolve<2, shape![O, I, K, K], Conv, Output = shape![B, O, 9 - K, 9 - K]>,
    {
        x.conv2d(&self.kernels, Conv::new())
    }
}

#[checked]
fn pooled<B: Dim, const H: usize>(
    x: &Tensor<f32, shape![B, 3, H, H]>,
) -> Tensor<f32, shape![B, 3, H / 2, H / 2]>
where
    shape![B, 3, H, H]: PoolsBy<2, Pool<Window<2>>, Output = shape![B, 3, H / 2, H / 2]>,
{
    x.max_pool2d(Pool::of::<2>())
}

fn main() {
    let layer = Convolution::<1, 3, 5> {
        kernels: Tensor::ones(),
    };
    let x = layer.forward(&Tensor::<f32, shape![2, 1, 8, 8]>::ones());
    let _: Tensor<f32, shape![2, 3, 2, 2]> = pooled::<_, 4>(&x);
}
