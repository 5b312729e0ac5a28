//! What a caller should be shown of a case, worked out from the checked skills and the rules in words, and the comparison
//! with what it is shown. It asks the runtime nothing but through a client.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use skills_authoring::CheckedSkill;

use crate::client::{Client, Wire};
use crate::packs::{Case, Pack};

/// Everything below is by URI, so in the order in which it is to be shown.
pub(crate) struct Model {
    /// Entries of skills that the caller sees, and of those that lists show as well.
    skills: BTreeMap<String, String>,
    listed_skills: BTreeMap<String, String>,
    /// Files that belong to at least one visible skill, with their `Resource` and their bytes.
    files: BTreeMap<String, (String, Vec<u8>)>,
    /// The `Resource` of each `SKILL.md` of a listed skill, and of each file of one.
    listed_skill_mds: BTreeMap<String, String>,
    listed_files: BTreeMap<String, String>,
    /// Directories above visible files, with the `Resource` of each child.
    directories: BTreeMap<String, BTreeMap<String, String>>,
    /// Files, directories and skills that are served to others.
    pub(crate) hidden: BTreeSet<String>,
    /// Texts that only hidden files have.
    secrets: BTreeSet<String>,
}

impl Model {
    pub(crate) fn of(case: &Case) -> Self {
        let mut model = Self {
            skills: BTreeMap::new(),
            listed_skills: BTreeMap::new(),
            files: BTreeMap::new(),
            listed_skill_mds: BTreeMap::new(),
            listed_files: BTreeMap::new(),
            directories: BTreeMap::new(),
            hidden: case.hidden.clone(),
            secrets: BTreeSet::new(),
        };
        for pack in &case.packs {
            model.add(case, pack);
        }
        for uri in model.files.keys() {
            model.hidden.remove(uri);
        }
        // A skill may be hidden though its `SKILL.md` is a file of one around it.
        model.hidden.extend(case.hidden.iter().cloned());
        model
    }

    fn add(&mut self, case: &Case, pack: &Pack) {
        let (files, skills) = (pack.checked.files(), pack.checked.skills());
        let uri_of = |skill: &CheckedSkill| &files[skill.skill_md].uri;
        let is_visible = |skill: &CheckedSkill| !case.hidden.contains(uri_of(skill));
        for skill in skills.iter().filter(|skill| is_visible(skill)) {
            self.skills.insert(uri_of(skill).clone(), skill.entry.clone());
            if skill.listed {
                self.listed_skills.insert(uri_of(skill).clone(), skill.entry.clone());
                let resource = files[skill.skill_md].resource.clone();
                self.listed_skill_mds.insert(uri_of(skill).clone(), resource);
            }
        }
        let folders: BTreeMap<&str, &str> = pack
            .checked
            .directories()
            .iter()
            .map(|folder| (folder.uri.as_str(), folder.resource.as_str()))
            .collect();
        for (row, file) in files.iter().enumerate() {
            let bytes = &pack.files[&file.source];
            let around = || skills.iter().filter(|skill| skill.files.contains(&row));
            if !around().any(is_visible) {
                self.hidden.insert(file.uri.clone());
                self.secrets.extend(secret(bytes));
                continue;
            }
            if around().any(|skill| is_visible(skill) && skill.listed) {
                self.listed_files.insert(file.uri.clone(), file.resource.clone());
            }
            self.files.insert(file.uri.clone(), (file.resource.clone(), bytes.clone()));
            let (mut uri, mut resource) = (file.uri.as_str(), file.resource.as_str());
            while let Some((folder, _)) = uri.rsplit_once('/').filter(|(folder, _)| !folder.ends_with('/')) {
                let children = self.directories.entry(folder.to_owned()).or_default();
                children.insert(uri.to_owned(), resource.to_owned());
                (uri, resource) = (folder, folders[folder]);
            }
        }
        self.hidden.extend(folders.into_keys().map(str::to_owned));
        self.hidden.retain(|uri| !self.directories.contains_key(uri));
    }

    /// Holds everything that a server shows against what it should.
    pub(crate) fn check<W: Wire>(&self, case: &Case, client: &mut Client<W>) {
        let cut = |client: &mut Client<W>, method, params, key, expected: &BTreeMap<String, String>| {
            check_pages(case, client, method, params, key, expected);
        };
        cut(client, "skills/list", json!({}), "skills", &self.listed_skills);
        cut(client, "resources/list", json!({}), "resources", &self.listed_skill_mds);
        for (uri, entry) in &self.skills {
            let got = client.ask("skills/get", json!({"uri": uri})).unwrap();
            assert_eq!(got["skill"], serde_json::from_str::<Value>(entry).unwrap());
        }
        for (uri, (_, bytes)) in &self.files {
            let read = client.ask("resources/read", json!({"uri": uri})).unwrap();
            let contents = &read["contents"][0];
            match str::from_utf8(bytes).ok().filter(|text| !text.contains('\0')) {
                Some(text) => assert_eq!(contents["text"], text, "{uri}"),
                None => assert_eq!(contents["blob"], BASE64_STANDARD.encode(bytes), "{uri}"),
            }
        }
        for (uri, children) in &self.directories {
            cut(client, "resources/directory/read", json!({"uri": uri}), "resources", children);
        }
        self.check_descent(client);
        self.check_hidden(client);
    }

