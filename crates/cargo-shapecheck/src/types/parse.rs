//! Finds the types in a text.
//!
//! Chains (`UInt<UInt<...`, `Axes<Axes<...`, `Then1<Then1<...`) are read in loops, not by recursion, so that no text is
//! too deep, and a chain that does not close is read from the inside as far as it closes. No text takes longer than in
//! proportion to its length: nothing is read again for each bracket around it, and what has a bound passes as it is
//! beyond it.

use std::cell::Cell;
use std::ops::Range;

use super::{
    Evidence, Kind, Part, Replacement, arithmetic, is_too_long, number, traits, vocabulary,
};

/// How deep types may stand inside the axes of shapes inside the axes of shapes.
const DEEPEST: usize = 8;
/// How many bits a number may have: its digits take the square of that to find.
const LONGEST_NUMBER: usize = 8192;
/// How many bytes a list of axes may have.
const LONGEST_LIST: usize = 4096;

/// All places of the text that read differently, in order.
pub fn find(text: &str, evidence: Evidence) -> Vec<Replacement> {
    if is_too_long(text) {
        return Vec::new();
    }
    let (found, seen) = find_at_depth(text, evidence, 0);
    // What a name stands for may be seen only further on.
    match evidence.or(seen) {
        all if all == evidence => found,
        all => find_at_depth(text, all, 0).0,
    }
}

/// What the structures in the text say of the names that stand alone.
pub fn evidence(text: &str) -> Evidence {
    if is_too_long(text) {
        return Evidence::default();
    }
    find_at_depth(text, Evidence::default(), 0).1
}

fn find_at_depth(text: &str, evidence: Evidence, depth: usize) -> (Vec<Replacement>, Evidence) {
    let (closings, around) = brackets(text);
    let parser = Parser {
        text,
        evidence,
        depth,
        blocks: blocks(text, &closings),
        closings,
        around,
        seen: Cell::default(),
    };
    // What is computed from parameters stands before all that it consists of, which gives way to it below.
    let mut found = parser.computed();
    // Replacements further on that tensors have already asked for, the nearest last: that of a tensor inside of
    // another comes before that of the other.
    let mut ahead: Vec<Replacement> = Vec::new();
    let mut position = 0;
    while let Some(path) = parser.next_path(position) {
        position = path.end;
        let is_reached = |next: &Replacement| path.start >= next.range.start;
        if let Some(next) = ahead
            .last()
            .is_some_and(is_reached)
            .then(|| ahead.pop())
            .flatten()
        {
            position = position.max(next.range.end);
            found.push(next);
            if path.start < position {
                continue;
            }
        }
        match parser.known(&path) {
            Known::Type(replacement) => {
                position = replacement.range.end;
                found.push(replacement);
            }
            Known::Tensor(head, rest) => {
                found.extend(head);
                ahead.extend(rest);
            }
            Known::Nothing { after } => position = after,
        }
    }
    found.extend(ahead);
    if evidence.shapes {
        let padded = number::padded(text);
        found.extend(padded.map(|(range, number)| Replacement::new(range, number, Kind::Number)));
    }
    found.sort_by_key(|replacement| (replacement.range.start, replacement.range.end));
    found.dedup_by(|next, previous| next.range.start < previous.range.end);
    (found, parser.seen.get())
}

/// `a::b::Name`
struct Path {
    start: usize,
    name: Range<usize>,
    end: usize,
}

enum Known {
    Type(Replacement),
    /// A new head, and what changes after it.
    Tensor(Vec<Replacement>, Vec<Replacement>),
    Nothing {
        after: usize,
    },
}

/// One entry of a shape.
struct Axis {
    /// How it reads, where that is known before all of the shape is.
    text: Option<String>,
    source: Range<usize>,
    /// A typenum number or the crate's dynamic size.
    is_certain: bool,
}

struct Shape {
    /// What comes before the axes: `..S`.
    prefix: Option<Axis>,
    axes: Vec<Axis>,
    range: Range<usize>,
}

struct Parser<'t> {
    text: &'t str,
    evidence: Evidence,
    depth: usize,
    /// Where the bracket closes that opens at this byte. Looked up, so that a text of many brackets takes no longer
    /// than its length.
    closings: Vec<Option<usize>>,
    /// The bracket around each word.
    around: Vec<Option<usize>>,
    /// The outermost `<impl ..>`, in order.
    blocks: Vec<Range<usize>>,
    /// What the structures that were read say of names that stand alone.
    seen: Cell<Evidence>,
}

/// Where each bracket closes, and at each byte that starts a word, which bracket is open. None reaches over the end of
/// a line, of what backticks quote, or over brackets that do not match.
fn brackets(text: &str) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let mut closings = vec![None; text.len()];
    let mut around = vec![None; text.len()];
    let mut open = Vec::new();
    let mut before = b' ';
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' | b'{' => open.push(position),
            b'>' if before == b'-' => {}
            b'>' | b')' | b']' | b'}' => {
                let kind = match byte {
                    b'>' => b'<',
                    b')' => b'(',
                    b']' => b'[',
                    _ => b'{',
                };
                match open.pop() {
                    Some(start) if text.as_bytes()[start] == kind => {
                        closings[start] = Some(position);
                    }
                    _ => open.clear(),
                }
            }
            b'`' | b'\n' => open.clear(),
            _ => around[position] = open.last().copied(),
        }
        before = byte;
    }
    (closings, around)
}

