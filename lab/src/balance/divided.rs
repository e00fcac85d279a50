//! What an experiment does that can be played in parts: the deals of every population are cut in as many ranges, and what they
//! come to are whole numbers that add up.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::lab::Lab;
use crate::error::LabError;
use crate::tournament::Shard;
use crate::watch::Watch;

/// An experiment whose configuration is checked and whose files are read.
pub(super) trait Divided: Sized {
    /// What is asked for.
    type Config;
    /// What some deals come to.
    type Counts: Serialize + DeserializeOwned;
    /// What all of it has shown.
    type Result;

    /// Checks a configuration, the cheap things first, and reads its files. Nobody is seated yet.
    fn prepare(config: &Self::Config) -> Result<Self, LabError>;

    /// Calls rules and files as they were called when the parts were played, wherever they were found now.
    fn name_files_as(&mut self, asked: &Self::Config);

    /// Where it is played.
    fn lab(&self) -> &Lab;

    /// The same, to be changed.
    fn lab_mut(&mut self) -> &mut Lab;

    /// Has the players take their seats.
    fn seat(&mut self) -> Result<(), LabError> {
        self.lab_mut().seat()
    }

    /// Everything that decides the result.
    fn identity(&self) -> Value;

    /// What is said before it.
    fn header(&self) -> Vec<String>;

    /// Says it, and what is to be said about the words.
    fn tell(&self, watch: &Watch) {
        watch.note(&self.header());
        self.lab().tell(watch);
    }

    /// Plays a part; after a stop only the first deals of it.
    fn play(&self, shard: Shard, watch: &Watch) -> Result<Self::Counts, LabError>;

    /// How many deals of each population are counted; nothing if these are no counts of this experiment.
    fn deals(&self, counts: &Self::Counts) -> Option<Vec<u64>>;

    /// Whether it ends as soon as something is decided.
    fn has_looks(&self) -> bool {
        false
    }

    /// How many of the first parts decide what is to be decided, where that ends the experiment.
    fn enough(&self, _parts: &[Self::Counts]) -> Option<usize> {
        None
    }

    /// What parts have shown that are laid end to end.
    fn result(self, parts: Vec<Self::Counts>) -> Result<Self::Result, LabError>;
}