    /// The same for a server that lists all files; only that differs.
    pub(crate) fn check_all_files<W: Wire>(&self, case: &Case, client: &mut Client<W>) {
        check_pages(case, client, "resources/list", json!({}), "resources", &self.listed_files);
        self.check_heard(client);
    }

    /// Whoever descends from the first segments meets every visible file, and each of them once.
    fn check_descent<W: Wire>(&self, client: &mut Client<W>) {
        let first = |uri: &String| uri.split('/').take(3).collect::<Vec<_>>().join("/");
        let mut folders: Vec<String> =
            self.files.keys().map(first).collect::<BTreeSet<_>>().into_iter().collect();
        let mut met = Vec::new();
        while let Some(folder) = folders.pop() {
            let mut params = json!({"uri": folder});
            loop {
                let mut page = client.ask("resources/directory/read", params.clone()).unwrap();
                for child in page["resources"].as_array().unwrap() {
                    let uri = child["uri"].as_str().unwrap().to_owned();
                    if child["mimeType"] == "inode/directory" { folders.push(uri) } else { met.push(uri) }
                }
                if page["nextCursor"].is_null() {
                    break;
                }
                params["cursor"] = page["nextCursor"].take();
            }
        }
        met.sort_unstable();
        assert_eq!(met, self.files.keys().cloned().collect::<Vec<_>>());
    }

    /// What is hidden is refused in the words for what was never there, however it is asked for.
    fn check_hidden<W: Wire>(&self, client: &mut Client<W>) {
        for uri in &self.hidden {
            for method in ["skills/get", "resources/read", "resources/directory/read"] {
                // The file of a hidden skill that another one lists is no secret: only the skill is.
                if self.files.contains_key(uri) && method != "skills/get" {
                    continue;
                }
                for (asked, never) in twins(uri) {
                    let hidden = client.ask(method, json!({"uri": asked})).unwrap_err();
                    let unknown = client.ask(method, json!({"uri": never})).unwrap_err();
                    assert!(hidden.contains(&asked), "{hidden}");
                    assert_eq!(hidden.replace(&asked, &never), unknown, "{method}");
                }
            }
        }
        self.check_heard(client);
    }

    /// No result named anything hidden, or had a text of it.
    fn check_heard<W: Wire>(&self, client: &Client<W>) {
        for uri in self.hidden.iter().filter(|uri| !self.files.contains_key(*uri)) {
            assert!(!client.heard.contains(&format!("\"{uri}\"")), "{uri} is hidden, and was named");
        }
        for secret in &self.secrets {
            assert!(!client.heard.contains(secret.as_str()), "{secret} is hidden, and was shown");
        }
    }

    /// Whether a prefix directory shows what several catalogs have in it.
    pub(crate) fn shares_a_directory(&self, case: &Case) -> bool {
        let owners = |uri: &String| {
            case.packs
                .iter()
                .filter(|pack| pack.checked.directories().iter().any(|folder| folder.uri == *uri))
                .count()
        };
        self.directories.keys().any(|uri| owners(uri) > 1)
    }

    pub(crate) fn has_a_visible_file_of_a_hidden_skill(&self, case: &Case) -> bool {
        case.hidden.iter().any(|uri| self.files.contains_key(uri))
    }
}

/// Each page is as full as the limits let it be, and all of them together are what is expected.
fn check_pages<W: Wire>(
    case: &Case,
    client: &mut Client<W>,
    method: &str,
    mut params: Value,
    key: &str,
    expected: &BTreeMap<String, String>,
) {
    let mut rest = expected.values();
    loop {
        let page = client.ask(method, params.clone()).unwrap();
        let items = page[key].as_array().unwrap();
        let texts: Vec<&String> = rest.by_ref().take(items.len()).collect();
        assert_eq!(texts.len(), items.len(), "{method}: more than there is");
        for (item, text) in items.iter().zip(&texts) {
            assert_eq!(*item, serde_json::from_str::<Value>(text).unwrap(), "{method}");
        }
        let bytes = texts.iter().map(|text| text.len() + 1).sum::<usize>().saturating_sub(1);
        let fits = items.len() <= case.limits.entries && bytes <= case.limits.bytes;
        assert!(fits || items.len() <= 1, "{method}: {} items, {bytes} bytes", items.len());
        match (rest.clone().next(), &page["nextCursor"]) {
            (None, Value::Null) => return,
            (Some(next), Value::String(cursor)) => {
                let full = items.len() == case.limits.entries || bytes + 1 + next.len() > case.limits.bytes;
                assert!(full && !items.is_empty(), "{method}: a page that ends early");
                params["cursor"] = cursor.as_str().into();
            }
            (next, cursor) => panic!("{method}: {next:?} is left, and the cursor is {cursor}"),
        }
    }
}

/// A URI as it is, with another spelling of it, each beside one of the same shape that nobody serves: no name here begins
/// or ends with a `z`.
fn twins(uri: &str) -> [(String, String); 3] {
    let (scheme, path) = uri.split_once("://").unwrap();
    let escaped = format!("{scheme}://%{:02x}{}", path.as_bytes()[0], &path[1..]);
    [
        (uri.to_owned(), format!("{scheme}://z{}", &path[1..])),
        (uri.to_owned(), format!("{}z", &uri[..uri.len() - 1])),
        (escaped, format!("{scheme}://%7a{}", &path[1..])),
    ]
}

/// The text of a file that no other has.
fn secret(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let start = text.find("marker-")?;
    let len = text.get(start..)?.find("-end")? + "-end".len();
    text.get(start..start + len).map(str::to_owned)
}
