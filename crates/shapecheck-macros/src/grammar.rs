// The grammar of equations such as `b h q d, b h k d -> b h q k`. This file is compiled twice: in this crate, for the
// macros that read an equation at compile time, and in `shapecheck`, which gets it as tokens from `grammar!`, for
// equations that are read at run time. So both read the same grammar, and neither crate needs the other's files.
//
// All functions are `#[inline]`: those that nobody calls are not compiled, and few programs read equations at run time.

/// A part of an equation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    /// The name of an axis.
    Name,
    /// The size of an axis that has no name.
    Number(usize),
    /// `...`
    Dots,
    /// `*`
    Star,
    /// `+`
    Plus,
    Open,
    Close,
    Comma,
    Arrow,
    /// Follows the name of an operand.
    Colon,
}

/// The first byte of a part of an equation, and the byte after its last.
pub(crate) type Place = (usize, usize);

/// A mistake in an equation, and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    pub kind: WrongKind,
    pub place: Place,
}

/// The kinds of mistakes in an equation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WrongKind {
    Character,
    Dots,
    Arrows,
    LateComma,
    Parenthesis,
    Unclosed,
    Nested,
    GroupHere,
    NumberHere,
    StarHere,
    TwoDots,
    OnlyOnTheRight,
    TwiceOnTheRight,
    TooLarge,
    ManyLabels,
    Colon,
    NameHere,
    NameTwice,
    GroupInContract,
    AxisInResult,
    DotsInResult,
    OneTensor,
    NoArrow,
    TwiceOnTheLeft,
    RightOnly,
    LeftOnly,
    DotsRightOnly,
    DotsLeftOnly,
    DotsInGroup,
    ZeroHere,
    TwoToInfer,
    NoSize,
    NamedTwice,
    NoStar,
    ManyStars,
    ArrowHere,
    GroupBesideStar,
    DotsBesideStar,
    AnyHere,
    OperandHere,
    AnyInSum,
    NothingSays,
    NoOperand,
    NoComma,
    NumberInName,
}

#[inline]
fn wrong<T>(kind: WrongKind, place: Place) -> Result<T, Wrong> {
    Err(Wrong { kind, place })
}

impl Wrong {
    /// The mistake in words, for an equation with this text.
    #[inline]
    pub(crate) fn explain(&self, text: &str) -> String {
        let name = &text[self.place.0..self.place.1];
        match self.kind {
            WrongKind::Character => {
                let instead = match name {
                    ">" | "=" => ": the arrow is `->`",
                    "[" | "]" => ": axes stand without brackets, with blanks between them, as in `b t`",
                    "-" => ": the arrow is `->`, and a contract computes sizes with `+` and `*`",
                    "/" => ": a contract computes sizes with `+` and `*`",
                    _ => "",
                };
                format!("`{name}` is not part of an equation{instead}")
            }
            WrongKind::Dots => {
                let field = text[self.place.1..].split(|character| !is_part(character)).next();
                let of = text[..self.place.0].rsplit(|character| !is_part(character)).next();
                match (of, field) {
                    (Some("self"), Some(field)) if !field.is_empty() => format!("a field of `self` has its bare name, `{field}`"),
                    (Some(of), Some(field)) if !of.is_empty() && !field.is_empty() => {
                        "dots stand for axes without a name in threes, `...`, and an operand has one word for its name".into()
                    }
                    _ => "dots stand for axes without a name in threes, `...`".into(),
                }
            }
            WrongKind::Arrows => "a second arrow: there is one `->`, in front of the result".into(),
            WrongKind::LateComma => "a comma in the result: there is one result".into(),
            WrongKind::Parenthesis => "nothing is closed by this `)`".into(),
            WrongKind::Unclosed => "this `(` is not closed".into(),
            WrongKind::Nested => "a group in a group: `(a b c)` is one axis of three, whatever their order".into(),
            WrongKind::GroupHere => "an einsum has no groups: `merge_axes` makes one axis of two, and `split_axis` two of one".into(),
            WrongKind::NumberHere => format!("an axis of size {name} has no place here: give it a name"),
            WrongKind::StarHere => "`*` has no place here: `...` stands for axes without a name".into(),
            WrongKind::TwoDots => "dots for a second time: `...` stands for all axes without a name".into(),
            WrongKind::OnlyOnTheRight => format!("label `{name}` is on the right, but in no operand"),
            WrongKind::TwiceOnTheRight => format!("label `{name}` is on the right twice"),
            WrongKind::TooLarge => format!("the size {name} does not fit in `usize`"),
            WrongKind::ManyLabels => "an equation has at most 64 labels".into(),
            WrongKind::Colon => "a colon goes after the name of an operand, as in `images: b c`".into(),
            WrongKind::NameHere => format!("operands have names in a contract only: `{name}:` has no place here"),
            WrongKind::NameTwice => format!("two operands of the name `{name}`"),
            WrongKind::GroupInContract => "a contract has no groups: each name is one axis, and `h*d` is the product of two sizes".into(),
            WrongKind::AxisInResult => format!("`{name}` is not a label, so it has no size to give back"),
            WrongKind::DotsInResult => "the axes of `...` have no names, so that their sizes are not given back".into(),
            WrongKind::OneTensor => "a comma: a pattern is about one tensor".into(),
            WrongKind::NoArrow => "no `->`: it stands between the axes that there are and those of the result".into(),
            WrongKind::TwiceOnTheLeft => format!("`{name}` is on the left twice"),
            WrongKind::RightOnly => format!("`{name}` is on the right only"),
            WrongKind::LeftOnly => format!("`{name}` is on the left only"),
            WrongKind::DotsRightOnly => "dots on the right only".into(),
            WrongKind::DotsLeftOnly => "dots on the left only".into(),
            WrongKind::DotsInGroup => "dots in a group on the left: how many axes the group has is not known".into(),
            WrongKind::ZeroHere => "an axis without a name has size 1 or more".into(),
            WrongKind::TwoToInfer => {
                let first = name.split(|character| !is_part(character)).find(|part| !part.is_empty());
                format!(
                    "`{name}` has more than one size to infer: write all but one of them after the pattern, as in `; {} = 4`",
                    first.unwrap_or("a")
                )
            }
            WrongKind::NoSize => format!("`{name}` has no size: write `{name} = 4`"),
            WrongKind::NamedTwice => format!("`{name}` is named twice"),
            WrongKind::NoStar => "no `*`: it stands for the axes in which the tensors differ".into(),
            WrongKind::ManyStars => "`*` for a second time: it stands for all axes without a name".into(),
            WrongKind::ArrowHere => "an arrow: the axes of the packed tensor are all that is named here".into(),
            WrongKind::GroupBesideStar => "a group has no place beside `*`: `rearrange!` makes one axis of two, and two of one".into(),
            WrongKind::DotsBesideStar => "dots have no place beside `*`, which stands for axes without a name".into(),
            WrongKind::AnyHere => "`_` is not a label: give the axis a name, which is summed over if it is not on the right".into(),
            WrongKind::OperandHere => format!("`{name}` stands between two sizes, as in `t + past` and `h * d`"),
            WrongKind::AnyInSum => "`_` is not a label, so that nothing is computed with its size".into(),
            WrongKind::NoOperand => "an operand is missing beside this comma: one without axes has a name and a colon".into(),
            WrongKind::NoComma => format!("a comma is missing in front of `{name}:`"),
            WrongKind::NumberInName => {
                let letters = name.trim_start_matches(|character: char| character.is_ascii_digit());
                let number = &name[..name.len() - letters.len()];
                format!("`{name}` is not a name: `{number}*{letters}` is a product, and `{number} {letters}` are two axes")
            }
            WrongKind::NothingSays => format!("nothing says the size of `{name}`: it has no axis of its own and no size that is given"),
        }
    }
}

