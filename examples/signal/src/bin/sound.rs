use hound::{SampleFormat, WavReader, WavSpec, WavWriter};
use shapecheck::{Tensor, dims, shape};

dims! { Time }

/// The samples of a file with two channels, each from -1 to 1.
fn stereo(path: &str) -> Result<Tensor<f32, shape![Time, 2]>, Box<dyn std::error::Error>> {
    let reader = WavReader::open(path)?;
    let sizes = [reader.duration() as usize, reader.spec().channels.into()];
    let samples = reader
        .into_samples::<i16>()
        .collect::<Result<Vec<i16>, _>>()?;
    // Says which size is another one, if the file has one channel.
    let shape = <shape![Time, 2]>::try_from(sizes)?;
    Ok(Tensor::from_vec_with(shape, samples)?.cast::<f32>() / 32768.0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (sample_rate, bits_per_sample) = (8000, 16);
    let sample_format = SampleFormat::Int;
    let spec = |channels| WavSpec {
        channels,
        sample_rate,
        bits_per_sample,
        sample_format,
    };
    let mut writer = WavWriter::create("stereo.wav", spec(2))?;
    for sample in [0, 16384, -16384, 0, 8192, -8192_i16] {
        writer.write_sample(sample)?;
    }
    writer.finalize()?;

    let sound = stereo("stereo.wav")?;
    let mono: Tensor<f32, shape![Time]> = sound.mean_axis::<-1>().remove_axis::<-1>();
    println!("{mono}");
    let mut writer = WavWriter::create("mono.wav", spec(1))?;
    for sample in &mono {
        writer.write_sample((sample * 32768.0).round() as i16)?;
    }
    writer.finalize()?;
    println!(
        "{}",
        stereo("mono.wav").expect_err("a file with one channel")
    );
    Ok(())
}
