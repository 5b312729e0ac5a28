//! Credentials by their shape: what issuers' tokens and private keys look like in a text. It opens no file and reports
//! nothing.

use core::ops::Range;

/// Something in a text that opens a door.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Credential {
    /// What it is, with its article.
    pub(crate) kind: &'static str,
    /// What to point at: the token, or the first line of a key.
    pub(crate) span: Range<usize>,
    /// What must never be shown.
    pub(crate) secret: Range<usize>,
}

/// What tokens of one issuer look like.
struct Shape {
    kind: &'static str,
    prefix: &'static str,
    /// A byte of the prefix that is rare in texts, and where in the prefix it is. Only at such a byte is anything compared:
    /// searching a byte is cheap where code runs unoptimised, and searching a word is not.
    anchor: (u8, usize),
    alphabet: fn(u8) -> bool,
    /// How many characters follow the prefix.
    length: Range<usize>,
}

const fn shape(
    kind: &'static str,
    prefix: &'static str,
    anchor: (u8, usize),
    alphabet: fn(u8) -> bool,
    length: Range<usize>,
) -> Shape {
    Shape { kind, prefix, anchor, alphabet, length }
}

const MANY: usize = 1_000;

const SHAPES: &[Shape] = &[
    shape("an AWS access key", "AKIA", (b'K', 1), upper, 16..17),
    shape("an AWS access key", "ASIA", (b'I', 2), upper, 16..17),
    shape("a Google API key", "AIza", (b'I', 1), dashed, 35..36),
    shape("a Google client secret", "GOCSPX-", (b'-', 6), dashed, 28..29),
    shape("a GitHub token", "ghp_", (b'_', 3), alphanumeric, 36..MANY),
    shape("a GitHub token", "gho_", (b'_', 3), alphanumeric, 36..MANY),
    shape("a GitHub token", "ghu_", (b'_', 3), alphanumeric, 36..MANY),
    shape("a GitHub token", "ghs_", (b'_', 3), alphanumeric, 36..MANY),
    shape("a GitHub token", "ghr_", (b'_', 3), alphanumeric, 36..MANY),
    shape("a GitHub token", "github_pat_", (b'_', 10), underscored, 82..MANY),
    shape("a GitLab token", "glpat-", (b'-', 5), dashed, 20..MANY),
    shape("a Slack token", "xoxa-", (b'-', 4), dashed, 24..MANY),
    shape("a Slack token", "xoxb-", (b'-', 4), dashed, 24..MANY),
    shape("a Slack token", "xoxp-", (b'-', 4), dashed, 24..MANY),
    shape("a Slack token", "xoxr-", (b'-', 4), dashed, 24..MANY),
    shape("a Slack token", "xoxs-", (b'-', 4), dashed, 24..MANY),
    shape("a Stripe key", "sk_live_", (b'_', 7), alphanumeric, 24..MANY),
    shape("a Stripe key", "rk_live_", (b'_', 7), alphanumeric, 24..MANY),
    shape("an npm token", "npm_", (b'_', 3), alphanumeric, 36..37),
    shape("a PyPI token", "pypi-", (b'-', 4), dashed, 85..MANY),
    shape("a Docker Hub token", "dckr_pat_", (b'_', 8), dashed, 27..MANY),
    shape("a Hugging Face token", "hf_", (b'_', 2), alphanumeric, 34..35),
    shape("an Anthropic key", "sk-ant-", (b'-', 6), dashed, 80..MANY),
    shape("an OpenAI key", "sk-proj-", (b'-', 7), dashed, 40..MANY),
];

/// The credentials in `text`, in their order. None is a token that says that it is none (`EXAMPLE`, `your`, `xxx`), that
/// goes on from a word, or that is not of full length.
pub(crate) fn credentials(text: &str) -> Vec<Credential> {
    let mut found = Vec::new();
    for anchor in ['K', 'I', '_', '-'] {
        let mut from = 0;
        while let Some(ahead) = text.get(from..).and_then(|rest| rest.find(anchor)) {
            let at = from + ahead;
            from = at + 1;
            if goes_on(text.as_bytes(), at) {
                found.extend(token(text, at));
            }
            if anchor == 'K' {
                found.extend(private_key(text, at));
            }
        }
    }
    found.sort_by_key(|credential| credential.span.start);
    found
}

