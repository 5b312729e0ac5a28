//! From a query to the JSON of its result. Pure: no state, no input or output, no envelope around the result.

use core::fmt::{self, Write};

use crate::catalog::Catalog;
use crate::error::QueryError;
use crate::file::File;
use crate::json;
use crate::page::{List, Page};
use crate::query::{CacheScope, DirectoryRead, Era, Policy, Query, ResourceListing};
use crate::shelf::{Folder, Found, Shelf};
use crate::sink::{Plain, Sink};
use crate::skill::Skill;
use crate::uri::MalformedEscape;

/// The largest integer that every JSON reader keeps.
pub(crate) const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

impl Catalog {
    /// Answers one query. Nothing is written yet: an [`Answer`] is a small value that points into the catalog.
    ///
    /// ```
    /// use skills_runtime::{Catalog, Era, Frame, Policy, Query};
    ///
    /// static SKILLS: Catalog = Catalog::EMPTY;
    /// let answer = SKILLS.answer(Query::ListSkills { cursor: None }, &Policy::new()).unwrap();
    /// let mut result = String::new();
    /// answer.write(&Frame { era: Era::Legacy, server_info: None }, &mut result).unwrap();
    /// assert_eq!(result, r#"{"skills":[]}"#);
    ///
    /// let unknown = SKILLS.answer(Query::GetSkill { uri: "skill://pdf/SKILL.md" }, &Policy::new()).unwrap_err();
    /// assert_eq!(unknown.code(Era::Modern), -32602);
    /// assert_eq!(unknown.to_string(), "no skill is served at skill://pdf/SKILL.md");
    /// ```
    ///
    /// # Errors
    ///
    /// What is not served, and cursors that were not issued: see [`QueryError`] (SEP-8, SEP-9, SEP-10, SEP-15).
    pub fn answer<'q>(
        &'static self,
        query: Query<'q>,
        policy: &Policy,
    ) -> Result<Answer<'static>, QueryError<'q>> {
        Shelf::of(self).answer(query, policy)
    }
}

impl<'s> Shelf<'s> {
    /// Answers one query with what the caller sees.
    pub(crate) fn answer<'q>(self, query: Query<'q>, policy: &Policy) -> Result<Answer<'s>, QueryError<'q>> {
        let page = |list, cursor: Option<&'q str>| {
            Page::cut(self, list, cursor, policy.page_limits)
                .map(Body::Page)
                .map_err(|fault| QueryError::InvalidCursor { cursor: cursor.unwrap_or_default(), fault })
        };
        let body = match query {
            Query::ListSkills { cursor } => page(List::Skills, cursor)?,
            Query::GetSkill { uri } => Body::Entry(self.find_skill(uri)?),
            Query::ReadDirectory { uri, cursor } => match policy.directory_read {
                DirectoryRead::Served => page(List::Children(self.find_folder(uri)?), cursor)?,
                DirectoryRead::NotServed => return Err(QueryError::DirectoryReadNotServed),
            },
            Query::ListResources { cursor } => match policy.resource_listing {
                ResourceListing::SkillFiles => page(List::SkillFiles, cursor)?,
                ResourceListing::AllFiles => page(List::AllFiles, cursor)?,
            },
            Query::ReadResource { uri } => Body::Contents(self.find_file(uri)?),
        };
        Ok(Answer { shelf: self, body, ttl_ms: policy.ttl_ms, cache_scope: policy.cache_scope })
    }

    pub(crate) fn find_skill<'q>(self, uri: &'q str) -> Result<Skill, QueryError<'q>> {
        match self.found(uri)? {
            Some(Found::File(file)) => match file.as_skill() {
                Some(skill) if self.shows(skill) => Ok(skill),
                // A file of a skill around it, to a caller who knows nothing of this one.
                Some(_) => Err(QueryError::UnknownSkill { uri }),
                None => Err(QueryError::NotASkill { uri }),
            },
            Some(Found::Directory(_)) => Err(QueryError::NotASkill { uri }),
            None => Err(QueryError::UnknownSkill { uri }),
        }
    }

    fn find_folder<'q>(self, uri: &'q str) -> Result<Folder<'s>, QueryError<'q>> {
        match self.found(uri)? {
            Some(Found::Directory(directory)) => Ok(self.folder(directory)),
            Some(Found::File(_)) => Err(QueryError::NotADirectory { uri }),
            None => Err(QueryError::UnknownDirectory { uri }),
        }
    }

    pub(crate) fn find_file<'q>(self, uri: &'q str) -> Result<File, QueryError<'q>> {
        match self.found(uri)? {
            Some(Found::File(file)) => Ok(file),
            Some(Found::Directory(_)) => Err(QueryError::NotAFile { uri }),
            None => Err(QueryError::UnknownFile { uri }),
        }
    }

    fn found<'q>(self, uri: &'q str) -> Result<Option<Found>, QueryError<'q>> {
        self.find(uri).map_err(|MalformedEscape| QueryError::MalformedUri { uri })
    }
}

