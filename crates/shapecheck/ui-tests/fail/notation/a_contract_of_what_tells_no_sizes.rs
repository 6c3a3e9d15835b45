use shapecheck::contract;

fn main() {
    let images = String::from("32 3 28 28");
    contract!("images: b c h w"; &images);
}
