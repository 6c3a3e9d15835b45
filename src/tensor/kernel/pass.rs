//! A pass over the elements of any number of tensors: which plan it follows, where its results go, and the types that
//! make sure that operands broadcast before anything is read.

use core::marker::PhantomData;

use super::memory::Taken;
use super::rows::{self, Each, Source, Sources, Target, Update, Write};
use crate::shape::list::NEAR;
use crate::tensor::layout::{Layout, RowMajor, repeated, repeated_near};
use crate::tensor::plan::{Known, MOST, Plan, Strides, all, pattern};
use crate::tensor::storage::{HomeWith, Nowhere, Owned, Spare, Storage, StorageMut};
use crate::tensor::{TensorBase, count, unwrap};
use crate::{Broadcast, BroadcastError, BroadcastTo, Broadcasted, Shape};

/// A tensor that takes part in a pass: `&tensor`, or `tensor`, which gives its memory to the result if it can.
pub trait Operand: list::Tensor {
    /// What it has.
    type Element: Copy;
    /// Its shape.
    type Shape: Shape;
    /// Its layout.
    #[doc(hidden)]
    type Layout: Layout<Self::Shape>;
    /// Where results go that come from it alone.
    type Home;

    #[doc(hidden)]
    const GIVES: bool;

    #[doc(hidden)]
    fn shape(&self) -> &Self::Shape;

    #[doc(hidden)]
    fn layout(&self) -> Self::Layout;

    #[doc(hidden)]
    fn elements(&self) -> &[Self::Element];

    /// Memory for a result of as many elements, where there is any.
    ///
    /// ```compile_fail,E0133
    /// use shapecheck::{Tensor, shape, tensor::zip::Operand};
    ///
    /// let mut t = Tensor::<f32, shape![64]>::full(1.0);
    /// drop(t.give::<f32>());
    /// let read_where_nothing_is = &t + &t;
    /// ```
    ///
    /// # Safety
    ///
    /// The elements are not read any more: the tensor still has its shape, but may have lost its memory.
    #[doc(hidden)]
    unsafe fn give<U>(&mut self) -> Option<Spare<U>>;
}

/// `$gives` and `$give`: whether it may give its memory away, and how.
macro_rules! operand {
    ($Tensor:ty: $gives:expr, $give:expr) => {
        impl<T: Copy, S: Shape, Store: Storage<T, S>> Operand for $Tensor {
            type Element = T;
            type Shape = S;
            type Layout = Store::Layout;
            type Home = Store::Home;

            const GIVES: bool = $gives;

            #[inline]
            fn shape(&self) -> &S {
                &self.shape
            }

            #[inline]
            fn layout(&self) -> Store::Layout {
                Store::layout(&self.buffer)
            }

            #[inline]
            fn elements(&self) -> &[T] {
                Store::elements(&self.buffer)
            }

            #[inline]
            unsafe fn give<U>(&mut self) -> Option<Spare<U>> {
                $give(self)
            }
        }
    };
}

operand!(&TensorBase<T, S, Store>: false, |_| None);
operand!(TensorBase<T, S, Store>: Store::GIVES, |tensor: &mut Self| Store::give(&mut tensor.buffer));

/// Tensors that are walked through together, `(((), a), b)`.
pub trait OperandList: list::Walk<Sources: Sources<Arguments = Self::Elements>> {
    /// Where results go.
    type Home;
    /// An element of each.
    type Elements;
}

impl OperandList for () {
    type Home = Nowhere;
    type Elements = ();
}

impl<Lead, A> OperandList for (Lead, A)
where
    Lead: OperandList<Home: HomeWith<A::Home>>,
    A: Operand,
{
    type Home = <Lead::Home as HomeWith<A::Home>>::Home;
    type Elements = (Lead::Elements, A::Element);
}

mod list {
    use super::*;

    /// A tensor or a reference to one: the elements of anything else could not be relied on.
    pub trait Tensor {}

    impl<T, S: Shape, Store: Storage<T, S>> Tensor for &TensorBase<T, S, Store> {}
    impl<T, S: Shape, Store: Storage<T, S>> Tensor for TensorBase<T, S, Store> {}

    /// What a pass asks of its operands.
    pub trait Walk {
        type Sources: Sources;

