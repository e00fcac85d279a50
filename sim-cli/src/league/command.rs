//! The league as a command.

use overhear_lab::table::quoted;

use crate::cli::LeagueArgs;

/// The command that makes these tables again.
pub(super) fn command(args: &LeagueArgs) -> String {
    let mut flags = vec![("games", args.games.to_string()), ("seed", args.seed.to_string())];
    flags.extend(args.agent.iter().map(|agent| ("agent", agent.clone())));
    if args.rules.rules != "official" {
        flags.push(("rules", args.rules.rules.clone()));
    }
    flags.extend(args.rules.set.iter().map(|setting| ("set", setting.clone())));
    flags.extend(args.words.flags());
    flags.extend(args.write.iter().map(|path| ("write", path.display().to_string())));
    let flags = flags.iter().map(|(name, value)| format!(" --{name} {}", quoted(value)));
    "sim-cli agents league".to_owned() + &flags.collect::<String>()
}
