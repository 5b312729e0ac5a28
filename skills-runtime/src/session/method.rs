//! The methods that are served, era by era. Not what they take or answer.

use crate::Era;

/// A method that is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Discover,
    GetSkill,
    Initialize,
    ListResources,
    ListSkills,
    ListTemplates,
    Ping,
    ReadDirectory,
    ReadResource,
}

/// The name that only a client of the modern era can know.
pub(crate) const DISCOVER: &str = "server/discover";

impl Method {
    /// The method of that name, if a client of `era` can call it. What hangs on a capability that is never declared
    /// (`resources/subscribe`, `subscriptions/listen`, `completion/complete`, `logging/setLevel`, tools, prompts) is
    /// served to nobody.
    pub(crate) fn find(name: &str, era: Era) -> Option<Self> {
        Some(match (name, era) {
            ("initialize", Era::Legacy) => Self::Initialize,
            ("ping", Era::Legacy) => Self::Ping,
            (DISCOVER, Era::Modern) => Self::Discover,
            ("resources/directory/read", _) => Self::ReadDirectory,
            ("resources/list", _) => Self::ListResources,
            ("resources/read", _) => Self::ReadResource,
            ("resources/templates/list", _) => Self::ListTemplates,
            ("skills/get", _) => Self::GetSkill,
            ("skills/list", _) => Self::ListSkills,
            _ => return None,
        })
    }
}
