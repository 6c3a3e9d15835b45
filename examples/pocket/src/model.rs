//! The network that `examples/digits` trains, for one image at a time, in memory whose size the compiler knows.

use shapecheck::{InlineTensor, broadcast_map, broadcast_update, dim, shape};

use crate::learned::{FILTERS, FILTERS_BIAS, HIDDEN, HIDDEN_BIAS, SCORES, SCORES_BIAS};

/// Intensities from 0 to 16.
pub type Image = InlineTensor<u8, shape![8, 8]>;

/// How likely an image shows each digit: ten numbers of which the sum is 1.
pub fn read(image: &Image) -> InlineTensor<f32, shape![10]> {
    let image = image.map(|ink| f32::from(ink) / 16.0);

    // Each of 8 filters at each of 6 by 6 places. Views are shifted over the image; nothing is copied.
    let mut maps = FILTERS_BIAS.broadcast_to::<shape![8, 6, 6]>().to_tensor();
    for row in 0..3 {
        for column in 0..3 {
            let pixels = image
                .narrow::<-2, dim!(6)>(row)
                .narrow::<-1, dim!(6)>(column);
            let weights = FILTERS.index_axis::<-5>(row).index_axis::<-4>(column); // [8, 1, 1]
            broadcast_update!(|map, pixel, weight| *map += pixel * weight; &mut maps, &pixels, &weights);
        }
    }
    let features = maps.map(|x| x.max(0.0)).into_shape::<shape![288]>();

    let sums = features.matmul(&HIDDEN);
    let hidden = broadcast_map!(|sum, bias| (sum + bias).max(0.0); sums, &HIDDEN_BIAS);
    let scores = hidden.matmul(&SCORES) + &SCORES_BIAS;
    scores.drop_axis::<-2>().softmax::<-1>()
}
