use shapecheck::{InlineTensor, Tensor, View, dims, shape};
use shapecheck_weights::{Files, Load, Save, WeightsError, load_npy, load_npz, save_npy, save_npz};

dims! { Time }

#[derive(Load, Save)]
struct Recording {
    points: Tensor<f64, shape![Time, 3]>,
    is_valid: Tensor<bool, shape![Time]>,
}

fn main() -> Result<(), WeightsError> {
    // As `np.save("points.npy", points)` writes it.
    save_npy(&InlineTensor::<f64, shape![5, 3]>::ones(), "points.npy")?;
    let points = load_npy::<f64, shape![Time, 3]>("points.npy")?;
    assert_eq!(points.sum(), 15.0);
    if let Err(error) = load_npy::<f32, shape![Time, 4]>("points.npy") {
        println!("{error}");
    }

    // In place, in a file that may be larger than memory.
    // SAFETY: no program changes the file as long as `files` exists.
    let files = unsafe { Files::map("points.npy")? };
    let view: View<'_, f64, shape![Time, 3]> = files.reader().load()?;
    assert_eq!(view.sum_axis::<-2>().to_vec(), [5.0; 3]);

    // An archive has an array for each field of a struct, as of `np.savez("recording.npz", points=points, is_valid=is_valid)`.
    let is_valid = Tensor::full_with(<shape![Time]>::of([5]), true);
    save_npz(&Recording { points, is_valid }, "recording.npz")?;
    let recording: Recording = load_npz("recording.npz")?;
    assert!(recording.is_valid.all());
    println!("{} points", recording.points.dims()[0]);
    Ok(())
}
