//! Contracts: names for the axes that several arrays share, such as `images: b c h w, labels: b`.
//!
//! [`contract!`](crate::contract!) and [`try_contract!`](crate::try_contract!) expand to code that asks these types,
//! with the relations of [`notation`](super::notation). [`contract_sizes`] is the same over slices of sizes.
//!
//! ```
//! use shapecheck::{DynShape, contract, shape};
//!
//! let images = <shape![32, 3, 28, 28]>::default();
//! let labels = DynShape::from([32]);
//! let [b, c, h, w] = contract!("images: b c h w, labels: b"; &images, &labels);
//! assert_eq!((b, c, h, w), (32, 3, 28, 28));
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{contract, shape};
//!
//! let images = <shape![32, 3, 28, 28]>::default();
//! let labels = <shape![31]>::default();
//! contract!("images: b c h w, labels: b"; &images, &labels); // `b` is 32 in `images` and 31 in `labels`
//! ```

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, string::ToString, vec::Vec};

use super::equation::{DOTS, LABELS, ONE, write_shapes};
#[cfg(feature = "alloc")]
use super::equation::{NotationError, grammar};
use super::{NamesAxes, NamesFirst, NamesLast};
use crate::for_each::for_each;
use crate::shape::list::*;
use crate::{Dim, Dyn, DynShape, Shape, ShapeError};

/// An array, or anything else, that has sizes: an operand of a [contract](crate::contract!).
///
/// Tensors, shapes, slices and arrays of sizes, and tuples of them implement it. So an array of another crate takes
/// part by its sizes: `contract!("x: b c"; x.shape())`. A type of your own takes part if it implements this trait.
///
/// ```
/// use shapecheck::algebra::TellsSizes;
/// use shapecheck::{DynShape, contract, shape};
///
/// struct Image {
///     pixels: Vec<u8>,
///     width: usize,
/// }
///
/// impl TellsSizes for Image {
///     type Shape = shape![_, _, 3];
///
///     fn sizes(&self) -> DynShape {
///         [self.pixels.len() / self.width / 3, self.width, 3].into()
///     }
/// }
///
/// let image = Image { pixels: vec![0; 60], width: 5 };
/// let mask = [4, 5];
/// let [h, w] = contract!("image: h w 3, mask: h w"; &image, &mask);
/// assert_eq!((h, w), (4, 5));
/// ```
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not tell its sizes",
    label = "no sizes here",
    note = "tensors, shapes and slices of sizes do, and arrays of another library where the program names the crate for it, as by `use shapecheck_candle as _;`; any other array takes part as `x.shape()` or `x.dims()`",
    note = "a type of yours takes part where it has the trait `TellsSizes`"
)]
pub trait TellsSizes<Way = Itself> {
    /// What the type says of the sizes: [`DynShape`] for nothing, `shape![_, _]` if only their number is known.
    type Shape: Shape;

    /// The sizes, the first axis first.
    fn sizes(&self) -> DynShape;
}

/// How a type [tells its sizes](TellsSizes), if its own crate or this one says so.
///
/// A crate that does this for the arrays of another crate uses its own type here, as rustc requires: `impl
/// TellsSizes<Candle> for candle_core::Tensor`.
///
/// In the guide: [notation](crate::guide::notation).
#[derive(Clone, Copy, Debug)]
pub enum Itself {}

impl<X: TellsSizes<Way> + ?Sized, Way> TellsSizes<Way> for &X {
    type Shape = X::Shape;

    fn sizes(&self) -> DynShape {
        X::sizes(self)
    }
}

impl TellsSizes for Scalar {
    type Shape = Self;

    fn sizes(&self) -> DynShape {
        self.to_dyn()
    }
}

impl<Lead: Shape, Last: Dim> TellsSizes for Axes<Lead, Last> {
    type Shape = Self;

    fn sizes(&self) -> DynShape {
        self.to_dyn()
    }
}

impl TellsSizes for DynShape {
    type Shape = Self;

    fn sizes(&self) -> DynShape {
        self.clone()
    }
}

impl TellsSizes for [usize] {
    type Shape = DynShape;

    fn sizes(&self) -> DynShape {
        self.into()
    }
}

#[cfg(feature = "alloc")]
impl TellsSizes for Vec<usize> {
    type Shape = DynShape;

    fn sizes(&self) -> DynShape {
        self[..].into()
    }
}

