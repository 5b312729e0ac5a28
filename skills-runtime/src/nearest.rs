//! The text of a failed lookup, made without allocation so that a `const` can fail with it. Not a lookup.

use crate::catalog::Catalog;
use crate::directory;
use crate::file;
use crate::hash::same;
use crate::skill::{self, Skill};
use crate::uri::strip_scheme;

#[track_caller]
pub(crate) const fn no_skill(catalog: &'static Catalog, key: &str) -> ! {
    let mut search = Search::new(catalog, strip_suffix(path_of(catalog, key), b"/SKILL.md"));
    let mut row = 0;
    while row < catalog.skills.len() && search.budget > 0 {
        search.offer(skill::path_place(catalog, row), 0);
        row += 1;
    }
    fail(&Message::new("no skill at `", key).with_nearest(search.best()))
}

#[track_caller]
pub(crate) const fn no_file(catalog: &'static Catalog, key: &str) -> ! {
    let mut search = Search::new(catalog, path_of(catalog, key));
    let mut row = 0;
    while row < catalog.files.len() && search.budget > 0 {
        search.offer(file::path_place(catalog, row), 0);
        row += 1;
    }
    fail(&Message::new("no file at `", key).with_nearest(search.best()))
}

#[track_caller]
pub(crate) const fn no_directory(catalog: &'static Catalog, key: &str) -> ! {
    let mut search = Search::new(catalog, path_of(catalog, key));
    let mut row = 0;
    while row < catalog.directories.len() && search.budget > 0 {
        search.offer(directory::path_place(catalog, row), 0);
        row += 1;
    }
    fail(&Message::new("no directory at `", key).with_nearest(search.best()))
}

#[track_caller]
pub(crate) const fn no_file_in(skill: Skill, path: &str) -> ! {
    let catalog = skill.catalog();
    let mut search = Search::new(catalog, path.as_bytes());
    let (mut row, end) = skill.file_rows();
    while row < end && search.budget > 0 {
        search.offer(file::path_place(catalog, row), skill.path().len() + 1);
        row += 1;
    }
    fail(
        &Message::new("no file at `", path)
            .and("` in the skill `")
            .and(skill.path())
            .with_nearest(search.best()),
    )
}

/// The path that was meant, as far as a suggestion needs it: escapes stay.
const fn path_of<'k>(catalog: &Catalog, key: &'k str) -> &'k [u8] {
    match strip_scheme(catalog, key) {
        Some(path) => path,
        None => key.as_bytes(),
    }
}

const fn strip_suffix<'k>(path: &'k [u8], suffix: &[u8]) -> &'k [u8] {
    match path.split_at_checked(path.len().saturating_sub(suffix.len())) {
        Some((start, end)) if same(end, suffix) => start,
        _ => path,
    }
}

/// The search for the path that differs in the shortest middle part.
struct Search<'k> {
    catalog: &'static Catalog,
    text: &'static [u8],
    wanted: &'k [u8],
    best: (u32, u32),
    distance: usize,
    budget: usize,
}

impl<'k> Search<'k> {
    /// Steps of the compiler that a search may take: fewer than the two million after which it calls an evaluation too
    /// long, enough to look at every path of 10,000 skills.
    const BUDGET: usize = 1_500_000;

    /// Steps for one path, without those for its bytes. Only loops and calls count, so [`offer`](Self::offer) makes
    /// few.
    const STEPS_PER_PATH: usize = 20;

    const fn new(catalog: &'static Catalog, wanted: &'k [u8]) -> Self {
        let text = catalog.text().as_bytes();
        Self { catalog, text, wanted, best: (0, 0), distance: usize::MAX, budget: Self::BUDGET }
    }

