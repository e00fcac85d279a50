//! `cargo xtask dist`: the program for people without Rust, as one file that needs no library of its system.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::third_party::{self, LICENCES, RUST_LIBRARY, THIRD_PARTY, WORDS};
use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, optimised, process, readme_tables};

/// The program's file.
const PROGRAM: &str = if cfg!(windows) { "sim-cli.exe" } else { "sim-cli" };

/// What stands beside the program in the archive.
const BESIDE: [&str; 4] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", WORDS];

/// The folder of licences beside the program in the image for containers.
const TERMS: &str = "licences";

/// The image for containers.
const IMAGE: &str = "overhear";

/// Shells that completions are written for.
const SHELLS: [&str; 3] = ["bash", "fish", "zsh"];

/// Packs every crate that can be published, and compiles it as it was packed: without optimising, as nothing of it is run. It is not told to
/// be quiet, which would hide what cargo warns of.
const PACKAGE: &[&str] = &[
    "package",
    "--config=profile.dev.debug=false",
    "--allow-dirty",
    "--workspace",
    "--exclude",
    "xtask",
    "--exclude",
    "overhear-benches",
];

/// The most bytes that crates.io takes.
const LARGEST_CRATE: u64 = 10 << 20;

/// Packs the crates, and looks at their sizes. They are compiled in a folder of their own: cargo would put the packed program, which lacks
/// optional features, in the place of the tests' program.
///
/// Cargo unpacks packed crates into its home, under a name that it makes of their folder, and never again if a crate of that version is
/// there. So the folder of each run has a name of its own, and what was unpacked is removed.
pub(crate) fn crates(workspace: &Workspace) -> Result<()> {
    let place = workspace.fresh("packed")?.join(UNIX_EPOCH.elapsed()?.as_nanos().to_string());
    let before = unpacked()?;
    let mut package = cargo::command(workspace);
    package.args(PACKAGE).arg("--target-dir").arg(&place);
    let end = run_without_remark(package.env("CARGO_INCREMENTAL", "0").env("CARGO_TERM_COLOR", "never"));
    for folder in unpacked()?.difference(&before) {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    end?;
    let packed = place.join("package");
    for entry in fs::read_dir(&packed).with_context(|| format!("cannot read {}", packed.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "crate") {
            let size = path.metadata()?.len();
            ensure!(size <= LARGEST_CRATE, "{} has {size} bytes, more than {LARGEST_CRATE}", path.display());
            has_licences(workspace, &path)?;
        }
    }
    Ok(())
}

/// Runs cargo, and refuses what it warns of.
fn run_without_remark(cargo: &mut Command) -> Result<()> {
    process::say("packing the crates, and compiling each as it was packed");
    let output = cargo.output().context("cargo does not start")?;
    let printed = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "the crates cannot be packed:\n{printed}");
    let remarks: Vec<&str> = printed.lines().filter(|line| line.starts_with("warning")).collect();
    ensure!(remarks.is_empty(), "cargo packs the crates with warnings: {remarks:#?}");
    Ok(())
}

/// Refuses a packed crate without the texts of both licences.
fn has_licences(workspace: &Workspace, packed: &Path) -> Result<()> {
    let mut packed_licences = BTreeMap::new();
    let file = fs::File::open(packed).with_context(|| format!("cannot read {}", packed.display()))?;
    for entry in tar::Archive::new(GzDecoder::new(file)).entries()? {
        let mut entry = entry?;
        let name = entry.path()?.iter().skip(1).collect::<PathBuf>();
        if LICENCES.iter().any(|licence| name == Path::new(licence)) {
            let mut text = String::new();
            entry.read_to_string(&mut text)?;
            packed_licences.insert(name, text);
        }
    }
    for licence in LICENCES {
        let is_there = packed_licences
            .get(Path::new(licence))
            .is_some_and(|text| workspace.read(licence).is_ok_and(|own| own == *text));
        ensure!(is_there, "{} lacks {licence}", packed.display());
    }
    Ok(())
}

