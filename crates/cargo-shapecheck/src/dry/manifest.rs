//! The manifest of the copy.

use serde_json::Value;
use toml::Table;

/// That of a published package, as cargo has written it.
pub fn published(text: &str) -> Result<Table, String> {
    text.parse()
        .map_err(|error| format!("the manifest of candle-core cannot be read: {error}"))
}

/// That of a package of a repository, whose own manifest takes parts from its workspace, by what cargo tells of it.
pub fn described(package: &Value) -> Table {
    let mut manifest = Table::new();
    let text = |value: &Value| toml::Value::from(value.as_str().unwrap_or(""));
    let about = ["name", "version", "edition"].map(|key| (key.to_owned(), text(&package[key])));
    manifest.insert("package".to_owned(), Table::from_iter(about).into());
    let features = toml::Value::try_from(&package["features"]);
    manifest.extend(
        features
            .ok()
            .map(|features| ("features".to_owned(), features)),
    );
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let table = match dependency["kind"].as_str() {
            None => "dependencies",
            Some("build") => "build-dependencies",
            Some(_) => continue,
        };
        let mut entry = Table::new();
        let name = &dependency["name"];
        let key = match dependency["rename"].as_str() {
            Some(renamed) => {
                entry.insert("package".to_owned(), text(name));
                renamed
            }
            None => name.as_str().unwrap_or(""),
        };
        entry.insert("version".to_owned(), text(&dependency["req"]));
        let is = |key: &str| toml::Value::from(dependency[key] == true);
        entry.insert("optional".to_owned(), is("optional"));
        entry.insert("default-features".to_owned(), is("uses_default_features"));
        if let Ok(features) = toml::Value::try_from(&dependency["features"]) {
            entry.insert("features".to_owned(), features);
        }
        if dependency["path"].is_string() {
            entry.insert("path".to_owned(), text(&dependency["path"]));
        }
        let parent = match dependency["target"].as_str() {
            Some(target) => within(within(&mut manifest, "target"), target),
            None => &mut manifest,
        };
        within(parent, table).insert(key.to_owned(), entry.into());
    }
    manifest
}

/// The table of a key, which is made if it is not there.
fn within<'a>(table: &'a mut Table, key: &str) -> &'a mut Table {
    let entry = table.entry(key).or_insert_with(|| Table::new().into());
    entry.as_table_mut().expect("only tables are put there")
}

/// The text of a manifest without candle-core's own tests, of a package that belongs to no workspace and gives no warnings. Its
/// dependencies are those that cargo knows of the package: with others, cargo would not accept the copy instead of the original.
pub fn of_copy(mut manifest: Table) -> String {
    for unused in ["example", "test", "bench"] {
        manifest.remove(unused);
    }
    manifest.insert("workspace".to_owned(), Table::new().into());
    let lints = "rust.warnings = \"allow\"".parse::<Table>();
    manifest.insert("lints".to_owned(), lints.expect("a table").into());
    manifest.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_manifest_of_the_library_alone() {
        let given = "[package]\nname = \"candle-core\"\n[[test]]\nname = \"t\"\n[dependencies.half]\nversion = \"2\"\n";
        let kept: Table = of_copy(published(given).unwrap()).parse().unwrap();
        let keys: Vec<&String> = kept.keys().collect();
        assert_eq!(keys, ["dependencies", "lints", "package", "workspace"]);
    }

    #[test]
    fn a_manifest_of_what_cargo_tells() {
        let dependency = |name: &str, kind: Option<&str>, target: Option<&str>| {
            json!({
                "name": name, "req": "^2", "kind": kind, "target": target, "optional": true,
                "uses_default_features": false, "features": ["std"], "rename": null,
            })
        };
        let mut renamed = dependency("candle-kernels", None, None);
        renamed["rename"] = json!("kernels");
        renamed["path"] = json!("/candle/candle-kernels");
        let package = json!({
            "name": "candle-core", "version": "0.11.1", "edition": "2021", "features": {"cuda": ["dep:kernels"]},
            "dependencies": [
                dependency("half", None, None), renamed, dependency("clap", Some("dev"), None),
                dependency("cc", Some("build"), None), dependency("libc", None, Some("cfg(unix)")),
            ],
        });
        let manifest = described(&package);
        assert_eq!(manifest["package"]["edition"].as_str(), Some("2021"));
        assert_eq!(
            manifest["features"]["cuda"][0].as_str(),
            Some("dep:kernels")
        );
        let half = manifest["dependencies"]["half"].to_string();
        assert_eq!(
            half,
            "{ default-features = false, features = [\"std\"], optional = true, version = \"^2\" }"
        );
        let kernels = &manifest["dependencies"]["kernels"];
        assert_eq!(kernels["package"].as_str(), Some("candle-kernels"));
        assert_eq!(kernels["path"].as_str(), Some("/candle/candle-kernels"));
        assert!(manifest["build-dependencies"].get("cc").is_some());
        assert!(
            manifest["target"]["cfg(unix)"]["dependencies"]
                .get("libc")
                .is_some()
        );
        assert!(manifest["dependencies"].get("clap").is_none());
    }
}
