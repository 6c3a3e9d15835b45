//! Contracts of functions: what [`#[shapes]`](macro@crate::shapes) checks where a function begins and where it returns.
//!
//! ```
//! use shapecheck::shapes;
//!
//! // Sizes as they come from an array of another crate.
//! #[shapes("images: b c h w, labels: b -> b c")]
//! fn forward(images: &[usize], labels: &[usize]) -> [usize; 2] {
//!     [labels[0], images[1]]
//! }
//!
//! assert_eq!(forward(&[32, 3, 28, 28], &[32]), [32, 3]);
//! ```
//!
//! ```compile_fail,E0277
//! use shapecheck::{shape, shapes};
//!
//! #[shapes("images: b n, labels: b")] // `b` is 32 in `images` and 31 in `labels`
//! fn forward(images: shape![32, 784], labels: shape![31]) {}
//! ```

use core::fmt;
use core::marker::PhantomData;

#[cfg(feature = "alloc")]
use super::ContractError;
use super::TellsSizes;
use super::contracts::{Broken, Contract, Given, Known, known_of};
use super::equation;
use crate::for_each::for_each;
use crate::{DynShape, Shape};

/// The shape of a value as far as its type tells it, and its sizes if there is a value and they are asked for.
///
/// In the guide: [notation](crate::guide::notation).
#[derive(Clone, Debug)]
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub struct Seen<S> {
    sizes: Option<DynShape>,
    shape: PhantomData<S>,
}

impl<S> Default for Seen<S> {
    fn default() -> Self {
        Self {
            sizes: None,
            shape: PhantomData,
        }
    }
}

impl<S> Seen<S> {
    /// The sizes, if there is a value.
    #[inline]
    pub fn sizes(&self) -> Option<&DynShape> {
        self.sizes.as_ref()
    }
}

impl<S: Shape> TellsSizes for Seen<S> {
    type Shape = S;

    fn sizes(&self) -> DynShape {
        self.sizes.clone().unwrap_or_default()
    }
}

/// An argument or a result of a function with [`#[shapes]`](macro@crate::shapes): an array that
/// [tells its sizes](TellsSizes), an `Option` or a `Result` of one, or a tuple of several.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not tell its sizes",
    label = "no sizes here",
    note = "arrays do, and an `Option`, a `Result` and a tuple of them: those of candle, burn, ndarray and nalgebra where the program names the crate for it, as by `use shapecheck_candle as _;`, `shapecheck_burn` or `shapecheck_borders`",
    note = "a number is given after the contract, as in `h = heads`; a type of yours takes part where it has the trait `TellsSizes`"
)]
pub trait HasShapes<Way> {
    /// What is seen of it: a [`Seen`], or a tuple of them.
    type Seen: Default;

    /// What is seen of it now.
    fn seen(&self) -> Self::Seen;
}

/// How an array has a shape: it tells its sizes in this way.
///
/// In the guide: [notation](crate::guide::notation).
pub struct Directly<Way>(PhantomData<Way>);
/// How an `Option` has shapes, if there is a value.
///
/// In the guide: [notation](crate::guide::notation).
pub struct IfSome<Way>(PhantomData<Way>);
/// How a `Result` has shapes, if there is no error.
///
/// In the guide: [notation](crate::guide::notation).
pub struct IfOk<Way>(PhantomData<Way>);

impl<X: TellsSizes<Way> + ?Sized, Way> HasShapes<Directly<Way>> for X {
    type Seen = Seen<X::Shape>;

    fn seen(&self) -> Self::Seen {
        Seen {
            sizes: Some(self.sizes()),
            shape: PhantomData,
        }
    }
}

impl<X: HasShapes<Way>, Way> HasShapes<IfSome<Way>> for Option<X> {
    type Seen = X::Seen;

    fn seen(&self) -> Self::Seen {
        self.as_ref().map(X::seen).unwrap_or_default()
    }
}

impl<X: HasShapes<Way>, Error, Way> HasShapes<IfOk<Way>> for Result<X, Error> {
    type Seen = X::Seen;

    fn seen(&self) -> Self::Seen {
        self.as_ref().map(X::seen).unwrap_or_default()
    }
}

/// What is seen of `GIVEN` results, where a contract names `NAMED`.
///
/// In the guide: [notation](crate::guide::notation).
#[diagnostic::on_unimplemented(
    message = "the contract names {NAMED} results, the function gives {GIVEN}",
    label = "{GIVEN} here, and {NAMED} in the contract",
    note = "results in a contract are those of a tuple, also in an `Option` or a `Result`: `-> b t, b` is for `(X, Y)`, and `-> b t` for `X`"
)]
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait ResultsSeen<const NAMED: usize, const GIVEN: usize> {
    /// A tuple with what is seen of each result.
    type Each;

    /// What is seen of each result.
    fn each(self) -> Self::Each;
}