/// Each `<impl ..>` that stands in no other.
fn blocks(text: &str, closings: &[Option<usize>]) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for (start, _) in text.match_indices("<impl ") {
        let is_inside = blocks.last().is_some_and(|block| start < block.end);
        blocks.extend(closings[start].filter(|_| !is_inside).map(|end| start..end));
    }
    blocks
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn starts_word(byte: u8) -> bool {
    is_word(byte) && !byte.is_ascii_digit()
}

/// The crate of the numbers.
const TYPENUM: &str = "typenum";
/// Its zero, which every number starts from.
const ZERO: &str = "UTerm";

/// What rustc and rust-analyzer print instead of a type that they leave out.
fn is_left_out(text: &str) -> bool {
    ["...", "…"].contains(&text)
}

/// What rust-analyzer prints instead of a type that it does not find.
fn is_unknown(text: &str) -> bool {
    text == vocabulary::UNKNOWN_TYPE
}

/// What they print instead of a type that they have not found yet. A dynamic size has the underscore here.
const NOT_YET_KNOWN: &str = "_";
/// What stands in a shape for a size that the compiler has not found yet.
pub const UNKNOWN: &str = "?";

impl<'t> Parser<'t> {
    fn byte(&self, position: usize) -> Option<u8> {
        self.text.as_bytes().get(position).copied()
    }

    fn spaces(&self, mut position: usize) -> usize {
        while self.byte(position) == Some(b' ') {
            position += 1;
        }
        position
    }

    /// The position after this character, spaces before it skipped.
    fn eat(&self, position: usize, character: u8) -> Option<usize> {
        let position = self.spaces(position);
        (self.byte(position) == Some(character)).then_some(position + 1)
    }

    /// The position after `<` or `::<`.
    fn open(&self, position: usize) -> Option<usize> {
        let position = match self.text.get(position..)?.strip_prefix("::") {
            Some(_) => position + 2,
            None => position,
        };
        (self.byte(position) == Some(b'<')).then_some(position + 1)
    }

