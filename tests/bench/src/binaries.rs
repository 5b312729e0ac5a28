//! Building what is measured: servers over an input, in a profile, as cargo builds them for anyone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::inputs::Input;

/// Where binaries are built, and kept under names of their own.
pub(crate) struct Binaries {
    target: PathBuf,
    kept: PathBuf,
}

/// Who wrote the server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maker {
    Ours,
    Rmcp,
}

#[derive(Clone, Copy)]
pub(crate) enum Transport {
    Stdio,
    Http,
}

#[derive(Clone, Copy)]
pub(crate) enum Profile {
    Release,
    /// The documented profile of a small server.
    Small,
}

#[derive(Clone, Copy)]
pub(crate) enum Linkage {
    Dynamic,
    Static,
}

impl Binaries {
    pub(crate) fn new() -> Result<Self> {
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| crate::checkout().join("target"), PathBuf::from)
            .join("bench");
        let kept = target.join("kept");
        fs::create_dir_all(&kept)?;
        Ok(Self { target, kept })
    }

    /// A server; the peer's reads the input when it starts, ours has it.
    pub(crate) fn server(
        &self,
        maker: Maker,
        transport: Transport,
        profile: Profile,
        linkage: Linkage,
        input: &Input,
    ) -> Result<PathBuf> {
        let maker = match maker {
            Maker::Ours => "ours",
            Maker::Rmcp => "rmcp",
        };
        let transport = match transport {
            Transport::Stdio => "stdio",
            Transport::Http => "http",
        };
        let bin = format!("{maker}-{transport}");
        // Static binaries are weighed, so they carry nothing of the other server. Others share what they are built from.
        let features = match linkage {
            Linkage::Static => ["--features", transport],
            Linkage::Dynamic => ["--features", "stdio,http"],
        };
        let built = self.build(&format!("bench-{maker}"), &bin, &features, profile, linkage, input)?;
        let kept = self.kept.join(format!("{bin}-{}", input.name));
        fs::copy(built, &kept)?;
        Ok(kept)
    }

    /// The handler that answers with the bytes of a file.
    pub(crate) fn bare(&self, input: &Input) -> Result<PathBuf> {
        self.build("bench-bare", "bench-bare", &[], Profile::Release, Linkage::Dynamic, input)
    }

    /// Cargo, over our packages.
    pub(crate) fn cargo(&self, subcommand: &str) -> Command {
        let mut command = Command::new("cargo");
        command.arg(subcommand).arg("--quiet").arg("--manifest-path");
        command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
        command.env("CARGO_TARGET_DIR", &self.target);
        command
    }

    fn build(
        &self,
        package: &str,
        bin: &str,
        features: &[&str],
        profile: Profile,
        linkage: Linkage,
        input: &Input,
    ) -> Result<PathBuf> {
        let profile = match profile {
            Profile::Release => "release",
            Profile::Small => "small",
        };
        let mut command = self.cargo("build");
        command.args(["--package", package, "--bin", bin, "--profile", profile]).args(features);
        command.env("SKILLS_BENCH_SKILLS", &input.path);
        let mut built = self.target.clone();
        if let Linkage::Static = linkage {
            let triple = triple();
            command.args(["--target", &triple]).env("RUSTFLAGS", "-C target-feature=+crt-static");
            built.push(triple);
        }
        run(&mut command)?;
        Ok(built.join(profile).join(bin))
    }
}

/// Runs a command to its end, and fails with what it said.
pub(crate) fn run(command: &mut Command) -> Result<String> {
    eprintln!("· {} {}", command.get_program().display(), shown(command));
    let output = command.output()?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("{}: {}\n{out}{err}", command.get_program().display(), output.status).into())
}

fn shown(command: &Command) -> String {
    command.get_args().map(|argument| argument.display().to_string()).collect::<Vec<_>>().join(" ")
}

fn triple() -> String {
    format!("{}-unknown-linux-gnu", std::env::consts::ARCH)
}