/// Arrays and tuples with one size for each axis. All sizes are dynamic.
macro_rules! of_sizes {
    ($($count:literal $shape:ty, ($($size:ident)*);)*) => {$(
        impl TellsSizes for [usize; $count] {
            type Shape = $shape;

            fn sizes(&self) -> DynShape {
                self.into()
            }
        }

        impl TellsSizes for ($(of_sizes!(@ $size usize),)*) {
            type Shape = $shape;

            fn sizes(&self) -> DynShape {
                let ($($size,)*) = *self;
                [$($size),*].into()
            }
        }
    )*};
    (@ $size:ident $usize:ty) => { $usize };
}

of_sizes! {
    0 Scalar, ();
    1 Shape1<Dyn>, (a);
    2 Shape2<Dyn, Dyn>, (a b);
    3 Shape3<Dyn, Dyn, Dyn>, (a b c);
    4 Shape4<Dyn, Dyn, Dyn, Dyn>, (a b c d);
    5 Shape5<Dyn, Dyn, Dyn, Dyn, Dyn>, (a b c d e);
    6 Shape6<Dyn, Dyn, Dyn, Dyn, Dyn, Dyn>, (a b c d e f);
    7 Shape7<Dyn, Dyn, Dyn, Dyn, Dyn, Dyn, Dyn>, (a b c d e f g);
    8 Shape8<Dyn, Dyn, Dyn, Dyn, Dyn, Dyn, Dyn, Dyn>, (a b c d e f g h);
}

/// An array whose type can get another shape, or sizes that can become a shape: an operand of
/// [`typed!`](crate::typed!).
///
/// Tensors of all engines and sizes of every kind implement it. Sizes become a shape value.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no shape into its type",
    label = "no tensor and no sizes",
    note = "tensors and sizes do, by value; a tensor of another crate does once it is a tensor of its engine, of shape `DynShape`"
)]
pub trait TakesShape: TellsSizes + Sized {
    /// The operand's type with a shape in it.
    type Typed<S: Shape>;

    /// The operand with a shape in its type.
    ///
    /// # Errors
    ///
    /// Returns an error if its sizes are none of that shape.
    fn try_shaped<S: Shape>(self) -> Result<Self::Typed<S>, ShapeError>;
}

for_each! {
    ($(#[$attribute:meta])* [$($parameters:tt)*] $sizes:ty) => {
        $(#[$attribute])*
        impl<$($parameters)*> TakesShape for $sizes
        where
            Self: TellsSizes,
        {
            type Typed<S: Shape> = S;

            fn try_shaped<S: Shape>(self) -> Result<S, ShapeError> {
                S::try_from_sizes(self.sizes().dims())
            }
        }
    }

    [] &[usize];
    [] DynShape;
    [] &DynShape;
    [] Scalar;
    [Lead: Shape, Last: Dim] Axes<Lead, Last>;
    [const COUNT: usize] [usize; COUNT];
    #[cfg(feature = "alloc")]
    [] Vec<usize>;
}

/// An operand of [`typed!`](crate::typed!) with checked sizes.
#[doc(hidden)]
#[track_caller]
pub fn shaped<X: TakesShape, S: Shape>(operand: X) -> X::Typed<S> {
    match operand.try_shaped::<S>() {
        Ok(typed) => typed,
        Err(error) => panic!("{error}"),
    }
}

/// An operand whose axes a contract names: the axes of its [shape](TellsSizes::Shape) are [named](NamesAxes) by `Axes`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "cannot tell whether the contract names each axis of this operand",
    label = "nothing here says how many axes `{Self}` has",
    note = "axes that have no name here are `...`"
)]
pub trait OperandNames<Naming, Axes> {}

impl<X, Naming, Axes> OperandNames<Naming, Axes> for X where
    X: TellsSizes<Shape: NamesAxes<Naming, Axes>> + ?Sized
{
}

/// The same with any number of axes in front, like [`NamesLast`].
#[doc(hidden)]
pub trait OperandNamesLast<Naming, Pattern> {
    /// The shape with all axes of the pattern.
    type Axes: Shape;
}

impl<X, Naming, Pattern> OperandNamesLast<Naming, Pattern> for X
where
    X: TellsSizes<Shape: NamesLast<Naming, Pattern>> + ?Sized,
{
    type Axes = <X::Shape as NamesLast<Naming, Pattern>>::Axes;
}

/// The same with named axes before those without a name, like [`NamesFirst`].
#[doc(hidden)]
pub trait OperandNamesFirst<Naming, Named, Lead, Front, Middle> {}

impl<X, Naming, Named, Lead, Front, Middle> OperandNamesFirst<Naming, Named, Lead, Front, Middle>
    for X
