//! `grounded`: clues that refer to their keyword, clear to minds other than its own, hidden from opponents who listen.
//!
//! The own team of the other Encryptors holds the same table of associations. Here the partner's mind is unknown, so
//!
//! - only clues count that *refer* to their keyword: that people state for it, or that are near it to two minds ([`references`]);
//! - a clue must be clear to every mind of a [`panel`], not to the own table alone;
//! - three kinds of opponents listen: those who imagine keywords of the deck, those who imagine any frequent word
//!   ([`imagined`]), and those who only compare clues with earlier ones ([`echoes`]).
//!
//! The three clues of a half maximise
//!
//! 60 · (D − λ · X) − strictness · (weakness of the references) − γ · (bits that the clues tell of their keywords),
//!
//! with D the mean of the worst and the average probability that a mind of the panel decodes, and X the mean of the highest and the average
//! probability that an opponent intercepts. Both are probabilities and no logarithms: a token is lost or not, and what is nearly
//! certain need not become more so. λ rises by the factor `alarm` if the next interception loses the game, and falls by it if the
//! next miscommunication does. Before anybody can intercept, X is 0. Of the triples whose worth is within `spread` of the best, chance
//! chooses, so that the method alone does not tell the clue.
//!
//! Related: partners that are not alike in Codenames (Koyyalagunta and others 2021), other-play (Hu and others 2020).

mod candidates;
mod echoes;
mod imagined;
mod panel;
mod references;
mod search;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use overhear_engine::game::{Encryptor, EncryptorView, Seat, Stream};
use overhear_engine::rules::{CLUES, Clue, Clues, Code, PublicRecord, Rules, Side, Tokens};

use self::candidates::TeamCandidates;
use self::echoes::Echoes;
use self::imagined::{Beliefs, Imagined};
use self::panel::Panel;
use self::references::References;
use self::search::Search;
use super::first_legal;
use super::pragmatic::is_nearly;
use crate::kind::{ALPHA, BETA, EncryptorKind, Param, PlayerFactory, PrepareError, Values};
use crate::minds::{DeckMind, Links};
use crate::model::{ModelKey, World};
use crate::words::StatedWords;

/// What all players of this kind share: the clues that refer to keywords, what minds make of them, and what opponents imagine.
struct Tables {
    world: Arc<World>,
    references: References,
    panel: Panel,
    imagined: Imagined,
}

impl Tables {
    /// Prepares the tables of a world.
    ///
    /// # Errors
    ///
    /// If the mind that the program carries cannot be read.
    fn new(world: &Arc<World>, key: ModelKey) -> Result<Tables, PrepareError> {
        let norms = StatedWords::of(world.deck().language());
        let known = DeckMind::beside_table(world.deck())?;
        let (table, links) = (world.association(key), Links::of_keywords(world, norms.as_ref()));
        let references = References::new(world, &table, &links, known.as_ref());
        let panel = Panel::new(world, &table, &references, &links, known.as_ref());
        let imagined = Imagined::new(world, key, &references, &links, norms.as_ref());
        Ok(Tables { world: Arc::clone(world), references, panel, imagined })
    }

    /// Returns the place of a clue among those that refer to a keyword.
    fn place(&self, clue: Clue) -> Option<u32> {
        self.references.clues.binary_search(&clue).ok().map(|place| place as u32)
    }
}

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "grounded",
    summary: "for a stranger: gives clues that refer to their keyword, clear to several minds and hidden from opponents who listen",
    cheats: false,
    associates: true,
    params: &[
        Param::real("strictness", 3.0, 0.0, 20.0, "cost of a clue that refers to its keyword weakly"),
        Param::real("lambda", 1.5, 0.0, 10.0, "weight of secrecy against understanding"),
        Param::real("gamma", 0.12, 0.0, 2.0, "weight of the bits that clues give away for later rounds"),
        Param::real(
            "alarm",
            1.5,
            1.0,
            4.0,
            "factor on secrecy when an interception loses the game, and on understanding when a miscommunication does",
        ),
        Param::real("spread", 0.5, 0.0, 20.0, "clues whose worth is so near the best are equally likely"),
        BETA,
        ALPHA,
    ],
    prepare: &|world, values| {
        let tables = Arc::new(Tables::new(world, ModelKey::from_values(values))?);
        let weights = Weights::from_values(values);
        Ok(PlayerFactory::new(
            move || -> Box<dyn Encryptor> { Box::new(Grounded::new(Arc::clone(&tables), weights)) },
            true,
        ))
    },
};

