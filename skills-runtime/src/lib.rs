//! Agent Skills embedded at compile time, served from static data over the Model Context Protocol. Not an authoring
//! tool: what a skill must look like is checked by `skills-authoring`, inside the macro.
//!
//! [`embed_skills!`] walks a directory while your crate compiles, reports every fault of every skill as a compile
//! error, and leaves a [`Catalog`]: names, descriptions, bytes and digests as static data. The catalog is looked up,
//! iterated and answers the methods of SEP-2640 (`skills/list`, `skills/get`, `resources/directory/read`,
//! `resources/list`, `resources/read`) without opening a file and, without the features below, without an allocator,
//! without `std` and without a dependency.
//!
//! ```
//! use skills_runtime::{Catalog, Era, File, Frame, Policy, Query, Skill, embed_skills};
//!
//! static SKILLS: Catalog = embed_skills!("tests/fixtures/docs/skills/");
//!
//! // Looked up by the compiler: a path that is wrong does not compile, and the error names the nearest.
//! const REFUNDS: Skill = SKILLS.skill("billing/refunds");
//! const POLICY: File = REFUNDS.file("references/policy.md");
//!
//! assert_eq!(REFUNDS.uri(), "skill://billing/refunds/SKILL.md");
//! assert_eq!(POLICY.size(), POLICY.text().unwrap().len() as u64);
//!
//! // The run-time twin, by path or by URI.
//! assert_eq!(SKILLS.get("skill://billing/refunds/SKILL.md"), Some(REFUNDS));
//!
//! // What a client gets, written into anything that takes text.
//! let mut result = String::new();
//! let answer = SKILLS.answer(Query::GetSkill { uri: REFUNDS.uri() }, &Policy::new()).unwrap();
//! answer.write(&Frame { era: Era::Legacy, server_info: None }, &mut result).unwrap();
//! assert_eq!(result, format!(r#"{{"skill":{}}}"#, REFUNDS.entry()));
//! ```
//!
//! With the feature `server`, or `http`, that is a whole server:
//!
#![cfg_attr(feature = "server", doc = "```no_run")]
#![cfg_attr(not(feature = "server"), doc = "```ignore")]
//! use skills_runtime::{Catalog, Server, embed_skills};
//!
//! static SKILLS: Catalog = embed_skills!("tests/fixtures/docs/skills/");
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> std::io::Result<()> {
//!     Server::new(&SKILLS).serve_stdio().await
//! }
//! ```
//!
//! # How it works
//!
//! ```text
//!  skills/ on disk
//!    │  embed_skills!                 reads, checks, hashes, lays out; all of it inside the compiler
//!    ▼
//!  Catalog                            one text, tables of offsets into it, one pointer per file
//!    │  answer(Query, &Policy)        pure: finds rows, cuts pages, refuses
//!    ▼
//!  Answer ── write(&Frame) ──▶ JSON   slices of the text, one after the other, into any core::fmt::Write
//!    │
//!    ▼
//!  Session                            one JSON-RPC message in, at most one out (feature `session`)
//!    │
//!    ▼
//!  stdio │ http                       move bytes, decide nothing (features `server`, `http`)
//! ```
//!
//! All text of a catalog is one literal, and tables hold offsets, not pointers: a loader has nothing to relocate but
//! one pointer per file, and nothing runs before the first request. [`Skill`], [`File`] and [`Directory`] are `Copy`
//! handles of a catalog and a row, and their accessors are `const fn`. A lookup is one pass over the key and one
//! comparison.
//!
//! A server answers clients of both eras of the protocol; what differs between them is the [`Frame`] and
//! [`QueryError::code`], never the answer.
//!
//! # Features
//!
//! All are additive.
//!
//! - `macros` (default): [`embed_skills!`]. Without it, the crate serves catalogs that other crates embedded.
//! - `verify`: `Catalog::verify`, which hashes everything embedded again and names what differs from its digest.
//! - `session`: `Server` and `Session`, JSON-RPC over a transport of your own; needs an allocator and, for `Arc`, a
//!   target with atomic pointers, not `std`.
//! - `server`: `Server::serve_stdio`, the session over standard input and output.
//! - `http`: `http::router` and `Server::serve_http`, the session over Streamable HTTP.
//! - `rmcp`: `rmcp::WithSkills`, skills beside what a handler of the official SDK serves, over the SDK's transports.
//! - `std`: `Catalog::install`, the skills as files in an agent's folder.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(test, feature = "session", feature = "std"))]
extern crate alloc;
#[cfg(any(test, feature = "server", feature = "std"))]
extern crate std;

mod catalog;
mod directory;
mod file;
mod hash;
mod nearest;
mod requires;
mod rows;
mod skill;
mod table;
mod uri;

mod annotations;
mod answer;
mod cursor;
mod error;
mod instructions;
mod json;
mod merged;
mod page;
mod piece;
mod query;
mod shelf;
mod sink;

#[cfg(feature = "session")]
mod caller;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "std")]
mod install;
#[cfg(feature = "session")]
mod merge;
#[cfg(feature = "session")]
mod message;
#[cfg(feature = "rmcp")]
pub mod rmcp;
#[cfg(feature = "session")]
#[cfg_attr(not(feature = "server"), expect(dead_code, reason = "for the transports of this crate"))]
mod rope;
#[cfg(feature = "session")]
mod server;
#[cfg(feature = "session")]
mod session;
#[cfg(feature = "server")]
mod stdio;
#[cfg(feature = "verify")]
mod verify;

