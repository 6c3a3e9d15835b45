use shapecheck::{broadcasted, shape};

fn use_it(_: broadcasted![shape![2, 3], shape![3], shape![4, 1]]) {}

fn main() {}
