//! Numbers as text: those that people write otherwise than programs read them, with a decimal comma or with thousands in
//! groups, and counts in messages.

/// Characters that set groups of three digits apart.
const GROUP_MARKS: [char; 8] = [',', '.', ' ', '\u{a0}', '\u{202f}', '\'', '’', '_'];

/// Returns the addition to the message about a text that is not read as a number: how to write it, if it is a number with
/// commas, points or blanks in it. A single comma before three digits may be either, so both spellings are given.
/// `is_read` is what the reader takes.
///
/// ```
/// use overhear_engine::rules::spelling_hint;
/// let hint = |text| spelling_hint(text, |spelling| spelling.parse::<f64>().is_ok());
/// assert_eq!(hint("0,5"), "; write 0.5");
/// assert_eq!(hint("1,234"), "; write 1234 if the comma groups thousands, 1.234 if it stands before decimals");
/// assert_eq!(hint("1.234.567,8"), "; write 1234567.8");
/// assert_eq!(hint("many"), "");
/// ```
pub fn spelling_hint(text: &str, is_read: impl Fn(&str) -> bool) -> String {
    let text = text.trim();
    let grouped = plain_spelling(text, '.').filter(|spelling| spelling != text && is_read(spelling));
    let decimal = plain_spelling(text, ',').filter(|spelling| spelling != text && is_read(spelling));
    match (grouped, decimal) {
        (Some(grouped), Some(decimal)) if grouped != decimal => {
            format!("; write {grouped} if the comma groups thousands, {decimal} if it stands before decimals")
        }
        (Some(spelling), _) | (None, Some(spelling)) => format!("; write {spelling}"),
        (None, None) => String::new(),
    }
}

/// Returns the addition for a whole number that is written with decimals of zero, such as `6.0`, or with other marks.
///
/// ```
/// use overhear_engine::rules::whole_number_hint;
/// let hint = |text| whole_number_hint(text, |spelling| spelling.parse::<u32>().is_ok());
/// assert_eq!(hint("6.0"), "; write 6");
/// assert_eq!(hint("1,000"), "; write 1000 if these are thousands, 1 if they are decimals");
/// assert_eq!(hint("1,234"), "; write 1234");
/// assert_eq!(hint("6.5"), "");
/// ```
pub fn whole_number_hint(text: &str, is_read: impl Fn(&str) -> bool) -> String {
    let (whole, decimals) = text.trim().split_once(['.', ',']).unwrap_or_default();
    let is_zero = !decimals.is_empty() && decimals.bytes().all(|byte| byte == b'0');
    if !is_zero || !is_read(whole) {
        return spelling_hint(text, is_read);
    }
    match plain_spelling(text.trim(), if text.contains('.') { ',' } else { '.' })
        .filter(|spelling| is_read(spelling))
    {
        Some(grouped) => format!("; write {grouped} if these are thousands, {whole} if they are decimals"),
        None => format!("; write {whole}"),
    }
}

/// Returns a number as programs write it, if it is one whose decimals stand behind `decimal_mark`.
fn plain_spelling(text: &str, decimal_mark: char) -> Option<String> {
    let number = text.trim_start_matches(['-', '+', '\u{2212}']);
    let sign = match text.strip_suffix(number)? {
        "" | "+" => "",
        "-" | "\u{2212}" => "-",
        _ => return None,
    };
    let (mantissa, exponent) = number.find(['e', 'E']).map_or((number, ""), |at| number.split_at(at));
    let (whole, fraction) = match mantissa.split_once(decimal_mark) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    if fraction.is_some_and(|fraction| !is_digits(fraction)) {
        return None;
    }
    let whole = if is_digits(whole) { whole.to_owned() } else { without_groups(whole, decimal_mark)? };
    let fraction = fraction.map_or_else(String::new, |fraction| format!(".{fraction}"));
    Some(format!("{sign}{whole}{fraction}{exponent}"))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the digits of a number whose groups of three stand apart by one and the same mark.
fn without_groups(text: &str, decimal_mark: char) -> Option<String> {
    let mark = text.chars().find(|c| GROUP_MARKS.contains(c) && *c != decimal_mark)?;
    let groups: Vec<&str> = text.split(mark).collect();
    let are_sound = groups.iter().enumerate().all(|(place, group)| {
        let is_first = place == 0;
        let length = if is_first { (1..=3).contains(&group.len()) } else { group.len() == 3 };
        length && is_digits(group) && !(is_first && group.starts_with('0'))
    });
    are_sound.then(|| groups.concat())
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(text: &str) -> String {
        spelling_hint(text, |spelling| spelling.parse::<f64>().is_ok())
    }

    #[test]
    fn one_spelling_is_given_where_only_one_can_be_meant() {
        for (text, spelling) in [
            ("0,5", "0.5"),
            ("-0,25", "-0.25"),
            ("\u{2212}0,5", "-0.5"),
            ("1,5e3", "1.5e3"),
            ("12,34", "12.34"),
            ("1234,567", "1234.567"),
            ("0,125", "0.125"),
            ("1,234,567", "1234567"),
            ("1,234.5", "1234.5"),
            ("1.234,5", "1234.5"),
            ("1.234.567", "1234567"),
            ("1 234", "1234"),
            ("1\u{202f}234,5", "1234.5"),
            ("1'234.5", "1234.5"),
            ("20_000", "20000"),
        ] {
            assert_eq!(hint(text), format!("; write {spelling}"), "{text}");
        }
    }

    #[test]
    fn both_spellings_are_given_where_either_may_be_meant() {
        for (text, grouped, decimal) in
            [("1,234", "1234", "1.234"), ("-12,345", "-12345", "-12.345"), ("999,000", "999000", "999.000")]
        {
            let both = format!(
                "; write {grouped} if the comma groups thousands, {decimal} if it stands before decimals"
            );
            assert_eq!(hint(text), both, "{text}");
        }
        let of_count = whole_number_hint("1,234", |spelling| spelling.parse::<u64>().is_ok());
        assert_eq!(of_count, "; write 1234", "a count has no decimals");
    }

    #[test]
    fn what_is_no_number_and_what_is_read_as_it_stands_gets_no_hint() {
        for text in [
            "", "x", "nan", "1,23,4", "1,,234", ",", "1,2,3", "--1,5", "5", "0.5", "1 2", "12 34", ",5", "5,",
        ] {
            assert_eq!(hint(text), "", "{text}");
        }
        for text in ["6.5", "x", "6", "6.", ".0", "-6.0"] {
            assert_eq!(whole_number_hint(text, |spelling| spelling.parse::<u64>().is_ok()), "", "{text}");
        }
        for (text, hint) in [
            ("6,0", "6"),
            ("1.000.000", "1000000"),
            ("6.000", "6000 if these are thousands, 6 if they are decimals"),
        ] {
            let message = whole_number_hint(text, |spelling| spelling.parse::<u64>().is_ok());
            assert_eq!(message, format!("; write {hint}"), "{text}");
        }
    }
}
