//! A kind of somebody else's takes a file, which a SPEC names in quotes.

use std::fs;
use std::path::{Path, PathBuf};

use overhear_agents::kind::{EncryptorKind, GuesserKind, Param, PlayerFactory, PrepareError, Values};
use overhear_agents::registry::{Registry, SpecError, build, check};
use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::Clues;

use crate::common::WORLD;

const TABLE: Param = Param::file("table", "what it says");

static READER: EncryptorKind = EncryptorKind {
    name: "reader",
    summary: "says nothing of what it has read",
    cheats: false,
    associates: false,
    params: &[TABLE, Param::text("manner", "the name of a manner", "how it says nothing")],
    prepare: &|_, values| {
        read(values)?;
        Ok(PlayerFactory::new(|| -> Box<dyn Encryptor> { Box::new(Reader) }, true))
    },
};

static LISTENER: GuesserKind = GuesserKind {
    name: "listener",
    summary: "is never made",
    cheats: false,
    associates: false,
    params: &[TABLE],
    prepare: &|_, _| Err(PrepareError("never".to_owned())),
};

struct Reader;

impl Encryptor for Reader {
    fn clues(&mut self, _: &EncryptorView<'_>, _: &mut Stream) -> Clues {
        Clues::default()
    }
}

fn read(values: &Values) -> Result<(), PrepareError> {
    let Some(file) = values.file("table") else { return Ok(()) };
    match fs::read_to_string(&file).as_deref() {
        Ok("fine") => Ok(()),
        other => Err(PrepareError(format!("{}: {other:?}", file.display()))),
    }
}

fn registry() -> Registry {
    Registry::standard().with_encryptor(&READER).with_guesser(&LISTENER)
}

fn refused(text: &str) -> String {
    registry().parse(text).expect_err("refused").to_string()
}

#[test]
fn a_file_in_quotes_is_read_and_shown_whatever_its_name_holds() {
    for name in ["a b.csv", "tables/a,b:c=d.csv", "say \"so\".csv", "+/é"] {
        let written = format!("\"{}\"", name.replace('"', "\"\""));
        let spec = registry().parse(&format!("x=reader:table={written},salt=3/bayes")).expect("a spec");
        assert_eq!((spec.label.as_str(), spec.encryptor.values.text("table")), ("x", Some(name)));
        assert_eq!(spec.encryptor.values.file("table"), Some(PathBuf::from(name)));
        assert_eq!((spec.encryptor.values.get("salt"), spec.guesser.name), (3.0, "bayes"));
        assert_eq!(spec.encryptor.to_string(), format!("reader:table={written},salt=3"));
        let again = registry().parse(&spec.to_string()).expect("what is shown is read");
        assert_eq!((again.encryptor, again.guesser), (spec.encryptor, spec.guesser));
    }
    let both = registry().parse("reader:table=a.csv/listener:table=\"b/c.csv\"").expect("a spec");
    assert_eq!(both.to_string(), "reader:table=a.csv/listener:table=\"b/c.csv\"");
    assert_eq!(both.label, both.to_string());
    assert_eq!(registry().parse("reader/bayes").expect("a spec").encryptor.values.file("table"), None);
}

#[test]
fn what_is_no_file_is_refused_and_nothing_else_takes_quotes() {
    let unclosed = refused("reader:table=\"a/b.csv/bayes");
    assert!(unclosed.ends_with("is not an agent: close the quotes"), "{unclosed}");
    for value in ["a b", "\"\"", "\"a\"b", "a\"b\"", "\"a\tb\""] {
        let refusal = refused(&format!("x=reader:table={value}/bayes"));
        assert!(
            refusal.contains(
                "it takes a file: letters, digits, `-`, `_` and `.`, or any printable characters in quotes"
            ),
            "{refusal}"
        );
    }
    assert!(refused("reader:manner=\"calm\"/bayes").contains("it takes the name of a manner: letters,"));
    assert!(refused("margin:space=\"wiki\"").contains("it takes the name of another space: letters,"));
    assert!(refused("margin:top=\"3\"").contains("top = \"3\" is not a whole number"));
    assert!(refused(&format!("reader:table=\"{}\"/bayes", "x".repeat(4000))).ends_with("4,000 bytes"));
    assert!(registry().parse("6\" nails=margin").is_ok(), "a label may hold a quote");
}

#[test]
fn a_file_is_there_before_it_is_read_and_what_it_holds_is_the_kinds_own_concern() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own_file");
    fs::create_dir_all(&dir).expect("a directory");
    fs::write(dir.join("fine.csv"), "fine").expect("written");
    fs::write(dir.join("bad.csv"), "bad").expect("written");
    let there = registry().within(&dir);
    let outcome = |registry: &Registry, name: &str| {
        let spec = registry.parse(&format!("reader:table=\"{name}\"/bayes")).expect("a spec");
        check(&spec, &WORLD).and_then(|()| build(&spec, &WORLD).map(drop))
    };
    let whole = dir.join("fine.csv").display().to_string();
    assert_eq!(
        (outcome(&there, "fine.csv"), outcome(&there, &whole), outcome(&registry(), &whole)),
        (Ok(()), Ok(()), Ok(()))
    );
    let missing = outcome(&registry(), "fine.csv").expect_err("not here").to_string();
    assert!(missing.starts_with("`reader`: table = fine.csv: "), "{missing}");
    let folder = outcome(&there, ".").expect_err("a folder").to_string();
    assert_eq!(folder, "`reader`: table = .: this is not a regular file");
    let bad = outcome(&there, "bad.csv").expect_err("bad");
    assert!(
        matches!(&bad, SpecError::NotMade { reason, .. } if reason.contains("bad.csv: Ok(\"bad\")")),
        "{bad}"
    );
}
