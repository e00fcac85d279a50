//! Regular inflections of a language, undone by its table of endings.

/// The table of endings of a language, the longest first.
pub(super) struct Endings(Vec<(&'static str, Vec<&'static str>)>);

/// Minimal number of letters that remain when an ending is taken away.
const STEM: usize = 2;

/// Minimal number of letters of a base.
const BASE: usize = 3;

impl Endings {
    /// Reads a table with the columns `ending` and `bases`. A base `-` means that nothing replaces the ending.
    pub(super) fn parse(text: &'static str) -> Endings {
        let rows = text.lines().skip(1).filter_map(|line| line.split_once('\t'));
        let rows = rows.map(|(ending, cell)| {
            (ending, cell.split(' ').map(|base| if base == "-" { "" } else { base }).collect())
        });
        Endings(rows.collect())
    }

    /// Returns the words that a word may be an inflection of, the likeliest first. Most of them do not exist.
    pub(super) fn bases<'w>(&'w self, word: &'w str) -> impl Iterator<Item = String> + 'w {
        let stems = self.0.iter().filter_map(|(ending, bases)| Some((word.strip_suffix(ending)?, bases)));
        let long = stems.filter(|(stem, _)| stem.chars().count() >= STEM);
        let bases = long.flat_map(|(stem, bases)| bases.iter().map(move |base| format!("{stem}{base}")));
        bases.filter(move |base| base != word && base.chars().count() >= BASE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_undone_the_longest_first() {
        let table = Endings::parse("ending\tbases\naux\tal au\nx\t-\n");
        let bases = |word| table.bases(word).collect::<Vec<_>>();
        assert_eq!(bases("chevaux"), ["cheval", "chevau", "chevau"]);
        assert_eq!(bases("taux"), ["tau"], "a stem has two letters");
        assert!(bases("cheval").is_empty() && bases("").is_empty() && bases("é").is_empty());
    }
}
