//! A kind of somebody else's takes a text, as the kinds of this project take the name of a space.

use overhear_agents::kind::{EncryptorKind, Param, PlayerFactory, PrepareError};
use overhear_agents::registry::{Registry, build};
use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::Clues;

use crate::common::WORLD;

static SILENT: EncryptorKind = EncryptorKind {
    name: "silent",
    summary: "says nothing, in one manner or another",
    cheats: false,
    associates: false,
    params: &[Param::text("manner", "the name of a manner", "how it says nothing")],
    prepare: &|_, values| match values.text("manner") {
        None | Some("calm") => Ok(PlayerFactory::new(|| -> Box<dyn Encryptor> { Box::new(Silent) }, true)),
        Some(other) => Err(PrepareError(format!("nobody is silent in the manner `{other}`"))),
    },
};

struct Silent;

impl Encryptor for Silent {
    fn clues(&mut self, _: &EncryptorView<'_>, _: &mut Stream) -> Clues {
        Clues::default()
    }
}

fn registry() -> Registry {
    Registry::standard().with_encryptor(&SILENT)
}

fn refused(text: &str) -> String {
    registry().parse(text).expect_err("refused").to_string()
}

#[test]
fn a_text_is_read_shown_and_handed_to_the_kind() {
    let spec = registry().parse("silent:manner=calm,space=wiki,salt=3/bayes").expect("a spec");
    assert_eq!(spec.encryptor.values.text("manner"), Some("calm"));
    assert_eq!(spec.encryptor.space(), Some("wiki"));
    assert_eq!(spec.encryptor.to_string(), "silent:manner=calm,space=wiki,salt=3");
    let again = registry().parse(&spec.to_string()).expect("what is shown is read");
    assert_eq!(again.encryptor, spec.encryptor);
    let outcome = |text: &str| build(&registry().parse(text).expect("a spec"), &WORLD).map(drop);
    assert!(outcome("silent:manner=calm/bayes").is_ok() && outcome("silent/bayes").is_ok());
    let error = outcome("silent:manner=loud/bayes").expect_err("no such manner").to_string();
    assert!(error.ends_with("nobody is silent in the manner `loud`"), "{error}");
}

#[test]
fn a_text_is_refused_as_the_name_of_a_space_is() {
    let refusal = refused("silent:manner=a=b/bayes");
    assert!(
        refusal.contains("manner = a=b is not allowed; it takes the name of a manner: letters, digits,"),
        "{refusal}"
    );
    assert!(refused("silent:maner=calm/bayes").contains("did you mean `manner`?"));
    assert!(
        refused("silent:top=1/bayes").ends_with("it has blunder, manner, pace, pace_spread, salt, space")
    );
    assert!(refused("nearest:manner=calm/bayes").contains("no parameter `manner`"));
}