/// One axis, a group of axes, or any number of axes without a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Name(Place),
    Number(usize, Place),
    Dots(Place),
    Star(Place),
    /// One axis made of these parts.
    Group(Vec<Part>, Place),
    /// The size of an axis as a sum of products of names and numbers.
    Sum(Vec<Vec<Part>>, Place),
}

impl Part {
    #[inline]
    pub(crate) fn place(&self) -> Place {
        match self {
            Part::Name(place)
            | Part::Number(_, place)
            | Part::Dots(place)
            | Part::Star(place)
            | Part::Group(_, place)
            | Part::Sum(_, place) => *place,
        }
    }

    /// This size and another one, joined by an operator.
    #[inline]
    fn joined(self, operator: Token, other: Part) -> Self {
        let place = (self.place().0, other.place().1);
        let mut terms = match self {
            Part::Sum(terms, _) => terms,
            part => Vec::from([Vec::from([part])]),
        };
        match (operator, terms.last_mut()) {
            (Token::Star, Some(product)) => product.push(other),
            _ => terms.push(Vec::from([other])),
        }
        Part::Sum(terms, place)
    }
}

/// The axes of one operand or of the result, and their place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    /// The operand's name, before a colon.
    pub name: Option<Place>,
    pub parts: Vec<Part>,
    pub place: Place,
}

impl Term {
    /// One that begins at a byte.
    #[inline]
    fn empty(from: usize) -> Self {
        Self {
            name: None,
            parts: Vec::new(),
            place: (from, from),
        }
    }

    /// All axes, including those in groups.
    #[inline]
    pub(crate) fn flat(&self) -> Flat<'_> {
        Flat {
            parts: self.parts.iter(),
            group: [].iter(),
        }
    }

    /// The places of the names.
    #[inline]
    pub(crate) fn names(&self) -> impl Iterator<Item = Place> {
        self.flat().filter_map(|part| match part {
            Part::Name(place) => Some(*place),
            _ => None,
        })
    }

    #[inline]
    pub(crate) fn dots(&self) -> Option<Place> {
        self.flat().find_map(|part| match part {
            Part::Dots(place) => Some(*place),
            _ => None,
        })
    }
}

/// The axes of a term, including those in groups. What an adapter of the standard library would be made of is compiled for
/// each function that it is passed to.
pub(crate) struct Flat<'a> {
    parts: core::slice::Iter<'a, Part>,
    /// What is left of a group.
    group: core::slice::Iter<'a, Part>,
}

