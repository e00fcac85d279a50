//! Why a space lacks most keywords: its words stand within other characters, such as `/c/en/` or `_NOUN`.

use std::collections::{HashMap, HashSet};

use super::Space;

/// Fewest keywords that must stand within the same characters.
const FEWEST: usize = 3;

/// Number of words that are shown of a space whose words are other words.
const SHOWN: usize = 3;

/// Fewest letters of a word that is shown.
const SHOWN_LETTERS: usize = 4;

/// Returns the addition to the message that a space lacks `missing` of `all` keywords: how its words are written and how
/// to change that. Empty if most keywords are there.
///
/// ```
/// use overhear_agents::words::{Space, written_otherwise};
/// let words = ["/c/en/ice", "/c/en/sun", "/c/en/sea", "/c/en/car"];
/// let space = Space::from_vectors(words.into_iter().collect(), 1, &[1.0; 4]);
/// let hint = written_otherwise(&["Ice", "sun", "car"], 3, &space);
/// assert!(hint.starts_with("; its words begin with `/c/en/`, as in `/c/en/ice`"));
/// assert_eq!(written_otherwise(&["ice"], 8, &space), "");
/// ```
pub fn written_otherwise(missing: &[&str], all: usize, space: &Space) -> String {
    if 2 * missing.len() <= all {
        return String::new();
    }
    let keywords: HashSet<String> = missing.iter().map(|keyword| keyword.to_lowercase()).collect();
    if let Some((affix, example)) = Affix::most_frequent(&keywords, space) {
        return affix.hint(example);
    }
    let shown: Vec<String> = space
        .words()
        .iter()
        .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= SHOWN_LETTERS)
        .take(SHOWN)
        .map(|word| format!("`{word}`"))
        .collect();
    if shown.is_empty() { String::new() } else { format!("; it has words such as {}", shown.join(", ")) }
}

/// Characters before and after a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Affix<'a> {
    prefix: &'a str,
    suffix: &'a str,
}

impl<'a> Affix<'a> {
    /// Returns the characters within which the most of the wanted words stand, and the first such word.
    fn most_frequent(keywords: &HashSet<String>, space: &'a Space) -> Option<(Affix<'a>, &'a str)> {
        let mut counts: HashMap<Affix<'a>, (usize, &'a str)> = HashMap::new();
        for word in space.words().iter() {
            for part in word.split(|c: char| !c.is_alphanumeric()).filter(|part| part.len() < word.len()) {
                if keywords.contains(&part.to_lowercase()) {
                    let start = part.as_ptr().addr() - word.as_ptr().addr();
                    let (prefix, suffix) = (&word[..start], &word[start + part.len()..]);
                    counts.entry(Affix { prefix, suffix }).or_insert((0, word)).0 += 1;
                }
            }
        }
        // Ties are broken by the text, so that the message is the same in every run.
        let most = counts.into_iter().max_by_key(|(affix, (count, _))| {
            let order = (affix.prefix.len() + affix.suffix.len(), affix.prefix.to_owned());
            (*count, std::cmp::Reverse(order))
        });
        most.filter(|(_, (count, _))| *count >= FEWEST && 4 * count >= keywords.len())
            .map(|(affix, (_, example))| (affix, example))
    }

    /// Returns how the words are written and how to change that.
    fn hint(self, example: &str) -> String {
        let Affix { prefix, suffix } = self;
        let [before, after] = [prefix, suffix].map(for_sed);
        let (written, command) = match (prefix, suffix) {
            (prefix, "") => (format!("begin with `{prefix}`"), format!("s|^{before}||")),
            ("", suffix) => (format!("end in `{suffix}`"), format!(r"s|^\([^ ]*\){after} |\1 |")),
            _ => (
                format!("stand between `{prefix}` and `{suffix}`"),
                format!(r"s|^{before}\([^ ]*\){after} |\1 |"),
            ),
        };
        format!(
            "; its words {written}, as in `{example}`: take that away, as `sed '{command}' FILE > NEW` does of a text"
        )
    }
}

/// Returns a text that `sed` takes literally between strokes.
fn for_sed(text: &str) -> String {
    text.chars().map(|c| if r".[]*^$\|".contains(c) { format!("\\{c}") } else { c.to_string() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(words: &[&str]) -> String {
        let space = Space::from_vectors(words.iter().copied().collect(), 1, &vec![1.0; words.len()]);
        written_otherwise(&["ice", "SUN", "sea", "horse"], 4, &space)
    }

    #[test]
    fn what_stands_around_the_words_is_named_with_a_command_that_takes_it_away() {
        let prefix = hint(&["/c/en/ice", "/c/en/sea_horse", "/c/en/sun", "/c/en/sea"]);
        assert_eq!(
            prefix,
            "; its words begin with `/c/en/`, as in `/c/en/ice`: take that away, as `sed 's|^/c/en/||' FILE > NEW` does of a text"
        );
        let suffix = hint(&["ice_NOUN", "run_VERB", "sun_NOUN", "sea_NOUN"]);
        assert!(
            suffix.contains("end in `_NOUN`") && suffix.contains(r"'s|^\([^ ]*\)_NOUN |\1 |'"),
            "{suffix}"
        );
        let both = hint(&["<ice.n>", "<sun.n>", "<sea.n>"]);
        assert!(
            both.contains(r"between `<` and `.n>`") && both.contains(r"'s|^<\([^ ]*\)\.n> |\1 |'"),
            "{both}"
        );
    }

    #[test]
    fn words_that_are_others_are_shown() {
        assert_eq!(
            hint(&["de", "huis", "zee-ijs", "boom", "auto"]),
            "; it has words such as `huis`, `zee-ijs`, `boom`"
        );
        assert_eq!(
            hint(&["ice_age", "sea_lion", "12", "of"]),
            "; it has words such as `ice_age`, `sea_lion`"
        );
        assert_eq!(hint(&["1", "2"]), "");
    }
}
