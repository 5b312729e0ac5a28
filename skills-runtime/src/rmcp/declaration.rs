//! What a server with skills says of itself: what its handler says, and what the skills add to it. Not the methods that
//! it promises.

use alloc::format;
use alloc::string::String;

use rmcp::model::ServerCapabilities;

use super::question::Declaration;

impl Declaration {
    /// Adds the capabilities (SEP-1), and the instructions after those that are there.
    pub(super) fn add_to(&self, capabilities: &mut ServerCapabilities, instructions: &mut Option<String>) {
        let ours = &self.capabilities;
        add(&mut capabilities.completions, ours.completions.as_ref());
        add(&mut capabilities.prompts, ours.prompts.as_ref());
        add(&mut capabilities.resources, ours.resources.as_ref());
        add(&mut capabilities.tools, ours.tools.as_ref());
        for (extension, settings) in ours.extensions.iter().flatten() {
            let extensions = capabilities.extensions.get_or_insert_default();
            extensions.entry(extension.clone()).or_default().extend(settings.clone());
        }
        if let Some(ours) = &self.instructions {
            *instructions = Some(match instructions.take().filter(|theirs| !theirs.is_empty()) {
                Some(theirs) => format!("{theirs}\n\n{ours}"),
                None => ours.clone(),
            });
        }
    }
}

/// The handler's own settings of a capability stay.
fn add<T: Clone>(theirs: &mut Option<T>, ours: Option<&T>) {
    if theirs.is_none() {
        *theirs = ours.cloned();
    }
}
