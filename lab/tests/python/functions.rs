//! The functions: what Python has of its own beside the declarations.

use overhear_lab::settings::{Setting, Settings};
use overhear_lab::{
    BalanceConfig, BenchConfig, CalibrateConfig, CheckConfig, CompareRulesConfig, CrossConfig, EvalConfig,
    ExploitConfig, FrontierConfig, LeagueConfig, PeopleConfig, RuleSearchConfig, TournamentConfig,
    TuneConfig,
};

/// What a parameter has as its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The default that is declared.
    Declared,
    /// `None`: the laboratory is not asked, and has its own.
    LeftToTheLaboratory,
}

/// A parameter that only Python has, or has in a form of its own.
pub(crate) struct Own {
    /// Name.
    pub(crate) name: &'static str,
    /// Key of the configuration; empty if it is no field of it.
    pub(crate) key: &'static str,
    /// Type.
    pub(crate) annotation: &'static str,
    /// Default; empty if it has to be given.
    pub(crate) default: &'static str,
    /// Help, if it is not that of the setting.
    pub(crate) help: &'static str,
    /// What the laboratory is asked for, with `@` for its value.
    pub(crate) value: &'static str,
}

/// A function, and the class of its configuration if it has one.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// Command of the program that does the same.
    pub(crate) command: &'static str,
    /// First sentence of its documentation, without a full stop.
    pub(crate) summary: &'static str,
    /// Further paragraphs.
    pub(crate) text: &'static str,
    /// A session that is tried by the tests of documents.
    pub(crate) example: &'static str,
    /// Settings of its configuration.
    pub(crate) settings: fn() -> Vec<Setting>,
    /// Keys without a parameter, beside those of [`NOT_IN_PYTHON`].
    pub(crate) left_out: &'static [&'static str],
    pub(crate) own: &'static [Own],
    pub(crate) missing: Missing,
    /// Names of parameters that can be given by their places.
    pub(crate) by_place: &'static [&'static str],
    /// Where and how it runs: parameters that decide no result.
    pub(crate) running: &'static [&'static str],
    /// Statements before the configuration is made.
    pub(crate) before: &'static str,
    pub(crate) result: &'static str,
    /// What is returned.
    pub(crate) call: &'static str,
    pub(crate) class: Option<Class>,
}

/// The class of a configuration, for functions that play it in parts.
pub(crate) struct Class {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) example: &'static str,
    /// Statements after its numbers have been checked.
    pub(crate) check: &'static str,
    /// The configuration as text; `asked` holds the fields.
    pub(crate) json: &'static str,
}

/// Settings without a parameter: agents stand in one argument, whatever they are, and a class is a bot's place; a part is
/// played by `play_shard`.
pub(crate) const NOT_IN_PYTHON: [&str; 5] = ["agents", "field", "bots", "answers", "shard"];

/// Names that settings have in Python, by keys.
pub(crate) const RENAMED: [(&str, &str); 3] =
    [("agent", "agents"), ("other_space", "other_spaces"), ("lambda", "lambda_")];

const QUIET: &[&str] = &["threads"];
const SHOWN: &[&str] = &["threads", "progress"];
const KEPT: &[&str] = &["out", "force", "threads", "progress"];

const USUAL: Function = Function {
    name: "",
    command: "",
    summary: "",
    text: "",
    example: "",
    settings: Vec::new,
    left_out: &[],
    own: &[],
    missing: Missing::Declared,
    by_place: &[],
    running: SHOWN,
    before: "",
    result: "Table",
    call: "",
    class: None,
};

const OWN: Own = Own { name: "", key: "", annotation: "", default: "", help: "", value: "" };

/// A single agent.
const ONE_AGENT: Own = Own {
    name: "agent",
    key: "agent",
    annotation: "str | Agent",
    help: "The agent: a SPEC, or a class of one's own",
    value: "one_spec(\"agent\", @)",
    ..OWN
};