/// The result of a [`Query`], ready to be written: what to write, not the text of it.
#[derive(Clone, Copy)]
pub struct Answer<'s> {
    shelf: Shelf<'s>,
    body: Body<'s>,
    ttl_ms: u64,
    cache_scope: CacheScope,
}

#[derive(Clone, Copy, Debug)]
enum Body<'s> {
    Page(Page<'s>),
    Entry(Skill),
    Contents(File),
}

/// What surrounds an answer, the same for every method.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'f> {
    /// Whether `resultType`, `ttlMs` and `cacheScope` are written (SEP-12).
    pub era: Era,
    /// The server's name and version as the text of a JSON object. On [`Era::Modern`] it is written as it is, under
    /// `_meta`.
    pub server_info: Option<&'f str>,
}

impl Frame<'_> {
    /// What every result begins with (SEP-12); at least one member has to follow.
    pub(crate) fn open<W: Write + ?Sized>(&self, out: &mut W) -> fmt::Result {
        match (self.era, self.server_info) {
            (Era::Legacy, _) => out.write_str("{"),
            (Era::Modern, None) => out.write_str(r#"{"resultType":"complete","#),
            (Era::Modern, Some(server_info)) => {
                out.write_str(r#"{"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":"#)?;
                out.write_str(server_info)?;
                out.write_str("},")
            }
        }
    }

    /// The last members of a result that a client may keep (SEP-12).
    pub(crate) fn write_caching<W: Write + ?Sized>(
        &self,
        ttl_ms: u64,
        cache_scope: CacheScope,
        out: &mut W,
    ) -> fmt::Result {
        if self.era == Era::Legacy {
            return Ok(());
        }
        out.write_str(r#","ttlMs":"#)?;
        json::write_number(out, ttl_ms.min(MAX_SAFE_INTEGER))?;
        out.write_str(match cache_scope {
            CacheScope::Public => r#","cacheScope":"public""#,
            CacheScope::Private => r#","cacheScope":"private""#,
        })
    }
}

impl Answer<'_> {
    /// Writes the result as one JSON object without line breaks. No text but the output is allocated.
    ///
    /// # Errors
    ///
    /// Only what `out` returns.
    pub fn write<W: Write + ?Sized>(&self, frame: &Frame<'_>, out: &mut W) -> fmt::Result {
        self.write_to(frame, &mut Plain(out))
    }

    /// [`write`](Self::write) into what may take embedded data by reference.
    pub(crate) fn write_to<S: Sink>(&self, frame: &Frame<'_>, out: &mut S) -> fmt::Result {
        frame.open(out)?;
        match self.body {
            Body::Page(page) => write_page(out, page, self.shelf)?,
            Body::Entry(skill) => {
                out.write_str(r#""skill":"#)?;
                out.write_embedded(skill.entry())?;
            }
            Body::Contents(file) => write_contents(out, file)?,
        }
        if self.is_cacheable() {
            frame.write_caching(self.ttl_ms, self.cache_scope, out)?;
        }
        out.write_str("}")
    }

    /// How many bytes [`write`](Self::write) writes at most, without the frame's `server_info`; at most 200 too many.
    #[must_use]
    pub fn len_hint(&self) -> usize {
        const FRAME: usize = 190;
        FRAME
            + match self.body {
                Body::Page(page) => page.cut.bytes,
                Body::Entry(skill) => skill.entry().len(),
                Body::Contents(file) => {
                    let content = match file.text() {
                        Some(text) => json::string_len(text),
                        None => json::base64_len(file.bytes()),
                    };
                    json::string_len(file.uri()) + json::string_len(file.media_type()) + content
                }
            }
    }

    /// How many bytes are written at least, known without a look at the content of a file.
    #[cfg(feature = "session")]
    pub(crate) fn least_len(&self) -> usize {
        match self.body {
            Body::Page(page) => page.cut.bytes,
            Body::Entry(skill) => skill.entry().len(),
            Body::Contents(file) => least_content(file),
        }
    }

    /// Everything but a directory read is (SEP-12).
    fn is_cacheable(&self) -> bool {
        !matches!(self.body, Body::Page(Page { list: List::Children(_), .. }))
    }
}

fn write_page<'s, S: Sink>(out: &mut S, page: Page<'s>, shelf: Shelf<'s>) -> fmt::Result {
    out.write_str(match page.list {
        List::Skills => r#""skills":["#,
        List::SkillFiles | List::AllFiles | List::Children(_) => r#""resources":["#,
    })?;
    let mut comma = "";
    for item in page.runs(shelf) {
        out.write_str(comma)?;
        item.write(out)?;
        comma = ",";
    }
    out.write_str("]")?;
    if let Some(cursor) = page.cut.next {
        out.write_str(r#","nextCursor":""#)?;
        cursor.write(out)?;
        out.write_str("\"")?;
    }
    Ok(())
}

impl fmt::Debug for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer").field("body", &self.body).finish_non_exhaustive()
    }
}