impl<'a> Iterator for Flat<'a> {
    type Item = &'a Part;

    #[inline]
    fn next(&mut self) -> Option<&'a Part> {
        loop {
            if let Some(part) = self.group.next() {
                return Some(part);
            }
            match self.parts.next()? {
                Part::Group(parts, _) => self.group = parts.iter(),
                part => return Some(part),
            }
        }
    }
}

/// Operands, and the result if there is an arrow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Equation {
    pub operands: Vec<Term>,
    /// How many operands are before the arrow.
    pub inputs: usize,
    pub result: Option<Term>,
}

/// Whether each letter is a name. If blanks separate names, or stand beside dots, names can be longer.
pub(crate) fn of_letters(text: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || matches!(character, '_' | '.');
    let mut after_word = false;
    let mut blanks = false;
    for character in text.chars() {
        if character.is_whitespace() {
            blanks = after_word;
        } else {
            if is_word(character) && after_word && blanks {
                return false;
            }
            after_word = is_word(character);
            blanks = false;
        }
    }
    true
}

/// Whether a character is part of a name.
fn is_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The next part from a byte on, after blanks.
fn token(text: &str, from: usize, letters: bool) -> Result<Option<(Token, Place)>, Wrong> {
    let rest = text[from..].trim_start();
    let start = text.len() - rest.len();
    let mut characters = rest.chars();
    let Some(first) = characters.next() else {
        return Ok(None);
    };
    let place = |length: usize| (start, start + length);
    let wrong = |kind, length| {
        Err(Wrong {
            kind,
            place: place(length),
        })
    };
    let run = |is_part: fn(char) -> bool| {
        rest.find(|character| !is_part(character))
            .unwrap_or(rest.len())
    };
    let token = match first {
        '.' if rest.starts_with("...") => (Token::Dots, place(3)),
        '.' => return wrong(WrongKind::Dots, 1),
        '-' if rest.starts_with("->") => (Token::Arrow, place(2)),
        '*' => (Token::Star, place(1)),
        '+' => (Token::Plus, place(1)),
        '(' => (Token::Open, place(1)),
        ')' => (Token::Close, place(1)),
        ',' => (Token::Comma, place(1)),
        ':' => (Token::Colon, place(1)),
        '0'..='9' => {
            let length = run(|character| character.is_ascii_digit());
            match rest[..length].parse() {
                Ok(number) => (Token::Number(number), place(length)),
                Err(_) => return wrong(WrongKind::TooLarge, length),
            }
        }
        _ if first.is_alphabetic() || first == '_' => {
            let length = match letters {
                true => first.len_utf8(),
                false => run(is_part),
            };
            (Token::Name, place(length))
        }
        _ => return wrong(WrongKind::Character, first.len_utf8()),
    };
    Ok(Some(token))
}

/// The terms of an equation without operand names. Each kind of equation decides what its terms may contain.
#[inline]
pub(crate) fn parse(text: &str, letters: bool) -> Result<Equation, Wrong> {
    let equation = parse_named(text, letters)?;
    match equation.operands.iter().find_map(|term| term.name) {
        Some(place) => Err(Wrong {
            kind: WrongKind::NameHere,
            place,
        }),
        None => Ok(equation),
    }
}

/// The terms of an equation, with the operand names if there are any.
#[inline]
pub(crate) fn parse_named(text: &str, letters: bool) -> Result<Equation, Wrong> {
    parse_terms(text, letters, Language::Equation)
}

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    Equation,
    /// `+` and `*` compute sizes.
    Contract,
    /// A contract with the arguments of a function before the arrow and its results after it, which are operands.
    Call,
}

#[inline]
fn parse_terms(text: &str, letters: bool, language: Language) -> Result<Equation, Wrong> {
    let mut reader = Reader {
        text,
        language,
        operands: Vec::new(),
        term: Term::empty(0),
        group: None,
        operator: None,
        comma: None,
        inputs: None,
    };
    let mut from = 0;
    while let Some((token, place)) = token(text, from, letters)? {
        from = place.1;
        match reader.operator.take() {
            Some(operator) => reader.compute(operator, token, place)?,
            None => reader.read(token, place)?,
        }
    }
    reader.finish()
}

/// What is read of an equation so far.
struct Reader<'t> {
    text: &'t str,
    language: Language,
    /// Those before the term that is read.
    operands: Vec<Term>,
    term: Term,
    /// The parts of a group that is not closed, and where it begins.
    group: Option<(Vec<Part>, usize)>,
    /// An operator whose second operand follows.
    operator: Option<(Token, Place)>,
    /// The comma before the term.
    comma: Option<Place>,
    /// How many operands are before the arrow, if there is one.
    inputs: Option<usize>,
}

