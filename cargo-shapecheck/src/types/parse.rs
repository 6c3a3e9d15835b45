//! Finds the types in a text.
//!
//! Chains (`UInt<UInt<...`, `Axes<Axes<...`) are read in loops, not by recursion, so that no text is too deep, and a
//! chain that does not close is read from the inside as far as it closes.

use std::ops::Range;

use super::{Evidence, Kind, Part, Replacement, names, number};

/// How deep types may stand inside the axes of shapes inside the axes of shapes.
const DEEPEST: usize = 8;

/// All places of the text that read differently, in order.
pub fn find(text: &str, evidence: Evidence) -> Vec<Replacement> {
    find_at_depth(text, evidence, 0)
}

fn find_at_depth(text: &str, evidence: Evidence, depth: usize) -> Vec<Replacement> {
    let parser = Parser {
        text,
        evidence,
        depth,
        closings: closings(text),
    };
    let mut found = Vec::new();
    // Replacements further on that a tensor's storage has already asked for.
    let mut ahead: Vec<Replacement> = Vec::new();
    let mut position = 0;
    while let Some(path) = parser.next_path(position) {
        position = path.end;
        if let Some(at) = ahead.iter().position(|next| path.start >= next.range.start) {
            let next = ahead.remove(at);
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
    found.extend(
        number::padded(text).map(|(range, number)| Replacement::new(range, number, Kind::Number)),
    );
    found.sort_by_key(|replacement| (replacement.range.start, replacement.range.end));
    found.dedup_by(|next, previous| next.range.start < previous.range.end);
    found
}

/// `a::b::Name`
struct Path {
    start: usize,
    name: Range<usize>,
    end: usize,
}

enum Known {
    Type(Replacement),
    /// A new head, and what changes behind it.
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
    is_certain: bool,
}

struct Parser<'t> {
    text: &'t str,
    evidence: Evidence,
    depth: usize,
    /// Where the bracket closes that opens at this byte. Looked up, so that a text of many brackets takes no longer
    /// than its length.
    closings: Vec<Option<usize>>,
}

/// Where each bracket closes. None reaches over the end of a line, of what backticks quote, or over brackets that do not
/// match.
fn closings(text: &str) -> Vec<Option<usize>> {
    let mut closings = vec![None; text.len()];
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
            _ => {}
        }
        before = byte;
    }
    closings
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn starts_word(byte: u8) -> bool {
    is_word(byte) && !byte.is_ascii_digit()
}

/// What rustc and rust-analyzer print in the place of a type that they leave out.
fn is_left_out(text: &str) -> bool {
    ["...", "…", "{unknown}"].contains(&text)
}