fn write_contents<S: Sink>(out: &mut S, file: File) -> fmt::Result {
    out.write_str(r#""contents":["#)?;
    write_content(out, file)?;
    out.write_str("]")
}

/// How many bytes the content of a file is written in at least.
#[cfg(feature = "session")]
pub(crate) fn least_content(file: File) -> usize {
    match file.text() {
        Some(text) => text.len(),
        None => json::base64_len(file.bytes()),
    }
}

/// The contents of a file as one JSON object, with the URI and the media type (SEP-10).
pub(crate) fn write_content<S: Sink>(out: &mut S, file: File) -> fmt::Result {
    out.write_str(r#"{"uri":"#)?;
    json::write_string(out, file.uri())?;
    out.write_str(r#","mimeType":"#)?;
    json::write_string(out, file.media_type())?;
    match file.text() {
        Some(text) => {
            out.write_str(r#","text":"#)?;
            out.write_string(text)?;
        }
        None => {
            out.write_str(r#","blob":"#)?;
            out.write_base64(file.bytes())?;
        }
    }
    out.write_str("}")
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use serde_json::{Value, json};

    use super::*;
    use crate::error::CursorFault;
    use crate::query::PageLimits;
    use crate::sample::{Sample, many, odd, ten_thousand};

    const ERAS: [Era; 2] = [Era::Legacy, Era::Modern];

    /// Writes an answer; checks what holds for every answer.
    fn text(catalog: &'static Catalog, query: Query<'_>, policy: &Policy, era: Era) -> String {
        let answer = catalog.answer(query, policy).unwrap_or_else(|error| panic!("{query:?}: {error}"));
        let mut out = String::new();
        answer.write(&Frame { era, server_info: None }, &mut out).unwrap();
        let hint = answer.len_hint();
        assert!(out.len() <= hint && hint <= out.len() + 200, "{} bytes, {hint} expected", out.len());
        assert!(!out.contains(['\n', '\r']));
        out
    }

    fn ask(catalog: &'static Catalog, query: Query<'_>, policy: &Policy, era: Era) -> Value {
        let text = text(catalog, query, policy, era);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{query:?}: {error} in {text}"))
    }

    fn refuse<'q>(catalog: &'static Catalog, query: Query<'q>) -> QueryError<'q> {
        catalog.answer(query, &Policy::new()).expect_err("a refusal")
    }

    fn limits(entries: usize, bytes: usize) -> Policy {
        let mut policy = Policy::new();
        policy.page_limits = PageLimits { entries, bytes };
        policy
    }

    #[test]
    fn every_result_in_both_eras_to_the_byte() {
        // SEP-12, SEP-4, SEP-9, SEP-10
        let catalog = Sample::new().skill("a/pdf", "PDF").file("a/pdf/x.bin", [0, 1, 2, 3]).catalog();
        let skill = catalog.skill("a/pdf");
        let (entry, directory) = (skill.entry(), catalog.directory("a/pdf").resource());
        let (skill_md, binary) = (skill.skill_md().resource(), catalog.file("a/pdf/x.bin").resource());
        let cases = [
            (Query::ListSkills { cursor: None }, alloc::format!(r#""skills":[{entry}]"#), true),
            (Query::GetSkill { uri: skill.uri() }, alloc::format!(r#""skill":{entry}"#), true),
            (
                Query::ReadDirectory { uri: "skill://a", cursor: None },
                alloc::format!(r#""resources":[{directory}]"#),
                false,
            ),
            (
                Query::ReadDirectory { uri: "skill://a/pdf", cursor: None },
                alloc::format!(r#""resources":[{skill_md},{binary}]"#),
                false,
            ),
            (Query::ListResources { cursor: None }, alloc::format!(r#""resources":[{skill_md}]"#), true),
            (
                Query::ReadResource { uri: skill.uri() },
                String::from(
                    r##""contents":[{"uri":"skill://a/pdf/SKILL.md","mimeType":"text/markdown","text":"---\nname: pdf\ndescription: PDF\n---\n# pdf\n"}]"##,
                ),
                true,
            ),
            (
                Query::ReadResource { uri: "skill://a/pdf/x%2Ebin" },
                String::from(
                    r#""contents":[{"uri":"skill://a/pdf/x.bin","mimeType":"application/octet-stream","blob":"AAECAw=="}]"#,
                ),
                true,
            ),
        ];
        for (query, body, cacheable) in cases {
            assert_eq!(text(catalog, query, &Policy::new(), Era::Legacy), alloc::format!("{{{body}}}"));
            let caching = if cacheable { r#","ttlMs":300000,"cacheScope":"public""# } else { "" };
            let modern = text(catalog, query, &Policy::new(), Era::Modern);
            assert_eq!(modern, alloc::format!(r#"{{"resultType":"complete",{body}{caching}}}"#));
        }
    }

    #[test]
    fn cache_hints_are_the_policy_s() {
        // SEP-12
        let mut policy = Policy::new();
        policy.ttl_ms = 0;
        policy.cache_scope = CacheScope::Private;
        let result = ask(odd(), Query::ListSkills { cursor: None }, &policy, Era::Modern);
        assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
        policy.ttl_ms = u64::MAX;
        let result = ask(odd(), Query::ListSkills { cursor: None }, &policy, Era::Modern);
        assert_eq!(result["ttlMs"], json!(9_007_199_254_740_991_u64));
    }

    #[test]
    fn the_server_s_name_is_written_in_the_modern_era_only() {
        let answer = odd().answer(Query::ListSkills { cursor: None }, &Policy::new()).unwrap();
        for era in ERAS {
            let mut out = String::new();
            answer
                .write(&Frame { era, server_info: Some(r#"{"name":"n","version":"1"}"#) }, &mut out)
                .unwrap();
            let result: Value = serde_json::from_str(&out).unwrap();
            let info = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
            assert_eq!(info, (era == Era::Modern).then_some(&json!({"name": "n", "version": "1"})));
        }
    }

    #[test]
    fn list_and_get_serve_the_same_entry() {
        // SEP-4, SEP-5, SEP-7
        let catalog = odd();
        for era in ERAS {
            let list = ask(catalog, Query::ListSkills { cursor: None }, &Policy::new(), era);
            let entries = list["skills"].as_array().unwrap();
            let uris: Vec<&str> = entries.iter().map(|entry| entry["uri"].as_str().unwrap()).collect();
            assert_eq!(
                uris,
                [
                    "skill://acme/billing-old/SKILL.md",
                    "skill://acme/billing/refunds/SKILL.md",
                    "skill://acme/billing/refunds/nested/inner/SKILL.md",
                    "skill://acme/internal/secret/known/SKILL.md",
                    "skill://scaffold/SKILL.md",
                ]
            );
            for (entry, uri) in entries.iter().zip(uris) {
                assert_eq!(ask(catalog, Query::GetSkill { uri }, &Policy::new(), era)["skill"], *entry);
            }
        }
    }

    #[test]
    fn an_unlisted_skill_is_answered_for() {
        // SEP-8
        let uri = "skill://acme/internal/secret/SKILL.md";
        let result = ask(odd(), Query::GetSkill { uri }, &Policy::new(), Era::Modern);
        assert_eq!(result["skill"]["uri"], uri);
        assert_eq!(result.get("nextCursor"), None);
        let list = text(odd(), Query::ListSkills { cursor: None }, &Policy::new(), Era::Modern);
        assert!(!list.contains(uri));
    }

    #[test]
    fn the_manifest_is_what_can_be_read() {
        // SEP-3, SEP-5, SEP-10: every file of an entry reads as `size` bytes with the digest `digest`, nested ones too.
        let catalog = odd();
        for skill in catalog.skills() {
            let entry: Value = serde_json::from_str(skill.entry()).unwrap();
            let resources = entry["resources"].as_array().unwrap();
            assert_eq!(resources.len(), skill.files().len());
            for (resource, file) in resources.iter().zip(skill.files()) {
                let uri = resource["uri"].as_str().unwrap();
                assert_eq!(uri, file.uri());
                let result = ask(catalog, Query::ReadResource { uri }, &Policy::new(), Era::Modern);
                let contents = &result["contents"][0];
                assert_eq!(contents["uri"], uri);
                assert_eq!(resource["size"], file.size());
                assert_eq!(resource["digest"], alloc::format!("sha256:{}", file.digest_hex()));
                match core::str::from_utf8(file.bytes()) {
                    Ok(text) if !text.contains('\0') => assert_eq!(contents["text"], text),
                    _ => assert!(contents["blob"].is_string() && contents.get("text").is_none()),
                }
            }
        }
    }

    #[test]
    fn text_or_blob_is_decided_by_the_bytes() {
        // SEP-10
        let read =
            |uri| ask(odd(), Query::ReadResource { uri }, &Policy::new(), Era::Legacy)["contents"][0].clone();
        assert_eq!(read("skill://acme/billing/refunds/logo.bin")["blob"], "AJ+Slv8=");
        assert_eq!(read("skill://acme/internal/secret/key.txt")["blob"], "bnVsAA==");
        assert_eq!(read("skill://acme/billing/refunds/empty")["text"], "");
        let policy = "Within 30 days.\r\n\tSay \"yes\" \\ \u{1}\u{2028}é\n";
        assert_eq!(read("skill://acme/billing/refunds/references/policy.md")["text"], policy);
    }

    #[test]
    fn what_is_no_skill_is_refused_by_get() {
        // SEP-8
        for uri in
            ["skill://acme/billing/refunds", "skill://acme", "skill://scaffold/assets/template/SKILL.md"]
        {
            assert_eq!(refuse(odd(), Query::GetSkill { uri }), QueryError::NotASkill { uri });
        }
        for uri in ["", "acme/billing/refunds/SKILL.md", "skill://acme/SKILL.md", "other://scaffold/SKILL.md"]
        {
            assert_eq!(refuse(odd(), Query::GetSkill { uri }), QueryError::UnknownSkill { uri });
        }
        let uri = "skill://%";
        assert_eq!(refuse(odd(), Query::GetSkill { uri }), QueryError::MalformedUri { uri });
    }

    #[test]
    fn what_is_no_file_is_refused_by_read() {
        // SEP-10
        let uri = "skill://acme/billing/refunds";
        assert_eq!(refuse(odd(), Query::ReadResource { uri }), QueryError::NotAFile { uri });
        let uri = "skill://acme/billing/refunds/missing.md";
        assert_eq!(refuse(odd(), Query::ReadResource { uri }), QueryError::UnknownFile { uri });
        let uri = "skill://acme/billing/refunds/%x";
        assert_eq!(refuse(odd(), Query::ReadResource { uri }), QueryError::MalformedUri { uri });
    }

    #[test]
    fn what_is_no_directory_is_refused_by_a_directory_read() {
        // SEP-9
        let uri = "skill://acme/billing/refunds/SKILL.md";
        assert_eq!(
            refuse(odd(), Query::ReadDirectory { uri, cursor: None }),
            QueryError::NotADirectory { uri }
        );
        for uri in ["skill://acme/", "skill://", "skill://nothing", "acme"] {
            assert_eq!(
                refuse(odd(), Query::ReadDirectory { uri, cursor: None }),
                QueryError::UnknownDirectory { uri }
            );
        }
        let uri = "skill://acme%";
        assert_eq!(
            refuse(odd(), Query::ReadDirectory { uri, cursor: None }),
            QueryError::MalformedUri { uri }
        );
        let mut policy = Policy::new();
        policy.directory_read = DirectoryRead::NotServed;
        let query = Query::ReadDirectory { uri: "skill://acme", cursor: None };
        assert_eq!(odd().answer(query, &policy).unwrap_err(), QueryError::DirectoryReadNotServed);
    }

    #[test]
    fn every_directory_shows_its_direct_children() {
        // SEP-9: prefix directories too, the same `Resource` as everywhere, canonical URIs.
        let catalog = odd();
        for directory in catalog.directories() {
            let query = Query::ReadDirectory { uri: directory.uri(), cursor: None };
            let result = ask(catalog, query, &Policy::new(), Era::Modern);
            assert_eq!((result.get("ttlMs"), result.get("cacheScope")), (None, None));
            let mut expected: Vec<(&str, &str)> = catalog
                .files()
                .map(|file| (file.uri(), file.resource()))
                .chain(catalog.directories().map(|child| (child.uri(), child.resource())))
                .filter(|(uri, _)| uri.rsplit_once('/').is_some_and(|(parent, _)| parent == directory.uri()))
                .collect();
            expected.sort_unstable();
            let expected: Vec<Value> =
                expected.iter().map(|(_, resource)| serde_json::from_str(resource).unwrap()).collect();
            assert_eq!(result["resources"], Value::from(expected));
        }
    }

    #[test]
    fn resource_lists_show_what_the_policy_says() {
        // SEP-11
        let catalog = odd();
        let mut policy = Policy::new();
        let result = ask(catalog, Query::ListResources { cursor: None }, &policy, Era::Legacy);
        let resources = result["resources"].as_array().unwrap();
        assert_eq!(resources.len(), 5);
        for resource in resources {
            let skill = catalog.skill(resource["uri"].as_str().unwrap());
            assert_eq!(resource["name"], skill.name());
            assert_eq!(resource["description"], skill.description());
            assert_eq!(resource["mimeType"], "text/markdown");
        }
        policy.resource_listing = ResourceListing::AllFiles;
        let result = ask(catalog, Query::ListResources { cursor: None }, &policy, Era::Legacy);
        let uris =
            result["resources"].as_array().unwrap().iter().map(|resource| resource["uri"].as_str().unwrap());
        let expected = catalog.files().map(crate::File::uri).filter(|uri| {
            !uri.starts_with("skill://acme/internal/secret/")
                || uri.starts_with("skill://acme/internal/secret/known/")
        });
        assert_eq!(uris.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }

    #[test]
    fn a_catalog_without_skills_has_empty_lists() {
        static NONE: Catalog = Catalog::EMPTY;
        assert_eq!(
            ask(&NONE, Query::ListSkills { cursor: None }, &Policy::new(), Era::Legacy),
            json!({"skills": []})
        );
        let result = ask(&NONE, Query::ListResources { cursor: None }, &Policy::new(), Era::Legacy);
        assert_eq!(result, json!({"resources": []}));
    }

    /// All pages of a list: the items of each.
    fn walk<'q>(
        catalog: &'static Catalog,
        policy: &Policy,
        query: impl for<'c> Fn(Option<&'c str>) -> Query<'c>,
    ) -> Vec<Vec<Value>> {
        let mut pages = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            let mut result = ask(catalog, query(cursor.as_deref()), policy, Era::Modern);
            let key = if result.get("skills").is_some() { "skills" } else { "resources" };
            pages.push(result[key].as_array().unwrap().clone());
            assert!(pages.len() < 10_000, "the walk does not end");
            match result["nextCursor"].take() {
                Value::String(next) => cursor = Some(next),
                // SEP-7: left out on the last page, not null.
                _ => {
                    let text = text(catalog, query(cursor.as_deref()), policy, Era::Modern);
                    assert!(!text.contains("nextCursor"));
                    return pages;
                }
            }
        }
    }

    #[test]
    fn a_walk_shows_each_item_once_in_order_whatever_the_limits() {
        // SEP-7, SEP-9
        for catalog in [odd(), many(1), many(23)] {
            let directory =
                catalog.directories().max_by_key(|directory| directory.children().len()).unwrap().uri();
            check_walks(catalog, ResourceListing::SkillFiles, |cursor| Query::ListSkills { cursor });
            check_walks(catalog, ResourceListing::SkillFiles, |cursor| Query::ListResources { cursor });
            check_walks(catalog, ResourceListing::AllFiles, |cursor| Query::ListResources { cursor });
            check_walks(catalog, ResourceListing::SkillFiles, |cursor| Query::ReadDirectory {
                uri: directory,
                cursor,
            });
        }
    }

    fn check_walks(
        catalog: &'static Catalog,
        listing: ResourceListing,
        query: impl for<'c> Fn(Option<&'c str>) -> Query<'c> + Copy,
    ) {
        let mut policy = limits(usize::MAX, usize::MAX);
        policy.resource_listing = listing;
        let all = walk(catalog, &policy, query).concat();
        let sizes: Vec<usize> = all.iter().map(|item| serde_json::to_string(item).unwrap().len()).collect();
        let total = sizes.iter().sum::<usize>() + sizes.len();
        for entries in 0..=all.len() + 1 {
            policy.page_limits = PageLimits { entries, bytes: usize::MAX };
            let pages = walk(catalog, &policy, query);
            let most = entries.max(1);
            let (last, full) = pages.split_last().unwrap();
            assert!(
                full.iter().all(|page| page.len() == most) && (1..=most).contains(&last.len()),
                "{entries}"
            );
            assert_eq!(pages.concat(), all);
        }
        for bytes in (0..total + 2).step_by(1 + total / 100) {
            policy.page_limits = PageLimits { entries: usize::MAX, bytes };
            let pages = walk(catalog, &policy, query);
            for page in &pages {
                let len = serde_json::to_string(page).unwrap().len() - 2;
                assert!(page.len() == 1 || len <= bytes, "{len} bytes where {bytes} are allowed");
            }
            // No page could have taken the first item of the next.
            for pair in pages.windows(2) {
                let joined = [&pair[0][..], &pair[1][..1]].concat();
                assert!(serde_json::to_string(&joined).unwrap().len() - 2 > bytes);
            }
            assert_eq!(pages.concat(), all);
        }
    }

    #[test]
    fn ten_thousand_skills_take_few_pages() {
        let catalog = ten_thousand();
        let pages = walk(catalog, &Policy::new(), |cursor| Query::ListSkills { cursor });
        assert_eq!(pages.iter().map(Vec::len).sum::<usize>(), 10_000);
        assert!(pages.len() <= 10, "{} pages", pages.len());
        let uris: Vec<&str> = pages.iter().flatten().map(|entry| entry["uri"].as_str().unwrap()).collect();
        assert!(uris.is_sorted() && uris.iter().copied().eq(catalog.skills().map(crate::Skill::uri)));
    }

    #[test]
    fn only_cursors_of_this_list_and_build_are_taken() {
        // SEP-7, SEP-9
        let catalog = odd();
        let policy = limits(1, usize::MAX);
        let next =
            |query| String::from(ask(catalog, query, &policy, Era::Modern)["nextCursor"].as_str().unwrap());
        let directory = |uri| move |cursor| Query::ReadDirectory { uri, cursor };
        let skills = next(Query::ListSkills { cursor: None });
        let resources = next(Query::ListResources { cursor: None });
        let children = next(directory("skill://acme")(None));
        let fault = |catalog: &'static Catalog, query, policy: &Policy| match catalog.answer(query, policy) {
            Err(QueryError::InvalidCursor { fault, .. }) => Some(fault),
            Ok(_) => None,
            Err(other) => panic!("{other}"),
        };
        let all_files = {
            let mut policy = policy;
            policy.resource_listing = ResourceListing::AllFiles;
            policy
        };
        let misplaced = [
            (Query::ListSkills { cursor: Some(&resources) }, policy),
            (Query::ListSkills { cursor: Some(&children) }, policy),
            (Query::ListResources { cursor: Some(&skills) }, policy),
            (Query::ListResources { cursor: Some(&resources) }, all_files),
            (directory("skill://acme/billing")(Some(&children)), policy),
            (directory("skill://acme")(Some(&skills)), policy),
        ];
        for (query, policy) in misplaced {
            assert_eq!(fault(catalog, query, &policy), Some(CursorFault::Misplaced), "{query:?}");
        }
        assert_eq!(fault(catalog, Query::ListSkills { cursor: Some(&skills) }, &policy), None);
        assert_eq!(
            fault(many(5), Query::ListSkills { cursor: Some(&skills) }, &policy),
            Some(CursorFault::Stale)
        );
        for cursor in ["", "x", "null", "0", &skills[1..]] {
            let query = Query::ListSkills { cursor: Some(cursor) };
            assert_eq!(fault(catalog, query, &policy), Some(CursorFault::Unknown), "{cursor}");
        }
    }
}