impl Reader<'_> {
    /// The second operand of an operator, which makes a sum or a product of it and the part before.
    #[inline]
    fn compute(
        &mut self,
        (operator, at): (Token, Place),
        token: Token,
        place: Place,
    ) -> Result<(), Wrong> {
        let part = match token {
            Token::Name if is_any(self.text, place) => return wrong(WrongKind::AnyInSum, place),
            Token::Name => Part::Name(place),
            Token::Number(number) => Part::Number(number, place),
            _ => return wrong(WrongKind::OperandHere, at),
        };
        match self.term.parts.pop() {
            Some(Part::Name(name)) if is_any(self.text, name) => wrong(WrongKind::AnyInSum, name),
            Some(before @ (Part::Name(_) | Part::Number(..) | Part::Sum(..))) => {
                self.term.parts.push(before.joined(operator, part));
                Ok(())
            }
            _ => wrong(WrongKind::OperandHere, at),
        }
    }

    #[inline]
    fn read(&mut self, token: Token, place: Place) -> Result<(), Wrong> {
        let computes = self.language != Language::Equation;
        let part = match token {
            Token::Star | Token::Plus if computes && self.group.is_none() => {
                self.operator = Some((token, place));
                return Ok(());
            }
            Token::Plus => return wrong(WrongKind::Character, place),
            Token::Name => Part::Name(place),
            Token::Number(number) => {
                let behind = &self.text[place.1..];
                let length = behind
                    .find(|character| !is_part(character))
                    .unwrap_or(behind.len());
                if computes && length > 0 {
                    return wrong(WrongKind::NumberInName, (place.0, place.1 + length));
                }
                Part::Number(number, place)
            }
            Token::Dots => Part::Dots(place),
            Token::Star => Part::Star(place),
            Token::Open if computes => return wrong(WrongKind::GroupInContract, place),
            Token::Open => match self.group {
                Some(_) => return wrong(WrongKind::Nested, place),
                None => {
                    self.group = Some((Vec::new(), place.0));
                    return Ok(());
                }
            },
            Token::Close => match self.group.take() {
                Some((parts, start)) => Part::Group(parts, (start, place.1)),
                None => return wrong(WrongKind::Parenthesis, place),
            },
            Token::Comma | Token::Arrow => return self.end_term(token, place),
            Token::Colon => return self.name_term(place),
        };
        match &mut self.group {
            Some((parts, _)) => parts.push(part),
            None => self.term.parts.push(part),
        }
        Ok(())
    }

    /// A comma or an arrow after the term.
    #[inline]
    fn end_term(&mut self, token: Token, place: Place) -> Result<(), Wrong> {
        self.check_closed()?;
        match (token, self.inputs) {
            (Token::Comma, Some(_)) if self.language == Language::Call => {}
            (Token::Comma, Some(_)) => return wrong(WrongKind::LateComma, place),
            (_, Some(_)) => return wrong(WrongKind::Arrows, place),
            _ => {}
        }
        let own = (token == Token::Comma).then_some(place);
        self.check_operand(own.or(self.comma))?;
        self.comma = own;
        if token == Token::Arrow {
            self.inputs = Some(self.operands.len() + 1);
        }
        let term = core::mem::replace(&mut self.term, Term::empty(place.1));
        self.operands.push(term);
        Ok(())
    }

    /// A colon after the name of the term.
    #[inline]
    fn name_term(&mut self, place: Place) -> Result<(), Wrong> {
        let is_call = self.language == Language::Call;
        match (&self.term.parts[..], self.term.name, &self.group) {
            ([Part::Name(name)], None, None) if self.inputs.is_none() || is_call => {
                let name = Some(*name);
                self.term = Term {
                    name,
                    ..Term::empty(place.1)
                };
                Ok(())
            }
            ([.., Part::Name(name)], _, None) if is_call => wrong(WrongKind::NoComma, *name),
            _ => wrong(WrongKind::Colon, place),
        }
    }

    #[inline]
    fn check_closed(&self) -> Result<(), Wrong> {
        match self.group {
            Some((_, start)) => wrong(WrongKind::Unclosed, (start, start + 1)),
            None => Ok(()),
        }
    }

    /// Checks that the operand beside a comma has a name or axes.
    #[inline]
    fn check_operand(&self, comma: Option<Place>) -> Result<(), Wrong> {
        let is_empty = self.term.name.is_none() && self.term.parts.is_empty();
        match comma {
            Some(comma) if is_empty && self.language == Language::Call => {
                wrong(WrongKind::NoOperand, comma)
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn finish(mut self) -> Result<Equation, Wrong> {
        self.check_closed()?;
        if let Some((_, place)) = self.operator {
            return wrong(WrongKind::OperandHere, place);
        }
        self.check_operand(self.comma)?;
        let result = match self.inputs.is_some() && self.language != Language::Call {
            true => Some(self.term),
            false => {
                self.operands.push(self.term);
                None
            }
        };
        let mut equation = Equation {
            inputs: self.inputs.unwrap_or(self.operands.len()),
            operands: self.operands,
            result,
        };
        for term in equation.operands.iter_mut().chain(&mut equation.result) {
            if let (Some(first), Some(last)) = (term.parts.first(), term.parts.last()) {
                term.place = (first.place().0, last.place().1);
            }
            let mut dots = term.flat().filter(|part| matches!(part, Part::Dots(_)));
            if let (Some(_), Some(second)) = (dots.next(), dots.next()) {
                return wrong(WrongKind::TwoDots, second.place());
            }
        }
        Ok(equation)
    }
}

/// An `einsum` equation with its result. Without an arrow the result is implied: the axes without a name, then the
/// labels that occur once in all operands, in alphabetical order.
#[inline]
pub(crate) fn einsum(text: &str) -> Result<(Vec<Term>, Term), Wrong> {
    let Equation {
        operands, result, ..
    } = parse(text, of_letters(text))?;
    for part in all_parts(&operands, result.as_ref()) {
        match part {
            Part::Group(_, place) => return wrong(WrongKind::GroupHere, (place.0, place.0 + 1)),
            Part::Star(place) => return wrong(WrongKind::StarHere, *place),
            Part::Number(1, _) => {}
            Part::Number(_, place) => return wrong(WrongKind::NumberHere, *place),
            Part::Name(place) if is_any(text, *place) => return wrong(WrongKind::AnyHere, *place),
            _ => {}
        }
    }
    let all = names_of(&operands);
    let count = |name: Place| all.iter().filter(|other| same(text, name, **other)).count();
    let Some(result) = result else {
        let dots = operands.iter().find_map(Term::dots);
        let mut names = all.clone();
        names.retain(|name| count(*name) == 1);
        sort(text, &mut names);
        let mut result = Term::empty(text.len());
        if let Some(dots) = dots {
            result.parts.push(Part::Dots(dots));
        }
        for name in names {
            result.parts.push(Part::Name(name));
        }
        return Ok((operands, result));
    };
    for (index, part) in result.parts.iter().enumerate() {
        let before = || result.parts[..index].iter();
        let place = part.place();
        match part {
            Part::Name(_) if count(place) == 0 => {
                return wrong(WrongKind::OnlyOnTheRight, place);
            }
            Part::Name(_) if before().any(|other| same(text, other.place(), place)) => {
                return wrong(WrongKind::TwiceOnTheRight, place);
            }
            Part::Number(..) => return wrong(WrongKind::NumberHere, place),
            _ => {}
        }
    }
    // Dots may be on one side only: there they stand for no axes, which the sizes tell.
    Ok((operands, result))
}

/// The parts of some terms, with those of the result last.
#[inline]
fn all_parts<'a>(operands: &'a [Term], result: Option<&'a Term>) -> Vec<&'a Part> {
    let mut parts = Vec::new();
    for term in operands.iter().chain(result) {
        for part in &term.parts {
            parts.push(part);
        }
    }
    parts
}

/// A list by a loop. `collect` is made for speed, and for each kind of iterator it is some ten functions, which every build
/// of this crate would compile.
#[inline]
fn list<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut list = Vec::new();
    for item in items {
        list.push(item);
    }
    list
}

/// The names in some terms, in order of appearance.
#[inline]
fn names_of(terms: &[Term]) -> Vec<Place> {
    let mut names = Vec::new();
    for term in terms {
        for name in term.names() {
            names.push(name);
        }
    }
    names
}

/// Sorts names, which are few, by insertion.
#[inline]
fn sort(text: &str, names: &mut [Place]) {
    for end in 1..names.len() {
        for place in (1..=end).rev() {
            let [before, name] = [names[place - 1], names[place]];
            if text[before.0..before.1] <= text[name.0..name.1] {
                break;
            }
            names.swap(place - 1, place);
        }
    }
}

/// Which of the places has the same text first.
#[inline]
fn place_of(text: &str, name: Place, places: &[Place]) -> Option<usize> {
    places.iter().position(|other| same(text, *other, name))
}

/// Whether two places contain the same text.
#[inline]
pub(crate) fn same(text: &str, lhs: Place, rhs: Place) -> bool {
    text[lhs.0..lhs.1] == text[rhs.0..rhs.1]
}

/// The names in some terms, each once, in order of appearance. At most 64.
#[inline]
pub(crate) fn labels(text: &str, terms: &[Term]) -> Result<Vec<Place>, Wrong> {
    let mut labels: Vec<Place> = Vec::new();
    for name in names_of(terms) {
        if place_of(text, name, &labels).is_none() {
            if labels.len() == 64 {
                let kind = WrongKind::ManyLabels;
                return Err(Wrong { kind, place: name });
            }
            labels.push(name);
        }
    }
    Ok(labels)
}

/// In place of a label: an axis of size 1 without a name, any number of axes, and the end of an operand.
pub(crate) const ONE: u8 = u8::MAX;
pub(crate) const DOTS: u8 = u8::MAX - 1;
pub(crate) const END: u8 = u8::MAX - 2;

/// For each axis, the index of its name in `labels`, operand by operand, with an end after each; then those of the
/// result.
#[inline]
pub(crate) fn numbered(text: &str, labels: &[Place], operands: &[Term], result: &Term) -> Vec<u8> {
    let number = |part: &Part| match part {
        Part::Dots(_) => DOTS,
        Part::Name(place) => place_of(text, *place, labels).map_or(ONE, |label| label as u8),
        _ => ONE,
    };
    let mut numbers = Vec::new();
    for operand in operands {
        for part in operand.flat() {
            numbers.push(number(part));
        }
        numbers.push(END);
    }
    for part in result.flat() {
        numbers.push(number(part));
    }
    numbers
}

/// A contract about the sizes of several arrays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contract {
    pub operands: Vec<Term>,
    /// How many operands are before the arrow of a call.
    pub inputs: usize,
    /// Names, numbers and sums, each once, in order of appearance; the labels of a sum after it.
    pub labels: Vec<Part>,
    /// For each label, the labels that are multiplied and then added to it, if it is a sum.
    pub sums: Vec<Vec<Vec<u8>>>,
    /// For each operand, the number of the label of each axis. [`ONE`] is an axis without a name, [`DOTS`] any number of
    /// axes.
    pub axes: Vec<Vec<u8>>,
    /// The labels whose sizes are returned: those after the arrow, or all names.
    pub result: Vec<u8>,
}

