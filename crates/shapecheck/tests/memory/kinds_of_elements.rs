//! Elements of each kind that Rust has, made, read and changed in every way: cells, which change behind a shared
//! reference, atomics, elements without bytes or of strict alignment, such as are dropped, borrow or are counted.
//!
//! What is right here is seen by Miri, except for drops, which are counted.
// Under AddressSanitizer.
#![cfg(all(feature = "alloc", feature = "tensor"))]
#![forbid(unsafe_code)]

#[path = "../counted/between_threads.rs"]
mod counted;

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use counted::Counted;
use shapecheck::{InlineTensor, Tensor, broadcast_map, shape};

/// Calls a function with a tensor of these elements from each constructor and in each kind of memory, and with parts of
/// them: small ones in the array itself, and large ones.
macro_rules! on_all {
    ($make:expr, |$x:ident| $run:expr) => {{
        let mut make = $make;
        {
            let $x = Tensor::<_, shape![4]>::from_fn(|[index]| make(index));
            $run;
        }
        {
            let $x = Tensor::<_, shape![4]>::from_vec((0..4).map(&mut make).collect()).unwrap();
            $run;
        }
        {
            let whole = Tensor::<_, shape![2, 4]>::from_fn(|[_, index]| make(index));
            let $x = whole.index_axis::<-2>(1);
            $run;
        }
        {
            let whole = Tensor::<_, shape![4, 50]>::from_fn(|[index, _]| make(index));
            let $x = whole.transpose().index_axis::<-2>(7);
            $run;
        }
        {
            let $x = InlineTensor::<_, shape![4]>::from_fn(|[index]| make(index));
            $run;
        }
        {
            let whole = Tensor::<_, shape![4]>::from_fn(|[index]| make(index));
            let $x = whole.view();
            $run;
        }
    }};
}

// Under Miri.
#[test]
fn cells_change_behind_a_shared_reference() {
    on_all!(|index| Cell::new(index as u64), |x| {
        x[[0]].set(5);
        x.iter().for_each(|cell| cell.set(cell.get() + 1));
        assert_eq!(x.iter().map(Cell::get).sum::<u64>(), 6 + 2 + 3 + 4);
    });
}

// Under Miri.
#[test]
fn borrows_are_counted_behind_a_shared_reference() {
    on_all!(|index| RefCell::new(index as u8), |x| {
        *x[[3]].borrow_mut() += 4;
        let one = x[[3]].borrow();
        assert!(x[[3]].try_borrow_mut().is_err());
        assert_eq!(*one, 7);
    });
}