/// Whether what is around byte `at` goes on for longer than words do, and is no line of a table. Written for code that
/// runs unoptimised: nearly all of the bytes that are looked at end here.
fn goes_on(bytes: &[u8], at: usize) -> bool {
    const SHORTEST: usize = 16;
    let Some(ahead) = bytes.get(at + 1..).and_then(|rest| rest.first_chunk::<SHORTEST>()) else {
        return false;
    };
    if let [b'-', ..] = ahead {
        return false;
    }
    for byte in ahead {
        if !matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'-') {
            return false;
        }
    }
    true
}

/// The token whose anchor is byte `at`.
fn token(text: &str, at: usize) -> Option<Credential> {
    let bytes = text.as_bytes();
    let anchor = *bytes.get(at)?;
    let shape = SHAPES.iter().find(|shape| {
        let starts = shape.anchor.0 == anchor && at >= shape.anchor.1;
        starts
            && bytes.get(at - shape.anchor.1..).is_some_and(|rest| rest.starts_with(shape.prefix.as_bytes()))
    })?;
    let start = at - shape.anchor.1;
    let secret = start + shape.prefix.len();
    let rest = bytes.get(secret..)?;
    let length = rest.iter().position(|byte| !(shape.alphabet)(*byte)).unwrap_or(rest.len());
    let before = start.checked_sub(1).and_then(|before| bytes.get(before));
    let is_word = !before.copied().is_some_and(underscored)
        && !rest.get(length).copied().is_some_and(underscored)
        && shape.length.contains(&length);
    let token = text.get(start..secret + length).filter(|token| is_word && !is_made_up(token, "xxx"))?;
    Some(Credential { kind: shape.kind, span: start..start + token.len(), secret: secret..secret + length })
}

/// The private key whose first line has its `KEY` at byte `at`: the header, and below it the key itself.
fn private_key(text: &str, at: usize) -> Option<Credential> {
    const BEGIN: &str = "-----BEGIN ";
    let rest = text.get(at..)?.strip_prefix("KEY")?;
    let rest = rest.strip_prefix(" BLOCK").unwrap_or(rest).strip_prefix("-----")?;
    let before = text.get(..at)?.strip_suffix("PRIVATE ")?;
    let start = before.rfind(BEGIN)?;
    let kind = before.get(start + BEGIN.len()..)?;
    if !kind.bytes().all(|byte| upper(byte) || byte == b' ') {
        return None;
    }
    let body = text.len() - rest.len();
    let end = rest.find("-----END").unwrap_or_else(|| rest.find("\n\n").unwrap_or(rest.len()));
    let key = rest.get(..end)?;
    (holds_key(key) && !is_made_up(key, "xxxxxxxx") && !key.contains("...") && !key.contains('…'))
        .then(|| Credential { kind: "a private key", span: start..body, secret: body..body + end })
}

/// Whether `body` begins with a line of base64, after headers and whatever a string in a program has around its lines.
fn holds_key(body: &str) -> bool {
    const LINES: usize = 8;
    const SHORTEST: usize = 20;
    let is_base64 = |byte: u8| alphanumeric(byte) || b"+/=".contains(&byte);
    let is_around = |edge: char| edge.is_whitespace() || "\"'`+,;#>|*\\()".contains(edge);
    let body = body.replace("\\n", "\n");
    let lines = body.lines().map(|line| line.trim_matches(is_around)).filter(|line| !line.is_empty());
    let mut lines = lines.take(LINES).filter(|line| !line.contains(": "));
    lines.next().is_some_and(|line| line.len() >= SHORTEST && line.bytes().all(is_base64))
}

/// Whether `token` says of itself that it is none.
fn is_made_up(token: &str, filler: &str) -> bool {
    let token = token.to_ascii_lowercase();
    ["example", "your", filler].iter().any(|word| token.contains(word))
}

