//! The client of the official Rust SDK against our server: it lists, gets, reads and verifies the whole example catalog
//! over HTTP and over a child process, in both protocol eras. Not a test of the server's own texts: see `session`.

use core::error::Error;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{
    CacheScope, ClientConfig, GetSkillRequestParams, ProtocolVersion, ReadResourceDirectoryRequestParams,
    ReadResourceRequestParams, Resource, ResourceContents, ResultType, Skill, SkillIntegrityError,
    SkillResource, SkillResources, validate_skills,
};
use rmcp::service::RunningService;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceError};
use skills_runtime::{Catalog, Server, embed_skills, http};

static SKILLS: Catalog = embed_skills!("../examples/http/skills", allow(not_packaged));

type Outcome = Result<(), Box<dyn Error>>;
type Client = RunningService<RoleClient, ClientConfig>;

#[tokio::test]
async fn over_http_since_2026_07_28() -> Outcome {
    over_http(discover()).await
}

#[tokio::test]
async fn over_http_before_2026_07_28() -> Outcome {
    over_http(ClientLifecycleMode::Initialize).await
}

#[tokio::test]
async fn over_stdio_since_2026_07_28() -> Outcome {
    over_stdio(discover()).await
}

#[tokio::test]
async fn over_stdio_before_2026_07_28() -> Outcome {
    over_stdio(ClientLifecycleMode::Initialize).await
}

/// A client that does not know which era it meets must end in the newer one, and not by falling back.
#[tokio::test]
async fn a_probing_client_finds_the_newer_era() -> Outcome {
    let mode = ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        legacy_version: Some(ProtocolVersion::V_2025_11_25),
    };
    let child = tokio::process::Command::new(env!("CARGO_BIN_EXE_skills-tests-stdio"));
    let client = ClientConfig::default().serve_with_lifecycle(TokioChildProcess::new(child)?, mode).await?;
    assert_eq!(version_of(&client)?, ProtocolVersion::V_2026_07_28);
    client.cancel().await?;
    Ok(())
}

async fn over_http(mode: ClientLifecycleMode) -> Outcome {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    let url = format!("http://{}/mcp", listener.local_addr()?);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = tokio::spawn(http::serve(listener, http::router(Server::new(&SKILLS)), async {
        let _ = stopped.await;
    }));
    let transport = StreamableHttpClientTransport::from_uri(url);
    let client = ClientConfig::default().serve_with_lifecycle(transport, mode.clone()).await?;
    read_everything(&client, &mode).await?;
    client.cancel().await?;
    drop(stop);
    server.await??;
    Ok(())
}

async fn over_stdio(mode: ClientLifecycleMode) -> Outcome {
    let child = tokio::process::Command::new(env!("CARGO_BIN_EXE_skills-tests-stdio"));
    let client =
        ClientConfig::default().serve_with_lifecycle(TokioChildProcess::new(child)?, mode.clone()).await?;
    read_everything(&client, &mode).await?;
    client.cancel().await?;
    Ok(())
}

fn discover() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

fn version_of(client: &Client) -> Result<ProtocolVersion, Box<dyn Error>> {
    Ok(client.peer_info().ok_or("no server information")?.protocol_version.clone())
}

async fn read_everything(client: &Client, mode: &ClientLifecycleMode) -> Outcome {
    let modern = *mode != ClientLifecycleMode::Initialize;
    let expected = if modern { ProtocolVersion::V_2026_07_28 } else { ProtocolVersion::V_2025_11_25 };
    assert_eq!(version_of(client)?, expected);

    // SEP-1, SEP-4, SEP-5, SEP-7: the client refuses to ask a server that has not declared the extension.
    let skills = client.list_all_skills().await?;
    validate_skills(&skills)?;
    assert_eq!(
        skills.iter().map(|skill| skill.uri.as_str()).collect::<Vec<_>>(),
        SKILLS.skills().map(|skill| skill.uri()).collect::<Vec<_>>()
    );
    let mut files = BTreeSet::new();
    for skill in &skills {
        files.extend(read_skill(client, skill, &expected).await?);
    }
    assert_eq!(files.len(), SKILLS.files().len());
    check_resource_list(client, &skills).await?;
    assert_eq!(walk_directories(client, &skills).await?, files);
    check_errors(client, &skills, &expected).await
}

/// SEP-3, SEP-8, SEP-10, HOST-1: every file is what the manifest says, and what the file system has.
async fn read_skill(
    client: &Client,
    skill: &Skill,
    era: &ProtocolVersion,
) -> Result<Vec<String>, Box<dyn Error>> {
    let got = client.get_skill(GetSkillRequestParams::new(&skill.uri)).await?;
    assert_eq!(&got.skill, skill);
    // SEP-12
    let hints = (got.result_type.clone(), got.ttl_ms, got.cache_scope);
    if era.has_initialize() {
        assert_eq!(hints, (None, None, None));
    } else {
        assert_eq!(hints, (Some(ResultType::COMPLETE), Some(300_000), Some(CacheScope::Public)));
    }
    let SkillResources::Files(files) = &skill.resources else {
        return Err(format!("{} is dynamic", skill.uri).into());
    };
    for file in files {
        let bytes = read(client, &file.uri).await?;
        file.verify(&bytes)?;
        refuses_changes(file, &bytes);
        assert_eq!(bytes, std::fs::read(on_disk(&file.uri)?)?, "{}", file.uri);
    }
    Ok(files.iter().map(|file| file.uri.clone()).collect())
}

