//! The lines of tab-separated tables.

use memchr::{Memchr2, memchr2_iter};

/// The lines of a table, each as its `N` fields, or as nothing if it has fewer or more.
pub(super) struct Lines<'a, const N: usize> {
    text: &'a str,
    stops: Memchr2<'a>,
    start: usize,
}

impl<'a, const N: usize> Lines<'a, N> {
    /// The lines of a text.
    pub(super) fn of(text: &'a str) -> Lines<'a, N> {
        Lines { text, stops: memchr2_iter(b'\t', b'\n', text.as_bytes()), start: 0 }
    }
}

impl<'a, const N: usize> Iterator for Lines<'a, N> {
    type Item = Option<[&'a str; N]>;

    fn next(&mut self) -> Option<Option<[&'a str; N]>> {
        let end = self.text.len();
        if self.start >= end {
            return None;
        }
        let (mut fields, mut count) = ([""; N], 0);
        loop {
            let stop = self.stops.next().unwrap_or(end);
            if let Some(field) = fields.get_mut(count) {
                *field = &self.text[self.start..stop];
            }
            count += 1;
            self.start = stop + 1;
            if stop == end || self.text.as_bytes()[stop] == b'\n' {
                return Some((count == N).then_some(fields));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_tabs_and_counted_at_newlines() {
        let lines = |text| Lines::<2>::of(text).collect::<Vec<_>>();
        assert_eq!(lines("a\tb\n\tc\nd\t"), [Some(["a", "b"]), Some(["", "c"]), Some(["d", ""])]);
        assert_eq!(lines("a\tb\n"), [Some(["a", "b"])]);
        assert_eq!(lines("a\n\na\tb\tc\n"), [None; 3]);
        assert_eq!(lines(""), [None; 0]);
    }
}
