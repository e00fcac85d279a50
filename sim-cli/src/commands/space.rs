//! `sim-cli space`: inspection and import of word embeddings.

use std::path::{Path, PathBuf};

use overhear_lab::setup::{DataRole, Words, load_space};
use overhear_lab::spaces::{ImportConfig, import, info, near_in, unknown_words_remark};
use overhear_lab::table::Frame;

use crate::cli::{ImportArgs, SpaceCommand};
use crate::failure::Failure;
use crate::output::show;
use crate::stderr::write_line;
use crate::terminal::quiet;

/// Describes, searches or converts an embedding.
pub(crate) fn run(command: &SpaceCommand) -> Result<(), Failure> {
    match command {
        SpaceCommand::Info { words, display } => {
            let words = Words::load(&words.0)?;
            words.say(&quiet());
            show(&info(&words), display)
        }
        SpaceCommand::Near { word, count, space, lang, display } => {
            let loaded = load_space(DataRole::Space, space.as_deref(), *lang)?;
            let nearest = near_in(&loaded, word, *count as usize)?;
            let guess = unknown_words_remark(&loaded.space, word);
            loaded
                .warnings
                .iter()
                .chain(&guess)
                .for_each(|warning| write_line(&format!("warning: {warning}")));
            show(&nearest, display)
        }
        SpaceCommand::Import(args) => show(&converted(args)?, &args.display),
    }
}

/// Returns the default output file.
fn imported(file: &Path) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(".space");
    PathBuf::from(name)
}

fn converted(args: &ImportArgs) -> Result<Frame, Failure> {
    let config = ImportConfig {
        file: args.file.clone(),
        word_list: args.word_list.clone(),
        out: args.out.clone().unwrap_or_else(|| imported(&args.file)),
        force: args.force,
        words: args.words as usize,
        deck: args.deck.clone(),
        lang: args.lang,
        components: usize::from(args.components),
    };
    Ok(import(&config, |remark| write_line(&format!("warning: {remark}")))?)
}
