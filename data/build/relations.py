"""Which words a word is made of: bookshop of book and shop, teacher of teach, season of no sea and no son.

A shorter word that stands in a longer one is a part of it if what is left over is a word or an affix and the meaning
says so: WordNet's gloss, synonyms, wider words or derivation links name it, or the two are near in the space. Where a
derivation link joins two words that begin alike, no affix is asked for: decision, decide; French, France. Two lists
made by hand, `lists/made_of.txt` and `lists/not_made_of.txt`, have the last word.
"""

import collections
import pathlib
import re

SHORTEST = 3
COMMON, READABLE = 55, 70                  # SCOWL sizes: what may be a part of a compound; what may be a base
NEAR, VERY_NEAR = 0.47, 0.72               # cosines that say: has to do with it; can hardly be chance
LONG, LONG_NEAR = 4, 0.24                  # two parts of so many letters make a compound with less
LISTS = pathlib.Path(__file__).parent / "lists"

PREFIXES = frozenset(
    "a anti arch auto be bi co counter cyber de demi dis down electro em en ex extra fore geo hydro hyper il im in infra inter "
    "ir kilo macro mal mega meta micro mid mini mis mono multi nano neo neuro non off out over para photo poly post pre "
    "pro proto pseudo psycho quasi radio re semi sub super sur tele thermo trans tri turbo ultra un under uni up vice video".split())
SUFFIXES = frozenset(
    "able ade age aire al ally an ance ancy ant ar arian ary ate ation ative ator cy dom ed ee eer en ence ency ent eer er erly ern "
    "ery ese esque ess etic ette ey fold ful fully hood ial ian iana ible ic ical ically ice icist ics ier ies ify ike ing ine ion ious ish ism ist istic "
    "ite itis ity ive ization ise ised isation ize ized less let like ling logist logy ly man maker mania ment monger most n naut "
    "ness nik o oid ologist ology or ory ous phile phobia phobic proof r red ric ry s ship smith some ster th tion tious tress ual ular ure ward wards ware wise worthy y".split())
ADJECTIVE_ENDING = "y"
BOUND = frozenset("able age dom fold ful hood ice ion ish less let like ling ment ness red ship some ward wards wise".split())
FULL_WORDS = frozenset("like maker man smith wise".split())      # suffixes that are parts in their own right
AFTER = {"n": "a", "r": "e"}               # what these suffixes must follow
VOWELS = "aeiouy"
TOKEN = re.compile("[a-z]+")


