use shapecheck::{InlineTensor, shape, unpack};

fn main() {
    let packed = InlineTensor::<f32, shape![2, 67, 8]>::zeros();
    unpack!(&packed, [[6, 11]], "b * c");
    unpack!(&packed, [[6, 12], _], "b * c");
    unpack!(&packed, [_, _], "b * c");
    unpack!(&packed, [_], "b * c d");
}
