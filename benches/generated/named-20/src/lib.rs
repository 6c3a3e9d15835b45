#![allow(unused_imports)]
use shapecheck::*;
use shapecheck::typenum::consts::*;
shapecheck::dims! { pub Batch, pub Seq, pub Head, pub Past }
pub type T<S> = Tensor<f32, S>;
pub fn f2(x: &T<shape![Batch, Seq, Head, 2]>, y: &T<shape![Seq, 1, 2]>) -> T<shape![Batch, Seq, Head, 2]> { x + y }
pub fn f3(x: &T<shape![Batch, Seq, Head, 3]>, y: &T<shape![Seq, 1, 3]>) -> T<shape![Batch, Seq, Head, 3]> { x + y }
pub fn f4(x: &T<shape![Batch, Seq, Head, 4]>, y: &T<shape![Seq, 1, 4]>) -> T<shape![Batch, Seq, Head, 4]> { x + y }
pub fn f5(x: &T<shape![Batch, Seq, Head, 5]>, y: &T<shape![Seq, 1, 5]>) -> T<shape![Batch, Seq, Head, 5]> { x + y }
pub fn f6(x: &T<shape![Batch, Seq, Head, 6]>, y: &T<shape![Seq, 1, 6]>) -> T<shape![Batch, Seq, Head, 6]> { x + y }
pub fn f7(x: &T<shape![Batch, Seq, Head, 7]>, y: &T<shape![Seq, 1, 7]>) -> T<shape![Batch, Seq, Head, 7]> { x + y }
pub fn f8(x: &T<shape![Batch, Seq, Head, 8]>, y: &T<shape![Seq, 1, 8]>) -> T<shape![Batch, Seq, Head, 8]> { x + y }
pub fn f9(x: &T<shape![Batch, Seq, Head, 9]>, y: &T<shape![Seq, 1, 9]>) -> T<shape![Batch, Seq, Head, 9]> { x + y }
pub fn f10(x: &T<shape![Batch, Seq, Head, 10]>, y: &T<shape![Seq, 1, 10]>) -> T<shape![Batch, Seq, Head, 10]> { x + y }
pub fn f11(x: &T<shape![Batch, Seq, Head, 11]>, y: &T<shape![Seq, 1, 11]>) -> T<shape![Batch, Seq, Head, 11]> { x + y }
pub fn f12(x: &T<shape![Batch, Seq, Head, 12]>, y: &T<shape![Seq, 1, 12]>) -> T<shape![Batch, Seq, Head, 12]> { x + y }
pub fn f13(x: &T<shape![Batch, Seq, Head, 13]>, y: &T<shape![Seq, 1, 13]>) -> T<shape![Batch, Seq, Head, 13]> { x + y }
pub fn f14(x: &T<shape![Batch, Seq, Head, 14]>, y: &T<shape![Seq, 1, 14]>) -> T<shape![Batch, Seq, Head, 14]> { x + y }
pub fn f15(x: &T<shape![Batch, Seq, Head, 15]>, y: &T<shape![Seq, 1, 15]>) -> T<shape![Batch, Seq, Head, 15]> { x + y }
pub fn f16(x: &T<shape![Batch, Seq, Head, 16]>, y: &T<shape![Seq, 1, 16]>) -> T<shape![Batch, Seq, Head, 16]> { x + y }
pub fn f17(x: &T<shape![Batch, Seq, Head, 17]>, y: &T<shape![Seq, 1, 17]>) -> T<shape![Batch, Seq, Head, 17]> { x + y }
pub fn f18(x: &T<shape![Batch, Seq, Head, 18]>, y: &T<shape![Seq, 1, 18]>) -> T<shape![Batch, Seq, Head, 18]> { x + y }
pub fn f19(x: &T<shape![Batch, Seq, Head, 19]>, y: &T<shape![Seq, 1, 19]>) -> T<shape![Batch, Seq, Head, 19]> { x + y }
pub fn f20(x: &T<shape![Batch, Seq, Head, 20]>, y: &T<shape![Seq, 1, 20]>) -> T<shape![Batch, Seq, Head, 20]> { x + y }
pub fn f21(x: &T<shape![Batch, Seq, Head, 21]>, y: &T<shape![Seq, 1, 21]>) -> T<shape![Batch, Seq, Head, 21]> { x + y }
