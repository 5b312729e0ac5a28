//! The expansion: literals, the text and bytes of every file, and calls of `const fn`s in the runtime. What the numbers
//! mean is decided in `layout`.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::quote;
use skills_authoring::{Checked, CheckedFile, FileKind};

use crate::layout::Layout;
use crate::locate::Root;

/// An expression that is a catalog, after `warnings`.
///
/// The contents are a constant of their own because the arguments of a call do not live longer than the call.
pub(crate) fn emit(
    layout: &Layout,
    checked: &Checked,
    root: &Root,
    runtime: &TokenTree,
    warnings: TokenStream,
) -> TokenStream {
    let (scheme, text) = (checked.scheme(), &layout.text);
    let fingerprint = Literal::u64_unsuffixed(layout.fingerprint);
    let [skills, files, directories, children, index] =
        [&layout.skills, &layout.files, &layout.directories, &layout.children, &layout.index]
            .map(|table| Literal::byte_string(table));
    let contents = checked.files().iter().map(|file| content(file, root, runtime));
    let tracked = track(root);
    quote!({
        #warnings
        #tracked
        const CONTENTS: &[#runtime::__private::Content] = &[#(#contents),*];
        const {
            #runtime::__private::catalog(#runtime::__private::Parts {
                scheme: #scheme,
                fingerprint: #fingerprint,
                text: #text,
                skills: #skills,
                files: #files,
                directories: #directories,
                children: #children,
                index: #index,
                contents: CONTENTS,
            })
        }
    })
}

/// One file, at the length that was hashed.
fn content(file: &CheckedFile, root: &Root, runtime: &TokenTree) -> TokenStream {
    let path = format!("{}/{}", root.path, file.source);
    let len = Literal::usize_unsuffixed(file.size);
    match file.kind {
        FileKind::Text => quote!(#runtime::__private::text(::core::include_str!(#path), #len)),
        FileKind::Bytes => quote!(#runtime::__private::bytes(::core::include_bytes!(#path), #len)),
    }
}

/// Has rustc note the variable that the root was found through, and the `Cargo.toml` that configures it, so that a change
/// builds again. The variables that cargo sets it notes itself, and their values must not be in the crate.
fn track(root: &Root) -> TokenStream {
    let names = root.variable.iter().filter(|name| *name != "OUT_DIR" && !name.starts_with("CARGO_"));
    let manifest = root.configured.manifest.iter().filter_map(|path| path.to_str());
    quote! {
        #(const _: ::core::option::Option<&str> = ::core::option_env!(#names);)*
        #(const _: &[u8] = ::core::include_bytes!(#manifest);)*
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use skills_authoring::Configured;

    use super::*;

    const SKILL: &str = "---\nname: refunds\ndescription: \"Decides: \\\"back\\\" or not.\"\n---\nRead it.\n";
    const NESTED: &str = "---\nname: late\ndescription: After a year.\n---\n";

    /// A skill with a nested one, a binary, an empty file and a name that needs quoting, and the expansion for it.
    fn expansion(root: &Path) -> TokenStream {
        for (path, bytes) in [
            ("billing/refunds/SKILL.md", SKILL.as_bytes()),
            ("billing/refunds/logo.bin", b"\x89\0\xff"),
            ("billing/refunds/late/SKILL.md", NESTED.as_bytes()),
            ("billing/refunds/late/notes {1}.txt", b""),
        ] {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        let root = root.to_str().unwrap();
        crate::expand(quote!(crate, #root, prefix = "acme", allow(not_packaged, untracked_directory)))
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    /// The tokens as text, with `root` taken out.
    fn portable(expansion: &TokenStream, root: &Path) -> String {
        expansion.to_string().replace(root.to_str().unwrap(), "<root>")
    }

    #[test]
    fn an_expansion_reads_like_this() {
        let root = folder();
        let expansion = expansion(root.path());
        let file = syn::parse2(quote!(static SKILLS: crate::Catalog = #expansion;)).unwrap();
        let text = prettyplease::unparse(&file).replace(root.path().to_str().unwrap(), "<root>");
        insta::assert_snapshot!(text);
    }

    #[test]
    fn the_same_tree_elsewhere_gives_the_same_tokens() {
        let (here, there) = (folder(), folder());
        let there = there.path().join("with a \"longer\" path");
        let (first, second) = (expansion(here.path()), expansion(&there));
        let second =
            second.to_string().replace(&there.to_str().unwrap().escape_default().to_string(), "<root>");
        assert_eq!(portable(&first, here.path()), second);
        assert_eq!(portable(&first, here.path()).matches("<root>/").count(), 4, "one inclusion per file");
    }

    #[test]
    fn an_expansion_is_data() {
        let root = folder();
        let mut macros = Vec::new();
        walk(expansion(root.path()), &mut macros);
        assert_eq!(macros, ["include_str", "include_str", "include_str", "include_bytes"]);
    }

    /// Fails for anything that is more than data; collects the macros that are called.
    fn walk(tokens: TokenStream, macros: &mut Vec<String>) {
        const LOGIC: [&str; 15] = [
            "fn", "impl", "trait", "struct", "enum", "let", "if", "match", "loop", "while", "for", "move",
            "async", "unsafe", "return",
        ];
        let mut last = None;
        for token in tokens {
            match &token {
                TokenTree::Ident(name) => assert!(!LOGIC.contains(&name.to_string().as_str()), "`{name}`"),
                TokenTree::Punct(mark) if mark.as_char() == '!' => macros.extend(last.take()),
                TokenTree::Punct(mark) => assert_ne!(mark.as_char(), '|', "a closure"),
                TokenTree::Group(group) => walk(group.stream(), macros),
                TokenTree::Literal(_) => {}
            }
            last = Some(token.to_string());
        }
    }

    #[test]
    fn a_variable_that_cargo_does_not_set_is_tracked() {
        let tracked = |variable: Option<&str>| {
            let root = Root {
                path: String::new(),
                shown: String::new(),
                variable: variable.map(str::to_owned),
                configured: Configured::default(),
            };
            track(&root).to_string().contains("option_env")
        };
        assert!(tracked(Some("SKILLS")));
        assert!(!tracked(None) && !tracked(Some("OUT_DIR")) && !tracked(Some("CARGO_MANIFEST_DIR")));
    }
}
