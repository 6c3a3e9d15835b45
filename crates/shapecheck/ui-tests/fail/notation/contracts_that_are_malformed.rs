use shapecheck::contract;

fn main() {
    let x = [2, 3];
    contract!("x: a b -> c"; &x);
    contract!("x: a b -> a a"; &x);
    contract!("x: a b -> 3"; &x);
    contract!("x: a b -> ..."; &x);
    contract!("x: (a b)"; &x);
    contract!("x: a *"; &x);
    contract!("x: a, x: b"; &x, &x);
    contract!("x y: a"; &x);
    contract!("x: a b, y: a"; &x);
    contract!("x: a b"; &x, c = 3);
    contract!("x: a b"; &x, a = 2, a = 2);
    contract!(x: a b; &x);
}