    /// Compares the path at `(at, len)` from its byte `start` on with what is wanted.
    const fn offer(&mut self, (at, len): (u32, u32), start: usize) {
        let (text, wanted) = (self.text, self.wanted);
        let (start, end) = (at as usize + start, at as usize + len as usize);
        self.budget = self.budget.saturating_sub(Self::STEPS_PER_PATH);
        if end < start || text.len() < end {
            return;
        }
        let len = end - start;
        let (shorter, longer) = if len < wanted.len() { (len, wanted.len()) } else { (wanted.len(), len) };
        // Not even a common start and end of the whole shorter text could win.
        if longer - shorter >= self.distance {
            return;
        }
        let mut common = 0;
        while common < shorter && wanted[common] == text[start + common] {
            common += 1;
        }
        let prefix = common;
        while common < shorter
            && wanted[wanted.len() - 1 - (common - prefix)] == text[end - 1 - (common - prefix)]
        {
            common += 1;
        }
        self.budget = self.budget.saturating_sub(common);
        if longer - common < self.distance {
            self.distance = longer - common;
            self.best = ((end - len) as u32, len as u32);
        }
    }

    const fn best(&self) -> &'static str {
        self.catalog.slice(self.best.0, self.best.1)
    }
}

/// Text in a buffer of fixed size; what does not fit is cut at a character.
struct Message {
    bytes: [u8; 512],
    len: usize,
}

impl Message {
    const fn new(start: &str, key: &str) -> Self {
        Self { bytes: [0; 512], len: 0 }.and(start).and(key)
    }

    const fn with_nearest(self, nearest: &str) -> Self {
        if nearest.is_empty() {
            self.and("`: there is none at all")
        } else {
            self.and("`; nearest: `").and(nearest).and("`")
        }
    }

    const fn and(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = text[at];
            self.len += 1;
            at += 1;
        }
        self
    }

    const fn as_str(&self) -> &str {
        let (bytes, _) = self.bytes.split_at(self.len);
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(cut) => match core::str::from_utf8(bytes.split_at(cut.valid_up_to()).0) {
                Ok(text) => text,
                Err(_) => "",
            },
        }
    }
}

#[expect(
    clippy::panic,
    reason = "the caller asked for a thing that must exist; in a const this is a compile error"
)]
#[track_caller]
const fn fail(message: &Message) -> ! {
    panic!("{}", message.as_str())
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use core::panic::UnwindSafe;
    use std::panic::catch_unwind;

    use crate::Catalog;
    use crate::sample::{odd, ten_thousand};

    fn message<T>(lookup: impl FnOnce() -> T + UnwindSafe) -> String {
        let payload = catch_unwind(|| drop(lookup())).expect_err("nothing is there");
        *payload.downcast::<String>().expect("a formatted message")
    }

    #[test]
    fn a_miss_names_the_nearest() {
        let catalog = odd();
        for (key, nearest) in [
            ("acme/billing/refund", "acme/billing/refunds"),
            ("acme/biling/refunds", "acme/billing/refunds"),
            ("skill://acme/billing/refundss/SKILL.md", "acme/billing/refunds"),
            ("acme/billing_old", "acme/billing-old"),
            ("scafold", "scaffold"),
        ] {
            assert_eq!(message(|| catalog.skill(key)), format!("no skill at `{key}`; nearest: `{nearest}`"));
        }
        assert_eq!(
            message(|| catalog.file("scaffold/SKILL.MD")),
            "no file at `scaffold/SKILL.MD`; nearest: `scaffold/SKILL.md`"
        );
        assert_eq!(message(|| catalog.directory("acme/")), "no directory at `acme/`; nearest: `acme`");
        assert_eq!(
            message(|| catalog.skill("acme/billing/refunds").file("reference/policy.md")),
            "no file at `reference/policy.md` in the skill `acme/billing/refunds`; nearest: `references/policy.md`"
        );
        static NONE: Catalog = Catalog::EMPTY;
        assert_eq!(message(|| NONE.skill("pdf")), "no skill at `pdf`: there is none at all");
    }

    #[test]
    fn a_long_key_is_cut_at_a_character() {
        let key = "é".repeat(1_000);
        let message = message(|| odd().skill(&key));
        assert!(
            message.starts_with("no skill at `ééé") && (500..=512).contains(&message.len()),
            "{}",
            message.len()
        );
    }

    #[test]
    fn every_path_of_ten_thousand_skills_is_considered() {
        let catalog = ten_thousand();
        for skill in [catalog.skills().next_back().unwrap(), catalog.skills().next().unwrap()] {
            let key = format!("{}x", skill.path());
            assert_eq!(
                message(|| catalog.skill(&key)),
                format!("no skill at `{key}`; nearest: `{}`", skill.path())
            );
        }
    }
}
