//! A list of texts in files, where a single one stands without brackets.

use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum OneOrSeveral {
    One(String),
    Several(Vec<String>),
}

/// Writes a single text as it is, and a list otherwise.
pub(super) fn serialize<S: Serializer>(texts: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    match texts {
        [text] => text.serialize(serializer),
        texts => texts.serialize(serializer),
    }
}

/// Reads a text or a list.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(match OneOrSeveral::deserialize(deserializer)? {
        OneOrSeveral::One(text) => vec![text],
        OneOrSeveral::Several(texts) => texts,
    })
}

#[cfg(test)]
mod tests {
    use crate::CrossConfig;

    #[test]
    fn one_agent_stands_as_before_and_several_in_a_list() {
        let config = |agents: &[&str]| {
            let agent = agents.iter().map(|&agent| agent.to_owned()).collect();
            serde_json::to_value(CrossConfig { agent, ..CrossConfig::default() }).expect("JSON")
        };
        assert_eq!(config(&["margin"])["agent"], "margin");
        assert_eq!(config(&["margin", "nearest"])["agent"], serde_json::json!(["margin", "nearest"]));
        for agents in [&["margin"][..], &["margin", "nearest"]] {
            let read: CrossConfig = serde_json::from_value(config(agents)).expect("it is read again");
            assert_eq!(read.agent, agents);
        }
    }
}
