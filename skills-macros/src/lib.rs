//! The procedural macro behind `skills_runtime::embed_skills!`. It turns arguments into tokens and leaves everything in
//! between to `skills-authoring`: it knows no rule, no YAML and no protocol.
//!
//! ```text
//! arguments ── input, locate ──▶ root, options ── skills_authoring::check ──▶ report, layout ── emit ──▶ tokens
//! ```
//!
//! Not to be used on its own: the expansion names the `$crate` that the macro in `skills-runtime` passes in.

mod emit;
mod input;
mod layout;
mod locate;
mod report;

use std::path::Path;

use proc_macro2::TokenStream;
use skills_authoring::{Tree, check};
use syn::Error;

use crate::input::Input;
use crate::layout::Layout;

/// Checks a folder of skills and evaluates to a `Catalog` of them; documented at `skills_runtime::embed_skills!`.
#[proc_macro]
pub fn embed_skills(arguments: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand(arguments.into()).into()
}

fn expand(arguments: TokenStream) -> TokenStream {
    let (runtime, arguments) = match input::split(arguments) {
        Ok(parts) => parts,
        Err(error) => return error.into_compile_error(),
    };
    let Input { path, root, options } = match syn::parse2(arguments) {
        Ok(input) => input,
        Err(error) => return report::fallback(&runtime, error.into_compile_error()),
    };
    let tree = Tree::read_selected(Path::new(&root.path), &options);
    let found = check(&tree, &options);
    let warnings = report::warnings(&found.findings, &tree, &root.shown, path.span());
    let Some(checked) = found.checked else {
        let mut said = report::errors(&found.findings, &tree, &root.shown, path.span());
        said.extend(warnings);
        return report::fallback(&runtime, said);
    };
    match Layout::of(&checked) {
        Ok(layout) => emit::emit(&layout, &checked, &root, &runtime, warnings),
        Err(_) => report::fallback(&runtime, Error::new(path.span(), layout::TOO_LARGE).into_compile_error()),
    }
}
