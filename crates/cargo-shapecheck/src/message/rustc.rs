//! What rustc says, as far as the tool listens for it: each phrase in the wordings that it has had, the newest last,
//! each with the version of Rust 1 that said so first.
//!
//! Code asks a phrase whether a text [`begins`](Reads::begins) with it or [`says`](Reads::says) it, so that a word that
//! changes changes here. `tests/phrases.rs` compiles programs of which rustc says all of this, and finds the phrases
//! that the compiler at hand says no more, or in other words.

/// The oldest version of which wordings are known.
const OLDEST: u32 = 89;

/// One phrase of rustc's. A `{}` in it stands for any text.
#[derive(Clone, Copy, Debug)]
pub struct Phrase(&'static [(u32, &'static str)]);

impl Phrase {
    /// The wording of a version; `None` if that version says nothing of the kind.
    pub fn of_version(self, minor: u32) -> Option<&'static str> {
        let mut wordings = self.0.iter().rev();
        let (_, wording) = wordings.find(|(since, _)| *since <= minor)?;
        Some(*wording).filter(|wording| !wording.is_empty())
    }

    /// All wordings.
    pub fn wordings(self) -> impl Iterator<Item = &'static str> {
        let wordings = self.0.iter().map(|(_, wording)| *wording);
        wordings.filter(|wording| !wording.is_empty())
    }

    /// What stands for each `{}`, where a text is this phrase from its beginning to its end.
    pub fn read(self, text: &str) -> Option<Vec<&str>> {
        self.wordings().find_map(|wording| filled(wording, text))
    }
}

/// What stands for each `{}` of a wording in a text, each as short as it can be.
pub fn filled<'t>(wording: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut pieces = wording.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut found = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let end = match pieces.peek() {
            Some(_) => rest.find(piece)?,
            None => rest.len() - rest.strip_suffix(piece).map(|_| piece.len())?,
        };
        found.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    rest.is_empty().then_some(found)
}

/// What a text says of a phrase without `{}`, as the methods of `str` for one text: in any wording.
pub trait Reads {
    /// The text.
    fn text(&self) -> &str;

    /// `==`
    fn is(&self, phrase: Phrase) -> bool {
        phrase.wordings().any(|words| self.text() == words)
    }
    /// `starts_with`
    fn begins(&self, phrase: Phrase) -> bool {
        self.after(phrase).is_some()
    }
    /// `starts_with`, and with this after it.
    fn opens(&self, phrase: Phrase, behind: &str) -> bool {
        let mut all = phrase.wordings();
        all.any(|words| {
            let rest = self.text().strip_prefix(words);
            rest.is_some_and(|rest| rest.starts_with(behind))
        })
    }
    /// `ends_with`
    fn closes(&self, phrase: Phrase) -> bool {
        self.until(phrase).is_some()
    }
    /// `contains`
    fn says(&self, phrase: Phrase) -> bool {
        self.halves(phrase).is_some()
    }
    /// `contains`, and with this after it.
    fn holds(&self, phrase: Phrase, behind: &str) -> bool {
        let mut all = phrase.wordings();
        all.any(|words| {
            let mut places = self.text().match_indices(words);
            places.any(|(at, _)| self.text()[at + words.len()..].starts_with(behind))
        })
    }
    /// `strip_prefix`
    fn after(&self, phrase: Phrase) -> Option<&str> {
        let mut all = phrase.wordings();
        all.find_map(|words| self.text().strip_prefix(words))
    }
    /// `strip_suffix`
    fn until(&self, phrase: Phrase) -> Option<&str> {
        let mut all = phrase.wordings();
        all.find_map(|words| self.text().strip_suffix(words))
    }
    /// `split_once`
    fn halves(&self, phrase: Phrase) -> Option<(&str, &str)> {
        let mut all = phrase.wordings();
        all.find_map(|words| self.text().split_once(words))
    }
    /// `rsplit_once`
    fn last_halves(&self, phrase: Phrase) -> Option<(&str, &str)> {
        let mut all = phrase.wordings();
        all.find_map(|words| self.text().rsplit_once(words))
    }
}

impl Reads for str {
    fn text(&self) -> &str {
        self
    }
}

/// The first version that says a phrase.
macro_rules! since {
    () => {
        OLDEST
    };
    ($first:literal) => {
        $first
    };
}

/// One constant for each phrase, and all of them in a list. A wording without a version holds since the oldest, and an
/// empty one says that rustc is silent from that version on.
macro_rules! phrases {
    ($($name:ident $(since $first:literal)?: $oldest:literal $(, $since:literal $wording:literal)*;)*) => {
        $(
            #[allow(missing_docs, reason = "the words say what it is")]
            pub const $name: Phrase = Phrase(&[
                (since!($($first)?), $oldest) $(, ($since, $wording))*
            ]);
        )*
        /// All phrases, with their names.
        pub const ALL: &[(&str, Phrase)] = &[$((stringify!($name), $name)),*];
    };
}

