//! Two types that differ, and what is called or bounded otherwise than it is declared.

use std::ops::Index;

struct Model;

fn copied(model: Model, of: &mut Model) {
    let _ = model.clone();
    let _: Model = of.missing();
}

fn parameters<A, B>(a: A) -> B {
    let b: B = a;
    let _: A = b;
    b
}

fn taken_field(of: u8) {
    let _ = of.count_ones;
}

fn assigned(mut of: Vec<u8>, other: Model) {
    of[0] = other;
}

fn number<A>(a: A) -> u8 {
    a
}

fn parameter<A>() -> A {
    1
}

trait Dim {}

trait StaticDim {
    const SIZE: usize;
}

fn of_parameter<N: Dim>() -> usize {
    N::SIZE
}

struct Pair<A, B>(A, B);

impl<A, B> Pair<A, B> {
    fn swapped(self) -> Pair<B, A> {
        self
    }
}

trait Motion<N> {
    fn step(&self, of: &[u8; 2]) -> u8;
    fn sized<const M: usize>(&self);
}

impl Motion<u8> for Model {
    fn step(&self, of: &[u8; 3]) -> u8 {
        0
    }
    fn sized<const M: usize>(&self) {}
}

fn object(motion: &dyn Motion<u8>) {}

trait Generic {
    fn size(&self) -> usize;
    fn of<N>(&self);
}

fn of_generic(it: &dyn Generic) {}

struct Bounded<T>(T);

impl<T: Copy> Iterator for Bounded<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        None
    }
}

fn satisfied() {
    let _ = Bounded(Model).map(|_| 0);
    let _ = of_closure(|a: u8| a);
    let _: Box<dyn Fn(u8) -> u8> = Box::new(|a: &u8| *a);
}

fn of_closure(of: impl Fn(&str) -> u8) {}

fn arrays() {
    let _: [u8; 2] = [1, 2, 3];
    let _: u8 = 1.5;
    let mut x = 1f32;
    x -= Model;
    Model > Model;
    x *= Model;
    x /= Model;
    1 = 2;
    1 += 2;
    1(2);
    let _ = 1.5.powi(2);
    taken(x);
    changed(x);
    let _: Option<u8> = option(1u16);
}

fn option<T>(of: T) -> Option<T> {
    Some(of)
}

fn taken<T: Index<usize>>(of: T) {}

fn changed(of: &mut f32) {}

fn generics() {
    let _ = "1".parse::<u8, u8>();
}

fn open() {
    let open = None;
}

fn open_array() {
    let sizes = sized();
}

fn open_sum(of: &[f32]) {
    of.iter().sum() * 2.0;
}

fn open_part() -> f32 {
    let part = [1.0].iter().map(|x| x * 2.0).sum();
    part
}

fn sized<const N: usize>() -> [u8; N] {
    [0; N]
}

trait Layer {}
struct Wide<T>(T);
impl<T: Copy> Layer for Wide<T> {}

fn layer(of: impl Layer) {}

#[derive(Clone)]
struct Shared<T>(std::rc::Rc<T>);

fn cloned(of: impl Clone) {}

struct Within<T: ?Sized>(T);

fn without_size(of: Within<str>) {}

fn introduced() {
    layer(Wide(Model));
    cloned(Shared(std::rc::Rc::new(Model)));
}

struct Alias<T>(T);
type Of<T> = Alias<T>;
trait Sums<T> {}

fn missing(of: Of, to: impl Sums) {}

fn main() {}
