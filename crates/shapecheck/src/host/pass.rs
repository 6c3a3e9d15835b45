//! A pass over the elements of any number of operands: checks that they broadcast, chooses a plan, and makes memory for
//! the results.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit};

use crate::typenum::Bit;

#[cfg(feature = "alloc")]
use super::array::{Array, Unwritten};
use super::even::{self, Even};
#[cfg(feature = "alloc")]
use super::layout::{Layout, count_of};
use super::memory::InlineArray;
use super::plan::{self, MOST, Plan, pattern};
use super::raw::{Holds, Near, Raw, RawMut, Repeated, copy};
use super::rows::{self, Beyond, Rows, Source, Sources, Target, Visit};
use super::{layout, memory, pool};
use crate::broadcast::run_time::{broadcast_shapes, check_broadcast_to};
use crate::engine::Operand;
use crate::error::BroadcastError;
#[cfg(feature = "alloc")]
use crate::shape::list::StaticLayout;
use crate::shape::list::{ArrayShape, NEAR};
use crate::{DynShape, Shape};

/// Operands of a pass, `(((), a), b)`.
#[diagnostic::on_unimplemented(
    message = "the elements of these operands are not in this machine's memory",
    label = "elements cannot be looked at here",
    note = "in generic code an engine whose elements are has the bound `E: Memory`"
)]
pub trait Operands {
    /// The operands as a plan reads them.
    type Sources: Sources<Arguments = Self::Elements>;
    /// The operands as a pass without a plan reads them.
    type Even: even::Sources<Arguments = Self::Elements>;
    /// One element of each operand.
    type Elements;
    /// The operands without their types, so that code for them is the same for all shapes.
    type Seen<'a>: Operands<Elements = Self::Elements, Sources = Self::Sources>
    where
        Self: 'a;

    const COUNT: usize;

    /// The sizes and strides of each operand, if its type gives them.
    const NEAR: [Option<Near>; MOST];

    /// The first operand that may give its memory.
    const GIVER: Option<usize>;

    fn seen(&self) -> Self::Seen<'_>;

    /// The sizes of each operand.
    fn shapes<'a>(&'a self, shapes: &mut [&'a [usize]]);

    /// Whether each operand broadcasts to these sizes.
    fn fits(&self, sizes: &[usize]) -> bool;

    /// The error if one does not.
    fn check(&self, sizes: &[usize]) -> Result<(), BroadcastError>;

    /// The operands of a pass without a plan, and [how the elements of each repeat](Raw::repeated_in); `None` if one of
    /// them needs a plan.
    // Both at once, because an operand takes as long to look up as its sizes to compare.
    fn repeated(&self, sizes: &[usize], repeated: &mut [Repeated]) -> Option<Self::Even>;

    /// The operands of a pass without a plan.
    fn even(&self) -> Self::Even;

    /// The strides of each along the last axes of a larger shape, from the last one on.
    fn strides(&self, strides: &mut [[usize; NEAR]]);

    /// The memory of the first operand that can give it for a result of these sizes, and the index of that operand.
    #[cfg(feature = "alloc")]
    fn give<U>(&mut self, sizes: &[usize]) -> Option<(usize, Vec<U>)>;

    /// The operands along the axes of a plan, by their strides.
    fn sources(&self, plan: &Plan, strides: &[[usize; NEAR]]) -> Self::Sources;

    /// The operands moved by `index` along an axis counted from the end, beyond those of the plan.
    fn step(&self, sources: Self::Sources, axis: usize, index: usize) -> Self::Sources;
}

impl Operands for () {
    type Sources = ();
    type Even = ();
    type Elements = ();
    type Seen<'a> = ();

    const COUNT: usize = 0;
    const NEAR: [Option<Near>; MOST] = [None; MOST];
    const GIVER: Option<usize> = None;

    #[inline]
    fn seen(&self) {}

    #[inline]
    fn shapes<'a>(&'a self, _shapes: &mut [&'a [usize]]) {}

    #[inline]
    fn fits(&self, _sizes: &[usize]) -> bool {
        true
    }

    #[inline]
    fn check(&self, _sizes: &[usize]) -> Result<(), BroadcastError> {
        Ok(())
    }

    #[inline(always)]
    fn repeated(&self, _sizes: &[usize], _repeated: &mut [Repeated]) -> Option<Self::Even> {
        Some(())
    }

    #[inline(always)]
    fn even(&self) {}

    #[inline]
    fn strides(&self, _strides: &mut [[usize; NEAR]]) {}

    #[cfg(feature = "alloc")]
    #[inline]
    fn give<U>(&mut self, _sizes: &[usize]) -> Option<(usize, Vec<U>)> {
        None
    }

    #[inline]
    fn sources(&self, _plan: &Plan, _strides: &[[usize; NEAR]]) {}

    #[inline]
    fn step(&self, (): (), _axis: usize, _index: usize) {}
}

/// An operand of a pass, whatever holds its elements.
pub trait Operates {
    type Element: Copy;

    /// Its sizes and strides, if its type gives them.
    const NEAR: Option<Near> = None;

    /// Whether it may give its memory.
    const GIVES: bool = false;

    fn raw(&self) -> Raw<'_, Self::Element>;

    /// Like [`Holds::give`].
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn give<U>(&mut self, _sizes: &[usize]) -> Option<Vec<U>> {
        None
    }
}

/// An operand that is only known by its element type.
pub struct Seen<'a, T>(Raw<'a, T>);

impl<T: Copy> Operates for Seen<'_, T> {
    type Element = T;

    #[inline(always)]
    fn raw(&self) -> Raw<'_, T> {
        self.0
    }
}

/// A borrowed operand.
pub struct Lent<'a, D>(pub &'a D);

/// An operand that is not needed after the pass.
pub struct Given<D>(pub D);

/// What the types of the shapes predict about operands, as a list `(((), A), B)`: whether the last size of each is 1,
/// so that it repeats along a row.
pub trait Predicts {
    /// How many operands.
    const OPERANDS: usize;

    /// The pattern of each along a row.
    const PATTERNS: u64;
}

/// All contiguous.
impl Predicts for () {
    const OPERANDS: usize = 0;
    const PATTERNS: u64 = 0;
}

impl<Lead: Predicts, Repeats: Bit> Predicts for (Lead, Repeats) {
    const OPERANDS: usize = Lead::OPERANDS + 1;
    const PATTERNS: u64 = match Repeats::BOOL {
        true => pattern::with(Lead::PATTERNS, Lead::OPERANDS, pattern::REPEATED),
        false => Lead::PATTERNS,
    };
}

impl<D: Holds<Element: Copy>> Operates for Lent<'_, D> {
    type Element = D::Element;
    const NEAR: Option<Near> = D::NEAR;

    #[inline(always)]
    fn raw(&self) -> Raw<'_, D::Element> {
        self.0.raw()
    }
}

impl<D: Holds<Element: Copy>> Operates for Given<D> {
    type Element = D::Element;
    const NEAR: Option<Near> = D::NEAR;
    const GIVES: bool = D::GIVES;

    #[inline(always)]
    fn raw(&self) -> Raw<'_, D::Element> {
        self.0.raw()
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn give<U>(&mut self, sizes: &[usize]) -> Option<Vec<U>> {
        self.0.give(sizes)
    }
}

impl<D: Holds<Element: Copy>> Operates for Operand<'_, D> {
    type Element = D::Element;
    const NEAR: Option<Near> = D::NEAR;
    const GIVES: bool = D::GIVES;

    #[inline(always)]
    fn raw(&self) -> Raw<'_, D::Element> {
        self.data().raw()
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn give<U>(&mut self, sizes: &[usize]) -> Option<Vec<U>> {
        match self {
            Self::ByRef(_) => None,
            Self::ByValue(data) => data.give(sizes),
        }
    }
}

impl<Lead: Operands, A: Operates> Operands for (Lead, A) {
    type Sources = (Lead::Sources, Source<A::Element>);
    type Even = (Lead::Even, even::Source<A::Element>);
    type Elements = (Lead::Elements, A::Element);
    type Seen<'a>
        = (Lead::Seen<'a>, Seen<'a, A::Element>)
    where
        Self: 'a;