/// What is seen of `GIVEN` results.
///
/// In the guide: [notation](crate::guide::notation).
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub trait SeenOf<const GIVEN: usize> {}

impl<S> SeenOf<1> for Seen<S> {}

#[diagnostic::do_not_recommend]
impl<S> ResultsSeen<1, 1> for Seen<S> {
    type Each = (Self,);

    fn each(self) -> Self::Each {
        (self,)
    }
}

/// What is seen of each result, where a contract names `NAMED`.
///
/// In the guide: [notation](crate::guide::notation).
#[inline]
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub fn each_result<const NAMED: usize, const GIVEN: usize, Found>(
    found: Found,
) -> <Found as ResultsSeen<NAMED, GIVEN>>::Each
where
    Found: SeenOf<GIVEN> + ResultsSeen<NAMED, GIVEN>,
{
    found.each()
}

for_each! {
    ($count:literal ($($X:ident $Way:ident),*)) => {
        impl<$($X),*> SeenOf<$count> for ($($X,)*) {}

        #[diagnostic::do_not_recommend]
        impl<$($X),*> ResultsSeen<$count, $count> for ($($X,)*) {
            type Each = Self;

            fn each(self) -> Self {
                self
            }
        }

        impl<$($X: HasShapes<$Way>, $Way),*> HasShapes<($($Way,)*)> for ($($X,)*) {
            type Seen = ($($X::Seen,)*);

            #[allow(non_snake_case, reason = "named as their types")]
            fn seen(&self) -> Self::Seen {
                let ($($X,)*) = self;
                ($($X.seen(),)*)
            }
        }
    }

    2 (A AWay, B BWay);
    3 (A AWay, B BWay, C CWay);
    4 (A AWay, B BWay, C CWay, D DWay);
    5 (A AWay, B BWay, C CWay, D DWay, E EWay);
    6 (A AWay, B BWay, C CWay, D DWay, E EWay, F FWay);
}

/// What is seen of a value, with its sizes if they are checked.
///
/// In the guide: [notation](crate::guide::notation).
#[inline]
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub fn seen<X: HasShapes<Way, Seen = Found> + ?Sized, Way, Found: Default>(
    value: &X,
    checked: bool,
) -> Found {
    match checked {
        true => value.seen(),
        false => Found::default(),
    }
}

/// Whether anything is checked while a program runs.
///
/// In the guide: [notation](crate::guide::notation).
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub const CHECKS: bool = !cfg!(feature = "unchecked");

/// The function that a contract is about.
///
/// In the guide: [notation](crate::guide::notation).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub struct Function {
    /// The name of the function.
    pub name: &'static str,
    /// The name of the type that it is a method of.
    pub of: Option<fn() -> &'static str>,
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(of) = self.of {
            // Without modules: `Block<f32>` of `models::Block<f32>`, but all of what is in angles.
            let whole = of();
            let head = whole.find('<').unwrap_or(whole.len());
            let start = whole[..head].rfind("::").map_or(0, |at| at + 2);
            write!(f, "{}::", &whole[start..])?;
        }
        f.write_str(self.name)
    }
}

/// A call that has returned, for a [listener](listen).
#[cfg(feature = "dry")]
#[doc(hidden)]
pub struct Returned<'a> {
    pub function: Function,
    pub contract: &'a Contract<'a>,
    pub arguments: &'a [Option<&'a DynShape>],
    pub results: &'a [Option<&'a DynShape>],
}