/// Classes without functions come first in the module.
pub(crate) const FUNCTIONS: [Function; 15] = [
    Function {
        name: "tournament",
        command: "tournament",
        summary: "Plays a round robin on paired deals",
        text: "The same seed gives the same result, whatever ``threads`` is, here and in the program. ``games`` and ``pairs`` count the \
               whole run and are split evenly over the pairings: with three agents there are three, and ``pairs=6`` is two pairs of \
               games of each two agents, so that each agent plays eight games. In place of agents a whole :class:`TournamentConfig` \
               may stand; then only ``out``, ``force``, ``threads`` and ``progress`` may stand beside it.\n\n\
               ``log``, ``running`` and ``checkpoint`` are about what is written and take ``out``. Ctrl-C raises :class:`Interrupted`; \
               with ``out``, :func:`resume` goes on.",
        example: ">>> result = overhear.tournament({\"a\": \"margin\", \"b\": \"nearest\"}, pairs=20, seed=7, set={\"round_limit\": 6})\n\
                  >>> sum(result.standings.column(\"wins\")) + result.standings.column(\"shared\")[0]\n40",
        settings: TournamentConfig::settings,
        by_place: &["agents"],
        running: KEPT,
        result: "TournamentResult",
        call: "_runs.tournament(config, out, force, threads, progress)",
        class: Some(Class {
            name: "TournamentConfig",
            summary: "Everything that decides a tournament: what :func:`overhear.tournament` takes, but for where and on what it runs.\n\n\
                      It can be pickled, compared and sent to other machines. Files are named by paths that every machine must have.",
            example: ">>> TournamentConfig([\"margin\", \"nearest\"], pairs=100, seed=1).pairs\n100",
            check: "check_tournament(self)",
            json: "dumps(asked)",
        }),
        ..USUAL
    },
    Function {
        name: "balance",
        command: "balance",
        summary: "How games end, what the tiebreaker does, and what others would make of it; or which words are hard",
        text: "One agent meets itself, of several each meets each. ``tables`` play all of it in the place of ``agents``, each in so \
               many games. ``by`` and ``deck_b`` take the place of the report.",
        example: ">>> report = overhear.balance([\"random\"], games=40, seed=1)\n>>> report[\"ladder\"].name\n'ladder.csv'\n\
                  >>> report = overhear.balance(games=40, seed=1, tables=[\"random\", \"random+c=random\"])\n\
                  >>> report[\"tables\"].columns[:3]\n['table', 'measure', 'games']\n\
                  >>> counted = overhear.balance([\"random\"], games=40, seed=1, by=\"keyword\")\n>>> counted.words.name\n'keywords.csv'",
        settings: BalanceConfig::settings,
        own: &[
            Own {
                name: "by",
                annotation: "str | None",
                default: "None",
                help: "Counts of clue failures instead of the report, by ``\"keyword\"``, ``\"card\"`` or ``\"pair\"``",
                ..OWN
            },
            Own {
                name: "deck_b",
                annotation: "PathLike | None",
                default: "None",
                help: "A second deck, compared with ``deck`` instead of the report",
                ..OWN
            },
        ],
        by_place: &["agents"],
        running: KEPT,
        result: "BalanceResult",
        call: "BalanceResult(_runs.on_rules(config, out, force, threads, progress), optional_path(\"out\", out))",
        class: Some(Class {
            name: "BalanceConfig",
            summary: "Everything that decides a report on one set of rules, or on words: what :func:`overhear.balance` takes, but for \
                      where and on what it runs. It is for :func:`overhear.run`.",
            example: ">>> BalanceConfig([\"human\"], games=1000, seed=1, by=\"keyword\").games\n1000",
            check: "check_balance(self)",
            json: "balance_json(self, asked)",
        }),
        ..USUAL
    },
    Function {
        name: "sweep",
        command: "balance --sweep",
        summary: "Every combination of the values of some switches on the same deals",
        example: ">>> grid = overhear.sweep({\"round_limit\": range(6, 9)}, [\"random\"], games=40, seed=1)\n>>> grid.table.name\n'sweep.csv'",
        settings: BalanceConfig::settings,
        left_out: &["tables", "minutes"],
        own: &[Own {
            name: "axes",
            annotation: "Mapping[str, Iterable[str | int | float | bool]]",
            help: "Switches with their values, as in ``{\"round_limit\": range(6, 9)}``",
            ..OWN
        }],
        by_place: &["axes", "agents"],
        running: KEPT,
        result: "SweepResult",
        call: "SweepResult(_runs.on_rules(config, out, force, threads, progress), optional_path(\"out\", out))",
        class: Some(Class {
            name: "SweepConfig",
            summary: "Everything that decides a sweep: what :func:`overhear.sweep` takes, but for where and on what it runs.",
            example: ">>> SweepConfig(agents=[\"human\"], games=1000, seed=1, axes={\"round_limit\": range(6, 9)}).games\n1000",
            check: "object.__setattr__(self, \"axes\", axes(\"axes\", self.axes))",
            json: "sweep_json(self, asked)",
        }),
        ..USUAL
    },
    Function {
        name: "compare",
        command: "rules compare",
        summary: "Two sets of rules on the same deals; two results: :func:`contrast`",
        text: "Rules are names or TOML files, with switches behind commas: ``\"official,round_limit=6\"``; or, as everywhere, a dict, \
               ``{\"rules\": \"short\", \"round_limit\": 6}``, or a list, ``[\"short\", \"round_limit=6\"]``.",
        example: ">>> found = overhear.compare(\"official\", \"official,round_limit=6\", [\"random\"], games=40, seed=1)\n\
                  >>> \"measure\" in found.table.columns\nTrue",
        settings: CompareRulesConfig::settings,
        own: &[
            Own {
                name: "a",
                key: "a",
                annotation: "RuleSet",
                help: "Rule set A",
                value: "rules_text(\"a\", @)",
                ..OWN
            },
            Own { name: "b", key: "b", annotation: "RuleSet", value: "rules_text(\"b\", @)", ..OWN },
        ],
        by_place: &["a", "b", "agents"],
        running: KEPT,
        result: "CompareResult",
        call: "CompareResult(*_runs.on_rules(config, out, force, threads, progress))",
        class: Some(Class {
            name: "CompareConfig",
            summary: "Everything that decides a comparison of two sets of rules: what :func:`overhear.compare` takes, but for where and \
                      on what it runs.",
            example: ">>> CompareConfig(\"official\", \"official,round_limit=6\", [\"human\"], games=1000, seed=1).b\n'official,round_limit=6'",
            check: "",
            json: "dumps({\"compare\": asked})",
        }),
        ..USUAL
    },
    Function {
        name: "league",
        command: "agents league",
        summary: "Every agent against every other, with floor and ceiling",
        example: ">>> table = overhear.league([\"margin\", \"nearest\", \"random\"], games=60, seed=1)\n\
                  >>> len(table.agents), table.matrix.name\n(3, 'matrix.csv')",
        settings: LeagueConfig::settings,
        // A file of documents is the program's, and a league with a gauntlet is refused.
        left_out: &["write", "gauntlet"],
        by_place: &["agents"],
        before: "agents = given_agents(agents)",
        result: "LeagueResult",
        call: "_runs.league(asked, agents, threads, progress)",
        ..USUAL
    },
    Function {
        name: "tune",
        command: "tune",
        summary: "Tunes parameters of an agent by SPSA, and tests what that gains on other deals",
        text: "Without ``out`` the trace is not kept, and nothing can go on after Ctrl-C.",
        settings: TuneConfig::settings,
        own: &[
            Own { value: "[one_spec(\"agent\", @)]", help: "Initial agent", ..ONE_AGENT },
            Own {
                name: "params",
                key: "param",
                annotation: "Sequence[str]",
                help: "Parameters to tune: names, or ``\"name=low..high\"``",
                value: "texts(\"params\", @)",
                ..OWN
            },
            Own {
                name: "opponent",
                key: "opponent",
                annotation: "str | Agent | None",
                default: "None",
                value: "None if @ is None else one_spec(\"opponent\", @)",
                ..OWN
            },
        ],
        by_place: &["agent", "params"],
        running: &["out", "force", "threads"],
        result: "TuneResult",
        call: "_runs.tune(asked, (agent, () if opponent is None else opponent), out, force, threads)",
        ..USUAL
    },
    Function {
        name: "evaluate",
        command: "eval decode",
        summary: "Agents against recorded clues of people, a row for each agent",
        text: "``file`` is a CSV file with the columns that ``sim-cli schema`` gives to ``decode.csv`` and ``intercept.csv``. The task \
               ``\"intercept\"`` is ``sim-cli eval intercept``.",
        settings: EvalConfig::settings,
        // Files of single guesses are the program's; agents of Python do not fail.
        left_out: &["max_fault_rate", "predictions", "calibration"],
        own: &[
            Own { name: "task", annotation: "str", help: "``\"decode\"`` or ``\"intercept\"``", ..OWN },
            Own {
                name: "agents",
                key: "agent",
                annotation: "Agents",
                help: "Agents whose guessers answer, as SPECs",
                value: "specs(reusable(@))",
                ..OWN
            },
        ],
        by_place: &["task", "file", "agents"],
        running: QUIET,
        call: "_runs.evaluate(text(\"task\", task), asked, threads)",
        ..USUAL
    },
    Function {
        name: "check_agent",
        command: "agents check",
        summary: "What an agent owes the table, checked by asking. A finding for each duty",
        example: ">>> all(finding.kept for finding in overhear.check_agent(\"margin\", games=4, seed=1))\nTrue",
        settings: CheckConfig::settings,
        own: &[ONE_AGENT],
        by_place: &["agent"],
        running: QUIET,
        result: "Findings",
        call: "_runs.check_agent(asked, agent, threads)",
        ..USUAL
    },
    Function {
        name: "frontier",
        command: "agents frontier",
        summary: "Decoding against interception, as the weights of a clue giver and the referee vary",
        text: "A row for each combination of ``lambda_``, ``gamma`` and ``referee``.",
        example: ">>> len(overhear.frontier(lambda_=[0, 1], gamma=[0], referee=[\"off\"], games=2, seed=1))\n2",
        settings: FrontierConfig::settings,
        missing: Missing::LeftToTheLaboratory,
        call: "_runs.measured(\"frontier\", asked, (), threads, progress)",
        ..USUAL
    },
    Function {
        name: "cross",
        command: "agents cross",
        summary: "Givers, decoders and interceptors who think in different spaces, or by associations, or are of different agents",
        text: "Several agents are crossed in one space; they are SPECs, classes and bots. A row for each giver, decoder and interceptor.",
        example: ">>> len(overhear.cross(agent=[\"nearest\", \"margin\", \"random\"], games=2, seed=1))\n27",
        settings: CrossConfig::settings,
        own: &[
            Own {
                name: "space",
                key: "space",
                annotation: "Sequence[PathLike]",
                default: "()",
                value: "[path(\"space\", file) for file in listed(\"space\", @)]",
                ..OWN
            },
            Own {
                name: "agent",
                key: "agent",
                annotation: "Agents",
                default: "\"margin\"",
                help: "The agent whose spaces are crossed, or several agents, which are crossed",
                value: "specs(@, \"agent\")",
            },
        ],
        missing: Missing::LeftToTheLaboratory,
        by_place: &["space"],
        before: "agent = reusable(agent, \"agent\")",
        call: "_runs.crossed(asked, agent, threads, progress)",
        ..USUAL
    },
    Function {
        name: "exploit",
        command: "agents exploit",
        summary: "Searches the best interceptor against a clue giver, or the clue giver that a guesser understands best without \
                  intercepting",
        text: "It takes minutes.",
        settings: ExploitConfig::settings,
        own: &[Own {
            name: "spec",
            key: "spec",
            help: "The agent to exploit",
            value: "one_spec(\"spec\", @)",
            ..ONE_AGENT
        }],
        missing: Missing::LeftToTheLaboratory,
        by_place: &["spec"],
        call: "_runs.measured(\"exploit\", asked, spec, threads, progress)",
        ..USUAL
    },
    Function {
        name: "search_rules",
        command: "rules search",
        summary: "Searches for rules that meet goals, and confirms the best on fresh deals",
        text: "The rows of the last stage, ``confirmation``, say in ``verdict`` whether each goal holds.",
        example: ">>> found = overhear.search_rules(\"mean_rounds<3\", [\"random\"], vary=\"round_limit=3,4\", games=400, seed=1)\n\
                  >>> found[\"verdict\"][-1]\n'holds'",
        settings: RuleSearchConfig::settings,
        by_place: &["goals", "agents"],
        before: "agents = given_agents(agents)",
        missing: Missing::LeftToTheLaboratory,
        call: "_runs.measured(\"search_rules\", asked, agents, threads, progress)",
        ..USUAL
    },
    Function {
        name: "people",
        command: "agents people",
        summary: "What tables of people come to, beside what is to be expected of them",
        example: ">>> overhear.people(games=2, seed=1).columns[:2]\n['preset', 'figure']",
        settings: PeopleConfig::settings,
        missing: Missing::LeftToTheLaboratory,
        call: "_runs.measured(\"people\", asked, (), threads, progress)",
        ..USUAL
    },
    Function {
        name: "bench",
        command: "bench",
        summary: "A card of how well an agent decodes, intercepts, gives clues, plays and foresees others",
        text: "The card is what ``card.json`` holds, with ``items`` as a list and ``cost`` as CSV. The suite ``decrypto-benchmark`` is \
               the setting of a published benchmark.",
        example: ">>> card = overhear.bench(\"margin\", games=2, vocabulary=2000)\n\
                  >>> card[\"measures\"][0][\"task\"], card[\"measures\"][0][\"measure\"]\n('decode', 'accuracy')",
        settings: BenchConfig::settings,
        // A forecast is asked for at a terminal.
        left_out: &["dry"],
        own: &[
            Own { annotation: "Player", ..ONE_AGENT },
            Own {
                name: "field",
                key: "field",
                annotation: "str | None",
                default: "None",
                help: "Opponents of whole games: the name of a set of ``agents_field``, instead of ``random``, ``nearest``, \
                       ``margin`` and ``pragmatic``",
                value: "optional_text(\"field\", @)",
            },
            Own {
                name: "bots",
                key: "bots",
                annotation: "Sequence[Mapping[str, Any]]",
                default: "()",
                help: "Entries ``[[bot]]``, as ``docs/bots.md`` explains them",
                value: "_runs.bots(@)",
            },
            Own {
                name: "answers",
                key: "answers",
                annotation: "PathLike | None",
                default: "None",
                value: "path(\"answers\", @)",
                ..OWN
            },
        ],
        missing: Missing::LeftToTheLaboratory,
        by_place: &["agent"],
        result: "BenchResult",
        call: "_runs.card(asked, agent, threads, progress)",
        ..USUAL
    },
    Function {
        name: "calibrate",
        command: "calibrate",
        summary: "How often the sequential test is right, on real games of copies of an agent",
        text: "It takes minutes. ``result.problem`` names the rates that are off.",
        example: ">>> overhear.calibrate(runs=1, pairs=10, agent=\"nearest\").table.columns[0]\n'case'",
        settings: CalibrateConfig::settings,
        own: &[
            Own { default: "\"margin\"", ..ONE_AGENT },
            Own {
                name: "coverage",
                key: "coverage",
                annotation: "bool",
                default: "False",
                help: "Count instead how often the 95 % intervals hold the truth, on simulated matches; of the other settings only \
                       ``runs`` and ``seed`` then count",
                value: "flag(\"coverage\", @)",
            },
        ],
        before: "check(blunder=blunder)",
        result: "CalibrateResult",
        call: "_runs.calibrate(asked, agent, threads, progress)",
        ..USUAL
    },
];
