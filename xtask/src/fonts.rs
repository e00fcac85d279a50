//! Fonts that pages are looked at in, whatever fonts the machine has: `xtask/fonts`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

/// Functions that lay a page out in a font.
pub(crate) const SCRIPT: &str = include_str!("fonts.js");

const WIDE: &[u8] = include_bytes!("../fonts/wide.woff2");
const WIDE_BOLD: &[u8] = include_bytes!("../fonts/wide-bold.woff2");
const NARROW: &[u8] = include_bytes!("../fonts/narrow.woff2");

/// A font as the script takes it.
#[derive(Debug, Serialize)]
pub(crate) struct Font {
    name: &'static str,
    faces: Vec<Face>,
    /// What the font asks for above the baseline, where that is not its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    up: Option<&'static str>,
    /// The same below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    down: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Face {
    weight: &'static str,
    bytes: String,
}

impl Face {
    fn new(weight: &'static str, bytes: &[u8]) -> Face {
        Face { weight, bytes: STANDARD.encode(bytes) }
    }
}

/// Returns the widest of the common fonts.
pub(crate) fn wide() -> Font {
    let faces = vec![Face::new("400", WIDE), Face::new("700", WIDE_BOLD)];
    Font { name: "Overhear Wide", faces, up: None, down: None }
}

/// Returns a narrow font.
pub(crate) fn narrow() -> Font {
    Font { name: "Overhear Narrow", faces: vec![Face::new("400", NARROW)], up: None, down: None }
}

/// Returns the wide font with lines as high as those of fonts with the letters of East Asia.
pub(crate) fn tall() -> Font {
    Font { name: "Overhear Tall", up: Some("116%"), down: Some("36%"), ..wide() }
}

/// Returns a script that lays the page of a tab out in a font; it is done when its promise is.
pub(crate) fn wear(font: &Font) -> String {
    let font = serde_json::to_string(font).expect("a font is text");
    format!("(async () => {{ {SCRIPT}\nawait wear(document, {font}); }})()")
}
