//! `sim-cli space`: the words in use, and those of other programs.

use std::path::{Path, PathBuf};

use overhear_agents::model::{keyword_spellings, missing_keywords};
use overhear_agents::registry::nearest;
use overhear_agents::words::{Space, Wanted, cosine, read_native, write_native};
use overhear_lab::setup::{Words, load_deck, load_space, read, skipped};
use overhear_lab::store::Target;
use overhear_lab::table::{Cell, Frame};

use crate::cli::{ImportArgs, SpaceCommand, WordArgs};
use crate::failure::Failure;
use crate::output::show;
use crate::stderr::tell;

/// Describes, searches or converts a space.
pub(crate) fn run(command: &SpaceCommand) -> Result<(), Failure> {
    match command {
        SpaceCommand::Info { words, display } => show(&info(words)?, display),
        SpaceCommand::Near { word, count, space, display } => {
            let loaded = load_space("space", space.as_deref())?;
            show(&near(&loaded.space, word, *count as usize)?, display)
        }
        SpaceCommand::Import(args) => show(&import(args)?, &args.display),
    }
}

fn info(args: &WordArgs) -> Result<Frame, Failure> {
    let words = Words::load(&args.files())?;
    let (world, mut frame) = (&words.world, Frame::of("space info"));
    let mut push = |key: &str, value: String| frame.push(vec![Cell::text(key), Cell::text(value)]);
    push("words", world.space().words().len().to_string());
    push("dimensions", world.space().dims().to_string());
    push("bits", world.space().bits().to_string());
    push("clues", world.clues().to_string());
    push("keywords", world.deck().len().to_string());
    push("cards", world.deck().cards().len().to_string());
    for source in &words.sources {
        push(&source.role, source.name());
        push(&format!("{}_sha256", source.role), source.sha256().unwrap_or_default());
    }
    Ok(frame)
}

fn near(space: &Space, word: &str, count: usize) -> Result<Frame, Failure> {
    let index = space.words().index();
    let found = space.direction(&index, word).or_else(|| space.direction(&index, &word.to_lowercase()));
    let direction = found.ok_or_else(|| {
        let guess = nearest(word, space.words().iter())
            .map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
        Failure::usage(format_args!("`{word}` is not in the word space{guess}"))
    })?;
    let words = space.words().iter().enumerate().filter(|(_, other)| !other.eq_ignore_ascii_case(word));
    let mut row = vec![0; space.dims()];
    let mut scored: Vec<(f32, &str)> = words
        .map(|(place, other)| {
            space.copy_row(place, &mut row);
            (cosine(&direction, &row), other)
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut frame = Frame::of("space near");
    for (rank, (cosine, word)) in (1..).zip(scored.into_iter().take(count)) {
        frame.push(vec![Cell::Count(rank), Cell::text(word), Cell::share(f64::from(cosine))]);
    }
    Ok(frame)
}

/// How many lines that were passed over are told one by one.
const TOLD: usize = 10;

/// Where a space goes when nothing is said.
fn imported(file: &Path) -> PathBuf {
    PathBuf::from(file.file_stem().unwrap_or_default()).with_added_extension("space")
}

fn import(args: &ImportArgs) -> Result<Frame, Failure> {
    let out = args.out.clone().unwrap_or_else(|| imported(&args.file));
    let read_from: Vec<&Path> = [Some(&args.file), args.word_list.as_ref(), args.deck.as_ref()]
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    let out = Target::asked("out", &out, args.force, &read_from)?;
    let (deck, _) = load_deck(args.deck.as_deref(), args.lang)?;
    let wanted = Wanted { first: args.words as usize, besides: keyword_spellings(&deck) };
    let (space, report) = read(&args.file, args.word_list.as_deref(), &wanted, usize::from(args.components))?;
    let missing = missing_keywords(&deck, &space);
    let told = skipped(&args.file, &report, TOLD).into_iter().map(|line| format!("warning: {line}"));
    for line in told.chain(lacking(&missing, deck.len())) {
        tell(&line);
    }
    let content = write_native(&space);
    read_native(content.clone()).map_err(|error| {
        Failure::content(
            args.file.display(),
            format_args!("it cannot be converted: the result would be refused: {error}"),
        )
    })?;
    out.write(&content)?;
    let numbers = [space.words().len(), report.skipped.len(), space.dims(), report.removed_directions];
    let cells =
        numbers.into_iter().chain([deck.len(), missing.len()]).map(|number| Cell::Count(number as u64));
    let mut frame = Frame::of("space import");
    frame.push(std::iter::once(Cell::text(out.path().display().to_string())).chain(cells).collect());
    Ok(frame)
}

/// The sentence on the keywords that the space does not know.
fn lacking(missing: &[&str], keywords: usize) -> Option<String> {
    (!missing.is_empty()).then(|| {
        let count = missing.len();
        format!(
            "warning: {count} of the deck's {keywords} keywords are not in the space, and a game wants them all: {}",
            missing.join(", ")
        )
    })
}
