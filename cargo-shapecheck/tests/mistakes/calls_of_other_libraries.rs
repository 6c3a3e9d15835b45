//! What NumPy, PyTorch, ndarray, nalgebra, candle and burn write, one call a line.

#[allow(unused_imports)]
use shapecheck::{Tensor, axes, dim, shape};

type Matrix = Tensor<f32, shape![2, 3]>;
type Image = Tensor<f32, shape![1, 3, 8, 6]>;
type Places = Tensor<usize, shape![2, 3]>;

fn broadcast_as(x: &Matrix) { let _ = x.broadcast_as((4, 2, 3)); }
fn broadcast_to(x: &Matrix) { let _ = x.broadcast_to([4, 2, 3]); }
fn expand(x: &Matrix) { let _ = x.expand([4, 2, 3]); }
fn chunk(x: &Matrix) { let _ = x.chunk(2, 0); }
fn column(x: &Matrix) { let _ = x.column(1); }
fn row(x: &Matrix) { let _ = x.row(0); }
fn nrows(x: &Matrix) { let _ = x.nrows(); }
fn ncols(x: &Matrix) { let _ = x.ncols(); }
fn cummax(x: &Matrix) { let _ = x.cummax(0); }
fn cummin(x: &Matrix) { let _ = x.cummin(1); }
fn cumprod(x: &Matrix) { let _ = x.cumprod(-1); }
fn cumsum(x: &Image) { let _ = x.cumsum(1); }
fn dim_of_axis(x: &Image) { let _ = x.dim(0); }
fn dim_of_all(x: &Image) { let _ = x.dim(); }
fn size(x: &Matrix) { let _ = x.size(0); }
fn expand_dims(x: &Matrix) { let _ = x.expand_dims(1); }
fn unsqueeze(x: &Matrix) { let _ = x.unsqueeze(0); }
fn unsqueeze_last(x: &Matrix) { let _ = x.unsqueeze(-1); }
fn squeeze(x: &Tensor<f32, shape![1, 3]>) { let _ = x.squeeze(0); }
fn fixed_view(x: &Image) { let _ = x.fixed_view::<2, 4>(1, 0); }
fn flip(x: &Matrix) { let _ = x.flip(0); }
fn gather_by_axis(x: &Matrix, i: &Places) { let _ = x.gather(1, i); }
fn gather_along(x: &Matrix, i: &Places) { let _ = x.gather(i, 0); }
fn index_select(x: &Matrix, i: &Tensor<usize, shape![5]>) { let _ = x.index_select(i, 0); }
fn into_shape(x: &Matrix) { let _ = x.into_shape((3, 2)); }
fn reshape(x: &Matrix) { let _ = x.reshape([6]); }
fn view(x: &Matrix) { let _ = x.view(&[3, 2]); }
fn permute(x: &Image) { let _ = x.permute([0, 2, 3, 1]); }
fn transpose(x: &Matrix) { let _ = x.transpose(0, 1); }
fn swap_dims(x: &Image) { let _ = x.swap_dims(1, 3); }
fn swapaxes(x: &Image) { let _ = x.swapaxes(-1, 1); }
fn narrow(x: &Tensor<f32, shape![9, 3]>) { let _ = x.narrow(0, 1, 4); }
fn slice(x: &Matrix) { let _ = x.slice(0..1); }
fn split(x: &Matrix) { let _ = x.split(2, 0); }
fn roll(x: &Matrix) { let _ = x.roll(1, 0); }
fn repeat_interleave(x: &Matrix) { let _ = x.repeat_interleave(2, 0); }
fn softmax(x: &Matrix) { let _ = x.softmax(-1); }
fn sum(x: &Matrix) { let _ = x.sum(-1); }
fn mean(x: &Matrix) { let _ = x.mean(0); }
fn argmax(x: &Matrix) { let _ = x.argmax(1); }
fn sort(x: &Matrix) { let _ = x.sort(0); }
fn mse(x: &Matrix, y: &Matrix) { let _ = x.mse(y); }
fn pow(x: &Matrix) { let _ = x.pow(2); }
fn pow_of_float(x: &Matrix) { let _ = x.pow(0.5); }
fn transposed(x: &Matrix) { let _ = x.t(); }
fn product(x: &Matrix, y: &Tensor<f32, shape![3, 4]>) { let _ = x.mm(y); }
fn elements(x: &Matrix) { let _ = x.numel(); }
fn item(x: Tensor<f32, shape![]>) { let _ = x.item(); }
fn contiguous(x: &Matrix) { let _ = x.contiguous(); }
fn inverse(x: &Tensor<f32, shape![3, 3]>) { let _ = x.inv(); }
fn zeros() { let _ = Tensor::<f32, _>::zeros([2, 3]); }
fn full() { let _ = Tensor::<f32, _>::full((2, 3), 1.0); }

fn main() {}