fn upper(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn underscored(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn dashed(byte: u8) -> bool {
    underscored(byte) || byte == b'-'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No token is written out here: whoever scans this file would report it.
    fn filled(prefix: &str, length: usize) -> String {
        let letters = "A7bQ2cD9eF4gH1jK6mN3pR8sT5uV0wX";
        prefix.chars().chain(letters.chars().cycle().take(length)).collect()
    }

    fn kinds(text: &str) -> Vec<&'static str> {
        credentials(text).into_iter().map(|credential| credential.kind).collect()
    }

    fn key(label: &str, line: &str) -> String {
        let edge = "-".repeat(5);
        format!("{edge}BEGIN {label}PRIVATE KEY{edge}\n{line}\n{line}\n{edge}END {label}PRIVATE KEY{edge}\n")
    }

    #[test]
    fn every_shape_is_found_at_its_length_and_at_no_other() {
        for shape in SHAPES {
            let (anchor, offset) = shape.anchor;
            assert_eq!(shape.prefix.as_bytes()[offset], anchor, "{}", shape.prefix);
            let filled = |length: usize| {
                let token = filled(shape.prefix, length);
                if (shape.alphabet)(b'a') { token } else { token.to_uppercase() }
            };
            let prefix = filled(0).len();
            let token = filled(shape.length.start);
            let token = token.replacen(&filled(0), shape.prefix, 1);
            for text in
                [token.clone(), format!("é {token}\n"), format!("key=\"{token}\""), format!("x-{token}.")]
            {
                let found = credentials(&text);
                let [credential] = found.as_slice() else { panic!("{text}: {found:?}") };
                assert_eq!(credential.kind, shape.kind);
                assert_eq!(&text[credential.span.clone()], token);
                assert_eq!(text[credential.secret.clone()], token[prefix..]);
            }
            assert_eq!(kinds(&token[..token.len() - 1]), [""; 0], "{token}");
            assert_eq!(kinds(&format!("x{token}")), [""; 0], "{token}");
            assert_eq!(kinds(&format!("_{token}")), [""; 0], "{token}");
            for word in ["EXAMPLE", "your", "xXx"] {
                let made_up = format!("{}{word}{}", shape.prefix, &token[prefix + word.len()..]);
                assert_eq!(kinds(&made_up), [""; 0], "{made_up}");
            }
        }
        let exact = filled("npm_", 37);
        assert_eq!(kinds(&exact), [""; 0]);
    }

    #[test]
    fn words_that_only_look_alike_are_none() {
        for text in [
            "ghp_ is the prefix of a token, AKIA that of a key",
            "export GITHUB_TOKEN=ghp_<token>",
            "sk_live_...",
            "risk-assessment-of-something-that-is-long-enough-to-be-a-token",
            "npm_config_registry_of_this_package_is_not_a_token",
            "MAKIAVELLIAN ASIA AIza",
            "the -----BEGIN PRIVATE KEY----- line comes first, then the key",
        ] {
            assert_eq!(kinds(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_private_key_is_its_header_and_what_follows() {
        let line = filled("MII", 61);
        for label in ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "] {
            let text = format!("# key\n{}rest\n", key(label, &line));
            let found = credentials(&text);
            let [credential] = found.as_slice() else { panic!("{text}: {found:?}") };
            assert_eq!(credential.kind, "a private key");
            assert_eq!(&text[credential.span.clone()], format!("-----BEGIN {label}PRIVATE KEY-----"));
            assert_eq!(text[credential.secret.clone()], format!("\n{line}\n{line}\n"));
        }
        let text = key("", &line);
        for text in [
            text.replace('\n', "\\n"),
            text.replace('\n', "\n    "),
            text.replace('\n', "\\n\" +\n  \""),
            text.replace("KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n"),
            text.replace("KEY-----", "KEY BLOCK-----"),
            text.split("\n-----END").next().unwrap().to_owned(),
        ] {
            assert_eq!(kinds(&text), ["a private key"], "{text}");
        }
    }

    #[test]
    fn a_key_that_is_left_out_is_none() {
        for line in [
            "...",
            "MIIEvQIBADANBgkqhkiG9w0B...",
            "<base64>",
            "your key",
            "MIIEXAMPLEMIIEXAMPLEMIIEXAMPLE",
            "",
            "short",
        ] {
            assert_eq!(kinds(&key("", line)), [""; 0], "{line}");
        }
        assert_eq!(kinds(&key("", &filled("", 64)).replace("PRIVATE", "PUBLIC")), [""; 0]);
    }
}
