//! Note sheets as one self-contained page: no script, no further file, light or dark by the reader's
//! preference.

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Value};

use super::sheet::Replay;
use crate::table::{presentable, with_policy};

const PAGE: &str = include_str!("page.html");

/// Returns the page. Every text in it is escaped.
pub fn page(replay: &Replay) -> String {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("percent", |p: f64| format!("{:.1} %", 100.0 * p));
    let page = environment.render_str(PAGE, Value::from(Serde(replay))).expect("the page fits the sheets");
    with_policy(&presentable(&page)) + "\n"
}
