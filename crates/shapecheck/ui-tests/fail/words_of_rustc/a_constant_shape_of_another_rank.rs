use shapecheck::broadcast::broadcast_shapes_const;

const SIZES: [usize; 3] = broadcast_shapes_const(&[&[2, 3], &[3]]);

fn main() {
    let _ = SIZES;
}
