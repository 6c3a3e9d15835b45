//! Each line of the page for users of NumPy gives what NumPy gives, which `data/from_numpy.txt` has.
//!
//! A line is written here once. `FROM_NUMPY=overwrite cargo test --test notations from_numpy` writes the tables of the page, then
//! `data/from_numpy.py` evaluates what stands there for NumPy, and the same command writes the results beside it.
#![cfg(all(feature = "tensor", feature = "std"))]

use crate::numpy_page::tables;
#[cfg(feature = "rand")]
use rand_distr::StandardNormal;
use shapecheck::algebra::Padding;
#[cfg(feature = "rand")]
use shapecheck::rand::distr::{StandardUniform, Uniform};
#[cfg(feature = "rand")]
use shapecheck::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use shapecheck::tensor::MatrixNorm::{Columns, Frobenius, Spectral};
use shapecheck::tensor::QuantileMethod::{Hazen, Linear};
use shapecheck::tensor::meshgrid;
#[cfg(feature = "fft")]
use shapecheck::tensor::num_complex::Complex;
use shapecheck::window::{Full, Same, Valid};
use shapecheck::{
    Axis, Tensor, View, axes, blocks, broadcast_map, dim, einsum, rearrange, s, shape,
};

#[cfg(feature = "fft")]
impl crate::numpy_page::Number for Complex<f64> {
    const KIND: &str = "complex";

    fn numbers(self) -> Vec<f64> {
        vec![self.re, self.im]
    }
}

