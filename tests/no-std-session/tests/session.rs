//! The crate on a machine that has everything: its answers are those of the session, and sound. Then the same without an
//! operating system, where they have to be the same bytes.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use skills_runtime::{MESSAGE_LIMIT, Meta, Session};
use skills_tests_no_std_session::{CONVERSATION, Link, SKILLS, converse, server};

#[test]
fn every_message_is_answered_through_the_rings_as_by_the_session() {
    let mut session = Session::new(server());
    let lines = CONVERSATION.lines().filter(|line| !line.is_empty());
    let direct = lines.filter_map(|line| session.receive(line.as_bytes(), &Meta::stream()).body);
    assert_eq!(answers(CONVERSATION.as_bytes()), direct.collect::<Vec<_>>());
}

#[test]
fn both_eras_are_served_whole() {
    // SEP-1, SEP-4, SEP-5, SEP-7, SEP-8, SEP-9, SEP-10, SEP-12
    let answers = by_id();
    let mut served = BTreeMap::new();
    let mut codes = Vec::new();
    for request in CONVERSATION.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let Some(answer) = request["id"].as_u64().map(|id| &answers[&id]) else { continue };
        let (method, uri) = (request["method"].as_str().unwrap(), request["params"]["uri"].as_str());
        let is_modern = request["params"]["_meta"].is_object();
        if let Some(code) = answer["error"]["code"].as_i64() {
            codes.push((is_modern, method.to_owned(), code));
            continue;
        }
        let result = &answer["result"];
        assert_eq!(result["resultType"] == "complete", is_modern, "{answer}");
        assert_eq!(result["ttlMs"].is_u64(), is_modern && method != "resources/directory/read", "{answer}");
        if let Some(uri) = uri {
            served.insert((is_modern, method.to_owned(), uri.to_owned()), result.clone());
        }
    }
    let declared = &answers[&1]["result"]["capabilities"]["extensions"]["io.modelcontextprotocol/skills"];
    assert_eq!(declared["directoryRead"], true);

    for is_modern in [true, false] {
        let result = |method: &str, uri: &str| &served[&(is_modern, method.to_owned(), uri.to_owned())];
        for skill in SKILLS.skills() {
            let entry: Value = serde_json::from_str(skill.entry()).unwrap();
            assert_eq!(result("skills/get", skill.uri())["skill"], entry);
        }
        for file in SKILLS.files() {
            let disk = Path::new(env!("CARGO_MANIFEST_DIR")).join("skills").join(file.path());
            let disk = std::fs::read(disk).unwrap();
            let hex: String = Sha256::digest(&disk).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(file.digest_hex(), hex);
            let contents = &result("resources/read", file.uri())["contents"][0];
            match str::from_utf8(&disk) {
                Ok(text) if !text.contains('\0') => assert_eq!(contents["text"], text),
                _ => assert_eq!(contents["blob"], "UDQKOCA4CgA8QoGBQjwA"),
            }
        }
        let names = |uri: &str| -> Vec<_> {
            let children = result("resources/directory/read", uri)["resources"].as_array().unwrap().iter();
            children.map(|child| child["name"].as_str().unwrap()).collect()
        };
        assert_eq!(names("skill://pumps"), ["bleeding"]);
        assert_eq!(names("skill://pumps/bleeding"), ["bleeding", "assets", "references", "winter"]);
        assert_eq!(names("skill://pumps/bleeding/assets"), ["valve.pbm"]);

        let not_found = if is_modern { -32602 } else { -32002 };
        let expected = [
            ("skills/get", -32602),
            ("skills/get", -32602),
            ("resources/read", -32602),
            ("resources/read", not_found),
            ("resources/directory/read", -32602),
            ("skills/list", -32602),
            ("tools/list", -32601),
        ];
        let mine: Vec<_> = codes
            .iter()
            .filter(|(modern, ..)| *modern == is_modern)
            .map(|(_, method, code)| (method.as_str(), *code))
            .take(expected.len())
            .collect();
        assert_eq!(mine, expected, "modern: {is_modern}");
    }
    assert_eq!(codes.last().map(|(.., code)| *code), Some(-32022), "a revision that nobody serves");
}

#[test]
fn a_line_over_the_limit_is_answered_once_and_forgotten() {
    let mut input = vec![b' '; MESSAGE_LIMIT];
    let ping = br#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
    // The longest that is read, and one more.
    input.splice(..ping.len(), *ping);
    input.push(b'\n');
    input.extend(vec![b' '; 3 * MESSAGE_LIMIT]);
    input.push(b'\n');
    input.extend(ping);
    input.push(b'\n');
    let pong = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#;
    let mut refusal = String::new();
    Session::new(server()).refuse_oversized(&mut refusal);
    assert_eq!(answers(&input), [pong, refusal.as_str(), pong]);
}

#[test]
fn a_session_needs_nothing_but_an_allocator() {
    let arguments =
        ["tree", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p} {f}", "--offline"];
    let tree = run(cargo(".").args(arguments));
    assert!(tree.contains("skills-runtime"), "{tree}");
    for line in tree.lines() {
        let name = line.split(' ').next().unwrap();
        let known = ["skills-tests-no-std-session", "skills-runtime", "serde", "serde_core", "serde_json"];
        let small = ["itoa", "memchr", "zmij"];
        assert!(known.contains(&name) || small.contains(&name), "{line}");
        let features = line.rsplit(' ').next().unwrap();
        assert!(!features.split(',').any(|feature| feature == "std"), "{line}");
    }
}

/// Linked without std and without a C library: what would need them does not link.
#[test]
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
fn without_an_operating_system_it_says_the_same() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("freestanding");
    run(cargo("freestanding").args(["build", "--quiet", "--target-dir"]).arg(&target));
    let printed = run(&mut Command::new(target.join("debug/skills-tests-freestanding")));
    assert_eq!(printed.lines().collect::<Vec<_>>(), answers(CONVERSATION.as_bytes()));
}

/// What comes back through the rings, line by line.
fn answers(input: &[u8]) -> Vec<String> {
    let (mut link, mut bytes) = (Link::new(server()), Vec::new());
    converse(&mut link, input, |chunk| bytes.extend_from_slice(chunk));
    String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
}

fn by_id() -> BTreeMap<u64, Value> {
    let answers = answers(CONVERSATION.as_bytes()).into_iter();
    let parsed = answers.map(|answer| serde_json::from_str::<Value>(&answer).unwrap());
    parsed.filter_map(|answer| Some((answer["id"].as_u64()?, answer))).collect()
}

/// Cargo in a folder of this crate, without what the cargo that runs this test has set.
fn cargo(folder: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).env_remove("RUSTFLAGS");
    command
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
