use shapecheck::checked;

#[checked]
struct Settings {
    rate: f32,
}

fn main() {}
