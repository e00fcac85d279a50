//! Tests of comparisons from the plays to the decision.

mod known_difference;
