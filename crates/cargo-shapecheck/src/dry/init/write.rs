//! The tests of a crate's models, as text.

use std::fmt::Write;

use heck::{ToSnakeCase, ToUpperCamelCase};

use super::guess::{Guess, number};
use super::read::{Argument, Function, Method, Struct, join};

/// A test that is written, or why there is none.
pub(super) struct Test {
    /// What it runs: `models::bert::BertModel::forward`.
    pub(super) of: String,
    pub(super) text: Result<String, String>,
}

/// An axis of an argument: a name whose sizes are tried, or an expression.
#[derive(Clone, Debug, PartialEq)]
enum Axis {
    Name(String),
    Size(String),
}

impl Axis {
    fn code(&self) -> String {
        match self {
            Self::Name(name) => format!("sizes[\"{name}\"]"),
            Self::Size(size) => size.clone(),
        }
    }
}

/// A tensor that a model takes.
struct Taken {
    axes: Vec<Axis>,
    is_integer: bool,
    /// Whether nothing in the source says the shape.
    is_guess: bool,
}

/// Fields that say how wide a model is.
const WIDTHS: [&str; 8] = [
    "hidden_size",
    "d_model",
    "n_embd",
    "dim",
    "hidden_dim",
    "embed_dim",
    "embedding_dim",
    "width",
];

/// Tests of all public functions over tensors, and of methods `forward`.
pub(super) fn tests(guess: &Guess<'_>) -> Vec<Test> {
    let mut tests = Vec::new();
    for of in &guess.source.structs {
        let method = { guess.source.of_type(of, true) }
            .find(|method| method.function.name == "forward" && has_tensor(&method.function));
        if let Some(method) = method {
            let text = of_method(guess, of, method);
            let of = format!("{}::forward", join(&of.module, &of.name));
            tests.push(Test { of, text });
        }
    }
    for function in &guess.source.functions {
        if has_tensor(function) && result(function).is_some() {
            let text = of_function(guess, function);
            let of = join(&function.module, &function.name);
            tests.push(Test { of, text });
        }
    }
    tests
}

fn is_tensor(kind: &str) -> bool {
    let kind = kind.trim_start_matches('&');
    kind == "Tensor" || kind.starts_with("Tensor<")
}

fn has_tensor(function: &Function) -> bool {
    function
        .arguments
        .iter()
        .any(|argument| is_tensor(&argument.of))
}

/// What is done with the result, so that it is a tensor, or in burn a tensor, in candle a result.
fn result(function: &Function) -> Option<[&'static str; 2]> {
    match &*function.result {
        "Result<Tensor>" => Some(["", ""]),
        "Tensor" => Some(["Ok(", ")"]),
        kind if kind.starts_with("Result<(Tensor,") => Some(["Ok(", "?.0)"]),
        kind if kind.starts_with("Tensor<") => Some(["", ""]),
        _ => None,
    }
}

fn of_method(guess: &Guess<'_>, of: &Struct, method: &Method) -> Result<String, String> {
    let mutable = if method.receiver == Some(true) {
        "mut "
    } else {
        ""
    };
    let method = &method.function;
    let [before, after] =
        result(method).ok_or_else(|| format!("it gives a `{}`", method.result))?;
    let mut model = guess.constructed(of, 0)?;
    let mut lines = String::new();
    let mut width = None;
    if let Some((config, field)) = config_in(guess, of, &model) {
        model = model.replacen(&format!("&{config}"), "&config", 1);
        let _ = writeln!(lines, "let config = {config};");
        width = Some(format!("config.{field}"));
    }
    let _ = writeln!(lines, "let {mutable}model = {model};");
    let call = format!("{before}model.{}(", method.name);
    body(
        guess,
        method,
        Some(of),
        width,
        lines,
        [&call, &format!("){after}")],
    )
}

fn of_function(guess: &Guess<'_>, function: &Function) -> Result<String, String> {
    let [before, after] = result(function).unwrap_or_default();
    let path = format!("{}::{}", guess.name, join(&function.module, &function.name));
    let call = format!("{before}{path}(");
    body(
        guess,
        function,
        None,
        None,
        String::new(),
        [&call, &format!("){after}")],
    )
}

