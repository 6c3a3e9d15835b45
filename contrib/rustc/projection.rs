//! The next trait solver stops at `Outer`: it cannot normalize the second bound of its impl, because the first does not hold.

struct Sizes;
#[diagnostic::on_unimplemented(message = "`{N}` is not a size")]
trait Have<N> {}
impl Have<u8> for Sizes {}

trait Meets<Rhs> {
    type Verdict;
}
impl<Lhs, Rhs> Meets<Rhs> for Lhs
where
    Sizes: Have<Lhs>,
{
    type Verdict = Rhs;
}

trait Accept {}
impl<Verdict> Accept for Verdict {}

#[diagnostic::on_unimplemented(message = "cannot tell whether `{Self}` and `{Rhs}` fit")]
trait Outer<Rhs> {}
impl<Lhs, Rhs> Outer<Rhs> for Lhs
where
    Lhs: Meets<Rhs>,
    Lhs::Verdict: Accept,
{
}

/// The same, and the solver looks into it.
#[diagnostic::on_unimplemented(message = "cannot tell whether `{Self}` and `{Rhs}` fit")]
trait ByParameter<Rhs> {}
impl<Lhs, Rhs, Verdict> ByParameter<Rhs> for Lhs
where
    Lhs: Meets<Rhs, Verdict = Verdict>,
    Verdict: Accept,
{
}

fn outer<Lhs: Outer<Rhs>, Rhs>(_: Lhs, _: Rhs) {}
fn by_parameter<Lhs: ByParameter<Rhs>, Rhs>(_: Lhs, _: Rhs) {}

fn main() {
    outer("text", 3u8);
    by_parameter("text", 3u8);
}
