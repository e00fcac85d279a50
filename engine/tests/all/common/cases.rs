//! Properties whose cases are long.

use std::env;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};

/// Tries a property that plays hundreds of games in each case: so often, and four times as often where the environment asks for more cases of
/// every property, which would be hours of this one.
pub(crate) fn holds_in_some_cases<S: Strategy>(
    cases: u32,
    drawn: S,
    property: impl Fn(S::Value) -> TestCaseResult,
) {
    let more = if env::var_os("PROPTEST_CASES").is_some() { 4 } else { 1 };
    let config = Config { cases: cases * more, failure_persistence: None, ..Config::default() };
    let tried = TestRunner::new(config).run(&drawn, property);
    tried.unwrap_or_else(|failure| panic!("{failure}"));
}