where
    X: TellsSizes<Shape: NamesFirst<Naming, Named, Lead, Front, Middle>> + ?Sized,
{
}

/// A label of a contract.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Label<'a> {
    /// The label as it was written: a name, a number or a sum.
    pub name: &'a str,
    /// The size, if the contract gives it.
    pub size: Option<usize>,
    /// The labels that are multiplied, and then added, to a sum.
    pub sum: &'a [&'a [u8]],
}

/// The size of a label that a contract is given in addition to its operands.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Given<'a> {
    pub label: u8,
    pub size: usize,
    /// Where it is from: an operand, or an expression.
    pub by: &'a str,
}

/// A contract, as the macros pass it on.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Contract<'a> {
    /// The contract as it was written.
    pub text: &'a str,
    pub operands: &'a [Operand<'a>],
    pub labels: &'a [Label<'a>],
}

/// An operand of a contract.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Operand<'a> {
    pub name: &'a str,
    /// The number of the label of each axis. 254 is any number of axes, 255 is an axis without a name.
    pub axes: &'a [u8],
    /// Whether any number of axes is among them.
    pub has_dots: bool,
}

/// A mistake in the sizes. Operands are counted from 0, axes from the end, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breach<'a> {
    Operands {
        given: usize,
    },
    Axes {
        operand: usize,
        axes: usize,
        named: usize,
        or_more: bool,
    },
    /// A label has a different size in an earlier operand.
    Sizes {
        label: usize,
        first: (&'a str, usize),
        second: (usize, usize),
    },
    /// The labels of a sum do not make its size. What is known of them is passed on beside.
    Sum {
        label: usize,
        operand: &'a str,
        size: usize,
    },
    /// A label does not have the size given for it.
    Fixed {
        label: usize,
        operand: usize,
        axis: usize,
        size: usize,
    },
}

/// Sizes that break a contract.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Broken<'a> {
    contract: &'a Contract<'a>,
    shapes: &'a [Option<&'a DynShape>],
    given: &'a [Given<'a>],
}

/// What is known of a label: its size, and the operand that gave it.
pub(super) type Known<'a> = Option<(usize, &'a str)>;

/// The size that a sum has by its labels, `rest + factor * unknown`. Too large a number is none.
struct Made {
    rest: Option<usize>,
    factor: Option<usize>,
    /// The only label without a size.
    unknown: Option<u8>,
}