/// Returns the folders in the home of cargo with crates of registries on this machine; their names begin with `-`.
fn unpacked() -> Result<BTreeSet<PathBuf>> {
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let Ok(folders) = fs::read_dir(home.context("there is no home of cargo")?.join("registry/src")) else {
        return Ok(BTreeSet::new());
    };
    let paths = folders.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    Ok(paths
        .into_iter()
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('-')))
        .collect())
}

/// Builds the program below `target/dist`: in the folder `root`, and packed. On Linux it needs no library of its system.
pub(crate) fn build(workspace: &Workspace) -> Result<Verdict> {
    let is_linux = cfg!(target_os = "linux");
    if is_linux && !optimised::stands_alone(workspace) {
        return Ok(Verdict::Skipped("there is no libc.a to link (glibc-static, libc6-dev)".to_owned()));
    }
    optimised::build(workspace)?;
    let (target, program) = (cargo::host(workspace)?, optimised::program(workspace, "sim-cli")?);
    if is_linux {
        stands_alone(workspace, &program)?;
    }
    readme_tables::check(workspace, &program)?;
    workspace.fresh("dist")?;
    let root = workspace.target("dist/root");
    fs::create_dir_all(&root).with_context(|| format!("cannot make {}", root.display()))?;
    fs::copy(&program, root.join(PROGRAM)).context("cannot copy the program")?;
    third_party::put_beside_program(workspace, &root.join(TERMS))?;
    if is_linux {
        plays_alone(workspace, &root)?;
    }
    let archive = pack(workspace, &root, &target)?;
    process::say(&format!("{}: {} bytes", archive.display(), archive.metadata()?.len()));
    write_checksum(&archive)?;
    if is_linux {
        image(workspace, &root)?;
    }
    Ok(Verdict::Done)
}

/// Refuses a program that asks for a loader of libraries.
fn stands_alone(workspace: &Workspace, program: &Path) -> Result<()> {
    match process::output(workspace.command("readelf").args(["--program-headers", "--wide"]).arg(program)) {
        Some(headers) => ensure!(!headers.contains("INTERP"), "the program needs libraries of its system"),
        None => process::say("readelf is not there: whether the program stands alone is not looked at"),
    }
    Ok(())
}

/// Plays games where there is nothing but the program, if this user may go there.
fn plays_alone(workspace: &Workspace, root: &Path) -> Result<()> {
    let path = env::var_os("PATH").context("PATH is not set")?;
    let mut version = workspace.command("chroot");
    version.arg(root).args(["/sim-cli", "--version"]).env_clear().env("PATH", &path);
    if !process::succeeds(&mut version) {
        process::say("this user may not enter another root: the program was not tried without its system");
        return Ok(());
    }
    let mut play = workspace.command("chroot");
    play.arg(root).args(["/sim-cli", "tournament", "--games", "200", "--seed", "1", "--progress", "none"]);
    process::run(play.env_clear().env("PATH", path))
}

/// Packs the program with its licences, page of manual and completions.
fn pack(workspace: &Workspace, root: &Path, target: &str) -> Result<PathBuf> {
    let name = format!("overhear-{}-{target}", env!("CARGO_PKG_VERSION"));
    let archive = workspace.target("dist").join(format!("{name}.tar.gz"));
    let file = fs::File::create(&archive).with_context(|| format!("cannot write {}", archive.display()))?;
    let mut tar = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    tar.mode(tar::HeaderMode::Deterministic);
    tar.append_path_with_name(root.join(PROGRAM), format!("{name}/{PROGRAM}"))?;
    for beside in BESIDE {
        let (from, to) =
            (workspace.path(beside), format!("{name}/{}", beside.rsplit('/').next().unwrap_or(beside)));
        if from.is_dir() { tar.append_dir_all(to, from) } else { tar.append_path_with_name(from, to) }?;
    }
    append_text(&mut tar, &format!("{name}/sim-cli.1"), &printed(workspace, root, &["man"])?)?;
    for shell in SHELLS {
        let completions = printed(workspace, root, &["completions", shell])?;
        append_text(&mut tar, &format!("{name}/completions/sim-cli.{shell}"), &completions)?;
    }
    for others in [THIRD_PARTY, RUST_LIBRARY] {
        let file = root.join(TERMS).join(others);
        if file.is_file() {
            tar.append_path_with_name(file, format!("{name}/{others}"))?;
        }
    }
    tar.into_inner()?.finish()?;
    Ok(archive)
}

