//! Errors in words of the user's.
macro_rules! refuse {
    ($text:literal) => {
        compile_error!($text);
    };
}

compile_error!("`Axes<Scalar, Dyn>` at `UInt<UTerm, B1>`, size 00_000_000_004_294_967_311");
refuse!("`Axes<Scalar, Dyn>` at\n\nerror: `UInt<UTerm, B1>`");

fn main() {
    env!("NO_SUCH_VARIABLE", "`Axes<Scalar, UInt<UTerm, B1>>` is not set");
}
