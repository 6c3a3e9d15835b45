use plotters::prelude::*;
use shapecheck::{InlineTensor, dim, dims, shape};
use shapecheck_weights::{load_npy, save_npy};

dims! { Time }
const RATE: usize = 1000; // numbers in a second

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let signal = load_npy::<f64, shape![Time]>("signal.npy")?;
    let centred = &signal - signal.mean();
    println!("mean {:.6}, deviation {:.6}", signal.mean(), signal.std());
    println!("from {:.6} to {:.6}", signal.min(), signal.max());
    let neighbours = centred.iter_windows::<-1, dim!(2)>();
    let crossings = neighbours.filter(|pair| pair.product() < 0.0).count();
    println!("zero is crossed {crossings} times");

    // Spectra of frames of 256 numbers, each 128 after the one before.
    let window = InlineTensor::<f64, shape![256]>::hann();
    let frames = centred.along::<-1>().windows::<dim!(256), dim!(128)>() * window;
    println!("frames deviate by {:.6}", frames.std_axis::<-1>().mean());
    let power = frames.along::<-1>().rfft().map(|x| x.norm_sqr());
    let mean = power.mean_axis::<-2>().remove_axis::<-2>();
    let hertz = |bin: usize| (bin * RATE) as f64 / 256.0;
    let loudest = power.argmax_axis::<-1>().map(hertz);
    println!("loudest {:.3} to {:.3} Hz", loudest.min(), loudest.max());
    println!("peak {:.6} at {:.3} Hz", mean.max(), hertz(mean.argmax()));
    let energy = power.sum_axis::<-1>();
    let loud = energy.iter().filter(|&&x| x > energy.mean()).count();
    println!("{loud} of {} frames are loud", energy.len());

    // What is below 200 Hz.
    let mut spectrum = centred.along::<-1>().rfft();
    let high = 200 * signal.len() / RATE;
    spectrum.slice_axis_mut::<-1>(high..).fill(0.0.into());
    let smooth = spectrum.along::<-1>().irfft();
    println!("smooth: deviation {:.6}", smooth.std());
    save_npy(&smooth, "smooth.npy")?;

    let area = SVGBackend::new("spectrum.svg", (640, 320)).into_drawing_area();
    let mut chart = ChartBuilder::on(&area)
        .set_left_and_bottom_label_area_size(40)
        .build_cartesian_2d(0.0..500.0, 0.0..40.0)?;
    chart.configure_mesh().x_desc("Hz").y_desc("dB").draw()?;
    let decibels = (0..129).map(|bin| (hertz(bin), 10.0 * mean[[bin]].log10()));
    chart.draw_series(LineSeries::new(decibels, BLUE))?;
    Ok(area.present()?)
}
