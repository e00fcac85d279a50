//! Letters of other scripts that look like Latin ones, and letters in circles and squares.

/// For each Latin letter, which comes first, the letters of other scripts that look like it in lower case or as a capital.
///
/// From `confusables.txt` of Unicode Technical Standard 39 (© Unicode, Inc., <https://www.unicode.org/license.txt>), as the
/// package `confusable-homoglyphs` 3.3.1 has it: single letters and digits without those that NFKC makes Latin, in lower case. Joined
/// by the letters that people exchange by hand (`я` for R).
const LOOK_ALIKES: [&str; 26] = [
    "aɑαаᗅꓮꭺ𐊠𖽀",
    "bƅβвьᏼᑲᖯᗷꓐꞵꮟ𐊂𐊡𐌁",
    "cςσϲсᴄⲥꓚꮯ𐊢𐌂𐐽𐔜𑣩𑣲",
    "dɗԁᑯᗞᗪꓒꓓꭰꮷ",
    "eεеэєҽⴹꓰꬲꭼ𐊆𑣆𑣎",
    "fƒϝքᖴẝꓝꞙꬵ𐊇𐊥𐔥𑣂",
    "gƍɡԍցᏻᶃꓖꮐ",
    "hηнһհᕼⲏꓧꮋꮒ𐋏",
    "iıɩɪιіӏꙇꭵ𑣃",
    "jʝϳјᒍꓙꭻ",
    "kκкᛕⲕꓗꮶ𐔘",
    "lǀɩιіӏ۱ᒪᛁⲓⳑⵏꓡꓲꮮ𐊊𐌉𐌠𐑃𐔦𑣃𑣒𖼖𖼨",
    "mμϻмᗰᛖⲙꓟꮇ𐊰𐌑",
    "nηνинпһոռⲛꓠ𐔓",
    "oοσоօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲟⵔ〇ꓳꬽ𐊒𐊫𐐬𐓪𐔖𑓐𑣈𑣕𑣗𑣠",
    "pρрᑭⲣꓑꮲ𐊕",
    "qԛգզⵕ",
    "rʀгяᖇᴦⲅꓣꭇꭈꭱꮁꮢ𐓜𖼵",
    "sƽѕտꓢꜱꮥꮪ𐊖𐑈𑣁𖼺",
    "tτтⲧꓔꭲ𐊗𐊱𐌕𑣜𖼊",
    "uʋυսሀᑌᴜꓴꞟꭎꭒ𐓶𑣘𖽂",
    "vνѵ۷ᐯᴠⴸꓦꛟꮩ𐔝𑜆𑣀𖼈",
    "wɯωшѡԝաᴡꓪꮃꮤ𑜊𑜎𑜏𑣦𑣯",
    "xχхᕁᕽᚷⲭⵝꓫꭓ𐊐𐊴𐌗𐌢𐔧𑣬",
    "yɣʏγυуүսყᶌỿⲩꓬꭚꭹꮍ𐊲𑣄𑣜𖽃",
    "zζзᴢꓜꮓ𐋵𑣄𑣉𑣥",
];

/// The first letter beyond the accented Latin ones, none of which looks like another letter.
const BEYOND_LATIN: char = '\u{180}';

/// Returns the Latin letters that a letter of another script looks like, in lower case or as a capital.
pub(super) fn look_alikes(c: char) -> impl Iterator<Item = char> {
    let is_other = c >= BEYOND_LATIN || c == 'ı';
    let rows = if is_other { &LOOK_ALIKES[..] } else { &[] };
    let alike = rows.iter().filter(move |row| row.chars().any(|alike| alike == c));
    alike.filter_map(|row| row.chars().next())
}

/// Returns the letter that a sign shows white on black: 🅢, 🆂. NFKC keeps these signs, and takes off
/// other circles and squares (ⓢ, 🅂).
pub(super) fn enclosed_letter(c: char) -> Option<char> {
    const FIRST: [char; 2] = ['\u{1f150}', '\u{1f170}'];
    let place =
        FIRST.iter().find_map(|&first| (c as u32).checked_sub(first as u32).filter(|&place| place < 26));
    place.and_then(|place| char::from_u32('a' as u32 + place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_a_look_alike_in_another_script() {
        for (letter, sign) in ('a'..='z').zip("аьсԁеƒɡһіјкӏмпорԛгѕтυѵԝхуз".chars())
        {
            assert!(
                !sign.is_ascii() && look_alikes(sign).any(|alike| alike == letter),
                "{sign} for {letter}"
            );
        }
        for (row, letter) in LOOK_ALIKES.iter().zip('a'..='z') {
            assert!(row.starts_with(letter) && row.chars().skip(1).all(|sign| !sign.is_ascii()), "{letter}");
        }
    }

    #[test]
    fn letters_of_the_four_languages_look_like_no_other() {
        for letter in "azåäöéèêëàâçîïôùûüÿœæßøìòóíúñ".chars() {
            assert_eq!(look_alikes(letter).next(), None, "{letter}");
        }
    }

    #[test]
    fn letters_in_black_circles_and_squares_are_read() {
        let read = |text: &str| text.chars().filter_map(enclosed_letter).collect::<String>();
        assert_eq!(read("🅢🅤🅝 🆂🆄🅽"), "sunsun");
        assert_eq!(read("sun🌞Ⓢ🇸🇪"), "");
    }
}
