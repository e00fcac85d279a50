//! Every field of a question is in the protocol's schema, in `docs/bots.md`, and among the columns that a Python agent gets.

use std::fs::read_to_string;
use std::path::Path;

/// Fields without a column in Python: the id, the role (a method for each), the halves and refusals (columns of their own), and what only benchmarks and
/// talks ask, in which no Python agent takes part.
const NOT_IN_PYTHON: [&str; 14] = [
    "id", "role", "history", "refused", "reader", "ask", "offered", "revealed", "pair", "about", "turn",
    "last", "alone", "said",
];

fn text(path: &str) -> String {
    read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path))
        .expect("a file of the project")
}

/// Returns the fields of a question by their names in messages.
fn fields() -> Vec<String> {
    let source = text("bots/src/protocol.rs");
    let (_, body) = source.split_once("pub struct QuestionMessage<'a> {").expect("the question");
    let (body, _) = body.split_once("\n}").expect("its end");
    let names = body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(": "));
    names.map(|(name, _)| if name == "noise_seed" { "head" } else { name }.to_owned()).collect()
}

#[test]
fn every_field_of_a_question_is_in_the_schema_the_document_and_python() {
    let [schema, document, python] =
        ["bots/schema/protocol-1.json", "docs/bots.md", "python/lib/overhear/_batch.py"].map(text);
    let fields = fields();
    assert!(fields.len() > 20, "{fields:?}");
    for name in &fields {
        let quoted = format!("\"{name}\":");
        assert!(schema.contains(&quoted), "bots/schema/protocol-1.json lacks `{name}`");
        assert!(document.contains(&quoted), "docs/bots.md has no example with `{name}`");
        let is_asked = !NOT_IN_PYTHON.contains(&name.as_str());
        assert_eq!(python.contains(&quoted), is_asked, "python/lib/overhear/_batch.py and `{name}`");
    }
}