#[cfg(test)]
mod sample;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use annotations::{Annotations, Audience};
pub use answer::{Answer, Frame};
#[cfg(feature = "session")]
pub use caller::Caller;
pub use catalog::Catalog;
pub use directory::{Child, Directory};
pub use error::{CursorFault, QueryError};
pub use file::File;
#[cfg(feature = "std")]
pub use install::{InstallError, Installation, InstalledSkill, Installer, Refusal, Refused};
#[cfg(feature = "session")]
pub use merge::MergeError;
pub use query::{CacheScope, DirectoryRead, Era, PageLimits, Policy, Query, ResourceListing};
pub use rows::Rows;
#[cfg(feature = "session")]
pub use server::Server;
#[cfg(feature = "session")]
pub use session::meta::{Field, Headers, Meta};
#[cfg(feature = "session")]
pub use session::reply::{Reply, Status};
#[cfg(feature = "session")]
pub use session::{MESSAGE_LIMIT, Session};
pub use skill::Skill;
#[cfg(feature = "verify")]
pub use verify::{Mismatch, Verification};

/// Embeds a directory of skills: an expression of the type [`Catalog`], checked, hashed and indexed while it compiles.
///
/// ```
/// use skills_runtime::{Catalog, embed_skills};
///
/// static SKILLS: Catalog = embed_skills!(
///     "tests/fixtures/docs/skills/",
///     prefix = "acme",
///     deny(pedantic),
/// );
/// assert_eq!(SKILLS.skills().map(|skill| skill.path()).collect::<Vec<_>>(), ["acme/billing/refunds"]);
/// ```
///
/// Every folder, at any depth, that holds a `SKILL.md` is a skill; its files are those below it, skills nested in it
/// included. Every fault of every skill is one compile error at the path, with the file, the line, an excerpt and the
/// edit to make; nothing has to be run to see them. The expansion is data: it works under another name of this crate,
/// in a `no_std` crate, and without the prelude.
///
/// # The path
///
/// A string literal, relative to the directory of the `Cargo.toml` of the crate that calls; an absolute path is taken
/// as it is. It may start with an environment variable that rustc sees: `"$OUT_DIR/skills"`. `"skills"`, `"skills/"`
/// and `"./skills/"` are the same.
///
/// # Options
///
/// Globs match paths below the directory, `/` between names.
///
/// | option | meaning |
/// |---|---|
/// | `prefix = "acme"` | segments in front of every path: `skill://acme/billing/refunds/SKILL.md` |
/// | `scheme = "skill"` | the scheme of every URI (SEP-2) |
/// | `exclude = ["drafts/**"]` | what is left out |
/// | `include = ["**/.editorconfig"]` | dot files that are embedded all the same |
/// | `ordinary = ["scaffold/assets/**"]` | a `SKILL.md` here is an ordinary file of the skill around it |
/// | `unlisted = ["internal/**"]` | skills that `skills/get` answers for and `skills/list` does not show (SEP-8) |
/// | `allow(rule)`, `warn(rule)`, `deny(rule)` | the level of rules; the last one wins |
///
/// # New files
///
/// Edits, removals and renames of embedded files rebuild the crate by themselves. A *new* file is something that a
/// macro on stable Rust cannot watch for; this `build.rs` beside the `Cargo.toml` does:
///
/// ```text
/// fn main() { println!("cargo::rerun-if-changed=skills"); }
/// ```
///
/// # While you build
///
/// A file that changes its length between the moment it is hashed and the moment the compiler includes it does not
/// compile. One that is rewritten at the same length in that moment is caught by the next build, and by
/// `Catalog::verify` (feature `verify`).
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! embed_skills {
    ($($tokens:tt)*) => {
        $crate::__private::embedded_in(
            ::core::module_path!(),
            $crate::__private::embed_skills!($crate, $($tokens)*),
        )
    };
}