impl<'a> Contract<'a> {
    /// Whether operands from number `first` on fit what is known of each label, and one another. All that they tell is
    /// known then. An operand without a shape is left out.
    ///
    /// This is what a check costs where nothing is wrong: there is a place for each label of the contract and no more,
    /// and what is wrong is found again for a message.
    pub(super) fn fits(
        &self,
        first: usize,
        shapes: &[Option<&DynShape>],
        known: &mut [Known<'a>],
    ) -> bool {
        let mut holds = true;
        self.bind(first, shapes, known, |_, _| holds = false);
        holds
    }

    /// Finds the size of each label, and each mistake, in operands from number `first` on. An operand without a shape is
    /// left out.
    fn bind(
        &self,
        first: usize,
        shapes: &[Option<&DynShape>],
        known: &mut [Known<'a>],
        mut breach: impl FnMut(&[Known<'a>], Breach<'a>),
    ) {
        if self.operands.len() != first + shapes.len() {
            let given = shapes.len();
            breach(known, Breach::Operands { given });
            return;
        }
        for (at, shape) in shapes.iter().enumerate() {
            let Some(shape) = shape else {
                continue;
            };
            let (operand, shape) = (first + at, shape.dims());
            let own = &self.operands[operand];
            let (axes, or_more) = (shape.len(), own.has_dots);
            let named = own.axes.len() - usize::from(or_more);
            if axes < named || !or_more && axes > named {
                let of_operand = Breach::Axes {
                    operand,
                    axes,
                    named,
                    or_more,
                };
                breach(known, of_operand);
                continue;
            }
            let mut rest = shape;
            let mut told = None;
            for &label in own.axes {
                if label == DOTS {
                    rest = &rest[axes - named..];
                    continue;
                }
                let axis = rest.len();
                let [size, behind @ ..] = rest else {
                    unreachable!("the axes were counted");
                };
                let size = *size;
                rest = behind;
                if label == ONE {
                    continue;
                }
                let label = usize::from(label);
                let Some((first, by)) = known[label] else {
                    match self.labels[label].size {
                        None => known[label] = Some((size, own.name)),
                        Some(fixed) if fixed == size => {}
                        Some(_) => {
                            let of_label = Breach::Fixed {
                                label,
                                operand,
                                axis,
                                size,
                            };
                            breach(known, of_label);
                        }
                    }
                    continue;
                };
                // A square of another size is one mistake.
                if first != size && told != Some((label, size)) {
                    told = Some((label, size));
                    let of_sizes = Breach::Sizes {
                        label,
                        first: (by, first),
                        second: (operand, size),
                    };
                    breach(known, of_sizes);
                }
            }
        }
        self.bind_sums(known, breach);
    }

    /// Compares sums with the sizes of their labels. A label that has no other size gets that which is left.
    fn bind_sums(&self, known: &mut [Known<'a>], mut breach: impl FnMut(&[Known<'a>], Breach<'a>)) {
        let mut done = [false; LABELS];
        let mut label = 0;
        while label < self.labels.len() {
            let sum = self.labels[label].sum;
            let made = match known[label] {
                Some((size, by)) if !sum.is_empty() && !done[label] => {
                    self.made(sum, known).map(|made| (size, by, made))
                }
                _ => None,
            };
            let Some((size, operand, made)) = made else {
                label += 1;
                continue;
            };
            done[label] = true;
            let left = made.rest.and_then(|rest| size.checked_sub(rest));
            let holds = match (made.unknown, left, made.factor) {
                (None, Some(left), _) => left == 0,
                (Some(_), Some(left), Some(0)) => left == 0,
                (Some(unknown), Some(left), Some(factor)) if left % factor == 0 => {
                    known[usize::from(unknown)] = Some((left / factor, operand));
                    true
                }
                _ => false,
            };
            if !holds {
                let of_sum = Breach::Sum {
                    label,
                    operand,
                    size,
                };
                breach(known, of_sum);
            }
            // What was unknown may decide a sum in front.
            label = match made.unknown {
                Some(_) => 0,
                None => label + 1,
            };
        }
    }

    /// The size that the labels of a sum make, if at most one of them is unknown.
    fn made(&self, sum: &[&[u8]], known: &[Known<'a>]) -> Option<Made> {
        let mut all = Made {
            rest: Some(0),
            factor: Some(0),
            unknown: None,
        };
        for product in sum {
            let mut made = Some(1_usize);
            let mut has_unknown = false;
            for part in *product {
                let label = usize::from(*part);
                let size = known[label].map(|(size, _)| size);
                match self.labels[label].size.or(size) {
                    Some(size) => made = made.and_then(|made| made.checked_mul(size)),
                    None if all.unknown.is_none() => {
                        all.unknown = Some(*part);
                        has_unknown = true;
                    }
                    None => return None,
                }
            }
            if has_unknown {
                all.factor = made;
            } else {
                all.rest = all
                    .rest
                    .zip(made)
                    .and_then(|(rest, made)| rest.checked_add(made));
            }
        }
        Some(all)
    }

    /// What is known of each of `COUNT` labels, if nothing breaks the contract.
    pub(super) fn kept<'s, const COUNT: usize>(
        &'s self,
        shapes: &'s [Option<&'s DynShape>],
        given: &'s [Given<'s>],
    ) -> Result<[Known<'s>; COUNT], Broken<'s>>
    where
        'a: 's,
    {
        let contract: &'s Contract<'s> = self;
        let mut known = known_of(given);
        match contract.fits(0, shapes, &mut known) {
            true => Ok(known),
            false => Err(Broken::new(contract, shapes, given)),
        }
    }

    /// The size of a label that is known.
    fn size(&self, known: &[Known<'_>], label: u8) -> usize {
        let label = usize::from(label);
        let found = self.labels[label]
            .size
            .or(known[label].map(|(size, _)| size));
        found.unwrap_or_default()
    }
}

/// What is known of labels before an operand tells anything.
#[inline]
pub(super) fn known_of<'a, const COUNT: usize>(given: &[Given<'a>]) -> [Known<'a>; COUNT] {
    let mut known = [None; COUNT];
    for given in given {
        known[usize::from(given.label)] = Some((given.size, given.by));
    }
    known
}

impl Broken<'_> {
    /// Tells each mistake in words.
    fn tell(&self, mut told: impl FnMut(fmt::Arguments<'_>) -> fmt::Result) -> fmt::Result {
        let Contract {
            operands, labels, ..
        } = *self.contract;
        let mut result = Ok(());
        let mut known: [_; LABELS] = known_of(self.given);
        self.contract.bind(0, self.shapes, &mut known, |known, breach| {
            let written = match breach {
                Breach::Operands { given } => {
                    let count = operands.len();
                    let plural = if count == 1 { "" } else { "s" };
                    let are = if given == 1 { "is" } else { "are" };
                    told(format_args!("the contract is about {count} operand{plural}, but {given} {are} given"))
                }
                Breach::Axes {
                    operand,
                    axes,
                    named,
                    or_more,
                } => {
                    let (or_more, operand) = (if or_more { " or more" } else { "" }, operands[operand].name);
                    let plural = if axes == 1 { "axis" } else { "axes" };
                    told(format_args!("`{operand}` has {axes} {plural}, the contract names {named}{or_more}"))
                }
                Breach::Sizes {
                    label,
                    first,
                    second,
                } => {
                    let label = labels[label].name;
                    let (lhs, rhs) = (first.0, operands[second.0].name);
                    match lhs == rhs {
                        true => told(format_args!("`{label}` is {} and {} in `{lhs}`", first.1, second.1)),
                        false => told(format_args!(
                            "`{label}` is {} in `{lhs}` and {} in `{rhs}`",
                            first.1, second.1
                        )),
                    }
                }
                Breach::Sum {
                    label,
                    operand,
                    size,
                } => {
                    let name = labels[label].name;
                    let parts = Parts { labels, label, known };
                    told(format_args!("`{name}` is {size} in `{operand}`, where {parts}"))
                }
                Breach::Fixed {
                    label,
                    operand,
                    axis,
                    size,
                } => {
                    let Label { name, size: fixed, .. } = labels[label];
                    let (fixed, operand) = (fixed.unwrap_or_default(), operands[operand].name);
                    match name.starts_with(|first: char| first.is_ascii_digit()) {
                        true => told(format_args!(
                            "`{operand}` has size {size} at axis -{axis}, where the contract says {fixed}"
                        )),
                        false => told(format_args!("`{name}` is {fixed} in the contract and {size} in `{operand}`")),
                    }
                }
            };
            if result.is_ok() {
                result = written;
            }
        });
        result
    }
}

/// The labels of a sum with their sizes, `` `h` is 4 and `d` is 8 ``.
struct Parts<'a> {
    labels: &'a [Label<'a>],
    label: usize,
    known: &'a [Known<'a>],
}

