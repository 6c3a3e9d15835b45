//! Fourier transforms: their rule for types and slices, and values compared with the sums that define them, on the
//! heap, inline and along any axis.
#![cfg(feature = "fft")]

use shapecheck::algebra::{
    InverseRealFourier, RealFourier, fft_shape, fft_to_shape, irfft_shape, rfft_shape,
    rfft_to_shape,
};
use shapecheck::tensor::num_complex::Complex;
use shapecheck::{Dim, DynShape, InlineTensor, Tensor, axes, dim, shape};
use static_assertions::{assert_not_impl_any, assert_type_eq_all};

type Number = Complex<f64>;

fn real(index: usize) -> f64 {
    ((index * 37 + 5) % 17) as f64 / 4.0 - 2.0
}

fn number(index: usize) -> Number {
    Complex::new(real(index), real(3 * index + 1))
}

/// The sums that define a transform.
fn sums(values: &[Number], back: bool) -> Vec<Number> {
    let count = values.len();
    let (sign, scale) = match back {
        false => (-1.0, 1.0),
        true => (1.0, 1.0 / count as f64),
    };
    (0..count)
        .map(|k| {
            let terms = values.iter().enumerate().map(|(n, value)| {
                let angle = sign * std::f64::consts::TAU * ((n * k) % count) as f64 / count as f64;
                value * Complex::from_polar(1.0, angle)
            });
            terms.sum::<Number>() * scale
        })
        .collect()
}

#[track_caller]
fn assert_close(found: &[Number], expected: &[Number]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).norm() < 1e-10, "{found}, not {expected}");
    }
}

#[test]
fn transforms_of_vectors_of_any_length() {
    for count in 1..=33 {
        let values: Vec<Number> = (0..count).map(number).collect();
        let x =
            Tensor::<Number, shape![_]>::from_vec_with(<shape![_]>::of([count]), values.clone())
                .expect("as many");
        let y = x.along::<-1>().fft();
        assert_close(&y.to_vec(), &sums(&values, false));
        assert_close(&y.along::<-1>().ifft().to_vec(), &values);
        assert_close(&x.along::<-1>().ifft().to_vec(), &sums(&values, true));

        let reals: Vec<f64> = (0..count).map(real).collect();
        let values: Vec<Number> = reals.iter().map(|&value| value.into()).collect();
        let x = Tensor::<f64, shape![_]>::from_vec_with(<shape![_]>::of([count]), reals.clone())
            .expect("as many");
        let y = x.along::<-1>().rfft();
        assert_close(&y.to_vec(), &sums(&values, false)[..count / 2 + 1]);
        if count.is_multiple_of(2) {
            let back = y.along::<-1>().irfft().to_vec();
            assert!(back.iter().zip(&reals).all(|(a, b)| (a - b).abs() < 1e-12));
        }
    }
}

#[test]
fn along_an_axis_of_a_shape_and_of_another_length() {
    let x = Tensor::<Number, shape![2, 5, 3]>::from_fn(|[i, j, k]| number(i * 15 + j * 3 + k));
    let y: Tensor<Number, shape![2, 5, 3]> = x.along::<-2>().fft();
    let longer: Tensor<Number, shape![2, 8, 3]> = x.along::<-2>().fft_to::<dim!(8)>();
    let shorter: Tensor<Number, shape![2, 4, 3]> = x.along::<-2>().ifft_to::<dim!(4)>();
    for i in 0..2 {
        for k in 0..3 {
            let lane: Vec<Number> = (0..5).map(|j| x[[i, j, k]]).collect();
            let found: Vec<Number> = (0..5).map(|j| y[[i, j, k]]).collect();
            assert_close(&found, &sums(&lane, false));
            let found: Vec<Number> = (0..8).map(|j| longer[[i, j, k]]).collect();
            let padded = [&lane[..], &[Complex::new(0.0, 0.0); 3]].concat();
            assert_close(&found, &sums(&padded, false));
            let found: Vec<Number> = (0..4).map(|j| shorter[[i, j, k]]).collect();
            assert_close(&found, &sums(&lane[..4], true));
        }
    }
    // A transposed tensor is read where it lies; an inline one gives an inline one.
    let turned = x.transpose().along::<-1>().fft();
    assert_close(&turned.transpose().to_vec(), &y.to_vec());
    let inline = InlineTensor::<Number, shape![2, 5, 3]>::from_slice(&x.to_vec()).expect("as many");
    let found: InlineTensor<Number, shape![2, 5, 3]> = inline.along::<-2>().fft();
    assert_eq!(found.to_vec(), y.to_vec());
    // Along two axes, one after the other.
    let both = x.fftn::<axes![-2, -1]>();
    assert_close(&both.to_vec(), &y.along::<-1>().fft().to_vec());
    assert_close(&both.ifftn::<axes![-2, -1]>().to_vec(), &x.to_vec());
}

