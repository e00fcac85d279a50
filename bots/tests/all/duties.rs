//! What every agent owes the table, asked of a bot over the wire.

use crate::common::{TestWords, drill, seated};
use overhear_agents::audit::{Audit, Duty};
use overhear_engine::game::{GameSetup, Seed};
use overhear_engine::rules::Rules;

#[test]
fn a_bot_that_depends_on_its_question_alone_keeps_every_duty_but_that_of_the_law() {
    let world = TestWords::new();
    for (mode, rules) in
        [("sound", Rules::official()), ("alike", Rules::official()), ("sound", Rules::three_player())]
    {
        let bot = world.start(drill(mode, 1)).expect("it starts");
        let agent = seated(&bot);
        let setup =
            GameSetup::new(rules.checked().expect("a game"), &world.deck, &world.law).expect("they agree");
        let audit = Audit { agent: &*agent, setup, seed: Seed(3), games: 3, goes_on: &|| true };
        for duty in Duty::ALL {
            let outcome = audit.check(duty);
            let lawless = matches!(duty, Duty::Legal | Duty::Patient);
            let broken = lawless || (duty == Duty::Alike && mode == "alike");
            assert_eq!(outcome.is_err(), broken, "{mode}, {duty:?}: {outcome:?}");
        }
    }
}
