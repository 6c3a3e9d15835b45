use shapecheck::{InlineTensor, pack, shape};

fn main() {
    let image = InlineTensor::<f32, shape![2, 3, 4, 8]>::zeros();
    let class = InlineTensor::<f32, shape![3, 8]>::zeros();
    let number = InlineTensor::<f32, shape![2]>::zeros();
    pack!([&image, &class], "b * c");
    pack!([&image, &number], "b * c");
    pack!([&image], "b c");
    pack!([&image], "b * * c");
    pack!([&image], "b * b");
    pack!([&image], "b (h *) c");
}
