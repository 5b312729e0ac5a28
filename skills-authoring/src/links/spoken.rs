//! Paths that a text names without linking them. Which text is code, `markdown` knows.

use super::{Site, is_placeholder};

/// Longer texts are no paths.
const LONGEST: usize = 200;

/// The folders that the format has in mind for a skill: a path into one is meant, whether or not the folder is there.
const FOLDERS: [&str; 3] = ["references", "scripts", "assets"];

impl Site<'_, '_> {
    /// Whether `text` looks like a path into a folder of the skill and names nothing there.
    pub(crate) fn is_lost(&self, text: &str) -> bool {
        // Most code has no slash in it, and what is asked first is what is cheap.
        if text.len() > LONGEST || !text.contains('/') || text.starts_with('/') {
            return false;
        }
        let path = text.split('#').next().unwrap_or_default();
        let fits = |character: char| character.is_alphanumeric() || "/._-+@".contains(character);
        let mut segments = path.split('/').filter(|segment| !matches!(*segment, "" | "." | ".."));
        let (Some(folder), Some(_)) = (segments.next(), segments.next()) else { return false };
        path.chars().all(fits)
            && !is_placeholder(path)
            && (FOLDERS.contains(&folder) || self.has_folder(folder))
            && self.named(path).is_none()
    }
}