/// The expression of a configuration in that of a model, and its field that says how wide the model is.
fn config_in(guess: &Guess<'_>, of: &Struct, model: &str) -> Option<(String, String)> {
    let configs = guess
        .source
        .structs
        .iter()
        .filter(|config| config.module == of.module);
    configs.into_iter().find_map(|config| {
        let text = guess.config(config, 1).ok()?;
        let fields = || config.fields.iter().filter(|field| field.is_public);
        let field = WIDTHS.iter().find(|width| {
            fields().any(|field| field.argument.name == **width && field.argument.of == "usize")
        })?;
        model
            .contains(&format!("&{text}"))
            .then(|| (text, (*field).to_owned()))
    })
}

/// The whole test.
fn body(
    guess: &Guess<'_>,
    function: &Function,
    owner: Option<&Struct>,
    width: Option<String>,
    mut lines: String,
    [before, after]: [&str; 2],
) -> Result<String, String> {
    let mut names: Vec<String> = Vec::new();
    let mut arguments = Vec::new();
    for argument in &function.arguments {
        if !is_tensor(&argument.of) {
            arguments.push(guess.value(argument, &function.module, 0)?);
            continue;
        }
        let taken = taken(guess, function, argument, owner, width.as_deref(), 0);
        for axis in &taken.axes {
            if let Axis::Name(name) = axis
                && !names.contains(name)
            {
                names.push(name.clone());
            }
        }
        if taken.is_guess {
            let _ = writeln!(lines, "// Guessed: the shape of `{}`.", argument.name);
        }
        let sizes = taken
            .axes
            .iter()
            .map(Axis::code)
            .collect::<Vec<_>>()
            .join(", ");
        let name = match &*argument.name {
            "_" => "given",
            name => name,
        };
        if guess.is_burn {
            let kind = &argument.of;
            let turbofish = kind.replacen("Tensor", "Tensor::", 1);
            let _ = writeln!(lines, "let {name} = {turbofish}::zeros([{sizes}], device);");
            arguments.push(name.to_owned());
        } else {
            let dtype = if taken.is_integer { "U32" } else { "F32" };
            let shape = if taken.axes.len() == 1 {
                sizes
            } else {
                format!("({sizes})")
            };
            let _ = writeln!(
                lines,
                "let {name} = Tensor::zeros({shape}, DType::{dtype}, device)?;"
            );
            let reference = if argument.of.starts_with('&') {
                "&"
            } else {
                ""
            };
            arguments.push(format!("{reference}{name}"));
        }
    }
    names.truncate(8);
    if names.is_empty() {
        return Err("no size of its arguments has a name".to_owned());
    }
    let listed = names.iter().map(|name| format!("\"{name}\""));
    let listed = listed.collect::<Vec<_>>().join(", ");
    let apart = match names.iter().any(|name| name == "Batch") {
        true => ".keep_apart(\"Batch\")",
        false => "",
    };
    let call = format!("{before}{}{after}", arguments.join(", "));
    let of = match owner {
        Some(of) => join(&of.module, &of.name),
        None => join(&function.module, &function.name),
    };
    let name = of.replace("::", "_").to_snake_case();
    Ok(format!(
        "#[test]\nfn {name}() {{\ndry(values([{listed}]), |sizes| {{\nrecord(|device| {{\n{lines}{call}\n}})\n}})\n{apart}\n.check();\n}}\n"
    ))
}

