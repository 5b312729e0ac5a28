//! The grammar of the arguments. Every mistake is reported at its own token, all of them at once; what an option means
//! for a skill is not known here.

use core::fmt::Display;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use skills_authoring::{Globs, Level, Options};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{Error, LitStr, Result, Token, bracketed, parenthesized, token};

use crate::locate::{Root, locate};

/// What the arguments of one call say.
pub(crate) struct Input {
    /// The first argument: findings point at it.
    pub(crate) path: LitStr,
    /// The folder it names.
    pub(crate) root: Root,
    /// What all the others say.
    pub(crate) options: Options,
}

/// Takes off the `$crate` that the macro in the runtime puts in front.
pub(crate) fn split(arguments: TokenStream) -> Result<(TokenTree, TokenStream)> {
    let mut arguments = arguments.into_iter();
    match (arguments.next(), arguments.next()) {
        (Some(runtime @ TokenTree::Ident(_)), Some(TokenTree::Punct(comma))) if comma.as_char() == ',' => {
            Ok((runtime, arguments.collect()))
        }
        _ => Err(Error::new(Span::call_site(), "call `skills_runtime::embed_skills!` instead")),
    }
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut arguments = Arguments::default();
        let mut located = None;
        arguments.part(input, &mut |arguments, input| {
            let text = "expected the folder of the skills, a string such as `\"skills/\"`";
            let path = string(input, text)?;
            let root = locate(&path)?;
            arguments.options = root.configured.options.clone();
            located = Some((root, path));
            Ok(())
        })?;
        while !input.is_empty() {
            arguments.part(input, &mut Arguments::option)?;
        }
        match (located, arguments.faults) {
            (Some((root, path)), None) => Ok(Self { path, root, options: arguments.options }),
            (_, Some(faults)) => Err(faults),
            (None, None) => Err(input.error("expected a folder")),
        }
    }
}

/// What has been read so far, right and wrong.
#[derive(Default)]
struct Arguments {
    options: Options,
    given: Vec<Ident>,
    faults: Option<Error>,
}