        /// The strides of each as part of a larger shape, as far as types tell, in the order of the operands.
        const STRIDES: Strides<Option<usize>>;

        /// The first operand that may give its memory to a result whose strides, as part of the larger shape, are these: it then has the
        /// same shape.
        const GIVES: [bool; MOST];

        /// The same strides as numbers.
        fn strides(&self, strides: &mut Strides<usize>);

        /// The first operand that may give memory and has the shape `output`.
        fn giver(&self, output: &impl Shape) -> Option<usize>;

        /// # Safety
        ///
        /// As for [`Operand::give`].
        unsafe fn give<U>(&mut self, position: usize) -> Option<Spare<U>>;

        /// The operands along the axes of a plan.
        fn sources(&self, plan: &Plan) -> Self::Sources;

        /// The operands `index` further along an axis counted from the end, beyond those of the plan.
        fn forward(&self, sources: Self::Sources, axis: usize, index: usize) -> Self::Sources;
    }
}
use list::Walk;

impl Walk for () {
    type Sources = ();

    const STRIDES: Strides<Option<usize>> = [[None; NEAR]; MOST];
    const GIVES: [bool; MOST] = [false; MOST];

    #[inline]
    fn strides(&self, _strides: &mut Strides<usize>) {}

    #[inline]
    fn giver(&self, _output: &impl Shape) -> Option<usize> {
        None
    }

    #[inline]
    unsafe fn give<U>(&mut self, _position: usize) -> Option<Spare<U>> {
        None
    }

    #[inline]
    fn sources(&self, _plan: &Plan) {}

    #[inline]
    fn forward(&self, (): (), _axis: usize, _index: usize) {}
}

/// The strides of an operand along the last axes of a larger shape, as far as types tell.
const fn near<A: Operand>() -> [Option<usize>; NEAR] {
    repeated_near(A::Shape::NEAR_SIZES, A::Layout::STRIDES)
}

/// The strides of an operand along the last axes of a larger shape.
#[inline]
fn near_strides<A: Operand>(operand: &A) -> [usize; NEAR] {
    if let Some(strides) = const { all(near::<A>()) } {
        return strides;
    }
    let shape = operand.shape();
    let mut strides = operand.layout().near_strides(shape);
    for (axis, stride) in strides.iter_mut().enumerate() {
        *stride = repeated(shape.size_from_end(axis + 1), *stride);
    }
    strides
}

impl<Lead: Walk, A: Operand> Walk for (Lead, A) {
    type Sources = (Lead::Sources, Source<A::Element>);

    const STRIDES: Strides<Option<usize>> = {
        let position = <Lead::Sources as Sources>::COUNT;
        assert!(position + 1 < MOST, "a pass takes at most 15 operands");
        let mut strides = Lead::STRIDES;
        strides[position] = near::<A>();
        strides
    };

    const GIVES: [bool; MOST] = {
        let mut gives = Lead::GIVES;
        gives[<Lead::Sources as Sources>::COUNT] = A::GIVES;
        gives
    };

    #[inline]
    fn strides(&self, strides: &mut Strides<usize>) {
        self.0.strides(strides);
        strides[<Lead::Sources as Sources>::COUNT] = near_strides(&self.1);
    }

    #[inline]
    fn giver(&self, output: &impl Shape) -> Option<usize> {
        let same = |shape: &A::Shape| {
            shape.rank() == output.rank()
                && (1..=shape.rank())
                    .all(|axis| shape.size_from_end(axis) == output.size_from_end(axis))
        };
        self.0.giver(output).or_else(|| {
            (A::GIVES && same(self.1.shape())).then_some(<Lead::Sources as Sources>::COUNT)
        })
    }

    #[inline]
    unsafe fn give<U>(&mut self, position: usize) -> Option<Spare<U>> {
        // SAFETY: as the caller says.
        unsafe {
            if position == <Lead::Sources as Sources>::COUNT {
                self.1.give()
            } else {
                self.0.give(position)
            }
        }
    }

    #[inline]
    fn sources(&self, plan: &Plan) -> Self::Sources {
        let source = Source {
            first: self.1.elements().as_ptr(),
            strides: plan.strides(&near_strides(&self.1)),
        };
        (self.0.sources(plan), source)
    }

