//! Borrows, lifetimes and futures.

use std::collections::HashMap;
use std::rc::Rc;

fn in_map(map: HashMap<u8, Vec<u8>>) {
    map[&0].push(1);
}

fn refutable(sizes: &[usize]) {
    let [rows, columns] = sizes;
}

fn longer<'a, 'b>(a: &'a str, b: &'b str) -> &'a str {
    b
}

fn sent<T: Send>(of: T) {}

async fn nothing() {}

fn future() {
    sent(async {
        let of = Rc::new(1);
        nothing().await;
        drop(of);
    });
}

fn higher(of: impl for<'a> Fn(&'a str) -> &'a str) {}

fn ranked() {
    let of = |a| a;
    higher(of);
}

trait Trait<'a> {}
impl Trait<'static> for u8 {}
fn general<T: for<'a> Trait<'a>>() {}

fn of_trait() {
    general::<u8>();
}

pub trait Called {
    fn called<F: Fn()>(&self, _: F) {}
}

pub fn proved<V>(v: &V)
where
    for<'a> &'a V: Called + 'static,
{
    v.called(|| {});
}

fn main() {}
