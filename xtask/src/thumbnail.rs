//! Pictures made small and grey, compared so that what has moved is found and another machine's letters are not.

use std::fmt;

use anyhow::{Result, ensure};
use png::{BitDepth, ColorType, Compression, Decoder, Encoder, Transformations};

/// How many pixels of a picture, across and down, become one.
const SHRINK: usize = 8;

/// How wide and high the tiles are that are compared, in small pixels.
const TILE: usize = 4;

/// How far the mean brightness of a tile's pixels may be off, of 255: letters that are drawn otherwise stay below it.
const TILE_LIMIT: f64 = 20.0;

/// How far the height may be off, as a share.
const HEIGHT_LIMIT: f64 = 0.03;

/// A small picture: the brightness of each pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thumbnail {
    width: usize,
    rows: Vec<Vec<u8>>,
}

/// How far two pictures differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Difference {
    /// The widths and the heights, each expected and found.
    sizes: [[usize; 2]; 2],
    /// The mean difference of a pixel in the tile that differs most, of 255.
    worst: f64,
    /// The upper left corner of that tile.
    at: [usize; 2],
    /// The share of tiles that differ clearly.
    share: f64,
}

impl Thumbnail {
    /// Makes a picture small: the PNG of a browser, whose transparency is dropped. What is left at the right and the
    /// lower edge is dropped, too.
    pub(crate) fn of(picture: &[u8]) -> Result<Thumbnail> {
        let (kind, width, bytes) = decode(picture)?;
        let samples = kind.samples();
        ensure!(samples >= 3, "a picture of kind {kind:?}");
        let lines: Vec<&[u8]> = bytes.chunks_exact(samples * width).collect();
        let width = width / SHRINK;
        Ok(Thumbnail {
            width,
            rows: lines
                .chunks_exact(SHRINK)
                .map(|lines| (0..width).map(|x| brightness(lines, x * SHRINK, samples)).collect())
                .collect(),
        })
    }

    /// Reads what [`Thumbnail::png`] has written.
    pub(crate) fn read(bytes: &[u8]) -> Result<Thumbnail> {
        let (kind, width, pixels) = decode(bytes)?;
        ensure!(kind == ColorType::Grayscale, "a picture of kind {kind:?}");
        Ok(Thumbnail { width, rows: pixels.chunks_exact(width).map(<[u8]>::to_vec).collect() })
    }

    /// Writes it as PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.width as u32, self.rows.len() as u32);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        encoder.write_header()?.write_image_data(&self.rows.concat())?;
        Ok(bytes)
    }

    /// How far another picture is from this one; what is below the end of the shorter one is left to the height.
    pub(crate) fn compare(&self, other: &Thumbnail) -> Difference {
        let [width, height] = [self.width.min(other.width), self.rows.len().min(other.rows.len())];
        let corners = (0..height).step_by(TILE).flat_map(|y| (0..width).step_by(TILE).map(move |x| [x, y]));
        let tiles: Vec<([usize; 2], f64)> = corners
            .map(|[x, y]| ([x, y], self.apart(other, [x, width.min(x + TILE)], [y, height.min(y + TILE)])))
            .collect();
        let (at, worst) = tiles.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(([0, 0], 0.0));
        let clear = tiles.iter().filter(|(_, apart)| *apart > TILE_LIMIT).count();
        Difference {
            sizes: [[self.width, other.width], [self.rows.len(), other.rows.len()]],
            worst,
            at,
            share: clear as f64 / tiles.len().max(1) as f64,
        }
    }

    /// The mean difference of a pixel between these columns and lines.
    fn apart(&self, other: &Thumbnail, [left, right]: [usize; 2], [top, bottom]: [usize; 2]) -> f64 {
        let lines = self.rows[top..bottom].iter().zip(&other.rows[top..bottom]);
        let pixels = lines.flat_map(|(a, b)| a[left..right].iter().zip(&b[left..right]));
        let apart: u32 = pixels.map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        f64::from(apart) / ((right - left) * (bottom - top)) as f64
    }
}