class Relations:
    """Decides for one word after another."""

    def __init__(self, lexicon, wordnet, scowl, closeness, deck):
        self.lexicon, self.wordnet, self.scowl, self.closeness = lexicon, wordnet, scowl, closeness
        self.deck = frozenset(deck)
        self.function_words = _plain(LISTS / "function_words.txt")
        self.made_of = {line.split()[0]: line.split()[1:] for line in _plain(LISTS / "made_of.txt")}
        self.not_made_of = {tuple(pair) for line in _plain(LISTS / "not_made_of.txt") for pair in _pairs(line)}
        self.senses = collections.defaultdict(list)
        for synset in wordnet.synsets.values():
            for word in synset.words:
                self.senses[word].append(synset)
        self.said = {}

    def parts(self, word):
        """The words that `word` is made of, itself not among them, in the order of the alphabet."""
        found = set(self.made_of.get(word, ()))
        if word.endswith("s") and word not in self.wordnet.lemma_pos and self._is_listed(word[:-1]):
            return sorted(found | ({word[:-1]} - set(self._lemmas(word))))
        if len(word) > SHORTEST and not self._is_inflection(word):
            candidates = self._with_one_tail(word, self._candidates(word))
            found |= {part for part in candidates if not self._is_excused(word, part)} | self._linked(word)
        return sorted(found - {word})

    def _is_inflection(self, word):
        """Whether it is a form of a word that has its own line."""
        return any(base in self.lexicon for base in self._lemmas(word))

    def _with_one_tail(self, word, parts):
        """The parts, of two tails that an s tells apart the nearer one alone: sand-stone, not sands-tone."""
        tails = [(part, "s" + part) for part in parts if "s" + part in parts and word.endswith("s" + part)]
        return parts - {min(pair, key=lambda part: self.closeness(word, part)) for pair in tails}

    def _linked(self, word):
        """Words that a derivation of WordNet links to a longer one that begins alike: decide in decision, Lebanon in Lebanese.
        Without the beginning, the moon would be a part of lunar."""
        if self._is_adjective_in_y(word):
            return set()
        bases = {base for base in self.wordnet.derived.get(word, ()) if base in self.lexicon and (len(base), base) < (len(word), word)}
        bases -= set(self._lemmas(word))
        return {base for base in bases if len(base) >= SHORTEST and base[:SHORTEST] == word[:SHORTEST] and (word, base) not in self.not_made_of}

    def _is_excused(self, word, part):
        """Whether a list says that it is chance, or the word is an adjective in -y: sunny is another lemma than sun (R21)."""
        short = 0 < len(word) - len(part) <= 2 and word.startswith(part[:-1])
        return (word, part) in self.not_made_of or short and self._is_adjective_in_y(word)

    def _is_adjective_in_y(self, word):
        return word.endswith(ADJECTIVE_ENDING) and "a" in self.wordnet.lowercase_pos.get(word, ())

    def _candidates(self, word):
        found = set()
        for at in range(1, len(word)):
            head, tail = word[:at], word[at:]
            found |= self._compound(word, head, tail)
            found |= {base for base in self._bases(head) if self._derived(word, base, tail, SUFFIXES)}
            if self._derived(word, tail, head, PREFIXES):
                found.add(tail)
            found |= {part for part in (head, tail) if self._is_clearly(word, part)}
        return found

    def _compound(self, word, head, tail):
        """Both parts, if they are words and the meaning of the whole has to do with one of them."""
        forms = [tail, *self._lemmas(tail)]
        tails = [form for form in forms if self._is_word(form)]
        if tail in SUFFIXES - FULL_WORDS or not (self._is_word(head) and tails):
            return set()
        parts = [part for part in (head, *tails) if part not in BOUND and part not in self.function_words]
        cosines = [self.closeness(word, part) for part in parts]
        long = min(len(head), len(tail)) >= LONG and all(self._is_common(part) for part in parts)
        common = any(self._is_common(part) for part in parts)
        if common and any(self._has_to_do(word, part) for part in parts) or long and max(cosines, default=0) >= LONG_NEAR:
            return set(parts)
        return set()

    def _derived(self, word, base, affix, affixes):
        """Whether the word is the base with an affix."""
        if affix not in affixes or not (self._is_word(base) or affixes is SUFFIXES and self._is_name(base)) or affix in BOUND and not self._is_common(base):
            return False
        if affix in AFTER and not base.endswith(AFTER[affix]):
            return False
        return self._has_to_do(word, base)

    def _bases(self, head):
        """What may have stood before a suffix: the same; with its last vowel; with a single consonant; with y for i."""
        yield head
        yield from (head + vowel for vowel in VOWELS)
        if len(head) > SHORTEST and head[-1] == head[-2] and head[-1] not in VOWELS:
            yield head[:-1]
        if head.endswith("i"):
            yield head[:-1] + "y"

    def _is_clearly(self, word, part):
        """Whether a part is one though what is left over is nothing by itself: hippo, bus in omnibus, harp in harpsichord."""
        if len(part) < SHORTEST or not self._is_word(part) or part in BOUND:
            return False
        near = self.closeness(word, part)
        synonyms = any(part in synset.words for synset in self.senses.get(word, ()))
        return synonyms or len(part) > SHORTEST and near >= VERY_NEAR or near >= NEAR and part in self._says(word)

    def _has_to_do(self, word, part):
        return part in self._says(word) or word in self._says(part) or self.closeness(word, part) >= NEAR

    def _says(self, word):
        """All lemmas that WordNet names beside a word: in its glosses without their examples, and in linked meanings."""
        if word not in self.said:
            texts = []
            for synset in self.senses.get(word, ()):
                texts += [synset.gloss.split('; "')[0], *synset.words]
                texts += [text for _, key in synset.links for text in self.wordnet.synsets[key].words]
            words = {token for text in texts for token in TOKEN.findall(text)} - {word}
            self.said[word] = words | {base for token in words for base in self._lemmas(token)}
        return self.said[word]

    def _lemmas(self, word):
        return self.lexicon[word] if word in self.lexicon else self.wordnet.lemmas(word)

    def _is_listed(self, word):
        return len(word) >= LONG and not word.endswith("s") and self.scowl.lists(word)

    def _is_word(self, part):
        listed = part in self.wordnet.lowercase_pos or part in self.deck
        return len(part) >= SHORTEST and listed and self.scowl.ordinary.get(part, 99) <= READABLE

    def _is_name(self, part):
        return len(part) >= LONG and part in self.wordnet.lemma_pos and self.scowl.name.get(part, 99) <= READABLE

    def _is_common(self, part):
        return self._is_word(part) and part not in self.function_words and self.scowl.ordinary[part] <= COMMON


def _plain(path):
    """The lines of a list, comments and empty ones aside."""
    lines = (line.split("#")[0].strip() for line in path.read_text(encoding="utf8").splitlines())
    return frozenset(line for line in lines if line)


def _pairs(line):
    word, *parts = line.split()
    return [(word, part) for part in parts]
