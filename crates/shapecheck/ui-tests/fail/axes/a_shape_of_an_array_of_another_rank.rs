use shapecheck::shape;

fn main() {
    let tokens = 5;
    let _ = <shape![_, _]>::try_from([1, 1, tokens, tokens]);
}
