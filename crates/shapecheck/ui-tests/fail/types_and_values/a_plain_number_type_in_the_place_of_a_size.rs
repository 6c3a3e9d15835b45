use shapecheck::Dim;

fn require<N: Dim>() {}

fn main() {
    require::<usize>();
}