    const COUNT: usize = {
        assert!(Lead::COUNT + 2 <= MOST, "a pass takes at most 15 operands");
        Lead::COUNT + 1
    };

    const NEAR: [Option<Near>; MOST] = {
        let mut near = Lead::NEAR;
        near[Lead::COUNT] = A::NEAR;
        near
    };

    const GIVER: Option<usize> = match Lead::GIVER {
        None if A::GIVES => Some(Lead::COUNT),
        giver => giver,
    };

    #[inline]
    fn seen(&self) -> Self::Seen<'_> {
        (self.0.seen(), Seen(self.1.raw()))
    }

    #[inline]
    fn shapes<'a>(&'a self, shapes: &mut [&'a [usize]]) {
        self.0.shapes(shapes);
        shapes[Lead::COUNT] = self.1.raw().sizes;
    }

    #[inline]
    fn fits(&self, sizes: &[usize]) -> bool {
        let own = self.1.raw().sizes;
        let fit = |(&own, &size): (&usize, &usize)| own == 1 || own == size;
        let pairs = own.iter().rev().zip(sizes.iter().rev());
        own.len() <= sizes.len() && { pairs }.all(fit) && self.0.fits(sizes)
    }

    #[inline]
    fn check(&self, sizes: &[usize]) -> Result<(), BroadcastError> {
        self.0.check(sizes)?;
        check_broadcast_to(self.1.raw().sizes, sizes)
    }

    #[inline(always)]
    fn repeated(&self, sizes: &[usize], repeated: &mut [Repeated]) -> Option<Self::Even> {
        let lead = self.0.repeated(sizes, repeated)?;
        let raw = self.1.raw();
        repeated[Lead::COUNT] = raw.repeated_in(sizes)?;
        Some((lead, even::Source(raw.elements.as_ptr())))
    }

    #[inline(always)]
    fn even(&self) -> Self::Even {
        (self.0.even(), even::Source(self.1.raw().elements.as_ptr()))
    }

    #[inline]
    fn strides(&self, strides: &mut [[usize; NEAR]]) {
        self.0.strides(strides);
        let raw = self.1.raw();
        near_strides(raw.sizes, raw.strides, &mut strides[Lead::COUNT]);
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn give<U>(&mut self, sizes: &[usize]) -> Option<(usize, Vec<U>)> {
        match self.0.give(sizes) {
            Some(given) => Some(given),
            None => Some((Lead::COUNT, self.1.give(sizes)?)),
        }
    }

    #[inline]
    fn sources(&self, plan: &Plan, strides: &[[usize; NEAR]]) -> Self::Sources {
        let source = Source {
            first: self.1.raw().elements.as_ptr(),
            strides: plan.strides(&strides[Lead::COUNT]),
        };
        (self.0.sources(plan, strides), source)
    }

    #[inline]
    fn step(&self, (lead, mut source): Self::Sources, axis: usize, index: usize) -> Self::Sources {
        let step = self.1.raw().stride_from_end(axis).wrapping_mul(index);
        source.first = source.first.wrapping_add(step);
        (self.0.step(lead, axis, index), source)
    }
}

/// The strides of an operand along the last axes of a larger shape, from the last one on; 0 where elements repeat.
/// Compiled once.
fn near_strides(sizes: &[usize], strides: &[usize], near: &mut [usize; NEAR]) {
    let axes = sizes.iter().zip(strides).rev();
    for ((&size, &stride), near) in axes.zip(near) {
        *near = if size == 1 { 0 } else { stride };
    }
}

/// The sizes that the operands of a pass broadcast to.
///
/// # Errors
///
/// Returns an error if they do not.
pub fn sizes<L: Operands>(operands: &L) -> Result<DynShape, BroadcastError> {
    let mut shapes = [&[][..]; MOST];
    operands.shapes(&mut shapes);
    broadcast_shapes(&shapes[..L::COUNT])
}

/// The sizes that operands broadcast to, which are `known` if a type gives them and they fit.
///
/// # Panics
///
/// Panics if they do not broadcast.
// It returns no `Result`, which would be compiled into each caller's code.
#[cfg(feature = "alloc")]
#[inline(never)]
#[track_caller]
pub fn must_broadcast<L: Operands>(operands: &L, known: Option<&'static StaticLayout>) -> DynShape {
    match known {
        Some(known) if operands.fits(known.sizes()) => DynShape::of_known(known),
        _ => layout::or_panic(sizes(operands)),
    }
}

/// Panics if an operand does not broadcast to these sizes, which is possible if someone calls an engine directly.
///
/// # Panics
///
/// Panics if one does not.
#[inline]
#[track_caller]
fn must_fit<L: Operands>(operands: &L, sizes: &[usize]) {
    #[cold]
    #[track_caller]
    fn does_not<L: Operands>(operands: &L, sizes: &[usize]) -> ! {
        match operands.check(sizes) {
            Err(error) => crate::error::fail(error),
            Ok(()) => unreachable!("an operand that fits"),
        }
    }
    if !operands.fits(sizes) {
        does_not(&operands.seen(), sizes)
    }
}

/// A new array, written by `each`: one element for each index within the sizes, from operands broadcast to them. An
/// operand that is given and has these sizes gives its memory.
///
/// The array is in row-major order, except for results of functions that many callers share: these are in the
/// [order](order_of) of their operands.
///
/// # Panics
///
/// Panics if an operand does not broadcast to the sizes, or their product overflows `usize`.
#[cfg(feature = "alloc")]
#[track_caller]
#[inline(always)]
pub fn collect<P: Predicts, L: Operands, U, E: Visit<U, L::Elements>>(
    operands: L,
    sizes: DynShape,
    each: &mut E,
) -> Array<U> {
    if const { core::mem::needs_drop::<U>() } {
        return dropped_in_a_panic(&operands, sizes, each);
    }
    match const { is_closure::<U, L, E>() && E::IS_NEW } {
        // This code is compiled for each function of the caller, so it leaves out what such a pass never needs.
        true => Begun::of(operands, sizes).written::<P, E>(each),
        false => shared(operands, sizes, each),
    }
}

/// Like [`collect`], with the sizes that the operands broadcast to, which are `known` if a type gives them and they fit.
///
/// # Panics
///
/// Panics if the operands do not broadcast, or the product of the sizes overflows `usize`.
#[cfg(feature = "alloc")]
#[track_caller]
#[inline(always)]
pub fn broadcast<P: Predicts, L: Operands, U, E: Visit<U, L::Elements>>(
    operands: L,
    known: Option<&'static StaticLayout>,
    each: &mut E,
) -> Array<U> {
    if const { core::mem::needs_drop::<U>() } {
        let sizes = must_broadcast(&operands, known);
        return dropped_in_a_panic(&operands, sizes, each);
    }
    match const { is_closure::<U, L, E>() && E::IS_NEW } {
        true => Begun::broadcast(operands, known).written::<P, E>(each),
        false => shared_broadcast(operands, known, each),
    }
}

/// Gives elements that have to be dropped to places that know whether there is one: so those before a panic are dropped,
/// whatever the order in which they are written.
struct Keep<'e, E>(&'e mut E);

impl<U, Arguments, E: Visit<U, Arguments>> Visit<Option<U>, Arguments> for Keep<'_, E> {
    const IS_CLOSURE: bool = E::IS_CLOSURE;

    #[inline(always)]
    unsafe fn each(&mut self, place: *mut Option<U>, arguments: Arguments) {
        let mut element = MaybeUninit::uninit();
        // SAFETY: the function writes its place, which is new; the place that the caller lets be written has an option.
        unsafe {
            self.0.each(element.as_mut_ptr(), arguments);
            *place = Some(element.assume_init());
        }
    }
}

/// Like [`collect`], for elements that have to be dropped.
#[cfg(feature = "alloc")]
#[track_caller]
#[inline(never)]
fn dropped_in_a_panic<L: Operands, U, E: Visit<U, L::Elements>>(
    operands: &L,
    sizes: DynShape,
    each: &mut E,
) -> Array<U> {
    must_fit(operands, sizes.dims());
    let mut elements = Vec::new();
    elements.resize_with(count_of(&sizes), || None);
    let target = Strided::new(sizes.dims(), None, elements.as_mut_ptr());
    // SAFETY: there are as many places as the sizes say, in row-major order. The operands were seen to broadcast.
    unsafe { run::<(), _, L, _>(operands, target, None, &mut Keep(each)) };
    Array::new(sizes, elements.into_iter().flatten().collect())
}