impl fmt::Display for Parts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.labels[self.label].sum.iter().copied().flatten();
        let mut before = "";
        let mut seen = [false; LABELS];
        for part in parts.map(|part| usize::from(*part)) {
            let (Some((size, _)), None) = (self.known[part], self.labels[part].size) else {
                continue;
            };
            if core::mem::replace(&mut seen[part], true) {
                continue;
            }
            let before = core::mem::replace(&mut before, " and ");
            write!(f, "{before}`{}` is {size}", self.labels[part].name)?;
        }
        match before {
            "" => f.write_str("no size makes it so"),
            _ => Ok(()),
        }
    }
}

impl<'a> Broken<'a> {
    pub(super) fn new(
        contract: &'a Contract<'a>,
        shapes: &'a [Option<&'a DynShape>],
        given: &'a [Given<'a>],
    ) -> Self {
        Self {
            contract,
            shapes,
            given,
        }
    }

    /// The contract as it was written.
    pub(super) fn text(&self) -> &'a str {
        self.contract.text
    }

    /// Writes each mistake in words, one after another.
    pub(super) fn write_clashes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "";
        self.tell(|text| {
            f.write_str(core::mem::replace(&mut before, "; "))?;
            f.write_fmt(text)
        })
    }

    /// The name and the shape of each operand that has one.
    pub(super) fn shapes(&self) -> impl Iterator<Item = (&str, &DynShape)> + Clone {
        let names = self.contract.operands.iter().zip(self.shapes);
        names.filter_map(|(operand, shape)| Some((operand.name, (*shape)?)))
    }
}

impl fmt::Display for Broken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` of ", self.contract.text)?;
        write_shapes(f, self.shapes().map(|(_, shape)| shape))?;
        f.write_str(": ")?;
        self.write_clashes(f)
    }
}

/// Sizes that break a [contract](crate::try_contract!), with all sizes and each clash, or a mistake in the contract
/// itself.
///
/// `{:#}` puts each clash and each shape on its own line. `{:?}` is the same as `{}`, so that an `unwrap` shows it,
/// and `{:#?}` as `{:#}`.
///
/// In the guide: [notation](crate::guide::notation).
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq)]
pub struct ContractError(Why);