/// What they print in the place of a type that they have not found yet. A dynamic size has the underscore here.
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

    /// The next path at `position` or behind.
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
            // A number, and what is written right behind it.
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
        (name.end > start).then_some(Path {
            start,
            end: name.end,
            name,
        })
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
        if !self.is_type_position(path) {
            return nothing;
        }
        let name = self.name(path);
        let modules = self.modules(path);
        let by_typenum = self.evidence.typenum || modules.contains("typenum::");
        let whole = path.start..path.end;
        let number =
            |text: String| Known::Type(Replacement::new(whole.clone(), text, Kind::Number));
        match name {
            "UInt" => self.unsigned(path),
            "PInt" | "NInt" => self.signed(path).map_or(nothing, Known::Type),
            "UTerm" => number("0".to_owned()),
            "Z0" if by_typenum && self.stands_alone(path) => number("0".to_owned()),
            "B0" | "B1"
                if by_typenum && self.stands_alone(path) && !self.is_bit_of_number(path) =>
            {
                number(if name == "B0" { "False" } else { "True" }.to_owned())
            }
            names::SCALAR => {
                let by_crate = self.evidence.shapes || modules.contains("shapecheck::");
                if by_crate && self.stands_alone(path) {
                    Known::Type(Replacement::new(whole, "[]", Kind::Shape(Vec::new())))
                } else {
                    nothing
                }
            }
            names::TENSOR => self.tensor(path).unwrap_or(nothing),
            names::AXIS_LIST => self.axis_list(path).map_or(nothing, Known::Type),
            _ if self.starts_shape(path) => self.shape_or_skip(path),
            _ if modules.contains("typenum::consts::") => {
                number::alias(name).map_or(nothing, number)
            }
            _ if self.is_tensor_with_path(path) => {
                Known::Type(Replacement::new(whole, name, Kind::Name))
            }
            _ if modules.starts_with("shapecheck::") => match names::public_name(name) {
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
                Some(inside) if self.name(&head) == "UInt" => {
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
        let is_zero = self.name(&base) == "UTerm";
        if !is_zero && (self.open(base.end).is_some() || self.text[base.end..].starts_with("::")) {
            return skip;
        }
        let mut bits = Vec::new();
        let mut end = base.end;
        while bits.len() < heads.len() {
            let Some((bit, after)) = self.last_bit(end) else {
                break;
            };
            bits.push(bit);
            end = after;
        }
        if bits.is_empty() || (is_zero && !bits[0]) {
            return skip;
        }
        let text = if is_zero {
            number::decimal(&bits)
        } else if bits.len() == heads.len()
            && !is_left_out(self.name(&base))
            && self.name(&base) != NOT_YET_KNOWN
        {
            let mut factor = vec![true];
            factor.resize(bits.len() + 1, false);
            let name = self.name(&base);
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

    /// `, B1>`
    fn last_bit(&self, position: usize) -> Option<(bool, usize)> {
        let bit = self.path_after_spaces(self.eat(position, b',')?)?;
        let end = self.eat(bit.end, b'>')?;
        match self.name(&bit) {
            "B0" => Some((false, end)),
            "B1" => Some((true, end)),
            _ => None,
        }
    }

    /// `PInt<...>` with its sign, so that it never reads like the unsigned number.
    fn signed(&self, path: &Path) -> Option<Replacement> {
        let inside = self.open(path.end)?;
        let (text, after) = self.number(inside)?;
        let end = self.eat(after, b'>')?;
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
        match self.name(&path) {
            "UTerm" => Some(("0".to_owned(), path.end)),
            "UInt" => match self.unsigned(&path) {
                Known::Type(number) if number.range.start == path.start => {
                    Some((number.text(), number.range.end))
                }
                _ => None,
            },
            name if self.modules(&path).contains("typenum::") => {
                Some((number::alias(name)?, path.end))
            }
            _ => None,
        }
    }

    /// Whether this bit is the second argument of a `UInt` that is no whole number.
    fn is_bit_of_number(&self, path: &Path) -> bool {
        let mut depth = 0;
        for (position, byte) in self.text[..path.start].bytes().enumerate().rev().take(4096) {
            match byte {
                b'>' => depth += 1,
                b'<' if depth == 0 => return self.text[..position].ends_with("UInt"),
                b'<' => depth -= 1,
                _ => {}
            }
        }
        false
    }

    // Shapes.

    /// `Shape3` and 3, `Then2` and 2.
    fn flat_alias(&self, path: &Path) -> Option<(&'t str, usize)> {
        let name = self.name(path);
        [names::SHAPE_ALIAS, names::THEN_ALIAS]
            .into_iter()
            .find_map(|alias| {
                let count: usize = name.strip_prefix(alias)?.parse().ok()?;
                Some((&name[..alias.len()], count))
            })
    }

    fn starts_shape(&self, path: &Path) -> bool {
        (self.name(path) == names::AXES || self.flat_alias(path).is_some())
            && self.open(path.end).is_some()
    }

    fn shape_or_skip(&self, path: &Path) -> Known {
        let skip = Known::Nothing { after: path.end };
        if self.depth >= DEEPEST {
            return skip;
        }
        match self.shape(path) {
            Ok(shape) if self.evidence.shapes || shape.is_certain => {
                Known::Type(self.shape_replacement(shape))
            }
            Ok(_) => skip,
            Err(after) => Known::Nothing { after },
        }
    }

    /// `Axes<Axes<Scalar, A>, B>`, `Shape2<A, B>` and `Then2<S, A, B>`; or where to look on.
    fn shape(&self, path: &Path) -> Result<Shape, usize> {
        let mut heads = Vec::new();
        let mut position = path.start;
        // The heads of the chain.
        let base = loop {
            position = self.spaces(position);
            let Some(head) = self.path(position) else {
                break None;
            };
            match self.open(head.end) {
                Some(inside) if self.name(&head) == names::AXES => {
                    heads.push(head.start);
                    position = inside;
                }
                _ => break Some(head),
            }
        };
        let after_heads = position.max(path.end);
        // What they are built on.
        let mut shape = match base {
            Some(base) if self.name(&base) == names::SCALAR => Shape {
                prefix: None,
                axes: Vec::new(),
                range: base.start..base.end,
                is_certain: false,
            },
            Some(base) if self.flat_alias(&base).is_some() && self.open(base.end).is_some() => {
                self.flat_shape(&base).ok_or(after_heads)?
            }
            _ => {
                let source = self.any_type(position).ok_or(after_heads)?;
                let text = &self.text[source.clone()];
                if is_left_out(text) {
                    return Err(after_heads);
                }
                let is_dynamic = text.rsplit("::").next() == Some(names::DYNAMIC_SHAPE);
                Shape {
                    prefix: Some(Axis {
                        text: match text {
                            NOT_YET_KNOWN => Some(format!("..{UNKNOWN}")),
                            _ => is_dynamic.then(|| format!("..{}", names::DYNAMIC_SHAPE)),
                        },
                        source: source.clone(),
                        is_certain: is_dynamic,
                    }),
                    axes: Vec::new(),
                    is_certain: is_dynamic,
                    range: source,
                }
            }
        };
        // Their ends.
        while let Some(&head) = heads.last() {
            let closed = self.eat(shape.range.end, b',').and_then(|position| {
                let axis = self.axis(position)?;
                let end = self.eat(axis.source.end, b'>')?;
                Some((axis, end))
            });
            let Some((axis, end)) = closed else { break };
            heads.pop();
            shape.is_certain |= axis.is_certain;
            shape.axes.push(axis);
            shape.range = head..end;
        }
        match shape.axes.is_empty() {
            true => Err(after_heads),
            false => Ok(shape),
        }
    }

    /// `Shape2<A, B>` and `Then2<S, A, B>`
    fn flat_shape(&self, path: &Path) -> Option<Shape> {
        let (alias, count) = self.flat_alias(path)?;
        let mut position = self.open(path.end)?;
        let mut shape = Shape {
            prefix: None,
            axes: Vec::new(),
            range: path.start..path.end,
            is_certain: false,
        };
        if alias == names::THEN_ALIAS {
            let source = self.any_type(position)?;
            let text = &self.text[source.clone()];
            if is_left_out(text) {
                return None;
            }
            position = self.eat(source.end, b',')?;
            shape.prefix = Some(Axis {
                text: None,
                source,
                is_certain: false,
            });
        }
        for entry in 0..count {
            let axis = self.axis(position)?;
            position = match entry + 1 == count {
                true => self.eat(axis.source.end, b'>')?,
                false => self.eat(axis.source.end, b',')?,
            };
            shape.is_certain |= axis.is_certain;
            shape.axes.push(axis);
        }
        shape.range.end = position;
        // `..[2, 3], 4` is `2, 3, 4`.
        if let Some(inner) = shape
            .prefix
            .as_ref()
            .and_then(|prefix| self.whole_shape(prefix))
        {
            shape.prefix = inner.prefix;
            shape.axes.splice(0..0, inner.axes);
            shape.is_certain |= inner.is_certain;
        }
        Some(shape)
    }

    /// The shape that a prefix is, if it is one in writing.
    fn whole_shape(&self, prefix: &Axis) -> Option<Shape> {
        let path = self.path(prefix.source.start)?;
        let shape = match self.starts_shape(&path) {
            true => self.shape(&path).ok()?,
            false => return None,
        };
        (shape.range == prefix.source).then_some(shape)
    }

    /// One size.
    fn axis(&self, position: usize) -> Option<Axis> {
        let position = self.spaces(position);
        let source = self.any_type(position)?;
        if let Some((text, end)) = self.number(position).filter(|(_, end)| *end == source.end) {
            return Some(Axis {
                text: Some(text),
                source: position..end,
                is_certain: true,
            });
        }
        let text = &self.text[source.clone()];
        if is_left_out(text) {
            return None;
        }
        // Of a number with bits left out there is nothing to say.
        if text.contains("UInt<_") {
            return None;
        }
        let last = text.rsplit("::").next().unwrap_or(text);
        let (text, is_certain) = match last {
            names::DYNAMIC_SIZE => (Some("_".to_owned()), true),
            NOT_YET_KNOWN => (Some(UNKNOWN.to_owned()), false),
            _ if last.starts_with('U') => (number::alias(last), false),
            _ => (None, false),
        };
        Some(Axis {
            text,
            source,
            is_certain,
        })
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
        let found = find_at_depth(text, self.evidence, self.depth + 1);
        super::apply(text, &found)
    }

    /// `[2, 3, 224]`, each entry a part of its own.
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
                dots.to_owned() + &self.rewritten(&self.text[entry.source.clone()])
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

    // Tensors.

    /// `shapecheck::Tensor<...>`, as clippy prints it.
    fn is_tensor_with_path(&self, path: &Path) -> bool {
        let name = self.name(path);
        self.modules(path).starts_with("shapecheck::")
            && self.open(path.end).is_some()
            && names::STORAGES.iter().any(|(_, alias)| *alias == name)
    }

    /// `TensorBase<T, S, Storage>` by the name that goes with its storage.
    fn tensor(&self, path: &Path) -> Option<Known> {
        let inside = self.open(path.end)?;
        let arguments = self.arguments(inside)?;
        let [element, shape, storage] = &arguments[..] else {
            return None;
        };
        let storage_path = self.path(storage.start)?;
        let (_, name) = names::STORAGES
            .iter()
            .find(|(storage, _)| *storage == self.name(&storage_path))?;
        let parameters = match self.open(storage_path.end) {
            Some(inside) => self.arguments(inside)?,
            None => Vec::new(),
        };
        let (lifetimes, mut types): (Vec<Range<usize>>, Vec<Range<usize>>) = parameters
            .into_iter()
            .partition(|parameter| self.byte(parameter.start) == Some(b'\''));
        // Parameters with their default value at the end.
        for default in [names::DEFAULT_HOME, names::DEFAULT_LAYOUT] {
            let last = types
                .last()
                .and_then(|last| self.text[last.clone()].rsplit("::").next());
            let all_are_there = types.len() == 1 || default == names::DEFAULT_HOME;
            if all_are_there && last == Some(default) {
                types.pop();
            }
        }
        let mut heads = vec![Replacement::new(path.start..path.end, *name, Kind::Tensor)];
        for lifetime in lifetimes {
            let text = self.text[lifetime].to_owned() + ", ";
            let place = element.start..element.start;
            heads.push(Replacement::new(place, text, Kind::Tensor));
        }
        let mut rest = Replacement {
            range: shape.end..storage.end,
            parts: Vec::new(),
            kind: Kind::Tensor,
        };
        for parameter in types {
            rest.parts.push(Part {
                text: ", ".to_owned(),
                source: shape.end..shape.end,
            });
            rest.parts.push(Part {
                text: self.rewritten(&self.text[parameter.clone()]),
                source: parameter,
            });
        }
        Some(Known::Tensor(heads, vec![rest]))
    }

    /// `AxisList<(Axis<-1>, Axis<-3>), ...>` as `axes![-1, -3]`. The second list is the first one, sorted.
    fn axis_list(&self, path: &Path) -> Option<Replacement> {
        let inside = self.open(path.end)?;
        let arguments = self.arguments(inside)?;
        let [ordered, _] = &arguments[..] else {
            return None;
        };
        let list = &self.text[ordered.clone()];
        let axes: Option<Vec<&str>> = list
            .strip_prefix('(')?
            .strip_suffix(')')?
            .split(',')
            .map(str::trim)
            .filter(|axis| !axis.is_empty())
            .map(|axis| {
                let (path, number) = axis.strip_suffix('>')?.split_once('<')?;
                let is_number = number.parse::<isize>().is_ok();
                (is_number && path.rsplit("::").next() == Some(names::AXIS)).then_some(number)
            })
            .collect();
        let end = self.eat(arguments.last()?.end, b'>')?;
        let text = format!("{}![{}]", names::AXES_MACRO, axes?.join(", "));
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
