//! `value`: plays safe or bold depending on the score.
//!
//! Every state of a game, the round with the tokens of both teams, has a value: the probability of winning
//! from it, with a shared victory counting half ([`states`]). The clues maximise the mean value of the next
//! state,
//!
//! Σ P(decoded or not) · P(intercepted or not) · V(next state),
//!
//! less the later cost of the bits that they give away. Each bit costs what V loses if later codes are
//! intercepted more often by `leak`, and keyword tiebreakers (R13) are lost more often by `named`.
//! Candidates, opponents and bits are those of `pragmatic`. Clues are candid less often than in `pragmatic`,
//! because hiding by probabilities instead of logarithms is understood by accident now and then. With 2.5 %
//! candid clues on top, `bayes` intercepts at chance and not below.

mod states;

use std::sync::Arc;

use overhear_engine::game::EncryptorView;
use overhear_engine::rules::{Rules, Side};

use self::states::{ClueRates, ValueTable, planned_by};
use super::pragmatic::{
    CANDOUR, GAMMA, GAMMA_REACH, Objective, PASSES, Policy, STAKE, SUSPICION, TOP, far_sighted,
};
use crate::kind::{ALPHA, BETA, EncryptorKind, Param};
use crate::model::Memo;

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "value",
    summary: "maximises the chance to win, from the value of every state of the tokens",
    cheats: false,
    associates: true,
    params: &[
        Param::real("own_decoded", 0.99, 0.0, 1.0, "how often the own team will decode"),
        Param::real("own_intercepted", 0.05, 0.0, 1.0, "how often its codes will be intercepted"),
        Param::real("decoded", 0.99, 0.0, 1.0, "how often the opponents will decode"),
        Param::real("intercepted", 0.05, 0.0, 1.0, "how often their codes will be intercepted"),
        Param::real(
            "leak",
            0.001,
            0.0,
            1.0,
            "how much likelier a bit given away makes each later interception",
        ),
        Param::real("named", 0.02, 0.0, 0.5, "how much of a tie that comes to the keywords it loses"),
        Param::real("reach", 1.0, 0.0, 10.0, "how many bits by association a bit by mere reach counts for"),
        Param { default: 0.025, ..CANDOUR },
        TOP,
        PASSES,
        SUSPICION,
        BETA,
        ALPHA,
    ],
    prepare: &|world, values| {
        let [own_decoded, own_intercepted, decoded, intercepted] =
            ["own_decoded", "own_intercepted", "decoded", "intercepted"].map(|key| values.get(key));
        let [leak, named] = ["leak", "named"].map(|key| values.get(key));
        let reach = values.get("reach") as f32;
        let rates = ClueRates { own_decoded, own_intercepted, decoded, intercepted, leak, named };
        let tables = Arc::new(ValueTables { rates, known: Memo::default() });
        Ok(far_sighted(world, values, CANDIDATES, move || Value {
            states: tables.for_rules(&Rules::official()),
            tables: Arc::clone(&tables),
            reach,
        }))
    },
};

/// Prices of bits for the choice of candidates, as in `pragmatic`.
const CANDIDATES: [f32; 2] = [GAMMA.default as f32, GAMMA_REACH.default as f32];

/// Values by rule set.
struct ValueTables {
    rates: ClueRates,
    known: Memo<Rules, ValueTable>,
}

impl ValueTables {
    fn for_rules(&self, rules: &Rules) -> Arc<ValueTable> {
        self.known.get(*rules, || ValueTable::new(rules, self.rates))
    }
}

struct Value {
    states: Arc<ValueTable>,
    tables: Arc<ValueTables>,
    reach: f32,
}

impl Policy for Value {
    fn begin(&mut self, rules: &Rules, side: Side) {
        let rules = planned_by(rules, side);
        if *self.states.rules() != rules {
            self.states = self.tables.for_rules(&rules);
        }
    }

    fn aim(&self, view: &EncryptorView<'_>) -> Objective {
        Objective::Worth(self.states.worth(view.round(), tokens(view)))
    }

    fn prices(&self, view: &EncryptorView<'_>) -> [f32; 2] {
        let price = STAKE * self.states.loss(view.round(), tokens(view));
        [price, self.reach * price]
    }
}

/// Returns the tokens from the view of the own team, as if it were White.
fn tokens(view: &EncryptorView<'_>) -> states::TokenState {
    let tokens = view.record().tokens();
    if view.seat().side() == Side::White { tokens } else { tokens.exchanged() }
}
