//! What to do about mistakes that rustc tells in words of its own, which no text of the crate can change: it goes into the headline.

use serde_json::Value;

use super::rendered::Changes;
use crate::types::{Evidence, names, rewrite_with};

/// Adds to the headline what to do.
pub fn tell(diagnostic: &mut Value, evidence: Evidence, changes: &mut Changes) {
    let Some(message) = diagnostic["message"].as_str().map(str::to_owned) else {
        return;
    };
    let place = Place::of(diagnostic);
    let told = match diagnostic["code"]["code"].as_str() {
        Some("E0747") => place.constant(&message),
        Some("E0061") => place.axis(&message),
        Some("E0599") => missing(diagnostic, &message, evidence, changes),
        Some("E0308") => engine(changes),
        Some("E0277") if message == names::NO_SHAPE => {
            let told = no_shape(diagnostic, evidence);
            changes.headline = told.map(|told| (message, told));
            return;
        }
        None => place.without_code(&message),
        _ => None,
    };
    let Some(told) = told else {
        return;
    };
    let headline = match changes.headline.take() {
        Some((_, new)) => format!("{new}: {told}"),
        None => format!("{}: {told}", rewrite_with(&message, evidence)),
    };
    changes.kept.retain(|kept| *kept != message);
    changes.headline = Some((message, headline));
}

/// The source line of the first place, and what is marked in it.
struct Place {
    line: String,
    marked: (usize, usize),
}

impl Place {
    fn of(diagnostic: &Value) -> Self {
        let spans = diagnostic["spans"].as_array();
        let primary = spans.and_then(|spans| spans.iter().find(|span| span["is_primary"] == true));
        let text = &primary.unwrap_or(&Value::Null)["text"][0];
        let column = |name: &str| text[name].as_u64().unwrap_or(1).max(1) as usize - 1;
        Self {
            line: text["text"].as_str().unwrap_or("").to_owned(),
            marked: (column("highlight_start"), column("highlight_end")),
        }
    }

    fn marked(&self) -> &str {
        self.line.get(self.marked.0..self.marked.1).unwrap_or("")
    }

    /// Whether the place is between the brackets of one of the crate's macros for sizes.
    fn is_in_shape(&self) -> bool {
        let before = self.line.get(..self.marked.0).unwrap_or("");
        let opened = [names::SHAPE_MACRO, names::SIZE_MACRO]
            .into_iter()
            .filter_map(|name| before.rfind(&format!("{name}!")))
            .max();
        opened.is_some_and(|at| {
            let depth = before[at..]
                .chars()
                .fold(0, |depth, character| match character {
                    '[' | '(' => depth + 1,
                    ']' | ')' => depth - 1,
                    _ => depth,
                });
            depth > 0
        })
    }

    /// `shape![WIDTH]`
    fn constant(&self, message: &str) -> Option<String> {
        let name = self.marked();
        (message == "constant provided when a type was expected" && self.is_in_shape()).then(|| {
            format!(
                "a size is a type; write `{{{name}}}` for a `const {name}`, and in the place of a parameter `const {name}: usize` a type parameter `{name}: StaticDim`"
            )
        })
    }

    /// `x.sum_axis(-1)`
    fn axis(&self, message: &str) -> Option<String> {
        let method = self.marked();
        let axis = self.line.get(self.marked.1..)?.strip_prefix("(-")?;
        let axis = axis.get(..axis.find(')')?)?;
        let is_axis = axis.bytes().all(|byte| byte.is_ascii_digit());
        let takes_axis = method.contains("axis") || names::METHODS_OF_AN_AXIS.contains(&method);
        (message.starts_with("this method takes ") && is_axis && takes_axis)
            .then(|| format!("an axis is a parameter, `{method}::<-{axis}>()`"))
    }

    /// Messages without a code.
    fn without_code(&self, message: &str) -> Option<String> {
        let is_in_shape = self.is_in_shape();
        match message {
            "generic parameters may not be used in const operations" if is_in_shape => {
                let name = self.marked();
                Some(format!(
                    "in the place of a parameter `const {name}: usize` write a type parameter, `{name}: StaticDim`, which `shape![{name}]` takes"
                ))
            }
            "`derive` cannot be used on items with type macros"
                if self.marked().contains(names::SHAPE_MACRO) || self.line.contains("shape![") =>
            {
                let field = self.line.trim().trim_start_matches("pub ");
                let code = field.split_once(": ").map_or(field, |(_, code)| code);
                let code = code.trim_end_matches(',');
                Some(format!(
                    "name the type of the field outside of the struct, `type Name<...> = {code};`, and use the name in the field"
                ))
            }
            _ => None,
        }
    }
}

/// A method whose bounds are told in a list: the first of them that the crate has.
fn missing(
    diagnostic: &mut Value,
    message: &str,
    evidence: Evidence,
    changes: &mut Changes,
) -> Option<String> {
    if !message.ends_with("but its trait bounds were not satisfied") {
        return None;
    }
    let children = diagnostic["children"].as_array_mut()?;
    let list = children.iter().find_map(|child| {
        let text = child["message"].as_str()?;
        text.strip_prefix("the following trait bounds were not satisfied:")
    })?;
    let bounds = list.split('`').skip(1).step_by(2);
    let (of, hint) =
        bounds
            .filter_map(|bound| bound.split_once(": "))
            .find_map(|(of, bound)| {
                let path = bound.split('<').next()?;
                let name = path.rsplit("::").next()?;
                let &(_, hint) = names::METHOD_BOUNDS.iter().find(|(it, _)| *it == name)?;
                Some((of.to_owned(), hint))
            })?;
    // A bound with a parameter that is still open cannot be written.
    children.retain(|child| {
        let is_suggestion = child["spans"].as_array().is_some_and(|spans| {
            let mut code = spans
                .iter()
                .filter_map(|span| span["suggested_replacement"].as_str());
            code.any(|code| code.contains("<_") || code.contains(", _"))
        });
        if is_suggestion {
            changes
                .removed
                .push(child["message"].as_str().unwrap_or("").to_owned());
        }
        !is_suggestion
    });
    Some(hint.replace("{Self}", &rewrite_with(&of, evidence)))
}

/// What is no shape, by the label.
fn no_shape(diagnostic: &Value, evidence: Evidence) -> Option<String> {
    let mut labels = diagnostic["spans"]
        .as_array()?
        .iter()
        .filter_map(|span| span["label"].as_str());
    let found = labels.find_map(|label| {
        label
            .strip_prefix("expected a shape, not `")?
            .strip_suffix('`')
    })?;
    Some(format!(
        "`{}` is not a shape",
        rewrite_with(found, evidence)
    ))
}

/// A tensor of one engine in the place of one of another.
fn engine(changes: &Changes) -> Option<String> {
    let (_, told) = changes.headline.as_ref()?;
    let mut types = told.split('`').skip(1).step_by(2).map(|code| {
        let name = code.trim_start_matches('&').trim_start_matches("mut ");
        name.split('<').next().unwrap_or(name)
    });
    let pair = (types.next()?, types.next()?);
    let hints = names::BETWEEN_ENGINES.iter();
    hints
        .filter(|(expected, found, _)| (*expected, *found) == pair)
        .map(|&(_, _, hint)| hint.to_owned())
        .next()
}
