use shapecheck::algebra::MatrixProduct;
use shapecheck::shape;

type Product<A, B> = <A as MatrixProduct<B>>::Output;

fn transposed(_: Product<shape![10], shape![784, 10]>) {}

fn main() {}
