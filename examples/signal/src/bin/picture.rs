use image::{GrayImage, RgbImage};
use shapecheck::{InlineTensor, Tensor, dims, shape};

dims! { Height, Width }

/// The pixels, in the memory of the picture.
fn pixels(
    picture: RgbImage,
) -> Result<Tensor<u8, shape![Height, Width, 3]>, shapecheck::ShapeError> {
    let (width, height) = picture.dimensions();
    let shape = <shape![Height, Width, 3]>::of([height as usize, width as usize]);
    Tensor::from_vec_with(shape, picture.into_raw())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    RgbImage::from_fn(4, 2, |x, y| image::Rgb([60 * x as u8, 90 * y as u8, 30]))
        .save("colours.png")?;

    let colours = pixels(image::open("colours.png")?.into_rgb8())?;
    let weights = InlineTensor::<f32, shape![3]>::from([0.299, 0.587, 0.114]);
    let grey: Tensor<f32, shape![Height, Width]> = colours.cast::<f32>().matmul(&weights);
    println!("{grey:.1}");

    let [height, width] = [grey.dims()[0] as u32, grey.dims()[1] as u32];
    let bytes = grey.map(|x| x.round() as u8).into_vec();
    let picture = GrayImage::from_raw(width, height, bytes).ok_or("another number of pixels")?;
    Ok(picture.save("grey.png")?)
}
