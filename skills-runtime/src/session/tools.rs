//! Read-only tools for models whose host does not know the extension: what they are, and what they answer. Not who has
//! them (`server`), and never the only way to anything.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use core::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::message::text_of;
use crate::rope::Output;
use crate::server::view::Desk;
use crate::session::content;
use crate::session::fault::{Expected, Fault};
use crate::session::pages::{Roll, SkillPage};
use crate::{Caller, File, Frame, QueryError, Skill, json};

/// The first revision that has structured content.
const STRUCTURED_CONTENT: &str = "2025-06-18";

#[derive(Clone, Copy)]
enum Tool {
    ListSkills,
    LoadSkill,
    ReadSkillFile,
}

/// Writes the result of `tools/list`.
pub(crate) fn write_list(desk: &Desk<'_>, frame: &Frame<'_>, out: &mut Output<'_>) -> fmt::Result {
    frame.open(out)?;
    out.push_str("\"tools\":[");
    let mut comma = "";
    for tool in Tool::ALL {
        out.push_str(comma);
        tool.write(desk.caller(), out)?;
        comma = ",";
    }
    out.push(']');
    desk.write_caching(frame, out)?;
    out.push('}');
    Ok(())
}

/// Writes the result of `tools/call`; `arguments` is the text of a JSON object. What a model can do better the next time
/// is a result, too, with `isError`.
pub(crate) fn write_call(
    desk: &Desk<'_>,
    name: &str,
    arguments: Option<&str>,
    frame: &Frame<'_>,
    out: &mut Output<'_>,
) -> Result<(), Fault> {
    let tool = Tool::find(name).ok_or_else(|| Fault::UnknownTool { name: name.into() })?;
    let fault = Fault::Param { name: "arguments", expected: Expected::OptionalObject };
    let arguments: Arguments<'_> = serde_json::from_str(arguments.unwrap_or("{}")).map_err(|_| fault)?;
    frame.open(out)?;
    out.push_str("\"content\":[");
    match tool.outcome(desk, &arguments) {
        Ok(Outcome::File(file)) => {
            content::write_file(file, out)?;
            out.push(']');
        }
        Ok(Outcome::Summaries(page)) => {
            let mut object = String::from("{");
            page.write("skills", &mut object)?;
            object.push('}');
            content::write_text(&object, out)?;
            out.push(']');
            if has_structured_content(desk.caller()) {
                out.push_str(",\"structuredContent\":");
                out.push_str(&object);
            }
        }
        Err(reason) => {
            content::write_text(&reason, out)?;
            out.push_str("],\"isError\":true");
        }
    }
    out.push('}');
    Ok(())
}

/// What a call comes to.
enum Outcome {
    File(File),
    Summaries(SkillPage),
}

/// Every argument that some tool takes. What else a host sends along is not looked at.
#[derive(Deserialize)]
struct Arguments<'m> {
    #[serde(borrow, default)]
    uri: Option<&'m RawValue>,
    #[serde(borrow, default)]
    cursor: Option<&'m RawValue>,
}

impl Tool {
    const ALL: [Self; 3] = [Self::ListSkills, Self::LoadSkill, Self::ReadSkillFile];

    fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::ListSkills => "list_skills",
            Self::LoadSkill => "load_skill",
            Self::ReadSkillFile => "read_skill_file",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::ListSkills => "List skills",
            Self::LoadSkill => "Load a skill",
            Self::ReadSkillFile => "Read a file of a skill",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::ListSkills => {
                "Lists the skills of this server, which are instructions for particular tasks: the name of each, a \
                 description that says when it is of use, and the URI to load it by. Call it before a task that may \
                 have instructions. A long list comes in pages: as long as there is a `nextCursor`, call it again with \
                 that as `cursor`."
            }
            Self::LoadSkill => {
                "Loads a skill: the text of its SKILL.md, to be followed while working on the task that it describes. \
                 Other files that it names are read with read_skill_file."
            }
            Self::ReadSkillFile => {
                "Reads a file that a skill names. Paths in a skill start at the directory of its SKILL.md: what \
                 skill://billing/refunds/SKILL.md calls references/policy.md is at \
                 skill://billing/refunds/references/policy.md. A file that is not text comes as an embedded resource."
            }
        }
    }

    const fn input_schema(self) -> &'static str {
        match self {
            Self::ListSkills => concat!(
                r#"{"type":"object","properties":{"cursor":{"type":"string","#,
                r#""description":"The `nextCursor` of the page before; none for the first page"}}}"#,
            ),
            Self::LoadSkill => concat!(
                r#"{"type":"object","properties":{"uri":{"type":"string","#,
                r#""description":"The URI of a skill, as list_skills has it"}},"required":["uri"]}"#,
            ),
            Self::ReadSkillFile => concat!(
                r#"{"type":"object","properties":{"uri":{"type":"string","#,
                r#""description":"The URI of the file"}},"required":["uri"]}"#,
            ),
        }
    }

    /// What the structured content of a result is, for tools that have one.
    const fn output_schema(self) -> Option<&'static str> {
        match self {
            Self::ListSkills => Some(concat!(
                r#"{"type":"object","properties":{"skills":{"type":"array","items":{"type":"object","properties":{"#,
                r#""name":{"type":"string"},"description":{"type":"string"},"uri":{"type":"string"}},"#,
                r#""required":["name","description","uri"]}},"nextCursor":{"type":"string"}},"required":["skills"]}"#,
            )),
            Self::LoadSkill | Self::ReadSkillFile => None,
        }
    }

    fn write(self, caller: &Caller<'_>, out: &mut Output<'_>) -> fmt::Result {
        out.push_str("{\"name\":");
        json::write_string(out, self.name())?;
        out.push_str(",\"title\":");
        json::write_string(out, self.title())?;
        out.push_str(",\"description\":");
        json::write_string(out, self.description())?;
        out.push_str(",\"inputSchema\":");
        out.push_str(self.input_schema());
        if let Some(schema) = self.output_schema().filter(|_| has_structured_content(caller)) {
            out.push_str(",\"outputSchema\":");
            out.push_str(schema);
        }
        out.push_str(",\"annotations\":{\"title\":");
        json::write_string(out, self.title())?;
        out.push_str(
            ",\"readOnlyHint\":true,\"destructiveHint\":false,\"idempotentHint\":true,\"openWorldHint\":false}}",
        );
        Ok(())
    }

    /// What the call comes to, or what the model is told to do better.
    fn outcome(self, desk: &Desk<'_>, arguments: &Arguments<'_>) -> Result<Outcome, String> {
        let refuse = |error: QueryError<'_>| error.to_string();
        let shelf = desk.shelf();
        match self {
            Self::ListSkills => {
                let cursor = arguments.cursor.map(|raw| argument(Some(raw), "cursor")).transpose()?;
                let page = SkillPage::cut(desk, Roll::Summaries, cursor.as_deref(), write_summary);
                page.map(Outcome::Summaries).map_err(refuse)
            }
            Self::LoadSkill => {
                let uri = argument(arguments.uri, "uri")?;
                shelf.find_skill(&uri).map(|skill| Outcome::File(skill.skill_md())).map_err(refuse)
            }
            Self::ReadSkillFile => {
                let uri = argument(arguments.uri, "uri")?;
                shelf.find_file(&uri).map(Outcome::File).map_err(refuse)
            }
        }
    }
}

fn write_summary(skill: Skill, out: &mut String) -> fmt::Result {
    out.push_str("{\"name\":");
    json::write_string(out, skill.name())?;
    out.push_str(",\"description\":");
    json::write_string(out, skill.description())?;
    out.push_str(",\"uri\":");
    json::write_string(out, skill.uri())?;
    out.push('}');
    Ok(())
}

fn argument<'m>(raw: Option<&'m RawValue>, name: &'static str) -> Result<Cow<'m, str>, String> {
    let fault = Fault::Param { name, expected: Expected::String };
    raw.and_then(text_of).ok_or_else(|| fault.to_string())
}

/// Revisions are dates, and so is their order.
fn has_structured_content(caller: &Caller<'_>) -> bool {
    caller.protocol_version() >= STRUCTURED_CONTENT
}
