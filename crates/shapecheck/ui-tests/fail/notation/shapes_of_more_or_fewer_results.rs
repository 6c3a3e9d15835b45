use shapecheck::{DynShape, shapes};

#[shapes("x: b t -> b t, b")]
fn one(x: DynShape) -> DynShape {
    x
}

#[shapes("x: b t -> b t")]
fn two(x: DynShape) -> Result<(DynShape, DynShape), String> {
    Ok((x.clone(), x))
}

#[shapes("x: b t -> b t, b t")]
fn three(x: DynShape) -> (DynShape, DynShape, DynShape) {
    (x.clone(), x.clone(), x)
}

fn main() {}