#[test]
fn real_numbers_of_an_odd_count_come_back() {
    let x = Tensor::<f64, shape![3, 7]>::from_fn(|[i, j]| real(7 * i + j));
    let y: Tensor<Number, shape![3, 4]> = x.along::<-1>().rfft();
    let back: Tensor<f64, shape![3, 7]> = y.along::<-1>().irfft_to::<dim!(7)>();
    assert!(back.all_close(&x, 1e-12, 1e-12));
    let padded: Tensor<Number, shape![3, 5]> = x.along::<-1>().rfft_to::<dim!(8)>();
    let back: Tensor<f64, shape![3, 8]> = padded.along::<-1>().irfft();
    assert!(back.narrow::<-1, dim!(7)>(0).all_close(&x, 1e-12, 1e-12));
    // What NumPy gives where the first and the last frequency are not real: it does not look at what is not.
    let odd = Tensor::<_, shape![3]>::from_vec(vec![
        Complex::new(1.0, 9.0),
        Complex::new(2.0, 0.5),
        Complex::new(0.0, 9.0),
    ])
    .expect("three");
    let found: Tensor<f64, shape![4]> = odd.along::<-1>().irfft();
    assert!(found.all_close(&Tensor::from([1.25, 0.0, -0.75, 0.5]), 1e-12, 1e-12));
}

/// Without a bound, in generic code: a transform of complex numbers keeps the shape.
fn twice<B: Dim, N: Dim>(x: &Tensor<Number, shape![B, N]>) -> Tensor<Number, shape![B, N]> {
    x.along::<-1>().fft().along::<-1>().fft()
}

#[test]
fn the_rule_by_type_and_over_slices() {
    type Real<S> = <S as RealFourier<-1>>::Output;
    type Back<S> = <S as InverseRealFourier<-1>>::Output;
    assert_type_eq_all!(Real<shape![8, 512]>, shape![8, 257]);
    assert_type_eq_all!(Real<shape![..DynShape, 511]>, shape![..DynShape, 256]);
    assert_type_eq_all!(Back<shape![_, 257]>, shape![_, 512]);
    assert_type_eq_all!(Real<shape![8, _]>, Back<shape![8, _]>, shape![8, _]);
    assert_not_impl_any!(shape![8, 0]: RealFourier<-1>);
    assert_not_impl_any!(shape![8, 1]: InverseRealFourier<-1>);
    assert_not_impl_any!(shape![8]: RealFourier<-2>, InverseRealFourier<-2>);
    for size in 1..100 {
        let frequencies = rfft_shape(&[size, 3], -2).unwrap();
        assert_eq!(frequencies.dims(), [size / 2 + 1, 3]);
        assert_eq!(rfft_to_shape(&[4, 3], -2, size), Ok(frequencies));
        assert_eq!(fft_shape(&[size], -1), fft_to_shape(&[0], -1, size));
        assert_eq!(irfft_shape(&[size], -1).is_ok(), size > 1);
    }
}

#[test]
fn sizes_that_do_not_fit_are_errors() {
    let empty =
        Tensor::<Number, shape![_]>::from_vec_with(<shape![_]>::of([0]), Vec::new()).unwrap();
    let text = "a Fourier transform needs at least one number: axis -1 of shape [0] has size 0";
    assert_eq!(empty.along::<-1>().try_fft().unwrap_err().to_string(), text);
    assert_eq!(
        empty.along::<-1>().try_irfft().unwrap_err().to_string(),
        "an inverse Fourier transform needs at least two frequencies: axis -1 of shape [0] has size 0"
    );
    assert!(empty.try_fftn::<axes![-1]>().is_err());
    let numbers = twice(&Tensor::full(Complex::new(1.0, 0.0)));
    assert_eq!(
        numbers,
        Tensor::<_, shape![1, 1]>::full(Complex::new(1.0, 0.0))
    );
    assert_eq!(
        fft_to_shape(&[2, 3], -1, 0).unwrap_err().to_string(),
        "a Fourier transform needs at least one number: axis -1 of shape [2, 0] has size 0"
    );
}
