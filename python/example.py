"""Three agents on the same deals, and what they know of a word."""

import overhear

result = overhear.tournament(["pragmatic", "human", "margin"], games=3000, seed=1)
table = result.standings.to_pandas()
print(table[["agent", "games", "score", "mean_rounds"]].to_string(index=False))

world = overhear.World()
row = world.likelihoods("castle")  # P(clue | "castle"), float32, one for each of world.clues
print([world.clues[place] for place in row.argsort()[::-1][:5]])