/// That `verify` accepts the file means something only if it refuses another one.
fn refuses_changes(file: &SkillResource, bytes: &[u8]) {
    let mut longer = bytes.to_vec();
    longer.push(b'\n');
    assert!(matches!(file.verify(&longer), Err(SkillIntegrityError::Size { .. })));
    let mut changed = bytes.to_vec();
    if let Some(byte) = changed.last_mut() {
        *byte ^= 1;
        assert!(matches!(file.verify(&changed), Err(SkillIntegrityError::Digest { .. })));
    }
}

/// SEP-11: the listed resources are the skills, described by their frontmatter.
async fn check_resource_list(client: &Client, skills: &[Skill]) -> Outcome {
    let listed = client.list_all_resources().await?;
    assert_eq!(listed.len(), skills.len());
    for (resource, skill) in listed.iter().zip(skills) {
        assert_eq!(resource.uri, skill.uri);
        assert_eq!(resource.mime_type.as_deref(), Some("text/markdown"));
        assert_eq!(resource.name, skill.frontmatter.name);
        assert_eq!(resource.description.as_ref(), Some(&skill.frontmatter.description));
    }
    Ok(())
}

/// SEP-9: everything can be reached by descending from the first segments, prefix directories included.
async fn walk_directories(client: &Client, skills: &[Skill]) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut files = BTreeSet::new();
    let mut pending: BTreeSet<String> = skills.iter().map(|skill| top_directory(&skill.uri)).collect();
    while let Some(directory) = pending.pop_first() {
        for child in children(client, &directory).await? {
            assert!(child.uri.starts_with(&format!("{directory}/")), "{} in {directory}", child.uri);
            if child.is_directory() {
                pending.insert(child.uri.clone());
            } else {
                files.insert(child.uri.clone());
            }
        }
    }
    Ok(files)
}

async fn children(client: &Client, directory: &str) -> Result<Vec<Resource>, ServiceError> {
    let mut children = Vec::new();
    let mut params = ReadResourceDirectoryRequestParams::new(directory);
    loop {
        let page = client.read_resource_directory(params).await?;
        children.extend(page.resources);
        let Some(cursor) = page.next_cursor else { return Ok(children) };
        params = ReadResourceDirectoryRequestParams::new(directory).with_cursor(cursor);
    }
}

/// SEP-8, SEP-9, SEP-10, SEP-15.
async fn check_errors(client: &Client, skills: &[Skill], era: &ProtocolVersion) -> Outcome {
    let unknown = "skill://no-such-skill/SKILL.md";
    let skill = &skills.first().ok_or("no skill")?.uri;
    is_refused(client.get_skill(GetSkillRequestParams::new(unknown)).await, -32602, unknown)?;
    let directory = ReadResourceDirectoryRequestParams::new(skill);
    is_refused(client.read_resource_directory(directory).await, -32602, skill)?;
    let code = if era.has_initialize() { -32002 } else { -32602 };
    is_refused(client.read_resource(ReadResourceRequestParams::new(unknown)).await, code, unknown)
}

fn is_refused<T>(answer: Result<T, ServiceError>, code: i32, uri: &str) -> Outcome {
    match answer {
        Ok(_) => Err(format!("an answer for {uri}").into()),
        Err(ServiceError::McpError(error)) => {
            assert_eq!(error.code.0, code, "{uri}: {error:?}");
            assert!(error.message.contains(uri), "{uri}: {error:?}");
            Ok(())
        }
        Err(other) => Err(other.into()),
    }
}

async fn read(client: &Client, uri: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut contents = client.read_resource(ReadResourceRequestParams::new(uri)).await?.contents;
    assert_eq!(contents.len(), 1, "{uri}");
    match contents.pop() {
        Some(ResourceContents::TextResourceContents { text, .. }) => Ok(text.into_bytes()),
        Some(ResourceContents::BlobResourceContents { blob, .. }) => Ok(BASE64_STANDARD.decode(blob)?),
        _ => Err(format!("no content for {uri}").into()),
    }
}

fn on_disk(uri: &str) -> Result<PathBuf, Box<dyn Error>> {
    let path = uri.strip_prefix("skill://").ok_or("another scheme")?;
    let path = percent_encoding::percent_decode_str(path).decode_utf8()?.into_owned();
    Ok(Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/http/skills").join(path))
}

fn top_directory(uri: &str) -> String {
    let path = uri.trim_start_matches("skill://");
    format!("skill://{}", path.split('/').next().unwrap_or(path))
}