/// Like [`broadcast`], for a function of the crate.
#[cfg(feature = "alloc")]
#[track_caller]
#[inline(never)]
fn shared_broadcast<L: Operands, U, E: Visit<U, L::Elements>>(
    operands: L,
    known: Option<&'static StaticLayout>,
    each: &mut E,
) -> Array<U> {
    let sizes = must_broadcast(&operands, known);
    shared(operands, sizes, each)
}

/// A function of the crate as the loops over rows that it has. What happens before and after them is compiled for kinds
/// of operands, and not for each function.
trait Loops<U, S: Sources> {
    /// [`rows::run`]; `given` if an operand has given its memory.
    ///
    /// # Safety
    ///
    /// As for it.
    unsafe fn run(&mut self, plan: &Plan, target: Target<U>, sources: S, mask: u64, given: bool);

    /// The same with a copy of the function.
    ///
    /// # Safety
    ///
    /// As for it, for a function that says how many [steps](Visit::steps) it takes.
    unsafe fn run_copy(&self, plan: &Plan, target: Target<U>, sources: S, mask: u64, given: bool);

    /// See [`Visit::steps`].
    fn steps(&self) -> Option<usize>;
}

/// The same with the loops of a pass without a plan.
#[cfg(feature = "alloc")]
trait AllLoops<U, S: Sources, V: even::Sources>: Loops<U, S> {
    /// Whether a pass over one operand does rows at once.
    fn has_rows(&mut self) -> bool;

    /// [`even::run`]
    ///
    /// # Safety
    ///
    /// As for it.
    unsafe fn run_even(&mut self, even: &Even, first: *mut U, sources: V);
}

/// A function with loops for results that replace an operand only if one `GIVES` its memory.
struct Function<'e, E, const GIVES: bool>(&'e mut E);

impl<U, S: Sources, E: Visit<U, S::Arguments>, const GIVES: bool> Loops<U, S>
    for Function<'_, E, GIVES>
{
    unsafe fn run(&mut self, plan: &Plan, target: Target<U>, sources: S, mask: u64, given: bool) {
        // SAFETY: as the caller says.
        unsafe {
            match const { GIVES } && given {
                true => rows::run::<U, S, true>(plan, target, sources, mask, self.0),
                false => rows::run::<U, S, false>(plan, target, sources, mask, self.0),
            }
        }
    }

    unsafe fn run_copy(&self, plan: &Plan, target: Target<U>, sources: S, mask: u64, given: bool) {
        // SAFETY: a function that says how many steps it takes is one of the crate's. It is copied like a number, of which
        // nothing is dropped, and what it refers to is only read. Otherwise as the caller says.
        unsafe {
            let mut each = ManuallyDrop::new((&raw const *self.0).read());
            Function::<E, GIVES>(&mut each).run(plan, target, sources, mask, given);
        }
    }

    fn steps(&self) -> Option<usize> {
        self.0.steps()
    }
}

#[cfg(feature = "alloc")]
impl<U, S, V, E, const GIVES: bool> AllLoops<U, S, V> for Function<'_, E, GIVES>
where
    S: Sources,
    V: even::Sources<Arguments = S::Arguments>,
    E: Visit<U, S::Arguments>,
{
    fn has_rows(&mut self) -> bool {
        if const { E::HAS_ROWS } {
            return true;
        }
        let (from, to) = (core::ptr::dangling::<u8>(), core::ptr::dangling_mut());
        // SAFETY: there is one operand, and a row of no element, which tells whether rows are done at once: then all of
        // them are.
        unsafe { self.0.row(from, to, 0) }
    }

    unsafe fn run_even(&mut self, even: &Even, first: *mut U, sources: V) {
        // SAFETY: as the caller says.
        unsafe { even::run(even, first, sources, self.0) }
    }
}

/// Like [`collect`], for a function of the crate, which many callers share.
///
/// # Panics
///
/// Where an operand does not broadcast to the sizes.
#[cfg(feature = "alloc")]
#[track_caller]
#[inline(always)]
fn shared<L: Operands, U, E: Visit<U, L::Elements>>(
    operands: L,
    sizes: DynShape,
    each: &mut E,
) -> Array<U> {
    let orders = const { !E::COPIES && L::COUNT > 0 && L::COUNT <= 2 };
    match const { L::GIVER.is_some() } {
        true => by_loops(operands, sizes, &mut Function::<E, true>(each), orders),
        false => by_loops(operands, sizes, &mut Function::<E, false>(each), orders),
    }
}

/// The same for the loops of the function. The result may be in the order of the operands if it `orders`.
///
/// # Panics
///
/// As for it.
#[cfg(feature = "alloc")]
#[track_caller]
#[inline(never)]
fn by_loops<L: Operands, U>(
    mut operands: L,
    sizes: DynShape,
    each: &mut dyn AllLoops<U, L::Sources, L::Even>,
    orders: bool,
) -> Array<U> {
    let count = count_of(&sizes);
    let most = const { if L::COUNT > even::MOST { 0 } else { even::FEW } };
    if let Some((even, mut sources)) = even(&operands, sizes.dims(), count, most)
        && (const { L::COUNT != 1 } || even.is_one_row() || !each.has_rows())
    {
        let memory = match const { L::GIVER.is_some() } {
            true => begin_even::<L, U>(&mut operands, &sizes, count, &mut sources),
            false => Unwritten::new(&sizes, count, None),
        };
        // SAFETY: there is memory for all elements, which the pass visits in row-major order. The operands were seen to
        // broadcast. One that gave its memory has the sizes of the result, and is read where the results go.
        return unsafe {
            each.run_even(&even, memory.first(), sources);
            memory.finish()
        };
    }
    planned(operands, sizes, count, each, orders)
}

/// The same with a plan.
///
/// # Panics
///
/// As for it.
#[cfg(feature = "alloc")]
#[track_caller]
#[inline(never)]
fn planned<L: Operands, U>(
    operands: L,
    sizes: DynShape,
    count: usize,
    each: &mut dyn Loops<U, L::Sources>,
    orders: bool,
) -> Array<U> {
    if orders && let Some(strides) = order_of_operands(&operands.seen(), sizes.dims()) {
        let memory = Unwritten::new(&sizes, count, None);
        let strided = &strides[..sizes.rank()];
        let pass = Pass {
            operands: &operands,
            target: Strided::new(sizes.dims(), Some(strided), memory.first()),
        };
        // SAFETY: there is memory for all elements, which an order without gaps gives each index one of; the pass
        // visits every index. The operands were seen to broadcast.
        return unsafe {
            pass.run_loops(None, each);
            memory.finish().derived(layout_of(sizes.dims(), &strides))
        };
    }
    let begun = Begun::of(operands, sizes);
    // SAFETY: as in `Begun::written`.
    unsafe {
        begun.pass().run_loops(begun.given, each);
        begun.finish()
    }
}

/// A pass with a result in row-major order, for which there is memory. What happens before and after the loops is
/// compiled for kinds of operands, and not for each function of their elements.
#[cfg(feature = "alloc")]
struct Begun<L, U> {
    operands: L,
    sizes: DynShape,
    memory: Unwritten<U>,
    /// The operand that gave the memory.
    given: Option<usize>,
}

#[cfg(feature = "alloc")]
impl<L: Operands, U> Begun<L, U> {
    /// # Panics
    ///
    /// Where an operand does not broadcast to the sizes.
    #[track_caller]
    #[inline(never)]
    fn of(mut operands: L, sizes: DynShape) -> Self {
        must_fit(&operands, sizes.dims());
        let count = count_of(&sizes);
        let (memory, given) = begin(&mut operands, &sizes, count);
        Self {
            operands,
            sizes,
            memory,
            given,
        }
    }

