//! Links: at every place where one could lead out of the folder, before an installation and during one.
#![cfg(unix)]

use core::sync::atomic::{AtomicBool, Ordering};
use std::os::unix::fs::symlink;
use std::thread;

use super::*;
use crate::sample::Sample;

on_both!(
    nothing_is_written_or_removed_through_a_link,
    the_state_is_not_reached_through_a_link,
    the_folder_itself_may_be_a_link
);

fn version(text: &str) -> &'static Catalog {
    let sample = Sample::new().skill("acme/pdf", text).file("acme/pdf/references/forms.md", text);
    sample.skill("acme/pdf/nested", text).catalog()
}

fn nothing_is_written_or_removed_through_a_link<F: Folder>() {
    for link in ["acme", "acme/pdf", "acme/pdf/SKILL.md", "acme/pdf/references", "acme/pdf/nested"] {
        for catalog in [version("2"), version("1"), Sample::new().catalog()] {
            let temporary = temporary();
            let [folder, outside] = ["skills", "outside"].map(|name| temporary.path().join(name));
            install::<F>(version("1"), &folder).unwrap();
            // The user moved it elsewhere and left a link: what is behind it has exactly the recorded digests.
            fs::rename(folder.join(link), &outside).unwrap();
            symlink(&outside, folder.join(link)).unwrap();
            let (before, behind) = (tree(&folder), whole_tree(&outside));
            let file = fs::read(&outside).ok();
            for installer in [catalog.installer(), catalog.installer().overwrite_changed()] {
                let installation = installer.owner(OWNER).install_to::<F>(&folder).unwrap();
                assert_eq!(whole_tree(&outside), behind, "{link}");
                assert_eq!(fs::read(&outside).ok(), file, "{link}");
                if catalog.is_empty() {
                    assert_eq!(tree(&folder)[link], Node::Link(outside.clone()), "{link} is the user's");
                } else {
                    assert_eq!(refused(&installation)[0], (link, Refusal::Link));
                    assert_eq!(tree(&folder), before);
                }
            }
        }
    }
}

fn the_state_is_not_reached_through_a_link<F: Folder>() {
    for link in ["", "acme", ".lock", "acme/record.sha256"] {
        let temporary = temporary();
        let [folder, outside] = ["skills", "outside"].map(|name| temporary.path().join(name));
        install::<F>(version("1"), &folder).unwrap();
        let link: PathBuf = folder.join(name::STATE).join(link).components().collect();
        fs::rename(&link, &outside).unwrap();
        symlink(&outside, &link).unwrap();
        let (behind, before) = (whole_tree(temporary.path()), tree(&folder));
        let error = install::<F>(version("2"), &folder).unwrap_err();
        assert!(matches!(error, InstallError::NotAFolder { .. } | InstallError::Io { .. }), "{error:?}");
        assert_eq!((whole_tree(temporary.path()), tree(&folder)), (behind, before), "{error}");
    }
    // A tree that someone else put where trees are built and swapped.
    for place in ["acme/stage", "acme/swap"] {
        let temporary = temporary();
        let [folder, outside] = ["skills", "outside"].map(|name| temporary.path().join(name));
        install::<F>(version("1"), &folder).unwrap();
        put(&outside, "acme/pdf/SKILL.md", version("1").file("acme/pdf/SKILL.md").bytes());
        symlink(&outside, folder.join(name::STATE).join(place)).unwrap();
        _ = install::<F>(version("2"), &folder);
        assert_eq!(files(&whole_tree(&outside)).len(), 1, "{place}");
    }
}

fn the_folder_itself_may_be_a_link<F: Folder>() {
    let temporary = temporary();
    let [folder, link] = ["skills", "link"].map(|name| temporary.path().join(name));
    fs::create_dir(&folder).unwrap();
    symlink(&folder, &link).unwrap();
    install::<F>(version("1"), &link).unwrap();
    assert_eq!(files(&tree(&folder)), files_of(version("1")));
}

#[test]
fn folders_swapped_for_links_during_an_installation_lead_nowhere() {
    let temporary = temporary();
    let [folder, outside, aside] = ["skills", "outside", "aside"].map(|name| temporary.path().join(name));
    install::<Native>(version("1"), &folder).unwrap();
    // What is behind the links would be replaced, and removed, had it been reached.
    for path in ["pdf/SKILL.md", "SKILL.md", "pdf/nested/SKILL.md", "references/forms.md", "pdf/x"] {
        put(&outside, path, version("1").file("acme/pdf/SKILL.md").bytes());
    }
    let behind = whole_tree(&outside);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let places = ["acme", "acme/pdf", "acme/pdf/references"].map(|place| folder.join(place));
            while !stop.load(Ordering::Relaxed) {
                for place in &places {
                    if fs::rename(place, &aside).is_ok() {
                        _ = symlink(&outside, place);
                        thread::yield_now();
                        _ = fs::remove_file(place);
                        _ = fs::rename(&aside, place);
                        _ = fs::remove_dir_all(&aside);
                    }
                }
            }
        });
        for round in 0..150 {
            let text = ["2", "3"][round % 2];
            // It may fail or refuse; it may not touch what is outside.
            _ = version(text).installer().owner(OWNER).overwrite_changed().install(&folder);
            if round % 10 == 0 {
                _ = install::<Native>(Sample::new().catalog(), &folder);
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(whole_tree(&outside), behind);
}
