//! The merged server as a process: what both catalogs have is there, in one order, byte for byte as it is on disk.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

#[test]
fn both_catalogs_are_served_as_one() {
    // SEP-4, SEP-5, SEP-7, SEP-10
    let mut process = Process::start();
    let list = process.call("skills/list", &json!({}));
    let entries = list["skills"].as_array().unwrap();
    assert_eq!(
        entries.iter().map(|entry| entry["uri"].as_str().unwrap()).collect::<Vec<_>>(),
        [
            "skill://billing/bank-reconciliation/SKILL.md",
            "skill://billing/credit-notes/SKILL.md",
            "skill://billing/payment-reminders/SKILL.md",
            "skill://customer-letters/SKILL.md",
        ],
        "the second is of the binary, its neighbours are of the pack"
    );
    let mut disk = on_disk();
    for entry in entries {
        let got = process.call("skills/get", &json!({"uri": entry["uri"]}));
        assert_eq!(got["skill"], *entry);
        for resource in entry["resources"].as_array().unwrap() {
            let uri = resource["uri"].as_str().unwrap();
            let bytes = disk.remove(uri).unwrap();
            assert_eq!(resource["digest"], sha256(&bytes), "{uri}");
            assert_eq!(resource["size"], bytes.len(), "{uri}");
            let read = process.call("resources/read", &json!({"uri": uri}));
            assert_eq!(read["contents"][0]["text"].as_str().unwrap().as_bytes(), bytes, "{uri}");
        }
    }
    assert_eq!(disk.keys().collect::<Vec<_>>(), Vec::<&String>::new(), "on disk, and not served");
    process.end();
}

#[test]
fn a_prefix_of_both_is_one_directory() {
    // SEP-9
    let mut process = Process::start();
    let directory = process.call("resources/directory/read", &json!({"uri": "skill://billing"}));
    let children = directory["resources"].as_array().unwrap();
    assert_eq!(
        children.iter().map(|child| child["name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["bank-reconciliation", "credit-notes", "payment-reminders"]
    );
    process.end();
}

/// Every file of both, by the URI it should have.
fn on_disk() -> BTreeMap<String, Vec<u8>> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = BTreeMap::new();
    let mut folders = vec![
        ("skill://".to_owned(), examples.join("packs/skills")),
        ("skill://billing/".to_owned(), examples.join("skill-pack/skills")),
    ];
    while let Some((base, folder)) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let uri = format!("{base}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                folders.push((uri + "/", entry.path()));
            } else {
                found.insert(uri, fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

fn sha256(bytes: &[u8]) -> String {
    let hex: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_skills-example-packs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output) }
    }

    fn call(&mut self, method: &str, params: &Value) -> Value {
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        writeln!(self.input, "{request}").unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let mut answer: Value = serde_json::from_str(&line).unwrap();
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].take()
    }

    fn end(self) {
        let Self { mut child, input, .. } = self;
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}