tables! {
    let "The arrays of all lines" {
        a "np.arange(12).reshape(3, 4)" { Tensor::<i64, shape![12]>::arange(0, 12, 1).reshape::<shape![3, 4]>() }
        x "np.array([[1.0, 2.0, 4.0], [0.5, -1.0, 3.0]])" { Tensor::from([[1.0, 2.0, 4.0], [0.5, -1.0, 3.0]]) }
        c "np.arange(12).reshape(2, 3, 2)" { a.reshape::<shape![2, 3, 2]>() }
        v "np.array([3.0, 1.0, 2.0, 2.0, 5.0])" { Tensor::from([3.0, 1.0, 2.0, 2.0, 5.0]) }
        gaps "np.array([[1.0, np.nan, 3.0], [4.0, 8.0, np.nan]])" { Tensor::from([[1.0, f64::NAN, 3.0], [4.0, 8.0, f64::NAN]]) }
        m "np.array([[4.0, 1.0], [1.0, 3.0]])" { Tensor::from([[4.0, 1.0], [1.0, 3.0]]) }
        places "np.array([2, 0, 2])" { Tensor::<usize, _>::from([2, 0, 2]) }
        mask "np.array([True, False, True])" { Tensor::from([true, false, true]) }
    }

    "Make arrays" {
        "np.zeros((2, 3))" { Tensor::<f64, shape![2, 3]>::zeros() }
        "np.ones(4, dtype=int)" { Tensor::<i64, shape![4]>::ones() }
        "np.full((2, 2), 0.5)" { Tensor::<f64, shape![2, 2]>::full(0.5) }
        "np.array(7.0)" { Tensor::<f64, _>::scalar(7.0) }
        "n = 3; np.zeros((n, 2))" { let n = 3; Tensor::<f64, _>::zeros_with(<shape![_, 2]>::of([n])) }
        "np.zeros_like(x)" { x.zeros_like() }
        "np.full_like(x, 7.0)" { x.full_like(7.0) }
        "np.array([[1, 2], [3, 4]])" { Tensor::<i64, _>::from([[1, 2], [3, 4]]) }
        "np.array([1.0, 2.0, 4.0]).reshape(1, 3)" { Tensor::<f64, shape![1, 3]>::from_vec(vec![1.0, 2.0, 4.0])? }
        "np.frombuffer(np.arange(6.0)).reshape(2, 3)" { View::<f64, shape![2, 3]>::from_buffer(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0])? }
        "np.arange(2, 10, 3)" { Tensor::<i64, shape![_]>::arange(2, 10, 3) }
        "np.arange(5)" { Tensor::<i64, shape![5]>::arange_of::<dim!(0), dim!(5), dim!(1)>() }
        "np.linspace(0, 1, 5)" { Tensor::<f64, shape![5]>::linspace(0.0, 1.0) }
        "np.logspace(0, 2, 3)" { Tensor::<f64, shape![3]>::linspace(0.0, 2.0).map(|x| 10.0_f64.powf(x)) }
        "np.eye(2)" { Tensor::<f64, shape![2, 2]>::eye() }
        "np.eye(2, 3, 1)" { Tensor::<f64, shape![2, 3]>::eye_at(1) }
        "n = 3; np.eye(n)" { let n = 3; Tensor::<f64, _>::eye_with(<shape![_, _]>::of([n, n])) }
        "n = 3; np.eye(n, k=-1)" { let n = 3; Tensor::<f64, _>::eye_at_with(<shape![_, _]>::of([n, n]), -1) }
        "np.fromfunction(lambda i, j: 10 * i + j, (2, 2))" { Tensor::<f64, shape![2, 2]>::from_fn(|[i, j]| (10 * i + j) as f64) }
        "np.meshgrid([1, 2], [3, 4, 5], indexing='ij')" { meshgrid((&Tensor::<i64, _>::from([1, 2]), &Tensor::<i64, _>::from([3, 4, 5]))) }
        "np.tri(3)" { Tensor::<f64, shape![3, 3]>::ones().tril(0) }
        "x.copy()" { x.to_tensor() }
    }

    "Look at them" {
        "a.shape" { a.dims() }
        "a.ndim" { a.dims().len() }
        "a.size" { a.len() }
        "a.shape[-1]" { a.size::<-1>() }
        "len(a)" { a.size::<-2>() }
        "a.ravel().tolist()" { a.to_vec() }
        "a[1, 2]" { a[[1, 2]] }
        "np.sum([row.max() for row in a])" { a.rows().map(|row| row.max()).sum::<i64>() }
        "x.astype(int)" { x.cast::<i64>() }
        "a.astype(float).dtype.itemsize" { size_of_val(&a.cast::<f64>()[[0, 0]]) }
        "x.astype(bool)" { x.cast::<bool>() }
    }

    "Index and slice" {
        "a[1]" { a.slice(s![1, ..]) }
        "a[-1]" { a.slice(s![-1, ..]) }
        "a[:, 2]" { a.slice(s![.., 2]) }
        "a[..., -1]" { a.slice(s![..., -1]) }
        "a[1:, :2]" { a.slice(s![1.., ..2]) }
        "a[1:3, ::2]" { a.slice(s![1..3, ..;2]) }
        "a[:-1]" { a.slice(s![..-1, ...]) }
        "a[:, 1::2]" { a.slice(s![.., 1..;2]) }
        "step = 2; a[:, 1::step]" { let step = 2; a.along::<-1>().slice_with(1.., step) }
        "a[:, 2::-1]" { a.along::<-1>().slice_back::<dim!(0), dim!(3), dim!(1)>() }
        "a[:, -2:]" { a.slice(s![.., -2..]) }
        "i = 1; a[:, i:i + 2]" { let i = 1; a.slice(s![.., i..i + 2]) }
        "i = 1; a[i]" { let i = 1; a.index_axis::<-2>(i) }
        "a[:, None, 0]" { a.slice(s![.., NewAxis, 0]) }
        "a[:, ::-1]" { a.along::<-1>().flip() }
        "a[places]" { a.along::<-2>().take(&places) }
        "a[:, places]" { a.along::<-1>().take(&places) }
        "a[[0, 2]]" { a.along::<-2>().take(&[0, 2]) }
        "a[mask]" { a.along::<-2>().compress(&mask) }
        "a[a > 8]" { let b = a.flatten(); b.along::<-1>().compress(&b.map(|b| b > 8)) }
        "b = a.copy(); b[0] = 7; b" { let mut b = a.clone(); b.slice_mut(s![0, ..]).fill(7); b }
        "b = a.copy(); b[:, 1] = b[:, 0]; b" { let mut b = a.clone(); b.slice_mut(s![.., 1]).assign(&a.slice(s![.., 0])); b }
        "b = a.copy(); b[:, 1:] += 10; b" { let mut b = a.clone(); let mut part = b.slice_mut(s![.., 1..]); part += 10; b }
        "b = a.copy(); b[2, 3] = 0; b" { let mut b = a.clone(); b[[2, 3]] = 0; b }
        "b = a.copy(); b[[2, 0]] = a[:2]; b" { let mut b = a.clone(); b.along_mut::<-2>().index_assign(&[2, 0], &a.slice(s![..2, ..])); b }
        "b = a.copy(); b[1:3] = 0; b" { let mut b = a.clone(); b.narrow_mut::<-2, dim!(2)>(1).fill(0); b }
        "b = a.copy(); b[1:3, :2] = 7; b" { let mut b = a.clone(); b.block_mut::<dim!(2), dim!(2)>(1, 0).fill(7); b }
        "b = a.copy(); [row.fill(i) for i, row in enumerate(b)]; b" { let mut b = a.clone(); for (i, mut row) in b.rows_mut().enumerate() { row.fill(i as i64); } b }
        "b = np.zeros(3); np.add.at(b, places, x[0]); b" { let mut b = Tensor::<f64, shape![3]>::zeros(); b.along_mut::<-1>().index_add(&places, &x.index_axis::<-2>(0)); b }
    }

    "Shapes and axes" {
        "a.reshape(2, 6)" { a.reshape::<shape![2, 6]>() }
        "a.reshape(2, -1)" { a.reshape::<shape![2, _]>() }
        "a.reshape(2, 2, 3)" { a.reshape::<shape![2, 2, 3]>() }
        "a.ravel()" { a.flatten() }
        "a.T" { a.transpose() }
        "a[None]" { a.insert_axis::<-3>() }
        "np.expand_dims(a, -1)" { a.insert_axis::<-1>() }
        "a[None].squeeze(0)" { a.insert_axis::<-3>().remove_axis::<-3>() }
        "a.reshape(1, 12, 1).squeeze()" { a.reshape::<shape![1, 12, 1]>().squeeze() }
        "a.reshape(1, 3, 1, 4).squeeze((0, 2))" { a.reshape::<shape![1, 3, 1, 4]>().remove_axes::<axes![-4, -2]>() }
        "c.transpose(2, 0, 1)" { c.permute::<axes![-1, -3, -2]>() }
        "c.swapaxes(0, 1)" { c.swap_axes::<-3, -2>() }
        "np.moveaxis(c, 0, -1)" { c.move_axis::<-3, -1>() }
        "c.reshape(6, 2)" { c.merge_axes::<-3>() }
        "np.broadcast_to(v, (2, 5))" { v.broadcast_to::<shape![2, 5]>() }
        "n = 2; np.broadcast_to(v, (n, 5))" { let n = 2; v.broadcast_to_with(<shape![_, 5]>::of([n])) }
        "a.reshape(3, 2, 2).transpose(1, 0, 2)" { rearrange!(&a, "i (j k) -> j i k"; k = 2) }
        "np.flip(a, 0)" { a.along::<-2>().flip() }
        "np.roll(v, 1)" { v.roll(1) }
        "np.roll(a, 1, axis=1)" { a.along::<-1>().roll(1) }
        "np.rot90(m)" { m.rot90() }
        "np.rot90(m, 2)" { m.rot180() }
        "np.rot90(m, 3)" { m.rot270() }
        "k = 3; np.rot90(a, k)" { let k = 3; a.rot90_axes_with::<axes![-2, -1]>(k) }
        "np.pad(v, (1, 2))" { v.along::<-1>().pad::<dim!(1), dim!(2)>(0.0) }
        "np.pad(v, 1, mode='edge')" { v.along::<-1>().pad_edge::<dim!(1), dim!(1)>() }
        "np.pad(v, 2, mode='reflect')" { v.along::<-1>().pad_reflect::<dim!(2), dim!(2)>() }
        "np.pad(v, 2, mode='symmetric')" { v.along::<-1>().pad_symmetric::<dim!(2), dim!(2)>() }
        "np.pad(v, 2, mode='wrap')" { v.along::<-1>().pad_wrap::<dim!(2), dim!(2)>() }
        "np.pad(v, 1, mode='mean')" { v.along::<-1>().pad_mean::<dim!(1), dim!(1)>() }
        "np.pad(v, 2, mode='linear_ramp', end_values=(0, 9))" { v.along::<-1>().pad_linear_ramp::<dim!(2), dim!(2)>((0.0, 9.0)) }
        "n = 1; np.pad(v, (n, 2))" { let n = 1; v.along::<-1>().pad_with((n, 2), Padding::Constant(0.0)) }
        "n = 1; np.pad(v, n, mode='mean')" { let n = 1; v.along::<-1>().pad_mean_with((n, n)) }
        "n = 2; np.pad(v, n, mode='linear_ramp')" { let n = 2; v.along::<-1>().pad_linear_ramp_with((n, n), (0.0, 0.0)) }
        "np.lib.stride_tricks.sliding_window_view(v, 3)" { v.along::<-1>().windows::<dim!(3), dim!(1)>() }
    }

    "Arithmetic and broadcasting" {
        "x + 1" { &x + 1.0 }
        "1 - x" { 1.0 - &x }
        "x * x" { &x * &x }
        "x / 2" { &x / 2.0 }
        "-x" { -&x }
        "x * np.array([1.0, 0.5, 0.25])" { &x * Tensor::from([1.0, 0.5, 0.25]) }
        "x * np.array([[10.0], [2.0]])" { &x * Tensor::from([[10.0], [2.0]]) }
        "x - x.mean(axis=1, keepdims=True)" { &x - x.mean_axis::<-1>() }
        "v[:, None] - v" { v.insert_axis::<-1>() - &v }
        "b = x.copy(); b *= 2; b" { let mut b = x.clone(); b *= 2.0; b }
        "a % 5" { a.map(|a| a.rem_euclid(5)) }
        "a // 5" { a.map(|a| a.div_euclid(5)) }
        "a ** 2" { a.map(|a| a.pow(2)) }
        "x ** 2" { x.powi(2) }
        "v ** 0.5" { v.powf(0.5) }
        "np.sqrt(v)" { v.sqrt() }
        "np.abs(x)" { x.abs() }
        "np.reciprocal(v)" { v.recip() }
        "np.exp(x)" { x.exp() }
        "np.expm1(x)" { x.exp_m1() }
        "np.log(v)" { v.ln() }
        "np.log1p(v)" { v.ln_1p() }
        "np.log2(v)" { v.log2() }
        "np.sin(x)" { x.sin() }
        "np.tan(x)" { x.tan() }
        "np.arcsin(x / 4)" { (&x / 4.0).asin() }
        "np.arccos(x / 4)" { (&x / 4.0).acos() }
        "np.arctan(x)" { x.atan() }
        "np.sinh(x)" { x.sinh() }
        "np.cosh(x)" { x.cosh() }
        "np.tanh(x)" { x.tanh() }
        "np.trunc(x)" { x.trunc() }
        "np.modf(x)[0]" { x.fract() }
        "np.floor(x)" { x.floor() }
        "np.hypot(m, 1)" { m.map(|m| m.hypot(1.0)) }
        "np.arctan2(x, 2)" { x.map(|x| x.atan2(2.0)) }
        "np.logaddexp(x, 0.5 * x)" { x.logaddexp(&(&x * 0.5)) }
        "np.cbrt(v)" { v.cbrt() }
        "2 * x + x ** 2 - 1" { broadcast_map!(|x| 2.0 * x + x * x - 1.0; &x) }
    }

    "Comparisons and choices" {
        "v > 2" { v.map(|v| v > 2.0) }
        "x < x.mean(axis=0)" { x.less(&x.mean_axis::<-2>()) }
        "x != x[0]" { x.not_equal(&x.index_axis::<-2>(0)) }
        "x >= x[0]" { x.greater_equal(&x.index_axis::<-2>(0)) }
        "v < 2" { v.less_than(2.0) }
        "v >= 2" { v.at_least(2.0) }
        "v != 2" { v.not_equal_to(2.0) }
        "a[0] == a[1] - 4" { a.index_axis::<-2>(0).equal(&(a.index_axis::<-2>(1) - 4)) }
        "(x > 0) & (x < 3)" { x.map(|x| x > 0.0) & x.map(|x| x < 3.0) }
        "~mask" { !&mask }
        "np.where(x > 0, x, 0)" { x.map(|x| if x > 0.0 { x } else { 0.0 }) }
        "np.where(mask, x, -x)" { mask.select(&x, &-&x) }
        "np.maximum(x, 1)" { x.map(|x| x.max(1.0)) }
        "np.minimum(x, x[0])" { x.minimum(&x.index_axis::<-2>(0)) }
        "x.clip(0, 2)" { x.clamp(0.0, 2.0) }
        "np.isnan(gaps)" { gaps.map(f64::is_nan) }
        "np.nan_to_num(gaps)" { gaps.map(|x| if x.is_nan() { 0.0 } else { x }) }
        "np.sign(v - 2)" { v.map(|v| if v == 2.0 { 0.0 } else { (v - 2.0).signum() }) }
        "np.allclose(x, x + 1e-9)" { x.all_close(&(&x + 1e-9), 1e-5, 1e-8) }
        "np.array_equal(a, a.T.T)" { a == a.transpose().transpose() }
        "np.nonzero(mask)[0]" { mask.nonzero().index_axis::<-1>(0) }
        "np.argwhere(x < 1)" { x.map(|x| x < 1.0).nonzero() }
    }

    "Reductions" {
        "a.sum()" { a.sum() }
        "x.prod()" { x.product() }
        "x.prod(axis=1, keepdims=True)" { x.product_axis::<-1>() }
        "c.prod(axis=(1, 2), keepdims=True)" { c.product_axes::<axes![-2, -1]>() }
        "a.sum(axis=1, keepdims=True)" { a.sum_axis::<-1>() }
        "a.sum(axis=1)" { a.sum_axis::<-1>().remove_axis::<-1>() }
        "a.sum(axis=0)" { a.sum_axis::<-2>().remove_axis::<-2>() }
        "c.sum(axis=(1, 2), keepdims=True)" { c.sum_axes::<axes![-2, -1]>() }
        "x.mean()" { x.mean() }
        "a.mean()" { a.cast::<f64>().mean() }
        "x.var()" { x.var() }
        "x.var(axis=1, keepdims=True)" { x.var_axis::<-1>() }
        "x.std(axis=0, keepdims=True)" { x.std_axis::<-2>() }
        "v.var(ddof=1)" { v.sample_var() }
        "x.var(axis=1, ddof=1, keepdims=True)" { x.sample_var_axis::<-1>() }
        "c.var(axis=(1, 2), ddof=1, keepdims=True)" { c.cast::<f64>().sample_var_axes::<axes![-2, -1]>() }
        "c.std(axis=(1, 2), keepdims=True)" { c.cast::<f64>().std_axes::<axes![-2, -1]>() }
        "x.max()" { x.max() }
        "x.max(axis=0, keepdims=True)" { x.max_axis::<-2>() }
        "x.min(axis=1, keepdims=True)" { x.min_axis::<-1>() }
        "c.min(axis=(0, 1), keepdims=True)" { c.min_axes::<axes![-3, -2]>() }
        "np.ptp(v)" { v.max() - v.min() }
        "v.argmax()" { v.argmax() }
        "x.argmin(axis=1)" { x.argmin_axis::<-1>().remove_axis::<-1>() }
        "c.reshape(2, 6).argmax(axis=1)" { c.argmax_axes::<axes![-2, -1]>().remove_axes::<axes![-2, -1]>() }
        "c.reshape(2, 6).argmin(axis=1)" { c.argmin_axes::<axes![-2, -1]>().remove_axes::<axes![-2, -1]>() }
        "mask.any()" { mask.any() }
        "(x > 3).any(axis=1)" { x.map(|x| x > 3.0).any_axis::<-1>().remove_axis::<-1>() }
        "(x > 0).all(axis=1)" { x.map(|x| x > 0.0).all_axis::<-1>().remove_axis::<-1>() }
        "np.count_nonzero(x > 1)" { x.map(|x| x > 1.0).count_nonzero() }
        "(c > 3).any(axis=(1, 2))" { c.map(|c| c > 3).any_axes::<axes![-2, -1]>().remove_axes::<axes![-2, -1]>() }
        "(c > 3).all(axis=(1, 2))" { c.map(|c| c > 3).all_axes::<axes![-2, -1]>().remove_axes::<axes![-2, -1]>() }
        "np.count_nonzero(c > 3, axis=2, keepdims=True)" { c.map(|c| c > 3).count_nonzero_axis::<-1>() }
        "np.count_nonzero(c > 3, axis=(0, 2), keepdims=True)" { c.map(|c| c > 3).count_nonzero_axes::<axes![-3, -1]>() }
        "v.cumsum()" { v.cumulative_sum::<-1>() }
        "a.cumsum()" { a.cumulative_sum_all() }
        "x.cumprod(axis=1)" { x.cumulative_product::<-1>() }
        "m.cumprod()" { m.cumulative_product_all() }
        "np.cumulative_sum(v, include_initial=True)" { v.cumulative_sum_from::<-1>(0.0) }
        "np.cumulative_prod(v, include_initial=True)" { v.cumulative_product_from::<-1>(1.0) }
        "np.maximum.accumulate(v)" { v.cumulative_max::<-1>() }
        "np.minimum.accumulate(v)" { v.cumulative_min::<-1>() }
        "np.diff(v)" { v.diff::<-1>() }
    }

    "Statistics" {
        "np.median(v)" { v.median() }
        "np.median(x, axis=0, keepdims=True)" { x.median_axis::<-2>() }
        "np.quantile(v, 0.9)" { v.quantile(0.9, Linear) }
        "np.quantile(x, 0.5, axis=1, keepdims=True)" { x.quantile_axis::<-1>(0.5, Linear) }
        "np.percentile(v, 25, method='hazen')" { v.quantile(0.25, Hazen) }
        "np.nanmean(gaps)" { gaps.nan_mean() }
        "np.nansum(gaps, axis=1, keepdims=True)" { gaps.nan_sum_axis::<-1>() }
        "np.nansum(gaps)" { gaps.nan_sum() }
        "np.nanprod(gaps)" { gaps.nan_product() }
        "np.nanprod(gaps, axis=1, keepdims=True)" { gaps.nan_product_axis::<-1>() }
        "np.nanmax(gaps)" { gaps.nan_max() }
        "np.nanmin(gaps)" { gaps.nan_min() }
        "np.nanmin(gaps, axis=0, keepdims=True)" { gaps.nan_min_axis::<-2>() }
        "np.nanmax(gaps, axis=0)" { gaps.nan_max_axis::<-2>().remove_axis::<-2>() }
        "np.nanstd(gaps)" { gaps.nan_std() }
        "np.nanstd(gaps, axis=1, keepdims=True)" { gaps.nan_std_axis::<-1>() }
        "np.nanvar(gaps)" { gaps.nan_var() }
        "np.nanvar(gaps, axis=1, keepdims=True)" { gaps.nan_var_axis::<-1>() }
        "np.nanquantile(gaps, 0.25)" { gaps.nan_quantile(0.25, Linear) }
        "np.nanmedian(gaps)" { gaps.nan_median() }
        "np.nanmedian(gaps, axis=1, keepdims=True)" { gaps.nan_median_axis::<-1>() }
        "np.nanquantile(gaps, 0.25, axis=1, keepdims=True)" { gaps.nan_quantile_axis::<-1>(0.25, Linear) }
        "np.average(v, weights=[1, 1, 2, 0, 0])" { v.weighted_mean(&Tensor::from([1.0, 1.0, 2.0, 0.0, 0.0])) }
        "np.average(x, axis=1, weights=[1, 1, 2], keepdims=True)" { x.weighted_mean_axis::<-1>(&Tensor::from([1.0, 1.0, 2.0])) }
        "np.cov(x)" { x.cov() }
        "np.corrcoef(x)" { x.corrcoef() }
        "np.bincount(places)" { places.bincount_with(0) }
        "np.bincount(places, minlength=4)" { places.bincount::<dim!(4)>() }
        "np.histogram(v, bins=4)" { v.histogram::<dim!(4)>() }
        "np.histogram(v, bins=3, range=(0, 3))" { v.histogram_between::<dim!(3)>((0.0, 3.0)) }
        "n = 4; np.histogram(v, bins=n, range=(0, 4))" { let n = 4; v.histogram_with(n, (0.0, 4.0)) }
    }

    "Sort and search" {
        "np.sort(v)" { v.sort::<-1>() }
        "np.sort(v)[::-1]" { v.sort_descending::<-1>() }
        "np.sort(x, axis=0)" { x.sort::<-2>() }
        "np.argsort(v, stable=True)" { v.argsort::<-1>() }
        "np.argsort(-v, stable=True)" { v.argsort_descending::<-1>() }
        "np.sort(v)[-2:][::-1]" { v.topk::<-1, dim!(2)>().0 }
        "np.unique(v)" { v.unique() }
        "np.unique(v, return_counts=True)" { v.unique_counts() }
        "np.unique(v, return_inverse=True)" { v.unique_inverse() }
        "np.searchsorted([1, 2, 4], v)" { Tensor::from([1.0, 2.0, 4.0]).searchsorted(&v) }
        "np.searchsorted([1, 2, 4], v, side='right')" { Tensor::from([1.0, 2.0, 4.0]).searchsorted_right(&v) }
        "np.digitize(v, [1, 2, 4])" { Tensor::from([1.0, 2.0, 4.0]).searchsorted_right(&v) }
        "np.take_along_axis(x, x.argmax(axis=1, keepdims=True), 1)" { x.along::<-1>().gather(&x.argmax_axis::<-1>()) }
    }

    "Join and split" {
        "np.concatenate([x, x])" { x.along::<-2>().concat(&x) }
        "np.hstack([x, m])" { x.along::<-1>().concat(&m) }
        "np.stack([v, v])" { Tensor::stack([&v, &v], Axis::<-2>) }
        "np.stack([x[0], [7, 8, 9]])" { let both: Tensor<f64, shape![2, 3]> = x.index_axis::<-2>(0).stack_with(&shapecheck::InlineTensor::from([7.0, 8.0, 9.0]), Axis::<-2>); both }
        "np.column_stack([v, v])" { Tensor::stack([&v, &v], Axis::<-1>) }
        "np.tile(v, 2)" { v.along::<-1>().tile::<dim!(2)>() }
        "n = 2; np.tile(v, n)" { let n = 2; v.along::<-1>().tile_with(n) }
        "n = 2; np.repeat(v, n)" { let n = 2; v.along::<-1>().repeat_with(n) }
        "np.repeat(v, 2)" { v.along::<-1>().repeat::<dim!(2)>() }
        "np.repeat(x, 2, axis=0)" { x.along::<-2>().repeat::<dim!(2)>() }
        "np.split(a, 2, axis=1)" { a.along::<-1>().split_equal::<2>() }
        "np.split(a, [1], axis=1)" { a.along::<-1>().split::<shape![1, 3]>() }
        "n = 2; np.split(v, [n])" { let n = 2; v.along::<-1>().split_at_with(n) }
        "np.split(v, [1, 3])" { v.along::<-1>().split_at_indices(&[1, 3]).collect::<Vec<_>>() }
        "np.unstack(x)" { x.along::<-2>().unstack::<2>() }
        "np.array_split(v, 2)" { v.along::<-1>().array_split(2).collect::<Vec<_>>() }
        "np.vstack([v, v])" { Tensor::stack([&v, &v], Axis::<-2>) }
        "np.append(v, 7.0)" { v.along::<-1>().concat(&Tensor::from([7.0])) }
        "np.block([[m, np.eye(2)], [np.zeros((2, 2)), m]])" { blocks![[m, I], [0, m]] }
    }

    "Linear algebra" {
        "m @ x" { m.matmul(&x) }
        "x @ x.T" { x.matmul(&x.transpose()) }
        "m @ [1, 2]" { m.matmul(&Tensor::from([1.0, 2.0])) }
        "v @ v" { v.vecdot(&v).into_scalar() }
        "np.outer(v, [1, 2])" { v.outer(&Tensor::from([1.0, 2.0])) }
        "np.cross(x[0], x[1])" { x.index_axis::<-2>(0).cross(&x.index_axis::<-2>(1)) }
        "np.kron(m, [1, 2])" { m.kron(&Tensor::from([1.0, 2.0])) }
        "np.einsum('ij,kj->ik', x, x)" { einsum!("ij,kj->ik"; &x, &x) }
        "np.tensordot(x, x, 2)" { x.tensordot(&x, Axis::<-2>).into_scalar() }
        "np.diag([1.0, 2.0])" { Tensor::from([1.0, 2.0]).diag() }
        "np.diag([1.0, 2.0], 1)" { Tensor::from([1.0, 2.0]).diag_above::<dim!(1)>() }
        "np.diag([1.0, 2.0], -1)" { Tensor::from([1.0, 2.0]).diag_below::<dim!(1)>() }
        "np.diag(m)" { m.diagonal() }
        "np.diagonal(a, 1)" { a.diagonal_above::<dim!(1), _, _, _>() }
        "np.diagonal(a, -1)" { a.diagonal_below::<dim!(1), _, _, _>() }
        "np.trace(m)" { m.trace().into_scalar() }
        "np.trace(m, 1)" { m.trace_at(1).into_scalar() }
        "np.triu(m)" { m.triu(0) }
        "np.linalg.inv(m)" { m.inverse() }
        "np.linalg.det(m)" { m.det().into_scalar() }
        "np.linalg.solve(m, [1, 2])" { m.solve(&Tensor::from([1.0, 2.0])) }
        "np.linalg.lstsq(x.T, [1, 2, 3])[0]" { x.transpose().lstsq(&Tensor::from([1.0, 2.0, 3.0])) }
        "np.linalg.cholesky(m)" { m.cholesky() }
        "np.linalg.cholesky(m + np.outer([1, 2], [1, 2]))" { m.cholesky().cholesky_update(&Tensor::from([1.0, 2.0])) }
        "np.abs(np.linalg.qr(m)[1])" { m.qr().1.abs() }
        "np.abs(np.linalg.qr(x.T, mode='complete')[1])" { x.transpose().to_tensor().complete_qr().1.abs() }
        "np.linalg.eigvalsh(m)" { m.eigvalsh() }
        "np.linalg.eigh(m)[0]" { m.eigh().0 }
        "least = 2.5; values, u = np.linalg.eigh(m); u @ np.diag(values.clip(least)) @ u.T" { let least = 2.5; m.clamp_eigenvalues(least) }
        "np.linalg.svdvals(x)" { x.svdvals() }
        "np.linalg.svd(x)[1]" { x.full_svd().1 }
        "np.linalg.pinv(x)" { x.pinv() }
        "np.linalg.matrix_rank(x)" { x.matrix_rank().into_scalar() }
        "np.linalg.matrix_power(m, 3)" { m.matrix_power(3) }
        "np.linalg.slogdet(m)" { let (sign, ln) = m.slogdet(); (sign.into_scalar(), ln.into_scalar()) }
        "np.linalg.norm(v)" { v.norm() }
        "np.linalg.norm(x, axis=1, keepdims=True)" { x.norm_axis::<-1>() }
        "np.linalg.norm(c, axis=(1, 2), keepdims=True)" { c.cast::<f64>().norm_axes::<axes![-2, -1]>() }
        "np.linalg.vector_norm(c, axis=(1, 2), ord=1, keepdims=True)" { c.cast::<f64>().vector_norm_axes::<axes![-2, -1]>(1.0) }
        "np.linalg.norm(v, ord=1)" { v.vector_norm::<-1>(1.0).remove_axis::<-1>().into_scalar() }
        "np.linalg.norm(m, 2)" { m.matrix_norm(Spectral).into_scalar() }
        "np.linalg.norm(m, 1)" { m.matrix_norm(Columns).into_scalar() }
        "np.linalg.norm(m)" { m.matrix_norm(Frobenius).into_scalar() }
    }

    "Signals" {
        "np.convolve(v, [1, 2])" { v.convolve(&Tensor::from([1.0, 2.0]), Full) }
        "np.convolve(v, [1, 0, -1], 'same')" { v.convolve(&Tensor::from([1.0, 0.0, -1.0]), Same) }
        "np.correlate(v, [1, 2])" { v.correlate(&Tensor::from([1.0, 2.0]), Valid) }
        "np.interp([0.5, 9.0], [0, 1, 2], x[0])" { Tensor::from([0.5, 9.0]).interp(&Tensor::from([0.0, 1.0, 2.0]), &x.index_axis::<-2>(0)) }
        "np.polyfit([0, 1, 2, 3], [1, 3, 2, 5], 1)" { Tensor::from([0.0, 1.0, 2.0, 3.0]).polyfit::<dim!(1)>(&Tensor::from([1.0, 3.0, 2.0, 5.0])) }
        "np.polyval([2, 0, 1], v)" { v.polyval(&Tensor::from([2.0, 0.0, 1.0])) }
        "np.gradient(v)" { v.gradient::<-1>(1.0) }
        "np.gradient(x, 0.5, axis=1)" { x.gradient::<-1>(0.5) }
        "np.trapezoid(v, dx=0.5)" { v.trapezoid_axis::<-1>(0.5).remove_axis::<-1>().into_scalar() }
        "np.trapezoid(x, [0, 1, 3])" { x.trapezoid_axis_at::<-1>(&Tensor::from([0.0, 1.0, 3.0])).remove_axis::<-1>() }
        "np.unwrap([100.0, 350.0, 10.0, 20.0], period=360)" { Tensor::from([100.0, 350.0, 10.0, 20.0]).unwrap_phases::<-1>(360.0) }
        "np.hanning(5)" { Tensor::<f64, shape![5]>::hann() }
        "np.hanning(5)[:-1]" { Tensor::<f64, shape![4]>::periodic_hann() }
        "np.hamming(3)" { Tensor::<f64, shape![3]>::hamming() }
        "np.bartlett(5)" { Tensor::<f64, shape![5]>::bartlett() }
        "np.blackman(4)" { Tensor::<f64, shape![4]>::blackman() }
        "n = 5; np.hanning(n)" { let n = 5; Tensor::<f64, shape![_]>::hann_with(n) }
        "n = 3; np.hamming(n)" { let n = 3; Tensor::<f64, shape![_]>::hamming_with(n) }
        "n = 5; np.bartlett(n)" { let n = 5; Tensor::<f64, shape![_]>::bartlett_with(n) }
        "n = 4; np.blackman(n)" { let n = 4; Tensor::<f64, shape![_]>::blackman_with(n) }
        "np.hamming(4)[:-1]" { Tensor::<f64, shape![3]>::periodic_hamming() }
        "np.bartlett(5)[:-1]" { Tensor::<f64, shape![4]>::periodic_bartlett() }
        "np.blackman(5)[:-1]" { Tensor::<f64, shape![4]>::periodic_blackman() }
        "n = 4; np.hanning(n + 1)[:-1]" { let n = 4; Tensor::<f64, shape![_]>::periodic_hann_with(n) }
        "n = 3; np.hamming(n + 1)[:-1]" { let n = 3; Tensor::<f64, shape![_]>::periodic_hamming_with(n) }
        "n = 4; np.bartlett(n + 1)[:-1]" { let n = 4; Tensor::<f64, shape![_]>::periodic_bartlett_with(n) }
        "n = 4; np.blackman(n + 1)[:-1]" { let n = 4; Tensor::<f64, shape![_]>::periodic_blackman_with(n) }
    }

    #[cfg(feature = "fft")]
    "Fourier transforms" {
        "np.fft.rfft(v)" { v.along::<-1>().rfft() }
        "np.fft.fft(v)" { v.map(Complex::from).along::<-1>().fft() }
        "np.fft.ifft(np.fft.fft(v))" { v.map(Complex::from).along::<-1>().fft().along::<-1>().ifft() }
        "np.fft.fft(v, 8)" { v.map(Complex::from).along::<-1>().fft_to::<dim!(8)>() }
        "np.fft.ifft(v, 4)" { v.map(Complex::from).along::<-1>().ifft_to::<dim!(4)>() }
        "np.fft.rfft(v, 8)" { v.along::<-1>().rfft_to::<dim!(8)>() }
        "np.fft.irfft(np.fft.rfft(v), 5)" { v.along::<-1>().rfft().along::<-1>().irfft_to::<dim!(5)>() }
        "np.abs(np.fft.rfft(x, axis=0))" { x.along::<-2>().rfft().map(|z| z.norm()) }
        "np.fft.fft2(x)" { x.map(Complex::from).fftn::<axes![-2, -1]>() }
        "np.fft.irfft(np.fft.rfft(v, 6) * np.fft.rfft([1, 2], 6), 6)" { v.fft_convolve(&Tensor::from([1.0, 2.0]), Full) }
        "np.fft.ifftn(np.fft.fftn(x))" { x.map(Complex::from).fftn::<axes![-2, -1]>().ifftn::<axes![-2, -1]>() }
        "frames = np.stack([v[:4], v[1:]]); np.fft.rfft(frames * np.hanning(4))" { v.stft::<dim!(4), dim!(1)>(&Tensor::<f64, shape![4]>::hann()) }
    }

    #[cfg(feature = "rand")]
    "Random numbers" {
        "rng = np.random.default_rng(0); rng.random((2, 3)).shape" { let mut rng = Xoshiro256PlusPlus::seed_from_u64(0); Tensor::<f64, shape![2, 3]>::random(StandardUniform, &mut rng).dims().to_vec() }
        "rng = np.random.default_rng(0); n = 3; rng.random((n, 2)).shape" { let (mut rng, n) = (Xoshiro256PlusPlus::seed_from_u64(0), 3); Tensor::<f64, _>::random_with(<shape![_, 2]>::of([n]), StandardUniform, &mut rng).dims().to_vec() }
        "rng = np.random.default_rng(0); rng.normal(size=4).shape" { let mut rng = Xoshiro256PlusPlus::seed_from_u64(0); Tensor::<f64, shape![4]>::random(StandardNormal, &mut rng).dims().to_vec() }
        "rng = np.random.default_rng(0); (rng.random((2, 3)) < 0.9).shape" { let mut rng = Xoshiro256PlusPlus::seed_from_u64(0); x.dropout_mask(0.1, &mut rng).dims().to_vec() }
        "rng = np.random.default_rng(0); (rng.integers(1, 7, 100) < 7).all()" { let mut rng = Xoshiro256PlusPlus::seed_from_u64(0); Tensor::<i64, shape![100]>::random(Uniform::new(1, 7)?, &mut rng).map(|x| x < 7).all() }
        "rng = np.random.default_rng(0); rng.choice(v, 3).shape" { let mut rng = Xoshiro256PlusPlus::seed_from_u64(0); let places = Tensor::<usize, shape![3]>::random(Uniform::new(0, 5)?, &mut rng); v.along::<-1>().take(&places).dims().to_vec() }
        "rng = np.random.default_rng(0); np.sort(rng.permutation(5))" { let mut rng = Xoshiro256PlusPlus::seed_from_u64(0); let order = Tensor::<f64, shape![5]>::random(StandardUniform, &mut rng).argsort::<-1>(); order.sort::<-1>() }
    }
}

#[test]
fn each_line_gives_what_numpy_gives() -> Result<(), Box<dyn std::error::Error>> {
    run()
}

#[test]
fn the_page_has_these_lines() {
    crate::numpy_page::compare_page(TABLES, include_str!("from_numpy.rs"));
    // That of files is in `crates/shapecheck-weights/tests/from_numpy.rs`.
    let count = crate::numpy_page::page()
        .matches("| NumPy | here | result |")
        .count();
    assert_eq!(count, TABLES.len() + 1);
}
