//! The moving picture of the terminal as SVG with CSS animations, which pages show as a picture.

use std::fmt::Write as _;

use anstyle_svg::Term;
use anyhow::{Context as _, Result};

use super::cast::Scene;

/// The width of a letter and the height of a line as [`Term`] draws them, in pixels, and its margin.
const LETTER: f64 = 8.4;
const LINE: usize = 18;
const MARGIN: usize = 10;

/// The prompt, which is there before a command is typed.
const PROMPT: &str = "$ ";

/// Seconds for a letter that is typed, from the last letter to the output, for reading a screen, and for reading a line of it.
const TYPING: f64 = 0.05;
const WAITING: f64 = 0.5;
const READING: f64 = 3.0;
const READING_A_LINE: f64 = 0.4;

/// The background, and letters; lighter than those of [`Term`], as what is dimmed is to be read.
const PAPER: &str = "#000000";
const INK: &str = "#d7d7d7";

/// A scene as a drawing, and when it is shown.
struct Screen<'a> {
    scene: &'a Scene,
    drawing: String,
    width: f64,
    height: f64,
    /// Seconds from the beginning of the picture.
    begins: f64,
}

impl Screen<'_> {
    fn letters(&self) -> usize {
        self.scene.command.chars().count()
    }

    /// Seconds from the beginning of the picture to the last letter of the command.
    fn is_typed(&self) -> f64 {
        self.begins + self.letters() as f64 * TYPING
    }

    fn answers(&self) -> f64 {
        self.is_typed() + WAITING
    }

    fn ends(&self) -> f64 {
        self.answers() + READING + self.scene.output.lines().count() as f64 * READING_A_LINE
    }
}

/// Draws the scenes one after the other, again and again. Where nothing moves, the first is shown as it ends.
///
/// # Errors
/// A drawing without its size.
pub(super) fn draw(scenes: &[Scene]) -> Result<String> {
    let mut screens: Vec<Screen<'_>> = Vec::new();
    for scene in scenes {
        let text = format!("{PROMPT}{}\n{}", scene.command, scene.output);
        let drawing = Term::new().background(false).render_svg(&text);
        let [width, height] = [attribute(&drawing, "width")?, attribute(&drawing, "height")?];
        let begins = screens.last().map_or(0.0, Screen::ends);
        screens.push(Screen { scene, drawing, width, height, begins });
    }
    let whole = screens.last().context("a scene")?.ends();
    let [width, height] = [
        screens.iter().map(|screen| screen.width).fold(0.0, f64::max),
        screens.iter().map(|screen| screen.height).fold(0.0, f64::max),
    ];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>sim-cli in a terminal</title>\n<style>\n\
         .scene, .cover {{ opacity: 0 }}\n.scene-0 {{ opacity: 1 }}\n.cover {{ fill: {PAPER} }}\n\
         .scene .fg {{ fill: {INK} }}\n.scene .dimmed {{ opacity: 0.7 }}\n\
         @media (prefers-reduced-motion: no-preference) {{\n"
    );
    for (n, screen) in screens.iter().enumerate() {
        write_times(&mut svg, n, screen, whole)?;
    }
    writeln!(svg, "}}\n</style>\n<rect width=\"{width}\" height=\"{height}\" rx=\"4.5\" fill=\"{PAPER}\"/>")?;
    // Two covers hide each screen: one moves away over its command letter by letter, the other goes when the output comes.
    for (n, screen) in screens.iter().enumerate() {
        let below = MARGIN + LINE + 5;
        writeln!(
            svg,
            "<g class=\"scene scene-{n}\">\n{}<rect class=\"cover typing-{n}\" x=\"{}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{}\"/>\n\
             <rect class=\"cover waiting-{n}\" y=\"{below}\" width=\"{width}\" height=\"{height}\"/>\n</g>",
            screen.drawing,
            MARGIN as f64 + PROMPT.len() as f64 * LETTER,
            LINE + 5,
        )?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Writes when a screen is shown, and when the covers of its command and of its output go.
fn write_times(svg: &mut String, n: usize, screen: &Screen<'_>, whole: f64) -> Result<()> {
    let [begins, typed, answers, ends] = [screen.begins, screen.is_typed(), screen.answers(), screen.ends()]
        .map(|seconds| format!("{:.3}%", 100.0 * seconds / whole));
    for class in ["scene", "typing", "waiting"] {
        writeln!(svg, ".{class}-{n} {{ animation: {class}-{n} {whole:.2}s step-end infinite }}")?;
    }
    writeln!(
        svg,
        "@keyframes scene-{n} {{ 0% {{ opacity: 0 }} {begins} {{ opacity: 1 }} {ends} {{ opacity: 0 }} }}"
    )?;
    let letters = screen.letters();
    writeln!(
        svg,
        "@keyframes typing-{n} {{ 0%, {begins} {{ opacity: 1; transform: none; animation-timing-function: steps({letters}) }} \
         {typed} {{ opacity: 1; transform: translateX({:.1}px) }} }}",
        letters as f64 * LETTER
    )?;
    writeln!(svg, "@keyframes waiting-{n} {{ 0% {{ opacity: 1 }} {answers} {{ opacity: 0 }} }}")?;
    Ok(())
}

/// Returns the number of pixels that the first tag of a drawing has in an attribute.
fn attribute(drawing: &str, name: &str) -> Result<f64> {
    let value = drawing.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split("px").next());
    value.and_then(|digits| digits.parse().ok()).with_context(|| format!("a drawing without {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_follow_one_another_and_show_what_was_printed() {
        let scene =
            |command: &str, output: &str| Scene { command: command.to_owned(), output: output.to_owned() };
        let scenes = [scene("one", "\u{1b}[1mbold\u{1b}[0m\nplain <text>"), scene("two", "end")];
        let svg = draw(&scenes).expect("a drawing");
        assert!(svg.contains("class=\"bold\">bold</tspan>") && svg.contains("plain &lt;text&gt;"), "{svg}");
        // 3 letters, a pause, and two lines: 0.15 + 0.5 + 3.8 s; the second takes 4.05 s.
        assert!(svg.contains("animation: scene-1 8.50s step-end infinite"), "{svg}");
        assert!(
            svg.contains("@keyframes scene-1 { 0% { opacity: 0 } 52.353% { opacity: 1 } 100.000%"),
            "{svg}"
        );
        assert_eq!(svg.matches("<svg").count(), 3);
    }
}
