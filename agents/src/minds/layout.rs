//! The file of a mind; `data/README.md` describes its bytes.

use multiversion::multiversion;

use super::words::MindWords;
use crate::model::quick_exp2;

const MAGIC: &[u8; 8] = b"OVERMIND";
const VERSION: u32 = 1;
const LISTED: u32 = 0;
const DIRECTIONS: u32 = 1;
/// Steps of a stored ratio in each bit.
const STEPS: f64 = 8.0;
/// The most of a keyword's probability that its listed words have.
const MOST_LISTED: f64 = 0.995;
/// Number of bytes of the hash at the end.
const SEAL: usize = 32;

/// What a file says of each keyword.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contents {
    pub(super) keywords: Vec<String>,
    pub(super) table: Table,
}

/// How much likelier each keyword makes each word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Table {
    /// The words that are listed for each keyword, and the rate of all others.
    Listed(Vec<ListedRow>),
    /// All words, as products of short rows.
    Directions(Directions),
}

/// The words listed for a keyword.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ListedRow {
    /// Ascending places of words.
    pub(super) places: Vec<u32>,
    /// ln P(word | keyword) of these.
    pub(super) logs: Vec<f64>,
    /// ln of P(word | keyword) over the base rate for every other word.
    pub(super) rest: f64,
}

/// Short rows of keywords and words, whose product is the logarithm of how much likelier the keyword makes the word.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Directions {
    dims: usize,
    /// The share of clues that follow the products; the others follow the base rate.
    pub(super) trust: f64,
    heads: Vec<f32>,
    offsets: Vec<f32>,
    scales: Vec<u8>,
    nibbles: Vec<u8>,
}

impl Directions {
    /// Returns ln of how much likelier the keyword makes the word.
    pub(super) fn log_ratio(&self, keyword: usize, word: usize) -> f64 {
        let head = &self.heads[keyword * self.dims..][..self.dims];
        let bytes = &self.nibbles[word * self.dims / 2..][..self.dims / 2];
        let mut product = 0.0;
        for (pair, &byte) in head.chunks_exact(2).zip(bytes) {
            product += f64::from(pair[0]) * f64::from((byte << 4) as i8 >> 4);
            product += f64::from(pair[1]) * f64::from(byte as i8 >> 4);
        }
        product * f64::from(self.scales[word]) + f64::from(self.offsets[keyword])
    }
}

impl Directions {
    /// Writes for each keyword how much likelier it makes the word, to three digits; `row` is a buffer.
    pub(super) fn write_ratios(&self, word: usize, row: &mut Vec<f32>, to: &mut Vec<f32>) {
        let bytes = &self.nibbles[word * self.dims / 2..][..self.dims / 2];
        let scale = f32::from(self.scales[word]);
        row.clear();
        row.extend(bytes.iter().flat_map(|&byte| [(byte << 4) as i8 >> 4, byte as i8 >> 4]).map(f32::from));
        to.clear();
        to.resize(self.offsets.len(), 0.0);
        ratios(&self.heads, row, scale, &self.offsets, self.trust as f32, to);
    }
}

/// Writes trust · exp(product · scale + offset) + 1 − trust for the product of each row of `heads` with `row`.
///
/// Sums have eight lanes, added in one order, so every machine gives the same bits.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn ratios(heads: &[f32], row: &[f32], scale: f32, offsets: &[f32], trust: f32, to: &mut [f32]) {
    const LANES: usize = 8;
    for ((head, offset), to) in heads.chunks_exact(row.len()).zip(offsets).zip(&mut *to) {
        let mut sums = [0.0_f32; LANES];
        for (head, row) in head.as_chunks::<LANES>().0.iter().zip(row.as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                sums[lane] += head[lane] * row[lane];
            }
        }
        *to = sums.iter().sum::<f32>() * scale + offset;
    }
    for to in to {
        *to = trust * quick_exp2((*to * std::f32::consts::LOG2_E).clamp(-100.0, 100.0)) + (1.0 - trust);
    }
}