/// Whether a name is `_`, an axis of any size, without a name.
#[inline]
pub(crate) fn is_any(text: &str, name: Place) -> bool {
    &text[name.0..name.1] == "_"
}

/// The labels of a contract.
struct Labels<'t> {
    text: &'t str,
    found: Vec<Part>,
}

impl Labels<'_> {
    /// The number of a label.
    #[inline]
    fn number(&mut self, part: &Part) -> Result<u8, Wrong> {
        let text = self.text;
        let known = |label: &Part| match (label, part) {
            (Part::Number(lhs, _), Part::Number(rhs, _)) => lhs == rhs,
            (Part::Name(lhs), Part::Name(rhs)) => same(text, *lhs, *rhs),
            (Part::Sum(lhs, _), Part::Sum(rhs, _)) => {
                let written = |terms: &[Vec<Part>]| -> Vec<Vec<&str>> {
                    let place = |part: &Part| &text[part.place().0..part.place().1];
                    list(terms.iter().map(|term| list(term.iter().map(place))))
                };
                written(lhs) == written(rhs)
            }
            _ => false,
        };
        match self.found.iter().position(known) {
            Some(label) => Ok(label as u8),
            None if self.found.len() == 64 => Err(Wrong {
                kind: WrongKind::ManyLabels,
                place: part.place(),
            }),
            None => {
                self.found.push(part.clone());
                Ok((self.found.len() - 1) as u8)
            }
        }
    }

    /// The labels that are multiplied and then added, for each label that is a sum; they may be new themselves.
    #[inline]
    fn sums(&mut self) -> Result<Vec<Vec<Vec<u8>>>, Wrong> {
        let mut sums = Vec::new();
        while let Some(label) = self.found.get(sums.len()).cloned() {
            let mut sum = Vec::new();
            if let Part::Sum(terms, _) = label {
                for term in &terms {
                    let mut factors = Vec::new();
                    for part in term {
                        factors.push(self.number(part)?);
                    }
                    sum.push(factors);
                }
            }
            sums.push(sum);
        }
        Ok(sums)
    }

    /// The labels after the arrow.
    #[inline]
    fn chosen(&self, chosen: &Term) -> Result<Vec<u8>, Wrong> {
        let text = self.text;
        let label = |place: Place| {
            let is_it = |label: &Part| matches!(label, Part::Name(it) if same(text, *it, place));
            self.found.iter().position(is_it)
        };
        let mut result = Vec::new();
        for part in &chosen.parts {
            let place = part.place();
            match (part, label(place)) {
                (Part::Dots(_), _) => return wrong(WrongKind::DotsInResult, place),
                (Part::Name(_), _) if is_any(text, place) => {
                    return wrong(WrongKind::AxisInResult, place);
                }
                (Part::Name(_), None) => return wrong(WrongKind::OnlyOnTheRight, place),
                (Part::Name(_), Some(label)) if result.contains(&(label as u8)) => {
                    return wrong(WrongKind::TwiceOnTheRight, place);
                }
                (Part::Name(_), Some(label)) => result.push(label as u8),
                _ => return wrong(WrongKind::AxisInResult, place),
            }
        }
        Ok(result)
    }
}

