use shapecheck::{contract, shape};

fn main() {
    let images = <shape![32, 784]>::default();
    let labels = [32];
    contract!("images: b c h w, labels: b"; &images, &labels);
    contract!("images: b c, labels: b classes"; &images, &labels);
    contract!("images: b c h ... w"; &images);
}
