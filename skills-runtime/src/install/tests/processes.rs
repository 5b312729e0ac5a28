//! Real processes that install to one folder at once, while others read from it.

use core::sync::atomic::{AtomicBool, Ordering};
use std::process::{Child, Command, Stdio};
use std::thread;

use super::*;
use crate::sample::Sample;

const AT: &str = "SKILLS_INSTALL_TOGETHER";
const VERSION: &str = "SKILLS_INSTALL_VERSION";
const ROUNDS: usize = 12;

fn version(number: &str) -> &'static Catalog {
    let text = number.repeat(5_000);
    let sample = Sample::new().skill("acme/pdf", number).file("acme/pdf/references/forms.md", text);
    sample.file(&format!("acme/pdf/{number}.txt"), number).catalog()
}

#[test]
fn processes_wait_for_each_other_and_readers_see_whole_skills() {
    let temporary = temporary();
    let folder = temporary.path().join("skills");
    install::<Native>(version("0"), &folder).unwrap();
    put(&folder, "acme/pdf/mine.txt", "mine");
    let running = AtomicBool::new(true);
    thread::scope(|scope| {
        let readers = [0, 1].map(|_| {
            scope.spawn(|| {
                let mut seen = 0;
                while running.load(Ordering::Relaxed) {
                    let path = folder.join("acme/pdf/references/forms.md");
                    match fs::read(&path) {
                        Ok(bytes) => {
                            assert!(bytes.len() == 5_000 && bytes.iter().all(|byte| *byte == bytes[0]));
                            seen += 1;
                        }
                        // A file of the skill before, between the folder and the file.
                        Err(error) => assert!(cfg!(unix) && error.kind() == io::ErrorKind::NotFound),
                    }
                    if cfg!(any(target_os = "linux", target_vendor = "apple")) {
                        assert!(fs::metadata(folder.join("acme/pdf")).is_ok(), "there is always a skill");
                    }
                }
                seen
            })
        });
        let processes: Vec<Child> = ["1", "2", "3", "4"].map(start(&folder)).into();
        for mut process in processes {
            assert!(process.wait().unwrap().success());
        }
        running.store(false, Ordering::Relaxed);
        for reader in readers {
            assert!(reader.join().unwrap() > 0);
        }
    });
    let found = tree(&folder);
    let mut found = files(&found);
    assert_eq!(found.remove("acme/pdf/mine.txt"), Some(&b"mine"[..]));
    assert!(
        ["1", "2", "3", "4"].iter().any(|number| found == files_of(version(number))),
        "{:?}",
        found.keys()
    );
    no_leftovers(&folder);
    install::<Native>(version("5"), &folder).unwrap();
    assert_eq!(files(&tree(&folder)).len(), 4);
}

fn start(folder: &Path) -> impl Fn(&str) -> Child {
    move |number| {
        Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "install::tests::processes::together"])
            .envs([(AT, folder.as_os_str()), (VERSION, number.as_ref())])
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }
}

#[test]
#[ignore = "one of several; the test above runs it in processes of their own"]
fn together() {
    let (Some(folder), Ok(number)) = (std::env::var_os(AT), std::env::var(VERSION)) else { return };
    let folder = Path::new(&folder);
    for _ in 0..ROUNDS {
        // What another process wrote under the same name is known from the record, never taken for the user's.
        let installation = install::<Native>(version(&number), folder).unwrap();
        assert!(installation.is_complete(), "{installation}");
        thread::yield_now();
    }
}
