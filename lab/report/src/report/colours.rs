//! Test that colour-blind readers can distinguish the colours of the ending flow.
//!
//! Colour blindness follows G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model
//! for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), at severity 1. Differences are measured
//! in CIELAB (1976) under D65. A trained eye just sees a difference of about 2 side by side; separate bands
//! need far more.

/// A colour as three numbers.
type Colour = [f64; 3];

/// Minimum difference of two bands.
const LEAST: f64 = 20.0;

const PAGE: &str = include_str!("page.html");

const STEPS: [&str; 4] = ["tokens", "points", "keywords", "shared"];

/// Linear RGB as each kind of eye perceives it.
const EYES: [(&str, [Colour; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// Linear RGB to XYZ, relative to white under D65.
const XYZ: [Colour; 3] = [
    [0.412_456_4 / 0.950_47, 0.357_576_1 / 0.950_47, 0.180_437_5 / 0.950_47],
    [0.212_672_9, 0.715_152_2, 0.072_175_0],
    [0.019_333_9 / 1.088_83, 0.119_192_0 / 1.088_83, 0.950_304_1 / 1.088_83],
];

fn through(matrix: &[Colour; 3], colour: Colour) -> Colour {
    matrix.map(|row| row.iter().zip(colour).map(|(factor, part)| factor * part).sum())
}

/// Returns the text after the first occurrence of `name` after `from`, up to a semicolon.
fn declared<'a>(from: &'a str, name: &str) -> &'a str {
    let (_, rest) = from.split_once(name).unwrap_or_else(|| panic!("no {name}"));
    rest.split(';').next().expect("a first part").trim()
}

/// Parses `#rgb` or `#rrggbb` into linear RGB.
fn colour(hex: &str) -> Colour {
    let digits: Vec<u32> = hex[1..].chars().map(|digit| digit.to_digit(16).expect("a digit")).collect();
    let each = digits.len() / 3;
    std::array::from_fn(|part| {
        let [high, low] = [digits[each * part], digits[each * part + each - 1]];
        f64::from(16 * high + low) / 255.0
    })
}

fn linear(part: f64) -> f64 {
    if part <= 0.040_45 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
}

/// Returns the CIELAB coordinates of a linear RGB colour.
fn lab(rgb: Colour) -> Colour {
    let [x, y, z] = through(&XYZ, rgb.map(|part| part.clamp(0.0, 1.0))).map(|part| {
        let is_dark = part <= 216.0 / 24_389.0;
        if is_dark { (24_389.0 / 27.0 * part + 16.0) / 116.0 } else { libm::cbrt(part) }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference(one: Colour, other: Colour) -> f64 {
    libm::sqrt(one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum())
}

/// Returns the minimum difference of two bands to such eyes, with the colours of the style sheet.
fn least(style: &str, eyes: &[Colour; 3]) -> f64 {
    let opacity: f64 = declared(PAGE, "svg .flow { fill-opacity:").parse().expect("a number");
    let behind = colour(declared(style, "--panel:"));
    let perceived = STEPS.map(|step| {
        let band = colour(declared(style, &format!("--{step}:")));
        let mixed: Colour = std::array::from_fn(|n| opacity * band[n] + (1.0 - opacity) * behind[n]);
        lab(through(eyes, mixed.map(linear)))
    });
    let pairs = (0..STEPS.len()).flat_map(|n| (0..n).map(move |k| difference(perceived[n], perceived[k])));
    pairs.fold(f64::INFINITY, f64::min)
}

#[test]
fn bands_of_the_ladder_differ_for_all_eyes_by_day_and_night() {
    let (light, dark) = PAGE.split_once("prefers-color-scheme: dark").expect("two schemes");
    for (eyes, matrix) in &EYES {
        for (scheme, style) in [("light", light), ("dark", dark)] {
            let distance = least(style, matrix);
            assert!(distance >= LEAST, "{eyes}, {scheme}: {distance:.1}");
        }
    }
}

#[test]
fn black_and_white_differ_by_100_and_the_former_colours_are_found_wanting() {
    let black_and_white = difference(lab([0.0; 3]), lab([1.0; 3]));
    assert!((black_and_white - 100.0).abs() < 0.01, "{black_and_white}");
    let before =
        "--panel: #f6f6f4; --tokens: #0072b2; --points: #b07800; --keywords: #009e73; --shared: #a84f82;";
    assert!(least(before, &EYES[2].1) < LEAST);
}
