use shapecheck::broadcast::broadcast_shapes_const;

const SIZES: [usize; 2] = broadcast_shapes_const(&[&[2, 224], &[128]]);

fn main() {
    let _ = SIZES;
}
