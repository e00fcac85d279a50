//! Lists of the registered agents and their settings.

use overhear_agents::registry::{Param, Preset, Registry, SpecPart};

use crate::error::LabError;
use crate::table::{Frame, NamedRow};

/// Returns every preset, Encryptor and guesser, a row for each.
///
/// ```
/// use overhear_agents::registry::Registry;
/// use overhear_tournament::agents_list;
///
/// let csv = agents_list(&Registry::standard())?.to_csv();
/// assert!(csv.contains("preset,margin,margin/bayes,") && csv.contains("guesser,bayes,"));
/// # Ok::<(), overhear_tournament::LabError>(())
/// ```
///
/// # Errors
/// Returns an error if a preset sets a parameter that its parts do not have.
pub fn agents_list(registry: &Registry) -> Result<Frame, LabError> {
    let mut frame = Frame::new("agents list");
    for preset in registry.presets() {
        let parts = parts(registry, preset)?;
        list(&mut frame, ["preset", preset.name, &parts, preset.purpose]);
        if let Some(alias) = preset.alias {
            list(&mut frame, ["preset", alias, &parts, &format!("another name of `{}`", preset.name)]);
        }
    }
    for kind in registry.encryptors() {
        list(&mut frame, ["encryptor", kind.name, &keys(kind.all_params()), kind.summary]);
    }
    for kind in registry.guessers() {
        list(&mut frame, ["guesser", kind.name, &keys(kind.all_params()), kind.summary]);
    }
    Ok(frame)
}

/// Adds a row to the list of agents.
fn list(frame: &mut Frame, [kind, name, parts, purpose]: [&str; 4]) {
    NamedRow::new(frame)
        .put_texts([("kind", kind), ("name", name), ("parts", parts), ("purpose", purpose)])
        .end();
}

/// Returns the parts of a preset and their settings.
fn parts(registry: &Registry, preset: &Preset) -> Result<String, LabError> {
    let spec = registry.parse(preset.name)?;
    let mut words = vec![format!("{}/{}", preset.encryptor, preset.guesser)];
    for (key, _) in preset.settings {
        let (param, value) = spec.param(key)?;
        words.push(format!("{key}={}", param.written(value)));
    }
    Ok(words.join(" "))
}

fn keys(params: impl Iterator<Item = &'static Param>) -> String {
    params.map(|param| param.key).collect::<Vec<_>>().join(" ")
}

/// Returns the settings of an agent, by its SPEC, or of an Encryptor or guesser, a row for each.
///
/// ```
/// use overhear_agents::registry::Registry;
/// use overhear_tournament::agents_show;
///
/// let registry = Registry::standard();
/// assert!(agents_show(&registry, "margin")?.to_csv().contains("margin,blunder,0,0,0,1,real,"));
/// let unknown = agents_show(&registry, "margni");
/// assert!(unknown.is_err_and(|error| error.message().contains("did you mean `margin`?")));
/// # Ok::<(), overhear_tournament::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for an unknown name, and for a SPEC with unknown settings.
pub fn agents_show(registry: &Registry, name: &str) -> Result<Frame, LabError> {
    let mut frame = Frame::new("agents show");
    if let Some(preset) = registry.preset(name) {
        let texts = [("purpose", preset.purpose), ("basis", preset.basis)];
        texts.iter().for_each(|(key, text)| wordy(&mut frame, ["preset", key, "", "text", text]));
    }
    match (registry.parse(name), part(registry, name)) {
        (Ok(spec), _) => {
            push(&mut frame, &spec.encryptor);
            push(&mut frame, &spec.guesser);
        }
        (Err(_), Some(part)) => push(&mut frame, &part),
        (Err(error), None) => return Err(error.into()),
    }
    Ok(frame)
}

/// Returns an Encryptor or guesser with its defaults.
fn part(registry: &Registry, name: &str) -> Option<SpecPart> {
    let encryptor = registry.encryptors().find(|kind| kind.name == name).map(SpecPart::from);
    encryptor.or_else(|| registry.guessers().find(|kind| kind.name == name).map(SpecPart::from))
}

fn push(frame: &mut Frame, part: &SpecPart) {
    for (param, value) in part.values.iter() {
        NamedRow::new(frame)
            .put_texts([
                ("part", part.name),
                ("key", param.key),
                ("value", &param.written(value)),
                ("default", &param.written(param.default)),
                ("low", &param.written(param.low)),
                ("high", &param.written(param.high)),
                ("kind", param.kind()),
                ("meaning", param.meaning),
            ])
            .end();
    }
    for (param, text) in part.values.texts() {
        wordy(frame, [part.name, param.key, text.unwrap_or_default(), param.kind(), param.meaning]);
    }
}

/// Adds a row without numbers.
fn wordy(frame: &mut Frame, [part, key, value, kind, meaning]: [&str; 5]) {
    NamedRow::new(frame)
        .put_texts([("part", part), ("key", key), ("value", value), ("kind", kind), ("meaning", meaning)])
        .put_texts([("default", ""), ("low", ""), ("high", "")])
        .end();
}