    #[inline]
    fn forward(
        &self,
        (lead, mut source): Self::Sources,
        axis: usize,
        index: usize,
    ) -> Self::Sources {
        let shape = self.1.shape();
        if axis <= shape.rank() {
            let stride = self.1.layout().stride_from_end(shape, axis);
            let step = repeated(shape.size_from_end(axis), stride);
            source.first = source.first.wrapping_add(step.wrapping_mul(index));
        }
        (self.0.forward(lead, axis, index), source)
    }
}

/// What the types of operands and of a target tell.
struct Pass<L, S, M>(PhantomData<(L, S, M)>);

impl<L: Walk, S: Shape, M: Layout<S>> Pass<L, S, M> {
    const COUNT: usize = <L::Sources as Sources>::COUNT;

    const KNOWN: Known = {
        let mut strides = L::STRIDES;
        strides[Self::COUNT] = repeated_near(S::NEAR_SIZES, M::STRIDES);
        Known::new(S::STATIC_RANK, S::NEAR_SIZES, &strides, Self::COUNT)
    };

    const PLAN: Option<&'static Plan> = match &Self::KNOWN.plan {
        Some((plan, _)) => Some(plan),
        None => None,
    };

    /// Whether the pass has a loop of its own, with sizes as constants. Two operands are an operator's most of the time, whose function is
    /// the same for all shapes, as its loop then is too; but for so few elements that a loop is less than a call.
    const HAS_OWN_LOOP: bool = match Self::PLAN {
        Some(plan) => Self::COUNT != 2 || plan.count() <= 64 && plan.len <= 3,
        None => false,
    };

    /// The first operand that gives its memory, where the shapes are static.
    const GIVER: Option<usize> = {
        let target = repeated_near(S::NEAR_SIZES, M::STRIDES);
        let mut giver = None;
        let mut operand = 0;
        while operand < Self::COUNT {
            if L::GIVES[operand] && giver.is_none() {
                let mut same = true;
                let mut axis = 0;
                while axis < NEAR {
                    same = same
                        && match (L::STRIDES[operand][axis], target[axis]) {
                            (Some(stride), Some(target)) => stride == target,
                            _ => false,
                        };
                    axis += 1;
                }
                if same {
                    giver = Some(operand);
                }
            }
            operand += 1;
        }
        giver
    };

    /// The patterns of a row where the giver gives.
    const fn with_giver(mask: u64) -> u64 {
        match Self::GIVER {
            Some(giver) => pattern::with(mask, giver, pattern::TARGET),
            None => mask,
        }
    }
}

