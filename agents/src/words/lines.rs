//! Lines of tab-separated tables.

/// Iterator over the lines of a table, each as its `N` fields, or as `None` if the number differs.
pub(super) struct Lines<'a, const N: usize> {
    rest: &'a str,
}

impl<'a, const N: usize> Lines<'a, N> {
    /// Returns the lines of a text.
    pub(super) fn new(text: &'a str) -> Lines<'a, N> {
        Lines { rest: text }
    }
}

impl<'a, const N: usize> Iterator for Lines<'a, N> {
    type Item = Option<[&'a str; N]>;

    fn next(&mut self) -> Option<Option<[&'a str; N]>> {
        if self.rest.is_empty() {
            return None;
        }
        let (mut fields, mut count) = ([""; N], 0);
        loop {
            let stop = self.rest.bytes().position(|byte| matches!(byte, b'\t' | b'\n'));
            let stop = stop.unwrap_or(self.rest.len());
            let is_last = self.rest.as_bytes().get(stop) != Some(&b'\t');
            if let Some(field) = fields.get_mut(count) {
                *field = &self.rest[..stop];
            }
            count += 1;
            self.rest = self.rest.get(stop + 1..).unwrap_or_default();
            if is_last {
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
        let lines = |text| Lines::<2>::new(text).collect::<Vec<_>>();
        assert_eq!(lines("a\tb\n\tc\nd\t"), [Some(["a", "b"]), Some(["", "c"]), Some(["d", ""])]);
        assert_eq!(lines("a\tb\n"), [Some(["a", "b"])]);
        assert_eq!(lines("a\n\na\tb\tc\n"), [None; 3]);
        assert_eq!(lines(""), [None; 0]);
    }
}
