//! A linear layer, without values.
use shapecheck::dry::{self, Sizes};
use shapecheck::{TensorOn, shape};

fn main() {
    let weights = TensorOn::<f32, shape![10, 784], Sizes>::zeros();
    println!("a layer");
    dry::run(|| TensorOn::<f32, shape![32, 784], _>::zeros().linear(&weights));
    if std::env::args().nth(1).as_deref() == Some("twice") {
        dry::run(|| TensorOn::<f32, shape![1, 784], _>::zeros().linear(&weights));
    }
}
