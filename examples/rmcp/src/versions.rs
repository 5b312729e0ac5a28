//! The two tools: which of two versions is newer, and which comes next. Not how they are served.

use core::cmp::Ordering;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::{ServerHandler, schemars, tool, tool_handler, tool_router};
use semver::Version;

pub(crate) struct Versions;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Pair {
    left: String,
    right: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Release {
    current: String,
    change: Change,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Change {
    Breaking,
    Feature,
    Fix,
}

#[tool_router]
impl Versions {
    /// Says whether the semantic version `left` is `older`, the `same` or `newer` than `right`.
    #[tool]
    fn compare_versions(&self, Parameters(pair): Parameters<Pair>) -> Result<String, String> {
        let order = match parse(&pair.left)?.cmp_precedence(&parse(&pair.right)?) {
            Ordering::Less => "older",
            Ordering::Equal => "same",
            Ordering::Greater => "newer",
        };
        Ok(order.into())
    }

    /// The version after `current`, given the strongest change since: `breaking`, `feature` or `fix`.
    #[tool]
    fn next_version(&self, Parameters(release): Parameters<Release>) -> Result<String, String> {
        let Version { major, minor, patch, pre, .. } = parse(&release.current)?;
        let next = match (release.change, major) {
            // A pre-release is followed by what it prepares.
            _ if !pre.is_empty() => Version::new(major, minor, patch),
            (Change::Breaking, 1..) => Version::new(after(major)?, 0, 0),
            (Change::Breaking, 0) | (Change::Feature, 1..) => Version::new(major, after(minor)?, 0),
            (Change::Feature, 0) | (Change::Fix, _) => Version::new(major, minor, after(patch)?),
        };
        Ok(next.to_string())
    }
}

#[tool_handler(name = "versions", instructions = "Compares semantic versions and says which comes next.")]
impl ServerHandler for Versions {}

fn after(number: u64) -> Result<u64, String> {
    number.checked_add(1).ok_or_else(|| format!("no number comes after {number}"))
}

fn parse(text: &str) -> Result<Version, String> {
    Version::parse(text).map_err(|error| format!("`{text}` is not a semantic version: {error}"))
}
