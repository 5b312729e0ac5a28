//! The settings of a server, with their defaults. Not the methods that set them, and not what they do to an answer.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::{Annotations, CacheScope, Caller, File, Policy, Skill, json};

pub(super) type VisibleRule = Arc<dyn Fn(Skill, &Caller<'_>) -> bool + Send + Sync>;
pub(super) type SkillRule = Arc<dyn Fn(Skill) -> bool + Send + Sync>;
pub(super) type Hints = Arc<dyn Fn(File) -> Annotations + Send + Sync>;

#[derive(Clone)]
pub(super) struct Settings {
    pub(super) name: String,
    pub(super) version: String,
    /// Name and version as a JSON object, because every result of the modern era has it.
    pub(super) info: String,
    pub(super) instructions: Option<String>,
    pub(super) policy: Policy,
    pub(super) cache_scope: Option<CacheScope>,
    pub(super) visible: Vec<VisibleRule>,
    pub(super) unlisted: Vec<SkillRule>,
    pub(super) annotations: Option<Hints>,
    pub(super) frontmatter_meta: bool,
    /// The budget of characters.
    pub(super) skill_instructions: Option<usize>,
    pub(super) resource_templates: bool,
    pub(super) fallback_tools: bool,
    pub(super) skill_prompts: bool,
    pub(super) allowed_hosts: Vec<String>,
    pub(super) allowed_origins: Vec<String>,
}

impl Settings {
    pub(super) fn new() -> Self {
        let mut settings = Self {
            name: "skills".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            info: String::new(),
            instructions: None,
            policy: Policy::new(),
            cache_scope: None,
            visible: Vec::new(),
            unlisted: Vec::new(),
            annotations: None,
            frontmatter_meta: false,
            skill_instructions: None,
            resource_templates: false,
            fallback_tools: false,
            skill_prompts: false,
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
        };
        settings.render_info();
        settings
    }

    pub(super) fn render_info(&mut self) {
        let mut info = String::from("{\"name\":");
        // A `String` takes everything that is written to it.
        let _ = json::write_string(&mut info, &self.name);
        info.push_str(",\"version\":");
        let _ = json::write_string(&mut info, &self.version);
        info.push('}');
        self.info = info;
    }

    /// An answer that is not the same for everyone is not for everyone to keep.
    pub(super) fn policy(&self) -> Policy {
        let usual = if self.visible.is_empty() { CacheScope::Public } else { CacheScope::Private };
        Policy { cache_scope: self.cache_scope.unwrap_or(usual), ..self.policy }
    }

    /// Whether every caller sees every skill as it was embedded.
    pub(super) fn shows_as_embedded(&self) -> bool {
        self.visible.is_empty()
            && self.unlisted.is_empty()
            && self.annotations.is_none()
            && !self.frontmatter_meta
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("name", &self.name)
            .field("version", &self.version)
            .field("instructions", &self.instructions)
            .field("policy", &self.policy())
            .field("visible", &self.visible.len())
            .field("unlisted", &self.unlisted.len())
            .field("annotations", &self.annotations.is_some())
            .field("frontmatter_meta", &self.frontmatter_meta)
            .field("skill_instructions", &self.skill_instructions)
            .field("resource_templates", &self.resource_templates)
            .field("fallback_tools", &self.fallback_tools)
            .field("skill_prompts", &self.skill_prompts)
            .field("allowed_hosts", &self.allowed_hosts)
            .field("allowed_origins", &self.allowed_origins)
            .finish()
    }
}
