"""all-MiniLM-L6-v2: BERT with 6 layers, 12 heads, width 384."""

from encoder import Encoder, Names


class MiniLM(Encoder):
    """Positions count from the first token; one kind of text."""

    layers = 6
    names = Names("self.query", "self.key", "self.value", "output.dense", "output.LayerNorm")

    def embedded(self, ids):
        words = self.weights["embeddings.word_embeddings.weight"][ids]
        positions = self.weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        return words + positions + self.weights["embeddings.token_type_embeddings.weight"][0]
