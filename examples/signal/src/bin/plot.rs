use plotters::coord::Shift;
use plotters::prelude::*;
use shapecheck::{Tensor, dims, shape};

dims! { Time }

/// A curve for each row. The rows are of the tensor's memory, and points are made while they are drawn.
fn draw<Backend: DrawingBackend<ErrorType: 'static>>(
    area: &DrawingArea<Backend, Shift>,
    curves: &Tensor<f64, shape![2, Time]>,
) -> Result<(), Box<dyn std::error::Error>> {
    let (least, most, length) = (curves.min(), curves.max(), curves.dims()[1]);
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .build_cartesian_2d(0..length, least..most)?;
    for (number, row) in curves.rows().enumerate() {
        chart.draw_series(LineSeries::new(
            row.iter().copied().enumerate(),
            Palette99::pick(number),
        ))?;
    }
    Ok(area.present()?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shape = <shape![2, Time]>::of([100]);
    let curves = Tensor::from_fn_with(shape, |[row, t]| (t as f64 / 10.0 + row as f64).sin());
    draw(
        &SVGBackend::new("curves.svg", (640, 320)).into_drawing_area(),
        &curves,
    )?;

    let mut pixels = vec![0; 640 * 320 * 3];
    draw(
        &BitMapBackend::with_buffer(&mut pixels, (640, 320)).into_drawing_area(),
        &curves,
    )?;
    image::save_buffer("curves.png", &pixels, 640, 320, image::ColorType::Rgb8)?;
    println!("{} points", curves.len());
    Ok(())
}
