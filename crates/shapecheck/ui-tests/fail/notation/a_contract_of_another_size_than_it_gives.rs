use shapecheck::{contract, shape};

const CHANNELS: usize = 3;

fn main() {
    let images = <shape![32, 4, 1536]>::default();
    contract!("b channels n"; &images, channels = CHANNELS);
    contract!("b 3 n"; &images);
    contract!("... 1500"; &images);
}
