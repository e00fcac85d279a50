//! The command that plays a league again.

use super::LeagueConfig;
use crate::command_line::CommandLine;
use crate::setup::{Field, Language, PlayersConfig, RulesConfig, WordFiles};

/// Returns the shell command that plays this league and writes its tables again.
pub fn command(config: &LeagueConfig) -> String {
    let LeagueConfig {
        games,
        seed,
        players: PlayersConfig { agent, agents, field, bots, answers, registry: _ },
        gauntlet: _,
        rules: RulesConfig { rules, set, team_size },
        words: WordFiles { space, deck, lang, other_space, associations, vocabulary },
        write,
        exploit_games,
        respond_games,
    } = config;
    let mut line = CommandLine::new("agents league");
    line.flag("games", &games.to_string());
    line.flag("seed", &seed.to_string());
    bots.iter().for_each(|bot| line.bot(&bot.name, &bot.command));
    line.file("answers", answers.as_ref());
    line.file("agents", agents.as_ref());
    line.given("field", field.map(Field::name));
    line.add_all("agent", agent);
    line.unusual("rules", &**rules, &"official");
    line.add_all("set", set);
    line.given("team-size", *team_size);
    line.file("space", space.as_ref());
    line.file("deck", deck.as_ref());
    line.unusual("lang", lang.code(), &Language::English.code());
    line.add_all("other-space", other_space);
    line.add_all("associations", associations);
    line.given("vocabulary", *vocabulary);
    line.given("exploit-games", *exploit_games);
    line.unusual("respond-games", *respond_games, &0);
    line.file("write", write.as_ref());
    line.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::BotConfig;

    #[test]
    fn what_is_usual_is_left_out_and_everything_else_is_said() {
        let usual = LeagueConfig { games: 10, seed: 2, ..LeagueConfig::default() };
        assert_eq!(command(&usual), "sim-cli agents league --games 10 --seed 2");
        let words = ["python3", "my bot.py"].map(str::to_owned).to_vec();
        let config = LeagueConfig {
            players: PlayersConfig {
                field: Some(Field::Presets),
                bots: vec![BotConfig::command("mine", words)],
                answers: Some("kept".into()),
                ..PlayersConfig::from_specs(["a b=margin"])
            },
            rules: RulesConfig { set: vec!["round_limit=5".to_owned()], ..RulesConfig::default() },
            words: WordFiles { deck: Some("my deck.csv".into()), ..WordFiles::default() },
            write: Some("README.md".into()),
            exploit_games: Some(40),
            respond_games: 80,
            ..usual
        };
        let words = shlex::split(&command(&config)).expect("a shell takes it").join("|");
        let said = "sim-cli|agents|league|--games|10|--seed|2|--bot|mine=python3 'my bot.py'|--answers|kept|--field|presets|\
                    --agent|a b=margin|--set|round_limit=5|--deck|my deck.csv|--exploit-games|40|--respond-games|80|--write|README.md";
        assert_eq!(words, said);
    }
}