type Read<'r> = &'r mut dyn FnMut(&mut Arguments, ParseStream<'_>) -> Result<()>;

impl Arguments {
    fn option(&mut self, input: ParseStream<'_>) -> Result<()> {
        let name = input.call(Ident::parse_any);
        let name = expected(name, "expected an option, such as `exclude = [\"drafts/**\"]`")?;
        match name.to_string().as_str() {
            "allow" => self.levels(input, &name, Level::Allow)?,
            "warn" => self.levels(input, &name, Level::Warn)?,
            "deny" => self.levels(input, &name, Level::Deny)?,
            "prefix" => at(&self.text(input, &name, "acme")?, |text| self.options.set_prefix(text))?,
            "scheme" => at(&self.text(input, &name, "skill")?, |text| self.options.set_scheme(text))?,
            "exclude" => self.options.exclude = self.globs(input, &name)?,
            "include" => self.options.include = self.globs(input, &name)?,
            "ordinary" => self.options.ordinary = self.globs(input, &name)?,
            "unlisted" => self.options.unlisted = self.globs(input, &name)?,
            unknown => return Err(Error::new(name.span(), Options::unknown(unknown))),
        }
        Ok(())
    }

    /// `= "…"`
    fn text(&mut self, input: ParseStream<'_>, name: &Ident, example: &str) -> Result<LitStr> {
        self.once(name);
        let example = format!("expected a string: `{name} = \"{example}\"`");
        expected(input.parse::<Token![=]>(), &example)?;
        string(input, &example)
    }

    /// `= ["…", "…"]`
    fn globs(&mut self, input: ParseStream<'_>, name: &Ident) -> Result<Globs> {
        self.once(name);
        let example = format!("expected a list of globs: `{name} = [\"drafts/**\"]`");
        expected(input.parse::<Token![=]>(), &example)?;
        if !input.peek(token::Bracket) {
            return Err(input.error(example));
        }
        let list;
        let span = bracketed!(list in input).span.join();
        let mut patterns = Vec::new();
        self.list(&list, name, span, &mut |_, list| {
            let glob = string(list, "expected a glob, a string such as `\"drafts/**\"`")?;
            at(&glob, |glob| Globs::parse(&[glob.to_owned()]))?;
            patterns.push(glob.value());
            Ok(())
        })?;
        Globs::parse(&patterns).map_err(|error| Error::new(span, error))
    }

    /// `(rule, rule)`
    fn levels(&mut self, input: ParseStream<'_>, name: &Ident, level: Level) -> Result<()> {
        if !input.peek(token::Paren) {
            return Err(input.error(format!("expected the names of rules: `{name}(crlf)`")));
        }
        let list;
        let span = parenthesized!(list in input).span.join();
        self.list(&list, name, span, &mut |arguments, list| {
            let rule = rule(list)?;
            let set = arguments.options.set_level(&rule.to_string(), level);
            set.map_err(|error| Error::new(rule.span(), error))
        })
    }

    fn list(&mut self, list: ParseStream<'_>, name: &Ident, span: Span, read: Read<'_>) -> Result<()> {
        if list.is_empty() {
            self.fault(Error::new(span, format!("nothing is named here; leave `{name}` out")));
        }
        while !list.is_empty() {
            self.part(list, read)?;
        }
        Ok(())
    }

    /// Reads up to the next comma. What is broken is skipped, so that the mistakes after it are reported too.
    fn part(&mut self, input: ParseStream<'_>, read: Read<'_>) -> Result<()> {
        if let Err(fault) = read(self, input) {
            self.fault(fault);
            while !input.is_empty() && !input.peek(Token![,]) {
                input.parse::<TokenTree>()?;
            }
        }
        if !input.is_empty() && input.parse::<Option<Token![,]>>()?.is_none() {
            self.fault(input.error("expected `,`"));
        }
        Ok(())
    }

    fn once(&mut self, name: &Ident) {
        if self.given.contains(name) {
            self.fault(Error::new(name.span(), format!("`{name}` is given twice")));
        }
        self.given.push(name.clone());
    }

    fn fault(&mut self, fault: Error) {
        match &mut self.faults {
            Some(faults) => faults.combine(fault),
            None => self.faults = Some(fault),
        }
    }
}

fn rule(input: ParseStream<'_>) -> Result<Ident> {
    const TEXT: &str = "expected the name of a rule, without quotes and without `skills::`";
    let rule = expected(input.call(Ident::parse_any), TEXT)?;
    if input.peek(Token![::]) { Err(Error::new(rule.span(), TEXT)) } else { Ok(rule) }
}

fn string(input: ParseStream<'_>, text: &str) -> Result<LitStr> {
    const SUFFIX: &str = "a string has no suffix: a blank or a comma is missing behind it";
    let string: LitStr = expected(input.parse(), text)?;
    if string.suffix().is_empty() { Ok(string) } else { Err(Error::new(string.span(), SUFFIX)) }
}

/// Tries the value of a literal; what is wrong with it is wrong at the literal.
fn at<T, E: Display>(text: &LitStr, set: impl FnOnce(&str) -> core::result::Result<T, E>) -> Result<T> {
    set(&text.value()).map_err(|error| Error::new(text.span(), error))
}

/// The same mistake in our words.
fn expected<T>(parsed: Result<T>, text: &str) -> Result<T> {
    parsed.map_err(|error| Error::new(error.span(), text))
}

#[cfg(test)]
mod tests {
    use skills_authoring::{RULES, Rule};

    use super::*;

    fn parsed(arguments: &str) -> Input {
        syn::parse_str(arguments).unwrap_or_else(|error| panic!("{arguments}: {error}"))
    }

    /// The source text and the message of every mistake.
    fn faults(arguments: &str) -> Vec<(String, String)> {
        let Err(error) = syn::parse_str::<Input>(arguments) else { panic!("{arguments} has no fault") };
        error
            .into_iter()
            .map(|error| (error.span().source_text().unwrap_or_default(), error.to_string()))
            .collect()
    }

    /// Each line is a source text and a message, with ` | ` between.
    fn check(arguments: &str, expected: &[&str]) {
        let found: Vec<_> = faults(arguments).iter().map(|(at, text)| format!("{at} | {text}")).collect();
        assert_eq!(found, expected, "{arguments}");
    }

    #[test]
    fn a_path_is_enough() {
        for arguments in [r#""skills/""#, r#""skills/","#, r##"r#"skills/"#"##, r#""\x73kills/","#] {
            let input = parsed(arguments);
            assert_eq!(input.path.value(), "skills/");
            assert_eq!(Some(input.root.path.as_str()), concat!(env!("CARGO_MANIFEST_DIR"), "/skills").into());
        }
    }

    #[test]
    fn options_come_in_any_order() {
        let input = parsed(
            r###""skills/", deny(pedantic), unlisted = ["internal/**"], warn(description_length, too_many_files,),
            ordinary = [r"a/*", r#"b/**"#,], include = [".editorconfig"], exclude = ["drafts/**"], scheme = "acme+skill",
            prefix = "acme/team", allow(name_non_ascii), deny(description_length),"###,
        );
        let level = |name| input.options.level(Rule::named(name).unwrap());
        assert_eq!(level("too_many_files"), Level::Warn);
        assert_eq!(level("name_non_ascii"), Level::Allow);
        assert_eq!(level("description_length"), Level::Deny, "the last one wins");
        assert!(RULES.iter().all(|rule| rule.level != Level::Allow || level(rule.name) == Level::Deny));
        assert_eq!(input.options.exclude.patterns(), ["drafts/**"]);
        assert_eq!(input.options.include.patterns(), [".editorconfig"]);
        assert_eq!(input.options.ordinary.patterns(), ["a/*", "b/**"]);
        assert_eq!(input.options.unlisted.patterns(), ["internal/**"]);
    }

    #[test]
    fn a_literal_that_passed_through_another_macro_is_still_a_path() {
        let path = proc_macro2::Group::new(proc_macro2::Delimiter::None, quote::quote!("skills/"));
        let input: Input = syn::parse2(quote::quote!(#path, prefix = "acme")).unwrap();
        assert_eq!(input.path.value(), "skills/");
    }

    #[test]
    fn the_path_is_a_string_and_comes_first() {
        const EXPECTED: &str = r#"expected the folder of the skills, a string such as `"skills/"`"#;
        check("", &[&format!(" | {EXPECTED}")]);
        check("SKILLS", &[&format!("SKILLS | {EXPECTED}")]);
        check("b\"skills/\"", &[&format!("b\"skills/\" | {EXPECTED}")]);
        check("concat!(\"a\", \"b\")", &[&format!("concat | {EXPECTED}")]);
        let suffixed =
            |at: &str| format!("{at} | a string has no suffix: a blank or a comma is missing behind it");
        check("\"skills\"foo", &[&suffixed("\"skills\"foo")]);
        check("\"a\", prefix = \"x\"y, exclude = [\"b\"c]", &[&suffixed("\"x\"y"), &suffixed("\"b\"c")]);
        check("prefix = \"acme\"", &[&format!("prefix | {EXPECTED}")]);
        check("\"\"", &["\"\" | the path is empty; name the folder of the skills, such as `skills/`"]);
        check(
            "\"skills\" \"more\"",
            &[
                "\"more\" | expected `,`",
                "\"more\" | expected an option, such as `exclude = [\"drafts/**\"]`",
            ],
        );
    }

    #[test]
    fn an_unknown_word_gets_the_nearest() {
        check("\"a\", prefx = \"x\"", &["prefx | unknown option `prefx`; did you mean `prefix`?"]);
        check("\"a\", exlude = [\"x\"]", &["exlude | unknown option `exlude`; did you mean `exclude`?"]);
        check(
            "\"a\", forbid(crlf)",
            &[
                "forbid | unknown option `forbid`; there are `prefix`, `scheme`, `exclude`, `include`, `ordinary`, `unlisted`, \
             `allow`, `warn`, `deny`",
            ],
        );
        check(
            "\"a\", warn(descripton_length)",
            &["descripton_length | unknown rule `descripton_length`; did you mean `description_length`?"],
        );
        check("\"a\", deny(pedantc)", &["pedantc | unknown rule `pedantc`; did you mean `pedantic`?"]);
    }

    #[test]
    fn a_level_that_cannot_be_or_changes_nothing_is_a_fault() {
        check(
            "\"a\", allow(name_length)",
            &["name_length | `name_length` cannot be lowered: nothing conforming could be served"],
        );
        check(
            "\"a\", deny(description_length)",
            &["description_length | `description_length` is at level deny already"],
        );
        const NAME: &str = "expected the name of a rule, without quotes and without `skills::`";
        check("\"a\", allow(\"crlf\")", &[&format!("\"crlf\" | {NAME}")]);
        check("\"a\", allow(skills::crlf, 1)", &[&format!("skills | {NAME}"), &format!("1 | {NAME}")]);
        check("\"a\", allow = [crlf]", &["= | expected the names of rules: `allow(crlf)`"]);
        check("\"a\", warn()", &["() | nothing is named here; leave `warn` out"]);
    }

    #[test]
    fn a_value_of_another_kind_is_a_fault() {
        check("\"a\", prefix(\"x\")", &["( | expected a string: `prefix = \"acme\"`"]);
        check("\"a\", prefix = 1", &["1 | expected a string: `prefix = \"acme\"`"]);
        check("\"a\", prefix", &[" | expected a string: `prefix = \"acme\"`"]);
        check("\"a\", scheme = 'x'", &["'x' | expected a string: `scheme = \"skill\"`"]);
        check("\"a\", exclude = \"x\"", &["\"x\" | expected a list of globs: `exclude = [\"drafts/**\"]`"]);
        check(
            "\"a\", exclude = [1, \"b\", x]",
            &[
                "1 | expected a glob, a string such as `\"drafts/**\"`",
                "x | expected a glob, a string such as `\"drafts/**\"`",
            ],
        );
        check("\"a\", exclude = []", &["[] | nothing is named here; leave `exclude` out"]);
        check("\"a\", prefix = \"\"", &["\"\" | the prefix is empty; leave it away"]);
        check(
            "\"a\", prefix = \"a//b\"",
            &["\"a//b\" | the prefix has an empty segment; write it like `acme/billing`"],
        );
        check("\"a\", scheme = \"1a\"", &["\"1a\" | a scheme starts with a letter, not with `1`"]);
        let [(at, text)] = &faults("\"a\", exclude = [\"ok/**\", \"a[\"]")[..] else { panic!("one fault") };
        assert_eq!(at, "\"a[\"");
        assert!(text.starts_with("`a[` is no glob: "), "{text}");
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        check(
            "\"$UNSET_IN_TESTS/x\", prefx = \"x\", exclude = [], exclude = [2] unlisted = [\"/a\"],, warn(nonsense)",
            &[
                "\"$UNSET_IN_TESTS/x\" | the environment variable `UNSET_IN_TESTS` is not set",
                "prefx | unknown option `prefx`; did you mean `prefix`?",
                "[] | nothing is named here; leave `exclude` out",
                "exclude | `exclude` is given twice",
                "2 | expected a glob, a string such as `\"drafts/**\"`",
                "unlisted | expected `,`",
                "\"/a\" | `/a` is no glob: a glob is relative to the root and does not start with `/`",
                ", | expected an option, such as `exclude = [\"drafts/**\"]`",
                "nonsense | unknown rule `nonsense`",
            ],
        );
    }

    #[test]
    fn nothing_that_can_be_written_panics() {
        let parts = [
            "\"a\"", ",", "=", "exclude", "[", "]", "(", ")", "warn", "crlf", "::", "1", "'x", "#", "{", "}",
        ];
        let mut state = 7_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..state % 12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(parts[(state >> 33) as usize % parts.len()]);
                text.push(' ');
            }
            state = state.wrapping_add(1);
            if let Ok(tokens) = text.parse::<TokenStream>() {
                drop(split(tokens.clone()));
                drop(syn::parse2::<Input>(tokens));
            }
        }
    }

    #[test]
    fn only_the_macro_of_the_runtime_calls_it() {
        assert!(split(quote::quote!(crate, "skills/")).is_ok());
        assert!(split(quote::quote!("skills/")).is_err());
        assert!(split(TokenStream::new()).is_err());
    }
}