#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq)]
enum Why {
    Malformed(NotationError),
    Broken {
        message: Box<str>,
        contract: Box<str>,
        clashes: Box<[Box<str>]>,
        shapes: Box<[(Box<str>, DynShape)]>,
    },
}

#[cfg(feature = "alloc")]
impl ContractError {
    /// The clashes, each in words: `` `b` is 32 in `images` and 31 in `labels` ``.
    pub fn clashes(&self) -> impl Iterator<Item = &str> {
        let clashes = match &self.0 {
            Why::Malformed(_) => &[][..],
            Why::Broken { clashes, .. } => clashes,
        };
        clashes.iter().map(|clash| &**clash)
    }

    /// The name and the sizes of each operand.
    pub fn shapes(&self) -> impl Iterator<Item = (&str, &DynShape)> {
        let shapes = match &self.0 {
            Why::Malformed(_) => &[][..],
            Why::Broken { shapes, .. } => shapes,
        };
        shapes.iter().map(|(name, shape)| (&**name, shape))
    }
}

#[cfg(feature = "alloc")]
impl From<Broken<'_>> for ContractError {
    fn from(broken: Broken<'_>) -> Self {
        let mut clashes: Vec<Box<str>> = Vec::new();
        let told = broken.tell(|text| {
            clashes.push(text.to_string().into());
            Ok(())
        });
        debug_assert!(told.is_ok(), "nothing is written that could fail");
        let shapes = broken.shapes();
        let shapes = shapes.map(|(name, shape)| (Box::from(name), shape.clone()));
        Self(Why::Broken {
            message: broken.to_string().into(),
            contract: broken.contract.text.into(),
            clashes: clashes.into(),
            shapes: shapes.collect(),
        })
    }
}

#[cfg(feature = "alloc")]
impl fmt::Display for ContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Why::Malformed(error) => error.fmt(f),
            Why::Broken { message, .. } if !f.alternate() => f.write_str(message),
            Why::Broken { contract, .. } => {
                write!(f, "the sizes do not keep `{contract}`")?;
                for clash in self.clashes() {
                    write!(f, "\n  {clash}")?;
                }
                for (name, shape) in self.shapes() {
                    write!(f, "\n  `{name}` has shape {shape}")?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(feature = "alloc")]
crate::__debug_is_text!(ContractError);

#[cfg(feature = "alloc")]
impl core::error::Error for ContractError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0 {
            Why::Malformed(error) => Some(error),
            Why::Broken { .. } => None,
        }
    }
}

/// The sizes of the labels of a contract, for arrays of these shapes: the rule of [`contract!`](crate::contract!) over
/// slices of sizes. The contract is read at run time.
///
/// Operands without a name are called `operand 1` and so on.
///
/// ```
/// use shapecheck::algebra::contract_sizes;
///
/// let contract = "images: b 3 h w, labels: b";
/// assert_eq!(contract_sizes(contract, &[&[32, 3, 28, 28], &[32]])?, [32, 28, 28]);
/// assert_eq!(
///     contract_sizes(contract, &[&[32, 4, 28, 28], &[31]]).unwrap_err().to_string(),
///     "`images: b 3 h w, labels: b` of shapes [32, 4, 28, 28] and [31]: \
///      `images` has size 4 at axis -3, where the contract says 3; `b` is 32 in `images` and 31 in `labels`",
/// );
/// # Ok::<(), shapecheck::algebra::ContractError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the contract is malformed, or if sizes break it, and lists all that does not fit.
#[cfg(feature = "alloc")]
#[inline]
pub fn contract_sizes(contract: &str, shapes: &[&[usize]]) -> Result<Vec<usize>, ContractError> {
    let wrong = |wrong| ContractError(Why::Malformed(NotationError::new(contract, wrong)));
    let parsed = grammar::contract(contract).map_err(wrong)?;
    parsed.check_sums(contract, |_| false).map_err(wrong)?;
    let text = |place: grammar::Place| &contract[place.0..place.1];
    let numbered = |index: usize| alloc::format!("operand {}", index + 1);
    let name = |(index, term): (usize, &grammar::Term)| match term.name {
        Some(place) => text(place).to_string(),
        None => numbered(index),
    };
    let names: Vec<_> = parsed.operands.iter().enumerate().map(name).collect();
    let operands = names.iter().zip(&parsed.axes).map(|(name, axes)| Operand {
        name,
        axes,
        has_dots: axes.contains(&DOTS),
    });
    let operands: Vec<Operand<'_>> = operands.collect();
    let sums = parsed.sums.iter();
    let sums: Vec<Vec<&[u8]>> = sums
        .map(|sum| sum.iter().map(Vec::as_slice).collect())
        .collect();
    let label = |(part, sum)| {
        let (part, sum): (&grammar::Part, &'_ Vec<&'_ [u8]>) = (part, sum);
        let size = match part {
            grammar::Part::Number(size, _) => Some(*size),
            _ => None,
        };
        Label {
            name: text(part.place()),
            size,
            sum,
        }
    };
    let labels: Vec<Label<'_>> = parsed.labels.iter().zip(&sums).map(label).collect();
    let contract = Contract {
        text: contract,
        operands: &operands,
        labels: &labels,
    };
    let shapes: Vec<DynShape> = shapes.iter().map(|shape| (*shape).into()).collect();
    let shapes: Vec<_> = shapes.iter().map(Some).collect();
    let known: [_; LABELS] = contract.kept(&shapes, &[])?;
    let sizes = parsed
        .result
        .iter()
        .map(|label| contract.size(&known, *label));
    Ok(sizes.collect())
}

