"""SmolLM2-135M-Instruct, a causal language model of the Llama family: what it expects after `word:` in a game of associations."""

import numpy as np
from gguf import GGUFReader
from gguf.quants import dequantize
from openvino import opset13 as op
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

import network
from encoder import alike
from network import constant, heads, joined, whole

LAYERS, WIDTH, HEADS, KEY_HEADS, SIZE = 30, 576, 9, 3, 64
EPSILON, ROTATION = 1e-5, 100_000.0
TOKENS_A_BATCH = 512
PROMPT = """A game of associations. A word is named, and players answer with single words that it brings to mind: its parts, its places, what goes with it, sayings, titles, famous names.

lantern: candle, mine, pumpkin, Diogenes, glow, paper
chimney: smoke, Santa, brick, sweep, stork, roof
hammock: palm, garden, sway, rope, sailor, nap
bagpipe: Scotland, kilt, wheeze, tartan, march, drone
acorn: oak, squirrel, autumn, seed, forest, cap
"""


class SmolLM:
    """The model, read from its GGUF file."""

    def __init__(self, path):
        reader = GGUFReader(path)
        self.weights = {tensor.name: dequantize(tensor.data, tensor.tensor_type) for tensor in reader.tensors}
        self.embeddings = self.weights["token_embd.weight"]
        self._tokenizer = _tokenizer(reader)

    def first_tokens(self, words):
        """The first token of each word where it follows a space."""
        return np.array([self._ids(" " + word)[0] for word in words])

    def states(self, words, title="SmolLM2"):
        """The state after `word:` behind the prompt, a row for each word: its products with `embeddings` are the logits."""
        past = self._prompt()
        length = past[0][0].shape[2]
        tokens = [self._ids(word + ":") for word in words]
        result = np.zeros((len(words), WIDTH), np.float32)
        batches = alike(tokens, TOKENS_A_BATCH)
        for rows, outputs in network.run(*self._graph(past), batches, lambda rows: self._inputs([tokens[i] for i in rows], length), title):
            result[rows] = outputs[0]
        return result

    def _ids(self, text):
        return self._tokenizer.encode(text).ids

    def _prompt(self):
        """Keys and values of the prompt, layer by layer: every word comes behind the same ones."""
        inputs = self._inputs([self._ids(PROMPT)], 0)
        (_, (_, *kept)), = network.run(*self._graph(None), [inputs], lambda inputs: inputs, "prompt")
        return list(zip(kept[0::2], kept[1::2]))

    def _inputs(self, tokens, before):
        ids = np.array(tokens)
        length = ids.shape[1]
        angles = np.outer(before + np.arange(length), ROTATION ** (-np.arange(0, SIZE, 2) / SIZE))
        angles = np.tile(angles, 2).astype(np.float32)
        later = np.triu(np.full((length, length), -1e9, np.float32), 1)
        return [self.embeddings[ids], np.cos(angles), np.sin(angles), later]

    def _graph(self, past):
        """State of the last token, and without a past the keys and values of all layers."""
        inputs = [op.parameter([-1, -1, WIDTH]), op.parameter([-1, SIZE]), op.parameter([-1, SIZE]), op.parameter([-1, -1])]
        x, kept = inputs[0].output(0), []
        for layer in range(LAYERS):
            name = f"blk.{layer}."
            mixed, key, value = self._attend(self._norm(x, name + "attn_norm"), name, past and past[layer], *inputs[1:])
            x, kept = op.add(x, mixed), kept + [key, value]
            y = self._norm(x, name + "ffn_norm")
            gate = op.swish(self._linear(y, name + "ffn_gate"))
            x = op.add(x, self._linear(op.multiply(gate, self._linear(y, name + "ffn_up")), name + "ffn_down"))
        last = op.gather(self._norm(x, "output_norm"), op.constant(np.int64(-1)), op.constant(np.int64(1)))
        return [last] + ([] if past else kept), inputs

    def _attend(self, x, name, past, cosines, sines, later):
        query = self._turned(self._heads(x, name + "attn_q", HEADS), cosines, sines)
        key = self._turned(self._heads(x, name + "attn_k", KEY_HEADS), cosines, sines)
        value = heads(self._times(x, _every_head(self.weights[name + "attn_v.weight"], KEY_HEADS)), HEADS, SIZE)
        scores = op.add(_scores(query, key), later)
        if past is None:
            mixed = op.matmul(op.softmax(scores, -1), value, False, False)
        else:
            shares = op.softmax(op.concat([_scores(query, constant(past[0])), scores], 3), -1)
            early, own = op.variadic_split(shares, whole(3), whole(past[0].shape[2], -1)).outputs()
            mixed = op.add(op.matmul(early, constant(past[1]), False, False), op.matmul(own, value, False, False))
        return self._linear(joined(mixed, WIDTH), name + "attn_output"), key, value

    def _heads(self, x, name, count):
        """Queries or keys, before they are turned."""
        return heads(self._times(x, _every_head(_unpaired(self.weights[name + ".weight"], count), count)), HEADS, SIZE)

    def _turned(self, x, cosines, sines):
        """Rotary positions: the second half of a head is turned against the first."""
        first, second = op.split(x, op.constant(np.int64(3)), 2).outputs()
        across = op.concat([op.negative(second), first], 3)
        return op.add(op.multiply(x, cosines), op.multiply(across, sines))

    def _linear(self, x, name):
        return self._times(x, self.weights[name + ".weight"])

    def _times(self, x, weight):
        return op.matmul(x, constant(weight), False, True)

    def _norm(self, x, name):
        mean = op.reduce_mean(op.multiply(x, x), whole(-1), True)
        return op.multiply(op.divide(x, op.sqrt(op.add(mean, constant(EPSILON)))), constant(self.weights[name + ".weight"]))


def _scores(query, key):
    return op.multiply(op.matmul(query, key, False, True), constant(SIZE**-0.5))


def _unpaired(weight, count):
    """GGUF keeps the two halves of a head interleaved; back to one after the other."""
    return weight.reshape(count, SIZE // 2, 2, -1).swapaxes(1, 2).reshape(weight.shape)


def _every_head(weight, count):
    """Keys and values that several heads share, once for each of these."""
    return np.repeat(weight.reshape(count, SIZE, -1), HEADS // count, axis=0).reshape(HEADS * SIZE, -1)


def _tokenizer(reader):
    """The byte-pair encoder whose pieces and merges the file holds; digits stand alone."""
    pieces = reader.fields["tokenizer.ggml.tokens"].contents()
    merges = [tuple(merge.split(" ")) for merge in reader.fields["tokenizer.ggml.merges"].contents()]
    tokenizer = Tokenizer(models.BPE({piece: i for i, piece in enumerate(pieces)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Digits(True), pre_tokenizers.ByteLevel(False)])
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer
