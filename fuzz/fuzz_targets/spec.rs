//! SPECs: whatever is written, it is refused in a line, or it is an agent that its own spelling gives again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use overhear_agents::registry::Spec;

fuzz_target!(|text: &str| {
    match Spec::parse(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(spec) => {
            assert!(!spec.label.is_empty() && !spec.label.contains(char::is_control));
            let again = Spec::parse(&spec.to_string()).expect("what is spelled out is read");
            assert_eq!((&again.encryptor, &again.guesser), (&spec.encryptor, &spec.guesser));
        }
    }
});