// Under Miri.
#[test]
fn atomics_are_shared_by_threads() {
    on_all!(|index| AtomicU32::new(index as u32), |x| {
        let x = &x;
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(move || {
                    for element in x.iter() {
                        element.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        assert_eq!(x[[2]].load(Ordering::Relaxed), 4);
    });
}

// Under Miri.
#[test]
fn elements_of_shared_memory_are_shared_by_threads() {
    let whole = Tensor::<_, shape![2, 2]>::from_fn(|_| AtomicU32::new(0));
    let part = whole.transpose().index_axis::<-2>(1);
    let counts = std::thread::spawn(move || {
        part.iter().for_each(|element| {
            element.fetch_add(2, Ordering::Relaxed);
        });
        part
    });
    whole[[0, 0]].store(7, Ordering::Relaxed);
    let part = counts.join().unwrap();
    assert_eq!(part[[0]].load(Ordering::Relaxed), 2);
    assert_eq!(whole[[0, 0]].load(Ordering::Relaxed), 7);
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct Aligned(u8);

// Under Miri.
#[test]
fn elements_without_bytes_and_of_strict_alignment() {
    on_all!(|_| (), |x| assert_eq!(x.iter().count(), 4));
    on_all!(|index| Aligned(index as u8), |x| {
        for (index, element) in x.iter().enumerate() {
            assert_eq!(*element, Aligned(index as u8));
            assert_eq!(std::ptr::from_ref(element).addr() % 64, 0);
        }
        let changed = x.map(|element| Aligned(element.0 + 1));
        assert_eq!(changed[[3]], Aligned(4));
    });
    let mut changed = Tensor::<_, shape![3]>::full(Aligned(1));
    changed.view_mut()[[1]] = Aligned(2);
    assert_eq!(changed.to_vec(), [Aligned(1), Aligned(2), Aligned(1)]);
    let mut none = Tensor::<(), shape![3, 50]>::from_fn(|_| ());
    none.iter_mut().for_each(|element| *element = ());
    assert_eq!(none.into_vec().len(), 150);
}

// Under Miri.
#[test]
fn borrowed_and_counted_elements() {
    let numbers = [1, 2, 3, 4];
    let x = Tensor::<&'static str, shape![4]>::full("a");
    assert_eq!(x.map(|text| text.len()).sum(), 4);
    on_all!(|index| Rc::new(index), |x| {
        let again: Vec<_> = x.iter().cloned().collect();
        assert!(x.iter().zip(&again).all(|(a, b)| Rc::ptr_eq(a, b)));
        assert!(x.iter().all(|element| Rc::strong_count(element) >= 2));
    });
    let x = Tensor::<_, shape![4]>::from_fn(|[index]| Cell::new(numbers[index]));
    x.iter().for_each(|cell| cell.set(cell.get() + 1));
}

/// Runs what panics, and tells how many elements are left.
fn left_by_a_panic(run: impl FnOnce(&Arc<AtomicUsize>)) -> usize {
    let count = Arc::new(AtomicUsize::new(0));
    assert!(catch_unwind(AssertUnwindSafe(|| run(&count))).is_err());
    count.load(Ordering::Relaxed)
}

/// A function that gives an element 5 times.
fn fails_later(count: &Arc<AtomicUsize>) -> impl FnMut() -> Counted {
    let mut calls = 0;
    move || {
        calls += 1;
        assert!(calls < 6, "the sixth is none");
        Counted::new(count)
    }
}

// Under Miri.
#[test]
fn elements_before_a_panic_are_dropped() {
    type Small = shape![2, 3];
    let numbers = Tensor::<u8, Small>::zeros();
    let inline = InlineTensor::<u8, Small>::zeros();
    let row = Tensor::<u8, shape![3]>::zeros();
    let left = [
        left_by_a_panic(|count| {
            let mut next = fails_later(count);
            let _ = Tensor::<_, Small>::from_fn(|_| next());
        }),
        left_by_a_panic(|count| {
            let mut next = fails_later(count);
            let _ = InlineTensor::<_, Small>::from_fn(|_| next());
        }),
        left_by_a_panic(|count| {
            let mut next = fails_later(count);
            let _ = numbers.map(|_| next());
        }),
        left_by_a_panic(|count| {
            let mut next = fails_later(count);
            let _ = numbers.transpose().map(|_| next());
        }),
        left_by_a_panic(|count| {
            let mut next = fails_later(count);
            let _ = inline.map(|_| next());
        }),
        left_by_a_panic(|count| {
            let mut next = fails_later(count);
            let _ = broadcast_map!(|_, _| next(); &numbers, &row);
        }),
        left_by_a_panic(|count| {
            let mut next = fails_later(count);
            let _ = numbers.view().map(|_| next());
        }),
    ];
    assert_eq!(left, [0; 7]);
}

/// A counted element whose sixth clone panics.
struct FailsLater(Counted, Rc<Cell<usize>>);

impl Clone for FailsLater {
    fn clone(&self) -> Self {
        self.1.set(self.1.get() + 1);
        assert!(self.1.get() < 6, "the sixth is none");
        Self(self.0.clone(), self.1.clone())
    }
}

// Under Miri.
#[test]
fn clones_before_a_panic_are_dropped() {
    type Small = shape![2, 3];
    let left = |run: fn(&Tensor<FailsLater, Small>)| {
        left_by_a_panic(|count| {
            let clones = Rc::new(Cell::new(0));
            let made = || FailsLater(Counted::new(count), clones.clone());
            run(&Tensor::from_fn(|_| made()));
        })
    };
    let left = [
        left(|x| {
            let rows = Tensor::<usize, shape![3]>::from([1, 0, 1]);
            drop(x.along::<-2>().take(&rows));
        }),
        left(|x| {
            let columns = Tensor::<usize, shape![2, 4]>::from([[0, 2, 1, 1], [1, 0, 2, 0]]);
            drop(x.along::<-1>().gather(&columns));
        }),
        left(|x| {
            let columns = Tensor::<usize, shape![4]>::from([2, 0, 1, 1]);
            drop(x.transpose().along::<-2>().take(&columns));
        }),
        left(|x| drop(Tensor::<_, shape![3, 3]>::full(x[[0, 0]].clone()))),
        left(|x| drop((x.to_vec(), x.to_vec()))),
    ];
    assert_eq!(left, [0; 5]);
}

// Under Miri.
#[test]
fn elements_that_are_dropped_are_kept_by_functions_that_end() {
    let count = Arc::new(AtomicUsize::new(0));
    on_all!(|index| index, |x| {
        let made = x.map(|_| Counted::new(&count));
        assert_eq!(count.load(Ordering::Relaxed), 4);
        let copy = made.clone();
        drop(made);
        assert_eq!(copy.iter().count(), 4);
        drop(copy);
        assert_eq!(count.load(Ordering::Relaxed), 0);
    });
    on_all!(|_| Counted::new(&count), |x| {
        assert!(x.iter().all(|element| Arc::ptr_eq(&element.0, &count)));
    });
    assert_eq!(count.load(Ordering::Relaxed), 0);
}

#[cfg(feature = "rayon")]
#[test]
fn elements_before_a_panic_on_several_threads_are_dropped() {
    use shapecheck::par_broadcast_map;
    let numbers = Tensor::<usize, shape![64, 64]>::from_fn(|[row, column]| 64 * row + column);
    let left = left_by_a_panic(|count| {
        let _ = par_broadcast_map!(|number| {
            assert!(number < 2500, "too large");
            Counted::new(count)
        }; &numbers);
    });
    assert_eq!(left, 0);
}
