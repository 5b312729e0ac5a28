//! Findings as tokens that make rustc print them. What a finding says is written in `skills-authoring`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use skills_authoring::{Finding, Severity, Tree, render};

/// Whoever has more than this to mend reads them better in a terminal of their own.
const SHOWN: usize = 50;

/// One error per finding that is one. Every token is spanned to the path: only then rustc points at it and says nothing
/// about a macro.
pub(crate) fn errors(findings: &[Finding], tree: &Tree, base: &str, path: Span) -> TokenStream {
    let texts = said(findings, Severity::Error, tree, base).into_iter().map(|(_, text)| text);
    quote_spanned!(path=> #(::core::compile_error!(#texts);)*)
}

/// One use of a deprecated constant per finding that is a warning: the only warning that stable Rust has for macros.
///
/// rustc names the constant, so it is called like the rule. Its definition is the macro's, which exempts it from the
/// lints about names; its use is at the path, where `#[allow(deprecated)]` reaches it.
pub(crate) fn warnings(findings: &[Finding], tree: &Tree, base: &str, path: Span) -> TokenStream {
    let warning = |(rule, text): (&str, String)| {
        let (defined, used) = (Ident::new(rule, Span::call_site()), Ident::new(rule, path));
        quote!(const _: () = { #[deprecated(note = #text)] const #defined: () = (); #used };)
    };
    said(findings, Severity::Warning, tree, base).into_iter().map(warning).collect()
}

/// The errors, and then an empty catalog, so that no second error follows from the first.
pub(crate) fn fallback(runtime: &TokenTree, errors: TokenStream) -> TokenStream {
    quote!({ #errors #runtime::Catalog::EMPTY })
}

/// The rule and the text of each finding of this severity; past a number of them, one text that says how many.
fn said(findings: &[Finding], severity: Severity, tree: &Tree, base: &str) -> Vec<(&'static str, String)> {
    let matching: Vec<_> = findings.iter().filter(|finding| finding.severity == severity).collect();
    let shown = matching.iter().take(SHOWN);
    let mut said: Vec<_> =
        shown.map(|finding| (finding.rule.name, render::full(finding, tree, base))).collect();
    if matching.len() > SHOWN {
        let total = matching.len();
        let text =
            format!("skills: {SHOWN} of {total} such findings are shown; `cargo skills check` shows all");
        said.push(("skills", text));
    }
    said
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The notes of the warnings and the texts of the errors in the expansion for a folder with these skills.
    fn said(skills: &[(&str, &str)], options: TokenStream) -> (Vec<String>, Vec<String>, String) {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in skills {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let path = root.path().to_str().unwrap();
        let expansion =
            crate::expand(quote!(crate, #path, allow(not_packaged, untracked_directory), #options));
        let file: syn::File = syn::parse2(quote!(static SKILLS: crate::Catalog = #expansion;)).unwrap();
        let text = prettyplease::unparse(&file);
        let [syn::Item::Static(item)] = &file.items[..] else { panic!("one item") };
        let syn::Expr::Block(block) = &*item.expr else { panic!("a block") };
        let (mut warnings, mut errors) = (Vec::new(), Vec::new());
        for statement in &block.block.stmts {
            match statement {
                syn::Stmt::Macro(call) => {
                    assert_eq!(call.mac.path.segments.last().unwrap().ident, "compile_error");
                    errors.push(call.mac.parse_body::<syn::LitStr>().unwrap().value());
                }
                syn::Stmt::Item(syn::Item::Const(item)) if item.ident == "_" => {
                    let syn::Expr::Block(inner) = &*item.expr else { continue };
                    let Some(syn::Stmt::Item(syn::Item::Const(named))) = inner.block.stmts.first() else {
                        continue;
                    };
                    let syn::Meta::List(deprecated) = &named.attrs[0].meta else { panic!("a note") };
                    let note: syn::MetaNameValue = deprecated.parse_args().unwrap();
                    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(note), .. }) = note.value else {
                        panic!()
                    };
                    assert!(
                        note.value().starts_with(&format!("skills::{}: ", named.ident))
                            || named.ident == "skills"
                    );
                    warnings.push(note.value());
                }
                _ => {}
            }
        }
        (warnings, errors, text)
    }

    fn broken(count: usize) -> Vec<(String, String)> {
        (0..count)
            .map(|n| {
                (
                    format!("s{n}/SKILL.md"),
                    format!("---\nname: s{n}\ndescription: {}\n---\n", "x".repeat(1_025)),
                )
            })
            .collect()
    }

    fn borrowed(skills: &[(String, String)]) -> Vec<(&str, &str)> {
        skills.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect()
    }

    #[test]
    fn every_error_is_said_and_the_catalog_is_empty() {
        let (warnings, errors, text) = said(&borrowed(&broken(3)), TokenStream::new());
        assert!(warnings.is_empty());
        assert_eq!(errors.len(), 3);
        for (n, error) in errors.iter().enumerate() {
            assert!(error.starts_with("skills::description_length: "), "{error}");
            assert!(error.contains(&format!("s{n}/SKILL.md:3:14")), "{error}");
        }
        assert!(text.trim_end().ends_with("crate::Catalog::EMPTY\n};"), "{text}");
    }

    #[test]
    fn after_fifty_errors_one_more_says_how_many() {
        assert_eq!(said(&borrowed(&broken(SHOWN)), TokenStream::new()).1.len(), SHOWN);
        let (_, errors, _) = said(&borrowed(&broken(SHOWN + 7)), TokenStream::new());
        assert_eq!(errors.len(), SHOWN + 1);
        let last = errors.last().unwrap();
        assert_eq!(last, "skills: 50 of 57 such findings are shown; `cargo skills check` shows all");
    }

    #[test]
    fn a_warning_is_said_and_the_catalog_is_there() {
        let (warnings, errors, text) = said(&borrowed(&broken(2)), quote!(warn(description_length)));
        assert_eq!(warnings.len(), 2);
        assert!(errors.is_empty());
        assert!(text.contains("crate::__private::catalog("), "{text}");
        let (warnings, _, _) = said(&borrowed(&broken(SHOWN + 1)), quote!(warn(description_length)));
        assert_eq!(warnings.len(), SHOWN + 1);
        assert!(warnings[SHOWN].starts_with("skills: 50 of 51 such findings"), "{}", warnings[SHOWN]);
    }

    #[test]
    fn warnings_are_said_beside_errors() {
        let mut skills = broken(1);
        skills.push(("pdf/SKILL.md".to_owned(), "---\nname: csv\ndescription: Does it.\n---\n".to_owned()));
        let (warnings, errors, text) = said(&borrowed(&skills), quote!(warn(description_length)));
        assert_eq!((warnings.len(), errors.len()), (1, 1));
        assert!(text.contains("crate::Catalog::EMPTY"));
    }

    #[test]
    fn an_allowed_rule_is_silent() {
        let (warnings, errors, _) = said(&borrowed(&broken(2)), quote!(allow(description_length)));
        assert!(warnings.is_empty() && errors.is_empty());
    }

    #[test]
    fn a_mistake_in_the_arguments_is_said_before_any_finding() {
        let (_, errors, text) = said(&borrowed(&broken(1)), quote!(prefx = "acme"));
        assert_eq!(errors, ["unknown option `prefx`; did you mean `prefix`?"]);
        assert!(text.contains("crate::Catalog::EMPTY"));
    }
}
