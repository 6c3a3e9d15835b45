//! Rules of windows, axis by axis: settings as lists, and what a rule makes of the axes along which windows slide.
//!
//! A list begins at the last axis, as a shape does, and has no end: `Axes<Every<A>, B>` is `B` for the last axis and `A`
//! for those before it.

use core::marker::PhantomData;

use crate::dim::{Extent, Product};
use crate::shape::list::ArrayShape;
use crate::verdict::{AxisVerdict, Fits, ShapeVerdict};
use crate::{Axes, Dim, Dyn, Scalar};

/// The same for every axis.
#[doc(hidden)]
pub struct Every<Item>(PhantomData<Item>);

/// Lists of what a trait bounds.
macro_rules! lists {
    ($($(#[$doc:meta])* $List:ident of $Bound:ident;)*) => {$(
        $(#[$doc])*
        #[doc(hidden)]
        pub trait $List {
            /// That of the last axis.
            type Last: $Bound;
            /// Those of the axes before it.
            type Lead: $List;
        }

        impl<Item: $Bound> $List for $crate::algebra::along::Every<Item> {
            type Last = Item;
            type Lead = Self;
        }

        impl<Lead: $List, Item: $Bound> $List for $crate::Axes<Lead, Item> {
            type Last = Item;
            type Lead = Lead;
        }
    )*};
}

pub(super) use lists;

lists! {
    /// A number for each axis.
    Numbers of Extent;
}

/// What a rule says along the last axis, and the rule for the axes before it.
#[doc(hidden)]
pub trait AlongAxes {
    /// The size that it makes of `N`.
    type Size<N: Dim>: Extent;
    /// The verdict on an axis of size `N`.
    type Verdict<N: Dim>: AxisVerdict;
    /// The rule for the axes before.
    type Lead: AlongAxes;
}

/// The sizes of the axes along which a window slides, as a shape.
#[doc(hidden)]
pub trait WindowedAxes {
    /// The axes of `Lead`, then those that a rule makes of these.
    type By<Rule: AlongAxes, Lead: ArrayShape>: ArrayShape;
    /// The axes of `Lead`, then these.
    type After<Lead: ArrayShape>: ArrayShape;
    /// The verdict on all axes. Of several clashes, the one nearest to the last axis is kept.
    type Verdict<Rule: AlongAxes>: ShapeVerdict;
    /// The product of the sizes that a rule makes of these.
    type Count<Rule: AlongAxes>: Extent;
    /// `Behind` times that product.
    type Times<Behind: Extent, Rule: AlongAxes>: Extent;
}

/// `[]`
impl WindowedAxes for Scalar {
    type By<Rule: AlongAxes, Lead: ArrayShape> = Lead;
    type After<Lead: ArrayShape> = Lead;
    type Verdict<Rule: AlongAxes> = Fits<Scalar>;
    type Count<Rule: AlongAxes> = typenum::U1;
    type Times<Behind: Extent, Rule: AlongAxes> = Behind;
}

/// `[..places, N]`
impl<Front: WindowedAxes, N: Dim> WindowedAxes for Axes<Front, N> {
    type By<Rule: AlongAxes, Lead: ArrayShape> = Axes<Front::By<Rule::Lead, Lead>, Rule::Size<N>>;
    type After<Lead: ArrayShape> = Axes<Front::After<Lead>, N>;
    type Verdict<Rule: AlongAxes> =
        <Rule::Verdict<N> as AxisVerdict>::And<Front::Verdict<Rule::Lead>>;
    type Count<Rule: AlongAxes> = Front::Times<Rule::Size<N>, Rule::Lead>;
    type Times<Behind: Extent, Rule: AlongAxes> =
        Front::Times<Product<Behind, Rule::Size<N>>, Rule::Lead>;
}

/// The verdict on settings that hold whatever the sizes are. After the last three axes a list repeats itself.
pub(super) type OfSettings<Rule> =
    <Axes<Axes<Axes<Scalar, Dyn>, Dyn>, Dyn> as WindowedAxes>::Verdict<Rule>;