    fn name(&self, path: &Path) -> &'t str {
        &self.text[path.name.clone()]
    }

    /// The modules of a path: `a::b::` of `a::b::Name`.
    fn modules(&self, path: &Path) -> &'t str {
        &self.text[path.start..path.name.start]
    }

    /// Whether the path has no modules. rustc leaves them out where it knows no other type of that name.
    fn is_bare(&self, path: &Path) -> bool {
        path.start == path.name.start
    }

    /// Whether the path leads through this crate.
    fn is_in(&self, path: &Path, module: &str) -> bool {
        let mut modules = self.modules(path).split("::");
        modules.any(|name| {
            name == module || module == vocabulary::CRATE && name == vocabulary::CRATE_OF_RULES
        })
    }

    /// Whether the path begins with this crate.
    fn is_of_crate(&self, path: &Path) -> bool {
        let first = self.modules(path).split_once("::");
        first.is_some_and(|(first, _)| {
            [vocabulary::CRATE, vocabulary::CRATE_OF_RULES].contains(&first)
        })
    }

    /// Whether the path is this name, which can be that of this crate.
    fn is(&self, path: &Path, name: &str, module: &str) -> bool {
        self.name(path) == name && self.may_be_in(path, module)
    }

    /// Whether the path leads through this crate, or leaves that open.
    fn may_be_in(&self, path: &Path, module: &str) -> bool {
        let by_import =
            module == vocabulary::CRATE && self.modules(path) == vocabulary::IMPORTED_MODULE;
        self.is_bare(path) || by_import || self.is_in(path, module)
    }

    /// Whether the path may lead through this crate, and is none of a name that has its path elsewhere.
    fn may_be_own(&self, path: &Path, module: &str) -> bool {
        self.may_be_in(path, module)
            && (!self.is_bare(path) || !self.evidence.needs_path(self.name(path)))
    }

    /// The path that this part of the text is, and nothing else.
    fn whole_path(&self, source: &Range<usize>) -> Option<Path> {
        self.path(source.start)
            .filter(|path| path.end == source.end)
    }

    fn see(&self, evidence: Evidence) {
        self.seen.set(self.seen.get().or(evidence));
    }

    /// Says that the path stands where only this name of the crates can.
    fn see_name(&self, path: &Path) {
        if self.is_bare(path) {
            self.see(Evidence::of_name(self.name(path), true));
        }
    }

    /// The next path at `position` or after it.
    fn next_path(&self, mut position: usize) -> Option<Path> {
        loop {
            let byte = self.byte(position)?;
            if !is_word(byte) {
                position += 1;
                continue;
            }
            let after_word = position > 0 && self.byte(position - 1).is_some_and(is_word);
            if starts_word(byte) && !after_word {
                return self.path(position);
            }
            // A number, and what is written right after it.
            position += 1;
            while self.byte(position).is_some_and(is_word) {
                position += 1;
            }
        }
    }

    /// The path that starts here.
    fn path(&self, start: usize) -> Option<Path> {
        let mut name = start..start;
        let mut position = start;
        loop {
            if !self.byte(position).is_some_and(starts_word) {
                break;
            }
            name.start = position;
            while self.byte(position).is_some_and(is_word) {
                position += 1;
            }
            name.end = position;
            let rest = &self.text[position..];
            match rest.strip_prefix("::") {
                Some(rest) if rest.bytes().next().is_some_and(starts_word) => position += 2,
                _ => break,
            }
        }
        let path = Path {
            start,
            end: name.end,
            name,
        };
        let is_of_crates = self.is_in(&path, TYPENUM) || self.is_in(&path, vocabulary::CRATE);
        if is_of_crates && !self.is_in_block(start) {
            self.see(Evidence::of_name(self.name(&path), false));
        }
        (path.end > start).then_some(path)
    }

    /// Whether a place is in `<impl shapecheck::TensorOn<T, S, shapecheck::Host>>::into_vec`, where rustc writes the path of
    /// each name.
    fn is_in_block(&self, position: usize) -> bool {
        let before = self.blocks.partition_point(|block| block.start <= position);
        before > 0 && position < self.blocks[before - 1].end
    }

    fn path_after_spaces(&self, position: usize) -> Option<Path> {
        self.path(self.spaces(position))
    }

    /// Whether the path is where a type can be: not a member of another, not a name that is just being declared.
    fn is_type_position(&self, path: &Path) -> bool {
        let before = &self.text[..path.start];
        if before.ends_with("::") || before.ends_with('.') || before.ends_with('\'') {
            return false;
        }
        let word = before
            .trim_end()
            .rsplit(|c: char| !c.is_alphanumeric())
            .next();
        let declared = [
            "struct", "enum", "union", "trait", "type", "mod", "fn", "macro", "crate",
        ];
        !(before.ends_with(' ') && word.is_some_and(|word| declared.contains(&word)))
    }

    /// Whether the path stands alone, as a whole type: between the signs that separate types.
    fn stands_alone(&self, path: &Path) -> bool {
        let before = self.text[..path.start].trim_end_matches(' ');
        let after = self.text[path.end..].trim_start_matches(' ');
        let starts =
            before.is_empty() || before.ends_with(['`', '<', ',', '(', '[', '&', '=', ':']);
        let ends = after.is_empty() || after.starts_with(['`', '>', ',', ')', ']', ';', '\n']);
        starts && ends
    }

    fn known(&self, path: &Path) -> Known {
        let nothing = Known::Nothing { after: path.end };
        let (name, evidence) = (self.name(path), &self.evidence);
        let of_crate = self.is_in(path, vocabulary::CRATE);
        let of_typenum = self.is_in(path, TYPENUM);
        let is_path_of_other = !self.may_be_in(path, vocabulary::CRATE) && !of_typenum;
        if self.is_type_position(path)
            && let Some(written) = self.name_as_declared(path)
        {
            let whole = path.start..path.end;
            return Known::Type(Replacement::new(whole, written, Kind::Name));
        }
        if !self.is_type_position(path) || is_path_of_other {
            return nothing;
        }
        let whole = path.start..path.end;
        let number = |text: &str| Known::Type(Replacement::new(whole.clone(), text, Kind::Number));
        // With its path a name is what the path says; without, it is what the same name was in a structure.
        let is_number = match of_typenum {
            true => evidence.numbers,
            false => evidence.has(name),
        };
        let is_argument = self.around[path.start].is_some();
        match name {
            "UInt" => self.unsigned(path),
            "PInt" | "NInt" => self.signed(path).map_or(nothing, Known::Type),
            ZERO if is_number => number("0"),
            "Z0" if evidence.signed
                && (of_typenum || !evidence.needs_path(name))
                && self.stands_alone(path) =>
            {
                number("0")
            }
            "B0" | "B1" if is_number && self.stands_alone(path) && !self.is_bit_of_number(path) => {
                number(if name == "B0" { "False" } else { "True" })
            }
            vocabulary::SCALAR
                if self.stands_alone(path)
                    && (!of_crate && evidence.has(name) || of_crate && is_argument) =>
            {
                Known::Type(Replacement::new(whole, "[]", Kind::Shape(Vec::new())))
            }
            vocabulary::TENSOR => self.tensor(path).unwrap_or(nothing),
            vocabulary::AXIS_LIST => self.axis_list(path).map_or(nothing, Known::Type),
            vocabulary::NAMED_SIZE | vocabulary::SUM | vocabulary::PRODUCT | vocabulary::SHARD => {
                self.computed_of_names(path).map_or(nothing, Known::Type)
            }
            vocabulary::COUNT => self.counted(path).map_or(nothing, Known::Type),
            vocabulary::MILLIONS => self.in_groups(path).map_or(nothing, Known::Type),
            _ if self.head(path).is_some() => self.shape_or_skip(path),
            _ if is_argument && of_typenum && self.is_in(path, "consts") => {
                number::alias(name).map_or(nothing, |text| number(&text))
            }
            _ if self.is_tensor_or_engine_with_path(path) => {
                Known::Type(Replacement::new(whole, name, Kind::Name))
            }
            _ if self.is_operation(path) => {
                let text = format!("{}::{name}", vocabulary::OPERATIONS_MODULE);
                Known::Type(Replacement::new(whole, text, Kind::Name))
            }
            _ if self.is_of_crate(path) => match traits::public_name(name) {
                Some(public) => Known::Type(Replacement::new(whole, public, Kind::Name)),
                None => nothing,
            },
            _ => nothing,
        }
    }

    // Numbers.

    /// `UInt<UInt<UTerm, B1>, B0>` as 2, `UInt<N, B1>` as `2*N + 1`.
    fn unsigned(&self, path: &Path) -> Known {
        let mut heads = Vec::new();
        let mut position = path.start;
        let base = loop {
            let Some(head) = self.path_after_spaces(position) else {
                break None;
            };
            match self.open(head.end) {
                Some(inside) if self.is(&head, "UInt", TYPENUM) => {
                    heads.push(head.start);
                    position = inside;
                }
                _ => break Some(head),
            }
        };
        let skip = Known::Nothing {
            after: position.max(path.end),
        };
        let Some(base) = base else { return skip };
        let is_zero = self.is(&base, ZERO, TYPENUM);
        if !is_zero
            && (self.name(&base) == ZERO
                || self.open(base.end).is_some()
                || self.text[base.end..].starts_with("::"))
        {
            return skip;
        }
        let mut bits = Vec::new();
        let mut end = base.end;
        let mut ends = Vec::new();
        while bits.len() < heads.len().min(LONGEST_NUMBER) {
            let Some((bit, path, after)) = self.last_bit(end) else {
                break;
            };
            bits.push(bit);
            ends.push(path);
            end = after;
        }
        if bits.is_empty() || bits.len() == LONGEST_NUMBER || (is_zero && !bits[0]) {
            return skip;
        }
        self.see(Evidence {
            numbers: true,
            ..Evidence::default()
        });
        ends.iter().for_each(|bit| self.see_name(bit));
        if is_zero {
            self.see_name(&base);
        }
        let text = if is_zero {
            number::decimal(&bits)
        } else if bits.len() == heads.len()
            && !is_left_out(self.name(&base))
            && self.name(&base) != NOT_YET_KNOWN
        {
            let mut factor = vec![true];
            factor.resize(bits.len() + 1, false);
            let name = &self.text[base.start..base.end];
            match number::decimal(&bits).as_str() {
                "0" => format!("{}*{name}", number::decimal(&factor)),
                rest => format!("{}*{name} + {rest}", number::decimal(&factor)),
            }
        } else {
            return skip;
        };
        let start = heads[heads.len() - bits.len()];
        Known::Type(Replacement::new(start..end, text, Kind::Number))
    }

    /// `, B1>`: the bit, its name, and where it ends.
    fn last_bit(&self, position: usize) -> Option<(bool, Path, usize)> {
        let bit = self.path_after_spaces(self.eat(position, b',')?)?;
        let end = self.eat(bit.end, b'>')?;
        let is_one = self.is(&bit, "B1", TYPENUM);
        (is_one || self.is(&bit, "B0", TYPENUM)).then_some((is_one, bit, end))
    }

    /// `PInt<...>` with its sign, so that it never reads like the unsigned number.
    fn signed(&self, path: &Path) -> Option<Replacement> {
        let inside = self.open(path.end)?;
        let (text, after) = self.number(inside)?;
        let end = self.eat(after, b'>')?;
        self.see(Evidence {
            signed: true,
            ..Evidence::default()
        });
        let sign = if self.name(path) == "NInt" { '-' } else { '+' };
        Some(Replacement::new(
            path.start..end,
            format!("{sign}{text}"),
            Kind::Number,
        ))
    }

    /// A whole unsigned number here.
    fn number(&self, position: usize) -> Option<(String, usize)> {
        let path = self.path_after_spaces(position)?;
        if !(self.is_bare(&path) || self.is_in(&path, TYPENUM)) {
            return None;
        }
        match self.name(&path) {
            ZERO if self.may_be_own(&path, TYPENUM) => Some(("0".to_owned(), path.end)),
            "UInt" => match self.unsigned(&path) {
                Known::Type(number) if number.range.start == path.start => {
                    Some((number.text(), number.range.end))
                }
                _ => None,
            },
            name if self.is_in(&path, TYPENUM) => Some((number::alias(name)?, path.end)),
            _ => None,
        }
    }

    /// Whether this bit is the second argument of a `UInt` that is not a whole number.
    fn is_bit_of_number(&self, path: &Path) -> bool {
        self.around[path.start].is_some_and(|open| self.text[..open].ends_with("UInt"))
    }

    // Shapes.

    /// What a shape begins with: whether a prefix comes first, and how many axes follow.
    fn head(&self, path: &Path) -> Option<(bool, usize)> {
        self.open(path.end)?;
        let name = self.name(path);
        if !self.may_be_in(path, vocabulary::CRATE) {
            return None;
        }
        let flat = |alias: &str| {
            let count = name.strip_prefix(alias)?.parse().ok()?;
            (count > 0).then_some(count)
        };
        match name {
            vocabulary::AXES => Some((true, 1)),
            _ => match flat(vocabulary::THEN_ALIAS) {
                Some(count) => Some((true, count)),
                None => Some((false, flat(vocabulary::SHAPE_ALIAS)?)),
            },
        }
    }

    fn shape_or_skip(&self, path: &Path) -> Known {
        if self.depth >= DEEPEST {
            return Known::Nothing { after: path.end };
        }
        match self.shape(path) {
            Ok(shape) => Known::Type(self.shape_replacement(shape)),
            Err(after) => Known::Nothing { after },
        }
    }

    /// `Axes<Axes<Scalar, A>, B>`, `Shape2<A, B>` and `Then2<S, A, B>`; or where to look on, after all heads.
    fn shape(&self, path: &Path) -> Result<Shape, usize> {
        // The heads of the chain, and how many axes close each.
        let mut heads = Vec::new();
        let mut position = path.start;
        let mut is_of_crate = false;
        let mut is_flat = false;
        let base = loop {
            position = self.spaces(position);
            let Some(head) = self.path(position) else {
                break None;
            };
            let (Some((has_prefix, axes)), Some(inside)) = (self.head(&head), self.open(head.end))
            else {
                break Some(head);
            };
            is_of_crate |= self.is_in(&head, vocabulary::CRATE);
            heads.push((head.start, axes));
            position = inside;
            if !has_prefix {
                is_flat = true;
                break None;
            }
        };
        let after_heads = position.max(path.end);
        // What they are built on.
        let is_scalar = base
            .as_ref()
            .filter(|base| self.name(base) == vocabulary::SCALAR)
            .filter(|base| self.may_be_own(base, vocabulary::CRATE));
        let mut is_built_on_own = is_scalar.is_some();
        let mut shape = if let Some(base) = is_scalar {
            Shape {
                prefix: None,
                axes: Vec::new(),
                range: base.start..base.end,
            }
        } else if is_flat {
            Shape {
                prefix: None,
                axes: Vec::new(),
                range: position..position,
            }
        } else {
            let source = self.any_type(position).ok_or(after_heads)?;
            let text = &self.text[source.clone()];
            let is_another = base
                .as_ref()
                .is_some_and(|base| self.name(base) == vocabulary::SCALAR);
            if is_left_out(text) || is_another {
                return Err(after_heads);
            }
            let is_dynamic = self
                .whole_path(&source)
                .is_some_and(|path| self.is(&path, vocabulary::DYNAMIC_SHAPE, vocabulary::CRATE));
            is_built_on_own = is_dynamic;
            Shape {
                prefix: Some(Axis {
                    text: match text {
                        _ if is_unknown(text) => Some(format!("..{UNKNOWN}")),
                        NOT_YET_KNOWN => Some(format!("..{UNKNOWN}")),
                        _ => is_dynamic.then(|| format!("..{}", vocabulary::DYNAMIC_SHAPE)),
                    },
                    source: source.clone(),
                    is_certain: is_dynamic,
                }),
                axes: Vec::new(),
                range: source,
            }
        };
        // Their ends.
        let mut is_first = is_flat;
        while let Some(&(head, count)) = heads.last() {
            let mut end = shape.range.end;
            let mut read = || -> Option<Vec<Axis>> {
                let mut axes = Vec::new();
                for _ in 0..count {
                    if !std::mem::take(&mut is_first) {
                        end = self.eat(end, b',')?;
                    }
                    let axis = self.axis(end)?;
                    end = axis.source.end;
                    axes.push(axis);
                }
                end = self.eat(end, b'>')?;
                Some(axes)
            };
            let Some(axes) = read() else { break };
            heads.pop();
            shape.axes.extend(axes);
            shape.range = head..end;
        }
        let has_certain = shape
            .prefix
            .iter()
            .chain(&shape.axes)
            .any(|it| it.is_certain);
        // Another's name, where the crate's has its path.
        let is_another = !is_of_crate && self.evidence.needs_path(vocabulary::AXES);
        let is_certain = is_built_on_own && has_certain && !shape.axes.is_empty() && !is_another;
        if is_certain {
            self.see(Evidence {
                shapes: true,
                ..Evidence::default()
            });
            self.see_name(path);
            is_scalar.iter().for_each(|base| self.see_name(base));
        }
        let is_own = is_certain
            || is_of_crate
            || self.evidence.has(vocabulary::AXES)
            || self.evidence.shapes && !is_another;
        match shape.axes.is_empty() || !is_own {
            true => Err(after_heads),
            false => Ok(shape),
        }
    }

    /// One size.
    fn axis(&self, position: usize) -> Option<Axis> {
        let source = self.any_type(position)?;
        if let Some((text, end)) = self
            .number(source.start)
            .filter(|(_, end)| *end == source.end)
        {
            return Some(Axis {
                // A lone name is less than a structure.
                is_certain: end - source.start > ZERO.len(),
                text: Some(text),
                source: source.start..end,
            });
        }
        let named = self
            .path(source.start)
            .and_then(|path| self.named_size(&path));
        if let Some((text, _)) = named.filter(|(_, end)| *end == source.end) {
            return Some(Axis {
                text: Some(text),
                source,
                is_certain: true,
            });
        }
        let path = self.whole_path(&source);
        let is_another = |path: &Path| self.name(path) == ZERO && !self.may_be_own(path, TYPENUM);
        if path.as_ref().is_some_and(is_another) {
            return None;
        }
        if is_unknown(&self.text[source.clone()]) {
            return Some(Axis {
                text: Some(UNKNOWN.to_owned()),
                source,
                is_certain: false,
            });
        }
        if is_left_out(&self.text[source.clone()]) || self.is_cut_number(source.start) {
            return None;
        }
        let (text, is_certain) = match path {
            Some(path) if self.is(&path, vocabulary::DYNAMIC_SIZE, vocabulary::CRATE) => {
                (Some("_".to_owned()), true)
            }
            Some(path) if self.name(&path) == NOT_YET_KNOWN => (Some(UNKNOWN.to_owned()), false),
            Some(path) if self.name(&path).starts_with('U') && self.is_bare(&path) => {
                (number::alias(self.name(&path)), false)
            }
            _ => (None, false),
        };
        Some(Axis {
            text,
            source,
            is_certain,
        })
    }

    /// `NamedDim<SumOf<Past, Seq>>` and the parts of it, as `Past + Seq`, and where it ends.
    fn named_size(&self, path: &Path) -> Option<(String, usize)> {
        if !self.may_be_own(path, vocabulary::CRATE) {
            return None;
        }
        let arguments = self.arguments(self.open(path.end)?)?;
        let end = self.eat(arguments.last()?.end, b'>')?;
        let bracketed = |text: String, signs: &[char]| match text.contains(signs) {
            true => format!("({text})"),
            false => text,
        };
        let text = match (self.name(path), &arguments[..]) {
            (vocabulary::NAMED_SIZE, [name] | [name, _]) => self.name_of_size(name)?,
            (vocabulary::NUMBER_OF_SIZE | vocabulary::COUNT, [number]) => {
                let digits = self.name_of_size(number)?;
                digits
                    .bytes()
                    .all(|byte| byte.is_ascii_digit())
                    .then_some(digits)?
            }
            (vocabulary::SUM, [lhs, rhs]) => {
                let (lhs, rhs) = (self.name_of_size(lhs)?, self.name_of_size(rhs)?);
                format!("{lhs} + {}", bracketed(rhs, &['+']))
            }
            (vocabulary::PRODUCT, [lhs, rhs]) => {
                let (lhs, rhs) = (self.name_of_size(lhs)?, self.name_of_size(rhs)?);
                format!(
                    "{} * {}",
                    bracketed(lhs, &['+']),
                    bracketed(rhs, &['+', '*', '/'])
                )
            }
            (vocabulary::SHARD, [whole, mesh]) => {
                format!(
                    "{} / {}",
                    self.name_of_size(whole)?,
                    self.name_of_size(mesh)?
                )
            }
            _ => return None,
        };
        Some((text, end))
    }

    /// What stands for one name in it.
    fn name_of_size(&self, source: &Range<usize>) -> Option<String> {
        let text = &self.text[source.clone()];
        if is_left_out(text) || is_unknown(text) || text == NOT_YET_KNOWN {
            return None;
        }
        if let Some((number, _)) = self
            .number(source.start)
            .filter(|(_, end)| *end == source.end)
        {
            return Some(number);
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(text.to_owned());
        }
        let path = self.path(source.start)?;
        if path.end == source.end {
            return Some(self.without_module_of_names(&path));
        }
        let (text, end) = self.named_size(&path)?;
        (end == source.end).then_some(text)
    }

    /// A path as it is where a list of names is declared, outside of the module for them.
    fn without_module_of_names(&self, path: &Path) -> String {
        let modules = self.modules(path).split_inclusive("::");
        let modules = modules.filter(|module| !module.starts_with(vocabulary::NAMES_MODULE));
        modules.collect::<String>() + self.name(path)
    }

    /// `Source` of `dims_seq::Source`, which has its module where rustc knows another type of that name.
    fn name_as_declared(&self, path: &Path) -> Option<String> {
        // Where rustc says which of two types of one name it is.
        if self.text[..path.start].ends_with(" in module `")
            && self.name(path).starts_with(vocabulary::NAMES_MODULE)
        {
            return self.modules(path).strip_suffix("::").map(str::to_owned);
        }
        let is_in_list = self
            .modules(path)
            .trim_end_matches("::")
            .rsplit("::")
            .next()
            .is_some_and(|module| module.starts_with(vocabulary::NAMES_MODULE));
        let is_alone = is_in_list && self.evidence.is_of_shapes();
        is_alone.then(|| self.without_module_of_names(path))
    }

    /// A sum or product of names, in brackets after the sign of a product.
    fn computed_of_names(&self, path: &Path) -> Option<Replacement> {
        let (text, end) = self.named_size(path)?;
        let text = match self.text[..path.start].ends_with(" * ") && text.contains(' ') {
            true => format!("({text})"),
            false => text,
        };
        Some(Replacement::new(path.start..end, text, Kind::Name))
    }

    /// `Count<2>` beside a sign of a sum or product of names.
    fn counted(&self, path: &Path) -> Option<Replacement> {
        let (text, end) = self.named_size(path)?;
        let is_sign = |text: &str| text.starts_with(" * ") || text.starts_with(" + ");
        let before = self.text[..path.start].len().checked_sub(3);
        let before = before.and_then(|start| self.text.get(start..path.start));
        (is_sign(&self.text[end..]) || before.is_some_and(is_sign))
            .then(|| Replacement::new(path.start..end, text, Kind::Name))
    }

    /// `Millions<1, 48, 577>` as `1048577`.
    fn in_groups(&self, path: &Path) -> Option<Replacement> {
        let arguments = self.arguments(self.open(path.end)?)?;
        let end = self.eat(arguments.last()?.end, b'>')?;
        let groups = arguments
            .iter()
            .map(|group| self.text[group.clone()].trim());
        let groups = groups.map(|group| group.parse::<u16>().ok());
        let [millions, thousands, ones] = groups.collect::<Option<Vec<_>>>()?[..] else {
            return None;
        };
        let text = format!("{millions}{thousands:03}{ones:03}");
        Some(Replacement::new(path.start..end, text, Kind::Number))
    }

    /// Whether a number begins here of which bits are not known. There is nothing to say of it.
    fn is_cut_number(&self, mut position: usize) -> bool {
        let mut has_head = false;
        while let Some(path) = self.path_after_spaces(position) {
            match self.open(path.end) {
                Some(inside) if self.is(&path, "UInt", TYPENUM) => {
                    has_head = true;
                    position = inside;
                }
                _ => return has_head && self.name(&path) == NOT_YET_KNOWN,
            }
        }
        false
    }

    /// Any type: as far as the `,` or `>` that ends it. `None` where the text ends first.
    fn any_type(&self, position: usize) -> Option<Range<usize>> {
        let start = self.spaces(position);
        let mut position = start;
        loop {
            match self.byte(position)? {
                b'<' | b'(' | b'[' | b'{' => position = self.closings[position]?,
                b'>' if self.text[..position].ends_with('-') => {}
                b',' | b'>' => {
                    let end = start + self.text[start..position].trim_end().len();
                    let is_type = end > start && !self.text[..end].ends_with("->");
                    return is_type.then_some(start..end);
                }
                b')' | b']' | b'}' | b'`' | b'\n' => return None,
                _ => {}
            }
            position += 1;
        }
    }

    fn rewritten(&self, text: &str) -> String {
        if self.depth + 1 >= DEEPEST {
            return text.to_owned();
        }
        let (found, seen) = find_at_depth(text, self.evidence, self.depth + 1);
        self.see(seen);
        super::apply(text, &found)
    }

    /// `[2, 3, 224]`, each entry a separate part.
    fn shape_replacement(&self, shape: Shape) -> Replacement {
        let start = shape.range.start;
        let sign = |text: &str| Part {
            text: text.to_owned(),
            source: start..start,
        };
        let has_prefix = shape.prefix.is_some();
        let mut parts = vec![sign("[")];
        let mut entries = Vec::new();
        for (position, entry) in shape.prefix.into_iter().chain(shape.axes).enumerate() {
            if position > 0 {
                parts.push(sign(", "));
            }
            let text = entry.text.unwrap_or_else(|| {
                let dots = if has_prefix && position == 0 {
                    ".."
                } else {
                    ""
                };
                let source = &self.text[entry.source.clone()];
                let computed = match dots {
                    "" => arithmetic::written(source, &|text| self.rewritten(text)),
                    _ => None,
                };
                computed.unwrap_or_else(|| {
                    // Between brackets, as it stands in the whole.
                    let text = self.rewritten(&format!("<{source}>"));
                    dots.to_owned() + &text[1..text.len() - 1]
                })
            });
            entries.push(text.clone());
            parts.push(Part {
                text,
                source: entry.source,
            });
        }
        parts.push(sign("]"));
        Replacement {
            range: shape.range,
            parts,
            kind: Kind::Shape(entries),
        }
    }

    /// `H * D` for `<H as Arithmetic>::Times<D>`, wherever it stands.
    fn computed(&self) -> Vec<Replacement> {
        let mut found = Vec::new();
        // What is computed from others is read with them.
        if self.depth > 0 || !self.text.contains(">::") {
            return found;
        }
        let mut position = 0;
        while let Some(start) = self.text[position..].find('<').map(|at| position + at) {
            position = start + 1;
            // For `Axes<...>`, this is a list of parameters.
            let is_list = self.text[..start].ends_with(|c: char| c == ':' || is_word(c as u8));
            let Some(closing) = self.closings[start].filter(|_| !is_list) else {
                continue;
            };
            let Some(path) = self
                .text
                .get(closing + 1..)
                .filter(|rest| rest.starts_with("::"))
                .and_then(|_| self.path(closing + 3))
            else {
                continue;
            };
            if !arithmetic::is_computation(&self.text[start..closing], self.name(&path)) {
                continue;
            }
            let end = match self.byte(path.end) {
                Some(b'<') => self.closings[path.end].map(|closing| closing + 1),
                _ => Some(path.end),
            };
            let Some(end) = end else { continue };
            let written = |text: &str| self.rewritten(text);
            if let Some(text) = arithmetic::written(&self.text[start..end], &written) {
                found.push(Replacement::new(start..end, text, Kind::Computed));
                position = end;
            }
        }
        found
    }

    // Tensors.

    /// `shapecheck::Tensor<...>`, as clippy prints it, and `shapecheck::host::Borrowed<'_>`, as rustc does beside
    /// `Cow::Borrowed`.
    fn is_tensor_or_engine_with_path(&self, path: &Path) -> bool {
        let name = self.name(path);
        let mut all = vocabulary::ENGINES.iter();
        self.is_of_crate(path)
            && self.open(path.end).is_some()
            && all.any(|(engine, alias)| *engine == name || *alias == name)
    }

    /// `shapecheck::engine::ops::Add` as an argument, or where the crate's own messages name what cannot be computed:
    /// elsewhere the path is that of an item, as in a `use`.
    fn is_operation(&self, path: &Path) -> bool {
        let before = &self.text[..path.start];
        let mut words = vocabulary::BEFORE_OPERATION.iter();
        self.modules(path) == vocabulary::OPERATIONS
            && (self.around[path.start].is_some() || words.any(|words| before.ends_with(words)))
    }

    /// `TensorOn<T, S, E>` by the name that goes with its engine.
    fn tensor(&self, path: &Path) -> Option<Known> {
        let inside = self.open(path.end)?;
        let arguments = self.arguments(inside)?;
        let [element, shape, engine @ ..] = &arguments[..] else {
            return None;
        };
        if !self.may_be_own(path, vocabulary::CRATE) {
            return None;
        }
        let alias = match engine {
            [] => Some((vocabulary::ENGINES[0].1, Vec::new())),
            [engine] => self.engine(engine),
            _ => return None,
        };
        let shape_path = self.path(shape.start)?;
        let is_shape = [vocabulary::SCALAR, vocabulary::DYNAMIC_SHAPE]
            .contains(&self.name(&shape_path))
            || self.head(&shape_path).is_some();
        let is_certain = is_shape && self.may_be_own(&shape_path, vocabulary::CRATE)
            || alias.is_some() && !engine.is_empty();
        if is_certain {
            self.see(Evidence {
                shapes: true,
                ..Evidence::default()
            });
            self.see_name(&shape_path);
        }
        let is_own = is_certain || self.is_in(path, vocabulary::CRATE) || self.evidence.shapes;
        let (name, lifetimes) = alias.filter(|_| is_own)?;
        let whole = path.start..self.closings[inside - 1]? + 1;
        let new = |range, text| Replacement::new(range, text, Kind::Tensor(whole.clone()));
        let mut heads = vec![new(path.start..path.end, name.to_owned())];
        heads.extend(lifetimes.into_iter().map(|lifetime| {
            let text = self.text[lifetime].to_owned() + ", ";
            new(element.start..element.start, text)
        }));
        let left_out = engine
            .iter()
            .map(|engine| new(shape.end..engine.end, String::new()));
        Some(Known::Tensor(heads, left_out.collect()))
    }

    /// What a tensor on this engine is called, and the lifetimes of the engine.
    fn engine(&self, source: &Range<usize>) -> Option<(&'static str, Vec<Range<usize>>)> {
        let path = self.path(source.start)?;
        let mut all = vocabulary::ENGINES.iter();
        let (_, alias) = all
            .find(|(name, _)| *name == self.name(&path))
            .filter(|_| self.may_be_own(&path, vocabulary::CRATE))?;
        if path.end == source.end {
            return Some((alias, Vec::new()));
        }
        let lifetimes = self.arguments(self.open(path.end)?)?;
        let are_lifetimes = lifetimes
            .iter()
            .all(|lifetime| self.byte(lifetime.start) == Some(b'\''));
        are_lifetimes.then_some((alias, lifetimes))
    }

    /// `AxisList<(Axis<-1>, Axis<-3>), ...>` as `axes![-1, -3]`. The second list is the first one, sorted.
    fn axis_list(&self, path: &Path) -> Option<Replacement> {
        let inside = self.open(path.end)?;
        let arguments = self.arguments(inside)?;
        let [ordered, _] = &arguments[..] else {
            return None;
        };
        let list = &self.text[ordered.clone()];
        if list.len() > LONGEST_LIST {
            return None;
        }
        let axes: Option<Vec<&str>> = list
            .strip_prefix('(')?
            .strip_suffix(')')?
            .split(',')
            .map(str::trim)
            .filter(|axis| !axis.is_empty())
            .map(|axis| {
                let (path, number) = axis.strip_suffix('>')?.split_once('<')?;
                let is_number = number.parse::<isize>().is_ok();
                (is_number && path.rsplit("::").next() == Some(vocabulary::AXIS)).then_some(number)
            })
            .collect();
        let end = self.eat(arguments.last()?.end, b'>')?;
        let text = format!("{}![{}]", vocabulary::AXES_MACRO, axes?.join(", "));
        Some(Replacement::new(path.start..end, text, Kind::Name))
    }

    /// The arguments between angle brackets; `None` where the bracket does not close.
    fn arguments(&self, mut position: usize) -> Option<Vec<Range<usize>>> {
        let mut arguments = Vec::new();
        loop {
            let argument = self.any_type(position)?;
            let end = argument.end;
            arguments.push(argument);
            if self.eat(end, b'>').is_some() {
                return Some(arguments);
            }
            position = self.eat(end, b',')?;
        }
    }
}
