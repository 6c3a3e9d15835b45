//! A module as Rust source.

use super::identifiers::{Taken, field_name, type_name};
use super::names::Names;
use super::structs::{self, Definition};
use super::tree::Tree;
use super::words::{self, Told};
use super::{Contents, Element, Port};

/// At most this many places of a struct are listed.
const MOST_PATHS: usize = 3;

/// An input or an output, and the type that it gets.
struct Typed<'a> {
    port: &'a Port,
    is_input: bool,
    name: String,
    ty: String,
}

/// The text of the module.
pub fn module(contents: &Contents, tree: &Tree, names: &Names, told: &Told) -> String {
    let mut taken = names.taken.clone();
    let ports = typed(contents, names, &mut taken);
    let definitions = structs::of(tree, names, taken);
    let root = &definitions[0].name;

    let mut code = String::new();
    add_names(&mut code, names);
    for port in &ports {
        code += &comment(
            "",
            &[match port.is_input {
                true => words::input(&port.port.name),
                false => words::output(&port.port.name),
            }],
        );
        let parameter = match port.port.element == Element::ANY {
            true => "<T>",
            false => "",
        };
        code += &format!("pub type {}{parameter} = {};\n\n", port.name, port.ty);
    }
    for (index, definition) in definitions.iter().enumerate() {
        let ports = if index == 0 { &ports[..] } else { &[] };
        add_struct(&mut code, definition, index == 0, ports);
    }

    let mut text = String::new();
    for line in head(contents, names, told, root) {
        text += format!("//! {line}").trim_end();
        text.push('\n');
    }
    text.push('\n');
    text += &imports(&code);
    text += &code;
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// What the module says first: the table of sizes.
fn head(contents: &Contents, names: &Names, told: &Told, root: &str) -> Vec<String> {
    let count = |sizes: &[usize]| sizes.iter().map(|&size| size as u128).product::<u128>();
    let elements = contents.weights.iter().map(|weight| count(&weight.sizes));
    let is_onnx = told.files.iter().any(|file| file.ends_with(".onnx"));
    let mut lines = words::introduction(told, contents.weights.len(), elements.sum(), root);
    lines.push(words::reading(root, is_onnx));
    let mut halves: Vec<String> = Vec::new();
    let of_ports = contents.inputs.iter().chain(&contents.outputs);
    let elements = contents.weights.iter().map(|weight| weight.element);
    for element in elements.chain(of_ports.map(|port| port.element)) {
        let is_half = element.in_rust.to_uppercase() != element.in_file && element.in_rust == "f32";
        if is_half && !halves.iter().any(|half| half == element.in_file) {
            halves.push(element.in_file.to_owned());
        }
    }
    if !halves.is_empty() {
        lines.push(words::halves(&halves));
    }
    lines.push(String::new());
    if names.rows.is_empty() {
        lines.push(words::NO_SIZES.to_owned());
        return lines;
    }
    let [size, written, why] = words::COLUMNS;
    lines.push(format!("| {size} | {written} | {why} |"));
    lines.push("| --- | --- | --- |".to_owned());
    for row in &names.rows {
        let written = match &row.name {
            Some(name) => format!("`{name}`"),
            None => words::NUMBER.to_owned(),
        };
        lines.push(format!("| {} | {written} | {} |", row.size, row.why));
    }
    lines
}

/// The items that the code has from the crates.
fn imports(code: &str) -> String {
    let items = [
        ("Dim", ": Dim"),
        ("Tensor", "Tensor<"),
        ("dim", "dim!("),
        ("dims", "dims!"),
        ("shape", "shape!["),
    ];
    let used = items.iter().filter(|(_, sign)| code.contains(sign));
    let used: Vec<&str> = used.map(|(item, _)| *item).collect();
    let used = match &used[..] {
        [only] => (*only).to_owned(),
        all => format!("{{{}}}", all.join(", ")),
    };
    format!("use shapecheck::{used};\nuse shapecheck_weights::Load;\n\n")
}

fn add_names(code: &mut String, names: &Names) {
    if names.declared.is_empty() {
        return;
    }
    code.push_str("dims! {\n");
    for declared in &names.declared {
        *code += &match declared.size {
            Some(size) => format!("    pub {} = {size},\n", declared.name),
            None => format!("    pub {},\n", declared.name),
        };
    }
    code.push_str("}\n\n");
}

/// Names for the types of inputs and outputs.
fn typed<'a>(contents: &'a Contents, names: &Names, taken: &mut Taken) -> Vec<Typed<'a>> {
    let inputs = contents.inputs.iter().map(|port| (port, true));
    let outputs = contents.outputs.iter().map(|port| (port, false));
    let all = inputs.chain(outputs).map(|(port, is_input)| {
        let name = taken.free([type_name(&port.name, words::PART)]);
        let axes: Vec<String> = port.axes.iter().map(|axis| names.axis(axis)).collect();
        Typed {
            port,
            is_input,
            name,
            ty: structs::tensor(port.element.in_rust, &axes),
        }
    });
    all.collect()
}

fn add_struct(code: &mut String, definition: &Definition, is_root: bool, ports: &[Typed<'_>]) {
    let stands = words::stands(&definition.paths, MOST_PATHS);
    let mut lines = match (is_root, definition.kind) {
        (true, _) => vec![words::ROOT.to_owned()],
        (_, Some(kind)) => vec![kind.about.to_owned()],
        _ => vec![stands],
    };
    if definition.kind.is_none() {
        lines.extend([String::new(), words::FORWARD.to_owned()]);
        lines.extend(block(&definition.at_hand));
        if !ports.is_empty() {
            let lists = ports.iter().map(|port| {
                let sign = if port.is_input { "" } else { "-> " };
                let name = field_name(&port.port.name);
                (format!("{sign}{name}"), port.name.clone())
            });
            lines.extend([String::new(), words::PORTS.to_owned()]);
            lines.extend(block(&lists.collect::<Vec<_>>()));
        }
    }
    *code += &comment("", &lines);
    code.push_str("#[derive(Load)]\n");
    let parameters = definition.parameters.iter();
    let parameters: Vec<String> = parameters.map(|letter| format!("{letter}: Dim")).collect();
    let parameters = match parameters.is_empty() {
        true => String::new(),
        false => format!("<{}>", parameters.join(", ")),
    };
    *code += &format!("pub struct {}{parameters} {{\n", definition.name);
    for field in &definition.fields {
        if let Some(in_file) = &field.in_file {
            *code += &format!("    #[weights(name = {in_file:?})]\n");
        }
        *code += &format!("    pub {}: {},\n", field.name, field.ty);
    }
    code.push_str("}\n\n");
}

/// Pairs in two columns, as a block of text.
fn block(pairs: &[(String, String)]) -> Vec<String> {
    let width = pairs.iter().map(|(left, _)| left.chars().count()).max();
    let width = width.unwrap_or(0);
    let mut lines = vec![String::new(), "```text".to_owned()];
    lines.extend(
        pairs
            .iter()
            .map(|(left, right)| format!("{left:width$}  {right}")),
    );
    lines.push("```".to_owned());
    lines
}

/// Lines as the documentation of an item.
fn comment(indent: &str, lines: &[String]) -> String {
    let lines = lines.iter().map(|line| {
        let line = format!("{indent}/// {line}");
        format!("{}\n", line.trim_end())
    });
    lines.collect()
}
