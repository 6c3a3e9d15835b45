//! What a rank of a mesh reads of an axis that is cut, as the names in the field's shape say.

use std::collections::HashMap;
use std::ops::Range;

use shapecheck::dim::named::SizeName;
use shapecheck::dim::shard::MeshAxis;
use shapecheck::error::NameOfSize;

use crate::error::{Miscut, Wanted};

/// A rank along an axis of a mesh: what [`Reader::on_rank`](crate::Reader::on_rank) takes.
///
/// A reference to a `Mesh` of shapecheck-mesh is one. Where nothing connects the ranks, an axis and a rank are one,
/// `(Tp::of(4), 3)`. The number of such a pair has no axis: if it is the rank along another one, as in `(tp.axis(), dp.rank())`, nothing
/// tells, and the rank reads the part of another. So where there is a mesh, give the mesh.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rank of a mesh",
    label = "expected a mesh, whose rank along its axis reads",
    note = "`on_rank(&tp)` takes a `Mesh` of shapecheck-mesh (with its feature `weights`), and `on_rank((Tp::of(4), 3))` rank 3 of 4"
)]
pub trait RankOfMesh {
    /// The axis.
    type Axis: MeshAxis;

    /// The axis, which knows the number of ranks.
    fn axis(&self) -> Self::Axis;

    /// The rank, counted from 0.
    fn rank(&self) -> usize;
}

impl<M: MeshAxis> RankOfMesh for (M, usize) {
    type Axis = M;

    fn axis(&self) -> M {
        self.0
    }

    fn rank(&self) -> usize {
        self.1
    }
}

/// A rank along axes of a mesh: of each name its place, and how many ranks there are.
pub(crate) type Places = HashMap<NameOfSize, [usize; 2]>;

/// A rank's part of an axis of a file: of each of its blocks one of as many pieces as there are ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub blocks: usize,
    pub rank: usize,
    pub ranks: usize,
}

impl Part {
    /// All of an axis.
    pub(crate) const WHOLE: Self = Self {
        blocks: 1,
        rank: 0,
        ranks: 1,
    };

    /// The blocks of an axis of this size, and the elements of a block, each with the range that is the rank's.
    pub(crate) fn ranges(self, size: usize) -> [(usize, Range<usize>); 2] {
        let block = size / self.blocks;
        let piece = block / self.ranks;
        let start = self.rank * piece;
        [(self.blocks, 0..self.blocks), (block, start..start + piece)]
    }
}

/// How an axis is cut, and the size of the name that is, if it is known then.
pub(crate) struct Cut {
    pub part: Part,
    pub whole: &'static SizeName,
    pub size_of_whole: Option<usize>,
}

/// How an axis of a file, of this size, is cut for a rank; none if it is not. What came first with a name, errors say.
pub(crate) fn cut(
    wanted: &Wanted,
    size: usize,
    places: &Places,
    known: &dyn Fn(&'static SizeName) -> Option<usize>,
    first: &HashMap<NameOfSize, Option<String>>,
) -> Result<Option<Cut>, Miscut> {
    let mut factors = Vec::new();
    add_factors(wanted, &mut factors);
    let is_cut =
        |factor: &Wanted| matches!(factor, Wanted::Name(name) if has_shard((*name).into()));
    let mut of_shards = factors
        .iter()
        .enumerate()
        .filter(|(_, factor)| is_cut(factor));
    let (place, name) = match (of_shards.next(), of_shards.next()) {
        (None, _) => return Ok(None),
        (Some((place, Wanted::Name(name))), None) => (place, *name),
        _ => return Err(Miscut::Order),
    };
    let (whole, [rank, ranks]) = place_in(name.into(), places)?;
    let product = |factors: &[Wanted]| {
        let size = |factor: &Wanted| match factor {
            Wanted::Name(name) => known((*name).into()),
            factor => factor.size(),
        };
        let multiplied = |product: usize, factor| Some(product.saturating_mul(size(factor)?));
        factors.iter().try_fold(1, multiplied)
    };
    let blocks = product(&factors[..place]).ok_or(Miscut::Order)?;
    let behind = product(&factors[place + 1..]);
    let of_whole = known(whole);
    if let Some((of_whole, behind)) = of_whole.zip(behind) {
        let all = blocks.saturating_mul(of_whole).saturating_mul(behind);
        if all != size {
            let elsewhere = first.get(&whole.into()).cloned().flatten();
            return Err(Miscut::Size {
                ranks,
                all,
                elsewhere,
            });
        }
    }
    let made_of = |size_of_each: usize| {
        let of_each = blocks.saturating_mul(size_of_each);
        size.is_multiple_of(of_each)
            .then(|| size.checked_div(of_each).unwrap_or(0))
    };
    let count = match (of_whole, behind) {
        (Some(of_whole), _) => made_of(of_whole).map(|_| of_whole),
        (None, Some(behind)) => made_of(behind),
        (None, None) => return Err(Miscut::Unknown(whole.into())),
    };
    match count {
        Some(count) if count.is_multiple_of(ranks) => {}
        Some(count) => {
            return Err(Miscut::Shares {
                of: whole.into(),
                count,
                ranks,
            });
        }
        None => return Err(Miscut::Ranks(ranks)),
    }
    // Nothing has any number of blocks.
    let blocks = if size == 0 { 1 } else { blocks };
    Ok(Some(Cut {
        part: Part {
            blocks,
            rank,
            ranks,
        },
        whole,
        size_of_whole: behind.and_then(|behind| (size / blocks).checked_div(behind)),
    }))
}

/// The factors of an axis.
fn add_factors(wanted: &Wanted, to: &mut Vec<Wanted>) {
    match wanted {
        Wanted::Product(parts) => parts.iter().for_each(|part| add_factors(part, to)),
        Wanted::Name(name) => match <&SizeName>::from(*name) {
            SizeName::Product(lhs, rhs) => {
                add_factors(&Wanted::Name((*lhs).into()), to);
                add_factors(&Wanted::Name((*rhs).into()), to);
            }
            SizeName::Number(number) => to.push(Wanted::Size(*number)),
            _ => to.push(wanted.clone()),
        },
        Wanted::Size(_) | Wanted::Any => to.push(wanted.clone()),
    }
}

fn has_shard(name: &SizeName) -> bool {
    match name {
        SizeName::Shard(..) => true,
        SizeName::Computed(_, _, of) => has_shard(of),
        SizeName::Sum(lhs, rhs)
        | SizeName::Difference(lhs, rhs)
        | SizeName::Product(lhs, rhs)
        | SizeName::Quotient(lhs, rhs) => has_shard(lhs) || has_shard(rhs),
        SizeName::Declared(..) | SizeName::Number(_) => false,
    }
}

/// What a shard is a part of, and which one of how many.
fn place_in(
    name: &'static SizeName,
    places: &Places,
) -> Result<(&'static SizeName, [usize; 2]), Miscut> {
    match name {
        SizeName::Shard(whole, mesh) => {
            let (whole, [outer, of_outer]) = place_in(whole, places)?;
            let mesh = NameOfSize::from(*mesh);
            let &[rank, ranks] = places.get(&mesh).ok_or(Miscut::NoRank(mesh))?;
            Ok((whole, [outer * ranks + rank, of_outer * ranks]))
        }
        SizeName::Declared(..) | SizeName::Computed(..) => Ok((name, [0, 1])),
        SizeName::Number(_)
        | SizeName::Sum(..)
        | SizeName::Difference(..)
        | SizeName::Product(..)
        | SizeName::Quotient(..) => Err(Miscut::Order),
    }
}