/// What a half is weighed by.
#[derive(Clone, Copy, Debug)]
struct Weights {
    strictness: f32,
    lambda: f32,
    gamma: f32,
    alarm: f32,
    spread: f32,
}

impl Weights {
    fn from_values(values: &Values) -> Weights {
        let [strictness, lambda, gamma, alarm, spread] =
            ["strictness", "lambda", "gamma", "alarm", "spread"].map(|key| values.get(key) as f32);
        Weights { strictness, lambda, gamma, alarm, spread }
    }

    /// Returns λ for the tokens of a half, 0 while no interception is possible (R6).
    fn secrecy(&self, view: &EncryptorView<'_>, rules: &Rules) -> f32 {
        let side = view.seat().side();
        if !view.seat().setup().rules().may_intercept(view.round(), side.opponent()) {
            return 0.0;
        }
        let tokens = view.record().tokens();
        let alarm = |of: Side, enough: fn(Tokens, &Rules, Side) -> bool| {
            if is_nearly(tokens[of], of, enough, rules) { self.alarm } else { 1.0 }
        };
        self.lambda * alarm(side.opponent(), Tokens::has_won) / alarm(side, Tokens::has_lost)
    }
}

/// A player.
struct Grounded {
    tables: Arc<Tables>,
    weights: Weights,
    rules: Rules,
    team: TeamCandidates,
    beliefs: Beliefs,
    echoes: [Echoes; 4],
    /// Number of halves of the record that were heard.
    heard: usize,
    buffer: Vec<i16>,
    search: Box<Search>,
}

impl Grounded {
    fn new(tables: Arc<Tables>, weights: Weights) -> Grounded {
        let mut beliefs = Beliefs::new(&tables.imagined);
        beliefs.reset(&tables.imagined);
        Grounded {
            team: TeamCandidates::new(&tables.world),
            beliefs,
            echoes: [const { Echoes::none() }; 4],
            heard: 0,
            buffer: tables.world.clue_rows().buffer(),
            search: Box::new(Search::new()),
            rules: Rules::official(),
            tables,
            weights,
        }
    }

    /// Forgets what was heard.
    fn forget(&mut self) {
        self.beliefs.reset(&self.tables.imagined);
        self.echoes = [const { Echoes::none() }; 4];
        self.heard = 0;
    }

    /// Hears the halves of a side that were played since the last call.
    fn catch_up(&mut self, record: &PublicRecord, side: Side) {
        for half in &record.halves()[self.heard..] {
            if half.side == side {
                self.hear(&half.clues, half.code);
            }
        }
        self.heard = record.halves().len();
    }

    fn hear(&mut self, clues: &Clues, code: Code) {
        for (slot, clue) in code.slots().into_iter().zip(clues) {
            let Some(clue) = *clue else { continue };
            if let Some(place) = self.tables.place(clue) {
                self.beliefs.hear(&self.tables.imagined, slot, place);
            }
            for (echoes, candidates) in self.echoes.iter_mut().zip(&self.team.slots) {
                echoes.hear(&self.tables.world, slot, clue, candidates, &mut self.buffer);
            }
        }
    }
}

impl Encryptor for Grounded {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.rules = **seat.setup().rules();
        self.forget();
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let tables = Arc::clone(&self.tables);
        if self.team.prepare(view, &tables, &self.weights) {
            self.forget();
        }
        self.catch_up(view.record(), view.seat().side());
        let lambda = self.weights.secrecy(view, &self.rules);
        let slots = view.code().slots();
        self.search.listen(
            slots,
            &self.team,
            &self.beliefs,
            &self.echoes,
            &tables.imagined,
            self.weights.gamma,
        );
        let mut clues: Clues = [None; CLUES];
        let chosen = self.search.run(view, &self.team, &self.weights, lambda, stream);
        for (n, slot) in slots.into_iter().enumerate() {
            clues[n] = chosen[n]
                .filter(|clue| view.is_legal(slot, &clues[..n], *clue))
                .or_else(|| first_legal(tables.world.clues(), view, slot, &clues[..n]));
        }
        clues
    }
}
