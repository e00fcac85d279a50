//! Numbers of texts by form.

use rustc_hash::FxHashMap;

/// The numbers of texts, by the forms of the texts.
#[derive(Default)]
pub(super) struct TextIndex(FxHashMap<String, Vec<u32>>);

impl TextIndex {
    /// Adds a text to those of a form.
    pub(super) fn add(&mut self, form: String, number: u32) {
        let numbers = self.0.entry(form).or_default();
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }

    /// Returns the texts that have the first of some forms that any text has.
    pub(super) fn with_first(&self, forms: &[String]) -> &[u32] {
        forms.iter().find_map(|form| self.0.get(form)).map_or(&[], Vec::as_slice)
    }

    /// Returns the texts that have any of some forms, in ascending order.
    pub(super) fn with_any(&self, forms: &[String]) -> Vec<u32> {
        let mut numbers: Vec<u32> =
            forms.iter().filter_map(|form| self.0.get(form)).flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}
