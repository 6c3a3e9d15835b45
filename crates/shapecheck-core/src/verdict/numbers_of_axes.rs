//! The texts about numbers of axes that equations, contracts and patterns name, and the traits that carry them. See
//! [`text`](super::text).

use super::{Accept, AtLeast, Count, Excess, LeavingOut, Naming, NamingAxes, NamingIn, Shapes};
use crate::Shape;

/// Traits that carry the message for two numbers of axes, each of them exact or the least that there are.
macro_rules! for_numbers_of_axes {
    ($($(#[$attribute:meta])* $Message:ident[$($parameter:tt)*] <$($argument:ident),*> for $Relation:ty: $Lhs:ty, $Rhs:ty;)*) => {$(
        $(#[$attribute])*
        pub trait $Message<$($parameter)*> {
            /// Never known.
            type Output: Shape;
        }

        impl<T, $($parameter)*> Accept<$Relation, Excess<$Lhs, $Rhs>> for T
        where
            Shapes: $Message<$($argument),*>,
        {
            type Output = <Shapes as $Message<$($argument),*>>::Output;
        }
    )*};
}
for_numbers_of_axes! {
    /// Carries the message for an operand whose number of axes differs from that of the equation.
    #[diagnostic::on_unimplemented(
        message = "operand {OPERAND} has {AXES} axes, the equation names {NAMED}",
        label = "{AXES} axes here, and {NAMED} in the equation",
        note = "an equation names each axis; `...` stands for any number of them"
    )]
    NamesEach[const OPERAND: usize, const AXES: usize, const NAMED: usize] <OPERAND, AXES, NAMED> for Naming<OPERAND>: Count<AXES>, Count<NAMED>;

    /// Carries the same message if the operand has at least that many axes.
    #[diagnostic::on_unimplemented(
        message = "operand {OPERAND} has {AXES} axes or more, the equation names {NAMED}",
        label = "at least {AXES} axes here, and {NAMED} in the equation"
    )]
    NamesLeast[const OPERAND: usize, const AXES: usize, const NAMED: usize] <OPERAND, AXES, NAMED> for Naming<OPERAND>: AtLeast<AXES>, Count<NAMED>;

    /// Carries the same message if the equation names at least that many axes.
    #[diagnostic::on_unimplemented(
        message = "operand {OPERAND} has {AXES} axes, the equation names {NAMED} or more",
        label = "{AXES} axes here, and at least {NAMED} in the equation"
    )]
    NamesMore[const OPERAND: usize, const AXES: usize, const NAMED: usize] <OPERAND, AXES, NAMED> for Naming<OPERAND>: Count<AXES>, AtLeast<NAMED>;

    /// Carries the message for an operand with axes without a name, where the result has no dots.
    #[diagnostic::on_unimplemented(
        message = "operand {OPERAND} has {AXES} axes without a name, the result has no `...`",
        label = "{AXES} axes without a name here, and no `...` in the result",
        note = "axes without a name are not summed up: `...` in the result keeps them, and a name sums an axis up where the result leaves it out"
    )]
    NamesNone[const OPERAND: usize, const AXES: usize] <OPERAND, AXES> for LeavingOut<OPERAND>: Count<AXES>, Count<0>;

    /// Carries the same message if there are at least that many.
    #[diagnostic::on_unimplemented(
        message = "operand {OPERAND} has {AXES} axes or more without a name, the result has no `...`",
        label = "at least {AXES} axes without a name here, and no `...` in the result",
        note = "axes without a name are not summed up: `...` in the result keeps them, and a name sums an axis up where the result leaves it out"
    )]
    NamesNoneLeast[const OPERAND: usize, const AXES: usize] <OPERAND, AXES> for LeavingOut<OPERAND>: AtLeast<AXES>, Count<0>;

    /// Carries the message for an operand whose number of axes differs from that of the contract.
    #[diagnostic::on_unimplemented(
        message = "`{Operand}` has {AXES} axes, the contract names {NAMED}",
        label = "{AXES} axes here, and {NAMED} in the contract",
        note = "a contract names each axis; `_` is an axis without a name, and `...` any number of them"
    )]
    BindsEach[Operand, const AXES: usize, const NAMED: usize] <Operand, AXES, NAMED> for NamingIn<Operand>: Count<AXES>, Count<NAMED>;

    /// Carries the same message if the operand has at least that many axes.
    #[diagnostic::on_unimplemented(
        message = "`{Operand}` has {AXES} axes or more, the contract names {NAMED}",
        label = "at least {AXES} axes here, and {NAMED} in the contract"
    )]
    BindsLeast[Operand, const AXES: usize, const NAMED: usize] <Operand, AXES, NAMED> for NamingIn<Operand>: AtLeast<AXES>, Count<NAMED>;

    /// Carries the same message if the contract names at least that many axes.
    #[diagnostic::on_unimplemented(
        message = "`{Operand}` has {AXES} axes, the contract names {NAMED} or more",
        label = "{AXES} axes here, and at least {NAMED} in the contract"
    )]
    BindsMore[Operand, const AXES: usize, const NAMED: usize] <Operand, AXES, NAMED> for NamingIn<Operand>: Count<AXES>, AtLeast<NAMED>;

    /// Carries the message for a tensor whose number of axes differs from that of the pattern.
    #[diagnostic::on_unimplemented(
        message = "the tensor has {AXES} axes, the pattern names {NAMED}",
        label = "{AXES} axes here, and {NAMED} in the pattern",
        note = "a pattern names each axis on its left; `...` stands for any number of them"
    )]
    PatternOfEach[const AXES: usize, const NAMED: usize] <AXES, NAMED> for NamingAxes: Count<AXES>, Count<NAMED>;

    /// Carries the same message if the tensor has at least that many axes.
    #[diagnostic::on_unimplemented(
        message = "the tensor has {AXES} axes or more, the pattern names {NAMED}",
        label = "at least {AXES} axes here, and {NAMED} in the pattern",
        note = "a pattern names each axis on its left; `...` stands for any number of them"
    )]
    PatternOfLeast[const AXES: usize, const NAMED: usize] <AXES, NAMED> for NamingAxes: AtLeast<AXES>, Count<NAMED>;

    /// Carries the same message if the pattern names at least that many axes.
    #[diagnostic::on_unimplemented(
        message = "the tensor has {AXES} axes, the pattern names {NAMED} or more",
        label = "{AXES} axes here, and at least {NAMED} in the pattern"
    )]
    PatternOfMore[const AXES: usize, const NAMED: usize] <AXES, NAMED> for NamingAxes: Count<AXES>, AtLeast<NAMED>;
}