/// The function that [`contract!`](crate::contract!) calls.
#[doc(hidden)]
#[track_caller]
pub fn kept<const COUNT: usize, const SIZES: usize>(
    contract: &Contract<'_>,
    shapes: &[Option<&DynShape>],
    labels: [u8; SIZES],
) -> [usize; SIZES] {
    match contract.kept::<COUNT>(shapes, &[]) {
        Ok(known) => labels.map(|label| contract.size(&known, label)),
        Err(broken) => panic!("{broken}"),
    }
}

/// The function that [`try_contract!`](crate::try_contract!) calls.
///
/// # Errors
///
/// Returns an error if sizes break the contract.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub fn try_kept<const COUNT: usize, const SIZES: usize>(
    contract: &Contract<'_>,
    shapes: &[Option<&DynShape>],
    labels: [u8; SIZES],
) -> Result<[usize; SIZES], ContractError> {
    let known = contract.kept::<COUNT>(shapes, &[])?;
    Ok(labels.map(|label| contract.size(&known, label)))
}

/// Checks that axes with the same name have the same size, in any number of arrays, and gives the sizes.
///
/// A contract names the axes of each operand. Operands are references to anything that [has sizes](TellsSizes): tensors
/// of any engine, shapes, and slices of sizes, so that an array of another crate takes part as `x.shape()` or
/// `x.dims()`. The compiler checks the sizes that types know, and the others are checked at run time.
///
/// ```
/// use shapecheck::contract;
///
/// // Sizes as they come from an array of another crate, and from a configuration.
/// let (images, labels): (&[usize], &[usize]) = (&[32, 3, 28, 28], &[32]);
/// let width = 28;
///
/// let [b, h, w] = contract!("images: b 3 h w, labels: b, config: w"; images, labels, &[width]);
/// assert_eq!((b, h, w), (32, 28, 28));
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::{contract, shape};
///
/// let (images, labels) = (<shape![32, 784]>::default(), <shape![31]>::default());
/// contract!("images: b pixels, labels: b"; &images, &labels); // `b` is 32 in `images` and 31 in `labels`
/// ```
///
/// | in a contract | means |
/// | --- | --- |
/// | `images:` | the name of an operand; without it the operand's expression is its name |
/// | `b`, `height` | the name of an axis: axes with the same name have the same size, also within one operand |
/// | `3` | an axis of this size |
/// | `h * d`, `t + past`, `4*d` | an axis of a size that is computed; one label in it may have no separate axis |
/// | `_` | an axis of any size |
/// | `...` | any number of axes, anywhere, once in an operand |
/// | `,` | separates operands |
/// | `-> h b` | the sizes to return; without it, those of all names in order of appearance |
///
/// Sizes that the compiler knows may follow the operands: `contract!("x: b c"; &x, c = 3)`, or `c = CHANNELS`.
///
/// In generic code a contract needs no bound if each name is one parameter:
///
/// ```
/// use shapecheck::algebra::TellsSizes;
/// use shapecheck::{Dim, contract, shape};
///
/// fn batch<B: Dim, N: Dim>(
///     images: &impl TellsSizes<Shape = shape![B, N]>,
///     labels: &impl TellsSizes<Shape = shape![B]>,
/// ) -> usize {
///     let [b] = contract!("images: b n, labels: b -> b"; images, labels);
///     b
/// }
///
/// assert_eq!(batch(&<shape![2, 3]>::default(), &<shape![2]>::default()), 2);
/// ```
///
/// [`try_contract!`](crate::try_contract!) gives an error instead of a panic, and
/// [`contract_sizes`](crate::algebra::contract_sizes) reads a contract at run time.
///
/// In the guide: [notation](crate::guide::notation).
///
/// # Panics
///
/// Panics if sizes known only at run time break the contract, and lists all that does not fit.
#[macro_export]
macro_rules! contract {
    ($contract:literal; $($operand:expr),+ $(,)?) => {
        $crate::__macro::contract!([$crate] $contract; $($operand),+)
    };
    ($($tokens:tt)*) => {
        $crate::__macro::contract!([$crate] $($tokens)*)
    };
}

