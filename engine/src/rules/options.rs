//! Values of the switches of [`Rules`](super::Rules) that take one of several options.
//!
//! Each value has its spelling in a rules file and a name in plain words.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// One option of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct Choice {
    /// Spelling in a rules file.
    pub value: &'static str,
    /// Name in plain words, to be read after the name of the switch.
    pub name: &'static str,
}

macro_rules! options {
    ($(
        $(#[$about:meta])*
        $option:ident { $($(#[$meaning:meta])* $variant:ident = $value:literal, $name:literal;)+ }
    )+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
        pub enum $option {
            $($(#[$meaning])* #[cfg_attr(feature = "serde", serde(rename = $value))] $variant,)+
        }

        impl $option {
            /// All options, in the order of [`CHOICES`](Self::CHOICES).
            pub const ALL: &'static [$option] = &[$($option::$variant),+];

            /// Spellings and names of all options.
            pub const CHOICES: &'static [Choice] = &[$(Choice { value: $value, name: $name }),+];
        }
    )+};
}

options! {
    /// Number of teams and players.
    Players {
        /// Two teams of two to four players (R1).
        TwoTeams = "two_teams", "two teams";
        /// A team of two, White, against a lone Interceptor, Black (R17).
        Three = "three", "two against one";
    }

    /// Method by which the guessers of a team agree on a guess (R4).
    Pooling {
        /// The code with the highest probability in the log-linear pool of the members' beliefs.
        LogLinear = "log_linear", "they pool their beliefs and name the likeliest code";
        /// The code with the most votes. Among codes with equal votes, the voters' confidence decides, then
        /// chance. The recorded belief is still the log-linear pool, so log losses of both methods can be
        /// compared.
        Vote = "vote", "they vote";
    }

    /// Teams that may not intercept before the first round with interceptions (R6).
    Waiting {
        /// Both teams: the reading decided in this project.
        Both = "both", "both teams";
        /// Only Black, who would be the first to intercept. This is the literal text of the French and
        /// Italian books on round 1.
        Black = "black", "Black alone";
    }

    /// Method by which the codes of a team are drawn (R3).
    CodeDraw {
        /// Each code is drawn from all 24, so a code can be drawn twice in a row.
        WithReplacement = "with_replacement", "a code can come again";
        /// No code is drawn twice for one team in a game.
        NoRepeat = "no_repeat", "no code comes twice";
    }

    /// Steps of the tiebreaker, in order. A game that they leave even goes on to sudden death, if the rules have it,
    /// and then to the final tie: shared (R14), unless the rules say otherwise.
    Tiebreak {
        /// Points, then keywords: the published order.
        PointsKeywords = "points_keywords", "points, then keywords";
        /// Keywords, then points.
        KeywordsPoints = "keywords_points", "keywords, then points";
        /// Only points.
        Points = "points", "points alone";
        /// Only keywords.
        Keywords = "keywords", "keywords alone";
        /// No step.
        Shared = "shared", "none: every tie is shared";
    }

    /// Condition under which a keyword named in the tiebreaker is right (R13).
    KeywordMatch {
        /// The keyword is among the opponents' four.
        Set = "set", "at any number on the screen";
        /// The keyword is at the named position.
        Position = "position", "at its own number only";
    }

    /// Condition under which a clue repeats an earlier clue of its team (R20).
    Repeat {
        /// The texts are equal in the form of [`same_clue_form`](super::same_clue_form).
        Exact = "exact", "if it is the same word";
        /// The texts are equal, or they are inflections of one lemma.
        Lemma = "lemma", "if it is a form of the same word";
    }

    /// Consequence of an illegal clue (R25).
    OnIllegalClue {
        /// The Encryptor is asked again, up to three times. After that, the clue is missing.
        Reject = "reject", "the Encryptor gives another clue";
        /// The clue is missing at once.
        Missing = "missing", "the clue is left out";
        /// The clue is missing, and the opponents receive an Interception token for the code if they may
        /// intercept (R6). The token counts as a forfeit, not as an interception.
        ForfeitCode = "forfeit_code", "the clue is left out, and the opponents get a token";
    }

    /// Winner of a game that the tiebreaker leaves even (R14).
    FinalTie {
        /// The teams share the victory: the published rule.
        Shared = "shared", "the victory is shared";
        /// White, whose clues are read first.
        White = "white", "White wins";
        /// Black, whose clues are read second.
        Black = "black", "Black wins";
        /// The team with more Interception tokens. With equal numbers, the victory is shared.
        MoreInterceptions = "more_interceptions", "more Interceptions win";
        /// The team with fewer Miscommunication tokens. With equal numbers, the victory is shared.
        FewerMiscommunications = "fewer_miscommunications", "fewer Miscommunications win";
    }

    /// Treatment of a clue that is unrelated to its keyword (R19, R22).
    RefereeMode {
        /// The clue is accepted. There is no referee.
        Off = "off", "they are accepted";
        /// The clue is accepted and counted.
        Warn = "warn", "they are counted";
        /// The clue is illegal (R25).
        Enforce = "enforce", "they are refused";
    }
}