phrases! {
    // Names that are not there.
    CANNOT_FIND_ATTRIBUTE: "cannot find attribute `";
    CANNOT_FIND_VALUE: "cannot find value `";
    CANNOT_FIND_TYPE: "cannot find type `";
    CANNOT_FIND_TRAIT: "cannot find trait `";
    CANNOT_FIND_MACRO: "cannot find macro `";
    UNDECLARED_TYPE: "failed to resolve: use of undeclared type `", 95 "cannot find type `";
    IN_THIS_SCOPE: " in this scope";
    NO_METHOD: "no method named `";
    NO_FUNCTION: "no function or associated item named `", 96 "no associated function or constant named `";
    NO_ITEM: "no associated item named `", 96 "no associated function or constant named `";
    FOUND_FOR: " found for ";
    FOUND_FOR_PARAMETER: "found for type parameter `";
    FOR_REFERENCE: " for reference `";
    FOR_MUTABLE_REFERENCE: " for mutable reference `";
    SIMILAR_METHOD: "there is a method `";
    SIMILAR_TRAIT: "similarly named trait";
    ITEMS_FROM_TRAITS: "items from traits can only";
    WHICH_PROVIDES: "` which provides `";

    // What stands where something else goes.
    TYPE_AS_VALUE: "expected value, found {} `{}`", 99 "a {} named `{}` exists in another namespace";
    NON_CONSTANT: "attempt to use a non-constant value";
    CONST_FOR_LET: "consider using `const` instead of `let`";
    CONSTANT_FOR_TYPE: "constant provided when a type was expected";
    TYPE_FOR_CONSTANT: "type provided when a constant was expected";
    TYPE_MACROS_IN_DERIVE: "`derive` cannot be used on items with type macros";

    // Words of the parser.
    EXPECTED_ONE_OF: "expected one of ";
    FOUND_COMMA: "found `,`";
    EXPECTED_SEMICOLON: "expected `;` or `]`, found `,`";
    EXPECTED_TYPE_FOUND: "expected type, found `";
    BRACES_FOR_EXPRESSIONS: "expressions must be enclosed in braces";
    MEANT_SEMICOLON: "you might have meant to use `;`";

    // Traits and bounds.
    TRAIT_BOUND: "the trait bound `";
    TRAIT: "the trait `";
    IS_NOT_IMPLEMENTED: "` is not implemented for `";
    IS_IMPLEMENTED: "` is implemented for `";
    IS_IMPLEMENTED_WITH since 98: "` is conditionally implemented for `";
    OTHER_TYPES: "the following other types implement trait `";
    ONE_OTHER_TYPE: "the following other types implement trait `", 96 "` implements trait `";
    FOLLOWING_TYPES: "the following types implement trait `";
    TYPES: "types implement trait `";
    REQUIRED_FOR: "required for `";
    TO_IMPLEMENT: "` to implement `";
    REQUIRED_BY: "required by a bound in `";
    REQUIRED_BY_CONST: "required by a const generic parameter in `";
    REQUIRED_FOR_CAST: "required for the cast from `";
    UNSIZED: "the size for values of type `";
    NOT_WELL_FORMED since 101: "` is not well-formed";
    APPEARS_WITHIN: "required because it appears within the type `";
    BOUND_INTRODUCED: "unsatisfied trait bound introduced here";
    REDUNDANT: "redundant requirement";
    BOUNDS_NOT_SATISFIED: "but its trait bounds were not satisfied";
    LIST_OF_BOUNDS: "the following trait bounds were not satisfied";
    METHOD: "the method `";
    DOES_NOT_SATISFY: "doesn't satisfy ";
    RESTRICT_FURTHER: "consider further restricting";
    FOR_THAT_IMPLEMENTATION: "for that trait implementation, expected `";
    BUILD_A_NEW: "if you're trying to build a new `";

    // Two types.
    DUE_TO_BINDING: "expected due to the type of this binding";
    TWO_TYPES: "expected ";
    EXPECTED: "expected `";
    EXPECTED_PARAMETER: "expected type parameter `";
    EXPECTED_ARRAY: "expected array `";
    EXPECTED_SIGNATURE: "expected signature `";
    FOUND: "`, found `";
    FOUND_PARAMETER: "`, found type parameter `";
    FOUND_OTHER: ", found ";
    PARAMETER_OTHER_FOUND: "a type parameter was expected, but a different one was found";
    THIS_PARAMETER_EXPECTED: "expected this type parameter";
    THIS_PARAMETER_FOUND: "found this type parameter";
    PARAMETER_EXPECTED: "expected type parameter";
    PARAMETER_FOUND: "found type parameter";
    RESOLVING: " resolving `";
    RETURN_TYPE: " because of return type";
    TYPE_IN_TRAIT: "type in trait";
    ARRAY_OF_SIZE: "expected an array with a size of ";
    TYPE_CONSTRUCTED: "the type constructed contains `";
    DEFINED_HERE: " defined here";
    DEFINED_HERE_WITH: " defined here, with ";
    BORROW: "consider borrowing here";
    BORROW_MUTABLY: "consider mutably borrowing here";
    CALL_INTO: "call `Into::into` on this";

    // Arguments and parameters.
    METHOD_TAKES: "this method takes ";
    FUNCTION_TAKES: "this function takes ";
    ARGUMENT_FOUND: "argument of type `";
    IS_MISSING: "` is missing";
    CALL_RESOLVED since 100: "` call is resolved to the method in `";
    OTHER_METHODS_ALSO since 100: "additionally, there are ";
    MEANT_OTHER_METHOD since 100: "you might have meant to call one of the other methods";
    REMOVE_ARGUMENT: "remove the extra argument";
    PROVIDE_ARGUMENT: "provide the argument";
    BOUND_OF_CALL: "required by a bound introduced by this call";
    INCORRECT_ARGUMENTS: "arguments to this {} are incorrect";
    REMOVE_PARAMETERS: "remove the unnecessary generic";

    // Types that are open.
    ANNOTATIONS_FOR: "type annotations needed for `";
    CANNOT_INFER: "cannot infer ";
    CANNOT_INFER_CONST: "cannot infer the value of the const parameter `";
    CANNOT_INFER_PARAMETER: "cannot infer type of the type parameter `";
    DECLARED_ON: "` declared on the ";
    DECLARED_ON_FUNCTION: "` declared on the function `";
    SEVERAL_IMPLS: "multiple `impl`s satisfying ", 101 "";
    FOUND_IN_CRATE: "found in the `", 101 "";
    SPECIFY_PARAMETER: "consider specifying the generic argument", 97 "consider specifying a ";
    CONSIDER_GIVING: "consider giving `";
    CANNOT_SATISFY: "cannot satisfy `";
    MUST_IMPLEMENT since 96: "the type must implement `";
    MUST_ALSO_IMPLEMENT since 96: "the type must also implement `";
    OPEN_BOUND: "cannot satisfy `_: {}`", 96 "the type must implement `{}`";
    VALUE_OF_CONST: "value of const parameter `";

    // Operators.
    BINARY_OPERATION: "binary operation `";
    FUNCTION_EXPECTED: "expected function, found `";
    ADD: "cannot add `";
    ADD_ASSIGN: "cannot add-assign `";
    SUBTRACT: "cannot subtract `";
    SUBTRACT_ASSIGN: "cannot subtract-assign `";
    MULTIPLY: "cannot multiply `";
    MULTIPLY_ASSIGN: "cannot multiply-assign `";
    DIVIDE: "cannot divide `";
    DIVIDE_ASSIGN: "cannot divide-assign `";
    INDEX: "cannot index into a value of type `";

    // What is moved, borrowed and constant.
    HAS_TYPE: "has type `";
    MOVED_BY_CALL: "moved due to this method call";
    TAKES_OWNERSHIP: "` takes ownership of the receiver `self`";
    CONSIDER_CLONING: "consider cloning ";
    CONSIDER: "consider ";
    CAN_CLONE: "you can `clone` ";
    OPERATOR_MOVES: "calling this operator moves ";
    USED_IN_OPERATOR: "usage in operator";

    // About the message itself.
    LONG_TYPE: "the full name for the type has been written to ";
    VERBOSE: "consider using `--verbose` to print the full type name to the console";
    OF_MACRO: "this error originates in the ";
    IN_MACRO: "in this macro invocation";
    LINT_LEVEL: "the lint level is defined here";
    ABORTING: "aborting due to ";
    PREVIOUS_ERROR: " previous error";
    SEVERAL_CODES: "Some errors have detailed explanations: ";
    ONE_CODE: "For more information about ";

    // Panics and messages without a code.
    FUTURE_IS_NOT: "future cannot be ";
    HIGHER_RANKED: "higher-ranked lifetime error";
    NOT_GENERAL_ENOUGH: "implementation of `";
    LIFETIME_TOO_SHORT: "lifetime may not live long enough";
    RECURSION: "reached the recursion limit while instantiating `";
    INSTANTIATING: "the above error was encountered while instantiating `";
    UNCONSTRAINED: "unconstrained generic constant";
    VALUES_OF_TYPE: "values of the type `";
    PANIC_IN_CONSTANT: "evaluation panicked: ";
}