/// Like [`contract!`](crate::contract!), but returns an error if sizes known only at run time break the contract.
///
/// ```
/// use shapecheck::try_contract;
///
/// let (images, labels): (&[usize], &[usize]) = (&[32, 4, 28, 28], &[31]);
/// let error = try_contract!("images: b 3 h w, labels: b"; images, labels).unwrap_err();
/// let clashes: Vec<&str> = error.clashes().collect();
/// assert_eq!(
///     clashes,
///     ["`images` has size 4 at axis -3, where the contract says 3", "`b` is 32 in `images` and 31 in `labels`"],
/// );
/// assert_eq!(
///     error.to_string(),
///     "`images: b 3 h w, labels: b` of shapes [32, 4, 28, 28] and [31]: \
///      `images` has size 4 at axis -3, where the contract says 3; `b` is 32 in `images` and 31 in `labels`",
/// );
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::{shape, try_contract};
///
/// let square = <shape![2, 3]>::default();
/// let sizes = try_contract!("square: n n"; &square); // `n` is 2 and 3 in `square`
/// ```
///
/// In the guide: [notation](crate::guide::notation).
///
/// # Errors
///
/// Returns an error if sizes break the contract, a [`ContractError`](crate::algebra::ContractError) with all of them.
#[cfg(feature = "alloc")]
#[macro_export]
macro_rules! try_contract {
    ($contract:literal; $($operand:expr),+ $(,)?) => {
        $crate::__macro::try_contract!([$crate] $contract; $($operand),+)
    };
    ($($tokens:tt)*) => {
        $crate::__macro::try_contract!([$crate] $($tokens)*)
    };
}

/// Checks a [contract](crate::contract!) and gives the operands back with all known sizes in their types: from untyped
/// arrays to typed ones, checked once, with all mistakes in one error.
///
/// A size is known if the contract has a number for it, or if the type of an operand has it. Operands are taken by
/// value: tensors of any engine, and [sizes](TakesShape) of every kind, which become shape values. Several operands
/// give a tuple.
///
/// ```
/// use shapecheck::{DynShape, typed, shape};
///
/// let (images, labels) = (DynShape::from([32, 3, 28, 28]), <shape![32]>::default());
/// let (images, labels) = typed!("images: b 3 h h, labels: b"; images, labels)?;
/// let _: shape![32, 3, _, _] = images;
///
/// let wrong = DynShape::from([31, 4, 28, 27]);
/// let error = typed!("images: b 3 h h, labels: b"; wrong, labels).unwrap_err();
/// let clashes: Vec<&str> = error.clashes().collect();
/// assert_eq!(
///     clashes,
///     [
///         "`images` has size 4 at axis -3, where the contract says 3",
///         "`h` is 28 and 27 in `images`",
///         "`b` is 31 in `images` and 32 in `labels`",
///     ],
/// );
/// # Ok::<(), shapecheck::algebra::ContractError>(())
/// ```
///
/// ```compile_fail,E0277
/// use shapecheck::{shape, typed};
///
/// let (images, labels) = (<shape![31, 3]>::default(), <shape![32]>::default());
/// let typed = typed!("images: b c, labels: b"; images, labels); // `b` is 31 in `images` and 32 in `labels`
/// ```
///
/// In the guide: [notation](crate::guide::notation).
///
/// # Errors
///
/// Returns an error if sizes break the contract, a [`ContractError`](crate::algebra::ContractError) with all of them.
#[cfg(feature = "alloc")]
#[macro_export]
macro_rules! typed {
    ($contract:literal; $($operand:expr),+ $(,)?) => {
        $crate::__macro::typed!([$crate] $contract; $($operand),+)
    };
    ($($tokens:tt)*) => {
        $crate::__macro::typed!([$crate] $($tokens)*)
    };
}
