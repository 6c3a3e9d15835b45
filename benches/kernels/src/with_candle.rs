//! candle on the CPU. Its results are always new tensors.

use candle_core::{D, DType, Device, Result, Shape, Tensor};

use crate::measure::{Contender, Numbers, on};
use crate::work::{Work, input};

impl Numbers for Tensor {
    fn numbers(&self) -> Vec<f32> {
        self.flatten_all()
            .and_then(|flat| flat.to_vec1())
            .expect("a tensor of f32")
    }
}

fn tensor(operand: u64, sizes: impl Into<Shape>) -> Tensor {
    let sizes = sizes.into();
    let numbers = input(operand, sizes.elem_count());
    Tensor::from_vec(numbers, sizes, &Device::Cpu).expect("as many numbers as asked for")
}

fn unary(a: Tensor, work: impl Fn(&Tensor) -> Result<Tensor> + 'static) -> Contender {
    on(a)
        .allocated(move |a| work(a).expect("a shape that fits"))
        .contender()
}

fn binary(a: Tensor, b: Tensor, work: fn(&Tensor, &Tensor) -> Result<Tensor>) -> Contender {
    on((a, b))
        .allocated(move |(a, b)| work(a, b).expect("shapes that fit"))
        .contender()
}

pub fn contender(work: Work) -> Contender {
    match work {
        Work::AddRow | Work::AddRowDynamic => binary(
            tensor(0, (1024, 768)),
            tensor(1, 768),
            Tensor::broadcast_add,
        ),
        Work::AddOuter => binary(
            tensor(0, (512, 1)),
            tensor(1, (1, 512)),
            Tensor::broadcast_add,
        ),
        Work::MultiplyMiddle => binary(
            tensor(0, (64, 1, 256)),
            tensor(1, (1, 128, 256)),
            Tensor::broadcast_mul,
        ),
        Work::DivideByColumn | Work::DivideByColumnDynamic => binary(
            tensor(0, (1024, 768)),
            tensor(1, (1024, 1)),
            Tensor::broadcast_div,
        ),
        Work::AddInline | Work::AddSmall | Work::AddSmallDynamic => {
            binary(tensor(0, (4, 4)), tensor(1, 4), Tensor::broadcast_add)
        }
        Work::AddChannel => binary(
            tensor(0, (8, 64, 56, 56)),
            tensor(1, (64, 1, 1)),
            Tensor::broadcast_add,
        ),
        Work::ExpandRow => unary(tensor(0, (1, 768)), |a| {
            a.broadcast_as((512, 768))?.contiguous()
        }),
        Work::ExpandColumn => unary(tensor(0, (1024, 1)), |a| {
            a.broadcast_as((1024, 1024))?.contiguous()
        }),
        Work::AddRowInPlace
        | Work::NormalizeFused
        | Work::NormalizeFusedDynamic
        | Work::UpdateTransposed
        | Work::TakeSlice
        | Work::SumSlice
        | Work::UpdateSlice => on(()).contender(),
        Work::NormalizeByOperators | Work::NormalizeByOperatorsDynamic => {
            let (x, mean, deviation) = (
                tensor(0, (1024, 768)),
                tensor(1, (1024, 1)),
                tensor(2, (1024, 1)),
            );
            on((x, mean, deviation, tensor(3, 768), tensor(4, 768)))
                .allocated(|(x, mean, deviation, gamma, beta)| {
                    x.broadcast_sub(mean)
                        .and_then(|centred| centred.broadcast_div(deviation))
                        .and_then(|scaled| scaled.broadcast_mul(gamma))
                        .and_then(|scaled| scaled.broadcast_add(beta))
                        .expect("shapes that fit")
                })
                .contender()
        }
        Work::SumLast => unary(tensor(0, (1024, 768)), |a| a.sum(D::Minus1)),
        Work::MaxLast => unary(tensor(0, (1024, 768)), |a| a.max(D::Minus1)),
        Work::SumFirst => unary(tensor(0, (1024, 768)), |a| a.sum(0)),
        Work::MaxFirst => unary(tensor(0, (1024, 768)), |a| a.max(0)),
        Work::AddNarrow => binary(tensor(0, (100_000, 3)), tensor(1, 3), Tensor::broadcast_add),
        Work::AddPairs => binary(tensor(0, (100_000, 2)), tensor(1, 2), Tensor::broadcast_add),
        Work::MultiplyNarrow => binary(
            tensor(0, (100_000, 3)),
            tensor(1, (100_000, 1)),
            Tensor::broadcast_mul,
        ),
        Work::SumNarrowLast => unary(tensor(0, (100_000, 3)), |a| a.sum(D::Minus1)),
        Work::SumNarrowFirst => unary(tensor(0, (100_000, 3)), |a| a.sum(0)),
        Work::MaxNarrowLast => unary(tensor(0, (100_000, 10)), |a| a.max(D::Minus1)),
        Work::SumLongFirst => unary(tensor(0, (2048, 100)), |a| a.sum(0)),
        Work::ArgmaxFirst => unary(tensor(0, (1024, 768)), |a| {
            a.argmax(0)?.to_dtype(DType::F32)
        }),
        Work::ArgmaxLast => unary(tensor(0, (1024, 768)), |a| {
            a.argmax(D::Minus1)?.to_dtype(DType::F32)
        }),
        Work::SumTransposed => unary(tensor(0, (1024, 768)), |a| a.t()?.sum_all()),
        Work::SumSides => unary(tensor(0, (64, 128, 96)), |a| a.sum((0, 2))),
        Work::SumPlanes => unary(tensor(0, (8, 64, 56, 56)), |a| a.sum((0, 2, 3))),
        Work::SumAlternate => unary(tensor(0, (16, 24, 32, 96)), |a| a.sum((0, 2))),
        Work::CopyTransposed => unary(tensor(0, (1024, 1024)), |a| a.t()?.contiguous()),
        Work::AddTransposed => binary(tensor(0, (1024, 1024)), tensor(1, (1024, 1024)), |a, b| {
            a + b.t()?
        }),
        Work::AddTransposes => binary(tensor(0, (1024, 1024)), tensor(1, (1024, 1024)), |a, b| {
            a.t()? + b.t()?
        }),
        Work::ExpEach => unary(tensor(0, (512, 768)), Tensor::exp),
        Work::LnEach => unary(tensor(0, (512, 768)), Tensor::log),
        Work::TanhEach => unary(tensor(0, (512, 768)), Tensor::tanh),
        Work::SigmoidEach => unary(tensor(0, (512, 768)), |a| (a.neg()?.exp()? + 1.0)?.recip()),
        Work::ErfEach => unary(tensor(0, (512, 768)), Tensor::erf),
        Work::GeluEach => unary(tensor(0, (512, 768)), Tensor::gelu_erf),
        Work::SqrtEach => unary(tensor(0, (512, 768)), Tensor::sqrt),
        Work::SinEach => unary(tensor(0, (512, 768)), Tensor::sin),
        Work::CosEach => unary(tensor(0, (512, 768)), Tensor::cos),
        Work::Softmax => unary(tensor(0, (512, 768)), |a| {
            let powers = a.broadcast_sub(&a.max_keepdim(D::Minus1)?)?.exp()?;
            powers.broadcast_div(&powers.sum_keepdim(D::Minus1)?)
        }),
        Work::ScaleDynamic => {
            let operands = (
                tensor(0, (1024, 768)),
                tensor(1, (1024, 1)),
                tensor(2, (1024, 768)),
            );
            on(operands)
                .allocated(|(x, s, y)| {
                    x.broadcast_mul(s)
                        .and_then(|scaled| scaled + y)
                        .expect("shapes that fit")
                })
                .contender()
        }
        Work::MatmulSquare => binary(tensor(0, (256, 256)), tensor(1, (256, 256)), Tensor::matmul),
        // As a batch, and as the taller matrix that it is with one right-hand matrix.
        Work::MatmulBatch => on((tensor(0, (16, 64, 64)), tensor(1, (64, 64))))
            .allocated(|(a, b)| a.broadcast_matmul(b).expect("shapes that fit"))
            .allocated(|(a, b)| {
                a.reshape((1024, 64))
                    .and_then(|tall| tall.matmul(b))
                    .and_then(|tall| tall.reshape((16, 64, 64)))
                    .expect("shapes that fit")
            })
            .contender(),
    }
}
