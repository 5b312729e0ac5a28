//! The methods that are served, era by era. Not what they take or answer.

use crate::Era;
use crate::server::view::Desk;

/// A method that is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    CallTool,
    Complete,
    Discover,
    GetPrompt,
    GetSkill,
    Initialize,
    ListPrompts,
    ListResources,
    ListSkills,
    ListTemplates,
    ListTools,
    Ping,
    ReadDirectory,
    ReadResource,
}

/// The name that only a client of the modern era can know.
pub(crate) const DISCOVER: &str = "server/discover";

impl Method {
    /// The method of that name, if a client of `era` can call it. What hangs on a capability that is never declared
    /// (`resources/subscribe`, `subscriptions/listen`, `logging/setLevel`) is served to nobody.
    pub(crate) fn find(name: &str, era: Era) -> Option<Self> {
        Some(match (name, era) {
            ("completion/complete", _) => Self::Complete,
            ("initialize", Era::Legacy) => Self::Initialize,
            ("ping", Era::Legacy) => Self::Ping,
            (DISCOVER, Era::Modern) => Self::Discover,
            ("prompts/get", _) => Self::GetPrompt,
            ("prompts/list", _) => Self::ListPrompts,
            ("resources/directory/read", _) => Self::ReadDirectory,
            ("resources/list", _) => Self::ListResources,
            ("resources/read", _) => Self::ReadResource,
            ("resources/templates/list", _) => Self::ListTemplates,
            ("skills/get", _) => Self::GetSkill,
            ("skills/list", _) => Self::ListSkills,
            ("tools/call", _) => Self::CallTool,
            ("tools/list", _) => Self::ListTools,
            _ => return None,
        })
    }
    /// Whether the caller has it: some hang on a capability that is declared where a setting asks for it.
    pub(crate) fn is_served(self, desk: &Desk<'_>) -> bool {
        match self {
            Self::CallTool | Self::ListTools => desk.offers_tools(),
            Self::Complete => desk.offers_templates(),
            Self::GetPrompt | Self::ListPrompts => desk.offers_prompts(),
            _ => true,
        }
    }
}
