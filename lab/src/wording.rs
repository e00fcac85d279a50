//! Plain names for the switches of the rules and for what they can be set to; the keys stand beside them.

/// A switch in plain words, by its key.
pub fn switch_name(key: &str) -> Option<&'static str> {
    Some(match key {
        "players" => "Who plays against whom",
        "team_size" => "Players in each team",
        "white_team" => "Players in White's team",
        "black_team" => "Players in Black's team",
        "pooling" => "How a team agrees on a guess",
        "codes" => "Drawing the codes",
        "session" => "Games in a row without a keyword twice",
        "round_limit" => "Rounds at most",
        "interception_from_round" => "First round with Interceptions",
        "waiting" => "Who waits for that round",
        "tokens_to_win" => "Interceptions that win",
        "tokens_to_lose" => "Miscommunications that lose",
        "tiebreak" => "Steps of the tiebreaker",
        "interception_points" => "Points for an Interception",
        "miscommunication_points" => "Points for a Miscommunication",
        "keyword_match" => "A named keyword is right",
        "final_tie" => "Still even after the tiebreaker",
        "repeat" => "A clue is a repeat",
        "on_illegal_clue" => "An illegal clue",
        "sand_timer" => "Sand timer (seconds; 0: none)",
        "referee" => "Clues that are not about their keyword",
        "referee_top" => "How far a clue may be from its keyword",
        _ => return None,
    })
}

/// What a switch can be set to in plain words, by its value in a rules file.
pub fn value_name(key: &str, value: &str) -> Option<&'static str> {
    Some(match (key, value) {
        ("players", "two_teams") => "two teams",
        ("players", "three") => "two against one",
        ("pooling", "log_linear") => "they talk until one code convinces most",
        ("pooling", "vote") => "they vote",
        ("codes", "with_replacement") => "a code can come again",
        ("codes", "no_repeat") => "no code comes twice",
        ("waiting", "both") => "both teams",
        ("waiting", "black") => "Black alone",
        ("tiebreak", "points_keywords") => "points, then keywords",
        ("tiebreak", "keywords_points") => "keywords, then points",
        ("tiebreak", "points") => "points alone",
        ("tiebreak", "keywords") => "keywords alone",
        ("tiebreak", "shared") => "none: every tie is shared",
        ("keyword_match", "set") => "wherever it stands on the screen",
        ("keyword_match", "position") => "at its own number alone",
        ("final_tie", "shared") => "the victory is shared",
        ("final_tie", "white") => "White wins",
        ("final_tie", "black") => "Black wins",
        ("repeat", "exact") => "if it is the same word",
        ("repeat", "lemma") => "if it is a form of the same word",
        ("on_illegal_clue", "reject") => "the Encryptor gives another",
        ("on_illegal_clue", "missing") => "it is missing",
        ("on_illegal_clue", "forfeit_code") => "the code counts as intercepted",
        ("referee", "off") => "nobody minds",
        ("referee", "warn") => "they are counted",
        ("referee", "enforce") => "they are refused",
        _ => return None,
    })
}

/// A setting in plain words: `Rounds at most 5`, `Steps of the tiebreaker: points alone`; as it is where it is none.
pub(crate) fn setting_name(setting: &str) -> String {
    let named = setting.split_once('=').and_then(|(key, value)| Some((key, value, switch_name(key)?)));
    let Some((key, value, name)) = named else { return setting.to_owned() };
    value_name(key, value).map_or_else(|| format!("{name} {value}"), |value| format!("{name}: {value}"))
}

/// Several settings in plain words, with commas between them, from `round_limit=5 tokens_to_lose=2`.
pub(crate) fn settings_name(settings: &str) -> String {
    settings.split(' ').map(setting_name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_said_in_words() {
        assert_eq!(
            settings_name("round_limit=5 tiebreak=points own=1"),
            "Rounds at most 5, Steps of the tiebreaker: points alone, own=1"
        );
    }
}
