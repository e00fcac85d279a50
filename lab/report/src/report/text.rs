//! Upper bounds of text widths for unknown fonts.
//!
//! A page contains no fonts; readers see it in their own sans-serif font. The widths here are the greatest
//! among common fonts, letter by letter, so a text that fits by them fits everywhere.

use overhear_lab::table::shortened;

/// Style of a text in a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextStyle {
    /// A name.
    Label,
    /// A number, or a name with a number.
    Value,
    /// A less important number.
    Small,
    /// A heading or the name of an axis.
    Head,
    /// A label on a coloured cell.
    CellLabel,
    /// A value on a coloured cell.
    CellValue,
    /// A small number on a coloured cell.
    CellSmall,
}

/// Greatest advance widths of the characters from space to tilde, in thousandths of the font size, among
/// DejaVu Sans, Noto Sans, Open Sans, Liberation Sans (as wide as Arial and Helvetica), Roboto, Lato, Inter,
/// Ubuntu, Lexend, Atkinson Hyperlegible, and known values of Verdana.
const WIDTHS: [u16; 95] = [
    352, 401, 466, 838, 642, 1076, 780, 300, 454, 454, 636, 838, 364, 460, 364, 557, // space to /
    648, 637, 637, 637, 646, 637, 637, 637, 637, 637, 454, 454, 838, 838, 838, 557, // 0 to ?
    1016, 700, 687, 731, 771, 667, 611, 778, 764, 478, 642, 732, 599, 929, 793, 801, // @ to O
    667, 801, 723, 667, 646, 745, 715, 1036, 686, 679, 686, 454, 557, 454, 838, 690, // P to _
    578, 633, 635, 572, 635, 616, 393, 649, 634, 278, 344, 592, 278, 975, 634, 615, // ` to o
    635, 635, 427, 528, 402, 634, 592, 819, 592, 592, 553, 637, 551, 637, 838, // p to ~
];

/// Greatest extent of fonts above the baseline, East Asian fonts included, in font sizes.
const ASCENT: f64 = 1.2;

/// Greatest extent below the baseline, in font sizes.
const DESCENT: f64 = 0.4;

impl TextStyle {
    /// Returns the style class.
    pub(super) const fn class(self) -> &'static str {
        match self {
            TextStyle::Label => "label",
            TextStyle::Value => "value",
            TextStyle::Small => "small",
            TextStyle::Head => "head",
            TextStyle::CellLabel => "label cell",
            TextStyle::CellValue => "value cell",
            TextStyle::CellSmall => "small cell",
        }
    }

    /// Returns the font size of the style, in units of the figure.
    const fn size(self) -> f64 {
        match self {
            TextStyle::Label | TextStyle::Head | TextStyle::CellLabel => 12.0,
            TextStyle::Value | TextStyle::Small | TextStyle::CellValue | TextStyle::CellSmall => 11.0,
        }
    }

    /// Returns the greatest extent of a line above its baseline.
    pub(super) fn ascent(self) -> f64 {
        ASCENT * self.size()
    }

    /// Returns the greatest extent of a line below its baseline.
    pub(super) fn descent(self) -> f64 {
        DESCENT * self.size()
    }

    /// Returns the width of a text in the widest common font.
    pub(super) fn width(self, text: &str) -> f64 {
        text.chars().map(advance).sum::<f64>() * self.size()
    }

    /// Returns the width of the widest of several texts.
    pub(super) fn widest<'a>(self, texts: impl IntoIterator<Item = &'a str>) -> f64 {
        texts.into_iter().map(|text| self.width(text)).fold(0.0, f64::max)
    }

    /// Returns the text shortened to the width `room` by leaving out its middle.
    pub(super) fn fitted(self, text: &str, room: f64) -> String {
        // A width computed from the text itself may be smaller by rounding.
        let most = text.chars().count();
        (1..=most)
            .rev()
            .map(|letters| shortened(text, letters))
            .find(|text| self.width(text) <= room + 1e-6)
            .unwrap_or_default()
    }

    /// Returns a name in one line, or broken near its middle into two lines. If even these do not fit, their
    /// middles are left out.
    pub(super) fn in_two_lines(self, name: &str, room: f64) -> Vec<String> {
        if self.width(name) <= room {
            return vec![name.to_owned()];
        }
        let letters = name.chars().count();
        for most in (3..=letters).rev() {
            let name = shortened(name, most);
            let (first, second): (Vec<_>, Vec<_>) =
                name.chars().enumerate().partition(|(place, _)| *place < most.div_ceil(2));
            let lines =
                [first, second].map(|line| line.into_iter().map(|(_, letter)| letter).collect::<String>());
            if lines.iter().all(|line| self.width(line) <= room) {
                return lines.map(|line| line.trim().to_owned()).into();
            }
        }
        vec![self.fitted(name, room)]
    }

    /// Returns the text broken into lines between words.
    pub(super) fn lines(self, text: &str, room: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(line) + self.width(" ") + self.width(word) <= room => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// Returns the width of a character in the widest common font, in font sizes.
fn advance(letter: char) -> f64 {
    let thousandths = match letter {
        ' '..='~' => WIDTHS[letter as usize - ' ' as usize],
        '‘' | '’' | '·' => 352,
        '–' | '“' | '”' | '²' | 'λ' | 'γ' => 650,
        '±' | '−' | '×' | '½' | '…' | '○' | '●' | '→' | '↓' => 1000,
        'Æ' | 'Œ' | 'æ' | 'œ' | '©' | '®' => 1100,
        // Accented letters: as wide as the widest unaccented letter, except M and W.
        '\u{a0}'..='\u{24f}' => 850,
        // Other scripts, including East Asian characters and pictographs.
        _ => 1400,
    };
    f64::from(thousandths) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_wide_as_in_dejavu_sans_at_least() {
        // Measured in DejaVu Sans at 12 units.
        for (text, width) in
            [("own codes overheard by the opponents, %", 257.4), ("0123456789", 76.3), ("end of play", 67.2)]
        {
            let measured = TextStyle::Head.width(text);
            assert!((width..1.12 * width).contains(&measured), "{text}: {measured}");
        }
    }

    #[test]
    fn what_has_no_room_is_shortened_or_broken() {
        let label = TextStyle::Label;
        assert_eq!(label.fitted("nearest", 60.0), "nearest");
        let short = label.fitted("margin:alpha=0.25", 60.0);
        assert!(short.contains('…') && label.width(&short) <= 60.0, "{short}");
        assert_eq!(label.fitted("nearest", 1.0), "");
        assert_eq!(label.in_two_lines("pragmatic", 60.0), ["pragm", "atic"]);
        let two = label.in_two_lines("an extraordinarily long label", 60.0);
        assert!(two.len() == 2 && two.concat().contains('…'), "{two:?}");
        assert!(two.iter().all(|line| label.width(line) <= 60.0), "{two:?}");
        assert_eq!(label.in_two_lines("WWW", 5.0), [""]);
        let lines = label.lines("points more for the clearer team", 120.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| label.width(line) <= 120.0), "{lines:?}");
        assert_eq!(lines.join(" "), "points more for the clearer team");
        assert!(label.lines("", 10.0).is_empty());
    }

    #[test]
    fn the_page_gives_every_style_the_size_that_is_measured() {
        const PAGE: &str = include_str!("page.html");
        for style in [TextStyle::Label, TextStyle::Value, TextStyle::Small, TextStyle::Head] {
            let rule = format!("svg .{} {{ font-size: {}px;", style.class(), style.size());
            assert!(PAGE.contains(&rule), "{rule}");
        }
    }
}
