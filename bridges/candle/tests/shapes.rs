//! Contracts of functions of candle's own tensors.

use std::panic::{AssertUnwindSafe, catch_unwind};

use candle_core::{DType, Device, Error, Tensor};
use shapecheck::shapes;
use shapecheck_candle::candle_core;

struct Attention {
    heads: usize,
}

impl Attention {
    #[shapes("q: b t h*d, k: b s h*d, mask: t s -> b h t s", h = self.heads, always)]
    fn scores(&self, q: &Tensor, k: &Tensor, mask: Option<&Tensor>) -> Result<Tensor, Error> {
        let (b, t, width) = q.dims3()?;
        let split = |x: &Tensor| {
            x.reshape((b, (), self.heads, width / self.heads))?
                .transpose(1, 2)
        };
        let (q, k) = (split(q)?, split(k)?);
        shapes!(q: b h t d, k: b h s d);
        let scores = q.contiguous()?.matmul(&k.transpose(2, 3)?.contiguous()?)?;
        assert_eq!(scores.dim(2)?, t);
        match mask {
            Some(mask) => scores.broadcast_add(mask),
            None => Ok(scores),
        }
    }
}

fn zeros(sizes: &[usize]) -> Tensor {
    Tensor::zeros(sizes, DType::F32, &Device::Cpu).expect("memory")
}

#[test]
fn candles_own_tensors_have_contracts() {
    let layer = Attention { heads: 2 };
    let (q, k, mask) = (zeros(&[2, 3, 8]), zeros(&[2, 5, 8]), zeros(&[3, 5]));
    let scores = layer.scores(&q, &k, Some(&mask)).expect("sizes that fit");
    assert_eq!(scores.dims(), [2, 2, 3, 5]);
    let told = |q: &Tensor, k: &Tensor, mask: &Tensor| {
        let layer = Attention { heads: 2 };
        let call = AssertUnwindSafe(|| layer.scores(q, k, Some(mask)).is_ok());
        let payload = catch_unwind(call);
        *payload
            .expect_err("a panic")
            .downcast::<String>()
            .expect("a text")
    };
    assert_eq!(
        told(&q, &zeros(&[2, 5, 7]), &mask.t().expect("a matrix")),
        "the arguments of `Attention::scores` do not fit `q: b t h*d, k: b s h*d, mask: t s -> b h t s`: \
         `h*d` is 8 in `q` and 7 in `k`; `t` is 3 in `q` and 5 in `mask`; `s` is 5 in `k` and 3 in `mask`\n  \
         `q` has shape [2, 3, 8]\n  `k` has shape [2, 5, 7]\n  `mask` has shape [5, 3]"
    );
}