#[cfg(feature = "dry")]
type Listener = fn(&Returned<'_>);

#[cfg(feature = "dry")]
std::thread_local! {
    static LISTENER: core::cell::Cell<Option<Listener>> = const { core::cell::Cell::new(None) };
}

/// From now on, tells calls on this thread that return to this function. Returns the one before.
#[cfg(feature = "dry")]
#[doc(hidden)]
pub fn listen(listener: Option<Listener>) -> Option<Listener> {
    LISTENER.replace(listener)
}

/// A call of a function with a contract, from its beginning on.
///
/// In the guide: [notation](crate::guide::notation).
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub struct Call<'a, const OPERANDS: usize, const LABELS: usize> {
    contract: &'a Contract<'a>,
    function: Function,
    given: &'a [Given<'a>],
    /// Those of the arguments, and none for the results.
    shapes: [Option<&'a DynShape>; OPERANDS],
    known: [Known<'a>; LABELS],
}

impl<'a, const OPERANDS: usize, const LABELS: usize> Call<'a, OPERANDS, LABELS> {
    /// # Panics
    ///
    /// Panics if the arguments break the contract.
    #[inline]
    #[track_caller]
    pub fn begin(
        contract: &'a Contract<'a>,
        function: Function,
        given: &'a [Given<'a>],
        shapes: [Option<&'a DynShape>; OPERANDS],
    ) -> Self {
        let mut known = known_of(given);
        if shapes.iter().any(Option::is_some) && !contract.fits(0, &shapes, &mut known) {
            tell_of_arguments(function, Broken::new(contract, &shapes, given));
        }
        Self {
            contract,
            function,
            given,
            shapes,
            known,
        }
    }

    /// # Panics
    ///
    /// Panics if the results break the contract.
    #[inline]
    #[track_caller]
    pub fn end<const RESULTS: usize>(&self, results: [Option<&DynShape>; RESULTS]) {
        if results.iter().all(Option::is_none) {
            return;
        }
        let arguments = OPERANDS - RESULTS;
        #[cfg(feature = "dry")]
        if let Some(listener) = LISTENER.get() {
            listener(&Returned {
                function: self.function,
                contract: self.contract,
                arguments: &self.shapes[..arguments],
                results: &results,
            });
        }
        let mut known = self.known;
        if !self.contract.fits(arguments, &results, &mut known) {
            let mut shapes: [Option<&DynShape>; OPERANDS] = self.shapes;
            shapes[arguments..].copy_from_slice(&results);
            let broken = Broken::new(self.contract, &shapes, self.given);
            tell_of_results(self.function, RESULTS, broken);
        }
    }

    /// `same` has the number of each label of `contract` in the function's contract, if it has the label as well: it has
    /// the size of the arguments then.
    ///
    /// # Panics
    ///
    /// Panics if shapes within the function break a contract.
    #[inline]
    #[track_caller]
    pub fn within<const COUNT: usize>(
        &self,
        contract: &Contract<'_>,
        same: [Option<u8>; COUNT],
        shapes: &[Option<&DynShape>],
    ) {
        let outer = |label: Option<u8>| label.and_then(|label| self.known[usize::from(label)]);
        if !contract.fits(0, shapes, &mut same.map(outer)) {
            tell_within(self.function, contract, &same.map(outer), shapes);
        }
    }
}

/// The function that `#[derive(Shapes)]` calls.
///
/// # Errors
///
/// Returns an error if the fields of a struct break its contract.
///
/// In the guide: [notation](crate::guide::notation).
#[cfg(feature = "alloc")]
#[cfg_attr(any(doc, shapecheck_docs), doc(hidden))]
pub fn validated(
    contract: &Contract<'_>,
    given: &[Given<'_>],
    shapes: &[Option<&DynShape>],
) -> Result<(), ContractError> {
    let kept = contract.kept::<{ equation::LABELS }>(shapes, given);
    kept.map(|_| ()).map_err(Into::into)
}

#[cold]
#[track_caller]
fn tell_of_arguments(function: Function, broken: Broken<'_>) -> ! {
    let what = format_args!("the arguments of `{function}` do not fit");
    tell(what, broken)
}

#[cold]
#[track_caller]
fn tell_of_results(function: Function, count: usize, broken: Broken<'_>) -> ! {
    match count {
        1 => tell(
            format_args!("the result of `{function}` does not fit"),
            broken,
        ),
        _ => tell(
            format_args!("the results of `{function}` do not fit"),
            broken,
        ),
    }
}

#[cold]
#[track_caller]
fn tell_within(
    function: Function,
    contract: &Contract<'_>,
    known: &[Known<'_>],
    shapes: &[Option<&DynShape>],
) -> ! {
    let nothing = Given {
        label: 0,
        size: 0,
        by: "",
    };
    let mut given = [nothing; equation::LABELS];
    let mut count = 0;
    for (label, known) in (0..).zip(known) {
        if let Some((size, by)) = *known {
            given[count] = Given { label, size, by };
            count += 1;
        }
    }
    let broken = Broken::new(contract, shapes, &given[..count]);
    tell(format_args!("shapes in `{function}` do not fit"), broken)
}

#[track_caller]
fn tell(what: fmt::Arguments<'_>, broken: Broken<'_>) -> ! {
    panic!("{}", Told { what, broken })
}

/// A contract that is broken, as the message of a panic.
struct Told<'a> {
    what: fmt::Arguments<'a>,
    broken: Broken<'a>,
}

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`: ", self.what, self.broken.text())?;
        self.broken.write_clashes(f)?;
        for (name, shape) in self.broken.shapes() {
            write!(f, "\n  `{name}` has shape {shape}")?;
        }
        Ok(())
    }
}