/// Reads a file, or says what is wrong with it.
pub(super) fn read(content: &[u8], words: &MindWords) -> Result<Contents, &'static str> {
    use sha2::Digest as _;

    let (body, seal) = content.split_last_chunk::<SEAL>().ok_or("the file is too short")?;
    if sha2::Sha256::digest(body).as_slice() != seal {
        return Err("the file does not match the hash at its end");
    }
    let mut bytes = Bytes { rest: body };
    if bytes.take(MAGIC.len())? != MAGIC || bytes.number()? != VERSION {
        return Err("the file is no mind of this version");
    }
    let layout = bytes.number()?;
    let (keywords, known, text) = (bytes.size()?, bytes.size()?, bytes.size()?);
    let text = std::str::from_utf8(bytes.take(text)?).map_err(|_| "the keywords are not UTF-8")?;
    let names: Vec<String> = text.lines().map(str::to_owned).collect();
    if names.len() != keywords || known != words.len() {
        return Err("the file has other numbers of keywords or words than it says");
    }
    let table = match layout {
        LISTED => Table::Listed(listed(&mut bytes, keywords, words)?),
        DIRECTIONS => Table::Directions(directions(&mut bytes, keywords, known)?),
        _ => return Err("the file has an unknown layout"),
    };
    if bytes.rest.is_empty() { Ok(Contents { keywords: names, table }) } else { Err("the file is too long") }
}

fn listed(bytes: &mut Bytes<'_>, keywords: usize, words: &MindWords) -> Result<Vec<ListedRow>, &'static str> {
    let mut all_places = Vec::with_capacity(keywords);
    for _ in 0..keywords {
        let (count, mut place, mut places) = (bytes.short()?, 0, Vec::new());
        for n in 0..count {
            let gap = bytes.short()?;
            place += gap;
            if place as usize >= words.len() || (n > 0 && gap == 0) {
                return Err("a listed word is none");
            }
            places.push(place);
        }
        all_places.push(places);
    }
    all_places
        .into_iter()
        .map(|places| {
            let ratios = bytes.take(places.len())?;
            Ok(listed_row(places, ratios, words))
        })
        .collect()
}

/// Returns a row that sums to one: if the listed words have too much, all lose the same share of it.
fn listed_row(places: Vec<u32>, ratios: &[u8], words: &MindWords) -> ListedRow {
    let rates: Vec<f64> = places.iter().map(|&place| words.rate(place as usize)).collect();
    let shares = rates.iter().zip(ratios).map(|(rate, &ratio)| rate * libm::exp2(f64::from(ratio) / STEPS));
    let shares: Vec<f64> = shares.collect();
    let total: f64 = shares.iter().sum();
    let over = (total / MOST_LISTED).max(1.0);
    let unlisted = (1.0 - rates.iter().sum::<f64>()).max(1e-12);
    let logs = shares.iter().map(|share| libm::log(share / over)).collect();
    ListedRow { places, logs, rest: libm::log((1.0 - total / over) / unlisted) }
}

fn directions(bytes: &mut Bytes<'_>, keywords: usize, words: usize) -> Result<Directions, &'static str> {
    let dims = bytes.size()?;
    let trust = f64::from(f32::from_bits(bytes.number()?));
    if dims % 2 != 0 || !(0.0..1.0).contains(&trust) {
        return Err("the file has odd dimensions or a trust that is none");
    }
    let directions = Directions {
        dims,
        trust,
        heads: bytes.floats(keywords * dims)?,
        offsets: bytes.floats(keywords)?,
        scales: bytes.take(words)?.to_vec(),
        nibbles: bytes.take(words * dims / 2)?.to_vec(),
    };
    let is_finite = directions.heads.iter().chain(&directions.offsets).all(|number| number.is_finite());
    if is_finite { Ok(directions) } else { Err("a number of the file is not finite") }
}

/// What is left to read.
struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], &'static str> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or("the file ends too early")?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, &'static str> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Reads a number of parts; one that is larger than the file is wrong.
    fn size(&mut self) -> Result<usize, &'static str> {
        let size = self.number()? as usize;
        if size <= 1 << 24 { Ok(size) } else { Err("the file says that it is larger than minds are") }
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, &'static str> {
        let bytes = self.take(4 * count)?;
        Ok(bytes
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
            .collect())
    }

    /// Reads a number of up to 21 bits: seven a byte, the lowest first; the eighth says that more follow.
    fn short(&mut self) -> Result<u32, &'static str> {
        let mut number = 0;
        for place in 0..3 {
            let byte = self.take(1)?[0];
            number |= u32::from(byte & 127) << (7 * place);
            if byte < 128 {
                return Ok(number);
            }
        }
        Err("a number of the file is too large")
    }
}