/// The mean brightness of a square of pixels that begins at `x`.
fn brightness(lines: &[&[u8]], x: usize, samples: usize) -> u8 {
    let pixels =
        lines.iter().flat_map(|line| line[x * samples..(x + SHRINK) * samples].chunks_exact(samples));
    let sum: usize = pixels.flat_map(|pixel| &pixel[..3]).map(|value| usize::from(*value)).sum();
    (sum / (3 * SHRINK * SHRINK)) as u8
}

/// The kind, the width and the samples of a picture with 8 bits a sample.
fn decode(bytes: &[u8]) -> Result<(ColorType, usize, Vec<u8>)> {
    let mut decoder = Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut samples = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let frame = reader.next_frame(&mut samples)?;
    Ok((frame.color_type, frame.width as usize, samples))
}

impl Difference {
    /// Whether it is more than other letters make.
    pub(crate) fn is_clear(&self) -> bool {
        let [[width, other_width], [height, other_height]] = self.sizes;
        width != other_width
            || height.abs_diff(other_height) as f64 > HEIGHT_LIMIT * height as f64
            || self.worst > TILE_LIMIT
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [_, [height, other_height]] = self.sizes;
        let [x, y] = self.at.map(|at| at * SHRINK);
        write!(
            f,
            "height {:+.1} %, {:.1} % of its tiles clearly off, most at {x},{y} px: {:.0} of 255 (limit {TILE_LIMIT:.0})",
            100.0 * (other_height as f64 / height as f64 - 1.0),
            100.0 * self.share,
            self.worst
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paper of 64 by 48 pixels with a box of 12 by 12 in this grey.
    fn paper(corner: [usize; 2], grey: u8) -> Thumbnail {
        let is_in = |at: usize, from: usize| (from..from + 12).contains(&at);
        let pixel = |x, y| if is_in(x, corner[0]) && is_in(y, corner[1]) { grey } else { 246 };
        Thumbnail { width: 64, rows: (0..48).map(|y| (0..64).map(|x| pixel(x, y)).collect()).collect() }
    }

    /// Every pixel up to 9 lighter or darker, always the same.
    fn noisy(mut picture: Thumbnail) -> Thumbnail {
        let pixels = picture.rows.iter_mut().flatten();
        pixels
            .enumerate()
            .for_each(|(n, value)| *value = value.saturating_add((n * 7 % 10) as u8).saturating_sub(4));
        picture
    }

    #[test]
    fn a_box_that_has_moved_or_gone_is_found() {
        let expected = paper([16, 16], 90);
        for changed in [paper([22, 16], 90), paper([16, 10], 90), paper([16, 16], 246)] {
            let difference = expected.compare(&noisy(changed));
            assert!(difference.is_clear(), "{difference}");
        }
    }

    #[test]
    fn slight_noise_is_no_difference() {
        let expected = paper([16, 16], 90);
        let difference = expected.compare(&noisy(paper([16, 16], 96)));
        assert!(!difference.is_clear() && difference.worst > 2.0, "{difference}");
        assert!(!expected.compare(&expected).is_clear());
    }

    #[test]
    fn another_height_is_a_difference() {
        let expected = paper([16, 16], 90);
        let mut longer = expected.clone();
        longer.rows.push(longer.rows[0].clone());
        assert!(!expected.compare(&longer).is_clear(), "a line of 48 is 2 %");
        longer.rows.push(longer.rows[0].clone());
        assert!(expected.compare(&longer).is_clear());
    }

    #[test]
    fn a_thumbnail_is_read_as_it_was_written() {
        let picture = noisy(paper([16, 16], 90));
        assert_eq!(Thumbnail::read(&picture.png().unwrap()).unwrap(), picture);
    }

    #[test]
    fn a_picture_is_made_small() {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, 20, 17);
        encoder.set_color(ColorType::Rgba);
        let pixel = |n: usize| if n % 20 < 8 { [30, 60, 90, 0] } else { [200, 200, 200, 255] };
        let pixels: Vec<u8> = (0..20 * 17).flat_map(pixel).collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        assert_eq!(Thumbnail::of(&bytes).unwrap(), Thumbnail { width: 2, rows: vec![vec![60, 200]; 2] });
        assert!(Thumbnail::read(&bytes).is_err() && Thumbnail::of(b"none").is_err());
    }
}
