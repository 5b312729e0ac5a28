//! The media type of a file, by its name first. Whether it is served as text is decided by its bytes, elsewhere.

use crate::manifest::FileKind;

/// The media type of the file called `name`.
pub(crate) fn media_type(name: &str, kind: FileKind) -> &'static str {
    let by_name = NAMES.iter().find(|(known, _)| *known == name).map(|(_, media_type)| *media_type);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let by_extension = || {
        let extension = extension.as_deref()?;
        let listed = EXTENSIONS.iter().find(|(known, _)| known.contains(&extension));
        listed.map(|(_, media_type)| *media_type).or_else(|| mime_guess::from_ext(extension).first_raw())
    };
    by_name.or_else(by_extension).unwrap_or(match kind {
        FileKind::Text => "text/plain",
        FileKind::Bytes => "application/octet-stream",
    })
}

/// Files that are known by their whole name.
const NAMES: &[(&str, &str)] = &[
    ("CMakeLists.txt", "text/x-cmake"),
    ("Dockerfile", "text/x-dockerfile"),
    ("Makefile", "text/x-makefile"),
];

/// What the table of the web servers lacks, or calls a video.
const EXTENSIONS: &[(&[&str], &str)] = &[
    (&["bash", "sh", "zsh"], "text/x-shellscript"),
    (&["bat", "cmd"], "text/x-batch"),
    (&["c", "h"], "text/x-c"),
    (&["cc", "cpp", "cxx", "hpp"], "text/x-c++"),
    (&["cfg", "conf", "env", "ini", "lock", "log", "properties"], "text/plain"),
    (&["cjs", "js", "mjs"], "text/javascript"),
    (&["cs"], "text/x-csharp"),
    (&["cts", "mts", "ts", "tsx"], "text/x-typescript"),
    (&["diff", "patch"], "text/x-diff"),
    (&["go"], "text/x-go"),
    (&["java"], "text/x-java"),
    (&["json5", "jsonc"], "application/json5"),
    (&["jsonl", "ndjson"], "application/jsonl"),
    (&["jsx"], "text/jsx"),
    (&["kt", "kts"], "text/x-kotlin"),
    (&["lua"], "text/x-lua"),
    (&["markdown", "md"], "text/markdown"),
    (&["mdx"], "text/mdx"),
    (&["php"], "text/x-php"),
    (&["pl", "pm"], "text/x-perl"),
    (&["ps1", "psm1"], "text/x-powershell"),
    (&["py", "pyi"], "text/x-python"),
    (&["r"], "text/x-r"),
    (&["rb"], "text/x-ruby"),
    (&["rs"], "text/x-rust"),
    (&["scala"], "text/x-scala"),
    (&["sql"], "application/sql"),
    (&["swift"], "text/x-swift"),
    (&["tex"], "text/x-tex"),
    (&["toml"], "application/toml"),
    (&["vue"], "text/x-vue"),
    (&["yaml", "yml"], "application/yaml"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide_before_bytes() {
        for (name, media_type) in [
            ("SKILL.md", "text/markdown"),
            ("index.ts", "text/x-typescript"),
            ("run.py", "text/x-python"),
            ("run.sh", "text/x-shellscript"),
            ("lib.rs", "text/x-rust"),
            ("data.json", "application/json"),
            ("data.jsonl", "application/jsonl"),
            ("x.toml", "application/toml"),
            ("x.yaml", "application/yaml"),
            ("x.yml", "application/yaml"),
            ("x.csv", "text/csv"),
            ("x.html", "text/html"),
            ("x.txt", "text/plain"),
            ("x.xml", "text/xml"),
            ("logo.PNG", "image/png"),
            ("logo.svg", "image/svg+xml"),
            ("font.woff2", "font/woff2"),
            ("form.pdf", "application/pdf"),
            ("x.zip", "application/zip"),
            ("Makefile", "text/x-makefile"),
        ] {
            assert_eq!(media_type_of(name), [media_type; 2], "{name}");
        }
    }

    #[test]
    fn bytes_decide_where_names_say_nothing() {
        for name in ["LICENSE", "x.unheard-of", "x.", ""] {
            assert_eq!(media_type_of(name), ["text/plain", "application/octet-stream"], "{name}");
        }
    }

    fn media_type_of(name: &str) -> [&'static str; 2] {
        [media_type(name, FileKind::Text), media_type(name, FileKind::Bytes)]
    }
}
