//! A table of items that differ in a few places.

/// The items of the body, once for each row of a table. The pattern says what a row consists of, in the notation of
/// `macro_rules!`; each row ends with a semicolon.
///
/// ```text
/// for_each! {
///     ($size:ty => $cut:ty) => {
///         impl Piece for $size { type Cut = $cut; }
///     }
///     Dyn => Uncut;
///     NoSize => Uncut;
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __for_each {
    (($($row:tt)*) => { $($body:tt)* } $($rows:tt)*) => {
        $crate::__for_each! { @ ($) ($($row)*) { $($body)* } $($rows)* }
    };
    // A dollar sign as an argument, for the macro that is made of the pattern and the body.
    (@ ($dollar:tt) ($($row:tt)*) { $($body:tt)* } $($rows:tt)*) => {
        macro_rules! rows {
            ($dollar($($row)*;)*) => {$dollar($($body)*)*};
        }
        rows! { $($rows)* }
    };
}
pub(crate) use __for_each as for_each;
