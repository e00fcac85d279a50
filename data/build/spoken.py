"""What the sentence encoders say of words and of their senses; the rows are kept, for they are slow."""

import encoder
import minilm
import mpnet
import network
import sources
from files import source_of

MODELS = {"minilm": (minilm, minilm.MiniLM), "mpnet": (mpnet, mpnet.MPNet)}


def rows(model, folder, texts, cache, name):
    """A unit row for each text from the named model; kept under `name`."""
    module, kind = MODELS[model]
    inputs = sources.pins(model) + [source_of(part) for part in (network, encoder, module)] + texts
    return cache.array(name, inputs, lambda: kind(folder).encode(texts))
