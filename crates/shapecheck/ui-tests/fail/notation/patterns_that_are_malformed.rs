use shapecheck::{InlineTensor, rearrange, reduce, repeat};

fn main() {
    let x = InlineTensor::from([[1.0, 2.0], [3.0, 4.0]]);
    rearrange!(&x, "a b -> b c");
    rearrange!(&x, "a b -> b");
    rearrange!(&x, "a b -> b a a");
    rearrange!(&x, "a a -> a");
    rearrange!(&x, "a (b c -> a b c");
    rearrange!(&x, "a ((b c) d) -> a b c d");
    rearrange!(&x, "a (b c) -> a b c");
    rearrange!(&x, "a 2 -> a");
    rearrange!(&x, "a ... -> a");
    rearrange!(&x, "a b -> ... a b");
    rearrange!(&x, "a (...) -> a ...");
    rearrange!(&x, "a * -> a *");
    rearrange!(&x, "a, b -> a b");
    rearrange!(&x, "a b");
    rearrange!(&x, "a b -> b a"; c = 2);
    rearrange!(&x, "a (b c) -> a b c"; b = 2, b = 1);
    rearrange!(&x, "a (b c) -> a b c"; b: 2);
    rearrange!("a b -> b a");
    rearrange!([], "n a b -> a n b");
    reduce!(&x, "a b -> a c", sum);
    reduce!(&x, "a b -> a");
    reduce!(&x, "a b -> a", average);
    reduce!(&x, "a b -> a", "sum", b = 3);
    repeat!(&x, "a b -> a (b r)");
    repeat!(&x, "a b -> a r"; r = 4);
}
