//! Counts as text, for messages.

/// Returns a number with thousands separated by commas.
///
/// ```
/// use overhear_engine::rules::grouped;
/// assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let head = (!head.is_empty()).then(|| head.to_owned());
    head.into_iter().chain(groups).collect::<Vec<_>>().join(",")
}

/// Returns a count with its noun, whose plural ends in `s`.
///
/// ```
/// use overhear_engine::rules::counted;
/// assert_eq!([0, 1, 2000].map(|count| counted(count, "row")), ["0 rows", "1 row", "2,000 rows"]);
/// ```
pub fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}
