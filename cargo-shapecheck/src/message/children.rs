//! The notes and suggestions of a message.

use serde_json::Value;

use super::rendered::Changes;

/// Takes notes and suggestions away.
pub fn remove_children(
    diagnostic: &mut Value,
    changes: &mut Changes,
    is_removed: impl Fn(&Value) -> bool,
) {
    let Some(children) = diagnostic["children"].as_array_mut() else {
        return;
    };
    children.retain(|child| {
        let is_removed = is_removed(child);
        if is_removed {
            let text = child["message"].as_str().unwrap_or("");
            changes.removed.push(first_line(text));
        }
        !is_removed
    });
}

pub fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or("").to_owned()
}
