//! The state of a real game, read from a TOML file.

use overhear_engine::rules::{Code, same_clue_form};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use overhear_lab::error::LabError;
use overhear_lab::setup::{Language, TomlDocument, unknown_key};

/// A game as one team has noted it.
pub(super) struct NoteSheet {
    pub(super) language: Language,
    pub(super) keywords: Option<[String; 4]>,
    pub(super) own: NotedTeam,
    pub(super) opponents: NotedTeam,
}

/// Clues of one team.
#[derive(Default)]
pub(super) struct NotedTeam {
    pub(super) rounds: Vec<NotedRound>,
    pub(super) now: Option<CurrentRound>,
}

/// A round whose code was revealed.
pub(super) struct NotedRound {
    pub(super) clues: [String; 3],
    pub(super) code: Code,
}

/// The round in progress.
#[derive(Default)]
pub(super) struct CurrentRound {
    pub(super) clues: Option<[String; 3]>,
    /// Known to the own Encryptor alone.
    pub(super) code: Option<Code>,
}

/// A table of the file, with its allowed keys.
struct SheetSection<'a> {
    document: &'a TomlDocument,
    table: &'a DeTable<'a>,
    name: &'static str,
}

type TomlValue<'a> = Spanned<DeValue<'a>>;

impl NoteSheet {
    /// All keywords and clues.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let clues = [&self.own, &self.opponents].into_iter().flat_map(|team| {
            let now = team.now.iter().flat_map(|now| now.clues.iter().flatten());
            team.rounds.iter().flat_map(|round| &round.clues).chain(now)
        });
        self.keywords.iter().flatten().chain(clues).map(String::as_str)
    }

    /// Reads a sheet.
    pub(super) fn read(document: &TomlDocument) -> Result<NoteSheet, LabError> {
        let table = document.table()?;
        let whole = SheetSection::new(document, table.get_ref(), "", &["language", "own", "opponents"])?;
        let own = whole.section("own", &["keywords", "round", "now"])?;
        let opponents = whole.section("opponents", &["round", "now"])?;
        let keywords = own.as_ref().map_or(Ok(None), |own| own.texts("keywords"))?;
        if let (Some(own), Some(keywords)) = (&own, &keywords)
            && keywords.iter().any(|keyword: &String| keyword.is_empty())
        {
            return Err(own.wrong("keywords", "a keyword is empty"));
        }
        if let (Some(own), Some(keywords)) = (&own, &keywords)
            && let Some(twice) = repeated(keywords)
        {
            let message = format!("`{twice}` stands twice; a team holds four different keywords");
            return Err(own.wrong("keywords", message));
        }
        Ok(NoteSheet {
            language: whole.language()?,
            keywords,
            own: own.map_or(Ok(NotedTeam::default()), |own| own.team(&["clues", "code"]))?,
            opponents: opponents.map_or(Ok(NotedTeam::default()), |team| team.team(&["clues"]))?,
        })
    }
}

/// Returns the first text that an earlier one repeats.
pub(super) fn repeated<T: AsRef<str>>(texts: &[T]) -> Option<&str> {
    let forms: Vec<String> = texts.iter().map(|text| same_clue_form(text.as_ref())).collect();
    let place = (1..forms.len()).find(|&place| forms[..place].contains(&forms[place]))?;
    Some(texts[place].as_ref())
}

impl<'a> SheetSection<'a> {
    fn new(
        document: &'a TomlDocument,
        table: &'a DeTable<'a>,
        name: &'static str,
        keys: &[&'static str],
    ) -> Result<SheetSection<'a>, LabError> {
        match table.keys().find(|key| !keys.contains(&key.get_ref().as_ref())) {
            Some(key) => Err(document.failure(key.span(), unknown_key(key.get_ref(), keys.iter().copied()))),
            None => Ok(SheetSection { document, table, name }),
        }
    }

    fn key(&self, key: &str) -> String {
        if self.name.is_empty() { key.to_owned() } else { format!("{}.{key}", self.name) }
    }

    /// Returns the error for the value of a key.
    fn wrong(&self, key: &str, message: impl std::fmt::Display) -> LabError {
        let span = self.table.get(key).map_or(0..0, Spanned::span);
        self.document.failure(span, format_args!("key `{}`: {message}", self.key(key)))
    }

    fn section(
        &self,
        key: &'static str,
        keys: &[&'static str],
    ) -> Result<Option<SheetSection<'a>>, LabError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let table = value.get_ref().as_table();
        let table =
            table.ok_or_else(|| self.wrong(key, format_args!("write a table: [{}]", self.key(key))))?;
        SheetSection::new(self.document, table, key, keys).map(Some)
    }

    fn language(&self) -> Result<Language, LabError> {
        let Some(value) = self.table.get("language") else { return Ok(Language::English) };
        let named = value.get_ref().as_str().and_then(|code| code.parse().ok());
        named.ok_or_else(|| self.wrong("language", "takes en, fr, it or sv"))
    }

    fn team(&self, now: &[&'static str]) -> Result<NotedTeam, LabError> {
        let rounds = self.table.get("round").map_or(Ok(Vec::new()), |rounds| self.rounds(rounds))?;
        let now = self.section("now", now)?.map(|now| now.now()).transpose()?;
        Ok(NotedTeam { rounds, now })
    }

    fn rounds(&self, rounds: &'a TomlValue<'a>) -> Result<Vec<NotedRound>, LabError> {
        let form = format!("write [[{}]] for each round", self.key("round"));
        let entries = rounds.get_ref().as_array().ok_or_else(|| self.wrong("round", &form))?;
        entries
            .iter()
            .map(|entry| {
                let table = entry.get_ref().as_table();
                let table = table.ok_or_else(|| self.document.failure(entry.span(), &form))?;
                let keys = ["clues", "code", "guess", "interception"];
                let section = SheetSection::new(self.document, table, "round", &keys)?;
                for key in ["guess", "interception"] {
                    section.code(key)?;
                }
                let (clues, code) = (section.texts("clues")?, section.code("code")?);
                Ok(NotedRound {
                    clues: clues.ok_or_else(|| self.missing(entry, "clues"))?,
                    code: code.ok_or_else(|| self.missing(entry, "code"))?,
                })
            })
            .collect()
    }

    fn missing(&self, round: &TomlValue<'_>, key: &str) -> LabError {
        self.document.failure(round.span(), format_args!("this round has no `{key}`"))
    }

    fn now(&self) -> Result<CurrentRound, LabError> {
        Ok(CurrentRound { clues: self.texts("clues")?, code: self.code("code")? })
    }

    fn code(&self, key: &str) -> Result<Option<Code>, LabError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let text = value.get_ref().as_str();
        let text = text.ok_or_else(|| self.wrong(key, "write a code, such as \"4-2-1\""))?;
        text.parse().map(Some).map_err(|error| self.wrong(key, error))
    }

    /// Returns an array of exactly `N` texts.
    fn texts<const N: usize>(&self, key: &str) -> Result<Option<[String; N]>, LabError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let texts = value.get_ref().as_array().and_then(|entries| {
            let texts = entries.iter().map(|entry| Some(entry.get_ref().as_str()?.trim().to_owned()));
            texts.collect::<Option<Vec<String>>>()?.try_into().ok()
        });
        let form = format_args!("write {N} texts, such as [\"…\", …]");
        texts.map(Some).ok_or_else(|| self.wrong(key, form))
    }
}
