//! `cargo xtask web`: the page and the laboratory as WebAssembly, in a directory that any host of plain files serves.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use overhear_page::File;
use sha2::{Digest as _, Sha256};

use crate::verdict::Verdict;
use crate::workspace::Workspace;
use crate::{cargo, process, third_party};

/// What the laboratory is compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

/// The terms that the page shows.
const GLOSSARY: &str = "docs/glossary.md";

/// The folder of licences: of the page, of its words, and of all that the laboratory contains.
const TERMS: &str = "licences";

/// The laboratory, packed.
const PACKED: &str = "overhear.wasm.gz";

/// The answers that are shipped, packed, and the example that plays them.
const ANSWERS: &str = "rule-answers.json.gz";
const PLAYS_ANSWERS: [&str; 6] = ["run", "--release", "-p", "overhear-report", "--example", "rule_answers"];

/// Languages whose words the page loads when they are asked for; English stands in the laboratory.
pub(super) const LANGUAGES: [&str; 3] = ["fr", "it", "sv"];

/// The most bytes that a visit may load, and the most that the words of a language may add to it.
const MOST: u64 = 12_000_000;
const MOST_WORDS: u64 = 7_000_000;

/// Builds the site below `target/web/site`.
pub(crate) fn build(workspace: &Workspace) -> Result<Verdict> {
    if !has_target(workspace) {
        process::run(workspace.command("rustup").args(["target", "add", TARGET])).ok();
        if !has_target(workspace) {
            let reason = format!(
                "the target {TARGET} is not installed and `rustup target add {TARGET}` did not help; `sim-cli serve` \
                 shows the same page"
            );
            return Ok(Verdict::Skipped(reason));
        }
    }
    compile(workspace)?;
    let site = assemble(workspace)?;
    weigh(&site)?;
    process::say(&format!("to look at it: python3 -m http.server --directory {}", site.display()));
    Ok(Verdict::Done)
}

/// Where the site stands once it is built.
pub(crate) fn site(workspace: &Workspace) -> PathBuf {
    workspace.target("web/site")
}

/// Whether the standard library is there for the target.
fn has_target(workspace: &Workspace) -> bool {
    let mut rustc = workspace.command("rustc");
    let place = process::output(rustc.args(["--print", "target-libdir", "--target", TARGET]));
    place.is_some_and(|place| Path::new(&place).is_dir())
}

fn compile(workspace: &Workspace) -> Result<()> {
    let mut command = cargo::command(workspace);
    command.args(["build", "--release", "--locked", "--manifest-path", "web/Cargo.toml", "--target", TARGET]);
    command.arg("--target-dir").arg(workspace.target("web"));
    process::run(command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C target-feature=+simd128"))
}

/// Puts the files side by side.
fn assemble(workspace: &Workspace) -> Result<PathBuf> {
    let site = workspace.fresh("web/site")?;
    fs::create_dir_all(&site).with_context(|| format!("cannot make {}", site.display()))?;
    for File { name, content, .. } in
        overhear_page::FILES.into_iter().chain([overhear_page::WORKER, overhear_page::OFFLINE])
    {
        let file = site.join(name);
        fs::write(&file, content).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let (terms, shown) = (workspace.path(GLOSSARY), site.join("glossary.md"));
    fs::copy(&terms, shown).with_context(|| format!("cannot copy {}", terms.display()))?;
    let module = workspace.target(&format!("web/{TARGET}/release/overhear_web.wasm"));
    let content = fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
    process::say(&format!("the laboratory has {} bytes", content.len()));
    pack(&content, &site.join(PACKED))?;
    name_version(&site, "backends.js", PACKED)?;
    let answers =
        process::output(cargo::command(workspace).args(PLAYS_ANSWERS)).context("no answers were played")?;
    process::say(&format!("the answers on single rules have {} bytes", answers.len()));
    pack(answers.as_bytes(), &site.join(ANSWERS))?;
    name_version(&site, "shipped.js", ANSWERS)?;
    for code in LANGUAGES {
        let packed = words(code);
        pack(&bundle(workspace, code)?, &site.join(&packed))?;
        name_version(&site, "backends.js", &packed)?;
    }
    third_party::put_beside_page(workspace, &site.join(TERMS), TARGET)?;
    Ok(site)
}

/// The packed words of a language.
pub(super) fn words(code: &str) -> String {
    format!("words-{code}.gz")
}

/// The words of a language as the laboratory takes them (`data/src/language_bundle.rs`): each file behind a line with its name and length.
fn bundle(workspace: &Workspace, code: &str) -> Result<Vec<u8>> {
    let mut bundle = Vec::new();
    for (folder, name) in [
        (format!("data/{code}"), format!("space-{code}.bin")),
        (format!("data/{code}"), format!("lexicon-{code}.tsv")),
        (format!("data/{code}"), format!("endings-{code}.tsv")),
        ("data/lexicon".to_owned(), format!("own-{code}.tsv")),
        ("data/norms".to_owned(), format!("norms-{code}.tsv")),
        ("data/norms".to_owned(), format!("more-{code}.tsv")),
        ("data/lexicon".to_owned(), "translations.tsv".to_owned()),
        ("data/lexicon".to_owned(), "names.tsv".to_owned()),
    ] {
        let file = workspace.path(&format!("{folder}/{name}"));
        let content = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        writeln!(bundle, "{name} {}", content.len())?;
        bundle.extend(content);
    }
    Ok(bundle)
}

/// Writes the digest of a packed part behind its name where the page asks for it: what a browser has kept of another version is not
/// taken for it.
fn name_version(site: &Path, script: &str, part: &str) -> Result<()> {
    let digest: String =
        Sha256::digest(fs::read(site.join(part))?).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let file = site.join(script);
    let (plain, versioned) = (format!("\"{part}\""), format!("\"{part}?{digest}\""));
    let text = fs::read_to_string(&file)?;
    ensure!(text.contains(&plain), "{script} does not ask for {part}");
    fs::write(&file, text.replace(&plain, &versioned))
        .with_context(|| format!("cannot write {}", file.display()))
}

/// Packs a part, so that it is small on hosts that send files as they are; the page unpacks it.
fn pack(content: &[u8], to: &Path) -> Result<()> {
    let file = fs::File::create(to).with_context(|| format!("cannot write {}", to.display()))?;
    let mut packer = GzEncoder::new(file, Compression::best());
    packer.write_all(content)?;
    packer.finish()?;
    Ok(())
}

/// Says how much a visit loads, and refuses a site that is too large.
fn weigh(site: &Path) -> Result<()> {
    let mut whole = 0;
    for file in fs::read_dir(site)? {
        whole += file?.metadata()?.len();
    }
    for code in LANGUAGES {
        let bytes = fs::metadata(site.join(words(code)))?.len();
        process::say(&format!("{bytes} bytes more for the words of `{code}`, when they are asked for"));
        ensure!(bytes <= MOST_WORDS, "at most {MOST_WORDS} bytes for the words of a language");
        whole -= bytes;
    }
    process::say(&format!("{whole} bytes for a visit, as they are sent"));
    ensure!(whole <= MOST, "at most {MOST} bytes");
    Ok(())
}
