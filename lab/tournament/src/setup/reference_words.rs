//! The words of reference fields: whether a run has them.

use overhear_agents::registry::{PinnedFile, ReferenceField, Spec};

use super::{DataRole, Field, Words};
use crate::error::LabError;
use crate::message::Message;

/// Returns the reference field of which every agent plays, if the words are its own.
pub(crate) fn reference_among<'a>(
    agents: impl IntoIterator<Item = &'a Spec>,
    words: &Words,
) -> Option<Field> {
    let agents: Vec<&Spec> = agents.into_iter().collect();
    let mut fields = Field::ALL.into_iter();
    fields.find(|field| {
        field.reference().is_some_and(|reference| reference.is_among(&agents) && has_words(reference, words))
    })
}

/// Checks that the words are those of a reference field.
///
/// # Errors
/// Returns an error for other words, with which its scores would be others.
pub(super) fn check_field_words(field: Field, words: &Words) -> Result<(), LabError> {
    if field.reference().is_none_or(|reference| has_words(reference, words)) {
        return Ok(());
    }
    let changed = field.reference().into_iter().flat_map(|reference| reference.files);
    let changed = changed.filter(|file| !file.is_embedded()).map(|file| file.name).collect::<Vec<_>>();
    let message = if changed.is_empty() {
        Message::new("its scores hold for the English words of the program alone; leave out ")
            .setting("space")
            .then(", ")
            .setting("deck")
            .then(", ")
            .setting("lang")
            .then(" and ")
            .setting("vocabulary")
            .then(", or play ")
    } else {
        Message::new("it was made with other words than this program has (")
            .then(changed.join(", "))
            .then("); play ")
    };
    let message = message.setting(("field", Field::Presets.name()));
    Err(LabError::setting(("field", field.name()), message))
}

/// Returns `true` if all agents play with the words of the field; some may have others besides.
fn has_words(reference: &ReferenceField, words: &Words) -> bool {
    let mut shared = words.sources.iter().filter(|source| is_shared(&source.role));
    reference.files.iter().all(PinnedFile::is_embedded)
        && shared.all(|source| {
            let hash = source.sha256.as_ref();
            hash.is_some_and(|hash| reference.files.iter().any(|file| file.sha256 == hash))
        })
}

/// Returns `true` for the words of all agents.
const fn is_shared(role: &DataRole) -> bool {
    matches!(role, DataRole::Space | DataRole::Lexicon | DataRole::Deck | DataRole::Vocabulary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{Language, WordFiles};

    #[test]
    fn a_reference_field_plays_with_the_english_words_of_the_program_alone() {
        let words = Words::built_in().expect("embedded");
        for field in Field::ALL {
            assert!(check_field_words(field, &words).is_ok(), "{field:?}");
        }
        let fewer = WordFiles { vocabulary: Some(5000), ..WordFiles::default() };
        for files in [fewer, WordFiles::embedded(Language::French)] {
            let words = Words::load(&files).expect("embedded");
            assert!(check_field_words(Field::Presets, &words).is_ok());
            let refused = check_field_words(Field::Reference1, &words).expect_err("other words").to_string();
            assert!(refused.starts_with("field reference-1: ") && refused.contains("deck"), "{refused}");
        }
    }
}