/// Does something for each element of a target and the operands broadcast to its shape, in row-major order.
///
/// # Safety
///
/// Every index into `shape` has a place in memory from `first` on at the offset that `layout` gives, no two of them the same;
/// it may be written, and holds an element if `each` reads it. The operands broadcast to `shape`. The operand at
/// `given` had the same shape and gave `first` away: elements of the same size and alignment as `U`, row-major.
#[inline]
unsafe fn run<U, L: OperandList, S: Shape, M: Layout<S>>(
    operands: &L,
    (shape, layout, first): (&S, &M, *mut U),
    given: Option<usize>,
    each: &mut impl Each<U, L::Elements>,
) {
    let axes = shape.rank();
    for axis in 1..=axes {
        if shape.size_from_end(axis) == 0 {
            return;
        }
    }
    if let Some(plan) = Pass::<L, S, M>::PLAN {
        let mask = const {
            match Pass::<L, S, M>::KNOWN.plan {
                Some((_, mask)) => mask,
                None => 0,
            }
        };
        let sources = operands.sources(plan);
        let target = Target {
            first,
            strides: plan.strides(&target_strides(shape, layout)),
        };
        let contiguous = const {
            match (
                Pass::<L, S, M>::PLAN,
                all(repeated_near(S::NEAR_SIZES, M::STRIDES)),
            ) {
                (Some(plan), Some(strides)) => strides[plan.axes[0]] == 1 || plan.sizes[0] == 1,
                _ => false,
            }
        };
        let direct = const {
            contiguous_mask(match Pass::<L, S, M>::KNOWN.plan {
                Some((_, mask)) => mask,
                None => 0,
            })
        };
        // SAFETY: as the caller says; the plan is that of these shapes and layouts, which are static.
        unsafe {
            if contiguous && direct && Pass::<L, S, M>::HAS_OWN_LOOP {
                match given {
                    None => rows::rows(plan, target, sources, mask, each),
                    Some(_) => rows::rows(
                        plan,
                        target,
                        sources,
                        const {
                            Pass::<L, S, M>::with_giver(match Pass::<L, S, M>::KNOWN.plan {
                                Some((_, mask)) => mask,
                                None => 0,
                            })
                        },
                        each,
                    ),
                }
            } else {
                shared(plan, target, sources, mask, given, each);
            }
        }
        return;
    }
    let (plan, mask, target, sources) = planned(operands, (shape, layout, first));
    let mut near = |target: Target<U>, sources: L::Sources| {
        // SAFETY: as the caller says; the plan is that of the last axes of these shapes and layouts, and target and
        // operands stand at one index into the axes before them.
        unsafe {
            match const { Pass::<L, S, M>::KNOWN.mask } {
                Some(known)
                    if Pass::<L, S, M>::COUNT > 2 && contiguous_mask(known) && given.is_none() =>
                {
                    debug_assert_eq!(known, mask);
                    rows::rows(&plan, target, sources, known, each);
                }
                _ => shared(&plan, target, sources, mask, given, each),
            }
        }
    };
    if axes <= NEAR {
        near(target, sources);
    } else {
        let forward = |target: Target<U>, sources, axis, index: usize| {
            let step = layout.stride_from_end(shape, axis).wrapping_mul(index);
            let first = target.first.wrapping_add(step);
            (
                Target { first, ..target },
                operands.forward(sources, axis, index),
            )
        };
        far(shape, axes, (target, sources), &forward, &mut near);
    }
}

/// The plan of a pass at run time, the patterns of its rows, and target and operands along its axes.
fn planned<U, L: OperandList, S: Shape, M: Layout<S>>(
    operands: &L,
    (shape, layout, first): (&S, &M, *mut U),
) -> (Plan, u64, Target<U>, L::Sources) {
    let count = Pass::<L, S, M>::COUNT;
    let mut strides = [[0; NEAR]; MOST];
    operands.strides(&mut strides);
    strides[count] = target_strides(shape, layout);
    let mut sizes = [1; NEAR];
    for (axis, size) in sizes.iter_mut().enumerate() {
        *size = shape.size_from_end(axis + 1);
    }
    let plan = Plan::new(shape.rank(), &sizes, &strides, count + 1);
    let mask = plan.mask(&strides, count);
    let target = Target {
        first,
        strides: plan.strides(&strides[count]),
    };
    (plan, mask, target, operands.sources(&plan))
}

/// Whether every operand of a row is side by side or repeated.
const fn contiguous_mask(mask: u64) -> bool {
    let mut position = 0;
    while position < MOST {
        if pattern::at(mask, position) > pattern::REPEATED {
            return false;
        }
        position += 1;
    }
    true
}

/// The loops that all shapes share.
///
/// # Safety
///
/// As for [`rows::run`], with `TARGET` in place of the pattern of the operand at `given`.
#[inline]
unsafe fn shared<U, S: Sources>(
    plan: &Plan,
    target: Target<U>,
    sources: S,
    mask: u64,
    given: Option<usize>,
    each: &mut impl Each<U, S::Arguments>,
) {
    // SAFETY: as the caller says.
    unsafe {
        match given {
            None => rows::run::<U, S, false>(plan, target, sources, mask, each),
            Some(position) => {
                let mask = pattern::with(mask, position, pattern::TARGET);
                rows::run::<U, S, true>(plan, target, sources, mask, each);
            }
        }
    }
}

#[inline]
fn target_strides<S: Shape, M: Layout<S>>(shape: &S, layout: &M) -> [usize; NEAR] {
    match const { all(repeated_near(S::NEAR_SIZES, M::STRIDES)) } {
        Some(strides) => strides,
        None => layout.near_strides(shape),
    }
}