/// Reads a contract: the names of axes are words, axes with the same name have the same size, and a number is a size.
#[inline]
pub(crate) fn contract(text: &str) -> Result<Contract, Wrong> {
    read_contract(text, Language::Contract)
}

/// Reads the contract of a function: arguments, an arrow, and results.
#[allow(dead_code, reason = "it is read by a macro alone")]
#[inline]
pub(crate) fn call(text: &str) -> Result<Contract, Wrong> {
    read_contract(text, Language::Call)
}

impl Contract {
    /// Checks that the size of each label can be known. `given` says which have a size beside the contract.
    #[inline]
    pub(crate) fn check_sums(&self, text: &str, given: impl Fn(&str) -> bool) -> Result<(), Wrong> {
        let mut known = list(self.labels.iter().map(|label| match label {
            Part::Name(place) => given(&text[place.0..place.1]),
            part => matches!(part, Part::Number(..)),
        }));
        for label in self.axes.iter().flatten() {
            if let Some(known) = known.get_mut(usize::from(*label)) {
                *known = true;
            }
        }
        // A sum gives the size of one label.
        loop {
            let unknown = |sum: &Vec<Vec<u8>>| -> Vec<usize> {
                let mut unknown = Vec::new();
                for label in sum.iter().flatten() {
                    if !known[usize::from(*label)] {
                        unknown.push(usize::from(*label));
                    }
                }
                unknown
            };
            let sums = self.sums.iter();
            let mut missing = sums.map(unknown);
            let Some(found) = missing.find(|missing| missing.len() == 1) else {
                let mut missing = self.sums.iter().map(unknown);
                return match missing.find(|missing| !missing.is_empty()) {
                    Some(missing) => Err(Wrong {
                        kind: WrongKind::NothingSays,
                        place: self.labels[missing[0]].place(),
                    }),
                    None => Ok(()),
                };
            };
            known[found[0]] = true;
        }
    }
}

