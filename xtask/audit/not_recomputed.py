"""Columns of results that the audit does not recompute. Another one that nothing recomputes ends the step."""

# The logs of halves do not tell most of them: settings of the run, texts, searches, decks other than the usual one.
NOT_RECOMPUTED = {
    "compare.csv": "agent_b method",
    "decks.csv": "deals deck_a deck_b difference difference_high difference_low difference_p difference_p_adjusted equivalence_p "
    "equivalence_p_adjusted games margin measure same_deals value_a value_b variance_ratio verdict",
    "eval.csv": "agent file task",
    "expected.csv": "rating_basis",
    "exploit.csv": "games halves rate rate_high rate_low spec stage",
    "frontier.csv": "best_guesser decoded_high decoded_low decoded_rate exploited_high exploited_low exploited_rate exposed gamma halves "
    "intercepted_high intercepted_low intercepted_rate lambda referee",
    "league.csv": "best_guesser exploited_high exploited_low exploited_rate",
    "pairings.csv": "a_score_unbiased elo_unbiased",
    "people.csv": "figure first_round inside last_round n people_cases people_codes preset range_high range_low value value_high value_low",
    "rules.csv": "difference_tied_high overall_high overall_low rules_a rules_b table",
    "skill.csv": "worse",
    "sweep.csv": "method",
    "transcripts.csv": "deal p_true text turn",
    "whatifs.csv": "method",
}


def differences(unread):
    """Returns two lists of sentences: columns that nothing has read and NOT_RECOMPUTED lacks, and columns there that are read."""
    lacking, recomputed = [], []
    for name in sorted({*unread, *NOT_RECOMPUTED}):
        left, known = set(unread.get(name, ())), set(NOT_RECOMPUTED.get(name, "").split())
        lacking += [f"{name}: nothing recomputes `{column}`; do it, or add it to not_recomputed.py" for column in sorted(left - known)]
        recomputed += [f"{name}: `{column}` is recomputed; take it from not_recomputed.py" for column in sorted(known - left)]
    return lacking, recomputed