/// Visits every index into the axes from `axis` down to those that a plan has room for. No deeper than there are sizes above 1, of which
/// a shape whose elements can be counted has at most 63.
fn far<U, S>(
    shape: &impl Shape,
    axis: usize,
    at: (Target<U>, S),
    forward: &impl Fn(Target<U>, S, usize, usize) -> (Target<U>, S),
    near: &mut impl FnMut(Target<U>, S),
) where
    S: Copy,
{
    let Some(axis) = (NEAR + 1..=axis)
        .rev()
        .find(|&axis| shape.size_from_end(axis) > 1)
    else {
        return near(at.0, at.1);
    };
    for index in 0..shape.size_from_end(axis) {
        let at = forward(at.0, at.1, axis, index);
        far(shape, axis - 1, at, forward, near);
    }
}

/// Tensors and the shape they broadcast to.
#[doc(hidden)]
#[derive(Clone)]
pub struct Zip<L, S> {
    operands: L,
    shape: S,
}

/// Where the results of a pass over these operands go.
pub type HomeOf<L> = <L as OperandList>::Home;

impl<A: Operand> Zip<((), A), A::Shape> {
    /// One tensor.
    #[inline]
    pub fn of(operand: A) -> Self {
        Self {
            shape: operand.shape().clone(),
            operands: ((), operand),
        }
    }
}

impl<L, S: Shape> Zip<L, S> {
    /// A view of each tensor, of the shape that they broadcast to: `(((), first), second)`.
    pub fn into_views(self) -> L::Views
    where
        L: super::super::zip::ViewAll<S>,
    {
        self.operands.view_all(&self.shape)
    }

    /// One more tensor of the same shape.
    #[inline]
    #[track_caller]
    pub(in crate::tensor) fn beside<A: Operand<Shape = S>>(self, operand: A) -> Zip<(L, A), S> {
        assert!(*operand.shape() == self.shape, "operands of one shape");
        Zip {
            operands: (self.operands, operand),
            shape: self.shape,
        }
    }

    /// One more tensor.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not broadcast.
    #[inline]
    #[track_caller]
    pub fn and<A: Operand>(self, operand: A) -> Zip<(L, A), Broadcasted<S, A::Shape>>
    where
        S: Broadcast<A::Shape>,
    {
        unwrap(self.try_and(operand))
    }

    /// One more tensor.
    ///
    /// # Errors
    ///
    /// Where dynamic sizes do not broadcast.
    #[inline]
    pub fn try_and<A: Operand>(
        self,
        operand: A,
    ) -> Result<Zip<(L, A), Broadcasted<S, A::Shape>>, BroadcastError>
    where
        S: Broadcast<A::Shape>,
    {
        let shape = self.shape.try_broadcast(operand.shape())?;
        Ok(Zip {
            operands: (self.operands, operand),
            shape,
        })
    }

    /// A tensor of the results of a function of one element of each operand.
    ///
    /// # Panics
    ///
    /// Where the element count overflows `usize`.
    #[inline]
    #[track_caller]
    pub fn map<U, F: FnMut(L::Elements) -> U>(self, function: F) -> TensorBase<U, S, L::Home>
    where
        L: OperandList<Home: Owned<U, S>>,
    {
        self.collect(&mut Write(function))
    }

    /// A tensor that `each` writes.
    #[inline]
    #[track_caller]
    pub(in crate::tensor) fn collect<U>(
        self,
        each: &mut impl Each<U, L::Elements>,
    ) -> TensorBase<U, S, L::Home>
    where
        L: OperandList<Home: Owned<U, S>>,
    {
        self.collect_at(each)
    }