#[inline]
fn read_contract(text: &str, language: Language) -> Result<Contract, Wrong> {
    let Equation {
        operands,
        inputs,
        result,
    } = parse_terms(text, false, language)?;
    for part in all_parts(&operands, result.as_ref()) {
        match part {
            Part::Group(_, place) => {
                return wrong(WrongKind::GroupInContract, (place.0, place.0 + 1));
            }
            Part::Star(place) => return wrong(WrongKind::StarHere, *place),
            _ => {}
        }
    }
    let names = list(operands.iter().filter_map(|term| term.name));
    for (index, name) in names.iter().enumerate() {
        if place_of(text, *name, &names[..index]).is_some() {
            return wrong(WrongKind::NameTwice, *name);
        }
    }
    let mut labels = Labels {
        text,
        found: Vec::new(),
    };
    let mut axes = Vec::new();
    for operand in &operands {
        let mut numbers = Vec::new();
        for part in &operand.parts {
            numbers.push(match part {
                Part::Dots(_) => DOTS,
                _ if is_any(text, part.place()) => ONE,
                _ => labels.number(part)?,
            });
        }
        axes.push(numbers);
    }
    let sums = labels.sums()?;
    let result = match &result {
        Some(chosen) => labels.chosen(chosen)?,
        None => {
            let names = (0..).zip(&labels.found);
            let names = names.filter(|(_, label)| matches!(label, Part::Name(_)));
            list(names.map(|(label, _)| label))
        }
    };
    Ok(Contract {
        operands,
        inputs,
        labels: labels.found,
        sums,
        axes,
        result,
    })
}

/// The macro that a pattern such as `b (h w) c -> b c h w` is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Both sides have the same axes.
    Rearrange,
    /// Axes that are on the left only are reduced.
    Reduce,
    /// Axes that are on the right only are new.
    Repeat,
}

/// Both sides of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    pub left: Term,
    pub right: Term,
    /// The names of axes, each once, and the sizes of axes without a name, each time, except 1.
    pub labels: Vec<Place>,
}

/// Whether a part stands for an axis, other than one of size 1.
#[inline]
fn is_label(part: &Part) -> bool {
    matches!(part, Part::Name(_)) || matches!(part, Part::Number(size, _) if *size != 1)
}

/// A pattern for one tensor, by the rules of its purpose. Names can have several letters.
#[inline]
pub(crate) fn pattern(text: &str, purpose: Purpose) -> Result<Pattern, Wrong> {
    let Equation {
        mut operands,
        result,
        ..
    } = parse(text, false)?;
    if let Some(second) = operands.get(1) {
        let before = text[..second.place.0].rfind(',').unwrap_or_default();
        return wrong(WrongKind::OneTensor, (before, before + 1));
    }
    let (Some(left), Some(right)) = (operands.pop(), result) else {
        return wrong(WrongKind::NoArrow, (text.len(), text.len()));
    };
    let all = list(left.flat().chain(right.flat()));
    for part in &all {
        match part {
            Part::Star(place) => return wrong(WrongKind::StarHere, *place),
            Part::Number(0, place) => return wrong(WrongKind::ZeroHere, *place),
            _ => {}
        }
    }
    for part in &left.parts {
        let Part::Group(parts, _) = part else {
            continue;
        };
        if let Some(dots) = parts.iter().find(|part| matches!(part, Part::Dots(_))) {
            return wrong(WrongKind::DotsInGroup, dots.place());
        }
    }
    check_sides(text, purpose, &left, &right)?;
    let mut labels: Vec<Place> = Vec::new();
    for part in all.into_iter().filter(|part| is_label(part)) {
        let place = part.place();
        let is_number = matches!(part, Part::Number(..));
        if is_number || place_of(text, place, &labels).is_none() {
            if labels.len() == 64 {
                return wrong(WrongKind::ManyLabels, place);
            }
            labels.push(place);
        }
    }
    Ok(Pattern {
        left,
        right,
        labels,
    })
}