/// Writes the checksum of an archive beside it, as `sha256sum --check` reads it.
fn write_checksum(archive: &Path) -> Result<()> {
    let name = archive.file_name().context("a name")?.to_string_lossy();
    let sum = Sha256::digest(fs::read(archive)?);
    let digits: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    let file = archive.with_file_name(format!("{name}.sha256"));
    fs::write(&file, format!("{digits}  {name}\n"))
        .with_context(|| format!("cannot write {}", file.display()))
}

/// Makes an image for containers and starts the program in it, if something that makes images is there.
fn image(workspace: &Workspace, root: &Path) -> Result<()> {
    let engine = ["docker", "podman"]
        .into_iter()
        .find(|engine| process::succeeds(workspace.command(engine).arg("info")));
    if let Some(engine) = engine {
        let mut build = workspace.command(engine);
        process::run(
            build.args(["build", "--tag", IMAGE, "--file"]).arg(workspace.path("Containerfile")).arg(root),
        )?;
        return process::run(workspace.command(engine).args(["run", "--rm", IMAGE, "--version"]));
    }
    if process::succeeds(workspace.command("buildah").arg("--version")) {
        return image_without_daemon(workspace, root);
    }
    process::say("no engine for containers answers, and buildah is not there: Containerfile was not tried");
    Ok(())
}

/// Returns what the program prints.
fn printed(workspace: &Workspace, root: &Path, words: &[&str]) -> Result<String> {
    let text = process::output(workspace.command(root.join(PROGRAM)).args(words));
    Ok(text.with_context(|| format!("sim-cli {} fails", words.join(" ")))? + "\n")
}

fn append_text(tar: &mut tar::Builder<impl Write>, path: &str, text: &str) -> Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(text.len() as u64);
    header.set_mode(0o644);
    header.set_cksum();
    Ok(tar.append_data(&mut header, path, text.as_bytes())?)
}

/// The same with buildah, which needs no daemon, in a storage of its own.
fn image_without_daemon(workspace: &Workspace, root: &Path) -> Result<()> {
    let storage = workspace.fresh("containers")?;
    let words = ["bud", "--isolation", "chroot", "--tag", IMAGE, "--file"];
    let mut build = buildah(workspace, &storage, &words);
    process::run(build.arg(workspace.path("Containerfile")).arg(root))?;
    let image = format!("localhost/{IMAGE}");
    let container = process::output(&mut buildah(workspace, &storage, &["from", &image]));
    let container = container.context("buildah makes no container of the image")?;
    let words = ["run", "--isolation", "chroot", &container, "--", "/sim-cli", "--version"];
    process::run(&mut buildah(workspace, &storage, &words))?;
    process::run(&mut buildah(workspace, &storage, &["rm", "--all"]))?;
    fs::remove_dir_all(&storage).with_context(|| format!("cannot remove {}", storage.display()))
}

fn buildah(workspace: &Workspace, storage: &Path, words: &[&str]) -> Command {
    let mut command = workspace.command("buildah");
    command.args(["--storage-driver", "vfs", "--root"]).arg(storage.join("root"));
    command.arg("--runroot").arg(storage.join("run")).args(words);
    command
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_cargo_warns_of_is_refused() {
        let run = |script: &str| run_without_remark(Command::new("sh").args(["-c", script]));
        run("echo '   Packaging x' >&2").expect("no warning");
        let warned = run("echo 'warning: manifest has no description' >&2").expect_err("a warning");
        assert!(warned.to_string().contains("no description"), "{warned}");
        assert!(
            run("echo 'error: no crate' >&2; false").expect_err("an end").to_string().contains("no crate")
        );
    }
}