    /// A tensor that `each` writes, wherever it is to be.
    #[inline]
    #[track_caller]
    pub(in crate::tensor) fn collect_at<U, Home: Owned<U, S>>(
        mut self,
        each: &mut impl Each<U, L::Elements>,
    ) -> TensorBase<U, S, Home>
    where
        L: OperandList,
    {
        let count = count(&self.shape);
        let giver = match Pass::<L, S, RowMajor>::PLAN {
            Some(_) => const { Pass::<L, S, RowMajor>::GIVER },
            None => self.operands.giver(&self.shape),
        };
        // An operand that has given its memory can only be read there.
        let giver = giver.filter(|_| Home::TAKES);
        // SAFETY: the operands are dropped with `self`, and until then the pass reads the elements of this one where the
        // results go.
        let spare = giver.and_then(|giver| unsafe { self.operands.give(giver) });
        let given = giver.filter(|_| spare.is_some());
        let fill = |first, taken| {
            assert!(
                given.is_none() || taken == Taken::Spare,
                "a home that takes memory took it"
            );
            // SAFETY: `first` is memory for `count` elements, which row-major order gives each index one of. The operands
            // broadcast to the shape, as they were checked one by one. One that gave its memory has the shape of the result, and `first` is seen to be that
            // memory.
            unsafe { run(&self.operands, (&self.shape, &RowMajor, first), given, each) }
        };
        // SAFETY: the pass visits every index, so every one of the `count` elements is written.
        let buffer = unsafe { Home::build(&self.shape, count, spare, fill) };
        TensorBase::new(self.shape, buffer)
    }
}

/// Tensors that broadcast to a target.
#[doc(hidden)]
pub struct ZipInto<'a, T, S, Store, L>
where
    S: Shape,
    Store: Storage<T, S>,
{
    target: &'a mut TensorBase<T, S, Store>,
    operands: L,
}

impl<'a, T, S: Shape, Store: StorageMut<T, S>> ZipInto<'a, T, S, Store, ()> {
    /// No tensor yet.
    #[inline]
    pub fn new(target: &'a mut TensorBase<T, S, Store>) -> Self {
        Self {
            target,
            operands: (),
        }
    }
}

impl<'a, T, S: Shape, Store: Storage<T, S>, L> ZipInto<'a, T, S, Store, L> {
    /// One more tensor.
    ///
    /// # Panics
    ///
    /// Where dynamic sizes do not broadcast to the target's.
    #[inline]
    #[track_caller]
    pub fn and<A: Operand<Shape: BroadcastTo<S>>>(
        self,
        operand: A,
    ) -> ZipInto<'a, T, S, Store, (L, A)> {
        unwrap(self.try_and(operand))
    }

    /// One more tensor.
    ///
    /// # Errors
    ///
    /// Where dynamic sizes do not broadcast to the target's.
    #[inline]
    pub fn try_and<A: Operand<Shape: BroadcastTo<S>>>(
        self,
        operand: A,
    ) -> Result<ZipInto<'a, T, S, Store, (L, A)>, BroadcastError> {
        operand.shape().check_broadcast_to(&self.target.shape)?;
        Ok(ZipInto {
            target: self.target,
            operands: (self.operands, operand),
        })
    }

    /// Calls a function with each element of the target and one element of each operand.
    #[inline]
    pub fn update<F: FnMut(&mut T, L::Elements)>(self, function: F)
    where
        Store: StorageMut<T, S>,
        L: OperandList,
    {
        self.each(&mut Update(function));
    }

    #[inline]
    pub(in crate::tensor) fn each(self, each: &mut impl Each<T, L::Elements>)
    where
        Store: StorageMut<T, S>,
        L: OperandList,
    {
        let layout = Store::layout(&self.target.buffer);
        let first = Store::elements_mut(&mut self.target.buffer).as_mut_ptr();
        // SAFETY: the target's elements are borrowed mutably, and hold an element at each offset that the layout gives an
        // index; mutable storage has no two indices in one place. The operands broadcast to the target's shape, as they were checked one by one.
        unsafe {
            run(
                &self.operands,
                (&self.target.shape, &layout, first),
                None,
                each,
            )
        }
    }
}

/// The same on all threads of `rayon`'s pool, for elements and functions that can go there.
#[cfg(feature = "rayon")]
mod parallel {
    use super::*;
    use crate::tensor::kernel::memory::Build;

    /// So many elements that a thread has enough to do.
    const SHARE: usize = 1 << 14;

    /// Part of a pass.
    struct Part<U, S> {
        plan: Plan,
        target: Target<U>,
        sources: S,
    }

    // SAFETY: a part goes to another thread together with the right to write its places of the target, which no
    // other part has, and to read elements that no one writes; `run` asks for elements that may be sent and shared.
    unsafe impl<U, S> Send for Part<U, S> {}

