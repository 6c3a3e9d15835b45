//! Contracts of functions of burn's own tensors, whose ranks are compared while compiling.

use std::panic::{AssertUnwindSafe, catch_unwind};

use shapecheck::shapes;
use shapecheck_burn::burn::tensor::{Device, Int, Tensor};

#[shapes("images: b c h w, labels: b -> b c", always)]
fn means(images: Tensor<4>, labels: &Tensor<1, Int>) -> Tensor<2> {
    let _ = labels;
    images.mean_dim(3).mean_dim(2).squeeze_dims(&[2, 3])
}

#[test]
fn burns_own_tensors_have_contracts() {
    let device = Device::default();
    let images = Tensor::<4>::ones([2, 3, 4, 5], &device);
    let labels = |count| Tensor::<1, Int>::zeros([count], &device);
    assert_eq!(means(images.clone(), &labels(2)).dims(), [2, 3]);
    let payload = catch_unwind(AssertUnwindSafe(|| means(images, &labels(3)).dims()));
    let told = *payload
        .expect_err("a panic")
        .downcast::<String>()
        .expect("a text");
    assert!(
        told.starts_with(
            "the arguments of `means` do not fit `images: b c h w, labels: b -> b c`: `b` is 2 in `images` and 3 in `labels`"
        ),
        "{told}"
    );
}
