//! The client of the official SDK against the layer, in memory, as a child process and over Streamable HTTP, in both
//! eras: it lists, gets, reads and verifies every skill, and calls the tools beside them. Not the answers to other calls.

use core::error::Error;
use core::time::Duration;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{
    CallToolRequestParams, ClientConfig, GetSkillRequestParams, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceRequestParams, ResourceContents, Skill, SkillResources,
    validate_skills,
};
use rmcp::service::RunningService;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt, RoleClient};
use serde_json::json;
use sha2::{Digest, Sha256};
use skills_runtime::Catalog;
use skills_runtime::rmcp::WithSkills;
use tokio::process::{Child, Command};

use crate::office::Office;
use crate::{SKILLS, VERSIONING};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;
type Client = RunningService<RoleClient, ClientConfig>;

fn eras() -> [(ClientLifecycleMode, ProtocolVersion); 2] {
    let discover = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    [
        (discover, ProtocolVersion::V_2026_07_28),
        (ClientLifecycleMode::Initialize, ProtocolVersion::V_2025_11_25),
    ]
}

#[tokio::test]
async fn in_memory() -> Outcome {
    for (mode, version) in eras() {
        let (near, far) = tokio::io::duplex(1 << 16);
        let server = tokio::spawn(async move {
            let running = rmcp::serve_server(Office::new().with_skills(&SKILLS), far).await.unwrap();
            running.waiting().await.unwrap();
        });
        let client = ClientConfig::default().serve_with_lifecycle(near, mode).await?;
        assert_eq!(client.peer_info().ok_or("no greeting")?.protocol_version, version);
        read_everything(&client, &SKILLS, "../examples/http/skills").await?;
        client.cancel().await?;
        server.await?;
    }
    Ok(())
}

#[tokio::test]
async fn as_a_child_process() -> Outcome {
    let example = example()?;
    for (mode, version) in eras() {
        let child = TokioChildProcess::new(Command::new(&example))?;
        let client = ClientConfig::default().serve_with_lifecycle(child, mode).await?;
        assert_eq!(client.peer_info().ok_or("no greeting")?.protocol_version, version);
        read_everything(&client, &VERSIONING, "../examples/rmcp/skills").await?;
        call_tools(&client).await?;
        client.cancel().await?;
    }
    Ok(())
}

#[tokio::test]
async fn over_http() -> Outcome {
    let (_server, url) = serve(&example()?).await?;
    for (mode, version) in eras() {
        let transport = StreamableHttpClientTransport::from_uri(url.clone());
        let client = ClientConfig::default().serve_with_lifecycle(transport, mode).await?;
        assert_eq!(client.peer_info().ok_or("no greeting")?.protocol_version, version);
        read_everything(&client, &VERSIONING, "../examples/rmcp/skills").await?;
        call_tools(&client).await?;
        client.cancel().await?;
    }
    Ok(())
}

async fn read_everything(client: &Client, catalog: &'static Catalog, folder: &str) -> Outcome {
    // SEP-1, SEP-4, SEP-5, SEP-7: the client refuses to ask a server that has not declared the extension.
    let skills = client.list_all_skills().await?;
    validate_skills(&skills)?;
    let expected: Vec<&str> = catalog.skills().map(|skill| skill.uri()).collect();
    assert_eq!(skills.iter().map(|skill| skill.uri.as_str()).collect::<Vec<_>>(), expected);
    let mut files = 0;
    for skill in &skills {
        files += read_skill(client, skill, folder).await?;
    }
    assert!(files >= catalog.files().len());
    // SEP-9
    for directory in catalog.directories() {
        let params = ReadResourceDirectoryRequestParams::new(directory.uri());
        let children = client.read_resource_directory(params).await?.resources;
        assert_eq!(children.len(), directory.children().len(), "{}", directory.uri());
    }
    let resources = client.list_all_resources().await?;
    for uri in expected {
        assert_eq!(resources.iter().filter(|resource| resource.uri == uri).count(), 1, "{uri}");
    }
    Ok(())
}

/// SEP-8, SEP-10, HOST-1: every file is what the manifest says, and what the file system has.
async fn read_skill(client: &Client, skill: &Skill, folder: &str) -> Outcome<usize> {
    let got = client.get_skill(GetSkillRequestParams::new(&skill.uri)).await?;
    assert_eq!(&got.skill, skill);
    let SkillResources::Files(files) = &skill.resources else {
        return Err(format!("{} is dynamic", skill.uri).into());
    };
    for file in files {
        let contents = client.read_resource(ReadResourceRequestParams::new(&file.uri)).await?.contents;
        let bytes = match contents.as_slice() {
            [ResourceContents::TextResourceContents { text, .. }] => text.clone().into_bytes(),
            [ResourceContents::BlobResourceContents { blob, .. }] => BASE64_STANDARD.decode(blob)?,
            _ => return Err(format!("no content for {}", file.uri).into()),
        };
        file.verify(&bytes)?;
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(file.digest, format!("sha256:{digest}"));
        assert_eq!(bytes, std::fs::read(on_disk(folder, &file.uri)?)?, "{}", file.uri);
    }
    Ok(files.len())
}

fn on_disk(folder: &str, uri: &str) -> Outcome<PathBuf> {
    let path = uri.strip_prefix("skill://").ok_or("another scheme")?;
    let path = percent_encoding::percent_decode_str(path).decode_utf8()?.into_owned();
    Ok(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(path))
}

async fn call_tools(client: &Client) -> Outcome {
    let tools = client.list_all_tools().await?;
    assert_eq!(
        tools.iter().map(|tool| tool.name.as_ref()).collect::<Vec<_>>(),
        ["compare_versions", "next_version"]
    );
    for (name, arguments, expected) in [
        ("compare_versions", json!({"left": "1.10.0", "right": "1.9.3"}), "newer"),
        ("next_version", json!({"current": "0.3.1", "change": "breaking"}), "0.4.0"),
        ("next_version", json!({"current": "2.0.0-rc.1", "change": "fix"}), "2.0.0"),
        (
            "next_version",
            json!({"current": "1.4.18446744073709551615", "change": "fix"}),
            "no number comes after",
        ),
    ] {
        let params = CallToolRequestParams::new(name).with_arguments(serde_json::from_value(arguments)?);
        let result = client.call_tool(params).await?;
        let text = result.content.first().and_then(|block| block.as_text()).ok_or("no text")?;
        assert!(text.text.contains(expected), "{name}: {}", text.text);
    }
    Ok(())
}

/// Builds the example, and says where it is.
fn example() -> Outcome<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = std::process::Command::new(cargo)
        .args(["build", "--package", "skills-example-rmcp", "--message-format", "json", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()?;
    String::from_utf8(output.stdout)?
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or_else(|| "the example was not built".into())
}

/// Starts the example on a port of its own, and waits until it listens.
async fn serve(example: &Path) -> Outcome<(Child, String)> {
    let address = std::net::TcpListener::bind(("127.0.0.1", 0))?.local_addr()?;
    let server = Command::new(example).env("SKILLS_ADDR", address.to_string()).kill_on_drop(true).spawn()?;
    for _ in 0..200 {
        if tokio::net::TcpStream::connect(address).await.is_ok() {
            return Ok((server, format!("http://{address}/mcp")));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(format!("nothing listens on {address}").into())
}