/// The shape of an argument, by what the source does with it, or by its name.
fn taken(
    guess: &Guess<'_>,
    function: &Function,
    argument: &Argument,
    owner: Option<&Struct>,
    width: Option<&str>,
    depth: usize,
) -> Taken {
    let has = |words: &[&str]| words.iter().any(|word| argument.name.contains(word));
    let rank = argument
        .of
        .split(['<', ',', '>'])
        .nth(1)
        .and_then(|rank| rank.trim().parse().ok());
    let is_given = function
        .first
        .iter()
        .filter(|(_, given)| *given == argument.name);
    let mut fields = is_given.map(|(field, _)| &**field);
    let is_embedding = |field: &str| {
        ["embed", "wte", "emb", "shared"]
            .iter()
            .any(|word| field.contains(word))
            && !["patch", "pos"].iter().any(|word| field.contains(word))
    };
    let mut is_integer = argument.of.contains("Int")
        || (!guess.is_burn && has(&["ids", "tokens", "token_id"]))
        || fields.clone().any(is_embedding);
    let last = |rank: usize, name: &str, at: usize| label(name, at, rank, owner.is_none(), width);
    if let Some((_, names)) = function.sizes.iter().find(|(of, _)| *of == argument.name) {
        let rank = names.len();
        let axes = names
            .iter()
            .enumerate()
            .map(|(at, name)| last(rank, name, at));
        is_integer &= guess.is_burn || rank <= 2;
        return Taken {
            axes: axes.collect(),
            is_integer,
            is_guess: false,
        };
    }
    // What the argument goes to may say more.
    let inner = fields.find_map(|field| {
        let field = { owner?.fields.iter() }.find(|of| of.argument.name == field)?;
        let of = guess.source.named(&field.argument.of, &owner?.module)?;
        let method = guess
            .source
            .of_type(of, true)
            .find(|method| method.function.name == "forward")?;
        Some((of, &method.function))
    });
    if let Some((of, method)) = inner.filter(|_| depth < 3)
        && let Some(first) = method.arguments.first()
    {
        return taken(guess, method, first, Some(of), width, depth + 1);
    }
    let of_pictures = ["Conv2d", "PatchEmbed", "GroupNorm"];
    let is_of_pictures = |of: &str| of_pictures.iter().any(|word| of.contains(word));
    let mut fields = owner.into_iter().flat_map(|owner| &owner.fields);
    let is_picture = has(&["image", "img", "pixel", "picture"])
        || !is_integer && fields.any(|field| is_of_pictures(&field.argument.of));
    let names: &[&str] = match rank {
        Some(1) => &["batch"],
        Some(2) if is_integer => &["batch", "seq"],
        Some(2) => &["batch", "hidden"],
        Some(3) => &["batch", "seq", "hidden"],
        Some(4) => &["batch", "channels", "height", "width"],
        _ if is_picture => &["batch", "channels", "height", "width"],
        _ if is_integer => &["batch", "seq"],
        _ if has(&["mask"]) => &["batch", "seq"],
        _ => &["batch", "seq", "hidden"],
    };
    let axes = names
        .iter()
        .enumerate()
        .map(|(at, name)| last(names.len(), name, at));
    Taken {
        axes: axes.collect(),
        is_integer,
        is_guess: true,
    }
}

/// The name of an axis as tests say it, or its size where that is a setting.
fn label(name: &str, at: usize, rank: usize, is_free: bool, width: Option<&str>) -> Axis {
    let name = name.trim_start_matches('_');
    let is = |words: &[&str]| {
        words.contains(&name)
            || words
                .iter()
                .any(|word| word.len() > 3 && name.contains(word))
    };
    let named = |name: &str| Axis::Name(name.to_owned());
    match () {
        () if is(&["b", "bs", "bsz", "b_sz", "bsize", "b_size", "n", "batch"]) && at == 0 => {
            named("Batch")
        }
        () if is(&["h", "height"]) && rank == 4 => named("Height"),
        () if is(&["w", "width"]) && rank == 4 => named("Width"),
        () if is(&[
            "t", "s", "l", "seq", "len", "q_len", "seqlen", "seq_len", "time", "tokens", "length",
        ]) =>
        {
            named("Seq")
        }
        () if is_free && !name.is_empty() => named(&name.to_upper_camel_case()),
        () if name.is_empty() && at == 0 => named("Batch"),
        () if name.is_empty() && at == 1 && rank == 3 => named("Seq"),
        () if is(&["c", "channels"]) && rank == 4 => Axis::Size("3".to_owned()),
        () if at + 1 == rank => {
            Axis::Size(width.map_or_else(|| number("hidden").to_string(), str::to_owned))
        }
        () => Axis::Size(number(name).to_string()),
    }
}

/// The file: the tests that there are, and why there are no others.
pub(super) fn file(tests: &[Test], uses: &str) -> String {
    let mut text =
        String::from("//! Dry runs of the models: `cargo shapecheck dry` runs them.\n//!\n");
    text += "//! Written by `cargo shapecheck dry --init`. `.gives(\"[Batch, 10]\")` before `.check()` says what a model gives.\n\n";
    text += uses;
    for test in tests {
        match &test.text {
            Ok(code) => {
                let _ = write!(text, "\n/// `{}`\n{code}", test.of);
            }
            Err(why) => {
                let _ = write!(text, "\n// No test of `{}`: {why}.\n", test.of);
            }
        }
    }
    text
}