    /// # Panics
    ///
    /// Where the operands do not broadcast.
    #[track_caller]
    #[inline(never)]
    fn broadcast(operands: L, known: Option<&'static StaticLayout>) -> Self {
        let sizes = must_broadcast(&operands, known);
        Self::of(operands, sizes)
    }

    #[inline(never)]
    fn pass(&self) -> Pass<'_, L, U> {
        Pass {
            operands: &self.operands,
            target: Strided::new(self.sizes.dims(), None, self.memory.first()),
        }
    }

    /// The result, written by a function of the caller.
    #[inline(never)]
    fn written<P: Predicts, E: Visit<U, L::Elements>>(self, each: &mut E) -> Array<U> {
        // SAFETY: there is memory for all elements, which row-major order gives each index one of; the pass visits every
        // index. The operands were seen to broadcast. One that gave its memory has the sizes of the result, and that
        // memory is what is written.
        unsafe {
            self.pass().run_closure::<P, E>(self.given, each);
            self.finish()
        }
    }

    /// # Safety
    ///
    /// All elements were written.
    #[inline(never)]
    unsafe fn finish(self) -> Array<U> {
        // SAFETY: as the caller says.
        unsafe { self.memory.finish() }
    }
}

/// The layout of a new array for the results of a pass over operands with these layouts, if it is not row-major. See
/// [`order_of`].
#[cfg(feature = "dry")]
pub fn order_of_layouts<'a>(
    operands: impl Iterator<Item = &'a Layout>,
    sizes: &[usize],
) -> Option<Layout> {
    let (mut strides, mut count) = ([[0; NEAR]; 2], 0);
    for (operand, strides) in operands.zip(&mut strides) {
        near_strides(operand.sizes(), operand.strides(), strides);
        count += 1;
    }
    let strides = order_of(&strides[..count], sizes)?;
    Some(layout_of(sizes, &strides))
}

/// A layout of few axes.
#[cfg(feature = "alloc")]
fn layout_of(sizes: &[usize], strides: &[usize; NEAR]) -> Layout {
    Layout::of(0, sizes.len(), |axis| (sizes[axis], strides[axis]))
}

/// The [order](order_of) of one or two operands.
///
/// # Panics
///
/// Where an operand does not broadcast to the sizes.
// Compiled for kinds of operands, and not for each function of their elements.
#[cfg(feature = "alloc")]
#[track_caller]
#[inline(never)]
fn order_of_operands<L: Operands>(operands: &L, sizes: &[usize]) -> Option<[usize; NEAR]> {
    must_fit(operands, sizes);
    let mut strides = [[0; NEAR]; 2];
    let strides = &mut strides[..const { least(L::COUNT, 2) }];
    operands.strides(strides);
    order_of(strides, sizes)
}

/// The strides of a result with the memory order of its operands, if those that do not repeat have the same order
/// without gaps, and it is not row-major. So sums of transposed arrays are read and written in the order of memory.
///
/// With row-major results they took 4 times as long (`[1024, 1024]`), and twice as long as bringing the result into
/// row-major order afterwards, which is rarely needed.
///
/// The strides of the operands are those along the last axes, from the last one on.
#[cfg(feature = "alloc")]
fn order_of(strides: &[[usize; NEAR]], sizes: &[usize]) -> Option<[usize; NEAR]> {
    let rank = sizes.len();
    if !(2..=NEAR).contains(&rank) || sizes.contains(&0) {
        return None;
    }
    // From the last axis on, like the strides.
    let axes = || {
        sizes
            .iter()
            .rev()
            .copied()
            .enumerate()
            .filter(|&(_, size)| size != 1)
    };
    let is_whole = |strides: &&[usize; NEAR]| axes().all(|(axis, _)| strides[axis] != 0);
    let mut whole = strides.iter().filter(is_whole);
    let order = whole.next()?;
    if whole.any(|other| other != order) {
        return None;
    }
    // From the axis with the smallest stride to the one with the largest.
    let (mut step, mut last, mut is_row_major) = (1, 0, true);
    for _ in axes() {
        let (axis, size) = axes().find(|&(axis, _)| order[axis] == step)?;
        is_row_major &= last <= axis;
        last = axis;
        step *= size;
    }
    if is_row_major {
        return None;
    }
    let mut from_first = [1; NEAR];
    for (axis, _) in axes() {
        from_first[rank - 1 - axis] = order[axis];
    }
    Some(from_first)
}

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// The most elements of a pass without a plan.
const fn most_even<U, L: Operands, E: Visit<U, L::Elements>>() -> usize {
    // A function of the caller has one loop, unless it changes so few elements that a plan would take longer.
    match is_closure::<U, L, E>() {
        _ if L::COUNT > even::MOST => 0,
        true if E::IS_NEW => 0,
        true => even::FEW_OF_CLOSURE,
        false => even::FEW,
    }
}

/// The pass without a plan over at most this many elements, if there is one. Each operand then broadcasts to the sizes.
#[inline(always)]
fn even<L: Operands>(
    operands: &L,
    sizes: &[usize],
    count: usize,
    most: usize,
) -> Option<(Even, L::Even)> {
    if count == 0 || count > most {
        return None;
    }
    let mut repeated = [Repeated::ONE; even::MOST];
    let repeated = &mut repeated[..const { least(L::COUNT, even::MOST) }];
    let sources = operands.repeated(sizes, repeated)?;
    Some((Even::of(repeated, count)?, sources))
}

/// Whether such a pass is the fastest for `each`.
#[inline(always)]
fn is_even_for<U, L: Operands, E: Visit<U, L::Elements>>(even: &Even, each: &mut E) -> bool {
    if const { is_closure::<U, L, E>() } {
        return even.is_side_by_side();
    }
    if const { L::COUNT != 1 } || even.is_one_row() {
        return true;
    }
    let (from, to) = (core::ptr::dangling::<u8>(), core::ptr::dangling_mut());
    // SAFETY: there is one operand, and a row of no element, which tells whether rows are done at once: then all of
    // them are.
    unsafe { !each.row(from, to, 0) }
}

/// Memory for the elements of a result, and the operand that gave it.
#[cfg(feature = "alloc")]
#[inline(never)]
#[track_caller]
fn begin<L: Operands, U>(
    operands: &mut L,
    sizes: &DynShape,
    count: usize,
) -> (Unwritten<U>, Option<usize>) {
    let (given, spare) = match const { L::GIVER.is_some() } {
        true => operands.give(sizes.dims()).unzip(),
        false => (None, None),
    };
    (Unwritten::new(sizes, count, spare), given)
}

/// Like [`begin`], for operands that are read from `sources`.
#[cfg(feature = "alloc")]
#[inline(never)]
#[track_caller]
fn begin_even<L: Operands, U>(
    operands: &mut L,
    sizes: &DynShape,
    count: usize,
    sources: &mut L::Even,
) -> Unwritten<U> {
    let (memory, given) = begin::<L, U>(operands, sizes, count);
    // The operands were borrowed mutably, so their addresses are taken again.
    *sources = operands.even();
    if let Some(given) = given {
        even::Sources::replace(sources, given, memory.first().cast());
    }
    memory
}

/// Like `collect`, as nested arrays.
///
/// # Panics
///
/// Panics if an operand does not broadcast to the shape.
#[track_caller]
#[inline]
pub fn collect_cells<P: Predicts, L: Operands, U, O: ArrayShape, E: Visit<U, L::Elements>>(
    operands: L,
    each: &mut E,
) -> InlineArray<U, O> {
    if let Some(collect) = const { otherwise::<P, L, U, O, E>() } {
        return collect(&operands, each);
    }
    // SAFETY: the pass visits every index, and row-major order gives each a place. The types say that operands broadcast.
    unsafe { memory::build_cells(|first| run_known::<P, U, L, O, E>(&operands, first, each)) }
}

/// A pass of inline operands to nested arrays.
type CollectCells<L, U, O, E> = fn(&L, &mut E) -> InlineArray<U, O>;

/// What [`collect_cells`] calls where elements have to be dropped, or the types do not say whether operands broadcast.
// A pointer, as in `loop_for`.
const fn otherwise<P: Predicts, L: Operands, U, O: ArrayShape, E: Visit<U, L::Elements>>()
-> Option<CollectCells<L, U, O, E>> {
    match core::mem::needs_drop::<U>() {
        true => Some(collect_dropped::<P, L, U, O, E>),
        false if Types::<L, O>::KNOWN.is_none() => Some(collect_fitting::<P, L, U, O, E>),
        false => None,
    }
}

