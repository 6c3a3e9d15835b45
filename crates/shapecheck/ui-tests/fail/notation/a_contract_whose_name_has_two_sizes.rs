use shapecheck::{InlineTensor, contract, shape};

fn main() {
    let images = InlineTensor::<f32, shape![32, 3, 28, 28]>::zeros();
    let labels = InlineTensor::<u8, shape![31]>::zeros();
    contract!("images: b c h w, labels: b"; &images, &labels);
}
