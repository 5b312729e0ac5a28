//! A prompt for every skill, for hosts that let a person choose one. Not a template: prompts here take no arguments.

use alloc::format;
use alloc::vec::Vec;

use crate::rope::Output;
use crate::server::view::Desk;
use crate::session::content;
use crate::session::fault::Fault;
use crate::session::pages::{Roll, SkillPage};
use crate::{Frame, Skill, json};

/// Writes the result of `prompts/list`: what each skill is called, and when it is of use.
pub(crate) fn write_list(
    desk: &Desk<'_>,
    cursor: Option<&str>,
    frame: &Frame<'_>,
    out: &mut Output<'_>,
) -> Result<(), Fault> {
    let names = Names::of(desk);
    let page = SkillPage::cut(desk, Roll::Prompts, cursor, |skill, out| {
        out.push_str("{\"name\":");
        json::write_string(out, names.name(skill))?;
        out.push_str(",\"description\":");
        json::write_string(out, skill.description())?;
        out.push('}');
        Ok(())
    });
    let page = page.map_err(|error| Fault::query(&error, frame.era, None))?;
    frame.open(out)?;
    page.write("prompts", out)?;
    desk.write_caching(frame, out)?;
    out.push('}');
    Ok(())
}

/// Writes the result of `prompts/get`: the `SKILL.md` as the user's words, and after it where the other files are, if
/// there are any. Hosts that do not know the extension show text and little else.
pub(crate) fn write(
    desk: &Desk<'_>,
    name: &str,
    frame: &Frame<'_>,
    out: &mut Output<'_>,
) -> Result<(), Fault> {
    let skill =
        Names::of(desk).skill(desk, name).ok_or_else(|| Fault::UnknownPrompt { name: name.into() })?;
    frame.open(out)?;
    out.push_str("\"description\":");
    json::write_string(out, skill.description())?;
    out.push_str(",\"messages\":[{\"role\":\"user\",\"content\":");
    content::write_file(skill.skill_md(), out)?;
    if skill.files().len() > 1 {
        let place = format!(
            "The text above is {}; paths of files that it names start at {}/",
            skill.uri(),
            skill.directory().uri()
        );
        out.push_str("},{\"role\":\"user\",\"content\":");
        content::write_text(&place, out)?;
    }
    out.push_str("}]}");
    Ok(())
}

/// The skills that lists show a caller, to tell which names and paths several of them have (SEP-13).
struct Names {
    names: Vec<&'static str>,
    paths: Vec<&'static str>,
}

impl Names {
    fn of(desk: &Desk<'_>) -> Self {
        let (mut names, mut paths): (Vec<_>, Vec<_>) =
            desk.shelf().listed_skills().map(|skill| (skill.name(), skill.path())).unzip();
        names.sort_unstable();
        paths.sort_unstable();
        Self { names, paths }
    }

    /// What the prompt of the skill is called.
    fn name(&self, skill: Skill) -> &'static str {
        if is_alone(&self.names, skill.name()) {
            skill.name()
        } else if is_alone(&self.paths, skill.path()) {
            skill.path()
        } else {
            skill.uri()
        }
    }

    /// The skill whose prompt is called so.
    fn skill(&self, desk: &Desk<'_>, name: &str) -> Option<Skill> {
        desk.shelf().listed_skills().find(|skill| self.name(*skill) == name)
    }
}

/// Whether a sorted list has the text no more than once.
fn is_alone(sorted: &[&str], text: &str) -> bool {
    let first = sorted.partition_point(|other| *other < text);
    sorted.get(first + 1).is_none_or(|next| *next != text)
}
