//! Skills that require tools, beside handlers that offer all of them, some or none. Not the key in the frontmatter.

use rmcp::model::{ErrorData, ListToolsResult, PaginatedRequestParams, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};
use skills_runtime::rmcp::{WithSkills, assert_tools};

use crate::VERSIONING;
use crate::office::{Office, pages};
use crate::untouched::Nothing;
use crate::wire::{ERAS, Era, Wire, walk};

const CHOOSE: &str = "skill://versioning/choose-next-version/SKILL.md";
const YANK: &str = "skill://versioning/yank-release/SKILL.md";

fn office(tools: &[(&str, &[&str])]) -> Office {
    Office { tools: pages(tools), ..Office::new() }
}

async fn listed(service: impl ServerHandler, era: Era) -> Vec<String> {
    let mut wire = Wire::open(service, era).await;
    let pages = walk(&mut wire, "skills/list", "skills").await;
    pages.iter().flatten().map(|skill| skill["uri"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_skill_is_there_when_all_its_tools_are() {
    for era in ERAS {
        // Its tools are on two pages.
        let all = office(&[("", &["compare_versions"]), ("t2", &["other"]), ("t3", &["next_version"])]);
        let layered = all.with_skills(&VERSIONING).hide_skills_without_tools();
        assert_eq!(listed(layered, era).await, [CHOOSE, YANK]);
        let some = office(&[("", &["compare_versions", "next_version_2"])]);
        assert_eq!(listed(some.with_skills(&VERSIONING).hide_skills_without_tools(), era).await, [YANK]);
        let none = Nothing.with_skills(&VERSIONING).hide_skills_without_tools();
        assert_eq!(listed(none, era).await, [""; 0]);
        // Unless it is asked for, nothing is hidden.
        assert_eq!(listed(Nothing.with_skills(&VERSIONING), era).await, [CHOOSE, YANK]);
    }
}

#[tokio::test]
async fn a_skill_without_its_tools_is_nowhere() {
    for era in ERAS {
        let some = office(&[("", &["compare_versions"])]);
        let mut layered = Wire::open(some.with_skills(&VERSIONING).hide_skills_without_tools(), era).await;
        // SEP-8: as if it were not served.
        for (method, uri) in [
            ("skills/get", CHOOSE),
            ("resources/read", CHOOSE),
            ("resources/read", "skill://versioning/choose-next-version/references/what-breaks.md"),
            ("resources/directory/read", "skill://versioning/choose-next-version"),
        ] {
            let answer = layered.call(method, json!({"uri": uri})).await;
            let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{method}: {answer}"));
            assert!(message.contains("is served at") && message.contains(uri), "{method}: {message}");
        }
        let directory =
            layered.result("resources/directory/read", json!({"uri": "skill://versioning"})).await;
        assert_eq!(directory["resources"].as_array().unwrap().len(), 1, "{directory}");
        assert!(
            !layered.result("resources/list", json!({})).await.to_string().contains("choose-next-version")
        );
        let kept = layered.result("resources/read", json!({"uri": YANK})).await;
        if era == Era::Modern {
            // SEP-12: another caller may be answered otherwise.
            assert_eq!(kept["cacheScope"], "private");
        }
    }
}

/// Offers its tools to those who say that they are staff.
struct Guarded(Office);

impl ServerHandler for Guarded {
    fn get_info(&self) -> ServerConfig {
        self.0.get_info()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        match context.meta.0.get("office/staff") {
            Some(Value::Bool(true)) => self.0.list_tools(request, context).await,
            Some(_) => Err(ErrorData::internal_error("the register of staff is lost", None)),
            None => Ok(ListToolsResult::default()),
        }
    }
}

#[tokio::test]
async fn each_caller_is_asked_about_alone() {
    for era in ERAS {
        let office = office(&[("", &["compare_versions"]), ("t2", &["next_version"])]);
        let layered = Guarded(office).with_skills(&VERSIONING).hide_skills_without_tools();
        let mut layered = Wire::open(layered, era).await;
        for (meta, count) in [(json!({}), 0), (json!({"office/staff": true}), 2), (json!({}), 0)] {
            let result = layered.result("skills/list", json!({"_meta": meta})).await;
            assert_eq!(result["skills"].as_array().unwrap().len(), count);
        }
        // Whether a skill is there cannot be said, so nothing is.
        let unsure = layered.call("skills/list", json!({"_meta": {"office/staff": "?"}})).await;
        assert_eq!(unsure["error"]["message"], "the register of staff is lost");
    }
}

#[tokio::test]
async fn all_tools_pass() {
    assert_tools(office(&[("", &["next_version"]), ("t2", &["x", "compare_versions"])]), &VERSIONING).await;
}

#[tokio::test]
#[should_panic(
    expected = "tools that skills require and the handler does not offer: `next_version` for versioning/choose-next-version"
)]
async fn a_missing_tool_fails_the_assertion() {
    assert_tools(office(&[("", &["compare_versions"])]), &VERSIONING).await;
}

#[tokio::test]
#[should_panic(
    expected = "`compare_versions` for versioning/choose-next-version, `next_version` for versioning/choose-next-version, `compare_versions` for versioning/yank-release"
)]
async fn a_handler_without_tools_fails_the_assertion() {
    assert_tools(Nothing, &VERSIONING).await;
}
