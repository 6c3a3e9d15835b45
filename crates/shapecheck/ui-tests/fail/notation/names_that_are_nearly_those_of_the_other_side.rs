use shapecheck::{InlineTensor, einsum, rearrange};

fn main() {
    let x = InlineTensor::from([[1.0, 2.0], [3.0, 4.0]]);
    einsum!("batch head, head key -> batch heads"; &x, &x);
    rearrange!(&x, "batch head -> heads batch");
    rearrange!(&x, "batch (head key) -> batch head key"; heads = 2);
}