    impl<U, S: Sources> Part<U, S> {
        /// Two halves along the outermost axis.
        fn halves(self) -> (Self, Self) {
            let axis = self.plan.len - 1;
            let half = self.plan.sizes[axis] / 2;
            let (mut left, mut right) = (self.plan, self.plan);
            left.sizes[axis] = half;
            right.sizes[axis] -= half;
            let mut sources = self.sources;
            sources.step(axis, half as isize);
            let first = self
                .target
                .first
                .wrapping_add(half * self.target.strides[axis]);
            let target = Target {
                first,
                ..self.target
            };
            let left = Self { plan: left, ..self };
            let right = Self {
                plan: right,
                target,
                sources,
            };
            (left, right)
        }

        /// # Safety
        ///
        /// As for [`rows::run`], by parts on several threads.
        unsafe fn run<E: Each<U, S::Arguments>>(self, mask: u64, each: &(impl Fn() -> E + Sync)) {
            if self.plan.count() <= SHARE || self.plan.sizes[self.plan.len - 1] < 2 {
                // SAFETY: as the caller says, for the places of this part.
                unsafe {
                    rows::run::<U, S, false>(
                        &self.plan,
                        self.target,
                        self.sources,
                        mask,
                        &mut each(),
                    );
                }
                return;
            }
            let (left, right) = self.halves();
            // SAFETY: the halves have no place in common.
            rayon::join(
                || unsafe { left.run(mask, each) },
                || unsafe { right.run(mask, each) },
            );
        }
    }

    /// Elements all of which may be read on any thread.
    pub trait Shared {}
    impl Shared for () {}
    impl<Lead: Shared, A: Operand<Element: Send + Sync>> Shared for (Lead, A) {}

    /// # Safety
    ///
    /// As for [`super::run`], with nothing given.
    unsafe fn run<
        U: Send,
        L: OperandList + Shared,
        S: Shape,
        M: Layout<S>,
        E: Each<U, L::Elements>,
    >(
        operands: &L,
        (shape, layout, first): (&S, &M, *mut U),
        each: &(impl Fn() -> E + Sync),
    ) {
        if (1..=shape.rank()).any(|axis| shape.size_from_end(axis) == 0) {
            return;
        }
        if shape.rank() > NEAR {
            // SAFETY: as the caller says.
            return unsafe { super::run(operands, (shape, layout, first), None, &mut each()) };
        }
        let (plan, mask, target, sources) = planned(operands, (shape, layout, first));
        let part = Part {
            plan,
            target,
            sources,
        };
        // SAFETY: as the caller says; elements may be sent to other threads and shared among them.
        unsafe { part.run(mask, each) }
    }

    impl<L: Shared, S: Shape> Zip<L, S> {
        /// As [`map`](Self::map), on all threads.
        ///
        /// # Panics
        ///
        /// Where the element count overflows `usize`.
        #[track_caller]
        pub fn par_map<U: Send, F>(self, function: F) -> TensorBase<U, S, L::Home>
        where
            L: OperandList<Home: Owned<U, S>>,
            F: Fn(L::Elements) -> U + Sync,
        {
            let count = count(&self.shape);
            let fill = |first, _| {
                // SAFETY: as in `collect_at`, with no memory given.
                unsafe {
                    run(&self.operands, (&self.shape, &RowMajor, first), &|| {
                        Write(&function)
                    })
                }
            };
            // SAFETY: the pass visits every index, so every one of the `count` elements is written.
            let buffer = unsafe { L::Home::build(&self.shape, count, None, fill) };
            TensorBase::new(self.shape, buffer)
        }
    }

    impl<T: Send, S: Shape, Store: StorageMut<T, S>, L: Shared> ZipInto<'_, T, S, Store, L> {
        /// As [`update`](Self::update), on all threads.
        pub fn par_update<F>(self, function: F)
        where
            L: OperandList,
            F: Fn(&mut T, L::Elements) + Sync,
        {
            let layout = Store::layout(&self.target.buffer);
            let first = Store::elements_mut(&mut self.target.buffer).as_mut_ptr();
            // SAFETY: as in `each`.
            unsafe {
                run(
                    &self.operands,
                    (&self.target.shape, &layout, first),
                    &|| Update(&function),
                );
            }
        }
    }
}
