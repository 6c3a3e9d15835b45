//! Every kind of size that may be 1 when the program runs: `_`, a name, a name of that size, a sum and a product. An
//! operation gives what it gives for the number 1, whose results are compared with NumPy's elsewhere: what goes by the type
//! must not go by the value, nor the other way round.
#![cfg(all(feature = "tensor", feature = "alloc"))]

use shapecheck::window::{Full, Valid};
use shapecheck::{Shape, Tensor, axes, dim, dims, einsum, rearrange, shape};

dims! { Batch, Heads, Past, Seq, One = 1 }

type F32<S> = Tensor<f32, S>;

fn tensor<S: Shape>(sizes: [usize; 3]) -> F32<S> {
    let shape = S::try_from_sizes(&sizes).unwrap();
    F32::from_vec_with(shape, vec![3.0, -1.0, 2.0, 0.5, 4.0, -2.0]).unwrap()
}

/// The sizes and elements of each operation's result, for a shape of three axes of which one is the size of this kind.
macro_rules! results {
    ($($kind:tt)*) => {{
        let front = tensor::<shape![$($kind)*, 3, 2]>([1, 3, 2]);
        let middle = tensor::<shape![3, $($kind)*, 2]>([3, 1, 2]);
        let last = tensor::<shape![3, 2, $($kind)*]>([3, 2, 1]);
        let mut all: Vec<(&str, Vec<usize>, Vec<f32>)> = Vec::new();
        macro_rules! add {
            ($x:ident: $operation:expr) => {{
                let name = concat!(stringify!($x), " in ", stringify!($operation));
                let result = $operation;
                all.push((name, result.dims().to_vec(), result.to_vec()));
            }};
        }
        /// The same of the size in front, in the middle and at the end.
        macro_rules! each {
            ($x:ident => $operation:expr) => {
                { let $x = &front; add!($x: $operation); }
                { let $x = &middle; add!($x: $operation); }
                { let $x = &last; add!($x: $operation); }
            };
        }
        each!(x => x + x);
        each!(x => x * &F32::<shape![2]>::ones().sum_axis::<-1>());
        each!(x => x.exp());
        each!(x => x.sum_axis::<-1>());
        each!(x => x.sum_axis::<-2>());
        each!(x => x.sum_axis::<-3>());
        each!(x => x.mean_axes::<axes![-3, -1]>());
        each!(x => x.max_axis::<-2>());
        each!(x => x.min_axis::<-1>());
        each!(x => x.var_axis::<-1>());
        each!(x => x.argmax_axis::<-1>().cast::<f32>());
        each!(x => x.softmax::<-1>());
        each!(x => x.softmax::<-2>());
        each!(x => x.logsumexp::<-3>());
        each!(x => x.logaddexp(x));
        each!(x => x.median_axis::<-3>());
        each!(x => x.trapezoid_axis::<-1>(0.5));
        each!(x => x.unwrap_phases::<-2>(2.0));
        each!(x => x.convolve(&F32::<shape![3]>::ones(), Full));
        each!(x => x.correlate(&F32::<shape![1]>::ones(), Valid));
        each!(x => x.nan_median_axis::<-1>());
        each!(x => x.nan_max_axis::<-2>());
        each!(x => x.along::<-1>().tile::<dim!(2)>().cov());
        each!(x => x.cumulative_sum::<-1>());
        each!(x => x.cumulative_max::<-3>());
        each!(x => x.transpose());
        each!(x => x.swap_axes::<-3, -1>());
        each!(x => x.permute::<axes![-1, -3, -2]>());
        each!(x => x.move_axis::<-1, -3>());
        each!(x => x.insert_axis::<-1>());
        each!(x => x.sum_axis::<-2>().remove_axis::<-2>());
        each!(x => x.index_axis::<-1>(0));
        each!(x => x.index_axis::<-3>(0));
        each!(x => x.along::<-1>().concat(x));
        each!(x => x.along::<-3>().concat(x));
        each!(x => x.along::<-2>().flip());
        each!(x => x.along::<-3>().roll(1));
        each!(x => x.along::<-1>().pad::<dim!(1), dim!(2)>(0.0));
        each!(x => x.along::<-1>().take(&[0, 0]));
        each!(x => x.along::<-1>().repeat::<dim!(2)>());
        each!(x => x.along::<-1>().sort());
        each!(x => x.matmul(&x.transpose()));
        each!(x => einsum!("a b c, a b c -> a c"; x, x));
        each!(x => rearrange!(x, "a b c -> c (a b)"));
        each!(x => x.flatten());
        each!(x => x.try_reshape(x.shape().to_dyn()).unwrap());
        each!(x => x.tril(0));
        each!(x => x.greater(&F32::<shape![]>::ones()).cast::<f32>());
        all
    }};
}

#[test]
fn every_kind_of_size_one_gives_what_the_number_gives() {
    let of_number = results!(dim!(1));
    for (kind, results) in [
        ("_", results!(_)),
        ("a name", results!(Batch)),
        ("a name of that size", results!(One)),
        ("a sum", results!(Past + Seq)),
        ("a product", results!(Batch * Heads)),
    ] {
        assert_eq!(results.len(), of_number.len());
        for (found, wanted) in results.iter().zip(&of_number) {
            assert_eq!(found, wanted, "{kind}");
        }
    }
}

/// A `squeeze` takes away what is 1 in the type, and no name that happens to be 1.
#[test]
fn a_squeeze_goes_by_the_type() {
    macro_rules! keep {
        ($($kind:expr => [$($size:tt)*];)*) => {$(
            let x = tensor::<shape![3, $($size)*, 2]>([3, 1, 2]);
            let squeezed = x.squeeze();
            assert_eq!(squeezed.dims(), [3, 1, 2], $kind);
            assert_eq!(squeezed.sum_axis::<-1>().to_vec(), [2.0, 2.5, 2.0], $kind);
        )*};
    }
    keep! {
        "a name" => [Batch];
        "a name of that size" => [One];
        "a sum" => [Past + Seq];
        "a product" => [Batch * Heads];
    }
    let x = tensor::<shape![3, 1, 2]>([3, 1, 2]);
    let squeezed: F32<shape![3, 2]> = x.squeeze();
    assert_eq!(squeezed.sum_axis::<-1>().to_vec(), [2.0, 2.5, 2.0]);
}