/// # Panics
///
/// Panics if an operand does not broadcast to the shape.
fn collect_fitting<P: Predicts, L: Operands, U, O: ArrayShape, E: Visit<U, L::Elements>>(
    operands: &L,
    each: &mut E,
) -> InlineArray<U, O> {
    must_fit(&operands.seen(), memory::known::<O>().sizes());
    // SAFETY: the pass visits every index, and row-major order gives each a place. The operands were seen to broadcast.
    unsafe { memory::build_cells(|first| run_known::<P, U, L, O, E>(operands, first, each)) }
}

/// # Panics
///
/// As [`collect_fitting`].
fn collect_dropped<P: Predicts, L: Operands, U, O: ArrayShape, E: Visit<U, L::Elements>>(
    operands: &L,
    each: &mut E,
) -> InlineArray<U, O> {
    must_fit(&operands.seen(), memory::known::<O>().sizes());
    let mut cells = memory::generate_cells::<Option<U>, O>(|| None);
    let places = memory::as_mut_slice::<_, O>(&mut cells.0);
    // SAFETY: there are as many places as the shape has, in row-major order. The operands were seen to broadcast.
    unsafe { run_known::<P, _, L, O, _>(operands, places.as_mut_ptr(), &mut Keep(each)) };
    memory::collect_cells(&mut places.iter_mut().filter_map(Option::take))
}

/// Calls `each` with each element of the target and the elements of the operands broadcast to its sizes.
///
/// # Errors
///
/// Returns an error if an operand does not broadcast to the target, which is then unchanged.
pub fn update<P: Predicts, L: Operands, U, E: Visit<U, L::Elements>>(
    target: RawMut<'_, U>,
    operands: &L,
    each: &mut E,
) -> Result<(), BroadcastError> {
    #[inline(never)]
    fn ready_for_closure<'t, L: Operands, U>(
        target: RawMut<'t, U>,
        operands: &L,
        most: usize,
    ) -> Result<Ready<'t, L, U>, BroadcastError> {
        ready(target, operands, most)
    }
    let most = const { most_even::<U, L, E>() };
    let (even, target) = match const { is_closure::<U, L, E>() } {
        true => ready_for_closure(target, operands, most)?,
        false => ready(target, operands, most)?,
    };
    // SAFETY: the target's elements are borrowed mutably, so that no operand has one of them, and hold an element for
    // each index, no two of them the same; in row-major order for a pass without a plan. The operands were seen to
    // broadcast.
    unsafe {
        match even {
            Some((even, sources)) if is_even_for::<U, L, E>(&even, each) => {
                even::run(&even, target.first, sources, each);
            }
            _ => run::<P, U, L, _>(operands, target, None, each),
        }
    }
    Ok(())
}

/// The pass without a plan, if there is one, and the target of any other.
type Ready<'t, L, U> = (Option<(Even, <L as Operands>::Even)>, Strided<'t, U>);

/// What [`update`] does before its loops, which is compiled once for all functions of the caller.
#[inline(always)]
fn ready<'t, L: Operands, U>(
    target: RawMut<'t, U>,
    operands: &L,
    most: usize,
) -> Result<Ready<'t, L, U>, BroadcastError> {
    let is_row_major = target.row_major || layout::is_row_major(target.sizes, target.strides);
    let count = target.sizes.iter().copied();
    let even = match is_row_major {
        // Elements that exist can be counted. Without an element the product is 0, whatever overflows on the way.
        true => {
            let count = count.fold(1, usize::wrapping_mul);
            even(operands, target.sizes, count, most)
        }
        false => None,
    };
    if even.is_none() && !operands.fits(target.sizes) {
        operands.check(target.sizes)?;
    }
    Ok((even, Strided::of(target)))
}

/// Like [`update`], for an inline target.
///
/// # Errors
///
/// Returns an error if an operand does not broadcast to the target, which is then unchanged.
#[inline]
pub fn update_cells<P: Predicts, L: Operands, U, S: Shape, E: Visit<U, L::Elements>>(
    target: &mut InlineArray<U, S>,
    operands: &L,
    each: &mut E,
) -> Result<(), BroadcastError> {
    if let Some(check) = const { check_of::<L, S>() } {
        check(operands)?;
    }
    let first = target.as_mut_slice().as_mut_ptr();
    // SAFETY: the target's elements are borrowed mutably, in row-major order. The operands were seen to broadcast.
    unsafe { run_known::<P, U, L, S, E>(operands, first, each) };
    Ok(())
}

/// Like [`update`], for a target whose type may give its sizes, but no strides.
///
/// # Errors
///
/// Returns an error if an operand does not broadcast to the target, which is then unchanged.
///
/// # Panics
///
/// Panics if the target has other sizes than its type.
#[inline(always)]
#[track_caller]
pub fn update_part<P: Predicts, S: ArrayShape, L: Operands, U, E: Visit<U, L::Elements>>(
    target: RawMut<'_, U>,
    operands: &L,
    each: &mut E,
) -> Result<(), BroadcastError> {
    (const { part_of::<P, S, L, U, E>() })(target, operands, each)
}

/// A change of a target.
type UpdatePart<L, U, E> = fn(RawMut<'_, U>, &L, &mut E) -> Result<(), BroadcastError>;

/// The one that [`update_part`] makes.
// A pointer, as in `loop_for`.
const fn part_of<P: Predicts, S: ArrayShape, L: Operands, U, E: Visit<U, L::Elements>>()
-> UpdatePart<L, U, E> {
    match Types::<L, S>::APART {
        Some(_) if has_few::<S>() && L::COUNT <= 2 => update_few::<3, S, L, U, E>,
        Some(_) if has_few::<S>() => update_few::<MOST, S, L, U, E>,
        _ => update::<P, L, U, E>,
    }
}

/// Whether a target of this shape gets a loop of its own.
pub const fn has_few<S: ArrayShape>() -> bool {
    match S::STATIC {
        Some(known) => matches!(known.count(), Some(1..=PLACES)),
        None => false,
    }
}

/// Few elements, to which the types say that the `N - 1` operands broadcast.
///
/// # Errors
///
/// Never.
///
/// # Panics
///
/// Panics if the target has other sizes than its type.
#[inline(always)]
fn update_few<const N: usize, S: ArrayShape, L: Operands, U, E: Visit<U, L::Elements>>(
    target: RawMut<'_, U>,
    operands: &L,
    each: &mut E,
) -> Result<(), BroadcastError> {
    let is_known = layout::is_known(target.sizes, memory::known::<S>());
    assert!(is_known, "the sizes are those of the type");
    let known = const { &Types::<L, S>::apart::<N>() };
    let mut strides = [0; NEAR];
    let rank = target.strides.len();
    for (axis, stride) in strides.iter_mut().enumerate().take(rank) {
        *stride = target.strides[rank - 1 - axis];
    }
    let place = Target {
        first: target.elements.as_mut_ptr(),
        strides: known.plan.strides(&strides),
    };
    let sources = operands.sources(&known.plan, &known.strides);
    // SAFETY: the target's elements are borrowed mutably, so that no operand has one of them, and hold an element for
    // each index within the sizes, which are those of the plan, no two of them the same. The types say that the operands
    // broadcast to them.
    unsafe { rows::positions(&known.plan, place, sources, known.mask, each) }
    Ok(())
}

/// A check of the operands of a pass.
type Check<L> = fn(&L) -> Result<(), BroadcastError>;

/// The check that operands broadcast to a shape, if the types do not say so.
// A pointer, as in `loop_for`.
const fn check_of<L: Operands, S: ArrayShape>() -> Option<Check<L>> {
    fn check<L: Operands, S: ArrayShape>(operands: &L) -> Result<(), BroadcastError> {
        operands.seen().check(memory::known::<S>().sizes())
    }
    match Types::<L, S>::KNOWN {
        Some(_) => None,
        None => Some(check::<L, S>),
    }
}

/// The destination of results.
struct Strided<'a, U> {
    sizes: &'a [usize],
    /// Row-major order if there are none.
    strides: Option<&'a [usize]>,
    first: *mut U,
}

