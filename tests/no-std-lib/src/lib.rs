//! A library without the standard library, without an allocator and without a prelude. That it compiles is most of the
//! test.

#![no_std]
#![no_implicit_prelude]

/// Embedded where not even `Some` is in scope.
pub static SKILLS: ::skills_runtime::Catalog = ::skills_runtime::embed_skills!("skills/");

/// A lookup that the compiler does.
pub const GREETING: ::skills_runtime::Skill = SKILLS.skill("greeting");

/// What the skill says.
#[must_use]
pub const fn instructions() -> &'static str {
    GREETING.body()
}