/// Checks that each name stands once on a side, and on both sides where the purpose asks for it.
#[inline]
fn check_sides(text: &str, purpose: Purpose, left: &Term, right: &Term) -> Result<(), Wrong> {
    let sides = [
        (left, WrongKind::TwiceOnTheLeft),
        (right, WrongKind::TwiceOnTheRight),
    ];
    for (side, kind) in sides {
        let names = list(side.names());
        for (index, name) in names.iter().enumerate() {
            if place_of(text, *name, &names[..index]).is_some() {
                return wrong(kind, *name);
            }
        }
    }
    let (may_vanish, may_be_new) = (purpose == Purpose::Reduce, purpose == Purpose::Repeat);
    let sides = [
        (left, right, may_vanish, WrongKind::LeftOnly),
        (right, left, may_be_new, WrongKind::RightOnly),
    ];
    for (side, other, may_be_alone, kind) in sides {
        let is_there = |name: Place| other.names().any(|other| same(text, other, name));
        for part in side.flat().filter(|part| !may_be_alone && is_label(part)) {
            match part {
                Part::Name(name) if !is_there(*name) => return wrong(kind, *name),
                Part::Number(_, place) => return wrong(WrongKind::NumberHere, *place),
                _ => {}
            }
        }
    }
    match (left.dots(), right.dots()) {
        (None, Some(place)) => wrong(WrongKind::DotsRightOnly, place),
        (Some(place), None) if !may_vanish => wrong(WrongKind::DotsLeftOnly, place),
        _ => Ok(()),
    }
}

impl Pattern {
    /// The number of a part among the labels, if it is one.
    #[inline]
    pub(crate) fn label(&self, text: &str, part: &Part) -> Option<usize> {
        let place = part.place();
        let is = |label: &Place| match part {
            Part::Number(..) => *label == place,
            _ => same(text, *label, place),
        };
        match is_label(part) {
            true => self.labels.iter().position(is),
            false => None,
        }
    }

    /// Checks that each size is given or can be inferred. `given` says for which labels a size is given.
    #[inline]
    pub(crate) fn check_sizes(
        &self,
        text: &str,
        given: impl Fn(usize) -> bool,
    ) -> Result<(), Wrong> {
        let is_known = |part: &&Part| {
            matches!(part, Part::Number(..)) || self.label(text, part).is_some_and(&given)
        };
        for part in &self.left.parts {
            let Part::Group(parts, place) = part else {
                continue;
            };
            if parts.iter().filter(|part| !is_known(part)).count() > 1 {
                return Err(Wrong {
                    kind: WrongKind::TwoToInfer,
                    place: *place,
                });
            }
        }
        let new = self.right.flat().find(|part| {
            let on_the_left = |name| self.left.names().any(|other| same(text, other, name));
            matches!(part, Part::Name(name) if !on_the_left(*name)) && !is_known(part)
        });
        match new {
            Some(part) => Err(Wrong {
                kind: WrongKind::NoSize,
                place: part.place(),
            }),
            None => Ok(()),
        }
    }

    /// The number of each axis on the left, then an end, then those on the right. Groups are between [`OPEN`] and
    /// [`CLOSE`].
    #[inline]
    pub(crate) fn numbered(&self, text: &str) -> Vec<u8> {
        let number = |part: &Part| match part {
            Part::Dots(_) => DOTS,
            part => self.label(text, part).map_or(ONE, |label| label as u8),
        };
        let mut numbers = Vec::new();
        for side in [&self.left, &self.right] {
            for part in &side.parts {
                match part {
                    Part::Group(parts, _) => {
                        numbers.push(OPEN);
                        for part in parts {
                            numbers.push(number(part));
                        }
                        numbers.push(CLOSE);
                    }
                    part => numbers.push(number(part)),
                }
            }
            if core::ptr::eq(side, &self.left) {
                numbers.push(END);
            }
        }
        numbers
    }
}

/// Enclose the labels of a group.
pub(crate) const OPEN: u8 = u8::MAX - 3;
pub(crate) const CLOSE: u8 = u8::MAX - 4;

/// The axes before the `*` of a pattern such as `b * c`, and those after it.
#[inline]
pub(crate) fn packing(text: &str) -> Result<(Vec<Place>, Vec<Place>), Wrong> {
    let Equation {
        mut operands,
        result,
        ..
    } = parse(text, false)?;
    if let Some(second) = operands.get(1) {
        let before = text[..second.place.0].rfind(',').unwrap_or_default();
        return wrong(WrongKind::OneTensor, (before, before + 1));
    }
    if result.is_some() {
        let arrow = text.find("->").unwrap_or_default();
        return wrong(WrongKind::ArrowHere, (arrow, arrow + 2));
    }
    let term = operands.pop().unwrap_or(Term::empty(0));
    let mut sides = (Vec::new(), Vec::new());
    let mut star = false;
    for part in &term.parts {
        match part {
            Part::Name(name) => {
                let is_before = |side: &[Place]| place_of(text, *name, side).is_some();
                if is_before(&sides.0) || is_before(&sides.1) {
                    return wrong(WrongKind::NamedTwice, *name);
                }
                match star {
                    true => sides.1.push(*name),
                    false => sides.0.push(*name),
                }
            }
            Part::Star(place) if star => return wrong(WrongKind::ManyStars, *place),
            Part::Star(_) => star = true,
            Part::Number(_, place) => return wrong(WrongKind::NumberHere, *place),
            Part::Dots(place) => return wrong(WrongKind::DotsBesideStar, *place),
            Part::Group(_, place) | Part::Sum(_, place) => {
                return wrong(WrongKind::GroupBesideStar, (place.0, place.0 + 1));
            }
        }
    }
    match star {
        true => Ok(sides),
        false => wrong(WrongKind::NoStar, (text.len(), text.len())),
    }
}