copy!(Strided<'a, U>);

impl<'a, U> Strided<'a, U> {
    #[inline(always)]
    fn new(sizes: &'a [usize], strides: Option<&'a [usize]>, first: *mut U) -> Self {
        Self {
            sizes,
            strides,
            first,
        }
    }

    fn of(target: RawMut<'a, U>) -> Self {
        let first = target.elements.as_mut_ptr();
        Self::new(target.sizes, Some(target.strides), first)
    }
}

/// What the types of inline operands and of a target say about a pass.
#[derive(Clone, Copy)]
struct Known<const N: usize> {
    plan: Plan,
    /// The patterns of a row.
    mask: u64,
    /// The strides of each operand, and of the target.
    strides: [[usize; NEAR]; N],
}

/// A pass over operands `L` to a target of shape `O`.
struct Types<L, O>(PhantomData<(L, O)>);

impl<L: Operands, O: ArrayShape> Types<L, O> {
    const KNOWN: Option<Known<MOST>> = Self::by(None);

    /// The same for a target with any strides: no axes are merged.
    const APART: Option<Known<MOST>> = Self::by(Some([1; NEAR]));

    /// The same for a target with these strides, or in row-major order.
    const fn by(given: Option<[usize; NEAR]>) -> Option<Known<MOST>> {
        let mut strides = [[0; NEAR]; MOST];
        match Near::of::<O>() {
            Some(target) if Self::strides(&target, &mut strides) => {
                strides[L::COUNT] = match given {
                    Some(given) => given,
                    None => target.strides,
                };
                let of_all = strides.split_at(L::COUNT + 1).0;
                let plan = Plan::new(target.rank, &target.sizes, of_all);
                Some(Known {
                    plan,
                    mask: plan.mask(&strides, L::COUNT),
                    strides,
                })
            }
            _ => None,
        }
    }

    /// The strides of the operands; false if a type does not say them, or there is no element.
    const fn strides(target: &Near, strides: &mut [[usize; NEAR]; MOST]) -> bool {
        let mut axis = 0;
        while axis < NEAR {
            if target.sizes[axis] == 0 {
                return false;
            }
            axis += 1;
        }
        let mut operand = 0;
        while operand < L::COUNT {
            let Some(near) = L::NEAR[operand] else {
                return false;
            };
            let mut axis = 0;
            while axis < NEAR {
                assert!(
                    near.sizes[axis] == 1 || near.sizes[axis] == target.sizes[axis],
                    "an operand broadcasts to the shape of the target"
                );
                axis += 1;
            }
            strides[operand] = near.strides;
            operand += 1;
        }
        true
    }

    /// The same with room for few operands, since it becomes a constant of the program. Where it is not asked for it is
    /// computed too, and is anything.
    const fn known<const N: usize>() -> Known<N> {
        Self::few(Self::KNOWN)
    }

    /// As [`known`](Self::known).
    const fn apart<const N: usize>() -> Known<N> {
        Self::few(Self::APART)
    }

    const fn few<const N: usize>(known: Option<Known<MOST>>) -> Known<N> {
        let mut few = Known {
            plan: Plan::NONE,
            mask: 0,
            strides: [[0; NEAR]; N],
        };
        if let Some(known) = known {
            (few.plan, few.mask) = (known.plan, known.mask);
            let mut operand = 0;
            while operand <= L::COUNT && operand < N {
                few.strides[operand] = known.strides[operand];
                operand += 1;
            }
        }
        few
    }

    /// The number of elements and their pattern, if they are a single row.
    const fn row() -> (usize, u64) {
        let Known { plan, mask, .. } = Self::known::<0>();
        (plan.sizes[0], mask)
    }
}

/// The most places of a strided operand that get their own code for each shape, which takes about a millisecond to
/// build.
const PLACES: usize = 64;

/// The kind of loop of a pass.
enum Loop {
    /// In this function, over a single row.
    Row,
    /// Over a single row, which all shapes share.
    SharedRow,
    /// In this function, place by place, because an operand is strided.
    Places,
    /// In this function, row by row.
    Rows,
    /// The loop that all shapes share.
    Shared,
    /// The same, for a function of the caller.
    Closure,
    /// One that finds the plan first.
    Planned,
}

/// The loop of a pass. Most passes are operators with two operands, whose function and loop are the same for all
/// shapes. Only for very few elements is a loop shorter than the call.
const fn loop_of<L: Operands, O: ArrayShape>(is_closure: bool) -> Loop {
    let Some(Known { plan, mask, .. }) = Types::<L, O>::KNOWN else {
        return Loop::Planned;
    };
    let is_short = L::COUNT != 2 || plan.count() <= 128 && plan.len <= 3;
    match pattern::any_strided(mask) {
        // Their own loop for each shape is worth it for so few places.
        true if plan.count() <= PLACES => Loop::Places,
        true => Loop::Shared,
        false if plan.len == 1 && (is_short || is_closure) => Loop::Row,
        false if plan.len == 1 => Loop::SharedRow,
        false if is_short => Loop::Rows,
        false if is_closure => Loop::Closure,
        false => Loop::Shared,
    }
}

/// A pass to memory in row-major order that uses everything the types say.
///
/// # Safety
///
/// `first` is memory for all elements of a tensor of shape `O`, which may be written, and hold elements if `each` reads
/// them. The operands broadcast to that shape.
#[inline(always)]
unsafe fn run_known<P: Predicts, U, L: Operands, O: ArrayShape, E: Visit<U, L::Elements>>(
    operands: &L,
    first: *mut U,
    each: &mut E,
) {
    // SAFETY: as the caller says. A plan with one axis that is not strided is a row of all elements.
    unsafe {
        // Each test is a constant by itself, so that nothing is compiled for the other kinds.
        if const { matches!(loop_of::<L, O>(E::IS_CLOSURE), Loop::Row) } {
            let (count, mask) = const { Types::<L, O>::row() };
            even::row(count, first, operands.even(), mask, each);
        } else if const { matches!(loop_of::<L, O>(E::IS_CLOSURE), Loop::SharedRow) } {
            use even::{LEFT, RIGHT, shared_row};
            let (count, sources) = (const { Types::<L, O>::row() }.0, operands.even());
            match const { Types::<L, O>::row().1 } {
                0 => shared_row::<0, U, _, _>(count, first, sources, each),
                LEFT => shared_row::<LEFT, U, _, _>(count, first, sources, each),
                RIGHT => shared_row::<RIGHT, U, _, _>(count, first, sources, each),
                _ => shared_row::<{ LEFT | RIGHT }, U, _, _>(count, first, sources, each),
            }
        } else if let Some(run) = const { loop_for::<P, U, L, O, E>() } {
            run(operands, first, each);
        }
    }
}

/// A pass to memory in row-major order.
type RunCells<L, U, E> = unsafe fn(&L, *mut U, &mut E);

/// The loop of a pass over more than one row.
// A pointer in a constant: of what a function names rustc looks at everything, and evaluates its constants, also in a
// branch that is never compiled, for each shape.
const fn loop_for<P: Predicts, U, L: Operands, O: ArrayShape, E: Visit<U, L::Elements>>()
-> Option<RunCells<L, U, E>> {
    match loop_of::<L, O>(E::IS_CLOSURE) {
        Loop::Row | Loop::SharedRow => None,
        Loop::Planned => Some(run_seen::<P, U, L, O, E>),
        _ if L::COUNT <= 2 => Some(run_planned_before::<3, P, U, L, O, E>),
        _ => Some(run_planned_before::<MOST, P, U, L, O, E>),
    }
}

/// The same with a plan that is found first.
///
/// # Safety
///
/// As for [`run_known`].
unsafe fn run_seen<P: Predicts, U, L: Operands, O: ArrayShape, E: Visit<U, L::Elements>>(
    operands: &L,
    first: *mut U,
    each: &mut E,
) {
    let target = Strided::new(memory::known::<O>().sizes(), None, first);
    // SAFETY: as the caller says. Compiled for each shape, so everything inside is the same for all.
    unsafe { run::<P, U, L::Seen<'_>, _>(&operands.seen(), target, None, each) }
}

/// The same with a plan that is a constant of the program, with strides of `N` operands, the target included.
///
/// # Safety
///
/// As for it.
#[inline(always)]
unsafe fn run_planned_before<
    const N: usize,
    P: Predicts,
    U,
    L: Operands,
    O: ArrayShape,
    E: Visit<U, L::Elements>,
>(
    operands: &L,
    first: *mut U,
    each: &mut E,
) {
    let known = const { &Types::<L, O>::known::<N>() };
    let (plan, mask) = (&known.plan, known.mask);
    let sources = operands.sources(plan, &known.strides);
    let target = Target {
        first,
        strides: plan.strides(&known.strides[L::COUNT]),
    };
    // SAFETY: as the caller says; plan and mask are those of these shapes, which were seen to broadcast, and the target
    // is contiguous.
    unsafe {
        if const { matches!(loop_of::<L, O>(E::IS_CLOSURE), Loop::Places) } {
            rows::positions(plan, target, sources, mask, each);
        } else if const { matches!(loop_of::<L, O>(E::IS_CLOSURE), Loop::Rows) } {
            rows::rows(plan, target, sources, mask, each);
        } else if const { matches!(loop_of::<L, O>(E::IS_CLOSURE), Loop::Shared) } {
            rows::run::<U, _, false>(plan, target, sources, mask, each);
        } else {
            let rows = &mut Rows::new(*plan, mask, (target, sources));
            over_rows::<P, U, L, _>(rows, each);
        }
    }
}

/// Does something for each element of a target and the operands broadcast to its sizes, in row-major order.
///
/// # Safety
///
/// Every index within the sizes has a place in memory from `first` on at the offset that the strides give, no two of
/// them the same; it may be written, and holds an element if `each` reads it. The operands broadcast to the sizes. The
/// operand at `given` had the same sizes and gave `first` away: elements of the same size and alignment as `U`,
/// row-major.
unsafe fn run<P: Predicts, U, L: Operands, E: Visit<U, L::Elements>>(
    operands: &L,
    target: Strided<'_, U>,
    given: Option<usize>,
    each: &mut E,
) {
    // SAFETY: as the caller says.
    unsafe { Pass { operands, target }.run::<P, E>(given, each) }
}

/// A pass over rows with a function of the caller.
///
/// # Safety
///
/// As for [`rows::run`].
#[inline(always)]
unsafe fn over_rows<P: Predicts, U, L: Operands, E: Visit<U, L::Elements>>(
    rows: &mut Rows<'_, U, L::Sources>,
    each: &mut E,
) {
    // SAFETY: as the caller says. A pattern that was predicted is compared with the one there is.
    unsafe {
        if is_predicted::<P, U, L>(rows, const { E::IS_NEW }) {
            return rows::predicted(rows, const { predicted::<P, L>() }, each);
        }
        rows::any(rows, each);
    }
}

/// The patterns of a row that have a separate loop for each function of the caller. An operand that may give its
/// memory is expected to give it: if it does not, rows are gathered in blocks.
const fn predicted<P: Predicts, L: Operands>() -> u64 {
    match L::GIVER {
        Some(giver) => pattern::with(P::PATTERNS, giver, pattern::TARGET),
        None => P::PATTERNS,
    }
}

/// Whether rows have the predicted patterns and are wide enough for a separate loop. Compiled once for all
/// functions.
#[inline(never)]
fn is_predicted<P: Predicts, U, L: Operands>(rows: &Rows<'_, U, L::Sources>, is_new: bool) -> bool {
    rows.mask == const { predicted::<P, L>() }
        && rows::is_wide(&rows.plan, &rows.target)
        && (is_new || rows.is_contiguous())
}

/// Whether the function is one of the caller.
const fn is_closure<U, L: Operands, E: Visit<U, L::Elements>>() -> bool {
    E::IS_CLOSURE
}

/// The operands, and the destination of the results.
struct Pass<'a, L, U> {
    operands: &'a L,
    target: Strided<'a, U>,
}

impl<'a, L: Operands, U> Pass<'a, L, U> {
    /// See [`run`](self::run).
    ///
    /// # Safety
    ///
    /// As for it.
    #[inline]
    unsafe fn run<P: Predicts, E: Visit<U, L::Elements>>(
        &self,
        given: Option<usize>,
        each: &mut E,
    ) {
        // SAFETY: as the caller says.
        unsafe {
            if const { is_closure::<U, L, E>() } {
                self.run_closure::<P, E>(given, each);
            } else if const { L::GIVER.is_some() } {
                self.run_loops(given, &mut Function::<E, true>(each));
            } else {
                self.run_loops(given, &mut Function::<E, false>(each));
            }
        }
    }

    /// The same for a shared function.
    ///
    /// # Safety
    ///
    /// As for it.
    #[inline]
    unsafe fn run_loops(&self, given: Option<usize>, each: &mut dyn Loops<U, L::Sources>) {
        // Compiled for the types of elements, whatever holds them.
        let pass = Pass {
            operands: &self.operands.seen(),
            target: self.target,
        };
        // SAFETY: as the caller says.
        unsafe {
            match self.target.sizes.len() <= NEAR {
                // The plan stays where it is made.
                true => pass.run_near(given, each),
                false => pass.run_rows(given, each),
            }
        }
    }

    /// The same for a function of the caller.
    ///
    /// # Safety
    ///
    /// As for it.
    #[inline]
    unsafe fn run_closure<P: Predicts, E: Visit<U, L::Elements>>(
        &self,
        given: Option<usize>,
        each: &mut E,
    ) {
        if let Some(rows) = &mut self.rows(given) {
            // SAFETY: as the caller says; rows and their patterns are those of these sizes and strides.
            unsafe { over_rows::<P, U, L, _>(rows, each) }
        }
    }

    /// The same for a shared function, with more axes than a plan has room for.
    ///
    /// # Safety
    ///
    /// As for it.
    #[inline(never)]
    unsafe fn run_rows(&self, given: Option<usize>, each: &mut dyn Loops<U, L::Sources>) {
        let Some(mut rows) = self.rows(given) else {
            return;
        };
        loop {
            let (target, sources) = (rows.target, rows.sources);
            // SAFETY: as the caller says; rows and their patterns are those of these sizes and strides.
            unsafe {
                each.run(&rows.plan, target, sources, rows.mask, given.is_some());
            }
            if !rows.leap() {
                return;
            }
        }
    }

    /// All rows, or `None` without elements. The operand at `given` is read where the results are written.
    #[inline(never)]
    fn rows(&'a self, given: Option<usize>) -> Option<Rows<'a, U, L::Sources>> {
        let sizes = self.target.sizes;
        if sizes.contains(&0) {
            return None;
        }
        let (plan, mask, target, sources) = self.near::<false>(given);
        let rows = Rows::new(plan, mask, (target, sources));
        Some(match sizes.len() {
            ..=NEAR => rows,
            _ => rows.and_beyond(self),
        })
    }

    /// The pass of a shared function, if a plan has room for all axes.
    ///
    /// # Safety
    ///
    /// As for [`run`](self::run).
    unsafe fn run_near(&self, given: Option<usize>, each: &mut dyn Loops<U, L::Sources>) {
        if self.target.sizes.contains(&0) {
            return;
        }
        let (plan, mask, target, sources) = self.near::<true>(given);
        if pool::IS_THERE
            && let Some(steps) = each.steps()
            && pool::is_large(plan.count(), steps)
        {
            // SAFETY: as the caller says.
            return unsafe { self.run_apart((plan, mask, target, sources), given, steps, each) };
        }
        // SAFETY: as the caller says.
        unsafe { each.run(&plan, target, sources, mask, given.is_some()) }
    }

    /// The same in parts, on all threads.
    ///
    /// # Safety
    ///
    /// As for [`run`](self::run). The function and the elements may be used on other threads, as [`Visit::steps`] says.
    #[inline(never)]
    unsafe fn run_apart(
        &self,
        (plan, mask, target, sources): (Plan, u64, Target<U>, L::Sources),
        given: Option<usize>,
        steps: usize,
        each: &mut dyn Loops<U, L::Sources>,
    ) {
        let part = Part {
            plan,
            target,
            sources,
        };
        let each = &raw const *each;
        // SAFETY: each thread has its own copy of the function. Otherwise as the caller says.
        unsafe {
            part.apart(steps, &|part| {
                let Part {
                    plan,
                    target,
                    sources,
                } = part;
                (*each).run_copy(&plan, target, sources, mask, given.is_some());
            });
        }
    }

    /// The plan for the last axes, the patterns of its rows, and target and operands at index 0 of the axes beyond.
    /// With `FREE`, in any order.
    #[inline(always)]
    fn near<const FREE: bool>(&self, given: Option<usize>) -> (Plan, u64, Target<U>, L::Sources) {
        // Sets as few numbers to 0 as possible for operators.
        let (plan, mut mask, target, sources) = match const { L::COUNT <= 2 } {
            true => self.near_by::<FREE>(&mut [[0; NEAR]; 3][..L::COUNT + 1]),
            false => self.near_by::<FREE>(&mut [[0; NEAR]; MOST][..L::COUNT + 1]),
        };
        if let Some(position) = given {
            mask = pattern::with(mask, position, pattern::TARGET);
        }
        (plan, mask, target, sources)
    }

    #[inline(always)]
    fn near_by<const FREE: bool>(
        &self,
        strides: &mut [[usize; NEAR]],
    ) -> (Plan, u64, Target<U>, L::Sources) {
        let target = &self.target;
        let (mut sizes, mut next) = ([1; NEAR], 1_usize);
        let axes = target.sizes.iter().rev().take(NEAR).enumerate();
        for (axis, &size) in axes {
            sizes[axis] = size;
            strides[L::COUNT][axis] = match target.strides {
                _ if size == 1 => 0,
                Some(strides) => strides[strides.len() - 1 - axis],
                None => next,
            };
            next = next.wrapping_mul(size);
        }
        self.operands.strides(strides);
        let (mut plan, rank) = (Plan::NONE, target.sizes.len());
        let mask = plan::by_strides(
            &mut plan,
            (rank, &mut sizes),
            strides,
            FREE,
            target.strides.is_some(),
        );
        let sources = self.operands.sources(&plan, strides);
        let target = Target {
            first: target.first,
            strides: plan.strides(&strides[L::COUNT]),
        };
        (plan, mask, target, sources)
    }
}

impl<L: Operands, U> Beyond<U, L::Sources> for Pass<'_, L, U> {
    fn at(&self, number: usize) -> Option<(Target<U>, L::Sources)> {
        let sizes = self.target.sizes;
        let rows = self.rows(None)?;
        let (mut target, mut sources, mut rest) = (rows.target, rows.sources, number);
        for axis in (0..sizes.len() - NEAR).rev() {
            let index = rest % sizes[axis];
            rest /= sizes[axis];
            let stride = match self.target.strides {
                Some(strides) => strides[axis],
                None => sizes[axis + 1..].iter().product(),
            };
            target.first = target.first.wrapping_add(stride.wrapping_mul(index));
            sources = self.operands.step(sources, sizes.len() - axis, index);
        }
        (rest == 0).then_some((target, sources))
    }
}

/// Part of a pass.
struct Part<U, S> {
    plan: Plan,
    target: Target<U>,
    sources: S,
}

impl<U, S: Sources> Part<U, S> {
    /// Splits along an axis.
    fn halves(self, axis: usize) -> (Self, Self) {
        let half = self.plan.sizes[axis] / 2;
        let (mut left, mut right) = (self.plan, self.plan);
        left.sizes[axis] = half;
        right.sizes[axis] -= half;
        let (mut target, mut sources) = (self.target, self.sources);
        target.step(axis, half as isize);
        sources.step(axis, half as isize);
        let left = Self { plan: left, ..self };
        let right = Self {
            plan: right,
            target,
            sources,
        };
        (left, right)
    }

    /// Calls `run` for parts that are worth a thread, each element of which takes as many steps.
    ///
    /// # Safety
    ///
    /// `run` may be called for parts without an element in common on several threads at once.
    unsafe fn apart(self, steps: usize, run: &impl Fn(Self)) {
        let sizes = &self.plan.sizes[..self.plan.len];
        match sizes.iter().rposition(|&size| size > 1) {
            Some(axis) if pool::is_cut(self.plan.count(), steps) => {
                let (left, right) = self.halves(axis);
                // SAFETY: as the caller says; the halves have no place in common.
                unsafe { pool::both(|| left.apart(steps, run), || right.apart(steps, run)) };
            }
            _ => run(self),
        }
    }
}

/// The same on all threads of `rayon`'s pool, for elements and functions that can be sent to them.
#[cfg(feature = "rayon")]
pub mod parallel {
    use super::super::layout::count;
    use super::super::rows::{Update, Write};
    use super::*;

    /// The steps of a function of the caller, of which nothing is known.
    const FUNCTION: usize = 8;

    /// Elements that may be read on any thread.
    pub trait Shared {}
    impl Shared for () {}
    impl<Lead: Shared, A: Operates<Element: Send + Sync>> Shared for (Lead, A) {}

    /// # Safety
    ///
    /// As for [`super::run`], with nothing given.
    unsafe fn run<U: Send, L: Operands + Shared, E: Visit<U, L::Elements>>(
        operands: &L,
        target: Strided<'_, U>,
        each: &(impl Fn() -> E + Sync),
    ) {
        if target.sizes.len() > NEAR {
            // SAFETY: as the caller says.
            return unsafe { super::run::<(), U, L, _>(operands, target, None, &mut each()) };
        }
        let pass = Pass { operands, target };
        let Some(rows) = pass.rows(None) else {
            return;
        };
        let part = Part {
            plan: rows.plan,
            target: rows.target,
            sources: rows.sources,
        };
        let run = |part: Part<U, L::Sources>| {
            let mut rows = Rows::new(part.plan, rows.mask, (part.target, part.sources));
            // SAFETY: as the caller says, for the places of this part.
            unsafe { over_rows::<(), U, L, _>(&mut rows, &mut each()) }
        };
        match pool::is_large(part.plan.count(), FUNCTION) {
            // SAFETY: elements may be sent to other threads and shared among them, and so may the function.
            true => unsafe { part.apart(FUNCTION, &run) },
            false => run(part),
        }
    }

    /// Like [`collect`](super::collect) with the results of a function, on all threads.
    ///
    /// # Panics
    ///
    /// Panics if an operand does not broadcast to the sizes, or their product overflows `usize`.
    #[track_caller]
    pub fn collect<L: Operands + Shared, U: Send>(
        operands: &L,
        sizes: &[usize],
        function: impl Fn(L::Elements) -> U + Sync,
    ) -> Vec<U> {
        must_fit(operands, sizes);
        if const { core::mem::needs_drop::<U>() } {
            let mut elements = Vec::new();
            elements.resize_with(count(sizes), || None);
            let target = Strided::new(sizes, None, elements.as_mut_ptr());
            let keep = |place: &mut Option<U>, arguments| *place = Some(function(arguments));
            // SAFETY: as in `super::dropped_in_a_panic`.
            unsafe { run(operands, target, &|| Update(&keep)) };
            return elements.into_iter().flatten().collect();
        }
        let fill = |first| {
            let target = Strided::new(sizes, None, first);
            // SAFETY: as in `super::collect`, with no memory given.
            unsafe { run(operands, target, &|| Write(&function)) }
        };
        // SAFETY: the pass visits every index, so every element is written.
        unsafe { memory::build(count(sizes), fill) }
    }

    /// Like [`update`](super::update) with a function, on all threads.
    ///
    /// # Errors
    ///
    /// Returns an error if an operand does not broadcast to the target, which is then unchanged.
    pub fn update<L: Operands + Shared, U: Send>(
        target: RawMut<'_, U>,
        operands: &L,
        function: impl Fn(&mut U, L::Elements) + Sync,
    ) -> Result<(), BroadcastError> {
        operands.check(target.sizes)?;
        // SAFETY: as in `super::update`.
        unsafe { run(operands, Strided::of(target), &|| Update(&function)) };
        Ok(())
    }
}
