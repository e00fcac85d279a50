//! What the switches of [`Rules`](super::Rules) can be set to: each value as a rules file spells it, and in plain words.

use serde::{Deserialize, Serialize};

/// A value of a switch that can be set to one of a few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// As a rules file spells it.
    pub value: &'static str,
    /// In plain words, to be read behind the name of the switch.
    pub name: &'static str,
}

macro_rules! options {
    ($(
        $(#[$about:meta])*
        $option:ident { $($(#[$meaning:meta])* $variant:ident = $value:literal, $name:literal;)+ }
    )+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $option {
            $($(#[$meaning])* #[serde(rename = $value)] $variant,)+
        }

        impl $option {
            /// Every value, in the order of the choices.
            pub const ALL: &'static [$option] = &[$($option::$variant),+];

            /// What each is called.
            pub const CHOICES: &'static [Choice] = &[$(Choice { value: $value, name: $name }),+];
        }
    )+};
}

options! {
    /// Who plays against whom.
    Players {
        /// Two teams of two to four (R1).
        TwoTeams = "two_teams", "two teams";
        /// A team of two, White, against a lone Interceptor, Black (R17).
        Three = "three", "two against one";
    }

    /// How the members of a team who may speak agree on a guess (R4).
    Pooling {
        /// The likeliest code of their beliefs' log-linear pool.
        LogLinear = "log_linear", "they talk until one code convinces most";
        /// The code that most of them say; of codes with equal votes the one whose voters are more confident, and of
        /// equally confident ones any, drawn. What is recorded of their beliefs is the pool all the same, so log losses
        /// compare.
        Vote = "vote", "they vote";
    }

    /// Who may not intercept before the first round with interceptions (R6).
    Waiting {
        /// Neither team: the reading that was decided.
        Both = "both", "both teams";
        /// Black alone, who would be the first to hear clues: what the French and Italian books say of round 1, word for word.
        Black = "black", "Black alone";
    }

    /// How the codes of a team are drawn (R3).
    CodeDraw {
        /// Each from all 24: the same code can come twice running.
        WithReplacement = "with_replacement", "a code can come again";
        /// None comes twice to one team in a game.
        NoRepeat = "no_repeat", "no code comes twice";
    }

    /// The steps of the tiebreaker in order; what they leave open is shared (R14).
    Tiebreak {
        /// Points, then keywords: the published order.
        PointsKeywords = "points_keywords", "points, then keywords";
        /// Keywords, then points.
        KeywordsPoints = "keywords_points", "keywords, then points";
        /// Points alone.
        Points = "points", "points alone";
        /// Keywords alone.
        Keywords = "keywords", "keywords alone";
        /// Neither: every tie is shared.
        Shared = "shared", "none: every tie is shared";
    }

    /// When a keyword named in the tiebreaker counts as right (R13).
    KeywordMatch {
        /// It is among the opponents' four.
        Set = "set", "wherever it stands on the screen";
        /// It stands in the position it was named for.
        Position = "position", "at its own number alone";
    }

    /// When a clue repeats an earlier one of the same team (R20).
    Repeat {
        /// The texts are equal in the form of [`same_clue_form`](super::same_clue_form).
        Exact = "exact", "if it is the same word";
        /// Or they are inflections of one lemma.
        Lemma = "lemma", "if it is a form of the same word";
    }

    /// What happens when an Encryptor gives an illegal clue (R25).
    OnIllegalClue {
        /// The Encryptor is asked again, three times; then the clue is missing.
        Reject = "reject", "the Encryptor gives another";
        /// The clue is missing at once.
        Missing = "missing", "it is missing";
        /// The clue is missing, and the opponents receive an Interception token for the code, as soon as they may
        /// intercept (R6): a forfeit, and no interception.
        ForfeitCode = "forfeit_code", "it is missing, and the opponents get a token";
    }

    /// Who wins when points and keywords have settled nothing (R14).
    FinalTie {
        /// The teams share the victory: the published rule.
        Shared = "shared", "the victory is shared";
        /// White, whose clues are read first.
        White = "white", "White wins";
        /// Black, whose clues are read second.
        Black = "black", "Black wins";
        /// The team that holds more Interception tokens; the victory is shared if both hold as many.
        MoreInterceptions = "more_interceptions", "more Interceptions win";
        /// The team that holds fewer Miscommunication tokens; the victory is shared if both hold as many.
        FewerMiscommunications = "fewer_miscommunications", "fewer Miscommunications win";
    }

    /// What the referee does about a clue that is not about its keyword (R19, R22).
    RefereeMode {
        /// Nothing: there is no referee.
        Off = "off", "nobody minds";
        /// The clue stands, and is counted.
        Warn = "warn", "they are counted";
        /// The clue is illegal (R25).
        Enforce = "enforce", "they are refused";
    }
}
